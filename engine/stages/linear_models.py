"""Linear models on fixed features, for every kind of label, with scikit-learn and without torch.

They return logits in the form that the labels' objective expects (``engine.objectives``), so that losses, answers and
metrics are computed as in any other run.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import StratifiedKFold
from threadpoolctl import threadpool_limits

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from engine.objectives.base import LabelObjective

FOLDS = 5
STRENGTHS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
"""Values of C, the inverse strength of the L2 penalty, for standardised features. The strongest comes first."""
DEFAULT_STRENGTH = 0.03
"""Strength where none can be compared by cross-validation."""
MAX_COMPARED = 2000
"""Maximum number of texts for comparing settings. The best C does not depend on it."""
ITERATIONS = 1000
_FOLD_SEED = 0
"""Seed of the folds. It is constant, so a baseline does not depend on the seed of a run."""

Matrix: TypeAlias = "np.ndarray | csr_matrix"
LogitFunction = Callable[["Matrix"], np.ndarray]
"""Returns the logits [n, K] of features [n, W]."""
Loss = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""Returns the loss of each text, [n], of logits [n, K] and targets [n] (or [n, C])."""


@dataclass(frozen=True)
class FittedModel:
    """A linear model.

    Attributes:
        logits: function that returns the logits of features.
        models: scikit-learn's models: one, or one per label or threshold.
        converged: whether all of them have converged.
    """

    logits: LogitFunction
    models: tuple[LogisticRegression | Ridge | None, ...]
    converged: bool = True


@dataclass(frozen=True)
class ChosenSetting:
    """The chosen features and strength, with the mean held-out loss of every compared pair."""

    features: str
    strength: float
    losses: Mapping[tuple[str, float], float]


def fit_linear(objective: str, features: Matrix, targets: np.ndarray, strength: float) -> FittedModel:
    """Return the linear model of ``objective`` with the inverse penalty ``strength`` (C).

    Single-label: logistic regression, multinomial for three or more classes. Multi-label: a logistic regression per
    label. Ordinal: one per threshold, on the texts above the previous threshold (CORN). Regression: ridge regression on
    standardised targets, with the penalty 1/C.

    Args:
        objective: the kind of a label objective: ``single_label``, ``multi_label``, ``ordinal`` or ``regression``.
        features: features of n texts, [n, W]; a NumPy array or a sparse matrix.
        targets: class numbers [n], rows of 0 and 1 [n, C], or numbers [n]. Every class has a text.
    """
    if objective == "regression":
        scaled = (targets - targets.mean()) / targets.std()
        ridge = Ridge(alpha=1 / strength).fit(features, scaled)
        return FittedModel(lambda x: np.asarray(ridge.predict(x), np.float64)[:, None], (ridge,))
    if objective == "single_label":
        model, converged = fit_logistic(features, targets, strength)
        assert model is not None
        return FittedModel(lambda x: _class_logits(model, x), (model,), converged)
    if objective == "multi_label":
        parts = [fit_logistic(features, column, strength) for column in targets.T.astype(np.int64)]
        shares = targets.mean(0)
    else:
        rows_above = [np.flatnonzero(targets >= k) for k in range(int(targets.max()))]
        parts = [
            fit_logistic(features[rows], (targets[rows] > k).astype(np.int64), strength)
            for k, rows in enumerate(rows_above)
        ]
        shares = np.array([(targets[rows] > k).mean() for k, rows in enumerate(rows_above)])
    # A label that all texts have, or none, has no model but a constant: its smoothed log odds.
    constant = np.log((shares * len(targets) + 0.5) / ((1 - shares) * len(targets) + 0.5))
    models = tuple(model for model, _ in parts)

    def logits(x: Matrix) -> np.ndarray:
        columns = [
            np.full(x.shape[0], base) if model is None else model.decision_function(x)
            for model, base in zip(models, constant, strict=True)
        ]
        return np.stack(columns, axis=1)

    return FittedModel(logits, models, all(converged for _, converged in parts))


def fit_logistic(
    features: Matrix, labels: np.ndarray, strength: float
) -> tuple[LogisticRegression | None, bool]:
    """Return the model and whether it has converged. The model is None where all labels are equal."""
    if len(np.unique(labels)) < 2:
        return None, True
    # For products this small, several threads cost more than they gain, most of all on a busy machine.
    with warnings.catch_warnings(record=True) as caught, threadpool_limits(1):
        warnings.simplefilter("always", ConvergenceWarning)
        model = LogisticRegression(C=strength, max_iter=ITERATIONS).fit(features, labels)
    return model, not any(issubclass(each.category, ConvergenceWarning) for each in caught)


