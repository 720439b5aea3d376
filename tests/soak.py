"""A soak: many tiny runs through a real window and the command line on one store.

``python -m tests.soak --encoder FOLDER --runs 200`` opens the window (offscreen unless told otherwise), queues most of
the runs for it, trains the rest from the command line at the same time, closes the window, and reports what it found.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

from engine.store import Store, metrics, runs
from tests.film_reviews import write_reviews

ROOT = Path(__file__).resolve().parents[1]
SETTLED = 20
"""Runs after which the window has loaded and drawn all that it ever does."""
KEYS = ("train/loss", "validation/error", "test/error")
_STILL_SECONDS = 600.0
"""So long without a change of any run is a queue that stands still."""


@dataclass(frozen=True)
class WindowSample:
    """What the window's process holds: memory of its own (USS, bytes), threads, open files and connections."""

    memory: int
    threads: int
    handles: int


@dataclass
class SoakReport:
    """What a soak has found.

    Attributes:
        wanted, finished: runs that were asked for, and that have finished.
        unequal: what differs between runs that should not: the same seed from the window and from the command line.
        leases, processes: what was left when the window had closed; processes without the fork server, which waits for
            more runs.
        before, after: the window after the first twenty runs, and at the end; medians of several samples.
        seconds: how long it took.
    """

    wanted: int
    finished: int = 0
    unequal: list[str] = field(default_factory=list)
    leases: int = 0
    processes: list[str] = field(default_factory=list)
    before: WindowSample | None = None
    after: WindowSample | None = None
    seconds: float = 0.0

    @property
    def growth(self) -> float:
        """By what share the window's memory has grown since the first twenty runs."""
        assert self.before is not None and self.after is not None, "too few runs"
        return self.after.memory / self.before.memory - 1


