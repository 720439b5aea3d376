"""Every recipe that needs no download, queued and trained as a user would: pytest -m nightly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.spec.recipes import Recipe, list_recipes

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(1800)]
# paper-imdb is of one size, that of the paper: it trains for days on data that have to be fetched.
SAMPLES = [each for each in list_recipes() if each.size in ("", "sample") and each.name != "paper-imdb"]
TABLES = [each for each in SAMPLES if each.layout]
OTHERS = [each for each in SAMPLES if not each.layout]


def palimpsest(home: Path, *arguments: str) -> str:
    """Standard output of the command line in a process of its own, which must end with 0."""
    environment = os.environ | {"PALIMPSEST_HOME": str(home), "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        env=environment,
        cwd=Path(__file__).resolve().parent.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
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


def test_all_recipes_but_one_are_trained() -> None:
    assert {each.name for each in list_recipes()} - {each.name for each in SAMPLES} == {"paper-imdb"}


@pytest.mark.parametrize("each", TABLES, ids=lambda each: each.name)
def test_the_sample_of_a_recipe_fills_its_table(each: Recipe, home: Path) -> None:
    done = queued_and_run(home, each)
    for run in done:
        assert 0 <= run["summary"]["test_error_at_best_validation"] <= 100
    seconds = sum(run["active_seconds"] for run in done)
    table = json.loads(palimpsest(home, "paper", each.name, "--size", "sample", "--format", "json"))
    assert table["filled"] == table["expected"] > 1
    assert sum(len(cell["runs"]) for cell in table["cells"]) == each.plan.run_count
    assert table["comparable"] is False
    said = palimpsest(home, "paper", each.name, "--size", "sample")
    assert "not run" not in said
    print(f"{each.name}: {each.plan.run_count} runs, {seconds:.0f} s")


@pytest.mark.parametrize("each", OTHERS, ids=lambda each: each.name)
def test_the_sample_of_a_recipe_measures_forgetting(each: Recipe, home: Path) -> None:
    done = queued_and_run(home, each)
    for run in done:
        (found,) = json.loads(palimpsest(home, "forgetting", str(run["id"]), "--json"))["strategies"]
        assert [each["id"] for each in found["runs"]] == [run["id"]]
        encoder = json.loads(palimpsest(home, "show", str(run["id"]), "--json"))["spec"]["encoder"]
        assert (found["factor"] is None) == (encoder["weights"] == "random"), (
            "what knows no language forgets none"
        )
    print(f"{each.name}: {each.plan.run_count} runs, {sum(run['active_seconds'] for run in done):.0f} s")
