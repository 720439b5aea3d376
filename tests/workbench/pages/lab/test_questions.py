"""Which answers of the serving program still fit, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from workbench.backend.prediction_server import PredictionServer
from workbench.pages.lab.query import LabModel
from workbench.pages.lab.questions import LabQuestions

pytestmark = pytest.mark.gui
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
def asking(server: KeptQuestions) -> LabQuestions:
    made = LabQuestions(server, server)
    made.sides["first"], made.text, made.method = ONE, "why", "integrated_gradients"
    return made


def test_a_prediction_is_followed_by_its_explanation_and_attention(
    qtbot: QtBot, server: KeptQuestions, asking: LabQuestions
) -> None:
    asking.head = (2, 3)
    asking.predict("first")
    asking.predict("second")  # no run there: nothing is asked
    assert [(do, slot) for do, slot, _ in server.asked] == [("predict", "first")]
    with qtbot.waitSignals([asking.predicted, asking.answer_received, asking.notice]):
        server.then["predict", "first"](FOUND)
    assert [(do, slot) for do, slot, _ in server.asked[1:]] == [
        ("explain", "first"),
        ("attention", "attention"),
    ]
    assert server.asked[1][2]["method"] == "integrated_gradients" and server.asked[2][2]["layer"] == 2
    with qtbot.waitSignal(asking.explained) as told:
        server.then["explain", "first"]({"method": "integrated_gradients", "words": []})
    assert told.args[0] == "first"
    with qtbot.waitSignal(asking.attention_ready):
        server.then["attention", "attention"]({"tokens": ["why"]})


def test_an_answer_for_another_text_or_run_is_dropped(
    qtbot: QtBot, server: KeptQuestions, asking: LabQuestions
) -> None:
    asking.predict("first")
    asking.text = "why not"
    with qtbot.assertNotEmitted(asking.predicted):
        server.then["predict", "first"](FOUND)
    asking.predict("first")
    asking.sides["first"] = OTHER
    with qtbot.assertNotEmitted(asking.predicted):
        server.then["predict", "first"](FOUND)


def test_another_method_asks_only_for_the_explanation(
    qtbot: QtBot, server: KeptQuestions, asking: LabQuestions
) -> None:
    asking.method = ""
    asking.predict("first")
    server.then["predict", "first"](FOUND)
    assert not [do for do, _, _ in server.asked if do == "explain"]
    asking.method = "gradient_x_input"
    with qtbot.waitSignal(asking.predicted):
        asking.explain_again()
    assert server.asked[-1][0] == "explain" and server.asked[-1][2]["method"] == "gradient_x_input"
    with qtbot.waitSignal(asking.explanation_failed) as told:
        server.failed["explain", "first"]("too long")
    assert told.args == ["first", "too long"]


def test_what_fails_is_said_of_its_side_and_an_empty_text_asks_nothing(
    qtbot: QtBot, server: KeptQuestions, asking: LabQuestions
) -> None:
    asking.predict("first")
    with qtbot.waitSignals([asking.failed, asking.answer_received]):
        server.failed["predict", "first"]("no model")
    asking.text = "  "
    with qtbot.waitSignal(asking.attention_ready) as told:
        asking.predict("first")
    assert told.args == [None] and len(server.asked) == 1
