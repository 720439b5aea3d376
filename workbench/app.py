"""Start the window: ``palimpsest`` without arguments, or ``python -m workbench.app``."""

from __future__ import annotations

import argparse
import faulthandler
import locale
import os
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from workbench import screen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window and run until it closes. Return the exit code.

    ``--store FILE`` names a store other than the default, ``--language NAME`` another language. The window opens a
    given file (a design, a capsule, data). All other options are Qt's.

    Qt is imported only here, after faulthandler is on, so that a crash while it loads is reported. torch is never
    imported: engines are separate processes.
    """
    if sys.stderr is not None:  # no console behind a start-menu entry on Windows
        faulthandler.enable()
    if problem := screen.find_problem():
        print(problem, file=sys.stderr)
        return 2
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal ends the window; runs go on
    _import_engine()
    try:
        app, chosen, file = _make_application(sys.argv[1:] if argv is None else argv)
    except ImportError as error:
        print(screen.describe_import_error(error), file=sys.stderr)
        return 2
    return _show_window(app, chosen, file)


def _import_engine() -> None:
    """Import the engine before Qt.

    Once PySide6 is imported, it reads the source of every module imported later to see whether that module imports
    PySide6. For the engine and its libraries this costs a tenth of the start-up time.
    """
    from engine import launch
    from engine.spec import recipes

    assert launch and recipes


def _make_application(argv: Sequence[str]) -> tuple[QApplication, argparse.Namespace, Path | None]:
    """Return the Qt application with our name and settings, the options in ``argv``, and the file to open."""
    from PySide6.QtCore import QCoreApplication
    from PySide6.QtWidgets import QApplication

    parser = argparse.ArgumentParser(prog="palimpsest", add_help=False)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--language")
    chosen, rest = parser.parse_known_args(argv)
    QCoreApplication.setApplicationName("Palimpsest")
    QCoreApplication.setApplicationVersion(_version())
    QApplication.setDesktopFileName("palimpsest")
    _scale_text()
    with screen.explained_qt_failure():
        app = QApplication([sys.argv[0], *rest])
    # Qt sets the whole process to the user's locale; C libraries would then write and expect "0,5".
    locale.setlocale(locale.LC_NUMERIC, "C")
    # What follows an option of Qt's is that option's.
    file = Path(rest[0]).absolute() if rest and not rest[0].startswith("-") else None
    return app, chosen, file


def _scale_text() -> None:
    """Set Qt's scale factor from the settings, unless the environment already has one.

    Qt reads the factor once, when the application is created.
    """
    from engine import paths
    from workbench.backend.preferences import LEAST_TEXT, MOST_TEXT, PREFERENCES_FILE, Preferences

    size = Preferences(paths.home() / PREFERENCES_FILE).get("text_size")
    if size != 1.0:
        os.environ.setdefault("QT_SCALE_FACTOR", str(min(max(size, LEAST_TEXT), MOST_TEXT)))


def _show_window(app: QApplication, options: argparse.Namespace, file: Path | None) -> int:
    """Show the window on a store, with a file opened in it, until it closes. Return the exit code."""
    from PySide6.QtCore import Qt, QTimer

    from engine import paths
    from engine.metrics.base import RESULTS
    from workbench import language
    from workbench.backend.preferences import PREFERENCES_FILE, Preferences

    preferences = Preferences(paths.home() / PREFERENCES_FILE)
    if preferences.get("results") in ("error", "accuracy"):
        os.environ.setdefault(RESULTS, preferences.get("results"))
    # Before any page is imported: pages translate their texts at import.
    language.start(options.language or preferences.get("language"))

    from engine.installation import TRAINING, EngineMissingError, is_engine_installed
    from engine.private_files import tighten_home
    from workbench.backend.gc_timer import GcTimer
    from workbench.backend.session import Session
    from workbench.backend.tasks import FaultHook, application_tasks
    from workbench.engine_texts import sentence_text
    from workbench.look import icons, theme
    from workbench.shell.window import MainWindow

    collector = GcTimer(app)
    app.setWindowIcon(icons.app_icon())
    mode = preferences.get("theme")
    theme.apply(
        app, mode if mode in theme.MODES else "system", high_contrast=preferences.get("high_contrast")
    )
    session = Session(options.store)
    window = MainWindow(session, preferences)
    collector.freeze()  # all that was imported
    window.complete.connect(collector.collect_and_freeze)
    faults = FaultHook(lambda sentence: window.status_line.show_notice(sentence, 0), window)
    window.show()
    if not is_engine_installed():
        window.status_line.show_notice(sentence_text(str(EngineMissingError(TRAINING))))
    application_tasks().run(
        tighten_home,
        then=lambda notice: window.status_line.show_notice(sentence_text(notice), 60) if notice else None,
        owner=window,
    )
    QTimer.singleShot(0, session, session.start)
    if file is not None:
        session.opened.connect(lambda: window.open_file(file), Qt.ConnectionType.SingleShotConnection)
    code = int(app.exec())
    faults.remove()
    session.close()
    application_tasks().wait()
    collector.stop()  # no thread is left that could collect objects of this one
    return code


def _version() -> str:
    try:
        return version("palimpsest")
    except PackageNotFoundError:  # an uninstalled checkout
        return "development"


if __name__ == "__main__":
    raise SystemExit(main())
