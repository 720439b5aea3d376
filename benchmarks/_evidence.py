"""Records of measured runs in this repository: their figures, and the test texts that each answered wrongly.

With them anyone can compute the intervals again without data and training, and measurements can be split between
machines: runs in ``benchmarks/real_data/measured/QUESTION.json`` are not trained again. The records contain no texts.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from benchmarks._queue import processor_seconds

if TYPE_CHECKING:
    from engine.analysis.verdicts.crossed_effects import CrossedEstimate
    from engine.analysis.verdicts.statistics import Spread
    from engine.analysis.verdicts.tested_runs import TestedRuns
    from engine.analysis.verdicts.verdict import MetricDifference
    from engine.store import Store
    from engine.store.rows import RunRow, StageRow
    from engine.store.summaries import PredictionSet


@dataclass(frozen=True)
class MeasuredRun:
    """One finished run.

    Attributes:
        name: name of the run in its sweep, without the name of the experiment.
        seed: seed of the run.
        texts: fingerprint of its test texts and their labels.
        count: T, the number of test texts.
        wrong: flags of the T test texts that were answered wrongly, in the order of the file: bits, base64.
        measures: measures of forgetting by name, empty without probes.
        processor_s: processor time of its process.
        torch: version of torch that trained it.
        general: fingerprint of the passages of general text on which language was measured. Empty without passages, and
            where it was not recorded (until November 2026).
        processor: the processor or GPU that trained it, and the precision of its products. Empty where it was not
            recorded (until 26 November 2026).
        lost: by earlier task, identified by the fingerprint of its test texts: their number ``count``, and flags of
            those ``lost`` since the task's best and ``gained``: bits, base64. Empty where the run has no earlier task,
            and where it was not recorded (until 26 November 2026).
    """

    name: str
    seed: int
    texts: str
    count: int
    wrong: str
    measures: dict[str, float] = field(default_factory=dict)
    processor_s: float = 0.0
    torch: str = ""
    general: str = ""
    processor: str = ""
    lost: dict[str, dict[str, str | int]] = field(default_factory=dict)

    @property
    def variant(self) -> str:
        """The name without the seed, which repetitions share."""
        return variant_of(self.name, self.seed)

    @property
    def wrong_texts(self) -> NDArray[np.float64]:
        """1 for each of the T test texts that was answered wrongly, otherwise 0."""
        return _read_bits(self.wrong, self.count)

    @property
    def lost_points(self) -> tuple[NDArray[np.float64], ...]:
        """For each earlier task, sorted by name: 100 for a lost test text, −100 for a gained one, otherwise 0.

        The mean over tasks of their means is F.
        """
        return tuple(
            100 * (_read_bits(str(bits["lost"]), size) - _read_bits(str(bits["gained"]), size))
            for _, bits in sorted(self.lost.items())
            if (size := int(bits["count"]))
        )

    @property
    def error(self) -> float:
        """Test error in percent."""
        return 100 * float(self.wrong_texts.mean())


def _bits(flags: NDArray[np.bool_]) -> str:
    return base64.b64encode(np.packbits(flags).tobytes()).decode("ascii")


def _read_bits(text: str, count: int) -> NDArray[np.float64]:
    bits = np.frombuffer(base64.b64decode(text), np.uint8)
    return np.unpackbits(bits, count=count).astype(np.float64)


def variant_of(name: str, seed: int) -> str:
    """Return the name of a run without its seed."""
    return ", ".join(part for part in name.split(", ") if part != f"seed {seed}")


def plan_hash(template: str) -> str:
    """Return the hash that identifies a plan. Runs of another plan are different runs."""
    return hashlib.sha256(template.encode("utf-8")).hexdigest()[:16]


def read_evidence(file: Path, template: str) -> list[MeasuredRun]:
    """Return the runs in ``file``, none if there is no file. Ends the benchmark if the plan has changed."""
    if not file.exists():
        return []
    table = json.loads(file.read_text(encoding="utf-8"))
    if table["plan"] != plan_hash(template):
        raise SystemExit(f"{file.name} was measured with another plan: remove it, or take the plan back.")
    return [MeasuredRun(**run) for run in table["runs"]]


def write_evidence(file: Path, template: str, measured: Sequence[MeasuredRun]) -> None:
    """Write ``measured`` in the order of their names, one run per line."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps(asdict(run), ensure_ascii=False) for run in sorted(measured, key=lambda run: run.name)
    ]
    runs = ",\n  ".join(lines)
    file.write_text(f'{{"plan": "{plan_hash(template)}", "runs": [\n  {runs}\n]}}\n', encoding="utf-8")


