"""A plain table reads back as it was, whatever its cells hold."""

from __future__ import annotations

import csv
import io
import json

import pytest

from engine.analysis.tables import (
    LEAST_CELL,
    ColumnGroup,
    PlainTable,
    fit_table,
    to_csv,
    to_latex,
    to_markdown,
    to_records,
)

TABLE = PlainTable(
    ["Run", "Error, %"],
    [['comma, "quote"', 100 / 3], ["a | b\nc_1", None]],
    numeric=[False, True],
)


def test_csv_reads_back_in_full_precision() -> None:
    header, first, second = csv.reader(io.StringIO(to_csv(TABLE)))
    assert header == TABLE.headings
    assert (first[0], float(first[1])) == ('comma, "quote"', 100 / 3)
    assert second == ["a | b\nc_1", ""]


def test_names_are_no_formulas_in_a_spreadsheet() -> None:
    table = PlainTable(["=Run", "Error, %"], [['=HYPERLINK("x")', -0.5], ["-1.2 ± 0.3", 1e-9]])
    header, first, second = csv.reader(io.StringIO(to_csv(table)))
    assert header == ["'=Run", "Error, %"]
    assert first == ['\'=HYPERLINK("x")', "-0.5"] and second == ["-1.2 ± 0.3", "1e-09"]


def test_json_keeps_values_by_heading() -> None:
    assert json.loads(json.dumps(to_records(TABLE)))[1] == {"Run": "a | b\nc_1", "Error, %": None}
    with pytest.raises(ValueError):
        to_records(PlainTable(["one"], [[1, 2]]))


def test_markdown_has_one_line_per_row() -> None:
    assert to_markdown(PlainTable(TABLE.headings, [["a | b\nc_1", "33.33"]], TABLE.numeric)) == (
        "| Run | Error, % |\n"
        "| --- | ---: |\n"
        "| a \\| b c_1 | 33.33 |\n"
    )  # fmt: skip


def test_latex_escapes_and_groups() -> None:
    table = PlainTable(
        ["Model", "ours", "paper"],
        [["A & B_1, p < 0.001", "5.43 ± 0.10", "−0.16"]],
        numeric=[False, True, True],
        groups=[ColumnGroup("", 1), ColumnGroup("IMDb", 2)],
    )
    assert to_latex(table, "Error in %").splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\caption{Error in \%}",
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r" & \multicolumn{2}{c}{IMDb} \\",
        r"\cmidrule(lr){2-3}",
        r"Model & ours & paper \\",
        r"\midrule",
        r"A \& B\_1, p $<$ 0.001 & 5.43 $\pm$ 0.10 & $-$0.16 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("runs", [2, 12])
def test_rows_that_differ_in_much_stand_side_by_side_in_a_terminal(width: int, runs: int) -> None:
    """A column of one letter tells nobody anything: each has room for its words, and no cell is lost."""
    heads = ["Run", *(f"Setting {i}" for i in range(40))]
    table = PlainTable(
        heads, [[f"run {run}", *(f"value{i}of{run}" for i in range(40))] for run in range(runs)]
    )
    turned = fit_table(table, width)
    assert all(len(each.headings) * LEAST_CELL <= width for each in turned)
    assert [each.rows[0][0] for each in turned] == ["Setting 0"] * len(turned)
    found = {cell for each in turned for row in each.rows for cell in row[1:]}
    assert found == {f"value{i}of{run}" for i in range(40) for run in range(runs)}


def test_paths_do_not_decide_over_the_layout_of_a_table() -> None:
    few = PlainTable(["Run", "Path"], [["one", "/a/" + "very/" * 30 + "long/path"]])
    assert fit_table(few, 100) == [few]
