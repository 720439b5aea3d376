"""The Runs page as the window shows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.events import Evaluation, StageStarted, StepMetrics
from engine.spec.experiment import parse_experiment
from engine.store.writer import RunWriter
from tests.engine.lab.trained import trained
from tests.workbench.conftest import on_screen
from tests.workbench.pages.stored import queued, settle
from workbench.backend.session import Session
from workbench.pages.runs.page import RunsPage


@pytest.fixture
def page(qtbot: QtBot, session: Session) -> Iterator[RunsPage]:
    made = on_screen(qtbot, RunsPage(session))
    yield made
    made.on_hidden()


@pytest.fixture
def trained_run(store: Path) -> int:
    """A finished run with a model and its predictions, in the store before a page reads it."""
    return trained(store, "one", encoder="palimpsest-tiny")


@pytest.fixture
def several(store: Path) -> int:
    """A run of three stages as the engine stores it: pre-training, two tasks together, one of them again."""
    stages = [
        {"kind": "further_pretrain", "data": ["samples:reviews"], "steps": 4},
        {"kind": "multitask", "tasks": [{"data": "samples:reviews"}, {"data": "samples:questions"}]},
        {"kind": "finetune", "data": "samples:reviews"},
    ]
    number = queued(store, [parse_experiment({"name": "several", "stages": stages})])[0]
    with RunWriter(store, number) as writer:
        writer.write(StageStarted(0, "further_pretrain", "Further pre-training", 0, 4, 12, {}))
        for step in range(1, 5):
            writer.write(StepMetrics(step, {"train/loss": 4.0}))
        writer.write(
            Evaluation(
                "heldout", 4, {"heldout/loss": 3.0, "heldout/perplexity": 20.1, "heldout/accuracy": 33.0}
            )
        )
        writer.write(StageStarted(1, "multitask", "Multi-task fine-tuning", 4, 4, 12, {}))
        for step in range(5, 9):
            writer.write(StepMetrics(step, {"train/loss": 0.7}))
            means = {"validation/error": 20.0 + step, "validation/loss": 0.5}
            each = {"validation/error/reviews": 10.0 + step, "validation/error/questions": 30.0 + step}
            writer.write(Evaluation("validation", step, means | each))
        writer.write(StageStarted(2, "finetune", "Fine-tuning", 8, 4, 12, {}))
        for step in range(9, 13):
            writer.write(StepMetrics(step, {"train/loss": 0.3}))
            writer.write(
                Evaluation("validation", step, {"validation/error": 21.0 - step, "validation/loss": 0.4})
            )
    settle(store, [number], "finished")
    return number