def read_test_answers(store: Store, run: RunRow) -> PredictionSet:
    """Return a run's answers on its test texts, in the order of the source. Ends the benchmark if there are none."""
    from engine.store import summaries

    tested = summaries.read_predictions(store, run.id, "test")
    if tested is None:
        raise SystemExit(f"run {run.id} has no answers on test texts.")
    order = np.argsort(tested.rows, kind="stable")
    fields = {
        name: getattr(tested, name)[order] for name in ("rows", "labels", "predicted", "confidence", "losses")
    }
    return replace(tested, **fields)


def estimate_points(differences: Sequence[NDArray[np.float64]]) -> CrossedEstimate:
    """Estimate a difference in points with its noise, as verdicts do, from those of T texts [T] with S seeds each."""
    from engine.analysis.verdicts.crossed_effects import estimate_difference

    return estimate_difference([[100 * np.stack(differences)]], pseudo_range=100.0)


def measure(store: Store, run: RunRow) -> MeasuredRun:
    """Return the record of a finished run."""
    from engine.analysis.forgetting.lost_texts import read_lost_texts
    from engine.analysis.forgetting.measured import read_forgetting
    from engine.store import runs
    from engine.store.test_looks import fingerprint_texts

    answers = read_test_answers(store, run)
    wrong = answers.labels != answers.predicted
    forgetting = read_forgetting(store, [run.id])[run.id]
    (lost_texts,) = read_lost_texts(store, [forgetting])
    stages = runs.list_stages(store, run.id)
    measures = {
        "perplexity, factor": forgetting.factor,
        "hidden words found before, %": forgetting.accuracy_before,
        "hidden words found, %": forgetting.accuracy_after,
        "forgetting of earlier tasks, points": forgetting.forgetting,
        "drift": forgetting.drift,
        "CKA": forgetting.similarity,
        "attention changed, bits": forgetting.attention,
        **{f"{name}, read linearly, error %": after for name, (_, after) in forgetting.knowledge.items()},
    }
    return MeasuredRun(
        run.name.partition(": ")[2],
        run.seed,
        fingerprint_texts(answers.rows, answers.labels, answers.classes),
        len(wrong),
        _bits(wrong),
        {name: round(float(value), 6) for name, value in measures.items() if value is not None},
        round(processor_seconds(store, run.id), 1),
        runs.package_versions(store, run.id).get("torch", ""),
        general_text(stages),
        trained_on(stages),
        {}
        if lost_texts is None
        else {
            texts: {"count": len(points), "lost": _bits(points > 0), "gained": _bits(points < 0)}
            for texts, points in zip(lost_texts.texts, lost_texts.since_best, strict=True)
        },
    )


def general_text(stages: Sequence[StageRow]) -> str:
    """Return the fingerprint of the passages on which the probe of a run measured language, empty if there are none."""
    for stage in reversed(stages):
        probes = stage.info.get("probes")
        retention = probes.get("retention") if isinstance(probes, dict) else None
        if isinstance(retention, dict):
            return str(retention["fingerprint"])
    return ""


