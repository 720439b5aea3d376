"""What is said about a plan before anything is written: memory, a test split that says nothing."""

from __future__ import annotations

from types import SimpleNamespace

import psutil
import pytest

from engine import preflight as module
from engine.preflight import preflight
from engine.spec.experiment import parse_experiment


@pytest.mark.usefixtures("home")
def test_a_run_that_does_not_fit_into_free_memory_is_said_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = {"kind": "finetune", "data": "samples:reviews", "batch_size": 64, "max_length": 128}
    plan = [parse_experiment({"stages": [stage], "compute": {"device": "cpu"}})]
    assert preflight(plan) == []  # the bundled encoder fits anywhere, so nobody looks
    monkeypatch.setattr(module, "_SMALL_ENCODER", 0)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=1.5e9))
    (said,) = preflight(plan)
    assert "1.5 GB are free on this computer" in said and "Accumulation: " in said
    split = [parse_experiment({"stages": [stage], "compute": {"device": "cpu", "micro_tokens": 512}})]
    assert preflight(split) == []


@pytest.mark.usefixtures("home")
def test_a_test_split_that_says_nothing_is_told_whether_its_data_were_read_before_or_not() -> None:
    small = {"source": "samples:reviews", "test_rows": 49}
    enough = {"source": "samples:questions", "test_rows": 50}
    plans = [
        parse_experiment({"stages": [{"kind": "finetune", "data": small}]}),
        parse_experiment({"stages": [{"kind": "multitask", "tasks": [{"data": enough}, {"data": small}]}]}),
        parse_experiment({"stages": [{"kind": "finetune", "data": enough}]}),
    ]
    words = "The test split has 49 texts: too few for a conclusion (at least 50 are needed)."
    told = [f"stages.0.data.source: {words}", f"stages.0.tasks.1.data.source: {words}"]
    assert preflight(plans) == told
    assert preflight(plans) == told, "known from the cache"
