"""Survey of the texts of a split in one pass: lengths, equal texts and oddities."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.cache.mapped_tables import release_pages
from engine.data.dataset import Split
from engine.data.inspection.report import LengthHistogram, LengthStatistics
from engine.progress import ReportProgress

ODDITIES: dict[str, Callable[[str], bool]] = {
    "html": lambda text: "<br" in text or "<BR" in text or "<p>" in text or "</" in text,
    "escapes": lambda text: "\\n" in text or '\\"' in text or "\\\\" in text,
    "entities": lambda text: (
        "&lt;" in text or "&gt;" in text or "&amp;" in text or "&quot;" in text or "#39;" in text
    ),
    "encoding": lambda text: "\ufffd" in text or "â€" in text or "Ã©" in text,
}
"""Tests for traces of mark-up and wrong decoding, by kind."""

EXCLUDED_KINDS = ("conflicts", "shared", "duplicates")
"""Kinds of findings whose texts can be left out."""
TRAINING_SPLITS = ("train", "validation")
"""Splits from which texts are left out by default."""
_EVALUATION_SPLITS = {"train": ("validation", "test"), "validation": ("test",)}
"""By split, the evaluation splits whose texts it must not contain."""
_REPORT_EVERY = 5000
_STEP = 1 << 20
"""Number of texts per lookup."""


@dataclass(frozen=True)
class TextSurvey:
    """Survey of a split.

    Attributes:
        words: number of words (runs without blanks) of each text, int32 [n].
        characters: number of characters of each text, int32 [n].
        text_hashes: hash of each text, equal for texts that differ only in case and blanks, uint64 [n].
        oddities: positions of affected texts by kind of ``ODDITIES``, int64 [k].
    """

    words: np.ndarray
    characters: np.ndarray
    text_hashes: np.ndarray
    oddities: dict[str, np.ndarray]


def survey_split(split: Split, report: ReportProgress | None = None) -> TextSurvey:
    """Return the survey of ``split``. For pairs, both segments count."""
    count = len(split)
    words, characters = np.zeros(count, np.int32), np.zeros(count, np.int32)
    keys = np.zeros(count, np.uint64)
    odd: dict[str, array[int]] = {kind: array("q") for kind in ODDITIES}
    seconds = iter(split.second_texts) if split.second_texts is not None else None
    for index, text in enumerate(split.texts):
        if seconds is not None:
            text = f"{text}\0 {next(seconds)}"
        if index % _REPORT_EVERY == 0:
            release_pages()
            if report:
                report(f"Reading the {split.name} split", index, count)
        parts = text.split()
        words[index], characters[index] = len(parts), len(text)
        keys[index] = _hash_words(parts)
        for kind, has in ODDITIES.items():
            if has(text):
                odd[kind].append(index)
    release_pages()
    return TextSurvey(
        words, characters, keys, {kind: np.asarray(positions, np.int64) for kind, positions in odd.items()}
    )


def hash_texts(texts: Sequence[str]) -> np.ndarray:
    """Return the hashes of texts as in ``TextSurvey.text_hashes``, uint64 [n]."""
    return np.fromiter((_hash_words(text.split()) for text in texts), np.uint64, len(texts))


def _hash_words(words: Sequence[str]) -> int:
    normalised = " ".join(words).casefold().encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(normalised, digest_size=8).digest(), "little")


def find_excludable(
    kind: str, split: str, hashes: Mapping[str, np.ndarray], labels: Mapping[str, np.ndarray]
) -> np.ndarray:
    """Return the positions in ``split`` of the texts to leave out for a finding, int64 [k].

    Args:
        kind: one of ``EXCLUDED_KINDS``.
        split: the split from which texts are left out.
        hashes: hashes of the texts of each split, uint64 [n].
        labels: the classes of the texts of each split, int [n].
    """
    if kind == "shared":
        shared = [find_shared(hashes[split], hashes[other]) for other in _EVALUATION_SPLITS.get(split, ())]
        return np.unique(np.concatenate([np.zeros(0, np.int64), *shared]))
    positions, disputed = find_disputed(hashes, labels)
    if kind == "conflicts":
        return positions[split]
    repeated = find_duplicates(hashes[split])  # without conflicts, whose first label need not be right
    return repeated[~np.isin(hashes[split][repeated], disputed)]


def find_duplicates(keys: np.ndarray) -> np.ndarray:
    """Return the positions of texts that occur earlier in the same split, int64 [k], ascending."""
    positions = find_positions(keys, find_repeated([keys]))
    _, first = np.unique(keys[positions], return_index=True)
    is_repeated = np.ones(len(positions), bool)
    is_repeated[first] = False
    return positions[is_repeated]


def find_shared(keys: np.ndarray, other_keys: np.ndarray) -> np.ndarray:
    """Return the positions of texts that also occur in the other split, int64 [k], ascending."""
    return find_positions(keys, np.sort(other_keys))


def find_conflicts(keys: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the positions of texts for which an equal text has another label, int64 [k], ascending."""
    positions = find_positions(keys, find_repeated([keys]))
    _, text = np.unique(keys[positions], return_inverse=True)
    lowest = np.full(text.max(initial=-1) + 1, np.iinfo(np.int64).max)
    highest = np.full(text.max(initial=-1) + 1, -1)
    np.minimum.at(lowest, text, labels[positions])
    np.maximum.at(highest, text, labels[positions])
    return positions[lowest[text] != highest[text]]


