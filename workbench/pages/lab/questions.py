"""Requests of the Lab page to the serving program, and where the answers go."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from workbench.look import formats
from workbench.pages.lab.query import LabModel

SIDES = ("first", "second")


class LabQuestions(QObject):
    """Questions about the present text of ``page``; an answer for another text or run than the present is dropped.

    ``notice(sentence)`` is for the line above the runs; ``answer_received`` follows every answer.
    """

    notice = Signal(str)
    answer_received = Signal()

    def __init__(self, page: Any) -> None:
        super().__init__(page)
        self._page = page
        self._about: dict[str, tuple[LabModel, str]] = {}
        self._took: dict[str, float] = {}

    def sample(self, take: Callable[[str, str], None]) -> None:
        """Request a random text of the left run's test set and its class, for ``take``."""
        page, entry = self._page, self._page.sides["first"]
        if page.server is not None and entry is not None:
            page.server.ask(
                "sample", "sample", lambda found: take(found["text"], found["label"]), self.notice.emit,
                draw=secrets.randbelow(2**31), **entry.place,
            )  # fmt: skip

    def predict(self, side: str) -> None:
        """Request the prediction of a side's run for the text; its explanation and attention follow."""
        page, entry, text = self._page, self._page.sides[side], self._page.field.text()
        if page.server is None or entry is None:
            return
        if not text.strip():
            self.notice.emit("")
            page.attention.set_answer(None)
            return
        failed = partial(self._failed, side)
        page.server.ask(
            "predict", side, partial(self._found, side, entry, text), failed, text=text, **entry.place
        )

    def _present(self, side: str, entry: LabModel, text: str) -> bool:
        return bool(entry == self._page.sides[side] and text == self._page.field.text())

    def _found(self, side: str, entry: LabModel, text: str, found: dict[str, Any]) -> None:
        if not self._present(side, entry, text):
            return
        page, panel = self._page, self._page.panels[side]
        panel.set_text(text, page.label)
        panel.set_found(text, found)
        self._about[side], self._took[side] = (entry, text), found["milliseconds"]
        took = sum(self._took[each] for each in SIDES if page.sides[each] is not None and each in self._took)
        self.notice.emit(f"Predicted while you type, {formats.count(max(1, round(took)))} ms.")
        self.explain(side)
        if side == page.attended:
            self.attention()
        self.answer_received.emit()

    def _failed(self, side: str, sentence: str) -> None:
        self._page.panels[side].fail(sentence, "Try again")
        self.answer_received.emit()

    def explain(self, side: str) -> None:
        """Request what speaks for and against the prediction that is shown."""
        page, panel = self._page, self._page.panels[side]
        method = page.method.currentData()
        if not method or page.server is None or side not in self._about or panel.found is None:
            return
        entry, text = self._about[side]

        def then(found: dict[str, Any]) -> None:
            if self._present(side, entry, text) and panel.found is not None:
                panel.set_explained(found)
                self.answer_received.emit()

        # Without marks the prediction still stands.
        failed = partial(panel.message.show_message, "warning")
        page.server.ask("explain", side, then, failed, text=text, method=method, **entry.place)

    def explain_again(self) -> None:
        """Another method was chosen."""
        for side, (entry, text) in self._about.items():
            panel = self._page.panels[side]
            if panel.found is not None and self._present(side, entry, text):
                panel.set_found(text, panel.found)
                self.explain(side)

    def attention(self) -> None:
        """Request the attention of the picked head to the text."""
        page, text = self._page, self._page.field.text()
        entry = page.sides[page.attended]
        if page.server is None or entry is None or not text.strip():
            return
        layer, head = page.attention.current()

        def then(found: dict[str, Any]) -> None:
            if self._present(page.attended, entry, text):
                page.attention.set_answer(found)
                self.answer_received.emit()

        page.server.ask(
            "attention",
            "attention",
            then,
            page.attention.fail,
            text=text,
            layer=layer,
            head=head,
            **entry.place,
        )
