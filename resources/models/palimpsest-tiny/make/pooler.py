"""Trains pooler and next-sentence head of a finished encoder; not one other weight changes.

    python resources/models/palimpsest-tiny/make/pooler.py FOLDER TARGET general_english.train.txt \
        general_english.valid.txt general_english.test.txt

The pairs of Devlin et al. 2019, 3.1: two neighbouring spans of one document, or the first of them and a span of another
document, as often the one as the other. The encoder's [CLS] is computed once per pair, then the two layers above it are
trained with dropout. The valid text chooses the pass, the test text is looked at once. TARGET gets the weights of
FOLDER with these two layers, in half precision.
"""

from __future__ import annotations

import argparse
import math
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import AutoTokenizer, BertForPreTraining, PreTrainedTokenizerFast

LENGTH, SHORTEST, PER_BATCH, LINES = 128, 20, 64, 20_000
TRAIN, HELD_OUT, EPOCHS, RATE, BATCH, DROPOUT = 80_000, 8_000, 40, 2e-3, 512, 0.1


@dataclass(frozen=True)
class Pairs:
    """Inputs ``ids`` and ``segments`` [N, LENGTH], 0 behind the end; ``random_next`` [N]: 1: B is of another text."""

    ids: np.ndarray
    segments: np.ndarray
    random_next: np.ndarray


def read_documents(text: Path, tokenizer: PreTrainedTokenizerFast) -> list[np.ndarray]:
    """Return the pieces of each document of ``text``; a line without words ends one."""
    lines = text.read_text(encoding="utf-8").split("\n")
    documents: list[list[int]] = [[]]
    for first in range(0, len(lines), LINES):
        found = tokenizer.backend_tokenizer.encode_batch(
            lines[first : first + LINES], add_special_tokens=False
        )
        for line in found:
            if line.ids:
                documents[-1] += line.ids
            elif documents[-1]:
                documents.append([])
    return [np.asarray(document, np.int64) for document in documents if len(document) > LENGTH]


def draw_pairs(
    documents: list[np.ndarray], count: int, tokenizer: PreTrainedTokenizerFast, draws: np.random.Generator
) -> Pairs:
    """Draw ``count`` pairs: documents by their length, spans of SHORTEST to 62 pieces that stand side by side."""
    lengths = np.array([len(document) for document in documents])
    longest = (LENGTH - 3) // 2
    chosen = draws.choice(len(documents), (count, 2), p=lengths / lengths.sum())
    random_next = draws.integers(0, 2, count)
    ids, segments = np.zeros((2, count, LENGTH), np.int64)
    for row, (here, elsewhere) in enumerate(chosen):
        first, second = draws.integers(SHORTEST, longest + 1, 2)
        start = draws.integers(0, lengths[here] - first - second + 1)
        a, b = np.split(documents[here][start : start + first + second], [first])
        if random_next[row]:
            while elsewhere == here:
                elsewhere = draws.integers(0, len(documents))
            start = draws.integers(0, lengths[elsewhere] - second + 1)
            b = documents[elsewhere][start : start + second]
        whole = [tokenizer.cls_token_id, *a, tokenizer.sep_token_id, *b, tokenizer.sep_token_id]
        ids[row, : len(whole)] = whole
        segments[row, first + 2 : len(whole)] = 1
    return Pairs(ids, segments, random_next)


@torch.inference_mode()
def first_states(model: BertForPreTraining, pairs: Pairs) -> torch.Tensor:
    """Return the encoder's last state of [CLS] of each pair, float32 [N, width]."""
    states = []
    order = np.argsort((pairs.ids != 0).sum(1), kind="stable")
    for rows in np.array_split(order, math.ceil(len(order) / PER_BATCH)):
        ids = torch.from_numpy(pairs.ids[rows])
        width = int((ids != 0).sum(1).max())
        found = model.bert(
            ids[:, :width],
            (ids != 0)[:, :width].long(),
            token_type_ids=torch.from_numpy(pairs.segments[rows])[:, :width],
        )
        states.append(found.last_hidden_state[:, 0])
    return torch.cat(states)[torch.from_numpy(np.argsort(order))]


def train_head(
    head: nn.Module, states: torch.Tensor, targets: torch.Tensor, held: torch.Tensor, expected: torch.Tensor
) -> None:
    """Train ``head`` on ``states`` [N, width]; it is left as after the pass with the least loss on ``held``."""
    optimizer = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=0.01)
    updates = EPOCHS * math.ceil(len(states) / BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, updates, anneal_strategy="linear")
    best, kept = math.inf, head.state_dict()
    for epoch in range(EPOCHS):
        head.train()
        for rows in torch.randperm(len(states)).split(BATCH):
            optimizer.zero_grad()
            functional.cross_entropy(head(states[rows]), targets[rows]).backward()
            optimizer.step()
            schedule.step()
        loss, share = measure(head, held, expected)
        print(f"pass {epoch + 1}: {loss:.4f} nats, {100 * share:.1f} % right on the valid text")
        if loss < best:
            best, kept = loss, {name: weight.clone() for name, weight in head.state_dict().items()}
    head.load_state_dict(kept)


@torch.inference_mode()
def measure(head: nn.Module, states: torch.Tensor, targets: torch.Tensor) -> tuple[float, float]:
    """Return loss in nats and share of right answers, without dropout."""
    logits = head.eval()(states)
    right = (logits.argmax(1) == targets).float().mean()
    return float(functional.cross_entropy(logits, targets)), float(right)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train pooler and next-sentence head on a frozen encoder.")
    for each in ("folder", "target", "train", "valid", "test"):
        parser.add_argument(each, type=Path)
    chosen = parser.parse_args()
    torch.manual_seed(1)
    draws = np.random.default_rng(1)
    tokenizer = AutoTokenizer.from_pretrained(chosen.folder)
    model = BertForPreTraining.from_pretrained(chosen.folder, dtype=torch.float32).eval()
    found = {}
    for name, count in (("train", TRAIN), ("valid", HELD_OUT), ("test", HELD_OUT)):
        pairs = draw_pairs(read_documents(getattr(chosen, name), tokenizer), count, tokenizer, draws)
        found[name] = first_states(model, pairs), torch.from_numpy(pairs.random_next)
    head = nn.Sequential(model.bert.pooler.dense, nn.Tanh(), nn.Dropout(DROPOUT), model.cls.seq_relationship)
    print("before: {:.4f} nats, {:.3f} right on the valid text".format(*measure(head, *found["valid"])))
    train_head(head, *found["train"], *found["valid"])
    print("test text: {:.4f} nats, {:.3f} right".format(*measure(head, *found["test"])))
    model.half().save_pretrained(chosen.target)
    # Which still says float32, so transformers widens the weights on loading.
    shutil.copyfile(chosen.folder / "config.json", chosen.target / "config.json")


if __name__ == "__main__":
    main()
