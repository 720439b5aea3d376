"""What measured runs leave in this repository: their figures, and which test texts each of them got wrong.

So intervals can be computed again by anyone, without data and training, and a measurement may be spread over machines:
runs that stand in ``benchmarks/real_data/measured/QUESTION.json`` need not be trained again. There are no texts in it.
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
        name: of the run without that of its experiment, as its sweep gives it.
        seed: of the run.
        texts: what its test texts and their labels are known by; equal where they are the same.
        count: T, the number of test texts.
        wrong: which of the T test texts were answered wrongly, in the order of the file: bits, base64.
        measures: what was measured of forgetting, by name; empty without probes.
        processor_s: processor time of its process.
        torch: the version that trained it.
        general: what the passages of general text are known by on which language was measured; empty without any, and
            where it was not kept (until November 2026).
        processor: the processor or GPU that trained it, and the precision of its products; empty where it was not kept
            (until 26 November 2026).
        lost: by earlier task, named by what its test texts are known by, their number ``count``, which of them were
            ``lost`` since the task's best and which ``gained``: bits, base64; empty where the run has no earlier task,
            and where it was not kept (until 26 November 2026).
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
        """What runs share that repeat one another."""
        return variant_of(self.name, self.seed)

    @property
    def wrong_texts(self) -> NDArray[np.float64]:
        """1 for each of the T test texts that was answered wrongly, else 0."""
        return _read_bits(self.wrong, self.count)

    @property
    def lost_points(self) -> tuple[NDArray[np.float64], ...]:
        """By earlier task, in the order of their names, 100 for each test text lost, −100 for each gained, else 0.

        The mean over tasks of their means is F.
        """
        return tuple(
            100 * (_read_bits(str(one["lost"]), size) - _read_bits(str(one["gained"]), size))
            for _, one in sorted(self.lost.items())
            if (size := int(one["count"]))
        )

    @property
    def error(self) -> float:
        """Test error in percent."""
        return 100 * float(self.wrong_texts.mean())


def _bits(chosen: NDArray[np.bool_]) -> str:
    return base64.b64encode(np.packbits(chosen).tobytes()).decode("ascii")


def _read_bits(text: str, count: int) -> NDArray[np.float64]:
    bits = np.frombuffer(base64.b64decode(text), np.uint8)
    return np.unpackbits(bits, count=count).astype(np.float64)


def variant_of(name: str, seed: int) -> str:
    """Return the name of a run without its seed."""
    return ", ".join(part for part in name.split(", ") if part != f"seed {seed}")


def plan_hash(template: str) -> str:
    """Return what a plan is known by: runs of another plan are other runs."""
    return hashlib.sha256(template.encode("utf-8")).hexdigest()[:16]


def read_evidence(file: Path, template: str) -> list[MeasuredRun]:
    """Return the runs that ``file`` holds; none where there is no file. Ends the benchmark if the plan has changed."""
    if not file.exists():
        return []
    table = json.loads(file.read_text(encoding="utf-8"))
    if table["plan"] != plan_hash(template):
        raise SystemExit(f"{file.name} was measured with another plan: remove it, or take the plan back.")
    return [MeasuredRun(**run) for run in table["runs"]]


def write_evidence(file: Path, template: str, measured: Sequence[MeasuredRun]) -> None:
    """Write ``measured`` in the order of their names, one run on a line."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps(asdict(run), ensure_ascii=False) for run in sorted(measured, key=lambda run: run.name)
    ]
    runs = ",\n  ".join(lines)
    file.write_text(f'{{"plan": "{plan_hash(template)}", "runs": [\n  {runs}\n]}}\n', encoding="utf-8")


def read_test_answers(store: Store, run: RunRow) -> PredictionSet:
    """Return a run's answers on its test texts, in the order of the source. Ends the benchmark where there are none."""
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
    """Return a difference in points with its noise, as verdicts do, from that of each text [T] with each of S seeds."""
    from engine.analysis.verdicts.crossed_effects import estimate_difference

    return estimate_difference([[100 * np.stack(differences)]], pseudo_range=100.0)


