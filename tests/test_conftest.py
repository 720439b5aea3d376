"""The shared fixtures do what the other tests rely on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import patience
from tests.leftovers import MARK

ROOT = Path(__file__).resolve().parent.parent

LEAVES_THINGS_BEHIND = """
from PySide6.QtCore import QThread, qWarning
from PySide6.QtWidgets import QComboBox, QMenu, QWidget

kept = []

def test_widget_kept(qapp):
    kept.append(QWidget(objectName="forgotten"))

def test_thread_kept(qapp):
    kept.append(QThread(objectName="still-going"))
    kept[-1].start()

def test_widget_handed_over(qtbot):
    box = QComboBox()
    qtbot.addWidget(box)
    QMenu(box)
    box.show()
    kept.append(box)

def test_widget_collected(qapp):
    widget = QWidget()
    widget.me = widget

def test_thread_ended(qapp):
    thread = QThread()
    kept.append(thread)
    thread.start()
    thread.quit()
    assert thread.wait(5000)

def test_warning_of_qt(qapp):
    qWarning("something is off")
"""


def test_what_a_test_leaves_behind_is_reported_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "test_leaves.py"
    file.write_text(LEAVES_THINGS_BEHIND, encoding="utf-8")
    pytest_here = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command = [*pytest_here, "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), str(file)]
    answer = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=ROOT)
    summary = {line for line in answer.stdout.splitlines() if line.startswith(("ERROR ", "FAILED "))}
    blamed = {line.partition("::")[2].partition(" ")[0] for line in summary}
    assert blamed == {"test_widget_kept", "test_thread_kept", "test_warning_of_qt"}, answer.stdout
    assert "QWidget 'forgotten'" in answer.stdout
    assert "QThread 'still-going'" in answer.stdout


CRASHES = """
import os, signal, subprocess, sys
import pytest

@pytest.mark.parametrize("number", range(3))
def test_of_a_file(number):
    if number == {crashes_at}:
        # It inherits the session's output, and outlives the worker.
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        os.kill(os.getpid(), signal.SIGSEGV)
"""

NEVER_ENDS = """
import subprocess, sys

def test_waits():
    subprocess.run([sys.executable, "-c", "import time; time.sleep(3600)"])
"""

SWITCHES_ON = """
import gc

def test_switches_collection_on(qapp):
    gc.enable()

def test_next(qapp):
    assert not gc.isenabled()
"""


def run_session(folder: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A session of its own over the tests in ``folder``; ends when nobody holds its output any more."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", MARK))}
    pytest_here = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", *options]
    return subprocess.run(
        [*pytest_here, "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), str(folder)],
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        env=inherited | environment,
        timeout=patience.seconds(240),
    )


def test_a_worker_that_crashes_ends_the_session_with_the_name_of_its_test(tmp_path: Path) -> None:
    for number in range(12):
        text = CRASHES.replace("{crashes_at}", "1" if number == 6 else "-1")
        (tmp_path / f"test_{number:02}.py").write_text(text, encoding="utf-8")
    answer = run_session(tmp_path, "-n", "2", "--dist", "loadfile")
    assert answer.returncode == 1, answer.stdout
    assert "crashed while running 'test_06.py::test_of_a_file[1]" in answer.stdout


SAYS_WHERE = """
import os
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range(6))
def test_of_a_file(number):
    worker = os.environ["PYTEST_XDIST_WORKER"]
    Path(__file__).with_suffix("." + worker).touch()
"""


def test_the_tests_of_a_file_stay_on_one_worker(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"test_{number:02}.py").write_text(SAYS_WHERE, encoding="utf-8")
    answer = run_session(tmp_path, "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
    assert answer.returncode == 0, answer.stdout
    workers = [[file.suffix for file in tmp_path.glob(f"test_{number:02}.gw*")] for number in range(6)]
    assert all(len(each) == 1 for each in workers)
    assert {each[0] for each in workers} == {".gw0", ".gw1"}


def test_a_session_that_hangs_is_ended_with_all_that_it_has_started(tmp_path: Path) -> None:
    (tmp_path / "test_waits.py").write_text(NEVER_ENDS, encoding="utf-8")
    answer = run_session(tmp_path, PALIMPSEST_TEST_MINUTES="0.1")
    assert answer.returncode == 1
    assert "have not ended after 0.1 minutes" in answer.stderr
    assert "time.sleep(3600)" in answer.stderr


def test_a_test_may_not_leave_automatic_collection_on(tmp_path: Path) -> None:
    (tmp_path / "test_gc.py").write_text(SWITCHES_ON, encoding="utf-8")
    answer = run_session(tmp_path)
    assert answer.returncode == 1
    assert "automatic garbage collection is left on" in answer.stdout
    assert "2 passed, 1 error" in answer.stdout


def test_home_is_empty_and_of_this_test_only(home: Path, tmp_path: Path) -> None:
    assert os.environ["PALIMPSEST_HOME"] == str(home)
    assert home.is_relative_to(tmp_path)
    assert list(home.iterdir()) == []


def test_without_the_fixture_the_users_home_is_out_of_reach() -> None:
    assert "palimpsest-tests-" in os.environ["PALIMPSEST_HOME"]


def test_tiny_bert_is_a_bert_with_heads_and_a_fast_tokenizer(tiny_bert_folder: Path) -> None:
    from transformers import AutoModelForMaskedLM, AutoModelForNextSentencePrediction, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    assert tokenizer.is_fast
    pieces = tokenizer.tokenize("The river is zoom!")
    assert pieces == ["the", "river", "is", "z", "##o", "##o", "##m", "!"]
    model, info = AutoModelForMaskedLM.from_pretrained(tiny_bert_folder, output_loading_info=True)
    assert model.config.num_hidden_layers == 2 and not info["missing_keys"]
    _, info = AutoModelForNextSentencePrediction.from_pretrained(tiny_bert_folder, output_loading_info=True)
    assert not info["missing_keys"]


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_minilm_folder_is_complete(minilm_folder: Path, name: str) -> None:
    assert (minilm_folder / name).is_file()
