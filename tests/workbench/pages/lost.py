"""Runs that measured what they forgot, as an engine would leave them: numbers made up, rows written by the writer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.events import Evaluation, ProbeMeasured, RunFinished, StageStarted, StepMetrics
from engine.spec.experiment import Experiment, parse_experiment
from engine.store.writer import RunWriter
from tests.workbench.pages.stored import queued, settle

PER_EPOCH = 10
BEFORE = 2.5
"""Nats per hidden token before training."""
FIRST, SECOND = "samples:questions", "samples:reviews"


def one_task(name: str, seed: int = 42, **changes: Any) -> Experiment:
    """A fine-tuning of one stage."""
    stage = {"kind": "finetune", "data": SECOND} | changes
    return parse_experiment({"name": name, "seed": seed, "stages": [stage]})


def two_tasks(name: str, seed: int = 42, **changes: Any) -> Experiment:
    """Two tasks in a row; ``changes`` go to the second."""
    stages = [{"kind": "finetune", "data": FIRST}, {"kind": "finetune", "data": SECOND} | changes]
    return parse_experiment({"name": name, "seed": seed, "stages": stages})


def forgot(
    store: Path,
    experiment: Experiment,
    *,
    factor: float | None = 1.5,
    error: float = 20.0,
    drift: float | None = 0.05,
    earlier: float | None = None,
    probed: Sequence[int] = (5, 10, 15, 20),
    seconds: float = 90.0,
) -> int:
    """A finished run with 20 updates a stage.

    Args:
        store, experiment: which run.
        factor: perplexity on general text at the end, × before; None: not measured.
        error: test error of the last stage, in percent; validation is a little less.
        drift: relative distance of the weights at the end; None: not measured.
        earlier: how many percentage points the first of two tasks loses by the second; 90 % were right.
        probed: after which updates of each stage its probes look.
        seconds: active time.
    """
    number = queued(store, [experiment])[0]
    writer, many = RunWriter(store, number), len(experiment.stages)
    writer.write(StageStarted(0, "finetune", "Fine-tuning", 0, 20, 20 * many, {"steps_per_epoch": PER_EPOCH}))
    _probe(writer, 0, factor and 1.0, drift and 0.0)
    for index in range(many):
        first = 20 * index
        if index:
            info = {"steps_per_epoch": PER_EPOCH}
            writer.write(StageStarted(1, "finetune", "Fine-tuning (2)", first, 20, 20 * many, info))
            if earlier is not None:
                writer.write(ProbeMeasured("earlier", first, {"earlier/1:questions/error": 10.0}))
        for step in range(1, 21):
            writer.write(StepMetrics(first + step, {"train/loss": math.exp(-step / 10)}))
            if step in probed:
                share = (index + step / 20) / many
                _probe(writer, first + step, factor and factor**share, drift and drift * math.sqrt(share))
                if index and earlier is not None:
                    lost = {"earlier/1:questions/error": 10.0 + earlier * step / 20}
                    writer.write(ProbeMeasured("earlier", first + step, lost))
            if step % 5 == 0:
                now = error - 0.5 + 4 * math.exp(-step / 5)
                writer.write(Evaluation("validation", first + step, {"validation/error": now}, True))
        end, last = first + 20, index == many - 1
        _probe(
            writer,
            end,
            factor and factor ** ((index + 1) / many),
            drift and drift * math.sqrt((index + 1) / many),
            True,
        )
        if last and many > 1 and earlier is not None:
            values = {
                "earlier/1:questions/error": 10.0 + earlier,
                "earlier/1:questions/test_error": 10.0 + earlier,
            }
            writer.write(ProbeMeasured("earlier", end, values, chosen=True))
        writer.write(Evaluation("test", end, {"test/error": error if last else 10.0}))
    writer.write(ProbeMeasured("cost", 20 * many, {"probes/share": 2.5}))
    writer.write(RunFinished(20 * many, {"test/error": error}))
    assert writer.close()
    settle(store, [number], "finished", active_seconds=seconds)
    return number


def _probe(
    writer: RunWriter, step: int, factor: float | None, drift: float | None, chosen: bool = False
) -> None:
    values = {}
    if factor is not None:
        values["retention/loss"] = BEFORE + math.log(factor)
    if drift is not None:
        values["drift/all"] = drift
    if values:
        writer.write(ProbeMeasured("retention", step, values, chosen=chosen))
