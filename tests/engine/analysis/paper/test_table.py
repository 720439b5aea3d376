"""The paper's tables filled from runs of a real store, and the numbers themselves against what the paper says."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from engine.analysis.paper import formats
from engine.analysis.paper.published import published_names, published_table
from engine.analysis.paper.table import PaperCell, PaperTable, fill_table, recipes_with_tables
from engine.errors import UserError
from engine.events import Evaluation, Predictions, RunFinished
from engine.spec.experiment import Experiment
from engine.spec.recipes import find_recipe
from engine.store import Store, runs
from engine.store.writer import RunWriter


class Shelf:
    """A store that finished runs are put into as an engine writes them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        Store(path).close()

    def add(
        self, made: Experiment, test: float, *, texts: int = 0, status: str = "finished", precision: str = ""
    ) -> int:
        with Store(self.path) as store:  # without its data: no copy of these is here
            number = runs.create_run(store, made, launcher="cli")
        with RunWriter(self.path, number) as writer:
            predictions = _predictions(texts, test) if texts else None
            results = {"test/error": test, "test/accuracy": 100 - test}
            writer.write(Evaluation("test", 10, results, predictions=predictions))
            writer.write(RunFinished(20, results))
        with Store(self.path) as store:
            runs.set_run_columns(store, [number], status=status, precision=precision)
        return number

    def fill(self, name: str, size: str = "") -> PaperTable:
        with Store(self.path) as store:
            return fill_table(store, name, size)


def _predictions(texts: int, percent: float) -> Predictions:
    labels = np.zeros(texts, np.int64)
    wrong = (np.arange(texts) < round(percent / 100 * texts)).astype(np.int64)
    chances = np.full((texts, 2), 0.5)
    return Predictions("test", np.arange(texts), labels, wrong, chances, np.zeros(texts), ("a", "b"))


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "s.sqlite")


@cache
def expanded(name: str) -> list[Experiment]:
    """A recipe's experiments, made once: the largest has hundreds."""
    return find_recipe(name).plan.expand()


def of(name: str, *parts: str) -> list[Experiment]:
    """The recipe's experiments whose names hold all ``parts``."""
    found = [each for each in expanded(name) if all(part in each.name for part in parts)]
    assert found, parts
    return found


# -- the numbers -------------------------------------------------------------------------------------------


def test_average_gains_follow_from_table_6_as_the_paper_prints_them() -> None:
    """9.22, 16.07, 18.57, 14.38 % are means over data sets of (BERT-Feat - model)/BERT-Feat: this checks 36 numbers."""
    table = published_table("table-6").values
    for model, gain in {
        "BERT-FiT": 9.22,
        "BERT-ITPT-FiT": 16.07,
        "BERT-IDPT-FiT": 18.57,
        "BERT-CDPT-FiT": 14.38,
    }.items():
        gains = [
            (base - own) / base
            for column, own in table[model].items()
            if own is not None and (base := table["BERT-Feat"][column]) is not None
        ]
        assert 100 * np.mean(gains) == pytest.approx(gain, abs=0.015)


def test_tables_agree_where_they_repeat_each_other() -> None:
    five, six, seven, eight = (published_table(f"table-{n}").values for n in (5, 6, 7, 8))
    for column, value in five["none"].items():
        assert six["BERT-FiT"][column] == value
    for column, value in five["all"].items():
        assert six["BERT-CDPT-FiT"][column] == value
    for model in ("BERT-FiT", "BERT-CDPT-FiT"):
        assert seven[model].items() <= six[model].items()
    within = {column: six["BERT-ITPT-FiT"][column] for column in published_table("table-5").columns}
    assert within == {column: five[column][column] for column in within}
    for column in published_table("table-8").columns:
        assert eight["BERT-base"][column] == six["BERT-FiT"][column]
        assert eight["BERT-base + ITPT"][column] == six["BERT-ITPT-FiT"][column]
        assert eight["ULMFiT"][column] == six["ULMFiT"][column]
    assert published_table("figure-3").values["BERT-ITPT-FiT"]["100000"] == six["BERT-ITPT-FiT"]["IMDb"]
    assert (
        published_table("figure-4").values["BERT-FiT"]["100"]
        == published_table("table-2").values["head+tail"]["IMDb"]
    )


