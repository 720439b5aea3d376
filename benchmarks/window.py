"""How soon the window can be used, and how long its thread is ever kept busy while a run trains.

    python benchmarks/window.py [--starts 5] [--seconds 30] [--json FILE]

Start: from the start of the process to the first painted window with nothing left to do in its event loop, by the
program's own entry point; ``store read`` is when the store has answered as well. The first start is told apart: it
compiles what it imports, and finds the fewest files in the system's cache. ``processor time`` is what the start itself
costs (all its threads), whatever else the machine is doing; beside it stands what it costs to import PySide6 and
pyqtgraph and no more.

First visits: all pages one after another, each as soon as the one before is shown, from the moment at which a window
over a store with runs is painted: most are not made yet. Byte code has been compiled by then, as an installer does it:
a round before this one, whose figures nobody sees, imports what it does.

Responsiveness: a timer beats every 5 ms in the window's thread while a real run trains (the bundled encoder and
questions, in a process of its own as always). What a beat is late is how long one call held the thread, or how long
other processes held the processor: so the processor time that the thread itself used in that while stands beside it,
and what the longest call (the handling of one event, with all that follows at once) cost it. The aim of 50 ms is one
for this processor time: the wall time of the same call is printed behind it, and contains whatever else the machine
did meanwhile.
First with the Runs page shown and the growing curves of this run on it, beside them those of eleven finished runs of
5,000 updates each; then going from page to page, then the same again.

Theme: the processor time of the window's thread for one change of light and dark with every page made,
until all that follows from it is painted.

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
BESIDE, UPDATES = 11, 5000
PAGES = ("data", "design", "compare", "lab", "settings", "help", "runs")


def environment(home: Path) -> dict[str, str]:
    """The environment of a child: a home of its own, no network, no screen needed."""
    own = {"PALIMPSEST_HOME": str(home), "HF_HUB_OFFLINE": "1", "PYTHONPATH": str(ROOT)}
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        own["QT_QPA_PLATFORM"] = "offscreen"
    # Compiled byte code is kept, as it is where the program is installed.
    own |= {"PYTHONPYCACHEPREFIX": str(home.parent / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    return {**os.environ, **own}


def child(task: str, home: Path, *arguments: str) -> dict[str, Any]:
    """Runs this file as ``task`` in a new process and reads the last line it prints."""
    command = [sys.executable, __file__, "--child", task, repr(time.time()), *arguments]
    done = subprocess.run(
        command, env=environment(home), capture_output=True, encoding="utf-8", timeout=600, cwd=ROOT
    )
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        raise SystemExit(f"{task} failed with {done.returncode}:\n{done.stderr[-4000:]}")
    return dict(json.loads(lines[-1]))


def start(begun: float) -> dict[str, float]:
    """In a child: opens the window as ``palimpsest`` does and says when it was painted, idle and had its data."""
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication

    from workbench import app

    found: dict[str, float] = {}
    run = QApplication.exec

    class Painted(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and "painted" not in found:
                found["painted"] = time.time() - begun
                QTimer.singleShot(0, idle)
            return False

    def idle() -> None:
        found["usable"] = time.time() - begun
        found["of it processor time"] = time.process_time()
        leave()

    def opened() -> None:
        found["store read"] = time.time() - begun
        leave()

    def leave() -> None:
        if {"usable", "store read"} <= found.keys():
            QApplication.quit()

    watch = Painted()

    def watched(*_: object) -> int:
        from workbench.shell.window import MainWindow

        window = next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
        window.session.opened.connect(opened)
        window.installEventFilter(watch)
        return int(run())

    QApplication.exec = watched  # type: ignore[method-assign]
    app.main([])
    return found


def bare() -> dict[str, float]:
    """In a child: the processor time of importing what every window of this kind needs, s."""
    import pyqtgraph
    import PySide6.QtWidgets

    assert pyqtgraph and PySide6.QtWidgets
    return {"processor time": time.process_time()}


def open_window(store: Path | None = None, *, timed: bool = True) -> tuple[QApplication, Session, MainWindow]:
    """In a child: open the window as ``workbench.app`` does, its collector of garbage included.

    Not ``timed``, the application is Qt's own: a change of theme is thousands of events, and timing each is not free.
    """
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QApplication

    from workbench.backend.gc_timer import GcTimer
    from workbench.backend.session import Session
    from workbench.look import theme
    from workbench.shell.window import MainWindow

    class Timed(QApplication):
        """Keeps in ``longest`` what the longest call of each ``phase`` cost its thread, and how long it took, ms."""

        phase, inside = "", False
        longest: ClassVar[dict[str, tuple[float, float]]] = {}

        def notify(self, receiver: QObject, event: QEvent) -> bool:
            if self.inside:  # what another event leads to is a part of that
                return super().notify(receiver, event)
            self.inside, begun, wall = True, time.thread_time(), time.perf_counter()
            try:
                return super().notify(receiver, event)
            finally:
                self.inside = False
                spent = 1000 * (time.thread_time() - begun), 1000 * (time.perf_counter() - wall)
                self.longest[self.phase] = max(spent, self.longest.get(self.phase, (0.0, 0.0)))

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
    """In a child: goes to every page at once after the start; how late the beats of the window's thread were, ms."""
    from PySide6.QtCore import Qt, QTimer

    from engine import paths
    from engine.spec.experiment import parse_experiment

    stage = {"kind": "finetune", "data": {"source": "samples:questions"}}
    fill(paths.default_store(), parse_experiment({"name": "Benchmark", "stages": [stage]}))
    application, session, window = open_window()
    late: list[tuple[float, float]] = []
    application.processEvents()
    last_wall, last_own = time.perf_counter(), time.thread_time()

    def beat() -> None:
        nonlocal last_wall, last_own
        wall, own = time.perf_counter(), time.thread_time()
        late.append((1000 * (wall - last_wall) - BEAT_MS, 1000 * (own - last_own)))
        last_wall, last_own = wall, own

    timer = QTimer(interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(beat)
    timer.start()
    for name in PAGES:
        QTimer.singleShot(0, partial(window.go, name))
        begun = time.monotonic()
        while name not in {page.name for page in window.pages() if page.isVisible()}:
            application.processEvents()
            time.sleep(0.001)
            if time.monotonic() - begun > 60:
                raise SystemExit(f"the page {name} did not come")
    longest = application.longest  # type: ignore[attr-defined]
    session.close()
    return {"late_ms": late, "longest_ms": max(longest.values())}


def theme_changes() -> dict[str, float]:
    """In a child: the median processor time of a change of theme with every page made, ms."""
    from workbench.look import theme

    application, session, window = open_window(timed=False)
    for page in PAGES:  # each was shown once, as in a window that was used
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

    found = {
        "widgets": float(len(application.allWidgets())),
        "light or dark, ms": median(cost(mode) for mode in ("dark", "light") * 4),
    }
    session.close()
    return found


def fill(store: Path, experiment: Any) -> list[int]:
    """Puts finished runs into the store, written event by event as an engine does."""
    import numpy as np

    from engine import launch
    from engine.events import Evaluation, StageStarted, StepMetrics
    from engine.store import Store, runs
    from engine.store.writer import RunWriter

    ids = launch.enqueue(store, [experiment] * BESIDE, launcher="cli")
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
    with Store(store) as opened:
        runs.set_run_columns(opened, ids, status="finished", pid=None, pid_started=None)
    return ids


def training(seconds: float) -> dict[str, Any]:
    """In a child: trains a real run with the window open and reports how late the beats of its thread were."""
    from PySide6.QtCore import QElapsedTimer, Qt, QTimer

    from engine import paths
    from engine.spec.experiment import parse_experiment

    data = {"source": "samples:questions"}
    stage = {"kind": "finetune", "data": data, "epochs": 40.0, "batch_size": 16, "evaluations": 8}
    experiment = parse_experiment(
        {"name": "Benchmark", "stages": [stage], "compute": {"checkpoint_seconds": 20}}
    )
    beside = fill(paths.default_store(), experiment)
    application, session, window = open_window()
    late: dict[str, list[tuple[float, float]]] = {}
    phase, last_wall, last_own = "", time.perf_counter(), time.thread_time()

    def beat() -> None:
        nonlocal last_wall, last_own
        wall, own = time.perf_counter(), time.thread_time()
        if phase:
            late.setdefault(phase, []).append((1000 * (wall - last_wall) - BEAT_MS, 1000 * (own - last_own)))
        last_wall, last_own = wall, own

    timer = QTimer(interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(beat)
    timer.start()

    def wait(until: Any, most: float) -> bool:
        clock = QElapsedTimer()
        clock.start()
        while not until():
            # Blocks until something is to be done: no busy loop that would take the run's processor.
            application.processEvents()
            time.sleep(0.001)
            if clock.elapsed() > 1000 * most:
                return False
        return True

    started: list[int] = []
    session.enqueue([experiment], then=started.extend, owner=window)
    wait(lambda: bool(started), 30)
    window.go("runs", [*started, *beside])
    runs: Any = window.page("runs")
    trains = wait(lambda: started and started[0] in runs.runs and runs.runs[started[0]].step > 5, 240)
    if not trains:
        raise SystemExit("the run did not begin to train")

    def for_a_while(name: str, length: float) -> None:
        nonlocal phase, last_wall, last_own
        application.phase = name  # type: ignore[attr-defined]
        phase, last_wall, last_own = name, time.perf_counter(), time.thread_time()
        wait(lambda: False, length)
        phase = application.phase = ""  # type: ignore[attr-defined]

    def go_round(name: str) -> None:
        for page in PAGES:
            QTimer.singleShot(0, lambda page=page: window.go(page))
            for_a_while(name, max(1.0, seconds / 20))

    first = runs.runs[started[0]].step
    for_a_while("Runs page shown", seconds)
    go_round("each page for the first time")
    go_round("each page again")
    points = len(runs.learning.histories[(started[0], "train/loss")].step)
    trained = runs.runs[started[0]].step - first
    session.stop_run(started[0])
    wait(lambda: runs.runs[started[0]].status != "running", 60)
    session.close()
    longest = application.longest  # type: ignore[attr-defined]
    return {"late_ms": late, "updates": trained, "points_drawn": points, "longest_ms": longest}


def summary(late: list[tuple[float, float]]) -> dict[str, float]:
    """Largest and 99th percentile of how late the beats were, and what the worst ones cost the thread itself, ms."""
    walls = sorted(wall for wall, _ in late)
    return {
        "beats": len(late),
        "largest_ms": walls[-1],
        "p99_ms": walls[int(0.99 * (len(walls) - 1))],
        "median_ms": max(0.0, median(walls)),
        "over_50_ms": sum(wall > BOUND_MS for wall in walls),
        "largest_own_ms": max(own for _, own in late),
        "own_over_50_ms": sum(own > BOUND_MS for _, own in late),
    }


def main() -> None:
    """Measures, prints a table, writes JSON."""
    if len(sys.argv) > 3 and sys.argv[1] == "--child":
        task, begun = sys.argv[2], float(sys.argv[3])
        tasks = {
            "start": lambda: start(begun), "bare": bare, "theme": theme_changes, "visits": first_visits,
        }  # fmt: skip
        print(json.dumps(tasks[task]() if task in tasks else training(float(sys.argv[4]))), flush=True)
        os._exit(0)  # threads of the training child are daemons of nothing that matters here
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
        for _ in range(options.starts):  # in turns
            starts.append(child("start", homes["start"]))
            bares.append(child("bare", homes["start"])["processor time"])
        theme = child("theme", homes["start"])
        child("visits", homes["compile"])
        visited = child("visits", homes["visits"])
        trained = child("train", homes["train"], str(options.seconds))
    found: dict[str, Any] = {
        "machine": f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors, {platform.system()}",
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "starts_s": starts,
        "bare_s": bares,
        "times_bare": median(each["of it processor time"] for each in starts) / median(bares),
        "theme": theme,
        "training": {"each page at once after the start": summary(visited["late_ms"])}
        | {name: summary(late) for name, late in trained["late_ms"].items()},
        "updates": trained["updates"],
    }
    longest = {"each page at once after the start": visited["longest_ms"], **trained["longest_ms"]}
    for name, row in found["training"].items():
        row["longest_call_ms"], row["longest_call_wall_ms"] = longest[name]
    load = "" if found["load"] is None else f", load {found['load']:.1f}"
    print(f"{found['machine']}{load}\n")
    print(f"{'seconds from process start':<30}{'first':>8}{'median':>8}{'worst':>8}")
    for name in ("painted", "usable", "of it processor time", "store read"):
        values = [each[name] for each in starts]
        print(f"{name:<30}{values[0]:>8.2f}{median(values):>8.2f}{max(values):>8.2f}")
    print(f"{'bare imports, processor time':<30}{bares[0]:>8.2f}{median(bares):>8.2f}{max(bares):>8.2f}")
    print(f"{'times the bare imports':<30}{'':>8}{found['times_bare']:>8.2f}\n")
    for name, value in theme.items():
        print(f"{name:<36}{value:>8,.0f}")
    print(f"\n{'beats late, ms':<34}{'beats':>8}{'median':>8}{'p99':>8}{'largest':>8}{'> 50':>6}"
          f"{'largest of its own':>20}{'> 50':>6}{'longest call':>14}{'its wall':>10}")  # fmt: skip
    for name, row in found["training"].items():
        print(f"{name:<34}{row['beats']:>8,}{row['median_ms']:>8.1f}{row['p99_ms']:>8.1f}{row['largest_ms']:>8.1f}"
              f"{row['over_50_ms']:>6}{row['largest_own_ms']:>20.1f}{row['own_over_50_ms']:>6}"
              f"{row['longest_call_ms']:>14.1f}{row['longest_call_wall_ms']:>10.1f}")  # fmt: skip
    print(f"\n{found['updates']:,} updates were made meanwhile.")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
