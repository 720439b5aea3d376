"""Error slices: the error on parts of a split, and the parts with the highest error.

A *slice* is the set of texts that meet one or two conditions, such as "longer than 40 tokens". Reporting the worst of
many slices reports noise: among a hundred slices of equal true error, some look bad by chance. Therefore slices are
selected on one random half of the texts and measured on the other half (sample splitting: Cox 1975, "A note on
data-dependent choice"). Slices may overlap, as in Slice Finder (Chung et al. 2019, section 3).

On the second half each slice is compared with the remaining texts, one-sided. The p values are Holm-adjusted (1979) for
the selected slices, not for all candidates. Holm is preferred to Benjamini-Hochberg because few slices are reported and
users act on each: it is worth more that none of them is false, with 95 % certainty, than that few are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine import random_streams
from engine.analysis.verdicts.statistics import adjust_holm, half_widths, wilson_interval
from engine.json_types import JsonObject

Codes = NDArray[np.int64]
Floats = NDArray[np.float64]

MIN_TEXTS = 20
"""Minimum number of texts of a slice in the half on which it is selected."""
MAX_SLICES = 8
"""Number of slices selected on one half and measured on the other."""
_MIN_SCORE = 1.64
"""Standard errors by which a selected slice must be worse than the rest of its half."""
_MAX_OVERLAP = 0.5
"""Overlap of two slices (Jaccard index) above which the second is a duplicate of the first."""


@dataclass(frozen=True, eq=False)
class SliceFeature:
    """Feature that divides texts into slices.

    Attributes:
        name: name for ``--by``.
        title: title for people.
        values: the names of its slices, in order.
        codes: the slice of each text, int64 [n], an index into ``values``, or -1 for none.
        searched: whether the search for worst slices includes it.
    """

    name: str
    title: str
    values: tuple[str, ...]
    codes: Codes
    searched: bool = True


@dataclass(frozen=True)
class SliceCondition:
    """Condition of a slice: the name and title of a feature, and its value."""

    feature: str
    title: str
    value: str

    def __str__(self) -> str:
        return f"{self.title}: {self.value}"


@dataclass(frozen=True)
class SliceResult:
    """Mean error of a slice.

    Attributes:
        value: the name of the slice.
        texts: its number of texts.
        mean: error in percent, or the mean of the measure.
        low, high: its 95 % interval. None for fewer than two texts, unless the measure is an error rate.
    """

    value: str
    texts: int
    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class WorstSlice:
    """Slice selected on one half of the texts and measured on the other.

    Attributes:
        conditions: one or two conditions that its texts meet.
        search_texts, search_mean: size and mean on the half of the selection. The mean is biased by the selection.
        result: the result on the other half.
        rest: mean of the remaining texts of the other half.
        p: one-sided p that the slice is no worse than the rest. None if the other half has too few of its texts.
        adjusted_p: the same, Holm-adjusted for all selected slices.
    """

    conditions: tuple[SliceCondition, ...]
    search_texts: int
    search_mean: float
    result: SliceResult
    rest: float
    p: float | None
    adjusted_p: float | None

    @property
    def confirmed(self) -> bool:
        """Whether the slice is significantly worse than the rest (adjusted p < 5 %)."""
        return self.adjusted_p is not None and self.adjusted_p < 0.05

    def as_json(self) -> JsonObject:
        """Return the fields as JSON values."""
        return {
            "conditions": [{"feature": each.feature, "value": each.value} for each in self.conditions],
            "name": self.result.value,
            "texts": self.result.texts,
            "value": self.result.mean,
            "interval": [self.result.low, self.result.high],
            "rest": self.rest,
            "p": self.p,
            "adjusted_p": self.adjusted_p,
            "confirmed": self.confirmed,
            "found_on": {"texts": self.search_texts, "value": self.search_mean},
        }


def measure_texts(name: str, costs: Floats, are_errors: bool) -> SliceResult:
    """Return the mean of ``costs`` [k] with its 95 % interval, if there are enough texts.

    Args:
        name: name of the slice.
        costs: the measure of each text. With ``are_errors``: 100 for a wrong text, 0 for a right one.
        are_errors: use the interval of a proportion (Wilson 1927), else that of a mean (Student's t).
    """
    if not len(costs):
        return SliceResult(name, 0, float("nan"), None, None)
    mean = float(costs.mean())
    if are_errors:
        return SliceResult(
            name, len(costs), mean, *wilson_interval(round(mean * len(costs) / 100), len(costs))
        )
    half = half_widths(costs[:, None], interval=True)
    if half is None or np.isnan(half[0]):
        return SliceResult(name, len(costs), mean, None, None)
    return SliceResult(name, len(costs), mean, mean - float(half[0]), mean + float(half[0]))


def measure_slices(feature: SliceFeature, costs: Floats, are_errors: bool) -> list[SliceResult]:
    """Return the results of the non-empty slices of one feature, in order."""
    results = [
        measure_texts(value, costs[feature.codes == code], are_errors)
        for code, value in enumerate(feature.values)
    ]
    return [result for result in results if result.texts]


def find_worst_slices(
    features: Sequence[SliceFeature],
    costs: Floats,
    are_errors: bool,
    *,
    max_slices: int = MAX_SLICES,
    seed: int = 0,
) -> list[WorstSlice]:
    """Return the slices that are worse than the other texts, lowest p first.

    Args:
        features: features of n texts. Only those that are ``searched`` give conditions.
        costs: the measure of each text, float64 [n], finite, see ``measure_texts``.
        are_errors: whether costs are 100 or 0.
        max_slices: largest number of slices.
        seed: seed of the random halves.
    """
    in_half = random_streams.generator(seed, "error slices").permutation(len(costs)) % 2 == 0
    candidates = [each for each in features if each.searched]
    slices = _choose(list(_candidates(candidates, costs, in_half)), in_half, max_slices)
    drafts = []
    for conditions, is_inside in slices:
        test_half, search_half = is_inside & ~in_half, is_inside & in_half
        rest = costs[~is_inside & ~in_half]
        name = ", ".join(map(str, conditions))
        p = _one_sided_p(costs[test_half], rest, are_errors) if min(test_half.sum(), len(rest)) >= 2 else None
        drafts.append(
            (conditions, int(search_half.sum()), float(costs[search_half].mean()),
             measure_texts(name, costs[test_half], are_errors), float(rest.mean()), p)
        )  # fmt: skip
    adjusted = adjust_holm([draft[-1] for draft in drafts])
    worst = [WorstSlice(*draft, adjusted_p=each) for draft, each in zip(drafts, adjusted, strict=True)]
    return sorted(
        worst, key=lambda each: (2.0 if each.adjusted_p is None else each.adjusted_p, -each.result.mean)
    )


_Mask = NDArray[np.bool_]
_Candidate = tuple[float, tuple[SliceCondition, ...], _Mask]


def _candidates(features: Sequence[SliceFeature], costs: Floats, in_half: _Mask) -> Iterator[_Candidate]:
    """Yield (score, conditions, texts) for single conditions and pairs that look worse than the rest.

    The score is the difference from the other texts in standard errors, with the variance of all texts. A pair must be
    worse than each of its conditions alone.
    """
    base, spread = costs[in_half], float(costs[in_half].std())
    if not spread:
        return
    singles: dict[tuple[int, int], float] = {}
    for number, feature in enumerate(features):
        sums, counts = _sums(feature.codes[in_half], len(feature.values), base)
        for code, value in enumerate(feature.values):
            if MIN_TEXTS <= counts[code] < len(base):
                singles[number, code] = sums[code] / counts[code]
                score = _score(sums[code], counts[code], base, spread)
                if score >= _MIN_SCORE:
                    yield score, (SliceCondition(feature.name, feature.title, value),), feature.codes == code
    for (i, a), (j, b) in combinations(enumerate(features), 2):
        width = len(b.values)
        codes = np.where((a.codes < 0) | (b.codes < 0), -1, a.codes * width + b.codes)
        sums, counts = _sums(codes[in_half], len(a.values) * width, base)
        for code in np.flatnonzero(counts >= MIN_TEXTS).tolist():
            first, second = divmod(code, width)
            parents = [singles.get((i, first)), singles.get((j, second))]
            mean = sums[code] / counts[code]
            if any(parent is None or mean <= parent for parent in parents):
                continue
            score = _score(sums[code], counts[code], base, spread)
            if score >= _MIN_SCORE:
                conditions = (
                    SliceCondition(a.name, a.title, a.values[first]),
                    SliceCondition(b.name, b.title, b.values[second]),
                )
                yield score, conditions, codes == code


def _sums(codes: Codes, count: int, costs: Floats) -> tuple[Floats, Codes]:
    """Return the sum of costs and the number of texts of each code, [count] each. Texts with code -1 are ignored."""
    is_known = codes >= 0
    sums = np.bincount(codes[is_known], weights=costs[is_known], minlength=count).astype(np.float64)
    return sums, np.bincount(codes[is_known], minlength=count).astype(np.int64)


def _score(total: float, count: int, base: Floats, spread: float) -> float:
    rest = len(base) - count
    if rest <= 0:
        return 0.0
    difference = total / count - (base.sum() - total) / rest
    return float(difference / (spread * np.sqrt(1 / count + 1 / rest)))


def _choose(
    candidates: list[_Candidate], in_half: _Mask, max_slices: int
) -> list[tuple[tuple[SliceCondition, ...], _Mask]]:
    """Return the candidates with the highest scores that do not largely overlap a better one."""
    selected: list[tuple[tuple[SliceCondition, ...], _Mask]] = []
    for _, conditions, mask in sorted(candidates, key=lambda candidate: (-candidate[0], len(candidate[1]))):
        if len(selected) == max_slices:
            break
        texts = mask & in_half
        if all(
            (texts & other).sum() <= _MAX_OVERLAP * (texts | (other & in_half)).sum() for _, other in selected
        ):
            selected.append((conditions, mask))
    return selected


def _one_sided_p(costs: Floats, rest: Floats, are_errors: bool) -> float:
    """Return the one-sided p of ``costs`` > ``rest``: Fisher's exact test of errors, Welch's test of means."""
    from scipy import stats

    if are_errors:
        wrong, rest_wrong = round(costs.sum() / 100), round(rest.sum() / 100)
        table = [[wrong, len(costs) - wrong], [rest_wrong, len(rest) - rest_wrong]]
        return float(stats.fisher_exact(table, alternative="greater").pvalue)
    p = float(stats.ttest_ind(costs, rest, equal_var=False, alternative="greater").pvalue)
    return 1.0 if np.isnan(p) else p
