"""A store that version 0.1.0 has written opens, is brought up to date, and shows the figures that 0.1.0 showed.

``version-0.1.0.sqlite`` holds runs of the bundled encoder made by that version: a sweep of two rates and two seeds, a
stage with two tasks, a sweep of pre-training with two tasks after it under two strategies and an average of weights, a
data set of the catalogue, a run that failed and one that was stopped. ``version-0.1.0.json`` is what that version
printed of them with ``runs``, ``compare --seeds`` and ``forgetting``, as JSON.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.analysis import compared_runs
from engine.analysis.report.build import report_json
from engine.analysis.run_groups import group_runs, resolve_run_arguments
from engine.cli.output import run_json
from engine.store import Store, datasets, metrics, probe_results, runs, summaries

FIXTURES = Path(__file__).parent / "fixtures"
TOLD: dict[str, Any] = json.loads((FIXTURES / "version-0.1.0.json").read_text(encoding="utf-8"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    copy = tmp_path / "old.sqlite"
    shutil.copyfile(FIXTURES / "version-0.1.0.sqlite", copy)
    return copy


def holds(new: Any, old: Any, where: str = "") -> None:
    """``new`` says all that ``old`` says, and may say more."""
    if isinstance(old, dict):
        for key, value in old.items():
            assert key in new, f"{where}.{key} is no longer told"
            holds(new[key], value, f"{where}.{key}")
    elif isinstance(old, list):
        assert len(new) == len(old), where
        for place, (one, other) in enumerate(zip(new, old, strict=True)):
            holds(one, other, f"{where}.{place}")
    elif isinstance(old, float):
        assert new == pytest.approx(old, rel=1e-12), where
    else:
        assert new == old, where


def without_equal_ends(old: Any) -> Any:
    """Return a copy with None for both ends of an interval that is a point: there is none where seeds are equal."""
    if isinstance(old, list):
        return [without_equal_ends(each) for each in old]
    if not isinstance(old, dict):
        return old
    is_point = "low" in old and old["low"] == old["high"]
    return {
        key: None if is_point and key in ("low", "high") else without_equal_ends(value)
        for key, value in old.items()
    }


def test_its_runs_show_what_they_showed(path: Path) -> None:
    with Store(path) as store:
        rows = {str(row.id): run_json(row) for row in runs.list_runs(store, archived=None)}
        holds(rows, TOLD["runs"])
        assert rows.keys() == TOLD["runs"].keys()


def test_comparisons_and_forgetting_give_the_same_figures(path: Path) -> None:
    with Store(path) as store:
        compared = compared_runs.to_json(group_runs(store, [1, 2, 3, 4])[1])["rows"]
        for row in (*compared, *(old := without_equal_ends(TOLD["compare"]))):
            row["values"].pop("name")  # groups are named by what tells them apart
        holds(compared, old)
        strategies = report_json(store, [1, 2, 3, 4, 6, 7])["strategies"]
        holds(strategies, without_equal_ends(TOLD["forgetting"]))


def test_its_sweeps_get_numbers_and_its_runs_their_precision(path: Path) -> None:
    with Store(path) as store:
        rows = {row.id: row for row in runs.list_runs(store, archived=None)}
        assert {number: row.sweep_id for number, row in rows.items() if row.sweep_id} == {
            1: 1, 2: 1, 3: 1, 4: 1, 6: 6, 7: 6,
        }  # fmt: skip
        assert [tuple(row) for row in store.execute("SELECT id, name FROM sweeps")] == [
            (1, "Rates"),
            (6, "Two tasks"),
        ]
        assert {row.precision for row in rows.values()} == {"bf16", "fp32", ""}
        assert (rows[1].precision, rows[6].precision, rows[9].precision) == ("bf16", "fp32", "")
        assert rows[1].repetition_key == rows[2].repetition_key != rows[3].repetition_key
        assert resolve_run_arguments(store, ["Rates", "sweep:6"]) == [1, 2, 3, 4, 6, 7]


def test_what_else_it_holds_can_be_read(path: Path) -> None:
    with Store(path) as store:
        for number in map(int, TOLD["runs"]):
            assert runs.get_experiment(store, number).stages
            assert runs.list_log_lines(store, number)
        curve = metrics.read_curves(store, [7], ["retention/loss"])[7, "retention/loss"]
        assert curve.step[0] == 0
        assert probe_results.read_maps(store, [7], ["average/alpha"])[7, "average/alpha"].value[
            0
        ].tolist() == [0.0, 0.5, 1.0]
        assert summaries.prediction_splits(store, 5) == ["test/headlines", "test/reviews"]
        predictions = summaries.read_predictions(store, 1)
        assert predictions is not None
        wrong = 100 * (1 - predictions.right.mean())
        assert wrong == pytest.approx(runs.get_run(store, 1).test)
        assert datasets.get_dataset(store, "books").source["label"] == "label"


def test_runs_of_one_name_queued_at_other_times_are_other_sweeps(path: Path, tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(path) as old:
        old.execute("UPDATE runs SET group_name = 'Rates', created = created + 5 WHERE id IN (6, 7)")
        old.execute(
            "UPDATE runs SET created = (SELECT created FROM runs WHERE id = 4) + 3600 WHERE id IN (6, 7)"
        )
    old.close()
    with Store(path) as store:
        sweeps = {row.id: row.sweep_id for row in runs.list_runs(store, archived=None) if row.sweep_id}
        assert sweeps == {1: 1, 2: 1, 3: 1, 4: 1, 6: 6, 7: 6}
