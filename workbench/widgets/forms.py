"""Rows and sections of a form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from workbench.language import tr
from workbench.look import icons, theme
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.buttons import IconButton
from workbench.widgets.labels import ElidedLabel, Label
from workbench.widgets.messages import LEVELS, FieldMessage, MessageLine
from workbench.widgets.panels import Panel

DOT_COLUMN = 13


class FieldMark(QWidget):
    """The mark before a label: an icon if the field has a message, else a dot if it differs from the recipe.
    ``clicked`` by the mouse on an icon.
    """

    clicked = Signal()

    def __init__(self, message: FieldMessage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_marked = False
        self._message = message
        self._recipe = ""
        message.changed.connect(self._refresh)
        s = theme.sizes()
        self.setFixedSize(DOT_COLUMN, s.control)

    def set_changed(self, changed: bool, tip: str) -> None:
        """Show or hide the dot. ``tip`` names the recipe's value."""
        self.is_marked, self._recipe = changed, tip
        self._refresh()

    def _refresh(self) -> None:
        self.setToolTip("\n".join(part for part in (self._message.text(), self._recipe) if part))
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._message.level():
            self.clicked.emit()
        else:
            super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if level := self._message.level():
            side, (icon, colour) = (DOT_COLUMN - 2), LEVELS[level]
            icons.paint(painter, QRect(0, (self.height() - side) // 2, side, side), icon, colour)
        elif self.is_marked:
            side = 5
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(QRectF(0, (self.height() - side) / 2, side, side))


class _SweepButton(IconButton):
    """Visible only when relevant: the row is hovered or focused, or the sweep is on."""

    is_near = False

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.is_near or self.isChecked() or self.hasFocus():
            super().paintEvent(event)


class FieldRow(QWidget):
    """One row of a form: a mark, the label, controls, an optional sweep switch. A message does not change its height.

    Args:
        label: the field's name; a click on it focuses the first control.
        controls: the widgets, left to right; more by :meth:`add_control`.
        help: the tooltip of the label.
        sweep: offer the switch that makes the field a sweep. ``sweep_toggled(on)`` when the user uses it.

    ``remedy`` fires when the message's link is used, ``help_requested`` when its mark is clicked.
    """

    sweep_toggled = Signal(bool)
    remedy = Signal()
    help_requested = Signal()

    def __init__(
        self,
        label: str,
        *controls: QWidget,
        help: str = "",
        sweep: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.message = FieldMessage(self)
        self.message.remedy.connect(self.remedy)
        self._mark = FieldMark(self.message)
        self._mark.clicked.connect(self.help_requested)
        self.label = Label(label, "body", "text2")
        self.label.setToolTip(help)
        self._label_text = label
        self._row = arrange_columns(..., spacing=8)
        self._stacked = False
        self.sweep = _SweepButton(
            "sweep", tr("Try several values of {label}", label=label), checkable=True, parent=self
        )
        self.sweep.setVisible(sweep)
        self.sweep.clicked.connect(lambda: self.sweep_toggled.emit(self.sweep.isChecked()))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(0)
        grid.setVerticalSpacing(0)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self._mark, 0, 0, top)
        grid.addWidget(self.label, 0, 1, top)
        grid.addLayout(self._row, 0, 2)
        grid.addWidget(self.sweep, 0, 3, top)
        grid.setColumnStretch(2, 1)
        self._grid = grid
        for control in controls:
            self.add_control(control)
        s = theme.sizes()
        self.label.setFixedSize(s.label, s.control)
        gap = (s.field_row - s.control) // 2
        self._grid.setContentsMargins(0, gap, 0, gap)

    def set_stacked(self, stacked: bool) -> None:
        """Put the label above the controls, for narrow forms, or next to them."""
        if stacked == self._stacked:
            return
        self._stacked = stacked
        top = Qt.AlignmentFlag.AlignTop
        self._grid.removeWidget(self.label)
        self._grid.removeItem(self._row)
        self._grid.addWidget(self.label, 0, 1, 1, 2 if stacked else 1, top)
        self._grid.addLayout(self._row, int(stacked), 1 if stacked else 2, 1, 2 if stacked else 1)

    def add_control(self, control: QWidget, caption: str = "", stretch: int = 0) -> QWidget:
        """Add ``control`` at the right of the others, after a grey ``caption``, and return it."""
        place = self._row.count() - 1
        if caption:
            word = Label(caption, "caption", "text2")
            word.setBuddy(control)
            self._row.insertWidget(place, word)
            place += 1
        if not control.accessibleName():
            control.setAccessibleName(f"{self._label_text} {caption}".strip())
        wide = control.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Expanding
        if wide or stretch:
            self._row.setStretch(self._row.count() - 1, 0)
        self._row.insertWidget(place, control, max(stretch, int(wide)))
        if self.label.buddy() is None and control.focusPolicy() != Qt.FocusPolicy.NoFocus:
            self.label.setBuddy(control)
        return control

    def add_text(self, text: str) -> Label:
        """Add a grey word between or after controls ("+", "% of train, stratified"), and return it."""
        word = Label(text, "caption", "text2")
        self._row.insertWidget(self._row.count() - 1, word)
        return word

    def set_changed(self, changed: bool, recipe_value: str = "") -> None:
        """Show the dot: the field differs from the base recipe or file, whose value is in the tooltip."""
        self._mark.set_changed(
            changed, tr("Changed; it was {value}", value=recipe_value) if changed and recipe_value else ""
        )
        self.label.setAccessibleDescription(tr("changed") if changed else "")

    def is_changed(self) -> bool:
        """Return whether the dot is shown."""
        return self._mark.is_marked

    def set_sweep(self, on: bool) -> None:
        """Set the sweep switch without a signal."""
        self.sweep.setChecked(on)

    def set_message(self, level: str, text: str, remedy: str = "") -> None:
        """Show a message on the field: see :meth:`FieldMessage.show_message`."""
        self.message.show_message(level, text, remedy)

    def clear_message(self) -> None:
        """Remove the message."""
        self.message.clear()

    def name(self) -> str:
        """Return the field's name."""
        return self._label_text

    def help(self) -> str:
        """Return the help of the field."""
        return self.label.toolTip().split("\n")[0]

    def focus_first(self) -> None:
        """Focus the first control."""
        buddy = self.label.buddy()
        if buddy is not None:
            buddy.setFocus(Qt.FocusReason.OtherFocusReason)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._set_near(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._set_near(False)
        super().leaveEvent(event)

    def _set_near(self, near: bool) -> None:
        self.sweep.is_near = near
        self.sweep.update()


class MessageRow(Protocol):
    """Row of a form that may have a message."""

    @property
    def message(self) -> FieldMessage: ...
    def name(self) -> str: ...
    def help(self) -> str: ...
    def isAncestorOf(self, child: QWidget, /) -> bool: ...


FOOT_LINES = 2
"""Number of lines reserved at the foot of a form. Longer texts take space from the fields."""
_ORDER = list(reversed(LEVELS))


class FormFoot(Panel):
    """The foot of a form: the messages on fields with remedies, else the help of the focused field.

    Its space is always reserved, so messages move no field. The message of the focused row comes first; arrows lead to
    the other messages. ``note`` is for messages without a field. ``row_requested(row)`` when the user follows a
    message to its field. ``ground`` as in :class:`Panel`.
    """

    row_requested = Signal(object)

    def __init__(self, ground: str = "surface", parent: QWidget | None = None) -> None:
        super().__init__(ground, "t", parent)
        self._rows: Callable[[], Iterable[MessageRow]] = tuple
        self._message: FieldMessage | None = None
        self._focused: MessageRow | None = None
        self.note = FieldMessage(self)
        self.note.changed.connect(self.refresh)
        self.line = MessageLine()
        self.line.remedy.connect(self._emit_remedy)
        self.count = Label("", "caption", "text2")
        self.previous_button = IconButton("chevron-left", tr("Previous message"))
        self.next_button = IconButton("chevron-right", tr("Next message"))
        self.previous_button.clicked.connect(lambda: self._step(-1))
        self.next_button.clicked.connect(lambda: self._step(1))
        top = Qt.AlignmentFlag.AlignTop
        self._row = arrange_columns(on=self, margins=(16, 4, 16, 4), spacing=4)
        self._row.addWidget(self.line, 1, top)
        for part in (self.previous_button, self.count, self.next_button):
            self._row.addWidget(part, 0, top)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._focus_moved)
        s = theme.sizes()
        self.setMinimumHeight(FOOT_LINES * theme.metrics("caption").height() + 4 * 4)
        for part in (self.previous_button, self.count, self.next_button):
            part.setFixedHeight(s.control)
        self.refresh()

    def follow(self, rows: Callable[[], Iterable[MessageRow]]) -> None:
        """Show the messages of the rows returned by ``rows``, called at every :meth:`refresh`."""
        self._rows = rows
        self.refresh()

    def messages(self) -> list[FieldMessage]:
        """Return all messages, the worst first; within a level in the order of the rows."""
        messages = [
            message for message in (*(row.message for row in self._rows()), self.note) if message.level()
        ]
        return sorted(messages, key=lambda message: _ORDER.index(message.level()))

    def refresh(self) -> None:
        """Show the current message."""
        messages = self.messages()
        focused = self._focused if self._focused in list(self._rows()) else None
        if self._message not in messages:
            self._message = (
                focused.message
                if focused and focused.message in messages
                else messages[0]
                if messages
                else None
            )
        for part in (self.previous_button, self.count, self.next_button):
            part.setVisible(len(messages) > 1)
        if self._message is not None:
            message, row = self._message, self._row_of(self._message)
            self.count.setText(tr("{index} of {n}", index=messages.index(message) + 1, n=len(messages)))
            text = f"{row.name()}: {message.text()}" if row is not None and row.name() else message.text()
            self.line.show_message(message.level(), text, message.link())
        elif focused is not None and focused.help():
            self.line.show_message("info", focused.help())
        else:
            self.line.show_message("info", tr("Select a field to see its description"))

    def _row_of(self, message: FieldMessage) -> MessageRow | None:
        return next((row for row in self._rows() if row.message is message), None)

    def show_row(self, row: MessageRow) -> None:
        """Show the message of ``row``, or else its help."""
        self._focused = row
        if row.message.level():
            self._message = row.message
        self.refresh()

    def _step(self, by: int) -> None:
        messages = self.messages()
        if self._message in messages:
            self._message = messages[(messages.index(self._message) + by) % len(messages)]
            self.refresh()
            row = self._row_of(self._message)
            if row is not None:
                self.row_requested.emit(row)

    def _emit_remedy(self) -> None:
        if self._message is not None:
            self._message.remedy.emit()

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None or not self.isVisible() or self.isAncestorOf(now):
            return
        row = next((row for row in self._rows() if row.isAncestorOf(now)), None)
        if row is not None and row is not self._focused:
            self.show_row(row)


class FoldSection(QWidget):
    """A section that folds. When closed, its head shows its state at the right ("Freezing ... none").

    Put rows into :attr:`body` (a QVBoxLayout). ``toggled(open)`` when the user folds or unfolds it.
    """

    toggled = Signal(bool)

    def __init__(self, title: str, state: str = "", open: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = _TopLine()
        self._head = QToolButton()
        self._head.setText(title)
        self._head.setAccessibleName(title)
        self._head.setFont(theme.font("caption_strong"))
        self._head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._head.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._head.setFixedHeight(theme.sizes().field_row)
        self._summary = ElidedLabel("", "caption", "text2")
        self._summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        room = theme.text_width(title, "caption_strong") + 40
        arrange_columns(self._summary, on=self._head, margins=(room, 0, 8, 0))
        self._holder = QWidget(self)
        self.body = QVBoxLayout(self._holder)
        arrange_rows(self._line, self._head, self._holder, on=self)
        self._head.clicked.connect(self._clicked)
        self.set_state(state)
        self.set_open(open)
        self.body.setContentsMargins(8, 0, 0, 8)
        self.body.setSpacing(0)

    def title(self) -> str:
        """Return the section's title."""
        return self._head.text()

    def state(self) -> str:
        """Return the text at the right of the head while closed."""
        return self._state

    def set_state(self, text: str) -> None:
        """Change the text at the right of the head when closed."""
        self._state = text
        self._head.setAccessibleDescription(text)
        self._refresh()

    def is_open(self) -> bool:
        """Return whether the rows are shown."""
        return not self._holder.isHidden()

    def set_open(self, open: bool) -> None:
        """Fold or unfold without a signal."""
        self._holder.setVisible(open)
        self._refresh()

    def _refresh(self) -> None:
        self._summary.set_text("" if self.is_open() else self._state)
        self._head.setIcon(icons.icon("chevron-down" if self.is_open() else "chevron-right"))

    def _clicked(self) -> None:
        self.set_open(not self.is_open())
        self.toggled.emit(self.is_open())


class _TopLine(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        section = self.parentWidget()
        if section is not None and section.y():  # nothing is above the first section
            QPainter(self).fillRect(self.rect(), theme.color("line"))
