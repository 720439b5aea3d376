"""Messages in place, never in a pop-up: at a field, in a separate line, and on an empty page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from workbench.language import tr
from workbench.look import icons, theme
from workbench.widgets.arrange import arrange_rows
from workbench.widgets.buttons import Button
from workbench.widgets.labels import Label, LinkLabel


def announce(widget: QWidget, text: str, *, urgent: bool = False) -> None:
    """Announce ``text`` by the screen reader: after its present text or, if ``urgent``, at once."""
    if not text:
        return
    event = QAccessibleAnnouncementEvent(widget, text)
    levels = QAccessible.AnnouncementPoliteness
    event.setPoliteness(levels.Assertive if urgent else levels.Polite)
    QAccessible.updateAccessibility(event)


LEVELS = {"info": ("info", "text2"), "ok": ("check", "ok"), "warning": ("warning", "warning"),
          "error": ("error", "error")}  # fmt: skip


class IconLabel(QWidget):
    """An icon as an image, ``side`` px at 100 %. Give it a name if it is the only carrier of information."""

    def __init__(
        self, icon: str, role: str = "text2", side: int = 16, name: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon, self._role, self._side = icon, role, side
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        side = self._side
        self.setFixedSize(side, side)

    def set_icon(self, icon: str, role: str) -> None:
        """Change icon and colour token."""
        self._icon, self._role = icon, role
        self.update()

    def sizeHint(self) -> QSize:
        side = self._side
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        icons.paint(QPainter(self), QRect(self.rect()), self._icon, self._role)


def spoken(level: str, text: str) -> str:
    """Return a message for a screen reader: with its level in words instead of the icon."""
    if level == "ok":
        return tr("Done: {text}", text=text)
    if level == "warning":
        return tr("Warning: {text}", text=text)
    return tr("Problem: {text}", text=text) if level == "error" else text


class MessageLine(QWidget):
    """Icon, one sentence, and the remedy as a link. Hidden without a message.

    ``remedy`` fires when the link is used. ``text()`` and ``level()`` return the contents.
    """

    remedy = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._level = ""
        self._icon = IconLabel("info", side=16)
        self._text = Label("", "caption", wrap=True)
        self._link = LinkLabel("", role="caption")
        self._link.clicked.connect(lambda: self.remedy.emit())
        for part in (self._icon, self._text, self._link):
            part.setParent(self)
        self._link.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()
        self._arrange()

    def show_message(self, level: str, text: str, remedy: str = "") -> None:
        """Show ``text`` at ``level`` (info, ok, warning, error) with the text of the link, if any."""
        icon, colour = LEVELS[level]
        self._level = level
        self._icon.set_icon(icon, colour)
        self._text.setText(text)
        self._text.set_color("text2" if level in ("info", "ok") else colour)
        self._link.set_text(remedy)
        self._link.set_color("accent" if level in ("info", "ok") else colour)
        self._link.setVisible(bool(remedy))
        name = spoken(level, text)
        self._arrange()
        if self.isHidden() or name != self.accessibleName():  # a form shows the same message after every key
            announce(self, name, urgent=level == "error")
        self.setAccessibleName(name)
        self.show()

    def clear(self) -> None:
        """Hide the message."""
        self._level = ""
        self._text.clear()
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Place icon, text, and the link directly after the text, or on its own line if space is short."""
        s = theme.sizes()
        left = s.icon_small + 8
        room = max(self.width() - left, 120)
        self._text.fit(room)
        link = self._link.sizeHint()
        fits = self._text.width() + 4 + link.width() <= room
        top = (max(s.icon_small, self._text.fontMetrics().height()) - s.icon_small) // 2
        gap = 4
        self._icon.move(0, gap + max(0, top))
        self._text.move(left, gap)
        if fits:
            self._link.setGeometry(left + self._text.width() + 4, gap - 2, link.width(), link.height())
            height = self._text.height()
        else:
            self._link.setGeometry(left - 2, gap + self._text.height(), link.width(), link.height())
            height = self._text.height() + (link.height() if self._link.text() else 0)
        self.setFixedHeight(max(height, s.icon_small) + 2 * gap)

    def level(self) -> str:
        """Return the level shown, "" when hidden."""
        return self._level

    def text(self) -> str:
        """Return the sentence shown, "" when hidden."""
        return self._text.text()


