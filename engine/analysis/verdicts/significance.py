"""Compare the test results of strategies with a baseline, from stored predictions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.analysis.comparability import comparable_runs
from engine.analysis.split_metrics import split_objective
from engine.analysis.verdicts.crossed_effects import (
    CrossedEstimate,
    SampledUnits,
    check_margin,
    default_margin,
)
from engine.analysis.verdicts.tested_runs import Sample, TestedRuns, describe_left_out, should_pair_runs
from engine.analysis.verdicts.verdict import MetricDifference, correct_family, judge_strategies
from engine.errors import UserError
from engine.metrics.base import Metric, Outcomes, known_metrics
from engine.spec.checks.findings import too_few_test_texts
from engine.spec.experiment import RANDOM_STREAMS, Experiment, result_splits, stage_ancestors
from engine.store import Store, probabilities, runs, summaries
from engine.store.rows import RunRow
from engine.store.test_looks import fingerprint_texts

Floats = NDArray[np.float64]
MAX_EVALUATIONS = 400
"""Maximum number of evaluations of a metric per run for the jackknife. Beyond it, groups of texts are deleted."""
GROUPS = 100


def pseudo_values(metric: Metric, outcomes: Outcomes) -> Floats | None:
    """Return the contribution of each text to ``metric``, float [n], or of groups of texts, float [GROUPS], for large
    n.

    These are jackknife pseudo-values without bias correction, so their mean is the metric itself. Texts with equal
    labels and answers have equal values, so a metric of classes is computed once per cell of the confusion matrix.
    Groups (delete-a-group, Kott 2001) are the same for all runs on the same texts. None if the metric is undefined for
    the texts or a subset of them, or has one value per class.

    Example:
        With 3 of 4 texts right, the accuracy is 75. It is 200/3 without a right text, and 100 without the wrong one.
        The values are 4 · 75 - 3 · 200/3 = 100 for three texts, and 4 · 75 - 3 · 100 = 0.
    """
    total, n = _value(metric, outcomes), outcomes.count
    if n < 3 or not np.isfinite(total):
        return None
    if metric.needs == "totals":
        subset, share = _without_each(metric, outcomes), np.full(n, n, np.float64)
    elif (kinds := _text_kinds(metric, outcomes)) is not None:
        subset = np.array([_value(metric, _without(outcomes, text)) for text in _first_of_each(kinds)])[kinds]
        share = np.full(n, n, np.float64)
    else:
        group = np.random.default_rng(0).permutation(n) % GROUPS
        subset = np.array([_value(metric, _without(outcomes, group == index)) for index in range(GROUPS)])
        share = n / np.bincount(group, minlength=GROUPS)
    values = share * total - (share - 1) * subset
    return values - values.mean() + total if np.isfinite(values).all() else None


def _value(metric: Metric, outcomes: Outcomes) -> float:
    value = metric.compute(outcomes)
    return float("nan") if isinstance(value, Mapping) else float(value)


def _without_each(metric: Metric, outcomes: Outcomes) -> Floats:
    """Return a metric of totals with each text deleted, float [n]."""
    n = outcomes.count
    losses = np.zeros(n) if outcomes.losses is None else outcomes.losses
    right = np.zeros(n)
    if outcomes.targets is not None and outcomes.predicted is not None and outcomes.correct is not None:
        right = (outcomes.targets == outcomes.predicted).reshape(n, -1).all(1).astype(np.float64)
    pairs, inverse = np.unique(np.stack([losses, right]), axis=1, return_inverse=True)
    correct = outcomes.correct
    values = [
        _value(metric, Outcomes(n - 1, outcomes.loss - loss, None if correct is None else correct - is_right))
        for loss, is_right in pairs.T.tolist()
    ]
    return np.asarray(values, np.float64)[inverse.reshape(-1)]


def _text_kinds(metric: Metric, outcomes: Outcomes) -> NDArray[np.int64] | None:
    """Return the kind of each text, int64 [n], equal for equal contributions, or None for too many kinds."""
    targets, predicted, n = outcomes.targets, outcomes.predicted, outcomes.count
    kinds = np.arange(n)
    if metric.needs == "predictions" and targets is not None and predicted is not None and targets.ndim == 1:
        _, kinds = np.unique(np.stack([targets, predicted]), axis=1, return_inverse=True)
    kinds = kinds.reshape(-1)
    return kinds if kinds.max() < MAX_EVALUATIONS else None


def _first_of_each(kinds: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return a mask bool [kinds, n] of the first text of each kind.

    Example: kinds [0, 1, 0] give [[True, False, False], [False, True, False]].
    """
    _, first = np.unique(kinds, return_index=True)
    return np.asarray(np.arange(len(kinds)) == first[:, None])


