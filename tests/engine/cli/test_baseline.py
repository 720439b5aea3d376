"""``palimpsest baseline`` and ``run --baseline``: what they put into the queue."""

from __future__ import annotations

from pathlib import Path

import pytest

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


def test_a_design_has_two_baselines(design: Path) -> None:
    said = palimpsest("baseline", design, "--queue", "--json")
    assert said.code == 0, said.err
    assert [row["name"] for row in said.json] == [
        "Bag of words, logistic regression: Headlines",
        "Bag of words, naive Bayes: Headlines",
    ]
    assert {(row["encoder"], row["data"]) for row in said.json} == {("", "samples:headlines")}
    (one,) = palimpsest("baseline", design, "--classifier", "naive_bayes", "--queue", "--json").json
    assert one["identity"] == said.json[1]["identity"]


def test_run_takes_them_along(design: Path) -> None:
    said = palimpsest("run", design, "--set", "seed=[1,2]", "--baseline", "--queue", "--json")
    assert said.code == 0, said.err
    assert [row["encoder"] for row in said.json] == ["palimpsest-tiny", "palimpsest-tiny", "", ""]


def test_another_classifier_is_refused(design: Path) -> None:
    said = palimpsest("baseline", design, "--classifier", "svm")
    assert said.code == 2
    assert "Use logistic_regression or naive_bayes" in said.err
