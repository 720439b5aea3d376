"""The time until the window can be used, and the longest delays of its thread while a run trains.

    python benchmarks/window.py [--starts 5] [--seconds 30] [--json FILE]

Start: from the start of the process to the first painted window with an idle event loop, through the program's own
entry point. ``store read`` is the time until the store has answered too. The first start is reported separately, since
it compiles imported modules and finds the fewest files in the system's cache. ``processor time`` is that of all threads
of the start, regardless of other load on the machine. The time of importing only PySide6 and pyqtgraph is given for
comparison.

First visits: all pages one after another, each as soon as the previous one is shown, from the moment at which a window
on a store with runs is painted. Most pages do not exist yet. Byte code is already compiled, as by an installer: an
earlier round, which is not reported, imports the same modules.

Responsiveness: a timer fires every 5 ms in the window's thread while a real run trains (the bundled encoder and
questions, in its own process as always). Its delay is the time for which one call kept the thread busy, or other
processes the processor. So the processor time of the thread in the same period is reported too, and the processor time
of the longest call (the handling of one event, with everything it calls directly). The aim of 50 ms applies to this
processor time. The wall time of the same call, which includes other load on the machine, is printed after it.
Delays are measured first on the Runs page with the growing curves of this run and those of eleven finished runs of
5,000 updates each, then while the pages are visited one after another, then both again.

Theme: the processor time of the window's thread for one change between light and dark with every page created, until
all its consequences are painted.

Without a display the window is drawn to memory (Qt's platform "offscreen").
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from workbench.backend.session import Session
    from workbench.shell.window import MainWindow

ROOT = Path(__file__).resolve().parent.parent
BEAT_MS = 5
BOUND_MS = 50
FINISHED_RUNS, UPDATES = 11, 5000
PAGES = ("data", "design", "compare", "lab", "settings", "help", "runs")


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a child: its own home folder, no network, and no screen required."""
    variables = {"PALIMPSEST_HOME": str(home), "HF_HUB_OFFLINE": "1", "PYTHONPATH": str(ROOT)}
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        variables["QT_QPA_PLATFORM"] = "offscreen"
    # Byte code is stored, as it is where the program is installed.
    variables |= {"PYTHONPYCACHEPREFIX": str(home.parent / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    return {**os.environ, **variables}


def child(task: str, home: Path, *arguments: str) -> dict[str, Any]:
    """Run this file as ``task`` in a new process and return the last line that it prints."""
    command = [sys.executable, __file__, "--child", task, repr(time.time()), *arguments]
    process = subprocess.run(
        command, env=environment(home), capture_output=True, encoding="utf-8", timeout=600, cwd=ROOT
    )
    lines = process.stdout.strip().splitlines()
    if process.returncode or not lines:
        raise SystemExit(f"{task} failed with {process.returncode}:\n{process.stderr[-4000:]}")
    return dict(json.loads(lines[-1]))


def start(process_start: float) -> dict[str, float]:
    """In a child: open the window as ``palimpsest`` does and report when it was painted, idle and had its data."""
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication

    from workbench import app

    times: dict[str, float] = {}
    qt_exec = QApplication.exec

    class PaintWatcher(QObject):
        def eventFilter(self, exec_watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and "painted" not in times:
                times["painted"] = time.time() - process_start
                QTimer.singleShot(0, on_idle)
            return False

    def on_idle() -> None:
        times["usable"] = time.time() - process_start
        times["of it processor time"] = time.process_time()
        quit_when_done()

    def on_opened() -> None:
        times["store read"] = time.time() - process_start
        quit_when_done()

    def quit_when_done() -> None:
        if {"usable", "store read"} <= times.keys():
            QApplication.quit()

    watcher = PaintWatcher()

    def exec_watched(*_: object) -> int:
        from workbench.shell.window import MainWindow

        window = next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
        window.session.opened.connect(on_opened)
        window.installEventFilter(watcher)
        return int(qt_exec())

    QApplication.exec = exec_watched  # type: ignore[method-assign]
    app.main([])
    return times


def import_qt() -> dict[str, float]:
    """In a child: return the processor time of the imports that every window of this kind needs, s."""
    import pyqtgraph
    import PySide6.QtWidgets

    assert pyqtgraph and PySide6.QtWidgets
    return {"processor time": time.process_time()}


def open_window(store: Path | None = None, *, timed: bool = True) -> tuple[QApplication, Session, MainWindow]:
    """In a child: open the window as ``workbench.app`` does, with its garbage collector.

    Unless ``timed``, the application is Qt's own: a change of theme is thousands of events, and timing each takes time.
    """
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QApplication

    from workbench.backend.gc_timer import GcTimer
    from workbench.backend.session import Session
    from workbench.look import theme
    from workbench.shell.window import MainWindow

    class Timed(QApplication):
        """Qt's application with the times of the longest call of each ``phase`` in ``longest``, ms: processor, wall."""

        phase, inside = "", False
        longest: ClassVar[dict[str, tuple[float, float]]] = {}

        def notify(self, receiver: QObject, event: QEvent) -> bool:
            if self.inside:  # an event within another one is part of it
                return super().notify(receiver, event)
            self.inside, thread_start, wall_start = True, time.thread_time(), time.perf_counter()
            try:
                return super().notify(receiver, event)
            finally:
                self.inside = False
                cost = 1000 * (time.thread_time() - thread_start), 1000 * (time.perf_counter() - wall_start)
                self.longest[self.phase] = max(cost, self.longest.get(self.phase, (0.0, 0.0)))

    application = Timed([]) if timed else QApplication([])
    collector = GcTimer(application)
    theme.apply(application, "light")
    session = Session(store)
    window = MainWindow(session)
    collector.freeze()
    window.complete.connect(collector.collect_and_freeze)
    window.resize(1440, 900)
    window.show()
    session.start()
    return application, session, window


def first_visits() -> dict[str, Any]:
    """In a child: visit every page directly after the start. Return the timer delays of the window's thread, ms."""
    from PySide6.QtCore import Qt, QTimer

    from engine import paths
    from engine.spec.experiment import parse_experiment

    stage = {"kind": "finetune", "data": {"source": "samples:questions"}}
    fill(paths.default_store(), parse_experiment({"name": "Benchmark", "stages": [stage]}))
    application, session, window = open_window()
    lags: list[tuple[float, float]] = []
    application.processEvents()
    last_wall, last_own = time.perf_counter(), time.thread_time()

    def beat() -> None:
        nonlocal last_wall, last_own
        wall, own = time.perf_counter(), time.thread_time()
        lags.append((1000 * (wall - last_wall) - BEAT_MS, 1000 * (own - last_own)))
        last_wall, last_own = wall, own

    timer = QTimer(interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(beat)
    timer.start()
    for name in PAGES:
        QTimer.singleShot(0, partial(window.go, name))
        visit_start = time.monotonic()
        while name not in {page.name for page in window.pages() if page.isVisible()}:
            application.processEvents()
            time.sleep(0.001)
            if time.monotonic() - visit_start > 60:
                raise SystemExit(f"the page {name} did not come")
    longest = application.longest  # type: ignore[attr-defined]
    session.close()
    return {"late_ms": lags, "longest_ms": max(longest.values())}


def theme_changes() -> dict[str, float]:
    """In a child: return the median processor time of a change of theme with every page created, ms."""
    from workbench.look import theme

    application, session, window = open_window(timed=False)
    for page in PAGES:  # each page was shown once, as in a used window
        window.go(page)
        for _ in range(50):
            application.processEvents()
            time.sleep(0.01)

    def cost(mode: str) -> float:
        begun = time.thread_time()
        theme.set_mode(mode)
        for _ in range(5):
            application.processEvents()
        return 1000 * (time.thread_time() - begun)

    figures = {
        "widgets": float(len(application.allWidgets())),
        "light or dark, ms": median(cost(mode) for mode in ("dark", "light") * 4),
    }
    session.close()
    return figures


def fill(store: Path, experiment: Any) -> list[int]:
    """Store finished runs, event by event as an engine does."""
    import numpy as np

    from engine import launch
    from engine.events import Evaluation, StageStarted, StepMetrics
    from engine.store import Store, runs
    from engine.store.writer import RunWriter

    ids = launch.enqueue(store, [experiment] * FINISHED_RUNS, launcher="cli")
    for number in ids:
        noise = np.random.default_rng(number).uniform(0, 0.3, UPDATES + 1)
        with RunWriter(store, number) as writer:
            writer.write(
                StageStarted(0, "finetune", "Fine-tuning", 0, UPDATES, UPDATES, {"steps_per_epoch": 1000})
            )
            for step in range(1, UPDATES + 1):
                rate = 2e-5 * (1 - step / UPDATES)
                loss = float(np.exp(-step / 1500) + noise[step])
                writer.write(
                    StepMetrics(step, {"train/loss": loss, "rate/top": rate, "rate/bottom": rate / 2})
                )
                if step % 250 == 0:
                    writer.write(
                        Evaluation(
                            "validation", step, {"validation/error": 30 * loss, "validation/loss": loss}
                        )
                    )
    with Store(store) as run_store:
        runs.set_run_columns(run_store, ids, status="finished", pid=None, pid_started=None)
    return ids


def training(seconds: float) -> dict[str, Any]:
    """In a child: train a real run with the window open and return the timer delays of its thread."""
    from PySide6.QtCore import QElapsedTimer, Qt, QTimer

    from engine import paths
    from engine.spec.experiment import parse_experiment

    data = {"source": "samples:questions"}
    stage = {"kind": "finetune", "data": data, "epochs": 40.0, "batch_size": 16, "evaluations": 8}
    experiment = parse_experiment(
        {"name": "Benchmark", "stages": [stage], "compute": {"checkpoint_seconds": 20}}
    )
    finished_ids = fill(paths.default_store(), experiment)
    application, session, window = open_window()
    lags: dict[str, list[tuple[float, float]]] = {}
    phase, last_wall, last_own = "", time.perf_counter(), time.thread_time()

    def beat() -> None:
        nonlocal last_wall, last_own
        wall, own = time.perf_counter(), time.thread_time()
        if phase:
            lags.setdefault(phase, []).append((1000 * (wall - last_wall) - BEAT_MS, 1000 * (own - last_own)))
        last_wall, last_own = wall, own

    timer = QTimer(interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(beat)
    timer.start()

    def wait(is_done: Any, seconds_limit: float) -> bool:
        clock = QElapsedTimer()
        clock.start()
        while not is_done():
            # Waits for events without a busy loop, which would use the run's processor.
            application.processEvents()
            time.sleep(0.001)
            if clock.elapsed() > 1000 * seconds_limit:
                return False
        return True

    run_ids: list[int] = []
    session.enqueue([experiment], then=run_ids.extend, owner=window)
    wait(lambda: bool(run_ids), 30)
    window.go("runs", [*run_ids, *finished_ids])
    runs: Any = window.page("runs")
    is_training = wait(lambda: run_ids and run_ids[0] in runs.runs and runs.runs[run_ids[0]].step > 5, 240)
    if not is_training:
        raise SystemExit("the run did not begin to train")

    def watch_phase(name: str, length: float) -> None:
        nonlocal phase, last_wall, last_own
        application.phase = name  # type: ignore[attr-defined]
        phase, last_wall, last_own = name, time.perf_counter(), time.thread_time()
        wait(lambda: False, length)
        phase = application.phase = ""  # type: ignore[attr-defined]

    def visit_pages(name: str) -> None:
        for page in PAGES:
            QTimer.singleShot(0, lambda page=page: window.go(page))
            watch_phase(name, max(1.0, seconds / 20))

    first = runs.runs[run_ids[0]].step
    watch_phase("Runs page shown", seconds)
    visit_pages("each page for the first time")
    visit_pages("each page again")
    points = len(runs.learning.histories[(run_ids[0], "train/loss")].step)
    trained = runs.runs[run_ids[0]].step - first
    session.stop_run(run_ids[0])
    wait(lambda: runs.runs[run_ids[0]].status != "running", 60)
    session.close()
    longest = application.longest  # type: ignore[attr-defined]
    return {"late_ms": lags, "updates": trained, "points_drawn": points, "longest_ms": longest}


def summary(lags: list[tuple[float, float]]) -> dict[str, float]:
    """Return maximum and 99th percentile of the delays, and the thread's own processor time in the worst ones, ms."""
    walls = sorted(wall for wall, _ in lags)
    return {
        "beats": len(lags),
        "largest_ms": walls[-1],
        "p99_ms": walls[int(0.99 * (len(walls) - 1))],
        "median_ms": max(0.0, median(walls)),
        "over_50_ms": sum(wall > BOUND_MS for wall in walls),
        "largest_own_ms": max(own for _, own in lags),
        "own_over_50_ms": sum(own > BOUND_MS for _, own in lags),
    }


def main() -> None:
    """Measure, print a table, and write JSON."""
    if len(sys.argv) > 3 and sys.argv[1] == "--child":
        task, begun = sys.argv[2], float(sys.argv[3])
        tasks = {
            "start": lambda: start(begun), "bare": import_qt, "theme": theme_changes, "visits": first_visits,
        }  # fmt: skip
        print(json.dumps(tasks[task]() if task in tasks else training(float(sys.argv[4]))), flush=True)
        os._exit(0)  # daemon threads of the training child do not matter here
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--starts", type=int, default=5, help="how often the window is opened")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long the Runs page is watched")
    parser.add_argument("--json", type=Path, help="where the figures are written")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        homes = {name: Path(folder) / name for name in ("start", "compile", "visits", "train")}
        for home in homes.values():
            home.mkdir()
        starts, bares = [], []
        for _ in range(options.starts):  # alternating
            starts.append(child("start", homes["start"]))
            bares.append(child("bare", homes["start"])["processor time"])
        theme = child("theme", homes["start"])
        child("visits", homes["compile"])
        visits = child("visits", homes["visits"])
        training_figures = child("train", homes["train"], str(options.seconds))
    figures: dict[str, Any] = {
        "machine": f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors, {platform.system()}",
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "starts_s": starts,
        "bare_s": bares,
        "times_bare": median(each["of it processor time"] for each in starts) / median(bares),
        "theme": theme,
        "training": {"each page at once after the start": summary(visits["late_ms"])}
        | {name: summary(late) for name, late in training_figures["late_ms"].items()},
        "updates": training_figures["updates"],
    }
    longest = {"each page at once after the start": visits["longest_ms"], **training_figures["longest_ms"]}
    for name, row in figures["training"].items():
        row["longest_call_ms"], row["longest_call_wall_ms"] = longest[name]
    load = "" if figures["load"] is None else f", load {figures['load']:.1f}"
    print(f"{figures['machine']}{load}\n")
    print(f"{'seconds from process start':<30}{'first':>8}{'median':>8}{'worst':>8}")
    for name in ("painted", "usable", "of it processor time", "store read"):
        values = [each[name] for each in starts]
        print(f"{name:<30}{values[0]:>8.2f}{median(values):>8.2f}{max(values):>8.2f}")
    print(f"{'bare imports, processor time':<30}{bares[0]:>8.2f}{median(bares):>8.2f}{max(bares):>8.2f}")
    print(f"{'times the bare imports':<30}{'':>8}{figures['times_bare']:>8.2f}\n")
    for name, value in theme.items():
        print(f"{name:<36}{value:>8,.0f}")
    print(f"\n{'beats late, ms':<34}{'beats':>8}{'median':>8}{'p99':>8}{'largest':>8}{'> 50':>6}"
          f"{'largest of its own':>20}{'> 50':>6}{'longest call':>14}{'its wall':>10}")  # fmt: skip
    for name, row in figures["training"].items():
        print(f"{name:<34}{row['beats']:>8,}{row['median_ms']:>8.1f}{row['p99_ms']:>8.1f}{row['largest_ms']:>8.1f}"
              f"{row['over_50_ms']:>6}{row['largest_own_ms']:>20.1f}{row['own_over_50_ms']:>6}"
              f"{row['longest_call_ms']:>14.1f}{row['longest_call_wall_ms']:>10.1f}")  # fmt: skip
    print(f"\n{figures['updates']:,} updates were made meanwhile.")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
