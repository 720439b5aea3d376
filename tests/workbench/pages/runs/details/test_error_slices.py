"""The card *Where it is wrong*: slices asked for by a button, and the wrong texts of the one that is selected."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.data.dataset import load_dataset
from engine.spec.data import DataSource
from engine.store import Store, summaries
from tests import patience
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.wording import RESULTS

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("trained_run")]
WAIT = 1000 * patience.seconds(60)


def test_a_slice_shows_its_wrong_texts_the_surest_first(qtbot: QtBot, store: Path, page: RunsPage) -> None:
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
    page.receive([1])
    page.tabs.setCurrentIndex(RESULTS)
    card = page.results.slices
    qtbot.waitUntil(card.find_button.isVisible, timeout=WAIT)
    assert not card.tables.isVisible()
    qtbot.mouseClick(card.find_button, Qt.MouseButton.LeftButton)
    assert not card.find_button.isEnabled()
    qtbot.waitUntil(card.tables.isVisible, timeout=WAIT)
    with Store(store, read_only=True) as opened:
        kept = summaries.read_predictions(opened, 1)
    assert kept is not None
    wrong = kept.labels != kept.predicted
    name = kept.classes[int(kept.labels[wrong][0])]
    row = next(each for each in card.slices.rows if each.name == f"Class: {name}")
    of_class = kept.labels == kept.classes.index(name)
    assert row.mean == pytest.approx(100 * wrong[of_class].mean()) and row.texts == of_class.sum()
    card.slice_table.select([row.key])
    qtbot.waitUntil(
        lambda: bool(card.texts.rows) and all(each.text != "…" for each in card.texts.rows), timeout=WAIT
    )
    source = DataSource.model_validate({"source": "samples:questions", "test_rows": 24, "train_rows": 60})
    split = load_dataset(source).splits["test"]
    places = np.flatnonzero(of_class & wrong)
    places = places[np.argsort(-kept.confidence[places], kind="stable")]
    assert [each.text for each in card.texts.rows] == [split.texts[int(i)] for i in places]
    assert card.of_slice.text().startswith(f"{len(places)} wrong of {of_class.sum()} texts")
    card.text_table.select([0])
    assert card.reading.toPlainText() == split.texts[int(places[0])]


def test_a_problem_is_said_and_may_be_tried_again(qtbot: QtBot, store: Path, page: RunsPage) -> None:
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
    page.receive([1])
    page.tabs.setCurrentIndex(RESULTS)
    card = page.results.slices
    qtbot.waitUntil(card.find_button.isVisible, timeout=WAIT)
    with Store(store) as opened:
        opened.execute("UPDATE predictions SET source_row = source_row + 100000")
        opened.connection.commit()
    qtbot.mouseClick(card.find_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "any more" in card.note.text(), timeout=WAIT)
    assert card.find_button.isEnabled() and not card.tables.isVisible()
