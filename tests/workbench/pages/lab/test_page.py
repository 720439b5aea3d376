"""The Lab page over a real store, with the real serving program.

The program takes seconds to start, so one test goes through all that needs it, part by part.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import psutil
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.data.dataset import load_dataset
from engine.model.predict import predict
from engine.model.saved_model import load_saved_model
from engine.store import Store, model_paths, runs, summaries
from tests import patience
from tests.engine.lab.trained import trained
from tests.workbench.pages.stored import finished
from workbench.backend.prediction_server import PredictionServer
from workbench.backend.session import Session
from workbench.pages.lab.page import LabPage
from workbench.pages.lab.query import disagreements, load_models, load_results

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(120)
TEXT = "What metal has the highest melting point ?"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs on the same questions: the second (newer) has measured nothing beside its predictions."""
    path = tmp_path_factory.mktemp("lab-page") / "palimpsest.sqlite"
    Store(path).close()
    trained(path, "left", maps=True, forgotten=5)
    trained(path, "right", seed=2, spread=0.2)
    return path


def shown(qtbot: QtBot, session: Session) -> LabPage:
    page = LabPage(session)
    qtbot.addWidget(page, before_close_func=lambda each: each.server.stop())
    page.resize(1368, 843)
    page.show()
    page.on_shown()
    return page


@pytest.fixture
def page(qtbot: QtBot, session: Session) -> LabPage:
    """Shown with the run "left" at the left, and a text of its test set."""
    page = shown(qtbot, session)
    page.receive([1, 2])
    qtbot.waitUntil(lambda: explained(page), timeout=WAIT)
    qtbot.waitUntil(lambda: page.attention.weights.grid() is not None, timeout=WAIT)
    assert page.focusWidget() is page.field
    return page


def explained(page: LabPage) -> bool:
    return all(
        panel.explained is not None for side, panel in page.panels.items() if page.sides[side] is not None
    )


def probabilities(store: Path, run: int, text: str) -> dict[str, float]:
    with Store(store) as opened:
        found = predict(load_saved_model(model_paths.find_model(opened, run)[0]), [text])[0]
    return dict(zip(found.classes, found.probabilities, strict=True))


def test_the_page_with_its_program(qtbot: QtBot, page: LabPage, store: Path, tmp_path: Path) -> None:
    confusion_examples_and_what_was_forgotten(qtbot, page, store)
    what_is_shown_can_be_kept(qtbot, page, tmp_path)
    a_text_is_predicted_while_it_is_typed(qtbot, page, store)
    attention_of_the_picked_head(qtbot, page)


def a_text_is_predicted_while_it_is_typed(qtbot: QtBot, page: LabPage, store: Path) -> None:
    assert page.label and page.panels["first"].verdict.text() in ("right", f"should be {page.label}")
    page.field.setFocus()
    page.field.selectAll()
    qtbot.keyClicks(page.field, TEXT)
    assert page.label == ""
    qtbot.waitUntil(lambda: explained(page) and page.panels["first"].attribution._text == TEXT, timeout=WAIT)
    for run, panel in zip((1, 2), page.panels.values(), strict=True):
        expected = probabilities(store, run, TEXT)
        assert {bar.label: bar.value for bar in panel.bars.rows()} == pytest.approx(expected, abs=1e-4)
        assert not panel.verdict.isVisible()
        words = panel.attribution.words()
        assert [TEXT[word.start : word.end] for word in words] == TEXT.split()
        assert all(word.value is not None for word in words)
    assert "Predicted while you type" in page.note.text()

    page.method.set_current("")
    page.method.activated.emit(page.method.currentIndex())
    assert all(word.value is None for word in page.panels["first"].attribution.words())
    assert not page.legend.isVisible() and page.preferences.get("lab/method", "x") == ""
    page.method.set_current("gradient_x_input")
    page.method.activated.emit(page.method.currentIndex())
    qtbot.waitUntil(lambda: explained(page), timeout=WAIT)
    assert page.panels["first"].explained["method"] == "gradient_x_input"  # type: ignore[index]


