"""Costs of errors, one by one and from a file: wrong shapes and numbers are told with the file and the remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.analysis.decision_costs import parse_costs, parse_label_costs, read_costs, read_label_costs
from engine.errors import UserError


def test_wrong_answers_cost_one_where_nothing_is_said() -> None:
    assert parse_costs(["spam:ham=5"], ["ham", "spam"]) == ((0, 1), (5, 0))
    assert parse_costs(["ham:ham=-2"], ["ham", "spam"]) == ((-2, 1), (1, 0))
    assert parse_costs([], ["a", "b", "c"]) == ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    assert parse_label_costs(["a:missed=10", "b:given wrongly=2"], ["a", "b"]) == ((1, 10), (2, 1))


def test_names_may_hold_the_marks_of_an_entry() -> None:
    assert parse_costs(["a:b=c:x=3"], ["x", "a:b=c"]) == ((0, 1), (3, 0))


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("spam=5", "names no cost"),
        ("spam:eggs=5", "names no cost"),
        ("spam:ham", "names no cost"),
        ("spam:ham=", "not a finite number"),
        ("spam:ham=nan", "not a finite number"),
        ("spam:ham=much", "not a finite number"),
    ],
)
def test_what_is_no_entry_is_named(entry: str, words: str) -> None:
    with pytest.raises(UserError, match=words) as told:
        parse_costs([entry], ["ham", "spam"])
    assert entry in told.value.place


def test_an_error_has_one_cost() -> None:
    assert parse_costs(["spam:ham=5", "spam:ham=5.0"], ["ham", "spam"]) == ((0, 1), (5, 0))
    with pytest.raises(UserError, match="--cost spam:ham: is given twice, as 5 and as 2"):
        parse_costs(["spam:ham=5", "spam:ham=2"], ["ham", "spam"])


def test_costs_of_labels_have_to_be_costs_of_errors() -> None:
    with pytest.raises(UserError, match="not costs of errors"):
        parse_label_costs(["a:missed=-1"], ["a"])
    with pytest.raises(UserError, match="not costs of errors"):
        parse_label_costs(["a:missed=0", "a:given wrongly=0"], ["a"])


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("true,ham\nham,0\n", "not of the 2 classes", "row 1"),
        ("true,ham,spam,eggs\nham,0,1,1\n", "not of the 2 classes", "row 1"),
        ("", "not of the 2 classes", "row 1"),
        ("true,ham,spam\nham,0\n", "'ham' is not a class, comes twice", "row 2"),
        ("true,ham,spam\nham,0,1\nham,0,1\n", "'ham' is not a class, comes twice", "row 3"),
        ("true,ham,spam\nham,0,1\n", "there is no row for 'spam'", ""),
        ("true,ham,spam\nham,0,dear\nspam,1,0\n", "could not convert", "row 2"),
        ("true,ham,spam\nham,0,inf\nspam,1,0\n", "not a finite number", "row 2"),
    ],
)
def test_a_matrix_of_the_wrong_shape_is_told_with_its_row(
    tmp_path: Path, text: str, words: str, place: str
) -> None:
    file = tmp_path / "costs.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=words) as told:
        read_costs(file, ["ham", "spam"])
    assert str(file) in told.value.place and place in told.value.place


def test_columns_and_rows_may_stand_in_any_order(tmp_path: Path) -> None:
    file = tmp_path / "costs.csv"
    file.write_text("\ufefftrue,spam,ham\nspam,0,7\n\nham,2,0\n", encoding="utf-8")
    assert read_costs(file, ["ham", "spam"]) == ((0, 2), (7, 0))
    with pytest.raises(UserError, match="not of the 2 classes"):
        read_label_costs(file, ["ham", "spam"])
    with pytest.raises(UserError, match="cannot be read"):
        read_costs(tmp_path, ["ham", "spam"])
