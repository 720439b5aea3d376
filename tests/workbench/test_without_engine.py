"""The window of an installation without the engine: all pages, and what each says."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.installation import INSTALL_ENGINE
from tests.engine.malformed.stores import sound_store
from tests.patience import seconds
from tests.without_engine import environment_without_engine

WALK = """
import json, sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app = QApplication([])
from engine import installation, paths
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.backend.tasks import FaultHook
from workbench.look import theme
from workbench.shell.window import MainWindow
from workbench.widgets.labels import ElidedLabel, Label
assert not installation.is_engine_installed()
theme.apply(app, "light")
patience = float(sys.argv[1])

def wait(for_what):
    end = time.monotonic() + patience
    while not for_what():
        assert time.monotonic() < end, "waited in vain"
        app.processEvents()
        time.sleep(0.005)

session = Session()
window = MainWindow(session, Preferences(paths.home() / "window.ini"))
said, whole = [], []
hook = FaultHook(said.append, window)
session.error.connect(said.append)
session.failed.connect(said.append)
window.complete.connect(lambda: whole.append(True))
window.show()
QTimer.singleShot(0, session, session.start)
wait(lambda: whole and session.is_open)

def texts(page):
    return " ".join(each.text() for each in page.findChildren(Label) if each.isVisible())

seen = {}
for name in list(window._entries):
    window.show_page(name)
    page = window.page(name)
    if name in ("data", "lab"):
        wait(lambda: "pip install" in texts(page))
    seen[name] = texts(page)
design = window.page("design")
seen["guide"] = [design.form_column.guide._steps[0][1].text(), design._guide]
design.check()
seen["run enabled"] = [b.isEnabled() for b in (design.head.run_button, design.head.baseline_button)]
seen["run tip"] = design.head.run_button.toolTip()
slices = window.page("runs").view.errors.slices
slices.begin(1, "test")
slices.find_button.click()
wait(slices.find_button.isEnabled)
seen["slices"] = slices.note.text()
seen["said"] = said
seen["loaded"] = [name for name in ("torch", "transformers", "datasets", "spacy", "pyarrow") if sys.modules.get(name)]
hook.remove()
window.hide()
session.close()
print(json.dumps(seen))
"""


@pytest.mark.gui
def test_all_pages_without_the_engine(home: Path, tmp_path: Path) -> None:
    blocking = tmp_path / "blocking"
    blocking.mkdir()
    shutil.copy(sound_store(), home / "palimpsest.sqlite")
    environment = environment_without_engine(blocking) | {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", WALK, str(seconds(60))]
    answer = subprocess.run(
        command, capture_output=True, encoding="utf-8", env=environment, timeout=seconds(300), cwd=tmp_path
    )
    assert answer.returncode == 0, answer.stderr[-4000:]
    assert "Traceback" not in answer.stderr
    assert not (home / "faults").exists(), seen_faults(home)
    seen = json.loads(answer.stdout.splitlines()[-1])
    assert {"data", "design", "runs", "compare", "lab", "settings", "help"} <= seen.keys()
    assert seen["said"] == []
    assert seen["loaded"] == []
    assert seen["run enabled"] == [False, False]
    assert seen["guide"][1] and "PyTorch, which is not installed" in seen["guide"][0]
    for place in ("data", "lab", "run tip", "slices"):
        assert INSTALL_ENGINE in seen[place], seen[place]
    assert "Quickstart" in seen["runs"] or "run" in seen["runs"].lower()


def seen_faults(home: Path) -> str:
    """What the files of faults hold."""
    return "\n".join(file.read_text(encoding="utf-8") for file in (home / "faults").glob("*.txt"))
