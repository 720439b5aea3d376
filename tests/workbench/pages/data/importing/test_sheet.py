"""The import sheet offers to read labels as what they look like."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.spec.data import DataSource
from engine.spec.targets import LabelSetTarget
from engine.store import Store
from engine.store.datasets import list_datasets
from tests import patience
from workbench.backend.session import Session
from workbench.look import theme
from workbench.pages.data.importing.sheet import ImportSheet

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)
CELLS = ("bug", "login", "pay", "bug;login")


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    made = Session(home / "palimpsest.sqlite", run_queue=False)
    made.start()
    yield made
    made.close()


def test_cells_with_several_labels_are_offered_to_be_read_so(
    qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    file = tmp_path / "tickets.csv"
    rows = "".join(f"ticket {n} of many,{CELLS[n % 4]}\n" for n in range(80))
    file.write_text("text,topics\n" + rows, encoding="utf-8")
    sheet = ImportSheet(session)
    qtbot.addWidget(sheet)
    sheet.show()
    sheet.begin([], str(file))
    row = sheet.form.target.row
    qtbot.waitUntil(lambda: "look like lists of 3 labels ('bug;login')" in row.message.text(), timeout=WAIT)

    # Of another file nothing is taken over.
    plain = tmp_path / "plain.csv"
    plain.write_text(
        "text,label\n" + "".join(f"film {n},{'ab'[n % 2]}\n" for n in range(40)), encoding="utf-8"
    )
    row.remedy.emit()
    assert sheet.form.target.kind.currentData() == "labels"
    sheet._choose(str(plain))
    assert sheet.form.target.kind.currentData() == "class"
    sheet._choose(str(file))
    qtbot.waitUntil(lambda: "look like lists of 3 labels ('bug;login')" in row.message.text(), timeout=WAIT)

    row.remedy.emit()
    assert not row.message.text()
    qtbot.waitUntil(
        lambda: sheet.form.preview is not None and sheet.form.preview.classes == ["bug", "login", "pay"],
        timeout=WAIT,
    )
    qtbot.waitUntil(sheet.form.add.isEnabled, timeout=WAIT)
    assert not row.message.text()
    with qtbot.waitSignal(sheet.added, timeout=WAIT):
        qtbot.mouseClick(sheet.form.add, Qt.MouseButton.LeftButton)
    with Store(session.store_path, read_only=True) as store:
        (entry,) = list_datasets(store)
    assert DataSource.model_validate(entry.source).target == LabelSetTarget(delimiter=";")


def test_columns_that_were_chosen_stay_chosen_when_the_file_is_read_in_another_way(
    qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    file = tmp_path / "tickets.csv"
    rows = "".join(f"{'ab'[n % 2]};ticket {n} of many;{'xyz'[n % 3]}\n" for n in range(60))
    file.write_text("channel;said;queue\n" + rows, encoding="utf-8")
    sheet = ImportSheet(session)
    qtbot.addWidget(sheet)
    sheet.show()
    form = sheet.form
    sheet.begin([], str(file))
    first = form.first.stack
    qtbot.waitUntil(lambda: "Reading tickets.csv" in first.currentWidget().accessibleName(), timeout=WAIT)
    qtbot.waitUntil(form.add.isEnabled, timeout=WAIT)
    assert form.label.currentText() == "queue"

    form.label.set_current(0)
    form.label.activated.emit(0)
    for delimiter in ("comma", "auto"):  # with a comma, all is one column
        form.reading.set_option("delimiter", delimiter)
        qtbot.waitUntil(lambda: not sheet._wait.isActive() and not form.head.note.text(), timeout=WAIT)
    qtbot.waitUntil(form.add.isEnabled, timeout=WAIT)
    assert form.label.currentText() == "channel"
    source = form.source(own_text=True, own_label=True)
    assert source is not None and (source.text, source.label) == (["said"], "channel")


def test_many_numbers_are_offered_to_be_read_as_numbers(
    qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    file = tmp_path / "prices.csv"
    file.write_text("text,label\n" + "".join(f"thing {n},{n / 4}\n" for n in range(60)), encoding="utf-8")
    sheet = ImportSheet(session)
    qtbot.addWidget(sheet)
    sheet.show()
    sheet.begin([], str(file))
    row = sheet.form.target.row
    qtbot.waitUntil(lambda: "numbers, 0 to 14.75" in row.message.text(), timeout=WAIT)
    assert sheet.form.target.kind.itemData(0) == "class", "what is usual comes first"
    row.remedy.emit()
    assert sheet.form.target.kind.currentData() == "number"
    qtbot.waitUntil(sheet.form.add.isEnabled, timeout=WAIT)
    assert sheet.form.first.counts_title.text() == "Splits"
    assert sheet.form.share_word.text() == "% of train"
    with qtbot.waitSignal(sheet.added, timeout=WAIT):
        qtbot.mouseClick(sheet.form.add, Qt.MouseButton.LeftButton)


def test_rows_without_text_are_told_at_the_texts_and_can_be_left_out(
    qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    file = tmp_path / "gap.csv"
    rows = "".join(f"film {n},{'ab'[n % 2]}\n" for n in range(60))
    file.write_text("text,label\n" + rows + ",a\n", encoding="utf-8")
    sheet = ImportSheet(session)
    qtbot.addWidget(sheet)
    sheet.show()
    sheet.begin([], str(file))
    qtbot.waitUntil(lambda: sheet.form.preview is not None, timeout=WAIT)
    sheet.form.reading.set_option("incomplete", "refuse")
    row = sheet.form.columns_row
    qtbot.waitUntil(lambda: "the row has no text" in row.message.text(), timeout=WAIT)
    assert not sheet.form.label_row.message.text()
    row.remedy.emit()
    qtbot.waitUntil(sheet.form.add.isEnabled, timeout=WAIT)


def test_large_text_on_a_small_screen_has_the_preview_under_the_fields(
    qtbot: QtBot, session: Session
) -> None:
    sheet = ImportSheet(session)
    qtbot.addWidget(sheet)
    sheet.resize(870, 640)  # beside rail and catalogue in a window of 1280 px at 150 %
    sheet.show()
    form = sheet.form
    assert form.splitter.orientation() == Qt.Orientation.Horizontal
    theme.set_scale(1.5)
    QApplication.processEvents()
    assert form.splitter.orientation() == Qt.Orientation.Vertical
    assert sheet.width() == 870 and form.width() <= 870
    right = form.paste.mapTo(form.form_area.viewport(), form.paste.rect().bottomRight())
    assert form.form_area.viewport().rect().contains(right), "the last button is whole"
    sheet.resize(870, 400)
    QApplication.processEvents()
    sheet.resize(870, 700)
    QApplication.processEvents()
    fields, preview = form.splitter.sizes()
    assert fields >= preview, "the fields have half of the height at least"
    sheet.resize(1380, 640)  # in one of 1920 px
    QApplication.processEvents()
    assert form.splitter.orientation() == Qt.Orientation.Horizontal
    assert form.form_area.horizontalScrollBar().maximum() == 0


def test_the_form_of_several_texts_is_not_cut(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    file = tmp_path / "tickets.csv"
    rows = "".join(f"subject {n},message {n} of many words,{'xyz'[n % 3]}\n" for n in range(60))
    file.write_text("subject,message,queue\n" + rows, encoding="utf-8")
    sheet = ImportSheet(session)
    qtbot.addWidget(sheet)
    sheet.resize(1040, 700)  # beside the catalogue of a window 1440 wide
    sheet.show()
    sheet.begin([], str(file))
    qtbot.waitUntil(sheet.form.add.isEnabled, timeout=WAIT)
    assert len(sheet.form.columns.text()) == 2 and sheet.form.join_row.isVisible()
    assert sheet.form.form_area.horizontalScrollBar().maximum() == 0
    sheet.form.both.set_current("pair")
    sheet.form.both.chosen.emit("pair")
    assert not sheet.form.join_row.isVisible(), "a pair is not joined"


def test_two_plausible_labels_are_asked_for_with_their_classes(
    qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    file = tmp_path / "desk.csv"
    rows = "".join(f"ticket {n} of many,{'lh'[n % 7 % 2]},{'bdrx'[n % 4]}\n" for n in range(80))
    file.write_text("Ticket Body,Priority,Queue\n" + rows, encoding="utf-8")
    sheet = ImportSheet(session)
    qtbot.addWidget(sheet)
    sheet.resize(1200, 800)
    sheet.show()
    sheet.begin([], str(file))
    qtbot.waitUntil(lambda: len(sheet.form.label_chips.chips) == 2, timeout=WAIT)
    shown = {chip.text(): chip.isChecked() for chip in sheet.form.label_chips.chips}
    assert shown == {"Priority · 2 classes": False, "Queue · 4 classes": True}
    sheet.form.label_chips.chips[0].click()
    qtbot.waitUntil(lambda: sheet.form.preview.classes == ["h", "l"], timeout=WAIT)
    assert sheet.form.chosen_names() == (["Ticket Body"], "Priority")
