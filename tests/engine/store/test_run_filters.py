"""Filters of runs, against the same question asked of the rows in plain Python."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from engine.errors import UserError
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs
from engine.store.run_filters import compile_filter, is_incomplete, is_setting, read_names, setting_names

DAY = 86400


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Six runs: three rates by two data sets, the last one failed without a test error."""
    with Store(tmp_path_factory.mktemp("filters") / "s.sqlite") as db:
        for place, (rate, data) in enumerate(
            (rate, data) for rate in (1e-5, 2e-5, 5e-5) for data in ("samples:reviews", "/data/my trec.csv")
        ):
            run = parse_experiment(
                {
                    "name": f"run {place}",
                    "seed": place % 3,
                    "tags": [["pilot"], ["pilot-2", "ü"], []][place % 3],
                    "stages": [
                        {"kind": "finetune", "data": data, "learning_rate": rate, "epochs": 1 + place,
                         "decay": {"kind": "zhang" if place < 3 else "none"}}
                    ],
                }
            )  # fmt: skip
            number = runs.create_run(db, run)
            ended = place < 5
            runs.set_run_columns(
                db, [number], status="finished" if ended else "failed", active_seconds=60.0 * (place + 1),
                started=time.time() - place * DAY,
            )  # fmt: skip
            if ended:
                for key, value in (("test/error", 3.0 + place), ("test/macro_f1", 90.0 - place)):
                    db.execute(
                        "INSERT INTO summary (run_id, key, last, last_step, at_best) VALUES (?, ?, ?, 1, ?)",
                        (number, key, value, value),
                    )
        yield db


def matching(store: Store, text: str) -> list[int]:
    """Return the places, from 0, of the runs that match."""
    rows = runs.list_runs(store, where=text, order_by="id", descending=False)
    assert runs.count_runs(store, where=text) == len(rows)
    return [row.id - 1 for row in rows]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [0, 1, 2, 3, 4, 5]),
        ("test < 5", [0, 1]),
        ("test <= 5 and seed != 0", [1, 2]),
        ("TEST >= 6 or seed = 2", [2, 3, 4, 5]),
        ("not test < 5", [2, 3, 4]),  # the failed one has no test error, so it is not among them
        ("test = none", [5]),
        ("test != none and status = finished", [0, 1, 2, 3, 4]),
        ("test/macro_f1 > 88.5", [0, 1]),
        ("test ≥ 6 seed = 1", [4]),  # conditions that follow each other must all hold
        ("(seed = 0 or seed = 1) and test < 4", [0]),
        ("seed = 0 or seed = 1 and test < 5", [0, 1, 3]),  # and binds more than or
        ("data = reviews", [0, 2, 4]),
        ("data = samples:reviews", [0, 2, 4]),
        ('data = "my trec"', [1, 3, 5]),
        ('data = "my trec.csv"', [1, 3, 5]),
        ("data = trec", []),
        ("data ~ trec", [1, 3, 5]),
        ("data != reviews", [1, 3, 5]),
        ("tag = pilot", [0, 3]),
        ("tag ~ pilot", [0, 1, 3, 4]),
        ("tag = ü", [1, 4]),
        ("tag = none", [2, 5]),
        ("tag !~ pilot", [2, 5]),
        ("tags != pilot", [1, 2, 4, 5]),
        ("learning_rate < 2e-5", [0, 1]),
        ("learning_rate = 0.00002", [2, 3]),
        ("learning_rate != 2e-5", [0, 1, 4, 5]),
        ("stages.0.learning_rate >= 5e-5", [4, 5]),
        ("stages.1.learning_rate >= 5e-5", []),
        ("decay = zhang", [0, 1, 2]),
        ("decay.kind != zhang", [3, 4, 5]),
        ("epochs > 4", [4, 5]),
        ("status = failed", [5]),
        ("status ~ fin", [0, 1, 2, 3, 4]),
        ("duration < 2.5min", [0, 1]),
        ("duration >= 300s", [4, 5]),
        ("started = today", [0]),
        ("started < yesterday", [2, 3, 4, 5]),
        ("started <= yesterday", [1, 2, 3, 4, 5]),
        ("run 3", [3]),  # words by themselves are searched for; 3 is in no other run's texts
        ('"run 3"', [3]),
        ("pilot test < 4", [0]),
        ("NAME ~ RUN and name !~ 3", [0, 1, 2, 4, 5]),
        ("name = 'run", []),
        ("name ~ % or name ~ _", []),  # signs of LIKE stand for themselves
    ],
)
def test_a_filter_finds_what_it_says(store: Store, text: str, expected: list[int]) -> None:
    if text == "run 3":
        expected = [row.id - 1 for row in runs.list_runs(store, "run 3", order_by="id", descending=False)]
    assert matching(store, text) == expected


