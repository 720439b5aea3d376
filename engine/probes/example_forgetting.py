"""Example forgetting: training texts classified correctly and later wrongly (Toneva et al. 2019).

It is counted on the forward passes of training, and needs none of its own. As in the paper, a text is judged by the
model just before the update on it, with dropout active.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch

from engine.events import Event, ExampleForgetting, ProbeMeasured, RunNotice
from engine.stages.base import MicroBatch, StageTask
from engine.stages.labelled_texts import LabelledTexts

FETCH_INTERVAL = 256
"""Number of micro-batches whose results are fetched from the device together."""
MAX_REPORTS = 20
"""Maximum number of reports of the list of texts in one stage."""
MAX_LISTED = 200_000
"""Maximum size of a complete list. Larger sets list only texts that were forgotten or never classified correctly."""


@dataclass
class _ExampleCounts:
    """Counts of the n training texts of one task. Fields are int32 [n], steps on the run's axis, -1 for never.

    Attributes:
        seen: number of updates on the text.
        forgotten: how often it was forgotten.
        learnt: step at which it was first correct.
        last: step at which it was last forgotten.
        right: 1 if it was correct at its last update, else 0.
    """

    seen: np.ndarray
    forgotten: np.ndarray
    learnt: np.ndarray
    last: np.ndarray
    right: np.ndarray

    @classmethod
    def zeros(cls, count: int) -> _ExampleCounts:
        zeros, never = np.zeros(count, np.int32), np.full(count, -1, np.int32)
        return cls(zeros, zeros.copy(), never, never.copy(), zeros.copy())

    def record_update(self, step: int, indices: np.ndarray, input_correct: np.ndarray) -> None:
        """Record the texts of one update. Several inputs of a text count as one, which is correct when all are.

        Example: ``indices`` [5, 2, 5] with ``input_correct`` [True, True, False] count text 2 as correct and text 5 as
            wrong. Each is seen once more, and text 5 is forgotten if it was correct before.
        """
        texts, positions = np.unique(indices, return_inverse=True)
        right = np.ones(len(texts), bool)
        np.logical_and.at(right, positions, input_correct)
        forgotten = texts[(self.right[texts] == 1) & ~right]
        self.seen[texts] += 1
        self.forgotten[forgotten] += 1
        self.last[forgotten] = step
        newly_learnt = texts[(self.learnt[texts] < 0) & right]
        self.learnt[newly_learnt] = step
        self.right[texts] = right


class ExampleTracker:
    """Tracks the forgetting of every training text of one stage.

    A text is *forgotten* at an update when it is wrong and was correct at its previous update. It is *learnt* when it
    is first correct (Toneva et al. 2019, 2). Steps are those under which the update's ``train/loss`` is stored.

    Args:
        task: the stage task. Tasks without classes are not tracked.
        index: index of the stage, from 0.
        origin: the step of the run at which the stage begins.
    """

    def __init__(self, task: StageTask, index: int, origin: int) -> None:
        tasks = task.task_texts()
        if not all(each.texts.classes for each in tasks):
            tasks = []  # a predicted number is neither correct nor wrong
        self._tasks = tasks
        self._counts = [_ExampleCounts.zeros(len(each.texts)) for each in tasks]
        self._index, self._origin = index, origin
        self._report_interval = max(1, task.steps // MAX_REPORTS)
        self._pending: list[tuple[int, int, np.ndarray, torch.Tensor]] = []
        self._reported_step = self._listed_step = -1

    def record(self, step: int, micro_batch: MicroBatch, correct: torch.Tensor | None) -> None:
        """Record which texts of ``micro_batch`` of update ``step`` (from 0) are correct: bool [B].

        Results are fetched from the device only once every ``FETCH_INTERVAL`` micro-batches.
        """
        if correct is None or not self._counts:
            return
        # Not between two micro-batches of one update, which may share a text.
        if len(self._pending) >= FETCH_INTERVAL and step != self._pending[-1][0]:
            self._fetch_pending()
        self._pending.append((step, micro_batch.task, micro_batch.texts.indices, correct.detach()))

    def report(self, step: int) -> Iterator[Event]:
        """Yield the example forgetting up to ``step`` updates of the stage.

        The share of forgotten texts is reported each time. The list of texts is reported at most ``MAX_REPORTS`` times
        per stage, and on a second call after the same update, which marks the end of the stage. Nothing is reported
        twice.
        """
        if not self._counts or step == self._reported_step == self._listed_step or step == 0:
            return
        self._fetch_pending()
        count = sum(len(each.seen) for each in self._counts)
        is_over = step == self._reported_step
        if not is_over:
            forgotten = sum(int((each.forgotten > 0).sum()) for each in self._counts)
            self._reported_step = step
            yield ProbeMeasured(
                "examples", self._origin + step, {"examples/forgotten": 100.0 * forgotten / count}
            )
        if step == self._listed_step or not (is_over or step - self._listed_step >= self._report_interval):
            return
        if count > MAX_LISTED and self._listed_step < 0:
            yield RunNotice(
                "info",
                f"Of the {count:,} training texts, only those forgotten or never classified correctly are listed.",
            )
        self._listed_step = step
        for each, counts in zip(self._tasks, self._counts, strict=True):
            yield self._event(step, each.task, each.texts, counts, count > MAX_LISTED)

    def tensors(self) -> dict[str, torch.Tensor]:
        """Return all counts as tensors for a checkpoint."""
        if not self._counts:
            return {}
        self._fetch_pending()
        return {"examples.told": torch.tensor([self._reported_step, self._listed_step])} | {
            f"examples.{number}.{name}": torch.from_numpy(array.copy())
            for number, counts in enumerate(self._counts)
            for name, array in vars(counts).items()
        }

    def restore_tensors(self, tensors: dict[str, torch.Tensor]) -> None:
        """Restore the counts from ``tensors``, ignoring other entries."""
        if "examples.told" in tensors:
            self._reported_step, self._listed_step = map(int, tensors["examples.told"])
        for number, counts in enumerate(self._counts):
            for name, array in vars(counts).items():
                stored = tensors.get(f"examples.{number}.{name}")
                if stored is not None:
                    array[:] = stored.numpy()

    def _fetch_pending(self) -> None:
        if not self._pending:
            return
        answers = torch.cat([hits.flatten() for *_, hits in self._pending]).cpu().numpy().astype(bool)
        updates: dict[tuple[int, int], tuple[list[np.ndarray], list[np.ndarray]]] = {}
        start = 0
        for step, number, indices, _ in self._pending:
            texts, hits = updates.setdefault((step, number), ([], []))
            texts.append(indices)
            hits.append(answers[start : start + len(indices)])
            start += len(indices)
        self._pending.clear()
        for (step, number), (texts, hits) in updates.items():
            self._counts[number].record_update(
                self._origin + step + 1, np.concatenate(texts), np.concatenate(hits)
            )

    def _event(
        self, step: int, name: str, texts: LabelledTexts, counts: _ExampleCounts, only_forgotten: bool
    ) -> ExampleForgetting:
        rows = np.arange(len(counts.seen))
        if only_forgotten:
            rows = np.flatnonzero((counts.forgotten > 0) | ((counts.seen > 0) & (counts.learnt < 0)))
        split = texts.splits["train"]
        classes, labels = tuple(texts.classes), split.labels[rows]
        if labels.ndim == 2:  # a number for each different label set, or distribution
            target = texts.data.source.target
            texts_of_labels = [target.show(row, texts.classes) for row in labels]
            names, codes = np.unique(np.array(texts_of_labels, np.str_), return_inverse=True)
            classes, labels = tuple(map(str, names)), codes.reshape(-1)
        return ExampleForgetting(
            index=self._index,
            step=self._origin + step,
            task=name,
            classes=classes,
            rows=split.rows[rows],
            labels=labels,
            seen=counts.seen[rows],
            forgotten=counts.forgotten[rows],
            learnt=counts.learnt[rows],
            last=counts.last[rows],
            right=counts.right[rows].astype(bool),
        )
