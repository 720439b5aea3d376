"""Rows of the training, validation and test splits, as pure functions of labels and seed.

All draws are stratified and nested: with the same seed, a smaller share or subset is part of a larger one.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from engine import random_streams
from engine.errors import UserError
from engine.spec.data import DataSource, rows_of_percent, smallest_percent

TEST_SHARE = 0.1
"""Share held out for the final test when a data set has no test split."""


def stratified_order(labels: np.ndarray, seed: int, stream: str) -> np.ndarray:
    """Return a random order of all rows, int64 [n], of which every prefix is stratified.

    It begins with one row of each class, so even the smallest subset has every class.
    """
    random = random_streams.generator(seed, stream)
    shuffled = random.permutation(len(labels))
    index_type = np.int32 if len(labels) < 2**31 else np.int64
    by_class = shuffled[np.argsort(labels[shuffled], kind="stable")].astype(index_type)
    del shuffled  # frees memory for millions of rows
    ordered = labels[by_class]
    starts = np.flatnonzero(np.concatenate([np.ones(len(ordered[:1]), bool), ordered[1:] != ordered[:-1]]))
    del ordered
    position = random.random(len(labels))
    for start, stop in pairwise([*starts.tolist(), len(labels)]):
        position[start:stop] += np.arange(stop - start)
        position[start:stop] /= stop - start
    # Positions ascend within a class, so each class is spread evenly. Its first row moves to the front.
    position[starts] -= 1
    return by_class[np.argsort(position, kind="stable")].astype(np.int64)


def _exclude(rows: np.ndarray, excluded: np.ndarray) -> np.ndarray:
    """Return ``rows`` without ``excluded``, in the same order."""
    is_free = np.ones(1 + max(rows.max(initial=0), excluded.max(initial=0)), bool)
    is_free[excluded] = False
    return rows[is_free[rows]]


def _count_classes(labels: np.ndarray) -> int:
    """Return the number of distinct labels. Without ``return_counts``, numpy would import masked arrays."""
    return len(np.unique(labels, return_counts=True)[0])


def draw_held_out(labels: np.ndarray, share: float, seed: int, stream: str) -> np.ndarray:
    """Return a stratified random ``share`` of the rows, in the order drawn, int64 [k].

    From each class with at least two rows, at least one row is drawn and at least one remains. No row is drawn from
    classes with a single row.
    """
    counts = np.bincount(labels, minlength=1)
    if (counts == 1).any():
        rows = np.flatnonzero(counts[labels] > 1)
        order = rows[stratified_order(labels[rows], seed, stream)]
    else:
        order = stratified_order(labels, seed, stream)
    if not len(order):
        return order
    count = max(1, round(share * len(labels)), int((counts > 1).sum()))
    # The last row of each class in this order is never drawn. (For repeated indices the last assignment applies.)
    last = np.zeros(len(counts), np.int64)
    last[labels[order]] = np.arange(len(order))
    is_drawn = np.ones(len(order), bool)
    is_drawn[last[counts > 1]] = False
    return order[is_drawn][:count]


def draw_subset(
    labels: np.ndarray, rows: np.ndarray, count: int, seed: int, stream: str, *, name: str
) -> np.ndarray:
    """Return a stratified subset of ``count`` ``rows``, or all of them for 0.

    Raises UserError when there are too few rows.
    """
    if count == 0:
        return rows
    if count > len(rows):
        raise too_few_rows(name, count, len(rows))
    return rows[stratified_order(labels[rows], seed, stream)[:count]]


def too_few_rows(name: str, requested: int, available: int) -> UserError:
    """Return the error for a subset larger than its split."""
    return UserError(
        f"{requested:,} {name} rows are requested, but there are only {available:,}.",
        place=f"{name}_rows",
        remedy=f"Set it to {available:,} or less, or to 0 for all.",
    )


def count_training_rows(labels: np.ndarray, rows: int, percent: float) -> int:
    """Return the requested number of the n training rows, given as a number (0: all) or a percentage of n.

    Raises UserError, with the smallest possible number, when it is smaller than the number of classes.
    """
    classes, total = _count_classes(labels), len(labels)
    if percent >= 100:
        if 0 < rows < classes:
            raise UserError(
                f"{rows:,} training rows cannot hold an example of each of the {classes} classes.",
                place="train_rows",
                remedy=f"Set it to {classes} or more.",
            )
        return rows
    count = rows_of_percent(percent, total)
    if count < classes:
        raise UserError(
            f"{percent:g} % of {total:,} training rows are {count:,}, which cannot hold an example of each of the "
            f"{classes} classes.",
            place="train_percent",
            remedy=f"Set it to {smallest_percent(classes, total):g} % or more.",
        )
    return count


def make_splits(
    labels: dict[str, np.ndarray], source: DataSource
) -> tuple[dict[str, tuple[str, np.ndarray]], list[str]]:
    """Return the part of the source and the ascending rows of each split, and notes.

    Without a test part, ``TEST_SHARE`` of the training part is held out first. Validation and test rows are independent
    of the size and draw of the training subset, so few-shot runs are selected and compared on the same rows.

    Args:
        labels: class numbers of each part of the source: "train", and optionally "validation" and "test".
        source: declares the held-out shares, and the sizes and draw of subsets. Subsets of one draw are nested.
    """
    seed, share, draw = source.split_seed, source.validation_share, source.draw
    notes: list[str] = []
    all_labels = labels["train"]
    train = np.arange(len(all_labels))
    if "test" in labels:
        test_part, test = "test", np.arange(len(labels["test"]))
    else:
        test_part, test = "train", draw_held_out(all_labels, TEST_SHARE, seed, "test split")
        train = _exclude(train, test)
        notes.append(
            f"There is no test split: {len(test):,} rows ({100 * TEST_SHARE:g} %) were held out for it, "
            f"{'stratified, ' if _count_classes(all_labels) > 1 else ''}seed {seed}."
        )
    test = draw_subset(labels[test_part], test, source.test_rows, seed, "test rows", name="test")
    train_count = count_training_rows(all_labels[train], source.train_rows, source.train_percent)
    if "validation" in labels:
        part, validation = "validation", np.arange(len(labels["validation"]))
        validation = draw_subset(
            labels[part], validation, source.validation_rows, seed, "validation rows", name="validation"
        )
    else:
        part = "train"
        validation = train[:0]
        if share:
            validation = train[draw_held_out(all_labels[train], share, seed, "split")]
        train = _exclude(train, validation)
        if source.validation_rows > len(validation):
            raise too_few_rows("validation", source.validation_rows, len(validation))
        # In the order of the draw, every prefix is stratified.
        validation = validation[: source.validation_rows or len(validation)]
    if source.train_percent < 100:
        train_count = min(train_count, len(train))
    train = draw_subset(
        all_labels, train, train_count, seed, f"train rows {draw}" if draw else "train rows", name="train"
    )
    if train_count and len(validation) > len(train):
        notes.append(
            f"The validation split ({len(validation):,} rows) is larger than the {len(train):,} training rows; "
            "Validation rows makes it smaller."
        )
    result = {
        "train": ("train", np.sort(train)),
        "validation": (part, np.sort(validation)),
        "test": (test_part, np.sort(test)),
    }
    for name, (_, rows) in result.items():
        if not len(rows) and (name != "validation" or share):
            largest = np.bincount(all_labels).max(initial=0)
            raise UserError(
                f"the {name} split would have no rows: the largest class has {largest:,}, and each drawn "
                "split takes at least one row of every class.",
                place="data",
                remedy="Name files for the others (--set data.test=FILE, --set data.validation=FILE; in the window "
                "Test file and Validation file), use more rows, or put rare classes together.",
            )
    return result, notes
