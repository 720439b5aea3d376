"""The format of a file in the import form."""

from __future__ import annotations

import pytest

from engine.spec.data import FileFormat
from workbench.engine_texts import data_files
from workbench.pages.data.importing.format import FormatForm

pytestmark = pytest.mark.gui


def test_the_format_shows_what_was_detected_and_can_be_settled(qtbot) -> None:
    form = FormatForm()
    qtbot.addWidget(form)
    assert form.reader() == FileFormat.choose("auto")
    form.set_detected("csv", {"delimiter": "pipe", "encoding": "utf-8", "header": False, "quoting": True})
    assert form.format.currentText() == "Automatic: CSV / TSV"
    said = {name: box.currentText() for name, box in form._boxes.items()}  # type: ignore[attr-defined]
    assert said["delimiter"] == "Automatic: |"
    assert said["encoding"] == "Automatic: UTF-8"
    assert said["header"] == "Automatic: none"
    assert said["quoting"] == "Automatic: hold fields together"
    assert form.reader() == FileFormat.choose("auto"), "looking settles nothing"
    changed: list[FileFormat] = []
    form.changed.connect(lambda: changed.append(form.reader()))
    box = form._boxes["delimiter"]
    box.set_current("semicolon")  # type: ignore[attr-defined]
    box.activated.emit(box.currentIndex())  # type: ignore[attr-defined]
    assert changed == [FileFormat.choose({"kind": "csv", "delimiter": "semicolon"})]
    form.begin(FileFormat.choose({"kind": "trec", "labels": "fine"}))
    assert form.reader() == FileFormat.choose({"kind": "trec", "labels": "fine"})


def test_every_known_format_can_be_shown(qtbot) -> None:
    form = FormatForm()
    qtbot.addWidget(form)
    for kind in FileFormat.known_options():
        form.begin(FileFormat.choose(kind))
        assert form.reader().kind == kind


def test_dialogs_show_the_files_of_every_format() -> None:
    """Design did not offer spreadsheets, tab files and others that Data did: both ask the formats now."""
    shown = data_files().partition("(")[2].partition(")")[0].split()
    assert {
        "*.csv",
        "*.tsv",
        "*.tab",
        "*.psv",
        "*.jsonl",
        "*.ndjson",
        "*.json",
        "*.parquet",
        "*.label",
        "*.txt",
    } < {*shown}
    assert {"*.xlsx", "*.xlsm"} <= {*shown} and len(shown) == len({*shown})
    assert data_files().endswith(";;All files (*)")
