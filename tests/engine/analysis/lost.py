"""Strategies whose runs have lost test texts of earlier tasks, for what judges that."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.analysis.forgetting.lost_texts import LostTexts
from engine.analysis.forgetting.measured import ForgettingRecord
from engine.analysis.run_groups import RunGroup
from engine.store.rows import RunRow
from tests.engine.analysis.told import experiment


def losing(
    rows: Sequence[RunRow],
    best: Sequence[np.ndarray],
    learnt: Sequence[np.ndarray] | None = None,
    *,
    name: str = "One",
    moments: int = 1,
    texts: str = "texts",
) -> RunGroup:
    """A strategy whose run s has lost ``best`` [s, n] of each task, ``learnt`` since it was learnt: 100, 0 or -100."""
    since = best if learnt is None else learnt
    tasks = tuple(f"{number}:task {number}" for number in range(1, len(best) + 2))
    records, lost = [], []
    for run, row in enumerate(rows):
        one = LostTexts(
            tuple(f"{texts} {number}" for number in range(len(best))),
            tuple(each[run].astype(np.float32) for each in best),
            tuple(each[run].astype(np.float32) for each in since),
            moments,
        )
        f = float(np.mean([each.mean() for each in one.since_best]))
        records.append(ForgettingRecord(row.id, tasks=tasks, metrics=("error",) * len(tasks), forgetting=f))
        lost.append(one)
    return RunGroup(name, 1, tuple(rows), tuple(records), (), experiment(name, 0, 1e-4), None, tuple(lost))


def draw_lost(
    random: np.random.Generator, seeds: int, texts: int, fall: float, seed_sd: float = 1.0, own: float = 0.05
) -> np.ndarray:
    """What [seeds, texts] a task has lost: wrong on 10 % before and ``fall`` points more after, on the same hard texts.

    ``seed_sd``: of the error in points; ``own``: the share of texts that a run gets wrong or right by itself.
    """
    hard = random.random(texts)
    wrong = []
    for error in (10.0, 10.0 + fall):
        limits = (error + seed_sd * random.standard_normal((seeds, 1))) / 100
        alone = random.random((seeds, texts)) < own
        wrong.append(np.where(alone, random.random((seeds, texts)), hard) < limits)
    return 100.0 * (wrong[1].astype(float) - wrong[0])