def test_every_table_has_a_recipe_and_reads() -> None:
    assert {each.layout.table for each in recipes_with_tables() if each.layout} == set(published_names())
    for name in published_names():
        table = published_table(name)
        assert table.trust and table.title and table.source.startswith("Sun et al. 2019, ")
        assert set(table.cited) <= set(table.rows)
        assert set(table.reproduced) <= set(table.rows)
    with pytest.raises(UserError, match="Did you mean 'table-2'"):
        published_table("tabel-2")


# -- filling -----------------------------------------------------------------------------------------------


def test_runs_over_seeds_fill_a_cell_with_mean_interval_and_difference(shelf: Shelf) -> None:
    tests = [5.30, 5.45, 5.60]
    ids = [shelf.add(e, t) for e, t in zip(of("table-2:paper", "IMDb", "head+tail"), tests, strict=True)]
    shelf.add(of("table-2:paper", "IMDb", "tail-only")[0], 8.0, status="failed")
    table = shelf.fill("table-2")
    assert (table.size, table.comparable, table.filled_cells, table.planned_cells) == ("paper", True, 1, 12)
    cell = table.cells["head+tail", "IMDb"]
    assert cell.runs == tuple(ids)
    assert cell.ours is not None and cell.low is not None and cell.high is not None
    half = stats.t.ppf(0.975, 2) * np.std(tests, ddof=1) / math.sqrt(3)
    assert (cell.low, cell.high) == (pytest.approx(5.45 - half), pytest.approx(5.45 + half))
    assert cell.difference == pytest.approx(5.45 - 5.42)
    assert cell.published_half == pytest.approx(100 * 1.96 * math.sqrt(0.0542 * 0.9458 / 25_000))
    assert cell.reproduced == (5.43, 0.07)
    assert formats.format_ours(cell) == f"5.45 ± {half:.2f} (3)"
    assert formats.format_difference(cell) == "+0.03"
    empty = table.cells["tail-only", "IMDb"]
    assert (formats.format_ours(empty), empty.published, empty.difference) == ("not run", 5.44, None)