class MessageOverlay(QWidget):
    """A message line over the foot of ``host``, which keeps its size: messages move nothing."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self.line = MessageLine(self)
        self.hide()
        host.installEventFilter(self)

    def show_message(self, level: str, text: str, remedy: str = "") -> None:
        """Show ``text`` (:meth:`MessageLine.show_message`)."""
        self.line.show_message(level, text, remedy)
        self._move_to_foot()
        self.show()
        self.raise_()

    def clear(self) -> None:
        """Hide the message."""
        self.line.clear()
        self.hide()

    def text(self) -> str:
        """Return the sentence shown, "" when hidden."""
        return self.line.text()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the foot of the host."""
        if event.type() == QEvent.Type.Resize:
            self._move_to_foot()
        return super().eventFilter(watched, event)

    def _move_to_foot(self) -> None:
        over = self._host
        self.line.setGeometry(16, 1, max(1, over.width() - 2 * 16), self.line.height())
        height = self.line.height() + 1
        self.setGeometry(0, over.height() - height, over.width(), height)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("surface"))
        painter.fillRect(0, 0, self.width(), 1, theme.color("line"))


class FieldMessage(QObject):
    """The message of a field: a level, a sentence, an optional label of a remedy.

    It is not displayed itself: the field is marked, and the foot of its form has the text
    (:class:`workbench.widgets.forms.FormFoot`), so that a late message moves no field. ``changed`` when it changes,
    ``remedy`` when its link is used.
    """

    changed = Signal()
    remedy = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._content = ("", "", "")

    def show_message(self, level: str, text: str, remedy: str = "") -> None:
        """Set ``text`` at ``level`` (info, ok, warning, error) with the text of the link, if any."""
        self._set_content((level, text, remedy))

    def clear(self) -> None:
        """Remove the message."""
        self._set_content(("", "", ""))

    def _set_content(self, content: tuple[str, str, str]) -> None:
        if content != self._content:
            self._content = content
            self.changed.emit()

    def level(self) -> str:
        """Return the level, "" without a message."""
        return self._content[0]

    def text(self) -> str:
        """Return the sentence."""
        return self._content[1]

    def link(self) -> str:
        """Return the text of the remedy."""
        return self._content[2]


MARGIN = 24
IDEAL_LINE, LEAST_LINE = 56, 24
"""Preferred and least length of the lines of an :class:`EmptyState`, in letters of average width."""
LEAST_LINES = 4
"""Number of lines of its sentence that are visible at any height. The others scroll."""


