"""Runs of a sweep over several places, against sums by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.analysis.queue_estimate import estimate_queue
from engine.errors import UserError
from engine.places import spreading
from engine.places.base import PlaceLoad, PlaceUnreachableError
from engine.places.settings import save_place
from engine.places.spreading import PlaceCapacity, named_places, plan_spread, spread_runs
from engine.places.ssh import SshPlace
from engine.store import Store, placed_runs, runs
from tests.workbench.pages.stored import experiment, queued


def capacity(place: str, lanes: int, active: int, seconds: float | None, count: int) -> PlaceCapacity:
    return PlaceCapacity(place, PlaceLoad(lanes, active), (seconds,) * count)


def test_each_run_goes_where_it_would_end_first() -> None:
    found = spread_runs(3, [capacity("", 1, 0, 100.0, 3), capacity("box", 1, 0, 50.0, 3)])
    assert found.places == ("box", "", "box") and found.seconds == 100.0
    assert [(each.place, each.runs, each.seconds) for each in found.shares] == [
        ("", 1, 100.0),
        ("box", 2, 100.0),
    ]


def test_what_a_place_has_already_comes_first() -> None:
    found = spread_runs(2, [capacity("box", 2, 4, 60.0, 2), capacity("other", 1, 0, 60.0, 2)])
    assert found.places == ("other", "other") and found.seconds == 120.0
    busy = spread_runs(1, [capacity("box", 2, 4, 60.0, 1)])
    assert busy.seconds == 180.0  # four runs of 60 s in two lanes, then one more
    assert busy.shares[0].sentence("{:.0f} s".format) == (
        "1 run at box after 4 that it has; done in about 180 s."
    )


def test_runs_share_lanes_evenly_where_nothing_is_known_and_no_end_is_told() -> None:
    found = spread_runs(6, [capacity("a", 2, 0, None, 6), capacity("b", 1, 0, None, 6)])
    assert [found.places.count(name) for name in ("a", "b")] == [4, 2]
    assert found.seconds is None
    assert "not known" in found.shares[0].sentence(str)
    half = spread_runs(2, [capacity("a", 1, 0, 30.0, 2), capacity("b", 1, 0, None, 2)])
    assert half.shares[1].sentence(str) == (
        "1 run at b; when it ends is not known: none like it has finished there yet."
    )
    assert [each.seconds for each in half.shares] == [30.0, None] and half.seconds is None


def test_names_of_places(home: Path) -> None:
    save_place("box", SshPlace(host="nowhere.invalid"))
    assert named_places(" here, box,here") == ["here", "box"]
    assert named_places("any") == ["any"]
    for wrong in ("box,nowhere", "any,box", ",", "b\udc00x"):
        with pytest.raises(UserError):
            named_places(wrong)
    with pytest.raises(UserError, match="any"):
        save_place("any", SshPlace(host="nowhere.invalid"))


class Link:
    """A connection to a place that says how much it has to do."""

    def __init__(self, load: PlaceLoad) -> None:
        self._load = load

    def load(self) -> PlaceLoad:
        return self._load

    def close(self) -> None:
        pass


@contextmanager
def places(monkeypatch: pytest.MonkeyPatch, answers: dict[str, PlaceLoad | UserError]) -> Iterator[None]:
    def connect(place: SshPlace) -> Link:
        answer = answers[place.host]
        if isinstance(answer, UserError):
            raise answer
        return Link(answer)

    for name in answers:
        save_place(name, SshPlace(host=name))
    with monkeypatch.context() as patched:
        patched.setattr(SshPlace, "connect", connect)
        patched.setattr(spreading.launch, "local_devices", lambda: ("cpu",))
        yield


def test_times_are_those_of_like_runs_at_that_place(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "palimpsest.sqlite"
    queued(path, [experiment(str(seed), seed) for seed in range(1, 4)])
    with Store(path) as store:
        placed_runs.add_placed_runs(store, [2, 3], "fast")
        for number, seconds in ((1, 90.0), (2, 30.0)):
            runs.set_run_columns(store, [number], status="finished", active_seconds=seconds)
        wanted = [experiment(str(seed), seed) for seed in range(11, 15)]
        with places(monkeypatch, {"fast": PlaceLoad(1, 1)}):
            found = plan_spread(store, wanted, ["here", "fast"])
    # Run 3 waits at fast for 30 s: others end there after 60, 90 and 120 s, and one here after 90 s.
    assert found.places == ("fast", "", "fast", "fast")
    assert found.seconds == 120.0


def test_runs_on_own_files_are_like_earlier_ones_of_the_same_design(home: Path, tmp_path: Path) -> None:
    path, own = home / "palimpsest.sqlite", tmp_path / "own.csv"
    own.write_text("text,label\n" + "good film,a\nbad film,b\n" * 20, encoding="utf-8")
    queued(path, [experiment("short", 1, data=str(own)), experiment("long", 1, data=str(own), epochs=9)])
    with Store(path) as store:
        for number, seconds in ((1, 100.0), (2, 900.0)):
            runs.set_run_columns(store, [number], status="finished", active_seconds=seconds)
        wanted = spreading.launch.resolve_names(store, [experiment("again", 2, data=str(own))])
        assert plan_spread(store, wanted, ["here"]).seconds == 100.0
        queued(path, [experiment("again", 2, data=str(own))])
        assert estimate_queue(store).seconds == 100.0


def test_places_that_do_not_answer_are_left_out_and_refusals_are_told(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = PlaceUnreachableError("cannot be reached.", place="away")
    refuses = UserError("has another version.", place="old")
    wanted = [experiment("x", 1)]
    with (
        Store(home / "palimpsest.sqlite") as store,
        places(monkeypatch, {"away": away, "old": refuses, "box": PlaceLoad(1, 0)}),
    ):
        found = plan_spread(store, wanted, ["away", "box"])
        assert found.places == ("box",) and "away gets no runs" in found.notes[0]
        with pytest.raises(UserError, match="another version"):
            plan_spread(store, wanted, ["old", "box"])
        with pytest.raises(PlaceUnreachableError):
            plan_spread(store, wanted, ["away"])
        whole = plan_spread(store, wanted, ["any"])
        assert len(whole.notes) == 2 and whole.places[0] in ("", "box")
