"""What benchmarks share that give their runs to the installed command and its queue, each in a home of its own.

A home keeps what has been trained: a benchmark that was broken off goes on where it was when it is called again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.store import Store

ROOT = Path(__file__).resolve().parent.parent


def palimpsest(home: Path, *arguments: str, codes: Sequence[int] = (0,)) -> str:
    """Run a command on the store of ``home`` and return what it prints. Ends the benchmark on any other exit code."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        env={**os.environ, "PALIMPSEST_HOME": str(home), "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    if done.returncode not in codes:
        raise SystemExit(f"palimpsest {' '.join(arguments)} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def runs_of(home: Path, name: str) -> list[tuple[int, str, str]]:
    """Return number, name and status of each run of the experiments called ``name``, in order."""
    found = json.loads(palimpsest(home, "runs", "--json"))
    return sorted(
        (row["id"], row["name"], row["status"]) for row in found if row["name"].partition(":")[0] == name
    )


def train(home: Path, name: str, file: Path, *settings: str) -> list[int]:
    """Train those runs of a plan called ``name`` that have not finished; return the numbers of all, in order."""
    if not runs_of(home, name):
        changes = [part for setting in settings for part in ("--set", setting)]
        palimpsest(home, "run", str(file), "--queue", *changes)
    return finish(home, name)


def finish(home: Path, name: str, slots: int = 1) -> list[int]:
    """Train what is queued or broken off of the experiments called ``name``, ``slots`` of them side by side.

    Returns the numbers of all, in order.
    """
    for number, _, status in runs_of(home, name):
        if status in ("stopped", "interrupted"):
            palimpsest(home, "resume", str(number))
    palimpsest(home, "queue", "--slots", str(slots))
    done = runs_of(home, name)
    unfinished = [f"run {number} {status}" for number, _, status in done if status != "finished"]
    if unfinished:
        raise SystemExit(f"not finished in {home}: {', '.join(unfinished)}")
    return [number for number, _, _ in done]


def processor_seconds(store: Store, number: int) -> float:
    """Return the processor time of a run's last process: all of it where it was not broken off."""
    from engine.store import runs

    return sum(
        float(str(stage.info.get("processor_seconds", 0))) for stage in runs.list_stages(store, number)
    )
