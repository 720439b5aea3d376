"""Comparisons over runs of a real store: what differs, groups over seeds, and the tables as text."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import launch
from engine.analysis.compared_runs import ComparedRuns, table_sentence, to_json
from engine.analysis.comparison import (
    FORGETTING_COLUMNS,
    MEASURE_COLUMNS,
    MISSING,
    PERPLEXITY_FACTOR_KEY,
    Comparison,
    column_heading,
    column_meanings,
    compare_runs,
    disambiguate,
    distinctive_names,
    flatten_settings,
    format_cell,
)
from engine.analysis.forgetting.measured import ForgettingRecord
from engine.analysis.verdicts.statistics import EQUAL_SEEDS, Spread
from engine.events import Evaluation, RunFinished
from engine.spec.experiment import Compute, Experiment, parse_experiment
from engine.store import Store, runs
from engine.store.test_looks import TestLooks
from engine.store.writer import RunWriter


def experiment(name: str = "one", seed: int = 42, **stage: Any) -> Experiment:
    return parse_experiment(
        {"name": name, "seed": seed, "stages": [{"kind": "finetune", "data": "samples:reviews"} | stage]}
    )


def as_csv(table: Comparison) -> str:
    return ComparedRuns(table, {}, (), (), TestLooks(0, 0)).document().text("csv")


class Shelf:
    """A store that runs are put into as an engine writes them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        Store(path).close()

    def add(self, made: Experiment, best: float | None = None, test: float | None = None) -> int:
        number = launch.enqueue(self.path, [made], launcher="cli")[0]
        with RunWriter(self.path, number) as writer:
            if best is not None:
                writer.write(Evaluation("validation", 10, {"validation/error": best}, best=True))
                writer.write(Evaluation("validation", 20, {"validation/error": best + 1.5}))
            if test is not None:
                writer.write(Evaluation("test", 10, {"test/error": test}))
                writer.write(RunFinished(20, {}))
        with Store(self.path) as store:
            runs.set_run_columns(store, [number], status="finished", steps=20, active_seconds=100.0 + number)
        return number

    def compare(self, ids: list[int], **options: bool) -> Comparison:
        with Store(self.path) as store:
            found = {row.id: row for row in runs.list_runs(store, ids=ids, archived=None)}
            return compare_runs([found[i] for i in ids], runs.get_experiments(store, ids), **options)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "s.sqlite")


def test_rows_of_one_name_are_told_apart_by_what_differs_or_by_their_runs(shelf: Shelf) -> None:
    ids = [shelf.add(experiment("alpha", learning_rate=rate), 5.0, 6.0) for rate in (2e-5, 5e-5)]
    other = shelf.add(experiment("beta"), 5.0, 6.0)
    found = shelf.compare([*ids, other])
    names = [row.name for row in found.rows]
    assert disambiguate(found, names) == ["alpha (Learning rate 2e-5)", "alpha (Learning rate 5e-5)", "beta"]
    mixed = [
        shelf.add(experiment("g", batch_size=size, learning_rate=rate))
        for size, rate in ((8, 2e-5), (8, 5e-5), (16, 5e-5))
    ]
    found = shelf.compare(mixed)
    told = disambiguate(found, ["g"] * 3)
    assert len(set(told)) == 3 and all("Learning rate" in each and "Batch size" in each for each in told)
    again = [shelf.add(experiment("alpha", seed), 5.0, 6.0) for seed in (1, 2)]
    twin = shelf.add(experiment("alpha", 1), 5.0, 6.0)
    with Store(shelf.path) as store:
        runs.set_run_columns(store, again, precision="bf16")
        runs.set_run_columns(store, [twin], precision="fp32")
    found = shelf.compare([*again, twin], group_seeds=True)
    assert [row.runs for row in found.rows] == [tuple(again), (twin,)]
    told = disambiguate(found, [row.name for row in found.rows])
    assert told == [f"alpha (runs {again[0]}, {again[1]})", f"alpha (run {twin})"]


def settings(comparison: Comparison) -> list[str]:
    return [column.key for column in comparison.columns if column.kind == "setting"]


def test_all_settings_are_every_field_but_labels(shelf: Shelf) -> None:
    ids = [shelf.add(experiment("a")), shelf.add(experiment("b"))]
    found = shelf.compare(ids, all_settings=True)
    assert settings(found) == list(flatten_settings(experiment()))
    assert len(settings(found)) == found.settings > 40
    assert found.differing == 0
    assert not {"name", "notes", "tags", "recipe"} & {key.split(".")[0] for key in settings(found)}
    labels = {column.key: column.label for column in found.columns}
    assert labels["stages.0.kind"] == "Stage"
    assert labels["stages.0.learning_rate"] == "Learning rate"
    assert labels["stages.0.optimizer.beta1"] == "β1"  # no capital Beta
    assert labels["compute.threads"] == "CPU threads"
    assert labels["seeds.order"] == "Seed, order"


