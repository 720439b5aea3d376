"""What the catalogue lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.data.inspection.dataset_report import inspect_dataset
from engine.spec.data import DataSource
from engine.store import Store
from engine.store.datasets import add_dataset
from workbench.pages.data.catalogue.entries import BUNDLED, YOURS, free_name, load_entries
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
