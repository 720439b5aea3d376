"""Questions to the server about one text and two runs, and the answers that are still current."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from workbench.language import tr
from workbench.look import formats

if TYPE_CHECKING:
    from engine.lab.answers import Explanation, HeadAttention, LabPrediction, SampleText
    from workbench.backend.prediction_server import PredictionServer
    from workbench.pages.lab.query import LabModel

SIDES = ("first", "second")


class LabQuestions(QObject):
    """The current trial (the text, the run of each side, the method, the head) and its queries.

    An answer for another text or run is dropped.

    Args:
        server: answers. None: nothing is asked.

    Attributes:
        sides: the run of each side.
        text: the text to predict.
        method: attribution method, "" for none.
        attended: the side whose attention is shown. ``head`` is the layer and the head, from 1.
    """

    predicted = Signal(str, str, object)
    """(side, text, ``LabPrediction``)"""
    explained = Signal(str, object)
    """(side, ``Explanation``)"""
    attention_ready = Signal(object)
    """``HeadAttention`` of the attended side, None if there is no text."""
    failed = Signal(str, str)
    """(side, sentence): the prediction failed."""
    explanation_failed = Signal(str, str)
    attention_failed = Signal(str)
    notice = Signal(str)
    """A sentence for the line above the runs."""
    answer_received = Signal()
    """Emitted after every answer."""

    def __init__(self, server: PredictionServer | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = server
        self.sides: dict[str, LabModel | None] = dict.fromkeys(SIDES)
        self.text, self.method, self.attended, self.head = "", "", "first", (1, 1)
        self._predictions: dict[str, tuple[LabModel, str, LabPrediction]] = {}

    def sample(self, take: Callable[[str, str], None]) -> None:
        """Request a random text of the left run's test set and its class, for ``take``."""
        entry = self.sides["first"]

        def then(sample: SampleText) -> None:
            take(sample["text"], sample["label"])

        if self._server is not None and entry is not None:
            self.notice.emit(tr("Loading a test text…"))
            self._server.ask(
                "sample", "sample", then, self.notice.emit, draw=secrets.randbelow(2**31), **entry.place
            )

    def predict(self, side: str) -> None:
        """Request the prediction of a side's run for the text. Its explanation and attention follow."""
        entry = self.sides[side]
        if self._server is None or entry is None:
            return
        if not self.text.strip():
            self.notice.emit("")
            self.attention_ready.emit(None)
            return
        then, failed = partial(self._show_prediction, side, entry, self.text), partial(self._failed, side)
        self._server.ask("predict", side, then, failed, text=self.text, **entry.place)

    def explain_again(self) -> None:
        """Show the predictions without marks, and request the explanations of a new method."""
        for side in SIDES:
            prediction = self._present(side)
            if prediction is not None:
                self.predicted.emit(side, self.text, prediction)
                self._explain(side)

    def ask_attention(self) -> None:
        """Request the attention of the selected head for the text."""
        entry, side, text = self.sides[self.attended], self.attended, self.text
        if self._server is None or entry is None or not text.strip():
            return

        def then(attention: HeadAttention) -> None:
            if self._is_current(side, entry, text) and side == self.attended:
                self.attention_ready.emit(attention)
                self.answer_received.emit()

        layer, head = self.head
        self._server.ask(
            "attention", "attention", then, self.attention_failed.emit, text=text, layer=layer, head=head,
            **entry.place,
        )  # fmt: skip

    def _is_current(self, side: str, entry: LabModel, text: str) -> bool:
        return entry == self.sides[side] and text == self.text

    def _present(self, side: str) -> LabPrediction | None:
        """Return the prediction of a side for the present text, or None."""
        entry = self._predictions.get(side)
        return entry[2] if entry is not None and self._is_current(side, entry[0], entry[1]) else None

    def _show_prediction(self, side: str, entry: LabModel, text: str, prediction: LabPrediction) -> None:
        if not self._is_current(side, entry, text):
            return
        self._predictions[side] = (entry, text, prediction)
        self.predicted.emit(side, text, prediction)
        predictions = [
            self._predictions[each][2] for each in SIDES if self.sides[each] and each in self._predictions
        ]
        took = sum(each["milliseconds"] for each in predictions)
        self.notice.emit(
            tr("Predicted while you type, {value} ms.", value=formats.count(max(1, round(took))))
        )
        self._explain(side)
        if side == self.attended:
            self.ask_attention()
        self.answer_received.emit()

    def _failed(self, side: str, sentence: str) -> None:
        self._predictions.pop(side, None)
        self.failed.emit(side, sentence)
        self.answer_received.emit()

    def _explain(self, side: str) -> None:
        """Request the attribution for the prediction shown."""
        entry, text = self.sides[side], self.text
        if not self.method or self._server is None or entry is None or self._present(side) is None:
            return

        def then(explanation: Explanation) -> None:
            if self._is_current(side, entry, text):
                self.explained.emit(side, explanation)
                self.answer_received.emit()

        # The prediction is valid without marks.
        failed = partial(self.explanation_failed.emit, side)
        self._server.ask("explain", side, then, failed, text=text, method=self.method, **entry.place)
