"""Four users' ways through the whole program, with training: each in so many clicks at most.

Each night the first is walked on small and large screens, in both themes, with larger text, wide and narrow letters.
``PALIMPSEST_TEST_PICTURES=build/walk`` keeps the pictures of the screen before each click, a folder for each walk.
"""

from __future__ import annotations

import csv
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from PySide6.QtGui import QFontDatabase, QImage

from engine.store import Store, runs
from engine.store.rows import RunRow
from tests import patience
from tests.workbench.walks.pointer import missing_programs

pytestmark = [pytest.mark.gui, pytest.mark.slow]
CHECKOUT = Path(__file__).parents[3]
MOST_CLICKS = {"first_result": 14, "paper": 13, "freezing": 9, "next_day": 5}
SECONDS = 240
WIDE = ("DejaVu Sans", "Verdana")
NARROW = ("Liberation Sans Narrow", "Nimbus Sans Narrow", "DejaVu Sans Condensed", "Arial Narrow")
"""Families with wide and with narrow letters; of each the first that is installed is taken."""


@dataclass(frozen=True)
class Look:
    """A screen and how the window looks on it; ``fonts``: families of which one is taken; none: the window's own."""

    width: int = 1440
    height: int = 900
    mode: str = "light"
    scale: int = 1
    fonts: tuple[str, ...] = ()

    def __str__(self) -> str:
        fonts = {WIDE: "-wide", NARROW: "-narrow"}.get(self.fonts, "")
        return f"{self.width}x{self.height}-{self.mode}{fonts}"


LOOKS = (
    Look(1280, 800, "light", fonts=WIDE),
    Look(1280, 800, "dark"),
    Look(1440, 900, "dark", fonts=NARROW),
    Look(1920, 1080, "light", fonts=NARROW),
    Look(3840, 2160, "dark", scale=2, fonts=WIDE),
)


@pytest.fixture
def opinions(tmp_path: Path) -> Path:
    """Sixty short texts of each of two classes."""
    draw = random.Random(1)
    words = {"good": ["lovely", "great", "warm"], "bad": ["awful", "cold", "rude"]}
    file = tmp_path / "opinions.csv"
    with file.open("w", encoding="utf-8", newline="") as opened:
        written = csv.writer(opened)
        written.writerow(["text", "label"])
        for number in range(120):
            label = ("good", "bad")[number % 2]
            what = draw.choice(["room", "meal", "film"])
            written.writerow([f"The {what} was {draw.choice(words[label])}, number {number}", label])
    return file


@pytest.fixture
def pictures(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """An empty folder for the pictures of a walk."""
    kept = os.environ.get("PALIMPSEST_TEST_PICTURES", "")
    name = re.sub(r"\W+", "-", request.node.name).strip("-")
    folder = CHECKOUT / kept / name if kept else tmp_path / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for each in folder.glob("*.png"):
        each.unlink()
    return folder


@contextmanager
def screen(look: Look) -> Iterator[str]:
    """A screen with a window manager, as DISPLAY names it."""
    ends, number = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(number), "-screen", "0", f"{look.width}x{look.height}x24", "-nolisten", "tcp"],
        pass_fds=[number], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(number)
    manager = None
    try:
        with os.fdopen(ends) as told:
            display = f":{told.readline().strip()}"
        manager = subprocess.Popen(
            ["openbox"],
            env=os.environ | {"DISPLAY": display},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        yield display
    finally:
        for process in (manager, server):
            if process is not None:
                process.terminate()
                process.wait(patience.seconds(30))


def walked(
    journey: str, file: Path, pictures: Path, display: str, look: Look, font: str = ""
) -> dict[str, Any]:
    """Walks, checks clicks and pictures, and returns what came out.

    An empty ``display``: without a screen, by events of Qt's own.
    """
    how = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"} if display else {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.workbench.walks.journeys", journey, str(file), "--pictures", str(pictures),
         "--seconds", str(patience.seconds(SECONDS)), "--mode", look.mode,
         "--scale", str(look.scale), "--font", font,
         *([] if display else ["--sent", "--size", f"{look.width}x{look.height}"])],
        cwd=CHECKOUT, env=os.environ | how | {"PYTHONPATH": str(CHECKOUT), "PALIMPSEST_LANGUAGE": "en"},
        capture_output=True, text=True, check=False, timeout=patience.seconds(SECONDS + 60),
    )  # fmt: skip
    seen = sorted(each.name for each in pictures.iterdir())
    assert done.returncode == 0, f"{seen}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert len(answer["clicks"]) <= MOST_CLICKS[journey], answer["clicks"]
    assert len(seen) == len(answer["clicks"]), "a picture before each click"
    widest, highest = (look.scale * length for length in answer["widest"])
    # A frame's odd number of px is no whole number of the window's.
    rounded = look.scale if look.scale > 1 else 0
    assert max(widest - look.width, highest - look.height) <= rounded, "the window stays on the screen"
    if display:
        shot = QImage(str(pictures / seen[0]))
        assert (shot.width(), shot.height()) == (look.width, look.height)
    return answer


