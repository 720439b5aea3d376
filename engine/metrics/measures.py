"""The built-in metrics for classes, label sets, ranks, numbers and probabilities."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from engine.metrics.base import ClassCounts, Outcomes, register_metric

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

_on_test = partial(register_metric, occasion="test", tabulated=False)


@register_metric(
    title="error", unit="%", direction="min", needs="totals", targets=("class",),
    complement="accuracy", counts_errors=True,
)  # fmt: skip
def error(outcomes: Outcomes) -> float:
    """Percentage of texts whose class is predicted wrongly."""
    assert outcomes.correct is not None
    return 100 * ((outcomes.count - outcomes.correct) / outcomes.count)


@register_metric(
    title="accuracy", unit="%", direction="max", needs="totals", targets=("class", "token", "next_sentence"),
    tabulated=False,
)  # fmt: skip
def accuracy(outcomes: Outcomes) -> float:
    """Percentage of correct answers: 100 minus the error."""
    assert outcomes.correct is not None
    return 100 * outcomes.correct / outcomes.count


MAX_EXPONENT = 700.0
"""Limit of exponents: exp of larger values overflows in double precision."""


@register_metric(title="loss", direction="min", needs="totals", digits=3)
def loss(outcomes: Outcomes) -> float:
    """The mean loss that training lowers, in the unit of its objective."""
    return outcomes.loss / outcomes.count


@register_metric(title="perplexity", direction="min", needs="totals", targets=("token",))
def perplexity(outcomes: Outcomes) -> float:
    """The number of equally likely words with the same uncertainty: exp of the mean loss."""
    return math.exp(min(outcomes.loss / outcomes.count, MAX_EXPONENT))


def precision_by_class(counts: ClassCounts) -> np.ndarray:
    """Return the precision of each class from 0 to 1, float64 [C]."""
    return _ratio(counts.right, counts.predicted)


def recall_by_class(counts: ClassCounts) -> np.ndarray:
    """Return the recall of each class from 0 to 1, float64 [C]."""
    return _ratio(counts.right, counts.true)


def f1_by_class(counts: ClassCounts) -> np.ndarray:
    """Return the harmonic mean of precision and recall of each class, float64 [C].

    Example: targets [0, 1, 1] and predictions [0, 1, 0] give [2/3, 2/3].
    """
    return _ratio(2 * counts.right, counts.predicted + counts.true)


def _ratio(part: np.ndarray, total: np.ndarray) -> np.ndarray:
    import numpy as np

    return np.divide(part, total, out=np.zeros(len(total)), where=total > 0)


def _masked_mean(values: np.ndarray, mask: np.ndarray) -> float:
    return float(values[mask].mean()) if mask.any() else math.nan


def _by_class_name(outcomes: Outcomes, values: np.ndarray) -> Mapping[str, float]:
    return {name: 100 * float(value) for name, value in zip(outcomes.classes, values, strict=True)}


@register_metric(title="macro F1", unit="%", direction="max", targets=("class", "labels"))
def macro_f1(outcomes: Outcomes) -> float:
    """The mean over classes of F1, the harmonic mean of precision and recall: rare classes count as much as others."""
    counts = outcomes.class_counts()
    return 100 * _masked_mean(f1_by_class(counts), counts.predicted + counts.true > 0)


@_on_test(title="weighted F1", unit="%", direction="max", targets=("class", "labels"))
def weighted_f1(outcomes: Outcomes) -> float:
    """The mean over classes of F1, each class weighted by the number of its texts."""
    counts = outcomes.class_counts()
    total = int(counts.true.sum())
    return 100 * float(f1_by_class(counts) @ counts.true / total) if total else math.nan


@_on_test(title="micro F1", unit="%", direction="max", targets=("class", "labels"), occasion="request")
def micro_f1(outcomes: Outcomes) -> float:
    """F1 of all decisions together; where each text has exactly one class it equals the accuracy."""
    counts = outcomes.class_counts()
    decisions = int(counts.true.sum() + counts.predicted.sum())
    return 200 * float(counts.right.sum()) / decisions if decisions else math.nan


@_on_test(title="balanced accuracy", unit="%", direction="max", targets=("class",))
def balanced_accuracy(outcomes: Outcomes) -> float:
    """The mean over classes of recall; guessing one class gives 100 / number of classes (Brodersen et al. 2010)."""
    counts = outcomes.class_counts()
    return 100 * _masked_mean(recall_by_class(counts), counts.true > 0)


@_on_test(title="Matthews correlation", direction="max", digits=3, targets=("class",))
def matthews_correlation(outcomes: Outcomes) -> float:
    """The correlation of true and predicted classes, −1 to 1; 0 for guessing (Matthews 1975; Gorodkin 2004, eq. 8)."""
    counts = outcomes.confusion().astype(float)
    true, predicted, total = counts.sum(axis=1), counts.sum(axis=0), counts.sum()
    covariance = counts.trace() * total - true @ predicted
    spread = (total**2 - true @ true) * (total**2 - predicted @ predicted)
    return float(covariance / math.sqrt(spread)) if spread > 0 else 0.0


_register_by_class = partial(
    register_metric,
    unit="%",
    direction="max",
    targets=("class", "labels"),
    occasion="request",
    by_class=True,
    tabulated=False,
)


@_register_by_class(title="precision")
def precision(outcomes: Outcomes) -> Mapping[str, float]:
    """Precision of each class: percentage of the texts predicted as it that belong to it."""
    return _by_class_name(outcomes, precision_by_class(outcomes.class_counts()))


@_register_by_class(title="recall")
def recall(outcomes: Outcomes) -> Mapping[str, float]:
    """Recall of each class: percentage of its texts that are predicted as it."""
    return _by_class_name(outcomes, recall_by_class(outcomes.class_counts()))


@_register_by_class(title="F1")
def f1(outcomes: Outcomes) -> Mapping[str, float]:
    """F1 of each class: the harmonic mean of its precision and recall, in percent."""
    return _by_class_name(outcomes, f1_by_class(outcomes.class_counts()))


BINS = 15
"""Bins of equal width, as in Guo et al. 2017."""


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Texts whose confidence lies in one bin.

    Attributes:
        low, high: ends of the bin. ``low`` is excluded, except 0 in the first bin.
        texts: number of texts.
        confidence: mean probability of the predicted class, 0 to 1.
        accuracy: share of correct predictions, 0 to 1.
    """

    low: float
    high: float
    texts: int
    confidence: float
    accuracy: float


