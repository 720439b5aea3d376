"""The card of what a stage reads of running text: documents, tokens, passes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from engine.analysis.corpus_figures import CorpusFigures
from engine.spec.stages.pretraining import MANY_SINGLE_SENTENCES
from workbench.language import tr
from workbench.look import formats, theme
from workbench.widgets import Card, Label


def corpus_rows(figures: CorpusFigures, pending: str) -> list[tuple[str, str, bool]]:
    """(words, figure, whether it warns) for the card."""
    about, dash = ("" if figures.exact else "≈ "), "–"

    def figure(value: float | None, text: str) -> str:
        return text if value is not None else "…" if pending else dash

    rows = [(tr("Documents"), figure(figures.documents, formats.count(figures.documents or 0)), False)]
    if figures.sentences is not None:
        rows.append((tr("Sentences"), formats.count(figures.sentences), False))
    rows.append((tr("Tokens"), figure(figures.tokens, f"{about}{formats.short(figures.tokens or 0)}"), False))
    rows.append(
        (
            tr("Updates per pass"),
            figure(figures.per_pass, f"{about}{formats.count(round(figures.per_pass or 0))}"),
            False,
        )
    )
    passes = figures.passes or 0.0
    text = formats.fixed(passes, 1) if passes < 100 else formats.count(round(passes))
    rows.append((tr("Passes over the corpus"), figure(figures.passes, f"{about}{text}"), False))
    if figures.single is not None:
        warns = figures.single >= MANY_SINGLE_SENTENCES
        rows.append((tr("Documents of one sentence"), f"{formats.fixed(figures.single, 1)} %", warns))
    if figures.left_out is not None:
        rows.append((tr("Left out as overlap"), formats.count(figures.left_out), False))
    return rows


class CorpusCard(Card):
    """The corpus of a pre-training stage in figures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Corpus"), parent=parent)
        self._grid = QGridLayout()
        self._cells: list[tuple[Label, Label]] = []
        self.note = Label("", "caption", "text3", wrap=True)
        self.content.addLayout(self._grid)
        self.content.addWidget(self.note)
        self.content.addStretch(1)
        self._grid.setVerticalSpacing(0)
        self._grid.setHorizontalSpacing(16)

    def figures(self) -> list[tuple[str, str]]:
        """Return the figures that are shown."""
        return [(label.text(), figure.text()) for label, figure in self._cells]

    def show_rows(self, rows: Sequence[tuple[str, str, bool]], note: str) -> None:
        """Show ``corpus_rows(...)`` and a sentence below."""
        while len(self._cells) < len(rows):
            pair = (Label("", "body", "text2"), Label("", "body"))
            pair[1].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            row = len(self._cells)
            self._grid.addWidget(pair[0], row, 0)
            self._grid.addWidget(pair[1], row, 1)
            self._cells.append(pair)
        while len(self._cells) > len(rows):
            for label in self._cells.pop():
                self._grid.removeWidget(label)
                label.hide()
                label.deleteLater()
        self._grid.setColumnStretch(1, 1)
        for (name, figure), (text, number, warns) in zip(self._cells, rows, strict=True):
            name.setText(text)
            figure.setText(number)
            figure.set_color("warning" if warns else "text")
            figure.setAccessibleName(f"{text}: {number}")
        self.note.setText(note)
        self.note.setVisible(bool(note))
        for row in range(self._grid.rowCount()):
            self._grid.setRowMinimumHeight(row, theme.sizes().row if row < len(self._cells) else 0)
