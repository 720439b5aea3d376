"""Takes the pictures in docs/screenshots: the real window, on runs that were really trained, in both themes.

    python docs/make_screenshots.py [--home FOLDER] [--quick] [--target FOLDER] [--only NAME ...]

Without a home, a temporary one is filled first: the Quickstart recipe at two learning rates and two seeds, the bundled
study of layer-wise decay, and the sample of the paper's Table 2 (minutes on a CPU; ``--quick`` uses fewer texts).
``--home`` uses such a home again; ``--only`` brings about no more than the pictures named. No screen is needed.
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
SIZE = (1440, 900)
NEW_HEADLINES = (
    "Goalkeeper saves two penalties,The visitors leave with a draw and one point",
    "Bank raises its key rate,Shares fall in the hour after the news",
    "Probe sends first pictures of the moon,Engineers wait for the second antenna",
    "Ministers meet at the border,Talks on a ceasefire begin on Monday",
    "New phone has a larger battery,It is sold from October on",
    "Sprinter breaks a record of ten years,Her coach speaks of a perfect start",
    "Oil prices climb for the third day,Airlines warn of dearer tickets",
    "Voters choose a new parliament,Counting goes on until the morning",
)
OPINIONS = (("lovely", "good"), ("warm", "good"), ("cold", "bad"), ("rude", "bad"))


def train(home: Path, quick: bool) -> None:
    """Trains what the pictures show, by the command line."""
    settings = ["learning_rate=[3e-4, 5e-5]", "seed=[42, 43]"]
    if quick:
        settings += ["data.train_rows=600", "data.test_rows=300", "epochs=2"]
    quickstart = ["quickstart", *(word for setting in settings for word in ("--set", setting))]
    environment = os.environ | {"PALIMPSEST_HOME": str(home)}
    study = str(HERE.parent / "resources" / "studies" / "decay.capsule")
    for command in (["run", *quickstart], ["open-capsule", study], ["run", "table-2", "--size", "sample"]):
        subprocess.run([sys.executable, "-m", "engine", *command], env=environment, check=True)


class Camera:
    """The window on a home, and what takes its pictures. Scenes that were not asked for are not brought about."""

    def __init__(self, home: Path, target: Path, only: Sequence[str]) -> None:
        from PySide6.QtWidgets import QApplication

        from workbench.backend.session import Session
        from workbench.shell.window import MainWindow

        os.environ["PALIMPSEST_HOME"] = str(home)
        for name in ("window.ini", "draft.json"):
            (home / name).unlink(missing_ok=True)
        self.app, self.target, self.only = QApplication.instance(), target, only
        self.session = Session(home / "palimpsest.sqlite", run_queue=False)
        self.session.start()
        self.window = MainWindow(self.session)
        self.window.resize(1440, 900)
        self.window.show()
        self.wait(60, lambda: len(self.window.pages()) == len(self.window._entries))
        design = self.window.page("design")
        self.wait(20, lambda: design.knowledge is not None and not design.knowledge.busy())

    def wait(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Let the window work until something is so, for so many seconds at most."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            self.app.processEvents()
            time.sleep(0.005)

    def save(self, name: str, mode: str) -> None:
        """Save one picture of what is shown."""
        from workbench.look import theme

        theme.set_mode(mode)
        self.window.resize(*SIZE)
        self.wait(1.5)
        self.window.grab().save(str(self.target / f"{name}-{mode}.png"))
        print(f"{name}-{mode}.png")

    def take(self, name: str, scene: Callable[[], object]) -> None:
        """Bring a scene about and save it in every look, if it was asked for."""
        if self.only and name not in self.only:
            return
        scene()
        for mode in ("light", "dark"):
            self.save(name, mode)

    def close(self) -> None:
        """Close the window, as its user would."""
        self.window.close()
        self.wait(0.3)
        self.session.close()


def show_design(camera: Camera, recipe: str) -> None:
    """Show a recipe on Design, with its estimates."""
    camera.window.go("design", {"recipe": recipe})
    camera.wait(3)
    camera.wait(180, lambda: not camera.window.page("design").knowledge.busy())
    camera.wait(1)


def show_data(camera: Camera) -> None:
    """Show the catalogue with the health of its first data set."""
    camera.window.go("data")
    camera.wait(60, lambda: not camera.window.page("data").busy())
    camera.wait(1)


def show_import(camera: Camera) -> None:
    """Show the import of a file, with its first rows."""
    camera.window.go("data")
    file = Path(tempfile.gettempdir()) / "opinions.csv"
    rows = (
        f"The {what} was {how},{label}"
        for what in ("room", "meal", "film", "walk")
        for how, label in OPINIONS
    )
    file.write_text("\n".join(["text,label", *rows]), encoding="utf-8")
    page = camera.window.page("data")
    page.import_set(str(file))
    camera.wait(180, lambda: page.sheet.form.add.isEnabled())
    file.unlink()


def show_lab(camera: Camera, ids: Sequence[int]) -> None:
    """Show a text on two runs, with attention and attributions."""
    camera.window.go("lab", list(ids))
    lab = camera.window.page("lab")
    camera.wait(120, lambda: all(p.explained for p in lab.panels.values()))
    lab.texts.show_tab("attention")
    camera.wait(2)


def show_classify(camera: Camera, run: int) -> None:
    """Show a file of new texts with the answers of a run's model."""
    camera.window.go("classify", run)
    page = camera.window.page("classify")
    camera.wait(60, lambda: bool(page.choices))
    file = Path(tempfile.gettempdir()) / "new-headlines.csv"
    file.write_text("\n".join(["title,description", *NEW_HEADLINES]), encoding="utf-8")
    page.take_file(file)
    camera.wait(120, lambda: page.plan is not None)
    page.classify()
    camera.wait(300, lambda: page.answers is not None)
    file.unlink()