def _without(outcomes: Outcomes, excluded: NDArray[np.bool_]) -> Outcomes:
    """Return the outcomes without the texts in the mask ``excluded``."""
    is_kept = ~excluded

    def keep(values: np.ndarray | None) -> np.ndarray | None:
        return None if values is None else values[is_kept]

    losses, targets, predicted = keep(outcomes.losses), keep(outcomes.targets), keep(outcomes.predicted)
    correct = outcomes.correct
    if correct is not None and targets is not None and predicted is not None:
        correct = float((targets == predicted).reshape(len(targets), -1).all(1).sum())
    return replace(
        outcomes,
        count=int(is_kept.sum()),
        loss=outcomes.loss if losses is None else float(losses.sum()),
        correct=correct,
        targets=targets,
        predicted=predicted,
        probabilities=keep(outcomes.probabilities),
        losses=losses,
    )


Key = TypeVar("Key", bound=Hashable)


def find_scalar_metric(name: str) -> Metric:
    """Return the metric ``name``. Raises UserError if it is unknown, or has one value per class."""
    table = known_metrics()
    if name not in table:
        raise UserError(
            f"there is no metric '{name}'.", place="metric", remedy=f"Use one of {', '.join(sorted(table))}."
        )
    if table[name].by_class:
        raise UserError(
            f"'{name}' has a value for each class, so runs cannot be compared by it.",
            place="metric",
            remedy="Use a mean over classes, such as macro_f1.",
        )
    return table[name]


def compare_with_baseline(
    store: Store,
    baseline: Sequence[RunRow],
    others: Mapping[int, Sequence[RunRow]],
    margin: float | None = None,
    metric: str = "",
) -> dict[int, MetricDifference]:
    """Return the difference of each strategy to the baseline, Holm-adjusted, with required sample sizes.

    Strategies without a test result are omitted, and so are strategies with other test texts or tasks, whose results
    are never subtracted.

    Args:
        store: the store of the predictions.
        baseline: the runs of the baseline strategy.
        others: the runs of the other strategies, by any key.
        margin: equivalence margin in the metric's unit. None: the metric's default.
        metric: name of the compared metric. Empty: the runs' main metric.

    Raises UserError for a margin that is not above 0, and for an unknown metric.
    """
    scalar = find_scalar_metric(metric) if metric else None
    unit_metric = scalar or (known_metrics().get(baseline[0].metric) if baseline else None)
    if margin is not None:
        check_margin(margin, "%" if unit_metric is None else unit_metric.unit)
    run_ids = [run.id for rows in (baseline, *others.values()) for run in rows]
    comparable = comparable_runs(store, baseline[-1].id, run_ids) if baseline else set[int]()

    def comparable_of(rows: Sequence[RunRow]) -> list[RunRow]:
        return [run for run in rows if run.id in comparable]

    base = _read_strategy(store, comparable_of(baseline), scalar)
    strategies = {key: _read_strategy(store, comparable_of(rows), scalar) for key, rows in others.items()}
    return correct_family(_differences(store, strategies, base, margin))


def metric_difference(
    store: Store, first: Sequence[RunRow], second: Sequence[RunRow]
) -> MetricDifference | None:
    """Return the difference between the main test metrics of two strategies as a single test, or None without data.

    Args:
        store: the store of the predictions.
        first, second: the runs of each strategy.
    """
    sides = _read_strategy(store, first, None), _read_strategy(store, second, None)
    return _differences(store, {0: sides[0]}, sides[1], None).get(0)


