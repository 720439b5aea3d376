"""The table of runs where there are more of them than it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.spec.recipes import find_recipe
from engine.store import Store, runs
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
        assert [line.key for line in plain.lines] == [fourth, third] and plain.total == 4
        led = query.load_table(store, "", "created", True, "none", none, frozenset({first, third}))
        assert [line.key for line in led.lines] == [fourth, third, first] and led.total == 4
        assert first in led.runs
        # A filter says which runs are wanted: no others.
        filtered = query.load_table(store, f"id = {third}", "created", True, "none", none, frozenset({first}))
        assert [line.key for line in filtered.lines] == [third]