class _Sentence(QScrollArea):
    """Wrapped text with the height of its lines if there is space, else scrolling."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.label = Label(text, "body", "text2", wrap=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setWidget(self.label)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Maximum)
        for ground in (self.viewport(), self.label):
            ground.setAutoFillBackground(False)

    def fit(self, width: int) -> None:
        """Wrap the lines at ``width`` px."""
        self.label.fit(width)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        low = self.height() < self.label.height()
        return self.label.size() + QSize(self.verticalScrollBar().sizeHint().width() if low else 0, 0)

    def minimumSizeHint(self) -> QSize:
        lines = LEAST_LINES * self.label.fontMetrics().lineSpacing()
        return QSize(self.label.width(), min(self.label.height(), lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().height() != event.size().height():
            self.updateGeometry()


class EmptyState(QWidget):
    """Message of an empty page or table: a heading, one sentence, one action. ``clicked`` = the action."""

    clicked = Signal()

    def __init__(
        self,
        heading: str,
        sentence: str,
        action: str = "",
        icon: str | None = None,
        primary: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._heading = Label(heading, "figure")
        self._sentence = _Sentence(sentence)
        self._action = Button(action, "primary" if primary else "outline", icon, head=True, parent=self)
        self._action.clicked.connect(lambda: self.clicked.emit())
        column = arrange_rows(..., on=self, spacing=8, margins=(MARGIN, MARGIN, MARGIN, MARGIN))
        for widget in (self._heading, self._sentence):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(8)
        column.addWidget(self._action, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self._column = column
        self.set_texts(heading, sentence, action)

    def offer(self, text: str, then: Callable[[], object]) -> None:
        """Offer a second action as a link below the first."""
        link = LinkLabel(text)
        link.clicked.connect(then)
        self._column.insertWidget(self._column.count() - 1, link, 0, Qt.AlignmentFlag.AlignHCenter)

    def set_texts(self, heading: str, sentence: str, action: str = "") -> None:
        """Change all texts. An empty ``action`` hides the button."""
        self._heading.setText(heading)
        self._sentence.label.setText(sentence)
        self._action.set_text(action)
        self._action.setVisible(bool(action))
        self.setAccessibleName(f"{heading}. {sentence}")
        self._fit()

    def _fit(self) -> None:
        least, most = (theme.text_width("n" * letters) for letters in (LEAST_LINE, IDEAL_LINE))
        room = self.width() - 2 * MARGIN if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else most
        self._sentence.fit(max(least, min(most, room)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the sentence for the width."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Return the size with the sentence in its shortest lines, regardless of its present wrapping."""
        parts = [self._heading.sizeHint().width(), theme.text_width("n" * LEAST_LINE)]
        if not self._action.isHidden():
            parts.append(self._action.sizeHint().width())
        return QSize(max(parts) + 2 * MARGIN, super().minimumSizeHint().height())


QUIET_MS = 300
"""Delay before a read is shown as slow. Until then the area stays blank."""


class ReadingState(QWidget):
    """The text "Reading …" in the middle, once the read has taken ``QUIET_MS``."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = Label(text, "body", "text2")
        column = QVBoxLayout(self)
        column.addWidget(self.label, 0, Qt.AlignmentFlag.AlignCenter)
        keep = self.label.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.label.setSizePolicy(keep)
        self.label.hide()
        self._timer = QTimer(self, interval=QUIET_MS, singleShot=True)
        self._timer.timeout.connect(self.label.show)
        self.set_words(text)

    def set_words(self, text: str) -> None:
        """Change the text shown while content is read."""
        self.label.setText(text)
        self.setAccessibleName(text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
        self.label.hide()


class ContentStack(QStackedWidget):
    """``content``, ``empty``, or the initial reading state.

    Nothing is shown as empty before the store has answered: a page calls :meth:`show_reading`, and the answer leads to
    :meth:`show_content` or :meth:`show_empty`.

    Args:
        content: the contents.
        empty: shown if there are none.
        reading: the text shown meanwhile, such as "Reading runs…".
    """

    def __init__(
        self, content: QWidget, empty: EmptyState, reading: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.content, self.empty, self.loading = content, empty, ReadingState(reading)
        for each in (self.loading, content, empty):
            self.addWidget(each)

    def show_reading(self, text: str = "") -> None:
        """Show that content is being read. ``text`` replaces the previous text."""
        if text:
            self.loading.set_words(text)
        self.setCurrentWidget(self.loading)

    def show_content(self) -> None:
        """Show the content."""
        self.setCurrentWidget(self.content)

    def show_empty(self, heading: str = "", sentence: str = "", action: str = "") -> None:
        """Show that there is no content. The texts are those of the empty state unless given."""
        if heading:
            self.empty.set_texts(heading, sentence, action)
        self.setCurrentWidget(self.empty)