def measure(store: Store, run: RunRow) -> MeasuredRun:
    """Return what is kept of a finished run."""
    from engine.analysis.forgetting.lost_texts import read_lost_texts
    from engine.analysis.forgetting.measured import read_forgetting
    from engine.store import runs
    from engine.store.test_looks import fingerprint_texts

    tested = read_test_answers(store, run)
    wrong = tested.labels != tested.predicted
    record = read_forgetting(store, [run.id])[run.id]
    (lost,) = read_lost_texts(store, [record])
    stages = runs.list_stages(store, run.id)
    found = {
        "perplexity, factor": record.factor,
        "hidden words found before, %": record.accuracy_before,
        "hidden words found, %": record.accuracy_after,
        "forgetting of earlier tasks, points": record.forgetting,
        "drift": record.drift,
        "CKA": record.similarity,
        "attention changed, bits": record.attention,
        **{f"{name}, read linearly, error %": after for name, (_, after) in record.knowledge.items()},
    }
    return MeasuredRun(
        run.name.partition(": ")[2],
        run.seed,
        fingerprint_texts(tested.rows, tested.labels, tested.classes),
        len(wrong),
        _bits(wrong),
        {name: round(float(value), 6) for name, value in found.items() if value is not None},
        round(processor_seconds(store, run.id), 1),
        runs.package_versions(store, run.id).get("torch", ""),
        general_text(stages),
        trained_on(stages),
        {}
        if lost is None
        else {
            texts: {"count": len(points), "lost": _bits(points > 0), "gained": _bits(points < 0)}
            for texts, points in zip(lost.texts, lost.since_best, strict=True)
        },
    )


def general_text(stages: Sequence[StageRow]) -> str:
    """Return what the passages are known by on which a run measured language, as its probe did; empty without any."""
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
    found: dict[str, list[MeasuredRun]] = {}
    for run in sorted(measured, key=lambda run: run.seed):
        found.setdefault(run.variant, []).append(run)
    return found


def differences(variants: Mapping[str, Sequence[MeasuredRun]]) -> dict[str, MetricDifference]:
    """Return how each variant's test error differs from that of the first with the same test texts, seeds paired.

    They are judged as Compare does, those on the same texts together (docs/statistics.md). A variant with fewer than
    two seeds in common with the first is left out.
    """
    from engine.analysis.verdicts.verdict import correct_family, judge_strategies

    families: dict[str, dict[str, TestedRuns]] = {}
    for name, runs in variants.items():
        family = families.setdefault(runs[0].texts, {})
        if not family or len({run.seed for run in runs} & set(next(iter(family.values())).seeds)) >= 2:
            family[name] = _tested(runs)
    found: dict[str, MetricDifference] = {}
    for (_, base), *others in (family.items() for family in families.values()):
        found |= correct_family(judge_strategies(dict(others), base))
    return found


def _tested(runs: Sequence[MeasuredRun]) -> TestedRuns:
    """Return runs as verdicts take them. Each has trained all of its stages by itself."""
    from engine.analysis.verdicts.tested_runs import TestedRuns

    wrong = np.stack([100 * run.wrong_texts for run in runs]).astype(np.float32)
    return TestedRuns(((),) * len(runs), tuple(run.seed for run in runs), (wrong,))


def forgetting_differences(variants: Mapping[str, Sequence[MeasuredRun]]) -> dict[str, MetricDifference]:
    """Return how F of each variant differs from that of the first, over seeds and test texts, seeds paired.

    They are judged as forgetting reports do, together (docs/statistics.md). Left out are variants with fewer than two
    seeds in common with the first of which it was kept, for the same texts, which ones were lost.
    """
    from engine.analysis.forgetting.forgetting_verdict import TASK_FORGETTING
    from engine.analysis.verdicts.tested_runs import TestedRuns
    from engine.analysis.verdicts.verdict import correct_family, judge_runs

    def tested(runs: Mapping[int, MeasuredRun], seeds: Sequence[int]) -> TestedRuns:
        tasks = zip(*(runs[seed].lost_points for seed in seeds), strict=True)
        values = tuple(np.stack(each).astype(np.float32) for each in tasks)
        return TestedRuns(((),) * len(seeds), tuple(seeds), values)

    base, *others = variants
    first = {run.seed: run for run in variants[base] if run.lost}
    found = {}
    for name in others:
        own = {run.seed: run for run in variants[name]}
        seeds = [
            seed
            for seed in sorted(own.keys() & first.keys())
            if own[seed].lost.keys() == first[seed].lost.keys()
        ]
        seeds = [seed for seed in seeds if first[seed].lost.keys() == first[seeds[0]].lost.keys()]
        if len(seeds) > 1:
            found[name] = judge_runs(tested(own, seeds), tested(first, seeds), metric=TASK_FORGETTING)
    return correct_family(found)


