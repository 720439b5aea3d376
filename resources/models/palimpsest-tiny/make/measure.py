"""How well a masked-language model predicts hidden words of a text, beside a unigram model.

    python resources/models/palimpsest-tiny/make/measure.py FOLDER general_english.test.txt general_english.train.txt

Windows of the text that do not overlap, 15 % of the pieces hidden as in pre-training, always the same ones; the unigram
model knows the frequency of every piece in the training text.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional
from transformers import AutoTokenizer, BertForPreTraining

from engine import random_streams
from engine.data.pretraining.corpus import Masked, mask, read_corpus

SHARE, PER_BATCH = 0.15, 64


def hidden(ids: np.ndarray, tokenizer: object, length: int, tokens: int) -> list[Masked]:
    """Batches of windows of ``length`` pieces in all, spread evenly over the text, about ``tokens`` pieces together."""
    room = length - 2
    places = np.arange(0, len(ids) - room, room)
    places = places[:: max(1, len(places) * length // tokens)]
    ends = (tokenizer.cls_token_id, tokenizer.sep_token_id)  # type: ignore[attr-defined]
    windows = np.stack([np.r_[ends[0], ids[place : place + room], ends[1]] for place in places]).astype(
        np.int64
    )
    special = frozenset(tokenizer.all_special_ids)  # type: ignore[attr-defined]
    generator = random_streams.generator(0, "measure")
    return [
        mask(windows[n : n + PER_BATCH], special, tokenizer.mask_token_id, len(tokenizer), SHARE, generator)  # type: ignore
        for n in range(0, len(windows), PER_BATCH)
    ]


@torch.inference_mode()
def measure(folder: Path, batches: list[Masked]) -> tuple[float, float]:
    """(mean loss in nats, share of hidden pieces predicted) of the model in ``folder``, in float32."""
    model = BertForPreTraining.from_pretrained(folder).eval()
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
    counts = np.bincount(read_corpus([str(chosen.train)], tokenizer).ids, minlength=len(tokenizer)) + 1.0
    frequency = np.log(counts / counts.sum())
    ids = np.asarray(read_corpus([str(chosen.text)], tokenizer).ids)
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
