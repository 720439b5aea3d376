"""How well a masked-language model predicts hidden words of a text, beside a unigram model.

    python resources/models/palimpsest-tiny/make/measure.py FOLDER general_english.test.txt general_english.train.txt

Windows of the text that do not overlap, 15 % of the pieces hidden as in pre-training, always the same ones; the unigram
model knows the frequency of every piece in the training text.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional
from transformers import AutoModelForPreTraining, AutoTokenizer, PreTrainedTokenizerFast

from engine.model.encoders import load_encoder
from engine.spec.experiment import Encoder

SHARE, PER_BATCH, LINES = 0.15, 64, 20_000


@dataclass(frozen=True)
class HiddenPieces:
    """Windows ``ids`` [N, length] with some pieces hidden, where they are in the flattened windows, what they were."""

    ids: np.ndarray
    positions: np.ndarray
    targets: np.ndarray


def encode(text: Path, tokenizer: PreTrainedTokenizerFast) -> np.ndarray:
    """Return all pieces of ``text`` in one row, int64 [N], without special tokens."""
    lines = text.read_text(encoding="utf-8").split("\n")
    rows = []
    for first in range(0, len(lines), LINES):
        found = tokenizer.backend_tokenizer.encode_batch(
            lines[first : first + LINES], add_special_tokens=False
        )
        rows += [np.asarray(line.ids, np.int64) for line in found if line.ids]
    return np.concatenate(rows)


def hide(windows: np.ndarray, tokenizer: PreTrainedTokenizerFast, draws: np.random.Generator) -> HiddenPieces:
    """Hide SHARE of each window's pieces but the first and the last: 80 % [MASK], 10 % a random piece, 10 % unchanged.

    Source: Devlin et al. 2019, A.1.
    """
    count, length = windows.shape
    many = round(SHARE * (length - 2))
    columns = 1 + np.argsort(draws.random((count, length - 2)), axis=1)[:, :many]
    positions = np.sort((np.arange(count)[:, None] * length + columns).ravel())
    ids = windows.ravel().copy()
    targets, draw = ids[positions].copy(), draws.random(len(positions))
    ids[positions[draw < 0.8]] = tokenizer.mask_token_id
    random = positions[(draw >= 0.8) & (draw < 0.9)]
    ids[random] = draws.integers(0, len(tokenizer), len(random))
    return HiddenPieces(ids.reshape(windows.shape), positions, targets)


def hidden(
    ids: np.ndarray, tokenizer: PreTrainedTokenizerFast, length: int, tokens: int
) -> list[HiddenPieces]:
    """Return batches of windows of ``length`` pieces in all, spread evenly over the text, about ``tokens`` together."""
    room = length - 2
    places = np.arange(0, len(ids) - room, room)
    places = places[:: max(1, len(places) * length // tokens)]
    first, last = tokenizer.cls_token_id, tokenizer.sep_token_id
    windows = np.stack([np.r_[first, ids[place : place + room], last] for place in places]).astype(np.int64)
    draws = np.random.default_rng(0)
    return [hide(windows[n : n + PER_BATCH], tokenizer, draws) for n in range(0, len(windows), PER_BATCH)]


@torch.inference_mode()
def measure(folder: Path, batches: list[HiddenPieces]) -> tuple[float, float]:
    """(mean loss in nats, share of hidden pieces predicted) of the model in ``folder``, in float32."""
    model, _ = load_encoder(Encoder(source=str(folder)), None, 0, kind=AutoModelForPreTraining)
    model.eval()
    loss = right = count = 0.0
    for batch in batches:
        states = model.bert(input_ids=torch.from_numpy(batch.ids)).last_hidden_state.flatten(0, 1)
        logits = model.cls.predictions(states[torch.from_numpy(batch.positions)])
        targets = torch.from_numpy(batch.targets)
        loss += float(functional.cross_entropy(logits, targets, reduction="sum"))
        right += float((logits.argmax(-1) == targets).sum())
        count += len(targets)
    return loss / count, right / count


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a masked-language model on a text.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("text", type=Path)
    parser.add_argument("train", type=Path, help="the training text, for the unigram model")
    parser.add_argument("--tokens", type=int, default=120_000, help="how much of the text to read")
    chosen = parser.parse_args()
    tokenizer = AutoTokenizer.from_pretrained(chosen.folder)
    counts = np.bincount(encode(chosen.train, tokenizer), minlength=len(tokenizer)) + 1.0
    frequency = np.log(counts / counts.sum())
    ids = encode(chosen.text, tokenizer)
    for length in (64, 128):
        batches = hidden(ids, tokenizer, length, chosen.tokens)
        targets = np.concatenate([batch.targets for batch in batches])
        loss, right = measure(chosen.folder, batches)
        print(
            f"windows of {length}: loss {loss:.3f} nats, {100 * right:.1f} % predicted; "
            f"unigram {-frequency[targets].mean():.3f} nats, {100 * (targets == frequency.argmax()).mean():.1f} %; "
            f"{len(targets):,} hidden pieces"
        )


if __name__ == "__main__":
    main()