def reliability_curve(outcomes: Outcomes, bins: int = BINS) -> tuple[ReliabilityBin, ...]:
    """Return the non-empty bins of confidence, from the lowest (Guo et al. 2017, 2).

    Example: with one bin, a wrong prediction at confidence 0.9 and a right one at 1.0 give
    ``ReliabilityBin(0, 1, 2, 0.95, 0.5)``.
    """
    import numpy as np

    assert outcomes.probabilities is not None and outcomes.targets is not None
    assert outcomes.predicted is not None
    # The answer may differ from the most likely class, by a decision rule or the median of ordered classes.
    confidence = outcomes.probabilities[np.arange(outcomes.count), outcomes.predicted].astype(np.float64)
    right = np.asarray(outcomes.predicted == outcomes.targets)
    bin_indices = np.clip(np.ceil(confidence * bins).astype(np.int64) - 1, 0, bins - 1)
    return tuple(
        ReliabilityBin(
            number / bins,
            (number + 1) / bins,
            int(in_bin.sum()),
            float(confidence[in_bin].mean()),
            float(right[in_bin].mean()),
        )
        for number in range(bins)
        if (in_bin := bin_indices == number).any()
    )


@_on_test(title="Brier score", direction="min", digits=4, targets=("class",), needs="probabilities")
def brier(outcomes: Outcomes) -> float:
    """The mean squared distance of probabilities from what is true, summed over classes: 0 to 2 (Brier 1950)."""
    import numpy as np

    assert outcomes.probabilities is not None and outcomes.targets is not None
    probs = outcomes.probabilities.astype(np.float64)
    probs[np.arange(outcomes.count), outcomes.targets] -= 1.0
    return float((probs**2).sum(axis=1).mean())


@_on_test(title="calibration error", unit="%", direction="min", targets=("class",), needs="probabilities")
def calibration_error(outcomes: Outcomes) -> float:
    """The mean distance of confidence from accuracy over 15 bins of confidence, in points (ECE, Guo et al. 2017)."""
    bins = reliability_curve(outcomes)
    return 100 * sum(each.texts * abs(each.confidence - each.accuracy) for each in bins) / outcomes.count


