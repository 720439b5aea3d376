"""Start the window: ``palimpsest`` without arguments, or ``python -m workbench.app``."""

from __future__ import annotations

import faulthandler
import locale
import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window and run until it closes; returns the exit code.

    Imports Qt only here, so that a crash while loading it is reported by faulthandler, and nothing of torch.
    """
    if sys.stderr is not None:  # no console behind a start-menu entry on Windows
        faulthandler.enable()
    from PySide6.QtCore import QCoreApplication
    from PySide6.QtWidgets import QApplication

    QCoreApplication.setApplicationName("Palimpsest")
    QCoreApplication.setApplicationVersion(_version())
    QApplication.setDesktopFileName("palimpsest")
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(list(argv or sys.argv))
    # Qt sets the whole process to the user's locale; "0,5" would then come out of C libraries that print
    # numbers.
    locale.setlocale(locale.LC_NUMERIC, "C")

    from engine import paths
    from workbench import icons, theme
    from workbench.window import MainWindow, open_settings

    app.setWindowIcon(icons.app_icon())
    settings = open_settings(paths.home())
    mode = str(settings.value("theme", "system"))
    theme.apply(app, mode if mode in theme.MODES else "system", _scale(settings.value("text_size", 1.0)))
    window = MainWindow(settings=settings)
    window.show()
    code = int(app.exec())
    del window
    return code


def _scale(stored: object) -> float:
    try:
        return float(str(stored))
    except ValueError:
        return 1.0


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("palimpsest")
    except PackageNotFoundError:  # a checkout that was never installed
        return os.environ.get("PALIMPSEST_VERSION", "development")


if __name__ == "__main__":
    raise SystemExit(main())
