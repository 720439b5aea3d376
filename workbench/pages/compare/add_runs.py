"""The list under "Add runs": the newest or matching runs, each with a tick if it is compared."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QWidget

from workbench.language import tr
from workbench.look import theme
from workbench.widgets import HLine
from workbench.widgets.arrange import arrange_rows
from workbench.widgets.inputs import SearchField

_NUMBER = Qt.ItemDataRole.UserRole + 1
LEAST_WIDTH, MOST_WIDTH, ROWS, ROW = 320, 640, 14, 28
FIGURE_SPACE = "\u2007"
STATUS_WORDS = {
    "queued": tr("Queued"),
    "running": tr("Running"),
    "stopped": tr("Stopped"),
    "paused": tr("Paused"),
    "failed": tr("Failed"),
    "interrupted": tr("Interrupted"),
    "out_of_memory": tr("Out of memory"),
}


class AddRunsList(QFrame):
    """A search field over runs to tick. Escape or a click elsewhere closes it.

    ``requested(words)`` requests the runs with these words, for :meth:`set_runs`. ``toggled(number, on)`` when the
    user adds a run to the comparison or removes it. Space and Enter tick, like a click.
    """

    requested = Signal(str)
    toggled = Signal(int, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.search = SearchField(tr("Name, data, tag or status"))
        self.search.search.connect(self.requested)
        self.view = _RunsView()
        self.view.setAccessibleName(tr("Runs to compare"))
        self.view.setUniformItemSizes(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.view.itemClicked.connect(self._toggle)
        self.view.ticked.connect(self._toggle)
        arrange_rows(self.search, HLine("line"), self.view, on=self, margins=(8, 8, 8, 4))
        self._anchor: QWidget | None = None

    def open_below(self, anchor: QWidget) -> None:
        """Show the list under ``anchor``, within the window, and request its runs."""
        self._anchor = anchor
        self.search.clear()
        self._show_sentence(tr("Reading…"))
        self._fit_size()
        self.show()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)
        self.requested.emit("")

    def set_runs(self, runs: Sequence[tuple[int, str, str]], compared: Sequence[int]) -> None:
        """List runs as (number, name, status). Those in ``compared`` are ticked."""
        if not runs:
            searched = bool(self.search.text().strip())
            self._show_sentence(tr("No run has that name") if searched else tr("There are no runs yet"))
            self._fit_size()
            return
        self.view.clear()
        ticked = set(compared)
        for number, name, status in runs:
            text = ", ".join(part for part in (name, STATUS_WORDS.get(status, "")) if part)
            item = QListWidgetItem(f"{str(number).rjust(len(str(runs[0][0])), FIGURE_SPACE)}  {text}")
            item.setSizeHint(QSize(0, ROW))
            item.setData(_NUMBER, number)
            item.setToolTip(text)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(Qt.CheckState.Checked if number in ticked else Qt.CheckState.Unchecked)
            self.view.addItem(item)
        self.view.setCurrentRow(0)
        self._fit_size()

    def _show_sentence(self, sentence: str) -> None:
        """Show a sentence instead of runs."""
        self.view.clear()
        item = QListWidgetItem(sentence)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.view.addItem(item)

    def _fit_size(self) -> None:
        """Set the size that the runs need, under the button and within its window."""
        if self._anchor is None:
            return
        window = self._anchor.window()
        texts = [self.view.item(i).text() for i in range(self.view.count())]
        wide = max(theme.text_width(text, "body") for text in texts) + 2 * 24 + 4 * 12
        # Never narrower than before: a search finds shorter names, and the field would shrink while the user types.
        least = max(LEAST_WIDTH, self.width() if self.isVisible() else 0)
        width = min(max(wide, least), MOST_WIDTH, window.width() - 2 * 8)
        rows = ROWS if self.search.text() or len(texts) > ROWS else len(texts)
        height = self.search.sizeHint().height() + 12 + 2 + rows * ROW + 2
        corner = self._anchor.mapToGlobal(QPoint(0, self._anchor.height() + 4))
        edge = window.mapToGlobal(QPoint(window.width(), window.height()))
        corner.setX(min(corner.x(), edge.x() - 8 - width))
        self.setGeometry(QRect(corner, QSize(width, min(height, edge.y() - 8 - corner.y()))))

    def _toggle(self, item: QListWidgetItem) -> None:
        number = item.data(_NUMBER)
        if number is None:
            return
        on = item.checkState() != Qt.CheckState.Checked
        item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.toggled.emit(int(number), on)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass arrow keys and Enter that the search field does not use to the runs."""
        if self.search.hasFocus() and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.view.setFocus(Qt.FocusReason.TabFocusReason)
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("surface"))
        painter.setPen(theme.color("control"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


class _RunsView(QListWidget):
    """Enter and Space tick the current run."""

    ticked = Signal(QListWidgetItem)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if item is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.ticked.emit(item)
        else:
            super().keyPressEvent(event)
