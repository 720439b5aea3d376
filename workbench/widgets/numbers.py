"""Numbers as typed: ``2e-5``, ``0.1``, ``24``; independent of the locale."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from workbench.language import tr
from workbench.look import formats
from workbench.widgets.inputs import TextField


def parse_number(text: str, integer: bool = False) -> float:
    """Return the number in ``text``. Raises ValueError with a sentence for the user.

    A true minus and spaces are accepted. A comma is rejected, since "1,000" may mean one or a thousand.
    """
    clean = text.strip().replace(formats.MINUS, "-").replace("\N{NO-BREAK SPACE}", "").replace(" ", "")
    if not clean:
        raise ValueError(tr("Enter a number."))
    if "," in clean:
        raise ValueError(tr("Write decimals with a point and no commas, for example 0.5 or 1000."))
    try:
        value = float(clean)
    except ValueError:
        raise ValueError(tr("“{text}” is not a number; 0.1, 24 and 2e-5 are.", text=text.strip())) from None
    if not math.isfinite(value):
        raise ValueError(tr("Enter a finite number."))
    if integer and not value.is_integer():
        raise ValueError(tr("Enter a whole number."))
    return int(value) if integer else value


def log_step(value: float, up: bool) -> float:
    """Return the next of 1, 2, 5 × 10^k above (or below) a positive ``value``: 2e-5, 5e-5, 1e-4 ..."""
    exponent = math.floor(math.log10(value))
    steps = [float(f"{m}e{e}") for e in (exponent - 1, exponent, exponent + 1) for m in (1, 2, 5)]
    if up:
        return next(s for s in steps if s > value * (1 + 1e-9))
    return next(s for s in reversed(steps) if s < value * (1 - 1e-9))


class NumberField(TextField):
    """A field for one number; ``value_changed(float)`` while the user edits, for valid numbers only.

    Args:
        value: first value. None leaves the field empty.
        minimum, maximum: allowed range, inclusive. None is open.
        integer: whole numbers only.
        log: arrow keys go 1, 2, 5, 10 ... (learning rates); else by ``step``.
        step: of the arrow keys. Page Up and Down make ten steps (or a factor ten).
        name: name of the number, for screen readers.
        width: px at 100 %.

    ``value()`` is None while the text is not a valid number. :meth:`problem` returns the reason, and the border shows
    it. The wheel steps only when the field has the focus.
    """

    value_changed = Signal(float)
    problem_changed = Signal(str)
    """A sentence when the text became invalid, "" when it is valid again."""

    def __init__(
        self,
        value: float | None = None,
        minimum: float | None = None,
        maximum: float | None = None,
        integer: bool = False,
        log: bool = False,
        step: float = 1,
        name: str = "",
        width: int = 72,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("", "", name, width, parent=parent)
        self._minimum, self._maximum = minimum, maximum
        self._integer, self._log, self._step = integer, log, step
        self._problem = ""
        self._last_value: float | None = None
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.set_value(value)
        self.textEdited.connect(self._edited)

    def value(self) -> float | None:
        """Return the number, or None while the text is invalid."""
        try:
            return self._checked(self.text())
        except ValueError:
            return None

    def set_value(self, value: float | None) -> None:
        """Show ``value`` (None: empty) without a signal."""
        self._last_value = value
        self.setText(formats.plain(value))
        self._set_problem("")

    def set_range(self, minimum: float | None, maximum: float | None) -> None:
        """Change the allowed range, and validate the present text again."""
        self._minimum, self._maximum = minimum, maximum
        if self.text():
            self._judge(self.text())

    def problem(self) -> str:
        """Return why the present text is invalid, as a sentence, or ""."""
        return self._problem

    def _checked(self, text: str) -> float:
        value = parse_number(text, self._integer)
        low, high = self._minimum, self._maximum
        if (low is not None and value < low) or (high is not None and value > high):
            if low is None:
                raise ValueError(tr("At most {high}.", high=formats.plain(high)))
            if high is None:
                raise ValueError(tr("At least {low}.", low=formats.plain(low)))
            raise ValueError(
                tr("Between {low} and {high}.", low=formats.plain(low), high=formats.plain(high))
            )
        return value

    def _judge(self, text: str) -> float | None:
        try:
            value = self._checked(text)
        except ValueError as why:
            self._set_problem(str(why))
            return None
        self._set_problem("")
        return value

    def _set_problem(self, problem: str) -> None:
        changed = problem != self._problem
        self._problem = problem
        self.set_state("error" if problem else "")
        self.setAccessibleDescription(problem)
        if changed:
            self.problem_changed.emit(problem)

    def _edited(self, text: str) -> None:
        value = self._judge(text)
        if value is not None and value != self._last_value:  # "0" and "0." while typing "0.2" are one number
            self._last_value = value
            self.value_changed.emit(value)

    def step_by(self, steps: int) -> None:
        """Go ``steps`` steps up (or down, if negative), within the range. Emits like an edit."""
        value = self.value()
        if value is None:
            value = self._minimum if self._minimum is not None else 0
        new = float(value)
        for _ in range(abs(steps)):
            if self._log and new > 0:
                new = log_step(new, steps > 0)
            else:
                new = round(new + math.copysign(self._step, steps), 12)
        if self._minimum is not None:
            new = max(new, self._minimum)
        if self._maximum is not None:
            new = min(new, self._maximum)
        self.set_value(int(new) if self._integer else new)
        self.selectAll()
        self.value_changed.emit(new)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        page_factor = 3 if self._log else 10
        steps = {
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_PageUp: page_factor,
            Qt.Key.Key_PageDown: -page_factor,
        }.get(Qt.Key(event.key()))
        if steps is None or self.isReadOnly():
            super().keyPressEvent(event)
        else:
            self.step_by(steps)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus() and event.angleDelta().y():
            self.step_by(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        value = self.value()
        if value is not None:  # one spelling per number: "2.0e-05" becomes "2e-5"
            self.setText(formats.plain(value))
