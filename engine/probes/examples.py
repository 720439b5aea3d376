"""Example forgetting: training texts that were classified rightly and later wrongly (Toneva et al. 2019).

Counted on the passes that training makes anyway, so it costs no forward pass. As in the paper, a text is right or wrong
by the model that is about to learn from it, with dropout at work.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from engine.train.events import Event, ExampleForgetting, Note, Probed
from engine.train.labelled import LabelledTexts
from engine.train.task import Task

GATHERED = 256
"""Micro-batches whose answers wait on the device before they are fetched together."""
WRITTEN = 20
"""How often the list of texts is told of in one stage, at most."""
LISTED = 200_000
"""Training texts up to which all are listed; of more, only those forgotten or never right."""
_FIELDS = ("seen", "forgotten", "learnt", "last", "right")


@dataclass
class _Texts:
    """What became of the n training texts of one task; each field int32 [n], steps on the run's axis, -1 for never.

    ``right``: 1 or 0 as it was last seen; 0 for one not seen.
    """

    seen: np.ndarray
    forgotten: np.ndarray
    learnt: np.ndarray
    last: np.ndarray
    right: np.ndarray

    @classmethod
    def of(cls, count: int) -> _Texts:
        zeros, never = np.zeros(count, np.int32), np.full(count, -1, np.int32)
        return cls(zeros, zeros.copy(), never, never.copy(), zeros.copy())

    def add(self, step: int, indices: np.ndarray, hits: np.ndarray) -> None:
        """One update's texts: several inputs of a text count as one, right when all of them are."""
        texts, where = np.unique(indices, return_inverse=True)
        right = np.ones(len(texts), bool)
        np.logical_and.at(right, where, hits)
        lost = texts[(self.right[texts] == 1) & ~right]
        self.seen[texts] += 1
        self.forgotten[lost] += 1
        self.last[lost] = step
        first = texts[(self.learnt[texts] < 0) & right]
        self.learnt[first] = step
        self.right[texts] = right


class ExampleLedger:
    """Keeps account of every training text of one stage.

    A text is *forgotten* at an update when it is wrong and was right at the update that had it before; it is *learnt*
    when it is first right (Toneva et al. 2019, 2). Steps are those under which the update's ``train/loss`` stands.

    Args:
        task: the stage; one that classifies nothing leaves the ledger empty.
        index: the stage's number, from 0.
        origin: the step of the run at which the stage begins.
    """

    def __init__(self, task: Task, index: int, origin: int) -> None:
        texts: Any = getattr(task, "texts", [])
        self._texts: list[LabelledTexts] = texts if isinstance(texts, list) else [texts]
        self._names: list[str] = getattr(task, "names", [""])
        self._accounts = [_Texts.of(len(each)) for each in self._texts]
        self._index, self._origin = index, origin
        self._between = max(1, task.steps // WRITTEN)
        self._waiting: list[tuple[int, int, np.ndarray, torch.Tensor]] = []
        self._told = self._listed = -1

    def learnt(self, step: int, part: Any, hits: torch.Tensor | None) -> None:
        """Takes down which texts of micro-batch ``part`` of update ``step`` (from 0) were right: bool [B].

        Nothing is fetched from the device yet, but for every ``GATHERED`` micro-batches.
        """
        if hits is None or not self._accounts:
            return
        # Never between two micro-batches of one update: their inputs of one text belong together.
        if len(self._waiting) >= GATHERED and step != self._waiting[-1][0]:
            self._gather()
        number, batch = (part.task, part.batch) if hasattr(part, "task") else (0, part)
        self._waiting.append((step, number, np.asarray(batch.indices), hits.detach()))

    def examples(self, step: int) -> Iterator[Event]:
        """What became of each text up to ``step`` updates of the stage.

        The share of texts forgotten is told each time; the texts themselves ``WRITTEN`` times a stage at most, and
        when asked again after the same update: the stage is over. Nothing is said twice.
        """
        if not self._accounts or step == self._told == self._listed or step == 0:
            return
        self._gather()
        count = sum(len(each.seen) for each in self._accounts)
        over = step == self._told
        if not over:
            forgotten = sum(int((each.forgotten > 0).sum()) for each in self._accounts)
            self._told = step
            yield Probed("examples", self._origin + step, {"examples/forgotten": 100.0 * forgotten / count})
        if step == self._listed or not (over or step - self._listed >= self._between):
            return
        if count > LISTED and self._listed < 0:
            yield Note(
                "info",
                f"Of the {count:,} training texts only those that were forgotten or never right are listed.",
            )
        self._listed = step
        for name, texts, account in zip(self._names, self._texts, self._accounts, strict=True):
            yield self._event(step, name, texts, account, count > LISTED)

    def tensors(self) -> dict[str, torch.Tensor]:
        """The whole account, for a checkpoint."""
        if not self._accounts:
            return {}
        self._gather()
        return {"examples.told": torch.tensor([self._told, self._listed])} | {
            f"examples.{number}.{field}": torch.from_numpy(getattr(account, field).copy())
            for number, account in enumerate(self._accounts)
            for field in _FIELDS
        }

    def restore_tensors(self, tensors: dict[str, torch.Tensor]) -> None:
        """Goes on from what ``tensors`` gave; what else is in there is left alone."""
        if "examples.told" in tensors:
            self._told, self._listed = map(int, tensors["examples.told"])
        for number, account in enumerate(self._accounts):
            for field in _FIELDS:
                found = tensors.get(f"examples.{number}.{field}")
                if found is not None:
                    setattr(account, field, found.numpy().copy())

    def _gather(self) -> None:
        if not self._waiting:
            return
        answers = torch.cat([hits.flatten() for *_, hits in self._waiting]).cpu().numpy().astype(bool)
        updates: dict[tuple[int, int], tuple[list[np.ndarray], list[np.ndarray]]] = {}
        start = 0
        for step, number, indices, _ in self._waiting:
            texts, hits = updates.setdefault((step, number), ([], []))
            texts.append(indices)
            hits.append(answers[start : start + len(indices)])
            start += len(indices)
        self._waiting.clear()
        for (step, number), (texts, hits) in updates.items():
            self._accounts[number].add(self._origin + step + 1, np.concatenate(texts), np.concatenate(hits))

    def _event(
        self, step: int, name: str, texts: LabelledTexts, account: _Texts, some: bool
    ) -> ExampleForgetting:
        chosen = np.arange(len(account.seen))
        if some:
            chosen = np.flatnonzero((account.forgotten > 0) | ((account.seen > 0) & (account.learnt < 0)))
        split = texts.splits["train"]
        return ExampleForgetting(
            index=self._index,
            step=self._origin + step,
            task=name,
            classes=tuple(texts.classes),
            rows=split.rows[chosen],
            labels=split.labels[chosen],
            seen=account.seen[chosen],
            forgotten=account.forgotten[chosen],
            learnt=account.learnt[chosen],
            last=account.last[chosen],
            right=account.right[chosen].astype(bool),
        )
