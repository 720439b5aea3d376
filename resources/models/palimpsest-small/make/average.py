"""Average palimpsest-small's training with the encoder that it began as, and train the head for masked words anew.

    python resources/models/palimpsest-small/make/average.py start second general_english.train.txt average

The further training taught masked words and cost features of whole texts. Halfway between the weights before and after
it (WiSE-FT, Wortsman et al. 2022) an encoder keeps both. The head for masked words, which had learnt the states of the
second run, is trained on those of the average. The encoder does not change meanwhile.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from start import read_lines
from torch.nn import functional
from transformers import AutoModelForPreTraining, AutoTokenizer, PreTrainedTokenizerFast

from engine.model.encoders import load_encoder
from engine.spec.experiment import Encoder

SHARE, LENGTH, WINDOWS, HIDDEN = 0.5, 128, 32, 0.15
"""Share of the second run; tokens in a window, windows in a batch, and the hidden share of a window."""
RATE, EPOCHS, TOKENS_AT_ONCE = 1e-3, 4, 512
"""Largest learning rate, passes over the states, and states in an update of the head."""


def load(folder: Path) -> torch.nn.Module:
    """Return the model for masked words in ``folder``, in float32 and evaluation mode."""
    model, _ = load_encoder(Encoder(source=str(folder.resolve())), None, 0, kind=AutoModelForPreTraining)
    return model.eval()


@torch.no_grad()
def average(model: torch.nn.Module, start: torch.nn.Module, share: float) -> None:
    """Move the encoder of ``model`` to ``share`` of its way from ``start``."""
    before = dict(start.bert.named_parameters())
    for name, weight in model.bert.named_parameters():
        weight.lerp_(before[name], 1 - share)


def windows(lines: list[str], tokenizer: PreTrainedTokenizerFast, count: int) -> torch.Tensor:
    """Return ``count`` windows of LENGTH pieces with [CLS] and [SEP], [N, LENGTH]."""
    room, pieces = LENGTH - 2, []
    for first in range(0, len(lines), 1000):
        for ids in tokenizer(lines[first : first + 1000], add_special_tokens=False).input_ids:
            pieces += ids
    text = torch.tensor(pieces[: count * room]).view(-1, room)
    edges = torch.tensor([tokenizer.cls_token_id, tokenizer.sep_token_id]).repeat(len(text), 1)
    return torch.cat([edges[:, :1], text, edges[:, 1:]], 1)


@torch.inference_mode()
def hidden_states(
    model: torch.nn.Module, tokenizer: PreTrainedTokenizerFast, texts: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the top states [M, H] of hidden pieces and the pieces [M]: 80 % [MASK], 10 % random, 10 % unchanged."""
    draws = torch.Generator().manual_seed(5)
    states, targets = [], []
    for ids in texts.split(WINDOWS):
        hidden = torch.rand(ids.shape, generator=draws) < HIDDEN
        hidden[:, 0] = hidden[:, -1] = False
        kind = torch.rand(ids.shape, generator=draws)
        read = ids.masked_fill(hidden & (kind < 0.8), tokenizer.mask_token_id)
        random = torch.randint(len(tokenizer), ids.shape, generator=draws)
        read = torch.where(hidden & (kind >= 0.9), random, read)
        states.append(model.bert(input_ids=read).last_hidden_state[hidden])
        targets.append(ids[hidden])
    return torch.cat(states), torch.cat(targets)


def train_head(model: torch.nn.Module, states: torch.Tensor, targets: torch.Tensor) -> None:
    """Train the head's map, normalisation and bias on ``states``. Its decoder, the embeddings, stays as it is."""
    head, kept = model.cls.predictions, len(states) * 19 // 20
    embeddings = model.bert.embeddings.word_embeddings.weight.detach()
    optimizer = torch.optim.AdamW([*head.transform.parameters(), head.bias], RATE, weight_decay=0.01)
    batches = kept // TOKENS_AT_ONCE
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, EPOCHS * batches, pct_start=0.1)
    draws = torch.Generator().manual_seed(7)

    def loss(part: torch.Tensor) -> torch.Tensor:
        logits = functional.linear(head.transform(states[part].clone()), embeddings, head.bias)
        return functional.cross_entropy(logits, targets[part].clone())

    for epoch in range(EPOCHS):
        for part in torch.randperm(kept, generator=draws).split(TOKENS_AT_ONCE)[:batches]:
            optimizer.zero_grad()
            loss(part).backward()
            optimizer.step()
            schedule.step()
        with torch.no_grad():
            held_out = [loss(part) for part in torch.arange(kept, len(states)).split(TOKENS_AT_ONCE)]
        print(f"epoch {epoch + 1}: {torch.stack(held_out).mean():.3f} nats", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Average palimpsest-small with the encoder that it began as."
    )
    parser.add_argument("start", type=Path, help="the folder that start.py made")
    parser.add_argument("second", type=Path, help="the encoder of the second run")
    parser.add_argument("text", type=Path, help="plain English, one paragraph a line")
    parser.add_argument("folder", type=Path, help="where the model and its tokenizer go")
    parser.add_argument("--share", type=float, default=SHARE, help="share of the second run")
    parser.add_argument("--windows", type=int, default=4_000, help="windows of text to train the head on")
    chosen = parser.parse_args()
    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(chosen.second)
    model = load(chosen.second)
    average(model, load(chosen.start), chosen.share)
    texts = windows(read_lines(chosen.text, 3 * chosen.windows), tokenizer, chosen.windows)
    states, targets = hidden_states(model, tokenizer, texts)
    print(f"{texts.numel():,} tokens, {len(targets):,} hidden", flush=True)
    train_head(model, states, targets)
    model.save_pretrained(chosen.folder)
    tokenizer.save_pretrained(chosen.folder)


if __name__ == "__main__":
    main()
