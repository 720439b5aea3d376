"""The shell that every plot shares: a card with the figure, its numbers as a table, and what is saved of both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from workbench.plots import export
from workbench.widgets.cards import Card


class PlotCard(Card):
    """A figure with its accessible twin, a table, behind one button, and the menu that saves them behind another.

    A subclass makes both and hands them, with what writes its CSV, to :meth:`set_parts`; where a picture has more than
    the figure, it overrides :meth:`pictured`. ``notice(sentence)`` says how saving went.
    """

    notice = Signal(str)

    def __init__(self, title: str, caption: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, caption, table=True, export=True, parent=parent)
        self._stack = QStackedWidget()
        self.content.addWidget(self._stack)
        self.table_wanted.connect(self.show_table)
        export.attach_export_menu(self.export_button, self.title.text, self.save)

    def set_parts(self, figure: QWidget, numbers: QWidget, csv: Callable[[], str]) -> None:
        """Take the drawing, its table, and what answers all numbers in full precision, with a head line."""
        self.figure, self.numbers, self._csv = figure, numbers, csv
        self._stack.addWidget(figure)
        self._stack.addWidget(numbers)

    def show_table(self, on: bool) -> None:
        """Show the numbers instead of the drawing, or the drawing again."""
        self.table_button.setChecked(on)
        self._stack.setCurrentWidget(self.numbers if on else self.figure)

    def pictured(self) -> tuple[QWidget, ...]:
        """Return the widgets of a saved picture, under each other."""
        return (self.figure,)

    def save(self, path: Path) -> None:
        """Save as PNG, SVG or CSV by the suffix of ``path``; ``notice`` says how it went.

        Raises ValueError for another suffix.
        """
        makers = {
            ".png": lambda: export.png(*self.pictured()),
            ".svg": lambda: export.svg(*self.pictured(), title=self.title.text()),
            ".csv": lambda: self._csv().encode("utf-8"),
        }
        export.save_as(path, makers, self.notice.emit, owner=self)