def attention_of_the_picked_head(qtbot: QtBot, page: LabPage) -> None:
    column = page.attention
    assert column.source.current() == "fixed" and column.current() == (4, 8)  # the largest measured
    assert column.heads.values().shape == (4, 8)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Return):
        qtbot.keyClick(column.heads.canvas, key)
    qtbot.waitUntil(lambda: column._answer is not None and column._answer["head"] == 7, timeout=WAIT)
    assert column.weights.title.text() == "Layer 4, head 7" and column.summary.text().startswith("Before: ")
    grid = column.weights.grid()
    assert grid is not None and grid.columns[0] == grid.rows[-1] == "[CLS]" and grid.columns[-1] == "[SEP]"
    np.testing.assert_array_equal(grid.values[::-1], np.array(column._answer["after"]))
    column.moment.set_current("before")
    column.moment.chosen.emit("before")
    grid = column.weights.grid()
    assert grid is not None
    np.testing.assert_array_equal(grid.values[::-1], np.array(column._answer["before"]))

    column.source.set_current("this")
    column.source.chosen.emit("this")
    assert np.array(column.heads.values()) == pytest.approx(np.array(column._answer["divergence"]))
    column.run.set_current("second")
    column.run.activated.emit(1)
    qtbot.waitUntil(lambda: column._answer is not None, timeout=WAIT)
    assert column.source.current() == "this" and column._measured is None
    column.run.set_current("first")
    column.run.activated.emit(0)


def confusion_examples_and_what_was_forgotten(qtbot: QtBot, page: LabPage, store: Path) -> None:
    with Store(store) as opened:
        mine, other = (summaries.read_predictions(opened, number) for number in (1, 2))
        data = load_dataset(runs.get_experiment(opened, 1).stages[0].data)  # type: ignore[union-attr]
    assert mine is not None and other is not None
    texts = page.texts
    counts = texts.confusion.counts.counts
    assert counts.sum() == len(mine.rows) and counts[mine.labels[0], mine.predicted[0]] >= 1
    at = texts.confusion.counts.index(int(mine.labels[0]), int(mine.predicted[0]))
    texts.confusion.setCurrentIndex(at)
    listed = texts.lists["cell"]
    same = (mine.labels == mine.labels[0]) & (mine.predicted == mine.predicted[0])
    assert listed.model.rowCount() == same.sum()
    qtbot.waitUntil(lambda: listed.model.row(0).text is not None, timeout=WAIT)
    by_row = dict(zip(data.splits["test"].rows.tolist(), list(data.splits["test"].texts), strict=True))
    for row in listed.model.rows:
        assert row.text == by_row[row.row]
        place = mine.rows.tolist().index(row.row)
        assert row.other == other.classes[other.predicted[place]]

    before = page.field.text()
    listed.focus_table()
    assert page.field.text() == " ".join(listed.model.row(0).text.split())
    assert page.label == mine.classes[mine.labels[0]] and listed.table.hasFocus()
    assert before  # it had another text

    differ = texts.lists["disagree"]
    wanted = {int(row) for row in mine.rows[np.array(mine.predicted) != np.array(other.predicted)]}
    assert {row.row for row in differ._all} == wanted
    forgotten = texts.lists["forgotten"]
    qtbot.waitUntil(
        lambda: forgotten.model.rowCount() == 5 and forgotten.model.row(0).text is not None, timeout=WAIT
    )
    split = data.splits["train"]
    assert [row.text for row in forgotten.model.rows] == [split.texts[i] for i in range(5)]
    assert [row.times for row in forgotten.model.rows] == [5, 4, 3, 2, 1]

    texts.side_choice.set_current("second")
    texts.side_choice.chosen.emit("second")
    assert texts.confusion.counts.counts[other.labels[0], other.predicted[0]] >= 1
    assert forgotten.stack.currentWidget() is forgotten.empty
    texts.side_choice.set_current("first")
    texts.side_choice.chosen.emit("first")


