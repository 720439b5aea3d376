"""``paper``, ``compare --test`` and recipes in sizes, through the command line's real entry point."""

from __future__ import annotations

import csv
import io
import itertools
from pathlib import Path

import pytest

from engine import launch
from engine.events import Evaluation, RunFinished
from engine.spec.recipes import find_recipe, load_plan
from engine.spec.sweep import apply_settings
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.engine.cli.test_app import palimpsest
from tests.workbench.pages.stored import answers_of, finished


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four cells of Table 4 as published, three seeds each: 5.2, 5.3, 5.4 at ξ 0.95, a point more at ξ 1."""
    path = tmp_path_factory.mktemp("results") / "s.sqlite"
    Store(path).close()
    plan = apply_settings(find_recipe("table-4", "paper").plan, ["decay.xi=[1.0, 0.95]", "rate=2e-5"])
    ids = launch.enqueue(path, plan.expand(), launcher="cli")
    for place, number in enumerate(ids):
        test = 5.2 + 0.1 * (place // 2) + (1.0 + 0.02 * place) * (place % 2 == 0)
        with RunWriter(path, number) as writer:
            writer.write(
                Evaluation("test", 10, {"test/error": test}, predictions=answers_of(test, 2000, place))
            )
            writer.write(RunFinished(20, {"test/error": test}))
    with Store(path) as opened:
        runs.set_run_columns(opened, ids, status="finished")
    return path


def test_a_table_of_the_paper_in_all_formats(store: Path) -> None:
    told = palimpsest("paper", "table-4", "--store", store)
    assert told.code == 0, told.err
    assert "Table 4, layer-wise decay: 2 of 8 cells of this size have runs" in told.out
    assert "5.30 ± 0.25 (3)" in told.out
    assert "paper 5.40, −0.10" in told.out
    assert "palimpsest reproduce table-4 --size paper" in told.out
    found = palimpsest("paper", "table-4", "--store", store, "--format", "json").json
    assert (found["filled"], found["expected"], found["size"], found["comparable"]) == (2, 8, "paper", True)
    (cell,) = [c for c in found["cells"] if (c["row"], c["column"]) == ("2e-5", "0.95")]
    assert (cell["n"], cell["paper"], cell["reproduced"]) == (3, 5.40, 5.40)
    assert found["contrasts"] == []  # no two places of Table 4 differ by more than the paper's noise
    lines = list(
        csv.DictReader(io.StringIO(palimpsest("paper", "table-4", "--store", store, "--format", "csv").out))
    )
    assert len(lines) == len(found["cells"]) == 8
    for kind, sign in (("markdown", "| 2e-5 |"), ("latex", r"\begin{tabular}")):
        assert sign in palimpsest("paper", "table-4", "--store", store, "--format", kind).out
    assert palimpsest("paper", "table-4", "--size", "small", "--store", store).out.count("not run") == 8


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["paper", "tabel-4"], "Did you mean 'table-4'"),
        (["paper", "quickstart"], "has no table"),
        (["paper", "table-4", "--size", "huge"], "no size 'huge'"),
        (["paper", "table-4", "--format", "pdf"], "table, markdown, csv, latex or json"),
        (["run", "table-4", "--size", "huge"], "sample, small, paper"),
        (["run", "table-4", "--set", "rate=7"], "there is no '7'"),
        (["compare", "2", "1", "--test", "--margin", "0"], "a margin of 0 points cannot be used"),
        (["compare", "2", "1", "--test", "--judge-by", "nonsense"], "there is no metric 'nonsense'"),
        (["compare", "2", "1", "--margin", "1"], "Give --test too"),
        (["compare", "2", "1", "--judge-by", "accuracy"], "Give --test too"),
    ],
)
def test_mistakes_end_with_2_and_name_the_remedy(store: Path, arguments: list[str], words: str) -> None:
    told = palimpsest(*arguments, "--store", store)
    assert told.code == 2
    assert words in " ".join(told.err.split())


def test_differences_are_said_in_a_plain_sentence(store: Path) -> None:
    asked = ("compare", "2", "1", "3", "4", "5", "6", "--test", "--margin", "0.3")
    told = palimpsest(*asked, "--details", "--store", store)
    assert told.code == 0, told.err
    words = " ".join(told.out.split())
    assert "more errors (paired over 3 seeds, 2,000 test texts, p " in words
    assert "Posterior with flat priors: 0 % fewer errors, 0 % equivalent within 0.3 points, 100 %" in words
    assert "comparisons" not in words  # one is no reason for caution
    assert "The equivalence margin is 0.3 points; at the noise found here" in words
    assert "Posterior" not in palimpsest(*asked, "--store", store).out
    told = palimpsest("compare", "2", "1", "--test", "--margin", "0.3", "--store", store)
    assert "for these weights only" in told.out
    table = palimpsest("compare", "2", "1", "3", "4", "--test", "--format", "csv", "--store", store)
    assert "cannot tell" not in table.out
    assert len(list(csv.DictReader(io.StringIO(table.out)))) == 2
    assert "paired over 2 seeds, 2,000 test texts" in " ".join(table.err.split())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Store(tmp_path / "s.sqlite").close()
    return tmp_path / "s.sqlite"


def test_too_few_texts_give_a_sentence_and_no_number_that_looks_like_an_answer(path: Path) -> None:
    for texts in (6, 1):
        for rate in (2e-5, 1e-4):
            finished(path, f"{texts} {rate:g}", rate=rate, test=20.0 if rate == 2e-5 else 50.0, texts=texts)
    asked = ("compare", "1", "2", "--test", "--store", path)
    words = " ".join(palimpsest(*asked).out.split())
    assert "cannot tell, for these weights only (one run each, 6 test texts)." in words
    assert "The test split has 6 texts: too few for a conclusion (at least 50 are needed)." in words
    for number in ("interval -", ", p ", "Posterior", "It takes", "would find"):
        assert number not in words
    (made,) = palimpsest(*asked, "--format", "json").json["tests"]
    assert [made[name] for name in ("low", "high", "p", "needed")] == [None] * 4
    (row,) = [
        line for line in palimpsest(*asked, "--format", "csv").out.splitlines() if line.startswith("2,")
    ]
    assert row.endswith(",,,cannot tell,")
    words = " ".join(palimpsest("compare", "3", "4", "--test", "--store", path).out.split())
    assert "predictions for at least 50 equal test texts" in words


def test_the_table_says_what_differs_and_what_follows_a_mean(store: Path) -> None:
    said = " ".join(palimpsest("compare", "1", "2", "4", "--seeds", "--store", store).out.split())
    assert " settings differs. ± is the standard deviation over seeds." in said
    assert "Errors in percent" not in said  # heads have their units, and not every metric is an error
    single = palimpsest("compare", "1", "2", "--store", store).out
    assert "±" not in single and " settings differ" in single


def test_a_measure_that_is_no_number_is_shown_as_that(path: Path) -> None:
    number = finished(path, "odd", test=20.0)
    with RunWriter(path, number) as writer:
        writer.write(Evaluation("test", 10, {"test/error": 20.0, "test/roc_auc": float("nan")}))
    told = palimpsest("show", str(number), "--details", "--store", path)
    assert told.code == 0, told.err
    assert "test/roc_auc: not a number" in told.out


def test_figures_of_one_test_text_say_that_they_say_nothing(path: Path) -> None:
    number = str(finished(path, "tiny", test=0.0, texts=1))
    told = palimpsest("show", number, "--metrics", "--store", path)
    assert "Metric on test, 1 text " in told.out, told.err
    assert "The test split has 1 text: too few for a conclusion" in told.out
    enough = str(finished(path, "more", test=20.0, texts=60))
    assert "too few" not in palimpsest("show", enough, "--metrics", "--store", path).out


def test_runs_of_one_strategy_are_not_tested_and_a_run_counts_once(store: Path) -> None:
    words = " ".join(palimpsest("compare", "2", "4", "--test", "--store", store).out.split())
    assert "Nothing was tested: these runs differ only in seeds" in words
    twice = palimpsest("compare", "2", "2", "--seeds", "--store", store)
    assert "A run that is named twice counts once." in twice.out
    (row,) = palimpsest("compare", "2", "2", "--seeds", "--format", "json", "--store", store).json["rows"]
    assert row["runs"] == [2]


def test_strategies_of_one_name_are_told_apart_and_one_run_against_three_is_said_so(path: Path) -> None:
    finished(path, "alpha", seed=1, rate=2e-5, test=20.0, texts=2000)
    for seed in (1, 2, 3):
        finished(path, "alpha", seed=seed, rate=1e-4, test=21.0 + seed / 5, texts=2000)
    words = " ".join(palimpsest("compare", "1", "2", "3", "4", "--test", "--store", path).out.split())
    assert "alpha (Learning rate 1e-4) against alpha (Learning rate 2e-5): difference" in words
    assert "(one run against one of 3, with the same seed, 2,000 test texts" in words
    assert "One run of each counts: the interval holds for these weights only" in words
    words = " ".join(palimpsest("compare", "1", "3", "4", "--test", "--store", path).out.split())
    assert "(one run against one of 2, the newest, 2,000 test texts" in words
    words = " ".join(palimpsest("compare", "1", "2", "--test", "--store", path).out.split())
    assert "(one run each, 2,000 test texts" in words


def test_seeds_that_a_verdict_needs_are_queued(path: Path) -> None:
    for rate in (2e-5, 1e-4):
        for seed in (1, 2, 3):
            error = 20 + seed / 5 + 1e3 * rate
            finished(path, f"{rate:g}, seed {seed}", seed=seed, rate=rate, test=error, texts=2000)
    asked = ("compare", "1", "2", "3", "4", "5", "6", "--test", "--margin", "1.5", "--store", path)
    told = palimpsest(*asked)
    words = " ".join(told.out.split())
    assert "6 runs of 2 strategies have been tested on these texts" in words
    assert "equivalent within 1.5 points" in words
    assert "3 seeds without a failure are compatible with up to 63 % of seeds failing." in words
    asked = ("compare", "1", "4", "--test", "--margin", "0.3", "--store", path)
    told = palimpsest(*asked)
    assert "It takes a second seed" in told.out
    queued = palimpsest(*asked, "--queue-seeds")
    assert "Of these seeds the store has already: 2, 3, 5, 6" in queued.out
    with Store(path) as store:
        store.execute("DELETE FROM runs WHERE id IN (3, 6)")
    queued = palimpsest(*asked, "--queue-seeds")
    assert "2 runs queued: 7, 8. Start them with: palimpsest queue" in queued.out
    with Store(path) as store:
        added = [run for run in runs.list_runs(store) if run.status == "queued"]
    assert {run.seed for run in added} == {3}
    assert len({run.group_identity for run in added}) == 2


def test_plans_of_looks_in_an_older_store_neither_count_nor_hinder(path: Path) -> None:
    for rate, seed in itertools.product((2e-5, 1e-4), (1, 2, 3)):
        error = 20.0 + 1e5 * rate + 0.1 * seed
        finished(path, f"{rate:g}, seed {seed}", seed=seed, rate=rate, test=error, texts=2000)
    asked = ("compare", *map(str, range(1, 7)), "--test", "--format", "json", "--store", path)
    before = palimpsest(*asked).json
    with Store(path) as store:
        one, other = sorted({run.group_identity for run in runs.list_runs(store)})
        store.execute(
            "INSERT INTO look_plans (one, other, seeds, metric, margin, comparisons, time) "
            "VALUES (?, ?, '[1, 2, 3, 4]', 'error', 0.2, 1, 0.5)",
            (one, other),
        )
    assert palimpsest(*asked).json == before and before["tests"]
    assert palimpsest("store", "check", "--store", path).code == 0


def test_named_alternatives_are_chosen_by_name() -> None:
    plan = load_plan("table-2")
    one = apply_settings(plan, ["method=head+tail"])
    assert [v.name for v in one.axes["method"]] == ["head+tail"]
    assert one.experiment.recipe == ""  # it is no longer the whole recipe
    two = apply_settings(plan, ['method=["tail-only", "head-only"]', "epochs=1"])
    assert [run.name.rpartition(", ")[2] for run in two.expand()] == ["head-only", "tail-only"]


def test_names_that_are_formulas_are_marked_with_a_word_or_left_alone(path: Path) -> None:
    for name in ("=cmd|x", "plain"):
        finished(path, name)
    with Store(path) as store:
        numbers = [str(run.id) for run in runs.list_runs(store, order_by="id", descending=False)]
    said = palimpsest("compare", *numbers, "--format", "csv", "--store", path)
    assert "'=cmd|x" in said.out and "--keep-formulas" in said.err
    said = palimpsest("compare", *numbers, "--format", "csv", "--keep-formulas", "--store", path)
    assert "=cmd|x" in said.out and "'=cmd|x" not in said.out and "apostrophe" not in said.err