def _values(outcomes: Outcomes) -> tuple[np.ndarray, np.ndarray]:
    assert outcomes.targets is not None and outcomes.predicted is not None
    return outcomes.targets.astype("float64"), outcomes.predicted.astype("float64")


def mean_ranks(values: np.ndarray) -> np.ndarray:
    """Return the ranks of ``values`` [n] from 1, float64 [n]. Equal values share their mean rank.

    Example: [3, 1, 3] gives [2.5, 1, 2.5].
    """
    import numpy as np

    _, index, ties = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(ties) - (ties - 1) / 2)[index], np.float64)


@register_metric(title="RMSE", direction="min", digits=4, targets=("number",))
def rmse(outcomes: Outcomes) -> float:
    """The root of the mean squared distance from the true number, in its unit."""
    targets, predicted = _values(outcomes)
    return math.sqrt(float(((targets - predicted) ** 2).mean()))


@register_metric(title="MAE", direction="min", digits=4, targets=("number",))
def mae(outcomes: Outcomes) -> float:
    """The mean absolute distance from the true number, in its unit."""
    targets, predicted = _values(outcomes)
    return float(abs(targets - predicted).mean())


@register_metric(title="R²", direction="max", digits=4, targets=("number",))
def r2(outcomes: Outcomes) -> float:
    """The share of the variance that is explained; 0 is that of predicting the split's mean, below is worse."""
    targets, predicted = _values(outcomes)
    variance = float(((targets - targets.mean()) ** 2).sum())
    return 1 - float(((targets - predicted) ** 2).sum()) / variance if variance > 0 else math.nan


@register_metric(title="Spearman correlation", direction="max", digits=4, targets=("number",))
def spearman(outcomes: Outcomes) -> float:
    """The correlation of the ranks of true and predicted numbers, −1 to 1 (Spearman 1904)."""
    true, predicted = (mean_ranks(each) for each in _values(outcomes))
    true, predicted = true - true.mean(), predicted - predicted.mean()
    spread = math.sqrt(float(true @ true) * float(predicted @ predicted))
    return float(true @ predicted) / spread if spread > 0 else math.nan


def area_under_roc(positive: np.ndarray, scores: np.ndarray) -> float:
    """Return the area under the ROC curve, NaN if all texts or none are positive.

    It is the share of pairs of a ``positive`` (bool [n]) and a negative text in which the former has the higher score
    (float [n]). Ties count one half. This is the Mann-Whitney statistic (Hanley & McNeil 1982).

    Example: positive [T, F, F] with scores [0.5, 0.5, 0.1] has one correct pair and one tie: 0.75.
    """
    positives = int(positive.sum())
    pairs = positives * (len(positive) - positives)
    if not pairs:
        return math.nan
    return float((mean_ranks(scores)[positive].sum() - positives * (positives + 1) / 2) / pairs)


def area_under_precision(positive: np.ndarray, scores: np.ndarray) -> float:
    """Return the average precision, NaN if all texts or none are positive.

    It is the sum of precision times gain of recall over the distinct scores, from the highest, without interpolation.

    Example: positive [T, F, T] with scores [0.9, 0.8, 0.7] gives 1 · 1/2 + 2/3 · 1/2 = 5/6.
    """
    import numpy as np

    positives = int(positive.sum())
    if not 0 < positives < len(positive):
        return math.nan
    order = np.argsort(-scores, kind="stable")
    is_last = np.append(scores[order][1:] != scores[order][:-1], True)  # of equal scores
    hits = np.cumsum(positive[order])[is_last]
    retrieved = np.flatnonzero(is_last) + 1
    return float((np.diff(hits, prepend=0) * hits / retrieved).sum() / positives)


@_on_test(title="ROC AUC", direction="max", digits=4, targets=("class", "labels"), needs="probabilities")
def roc_auc(outcomes: Outcomes) -> float:
    """How often a text of a class has a higher probability of it than another text; the mean over classes."""
    return _mean_of_defined(roc_auc_by_class(outcomes))


@_on_test(
    title="average precision", direction="max", digits=4, targets=("class", "labels"), needs="probabilities"
)
def average_precision(outcomes: Outcomes) -> float:
    """The area under the curve of precision over recall; the mean over classes."""
    return _mean_of_defined(average_precision_by_class(outcomes))


