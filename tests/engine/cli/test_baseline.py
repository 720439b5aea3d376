"""``palimpsest baseline`` and ``run --baseline``: what they put into the queue."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store import Store, runs
from tests.engine.cli.test_app import palimpsest

DESIGN = """name = "tiny"
[[stages]]
kind = "finetune"
data = { source = "samples:headlines", train_rows = 60, validation_rows = 40, test_rows = 40 }
"""


@pytest.fixture
def design(home: Path, tmp_path: Path) -> Path:
    file = tmp_path / "tiny.toml"
    file.write_text(DESIGN, encoding="utf-8")
    return file


def test_a_design_has_a_baseline_of_each_kind_that_makes_sense(design: Path) -> None:
    said = palimpsest("baseline", design, "--queue", "--json")
    assert said.code == 0, said.err
    assert [row["name"] for row in said.json] == [
        "Bag of words, logistic regression: Headlines",
        "Bag of words, naive Bayes: Headlines",
        "Frozen encoder, linear head: Headlines",
    ]
    assert [row["encoder"] for row in said.json] == ["", "", "palimpsest-tiny"]
    assert {row["data"] for row in said.json} == {"samples:headlines"}
    kinds = palimpsest(
        "baseline", design, "--kind", "prototypes", "--kind", "bag_of_words", "--queue", "--json"
    )
    assert [row["name"].partition(":")[0] for row in kinds.json] == [
        "Bag of words, logistic regression",
        "Bag of words, naive Bayes",
        "Class names",
    ]
    (one,) = palimpsest("baseline", design, "--classifier", "naive_bayes", "--queue", "--json").json
    assert one["identity"] == said.json[1]["identity"]


def test_run_takes_them_along(design: Path) -> None:
    said = palimpsest("run", design, "--set", "seed=[1,2]", "--baseline", "--queue", "--json")
    assert said.code == 0, said.err
    assert [row["encoder"] for row in said.json] == [
        "palimpsest-tiny",
        "palimpsest-tiny",
        "",
        "",
        "palimpsest-tiny",
    ]


def test_another_classifier_is_refused(design: Path) -> None:
    said = palimpsest("baseline", design, "--classifier", "svm")
    assert said.code == 2
    assert "Use logistic_regression or naive_bayes" in said.err


def test_another_kind_is_refused(design: Path) -> None:
    said = palimpsest("baseline", design, "--kind", "knn")
    assert said.code == 2
    assert "Use bag_of_words, frozen, prototypes" in said.err


def test_what_is_fitted_at_once_has_no_updates_and_its_texts_are_named(design: Path, home: Path) -> None:
    """Its steps are the strengths that it tried: the table gave the first of those that tie as the best step."""
    ended = palimpsest("baseline", design, "--classifier", "naive_bayes")
    assert ended.code == 0, ended.err
    assert "Demonstration texts (Headlines): figures on them show how the program works" in ended.out
    row = next(line for line in ended.out.splitlines() if "naive Bayes" in line)
    with Store(home / "palimpsest.sqlite", read_only=True) as store:
        (kept,) = runs.list_runs(store)
    assert kept.validation_best_step is None and kept.validation_best is not None
    assert f"{kept.validation_best:.2f}" in row and "–" in row
    shown = palimpsest("show", "last", "--details").out
    assert "Stage 1, Linear baseline: 6 fits, no updates; one of them was taken" in shown
    measures = shown.partition("Measures (of the fit that was taken)\n")[2].partition("\n\n")[0]
    assert f"test/error: {kept.test:.4g}\n" in measures and " at " not in measures
    split = palimpsest("show", "last", "--metrics").out
    assert split.startswith(f"Run {kept.id}, {kept.name}\n")
    results = palimpsest("show", "last", "--json").json["results"]
    assert [each["validation_best_step"] for each in results] == [None]
