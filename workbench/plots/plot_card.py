"""The shell that every plot shares: a card with the figure, its numbers as a table, and what is saved of both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QWidget

from workbench.language import tr
from workbench.plots import export
from workbench.plots.picture import PlotPicture
from workbench.widgets.cards import Card


class PlotCard(Card):
    """A figure with its accessible twin, a table, behind one button, and the menu that saves them behind another.

    A subclass makes both and hands them, with what writes its CSV, to :meth:`set_parts`. Where a picture has more than
    the figure, or axes and lines with names, it overrides :meth:`picture`. ``notice(sentence)`` says how saving went.
    ``note`` is what a page says beside all its figures. In a picture, which leaves the page, it follows the caption.
    """

    notice = Signal(str)

    def __init__(self, title: str, caption: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, caption, table=True, export=True, parent=parent)
        self.note = ""
        self._stack = QStackedWidget()
        self.content.addWidget(self._stack)
        self.table_wanted.connect(self.show_table)
        export.attach_export_menu(self.export_button, self.title.text, self.save, self.copy_picture)

    def set_parts(self, figure: QWidget, numbers: QWidget, csv: Callable[[], str]) -> None:
        """Take the drawing, its table, and what answers all numbers in full precision, with a head line."""
        self.figure, self.numbers, self._csv = figure, numbers, csv
        self._stack.addWidget(figure)
        self._stack.addWidget(numbers)

    def show_table(self, on: bool) -> None:
        """Show the numbers instead of the drawing, or the drawing again."""
        self.table_button.setChecked(on)
        self._stack.setCurrentWidget(self.numbers if on else self.figure)

    def picture(self) -> PlotPicture:
        """Return what is saved and copied: the figure with its title and caption."""
        return PlotPicture((self.figure,), self.title.text(), self.caption.text())

    def copy_picture(self) -> None:
        """Put the picture on the clipboard."""
        QGuiApplication.clipboard().setImage(self._drawn_picture().image())
        self.notice.emit(tr("Copied the picture of {text}", text=self.title.text()))

    def save(self, path: Path) -> None:
        """Save as PNG, SVG or CSV by the suffix of ``path``. ``notice`` says how it went.

        Raises ValueError for another suffix.
        """
        makers = {
            ".png": lambda: self._drawn_picture().png(),
            ".svg": lambda: self._drawn_picture().svg(),
            ".csv": lambda: self._csv().encode("utf-8"),
        }
        export.save_as(path, makers, self.notice.emit, owner=self)

    def _drawn_picture(self) -> PlotPicture:
        """Return the picture. The figure is laid out even while its table is shown."""
        if self._stack.currentWidget() is not self.figure:
            self.figure.resize(self._stack.size())
        picture = self.picture()
        return replace(picture, caption="\n".join(filter(None, (picture.caption, self.note))))


def set_notes(page: QWidget, note: str) -> None:
    """Let every picture of the plots on ``page`` carry ``note``. Empty: none."""
    for card in page.findChildren(PlotCard):
        card.note = note
