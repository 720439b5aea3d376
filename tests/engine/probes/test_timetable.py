"""The points of a stage, and the rule by which some are left out."""

from __future__ import annotations

from engine.probes.timetable import has_room, planned_points


def test_points_are_spread_and_evaluations_are_points_too() -> None:
    assert planned_points(100, 4, ()) == [25, 50, 75]
    assert planned_points(100, 2, (33, 66, 100)) == [33, 50, 66]
    assert planned_points(3, 20, ()) == [1, 2]


def test_a_point_has_room_while_its_share_of_the_bound_is_not_used_up() -> None:
    # 10 % of a stage of 100 s without measuring: half-way there may be 0.5 x (10 % of 102 - 1 - 1) = 4.1 s of points,
    # with a second of points taken and one more to come.
    assert has_room(10, 0.5, 50, fixed=1, spent=3.0, last=1)
    assert not has_room(10, 0.5, 50, fixed=1, spent=3.5, last=1)
    # A beginning that is longer than the bound leaves none; without a bound there is always room.
    assert not has_room(10, 0.9, 90, fixed=12, spent=0, last=1)
    assert has_room(100, 0.9, 90, fixed=500, spent=500, last=100)
