"""The reasons of a proposed design on the Design page: a list, with a button for each change on offer."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from engine.spec.checks.reasons import Reason
from engine.spec.experiment import parse_experiment
from engine.spec.sweep import Plan
from workbench.pages.design.draft.draft import Draft, from_json, from_plan
from workbench.pages.design.form.guide import ReasonList
from workbench.widgets import Label

TOKENS = "stages.0.features.tokens"
REASONS = (
    Reason(code="rate", message="The rate is low, since the encoder is wide.", values={"rate": 2e-5}),
    Reason(code="pooling", message="The head reads means.", action="Use [CLS]", changes={TOKENS: "cls"}),
)


def proposed() -> Draft:
    stage = {"kind": "finetune", "data": {"source": "samples:reviews"}, "features": {"tokens": "mean"}}
    return from_plan(Plan(parse_experiment({"stages": [stage]})), "mine", reasons=REASONS)


def test_each_reason_is_read_whole_and_a_change_is_on_offer_until_it_is_made(qtbot: QtBot) -> None:
    shown, draft = ReasonList(), proposed()
    qtbot.addWidget(shown)
    wanted: list[object] = []
    shown.wanted.connect(wanted.append)
    shown.show_draft(draft)
    assert not shown.isHidden()
    words = [
        label for label in shown.findChildren(Label) if label.text() in {each.message for each in REASONS}
    ]
    assert [label.text() for label in words] == [each.message for each in REASONS]
    assert all(label.wordWrap() for label in words)
    (button,) = shown.buttons()
    assert button.text() == "Use [CLS]"
    button.click()
    assert wanted == [REASONS[1]]
    shown.show_draft(draft.with_value(TOKENS, "cls"))
    assert not shown.buttons()
    shown.show_draft(draft)
    assert len(shown.buttons()) == 1  # undone


def test_reasons_are_kept_with_the_draft_and_gone_with_another(qtbot: QtBot) -> None:
    draft = proposed()
    assert from_json(draft.to_json()) == draft
    shown = ReasonList()
    qtbot.addWidget(shown)
    shown.show_draft(draft)
    shown.show_draft(from_plan(draft.plan()))
    assert shown.isHidden() and not shown.buttons()