def trained_on(stages: Sequence[StageRow]) -> str:
    """Return the processors or GPUs that trained the stages of a run and their precision, such as ``H100, bf16``."""
    found = [stage.info.get("computation") for stage in stages]
    return "; ".join(
        dict.fromkeys(f"{each['processor']}, {each['precision']}" for each in found if isinstance(each, dict))
    )


def by_variant(measured: Sequence[MeasuredRun]) -> dict[str, list[MeasuredRun]]:
    """Return the runs of each variant in the order of their seeds."""
    runs_by_variant: dict[str, list[MeasuredRun]] = {}
    for run in sorted(measured, key=lambda run: run.seed):
        runs_by_variant.setdefault(run.variant, []).append(run)
    return runs_by_variant


def differences(variants: Mapping[str, Sequence[MeasuredRun]]) -> dict[str, MetricDifference]:
    """Return the difference of each variant's test error from that of the first with the same test texts, seeds paired.

    They are judged as on the Compare page, those on the same texts together (docs/statistics.md). A variant with fewer
    than two seeds in common with the first is left out.
    """
    from engine.analysis.verdicts.verdict import correct_family, judge_strategies

    families: dict[str, dict[str, TestedRuns]] = {}
    for name, runs in variants.items():
        family = families.setdefault(runs[0].texts, {})
        if not family or len({run.seed for run in runs} & set(next(iter(family.values())).seeds)) >= 2:
            family[name] = _as_tested_runs(runs)
    results: dict[str, MetricDifference] = {}
    for (_, baseline), *rest in (family.items() for family in families.values()):
        results |= correct_family(judge_strategies(dict(rest), baseline))
    return results


def _as_tested_runs(runs: Sequence[MeasuredRun]) -> TestedRuns:
    """Return runs in the form that verdicts use. Each has trained all of its stages by itself."""
    from engine.analysis.verdicts.tested_runs import TestedRuns

    wrong = np.stack([100 * run.wrong_texts for run in runs]).astype(np.float32)
    return TestedRuns(((),) * len(runs), tuple(run.seed for run in runs), (wrong,))


def forgetting_differences(variants: Mapping[str, Sequence[MeasuredRun]]) -> dict[str, MetricDifference]:
    """Return the difference of F of each variant from that of the first, over seeds and test texts, seeds paired.

    They are judged together, as forgetting reports do (docs/statistics.md). Left out are variants with fewer than two
    seeds in common with the first whose lost texts were recorded for the same texts.
    """
    from engine.analysis.forgetting.forgetting_verdict import TASK_FORGETTING
    from engine.analysis.verdicts.tested_runs import TestedRuns
    from engine.analysis.verdicts.verdict import correct_family, judge_runs

    def tested(runs: Mapping[int, MeasuredRun], seeds: Sequence[int]) -> TestedRuns:
        tasks = zip(*(runs[seed].lost_points for seed in seeds), strict=True)
        values = tuple(np.stack(each).astype(np.float32) for each in tasks)
        return TestedRuns(((),) * len(seeds), tuple(seeds), values)

    base, *others = variants
    reference = {run.seed: run for run in variants[base] if run.lost}
    results = {}
    for name in others:
        own = {run.seed: run for run in variants[name]}
        seeds = [
            seed
            for seed in sorted(own.keys() & reference.keys())
            if own[seed].lost.keys() == reference[seed].lost.keys()
        ]
        seeds = [seed for seed in seeds if reference[seed].lost.keys() == reference[seeds[0]].lost.keys()]
        if len(seeds) > 1:
            results[name] = judge_runs(tested(own, seeds), tested(reference, seeds), metric=TASK_FORGETTING)
    return correct_family(results)


