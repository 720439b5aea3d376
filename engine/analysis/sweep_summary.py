"""Summarise several runs in one line: the progress of a sweep and its best value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.metrics.keys import find_direction
from engine.store.rows import RunRow


@dataclass(frozen=True)
class RunsSummary:
    """Summary of runs.

    Attributes:
        finished, active: how many have finished, how many are running or about to.
        share: the share of all their work that is done, None where nothing is active.
        metric: the main metric of all, "" where they differ in it or in their data, for then no value is the best.
        best: the best validation value of finished runs.
        data: the data set, or how many there are.
        started: when the first began.
        forgot: the mean of what the finished ones forgot.
    """

    finished: int
    active: int
    share: float | None
    metric: str
    best: float | None
    data: str
    started: float | None
    forgot: float | None


def summarise_runs(rows: Sequence[RunRow]) -> RunsSummary:
    """Return the summary of at least one run.

    Of two, one finished and one waiting, half is done.
    """
    finished = [row for row in rows if row.status == "finished"]
    active = [row for row in rows if row.active]
    share = sum(1.0 if not row.active else row.progress or 0.0 for row in rows) / len(rows)
    data = {row.data for row in rows}
    metric = rows[0].metric if len({(row.metric, row.data) for row in rows}) == 1 else ""
    best = [row.final_best for row in rows if metric and row.final_best is not None]
    better = max if find_direction(f"validation/{metric}") == "max" else min
    factors = [row.forgot for row in finished if row.forgot is not None]
    return RunsSummary(
        finished=len(finished),
        active=len(active),
        share=share if active else None,
        metric=metric,
        best=better(best, default=None),
        data=rows[0].data if len(data) == 1 else f"{len(data)} data sets",
        started=min((row.started for row in rows if row.started is not None), default=None),
        forgot=sum(factors) / len(factors) if factors else None,
    )
