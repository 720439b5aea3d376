"""Writes into an encoder's word embeddings what a larger encoder, the teacher, makes of each of its word pieces.

    python resources/models/palimpsest-tiny/make/teacher_words.py ENCODER TEACHER general_english.train.txt TARGET

For every word piece of the encoder: the mean, over a sample of the text, of the teacher's states of the words it stands
in. These means, standardised and reduced to DIRECTIONS whitened principal directions, are added to the word embeddings
in the DIRECTIONS directions in which these vary least, with half of the embeddings' variance. So the encoder keeps what
it knows and begins its distillation with a lookup table of its teacher: it then has context left to learn, and not the
words too. Everything stays an ordinary weight, free to change.
"""

from __future__ import annotations

import argparse
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer, BertForPreTraining, PreTrainedTokenizerFast

DIRECTIONS = 160
SHARE = 0.5
"""Of the embeddings' variance that the added part has."""
TEXTS, LETTERS, WORDS = 64, 40, 50
"""Texts a batch, letters of the shortest line that is read, words of a line."""
CONSTANT = 0.05
"""A dimension of the teacher that varies less says nothing."""


@dataclass
class TeacherWords:
    """Sums of the teacher's states over words: [pieces, D] by word piece with their counts, and over all words."""

    sums: np.ndarray
    counts: np.ndarray
    total: np.ndarray
    squares: np.ndarray
    words: int = 0

    def standardised(self) -> np.ndarray:
        """Return the mean state of each piece in standard deviations, [pieces, D]; of rare ones drawn towards 0."""
        mean = self.total / self.words
        spread = np.sqrt(np.maximum(self.squares / self.words - mean**2, 0.0))
        found = (self.sums / np.maximum(self.counts, 1)[:, None] - mean) / np.maximum(spread, CONSTANT)
        found[:, spread < CONSTANT] = 0.0
        found[self.counts == 0] = 0.0
        return np.asarray(found * (self.counts / (self.counts + 3))[:, None])


def split_words(text: str, tokenizer: PreTrainedTokenizerFast) -> tuple[list[str], list[list[int]]]:
    """Return the words of ``text`` as the encoder's tokenizer splits it, and the pieces of each."""
    encoded = tokenizer(text, truncation=True, max_length=64).encodings[0]
    places: dict[int, list[int]] = {}
    for place, word in enumerate(encoded.word_ids):
        if word is not None:
            places.setdefault(word, []).append(place)
    words = [text[encoded.offsets[p[0]][0] : encoded.offsets[p[-1]][1]] for p in places.values()]
    return words, [[encoded.ids[place] for place in p] for p in places.values()]


@torch.inference_mode()
def read_teacher(text: Path, own: PreTrainedTokenizerFast, folder: Path, pieces: int) -> TeacherWords:
    """Read at least ``pieces`` word pieces of ``text``, lines in random order, through the teacher in ``folder``."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    teacher = AutoModel.from_pretrained(folder, dtype=torch.float32).eval()
    wide = teacher.config.hidden_size
    found = TeacherWords(np.zeros((len(own), wide)), np.zeros(len(own)), np.zeros(wide), np.zeros(wide))
    lines = [line.strip() for line in text.read_text(encoding="utf-8").split("\n")]
    lines = [line for line in lines if len(line) > LETTERS]
    order = np.random.default_rng(5).permutation(len(lines))
    seen = 0
    for first in range(0, len(order), TEXTS):  # itertools.batched needs Python 3.12
        split = [split_words(" ".join(lines[i].split()[:WORDS]), own) for i in order[first : first + TEXTS]]
        encoded = tokenizer(
            [words for words, _ in split], is_split_into_words=True, padding=True, truncation=True,
            max_length=96, return_tensors="pt",
        )  # fmt: skip
        states = teacher(**encoded).last_hidden_state.float().numpy()
        for number, (_, parts) in enumerate(split):
            of_word: dict[int, list[np.ndarray]] = {}
            for place, word in enumerate(encoded.word_ids(number)):
                if word is not None:
                    of_word.setdefault(word, []).append(states[number, place])
            for word, vectors in of_word.items():
                state = np.mean(vectors, axis=0)
                found.total += state
                found.squares += state**2
                found.words += 1
                for piece in parts[word]:
                    found.sums[piece] += state
                    found.counts[piece] += 1
            seen += sum(map(len, parts))
        if seen >= pieces:
            break
    return found


def added_part(embeddings: np.ndarray, states: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return what is added to ``embeddings`` [pieces, H], from ``states`` [pieces, D]; weighed by root of count."""
    weight = np.sqrt(counts)[:, None]
    values, directions = np.linalg.eigh((states * weight).T @ states / weight.sum())
    values, directions = values[-DIRECTIONS:], directions[:, -DIRECTIONS:]
    reduced = states @ directions * values**-0.25
    generator = torch.Generator().manual_seed(7)
    turn = torch.linalg.qr(torch.randn(DIRECTIONS, DIRECTIONS, generator=generator, dtype=torch.float64))[0]
    reduced = reduced @ turn.numpy()
    apart = embeddings - (embeddings * weight).sum(0) / weight.sum()
    spread, own = np.linalg.eigh((apart * weight).T @ apart / weight.sum())
    now = (weight[:, 0] * (reduced**2).sum(1)).sum() / weight.sum()
    return np.asarray(reduced * np.sqrt(SHARE * spread.sum() / now) @ own[:, :DIRECTIONS].T)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Add a teacher's mean states to an encoder's word embeddings."
    )
    parser.add_argument("encoder", type=Path)
    parser.add_argument("teacher", type=Path)
    parser.add_argument("text", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument(
        "--pieces", type=int, default=1_400_000, help="how many word pieces of the text to read"
    )
    chosen = parser.parse_args()
    model = BertForPreTraining.from_pretrained(chosen.encoder, dtype=torch.float32)
    words = model.bert.embeddings.word_embeddings.weight
    found = read_teacher(
        chosen.text, AutoTokenizer.from_pretrained(chosen.encoder), chosen.teacher, chosen.pieces
    )
    part = added_part(words.detach().double().numpy(), found.standardised(), found.counts)
    with torch.no_grad():
        words.add_(torch.tensor(part, dtype=torch.float32))
    model.save_pretrained(chosen.target)
    for name in ("tokenizer.json", "tokenizer_config.json", "vocab.txt"):
        if (chosen.encoder / name).is_file():
            shutil.copy(chosen.encoder / name, chosen.target / name)


if __name__ == "__main__":
    main()
