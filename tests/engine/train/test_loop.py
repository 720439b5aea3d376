"""The loop: resuming is exact, the test split is touched once, and what goes wrong is said."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch.nn import functional

from engine.errors import UserError
from engine.events import (
    CheckpointSaved,
    Evaluation,
    Event,
    PhaseProgress,
    RunFinished,
    RunNotice,
    StepMetrics,
)
from engine.spec.experiment import Experiment
from engine.store.data_names import resolve_data
from engine.train.loop import train
from engine.train.trainer import Trainer
from tests.engine.trainings import assert_same, losses, run_until, trainer_of
from tests.sampling import nightly_but

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")


POLICIES: list[dict[str, Any]] = [
    {"batching": "random"},
    {"batching": {"kind": "grouped", "pool": 2}},
    {"batching": "random", "compute": {"padding": "padded"}},
    {"batching": {"kind": "grouped", "pool": 2}, "compute": {"padding": "padded", "micro_batches": 3}},
    {
        "class_exponent": 0.3,
        "best_on": "roc_auc",
        "objective": {"kind": "single_label", "class_weights": "effective", "focal_gamma": 1.0},
    },
    {"kind": "further_pretrain"},
    {
        "kind": "further_pretrain",
        "objective": "mlm_nsp",
        "segmentation": "lines",
        "compute": {"micro_batches": 3},
    },
    {"kind": "further_pretrain", "whole_words": True, "duplication": 2, "segmentation": "lines"},
]


@pytest.mark.parametrize(
    "options", nightly_but({3, 4, 6}, POLICIES), ids=lambda o: "-".join(str(v) for v in o.values())
)
def test_resumed_twice_at_any_step_is_bit_identical(
    options: dict[str, Any], make: Make, tmp_path: Path
) -> None:
    experiment = make(**options)
    whole = list(train(experiment, tmp_path / "whole"))
    total = max(losses(whole))
    for first, second in [(1, 2), (3, 8), (7, total - 1)]:
        folder = tmp_path / f"stopped-{first}-{second}"
        parts = run_until(experiment, folder, first, resume=False)
        parts += run_until(experiment, folder, second, resume=True)
        parts += list(train(experiment, folder, resume=True))
        assert losses(parts) == losses(whole)
        assert_same(folder / "stage-1", tmp_path / "whole" / "stage-1")


def test_stopping_at_any_event_loses_no_evaluation(make: Make, tmp_path: Path) -> None:
    experiment = make(evaluations=2)
    whole = [e for e in train(experiment, tmp_path / "whole") if isinstance(e, Evaluation)]
    at = [(e.split, e.step, dict(e.values), e.best) for e in whole]
    # Stop right where an evaluation is due, before it was made, and right after its first event.
    for kind in (PhaseProgress, Evaluation):
        folder = tmp_path / kind.__name__
        seen: list[Event] = []
        events = train(experiment, folder)
        for event in events:
            seen.append(event)
            if isinstance(event, kind) and (
                not isinstance(event, PhaseProgress) or event.text == "Evaluating"
            ):
                break
        events.close()  # type: ignore[attr-defined]
        seen += train(experiment, folder, resume=True)
        assert [(e.split, e.step, dict(e.values), e.best) for e in seen if isinstance(e, Evaluation)] == at


def test_early_stopping_is_the_same_after_a_resume(make: Make, tmp_path: Path) -> None:
    # A rate so low that nothing improves after the first evaluation: ties go to the earlier step.
    experiment = make(learning_rate=1e-9, patience=2, evaluations=2, epochs=6)
    whole = list(train(experiment, tmp_path / "whole"))
    assert any(isinstance(e, RunNotice) and "Stopped early" in e.text for e in whole)
    parts = run_until(experiment, tmp_path / "parts", 5, resume=False)
    parts += train(experiment, tmp_path / "parts", resume=True)
    assert losses(parts) == losses(whole)
    assert max(losses(whole)) < 6 * 7
    validated = [
        e.best for e in whole if isinstance(e, Evaluation) and e.split == "validation" and not e.final
    ]
    assert len(validated) > 1 and validated[0] and not any(validated[1:]), (
        "the earliest of equals is the best"
    )


def test_the_test_split_is_measured_once_at_the_best_validation_step(make: Make, tmp_path: Path) -> None:
    events = list(train(make(epochs=3), tmp_path))
    tested = [e for e in events if isinstance(e, Evaluation) and e.split == "test"]
    validated = [e for e in events if isinstance(e, Evaluation) and e.split == "validation" and not e.final]
    best = min(validated, key=lambda e: (e.values["validation/error"], e.step))
    assert [e.step for e in tested] == [best.step]
    assert [e.step for e in validated if e.best][-1] == best.step
    # The predictions of those weights for both splits, from which everything else can be measured later.
    final = [e for e in events if isinstance(e, Evaluation) and e.final]
    assert [(e.split, e.step) for e in final] == [("validation", best.step), ("test", best.step)]
    held = final[0].predictions
    assert held is not None and final[0].values == {}
    assert 100 * np.mean(held.labels != held.predicted) == pytest.approx(best.values["validation/error"])
    finished = events[-1]
    assert isinstance(finished, RunFinished)
    assert finished.values["test/error"] == tested[0].values["test/error"]
    predictions = tested[0].predictions
    assert predictions is not None
    assert 100 * np.mean(predictions.labels != predictions.predicted) == pytest.approx(
        tested[0].values["test/error"]
    )


def test_a_checkpoint_of_another_experiment_is_refused(make: Make, tmp_path: Path) -> None:
    run_until(make(), tmp_path, 2, resume=False)
    with pytest.raises(UserError, match="another experiment"):
        list(train(make(learning_rate=1e-4), tmp_path, resume=True))


def test_a_checkpoint_from_before_files_counted_by_content_is_gone_on_with(
    make: Make, tmp_path: Path
) -> None:
    """It names an experiment by the paths of its files, as the record without their content still does."""
    file = tmp_path / "texts.csv"
    file.write_text("text,label\n" + "".join(f"text {n},{n % 2}\n" for n in range(60)), encoding="utf-8")
    declared = make(data=str(file), epochs=1)
    (queued,) = resolve_data(None, [declared])
    assert queued.identity() != declared.identity() == queued.identity_by_path()
    run_until(declared, tmp_path / "run", 2, resume=False)
    parts = list(train(queued, tmp_path / "run", resume=True))
    assert isinstance(parts[-1], RunFinished) and min(e.step for e in parts if isinstance(e, StepMetrics)) > 1


# -- which weights are tested: the best on validation, or those of the last update without asking it


def trained(make: Make, folder: Path, **fields: object) -> tuple[list[Evaluation], Path]:
    folder.mkdir()
    events = list(train(make(epochs=3, learning_rate=3e-3, evaluations=3, **fields), folder))
    (left,) = [event.path for event in events if isinstance(event, CheckpointSaved) and event.slot == "stage"]
    return [event for event in events if isinstance(event, Evaluation)], left


def test_the_last_update_is_tested_whatever_validation_says(make: Make, tmp_path: Path) -> None:
    best, chosen = trained(make, tmp_path / "best")
    last, kept = trained(make, tmp_path / "last", checkpoint="last")
    courses = [[e.values for e in found if e.split == "validation" and not e.final] for found in (best, last)]
    assert courses[0] == courses[1]  # the training is the same
    final = max(e.step for e in last if e.split == "validation")
    marked = [e.step for e in best if e.best][-1]
    assert marked < final, "this design no longer has its best before its end"
    assert [e.step for e in last if e.split == "test"] == [final]
    assert [e.step for e in best if e.split == "test"] == [marked]
    weights = [load_file(next(iter(sorted(folder.rglob("model.safetensors"))))) for folder in (chosen, kept)]
    assert any(not torch.equal(weights[0][name], weights[1][name]) for name in weights[0])


def test_patience_needs_validation_labels(make: Make, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Early stopping reads validation labels"):
        list(train(make(checkpoint="last", patience=1), tmp_path))


# -- what happens between updates: who is asked when, and that nothing is lost wherever the consumer stops


def test_checkpoints_are_saved_by_the_clock_and_steps_are_kept_once(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.train import callbacks as module

    now = [0.0]

    def tick() -> float:
        now[0] += 1.0
        return now[0]

    monkeypatch.setattr(module.time, "monotonic", tick)
    first = make(kind="further_pretrain", keep="4, 8", compute={"checkpoint_seconds": 5})
    saved = [event for event in train(first, tmp_path) if isinstance(event, CheckpointSaved)]
    assert [event.step for event in saved if event.slot == "kept"] == [4, 8]
    assert len([event for event in saved if event.slot == "last"]) >= 3


# -- a step of the trainer is the update that torch makes by itself, whatever happened around it


State = dict[str, torch.Tensor]


def state(trainer: Trainer) -> State:
    return {name: value.detach().clone() for name, value in trainer.model.state_dict().items()}


@pytest.mark.parametrize("micro_batches", [1, 3])
def test_a_step_is_adamw_on_the_clipped_gradient_of_the_mean_loss(
    micro_batches: int, make: Make, tmp_path: Path
) -> None:
    fields = {"dropout": 0.0, "clip_norm": 0.5, "optimizer": "adamw", "batching": "random"}
    trainer = trainer_of(make(compute={"micro_batches": micro_batches}, **fields), tmp_path)
    whole = trainer_of(make(**fields), tmp_path).task.micro_batches(0)
    (batch,) = whole
    model = copy.deepcopy(trainer.model)
    result = trainer.step(0)

    # The same with torch alone, on the undivided batch.
    tensors = trainer.task.to_device(batch.texts)  # type: ignore[attr-defined]
    loss = functional.cross_entropy(model(tensors).float(), tensors.labels)
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    assert norm > 0.5, "clipping is not tried"
    own = dict(model.named_parameters())
    names = {id(p): name for name, p in trainer.model.named_parameters()}
    groups = [
        {"params": [own[names[id(p)]] for p in g["params"]], "lr": g["lr"], "weight_decay": g["weight_decay"]}
        for g in trainer.optimizer.param_groups
    ]
    defaults = trainer.optimizer.defaults
    torch.optim.AdamW(groups, betas=defaults["betas"], eps=defaults["eps"]).step()

    assert len(result.answers) == micro_batches
    assert result.values()["train/loss"] == pytest.approx(float(loss.detach()), rel=1e-5)
    assert result.values()["train/gradient_norm"] == pytest.approx(float(norm), rel=1e-4)
    for name, value in trainer.model.state_dict().items():
        torch.testing.assert_close(value, model.state_dict()[name], rtol=1e-4, atol=2e-5, msg=name)


def test_a_step_is_a_function_of_weights_and_number_alone(make: Make, tmp_path: Path) -> None:
    found = []
    for seed in (1, 2):
        trainer = trainer_of(make(dropout=0.3), tmp_path)
        torch.manual_seed(seed)
        if seed == 2:  # other work in between: an evaluation, a probe, a batch that is asked for out of turn
            trainer.model.eval()
            trainer.task.evaluate(0)
            trainer.task.micro_batches(9)
        trainer.step(4)
        found.append(state(trainer))
    assert all(torch.equal(value, found[1][name]) for name, value in found[0].items())
