"""Queue the seeds that a verdict still needs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.verdicts.further_seeds import plan_look, plan_seeds
from engine.analysis.verdicts.look_plans import read_plan
from engine.launch.queue import enqueue
from engine.store import Store
from engine.store.rows import RunRow


def queue_further_seeds(
    store: Store, baseline: Sequence[RunRow], others: Sequence[tuple[Sequence[RunRow], int]]
) -> tuple[list[int], list[int]]:
    """Queue the seeds that strategies need, and as many of the baseline; of planned looks the seeds of the plan.

    Args:
        store: where the runs are.
        baseline: the runs of the baseline.
        others: the runs of each strategy, and how many seeds it is to have.

    Returns the numbers of the runs that were queued, and of those of these seeds that the store had already.
    """
    plans = [read_plan(store, baseline, of) for of, _ in others]
    free = [each for each, plan in zip(others, plans, strict=True) if plan is None]
    made = [plan_seeds(store, [(baseline, max(units for _, units in free)), *free])] if free else []
    for (of, units), plan in zip(others, plans, strict=True):
        if plan is not None:
            made.append(plan_look(store, [baseline, of], plan.seeds[:units]))
    # The baseline's seeds are the same for several strategies.
    wanted = {(each.group_identity(), each.seed): each for found in made for each in found.experiments}
    queued = enqueue(store, list(wanted.values()), "Further seeds") if wanted else []
    return list(queued), list(dict.fromkeys(number for found in made for number in found.known))
