"""The average gain of Table 6, of the paper's own numbers and of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.analysis.paper.published import published_table
from tests.engine.analysis.paper.test_table import Shelf, of


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "s.sqlite")


def sentence(shelf: Shelf, table: str) -> str:
    """What is said of gains above a table; empty where nothing is."""
    return next((each for each in shelf.fill(table, "paper").headings() if "gain" in each), "")


def test_our_runs_at_the_paper_s_errors_have_the_paper_s_gains(shelf: Shelf) -> None:
    paper = published_table("table-6")
    for model in ("BERT-Feat", "BERT-FiT", "BERT-IDPT-FiT"):
        for column in paper.columns:
            error = paper.values[model][column]
            if error is not None:
                (made,) = of("table-6:paper", "seed 42", f"{model}, {column}")[:1]
                shelf.add(made, error)
    said = sentence(shelf, "table-6")
    assert "BERT-FiT 9.22 (paper, ours 9.22 over 8)" in said and "BERT-CDPT-FiT 14.38 (paper)" in said
    assert "BERT-IDPT-FiT 18.57 (paper, ours 18.57 over 7)" in said
    assert sentence(shelf, "table-2") == ""


def test_gains_count_the_data_sets_that_both_rows_have(shelf: Shelf) -> None:
    for model, errors in {
        "BERT-Feat": {"IMDb": 5.0, "TREC": 10.0},
        "BERT-FiT": {"IMDb": 4.0, "TREC": 9.0},
    }.items():
        for column, error in errors.items():
            shelf.add(of("table-6:paper", "seed 42", f"{model}, {column}")[0], error)
    shelf.add(of("table-6:paper", "seed 42", "BERT-FiT, Sogou")[0], 1.0)
    assert "BERT-FiT 9.22 (paper, ours 15.00 over 2)" in sentence(shelf, "table-6")
