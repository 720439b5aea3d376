"""The slim rail at the left: one item per page, icon over label."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QToolButton, QWidget

from workbench.language import tr
from workbench.look import icons, theme
from workbench.widgets.actions import with_shortcut
from workbench.widgets.arrange import arrange_rows


class RailButton(QToolButton):
    """A checkable item of the rail, its icon over its label. ``set_badge(n)`` adds a count to the label."""

    def __init__(self, text: str, icon: str, shortcut: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        s = theme.sizes()
        self.setIcon(icons.icon(icon))
        self.setIconSize(QSize(s.icon, s.icon))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setFont(theme.font("tick"))
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        self.setToolTip(with_shortcut(text, QKeySequence(shortcut)))
        self.setFixedSize(s.rail - 1, s.rail_item)

    def set_badge(self, number: int) -> None:
        """Show ``number`` after the label. 0 hides it."""
        self.setText(f"{self.accessibleName()} {number}" if number > 0 else self.accessibleName())
        self.setAccessibleDescription(tr("{count} running", count=number) if number > 0 else "")


class Rail(QFrame):
    """The column of :class:`RailButton`: pages from the top, settings and help at the foot.

    ``chosen(name)`` is emitted when an item is clicked.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Pages"))
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.setAutoFillBackground(True)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, RailButton] = {}
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 1, 0)
        self._column = arrange_rows(..., margins=(0, 8, 0, 8))
        outer.addLayout(self._column)
        self._space = 0

    def add(self, name: str, text: str, icon: str, shortcut: str = "", at_end: bool = False) -> RailButton:
        """Add the item of page ``name``. ``at_end`` puts it at the foot."""
        button = RailButton(text, icon, shortcut)
        self._group.addButton(button)
        self._buttons[name] = button
        if at_end:
            self._column.addWidget(button)
        else:
            self._column.insertWidget(self._space, button)
            self._space += 1
        button.clicked.connect(lambda: self.chosen.emit(name))
        return button

    def select(self, name: str) -> None:
        """Mark the item of page ``name`` as the shown one."""
        self._buttons[name].setChecked(True)

    def set_badge(self, name: str, number: int) -> None:
        """Show a count at the item of page ``name``. 0 hides it."""
        self._buttons[name].set_badge(number)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), theme.color("line"))
