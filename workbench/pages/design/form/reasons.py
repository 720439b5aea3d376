"""Why a proposed design is as it is: a list of reasons, each with a button where there is another good choice."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.formatting.phrases import phrase
from engine.spec.checks.reasons import Reason
from engine.spec.tables import value_at
from workbench.engine_texts import sentence_text
from workbench.language import tr, tr_engine, tr_n
from workbench.pages.design.draft.draft import Draft
from workbench.widgets import Button, FoldSection, Label
from workbench.widgets.arrange import arrange_columns, arrange_rows

_ABSENT = object()


class ReasonList(QWidget):
    """The reasons of a proposed design, hidden for any other. ``wanted(reason)`` when its button is pressed."""

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reasons: tuple[Reason, ...] = ()
        self._rows: list[tuple[Reason, Button]] = []
        self._section = FoldSection(tr("Why this design"))
        self._column = QVBoxLayout()
        self._section.body.addLayout(self._column)
        arrange_rows(self._section, on=self, margins=(8, 0, 16, 0))
        self.hide()
        self._column.setContentsMargins(16, 4, 0, 8)
        self._column.setSpacing(8)

    def show_draft(self, draft: Draft) -> None:
        """Show the reasons of ``draft``. A change that it already has is not on offer."""
        if draft.reasons != self._reasons:
            self._reasons = draft.reasons
            self._fill()
        for reason, button in self._rows:
            now = {path: value_at(draft.table, path, _ABSENT) for path in reason.changes}
            button.setVisible(_ABSENT not in now.values() and now != reason.changes)
        self.setVisible(bool(self._reasons))

    def buttons(self) -> list[Button]:
        """Return the buttons of the changes on offer."""
        return [button for _, button in self._rows if not button.isHidden()]

    def _fill(self) -> None:
        while item := self._column.takeAt(0):
            if (row := item.widget()) is not None:
                row.deleteLater()
        self._rows = []
        for reason in self._reasons:
            self._column.addWidget(self._row(reason))
        self._section.set_state(tr_n("{n} reason", "{n} reasons", len(self._reasons)))
        self._section.set_open(True)

    def _row(self, reason: Reason) -> QWidget:
        row = QWidget()
        words = Label(sentence_text(reason.message), "caption", "text2", wrap=True, selectable=True)
        words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        if not reason.action:
            arrange_rows(words, on=row)
            return row
        button = Button(tr_engine(phrase(reason.action)))
        button.clicked.connect(lambda: self.wanted.emit(reason))
        arrange_rows(words, arrange_columns(button, ...), on=row, spacing=4)
        self._rows.append((reason, button))
        return row