def forgetting_table(measured: Sequence[MeasuredRun], order: Sequence[str]) -> str:
    """Return a Markdown table of F of the variants in ``order`` beside the first; empty where no texts were kept."""
    found = by_variant(measured)
    variants = {name: found[name] for name in dict.fromkeys(order) if name in found}
    told = forgetting_differences(variants) if variants else {}
    if not told:
        return ""
    base = next(iter(variants))
    heads = [f"F beside {base}", "points (95 % over seeds and texts)", "Holm's p", "verdict"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, one in told.items():
        points = f"{one.mean:+.2f} ({one.low:+.2f} to {one.high:+.2f})"
        lines.append(f"| {name} | {points} | {one.p:.4f} | {one.answer} |")
    return "\n".join(lines)


def table(measured: Sequence[MeasuredRun], order: Sequence[str]) -> str:
    """Return a Markdown table of the variants in ``order``: test error, difference to the first, other measures.

    Errors and measures are means ± sample standard deviations over seeds; factors geometric means with their 95 %
    t-intervals over seeds, for a factor's mean and noise are those of its logarithm. Under it stands, of each
    difference that cannot be told, what it would take to tell it.
    """
    found = by_variant(measured)
    variants = {name: found[name] for name in dict.fromkeys(order) if name in found}
    told = differences(variants)
    names = list(dict.fromkeys(name for run in measured for name in run.measures))
    judged = ["to the first, points (95 %)", "Holm's p", "verdict"]
    heads = ["run", "seeds", "test error, %", "per seed", *judged, *map(_head, names)]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for name, runs in variants.items():
        errors = [run.error for run in runs]
        one = told.get(name)
        kept = [[run.measures[each] for run in runs if each in run.measures] for each in names]
        cells = [
            name,
            ", ".join(str(run.seed) for run in runs),
            _spread(errors),
            ", ".join(f"{error:.2f}" for error in errors),
            f"{one.mean:+.2f} ({one.low:+.2f} to {one.high:+.2f})" if one else "",
            f"{one.p:.4f}" if one else "",
            one.answer if one else "",
            *(
                _factors(own) if is_factor(each) else _spread(own, digits=3)
                for each, own in zip(names, kept, strict=True)
            ),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    needed = [f"- {name}: {one.needed.to_sentence()}" for name, one in told.items() if one.needed is not None]
    needed += _on_other_texts(variants)
    return "\n".join([*lines, "", *needed] if needed else lines)


@dataclass(frozen=True)
class MeasureDifference:
    """How a measure of a variant differs from that of the first: Student's t over the differences of equal seeds.

    That is over seeds alone: the texts or passages on which it was measured are taken as given, so the interval is too
    narrow for others, and what it tells is no verdict of docs/statistics.md.

    Attributes:
        mean: of the differences; where ``of_factors``, the ratio of the geometric means.
        low, high: ends of the 95 % interval, of the ratio likewise; None where the differences are equal, which says
            nothing of their noise.
        adjusted_p: Holm's p over all variants that are held against the first; None where there is no interval.
    """

    mean: float
    low: float | None
    high: float | None
    adjusted_p: float | None
    of_factors: bool

    def __str__(self) -> str:
        def text(value: float) -> str:
            return _figure(value) if self.of_factors else f"{value:+.3g}"

        if self.low is None or self.high is None:
            return f"{text(self.mean)} (no interval: the same for all seeds)"
        p = "" if self.adjusted_p is None else f", p {self.adjusted_p:.4f}"
        return f"{text(self.mean)} ({text(self.low)} to {text(self.high)}){p}"

    @property
    def is_none(self) -> bool:
        """Whether the measure is the same."""
        return self.mean == (1.0 if self.of_factors else 0.0)


def measure_differences(
    variants: Mapping[str, Sequence[MeasuredRun]], measure: str
) -> dict[str, MeasureDifference]:
    """Return how a measure of each variant differs from that of the first, by variant, over seeds alone.

    Paired are runs of equal seeds with the same general text. A variant with fewer than two such pairs is left out.
    """
    from scipy import stats

    from engine.analysis.verdicts.statistics import adjust_holm, geometric_spread, spread

    of_factors = is_factor(measure)
    base, *others = variants
    found: dict[str, tuple[Spread, float | None]] = {}
    for name in others:
        first = {(run.seed, run.general): run for run in variants[base] if measure in run.measures}
        pairs = [
            (run.measures[measure], first[run.seed, run.general].measures[measure])
            for run in variants[name]
            if measure in run.measures and (run.seed, run.general) in first
        ]
        if len(pairs) < 2:
            continue
        own, that = np.array(pairs).T
        known = geometric_spread(own / that) if of_factors else spread(own - that)
        assert known is not None
        if of_factors:
            own, that = np.log(own), np.log(that)
        found[name] = known, None if known.half_interval is None else float(stats.ttest_rel(own, that).pvalue)
    adjusted = adjust_holm([p for _, p in found.values()])
    return {
        name: MeasureDifference(known.mean, *known.bounds(interval=True), p, of_factors)
        for (name, (known, _)), p in zip(found.items(), adjusted, strict=True)
    }


def measure_table(measured: Sequence[MeasuredRun], order: Sequence[str]) -> str:
    """Return a Markdown table of what each measure of the variants in ``order`` is beside the first; empty without any.

    The noise in it is that of seeds alone (``MeasureDifference``). Factors are divided by that of the first, everything
    else is less that of the first.
    """
    found = by_variant(measured)
    variants = {name: found[name] for name in dict.fromkeys(order) if name in found}
    names = list(dict.fromkeys(name for run in measured for name in run.measures))
    told = {name: measure_differences(variants, name) for name in names}
    told = {name: each for name, each in told.items() if not all(one.is_none for one in each.values())}
    if not told:
        return ""
    base, *others = variants
    head = f"beside {base}: 95 % and Holm's p over seeds alone"
    lines = [f"| {head} | {' | '.join(told)} |", "|---" * (len(told) + 1) + "|"]
    for name in others:
        cells = [str(each[name]) if name in each else "" for each in told.values()]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _on_other_texts(variants: Mapping[str, Sequence[MeasuredRun]]) -> list[str]:
    """Say which runs measured language on another general text than the first: their factors are not comparable."""
    runs = [run for own in variants.values() for run in own if run.measures]
    other = [f"{run.variant} ({run.seed})" for run in runs if run.general != runs[0].general]
    said = (
        "- Language was measured on another general text than that of the first run, so not comparably, by: "
    )
    return [said + ", ".join(other)] if other else []


def is_factor(measure: str) -> bool:
    """Return whether a measure says how many times as much there is as before."""
    return measure.endswith(", factor")


def _head(measure: str) -> str:
    return f"{measure}, geometric mean (95 % over seeds)" if is_factor(measure) else measure


def _figure(value: float) -> str:
    """Return three significant digits, or all before the point where there are more."""
    return f"{value:#.3g}".rstrip(".") if abs(value) < 999.5 else f"{value:,.0f}"


def _factors(values: Sequence[float]) -> str:
    """Return the geometric mean and its 95 % interval over seeds; the mean alone where no noise is known."""
    from engine.analysis.verdicts.statistics import geometric_spread

    known = geometric_spread(values)
    if known is None:
        return ""
    low, high = known.bounds(interval=True)
    between = "" if low is None or high is None else f" ({_figure(low)} to {_figure(high)})"
    return f"{_figure(known.mean)}{between}"


def _spread(values: Sequence[float], digits: int = 2) -> str:
    """Return mean ± sample standard deviation."""
    if not values:
        return ""
    mean = f"{np.mean(values):.{digits}f}"
    return mean if len(values) < 2 else f"{mean} ± {np.std(values, ddof=1):.{digits}f}"