@dataclass(frozen=True, eq=False)
class _Strategy:
    """Finished runs of a strategy, their metric, and by run the contributions of test texts to it.

    ``metric`` is None if the runs have different main metrics.
    """

    rows: tuple[RunRow, ...]
    metric: Metric | None
    by_run: Mapping[int, TestContributions]

    def on_texts(self, texts: tuple[str, ...]) -> list[RunRow]:
        """Return the runs with contributions of these test texts."""
        return [run for run in self.rows if (share := self.by_run[run.id]).values and share.texts == texts]


def _read_strategy(store: Store, rows_: Sequence[RunRow], metric: Metric | None) -> _Strategy:
    rows = _latest_runs(store, rows_)
    if metric is None:
        names = {run.metric for run in rows}
        metric = known_metrics().get(names.pop()) if len(names) == 1 else None
    by_run = {} if metric is None else {run.id: read_contributions(store, run, metric) for run in rows}
    return _Strategy(tuple(rows), metric, by_run)


def _differences(
    store: Store, others: Mapping[Key, _Strategy], base: _Strategy, margin: float | None
) -> dict[Key, MetricDifference]:
    """Return the difference of each strategy to the baseline, each as a single test.

    With stored predictions for the same texts, both texts and seeds are noise (``verdict.judge_strategies``). A metric
    that is not a mean over texts is represented by jackknife pseudo-values (``pseudo_values``). Without predictions, or
    if the metric cannot be computed from them, only the noise of seeds is known, which gives an interval but no
    verdict.
    """
    metric = base.metric
    if metric is None:
        return {}
    texts = next((base.by_run[run.id].texts for run in reversed(base.rows) if base.by_run[run.id].values), ())
    base_runs = base.on_texts(texts) if texts else []
    tested_runs: dict[Key, TestedRuns] = {}
    results: dict[Key, MetricDifference] = {}
    for key, arm in others.items():
        if not arm.rows or arm.metric != metric or [r.id for r in arm.rows] == [r.id for r in base.rows]:
            continue
        same_texts = arm.on_texts(texts) if texts else []
        if same_texts and base_runs:
            tested_runs[key] = _tested_runs(store, same_texts, arm.by_run)
        elif not texts or not any(share.values for share in arm.by_run.values()):  # else for other texts
            result = _seeds_only(store, arm, base, metric, margin)
            results |= {} if result is None else {key: result}
    if tested_runs:
        results |= judge_strategies(tested_runs, _tested_runs(store, base_runs, base.by_run), margin, metric)
    return {key: results[key] for key in others if key in results}


def _tested_runs(store: Store, rows: Sequence[RunRow], by_run: Mapping[int, TestContributions]) -> TestedRuns:
    trainings = [read_training(store, run) for run in rows]
    values = [by_run[run.id].values for run in rows]
    return TestedRuns(
        tuple(training.checkpoint for training in trainings),
        tuple(run.seed for run in rows),
        tuple(np.stack(task_values) for task_values in zip(*values, strict=True)),
        by_run[rows[0].id].sizes,
        # Runs that differ in more than seeds (draws of a few-shot subset) are a sample.
        all(training.seedless for training in trainings) and len({run.group_identity for run in rows}) == 1,
    )


def _latest_runs(store: Store, rows: Sequence[RunRow]) -> list[RunRow]:
    """Return the newest finished run for each combination of seeds.

    The seeds of the stages count: if every stage has its own seed, the seed of the run has no effect. Unfinished runs
    have no test error yet, or only that of an earlier stage.
    """
    finished = sorted(
        (run for run in rows if run.status == "finished" and run.test is not None), key=lambda run: run.id
    )
    newest = {(run.identity, run.seed): run for run in finished}
    distinct = {(run.group_identity, read_training(store, run).seeds): run for run in newest.values()}
    return sorted(distinct.values(), key=lambda run: run.id)