def test_options_of_different_kinds_stand_beside_each_other(shelf: Shelf) -> None:
    ids = [shelf.add(experiment("a", decay={"kind": "original", "xi": 0.95})), shelf.add(experiment("b"))]
    found = shelf.compare(ids)
    assert settings(found) == ["stages.0.decay.kind", "stages.0.decay.xi"]
    xi = next(column for column in found.columns if column.key == "stages.0.decay.xi")
    assert [format_cell(xi, row.values.get(xi.key)) for row in found.rows] == ["0.95", MISSING]


def test_stages_are_numbered_where_there_are_several(shelf: Shelf) -> None:
    two = parse_experiment(
        {
            "name": "two",
            "stages": [
                {"kind": "finetune", "data": "samples:reviews", "learning_rate": 1e-4},
                {"kind": "finetune", "data": "samples:reviews"},
            ],
        }
    )
    found = shelf.compare([shelf.add(two), shelf.add(experiment("one"))])
    labels = [column.label for column in found.columns if column.key.endswith(".learning_rate")]
    assert labels == ["Learning rate (1)", "Learning rate (2)"]


def test_a_group_shows_every_value_of_a_setting_that_is_not_the_same_for_its_runs(shelf: Shelf) -> None:
    """Where and how a run is computed may differ among repetitions: the first run's value is not that of all."""
    made = [
        experiment(seed=1).model_copy(update={"compute": Compute(device=device), "seed": seed})
        for seed, device in ((1, "cpu"), (2, "auto"), (3, "cpu"))
    ]
    ids = [shelf.add(each, 8.0, 9.0) for each in made]
    found = shelf.compare(ids, group_seeds=True)
    (row,) = found.rows
    assert row.runs == tuple(ids) and row.values["compute.device"] == ["cpu", "auto"]
    (column,) = [each for each in found.columns if each.key == "compute.device"]
    assert format_cell(column, row.values["compute.device"]) == "cpu, auto"
    alone = shelf.compare(ids[:1], group_seeds=True, all_settings=True).rows[0]
    assert alone.values["compute.device"] == "cpu"


def test_each_task_has_a_column_where_runs_have_several(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "s.sqlite")
    ids = [shelf.add(experiment(seed=seed), 5.0, 6.0 + seed) for seed in (1, 2)]
    tests = {ids[0]: {"films": 4.0, "news": 7.0}, ids[1]: {"films": 6.0, "news": 8.0}}
    with Store(shelf.path) as store:
        rows, experiments = [runs.get_run(store, number) for number in ids], runs.get_experiments(store, ids)
    single = compare_runs(rows, experiments, test_errors=tests)
    keys = [column.key for column in single.columns]
    assert keys[keys.index("test") + 1 :][:2] == ["test/films", "test/news"]
    assert [row.values["test/news"] for row in single.rows] == [7.0, 8.0]
    grouped = compare_runs(rows, experiments, group_seeds=True, test_errors=tests)
    films = grouped.rows[0].values["test/films"]
    assert (films.mean, films.n) == (5.0, 2)
    header, line = csv.reader(io.StringIO(as_csv(grouped)))
    assert float(line[header.index("Test error, films, %")]) == 5.0
    assert float(line[header.index("Test error, films, %, s.d.")]) == pytest.approx(2**0.5)
    # One task each, though different ones: the column of the test error says it all.
    plain = compare_runs(rows, experiments, test_errors={ids[0]: {"films": 4.0}, ids[1]: {"news": 8.0}})
    assert not [column.key for column in plain.columns if column.key.startswith("test/")]


