"""Error slices: how wrong a model is on parts of a split, and the parts on which it is worst.

A *slice* is the texts that meet a condition, such as "longer than 40 tokens", or two conditions at once. To look at
many slices and report the worst is to report noise: of a hundred slices of equal true error some look bad by chance. So
slices are found on one random half of the texts and measured on the other, which had no part in the choice (sample
splitting: Cox 1975, "A note on data-dependent choice"). What is found may overlap and have one or two conditions, as in
Slice Finder (Chung et al. 2019, section 3). On the other half each is compared with the remaining texts, one-sided, and
the p values are corrected by Holm (1979) for the slices that were found, not for all that were looked at. Holm and not
Benjamini-Hochberg: few slices are reported and each is acted on by itself, so that no false one among them, with 95 %
certainty, is worth more than a small share of false ones.
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
"""Texts that a slice has at least in each half of the search."""
MAX_SLICES = 8
"""Slices that are taken over from one half to the other."""
_MIN_SCORE = 1.64
"""Standard errors by which a slice has to be worse than the rest of the half that it is found on."""
_MAX_OVERLAP = 0.5
"""Share of two slices' texts (Jaccard index) above which the second one is the first again."""


@dataclass(frozen=True, eq=False)
class SliceFeature:
    """Feature that sorts texts into slices.

    Attributes:
        name: as ``--by`` takes it.
        title: in words.
        values: the names of its slices, in order.
        codes: the slice of each text, int64 [n], an index into ``values``. -1: none.
        searched: whether the worst slices are looked for among its slices.
    """

    name: str
    title: str
    values: tuple[str, ...]
    codes: Codes
    searched: bool = True


@dataclass(frozen=True)
class SliceCondition:
    """One condition: the feature, by its name and title, and its value."""

    feature: str
    title: str
    value: str

    def __str__(self) -> str:
        return f"{self.title}: {self.value}"


@dataclass(frozen=True)
class SliceResult:
    """How wrong the texts of a slice are.

    Attributes:
        value: the name of the slice.
        texts: how many it has.
        mean: error in percent, or the mean of what is measured.
        low, high: its 95 % interval, None of fewer than two texts whose measure is no share.
    """

    value: str
    texts: int
    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class WorstSlice:
    """A slice found on one half of the texts, as the other half shows it.

    Attributes:
        conditions: one or two; its texts meet all.
        search_texts, search_mean: on the half that it was found on; chosen for being large, so no estimate.
        result: on the other half.
        rest: mean of the other texts of the other half.
        p: one-sided, that the slice is no worse than the rest, None where the other half has too few of its texts.
        adjusted_p: the same, corrected for all slices found (Holm).
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
        """Whether it is worse than the rest at 5 % after the correction."""
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
    """Return the mean of ``costs`` [k] with its 95 % interval, where one can be made.

    Args:
        name: of the slice.
        costs: 100 for a wrong text and 0 for a right one where ``are_errors``, else any measure of each text.
        are_errors: whether the interval is that of a share (Wilson 1927), or of a mean (Student's t).
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
    """Return the slices of one feature that have texts, in their order."""
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
    """Return the slices that are worse than the other texts, most confident first.

    Args:
        features: of n texts. Conditions are taken from those that are ``searched``.
        costs: how wrong each text is, float64 [n], finite, see ``measure_texts``.
        are_errors: whether they are 100 and 0.
        max_slices: slices that are found at most.
        seed: of the halves.
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
    """Yield (score, conditions, texts) of the single conditions and the pairs that look worse than the rest.

    The score is the difference from the other texts in standard errors, with the variance of all texts. A pair has to
    be worse than each of its conditions alone.
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
    """Return the sum of costs and the number of texts of each code, [count] each. Texts of code -1 are in none."""
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
    """Return the highest scores whose texts are not mostly those of a slice chosen before."""
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
    """Return the p that ``costs`` are no larger than ``rest``: Fisher's exact test of shares, Welch's of means."""
    from scipy import stats

    if are_errors:
        wrong, rest_wrong = round(costs.sum() / 100), round(rest.sum() / 100)
        table = [[wrong, len(costs) - wrong], [rest_wrong, len(rest) - rest_wrong]]
        return float(stats.fisher_exact(table, alternative="greater").pvalue)
    p = float(stats.ttest_ind(costs, rest, equal_var=False, alternative="greater").pvalue)
    return 1.0 if np.isnan(p) else p
