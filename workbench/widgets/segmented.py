"""A choice among a few, all visible."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QToolButton, QWidget

from workbench.look import theme
from workbench.widgets.arrange import arrange_columns, clear_layout


class SegmentedControl(QWidget):
    """A few exclusive choices side by side. ``chosen(key)`` when the *user* changes it.

    Args:
        choices: ``(key, label)`` pairs, or labels that are their own keys.
        name: description of the choice, for screen readers and the tooltip.
        head: 32 px high, for page heads; else 24.

    Left and right arrows move the choice.
    """

    chosen = Signal(object)

    def __init__(
        self,
        choices: Sequence[tuple[object, str] | str],
        name: str,
        head: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._high = theme.sizes().control_head if head else theme.sizes().control
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._row = arrange_columns(on=self)
        self._group = QButtonGroup(self)
        self._keys: list[object] = []
        self._buttons: list[QToolButton] = []
        self.set_choices(choices)

    def set_choices(self, choices: Sequence[tuple[object, str] | str]) -> None:
        """Replace the choices. The current key stays chosen if it still exists, else the first is."""
        pairs = [(item, item) if isinstance(item, str) else item for item in choices]
        before = self.current()
        for button in self._buttons:
            self._group.removeButton(button)
        clear_layout(self._row)
        self._keys = [key for key, _ in pairs]
        self._buttons = []
        for key, text in pairs:
            button = QToolButton(self)
            button.setCheckable(True)
            button.setFont(theme.font("caption"))
            button.toggled.connect(partial(_embolden, button))
            button.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            self._group.addButton(button)
            self._row.addWidget(button)
            self._buttons.append(button)
            self.set_label(key, text)
        if self._keys:
            self.set_current(before if before in self._keys else self._keys[0])

    def current(self) -> object:
        """Return the chosen key, or None if there are no choices."""
        for key, button in zip(self._keys, self._buttons, strict=True):
            if button.isChecked():
                return key
        return None

    def set_current(self, key: object) -> None:
        """Choose ``key`` without a signal. Raises ValueError if it is not a choice."""
        self._buttons[self._keys.index(key)].setChecked(True)

    def set_label(self, key: object, text: str) -> None:
        """Change the label of ``key``, for late counts."""
        button = self._buttons[self._keys.index(key)]
        button.setText(text)
        button.setAccessibleName(text)
        # As wide as the bold text, so that selecting moves nothing.
        button.setFixedSize(theme.text_width(text, "caption_strong") + 2 * 8 + 2, self._high)


def _embolden(button: QToolButton, on: bool) -> None:
    button.setFont(theme.font("caption_strong" if on else "caption"))
