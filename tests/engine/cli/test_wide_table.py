"""A comparison in a terminal never has columns of one letter, however unlike the runs are."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from engine.analysis.comparison import Comparison, ComparisonColumn, ComparisonRow
from engine.cli.wide_table import LEAST_CELL, comparison_tables


def _comparison(settings: int, runs: int) -> Comparison:
    columns = (
        ComparisonColumn("name", "Run", "name"),
        *(ComparisonColumn(f"s{i}", f"Setting number {i}", "setting") for i in range(settings)),
        ComparisonColumn("test", "Test error at best", "measure", "%"),
    )
    rows = tuple(
        ComparisonRow(
            (run,),
            f"a long name of run {run}",
            run,
            {"name": f"a long name of run {run}", "test": 5.0 + run}
            | {f"s{i}": f"value{i}{run}" for i in range(settings)},
        )
        for run in range(runs)
    )
    return Comparison(columns, rows, settings, settings)


def _printed(comparison: Comparison, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, highlight=False)
    for table in comparison_tables(comparison, width):
        console.print(table)
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined]


def test_runs_that_differ_in_little_have_a_row_each() -> None:
    lines = _printed(_comparison(2, 3), 100)
    assert lines[0].split() == "Run Setting number 0 Setting number 1 Test error at best, %".split()
    assert len(lines) == 4 and all("value0" in line for line in lines[1:])


@pytest.mark.parametrize("width", [60, 80, 120, 200])
@pytest.mark.parametrize("runs", [2, 5, 12])
def test_runs_that_differ_in_much_stand_beside_each_other(width: int, runs: int) -> None:
    lines = _printed(_comparison(40, runs), width)
    assert all(len(line.rstrip()) <= width for line in lines)
    said = "\n".join(lines)
    for run in range(runs):
        assert all(f"value{i}{run}" in said for i in range(40))  # whole words, every one
    assert max(len(line.split()) for line in lines) >= 4
    assert f"{4 + runs}.00" in said
    assert LEAST_CELL > 1


def test_paths_and_lists_do_not_decide_over_the_layout() -> None:
    made = _comparison(1, 2)
    made.rows[0].values["s0"] = "/a/" + "very/" * 30 + "long/path"  # type: ignore[index]
    lines = _printed(made, 100)
    assert lines[0].startswith("Run ")
    assert all(len(line.rstrip()) <= 100 for line in lines)
