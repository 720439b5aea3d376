"""Every recipe without a table of the paper, queued and trained as a user would: pytest -m nightly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.spec.recipes import Recipe
from tests.queued_recipes import SAMPLES, palimpsest, queued_and_run

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(3600)]
OTHERS = [each for each in SAMPLES if not each.layout]


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
