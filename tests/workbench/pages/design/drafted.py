"""Drafts for the tests of the Design page, and what is known around them."""

from __future__ import annotations

from dataclasses import dataclass, field

from pytestqt.qtbot import QtBot

from engine.analysis.stage_data import StageData
from engine.model.encoders import EncoderInfo
from engine.spec.checks.cross_field import DataFacts
from engine.spec.experiment import parse_experiment
from engine.spec.sweep import Plan
from tests.workbench.conftest import WAIT
from workbench.forms.form import ModelForm
from workbench.pages.design.draft.draft import Draft, from_plan
from workbench.pages.design.page import DesignPage

TINY = EncoderInfo("tiny", "bert", 4, 256, 4, 8192, 128, 5_290_000)


FACTS = DataFacts(2880, 320, 800, {"negative": 1440, "positive": 1440})


@dataclass
class Known:
    encoder: EncoderInfo | None = TINY
    encoder_problem: str = ""
    names: dict[str, str] = field(default_factory=lambda: {"samples:reviews": "Long reviews"})
    data: StageData = field(default_factory=lambda: StageData(facts=FACTS))

    def stage(self, index: int) -> StageData:
        return self.data


def quickstart() -> Draft:
    """A draft that begins with a plan of our own: what the bundled recipes hold may change."""
    stage = {
        "kind": "finetune",
        "data": "samples:reviews",
        "learning_rate": 3e-4,
        "epochs": 3,
        "batch_size": 32,
        "truncation": {"kind": "head_tail_share", "head": 0.25},
    }
    return from_plan(Plan(parse_experiment({"name": "Start", "stages": [stage]})), "Start", "start")


def settled(qtbot: QtBot, page: DesignPage) -> None:
    """Wait until nothing more is found out."""
    qtbot.waitUntil(lambda: not page.knowledge.busy(), timeout=WAIT)
    qtbot.waitUntil(
        lambda: not page._check_later.isActive() and not page._show_later.isActive(), timeout=WAIT
    )


def form_of(page: DesignPage) -> ModelForm:
    form = page.form_column.form()
    assert form is not None
    form.build()
    return form
