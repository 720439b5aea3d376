"""Encoders compared from the Design page, by a real command over a real data set."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.spec.experiment import parse_experiment
from engine.spec.sweep import Plan
from tests import patience
from workbench.backend.session import Session
from workbench.pages.design.dialogs import EncoderRankingDialog, LadderDialog

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(120)


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    made = Session(home / "palimpsest.sqlite", run_queue=False)
    made.start()
    yield made
    made.close()


def test_the_ladder_shows_what_more_labels_are_worth(qtbot: QtBot, session: Session) -> None:
    data = {"source": "samples:questions", "train_rows": 60, "validation_rows": 20}
    plan = Plan(parse_experiment({"stages": [{"kind": "finetune", "data": data, "max_length": 16}]}), {})
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = LadderDialog(session, plan, parent)
    dialog.show()
    qtbot.waitUntil(lambda: bool(dialog.said.text()) or dialog.message.level() == "error", timeout=WAIT)
    assert "Demo" in dialog.said.text() and "Bag of words: " in dialog.said.text(), dialog.message.text()
    head, *rows = dialog.plot.table.csv().splitlines()
    assert "Bag of words" in head and "Frozen encoder" in head
    assert len(rows) >= 3, "one row for each number of labels"


@pytest.mark.nightly  # test_translations.py opens it over the same command in every suite
def test_encoders_are_ranked_and_one_is_taken(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    rows = [
        f"the {'good' if n % 2 else 'bad'} film number {n % 10},{'pos' if n % 2 else 'neg'}"
        for n in range(60)
    ]
    file = tmp_path / "reviews.csv"
    file.write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = EncoderRankingDialog(session, str(file), parent)
    dialog.show()
    qtbot.waitUntil(lambda: bool(dialog.model.rows), timeout=WAIT)
    assert dialog.model.rows[0].name == "palimpsest-tiny" and "bag of words" in dialog.lead.text()
    assert dialog.table.selected() == ["palimpsest-tiny"], "the best is proposed"
    with qtbot.waitSignal(dialog.chosen, timeout=WAIT) as taken:
        dialog.take.click()
    assert taken.args == ["palimpsest-tiny"]
