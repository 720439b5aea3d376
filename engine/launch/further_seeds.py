"""Queue the seeds that a verdict still needs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.verdicts.further_seeds import plan_seeds
from engine.launch.queue import enqueue
from engine.store import Store
from engine.store.rows import RunRow


def queue_further_seeds(
    store: Store, baseline: Sequence[RunRow], others: Sequence[tuple[Sequence[RunRow], int]]
) -> tuple[list[int], list[int]]:
    """Queue the seeds that strategies need, and as many of the baseline.

    Args:
        store: where the runs are.
        baseline: the runs of the baseline.
        others: the runs of each strategy, and how many seeds it is to have.

    Returns the numbers of the runs that were queued, and of those of these seeds that the store had already.
    """
    if not others:
        return [], []
    planned = plan_seeds(store, [(baseline, max(units for _, units in others)), *others])
    queued = enqueue(store, list(planned.experiments), "Further seeds") if planned.experiments else []
    return list(queued), list(planned.known)