def find_disputed(
    keys: Mapping[str, np.ndarray], labels: Mapping[str, np.ndarray]
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Return the positions by split of texts for which an equal text in any split has another label, and their keys.

    Positions are ascending, int64 [k]. ``labels`` are numbers [n], or rows of numbers, each row one label.
    """
    repeated = find_repeated(list(keys.values()))
    rows = {name: find_positions(each, repeated) for name, each in keys.items()}
    repeated_keys = np.concatenate([keys[name][each] for name, each in rows.items()])
    values = np.concatenate([labels[name][each] for name, each in rows.items()])
    if values.ndim == 2:  # one number per distinct label set
        values = np.unique(values, axis=0, return_inverse=True)[1].reshape(-1)
    positions = find_conflicts(repeated_keys, values)
    by_split, start = {}, 0
    for name, candidates in rows.items():
        in_split = positions[(positions >= start) & (positions < start + len(candidates))]
        by_split[name] = candidates[in_split - start]
        start += len(candidates)
    return by_split, np.unique(repeated_keys[positions])


def find_repeated(keys: Sequence[np.ndarray]) -> np.ndarray:
    """Return the keys that occur more than once in all arrays together, ascending.

    In most data sets these are few, so later steps need little memory in addition to this sorted copy.
    """
    all_keys = np.concatenate(keys)
    all_keys.sort()
    return np.unique(all_keys[1:][all_keys[1:] == all_keys[:-1]])


def find_positions(keys: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Return the positions of ``keys`` that are among the sorted ``targets``, int64 [k], ascending.

    Example: keys [7, 3, 7, 5] and targets [3, 7] give [0, 1, 2].
    """
    if not len(targets):
        return np.zeros(0, np.int64)
    positions = [np.zeros(0, np.int64)]
    for start in range(0, len(keys), _STEP):
        chunk = keys[start : start + _STEP]
        nearest = np.minimum(np.searchsorted(targets, chunk), len(targets) - 1)
        positions.append(start + np.flatnonzero(targets[nearest] == chunk))
    return np.concatenate(positions)


_BINS = 40


def length_statistics(values: np.ndarray) -> LengthStatistics:
    """Return the statistics of the lengths ``values``, int64 [n]. Zeros for no values."""
    if not len(values):
        histogram = LengthHistogram(edges=[0, 1], counts=[0], beyond=0)
        return length_statistics(np.zeros(1)).model_copy(update={"histogram": histogram})
    points = np.percentile(values, [50, 90, 95, 99])
    return LengthStatistics(
        mean=float(values.mean()),
        median=float(points[0]),
        longest=int(values.max()),
        percentiles={str(p): float(v) for p, v in zip((50, 90, 95, 99), points, strict=True)},
        histogram=length_histogram(values),
    )


def length_histogram(values: np.ndarray, bins: int = _BINS) -> LengthHistogram:
    """Return a histogram of at most ``bins`` bars of equal round width.

    The bars contain at least 99.5 % of ``values``. The rest is ``beyond``.
    """
    top = float(np.percentile(values, 99.5))
    if values.max() <= 1.25 * top:
        top = float(values.max())
    width = _round_up((top + 1) / bins)
    edges = np.arange(0, int(np.ceil((top + 1) / width)) + 1) * width
    counts = np.histogram(values[values < edges[-1]], edges)[0]
    return LengthHistogram(
        edges=edges.tolist(), counts=counts.tolist(), beyond=int((values >= edges[-1]).sum())
    )


def _round_up(width: float) -> int:
    """Return ``width`` rounded up to 1, 2, 5, 10, 20, 50..."""
    size = 1
    while True:
        for step in (1, 2, 5):
            if step * size >= width:
                return step * size
        size *= 10
