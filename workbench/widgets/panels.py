"""Grounds and lines: panels, hairlines, splitters, tab bars, heads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QSplitter, QTabBar, QWidget

from workbench.language import tr
from workbench.look import theme
from workbench.widgets.buttons import Button
from workbench.widgets.labels import ElidedLabel, Label

if TYPE_CHECKING:
    from workbench.backend.preferences import Preferences

_GROUNDS = {
    "surface": QPalette.ColorRole.Base,
    "alt": QPalette.ColorRole.AlternateBase,
    "window": QPalette.ColorRole.Window,
}


class Panel(QFrame):
    """A plain area in one of the grounds ``surface``, ``alt``, ``window``. ``edges`` draws hairlines.

    ``edges`` is a string of the letters t, r, b, l. The panel fills itself: areas filled by Qt are opaque, and opaque
    areas are painted separately, and then again with changed surroundings.
    """

    def __init__(self, ground: str = "surface", edges: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edges = edges
        self.setBackgroundRole(_GROUNDS[ground])
        sides = [int(side in edges) for side in "ltrb"]
        self.setContentsMargins(*sides)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colour = QPainter(self), theme.color("line")
        painter.fillRect(event.rect(), self.palette().brush(self.backgroundRole()))
        width, height = self.width(), self.height()
        boxes = {
            "t": (0, 0, width, 1),
            "b": (0, height - 1, width, 1),
            "l": (0, 0, 1, height),
            "r": (width - 1, 0, 1, height),
        }
        for edge in self._edges:
            painter.fillRect(*boxes[edge], colour)


class _Line(QWidget):
    def __init__(self, token: str = "line", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token = token

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.color(self._token))


class HLine(_Line):
    """A horizontal hairline in the colour ``token``."""

    def __init__(self, token: str = "line", parent: QWidget | None = None) -> None:
        super().__init__(token, parent)
        self.setFixedHeight(1)


class VLine(_Line):
    """A vertical hairline in the colour ``token``."""

    def __init__(self, token: str = "line", parent: QWidget | None = None) -> None:
        super().__init__(token, parent)
        self.setFixedWidth(1)


class Splitter(QSplitter):
    """A splitter whose handle is a hairline (Qt widens the grab area).

    ``by_hand``: the user has placed the handle, now or the last time, so the program must not. The page saves a
    splitter with a ``name``, see :meth:`workbench.pages.base.Page.restore`.
    """

    def __init__(
        self,
        orientation: Qt.Orientation = Qt.Orientation.Horizontal,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(orientation, parent)
        self.by_hand = False
        self.setObjectName(name)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._moved)

    def add_parts(self, *parts: tuple[QWidget, int]) -> None:
        """Add widgets from the left or the top, each with its share of the extra space."""
        for widget, share in parts:
            self.addWidget(widget)
            self.setStretchFactor(self.indexOf(widget), share)

    def _moved(self) -> None:
        self.by_hand = True

    def remember(self, preferences: Preferences, key: str) -> None:
        """Restore the saved position of the handle, and save later changes by the user."""
        stored = preferences.get(key)
        if isinstance(stored, QByteArray):
            self.by_hand = self.restoreState(stored)
        elif isinstance(stored, list):  # sizes, as saved by version 0.1.0
            self.setSizes([int(size) for size in stored])
            self.by_hand = True
        self.splitterMoved.connect(lambda *_: preferences.put(key, self.saveState()))


class TabBar(QTabBar):
    """Text tabs with an accent line under the shown one. Use with a QStackedWidget and ``currentChanged``."""

    def __init__(
        self, titles: Sequence[str] = (), name: str = tr("Views"), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        for title in titles:
            self.addTab(title)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font("medium"))

    def tabSizeHint(self, index: int) -> QSize:
        s = theme.sizes()
        # As wide as the bold text, so that selecting a tab moves none.
        width = QFontMetrics(theme.font("strong")).horizontalAdvance(self.tabText(index)) + 2 * 12
        return QSize(width, s.tab_bar - 1)  # the hairline under the bar is the last px

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)


class Toolbar(Panel):
    """A row of widgets, 40 px high: ``add(widget)``, ``add_stretch()``, ``add_caption(text)``.

    Widgets given to :meth:`allow_collapsing` show their texts only if all of them fit.
    """

    def __init__(self, ground: str = "surface", edges: str = "", parent: QWidget | None = None) -> None:
        super().__init__(ground, edges, parent)
        self._row = QHBoxLayout(self)
        self._captions: list[Label] = []
        self._buttons: list[tuple[Button, str]] = []
        self._in_words = True
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.sizes().tab_bar)
        self._row.setContentsMargins(16, 0, 16, 0)
        self._row.setSpacing(8)

    def add(self, widget: QWidget, stretch: int = 0) -> QWidget:
        """Add ``widget`` at the right end, and return it."""
        self._row.addWidget(widget, stretch)
        return widget

    def add_stretch(self) -> None:
        """Add a stretch that moves the following widgets to the right."""
        self._row.addStretch(1)

    def add_caption(self, text: str, buddy: QWidget | None = None) -> Label:
        """Add and return a grey word before a control (its buddy)."""
        label = Label(text, "caption", "text2")
        if buddy is not None:
            label.setBuddy(buddy)
        self._row.addWidget(label)
        return label

    def allow_collapsing(self, *parts: Label | Button) -> None:
        """Allow captions, and the texts of buttons with icons, to be hidden together if the row is too narrow."""
        for part in parts:
            if isinstance(part, Label):
                self._captions.append(part)
            else:
                self._buttons.append((part, part.text()))
        self._fit_words()

    def _words_width(self) -> int:
        """Return the px of the texts that can be hidden."""
        own = self._row.spacing()
        captions = [c for c in self._captions if c.text() and not (c.parentWidget() or self).isHidden()]
        buttons = [(b, text) for b, text in self._buttons if not b.isHidden()]
        return sum(caption.sizeHint().width() + own for caption in captions) + sum(
            theme.text_width(text, "medium") for _, text in buttons
        )

    def minimumSizeHint(self) -> QSize:
        """Return the size required without the texts that can be hidden."""
        least = super().minimumSizeHint()
        return QSize(least.width() - self._words_width() * self._in_words, least.height())

    def _fit_words(self) -> None:
        """Show or hide the texts, depending on the available width."""
        if not (self._captions or self._buttons):
            return
        least = Toolbar.minimumSizeHint(self).width()
        self._in_words = self.width() >= least + self._words_width()
        for caption in self._captions:
            caption.setVisible(self._in_words and bool(caption.text()))
        for button, text in self._buttons:
            button.set_text(text if self._in_words else "")
            button.setAccessibleName(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_words()

    def event(self, event: QEvent) -> bool:
        """Fit the texts again when widgets of the row appear, disappear or change size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit_words()
        return super().event(event)


