"""Trainings on a GPU learn what they learn on the processor: skipped where there is none.

Sums on a GPU have no fixed order and its products of 32 bits are TF32, so losses agree to some thousandths and not to
the bit.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.events import Evaluation, RunFinished, StageStarted
from engine.model.predict import predict_logits
from engine.model.saved_model import load_saved_model
from engine.spec.experiment import Experiment
from tests.engine.trainings import losses, notes, run_until

Make = Callable[..., Experiment]
DEVICE = "cuda:0"
pytestmark = [pytest.mark.usefixtures("home"), pytest.mark.gpu]
STAGES: list[dict[str, Any]] = [
    {},
    {"batching": "random", "padding": "padded"},
    {"class_exponent": 0.3, "features": {"tokens": "mean", "layers": "all", "combine": "concat"}},
    {"truncation": {"kind": "hierarchical", "combine": "attention", "most": 0}, "max_length": 12},
    {"decay": {"kind": "original", "xi": 0.9}, "optimizer": {"kind": "bertadam"}, "clip": "tensor"},
    {"anchor": {"kind": "l2_sp", "alpha": 0.5, "beta": 0.1}},
    {"consolidation": {"kind": "ewc", "samples": 6}},
    {"kind": "further_pretrain"},
    {"kind": "further_pretrain", "objective": "mlm_nsp", "segmentation": "lines"},
]
"""Stages whose losses do not hang on how a device draws (no dropout, no mixout)."""


def on(device: str, make: Make, options: dict[str, Any], precision: str = "fp32", **more: Any) -> Experiment:
    """The experiment without dropout on ``device``."""
    fields = dict(options)
    compute: dict[str, Any] = {"device": device, "precision": precision} | more
    if "padding" in fields:
        compute["padding"] = fields.pop("padding")
    return make(compute=compute, **({"dropout": 0.0} | fields))


@pytest.mark.parametrize("options", STAGES, ids=lambda o: "-".join(map(str, o.values())) or "plain")
def test_a_gpu_learns_as_the_processor_does(options: dict[str, Any], make: Make, tmp_path: Path) -> None:
    here = run_until(on("cpu", make, options), tmp_path / "cpu")
    there = run_until(on(DEVICE, make, options), tmp_path / "gpu")
    halves = run_until(on(DEVICE, make, options, "bf16"), tmp_path / "bf16")
    assert isinstance(there[-1], RunFinished) and isinstance(halves[-1], RunFinished)
    assert losses(there) == pytest.approx(losses(here), rel=5e-3)
    assert losses(halves) == pytest.approx(losses(here), rel=5e-2)
    for events in (there, halves):
        info = next(event.info for event in events if isinstance(event, StageStarted))
        assert info["computation"]["device"] == DEVICE.partition(":")[0]  # type: ignore[index]
    ours, theirs = (
        [e.values for e in events if isinstance(e, Evaluation) and e.split == "validation"]
        for events in (here, there)
    )
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        assert [v for k, v in other.items() if k.endswith("loss")] == pytest.approx(
            [v for k, v in one.items() if k.endswith("loss")], rel=1e-2
        )


def test_packed_texts_have_the_variable_length_kernel(make: Make, tmp_path: Path) -> None:
    events = run_until(on(DEVICE, make, {"dropout": 0.1, "epochs": 1}, "bf16"), tmp_path)
    info = next(event.info for event in events if isinstance(event, StageStarted))
    assert info["computation"]["attention"] == dict.fromkeys(
        ("dropout", "learning", "measuring"), "varlen"
    ), (  # type: ignore[index]
        info,
        notes(events),
    )


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_a_resumed_run_goes_on_as_it_would_have(precision: str, make: Make, tmp_path: Path) -> None:
    experiment = on(DEVICE, make, {"dropout": 0.1, "mixout": 0.5}, precision)
    whole = run_until(experiment, tmp_path / "whole")
    parts = run_until(experiment, tmp_path / "parts", 4)
    parts += run_until(experiment, tmp_path / "parts", resume=True)
    assert losses(parts) == pytest.approx(losses(whole), rel=1e-2)


def test_a_run_with_hardly_any_memory_left_learns_alike(make: Make, tmp_path: Path) -> None:
    whole = run_until(on(DEVICE, make, {"batch_size": 66, "epochs": 3}), tmp_path / "whole")
    torch.cuda.empty_cache()
    total = torch.cuda.mem_get_info()[1]
    # What this process holds already and four megabytes: the weights fit, the texts of a batch together may not.
    held = torch.cuda.memory_reserved()
    torch.cuda.set_per_process_memory_fraction(min(1.0, (held + 4e6) / total))
    try:
        tight = run_until(on(DEVICE, make, {"batch_size": 66, "epochs": 3}), tmp_path / "tight")
    finally:
        torch.cuda.set_per_process_memory_fraction(1.0)
    assert isinstance(tight[-1], RunFinished)
    assert losses(tight) == pytest.approx(losses(whole), rel=5e-3)


def test_probes_measure_the_same(make: Make, tmp_path: Path, corpus_file: Path) -> None:
    from engine.events import ProbeMeasured

    found = {}
    for device in ("cpu", DEVICE):
        experiment = make(
            compute={"device": device},
            probes={"text": str(corpus_file), "texts": 8, "length": 32},
            dropout=0.0,
            epochs=1,
        )
        events = run_until(experiment, tmp_path / device.partition(":")[0])
        measured = [e for e in events if isinstance(e, ProbeMeasured)]
        found[device] = {
            (e.probe, e.step, name): v for e in measured for name, v in e.values.items() if e.probe != "cost"
        }
    assert found["cpu"] and found["cpu"].keys() == found[DEVICE].keys()
    for name, value in found["cpu"].items():
        assert found[DEVICE][name] == pytest.approx(value, rel=2e-2, abs=2e-2), name


def test_a_saved_model_answers_the_same_with_the_kernel_of_training(make: Make, tmp_path: Path) -> None:
    run_until(on("cpu", make, {"epochs": 1}), tmp_path)
    texts = ["the film was good.", "a river", "people like music and art."] * 7
    expected = predict_logits(load_saved_model(tmp_path / "stage-1"), texts)
    there = load_saved_model(tmp_path / "stage-1").to_device(torch.device(DEVICE), "bf16")
    assert there.model.encoder.kernels.measuring == "varlen"
    torch.testing.assert_close(predict_logits(there, texts), expected, atol=3e-2, rtol=3e-2)
    exact = there.to_device(torch.device(DEVICE), "fp32")
    torch.testing.assert_close(predict_logits(exact, texts), expected, atol=3e-3, rtol=3e-3)