def show_runs(camera: Camera, ids: Sequence[int], tab: int) -> None:
    """Show runs with one of their tabs."""
    camera.window.go("runs", list(ids))
    camera.window.page("runs").tabs.setCurrentIndex(tab)
    camera.wait(6)


def show(camera: Camera, page: str, payload: object = None) -> None:
    """Show a page."""
    camera.window.go(page, payload)
    camera.wait(5)


def show_empty(camera: Camera, page: str) -> None:
    """Show what a page says that has no runs, once it knows that."""
    camera.window.go(page)
    stack = camera.window.page(page).stack
    camera.wait(60, lambda: stack.currentWidget() is not stack.loading)


def show_settings(camera: Camera) -> None:
    """Show the settings, with the store where it lies by default and not on the computer that takes the picture."""
    show(camera, "settings")
    camera.window.page("settings").store.set_text("~/.local/share/palimpsest/palimpsest.sqlite")


def take_without_runs(target: Path, only: Sequence[str]) -> None:
    """Takes the pages of a new home, which has no runs."""
    if only and not {"14-runs-empty", "15-lab-empty"} & set(only):
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        camera = Camera(Path(folder), target, only)
        camera.take("14-runs-empty", lambda: show_empty(camera, "runs"))
        camera.take("15-lab-empty", lambda: show_empty(camera, "lab"))
        camera.close()


def take(home: Path, target: Path, only: Sequence[str] = ()) -> None:
    """Opens the window on ``home`` and saves pictures of each page, or of those that are named."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    from PySide6.QtWidgets import QApplication

    from workbench import language

    app = QApplication([])
    language.start("en")  # unless PALIMPSEST_LANGUAGE names another; before pages are imported

    from workbench.look import theme
    from workbench.pages.runs.run_list.wording import FORGETTING, LEARNING

    theme.apply(app, "light")
    target.mkdir(parents=True, exist_ok=True)
    take_without_runs(target, only)
    camera = Camera(home, target, only)
    ids = [1, 2, 3, 4]
    camera.take("0-first-start", lambda: show_design(camera, "quickstart"))
    camera.take("2-design", lambda: show_design(camera, "two-learning-rates"))
    camera.take("5-stages", lambda: show_design(camera, "table-7"))
    camera.take("1-data", lambda: show_data(camera))
    camera.take("3-runs", lambda: show_runs(camera, ids[::-1], LEARNING))
    camera.take("4-compare", lambda: show(camera, "compare", ids))
    camera.take("8-lab", lambda: show_lab(camera, ids[:2]))
    camera.take("16-classify", lambda: show_classify(camera, ids[0]))
    # The study: three seeds without decay, two with a decay of 0.3, and the frozen encoder.
    camera.take("9-forgetting", lambda: show_runs(camera, [5, 6, 8, 9], FORGETTING))
    camera.take("10-plane", lambda: show(camera, "compare", [5, 6, 7, 8, 9, 12]))
    camera.take("7-paper", lambda: show(camera, "compare", {"paper": "table-2:sample"}))
    camera.take("11-import", lambda: show_import(camera))
    camera.take("12-settings", lambda: show_settings(camera))
    camera.take("13-help", lambda: show(camera, "help"))
    camera.close()


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
