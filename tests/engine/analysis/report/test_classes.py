"""The report's tables about classes, against scikit-learn; the decision rule that is kept is among them."""

from __future__ import annotations

from pathlib import Path

import pytest
from sklearn.metrics import precision_recall_fscore_support

from engine.analysis.report.build import build_report
from engine.analysis.report.classes import class_metrics_table, decision_tables
from engine.analysis.run_groups import group_runs
from engine.delivery.finished_model import find_finished_model
from engine.objectives.decision import Decision, write_decision
from engine.store import Store, summaries
from tests.engine.lab.trained import keep_probabilities, trained


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("classes") / "s.sqlite"
    trained(made, "one", encoder="palimpsest-tiny")
    keep_probabilities(made, 1, 200)
    return made


def test_each_class_has_its_metrics(path: Path) -> None:
    with Store(path, read_only=True) as store:
        found, _ = group_runs(store, [1])
        table = class_metrics_table(store, found)
        kept = summaries.read_predictions(store, 1, "test")
    assert kept is not None and [row[1] for row in table.rows] == ["test"] * len(kept.classes)
    precision, recall, f1, texts = precision_recall_fscore_support(kept.labels, kept.predicted)
    for row, *expected in zip(table.rows, kept.classes, texts, precision, recall, f1, strict=True):
        name, count, *shares = expected
        assert row[2:4] == (name, f"{count}") and row[5:8] == tuple(f"{100 * each:.2f}" for each in shares)


def test_a_rule_that_is_kept_is_told_with_what_it_does(path: Path) -> None:
    with Store(path, read_only=True) as store:
        found, _ = group_runs(store, [1])
        assert decision_tables(store, found) == []
        model = find_finished_model(path, "1")
        classes = model.load().classes
        file = write_decision(model.folder, Decision(3.0, abstain_below=0.5, chosen_for="a trial"), classes)
        (table,) = decision_tables(store, found)
        titles = [each.title for each in build_report(store, [1], figures=False).sections]
    assert "a trial" in table.note and "Classes" in titles and "Decisions" in titles
    loss = next(row for row in table.rows if row[0].startswith("loss"))
    assert float(loss[4]) < float(loss[3]), "probabilities three times too sure are mended by the temperature"
    assert float(next(row for row in table.rows if row[0] == "answered, %")[4]) < 100
    file.write_text("{", encoding="utf-8")
    with Store(path, read_only=True) as store:
        assert decision_tables(store, found) == [], "a damaged rule is no reason to have no report"
    file.unlink()