@dataclass(frozen=True)
class Training:
    """Sources of a run's noise.

    Attributes:
        seeds: seeds of all random streams, for each stage up to the tested one.
        checkpoint: identity of the checkpoints from which the tested stage starts (``trained_checkpoint``).
        seedless: whether the result is independent of seeds, as for a linear baseline.
    """

    seeds: tuple[tuple[int, ...], ...]
    checkpoint: tuple[Hashable, ...]
    seedless: bool


def read_training(store: Store, run: RunRow) -> Training:
    """Return the sources of a run's noise."""
    return _cached_training(store.path, run.id, run.identity, run.seed)


@lru_cache(maxsize=4096)
def _cached_training(path: Path, run_id: int, _identity: str, _seed: int) -> Training:
    """Read and cache: the seeds of a run do not change, and validating a specification is slow."""
    with Store(path, read_only=True) as store:
        experiment = runs.get_experiment(store, run_id)
    index = _tested_stage(experiment)
    stages = [*(number - 1 for number, _ in stage_ancestors(experiment, index)), index]
    return Training(
        tuple(stream_seeds(experiment, stage) for stage in stages),
        trained_checkpoint(experiment),
        experiment.is_seedless,
    )


@dataclass(frozen=True, eq=False)
class TestContributions:
    """Contributions of a run's test texts to a metric.

    Attributes:
        texts: fingerprint of the test texts by task, () without stored predictions.
        values: float32 [texts], or [groups of texts], by task. () if predictions do not determine the metric.
        sizes: number of test texts by task.
    """

    texts: tuple[str, ...] = ()
    values: tuple[NDArray[np.float32], ...] = ()
    sizes: tuple[int, ...] = ()

    __test__ = False  # not a test class, despite its name for pytest


def read_contributions(store: Store, run: RunRow, metric: Metric) -> TestContributions:
    """Return the contributions of a finished run's test texts to ``metric``."""
    if run.finished is None:
        return _read_contributions(store, run.id, metric)
    return _cached_contributions(store.path, run.id, run.finished, metric)


@lru_cache(maxsize=512)
def _cached_contributions(path: Path, run_id: int, _finished: float, metric: Metric) -> TestContributions:
    """Read and cache: a finished run's predictions do not change, and tables of a running sweep reread them."""
    with Store(path, read_only=True) as store:
        return _read_contributions(store, run_id, metric)


def _read_contributions(store: Store, run_id: int, metric: Metric) -> TestContributions:
    texts, values, sizes = [], [], []
    experiment = runs.get_experiment(store, run_id)
    splits = summaries.prediction_splits(store, run_id)
    # Tasks are sorted by name, so that those of two runs correspond.
    for split in sorted(set(splits).intersection(result_splits(experiment))):
        predictions = summaries.read_predictions(store, run_id, split)
        if predictions is None or not len(predictions.labels):
            return TestContributions()
        order = np.lexsort((*predictions.labels.reshape(len(predictions.rows), -1).T[::-1], predictions.rows))
        texts.append(fingerprint_texts(predictions.rows, predictions.labels, predictions.classes))
        sizes.append(len(order))
        needs_probs = metric.needs == "probabilities"
        log_probs = probabilities.read_log_probabilities(store, run_id, split) if needs_probs else None
        targets = split_objective(experiment, split).outcome_targets()
        contributions = _contributions(metric, predictions, log_probs, order, targets)
        if contributions is not None:
            values.append(contributions.astype(np.float32))
    return TestContributions(tuple(texts), tuple(values) if len(values) == len(texts) else (), tuple(sizes))


def _contributions(
    metric: Metric,
    predictions: summaries.PredictionSet,
    log_probs: NDArray[np.float32] | None,
    order: NDArray[np.int64],
    targets: tuple[str, ...],
) -> NDArray[np.float64] | None:
    """Return the pseudo-values of a metric in the given order of texts, or None if it is unknown for these texts.

    ``targets`` are the kinds of target of the objective's outcomes. ``log_probs`` are the log-probabilities of the
    classes, [n, C], if they were stored.
    """
    of_classes, losses = bool(predictions.classes), predictions.losses[order]
    labels, predicted = predictions.labels[order], predictions.predicted[order]
    outcomes = Outcomes(
        count=len(order),
        loss=float(losses.sum()),
        correct=float(predictions.right.sum()) if of_classes else None,
        targets=labels,
        predicted=predicted,
        probabilities=None if log_probs is None or len(log_probs) != len(order) else np.exp(log_probs[order]),
        losses=losses,
        classes=predictions.classes,
    )
    if not any(metric.serves(target, outcomes.provides) for target in targets):
        return None
    if metric.name == "loss" and not np.isfinite(losses).all():
        return None
    return pseudo_values(metric, outcomes)


