"""The average gain of Table 6, of the paper's own numbers and of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.analysis.paper.gain import AverageGain, average_gains, describe_gains
from engine.analysis.paper.published import published_table
from engine.analysis.paper.table import PaperTable
from tests.engine.analysis.paper.test_table import Shelf, of


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "s.sqlite")


def gains_of(table: PaperTable) -> list[AverageGain]:
    return average_gains(table.published, table.columns, table.cells)


def sentence_of(table: PaperTable) -> str:
    return describe_gains(table.published, table.columns, table.cells)


def test_our_runs_at_the_paper_s_errors_have_the_paper_s_gains(shelf: Shelf) -> None:
    paper = published_table("table-6")
    for model in ("BERT-Feat", "BERT-FiT", "BERT-IDPT-FiT"):
        for column in paper.columns:
            error = paper.values[model][column]
            if error is not None:
                (made,) = of("table-6:paper", "seed 42", f"{model}, {column}")[:1]
                shelf.add(made, error)
    table = shelf.fill("table-6", "paper")
    found = {each.row: each for each in gains_of(table)}
    assert found["BERT-FiT"].ours == pytest.approx(9.22, abs=0.01) and found["BERT-FiT"].data_sets == 8
    assert (
        found["BERT-IDPT-FiT"].ours == pytest.approx(18.57, abs=0.01)
        and found["BERT-IDPT-FiT"].data_sets == 7
    )
    assert found["BERT-CDPT-FiT"].ours is None and found["BERT-CDPT-FiT"].published == 14.38
    said = sentence_of(table)
    assert said in table.headings()
    assert "BERT-FiT 9.22 (paper, ours 9.22 over 8)" in said and "BERT-CDPT-FiT 14.38 (paper)" in said


def test_gains_count_the_data_sets_that_both_rows_have(shelf: Shelf) -> None:
    for model, errors in {
        "BERT-Feat": {"IMDb": 5.0, "TREC": 10.0},
        "BERT-FiT": {"IMDb": 4.0, "TREC": 9.0},
    }.items():
        for column, error in errors.items():
            shelf.add(of("table-6:paper", "seed 42", f"{model}, {column}")[0], error)
    shelf.add(of("table-6:paper", "seed 42", "BERT-FiT, Sogou")[0], 1.0)
    found = {each.row: each for each in gains_of(shelf.fill("table-6", "paper"))}
    assert found["BERT-FiT"].ours == pytest.approx(15.0) and found["BERT-FiT"].data_sets == 2


def test_other_tables_have_none(shelf: Shelf) -> None:
    assert sentence_of(shelf.fill("table-2", "paper")) == ""
