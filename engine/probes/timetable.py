"""When a stage is measured on the way: the points that are planned, and which of them the cost bound has room for.

One rule for the scheduler, which knows the seconds, and for the estimate before a run, which expects them.
"""

from __future__ import annotations

from collections.abc import Iterable


def planned_points(steps: int, points: int, evaluations: Iterable[int]) -> list[int]:
    """Return the updates of a stage after which to measure, ascending, without its beginning and its end.

    They are ``points`` evenly spread ones and every evaluation, where the task's own error has just been reported.
    """
    spread = {round(steps * k / points) for k in range(1, points + 1)}
    return sorted((spread | {*evaluations}) - {0, steps})


def has_room(budget: float, share: float, trained: float, fixed: float, spent: float, last: float) -> bool:
    """Return whether one more point keeps the cost of measuring within the bound.

    The allowance grows with the updates, so the points left out are spread as evenly as those taken:

        seconds of points so far + one more  <=  (budget x expected seconds of the stage - fixed) x share of its updates

    where ``fixed`` has one more measurement added, at the stage's end.

    Args:
        budget: % of the stage's time that measuring may take; 100: there is always room.
        share: share of the stage's updates that are done, above 0.
        trained: seconds of the stage so far without measuring.
        fixed: seconds of building the probes and of the stage's beginning.
        spent: seconds of the points so far.
        last: seconds of the last measurement: what one more is expected to take.
    """
    if budget >= 100:
        return True
    room = budget / 100 * (trained / share + fixed + spent + last) - fixed - last
    return spent + last <= room * share
