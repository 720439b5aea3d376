"""Test texts of earlier tasks that a run has lost: F by text, so that its noise over texts can be estimated.

The predictions of a stage for its own task are stored with its test. The probe of earlier tasks stores those of later
stages as bits (``engine.probes.earlier_tasks``). Runs of older versions without these bits have no lost texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.analysis.forgetting.measured import ForgettingRecord, read_forgetting
from engine.metrics.answer_bits import WRONG_ANSWERS, unpack_wrong
from engine.metrics.base import counts_errors
from engine.store import Store, probe_results, runs, summaries
from engine.store.metrics import StageLookup
from engine.store.test_looks import fingerprint_texts, read_content

Floats = NDArray[np.float32]
_TOLERANCE = 1e-6
"""Tolerance for rounding between an error and the share of wrong bits, in points."""


@dataclass(frozen=True, eq=False)
class LostTexts:
    """Contributions of the test texts of K earlier tasks to the forgetting of one run.

    Attributes:
        texts: by task, a fingerprint of its test texts and of their file, sorted. Two runs may be subtracted if these
            are equal.
        since_best: by task, float32 [n]: 100 for a text that the best earlier stage predicted correctly and the final
            weights predict wrongly, −100 for the reverse, else 0. The mean over texts and then tasks is F
            (``continual.forgetting``). The first of equally good stages counts.
        since_learnt: the same relative to the stage that taught the task. The mean is −BWT.
        moments: the largest number of earlier stages after which a task was measured. If it is 1, both are the same.
    """

    texts: tuple[str, ...]
    since_best: tuple[Floats, ...]
    since_learnt: tuple[Floats, ...]
    moments: int

    @property
    def count(self) -> int:
        """Number of test texts of all tasks."""
        return sum(map(len, self.since_best))


def read_lost_texts(store: Store, records: Iterable[ForgettingRecord]) -> tuple[LostTexts | None, ...]:
    """Return the lost texts of the run of each record.

    None if it has no F, the F is not based on accuracies, or the predictions of some stage are not stored.
    """
    result = []
    for record in records:
        end_time = runs.get_run(store, record.run_id).finished if record.forgetting is not None else None
        result.append(
            _read_run(store, record) if end_time is None else _cached_run(store.path, record.run_id, end_time)
        )
    return tuple(result)


@lru_cache(maxsize=256)
def _cached_run(path: Path, run_id: int, _finished: float) -> LostTexts | None:
    """Read and cache: the predictions of a finished run do not change, and pages read them repeatedly."""
    with Store(path, read_only=True) as store:
        return _read_run(store, read_forgetting(store, [run_id])[run_id])


def _read_run(store: Store, record: ForgettingRecord) -> LostTexts | None:
    numbers = [record.stages[row] for row in record.line]
    earlier = [
        (column, numbers.index(number))
        for column, label in enumerate(record.tasks)
        if (number := int(label.partition(":")[0])) in numbers[:-1]
    ]
    if record.forgetting is None or not all(counts_errors(record.metrics[column]) for column, _ in earlier):
        return None
    tasks: list[tuple[str, Floats, Floats]] = []
    for column, origin in earlier:
        initial = _own_answers(store, record, column)
        if initial is None:
            return None
        answers = {origin: initial[1]}
        label = record.tasks[column]
        later = _later_answers(store, record.run_id, f"earlier/{label}/{WRONG_ANSWERS}", len(answers[origin]))
        answers |= {index: later[number - 1] for index, number in enumerate(numbers) if number - 1 in later}
        scores = record.by_stage[list(record.line), column]
        best = int(np.nanargmax(scores[:-1]))
        for index in (origin, best, len(numbers) - 1):
            if index not in answers or abs(100 * (1 - answers[index].mean()) - scores[index]) > _TOLERANCE:
                return None  # not stored, or predicted by other weights than those of the accuracy
        final = answers[len(numbers) - 1].astype(np.float32)
        tasks.append((initial[0], 100 * (final - answers[best]), 100 * (final - answers[origin])))
    tasks.sort(key=lambda task: task[0])
    moments = max(len(numbers) - 1 - origin for _, origin in earlier)
    texts, since_best, since_learnt = zip(*tasks, strict=True)
    return LostTexts(texts, since_best, since_learnt, moments)


def _own_answers(store: Store, record: ForgettingRecord, column: int) -> tuple[str, NDArray[np.bool_]] | None:
    """Return the fingerprint of a task's test texts, and a mask of the errors of the stage that taught it."""
    number, _, name = record.tasks[column].partition(":")
    is_only_task = sum(label.startswith(f"{number}:") for label in record.tasks) == 1
    split = "test" if is_only_task else f"test/{name}"
    splits = summaries.prediction_splits(store, record.run_id)
    # Predictions of a stage that is followed by another are stored under the stage's name.
    stored_split = next((option for option in (f"stage-{number}/{split}", split) if option in splits), "")
    answers = summaries.read_answers(store, record.run_id, stored_split) if stored_split else None
    if answers is None or answers.labels.ndim != 1 or not len(answers.labels):
        return None
    if StageLookup(store, record.run_id).position_of(answers.step) != int(number) - 1:
        return None
    texts = fingerprint_texts(answers.rows, answers.labels, answers.classes)
    content = read_content(store.connection, record.run_id, stored_split, answers.step)
    return f"{texts} {content}", ~answers.right


def _later_answers(store: Store, run_id: int, key: str, count: int) -> dict[int, NDArray[np.bool_]]:
    """Return a mask of wrong answers among ``count`` texts for the selected weights of each stage, from 0."""
    series = probe_results.read_maps(store, [run_id], [key]).get((run_id, key))
    if series is None:
        return {}
    stages = StageLookup(store, run_id)
    answers = {
        stages.position_of(int(step)): unpack_wrong(values, count)
        for step, values in zip(series.step, series.value, strict=True)
    }
    return {position: wrong for position, wrong in answers.items() if wrong is not None}
