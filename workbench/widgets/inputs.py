"""Fields: text, search, choice, check box, slider. Numbers are in :mod:`workbench.widgets.numbers`.

A closed choice or slider ignores the wheel unless it has the focus: scrolling a form must not edit it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QShortcut,
    QStandardItemModel,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListView,
    QSizePolicy,
    QSlider,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.language import tr
from workbench.look import icons, theme
from workbench.look.restyle import repolish
from workbench.widgets.actions import KeyHelp, with_shortcut
from workbench.widgets.base import FocusByKeys, paint_box

Index = QModelIndex | QPersistentModelIndex


class PopupRows(QStyledItemDelegate):
    """One line each, the chosen one tinted. ``note`` returns grey text for the right end."""

    def __init__(self, parent: QWidget | None = None, note: Callable[[Index], str] | None = None) -> None:
        super().__init__(parent)
        self._note = note

    def width_for(self, text: str, note: str = "") -> int:
        """Return the px that a row with these texts needs."""
        gap = 24 if note else 0
        return theme.text_width(text, "body") + gap + theme.text_width(note, "caption") + 2 * 12

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        note = self._note(index) if self._note is not None else ""
        return QSize(self.width_for(str(index.data() or ""), note), 28)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        on = bool(option.state & QStyle.StateFlag.State_Enabled)
        painter.save()
        painter.fillRect(rect, theme.color("tint" if chosen else "surface"))
        box = rect.adjusted(12, 0, -12, 0)
        note = self._note(index) if self._note is not None else ""
        if note:
            theme.draw_line(painter, box, note, "caption", "text3", "right")
            box.setRight(box.right() - theme.text_width(note, "caption") - 8)
        theme.draw_line(painter, box, str(index.data() or ""), "body", "text" if on else "text3")
        painter.restore()


def popup_list(name: str) -> QListView:
    """Return a list for a popup, with a border and :class:`PopupRows`."""
    view = QListView()
    view.setProperty("popup", "true")
    view.setAccessibleName(name)
    view.setUniformItemSizes(True)
    view.setMouseTracking(True)
    view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setItemDelegate(PopupRows(view))
    return view


class TextField(QLineEdit):
    """One line of text. ``width`` in px at 100 %; None lets it grow. ``head``: 32 px high, else 24."""

    def __init__(
        self,
        text: str = "",
        placeholder: str = "",
        name: str = "",
        width: int | None = None,
        head: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._width, self._shrinks = width, False
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(name or placeholder)
        self.setFont(theme.font("body"))
        self.setFixedHeight(theme.sizes().control_head if head else theme.sizes().control)
        if width is not None:
            self.setFixedWidth(width)

    def allow_shrinking(self) -> None:
        """Allow the field to be narrower than its width if space is short."""
        self._shrinks = True
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(0)

    def sizeHint(self) -> QSize:
        default = super().sizeHint()
        return QSize(self._width, default.height()) if self._shrinks and self._width else default

    def set_state(self, state: str) -> None:
        """Colour the border for ``error`` or ``warning``. "" is normal. Show the reason in a message line below."""
        if self.property("state") != state:
            self.setProperty("state", state)
            repolish(self)


class SearchField(TextField):
    """A text field with a magnifier; ``search(text)`` 150 ms after the last key, at once on Enter and Escape.

    Escape clears it. ``shortcut`` focuses it.
    """

    search = Signal(str)
    KEY_HELP: ClassVar[KeyHelp] = (("Esc", tr("Clear the search")),)

    def __init__(
        self,
        placeholder: str = tr("Search"),
        shortcut: str | None = None,
        width: int | None = None,
        head: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("", placeholder, placeholder, width, head, parent)
        self.setToolTip(with_shortcut(placeholder, shortcut))
        self._debounce = QTimer(self, interval=150, singleShot=True)
        self._debounce.timeout.connect(self._send)
        self._last_search = ""
        self.textChanged.connect(lambda _text: self._debounce.start())
        self.returnPressed.connect(self._send)
        if shortcut:
            QShortcut(QKeySequence(shortcut), self, self._take_focus)
        self.addAction(icons.icon("search"), QLineEdit.ActionPosition.LeadingPosition).setText(tr("Search"))

    def _take_focus(self) -> None:
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def search_for(self, text: str) -> bool:
        """Search for ``text`` now. Return False if it was the last search."""
        self.setText(text)
        return self._send()

    def _send(self) -> bool:
        """Emit the text unless it was the last one emitted. Return whether it was new."""
        self._debounce.stop()
        new = self.text() != self._last_search
        if new:
            self._last_search = self.text()
            self.search.emit(self._last_search)
        return new

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self._send()
            return
        super().keyPressEvent(event)


class ComboBox(QComboBox):
    """A choice from a list.

    Args:
        choices: ``(label, data)`` pairs, or labels that are their own data.
        name: description of the choice, for screen readers.
        width: px at 100 %; None fits the longest label.
        head: 32 px high, for page heads; else 24.

    ``activated`` fires when the user chooses, ``currentIndexChanged`` always (Qt's own signals).
    """

    def __init__(
        self,
        choices: Sequence[tuple[str, object] | str] = (),
        name: str = "",
        width: int | None = None,
        head: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._width, self._shrinks = width, False
        self._high = theme.sizes().control_head if head else theme.sizes().control
        self.setFont(theme.font("body"))
        self.setFixedHeight(self._high)
        if width is not None:
            self.setFixedWidth(width)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        view = popup_list(name)
        self.setView(view)
        self.set_choices(choices)

    def allow_shrinking(self) -> None:
        """Allow the box to be narrower than its longest label if space is short. Its text is then elided."""
        self._shrinks = True
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(0)

    def set_choice_enabled(self, place: int, on: bool, tip: str) -> None:
        """Enable or disable the choice at index ``place``, with a tooltip."""
        model = self.model()
        if isinstance(model, QStandardItemModel):
            model.item(place).setEnabled(on)
        self.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)

    def set_choices(self, choices: Sequence[tuple[str, object] | str]) -> None:
        """Replace the choices without a signal. The current data stays chosen if it is still there."""
        before = self.currentData()
        blocked = self.blockSignals(True)
        self.clear()
        for item in choices:
            label, data = (item, item) if isinstance(item, str) else item
            self.addItem(label, data)
        self.set_current(before)
        self.blockSignals(blocked)
        self.updateGeometry()

    def set_current(self, data: object) -> bool:
        """Choose the item with ``data``. Return False, without a change, if there is none."""
        for index in range(self.count()):
            if self.itemData(index) == data:
                self.setCurrentIndex(index)
                return True
        return False

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        if self._shrinks and self._width is not None:
            return QSize(self._width, self._high)
        longest = max((metrics.horizontalAdvance(self.itemText(i)) for i in range(self.count())), default=0)
        return QSize(longest + 8 + 28, self._high)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.sizeHint().width(), 80), self.sizeHint().height())

    def showPopup(self) -> None:
        # The list may be wider than the box, so that every label is readable.
        rows = PopupRows()
        longest = max((rows.width_for(self.itemText(i)) for i in range(self.count())), default=0)
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        longest += bar if self.count() > self.maxVisibleItems() else 0
        self.view().setMinimumWidth(max(self.width() - 2, longest + 2 * self.view().frameWidth()))
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, s = QPainter(self), theme.sizes()
        on = self.isEnabled()
        hover = on and self.underMouse() and not self.hasFocus()
        paint_box(
            painter,
            self,
            theme.color("hover" if hover else "surface"),
            theme.color("control" if on else "line"),
            s.radius,
        )
        side = 14
        box = QRect(self.width() - side - 8, (self.height() - side) // 2, side, side)
        icons.paint(painter, box, "chevron-down", "text2" if on else "text3")
        painter.setPen(theme.color("text" if on else "text3"))
        painter.setFont(self.font())
        room = QRect(8 + 1, 0, box.left() - 8 - 4, self.height())
        painter.drawText(
            room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.shown_text(room.width())
        )

    def shown_text(self, room: int) -> str:
        """Return the choice as painted in ``room`` px: elided in the middle, because names of runs differ at the
        end.
        """
        return QFontMetrics(self.font()).elidedText(self.currentText(), Qt.TextElideMode.ElideMiddle, room)


class CheckBox(FocusByKeys, QCheckBox):
    """A check box: 16 px box, filled with the accent when on."""

    def __init__(self, text: str, tip: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAccessibleName(text)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font("body"))

    def sizeHint(self) -> QSize:
        s = theme.sizes()
        text = QFontMetrics(self.font()).horizontalAdvance(self.text())
        return QSize(s.icon_small + (8 + text if text else 0) + 4 * 2, s.control)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, s = QPainter(self), theme.sizes()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = s.icon_small
        box = QRectF(4, (self.height() - side) / 2, side, side)
        on = self.isEnabled()
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent" if on else "control"))
            painter.drawRoundedRect(box, s.radius_tag, s.radius_tag)
            icons.paint(painter, box.adjusted(1, 1, -1, -1), "check", "on_accent")
        else:
            painter.setPen(QPen(theme.color("control" if on else "line"), 1))
            painter.setBrush(theme.color("surface"))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), s.radius_tag, s.radius_tag)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.shows_focus():
            painter.setPen(QPen(theme.color("accent"), s.focus))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), s.radius, s.radius)
        painter.setPen(theme.color("text" if on else "text3"))
        painter.setFont(self.font())
        room = self.rect().adjusted(4 + side + 8, 0, 0, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())


class Slider(QSlider):
    """A horizontal slider over whole numbers; ``width`` in px at 100 %."""

    def __init__(
        self, name: str, minimum: int = 0, maximum: int = 100, width: int = 96, parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._width = width
        self.setRange(minimum, maximum)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedWidth(self._width)
        self.setFixedHeight(theme.sizes().control)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
