"""Shared code of benchmarks that train with the installed command and its queue, each in a home folder of its own.

A home keeps finished runs: an interrupted benchmark continues when it is called again.
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
    """Run a command on the store of ``home`` and return its output. Ends the benchmark on codes not in ``codes``."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    result = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        env={**os.environ, "PALIMPSEST_HOME": str(home), "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    if result.returncode not in codes:
        raise SystemExit(f"palimpsest {' '.join(arguments)} ended with {result.returncode}:\n{result.stdout}")
    return result.stdout


def experiment_runs(home: Path, name: str) -> list[tuple[int, str, str]]:
    """Return number, name and status of each run of the experiments called ``name``, in order."""
    rows = json.loads(palimpsest(home, "runs", "--json"))
    return sorted(
        (row["id"], row["name"], row["status"]) for row in rows if row["name"].partition(":")[0] == name
    )


def train(home: Path, name: str, file: Path, *settings: str) -> list[int]:
    """Train the unfinished runs of a plan called ``name``, and return the numbers of all runs in order."""
    if not experiment_runs(home, name):
        changes = [part for setting in settings for part in ("--set", setting)]
        palimpsest(home, "run", str(file), "--queue", *changes)
    return finish(home, name)


def finish(home: Path, name: str, slots: int = 1) -> list[int]:
    """Train the queued or interrupted runs of the experiments called ``name``, ``slots`` of them at a time.

    Returns the numbers of all runs, in order.
    """
    for number, _, status in experiment_runs(home, name):
        if status in ("stopped", "interrupted"):
            palimpsest(home, "resume", str(number))
    palimpsest(home, "queue", "--slots", str(slots))
    runs = experiment_runs(home, name)
    unfinished = [f"run {number} {status}" for number, _, status in runs if status != "finished"]
    if unfinished:
        raise SystemExit(f"not finished in {home}: {', '.join(unfinished)}")
    return [number for number, _, _ in runs]


def processor_seconds(store: Store, number: int) -> float:
    """Return the processor time of a run's last process, which is the total if the run was not interrupted."""
    from engine.store import runs

    return sum(
        float(str(stage.info.get("processor_seconds", 0))) for stage in runs.list_stages(store, number)
    )