@pytest.mark.nightly  # starts the program twice more; in every suite what fails is said of its side: test_parts.py
def test_a_crash_is_said_and_the_program_starts_again(qtbot: QtBot, page: LabPage) -> None:
    assert page.server is not None
    first = page.server.pid
    page.predict()
    psutil.Process(page.server.pid).kill()
    message = page.panels["first"].message
    qtbot.waitUntil(lambda: message.level() == "error", timeout=WAIT)
    assert "has ended" in message.text()
    message.remedy.emit()
    qtbot.waitUntil(lambda: message.level() == "" and explained(page), timeout=WAIT)
    pid = page.server.pid
    assert pid not in (0, first)
    page.session.closed.emit()
    assert not page.server.running and not psutil.pid_exists(pid)


def what_is_shown_can_be_kept(qtbot: QtBot, page: LabPage, tmp_path: Path) -> None:
    qtbot.waitUntil(lambda: explained(page), timeout=WAIT)
    with qtbot.waitSignal(page.status_changed):
        page.write("json", tmp_path / "found.json")
    record = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert record["text"] == page.field.text() and record["label"] == page.label
    assert [each["name"] for each in record["runs"]] == ["left", "right"]
    assert " ".join(word["word"] for word in record["runs"][0]["words"])[:5] == page.field.text()[:5]
    with qtbot.waitSignal(page.status_changed):
        page.write("csv", tmp_path / "texts.csv")
    lines = (tmp_path / "texts.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == 'Text,"Confidence, %",Other run' and len(lines) > 1


@pytest.fixture
def silent(qtbot: QtBot, session: Session, monkeypatch: pytest.MonkeyPatch) -> LabPage:
    """Shown with both runs; the program is never started, and nothing is answered."""
    monkeypatch.setattr(PredictionServer, "ask", lambda *_words, **_more: None)
    page = shown(qtbot, session)
    page.receive([1, 2])
    qtbot.waitUntil(lambda: len(page.results) == 2, timeout=WAIT)
    return page


def test_choices_are_remembered_and_runs_change_places(qtbot: QtBot, silent: LabPage) -> None:
    page = silent
    page.swap_runs()
    assert [page.sides[side].run for side in ("first", "second")] == [2, 1]  # type: ignore[union-attr]
    assert page.preferences.get("lab/first", "") == "2/1/"
    page.panels["second"].chosen.emit("")
    assert page.sides["second"] is None and not page.texts.side_choice.isVisible()
    alone = page.texts.lists["disagree"]
    assert alone.stack.currentWidget() is alone.empty
    assert [command.title for command in page.commands()] == ["Try right", "Try left"]


def test_attention_is_a_tab_beside_the_lists(silent: LabPage) -> None:
    page = silent
    page.texts.show_tab("attention")
    assert page.texts.pages.currentWidget() is page.attention


def test_without_a_finished_run_the_page_says_what_to_do(qtbot: QtBot, home: Path) -> None:
    Store(home / "palimpsest.sqlite").close()
    session = Session(home / "palimpsest.sqlite", run_queue=False)
    session.start()
    page = shown(qtbot, session)
    qtbot.waitUntil(page.empty.isVisible, timeout=WAIT)
    assert not page.field.isEnabled()
    with qtbot.waitSignal(page.navigate) as sent:
        page.empty.clicked.emit()
    assert sent.args[0] == "design" and not page.server.running
    session.close()


def test_a_run_without_predictions_or_a_saved_model(home: Path) -> None:
    path = home / "palimpsest.sqlite"
    Store(path).close()
    finished(path, "no model left")
    number = trained(path, "bare", predicted=False)
    with Store(path) as opened:
        found = load_models(opened)
        assert [each.run for each in found] == [number]
        known = load_results(opened, found[0])
    assert known.predictions is None and known.heads is None and known.forgotten is None
    assert disagreements(known.predictions, known.predictions) is None
