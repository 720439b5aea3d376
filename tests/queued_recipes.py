"""Recipes that need no download, queued and trained as a user would. What one worker would train all night, two do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from engine.spec.recipes import Recipe, list_recipes

# paper-imdb is of one size, that of the paper: it trains for days on data that have to be fetched.
SAMPLES = [each for each in list_recipes() if each.size in ("", "sample") and each.name != "paper-imdb"]


def palimpsest(home: Path, *arguments: str, may_fail: bool = False) -> str:
    """Standard output of the command line in a process of its own, which must end with 0.

    ``may_fail``: another exit code will do, as where some of several runs fail, but something has to be printed.
    """
    environment = os.environ | {"PALIMPSEST_HOME": str(home), "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        env=environment,
        cwd=Path(__file__).resolve().parent.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    accepted = bool(done.stdout) if may_fail else done.returncode == 0
    assert accepted, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def queued_and_run(home: Path, each: Recipe) -> list[dict[str, Any]]:
    """The runs of a recipe after the queue has run them; all have to finish."""
    size = ["--size", each.size] if each.size else []
    waiting = json.loads(palimpsest(home, "run", each.name, *size, "--queue", "--json"))
    assert [run["status"] for run in waiting] == ["queued"] * each.plan.run_count
    done: list[dict[str, Any]] = json.loads(palimpsest(home, "queue", "--json"))
    assert sorted(run["id"] for run in done) == [run["id"] for run in waiting]
    assert [run["status"] for run in done] == ["finished"] * each.plan.run_count
    return done
