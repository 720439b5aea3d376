"""Preferences of the window: appearance, geometry, and small settings of the pages, in one INI file in the home
folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSettings, Signal

DEFAULTS: dict[str, str | float] = {
    "theme": "system",
    "language": "system",
    "high_contrast": False,
    "text_size": 1.0,
    "results": "error",
    "smoothing": 0.9,
    "page": "design",
    "slots": 1,
    "threads": 0,
    "notify": True,
}
"""Default values of the named preferences."""
PREFERENCES_FILE = "window.ini"
"""Their file in the home folder."""
LEAST_TEXT, MOST_TEXT = 1.0, 3.0
"""Smallest and largest text size, as factors."""
MOST_SLOTS = 16
"""Largest number of runs that share a device."""


class Preferences(QObject):
    """Named values, kept in ``file`` (created on the first write) or only in memory.

    ``changed(name)`` is emitted after a value changes, so that open pages follow the settings page. Qt writes the file
    a little later, outside event handlers.
    """

    changed = Signal(str)

    def __init__(self, file: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory: dict[str, object] = {}
        self._file = QSettings(str(file), QSettings.Format.IniFormat) if file is not None else None

    def get(self, name: str, default: object = None) -> Any:  # Any: of the kind of the default
        """Return the value of ``name``: the stored value, else ``default``, else that of :data:`DEFAULTS`.

        Numbers and truth values keep their type (an INI file stores only text). A value that cannot be read as the
        type of the default counts as missing.
        """
        fallback = DEFAULTS.get(name) if default is None else default
        stored = self._memory.get(name) if self._file is None else self._file.value(name)
        return fallback if stored is None else _as_kind_of(fallback, stored)

    def put(self, name: str, value: object) -> None:
        """Store ``value``: text, number, truth value or QByteArray."""
        if self.get(name) == value:
            return
        if self._file is None:
            self._memory[name] = value
        else:
            self._file.setValue(name, value)
        self.changed.emit(name)

    def save(self) -> None:
        """Write the file now, before the program ends."""
        if self._file is not None:
            self._file.sync()


def _as_kind_of(default: object, stored: object) -> object:
    try:
        if isinstance(default, bool):
            return str(stored).lower() in ("true", "1")
        if isinstance(default, (int, float)):
            return type(default)(str(stored))
    except ValueError:
        return default
    return str(stored) if isinstance(default, str) else stored
