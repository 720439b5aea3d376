"""Tools of the Design form: encoders compared and made, and the reasons of a proposal."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.spec.checks.reasons import Reason
from engine.spec.experiment import parse_experiment
from engine.spec.sweep import Plan
from tests import patience
from tests.film_reviews import write_reviews
from tests.workbench.conftest import displayed, owned
from workbench.backend.session import Session
from workbench.forms.suggestions import SuggestionSource
from workbench.pages.design.dialogs import EncoderRankingDialog, LadderDialog
from workbench.pages.design.draft.draft import Draft, from_json, from_plan
from workbench.pages.design.form.encoder_tools import CheckpointImport, EncoderTools, folder_for
from workbench.pages.design.form.guide import ReasonList
from workbench.widgets import Label

pytestmark = pytest.mark.gui


WAIT = patience.milliseconds(120)


def test_the_ladder_shows_what_more_labels_are_worth(qtbot: QtBot, session: Session) -> None:
    data = {"source": "samples:reviews", "train_rows": 40, "validation_rows": 20}
    plan = Plan(parse_experiment({"stages": [{"kind": "finetune", "data": data, "max_length": 16}]}), {})
    parent = owned(qtbot, QWidget())
    dialog = LadderDialog(session, plan, parent)
    dialog.show()
    qtbot.waitUntil(lambda: bool(dialog.summary.text()) or dialog.message.level() == "error", timeout=WAIT)
    assert all(each in dialog.summary.text() for each in ("Demo", "Bag of words: ")), dialog.message.text()
    head, *rows = dialog.plot.table.csv().splitlines()
    assert "Bag of words" in head and "Frozen encoder" in head
    assert len(rows) >= 3, "one row for each number of labels"


@pytest.mark.nightly  # test_translations.py opens it over the same command in every suite
def test_encoders_are_ranked_and_one_is_taken(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    file = write_reviews(tmp_path / "reviews.csv")
    parent = owned(qtbot, QWidget())
    dialog = EncoderRankingDialog(session, str(file), parent)
    dialog.show()
    qtbot.waitUntil(lambda: bool(dialog.model.rows), timeout=WAIT)
    (best,) = dialog.table.selected()
    assert dialog.model.rows[0].name == best and "bag of words" in dialog.lead.text(), "the best is proposed"
    with qtbot.waitSignal(dialog.chosen, timeout=WAIT) as taken:
        dialog.take.click()
    assert taken.args == [best]


NOTHING = {name: SuggestionSource(lambda: []) for name in ("data sets", "texts")}


def test_the_commands_say_what_the_forms_say(tmp_path: Path) -> None:
    wanted = CheckpointImport(source="a.zip", config="c.json", case="cased")
    assert wanted.command(tmp_path) == [
        "import-checkpoint",
        "a.zip",
        str(tmp_path),
        "--config",
        "c.json",
        "--cased",
    ]


def test_folders_are_named_after_what_they_come_from_and_never_taken_twice(tmp_path: Path) -> None:
    place = folder_for({"source": "/x/uncased_L-12.zip"}, tmp_path)
    assert place == tmp_path / "encoders" / "uncased_L-12"
    place.mkdir(parents=True)
    assert folder_for({"source": "/x/uncased_L-12.zip"}, tmp_path).name == "uncased_L-12-2"
    assert folder_for({"name": "My own: one", "source": "x"}, tmp_path).name == "My-own-one"


@pytest.mark.nightly
def test_what_cannot_be_imported_is_said_in_place(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    tools = displayed(qtbot, EncoderTools(session, NOTHING))
    tools.load.click()
    dialog = tools.dialog
    assert dialog is not None
    dialog.form.set_table(dialog.form.table() | {"source": str(tmp_path / "nothing.bin")})
    dialog.run()
    qtbot.waitUntil(lambda: dialog.message.level() == "error", timeout=patience.milliseconds(300))
    assert "nothing.bin" in dialog.message.text() and dialog.start.isEnabled()


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
    shown.requested.connect(wanted.append)
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
    shown = owned(qtbot, ReasonList())
    shown.show_draft(draft)
    shown.show_draft(from_plan(draft.plan()))
    assert shown.isHidden() and not shown.buttons()
