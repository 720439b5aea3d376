"""Every recipe of the paper in its smallest size, trained as a user would: pytest -m nightly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.spec.recipes import list_recipes

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(1800)]
SAMPLES = [each for each in list_recipes() if each.size == "sample" and each.layout]
FORGETTING = [each for each in list_recipes() if each.size == "sample" and not each.layout]


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


@pytest.mark.parametrize("each", SAMPLES, ids=lambda each: each.name)
def test_the_sample_of_a_recipe_fills_its_table(each, home: Path) -> None:  # type: ignore[no-untyped-def]
    done = json.loads(palimpsest(home, "run", each.name, "--size", "sample", "--json"))
    assert [run["status"] for run in done] == ["finished"] * each.plan.run_count
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


@pytest.mark.parametrize("each", FORGETTING, ids=lambda each: each.name)
def test_the_sample_of_a_recipe_measures_forgetting(each, home: Path) -> None:  # type: ignore[no-untyped-def]
    done = json.loads(palimpsest(home, "run", each.name, "--size", "sample", "--json"))
    assert [run["status"] for run in done] == ["finished"] * each.plan.run_count
    for run in done:
        found = json.loads(palimpsest(home, "forgetting", str(run["id"]), "--json"))
        assert found
    print(f"{each.name}: {each.plan.run_count} runs, {sum(run['active_seconds'] for run in done):.0f} s")
