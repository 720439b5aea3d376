"""Which rows are for training, validation and test: pure functions of labels and seed.

All draws are stratified, and nested: a smaller share or subset is a part of a larger one with the same seed.
"""

from __future__ import annotations

import numpy as np

from engine import rng
from engine.errors import UserError

TEST_SHARE = 0.1
"""Held out for the final test when a data set has no test split."""


def stratified_order(labels: np.ndarray, seed: int, stream: str) -> np.ndarray:
    """A random order of all rows in which every beginning has the classes in their shares.

    The first rows are one of each class, so even the smallest subset knows every class. int64 [n].
    """
    random = rng.generator(seed, stream)
    shuffled = random.permutation(len(labels))
    by_class = shuffled[np.argsort(labels[shuffled], kind="stable")]
    _, first, counts = np.unique(labels[by_class], return_index=True, return_counts=True)
    rank = np.arange(len(labels)) - np.repeat(first, counts)
    position = (rank + random.random(len(labels))) / np.repeat(counts, counts)
    # Within a class positions rise with rank, so each class is spread evenly; rank 0 goes to the front.
    return by_class[np.argsort(np.where(rank == 0, position - 1, position), kind="stable")]


def held_out(labels: np.ndarray, share: float, seed: int, stream: str) -> np.ndarray:
    """A stratified random ``share`` of the rows, in the order drawn; int64 [k].

    At least one row of each class is drawn and at least one is left, where a class has two rows or more; classes
    with a single row are left whole.
    """
    rows = np.arange(len(labels))
    counts = np.bincount(labels, minlength=1)
    rows = rows[counts[labels] > 1]
    if not len(rows):
        return rows
    wanted = max(1, round(share * len(labels)))
    order = rows[stratified_order(labels[rows], seed, stream)]
    # The last row of each class in this order is never drawn.
    last = np.zeros(len(labels), bool)
    _, from_end = np.unique(labels[order][::-1], return_index=True)
    last[order[len(order) - 1 - from_end]] = True
    return order[~last[order]][: max(wanted, len(np.unique(labels[rows])))]


def subset(
    labels: np.ndarray, rows: np.ndarray, count: int, seed: int, stream: str, *, name: str
) -> np.ndarray:
    """``count`` of ``rows``, stratified; all of them when ``count`` is 0. Raises UserError when there are too few."""
    if count == 0:
        return rows
    if count > len(rows):
        raise UserError(
            f"{count:,} {name} rows are asked for, there are {len(rows):,}.",
            place=f"{name}_rows",
            remedy=f"Ask for at most {len(rows):,}, or 0 for all.",
        )
    return rows[stratified_order(labels[rows], seed, stream)[:count]]


def divide(
    labels: dict[str, np.ndarray],
    *,
    validation_share: float,
    seed: int,
    train_rows: int = 0,
    test_rows: int = 0,
) -> tuple[dict[str, tuple[str, np.ndarray]], list[str]]:
    """For each split, the part of the source it comes from and its rows there, ascending; and notes.

    Args:
        labels: class numbers of each part that the source has: "train", maybe "validation" and "test".
        validation_share: of the training rows, where the source has no validation part.

    Without a test part, ``TEST_SHARE`` of the training part is held out first. With ``train_rows`` the validation
    rows shrink in proportion (they are paid for too), and remain a part of those drawn for the whole.
    """
    notes: list[str] = []
    train = np.arange(len(labels["train"]))
    all_labels = labels["train"]
    result: dict[str, tuple[str, np.ndarray]] = {}
    if "test" in labels:
        test_part, test = "test", np.arange(len(labels["test"]))
    else:
        test_part, test = "train", held_out(all_labels, TEST_SHARE, seed, "test split")
        train = np.setdiff1d(train, test)
        notes.append(
            f"There is no test split: {len(test):,} rows ({TEST_SHARE:.0%}) were held out for it, stratified, "
            f"seed {seed}."
        )
    test = subset(labels[test_part], test, test_rows, seed, "test rows", name="test")
    if "validation" in labels:
        part, validation = "validation", np.arange(len(labels["validation"]))
        train = subset(all_labels, train, train_rows, seed, "train rows", name="train")
    else:
        part = "train"
        validation = train[held_out(all_labels[train], validation_share, seed, "split")]
        total = len(train)
        train = subset(
            all_labels, np.setdiff1d(train, validation), train_rows, seed, "train rows", name="train"
        )
        if train_rows:
            used = max(
                len(np.unique(all_labels)), round(train_rows * len(validation) / (total - len(validation)))
            )
            validation = validation[:used]
    result["train"] = ("train", np.sort(train))
    result["validation"] = (part, np.sort(validation))
    result["test"] = (test_part, np.sort(test))
    for name, (_, rows) in result.items():
        if not len(rows):
            raise UserError(
                f"the {name} split would have no rows.",
                place="data",
                remedy="Use more rows, or give a file of its own for this split.",
            )
    return result, notes
