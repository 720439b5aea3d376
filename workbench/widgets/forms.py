"""Rows and sections of a form."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from workbench.look import icons, theme
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.base import Themed, paint_box
from workbench.widgets.buttons import IconButton
from workbench.widgets.labels import Label
from workbench.widgets.messages import MessageLine

DOT_COLUMN = 13


class _Dot(Themed, QWidget):
    """The dot before a label: this field differs from the recipe."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.on = False
        self.apply_theme()

    def apply_theme(self) -> None:
        s = theme.sizes()
        self.setFixedSize(s.px(DOT_COLUMN), s.control)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.on:
            painter, side = QPainter(self), theme.sizes().px(5)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(QRectF(0, (self.height() - side) / 2, side, side))


class _SweepButton(IconButton):
    """Draws itself only when it matters: the row is hovered or focused, or the sweep is on."""

    near = False

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.near or self.isChecked() or self.hasFocus():
            super().paintEvent(event)


class FieldRow(Themed, QWidget):
    """One row of a form: label at the left, controls, perhaps a sweep switch, a message beneath.

    Args:
        label: the field's name; a click on it focuses the first control.
        controls: the widgets, left to right; more by :meth:`add_control`.
        help: the tooltip of the label.
        sweep: offer the switch that makes the field a sweep; ``sweep_toggled(on)`` when the user uses it.

    ``remedy`` fires when the message's link is used.
    """

    sweep_toggled = Signal(bool)
    remedy = Signal()

    def __init__(
        self,
        label: str,
        *controls: QWidget,
        help: str = "",
        sweep: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._dot = _Dot()
        self.label = Label(label, "body", "text2")
        self.label.setToolTip(help)
        self._named = label
        self._row = arrange_columns(..., spacing=8)
        self.message = MessageLine()
        self.message.remedy.connect(self.remedy)
        self.sweep = _SweepButton("sweep", f"Try several values of {label}", checkable=True, parent=self)
        self.sweep.setVisible(sweep)
        self.sweep.clicked.connect(lambda: self.sweep_toggled.emit(self.sweep.isChecked()))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(0)
        grid.setVerticalSpacing(0)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self._dot, 0, 0, top)
        grid.addWidget(self.label, 0, 1, top)
        grid.addLayout(self._row, 0, 2)
        grid.addWidget(self.sweep, 0, 3, top)
        grid.addWidget(self.message, 1, 2, 1, 2)
        grid.setColumnStretch(2, 1)
        for control in controls:
            self.add_control(control)
        FieldRow.apply_theme(self)

    def apply_theme(self) -> None:
        s = theme.sizes()
        self.label.setFixedSize(s.label, s.control)
        gap = (s.field_row - s.control) // 2
        grid = self.layout()
        assert grid is not None
        grid.setContentsMargins(0, gap, 0, gap)

    def add_control(self, control: QWidget, caption: str = "", stretch: int = 0) -> QWidget:
        """Add ``control`` at the right of the others, after a grey ``caption``; returns it."""
        place = self._row.count() - 1
        if caption:
            word = Label(caption, "caption", "text2")
            word.setBuddy(control)
            self._row.insertWidget(place, word)
            place += 1
        if not control.accessibleName():
            control.setAccessibleName(f"{self._named} {caption}".strip())
        wide = control.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Expanding
        if wide or stretch:
            self._row.setStretch(self._row.count() - 1, 0)
        self._row.insertWidget(place, control, max(stretch, int(wide)))
        if self.label.buddy() is None and control.focusPolicy() != Qt.FocusPolicy.NoFocus:
            self.label.setBuddy(control)
        return control

    def add_text(self, text: str) -> Label:
        """Add a grey word between or after controls ("+", "% of train, stratified"); returns it."""
        word = Label(text, "caption", "text2")
        self._row.insertWidget(self._row.count() - 1, word)
        return word

    def set_changed(self, changed: bool, recipe_value: str = "") -> None:
        """Show the dot: the field differs from the recipe, whose value goes into the tooltip."""
        self._dot.on = changed
        self._dot.setToolTip(f"The recipe has {recipe_value}" if changed and recipe_value else "")
        self.label.setAccessibleDescription("differs from the recipe" if changed else "")
        self._dot.update()

    def is_changed(self) -> bool:
        """Return whether the dot is shown."""
        return self._dot.on

    def set_sweep(self, on: bool) -> None:
        """Set the sweep switch without a signal."""
        self.sweep.setChecked(on)

    def set_message(self, level: str, text: str, remedy: str = "") -> None:
        """Say something beneath the field: see :meth:`MessageLine.show_message`."""
        self.message.show_message(level, text, remedy)

    def clear_message(self) -> None:
        """Take the message away."""
        self.message.clear()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._near(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._near(False)
        super().leaveEvent(event)

    def _near(self, near: bool) -> None:
        self.sweep.near = near
        self.sweep.update()


class _SectionHead(QAbstractButton):
    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = ""
        self.setText(title)
        self.setCheckable(True)
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(theme.sizes().px(200), theme.sizes().field_row)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, s = QPainter(self), theme.sizes()
        if self.underMouse():
            painter.fillRect(self.rect(), theme.color("alt"))
        if self.hasFocus():
            paint_box(painter, self, None, None, s.radius)
        side = s.px(12)
        box = QRect(s.px(7), (self.height() - side) // 2, side, side)
        icons.paint(painter, box, "chevron-down" if self.isChecked() else "chevron-right", "text2")
        flags = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(theme.font("caption_strong"))
        painter.setPen(theme.color("text2"))
        left = s.px(28)
        painter.drawText(self.rect().adjusted(left, 0, 0, 0), flags | Qt.AlignmentFlag.AlignLeft, self.text())
        if self.state:
            room = self.width() - left - painter.fontMetrics().horizontalAdvance(self.text()) - s.s24
            painter.setFont(theme.font("caption"))
            text = QFontMetrics(painter.font()).elidedText(self.state, Qt.TextElideMode.ElideRight, room)
            painter.drawText(self.rect(), flags | Qt.AlignmentFlag.AlignRight, text)


class FoldSection(Themed, QWidget):
    """A section that folds; closed, its head says what is inside at the right ("Freezing ... none").

    Put rows into :attr:`body` (a QVBoxLayout). ``toggled(open)`` when the user folds or unfolds it.
    """

    toggled = Signal(bool)

    def __init__(self, title: str, state: str = "", open: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = _TopLine()
        self._head = _SectionHead(title)
        self._holder = QWidget(self)
        self.body = QVBoxLayout(self._holder)
        arrange_rows(self._line, self._head, self._holder, on=self)
        self._head.clicked.connect(self._clicked)
        self.set_state(state)
        self.set_open(open)
        self.apply_theme()

    def apply_theme(self) -> None:
        s = theme.sizes()
        self.body.setContentsMargins(s.s8, 0, 0, s.s8)
        self.body.setSpacing(0)
        self._head.updateGeometry()

    def title(self) -> str:
        """Return the section's title."""
        return self._head.text()

    def state(self) -> str:
        """Return the text at the right of the head while closed."""
        return self._state

    def set_state(self, text: str) -> None:
        """Change what the head says at its right while closed."""
        self._state = text
        self._head.setAccessibleDescription(text)
        self._refresh()

    def is_open(self) -> bool:
        """Return whether the rows are shown."""
        return self._head.isChecked()

    def set_open(self, open: bool) -> None:
        """Fold or unfold without a signal."""
        self._head.setChecked(open)
        self._holder.setVisible(open)
        self._refresh()

    def _refresh(self) -> None:
        self._head.state = "" if self._head.isChecked() else self._state
        self._head.update()

    def _clicked(self) -> None:
        self.set_open(self._head.isChecked())
        self.toggled.emit(self.is_open())


class _TopLine(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.color("line"))