class PageHead(Toolbar):
    """The head of a page, 48 px: title, the page's main input, a note, actions at the right.

    ``add_main(widget)`` and ``set_note(text)`` come after the title, ``add_action(widget)`` at the right end.
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__("surface", "b", parent)
        self.title = Label(title, "title")
        self.title.setMinimumWidth(0)
        self.note = ElidedLabel("", "caption", "text2")
        self._row.addWidget(self.title)
        self._row.addSpacing(8)
        self._row.addWidget(self.note, 1)
        self.setFixedHeight(theme.sizes().page_head)
        self.note.setContentsMargins(8, 0, 0, 0)

    def add_main(self, widget: QWidget, stretch: int = 0) -> QWidget:
        """Add ``widget`` after the title and earlier ones, and return it."""
        self._row.insertWidget(self._row.indexOf(self.note), widget, stretch)
        return widget

    def add_main_caption(self, text: str) -> Label:
        """Add and return a grey word among the main widgets, before the next one."""
        label = Label(text, "caption", "text2")
        self._row.insertWidget(self._row.indexOf(self.note), label)
        return label

    def set_note(self, text: str) -> None:
        """Set a grey sentence after the main widgets: "From recipe Quickstart, 4 changes"."""
        self.note.set_text(text)

    def add_action(self, widget: QWidget) -> QWidget:
        """Add ``widget`` at the right end, and return it."""
        self._row.addWidget(widget)
        return widget
