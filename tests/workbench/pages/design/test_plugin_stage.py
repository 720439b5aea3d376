"""A kind of stage that the window has never heard of: its card, its form, its proposal and its place in the menu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Literal

import pytest
from pytestqt.qtbot import QtBot

from engine.spec.base import field
from engine.spec.stages import Stage, SummaryFacts
from tests.workbench.conftest import on_screen
from workbench.pages.design.page import DesignPage

KIND = "toy_rest"


@pytest.fixture
def resting() -> Iterator[type[Stage]]:
    class Resting(Stage):
        """Rests for a while."""

        title: ClassVar[str] = "Resting"
        kind: Literal["toy_rest"] = "toy_rest"
        icon: ClassVar[str] = "file"
        essential: ClassVar[tuple[str, ...]] = ("naps",)
        naps: int = field(7, label="Naps", help="How often it rests.", ge=1, section="Optimisation")

        def planned_updates(self, rows: Sequence[int]) -> int:
            return self.naps

        def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
            return [f"{self.naps} naps", f"of {facts.positions} tokens"]

    yield Resting
    del Stage.options[KIND]


@pytest.mark.gui
def test_it_has_card_form_and_menu_like_all_others(qtbot: QtBot, home: Path, resting: type[Stage]) -> None:
    page = on_screen(qtbot, DesignPage(None), 1368, 812)
    qtbot.waitUntil(lambda: page.ready and page.knowledge.encoder is not None, timeout=60_000)
    assert "Resting" in [action.text() for action in page.strip.add_menu().actions()]
    page.strip.add_requested.emit(KIND)
    assert page.draft.stages[-1]["kind"] == KIND and page.draft.stages[-1]["naps"] == 7
    qtbot.waitUntil(lambda: len(page.strip.stage_cards) == 2)
    card = page.strip.stage_cards[-1]
    positions = page.knowledge.encoder.positions  # type: ignore[union-attr]
    assert card.text() == "2 Resting" and card.lines() == ["7 naps", f"of {positions} tokens"]
    page.go_to("stages.1.naps")
    form = page.form_column.form()
    assert form is not None and "stages.1.naps" in form.paths()
    page.editor.edit("stages.1.naps", 3)
    assert page.draft.plan().experiment.stages[1].planned_updates([]) == 3
    page.can_close()