@pytest.mark.parametrize("shown", ["error", "accuracy"])
def test_one_run_has_the_interval_of_its_test_set(
    shelf: Shelf, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PALIMPSEST_RESULTS", shown)  # the table is of the paper's errors either way
    shelf.add(of("table-2:paper", "seed 42, IMDb, head-only")[0], 6.0, texts=500)
    cell = shelf.fill("table-2", "paper").cells["head-only", "IMDb"]
    low, high = stats.binomtest(30, 500).proportion_ci(method="wilson")
    assert (cell.low, cell.high) == (pytest.approx(100 * low), pytest.approx(100 * high))
    assert formats.format_ours(cell) == f"6.00 [{100 * low:.2f}, {100 * high:.2f}]"


def test_seeds_that_do_not_differ_have_no_interval(shelf: Shelf) -> None:
    """Neither one of no width, nor that of a single run's test set in place of that over seeds."""
    for each in of("table-2:paper", "IMDb", "head-only"):
        shelf.add(each, 6.0, texts=500)
    table = shelf.fill("table-2", "paper")
    cell = table.cells["head-only", "IMDb"]
    assert cell.ours is not None and cell.ours.n == 3 and cell.ours.sd == 0.0
    assert (cell.low, cell.high) == (None, None)
    assert formats.format_ours(cell) == "6.00 (3)"
    assert "6.00 (3); paper 5.63" in formats.paper_document(table).text("markdown")
    (row,) = [r for r in csv.DictReader(io.StringIO(formats.paper_document(table).text("csv"))) if r["ours"]]
    assert (row["ours"], row["low"], row["high"], row["n"]) == ("6.0", "", "", "3")
    said = "All seeds gave the same result, so there is no interval"
    assert any(said in line for line in table.headings())
    shelf.add(of("table-2:paper", "IMDb", "tail-only")[0], 6.0, texts=500)
    only = replace(table, cells={**table.cells, ("head-only", "IMDb"): PaperCell()})
    assert not any(said in line for line in only.headings())


def test_generated_texts_count_for_nothing(shelf: Shelf) -> None:
    errors = {"head-only": 40.0, "tail-only": 30.0, "head+tail": 32.0}
    for name, error in errors.items():
        shelf.add(of("table-2:sample", f"Reviews, {name}")[0], error, texts=200)
    table = shelf.fill("table-2")
    assert (table.size, table.comparable, table.generated, table.contrasts) == ("sample", False, True, ())
    assert all(cell.difference is None for cell in table.cells.values())
    said = " ".join(table.headings())
    assert "Demonstration on generated texts" in said and "Nothing is counted" in said
    assert "contrasts" not in said
    assert table.label("IMDb") == "IMDb (here: Reviews)"


def test_settings_decide_where_a_run_belongs_not_its_label(shelf: Shelf) -> None:
    experiment = of("table-4:paper", "seed 42, 2e-5")[1]
    shelf.add(experiment.model_copy(update={"recipe": "", "name": "by hand", "seed": 7}), 5.5)
    shelf.add(
        experiment.model_copy(update={"stages": [experiment.stages[0].model_copy(update={"epochs": 9.0})]}),
        1.0,
    )
    table = shelf.fill("table-4", "paper")
    cell = table.cells["2e-5", "0.95"]
    assert cell.ours is not None and (cell.ours.n, cell.ours.mean) == (1, 5.5)
    assert table.filled_cells == 1


def test_the_newest_of_equal_runs_counts_once(shelf: Shelf) -> None:
    experiment = of("table-3:sample", "Layer 4 of 4")[0]
    shelf.add(experiment, 20.0)
    newest = shelf.add(experiment, 10.0)
    cell = shelf.fill("table-3").cells["Layer-11", "IMDb"]
    assert cell.runs == (newest,)


def test_runs_in_another_precision_are_no_repetitions_and_are_named(shelf: Shelf) -> None:
    first, second, third = of("table-2:paper", "IMDb", "head+tail")
    rounded = shelf.add(first, 9.0, precision="bf16")
    exact = [shelf.add(each, 5.4, precision="fp32") for each in (second, third)]
    elsewhere = shelf.add(of("table-2:paper", "IMDb", "tail-only")[0], 5.6, precision="bf16")
    table = shelf.fill("table-2")
    cell = table.cells["head+tail", "IMDb"]
    assert (cell.runs, cell.precision, cell.left_out) == (tuple(exact), "fp32", (rounded,))
    assert cell.ours is not None and cell.ours.mean == pytest.approx(5.4)
    assert table.cells["tail-only", "IMDb"].runs == (elsewhere,)
    said = " ".join(table.headings())
    assert f"do not count: {rounded}." in said and "different precisions (bf16, fp32)" in said
    (row,) = [
        r for r in csv.DictReader(io.StringIO(formats.paper_document(table).text("csv"))) if r["left_out"]
    ]
    assert (row["row"], row["precision"], row["left_out"]) == ("head+tail", "fp32", str(rounded))


def test_what_is_computed_in_another_precision_than_the_paper_s_is_said(shelf: Shelf) -> None:
    one, two = of("table-2:paper", "IMDb", "head+tail")[:2]
    shelf.add(one, 5.4, precision="fp32")
    assert "fp32" not in " ".join(shelf.fill("table-2", "paper").headings())
    shelf.add(two, 5.4, precision="bf16")
    shelf.add(one, 5.4, precision="bf16")
    assert "Runs were computed in bf16, the paper's in fp32." in shelf.fill("table-2", "paper").headings()
    shelf.add(of("table-2:small", "IMDb", "head+tail")[0], 5.4, precision="bf16")
    assert "the paper's in fp32" not in " ".join(shelf.fill("table-2", "small").headings())


def test_looks_at_several_test_sets_are_those_of_one_of_them(shelf: Shelf) -> None:
    """Two strategies on IMDb's test texts and one of them on Sogou's: on no test set have three been tested."""
    for target, texts in (("IMDb", 500), ("Sogou", 300)):
        shelf.add(of("table-2:paper", "seed 42", target, "head-only")[0], 6.0, texts=texts)
    assert "On each of these 2 test splits, runs of only one strategy" in shelf.fill("table-2", "paper").looks
    shelf.add(of("table-2:paper", "seed 42, IMDb, tail-only")[0], 6.0, texts=500)
    said = shelf.fill("table-2", "paper").looks
    assert said.startswith("Up to 2 runs of 2 strategies have been tested on one of these test splits")
    assert said in shelf.fill("table-2", "paper").headings()


def test_draws_of_few_shot_subsets_are_repetitions_and_steps_lie_in_order(shelf: Shelf) -> None:
    for experiment, test in zip(
        [e for e in of("figure-4:small", "BERT-FiT") if e.name.endswith(" 4")],
        (20.0, 22.0, 24.0),
        strict=True,
    ):
        shelf.add(experiment, test)
    table = shelf.fill("figure-4")
    cell = table.cells["BERT-FiT", "4"]
    assert cell.ours is not None and (cell.ours.n, cell.ours.mean) == (3, 22.0)
    shelf.add(of("figure-3:sample", ": 40")[0], 30.0)
    columns = shelf.fill("figure-3").columns
    assert columns[:4] == ("0", "20", "40", "60")
    assert list(columns) == sorted(columns, key=float)


def test_what_fills_no_table_is_said(shelf: Shelf) -> None:
    with pytest.raises(UserError, match="has no table"):
        shelf.fill("quickstart")
    with pytest.raises(UserError, match="no size 'huge'"):
        shelf.fill("table-2", "huge")


# -- as text -----------------------------------------------------------------------------------------------


def test_texts_hold_the_same_numbers(shelf: Shelf) -> None:
    for experiment, test in zip(of("table-7:paper", "IMDb", "BERT-MFiT-FiT"), (5.1, 5.2, 5.3), strict=True):
        shelf.add(experiment, test)
    table = shelf.fill("table-7")
    found = list(csv.DictReader(io.StringIO(formats.paper_document(table).text("csv"))))
    assert len(found) == 16
    (row,) = [r for r in found if r["ours"]]
    assert (row["row"], row["column"], float(row["paper"]), row["runs"]) == (
        "BERT-MFiT-FiT",
        "IMDb",
        5.36,
        "1 2 3",
    )
    assert float(row["ours"]) == pytest.approx(5.2)
    record = formats.to_json(table)
    assert [c["ours"] for c in record["cells"] if c["ours"] is not None] == [pytest.approx(5.2)]

    lines = formats.paper_document(table).text("markdown").splitlines()
    body = [line for line in lines if line.startswith("|")]
    assert len(body) == 2 + 4
    assert {line.count("|") for line in body} == {6}
    assert "5.20 ± 0.25 (3); paper 5.36, −0.16" in body[3]

    tex = formats.paper_document(table).text("latex")
    assert r"5.20 $\pm$ 0.25 (3); paper 5.36" in tex
    assert tex.count(r"\\") == 1 + 4
    assert r"error in \%" in tex
    assert "AG's News" in tex


def test_what_departs_from_the_paper_stands_above_its_table(shelf: Shelf) -> None:
    def head(name: str, size: str = "paper") -> str:
        return " ".join(shelf.fill(name, size).headings())

    (large,) = of("table-8:paper", "seed 42, BERT-large + ITPT, IMDb")
    updates = large.stages[0].steps * large.stages[0].schedule.warmup  # type: ignore[attr-defined]
    assert f"warms up for {updates:,.0f} updates, a tenth of 120,000" in head("table-8")
    curve = of("figure-2:paper", "seed 42, 2e-5")[0].stages[0]
    passes = curve.least_steps * curve.batch_size / (0.9 * 25_000)  # type: ignore[attr-defined]
    assert passes > curve.epochs and f"5,000 updates are {passes:.1f} epochs" in head("figure-2")  # type: ignore[attr-defined]
    assert "chooses its epoch on 2,500 labelled validation texts" in head("figure-4")
    for name in ("table-5", "table-6", "table-8", "figure-3", "figure-4"):
        assert "Further pre-training leaves out one document in 100" in head(name), name
    for name in ("table-2", "table-3", "table-4", "figure-2"):
        assert "Further pre-training leaves out" not in head(name), name
    assert "120,000" not in head("table-8", "small")


def test_settings_and_shared_pre_training_stand_above_the_table(shelf: Shelf) -> None:
    def said(*settings: str) -> str:
        with Store(shelf.path) as store:
            return " ".join(fill_table(store, "table-5", "paper", settings).headings())

    assert "Settings of the paper's code." in said() and "leaves out one document in 100" in said()
    assert "share earlier stages" not in said()
    shared = said("stages.0.seed=42")
    assert "Runs of different seeds share earlier stages (further pre-training with seed 42)" in shared
    assert "not another pre-training" in shared
    # One seed shares nothing, and a fixed seed of the last stage is no pre-training.
    assert "share earlier stages" not in said("stages.0.seed=42", "seed=42")
