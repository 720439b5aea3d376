"""What is known of the set that is shown, and what becomes of its counted tokens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.data.inspection.dataset_report import inspect_dataset
from engine.data.token_counts import TokenCounts
from engine.spec.data import DataSource
from workbench.pages.data.catalogue.entries import YOURS, CatalogueEntry, InspectedDataset, ShownDataset

pytestmark = pytest.mark.gui


def inspect(file: Path, texts: int) -> tuple[CatalogueEntry, InspectedDataset]:
    rows = "".join(f"{'ab'[i % 2]},text {i}\n" for i in range(texts))
    file.write_text(f"label,text\n{rows}", encoding="utf-8")
    source = DataSource(source=str(file), label="label")
    report = inspect_dataset(source, sentences=False)
    return CatalogueEntry("catalogue:own", "own", YOURS, source), InspectedDataset(report)


def test_tokens_stay_counted_as_long_as_the_texts_are_the_same(tmp_path: Path) -> None:
    shown = ShownDataset()
    assert shown.inspected is None
    shown.set_counted(None)  # of nothing
    entry, found = inspect(tmp_path / "t.csv", 20)
    shown.take(entry, found)
    counted = TokenCounts.model_construct(encoder="some")
    shown.set_counted(counted)
    assert shown.inspected is not None and shown.inspected.counted is counted
    assert shown.entry is not None and shown.entry.rows == 20
    assert shown.with_found([entry])[0].inspected is shown.inspected

    again = shown.take(shown.entry, inspect(tmp_path / "t.csv", 20)[1])
    assert again.inspected is not None and again.inspected.counted is counted
    grown = shown.take(shown.entry, inspect(tmp_path / "t.csv", 30)[1])
    assert grown.inspected is not None and grown.inspected.counted is None and grown.rows == 30


def test_what_was_found_is_gone_with_the_set_that_it_was_found_of(tmp_path: Path) -> None:
    shown = ShownDataset()
    entry, found = inspect(tmp_path / "t.csv", 20)
    shown.take(entry, found)
    shown.drop_found(entry.name)
    assert shown.found_of(entry.name) is None
    shown.entry = replace(entry, inspected=None)
    assert shown.inspected is None
