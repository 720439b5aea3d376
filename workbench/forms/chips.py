"""The values of a sweep over words: options of a family, words of a list, on and off."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from workbench.look import icons, theme
from workbench.widgets import Chip, FlowLayout, IconButton
from workbench.widgets.base import Themed, paint_box


class OptionChips(QWidget):
    """Chips of plain values, with a menu of those that are not there yet; ``values_changed(list)`` by the
    user.

    ``words`` writes a value; ``known()`` lists the values the menu offers.
    """

    values_changed = Signal(list)

    def __init__(
        self,
        name: str,
        words: Callable[[Any], str],
        known: Callable[[], Sequence[Any]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name, self._words, self._known = name, words, known
        self._values: list[Any] = []
        self._chips: list[Chip] = []
        self._flow = FlowLayout(self, spacing=8)
        self._plus = IconButton("plus", f"Add a value of {name}", role="accent")
        self._menu = QMenu(self._plus)
        self._menu.aboutToShow.connect(self._fill_menu)
        self._plus.setMenu(self._menu)
        self._flow.addWidget(self._plus)
        self.setAccessibleName(name)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def values(self) -> list[Any]:
        """The values, in order."""
        return list(self._values)

    def set_values(self, values: Sequence[Any]) -> None:
        """Show ``values`` (each once) without a signal."""
        wanted = list({_key(value): value for value in values}.values())
        if wanted == self._values:
            return
        focus = any(chip.hasFocus() for chip in self._chips)
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._values, self._chips = wanted, []
        for place, value in enumerate(wanted):
            chip = Chip(self._words(value), self._name)
            chip.removed.connect(lambda value=value: self._remove(value))
            self._chips.append(chip)
            self._flow.insert_widget(place, chip)
            chip.show()
        if focus and self._chips:
            self._chips[-1].setFocus(Qt.FocusReason.OtherFocusReason)
        self._plus.setEnabled(bool(self.missing()))
        self.updateGeometry()

    def missing(self) -> list[Any]:
        """The known values that are not chips yet."""
        present = {self._words(value) for value in self._values}
        return [value for value in self._known() if self._words(value) not in present]

    def add(self, value: Any) -> None:
        """Add ``value`` as the menu does."""
        self._change([*self._values, value])

    def _remove(self, value: Any) -> None:
        self._change([v for v in self._values if v != value])

    def _change(self, values: list[Any]) -> None:
        before = self.values()
        self.set_values(values)
        if self._values != before:
            self.values_changed.emit(self.values())

    def _fill_menu(self) -> None:
        self._menu.clear()
        for value in self.missing():
            self._menu.addAction(self._words(value), partial(self.add, value))


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


class SuggestedValueChip(Themed, QAbstractButton):
    """A dashed chip with a plus: one click adds a second value."""

    def __init__(self, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.apply_theme()

    def set_text(self, text: str, name: str) -> None:
        """Change the value offered and what a click does."""
        self.setText(text)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.updateGeometry()

    def apply_theme(self) -> None:
        self.setFont(theme.font("body"))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        s = theme.sizes()
        return QSize(
            QFontMetrics(self.font()).horizontalAdvance(self.text()) + s.s12 + s.s4 + 2 * s.s8 + 2, s.control
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, s = QPainter(self), theme.sizes()
        ground = theme.color("hover") if self.underMouse() else None
        paint_box(painter, self, ground, theme.color("tint_line"), s.radius, dashed=True)
        icons.paint(painter, self.rect().adjusted(s.s8, 6, s.s8 + s.s12 - self.width(), -6), "plus", "accent")
        painter.setFont(self.font())
        painter.setPen(theme.color("accent"))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect().adjusted(s.s8 + s.s12 + s.s4, 0, 0, 0), flags, self.text())
