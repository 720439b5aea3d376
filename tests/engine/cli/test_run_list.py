"""``palimpsest runs`` with a filter, further columns and an order, through the real entry point."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.engine.cli.test_app import palimpsest
from tests.workbench.pages.stored import experiment, finished, queued


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("list") / "s.sqlite"
    finished(path, "first")
    queued(path, [experiment("second", rate=5e-5), experiment("third", rate=1e-5)])
    return path


def test_runs_are_filtered_sorted_and_get_columns(store: Path) -> None:
    told = palimpsest(
        "runs", "--where", "learning_rate >= 2e-5", "--columns", "learning_rate,test/error,tag",
        "--sort", "learning_rate", "--json", "--store", store,
    )  # fmt: skip
    assert [run["name"] for run in told.json] == ["first", "second"]
    assert told.json[0]["columns"] == {"learning_rate": 2e-5, "test/error": 25.5, "tag": None}
    assert told.json[1]["columns"]["test/error"] is None
    table = palimpsest("runs", "--where", "name = first", "--columns", "test/error", "--store", store)
    assert "test/error" in table.out and "25.5" in table.out and "second" not in table.out
    backwards = palimpsest("runs", "--sort", "-learning_rate", "--json", "--store", store)
    assert [run["name"] for run in backwards.json] == ["second", "first", "third"]
    assert "columns" not in backwards.json[0]
    assert palimpsest("runs", "--where", "seed = 12345", "--store", store).out.strip() == "No run matches."


def test_the_newest_runs_are_listed_unless_all_are_asked_for(tmp_path: Path) -> None:
    store = tmp_path / "many.sqlite"
    queued(store, [experiment(f"run-{n:02}") for n in range(53)])

    def listed(*words: str) -> list[str]:
        said = palimpsest("runs", *words, "--store", store)
        assert said.code == 0
        assert ("--all" in said.out) == (len(re.findall(r"run-\d\d", said.out)) < 53)
        return re.findall(r"run-\d\d", said.out)

    assert listed() == [f"run-{n:02}" for n in range(52, 2, -1)]
    assert len(listed("--all")) == 53 and listed("--limit", "2") == ["run-52", "run-51"]
    assert len(palimpsest("runs", "--json", "--store", store).json) == 53, "a program gets all"
    assert len(palimpsest("runs", "--json", "--limit", "3", "--store", store).json) == 3
    assert palimpsest("runs", "--limit", "0", "--store", store).code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--where", "test <"], "filter, character 7: a value is missing"),
        (["--where", "tset < 3"], "a run has no 'tset'. Did you mean 'test'?"),
        (["--sort", "colour"], "a run has no 'colour'"),
        (["--columns", "colour"], "a run has no 'colour'"),
        (["--columns", ",".join(["test"] * 200)], "are shown at once"),
    ],
)
def test_what_is_wrong_is_named(store: Path, words: list[str], said: str) -> None:
    told = palimpsest("runs", *words, "--store", store)
    assert told.code == 2
    assert said in " ".join(told.err.split())


def test_a_run_is_tried_again_with_changes(store: Path) -> None:
    made = palimpsest("retry", "first", "--set", "batch_size=12", "--queue", "--json", "--store", store).json
    assert [run["name"] for run in made] == ["first: batch_size=12"]
    found = palimpsest("show", str(made[0]["id"]), "--json", "--store", store).json["spec"]["stages"][0]
    before = palimpsest("show", "first", "--json", "--store", store).json["spec"]["stages"][0]
    assert (found["batch_size"], before["batch_size"]) == (12, 24)
    assert found | {"batch_size": 24} == before, "and nothing else"
    sweep = palimpsest("retry", "first", "--set", "seed=[1,2]", "--queue", "--json", "--store", store).json
    assert len({run["sweep"] for run in sweep}) == 1 and len(sweep) == 2
    for words, said in (
        ([], "there is nothing to change"),
        (["--set", "batch_size=24"], "these settings already"),
    ):
        told = palimpsest("retry", "first", *words, "--queue", "--store", store)
        assert told.code == 2 and said in told.err


def test_tags_and_the_order_of_the_queue(store: Path) -> None:
    assert "pilot, starred" in palimpsest("tag", "first", "pilot", "starred", "--store", store).out
    assert "first" in palimpsest("runs", "--where", "tag = starred", "--store", store).out
    assert "no tags" in palimpsest("tag", "first", "pilot", "starred", "--remove", "--store", store).out
    order = palimpsest("next", "third", "--store", store).out
    assert order.startswith("The queue is now: 3, 2")
    assert palimpsest("next", "third", "--last", "--store", store).out.strip().endswith(", 3")
    told = palimpsest("next", "first", "--store", store)
    assert told.code == 2 and "run 1: is not queued" in told.err


def test_wherever_a_test_value_stands_the_looks_at_its_texts_do_too(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    for name, rate, seed in (("a", 2e-5, 1), ("a again", 2e-5, 2), ("b", 5e-5, 1)):
        finished(path, name, seed=seed, rate=rate, test=20.0, texts=50)
    finished(path, "c", seed=1, rate=7e-5, test=30.0, texts=60)
    queued(path, [experiment("waiting", rate=1e-5)])
    at = ("--store", path)
    listed = {run["name"]: run.get("test_looks") for run in palimpsest("runs", "--json", *at).json}
    three, one = {"experiments": 3, "strategies": 2}, {"experiments": 1, "strategies": 1}
    assert listed == {"a": three, "a again": three, "b": three, "c": one, "waiting": None}
    table = palimpsest("runs", *at).out
    lines = {
        line.split()[1]: " ".join(line.split()) for line in table.splitlines() if line.split()[0].isdigit()
    }
    assert "20.00 3" in lines["b"] and "30.00 1" in lines["c"] and "3 of 2" not in table, table
    assert "The best of 2 strategies, if chosen by its test result, looks better than it is." in " ".join(
        table.split()
    )
    seen = "3 runs of 2 strategies have been tested on these texts"
    for kind in ("markdown", "latex"):
        told = palimpsest("compare", "1", "3", "--format", kind, *at).out
        assert seen in " ".join(told.split()) and "Demonstration texts" in told
    told = palimpsest("compare", "1", "3", "--format", "csv", *at)
    assert "3 runs of 2 strategies" in " ".join(told.err.split())
    found = told.out.splitlines()
    assert found[0].endswith("test looks (runs),test looks (strategies)") and found[1].endswith(",3,2")
    assert any(
        seen in note for note in palimpsest("compare", "1", "3", "--format", "json", *at).json["notes"]
    )
    report = palimpsest("forgetting", "1", "--json", *at).json
    assert any(seen in note for note in report["evidence"])


def test_validation_values_have_no_looks(store: Path) -> None:
    assert "Looks" not in palimpsest("runs", "--where", "name = second", "--store", store).out


def test_without_any_run_that_is_what_is_said(tmp_path: Path) -> None:
    empty = tmp_path / "s.sqlite"
    palimpsest("runs", "--store", empty)
    for words in (["show", "last"], ["compare", "last", "last"], ["forgetting", "last"]):
        told = palimpsest(*words, "--store", empty)
        assert told.code == 2 and "there are no runs yet" in told.err, words


def test_what_is_missing_of_a_run_is_named(store: Path) -> None:
    """The first run has no folder: its weights are gone; and it left no predictions."""
    for words in (
        ["average", "first"],
        ["average", "first", "--keep", "0.5"],
        ["predict", "first", "--text", "a"],
    ):
        told = palimpsest(*words, "--store", store)
        assert told.code == 2 and "the weights of run 1 are not on this disk" in told.err, words
    told = palimpsest("show", "first", "--metrics", "--store", store)
    assert told.code == 2 and "its data have no test split" in " ".join(told.err.split())