def first_result(home: Path, file: Path, pictures: Path, display: str, look: Look, font: str = "") -> None:
    """Walks from a file to compared runs and classes, and checks both."""
    table = walked("first_result", file, pictures, display, look, font)["latex"]
    with file.open(encoding="utf-8") as asked, file.with_name("saved.csv").open(encoding="utf-8") as saved:
        given, found = list(csv.DictReader(asked)), list(csv.DictReader(saved))
    assert [(row["text"], row["label"]) for row in found] == [(row["text"], row["label"]) for row in given]
    assert all(float(row["confidence"]) > 0 and row["predicted"] in ("good", "bad") for row in found)
    assert load_workbook(file.with_name("saved.xlsx")).active.max_row == 121
    rows = finished(home)
    assert len(rows) == 2 and all(row.test is not None for row in rows)
    assert table.startswith(r"\begin{table}") and table.count(r"\\") >= 3
    assert all(f"{row.test:.2f}" in table or f"{row.test:.1f}" in table for row in rows)


def finished(home: Path) -> list[RunRow]:
    """The finished runs."""
    with Store(home / "palimpsest.sqlite", read_only=True) as store:
        return runs.list_runs(store, status=["finished"])


@pytest.fixture
def display() -> Iterator[str]:
    """A screen of the usual size; without the programs for one, none."""
    with nullcontext("") if missing_programs() else screen(Look()) as name:
        yield name


def test_own_texts_to_latex(home: Path, opinions: Path, pictures: Path, display: str) -> None:
    first_result(home, opinions, pictures, display, Look())


def test_a_table_of_the_paper_begins_to_fill(
    home: Path, opinions: Path, pictures: Path, display: str
) -> None:
    told = walked("paper", opinions, pictures, display, Look())
    assert told["filled"] > 0 and all(f"{row.test:.2f}" in told["latex"] for row in finished(home))


def test_frozen_layers_and_the_next_day(home: Path, opinions: Path, pictures: Path, display: str) -> None:
    """A run that was stopped goes on in another window, and nothing of its curve is lost."""
    stopped = walked("freezing", opinions, pictures, display, Look())["step"]
    for each in pictures.iterdir():
        each.rename(pictures.with_name(f"freezing {each.name}"))
    walked("next_day", opinions, pictures, display, Look())
    (row,) = finished(home)
    assert row.step > stopped and row.test is not None


@pytest.mark.nightly
@pytest.mark.parametrize("case", LOOKS, ids=str)
def test_the_same_on_every_screen(home: Path, opinions: Path, pictures: Path, case: Look) -> None:
    if missing := missing_programs():
        told = f"real clicks need {', '.join(missing)}"
        if os.environ.get("CI") and os.name == "posix" and os.geteuid() == 0:
            pytest.fail(f"{told}: make programs installs them")
        pytest.skip(told)
    font = next((each for each in case.fonts if each in QFontDatabase.families()), "")
    if case.fonts and not font:
        pytest.skip(f"none of {', '.join(case.fonts)} is installed")
    with screen(case) as display:
        first_result(home, opinions, pictures, display, case, font)
