"""Check whether Qt can show a window on this machine, before Qt would abort the process or raise a traceback."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.system_libraries import describe_missing, missing_libraries, qt_files

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType

NO_SCREEN = (
    "There is no display to show the window on (DISPLAY and WAYLAND_DISPLAY are not set).\n"
    "Train in the terminal instead: palimpsest run quickstart"
)
QT_FAILED = (
    "Qt cannot show a window on this display. What is missing here says: palimpsest doctor\n"
    "Train in the terminal instead: palimpsest run quickstart"
)
_SECONDS = 60
_START = "from PySide6.QtWidgets import QApplication; print(QApplication([]).platformName())"


def find_problem(environment: Mapping[str, str] = os.environ) -> str:
    """Return why no window can be shown and what to do, as lines, or "" if no problem is found.

    This is quick: it loads only what Qt loads next. Without this check Qt would abort the process.
    """
    if not sys.platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return ""
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        return NO_SCREEN
    files = [file for site in _sites() for file in qt_files(site, environment)]
    platforms = [file for file in files if file.parent.name == "platforms" and "offscreen" not in file.name]
    if any(_loads(file) for file in platforms):  # X11 is the fallback for Wayland, and Wayland for X11
        return ""
    return "\n".join(describe_missing(missing_libraries(_sites(), environment)))


@contextmanager
def explained_qt_failure() -> Iterator[None]:
    """While Qt starts, print advice and exit with code 2 on a fatal error, before Qt aborts the process.

    Only Qt itself detects a display that does not respond or a damaged platform library.
    """
    from PySide6.QtCore import QtMsgType, qInstallMessageHandler

    def hear(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        if kind != QtMsgType.QtFatalMsg:
            print(text, file=sys.stderr)
            return
        print(
            "\n".join(describe_missing(missing_libraries(_sites(), os.environ))) or QT_FAILED, file=sys.stderr
        )
        sys.stderr.flush()
        os._exit(2)

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


def describe_import_error(error: ImportError) -> str:
    """Return advice for an import error of Qt itself, as lines."""
    description = describe_missing(missing_libraries(_sites(), os.environ))
    return (
        "\n".join(description)
        or f"Qt cannot be loaded ({error}). Install Palimpsest again: make run, or see the README."
    )


def start_platform() -> tuple[str, str]:
    """Start Qt's platform plug-in in a process of its own. Return (its name, ""), or ("", the problem)."""
    if problem := find_problem():
        return "", problem
    try:
        child = subprocess.run(
            [sys.executable, "-c", _START],
            stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace", timeout=_SECONDS,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", f"Qt does not start: {error}"
    if child.returncode == 0:
        return child.stdout.strip(), ""
    lines = describe_missing(missing_libraries(_sites(), os.environ)) or child.stderr.strip().splitlines()
    return "", "\n".join(lines) or f"Qt does not start (exit code {child.returncode})."


def _sites() -> list[Path]:
    """Return the folder in which PySide6 is installed, without importing it."""
    spec = importlib.util.find_spec("PySide6")
    return [] if spec is None or spec.origin is None else [Path(spec.origin).parent.parent]


def _loads(library: Path) -> bool:
    try:
        ctypes.CDLL(str(library))
    except OSError:
        return False
    return True
