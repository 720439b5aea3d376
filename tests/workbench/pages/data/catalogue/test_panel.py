"""The list of data sets and its search."""

from __future__ import annotations

import pytest

from engine.spec.data import DataSource
from workbench.pages.data.catalogue.entries import BUNDLED, CatalogueEntry
from workbench.pages.data.catalogue.panel import EMPTY_YOURS, CataloguePanel

pytestmark = pytest.mark.gui


def test_catalogue_search_keeps_the_choice_and_says_when_nothing_matches(qtbot) -> None:
    panel = CataloguePanel()
    qtbot.addWidget(panel)
    found = [
        CatalogueEntry(f"samples:{t}", t, BUNDLED, DataSource(source=t)) for t in ("Reviews", "Questions")
    ]
    panel.set_entries(found)
    assert panel.list.texts() == [f"#{BUNDLED}", "Reviews", "Questions", "#Yours", EMPTY_YOURS]
    chosen: list[CatalogueEntry] = []
    panel.chosen.connect(chosen.append)
    panel.select("samples:Questions")
    assert [e.title for e in chosen] == ["Questions"]
    with qtbot.waitSignal(panel.search.search):
        panel.search.setText("quest")
    assert panel.list.texts() == [f"#{BUNDLED}", "Questions"]
    assert panel.current() == found[1]
    with qtbot.waitSignal(panel.search.search):
        panel.search.setText("zzz")
    assert panel.list.texts() == ["Nothing matches “zzz”."]
    assert [e.title for e in chosen] == ["Questions"], "searching chooses nothing"
