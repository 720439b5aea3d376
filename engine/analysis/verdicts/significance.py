"""Compare strategies' test errors with that of a baseline, from the predictions that their runs have left."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.analysis.comparability import comparable_runs
from engine.analysis.verdicts.crossed_effects import CrossedEstimate, SampledUnits
from engine.analysis.verdicts.margin import DEFAULT_MARGIN, check_margin
from engine.analysis.verdicts.statistics import RopePosterior
from engine.analysis.verdicts.verdict import (
    ALPHA,
    ErrorDifference,
    TestedRuns,
    correct_family,
    judge_runs,
    plan_further,
    sequential_alpha,
)
from engine.spec.experiment import RANDOM_STREAMS, Experiment
from engine.spec.task_names import stage_ancestors
from engine.store import Store, runs, summaries
from engine.store.rows import RunRow
from engine.store.test_looks import fingerprint_texts


def compare_with_baseline(
    store: Store,
    baseline: Sequence[RunRow],
    others: Mapping[int, Sequence[RunRow]],
    margin: float = DEFAULT_MARGIN,
    looks: int = 0,
) -> dict[int, ErrorDifference]:
    """Return each strategy's difference to the baseline, corrected for their number, and what it would take to tell.

    Left out are strategies without a test error, and those tested on other texts or for other tasks: such errors are
    never subtracted.

    Args:
        store: where the predictions are stored.
        baseline: the runs of the baseline strategy.
        others: the runs of the other strategies, by any key.
        margin: points within which errors count as equal in practice.
        looks: how many seeds were planned at most, where results are looked at after every seed: each look then has
            its share of the error rate (``verdicts.sequential_alpha``). 0: this is the only look.

    Raises UserError for a margin that is not above 0, and for more seeds than were planned.
    """
    check_margin(margin)
    firsts = {key: of[0].id for key, of in others.items() if of}
    alike = comparable_runs(store, baseline[0].id, firsts.values()) if baseline else set[int]()
    found = {
        key: made
        for key, of in others.items()
        if firsts.get(key) in alike and (made := _look(store, of, baseline, margin, looks)) is not None
    }
    judged = correct_family(list(found.values()))
    return {
        key: made if made.verdict != "cannot tell" else replace(made, needed=plan_further(made))
        for key, made in zip(found, judged, strict=True)
    }


def _look(
    store: Store, first: Sequence[RunRow], second: Sequence[RunRow], margin: float, looks: int
) -> ErrorDifference | None:
    """Return ``error_difference`` at the level that this of several looks has."""
    made = error_difference(store, first, second, margin)
    if made is None or not looks or made.n < 2:
        return made
    return error_difference(store, first, second, margin, sequential_alpha(made.n, looks))


def error_difference(
    store: Store,
    first: Sequence[RunRow],
    second: Sequence[RunRow],
    margin: float = DEFAULT_MARGIN,
    alpha: float = ALPHA,
) -> ErrorDifference | None:
    """Return the difference of two strategies' test errors, judged by itself; None where nothing can be said.

    Where predictions for the same texts are stored, texts and seeds are both noise (``verdicts.judge_runs``). Where
    there are none, or the measure is no mean over texts, only the seeds' noise is known: an interval, and no verdict.
    """
    one, two = _tested(first), _tested(second)
    if not one or not two or [run.id for run in one] == [run.id for run in two]:
        return None
    if all(run.metric == "error" for run in (*one, *two)):
        answers = {run.id: read_answers(store, run) for run in (*one, *two)}
        texts = next((answers[run.id].texts for run in reversed(two) if answers[run.id].texts), ())
        groups = [[run for run in of if texts and answers[run.id].texts == texts] for of in (one, two)]
        if all(groups):
            sides = [
                TestedRuns(
                    tuple(trained_checkpoint(runs.get_experiment(store, run.id)) for run in of),
                    tuple(run.seed for run in of),
                    tuple(
                        np.stack([answers[run.id].wrong[task] for run in of]).astype(np.float32)
                        for task in range(len(texts))
                    ),
                )
                for of in groups
            ]
            return judge_runs(sides[0], sides[1], margin, alpha)
        if any(answers[run.id].texts for run in one) and texts:
            return None  # both have predictions, and for other texts
    return _seeds_only(one, two, margin, alpha)


def _tested(of: Sequence[RunRow]) -> list[RunRow]:
    """Return the finished runs, one per seeds: of equal ones the newest counts.

    An unfinished run has no test error yet, or only that of an earlier stage.
    """
    done = [run for run in of if run.status == "finished" and run.test is not None]
    newest = {(run.identity, run.seed): run for run in sorted(done, key=lambda run: run.id)}
    return sorted(newest.values(), key=lambda run: run.id)


@dataclass(frozen=True, eq=False)
class TestAnswers:
    """What a run answered: by task a fingerprint of its test texts, and uint8 [texts], 1 where it was wrong."""

    texts: tuple[str, ...]
    wrong: tuple[NDArray[np.uint8], ...]

    __test__ = False  # no test class, whatever pytest thinks of its name


def read_answers(store: Store, run: RunRow) -> TestAnswers:
    """Return what a finished run answered on its test texts; no texts where no predictions of classes are stored."""
    if run.finished is None:
        return _read_answers(store, run.id)
    return _cached_answers(store.path, run.id, run.finished)


@lru_cache(maxsize=512)
def _cached_answers(path: Path, run_id: int, _finished: float) -> TestAnswers:
    """Read once: a finished run's predictions do not change, and tables that follow a running sweep ask again."""
    with Store(path, read_only=True) as store:
        return _read_answers(store, run_id)


