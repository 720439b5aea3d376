"""The costs of a very large store: processor times of questions to the store and of the window.

    python benchmarks/scale.py                                         # 1,000 runs, 20 of them with long curves
    python benchmarks/scale.py --runs 10000 --curves 500 --points 10000      # 100 million measures: 6 GB, minutes

Runs are stored with the program's own functions, and the generated measures with one SQL statement per run. Then each
question of the window and the command line is asked three times, and the figure is the median processor time. The
``--empty`` columns are the same questions to a store with ten runs, which shows the cost of size. In the window (drawn
to memory) the longest call of its thread is the delay that a user notices. The total processor time of its thread in
the same period is reported too, which includes *a second of waiting* without work.
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
CURVES_READ = 50
"""Number of runs whose curves are read together."""
CURVES_DRAWN = 12
"""The number of runs that the Runs page draws."""


def fill(path: Path, count: int, curves: int, points: int) -> float:
    """Create a store of ``count`` finished runs, ``curves`` of them with ``points`` per key. Return the seconds."""
    from engine.spec.experiment import parse_experiment
    from engine.spec.recipes import find_recipe
    from engine.store import Store, runs

    start = time.process_time()
    base = find_recipe("quickstart").plan.experiment
    with Store(path) as store, store.transaction():
        sweep = 0
        for number in range(count):
            if number % 20 == 0:
                sweep = runs.create_sweep(store, f"sweep {number // 20}")
            rate = (1e-5, 2e-5, 5e-5, 1e-4)[number % 4]
            variant = base.model_copy(update={"name": f"rate {rate:g}, seed {number % 5}", "seed": number})
            runs.create_run(store, variant, sweep=sweep)
        store.execute(
            "UPDATE runs SET status = 'finished', step = 1000, steps = 1000, progress = 1, started = created"
        )
        store.execute(
            "INSERT INTO summary (run_id, key, best, best_step, last, last_step, at_best) "
            "SELECT r.id, k.value, abs(random() % 1000) / 50.0, 900, abs(random() % 1000) / 40.0, 1000, 7.5 "
            "FROM runs r, json_each(?) k",
            (json.dumps(sorted(KEYS)),),
        )
        assert parse_experiment(base.model_dump()) == base
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
    return time.process_time() - start


def cost(question: Callable[[], object]) -> float:
    """Return the median processor time of three calls, ms."""
    times = []
    for _ in range(3):
        start = time.process_time()
        question()
        times.append(1000 * (time.process_time() - start))
    return median(times)


def ask_store(path: Path, count: int, curves: int) -> dict[str, float]:
    """Return the processor time of each question to the store, ms."""
    from engine.store import Store, metrics, runs
    from workbench.pages.runs.run_list.query import load_table
    from workbench.plots.smoothing import decimate

    def open_store() -> None:
        with Store(path):
            pass

    with Store(path) as store:
        ids = list(range(count, count - min(curves, CURVES_READ), -1))
        curves_by_key = metrics.read_curves(store, ids, ["train/loss"])
        last_steps = {pair: int(curve.step[-1]) for pair, curve in curves_by_key.items()}
        none: frozenset[int] = frozenset()
        last = max(last_steps.values())

        def commit() -> None:
            with store.transaction():
                metrics.add_points(store, count, [(key, last + 1, 1.0, 0.5) for key in KEYS])

        costs = {
            "open": cost(open_store),
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
                lambda: [decimate(curve.step, curve.value) for curve in curves_by_key.values()]
            ),
            f"what is new of {len(ids)} curves": cost(
                lambda: metrics.read_curves(store, ids, ["train/loss"], last_steps)
            ),
            f"{len(KEYS)} measures committed": cost(commit),
            "whether anything has changed": cost(
                lambda: (runs.change_counter(store), runs.progress_markers(store))
            ),
        }
        start = time.process_time()
        runs.delete_runs(store, [count - curves + 1])
        costs["one run deleted"] = 1000 * (time.process_time() - start)
    return costs


def bytecode_environment(home: Path) -> dict[str, str]:
    """Return an environment in which byte code is stored, as it is where the program is installed."""
    return {"PYTHONPYCACHEPREFIX": str(home / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}


def command(words: str, path: Path, home: Path) -> float:
    """Return the processor time of a command on the store in a new process, ms."""
    before = os.times()
    process = subprocess.run(
        [sys.executable, "-m", "engine", *words.split(), "--store", str(path)],
        env=os.environ | bytecode_environment(home) | {"PALIMPSEST_HOME": str(home), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    if process.returncode:
        raise SystemExit(f"palimpsest {words} failed:\n{process.stderr[-2000:]}")
    after = os.times()
    return 1000 * (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


class WindowActions:
    """Consecutive user actions in the window, and the processor time of each in the window's thread, ms.

    ``figures`` has the longest call of each action (the handling of one event, with everything it calls directly), and
    with the prefix ``sum:`` the total of the thread until a second after the answer.
    """

    def __init__(self, application: Any) -> None:  # Any: the class that open_window() makes for itself
        self._application = application
        self.figures: dict[str, float] = {}

    def measure(self, name: str, action: Callable[[], None], is_done: Callable[[], bool]) -> None:
        """Perform ``action``, wait until ``is_done`` and a second longer, and record the cost as ``name``."""
        from PySide6.QtCore import QTimer

        application = self._application
        application.phase = name
        first = time.thread_time()
        QTimer.singleShot(0, action)
        deadline, idle_rounds = time.monotonic() + 120, 0
        while idle_rounds < 50:  # a second of quiet after it is done
            application.processEvents()
            time.sleep(0.02)
            if idle_rounds or is_done():  # once: asking takes time of this thread, too
                idle_rounds += 1
            if time.monotonic() > deadline:
                raise SystemExit(f"'{name}' took more than two minutes")
        self.figures[name] = application.longest.get(name, 0.0)
        self.figures[f"sum: {name}"] = 1000 * (time.thread_time() - first)


def in_window(task: dict[str, str]) -> harness.Figures:
    """In a child: use the Runs page and the Compare page on the store.

    Returns the ``figures`` of :class:`WindowActions`, and the processor time until the first curves were drawn, s.
    """
    os.environ |= {
        "PALIMPSEST_HOME": task["home"],
        "QT_QPA_PLATFORM": "offscreen",
        "QT_LOGGING_RULES": "*.warning=false",
    }
    from window import open_window

    application, session, window = open_window(Path(task["store"]))
    actions = WindowActions(application)
    drawn = [int(each) for each in task["drawn"].split(",")]
    ids = [int(each) for each in task["selected"].split(",")]
    on_runs_page(actions, window, drawn, ids)
    on_compare_page(actions, window, ids)
    session.close()
    return actions.figures


def has_page(window: MainWindow, name: str) -> bool:
    """Return whether the page exists. Requesting it from the window would build it completely in one call."""
    return any(each.name == name for each in window.pages())


def on_runs_page(actions: WindowActions, window: MainWindow, drawn: list[int], ids: list[int]) -> None:
    """Open the page, draw runs, sort, filter, select, zoom, and open it again."""
    from window import PAGES

    from workbench.pages.runs.page import RunsPage

    def runs_page() -> RunsPage:
        page = window.page("runs")
        assert isinstance(page, RunsPage)
        return page

    measure = actions.measure
    measure(
        "the page is opened",
        lambda: window.go("runs"),
        lambda: has_page(window, "runs") and bool(runs_page().runs),
    )
    measure("(the other pages are made)", lambda: None, lambda: all(has_page(window, name) for name in PAGES))
    measure(
        f"{len(drawn)} runs are drawn",
        lambda: window.go("runs", drawn),
        lambda: (drawn[-1], "train/loss") in runs_page().learning.histories,
    )
    actions.figures["seconds"] = time.process_time()
    page = runs_page()

    def row_keys() -> list[object]:
        return [row.key for row in page.model.rows]

    def sort_by_error() -> None:
        section = next(n for n, column in enumerate(page.model.columns) if column.key == "test")
        page.table.head.sectionClicked.emit(section)

    measure("a second of waiting", lambda: None, lambda: True)
    for name, action in (
        ("they are sorted by test error", sort_by_error),
        ("they are filtered", lambda: page.filter("seed 3")),
        ("the filter goes", lambda: page.filter("")),
    ):
        before = row_keys()
        measure(name, action, lambda before=before: row_keys() != before)  # type: ignore[misc]
    measure(
        f"{len(ids)} runs are selected, the last {len(drawn)} drawn",
        lambda: window.go("runs", ids),
        lambda: (
            set(page.drawn) == set(ids[-len(drawn) :])
            and all((each, "train/loss") in page.learning.histories for each in page.drawn)
        ),
    )
    canvas = page.learning.loss.canvas
    full = canvas.x_range()
    measure("a plot is zoomed", lambda: canvas.box.scaleBy((0.2, 1.0)), lambda: canvas.x_range() != full)
    window.go("settings")
    measure("(the page is left)", lambda: None, lambda: window.page("settings").isVisible())
    measure("the page is opened again", lambda: window.go("runs"), page.isVisible)


def on_compare_page(actions: WindowActions, window: MainWindow, ids: list[int]) -> None:
    """Open the page, show the runs in a table with one row for each strategy, and then with one for each run."""
    from workbench.pages.compare.page import ComparePage

    def compare_page() -> ComparePage:
        page = window.page("compare")
        assert isinstance(page, ComparePage)
        return page

    def grouped(expected: bool) -> bool:
        page = compare_page()
        return page.view is not None and (len(page.model.rows) < len(ids)) is expected

    actions.measure("Compare is opened", lambda: window.go("compare"), lambda: has_page(window, "compare"))
    actions.measure(f"{len(ids)} runs are compared", lambda: window.go("compare", ids), lambda: grouped(True))
    choice = compare_page().bar.groups

    def group(index: int) -> None:
        choice.setCurrentIndex(index)
        choice.activated.emit(index)

    actions.measure("each has a row", lambda: group(2), lambda: grouped(False))
    actions.measure("seeds share a row again", lambda: group(0), lambda: grouped(True))


def main() -> None:
    """Fill two stores, ask the questions, print the table, and write JSON."""
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
        fill_seconds = fill(large, options.runs, options.curves, options.points)
        size = large.stat().st_size
        measures = options.curves * options.points * len(KEYS)
        print(f"{options.runs:,} runs, {measures:,} measures: {size / 1e9:.2f} GB", end=" ")
        print(f"({size / measures:.0f} bytes a measure), filled in {fill_seconds:.0f} s of processor time\n")
        few, many = ask_store(small, 10, 10), ask_store(large, options.runs, options.curves)
        for words in ("runs", "runs --json", "show last --json"):
            command(words, small, home)  # compiles modules
            few[f"palimpsest {words}"] = command(words, small, home)
            many[f"palimpsest {words}"] = command(words, large, home)
        many["palimpsest store check"] = command("store check", large, home)
        drawn = ",".join(
            str(n) for n in range(options.runs, options.runs - min(CURVES_DRAWN, options.curves - 1), -1)
        )
        newest = range(options.runs, options.runs - min(CURVES_READ, options.curves - 1), -1)
        selected = ",".join(str(n) for n in reversed(newest))
        task = {"store": str(large), "home": str(home), "drawn": drawn, "selected": selected}
        for _ in range(2):  # the first one compiles modules
            figures = harness.child(__file__, task, bytecode_environment(home))
        seconds = figures.pop("seconds")
    print(f"{'ms of processor time':<34}{'10 runs':>10}{'all':>10}")
    for (name, value), small_value in zip(many.items(), [*few.values(), float("nan")], strict=True):
        print(f"{name:<34}{small_value:>10,.1f}{value:>10,.1f}")
    print(f"\n{'of the window, ms':<44}{'longest call':>14}{'together':>10}")
    for name, value in figures.items():
        if not name.startswith("sum: "):
            together = figures.get(f"sum: {name}", float("nan"))
            print(f"{name or 'the window is opened':<44}{value:>14,.1f}{together:>10,.1f}")
    print(f"\nprocessor time until {len(drawn.split(','))} runs' curves are there: {seconds:.1f} s")
    if options.json:
        content = {"runs": options.runs, "measures": measures, "bytes": size, "small_ms": few, "ms": many}
        content |= {"window_ms": figures, "until_drawn_s": seconds}
        options.json.write_text(json.dumps(content, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
