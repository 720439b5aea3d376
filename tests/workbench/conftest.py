"""Fixtures for the window's tests: a fresh look for each, an empty store and a session on it, pictures to compare."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine import child_processes
from engine.store import Store
from tests import patience
from tests.engine.cli.test_app import palimpsest
from workbench.backend.session import Session
from workbench.look import theme
from workbench.look.stylesheet import stylesheet
from workbench.pages.base import Page

P = TypeVar("P", bound=Page)
W = TypeVar("W", bound=QWidget)

WAIT = patience.milliseconds(60)
"""How long a test waits at most for what it has asked for."""


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> Iterator[None]:
    """Light, whatever the machine's own setting; put back after each test."""
    if qapp.styleSheet() == "":
        theme.apply(qapp, "light")
        qapp.setStyleSheet(stylesheet())  # for what is in no window of the program
    yield
    if theme.mode() != "light":
        theme.set_mode("light")


def owned(qtbot: QtBot, widget: W) -> W:
    """A widget that is closed when the test has ended."""
    qtbot.addWidget(widget)
    return widget


def displayed(qtbot: QtBot, widget: W, width: int = 0, height: int = 0) -> W:
    """A widget that is shown, in a size of its own if one is given, and closed when the test has ended."""
    qtbot.addWidget(widget)
    if width:
        widget.resize(width, height)
    widget.show()
    return widget


def on_screen(qtbot: QtBot, page: P, width: int = 1368, height: int = 843) -> P:
    """A page as the window shows it, in a size of its own."""
    displayed(qtbot, page, width, height).on_shown()
    return page


@pytest.fixture
def store(home: Path) -> Path:
    path = home / "palimpsest.sqlite"
    Store(path).close()
    return path


@pytest.fixture
def session(store: Path) -> Iterator[Session]:
    made = Session(store, run_queue=False)
    made.start()
    yield made
    made.close()


@pytest.fixture
def open_session(qtbot: QtBot, session: Session) -> Session:
    """The session once its store is open."""
    qtbot.waitUntil(lambda: session.is_open, timeout=WAIT)
    return session


def picture(widget: QWidget) -> np.ndarray:
    """What ``widget`` paints, shape (height, width, 4) in BGRA."""
    return pixels(widget.grab().toImage())


def pixels(of: QImage) -> np.ndarray:
    """The pixels of an image, shape (height, width, 4) in BGRA."""
    image = of.convertToFormat(QImage.Format.Format_ARGB32)
    raw = np.frombuffer(image.constBits(), np.uint8)
    return raw.reshape(image.height(), image.bytesPerLine() // 4, 4)[:, : image.width()].copy()


def has_colour(shot: np.ndarray, colour: str, tolerance: int = 0, least: int = 1) -> bool:
    """Whether at least ``least`` opaque pixels of a picture have the ``#RRGGBB`` colour."""
    wanted = np.array([int(colour[i : i + 2], 16) for i in (5, 3, 1)])
    near = (np.abs(shot[:, :, :3].astype(int) - wanted) <= tolerance).all(axis=2)
    return int((near & (shot[:, :, 3] == 255)).sum()) >= least


def columns_of(shot: np.ndarray, colour: str) -> np.ndarray:
    """How many pixels of exactly this colour each row has, shape (height,)."""
    wanted = np.array([int(colour[i : i + 2], 16) for i in (5, 3, 1)])
    return np.asarray((shot[:, :, :3] == wanted).all(axis=2).sum(axis=1))


PROGRAMS = {"test_session.py", "test_import_browse_and_read_as_the_model_does", "test_reading_can_be_stopped"}
"""Tests, and those of a file, that start commands as users do; journeys do too."""


@pytest.fixture(autouse=True)
def answered_here(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let this process carry out the commands of the window: it has imported what they need.

    For the window they are programs all the same, which end a little after they were started.
    """

    def command(module: str, *words: str) -> list[str]:
        if module != "engine" or PROGRAMS & {request.path.name, request.node.name} or os.name != "posix":
            return usual(module, *words)
        said, folder = palimpsest(*words), tmp_path_factory.mktemp("said")
        (folder / "out").write_text(said.out, encoding="utf-8")
        (folder / "err").write_text(said.err, encoding="utf-8")
        return ["sh", "-c", f"cd '{folder}' && cat out && cat err >&2; exit {said.code}"]

    usual = child_processes.module_command
    monkeypatch.setattr(child_processes, "module_command", command)


class Paints(QObject):
    """Keeps which of the ``watched`` widgets were painted, or had another ``kind`` of event, one after another."""

    def __init__(self, *watched: QWidget, kind: QEvent.Type = QEvent.Type.Paint) -> None:
        super().__init__(watched[0])
        self._kind = kind
        self.painted: list[QObject] = []
        for widget in watched:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == self._kind:
            self.painted.append(watched)
        return False


def run_events() -> None:
    """Let the event loop do all that is left to do, and what follows from that."""
    for _ in range(20):
        QApplication.processEvents()