def test_what_was_forgotten_has_columns_only_where_it_was_measured(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "s.sqlite")
    ids = [shelf.add(experiment(f"x, seed {seed}", seed), 5.0, 6.0 + seed) for seed in (1, 2, 3)]
    factors = [1.5, 2.0, 4.0]
    lost = {
        number: ForgettingRecord(number, loss_before=3.0, loss_after=3.0 + math.log(factor), cost_share=2.0)
        for number, factor in zip(ids, factors, strict=True)
    }
    lost[ids[0]] = ForgettingRecord(
        ids[0], loss_before=3.0, loss_after=3.0 + math.log(1.5), backward_transfer=-1.25
    )
    with Store(shelf.path) as store:
        rows, experiments = [runs.get_run(store, number) for number in ids], runs.get_experiments(store, ids)
    plain = compare_runs(rows, experiments)
    assert not column_meanings(plain) and not [c for c in plain.columns if c.key.startswith("forgetting/")]
    assert [c.key for c in compare_runs(rows, experiments, forgetting={}).columns] == [
        c.key for c in plain.columns
    ]

    single = compare_runs(rows, experiments, forgetting=lost)
    keys = [column.key for column in single.columns]
    assert keys[keys.index("test") + 1 :] == [
        PERPLEXITY_FACTOR_KEY, "forgetting/backward_transfer", "steps", "active_seconds", "forgetting/cost_share",
    ]  # fmt: skip
    column = {c.key: c for c in single.columns}
    assert column_heading(column[PERPLEXITY_FACTOR_KEY]) == "Forgot"
    assert [
        format_cell(column[PERPLEXITY_FACTOR_KEY], row.values[PERPLEXITY_FACTOR_KEY]) for row in single.rows
    ] == ["× 1.50", "× 2.00", "× 4.00"]
    transfer = column["forgetting/backward_transfer"]
    assert column_heading(transfer) == "Backward transfer, points"
    assert [format_cell(transfer, row.values[transfer.key]) for row in single.rows] == [
        "−1.25",
        MISSING,
        MISSING,
    ]
    assert [sentence.partition(":")[0] for sentence in column_meanings(single)] == [
        "Forgot",
        "Backward transfer",
    ]

    grouped = compare_runs(rows, experiments, group_seeds=True, forgetting=lost)
    spread = grouped.rows[0].values[PERPLEXITY_FACTOR_KEY]
    assert isinstance(spread, Spread) and spread.is_factor
    assert spread.mean == pytest.approx(12 ** (1 / 3)), "of ratios the geometric mean"
    half = 4.302653 * np.std(np.log(factors), ddof=1) / math.sqrt(3)  # t with two degrees of freedom
    assert spread.bounds(interval=True) == pytest.approx(
        (spread.mean / math.exp(half), spread.mean * math.exp(half))
    )
    low, high = spread.bounds(interval=True)
    assert format_cell(column[PERPLEXITY_FACTOR_KEY], spread) == f"× 2.29 ({low:.2f} to {high:.2f})"

    header, line = csv.reader(io.StringIO(as_csv(grouped)))
    for head, value in (("Forgot", spread.mean), ("Forgot, low", low), ("Forgot, high", high)):
        assert float(line[header.index(head)]) == pytest.approx(value)
    assert line[header.index("Backward transfer, points, s.d.")] == ""
    assert len(header) == len(line)


def test_equal_seeds_have_no_interval_and_the_table_says_so(shelf: Shelf) -> None:
    """± 0.00 as half an interval would say that no other seed could give another result."""
    ids = [shelf.add(experiment("equal", seed), 20.0, 21.0) for seed in (1, 2)]
    found = shelf.compare(ids, group_seeds=True)
    assert "There is no" not in table_sentence(found)
    assert table_sentence(found, interval=True).endswith(f"over seeds. {EQUAL_SEEDS}")
    test = to_json(found)["rows"][0]["values"]["test"]  # type: ignore[index]
    assert (test["n"], test["mean"], test["sd"], test["low"], test["high"]) == (2, 21.0, 0.0, None, None)
    column = next(column for column in found.columns if column.key == "test")
    assert format_cell(column, found.rows[0].values["test"], interval=True) == "21.00"
    ids += [shelf.add(experiment("other", seed, epochs=2), 20.0 + seed, 21.0 + seed) for seed in (1, 2)]
    different = shelf.compare(ids[2:], group_seeds=True)
    assert table_sentence(different, interval=True).endswith("interval of the mean over seeds.")


def test_names_say_only_what_tells_them_apart() -> None:
    assert distinctive_names(["Sweep: a, seed 7", "Sweep: b, seed 7"]) == ["a", "b"]
    assert distinctive_names(["Sweep: a, seed 7", "Sweep: b, seed 8"]) == ["a, seed 7", "b, seed 8"]
    assert distinctive_names(["Sweep: a", "Other: a"]) == ["Sweep: a", "Other: a"]
    assert distinctive_names(["Sweep: a", "alone"]) == ["Sweep: a", "alone"]
    assert distinctive_names(["Sweep: a, seed 7"]) == ["Sweep: a, seed 7"], "a lone run keeps its name"
    assert distinctive_names([]) == []


