"""How a batch is split, and what happens when there is no memory for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.compute.microbatch import MicroBatching
from engine.errors import UserError
from engine.events import Evaluation, Event, RunNotice, StepMetrics
from engine.model.classifier import Classifier
from engine.model.masked_lm import MaskedLM
from engine.spec.experiment import Compute, Experiment
from engine.train.loop import train
from tests.engine.trainings import assert_same, weights

Make = Callable[..., Experiment]


@given(
    lengths=st.lists(st.integers(1, 60), min_size=1, max_size=40),
    parts=st.integers(1, 5),
    tokens=st.sampled_from([0, 1, 30, 64, 500]),
    padded=st.booleans(),
)
def test_every_text_is_in_one_micro_batch_and_none_is_too_large(
    lengths: list[int], parts: int, tokens: int, padded: bool
) -> None:
    sizes = np.array(lengths)
    found = MicroBatching(min_micro_batches=parts, max_tokens=tokens, padded=padded).split(sizes)
    assert sorted(np.concatenate(found).tolist()) == list(range(len(lengths)))
    assert len(found) >= min(parts, len(lengths)) and all(len(part) for part in found)
    for part in found:
        cost = len(part) * sizes[part].max() if padded else sizes[part].sum()
        assert not tokens or cost <= tokens or len(part) == 1


def test_rectangles_hold_texts_of_like_length() -> None:
    lengths = np.array([60, 5, 58, 6, 7, 59])
    found = MicroBatching(max_tokens=180, padded=True).split(lengths)
    assert [sorted(part.tolist()) for part in found] == [[0, 2, 5], [1, 3, 4]]
    # Undivided, the batch keeps its order.
    assert [part.tolist() for part in MicroBatching(max_tokens=360, padded=True).split(lengths)] == [
        list(range(6))
    ]


def test_limits_that_are_asked_for_are_kept_to() -> None:
    asked = Compute(micro_tokens=300, micro_batches=2, evaluation_tokens=128)
    portions = MicroBatching.from_compute(asked, "cuda:0", padded=False)
    assert (
        portions.max_tokens,
        portions.min_micro_batches,
        portions.evaluation_tokens,
        portions.long_text_tokens,
    ) == (300, 2, 128, 128)


# -- in a run


def size(batch: Any) -> int:
    return int(batch.ids.numel())


def starve(monkeypatch: pytest.MonkeyPatch, room: int, *, learning: bool = True) -> list[int]:
    """From now on no forward pass (that ``learning`` says) has memory for more than ``room`` tokens; lists the sizes
    that had."""
    done: list[int] = []
    for kind in (Classifier, MaskedLM):
        forward = kind.forward

        def narrow(self: Any, batch: Any, *rest: Any, _forward: Any = forward) -> Any:
            if torch.is_grad_enabled() == learning:
                if size(batch) > room:
                    raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 1 GiB")
                done.append(size(batch))
            return _forward(self, batch, *rest)

        monkeypatch.setattr(kind, "forward", narrow)
    return done


def warnings(events: list[Event]) -> list[str]:
    return [
        e.text for e in events if isinstance(e, RunNotice) and e.level == "warning" and "memory" in e.text
    ]


def measures(events: list[Event]) -> list[tuple[int, float]]:
    return [(e.step, e.values["train/loss"]) for e in events if isinstance(e, StepMetrics)]


def limit(texts: list[str]) -> int:
    """The limit that a warning speaks of."""
    return int(texts[0].split("at most ")[1].split()[0].replace(",", ""))


nightly = partial(pytest.param, marks=pytest.mark.nightly)
NSP = {"objective": "mlm_nsp", "segmentation": "lines"}
STAGES = [
    {},
    {"kind": "further_pretrain", "steps": 3, "max_length": 16},
    nightly({"compute": {"padding": "padded"}}),
    nightly({"compute": {"recompute": True}}),
    nightly({"kind": "further_pretrain", "steps": 3, "max_length": 32, **NSP}),
    nightly({"mixout": 0.5, "anchor": {"kind": "l2_sp"}}),
    nightly({"distillation": "lwf"}),
]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("fields", STAGES, ids=lambda fields: "-".join(map(str, fields.values())) or "plain")
def test_an_update_without_memory_is_done_again_in_smaller_parts_and_is_the_same(
    fields: dict[str, Any], make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def experiment(tokens: int) -> Experiment:
        length = {} if "kind" in fields else {"epochs": 0.5}
        return make(**{**fields, **length, "compute": fields.get("compute", {}) | {"micro_tokens": tokens}})

    with monkeypatch.context() as patch:
        done = starve(patch, 60)
        events = list(train(experiment(100), tmp_path / "starved"))
    said = warnings(events)
    assert len(said) == 1 and "The updates do not change" in said[0]
    # Some of the update's parts had been gone through when it began anew.
    assert max(done) <= 60 and 30 < limit(said) <= 50
    # With the limit that was found from the beginning: the very same run, dropout and all.
    again = list(train(experiment(limit(said)), tmp_path / "split"))
    assert warnings(again) == [] and measures(again) == measures(events)
    assert_same(tmp_path / "split" / "stage-1", tmp_path / "starved" / "stage-1")


@pytest.mark.usefixtures("home")
def test_a_limit_that_was_found_is_remembered_when_the_run_is_resumed(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = make(epochs=1, compute={"micro_tokens": 100})
    with monkeypatch.context() as patch:
        starve(patch, 60)
        whole = list(train(experiment, tmp_path / "whole"))
        events: Iterator[Event] = train(experiment, tmp_path / "parts")
        parts: list[Event] = []
        for event in events:
            parts.append(event)
            if isinstance(event, StepMetrics) and event.step == 4:
                break
        events.close()  # type: ignore[attr-defined]
        resumed = list(train(experiment, tmp_path / "parts", resume=True))
    assert warnings(parts) == warnings(whole) != [] and warnings(resumed) == []
    assert measures(parts) + measures(resumed) == measures(whole)
    assert_same(tmp_path / "whole" / "stage-1", tmp_path / "parts" / "stage-1")


@pytest.mark.usefixtures("home")
def test_where_not_even_one_text_fits_it_is_said_what_would_help(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starve(monkeypatch, 3)
    with pytest.raises(UserError, match="even one text of .*recompute|even one text of .*Recompute"):
        list(train(make(), tmp_path))


@pytest.mark.usefixtures("home")
def test_an_evaluation_without_memory_reads_fewer_texts_at_once(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = make(epochs=1, evaluations=2)
    plain = [e for e in train(experiment, tmp_path / "plain") if isinstance(e, Evaluation)]
    done = starve(monkeypatch, 50, learning=False)
    events = list(train(experiment, tmp_path / "starved"))
    found = [e for e in events if isinstance(e, Evaluation)]
    assert max(done) <= 50 and warnings(events)
    assert [(e.split, e.step) for e in found] == [(e.split, e.step) for e in plain]
    for one, other in zip(found, plain, strict=True):
        assert one.values == pytest.approx(other.values, abs=1e-5)
        assert one.predictions is not None and other.predictions is not None
        np.testing.assert_allclose(one.predictions.probabilities, other.predictions.probabilities, atol=1e-5)
        np.testing.assert_allclose(one.predictions.losses, other.predictions.losses, atol=1e-5)
    # What was found at the first evaluation is kept to at the next.
    first = next(i for i, e in enumerate(events) if isinstance(e, Evaluation))
    assert warnings(events[first:]) == warnings(events)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("padding", ["packed", nightly("padded")])
def test_held_out_text_without_memory_is_read_in_smaller_batches(
    padding: str, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = {
        "objective": "mlm_nsp",
        "segmentation": "lines",
        "max_length": 32,
        "steps": 4,
        "evaluate_every": 2,
    }
    experiment = make(kind="further_pretrain", compute={"padding": padding}, **stage)
    plain = [e for e in train(experiment, tmp_path / "plain") if isinstance(e, Evaluation)]
    done = starve(monkeypatch, 50, learning=False)
    events = list(train(experiment, tmp_path / "starved"))
    found = [e for e in events if isinstance(e, Evaluation)]
    assert max(done) <= 50 and len(found) == len(plain) == 2
    for one, other in zip(found, plain, strict=True):
        assert one.values == pytest.approx(other.values, rel=1e-4)
    first = next(i for i, e in enumerate(events) if isinstance(e, Evaluation))
    assert warnings(events[first:]) == warnings(events) != []


@pytest.mark.usefixtures("home")
def test_evaluation_computes_in_the_precision_of_the_training(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[tuple[bool, torch.dtype]] = set()
    linear = torch.nn.functional.linear

    def noted(given: torch.Tensor, *rest: Any, **more: Any) -> torch.Tensor:
        made = linear(given, *rest, **more)
        seen.add((torch.is_inference_mode_enabled(), made.dtype))
        return made

    monkeypatch.setattr(torch.nn.functional, "linear", noted)
    list(train(make(epochs=0.5, compute={"precision": "bf16"}), tmp_path))
    assert {dtype for inference, dtype in seen if inference} == {torch.bfloat16}


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    "fields", [{"epochs": 0.5}, {"kind": "further_pretrain", "steps": 3}], ids=["finetune", "pretrain"]
)
def test_a_run_that_computes_activations_again_is_the_run_that_keeps_them(
    fields: dict[str, Any], make: Make, tmp_path: Path
) -> None:
    found = []
    for again in (False, True):
        experiment = make(compute={"recompute": again, "precision": "bf16"}, **fields)
        events = list(train(experiment, tmp_path / str(again)))
        assert not [e for e in events if isinstance(e, RunNotice) and "computed again" in e.text]
        found.append((measures(events), weights(tmp_path / str(again) / "stage-1")))
    assert found[0][0] == found[1][0]
    for name, value in found[0][1].items():
        assert torch.equal(value, found[1][1][name]), name
