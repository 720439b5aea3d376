"""Whether the window grows while it watches: an hour's rows of a training run, arriving within a few minutes.

    python benchmarks/watching.py [--minutes 60] [--per-second 10] [--json FILE]

The window (drawn to memory) shows the Runs page over a store in which one run is under way. A child writes the
run's rows as an engine does, through ``RunWriter``: every update's loss and rates, an evaluation every 100 updates, the
heartbeat and progress, and a line in the log every 500. They are those of so many minutes at so many updates a second,
the next minute's rows as soon as the window has those of the one before, so that it reads and draws all of them. Asked
after each tenth: what the process has resident (after a full collection of garbage, and after the window has given back
what is free, as it does every twenty seconds, which are far more rows here) and how many Python objects there
are. What must grow is known: 24 bytes for each point of a curve that was read (step, time and value), and 8 for one
that is drawn smoothed. A process of its own writes the rows; it is not counted.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

APART_SECONDS = 0.25
"""Between two looks at whether a minute's rows have come."""
TENTHS = 10


def memory() -> dict[str, float]:
    """Return what this process has in memory now, MB: all, and that which is its own (no mapped file, no library)."""
    import psutil

    found = psutil.Process().memory_info()
    # Where the system tells: a library that another process shares no longer would count as this one's.
    return {"resident, MB": found.rss / 1e6, "own, MB": (found.rss - getattr(found, "shared", 0)) / 1e6}


def write(store: Path, number: int, minutes: int, per_second: float) -> None:
    """In a child: take the run, and write a minute's rows for each line of standard input."""
    import psutil

    from engine.events import Evaluation, RunNotice, StageStarted, StepMetrics
    from engine.launch import starting
    from engine.store import Store, runs
    from engine.store.writer import RunWriter

    steps = round(60 * per_second)
    with Store(store) as opened:  # under way in this process, which the window can see is alive
        starting.claim_run(opened, number, launcher="cli")
        begun = psutil.Process().create_time()
        runs.set_run_columns(opened, [number], pid=os.getpid(), pid_started=begun)
    with RunWriter(store, number) as writer:
        writer.write(StageStarted(0, "finetune", "Fine-tuning", 0, minutes * steps, minutes * steps, {}))
        print("begun", flush=True)
        for minute, _line in zip(range(minutes), sys.stdin, strict=False):
            for step in range(minute * steps + 1, (minute + 1) * steps + 1):
                loss = 2.0 / step**0.3 + (step * 7919 % 101) / 500
                writer.write(StepMetrics(step, {"train/loss": loss, "rate/top": 2e-5, "rate/bottom": 1e-5}))
                if step % 100 == 0:
                    values = {"validation/error": 30 * loss, "validation/loss": loss}
                    writer.write(Evaluation("validation", step, values))
                if step % 500 == 0:
                    writer.write(RunNotice("info", f"Update {step}"))
        sys.stdin.read()  # until the window has seen all of it


def watch(minutes: int, per_second: float) -> list[dict[str, float]]:
    """Have the run's rows written minute by minute with the window open; return what was in memory after each tenth."""
    from window import open_window

    from engine import launch, paths
    from engine.spec.experiment import parse_experiment
    from workbench.backend import free_memory

    steps = round(60 * per_second)
    stage = {"kind": "finetune", "data": {"source": "samples:questions"}}
    store = paths.default_store()
    number = launch.enqueue(
        store, [parse_experiment({"name": "An hour", "stages": [stage]})], launcher="cli"
    )[0]
    child = subprocess.Popen(
        [sys.executable, __file__, "--write", store, str(number), "--minutes", str(minutes),
         "--per-second", str(per_second)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    assert child.stdin is not None and child.stdout is not None
    if child.stdout.readline() != "begun\n":
        raise SystemExit("the run's rows are not written")
    application, session, window = open_window(store)
    found: list[dict[str, float]] = []

    def turn(seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            application.processEvents()
            time.sleep(0.002)

    def drawn() -> int:
        series = window.page("runs").learning.histories.get((number, "train/loss"))  # type: ignore[attr-defined]
        return 0 if series is None else len(series.step)

    made: list[bool] = []
    window.complete.connect(lambda: made.append(True))
    while not made:
        turn(0.1)
    window.go("runs", [number])
    for minute in range(minutes + 1):
        end = time.monotonic() + 60
        while drawn() < minute * steps:
            turn(APART_SECONDS)
            if time.monotonic() > end:
                raise SystemExit(f"the window has {drawn()} of {minute * steps} points")
        if minute % max(1, minutes // TENTHS) == 0:
            turn(2)
            gc.collect()
            free_memory.give_back()  # as every twenty seconds of a real hour
            counted = {"objects": len(gc.get_objects()), "widgets": len(application.allWidgets())}
            found.append({"minutes": minute, **memory(), **counted})
        if minute < minutes:
            child.stdin.write("\n")
            child.stdin.flush()
    child.stdin.close()
    child.wait()
    session.close()
    return found


def main() -> None:
    """Measure, print the table, write JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=int, default=60, help="how long the run that is watched lasts")
    parser.add_argument("--per-second", type=float, default=10.0, help="its updates in a second")
    parser.add_argument("--json", type=Path, help="where the figures are written")
    parser.add_argument("--write", nargs=2, metavar=("STORE", "RUN"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        write(Path(options.write[0]), int(options.write[1]), options.minutes, options.per_second)
        return
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ["PALIMPSEST_HOME"] = folder
        found = watch(options.minutes, options.per_second)
        print("".join(f"{name:>14}" for name in found[0]))
        for row in found:
            print("".join(f"{value:>14,.1f}" for value in row.values()))
        if options.json:
            options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    main()
