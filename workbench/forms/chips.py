"""The values of a sweep over choices: options of a family, words of a list, on and off."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from workbench.widgets.chips import ChipValues


class OptionChips(ChipValues):
    """Chips of plain values, with a menu of the known values that are not chips yet.

    ``text_of`` writes a value; ``suggestions()`` returns the values of the menu.
    """

    def __init__(
        self,
        name: str,
        text_of: Callable[[object], str],
        suggestions: Callable[[], Sequence[object]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(name, text_of, partial(json.dumps, sort_keys=True), parent)
        self._suggestions = suggestions
        self._menu = QMenu(self._plus)
        self._menu.aboutToShow.connect(self._fill_menu)
        self._plus.setMenu(self._menu)

    def set_values(self, values: Iterable[object]) -> None:
        super().set_values(values)
        self._plus.setEnabled(bool(self.missing()))

    def missing(self) -> list[object]:
        """Return the known values that are not chips yet."""
        present = {self._text_of(value) for value in self._values}
        return [value for value in self._suggestions() if self._text_of(value) not in present]

    def add(self, value: object) -> None:
        """Add ``value``, as the menu does."""
        self._change([*self._values, value])

    def _fill_menu(self) -> None:
        self._menu.clear()
        for value in self.missing():
            self._menu.addAction(self._text_of(value), partial(self.add, value))