def test_equal_is_meant_as_the_number_is_written(store: Store) -> None:
    store.execute("UPDATE summary SET at_best = 3.1666 WHERE run_id = 1 AND key = 'test/error'")
    assert matching(store, "test = 3.17") == [0]
    assert matching(store, "test = 3") == []
    assert 0 not in matching(store, "test != 3.17")
    store.execute("UPDATE summary SET at_best = 3.0 WHERE run_id = 1 AND key = 'test/error'")


@pytest.mark.parametrize(
    ("text", "character", "words"),
    [
        ("test <", 7, "value is missing"),
        ("tset < 4", 1, "'tset'"),
        ("seed = 1 and learnin_rate < 4", 14, "'learning_rate'"),
        ("test < four", 8, "'four' is not a number"),
        ("seed ~ 3", 8, "cannot be searched"),
        ("(test < 4", 1, "not closed"),
        ("test < 4)", 9, "no opening bracket"),
        ('name = "a', 8, "mark is not closed"),
        ("and", 1, "cannot join two"),
        ("seed = 1 or", 12, "missing"),
        ("< 4", 1, "name is missing"),
        ("status = done", 10, "queued, running"),
        ("duration < 3 parsecs", 0, ""),
        ("started > soon", 11, "is not a day"),
        ("tag < 3", 7, "compared by size"),
        ("test/macro_f2 > 3", 1, "no run has the measure"),
        ("(" * 60 + "seed = 1" + ")" * 60, 42, "brackets"),
        ("seed = 1 " * 2000, 0, "longer"),
        ("seed = 1 " * 300, 0, "parts"),
        ("name = \ud800", 0, "characters"),
    ],
)
def test_what_is_wrong_is_named_at_its_character(store: Store, text: str, character: int, words: str) -> None:
    if text == "duration < 3 parsecs":  # 3 seconds, and the word parsecs
        assert matching(store, text) == []
        return
    with pytest.raises(UserError) as raised:
        runs.list_runs(store, where=text)
    assert raised.value.place == (f"filter, character {character}" if character else "filter")
    assert words in str(raised.value)


def test_values_are_bound_and_never_part_of_the_sql() -> None:
    sql, bound = compile_filter("""name = "x'); DROP TABLE runs; --" and learning_rate = 3""")
    assert "DROP" not in sql
    assert "x'); DROP TABLE runs; --" in bound


def test_values_of_runs_are_columns_and_an_order(store: Store) -> None:
    names = ["learning_rate", "decay", "epochs", "test/macro_f1", "tag", "forgot"]
    values = runs.read_run_values(store, names, [1, 2, 6])
    assert values[1] == {
        "learning_rate": 1e-5, "decay": "zhang", "epochs": 1.0, "test/macro_f1": 90.0, "tag": "pilot", "forgot": None,
    }  # fmt: skip
    assert values[2]["tag"] == "pilot-2, ü"
    assert values[6]["test/macro_f1"] is None
    ordered = runs.list_runs(store, order_by="test/macro_f1", descending=False)
    assert [row.id for row in ordered] == [5, 4, 3, 2, 1, 6]  # one without a value is last either way
    assert runs.list_runs(store, order_by="test/macro_f1")[-1].id == 6
    with pytest.raises(UserError, match="a run has no 'colour'"):
        runs.list_runs(store, order_by="colour")


def test_every_setting_of_a_run_can_be_asked_for(store: Store) -> None:
    """Every value in a stored specification has a name in the language, with its path and without."""
    rows = store.execute(
        "SELECT fullkey FROM runs r, json_tree(r.spec) WHERE atom IS NOT NULL AND r.id = 1"
    ).fetchall()
    labels = ("name", "notes", "tags", "recipe", "seed", "kind", "source", "general_texts", "description")
    for (path,) in rows:
        name = path.removeprefix("$.").replace("[", ".").replace("]", "").replace('"', "")
        if name.split(".")[-1] in labels or name.split(".")[0] in labels or name.split(".")[-1].isdigit():
            continue
        assert is_setting(name), name
    assert "learning_rate" in setting_names()
    assert not set(setting_names()) & {"", "stages"}


def test_names_are_those_of_lists_of_settings_and_of_the_measures_of_a_store(store: Store) -> None:
    names = read_names(store)
    assert {"step", "learning_rate", "test/macro_f1"} <= set(names) and len(set(names)) == len(names)


@pytest.mark.parametrize(
    "whole",
    [
        'test < 4 and (data = "my trec" or not tag ~ pilot)',
        "started >= today",
        "status = failed or duration > 2m",
    ],
)
def test_every_beginning_of_a_filter_is_one_or_unfinished(whole: str) -> None:
    for end in range(1, len(whole) + 1):
        begun = whole[:end]
        if whole[end - 1 : end + 1].isalnum() and end < len(whole):
            continue  # in the midst of a word
        try:
            compile_filter(begun)
        except UserError:
            assert is_incomplete(begun), begun
        else:
            assert not is_incomplete(begun)
    for wrong in ("tset < 4", "test < four", "test ) 4", "< 4"):
        assert not is_incomplete(wrong)