def test_a_failed_or_unfinished_run_gives_no_best(shelf: Shelf) -> None:
    ids = [shelf.add(experiment("a", seed=seed), 20.0 + seed, 21.0) for seed in (1, 2, 3)]
    with Store(shelf.path) as store:
        runs.set_run_columns(store, ids[:1], status="failed")
    alone = shelf.compare(ids).rows[0].values
    assert (alone["validation_best"], alone["test"]) == (None, None)
    assert alone["validation_last"] is not None
    grouped = shelf.compare(ids, group_seeds=True).rows[0]
    assert grouped.runs == tuple(ids)
    assert (grouped.values["n"], grouped.values["validation_best"].mean) == (2, 22.5)


def test_another_precision_is_another_strategy_and_one_not_resolved_waits_with_the_first(
    shelf: Shelf,
) -> None:
    ids = [shelf.add(experiment("a", seed=seed), 20.0, 21.0) for seed in range(4)]
    with Store(shelf.path) as store:
        for number, precision in zip(ids, ("fp32", "bf16", "fp32", ""), strict=True):
            runs.set_run_columns(store, [number], precision=precision)
    found = shelf.compare(ids, group_seeds=True)
    assert [row.runs for row in found.rows] == [(ids[0], ids[2], ids[3]), (ids[1],)]


def test_rows_say_on_what_they_were_measured(shelf: Shelf) -> None:
    ids = [
        shelf.add(experiment("a"), 20.0, 21.0),
        shelf.add(experiment("b", data={"source": "samples:reviews", "train_rows": 100}), 20.0, 21.0),
        shelf.add(experiment("c", data="samples:headlines"), 20.0, 21.0),
    ]
    first, second, third = shelf.compare(ids).rows
    assert first.measured_on == second.measured_on != third.measured_on


def test_cells_are_written_for_people(shelf: Shelf) -> None:
    measure = {column.key: column for column in MEASURE_COLUMNS}
    assert format_cell(measure["test"], None) == MISSING
    assert format_cell(measure["test"], 5.4449) == "5.44"
    assert format_cell(measure["test"], Spread(3, 5.4449, 0.0812, 0.2)) == "5.44 ± 0.08"
    assert format_cell(measure["test"], Spread(3, 26.7249, 5.8123, 14.4)) == "26.7 ± 5.8"
    assert format_cell(measure["test"], Spread(3, 26.7249, 5.8123, 14.4), interval=True) == "27 ± 14"
    assert format_cell(measure["validation_best_step"], Spread(3, 266.667, 257.164, 638.8)) == "267 ± 257"
    drift = next(each for each in FORGETTING_COLUMNS if each.label == "Drift")
    assert format_cell(drift, Spread(3, 0.0215432, 0.00034417, 0.0009)) == "0.02154 ± 0.00034"
    assert format_cell(measure["test"], Spread(1, 5.4449, None, None)) == "5.44"
    assert format_cell(measure["active_seconds"], Spread(2, 211.6, 12.0, 90.0)) == "212"
    assert format_cell(measure["steps"], 12345) == "12,345"
    found = shelf.compare([shelf.add(experiment("a", learning_rate=2e-5)), shelf.add(experiment("b"))],
                          all_settings=True)  # fmt: skip
    column = {c.key: c for c in found.columns}
    value = found.rows[0].values
    assert format_cell(column["stages.0.learning_rate"], value["stages.0.learning_rate"]) == "2e-5"
    assert format_cell(column["stages.0.schedule.kind"], "slanted_triangular") == "Slanted triangular"
    assert format_cell(column["stages.0.data.text"], []) == MISSING
    assert format_cell(column["stages.0.data.text"], ["title", "body"]) == "title, body"


def test_csv_of_groups_has_mean_and_deviation_apart(shelf: Shelf) -> None:
    values = [20.0, 20.1, 20.4]
    ids = [shelf.add(experiment(f"x, seed {s}", s), v, v) for s, v in enumerate(values)]
    row = next(csv.DictReader(io.StringIO(as_csv(shelf.compare(ids, group_seeds=True)))))
    assert row["runs"] == " ".join(map(str, ids))
    assert row["Runs"] == "3"
    assert float(row["Test error at best, %"]) == pytest.approx(np.mean(values), abs=0)
    assert float(row["Test error at best, %, s.d."]) == pytest.approx(np.std(values, ddof=1))
    alone = next(csv.DictReader(io.StringIO(as_csv(shelf.compare(ids[:1], group_seeds=True)))))
    assert alone["Test error at best, %, s.d."] == ""
