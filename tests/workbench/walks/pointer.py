"""A pointer and a keyboard for walks through the window: the X server's own (xdotool), or Qt's test events."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Protocol

import PySide6
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from workbench.system_libraries import missing_libraries

NOTCH = 120
"""What one notch of a wheel turns, in eighths of a degree."""
NEEDED = ("Xvfb", "openbox", "xdotool")
"""Programs for real clicks: a screen, a window manager, and who moves the pointer."""


def missing_programs() -> list[str]:
    """Return which programs for real clicks are not installed, and which libraries of the window on a screen."""
    programs = [name for name in NEEDED if shutil.which(name) is None]
    sites = [Path(PySide6.__file__).parent.parent]
    return programs or missing_libraries(sites, {"DISPLAY": ":0"})


class Pointer(Protocol):
    """Clicks and types; what it does happens a moment later, so that a dialog may run its own event loop."""

    def click(self, widget: QWidget, place: QPoint) -> None:
        """Click at a place of a widget."""
        ...

    def scroll(self, widget: QWidget) -> None:
        """Turn the wheel down by one notch over the middle of a widget."""
        ...

    def type(self, text: str) -> None:
        """Type a text, and Enter."""
        ...


class RealPointer:
    """The pointer of the X server: the window manager and every grab are passed through."""

    def click(self, widget: QWidget, place: QPoint) -> None:
        spot = widget.mapToGlobal(place) * widget.devicePixelRatio()
        _xdotool("mousemove", str(spot.x()), str(spot.y()))
        _xdotool("click", "1")

    def scroll(self, widget: QWidget) -> None:
        spot = widget.mapToGlobal(widget.rect().center()) * widget.devicePixelRatio()
        _xdotool("mousemove", str(spot.x()), str(spot.y()))
        _xdotool("click", "5")

    def type(self, text: str) -> None:
        _xdotool("type", "--delay", "5", text)
        _xdotool("key", "Return")


class SentPointer:
    """Qt's own test events, where there is no screen."""

    def click(self, widget: QWidget, place: QPoint) -> None:
        QTimer.singleShot(0, widget, lambda: QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place))

    def scroll(self, widget: QWidget) -> None:
        middle = widget.rect().center()
        none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
        turned = QWheelEvent(middle, widget.mapToGlobal(middle), QPoint(), QPoint(0, -NOTCH), *none, False)
        QApplication.sendEvent(widget, turned)

    def type(self, text: str) -> None:
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClicks(focused, text)
        QTimer.singleShot(0, focused, lambda: QTest.keyClick(focused, Qt.Key.Key_Return))


def _xdotool(*arguments: str) -> None:
    subprocess.run(["xdotool", *arguments], check=True, env=dict(os.environ), timeout=60)
