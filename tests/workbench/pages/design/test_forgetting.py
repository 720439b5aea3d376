"""The Design page on forgetting: the card of probes, what a stage does against it, and messages at their fields."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.spec.describe import construct
from engine.spec.recipes import find_recipe
from engine.spec.stages import Finetune
from tests.workbench.conftest import WAIT, on_screen
from tests.workbench.pages.design.drafted import form_of
from workbench.pages.design.context.wording import probes_lines, stage_lines
from workbench.pages.design.draft.draft import Draft, from_recipe
from workbench.pages.design.page import DesignPage

pytestmark = pytest.mark.gui
EWC = {"kind": "ewc", "strength": 100.0, "of": "text", "text": "", "samples": 50, "fisher": "sampled"}
L2_SP = {"kind": "l2_sp", "alpha": 0.1, "beta": 0.01, "form": "loss"}


@pytest.fixture
def page(qtbot: QtBot, home: Path) -> Iterator[DesignPage]:
    """A page without a session that begins with two tasks in a row."""
    made = on_screen(qtbot, DesignPage(None), 1208, 720)
    qtbot.waitUntil(lambda: made.ready, timeout=WAIT)
    made.use_named("two-tasks")
    yield made
    made.can_close()


def state(page: DesignPage, fold: str) -> str:
    return form_of(page).fold(fold).state()


# -- the card of probes ------------------------------------------------------------------------------------


def test_the_card_of_probes_stands_before_the_computer_and_opens_their_form(
    qtbot: QtBot, page: DesignPage
) -> None:
    assert page.strip.probes.text() == "Probes"
    assert page.strip.probes.x() < page.strip.compute.x()
    qtbot.mouseClick(page.strip.probes, Qt.MouseButton.LeftButton)
    assert page.strip.probes.isChecked() and not page.strip.compute.isChecked()
    form = form_of(page)
    assert form.folds() == ["Measures of forgetting", "Abilities", "Text and schedule"]
    assert form.paths()[0] == "probes.on"
    assert state(page, "Text and schedule").startswith("Bundled general English")
    assert state(page, "Abilities") == "none"


def test_probes_stand_in_the_form_of_no_stage(page: DesignPage) -> None:
    page.select("stages.0")
    assert not [path for path in form_of(page).paths() if path.startswith("probes")]


def test_an_ability_is_added_as_a_record(page: DesignPage) -> None:
    page.select("probes")
    data = page.draft.stages[0]["data"]
    page.editor.edit("probes.known", [{"name": "", "data": data, "texts": 100}])
    form = form_of(page)
    assert {"probes.known.0.data.source", "probes.known.0.texts", "probes.known.0.name"} <= set(form.paths())
    assert state(page, "Abilities").startswith("1 ability")
    assert page.strip.probes.lines()[0] == "All measures, 1 ability"


KNOWLEDGE: Any = SimpleNamespace(names={"samples:reviews": "Long reviews"})


def drafted(**probes: Any) -> Draft:
    draft = from_recipe(find_recipe("quickstart"))
    for name, value in probes.items():
        draft = draft.with_value(f"probes.{name}", value)
    return draft


SWITCHES = ("retention", "drift", "similarity", "attention", "earlier", "examples")


@pytest.mark.parametrize(
    ("probes", "lines"),
    [
        ({}, ["All measures", "64 passages, general English", "At most 20 points, start and end always"]),
        ({"examples": False}, ["5 of 6 measures"]),
        (dict.fromkeys(SWITCHES[2:], False), ["Language, drift"]),
        ({"text": "samples:reviews", "texts": 32}, ["All measures", "32 passages, Long reviews"]),
        ({"text": "/some/where/wiki.txt"}, ["All measures", "64 passages, wiki.txt"]),
        ({"budget": 100.0, "points": 8}, ["All measures", "64 passages, general English", "8 times a stage"]),
        ({"on": False}, ["Nothing is measured"]),
        (dict.fromkeys(SWITCHES, False), ["Nothing is measured"]),
    ],
)
def test_the_card_says_what_is_measured_on_what_and_how_often(
    probes: dict[str, Any], lines: list[str]
) -> None:
    found = probes_lines(drafted(**probes), KNOWLEDGE)
    assert found[: len(lines)] == lines
    assert len(found) <= 3


# -- what a stage does against forgetting ------------------------------------------------------------------


def test_the_fold_tells_what_is_on(page: DesignPage) -> None:
    page.select("stages.1")
    assert not form_of(page).fold("Against forgetting").is_open()
    assert state(page, "Against forgetting") == "none"
    page.editor.edit("stages.1.anchor", L2_SP)
    page.editor.edit("stages.1.replay", {"kind": "earlier", "ratio": 0.2, "samples": 0})
    assert state(page, "Against forgetting") == "L2-SP, replay"
    page.editor.edit("stages.1.mixout", 0.7)
    page.editor.edit("stages.1.consolidation", EWC)
    assert state(page, "Against forgetting") == "L2-SP, EWC, mixout, replay"
    assert state(page, "Freezing") == "none"


def test_the_stages_card_mentions_it(page: DesignPage) -> None:
    page.editor.sweep("strategy", None)
    page.editor.edit("stages.1.anchor", L2_SP)
    page.editor.edit("stages.1.distillation", {"kind": "lwf", "strength": 1.0})
    card = page.strip.stage_cards[1]
    assert card.lines()[2] == "Protected by L2-SP, distillation"
    assert "rotected" not in " ".join(page.strip.stage_cards[0].lines())
    page.editor.edit("stages.1.start", "encoder")
    lines = stage_lines(page.draft, 1, page.knowledge)
    assert lines[2] == "From the encoder; protected by L2-SP, distillation"


def test_strategies_are_named_as_people_name_them() -> None:
    stage = {
        "kind": "finetune",
        "anchor": {"kind": "none"},
        "consolidation": EWC,
        "mixout": 0.5,
        "replay": {"kind": "text"},
        "distillation": {"kind": "lwf"},
        "adapter": {"kind": "lora"},
    }
    assert construct(Finetune, stage).mitigation_names() == [
        "EWC",
        "mixout",
        "replay",
        "distillation",
        "LoRA",
    ]
    assert construct(Finetune, {}).mitigation_names() == []


def test_messages_stand_at_their_fields(qtbot: QtBot, page: DesignPage) -> None:
    page.editor.edit("stages.1.consolidation", EWC | {"fisher": "exact"})
    page.check()
    assert page.findings["stages.1.consolidation.fisher"].blocks
    page.go_to("stages.1.consolidation.fisher")
    assert page.editor.card == "stages.1"
    form = form_of(page)
    page.check()
    row = form.field("stages.1.consolidation.fisher")
    assert row.message.level() == "error" and "vocabulary" in row.message.text()
    assert form.fold("Against forgetting").is_open()
    row.message.remedy.emit()
    page.check()
    assert "stages.1.consolidation.fisher" not in page.findings
    page.select("probes")
    page.go_to("probes.length")
    assert page.editor.card == "probes"


# -- room --------------------------------------------------------------------------------------------------


def test_two_stages_fit_beside_the_other_cards_in_a_small_window(qtbot: QtBot, page: DesignPage) -> None:
    qtbot.waitUntil(lambda: page.strip.width() >= 1200, timeout=WAIT)
    inner, view = page.strip._inner, page.strip._scroll.viewport()
    qtbot.waitUntil(lambda: inner.minimumSizeHint().width() <= view.width(), timeout=WAIT)
    narrow = page.strip.stage_cards[0].width()
    page.resize(1500, 720)
    qtbot.waitUntil(lambda: page.strip.stage_cards[0].width() > narrow, timeout=WAIT)


def test_a_stage_can_be_added_however_many_there_are(qtbot: QtBot, page: DesignPage) -> None:
    before = len(page.draft.stages)
    for _ in range(4):
        page.strip.add_requested.emit("finetune")
    assert len(page.draft.stages) == before + 4
    qtbot.waitUntil(lambda: len(page.strip.stage_cards) == before + 4, timeout=WAIT)
    strip = page.strip
    qtbot.waitUntil(lambda: strip.rect().contains(strip.add.geometry()), timeout=WAIT)
    assert not strip.add.geometry().intersects(strip.probes.geometry())
    assert not strip.add.geometry().intersects(strip._scroll.geometry())


def test_no_form_is_wider_than_its_view(qtbot: QtBot, page: DesignPage) -> None:
    page.editor.edit("stages.1.anchor", L2_SP)
    page.editor.edit("stages.1.consolidation", EWC)
    for card in ("stages.1", "probes"):
        page.select(card)
        form = form_of(page)
        for title in form.folds():
            form.fold(title).set_open(True)
        form.build()
        bar = page.form_column.area.horizontalScrollBar()
        qtbot.waitUntil(lambda bar=bar: bar.maximum() == 0, timeout=WAIT)