def trained_checkpoint(experiment: Experiment) -> tuple[Hashable, ...]:
    """Return the identity of the checkpoints from which a run's tested stage starts: the seeds of each earlier stage.

    Repetitions that share a trained checkpoint have equal identities. If they share only the checkpoint of an early
    stage, the identities are equal up to that stage. The identity is () if the tested stage starts from a published
    encoder. An encoder from another run is the first checkpoint.
    """
    stage_index = _tested_stage(experiment)
    source = experiment.encoder.source
    checkpoint: list[Hashable] = [source] if source.startswith("run:") else []
    for number, _step in stage_ancestors(experiment, stage_index):
        checkpoint.append(stream_seeds(experiment, number - 1))
    return tuple(checkpoint)


def _tested_stage(experiment: Experiment) -> int:
    """Return the index of the stage whose test results count: the last one with labels."""
    return max((index for index, stage in enumerate(experiment.stages) if stage.labelled_tasks()), default=0)


def stream_seeds(experiment: Experiment, index: int) -> tuple[int, ...]:
    """Return the seed of every random stream of a stage."""
    return tuple(experiment.stream_seed(stream, experiment.stages[index]) for stream in RANDOM_STREAMS)


def _seeds_only(
    store: Store, left: _Strategy, right: _Strategy, metric: Metric, margin: float | None
) -> MetricDifference | None:
    """Return the difference with the noise of seeds only, which supports no verdict, or None for single runs."""
    a, b = (
        {run.seed: value for run in strategy.rows if (value := _result(store, run, metric)) is not None}
        for strategy in (left, right)
    )
    common = sorted(a.keys() & b.keys())
    paired = should_pair_runs(len(common), len(a), len(b))
    if paired:
        sides = [np.array([a[seed] - b[seed] for seed in common])]
        method = f"paired over {len(common)} seeds"
    elif min(len(a), len(b)) >= 2:
        sides = [np.array([*a.values()]), -np.array([*b.values()])]
        method = f"{len(a)} and {len(b)} seeds, not paired"
    else:
        return None
    sizes = [size for strategy in (left, right) for share in strategy.by_run.values() for size in share.sizes]
    few = too_few_test_texts(min(sizes, default=0))
    # The distribution requires a variance above 0: at least that of rounding.
    units = tuple(SampledUnits(max(float(s.var(ddof=1)), 1e-12), len(s), len(s) - 1) for s in sides)
    mean = float(sum(s.mean() for s in sides))
    estimate = CrossedEstimate(mean, units, 0.0, min(sizes) if few else 0)
    count = min(map(len, sides))
    note = " ".join([few or _SEEDS_ONLY, *(describe_left_out(len(common), len(a), len(b)) if paired else ())])
    if estimate.shows_no_noise:
        note = f"There is no interval: these {count} seeds do not differ, and so few cannot show that no seed would."
    margin = default_margin(metric, min(sizes, default=0)) if margin is None else margin
    return MetricDifference(metric, estimate, margin, Sample(method, count, "seeds", "seeds", paired), note)


_SEEDS_ONLY = (
    "The interval holds for this test split only: how much its texts differ is not known, for no predictions are "
    "stored that this metric could be computed from."
)


def _result(store: Store, run: RunRow, metric: Metric) -> float | None:
    """Return the test value of a run at its best checkpoint."""
    if run.metric == metric.name:
        return run.test
    key = f"test/{metric.name}"
    summary = summaries.read_summaries(store, [run.id], [key])[run.id].get(key)
    return None if summary is None else summary.at_best
