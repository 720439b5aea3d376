"""A new user's way to a first result: twelve clicks at most, walked in the whole program, with training and all."""

from __future__ import annotations

import csv
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store import Store, runs
from tests import patience
from tests.workbench.walks.pointer import missing_programs

pytestmark = [pytest.mark.gui, pytest.mark.slow]
CHECKOUT = Path(__file__).parents[3]
MOST_CLICKS = 12
SECONDS = 240


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
def screen() -> Iterator[str]:
    """A screen with a window manager, as DISPLAY names it."""
    if missing := missing_programs():
        pytest.skip(f"real clicks need {', '.join(missing)}")
    ends, number = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(number), "-screen", "0", "1440x900x24", "-nolisten", "tcp"],
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


def walked(home: Path, file: Path, pictures: Path, display: str) -> None:
    """Walks, and checks what came out; an empty ``display``: without a screen, by events of Qt's own."""
    pictures.mkdir()
    how = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"} if display else {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.workbench.walks.first_result", str(file), "--pictures", str(pictures),
         "--seconds", str(patience.seconds(SECONDS)), *([] if display else ["--sent"])],
        cwd=CHECKOUT, env=os.environ | how | {"PYTHONPATH": str(CHECKOUT), "PALIMPSEST_LANGUAGE": "en"},
        capture_output=True, text=True, check=False, timeout=patience.seconds(SECONDS + 60),
    )  # fmt: skip
    seen = sorted(each.name for each in pictures.iterdir())
    assert done.returncode == 0, f"{seen}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    answer = json.loads(done.stdout.splitlines()[-1])
    assert len(answer["clicks"]) <= MOST_CLICKS, answer["clicks"]
    assert len(seen) == len(answer["clicks"]), "a picture before each click"
    with Store(home / "palimpsest.sqlite", read_only=True) as store:
        rows = runs.list_runs(store, status=["finished"])
    assert len(rows) == 2 and all(row.test is not None for row in rows)
    table = answer["latex"]
    assert table.startswith(r"\begin{table}") and table.count(r"\\") >= 3
    assert all(f"{row.test:.2f}" in table or f"{row.test:.1f}" in table for row in rows)


def test_own_texts_to_latex_by_clicks_on_a_screen(
    home: Path, opinions: Path, tmp_path: Path, screen: str
) -> None:
    walked(home, opinions, tmp_path / "pictures", screen)


@pytest.mark.skipif(not missing_programs(), reason="it is walked with real clicks here")
def test_own_texts_to_latex_without_a_screen(home: Path, opinions: Path, tmp_path: Path) -> None:
    walked(home, opinions, tmp_path / "pictures", "")
