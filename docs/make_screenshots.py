"""Takes the pictures in docs/screenshots: the real window, on runs that were really trained, in both themes.

    python docs/make_screenshots.py [--home FOLDER] [--quick] [--only NAME ...]

Without a home, a temporary one is filled first: the Quickstart recipe at two learning rates and two seeds, then the
samples of the paper's Tables 7 and 2 and of two tasks in a row (ten minutes on a CPU; ``--quick`` uses fewer texts). No
screen is needed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
SIZES = {"": (1440, 900, 1.0), "-small": (1280, 800, 1.0), "-4k": (3840, 2160, 2.0)}


def train(home: Path, quick: bool) -> None:
    """Trains what the pictures show, by the command line."""
    settings = ["learning_rate=[3e-4, 5e-5]", "seed=[42, 43]"]
    if quick:
        settings += ["data.train_rows=600", "data.test_rows=300", "epochs=2"]
    quickstart = ["quickstart", *(word for setting in settings for word in ("--set", setting))]
    environment = os.environ | {"PALIMPSEST_HOME": str(home)}
    samples = ([name, "--size", "sample"] for name in ("table-7", "table-2", "two-tasks"))
    for wanted in (quickstart, *samples):
        subprocess.run([sys.executable, "-m", "engine", "run", *wanted], env=environment, check=True)


def take(home: Path, target: Path, only: Sequence[str] = ()) -> None:
    """Opens the window on ``home`` and saves a picture of each page, or of those that are named."""
    os.environ["PALIMPSEST_HOME"] = str(home)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    for name in ("window.ini", "draft.json"):
        (home / name).unlink(missing_ok=True)
    from PySide6.QtWidgets import QApplication

    from workbench import language

    app = QApplication([])
    language.start("en")  # unless PALIMPSEST_LANGUAGE names another; before pages are imported

    from workbench.backend.session import Session
    from workbench.look import theme
    from workbench.pages.runs.run_list.wording import FORGETTING, LEARNING
    from workbench.shell.window import MainWindow

    theme.apply(app, "light", 1.0)

    def wait(seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            app.processEvents()
            time.sleep(0.005)

    session = Session(home / "palimpsest.sqlite", run_queue=False)
    session.start()
    window = MainWindow(session)
    window.resize(1440, 900)
    window.show()
    wait(
        20, lambda: window.page("design").knowledge is not None and not window.page("design").knowledge.busy()
    )

    def save(name: str, size: str = "", mode: str = "light") -> None:
        width, height, scale = SIZES[size]
        theme.set_mode(mode)
        theme.set_scale(scale)
        window.resize(width, height)
        wait(1.5)
        window.grab().save(str(target / f"{name}{size}-{mode}.png"))
        print(f"{name}{size}-{mode}.png")

    def both(name: str) -> None:
        if only and name not in only:
            return
        for mode in ("light", "dark"):
            save(name, mode=mode)
        save(name, "-small")

    def settle_design() -> None:
        wait(3)
        wait(180, lambda: not window.page("design").knowledge.busy())
        wait(1)

    def end() -> None:
        window.close()
        wait(0.3)
        session.close()

    target.mkdir(exist_ok=True)
    window.go("design", {"recipe": "quickstart"})
    settle_design()
    both("0-first-start")
    window.go("design", {"recipe": "two-learning-rates"})
    settle_design()
    both("2-design")
    window.go("design", {"recipe": "table-7"})
    settle_design()
    both("5-stages")
    window.go("data")
    wait(60, lambda: not window.page("data").busy())
    wait(1)
    both("1-data")
    ids = list(range(4, 0, -1))
    window.go("runs", ids)
    wait(4)
    both("3-runs")
    window.go("compare", sorted(ids))
    wait(3)
    both("4-compare")
    window.go("lab", sorted(ids)[:2])
    lab = window.page("lab")
    wait(120, lambda: bool(lab.attention.lines.tokens()) and all(p.explained for p in lab.panels.values()))
    lab.texts.show_tab("forgotten")
    wait(2)
    both("8-lab")
    # Two tasks in a row: nothing done, layer-wise decay, replay of the task, replay of text.
    strategies = list(range(19, 29))
    window.go("runs", [19, 21, 25, 26])
    window.page("runs").tabs.setCurrentIndex(FORGETTING)
    wait(6)
    both("9-forgetting")
    window.page("runs").tabs.setCurrentIndex(LEARNING)
    window.go("compare", strategies)
    wait(5)
    both("10-plane")
    window.go("runs", [11])
    wait(4)
    both("6-stages-run")
    window.go("compare", {"paper": "table-2:sample"})
    wait(4)
    both("7-paper")
    if only and "3-runs" not in only:
        end()
        return
    # Last: a window does not shrink below what its largest text size asked for.
    window.go("runs", ids)
    wait(3)
    save("3-runs", "-4k")
    theme.set_scale(1.0)
    end()


def main() -> None:
    """Trains if need be, then takes the pictures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--home", type=Path, help="a home filled as described")
    parser.add_argument("--quick", action="store_true", help="train on fewer texts")
    parser.add_argument("--target", type=Path, default=HERE / "screenshots")
    parser.add_argument("--only", nargs="+", default=(), help="pictures to take, by name: 4-compare 7-paper")
    options = parser.parse_args()
    if options.home is not None:
        take(options.home, options.target, options.only)
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        train(Path(folder), options.quick)
        take(Path(folder), options.target, options.only)


if __name__ == "__main__":
    main()
