"""Several runs in one line: how far a sweep is, how long it will take, and the best that it has given."""

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
        share: the share of all their work that is done; None where nothing is active.
        eta_seconds: seconds until all are done, waiting runs taken to last as long as those that have finished, or,
            before the first has, as those that run; None where that is not known.
        metric: the main metric of all; "" where they differ in it or in their data, for then no value is the best.
        best: the best validation value of finished runs.
        data: the data set, or how many there are.
        started: when the first began.
        forgot: the mean of what the finished ones forgot.
    """

    finished: int
    active: int
    share: float | None
    eta_seconds: float | None
    metric: str
    best: float | None
    data: str
    started: float | None
    forgot: float | None


def summarise_runs(rows: Sequence[RunRow]) -> RunsSummary:
    """Return the summary of at least one run.

    Two runs, one finished after 100 s and one waiting: half is done. With a third that runs and has 30 s to go, 130 s
    are left.
    """
    done = [row for row in rows if row.status == "finished"]
    active = [row for row in rows if row.active]
    share = sum(1.0 if not row.active else row.progress or 0.0 for row in rows) / len(rows)
    left = [row.eta_seconds for row in active if row.eta_seconds is not None]
    waiting = sum(row.status == "queued" for row in rows)
    known = [row.active_seconds for row in done]
    known = known or [row.active_seconds + row.eta_seconds for row in active if row.eta_seconds is not None]
    pace = sum(known) / len(known) if known else 0.0
    data = {row.data for row in rows}
    metric = rows[0].metric if len({(row.metric, row.data) for row in rows}) == 1 else ""
    best = [row.final_best for row in rows if metric and row.final_best is not None]
    better = max if find_direction(f"validation/{metric}") == "max" else min
    forgot = [row.forgot for row in done if row.forgot is not None]
    return RunsSummary(
        finished=len(done),
        active=len(active),
        share=share if active else None,
        eta_seconds=sum(left) + waiting * pace if left else None,
        metric=metric,
        best=better(best, default=None),
        data=rows[0].data if len(data) == 1 else f"{len(data)} data sets",
        started=min((row.started for row in rows if row.started is not None), default=None),
        forgot=sum(forgot) / len(forgot) if forgot else None,
    )