def forgetting_table(measured: Sequence[MeasuredRun], order: Sequence[str]) -> str:
    """Return a Markdown table of F of the variants in ``order`` relative to the first, empty if none were recorded."""
    runs_by_name = by_variant(measured)
    variants = {name: runs_by_name[name] for name in dict.fromkeys(order) if name in runs_by_name}
    diffs = forgetting_differences(variants) if variants else {}
    if not diffs:
        return ""
    base = next(iter(variants))
    heads = [f"F beside {base}", "points (95 % over seeds and texts)", "Holm's p", "verdict"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, diff in diffs.items():
        points = f"{diff.mean:+.2f} ({diff.low:+.2f} to {diff.high:+.2f})"
        lines.append(f"| {name} | {points} | {diff.p:.4f} | {diff.answer} |")
    return "\n".join(lines)


def table(measured: Sequence[MeasuredRun], order: Sequence[str]) -> str:
    """Return a Markdown table of the variants in ``order``: test error, difference from the first, other measures.

    Errors and measures are means ± sample standard deviations over seeds. Factors are geometric means with their 95 %
    t-intervals over seeds, because mean and noise of a factor are those of its logarithm. Below it, each undecided
    difference is listed with the runs that would be needed to decide it.
    """
    runs_by_name = by_variant(measured)
    variants = {name: runs_by_name[name] for name in dict.fromkeys(order) if name in runs_by_name}
    diffs = differences(variants)
    names = list(dict.fromkeys(name for run in measured for name in run.measures))
    judged = ["to the first, points (95 %)", "Holm's p", "verdict"]
    heads = ["run", "seeds", "test error, %", "per seed", *judged, *map(_head, names)]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for name, runs in variants.items():
        errors = [run.error for run in runs]
        one = diffs.get(name)
        values = [[run.measures[each] for run in runs if each in run.measures] for each in names]
        cells = [
            name,
            ", ".join(str(run.seed) for run in runs),
            _spread(errors),
            ", ".join(f"{error:.2f}" for error in errors),
            f"{one.mean:+.2f} ({one.low:+.2f} to {one.high:+.2f})" if one else "",
            f"{one.p:.4f}" if one else "",
            one.answer if one else "",
            *(
                _factors(measured_values) if is_factor(each) else _spread(measured_values, digits=3)
                for each, measured_values in zip(names, values, strict=True)
            ),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    notes = [f"- {name}: {one.needed.to_sentence()}" for name, one in diffs.items() if one.needed is not None]
    notes += _text_mismatch_note(variants)
    return "\n".join([*lines, "", *notes] if notes else lines)


@dataclass(frozen=True)
class MeasureDifference:
    """The difference of a measure between a variant and the first: Student's t over the differences of equal seeds.

    It covers seeds alone. The texts or passages of the measurement are taken as given, so the interval is too narrow
    for others, and it is no verdict of docs/statistics.md.

    Attributes:
        mean: mean of the differences, or if ``is_ratio`` the ratio of the geometric means.
        low, high: ends of the 95 % interval, likewise of the ratio. None where the differences are equal, which says
            nothing about their noise.
        adjusted_p: Holm's p over all variants that are compared with the first. None where there is no interval.
    """

    mean: float
    low: float | None
    high: float | None
    adjusted_p: float | None
    is_ratio: bool

    def __str__(self) -> str:
        def text(value: float) -> str:
            return _figure(value) if self.is_ratio else f"{value:+.3g}"

        if self.low is None or self.high is None:
            return f"{text(self.mean)} (no interval: the same for all seeds)"
        p = "" if self.adjusted_p is None else f", p {self.adjusted_p:.4f}"
        return f"{text(self.mean)} ({text(self.low)} to {text(self.high)}){p}"

    @property
    def is_none(self) -> bool:
        """Whether the measure is the same."""
        return self.mean == (1.0 if self.is_ratio else 0.0)


def measure_differences(
    variants: Mapping[str, Sequence[MeasuredRun]], measure: str
) -> dict[str, MeasureDifference]:
    """Return the difference of a measure of each variant from that of the first, over seeds alone.

    Runs of equal seeds with the same general text are paired. A variant with fewer than two such pairs is left out.
    """
    from scipy import stats

    from engine.analysis.verdicts.statistics import adjust_holm, geometric_spread, spread

    is_ratio = is_factor(measure)
    base, *rest = variants
    spreads: dict[str, tuple[Spread, float | None]] = {}
    for name in rest:
        base_runs = {(run.seed, run.general): run for run in variants[base] if measure in run.measures}
        pairs = [
            (run.measures[measure], base_runs[run.seed, run.general].measures[measure])
            for run in variants[name]
            if measure in run.measures and (run.seed, run.general) in base_runs
        ]
        if len(pairs) < 2:
            continue
        x, y = np.array(pairs).T
        result = geometric_spread(x / y) if is_ratio else spread(x - y)
        assert result is not None
        if is_ratio:
            x, y = np.log(x), np.log(y)
        spreads[name] = result, None if result.half_interval is None else float(stats.ttest_rel(x, y).pvalue)
    adjusted = adjust_holm([p for _, p in spreads.values()])
    return {
        name: MeasureDifference(result.mean, *result.bounds(interval=True), p, is_ratio)
        for (name, (result, _)), p in zip(spreads.items(), adjusted, strict=True)
    }


def measure_table(measured: Sequence[MeasuredRun], order: Sequence[str]) -> str:
    """Return a Markdown table of the measures of the variants in ``order`` relative to the first, or an empty string.

    Its noise is that of seeds alone (``MeasureDifference``). Factors are divided by that of the first, and from all
    other measures that of the first is subtracted.
    """
    runs_by_name = by_variant(measured)
    variants = {name: runs_by_name[name] for name in dict.fromkeys(order) if name in runs_by_name}
    names = list(dict.fromkeys(name for run in measured for name in run.measures))
    results = {name: measure_differences(variants, name) for name in names}
    results = {name: each for name, each in results.items() if not all(one.is_none for one in each.values())}
    if not results:
        return ""
    base, *rest = variants
    head = f"beside {base}: 95 % and Holm's p over seeds alone"
    lines = [f"| {head} | {' | '.join(results)} |", "|---" * (len(results) + 1) + "|"]
    for name in rest:
        cells = [str(each[name]) if name in each else "" for each in results.values()]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _text_mismatch_note(variants: Mapping[str, Sequence[MeasuredRun]]) -> list[str]:
    """Report the runs that measured language on another general text than the first, which are not comparable."""
    runs = [run for variant_runs in variants.values() for run in variant_runs if run.measures]
    names = [f"{run.variant} ({run.seed})" for run in runs if run.general != runs[0].general]
    text = (
        "- Language was measured on another general text than that of the first run, so not comparably, by: "
    )
    return [text + ", ".join(names)] if names else []


def is_factor(measure: str) -> bool:
    """Return whether a measure is a factor relative to an earlier value."""
    return measure.endswith(", factor")


def _head(measure: str) -> str:
    return f"{measure}, geometric mean (95 % over seeds)" if is_factor(measure) else measure


def _figure(value: float) -> str:
    """Return three significant digits, or all digits before the point if there are more."""
    return f"{value:#.3g}".rstrip(".") if abs(value) < 999.5 else f"{value:,.0f}"


def _factors(values: Sequence[float]) -> str:
    """Return the geometric mean and its 95 % interval over seeds, the mean alone where the noise is unknown."""
    from engine.analysis.verdicts.statistics import geometric_spread

    spread = geometric_spread(values)
    if spread is None:
        return ""
    low, high = spread.bounds(interval=True)
    interval = "" if low is None or high is None else f" ({_figure(low)} to {_figure(high)})"
    return f"{_figure(spread.mean)}{interval}"


def _spread(values: Sequence[float], digits: int = 2) -> str:
    """Return mean ± sample standard deviation."""
    if not values:
        return ""
    mean = f"{np.mean(values):.{digits}f}"
    return mean if len(values) < 2 else f"{mean} ± {np.std(values, ddof=1):.{digits}f}"
