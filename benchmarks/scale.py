"""A store far larger than one laptop fills: what its size costs, in the store and in the window.

    python benchmarks/scale.py                                         # 1,000 runs, 20 of them with long curves
    python benchmarks/scale.py --runs 10000 --curves 500 --points 10000      # 100 million measures: 6 GB, minutes

The store is filled by the program's own functions as far as runs go, and by one SQL statement per run for the measures
(they are generated). Then each question that window and command line ask is asked three times; the figure is the median
of the processor time. ``--empty`` columns are the same questions to a store with ten runs, so that what size adds can
be seen. In the window (drawn to memory) the longest call of its thread is what a user feels as a halt; beside it
stands all that its thread did in that while, of which *a second of waiting* does nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import _harness as harness

if TYPE_CHECKING:
    from workbench.shell.window import MainWindow

ROOT = Path(__file__).resolve().parent.parent

KEYS = (
    "train/loss", "validation/error", "validation/loss", "validation/accuracy", "retention/loss", "retention/accuracy",
    "rate/top", "rate/bottom", "speed/texts_per_second", "speed/tokens_per_second", "system/memory", "gradient/norm",
    "drift/total", "drift/embeddings", "similarity/top", "similarity/bottom", "attention/mean", "test/error",
    "test/loss", "progress/epoch",
)  # fmt: skip
DRAWN = 50
"""Runs whose curves are read together."""
IN_WINDOW = 12
"""As many as the Runs page draws."""


def fill(path: Path, count: int, curves: int, points: int) -> float:
    """Make a store of ``count`` finished runs, ``curves`` of them with ``points`` of each key; return seconds spent."""
    from engine.spec.experiment import parse_experiment
    from engine.spec.recipes import find_recipe
    from engine.store import Store, runs

    begun = time.process_time()
    plain = find_recipe("quickstart").plan.experiment
    with Store(path) as store, store.transaction():
        sweep = 0
        for number in range(count):
            if number % 20 == 0:
                sweep = runs.create_sweep(store, f"sweep {number // 20}")
            rate = (1e-5, 2e-5, 5e-5, 1e-4)[number % 4]
            changed = plain.model_copy(update={"name": f"rate {rate:g}, seed {number % 5}", "seed": number})
            runs.create_run(store, changed, sweep=sweep)
        store.execute(
            "UPDATE runs SET status = 'finished', step = 1000, steps = 1000, progress = 1, started = created"
        )
        store.execute(
            "INSERT INTO summary (run_id, key, best, best_step, last, last_step, at_best) "
            "SELECT r.id, k.value, abs(random() % 1000) / 50.0, 900, abs(random() % 1000) / 40.0, 1000, 7.5 "
            "FROM runs r, json_each(?) k",
            (json.dumps(sorted(KEYS)),),
        )
        assert parse_experiment(plain.model_dump()) == plain
    with Store(path) as store:
        store.execute("CREATE TEMP TABLE every (step INTEGER PRIMARY KEY)")
        with store.transaction():
            store.connection.executemany("INSERT INTO every VALUES (?)", ((n,) for n in range(1, points + 1)))
        for number in range(count - curves + 1, count + 1):  # the newest ones
            with store.transaction():  # in the order of the primary key: pages are appended
                store.execute(
                    "INSERT INTO metrics (run_id, key, step, time, value) "
                    "SELECT ?, k.value, e.step, e.step * 0.1, 20.0 / e.step + (e.step * 7919 % 101) / 500.0 "
                    "FROM json_each(?) k, every e ORDER BY k.value, e.step",
                    (number, json.dumps(sorted(KEYS))),
                )
    return time.process_time() - begun


def cost(question: Callable[[], object]) -> float:
    """Return the median processor time of three calls, ms."""
    spent = []
    for _ in range(3):
        begun = time.process_time()
        question()
        spent.append(1000 * (time.process_time() - begun))
    return median(spent)


def ask(path: Path, count: int, curves: int) -> dict[str, float]:
    """Return what each question to the store costs, ms of processor time."""
    from engine.store import Store, metrics, runs
    from workbench.pages.runs.run_list.query import load_table
    from workbench.plots.smoothing import decimate

    def opened() -> None:
        with Store(path):
            pass

    with Store(path) as store:
        ids = list(range(count, count - min(curves, DRAWN), -1))
        whole = metrics.read_curves(store, ids, ["train/loss"])
        known = {pair: int(curve.step[-1]) for pair, curve in whole.items()}
        none: frozenset[int] = frozenset()
        last = max(known.values())

        def commit() -> None:
            with store.transaction():
                metrics.add_points(store, count, [(key, last + 1, 1.0, 0.5) for key in KEYS])

        found = {
            "open": cost(opened),
            "the newest 50 runs": cost(lambda: runs.list_runs(store, limit=50)),
            "the Runs page's table": cost(
                lambda: load_table(store, "", "created", True, "sweep", frozenset(), none)
            ),
            "the same by test error": cost(
                lambda: load_table(store, "", "test", False, "none", frozenset(), none)
            ),
            "searched": cost(lambda: load_table(store, "seed 3", "name", False, "none", frozenset(), none)),
            "one curve": cost(lambda: metrics.read_curves(store, [count], ["train/loss"])),
            f"{len(ids)} curves": cost(lambda: metrics.read_curves(store, ids, ["train/loss"])),
            f"{len(ids)} curves thinned": cost(
                lambda: [decimate(curve.step, curve.value) for curve in whole.values()]
            ),
            f"what is new of {len(ids)} curves": cost(
                lambda: metrics.read_curves(store, ids, ["train/loss"], known)
            ),
            f"{len(KEYS)} measures committed": cost(commit),
            "whether anything has changed": cost(
                lambda: (runs.change_counter(store), runs.progress_markers(store))
            ),
        }
        begun = time.process_time()
        runs.delete_runs(store, [count - curves + 1])
        found["one run deleted"] = 1000 * (time.process_time() - begun)
    return found


def compiled(home: Path) -> dict[str, str]:
    """Return an environment in which byte code is kept, as it is where the program is installed."""
    return {"PYTHONPYCACHEPREFIX": str(home / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}


def command(words: str, path: Path, home: Path) -> float:
    """Return the processor time of a command on the store in a process of its own, ms."""
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-m", "engine", *words.split(), "--store", str(path)],
        env=os.environ | compiled(home) | {"PALIMPSEST_HOME": str(home), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    if done.returncode:
        raise SystemExit(f"palimpsest {words} failed:\n{done.stderr[-2000:]}")
    after = os.times()
    return 1000 * (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


class Acts:
    """What a user does in the window, one act after another, and what each costs the window's thread, ms.

    ``figures`` has the longest call of each act (the handling of one event, with all that follows at once), and after
    ``sum:`` all that the thread did until a second after the answer.
    """

    def __init__(self, application: Any) -> None:  # Any: the class that open_window() makes for itself
        self._application = application
        self.figures: dict[str, float] = {}

    def during(self, name: str, act: Callable[[], None], until: Callable[[], bool]) -> None:
        """Do ``act``, wait until ``until`` is true and a second more, note the cost under ``name``."""
        from PySide6.QtCore import QTimer

        application = self._application
        application.phase = name
        first = time.thread_time()
        QTimer.singleShot(0, act)
        deadline, quiet = time.monotonic() + 120, 0
        while quiet < 50:  # a second of quiet after it is done
            application.processEvents()
            time.sleep(0.02)
            if quiet or until():  # once: asking is work of this thread, too
                quiet += 1
            if time.monotonic() > deadline:
                raise SystemExit(f"'{name}' took more than two minutes")
        self.figures[name] = application.longest.get(name, 0.0)
        self.figures[f"sum: {name}"] = 1000 * (time.thread_time() - first)


def in_window(task: dict[str, str]) -> harness.Figures:
    """In a child: use the Runs page and the Compare page on the store.

    Returns the ``figures`` of :class:`Acts`; and the processor time until the first curves were drawn, s.
    """
    os.environ |= {
        "PALIMPSEST_HOME": task["home"],
        "QT_QPA_PLATFORM": "offscreen",
        "QT_LOGGING_RULES": "*.warning=false",
    }
    from window import open_window

    application, session, window = open_window(Path(task["store"]))
    acts = Acts(application)
    drawn = [int(each) for each in task["drawn"].split(",")]
    fifty = [int(each) for each in task["selected"].split(",")]
    on_runs_page(acts, window, drawn, fifty)
    on_compare_page(acts, window, fifty)
    session.close()
    return acts.figures


def is_made(window: MainWindow, name: str) -> bool:
    """Return whether the page is there: asking the window for it would make it whole in one call."""
    return any(each.name == name for each in window.pages())


def on_runs_page(acts: Acts, window: MainWindow, drawn: list[int], fifty: list[int]) -> None:
    """Open the page, draw runs, sort, filter, select, zoom, open it again."""
    from window import PAGES

    from workbench.pages.runs.page import RunsPage

    def runs_page() -> RunsPage:
        page = window.page("runs")
        assert isinstance(page, RunsPage)
        return page

    during = acts.during
    during(
        "the page is opened",
        lambda: window.go("runs"),
        lambda: is_made(window, "runs") and bool(runs_page().runs),
    )
    during("(the other pages are made)", lambda: None, lambda: all(is_made(window, name) for name in PAGES))
    during(
        f"{len(drawn)} runs are drawn",
        lambda: window.go("runs", drawn),
        lambda: (drawn[-1], "train/loss") in runs_page().learning.histories,
    )
    acts.figures["seconds"] = time.process_time()
    page = runs_page()

    def shown() -> list[object]:
        return [row.key for row in page.model.rows]

    def sort() -> None:
        section = next(n for n, column in enumerate(page.model.columns) if column.key == "test")
        page.table.head.sectionClicked.emit(section)

    during("a second of waiting", lambda: None, lambda: True)
    for name, act in (
        ("they are sorted by test error", sort),
        ("they are filtered", lambda: page.filter("seed 3")),
        ("the filter goes", lambda: page.filter("")),
    ):
        before = shown()
        during(name, act, lambda before=before: shown() != before)  # type: ignore[misc]
    during(
        f"{len(fifty)} runs are selected, the last {len(drawn)} drawn",
        lambda: window.go("runs", fifty),
        lambda: (
            set(page.drawn) == set(fifty[-len(drawn) :])
            and all((each, "train/loss") in page.learning.histories for each in page.drawn)
        ),
    )
    canvas = page.learning.loss.canvas
    wide = canvas.x_range()
    during("a plot is zoomed", lambda: canvas.box.scaleBy((0.2, 1.0)), lambda: canvas.x_range() != wide)
    window.go("settings")
    during("(the page is left)", lambda: None, lambda: window.page("settings").isVisible())
    during("the page is opened again", lambda: window.go("runs"), page.isVisible)


def on_compare_page(acts: Acts, window: MainWindow, fifty: list[int]) -> None:
    """Open the page, put the runs side by side, one row of each strategy, and again one of each run."""
    from workbench.pages.compare.page import ComparePage

    def compare_page() -> ComparePage:
        page = window.page("compare")
        assert isinstance(page, ComparePage)
        return page

    def grouped(on: bool) -> bool:
        page = compare_page()
        return page.view is not None and (len(page.model.rows) < len(fifty)) is on

    acts.during("Compare is opened", lambda: window.go("compare"), lambda: is_made(window, "compare"))
    acts.during(f"{len(fifty)} runs are compared", lambda: window.go("compare", fifty), lambda: grouped(True))
    choice = compare_page().bar.groups

    def group(place: int) -> None:
        choice.setCurrentIndex(place)
        choice.activated.emit(place)

    acts.during("each has a row", lambda: group(2), lambda: grouped(False))
    acts.during("seeds share a row again", lambda: group(0), lambda: grouped(True))


def main() -> None:
    """Fill two stores, ask, print the table, write JSON."""
    if harness.answer(in_window):  # type: ignore[arg-type]
        os._exit(0)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=1000, help="runs in the store")
    parser.add_argument("--curves", type=int, default=20, help="of them with curves")
    parser.add_argument("--points", type=int, default=10_000, help="of each of 20 curves of a run")
    parser.add_argument("--json", type=Path, help="where the figures are written")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        small, large = home / "small.sqlite", home / "large.sqlite"
        fill(small, 10, 10, 1000)
        filled = fill(large, options.runs, options.curves, options.points)
        size = large.stat().st_size
        measures = options.curves * options.points * len(KEYS)
        print(f"{options.runs:,} runs, {measures:,} measures: {size / 1e9:.2f} GB", end=" ")
        print(f"({size / measures:.0f} bytes a measure), filled in {filled:.0f} s of processor time\n")
        few, many = ask(small, 10, 10), ask(large, options.runs, options.curves)
        for words in ("runs", "runs --json", "show last --json"):
            command(words, small, home)  # leaves compiled modules
            few[f"palimpsest {words}"] = command(words, small, home)
            many[f"palimpsest {words}"] = command(words, large, home)
        many["palimpsest store check"] = command("store check", large, home)
        drawn = ",".join(
            str(n) for n in range(options.runs, options.runs - min(IN_WINDOW, options.curves - 1), -1)
        )
        newest = range(options.runs, options.runs - min(DRAWN, options.curves - 1), -1)
        selected = ",".join(str(n) for n in reversed(newest))
        task = {"store": str(large), "home": str(home), "drawn": drawn, "selected": selected}
        for _ in range(2):  # the first one leaves compiled modules
            shown = harness.child(__file__, task, compiled(home))
        seconds = shown.pop("seconds")
    print(f"{'ms of processor time':<34}{'10 runs':>10}{'all':>10}")
    for (name, value), small_value in zip(many.items(), [*few.values(), float("nan")], strict=True):
        print(f"{name:<34}{small_value:>10,.1f}{value:>10,.1f}")
    print(f"\n{'of the window, ms':<44}{'longest call':>14}{'together':>10}")
    for name, value in shown.items():
        if not name.startswith("sum: "):
            together = shown.get(f"sum: {name}", float("nan"))
            print(f"{name or 'the window is opened':<44}{value:>14,.1f}{together:>10,.1f}")
    print(f"\nprocessor time until {len(drawn.split(','))} runs' curves are there: {seconds:.1f} s")
    if options.json:
        found = {"runs": options.runs, "measures": measures, "bytes": size, "small_ms": few, "ms": many}
        found |= {"window_ms": shown, "until_drawn_s": seconds}
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