def roc_auc_by_class(outcomes: Outcomes) -> list[float]:
    """Return the area under the ROC curve of each class against all others, NaN if undefined."""
    return _by_class(outcomes, area_under_roc)


def average_precision_by_class(outcomes: Outcomes) -> list[float]:
    """Return the average precision of each class against all others, NaN if undefined."""
    return _by_class(outcomes, area_under_precision)


def _by_class(outcomes: Outcomes, area: Callable[[np.ndarray, np.ndarray], float]) -> list[float]:
    probs, targets = outcomes.probabilities, outcomes.targets
    assert probs is not None and targets is not None
    return [
        area(targets == c if targets.ndim == 1 else targets[:, c] > 0, probs[:, c])
        for c in range(probs.shape[1])
    ]


def _mean_of_defined(values: list[float]) -> float:
    defined = [value for value in values if not math.isnan(value)]
    return sum(defined) / len(defined) if defined else math.nan


@register_metric(title="subset accuracy", unit="%", direction="max", targets=("labels",))
def subset_accuracy(outcomes: Outcomes) -> float:
    """Percentage of texts whose predicted labels are exactly the true ones (exact match)."""
    assert outcomes.targets is not None and outcomes.predicted is not None
    return 100 * float(((outcomes.targets > 0) == (outcomes.predicted > 0)).all(axis=1).mean())


@register_metric(title="Hamming loss", unit="%", direction="min", targets=("labels",), tabulated=False)
def hamming_loss(outcomes: Outcomes) -> float:
    """Percent of decisions, one for each text and label, that are wrong (Tsoumakas & Katakis 2007)."""
    assert outcomes.targets is not None and outcomes.predicted is not None
    return 100 * float(((outcomes.targets > 0) != (outcomes.predicted > 0)).mean())


@register_metric(
    title="label ranking average precision", direction="max", digits=4, targets=("labels",),
    needs="probabilities", tabulated=False,
)  # fmt: skip
def lrap(outcomes: Outcomes) -> float:
    """Share of true labels among those ranked at least as high as a true one; the mean over true labels and texts.

    It needs no threshold. A text that has all labels or none counts 1, as no order could be wrong (Schapire & Singer
    2000, Tsoumakas et al. 2010).

    Example: targets [1, 0, 1] with probabilities [0.9, 0.8, 0.7] give (1/1 + 2/3) / 2 = 5/6.
    """
    import numpy as np

    assert outcomes.targets is not None and outcomes.probabilities is not None
    true, probs = outcomes.targets > 0, outcomes.probabilities
    total = 0.0
    for is_true, row in zip(true, probs, strict=True):
        count = int(is_true.sum())
        if count in (0, len(is_true)):
            total += 1.0
            continue
        # Ties count as ranked above, for the true labels and for all.
        above = row[None, :] >= row[is_true][:, None]
        total += float(np.mean(above[:, is_true].sum(axis=1) / above.sum(axis=1)))
    return total / outcomes.count


@register_metric(title="mean distance in ranks", direction="min", digits=3, targets=("rank",))
def rank_mae(outcomes: Outcomes) -> float:
    """How many ranks the answer is from the true class, on average: 0 is right, 1 a neighbouring class."""
    assert outcomes.targets is not None and outcomes.predicted is not None
    return float(abs(outcomes.targets.astype("int64") - outcomes.predicted.astype("int64")).mean())


@register_metric(title="quadratic weighted kappa", direction="max", digits=3, targets=("rank",))
def quadratic_kappa(outcomes: Outcomes) -> float:
    """Agreement beyond chance, where an answer counts by the square of its distance in ranks: 1 is perfect, 0 chance.

    1 − Σ w_ij O_ij / Σ w_ij E_ij, w_ij = (i − j)², O the confusion matrix and E that of independent answers with the
    same margins (Cohen 1968). Not defined where all labels and answers are one class.
    """
    import numpy as np

    counts = outcomes.confusion().astype(np.float64)
    ranks = np.arange(len(counts))
    weights = (ranks[:, None] - ranks[None, :]) ** 2
    by_chance = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    expected = float((weights * by_chance).sum())
    return 1 - float((weights * counts).sum()) / expected if expected > 0 else math.nan
