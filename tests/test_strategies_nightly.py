"""Everything a stage can do against forgetting, trained whole as a user would: queued, each in a process of its own.

    pytest -m nightly tests/test_strategies_nightly.py

A process that a queue starts has imported nothing before; what a strategy or an adapter needs must be there all the
same. Two small tasks in a row, so that strategies which protect an earlier task have one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.spec.base import Choice
from engine.spec.mitigation import Adapter, Anchor, Consolidation, Distillation, LoRA, Replay
from engine.spec.recipes import list_recipes
from tests.queued_recipes import palimpsest

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(3600)]

FAMILIES: dict[str, type[Choice]] = {
    "anchor": Anchor,
    "consolidation": Consolidation,
    "replay": Replay,
    "distillation": Distillation,
    "adapter": Adapter,
}
PLAN = """
name = "Strategies"

[encoder]
source = "palimpsest-tiny"

[[stages]]
kind = "finetune"
epochs = 1
batch_size = 16
max_length = 32
data = { source = "samples:questions", train_rows = 64, validation_rows = 16, test_rows = 16 }

[[stages]]
kind = "finetune"
epochs = 1
batch_size = 16
max_length = 32
data = { source = "samples:headlines", train_rows = 64, validation_rows = 16, test_rows = 16 }

[probes]
points = 2

[compute]
device = "cpu"
threads = 1

[sweep]
strategy = [
%s
]
"""


def every_option() -> dict[str, dict[str, Any]]:
    """Each option of each family but "none" by a name, as the values it sets; and what are no options of a family."""
    found: dict[str, dict[str, Any]] = {
        f"{name} {kind}": {f"stages.1.{name}": {"kind": kind}}
        for name, family in FAMILIES.items()
        for kind in family.known_options()
        if kind != "none"
    }
    for variant in ("rslora", "dora"):
        assert LoRA(variant=variant)
        found[f"adapter {variant}"] = {
            "stages.1.adapter": {"kind": "lora", "variant": variant, "where": "all"}
        }
    for of in ("weights", "inputs"):
        found[f"mixout {of}"] = {"stages.1.mixout": 0.5, "stages.1.mixout_of": of}
    for fisher in ("exact", "sampled", "empirical"):
        option = {"kind": "ewc", "of": "earlier", "fisher": fisher, "samples": 16}
        found[f"ewc {fisher}"] = {"stages.1.consolidation": option}
    found["l2_sp decoupled"] = {"stages.1.anchor": {"kind": "l2_sp", "form": "decoupled"}}
    found["lwf words"] = {"stages.1.distillation": {"kind": "lwf", "of": "words"}}
    return found


def recipe_alternatives() -> dict[str, dict[str, Any]]:
    """What the bundled recipes call strategies, in their smallest size."""
    found = {}
    for recipe in list_recipes():
        for values in recipe.plan.axes.values():
            for value in values:
                if isinstance(value, dict) and "set" in value and recipe.name == "two-tasks":
                    found[f"{recipe.name}: {value['name']}"] = value["set"]
    return found


def inline(value: Any) -> str:
    """A value as TOML, tables in one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {inline(each)}" for key, each in value.items()) + " }"
    return json.dumps(value)


def test_every_strategy_and_adapter_trains_from_the_queue(home: Path, tmp_path: Path) -> None:
    wanted = every_option() | recipe_alternatives()
    lines = (f"  {{ name = {json.dumps(name)}, set = {inline(values)} }}," for name, values in wanted.items())
    plan = tmp_path / "strategies.toml"
    plan.write_text(PLAN % "\n".join(lines), encoding="utf-8")
    queued = json.loads(palimpsest(home, "run", str(plan), "--queue", "--json"))
    assert len(queued) == len(wanted)
    done = json.loads(palimpsest(home, "queue", "--json", may_fail=True))
    # Runs are numbered in the order in which they were queued.
    by_number = dict(zip(sorted(run["id"] for run in queued), wanted, strict=True))
    problems = {by_number[run["id"]]: run["reason"] for run in done if run["status"] != "finished"}
    assert not problems
    assert len(done) == len(wanted)
