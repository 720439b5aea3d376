"""The list of data sets: its entries, what is shown of them, and their words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.data.inspection.dataset_report import inspect_dataset
from engine.data.token_counts import TokenCounts
from engine.spec.data import DataSource
from engine.store import Store
from engine.store.datasets import add_dataset
from tests.workbench.conftest import owned
from workbench.pages.data.catalogue.entries import (
    BUNDLED,
    YOURS,
    CatalogueEntry,
    InspectedDataset,
    SelectedDataset,
    describe_reading,
    free_name,
    load_entries,
)
from workbench.pages.data.catalogue.panel import EMPTY_YOURS, CataloguePanel
from workbench.pages.data.importing.sheet import suggest_name

pytestmark = pytest.mark.gui


def test_the_catalogue_has_bundled_sets_and_the_users_own(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text(
        "2,text\n" + "".join(f"{'ab'[i % 2]},text {i}\n" for i in range(7)) + "b,text 3\n", encoding="utf-8"
    )
    report = inspect_dataset(DataSource(source=str(file), label="2"), sentences=False)
    with Store(tmp_path / "s.sqlite") as store:
        add_dataset(
            store, "Tickets", {"source": str(file), "label": "2"}, "f", report.model_dump(mode="json")
        )
        add_dataset(store, "Unreadable", {"source": "t.csv"}, "f", {"splits": {}})
        add_dataset(store, "Unread", {"source": "u.csv"})
        found = load_entries(store)
    bundled = ["Long reviews", "Questions", "Headlines", "Help desk, May", "Help desk, June"]
    assert [e.title for e in found if e.group == BUNDLED] == bundled
    own = {e.title: e for e in found if e.group == YOURS}
    assert own["Tickets"].summary() == "2 classes · 8 rows"
    assert own["Tickets"].warnings == sum(finding.level == "warning" for finding in report.health) > 0
    assert own["Unreadable"].inspected is None, "what an older version kept is read anew"
    assert own["Tickets"].name == "catalogue:Tickets"
    assert own["Unread"].summary() == "Not read yet"
    assert found[0].matches("SENTIMENT english") and not found[0].matches("french")


def test_names_that_are_free() -> None:
    assert free_name("a", ["b"]) == "a"
    assert free_name("A", ["a", "A 2"]) == "A 3"
    assert suggest_name("/data/tickets.csv") == "tickets.csv"
    assert suggest_name("/data/yelp/train.csv") == "yelp"
    assert suggest_name("hub:stanfordnlp/imdb") == "imdb"


def test_catalogue_search_keeps_the_choice_and_says_when_nothing_matches(qtbot) -> None:
    panel = owned(qtbot, CataloguePanel())
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


def inspect(file: Path, texts: int) -> tuple[CatalogueEntry, InspectedDataset]:
    rows = "".join(f"{'ab'[i % 2]},text {i}\n" for i in range(texts))
    file.write_text(f"label,text\n{rows}", encoding="utf-8")
    source = DataSource(source=str(file), label="label")
    report = inspect_dataset(source, sentences=False)
    return CatalogueEntry("catalogue:own", "own", YOURS, source), InspectedDataset(report)


def test_tokens_stay_counted_as_long_as_the_texts_are_the_same(tmp_path: Path) -> None:
    shown = SelectedDataset()
    assert shown.inspected is None
    shown.set_counted(None)  # of nothing
    entry, found = inspect(tmp_path / "t.csv", 20)
    shown.take(entry, found)
    counted = TokenCounts.model_construct(encoder="some")
    shown.set_counted(counted)
    assert shown.inspected is not None and shown.inspected.counted is counted
    assert shown.entry is not None and shown.entry.rows == 20
    assert shown.with_inspected_sets([entry])[0].inspected is shown.inspected

    again = shown.take(shown.entry, inspect(tmp_path / "t.csv", 20)[1])
    assert again.inspected is not None and again.inspected.counted is counted
    grown = shown.take(shown.entry, inspect(tmp_path / "t.csv", 30)[1])
    assert grown.inspected is not None and grown.inspected.counted is None and grown.rows == 30


def test_what_was_found_is_gone_with_the_set_that_it_was_found_of(tmp_path: Path) -> None:
    shown = SelectedDataset()
    entry, found = inspect(tmp_path / "t.csv", 20)
    shown.take(entry, found)
    shown.drop_inspected(entry.name)
    assert shown.inspected_set(entry.name) is None
    shown.entry = replace(entry, inspected=None)
    assert shown.inspected is None


def test_how_a_set_was_read_in_words() -> None:
    source = DataSource(source="x.csv", validation_share=0.2)
    found = {"format": "csv", "encoding": "utf-8", "delimiter": "tab", "header": False}
    found |= {"text": ["2", "3"], "label": "1"}
    said = describe_reading(source, found, "7c1e90ab42d80000", {"validation": "train", "test": "test"})
    assert said == (
        "CSV / TSV, UTF-8, tab, no header. Text = column 2 + column 3, label = column 1. "
        "Validation: 20 % of train, stratified. Fingerprint 7c1e 90ab 42d8."
    )
