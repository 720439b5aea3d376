"""The program of the window: how it comes and goes, and its words."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests import patience
from tests.workbench.conftest import owned
from tests.workbench.visible_strings import field_strings, window_strings, write

ROOT = Path(__file__).resolve().parents[2]

START_AND_LEAVE = """
import locale, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from workbench import app
from workbench.shell import window

seen = {}

class Watched(window.MainWindow):
    def __init__(self, *args):
        super().__init__(*args)
        self.watch = QTimer(self)
        self.watch.timeout.connect(self.leave)
        self.watch.start(50)

    def leave(self):
        if self.page_stack.active or not self.isVisible():
            return
        self.watch.stop()
        seen["visible"] = self.isVisible()
        seen["pages"] = [page.name for page in self.pages()]
        seen["decimal point"] = locale.localeconv()["decimal_point"]
        self.close()

window.MainWindow = Watched
code = app.main(["palimpsest"])
slow = [name for name in ("torch", "transformers", "datasets", "spacy", "accelerate") if name in sys.modules]
print(code, seen["visible"], "settings" in seen["pages"], seen["decimal point"], slow)
"""


def test_the_window_comes_and_goes_without_loading_the_engine(home: Path) -> None:
    # A locale with decimal commas, where the machine has one: C libraries must not see it.
    environment = os.environ | {"LC_ALL": "de_DE.UTF-8", "PALIMPSEST_HOME": str(home)}
    ended = subprocess.run(
        [sys.executable, "-c", START_AND_LEAVE],
        env=environment, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=patience.seconds(120),
    )  # fmt: skip
    assert ended.stdout.splitlines()[-1:] == ["0 True True . []"], ended.stdout + ended.stderr
    assert (home / "window.ini").is_file()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a screen")
def test_qt_binding_keeps_the_count_of_none(qtbot: QtBot) -> None:
    """PySide6 6.12 on Python 3.11 loses a reference to None with every call that returns nothing, and then aborts."""
    label = owned(qtbot, QLabel())
    before = sys.getrefcount(None)
    for _ in range(1000):
        label.setToolTip("x")
    assert sys.getrefcount(None) > before - 500


AMERICAN = re.compile(
    r"\b(colors?|behaviors?|optimizers?|optimization|normaliz\w+|regulariz\w+|initializ\w+|summariz\w+|analyz\w+|centered|"
    r"gray|labeled|catalogs?|artifacts?)\b",
    re.IGNORECASE,
)
RULES = {
    "an exclamation mark": re.compile(r"\w!(\s|$)"),
    "three dots in place of one ellipsis": re.compile(r"\w\.\.\."),
    "American spelling": AMERICAN,
    "the singular in brackets": re.compile(r"\w\((s|es)\)"),
    "please": re.compile(r"\bplease\b", re.IGNORECASE),
}


@pytest.fixture(scope="module")
def texts() -> list[tuple[str, str]]:
    """(place, text) of everything that can be seen."""
    shown = [(f"{module}:{line}", text) for module, found in window_strings().items() for line, text in found]
    return [*shown, *field_strings()]


@pytest.mark.parametrize("rule", RULES)
def test_no_text_of_the_window_has(rule: str, texts: list[tuple[str, str]]) -> None:
    pattern = RULES[rule]
    assert [f"{place}: {text}" for place, text in texts if pattern.search(text)] == []


def test_the_list_holds_what_is_seen_and_no_docstring(tmp_path: Path) -> None:
    file = tmp_path / "strings.txt"
    assert write(file) > 1500
    lines = file.read_text(encoding="utf-8").splitlines()
    shown = [line.strip().partition(" ")[2] for line in lines]
    assert "Only add" in shown and "Which column is the text?" in shown
    assert "Majority class" in shown, "a word by itself is a text too"
    assert "Linear baseline, data: The texts and labels." in lines and "the row has no label." in lines
    of_window = shown[: lines.index("== fields of an experiment")]
    assert of_window.count("Validation") == 1, "each text once"
    assert not any("from the outside in" in line.casefold() for line in lines), "comments are not seen"
    assert not any(
        line.endswith("changes it. A list is written with commas between its entries.") for line in lines
    )