def soak(encoder: Path, home: Path, count: int, *, still: float = _STILL_SECONDS) -> SoakReport:
    """Train ``count`` runs, a fifth of them from the command line, and return what came of it."""
    began, report = time.monotonic(), SoakReport(count)
    design = _write_design(encoder, home)
    ours = max(1, count // 5)  # the command line's
    environment = {
        **os.environ,
        "PALIMPSEST_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "OMP_NUM_THREADS": "1",
    }
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    store, window_log = home / "palimpsest.sqlite", home / "window.log"

    def palimpsest(*arguments: str) -> None:
        command = [sys.executable, "-m", "engine", *arguments, "--store", str(store)]
        done = subprocess.run(command, env=environment, cwd=home, capture_output=True, text=True)
        if done.returncode:
            report.unequal.append(f"{arguments[-1]}: exit code {done.returncode}: {done.stderr[-500:]}")

    with window_log.open("wb") as log:
        window = subprocess.Popen(
            [sys.executable, "-m", "tests.soak", "--window", str(home), "--store", str(store)],
            env=environment, cwd=home, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        seeds = ",".join(str(seed) for seed in range(1, count - ours + 1))
        palimpsest("run", str(design), "--queue", "--set", f"seed=[{seeds}]")
        line = threading.Thread(
            target=lambda: [
                palimpsest("run", str(design), "--set", f"seed={seed}") for seed in range(1, ours + 1)
            ]
        )
        line.start()
        samples = _follow(store, window, count, still)
        line.join()
    finally:
        (home / "leave").touch()
        try:
            code = window.wait(120)
        except subprocess.TimeoutExpired:
            window.kill()
            code = window.wait()
    if code:
        report.unequal.append(f"the window ended with {code}: {window_log.read_text()[-500:]}")
    if len(samples) > SETTLED:
        report.before, report.after = _median(samples[SETTLED : SETTLED + 10]), _median(samples[-10:])
    _look_at_store(store, report, count - ours, ours)
    report.processes = _processes_of(home)
    report.seconds = time.monotonic() - began
    return report


def _write_design(encoder: Path, home: Path) -> Path:
    write_reviews(home / "rows.csv", 40)
    design = home / "soak.toml"
    design.write_text(
        f"""
        name = "soak"
        [encoder]
        source = {json.dumps(str(encoder))}
        [compute]
        device = "cpu"
        precision = "fp32"
        threads = 1
        [probes]
        on = false
        [[stages]]
        kind = "finetune"
        epochs = 2.0
        batch_size = 8
        max_length = 16
        data = {{ source = {json.dumps(str(home / "rows.csv"))}, validation_share = 0.2 }}
        """,
        encoding="utf-8",
    )
    return design


def _follow(store: Path, window: subprocess.Popen[bytes], count: int, still: float) -> list[WindowSample]:
    """Wait until ``count`` runs have ended; return a sample of the window for each that has."""
    process, samples, changed, seen = psutil.Process(window.pid), list[WindowSample](), time.monotonic(), -1
    with Store(store) as opened:
        while True:
            counter = runs.change_counter(opened)
            if counter != seen:
                seen, changed = counter, time.monotonic()
            ended = [row for row in runs.list_runs(opened) if not row.active]
            while len(samples) < len(ended):
                samples.append(
                    WindowSample(process.memory_full_info().uss, process.num_threads(), process.num_fds())
                )
            if len(ended) >= count or window.poll() is not None or time.monotonic() - changed > still:
                return samples
            time.sleep(0.2)


def _median(samples: Sequence[WindowSample]) -> WindowSample:
    def middle(of: Callable[[WindowSample], int]) -> int:
        return int(statistics.median(of(sample) for sample in samples))

    return WindowSample(
        middle(lambda each: each.memory), middle(lambda each: each.threads), middle(lambda each: each.handles)
    )


def _look_at_store(store: Path, report: SoakReport, queued: int, ours: int) -> None:
    """Compare the runs of one seed, and count what is in the store."""
    with Store(store) as opened:
        rows = runs.list_runs(opened, order_by="id", descending=False)
        report.leases = int(opened.execute("SELECT count(*) FROM leases").fetchone()[0])
        report.finished = sum(row.status == "finished" for row in rows)
        expected = sorted([*range(1, queued + 1), *range(1, ours + 1)])
        if (found := sorted(row.seed for row in rows)) != expected:
            report.unequal.append(f"seeds {found}, not {expected}")
        curves: dict[int, tuple[str, object]] = {}
        for row in rows:
            if row.status != "finished":
                report.unequal.append(f"run {row.id} is {row.status}: {row.reason}")
            if row.pid is not None:
                report.unequal.append(f"run {row.id} still has process {row.pid}")
            found_curves = metrics.read_curves(opened, [row.id], list(KEYS))
            values = {key: (list(curve.step), list(curve.value)) for (_, key), curve in found_curves.items()}
            if len(values["train/loss"][0]) != row.steps:
                report.unequal.append(
                    f"run {row.id} has {len(values['train/loss'][0])} of {row.steps} updates"
                )
            name, first = curves.setdefault(row.seed, (f"run {row.id}", values))
            if first != values:
                report.unequal.append(f"run {row.id} and {name} have one seed and other measures")


def _processes_of(home: Path) -> list[str]:
    """Return the command lines of processes that work for ``home``, but fork servers."""
    found = []
    for process in psutil.process_iter():
        try:
            line = " ".join(process.cmdline())
            mine = str(home) in line or process.environ().get("PALIMPSEST_HOME") == str(home)
            if mine and process.pid != os.getpid() and "engine.launch.fork_server" not in line:
                found.append(line)
        except psutil.Error:
            pass  # it has just ended, or is another user's
    return found


def open_window(home: Path, store: Path) -> int:
    """Open the real window on the Runs page, and close it when there is a file ``leave`` in ``home``."""
    from PySide6.QtCore import QTimer

    from workbench import app
    from workbench.shell import window

    class SoakedWindow(window.MainWindow):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)  # type: ignore[arg-type]
            self.complete.connect(lambda: self.show_page("runs"))
            self._watch = QTimer(self)
            self._watch.timeout.connect(self._leave)
            self._watch.start(200)

        def _leave(self) -> None:
            if (home / "leave").exists():
                self._watch.stop()
                self.close()

    window.MainWindow = SoakedWindow  # type: ignore[misc]
    return app.main(["--store", str(store)])


def main() -> int:
    """Soak, and print the report as JSON; exit code 1 when something was lost, doubled, left or has grown."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--encoder", type=Path, help="a small encoder's folder")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--window", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--store", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.window:
        return open_window(chosen.window, chosen.store)
    with tempfile.TemporaryDirectory(prefix="palimpsest-soak-") as folder:
        report = soak(chosen.encoder, Path(folder), chosen.runs)
    print(json.dumps(asdict(report), indent=1))
    if report.before is not None:
        print(f"memory of the window: {report.growth:+.1%}")
    whole = report.finished == report.wanted and not (report.unequal or report.leases or report.processes)
    return int(not whole or (report.before is not None and report.growth > 0.05))


if __name__ == "__main__":
    sys.exit(main())
