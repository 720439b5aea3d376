"""Parts of the Lab: questions, attention, attributions, texts, and the panel of a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.store import Store, runs
from tests.engine.lab.trained import trained
from tests.workbench.conftest import WAIT, displayed, on_screen, owned, picture
from workbench.backend.prediction_server import PredictionServer
from workbench.backend.session import Session
from workbench.pages.lab.attributions import AttributedWord, AttributionText
from workbench.pages.lab.page import LabPage
from workbench.pages.lab.query import PAGE_TEXTS, Disagreement, LabModel, ListedText
from workbench.pages.lab.questions import LabQuestions
from workbench.pages.lab.run_panel import RunPanel
from workbench.pages.lab.text_list import TextList, class_column, text_column

pytestmark = pytest.mark.gui


TEXT = "What metal melts ?"


WORDS = [[0, 4, 1, 0.5], [5, 10, 1, -0.4], [11, 16, 1, 0.001], [17, 18, 0, 0.0]]


def test_words_are_marked_on_both_sides(qtbot: QtBot) -> None:
    marked = owned(qtbot, AttributionText("Words"))
    marked.resize(400, 60)
    marked.set_words(TEXT, [AttributedWord(a, b, bool(read), value) for a, b, read, value in WORDS])
    marked.show()
    assert "evidence for" in marked._describe(0) and "evidence against" in marked._describe(1)
    assert "cut off" in marked._describe(3)
    shot = picture(marked)
    boxes = marked._boxes
    assert [box.top() for box in boxes] == [boxes[0].top()] * 4 and boxes[0].right() < boxes[1].left()
    strong, faint = (shot[box.center().y(), box.left() + 1, :3].astype(int) for box in (boxes[0], boxes[2]))
    assert strong[0] - strong[2] > 30 and abs(faint[0] - faint[2]) < 12  # bluish; hardly marked
    qtbot.keyClick(marked, Qt.Key.Key_Right)
    assert "metal" in marked.accessibleDescription()
    narrow = marked.heightForWidth(60)
    assert narrow > marked.heightForWidth(400)


ONE, OTHER = (LabModel(number, 1, "", f"run {number}", number, "questions") for number in (1, 2))
FOUND = {"classes": ["a", "b"], "probabilities": [0.9, 0.1], "predicted": 0, "answer": "a", "withheld": False,
         "rule": "", "tokens": 3, "words": [[0, 3, 1]], "milliseconds": 12.0}  # fmt: skip


class KeptQuestions(PredictionServer):
    """The serving program's questions, answered by the test when it likes; no process is started."""

    def __init__(self, folder: Any) -> None:
        super().__init__(folder)
        self.asked: list[tuple[str, str, dict[str, object]]] = []
        self.then: dict[tuple[str, str], Callable[[Any], object]] = {}
        self.failed: dict[tuple[str, str], Callable[[str], object]] = {}

    def ask(self, do: str, slot: str, then: Any, failed: Any, **arguments: object) -> None:
        self.asked.append((do, slot, arguments))
        self.then[do, slot], self.failed[do, slot] = then, failed


@pytest.fixture
def server(qtbot: QtBot, tmp_path: Any) -> KeptQuestions:
    return KeptQuestions(tmp_path)


@pytest.fixture
def questions(server: KeptQuestions) -> LabQuestions:
    made = LabQuestions(server, server)
    made.sides["first"], made.text, made.method = ONE, "why", "integrated_gradients"
    return made


def test_an_answer_for_another_text_or_run_is_dropped(
    qtbot: QtBot, server: KeptQuestions, questions: LabQuestions
) -> None:
    questions.predict("first")
    questions.text = "why not"
    with qtbot.assertNotEmitted(questions.predicted):
        server.then["predict", "first"](FOUND)
    questions.predict("first")
    questions.sides["first"] = OTHER
    with qtbot.assertNotEmitted(questions.predicted):
        server.then["predict", "first"](FOUND)


def test_what_fails_is_said_of_its_side_and_an_empty_text_asks_nothing(
    qtbot: QtBot, server: KeptQuestions, questions: LabQuestions
) -> None:
    questions.predict("first")
    with qtbot.waitSignals([questions.failed, questions.answer_received]):
        server.failed["predict", "first"]("no model")
    questions.text = "  "
    with qtbot.waitSignal(questions.attention_ready) as told:
        questions.predict("first")
    assert told.args == [None] and len(server.asked) == 1


def offered(page: LabPage) -> list[str]:
    chooser = page.panels["first"].chooser
    return [chooser.itemText(place) for place in range(chooser.count())]


def test_runs_that_finish_or_get_a_name_while_the_page_is_shown(
    qtbot: QtBot, store: Path, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PredictionServer, "ask", lambda *_words, **_more: None)
    first = trained(store, "first")
    page = on_screen(qtbot, LabPage(session))
    qtbot.waitUntil(lambda: offered(page) == ["first"], timeout=WAIT)
    chosen = page.panels["first"].chooser.currentData()

    trained(store, "second", seed=2)
    qtbot.waitUntil(lambda: sorted(offered(page)) == ["first", "second"], timeout=WAIT)
    assert page.panels["first"].chooser.currentData() == chosen
    assert page.panels["second"].chooser.count() == 3  # with "None"

    with Store(store) as opened:
        runs.rename_run(opened, first, "the first of all")
    qtbot.waitUntil(lambda: sorted(offered(page)) == ["second", "the first of all"], timeout=WAIT)
    assert page.panels["first"].chooser.currentText() == "the first of all"


