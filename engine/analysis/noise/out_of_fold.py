"""Probabilities of classes for every text by a linear model that did not learn it: k-fold cross-validation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine import random_streams
from engine.progress import ReportProgress, ignore_progress
from engine.spec.data import DataSource
from engine.spec.stages.linear_baseline import LinearBaseline

FOLDS = 5
STRENGTH = 10.0
"""Inverse strength of the L2 penalty: fixed, for what validation would choose by has the same wrong labels."""


def assign_folds(
    labels: NDArray[np.int64], keys: NDArray[np.uint64], folds: int, seed: int = 0
) -> NDArray[np.int64]:
    """Return the fold of each text, int64 [n]: equal texts (by key) in one, classes in their shares in all.

    A text whose copy had been learnt would be told by its copy's label, right or wrong.
    """
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    order = random_streams.generator(seed, "folds").permutation(len(first))
    order = order[np.argsort(labels[first[order]], kind="stable")]
    fold = np.empty(len(first), np.int64)
    fold[order] = np.arange(len(first)) % folds
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
    """Return the probability of each class for each text, float64 [n, C], by logistic regression on TF-IDF.

    Each fold's texts are predicted by a model of the other folds. A class that those do not have gets 0.

    Args:
        texts, labels: n texts and their given classes.
        keys: equal for equal texts, see ``assign_folds``.
        classes: C.
        folds, seed: of the division.
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
        held_out = vectorizer.transform([texts[i] for i in np.flatnonzero(is_held_out).tolist()])
        rows = np.flatnonzero(is_held_out)
        probs[rows[:, None], model.classes_[None, :]] = model.predict_proba(held_out)
    return probs
