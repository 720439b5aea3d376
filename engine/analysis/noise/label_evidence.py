"""Evidence of label errors: confident learning, out-of-fold predictions, and near-duplicates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine import random_streams
from engine.progress import ReportProgress, ignore_progress
from engine.spec.data import DataSource
from engine.spec.stages.linear_baseline import LinearBaseline

Floats = NDArray[np.float64]
Classes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LabelIssues:
    """Result of confident learning on n labels of C classes.

    Attributes:
        thresholds: mean probability of each class over its own texts, float64 [C], NaN for an empty class.
        joint: the confident joint, counts of given (rows) and true classes (columns), int64 [C, C].
        suggested: the estimated true class of each text, int64 [n]. It is the given class without contrary evidence.
        margins: probability of the suggested class minus that of the given class, float64 [n]. It may be negative if
            the given class has a higher threshold.
        class_counts: number of texts with each given label, float64 [C].
    """

    thresholds: Floats
    joint: Classes
    suggested: Classes
    margins: Floats

    class_counts: Floats

    @property
    def noise(self) -> float:
        """Estimated share of wrong labels: the joint off its diagonal, with rows scaled to the class counts."""
        totals = self.joint.sum(1)
        wrong = 1 - np.diag(self.joint) / np.maximum(totals, 1)
        return float((self.class_counts * wrong)[totals > 0].sum() / max(1.0, self.class_counts.sum()))


def find_label_issues(labels: Classes, probabilities: Floats) -> LabelIssues:
    """Return the labels [n] that conflict with out-of-sample ``probabilities`` [n, C].

    Example: labels [0, 0, 1] with probabilities [.9 .1], [.2 .8], [.3 .7] have thresholds .55 and .7. Text 0 counts as
    class 0, text 1 as class 1 with margin .6, text 2 as class 1: the joint is [[1, 1], [0, 1]].
    """
    count, width = probabilities.shape
    class_counts = np.bincount(labels, minlength=width).astype(np.float64)
    label_probs = probabilities[np.arange(count), labels]
    with np.errstate(invalid="ignore"):
        thresholds = np.bincount(labels, weights=label_probs, minlength=width) / class_counts
    # An empty class has no threshold and is never reached.
    is_reached = probabilities >= np.where(np.isnan(thresholds), np.inf, thresholds) - 1e-12
    likeliest = np.where(is_reached, probabilities, -1.0).argmax(1)
    suggested = np.where(is_reached.any(1), likeliest, labels).astype(np.int64)
    joint = np.zeros((width, width), np.int64)
    has_class = is_reached.any(1)
    np.add.at(joint, (labels[has_class], suggested[has_class]), 1)
    margins = probabilities[np.arange(count), suggested] - label_probs
    return LabelIssues(thresholds, joint, suggested, margins, class_counts)


FOLDS = 5
STRENGTH = 10.0
"""Inverse strength of the L2 penalty. It is fixed, because validation labels are as noisy as training labels."""


def assign_folds(
    labels: NDArray[np.int64], keys: NDArray[np.uint64], folds: int, seed: int = 0
) -> NDArray[np.int64]:
    """Return the fold of each text, int64 [n]. Folds are stratified by class and grouped by equal texts (``keys``).

    Otherwise a text would be predicted by the label of its copy, right or wrong.
    """
    _, first_index, group = np.unique(keys, return_index=True, return_inverse=True)
    order = random_streams.generator(seed, "folds").permutation(len(first_index))
    order = order[np.argsort(labels[first_index[order]], kind="stable")]
    fold = np.empty(len(first_index), np.int64)
    fold[order] = np.arange(len(first_index)) % folds
    return fold[group]


def predict_out_of_fold(
    texts: Sequence[str],
    labels: NDArray[np.int64],
    keys: NDArray[np.uint64],
    classes: int,
    *,
    folds: int = FOLDS,
    seed: int = 0,
    report: ReportProgress = ignore_progress,
) -> NDArray[np.float64]:
    """Return class probabilities for each text, float64 [n, C], from logistic regression on TF-IDF.

    The texts of each fold are predicted by a model of the other folds. A class missing there has probability 0.

    Args:
        texts, labels: n texts and their given classes.
        keys: equal for equal texts, see ``assign_folds``.
        classes: number of classes C.
        folds, seed: number of folds and seed of their assignment.
        report: progress callback.
    """
    from engine.stages.linear_baseline import fit_model, make_vectorizer, term_unit

    stage = LinearBaseline(data=DataSource(source="texts"))
    unit = term_unit(stage, texts)
    fold = assign_folds(labels, keys, folds, seed)
    probs = np.zeros((len(labels), classes), np.float64)
    for number in range(folds):
        report("Predicting labels by words", number, folds)
        is_held_out = fold == number
        if not is_held_out.any() or len(np.unique(labels[~is_held_out])) < 2:
            continue
        vectorizer = make_vectorizer(stage, unit)
        features = vectorizer.fit_transform([texts[i] for i in np.flatnonzero(~is_held_out).tolist()])
        model, _ = fit_model(stage, STRENGTH, features, labels[~is_held_out])
        held_out_features = vectorizer.transform([texts[i] for i in np.flatnonzero(is_held_out).tolist()])
        rows = np.flatnonzero(is_held_out)
        probs[rows[:, None], model.classes_[None, :]] = model.predict_proba(held_out_features)
    return probs


THRESHOLD = 0.8
_PERMUTATIONS = 128
_MARGIN = 0.2
"""Reduction of the hashing threshold, since MinHash misses a fifth of the pairs exactly at its threshold."""
_WORDS = 3
_CHARACTERS = 5
_MIN_SHINGLES = 5
"""Minimum number of shingles for a comparison. Shorter texts may differ by a single word."""
_REPORT_EVERY = 2000
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class NearDuplicate:
    """Positions of two texts, ``first`` < ``second``, and the Jaccard index of their shingles."""

    first: int
    second: int
    similarity: float


def find_near_duplicates(
    texts: Sequence[str],
    *,
    report: ReportProgress = ignore_progress,
) -> list[NearDuplicate]:
    """Return the pairs of texts with a similarity of at least ``THRESHOLD``. Equal texts are paired with the first.

    Case, punctuation and blanks are ignored. Texts without blanks between words (20 letters or more per word on
    average) are compared by sequences of five characters.
    """
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=THRESHOLD - _MARGIN, num_perm=_PERMUTATIONS)
    shingles_of: dict[int, frozenset[str]] = {}
    first_of: dict[frozenset[str], int] = {}
    pairs = []
    for position, text in enumerate(texts):
        if position % _REPORT_EVERY == 0:
            report("Looking for near-duplicates", position, len(texts))
        shingles = text_shingles(text)
        if len(shingles) < _MIN_SHINGLES:
            continue
        if shingles in first_of:
            pairs.append(NearDuplicate(first_of[shingles], position, 1.0))
            continue
        first_of[shingles] = position
        sketch = MinHash(num_perm=_PERMUTATIONS, seed=1)
        sketch.update_batch([shingle.encode("utf-8", "surrogatepass") for shingle in shingles])
        for candidate in sorted(index.query(sketch)):
            similarity = len(shingles & shingles_of[candidate]) / len(shingles | shingles_of[candidate])
            if similarity >= THRESHOLD:
                pairs.append(NearDuplicate(candidate, position, similarity))
        index.insert(position, sketch)
        shingles_of[position] = shingles
    return pairs


def text_shingles(text: str) -> frozenset[str]:
    """Return the sequences of three words of a text, or of five characters if it has no blanks between words."""
    words = _WORD.findall(text.casefold())
    if sum(map(len, words)) >= 20 * max(1, len(words)):
        letters = "".join(words)
        return frozenset(letters[i : i + _CHARACTERS] for i in range(len(letters) - _CHARACTERS + 1))
    return frozenset(" ".join(words[i : i + _WORDS]) for i in range(len(words) - _WORDS + 1))