def _class_logits(model: LogisticRegression, features: Matrix) -> np.ndarray:
    scores = model.decision_function(features)
    return np.stack([np.zeros_like(scores), scores], axis=1) if scores.ndim == 1 else scores


def np_loss(objective: LabelObjective) -> Loss:
    """Return the loss of ``objective`` for NumPy arrays."""

    def loss(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
        import torch  # here: the commonest baseline, of classes by words, does without

        losses: np.ndarray = objective.loss(
            torch.from_numpy(logits), torch.from_numpy(targets), "none"
        ).numpy()
        return losses

    return loss


def standardise(train: Matrix, *others: Matrix) -> list[Matrix]:
    """Return the features of all splits, float32, with mean 0 and standard deviation 1 in ``train``.

    A feature that differs only by rounding carries no information and becomes 0. Sparse counts are unchanged.
    """
    if not isinstance(train, np.ndarray):
        return [train, *others]
    mean, deviation = train.mean(0, dtype=np.float64), train.std(0, dtype=np.float64)
    deviation = np.where(deviation > 1e-6 * np.maximum(np.abs(mean), 1e-6), deviation, np.inf)
    return [((each - mean) / deviation).astype(np.float32) for each in (train, *others)]


def folds(strata: np.ndarray, count: int = FOLDS) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield training and held-out indices of ``count`` folds, stratified by ``strata``.

    There are fewer folds where the largest group has fewer texts, and none where it has one. Groups with fewer texts
    than folds are never held out, so every class always has training texts.
    """
    sizes = np.bincount(strata)
    count = min(count, int(sizes.max()))
    if count < 2:
        return
    large, small = np.flatnonzero(sizes[strata] >= count), np.flatnonzero(sizes[strata] < count)
    splitter = StratifiedKFold(count, shuffle=True, random_state=_FOLD_SEED)
    for train, held_out in splitter.split(large, strata[large]):
        yield np.concatenate([large[train], small]), large[held_out]


def choose_setting(
    objective: str,
    features: Mapping[str, Matrix],
    targets: np.ndarray,
    strata: np.ndarray,
    loss: Loss,
    strengths: Sequence[float] = STRENGTHS,
) -> ChosenSetting:
    """Return the kind of features and the strength with the lowest loss on held-out texts (cross-validation).

    At most about ``MAX_COMPARED`` texts are used, stratified by group. Strengths are compared in ascending order
    until the loss rises, since it has a single minimum.

    Args:
        objective: see ``fit_linear``.
        features: features of n texts by kind, float [n, W]. Sparse ones are not standardised.
        targets, strata: their targets, and the group of each, int64 [n].
        loss: loss of logits and targets.
        strengths: the strengths to compare, ascending.
    """
    sample = _sample(strata)
    parts = [(sample[a], sample[b]) for a, b in folds(strata[sample])]
    losses: dict[tuple[str, float], float] = {}
    if not parts:
        return ChosenSetting(next(iter(features)), DEFAULT_STRENGTH, losses)
    for name, values in features.items():
        scaled = [standardise(values[a], values[b]) for a, b in parts]
        last_loss = np.inf
        for strength in strengths:
            held_out = [
                loss(fit_linear(objective, x, targets[a], strength).logits(y), targets[b])
                for (x, y), (a, b) in zip(scaled, parts, strict=True)
            ]
            losses[name, strength] = mean_loss = float(np.concatenate(held_out).mean())
            if mean_loss > last_loss:
                break
            last_loss = mean_loss
    best = min(losses, key=lambda pair: losses[pair])
    return ChosenSetting(*best, losses)


def _sample(strata: np.ndarray) -> np.ndarray:
    """Return the indices, ascending, of about ``MAX_COMPARED`` texts at most, stratified, at least one per group."""
    if len(strata) <= MAX_COMPARED:
        return np.arange(len(strata))
    shuffled = np.random.default_rng(_FOLD_SEED).permutation(len(strata))
    by_group = shuffled[np.argsort(strata[shuffled], kind="stable")]
    ranks = np.linspace(0, len(strata) - 1, MAX_COMPARED).round().astype(np.int64)
    first_rows = np.unique(strata, return_index=True)[1]  # the smallest groups too
    return np.union1d(by_group[ranks], first_rows)