ENTRY = LabModel(3, 1, "", "a run", 1, "questions")


PREDICTED = {
    "classes": ["ENTY", "NUM", "LOC"],
    "probabilities": [0.2, 0.7, 0.1],
    "predicted": 1,
    "answer": "NUM",
    "withheld": False,
    "rule": "",
    "words": [word[:3] for word in WORDS],
    "milliseconds": 3.0,
}


@pytest.fixture
def panel(qtbot: QtBot) -> RunPanel:
    made = displayed(qtbot, RunPanel("Run"), 460, 240)
    made.offer([ENTRY])
    made.set_entry(ENTRY)
    return made


@pytest.mark.parametrize(("answer", "said"), [("NUM|LOC", "NUM|LOC, label NUM"), ("", "no label, label NUM")])
def test_of_several_labels_the_answer_is_said_beside_the_label(
    panel: RunPanel, answer: str, said: str
) -> None:
    panel.set_text(TEXT, "NUM")
    panel.set_prediction(TEXT, PREDICTED | {"answer": answer})
    assert panel.verdict.isVisible() and panel.verdict.text() == said and not panel.mark.isVisible()


def test_an_answer_by_a_decision_rule_is_called_so(panel: RunPanel) -> None:
    panel.set_text(TEXT, "ENTY")
    panel.set_prediction(TEXT, PREDICTED | {"rule": "weights for macro F1"})
    assert panel.verdict.text() == "should be ENTY" and "weights for macro F1" in panel.verdict.toolTip()
    panel.set_prediction(TEXT, PREDICTED | {"answer": "", "withheld": True, "rule": "no answer below 90.0 %"})
    assert panel.verdict.text() == "no answer by the decision rule" and not panel.mark.isVisible()
    panel.set_text(TEXT, "")
    panel.set_prediction(TEXT, PREDICTED | {"rule": "weights for macro F1"})
    assert panel.verdict.isVisible() and panel.verdict.text() == "NUM by the decision rule"


def test_a_panel_says_right_or_wrong_only_where_the_label_is_known(qtbot: QtBot, panel: RunPanel) -> None:
    assert panel._hint.text().startswith("Type a text")
    for label, said in (("", ""), ("NUM", "right"), ("ENTY", "should be ENTY"), ("OTHER", "")):
        panel.set_text(TEXT, label)
        panel.set_prediction(TEXT, PREDICTED)
        assert (panel.verdict.text() if panel.verdict.isVisible() else "") == said
    assert all(word.value is None for word in panel.attribution.words())
    panel.set_explained({"words": WORDS})
    assert [word.value for word in panel.attribution.words()] == [0.5, -0.4, 0.001, 0.0]
    panel.set_text(TEXT + "?", "NUM")
    assert panel.prediction is None and panel.explained is None and not panel.verdict.isVisible()
    assert panel.attribution._text == TEXT and panel.bar_area.isVisible()  # the last, until the answer comes
    panel.fail("It has gone.", "Try again")
    assert not panel.bar_area.isVisible()
    with qtbot.waitSignal(panel.retry):
        panel.message.remedy.emit()


def test_classes_are_sorted_and_the_label_is_named(panel: RunPanel) -> None:
    panel.set_text(TEXT, "ENTY")
    panel.set_prediction(TEXT, PREDICTED)
    bars = panel.bars.rows()
    assert [(bar.label, bar.text, bar.note) for bar in bars] == [
        ("NUM", "70.0 %", ""), ("ENTY", "20.0 %", "label"), ("LOC", "10.0 %", ""),
    ]  # fmt: skip
    assert [bar.color for bar in bars] == ["series1", "tint_line", "tint_line"]


def test_a_list_turns_its_pages_and_waits_for_its_texts(qtbot: QtBot) -> None:
    shown = displayed(qtbot, TextList("Texts", [text_column(), class_column("first", "Guess")]), 500, 300)
    wanted: list[list[int]] = []
    shown.texts_requested.connect(wanted.append)
    rows = [Disagreement(10 + i, "a", "a" if i % 2 else "b", "a") for i in range(PAGE_TEXTS + 5)]
    shown.set_rows("Title", "caption", rows)
    assert wanted == [[10 + i for i in range(PAGE_TEXTS)]] and shown.page_label.text() == "1 to 100 of 105"
    shown.table.select([0])
    chosen: list[ListedText] = []
    shown.chosen.connect(chosen.append)
    shown.set_texts([10, 11], ["first", None])
    assert shown.model.row(0).text == "first" and "no longer" in str(shown.model.row(1).text)
    shown.table.select([0])
    shown.table.select([1])
    assert [row.row for row in chosen] in ([10, 11], [11])
    shown.next_button.click()
    assert shown.page_label.text() == "101 to 105 of 105" and not shown.next_button.isEnabled()
    assert wanted[-1] == [110, 111, 112, 113, 114]
    shown.set_page("Title", "caption", rows[:PAGE_TEXTS], 0, 250)
    with qtbot.waitSignal(shown.page_requested) as told:
        shown.next_button.click()
    assert told.args == [PAGE_TEXTS]
    shown.show_empty("None", "Nothing.", "Act")
    with qtbot.waitSignal(shown.acted):
        shown.empty.clicked.emit()
