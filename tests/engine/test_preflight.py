"""What is said about a plan before anything is written: memory."""

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
    assert "1.5 GB are free on this computer" in said and "compute.micro_batches = " in said
    split = [parse_experiment({"stages": [stage], "compute": {"device": "cpu", "micro_tokens": 512}})]
    assert preflight(split) == []
