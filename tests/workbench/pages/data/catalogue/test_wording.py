"""How a data set was read, in words."""

from __future__ import annotations

import pytest

from engine.spec.data import DataSource
from workbench.pages.data.catalogue.wording import describe_reading

pytestmark = pytest.mark.gui


def test_how_a_set_was_read_in_words() -> None:
    source = DataSource(source="x.csv", validation_share=0.2)
    found = {"format": "csv", "encoding": "utf-8", "delimiter": "tab", "header": False}
    found |= {"text": ["2", "3"], "label": "1"}
    said = describe_reading(source, found, "7c1e90ab42d80000", {"validation": "train", "test": "test"})
    assert said == (
        "CSV / TSV, UTF-8, tab, no header. Text = column 2 + column 3, label = column 1. "
        "Validation: 20 % of train, stratified. Fingerprint 7c1e 90ab 42d8."
    )
