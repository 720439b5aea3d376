"""The common shell of plots: a card with the figure, a table of its numbers, and the export of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QStackedWidget, QToolButton, QWidget

from engine.errors import UserError
from engine.file_names import file_name, with_default_suffix
from workbench.backend.tasks import application_tasks
from workbench.language import tr
from workbench.plots.picture import PlotPicture
from workbench.widgets.cards import Card

FILTERS = {
    tr("PNG picture (*.png)"): ".png",
    tr("SVG drawing (*.svg)"): ".svg",
    tr("CSV numbers (*.csv)"): ".csv",
}


def write_file(path: Path, data: bytes) -> Path:
    """Write ``data`` to ``path``. Raises UserError with the reason on failure."""
    try:
        path.write_bytes(data)
    except OSError as why:
        raise UserError(
            tr("{name} was not saved: {reason}", name=path.name, reason=why.strerror or why)
        ) from why
    return path


def attach_export_menu(
    button: QToolButton,
    title: Callable[[], str],
    save: Callable[[Path], object],
    copy: Callable[[], object],
) -> None:
    """Give ``button`` a menu: copy the picture; save it as one of ``FILTERS``.

    Saving opens a file dialog, with a name from ``title()``, and calls ``save``.
    """
    menu = QMenu(button)

    def ask(kind: str) -> None:
        proposal = file_name(title().lower(), "plot") + FILTERS[kind]
        chosen, _ = QFileDialog.getSaveFileName(button, tr("Export {title}", title=title()), proposal, kind)
        if chosen:
            save(with_default_suffix(chosen, proposal))

    menu.addAction(tr("Copy picture"), lambda: copy())
    menu.addSeparator()
    for kind in FILTERS:
        item = QAction(f"{kind.partition(' (')[0]}…", menu)
        item.triggered.connect(lambda _checked=False, kind=kind: ask(kind))
        menu.addAction(item)
    button.setMenu(menu)


def save_as(
    path: Path, makers: Mapping[str, Callable[[], bytes]], report: Callable[[str], object], owner: QObject
) -> None:
    """Write what the maker of ``path``'s suffix gives, in a thread.

    ``report`` says how it went, unless ``owner`` is gone by then.

    Raises ValueError for a suffix that has no maker.
    """
    make = makers.get(path.suffix.lower())
    if make is None:
        raise ValueError(f"a plot is saved as .png, .svg or .csv, not {path.suffix!r}")
    application_tasks().run(
        write_file,
        path,
        make(),
        then=lambda written: report(tr("Saved {name}", name=written.name)),
        failed=report,
        owner=owner,
    )


class PlotCard(Card):
    """A figure with an accessible table behind one button, and the export menu behind another.

    A subclass creates both and passes them, with its CSV writer, to :meth:`set_parts`. If a picture has more than the
    figure, or named axes and lines, it overrides :meth:`picture`. ``notice(sentence)`` reports the result of saving.
    ``note`` is the page's remark on all its figures. In an exported picture it follows the caption.
    """

    notice = Signal(str)

    def __init__(self, title: str, caption: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, caption, table=True, export=True, parent=parent)
        self.note = ""
        self._stack = QStackedWidget()
        self.content.addWidget(self._stack)
        self.table_requested.connect(self.show_table)
        attach_export_menu(self.export_button, self.title.text, self.save, self.copy_picture)

    def set_parts(self, figure: QWidget, numbers: Callable[[], QWidget], csv: Callable[[], str]) -> None:
        """Set the drawing, the function that creates its table, and the CSV of all numbers in full precision."""
        self.figure, self._make_numbers, self._csv = figure, numbers, csv
        self._stack.addWidget(figure)

    @cached_property
    def numbers(self) -> QWidget:
        """Return the table, created on the first call: most plots are never shown as one."""
        numbers = self._make_numbers()
        self._stack.addWidget(numbers)
        return numbers

    def show_table(self, on: bool) -> None:
        """Show the numbers instead of the drawing, or the drawing again."""
        self.table_button.setChecked(on)
        self._stack.setCurrentWidget(self.numbers if on else self.figure)

    def picture(self) -> PlotPicture:
        """Return the picture for export: the figure with its title and caption."""
        return PlotPicture((self.figure,), self.title.text(), self.caption.text())

    def copy_picture(self) -> None:
        """Copy the picture to the clipboard."""
        QGuiApplication.clipboard().setImage(self._drawn_picture().image())
        self.notice.emit(tr("Copied the picture of {text}", text=self.title.text()))

    def save(self, path: Path) -> None:
        """Save as PNG, SVG or CSV by the suffix of ``path``. ``notice`` reports the result.

        Raises ValueError for another suffix.
        """
        makers = {
            ".png": lambda: self._drawn_picture().png(),
            ".svg": lambda: self._drawn_picture().svg(),
            ".csv": lambda: self._csv().encode("utf-8"),
        }
        save_as(path, makers, self.notice.emit, owner=self)

    def _drawn_picture(self) -> PlotPicture:
        """Return the picture. The figure is laid out even while its table is shown."""
        if self._stack.currentWidget() is not self.figure:
            self.figure.resize(self._stack.size())
        picture = self.picture()
        return replace(picture, caption="\n".join(filter(None, (picture.caption, self.note))))


def set_notes(page: QWidget, note: str) -> None:
    """Add ``note`` to every exported picture of the plots on ``page``. Empty: none."""
    for card in page.findChildren(PlotCard):
        card.note = note
