"""The rows of the table of runs: where there are more of them than it shows, and how often texts were looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.spec.experiment import Experiment
from engine.spec.recipes import find_recipe
from engine.store import Store, runs
from tests.workbench.pages.stored import finished
from workbench.pages.runs.run_list import query


def test_runs_that_are_asked_for_are_there_however_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "MAX_ROWS", 2)
    none: frozenset[int] = frozenset()
    with Store(tmp_path / "s.sqlite") as store:
        first, _, third, fourth = (
            runs.create_run(store, find_recipe("quickstart").plan.experiment) for _ in range(4)
        )
        plain = query.load_table(store, "", "created", True, "none", none, none)
        assert [line.key for line in plain.lines] == [third, fourth] and plain.total == 4
        led = query.load_table(store, "", "created", True, "none", none, frozenset({first, third}))
        assert [line.key for line in led.lines] == [first, third, fourth] and led.total == 4
        assert first in led.runs
        # A filter says which runs are wanted: no others.
        filtered = query.load_table(store, f"id = {third}", "created", True, "none", none, frozenset({first}))
        assert [line.key for line in filtered.lines] == [third]


def test_names_end_in_what_tells_them_from_others_of_their_group(tmp_path: Path) -> None:
    none: frozenset[int] = frozenset()
    experiment = find_recipe("quickstart").plan.experiment

    def named(name: str) -> Experiment:
        return experiment.model_copy(update={"name": name})

    with Store(tmp_path / "s.sqlite") as store:
        for group in ("Table 7", "Table 8"):
            sweep = runs.create_sweep(store, group)
            for seed in (42, 43):
                runs.create_run(store, named(f"{group}: plain, seed {seed}"), sweep)
        runs.create_run(store, named("Table 7, alone"))
        found = query.load_table(store, "", "created", True, "sweep", none, none)
    assert [(line.name, line.telling_end) for line in found.lines if line.run is not None] == [
        ("plain, seed 42", "42"),
        ("plain, seed 43", "43"),
        ("plain, seed 42", "42"),
        ("plain, seed 43", "43"),
        ("Table 7, alone", "Table 7, alone"),
    ]


def test_the_list_of_runs_has_looks_as_the_tip_of_a_test_error(home: Path) -> None:
    path = home / "palimpsest.sqlite"
    Store(path).close()
    first = finished(path, "a", seed=1, test=20.0, texts=60)
    finished(path, "b", seed=1, rate=1e-3, test=20.0, texts=60)
    bare = finished(path, "c", seed=1, rate=1e-2, test=20.0)
    with Store(path) as store:
        table = query.load_table(store, "", "id", False, "none", frozenset(), frozenset())
    tips = {line.key: line.looks for line in table.lines}
    assert "2 runs of 2 strategies have" in tips[first] and "looks better than it is" in tips[first]
    assert tips[bare] == ""  # nothing is known of its texts
