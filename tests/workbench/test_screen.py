"""A window that cannot be shown is refused in sentences, with what to install; Qt would abort."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

from workbench import screen, system_libraries

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux takes Qt's libraries from the system"
)
PACKAGE = Path(PySide6.__file__).parent
X11 = PACKAGE / "Qt" / "plugins" / "platforms" / "libqxcb.so"


@pytest.fixture
def lacking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of Qt's X11 plug-in that asks for a library of X11 which no system has, where PySide6 is looked for."""
    changed = X11.read_bytes().replace(b"libxcb-icccm.so.4", b"libxcb-icccm.so.9")
    assert changed != X11.read_bytes()
    platforms = tmp_path / "PySide6" / "Qt" / "plugins" / "platforms"
    platforms.mkdir(parents=True)
    (platforms / X11.name).write_bytes(changed)
    (tmp_path / "PySide6" / "Qt" / "lib").symlink_to(PACKAGE / "Qt" / "lib")
    monkeypatch.setattr(screen, "_sites", lambda: [tmp_path])
    return tmp_path


def test_without_a_display_there_is_the_terminal() -> None:
    assert screen.find_problem({}) == screen.NO_SCREEN
    assert screen.find_problem({"QT_QPA_PLATFORM": "offscreen"}) == ""


def test_a_missing_library_is_named_with_its_package(lacking: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = screen.find_problem({"DISPLAY": ":0"})
    assert "libxcb-icccm.so.9" in said
    assert "Install the packages of your system that hold" in said  # of no known package
    monkeypatch.setitem(system_libraries.DEBIAN_PACKAGES, "libxcb-icccm.so.9", "libxcb-icccm9")
    said = screen.find_problem({"DISPLAY": ":0"})
    assert "apt-get install" in said.splitlines()[-1] and "libxcb-icccm9" in said.splitlines()[-1]
    assert screen.describe_import_error(ImportError("no")).startswith("Qt cannot be loaded (no).")


@pytest.mark.skipif(shutil.which("ldd") is None, reason="nothing tells what is missing")
def test_a_whole_qt_has_no_problem() -> None:
    missing = system_libraries.missing_libraries([PACKAGE.parent], {"DISPLAY": ":0"})
    assert (screen.find_problem({"DISPLAY": ":0"}) == "") == (not missing)


def test_the_platform_is_started_for_real(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert screen.start_platform() == ("offscreen", "")
    monkeypatch.setenv("QT_QPA_PLATFORM", "no-such-platform")
    name, problem = screen.start_platform()
    assert name == "" and "no-such-platform" in problem


def test_the_program_says_it_instead_of_a_traceback(home: Path) -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    ended = subprocess.run(
        [sys.executable, "-m", "workbench.app"], env=environment, capture_output=True, encoding="utf-8"
    )
    assert ended.returncode == 2 and ended.stderr.strip() == screen.NO_SCREEN
    assert "palimpsest run quickstart" in screen.NO_SCREEN and not any(home.iterdir())


def test_where_qt_itself_gives_up_it_is_said_in_our_words(home: Path) -> None:
    """Nobody answers at this display; Qt would end the process by SIGABRT."""
    environment = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
    environment |= {"DISPLAY": ":4711", "QT_QPA_PLATFORM": "xcb", "PALIMPSEST_HOME": str(home)}
    ended = subprocess.run(
        [sys.executable, "-m", "workbench.app"], env=environment, capture_output=True, encoding="utf-8"
    )
    assert ended.returncode == 2
    missing = system_libraries.missing_libraries([PACKAGE.parent], environment)
    last = system_libraries.describe_missing(missing) or screen.QT_FAILED.splitlines()
    assert ended.stderr.splitlines()[-len(last) :] == last
    assert "Abort" not in ended.stderr and "Fatal" not in ended.stderr
