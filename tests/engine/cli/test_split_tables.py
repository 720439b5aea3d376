"""``show --metrics``, ``--per-class``, ``--confusion`` and ``compare --metrics`` through the real entry point."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.events import Evaluation, StageStarted
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.engine.cli.test_app import palimpsest
from tests.engine.store.test_probabilities import CLASSES, EXPERIMENT, predictions


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("split") / "s.sqlite"
    with Store(path) as opened:
        runs.create_run(opened, EXPERIMENT)
        runs.create_run(opened, EXPERIMENT)
    for number in (1, 2):
        with RunWriter(path, number) as writer:
            writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
            for split in ("validation", "test"):
                measured = {f"{split}/error": 40.0}
                writer.write(Evaluation(split, 8, measured, False, predictions(split, number)).as_final())
            writer.set_columns(status="finished")
    return path


def test_what_a_split_tells_is_printed_and_is_json(store: Path) -> None:
    told = palimpsest("show", "1", "--metrics", "--per-class", "--confusion", "--store", store)
    assert told.code == 0, told.err
    for words in ("ROC AUC", "Matthews correlation", "Brier score", "Reliability", *CLASSES, "Recall, %"):
        assert words in told.out
    assert "been tested on these texts" in told.out
    found = palimpsest("show", "1", "--metrics", "--split", "validation", "--json", "--store", store).json
    assert (found["run"], found["split"], found["texts"], len(found["confusion"])) == (
        1,
        "validation",
        200,
        3,
    )
    assert 0 <= found["metrics"]["roc_auc"] <= 1 and found["by_class"][0]["name"] == "ham"


def test_columns_of_metrics_stand_beside_each_other(store: Path) -> None:
    told = palimpsest(
        "compare", "1", "2", "--metrics", "roc_auc, balanced_accuracy", "--format", "csv", "--store", store
    )
    assert told.code == 0, told.err
    head = told.out.splitlines()[0]
    assert "Test ROC AUC" in head and "Test balanced accuracy" in head
    latex = palimpsest("compare", "1", "2", "--metrics", "roc_auc", "--format", "latex", "--store", store)
    assert "ROC AUC" in latex.out


def test_mistakes_name_the_remedy(store: Path) -> None:
    told = palimpsest("show", "1", "--metrics", "--split", "held", "--store", store)
    assert told.code == 2 and "Add --split test or --split validation." in told.err
    told = palimpsest("compare", "1", "2", "--metrics", "f7", "--store", store)
    assert told.code == 2 and "there is no metric 'f7'" in told.err and "macro_f1" in told.err
