"""The panel of one run, and the files that the Lab writes."""

from __future__ import annotations

import json

import pytest
from pytestqt.qtbot import QtBot

from workbench.pages.lab.export import as_csv, as_json
from workbench.pages.lab.query import LabModel
from workbench.pages.lab.run_panel import RunPanel

pytestmark = pytest.mark.gui


ENTRY = LabModel(3, 1, "", "a run", 1, "questions")


TEXT = "What metal melts ?"


WORDS = [[0, 4, 1, 0.5], [5, 10, 1, -0.4], [11, 16, 1, 0.001], [17, 18, 0, 0.0]]


FOUND = {
    "classes": ["ENTY", "NUM", "LOC"],
    "probabilities": [0.2, 0.7, 0.1],
    "predicted": 1,
    "answer": "NUM",
    "withheld": False,
    "rule": "",
    "words": [word[:3] for word in WORDS],
    "milliseconds": 3.0,
}


@pytest.mark.parametrize(("answer", "said"), [("NUM|LOC", "NUM|LOC, label NUM"), ("", "no label, label NUM")])
def test_of_several_labels_the_answer_is_said_beside_the_label(qtbot: QtBot, answer: str, said: str) -> None:
    panel = RunPanel("Run")
    qtbot.addWidget(panel)
    panel.resize(460, 240)
    panel.show()
    panel.offer([ENTRY])
    panel.set_entry(ENTRY)
    panel.set_text(TEXT, "NUM")
    panel.set_prediction(TEXT, FOUND | {"answer": answer})
    assert panel.verdict.isVisible() and panel.verdict.text() == said and not panel.mark.isVisible()


def test_an_answer_by_a_decision_rule_is_called_so(qtbot: QtBot) -> None:
    panel = RunPanel("Run")
    qtbot.addWidget(panel)
    panel.show()
    panel.offer([ENTRY])
    panel.set_entry(ENTRY)
    panel.set_text(TEXT, "ENTY")
    panel.set_prediction(TEXT, FOUND | {"rule": "weights for macro F1"})
    assert panel.verdict.text() == "should be ENTY" and "weights for macro F1" in panel.verdict.toolTip()
    panel.set_prediction(TEXT, FOUND | {"answer": "", "withheld": True, "rule": "no answer below 0.900"})
    assert panel.verdict.text() == "no answer by the decision rule" and not panel.mark.isVisible()
    panel.set_text(TEXT, "")
    panel.set_prediction(TEXT, FOUND | {"rule": "weights for macro F1"})
    assert panel.verdict.isVisible() and panel.verdict.text() == "NUM by the decision rule"


def test_a_panel_says_right_or_wrong_only_where_the_label_is_known(qtbot: QtBot) -> None:
    panel = RunPanel("Run")
    qtbot.addWidget(panel)
    panel.resize(460, 240)
    panel.show()
    panel.offer([ENTRY])
    panel.set_entry(ENTRY)
    assert panel._hint.text().startswith("Type a text")
    for label, said in (("", ""), ("NUM", "right"), ("ENTY", "should be ENTY"), ("OTHER", "")):
        panel.set_text(TEXT, label)
        panel.set_prediction(TEXT, FOUND)
        assert (panel.verdict.text() if panel.verdict.isVisible() else "") == said
    assert all(word.value is None for word in panel.words.words())
    panel.set_explained({"words": WORDS})
    assert [word.value for word in panel.words.words()] == [0.5, -0.4, 0.001, 0.0]
    panel.set_text(TEXT + "?", "NUM")
    assert panel.prediction is None and panel.explained is None and not panel.verdict.isVisible()
    assert panel.words._text == TEXT and panel.bar_area.isVisible()  # the last one, until the answer is there
    panel.fail("It has gone.", "Try again")
    assert not panel.bar_area.isVisible()
    with qtbot.waitSignal(panel.retry):
        panel.message.remedy.emit()


def test_files() -> None:
    record = json.loads(as_json(TEXT, "NUM", [(ENTRY, FOUND, None)]))
    assert record["runs"][0]["predicted"] == "NUM" and record["runs"][0]["words"] is None
    assert record["runs"][0]["probabilities"]["ENTY"] == 0.2
    assert as_csv([["Text"], ['a "b", c']]) == 'Text\n"a ""b"", c"\n'