def _read_answers(store: Store, run_id: int) -> TestAnswers:
    texts, wrong = [], []
    for split in summaries.prediction_splits(store, run_id):
        if split != "test" and not split.startswith("test/"):
            continue
        answers = summaries.read_answers(store, run_id, split)
        if answers is None or not len(answers.labels):
            return TestAnswers((), ())
        order = np.lexsort((answers.labels, answers.rows))
        texts.append(fingerprint_texts(answers.rows, answers.labels, answers.classes))
        wrong.append((answers.predicted != answers.labels)[order].astype(np.uint8))
    return TestAnswers(tuple(texts), tuple(wrong))


def trained_checkpoint(experiment: Experiment) -> tuple[Hashable, ...]:
    """Return what tells the checkpoint that a run's tested stage starts from: the seeds of the stages before it.

    Equal for repetitions that share a trained checkpoint; () where the stage starts from the encoder as published. An
    encoder that another run has left is one checkpoint.
    """
    tested = max(
        (index for index, stage in enumerate(experiment.stages) if stage.labelled_tasks()), default=0
    )
    source = experiment.encoder.source
    found: list[Hashable] = [source] if source.startswith("run:") else []
    for number, _step in stage_ancestors(experiment, tested):
        stage = experiment.stages[number - 1]
        found.append(tuple(experiment.stream_seed(stream, stage) for stream in RANDOM_STREAMS))
    return tuple(found)


def _seeds_only(
    one: Sequence[RunRow], two: Sequence[RunRow], margin: float, alpha: float
) -> ErrorDifference | None:
    """Return the difference with the noise of seeds alone, which supports no verdict; None for single runs."""
    a, b = ({run.seed: run.test for run in of if run.test is not None} for of in (one, two))
    both = sorted(a.keys() & b.keys())
    if len(both) >= 2:
        sides = [np.array([a[seed] - b[seed] for seed in both])]
        method = f"paired over {len(both)} seeds"
    elif min(len(a), len(b)) >= 2:
        sides = [np.array([*a.values()]), -np.array([*b.values()])]
        method = f"{len(a)} and {len(b)} seeds, not paired"
    else:
        return None
    # At least rounding's own noise, for an interval without any width would pass for certainty.
    units = tuple(SampledUnits(max(float(s.var(ddof=1)), 1e-12) / len(s), len(s) - 1) for s in sides)
    estimate = CrossedEstimate(float(sum(s.mean() for s in sides)), units, 0.0, 0)
    low, high = estimate.interval(1 - alpha)
    left, right = estimate.tail(estimate.mean + margin), estimate.tail(margin - estimate.mean)
    return ErrorDifference(
        mean=estimate.mean,
        low=low,
        high=high,
        p=1.0,
        equivalence_p=1.0,
        margin=margin,
        method=method,
        n=min(map(len, sides)),
        unit="seeds",
        paired=len(sides) == 1,
        texts=0,
        scope="seeds",
        estimate=estimate,
        posterior=RopePosterior(left, max(0.0, 1 - left - right), right),
        note="The interval holds for this test split only: how much its texts differ is not known, for no "
        "predictions are stored or the measure is no mean over texts.",
        alpha=alpha,
    )


def multiple_comparisons_note(count: int) -> str:
    """Return the caution for several differences shown together; empty for one."""
    if count < 2:
        return ""
    return (
        f"{count} comparisons: the p are Holm's, so that the chance of any false alarm stays below 5 %; "
        "the intervals are each for itself."
    )
