"""Tables in every format, runs in one line, and their looks."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix

from engine.analysis.errors.predicted_split import (
    confusion_counts,
    disagreement_indices,
    have_same_texts,
    indices_in_cell,
)
from engine.analysis.series_styles import distinct_slots
from engine.analysis.sweeps import summarise_runs
from engine.analysis.tables import MIN_CELL, PlainTable, fit_table, to_csv, to_latex, to_markdown, to_records
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs
from engine.store.rows import RunRow
from engine.store.summaries import PredictionSet

TABLE = PlainTable(
    ["Run", "Error, %"], [['comma, "quote"', 100 / 3], ["a | b\nc_1", None]], numeric=[False, True]
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


def test_latex_escapes() -> None:
    table = PlainTable(
        ["Model", "ours", "paper"],
        [["A & B_1, p < 0.001", "5.43 ± 0.10", "−0.16"]],
        numeric=[False, True, True],
    )
    assert to_latex(table, "Error in %").splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\caption{Error in \%}",
        r"\begin{tabular}{lrr}",
        r"\toprule",
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
    assert all(len(each.headings) * MIN_CELL <= width for each in turned)
    assert [each.rows[0][0] for each in turned] == ["Setting 0"] * len(turned)
    found = {cell for each in turned for row in each.rows for cell in row[1:]}
    assert found == {f"value{i}of{run}" for i in range(40) for run in range(runs)}


def test_paths_do_not_decide_over_the_layout_of_a_table() -> None:
    few = PlainTable(["Run", "Path"], [["one", "/a/" + "very/" * 30 + "long/path"]])
    assert fit_table(few, 100) == [few]


@pytest.fixture
def row(tmp_path: Path) -> RunRow:
    experiment = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]})
    with Store(tmp_path / "store.sqlite") as store:
        return runs.get_run(store, runs.create_run(store, experiment))


def test_what_is_done_and_what_is_left(row: RunRow) -> None:
    done = replace(row, status="finished", active_seconds=100.0, validation_best=8.0, started=50.0)
    waiting = replace(row, status="queued")
    found = summarise_runs([done, waiting])
    assert (found.finished, found.active, found.share, found.best, found.started) == (1, 1, 0.5, 8.0, 50.0)
    running = replace(row, status="running", progress=0.25, eta_seconds=30.0)
    found = summarise_runs([done, waiting, running])
    assert found.share == pytest.approx(1.25 / 3)
    assert summarise_runs([done]).share is None


def test_the_best_follows_the_metric_and_is_none_over_different_data(row: RunRow) -> None:
    values = [replace(row, status="finished", validation_best=value) for value in (8.0, 9.0)]
    assert summarise_runs(values).best == 8.0
    assert summarise_runs([replace(each, metric="macro_f1") for each in values]).best == 9.0
    mixed = summarise_runs([values[0], replace(values[1], data="other")])
    assert (mixed.best, mixed.metric, mixed.data) == (None, "", "2 data sets")
    failed = replace(values[0], status="failed", validation_best=1.0)
    assert summarise_runs([failed, values[1]]).best == 9.0, "a failed run gives no best"


def test_what_was_forgotten_is_the_mean_of_finished_runs(row: RunRow) -> None:
    finished = [replace(row, status="finished", retention_rise=rise) for rise in (0.0, None)]
    assert summarise_runs([*finished, replace(row, status="running", retention_rise=3.0)]).forgot == 1.0


@given(st.dictionaries(st.integers(), st.integers(1, 32), max_size=40))
def test_no_two_look_alike_and_the_first_with_a_slot_keeps_it(own: dict[int, int]) -> None:
    made = distinct_slots(own)
    assert list(made) == list(own) and len(set(made.values())) == len(own)
    looks = {key: (slot - 1) % 8 if len(own) <= 8 else slot for key, slot in own.items()}
    firsts = {look: key for key, look in reversed(looks.items())}
    assert all(made[key] == own[key] for key in firsts.values())
    assert len(own) > 8 or len({(slot - 1) % 8 for slot in made.values()}) == len(own), "nor in colour"


LABELS, PREDICTED = np.array([0, 0, 1, 2, 0]), np.array([1, 1, 1, 0, 0])
MINE = PredictionSet(
    "test", 5, ("a", "b", "c"), np.array([3, 5, 9, 11, 12]), LABELS, PREDICTED,
    np.array([0.6, 0.9, 0.8, np.nan, 0.7]), np.zeros(5),
)  # fmt: skip


def test_counts_are_those_of_scikit_learn() -> None:
    assert (confusion_counts(MINE) == confusion_matrix(LABELS, PREDICTED)).all()


def test_a_cell_has_the_surest_text_first() -> None:
    assert indices_in_cell(MINE, 0, 1).tolist() == [1, 0]
    assert indices_in_cell(MINE, 2, 0).tolist() == [3] and indices_in_cell(MINE, 1, 2).tolist() == []


def test_disagreements_are_by_the_names_of_classes() -> None:
    other = replace(MINE, predicted=np.array([1, 0, 1, 0, 0]))
    found = disagreement_indices(MINE, other)
    assert found is not None and found.tolist() == [1]
    # The same answers under numbers in another order.
    order = np.array([2, 0, 1])
    turned = replace(MINE, classes=("b", "c", "a"), labels=order[LABELS], predicted=order[PREDICTED])
    found = disagreement_indices(MINE, turned)
    assert found is not None and found.tolist() == [] and have_same_texts(MINE, turned)


def test_other_texts_are_not_compared() -> None:
    elsewhere = replace(MINE, rows=np.array([3, 5, 9, 11, 13]))
    relabelled = replace(MINE, labels=np.array([0, 0, 1, 2, 1]))
    numbers = replace(MINE, classes=())
    for other in (elsewhere, relabelled, numbers, None):
        assert not have_same_texts(MINE, other) and disagreement_indices(MINE, other) is None
