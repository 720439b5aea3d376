"""The values of a sweep as chips."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from workbench.language import tr
from workbench.look import formats, theme
from workbench.look.restyle import repolish
from workbench.widgets.buttons import Button, IconButton
from workbench.widgets.flow import FlowLayout
from workbench.widgets.numbers import parse_number

MAX_VALUES = 100
"""Largest number of values of one range: a typing error must not queue a million runs."""


def parse_values(text: str) -> list[float]:
    """Return the numbers in ``text``: a list, ranges, or both.

    ``2e-5, 5e-5`` lists. ``1..5`` counts in whole steps; ``0.1..0.5 step 0.1`` steps. ``1e-5..1e-4 log 4`` gives 4
    values with equal ratios, ``0..1 lin 5`` 5 with equal distances. Semicolons and new lines also separate. Raises
    ValueError with a sentence for the user.
    """
    values: list[float] = []
    for part in text.replace(";", ",").replace("\n", ",").split(","):
        if part.strip():
            values += _range(part) if ".." in part else [_number(part)]
    return values


def _number(text: str) -> float:
    value = parse_number(text)
    is_integer = text.strip().lstrip("+-").isdigit()
    return int(value) if is_integer else value


def _range(part: str) -> list[float]:
    first_text, _, rest = part.partition("..")
    words = rest.split()
    if not words:
        raise ValueError(tr("A range needs an end, for example 1..5."))
    first, last = _number(first_text), _number(words[0])
    if len(words) == 1:
        return _steps(first, last, 1)
    if len(words) != 3 or words[1] not in ("step", "log", "lin"):
        raise ValueError(tr("After a range write “step 0.1”, “log 4” or “lin 5”."))
    if words[1] == "step":
        return _steps(first, last, parse_number(words[2]))
    count = int(parse_number(words[2], integer=True))
    if not 2 <= count <= MAX_VALUES:
        raise ValueError(tr("A range has 2 to {most} values.", most=MAX_VALUES))
    if words[1] == "lin":
        return [_tidy(first + (last - first) * i / (count - 1)) for i in range(count)]
    if first <= 0 or last <= 0:
        raise ValueError(tr("A “log” range needs numbers above 0."))
    ratio = math.log(last / first)
    inner = [_tidy(first * math.exp(ratio * i / (count - 1))) for i in range(1, count - 1)]
    return [first, *inner, last]


def _steps(first: float, last: float, step: float) -> list[float]:
    if step <= 0:
        raise ValueError(tr("The step of a range must be above 0."))
    count = math.floor(abs(last - first) / step + 1e-9) + 1
    if count > MAX_VALUES:
        raise ValueError(
            tr("That range has {n:,} values; at most {most} are allowed.", n=count, most=MAX_VALUES)
        )
    direction = 1 if last >= first else -1
    integers = isinstance(first, int) and float(step).is_integer()
    values = [first + direction * i * step for i in range(count)]
    return [int(v) for v in values] if integers else [_tidy(v) for v in values]


def _tidy(value: float) -> float:
    """Round to three significant digits, to keep the values of a sweep readable."""
    return float(f"{value:.3g}")


class Chip(Button):
    """One value, removed by a click, Delete or Backspace; or a choice if checkable and not ``removable``.

    ``name`` describes the values, for screen readers.
    """

    removed = Signal()

    def __init__(self, text: str, name: str, removable: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(text, icon="close" if removable else None, parent=parent)
        self._removable = removable
        self.setAccessibleName(f"{name} {text}")
        self.setAccessibleDescription(tr("Delete removes it") if removable else "")
        if removable:
            self.clicked.connect(lambda: self.removed.emit())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._removable and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class _ValueField(QLineEdit):
    """The small field for new values."""

    emptied = Signal()
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.emptied.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
        else:
            super().keyPressEvent(event)


class ChipValues(QWidget):
    """Distinct values as chips in a row that wraps, in the order of entry, followed by a plus.

    ``values_changed(list)`` when the *user* adds or removes some. Subclasses implement the entry of new values.

    Args:
        name: description of the values, for screen readers ("Learning rate").
        text_of: value to text.
        identity: key by which values are equal; default the value itself.
    """

    values_changed = Signal(list)

    def __init__(
        self,
        name: str,
        text_of: Callable[[object], str],
        identity: Callable[[object], Hashable] = lambda value: value,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name, self._text_of, self._identity = name, text_of, identity
        self._values: list[object] = []
        self._chips: list[Chip] = []
        self.setAccessibleName(name)
        self._flow = FlowLayout(self, spacing=8)
        self._plus = IconButton("plus", tr("Add a value of {name}", name=name), role="accent", parent=self)
        self._flow.addWidget(self._plus)

    def values(self) -> list[object]:
        """Return the values, in order."""
        return list(self._values)

    def set_values(self, values: Iterable[object]) -> None:
        """Show the distinct ``values`` without a signal."""
        distinct = list({self._identity(value): value for value in values}.values())
        if distinct == self._values:
            return
        focus = any(chip.hasFocus() for chip in self._chips)
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._values, self._chips = distinct, []
        for index, value in enumerate(distinct):
            chip = Chip(self._text_of(value), self._name, parent=self)
            chip.removed.connect(lambda value=value: self._remove(value))
            self._chips.append(chip)
            self._flow.insert_widget(index, chip)
            chip.show()
        if focus and self._chips:
            self._chips[-1].setFocus(Qt.FocusReason.OtherFocusReason)
        self.updateGeometry()

    def _change(self, values: list[object]) -> None:
        before = self.values()
        self.set_values(values)
        if self._values != before:
            self.values_changed.emit(self.values())

    def _remove(self, value: object) -> None:
        self._change([v for v in self._values if v != value])


class ChipRow(ChipValues):
    """The values of a sweep, typed in.

    × removes, + opens a small field for more (Enter adds them), Backspace in the empty field removes the last.

    Args:
        name: description of the values, for screen readers ("Learning rate").
        parse: text to values. Raises ValueError with a sentence, which ``problem_changed`` passes on.
        format: value to text.
    """

    problem_changed = Signal(str)

    def __init__(
        self,
        name: str,
        parse: Callable[[str], Sequence[object]] = parse_values,
        format: Callable[[object], str] = lambda value: (
            formats.plain(value) if isinstance(value, int | float) else str(value)
        ),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(name, format, parent=parent)
        self._parse = parse
        self._plus.clicked.connect(self._open)
        self._adder = _ValueField(self)
        self._adder.setAccessibleName(tr("New values of {name}", name=name))
        self._adder.setToolTip(tr("2e-5, 5e-5  or  1e-5..1e-4 log 4"))
        self._adder.setPlaceholderText("2e-5, 5e-5")
        self._adder.returnPressed.connect(self._add_typed)
        self._adder.editingFinished.connect(self._leave)
        self._adder.emptied.connect(self._remove_last)
        self._adder.left.connect(self._leave)
        self._adder.textEdited.connect(lambda _text: self._problem(""))
        self._adder.hide()
        self._flow.insert_widget(0, self._adder)
        self._adder.setFont(theme.font("body"))
        self._adder.setFixedSize(120, theme.sizes().control)

    def add(self, text: str) -> bool:
        """Add the values in ``text``, as if typed. Return False, with ``problem_changed``, if it is invalid."""
        try:
            new = self._parse(text)
        except ValueError as why:
            self._problem(str(why))
            return False
        self._problem("")
        self._change([*self._values, *new])
        return True

    def _remove_last(self) -> None:
        if self._values:
            self._change(self._values[:-1])

    def _open(self) -> None:
        self._plus.hide()
        self._adder.show()
        self._adder.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add_typed(self) -> None:
        if self._adder.text().strip() and self.add(self._adder.text()):
            self._adder.clear()

    def _leave(self) -> None:
        """Close the field when it loses the focus. Valid text is added."""
        if self._adder.hasFocus() and self._adder.text():
            return
        if self._adder.text().strip() and not self.add(self._adder.text()):
            return
        if not self._adder.hasFocus() or not self._adder.text():
            self._adder.clear()
            self._adder.hide()
            self._plus.show()

    def _problem(self, text: str) -> None:
        self._adder.setProperty("state", "error" if text else "")
        repolish(self._adder)
        self.problem_changed.emit(text)
