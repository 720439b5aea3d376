"""Every recipe with a table of the paper, queued and trained as a user would: pytest -m nightly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.spec.recipes import Recipe, list_recipes
from tests.queued_recipes import SAMPLES, palimpsest, queued_and_run

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(3600)]
TABLES = [each for each in SAMPLES if each.layout]


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
