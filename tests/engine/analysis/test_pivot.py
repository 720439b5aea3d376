"""The table of two quantities, against means and t-intervals by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.analysis.pivot import build_pivot, cell_text, pivot_notes, pivot_records, pivot_table
from engine.analysis.tables import to_markdown, to_records
from engine.analysis.verdicts.statistics import spread
from engine.errors import UserError
from engine.store import Store, runs
from tests.workbench.pages.stored import experiment, queued

T_OF_2 = 12.706204736
"""Student's t for 95 % with one degree of freedom: of two values half the interval is t · |a − b| / 2."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Rates 2e-5 and 5e-5 with seeds 1 and 2 and errors 10, 12, 20, 24; the last on other data; one queued run."""
    path = tmp_path / "s.sqlite"
    made = [experiment(f"{rate} {seed}", seed, rate) for rate in (2e-5, 5e-5) for seed in (1, 2)]
    ids = queued(path, [*made, experiment("waiting")])
    with Store(path) as opened:
        for number, error in zip(ids, (10.0, 12.0, 20.0, 24.0), strict=False):
            runs.set_run_columns(opened, [number], status="finished")
            opened.execute(
                "INSERT INTO summary (run_id, key, last, last_step, at_best) VALUES (?, 'test/error', ?, 1, ?)",
                (number, error, error),
            )
        runs.set_run_columns(opened, ids[3:4], data="samples:headlines")
        yield opened


def test_means_and_intervals_by_rate_and_data(store: Store) -> None:
    found = build_pivot(store, "learning_rate", "data")
    assert (found.rows, len(found.columns), found.left_out) == (("2e-5", "5e-5"), 2, 0)
    assert found.columns[1] == "Headlines"
    cell = found.cells["2e-5", found.columns[0]]
    assert cell.spread.mean == 11.0
    assert cell.spread.half_interval == pytest.approx(T_OF_2 * 2 / 2)
    assert (cell.run_ids, cell.is_repetition) == ((1, 2), True)
    assert cell_text(cell) == "11.00 ± 12.71 (2)"
    assert cell_text(found.cells["5e-5", "Headlines"]) == "24.00"
    assert cell_text(found.cells.get(("2e-5", "Headlines"))) == ""
    assert list(pivot_table(found).rows[0]) == ["2e-5", "11.00 ± 12.71 (2)", ""]
    assert "| 2e-5 | 11.00 ± 12.71 (2) |" in to_markdown(pivot_table(found))
    records = to_records(pivot_records(found))
    assert [record["runs"] for record in records] == [2, 1, 1]
    assert records[0]["run numbers"] == "1 2"
    assert pivot_notes(found) == [
        "Test: mean ± half its 95 % t-interval over the runs of a cell (their number).",
        "Demonstration texts among them: such figures show how the program works.",
    ]


def test_runs_with_the_same_value_have_no_interval(store: Store) -> None:
    store.execute("UPDATE summary SET at_best = 10.0, last = 10.0 WHERE run_id = 2")
    found = build_pivot(store, "learning_rate", "data", ids=[1, 2])
    (cell,) = found.cells.values()
    assert cell_text(cell) == "10.00 (2)" and cell_text(replace(cell, spread=spread([10.0]))) == "10.00"
    (record,) = to_records(pivot_records(found))
    assert (record["half 95 % interval"], record["s.d."], record["runs"]) == (None, 0.0, 2)
    said = "Where seeds do not differ there is no interval"
    assert any(said in note for note in pivot_notes(found))
    assert not any(said in note for note in pivot_notes(build_pivot(store, "learning_rate", "data", ids=[3])))


def test_numbers_stand_in_their_order_and_names_in_that_of_their_runs(store: Store) -> None:
    ids = queued(store.path, [experiment("late", 1, rate) for rate in (3e-6, 1e-3)])
    for number, data in zip(ids, ("samples:questions", "samples:headlines"), strict=True):
        runs.set_run_columns(store, [number], status="finished", data=data)
        store.execute(
            "INSERT INTO summary (run_id, key, last, last_step, at_best) VALUES (?, 'test/error', 1.0, 1, 1.0)",
            (number,),
        )
    found = build_pivot(store, "learning_rate", "data", ids=[3, 4, *ids])
    assert found.rows == ("3e-6", "5e-5", "0.001")
    assert found.columns == (build_pivot(store, "seed", "data", ids=[3]).columns[0], "Headlines", "Questions")


def test_cells_whose_runs_differ_in_more_than_seeds_say_so(store: Store) -> None:
    found = build_pivot(store, "encoder", "seed", "test/error")
    assert found.columns == ("1", "2")
    assert found.cells[found.rows[0], "1"].spread.mean == 15.0
    assert any("2 cells runs differ in more than their seeds" in note for note in pivot_notes(found))


def test_runs_are_chosen_by_filter_or_number_and_those_without_the_value_counted(store: Store) -> None:
    assert build_pivot(store, "seed", "data", where="learning_rate = 2e-5").rows == ("1", "2")
    assert build_pivot(store, "seed", "data", ids=[4]).columns == ("Headlines",)
    store.execute("DELETE FROM summary WHERE run_id = 1")
    found = build_pivot(store, "seed", "data")
    assert found.left_out == 1
    assert pivot_notes(found)[-1] == "Test is missing in 1 finished run."
    assert build_pivot(store, "tag", "data").rows == ("none",)
    assert build_pivot(store, "seed", "data", where="seed = 99").rows == ()


def test_what_is_no_number_or_no_name_is_said(store: Store) -> None:
    with pytest.raises(UserError, match="'encoder' is not a number in run 1"):
        build_pivot(store, "seed", "data", "encoder")
    with pytest.raises(UserError, match="there is no 'colour'"):
        build_pivot(store, "colour", "data")
