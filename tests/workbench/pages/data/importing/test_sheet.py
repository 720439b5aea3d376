"""A file is imported: looked at, settled and kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.spec.data import DataSource, FileFormat
from engine.spec.targets import LabelSetTarget, NumberTarget, Target
from engine.store import Store
from engine.store.data_names import resolve_source
from engine.store.datasets import list_datasets
from tests.workbench.conftest import WAIT, displayed
from workbench.backend.session import Session
from workbench.engine_texts import data_files
from workbench.pages.data.importing.form import ImportForm
from workbench.pages.data.importing.options import ENCODINGS
from workbench.pages.data.importing.sheet import ImportSheet, keep_pasted
from workbench.widgets import ComboBox

pytestmark = pytest.mark.gui


ROWS = "text\tlabel\n" + "\n".join(
    f"a {'good' if n % 2 else 'bad'} film, number {n}\t{n % 2}" for n in range(30)
)


def test_pasted_rows_are_kept_as_a_file(tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    first = keep_pasted(store, ROWS.replace("\n", "\r\n"))
    assert first == keep_pasted(store, ROWS + "\n\n") and first.suffix == ".tsv"
    assert first.read_text(encoding="utf-8") == ROWS + "\n" and list(first.parent.iterdir()) == [first]
    assert keep_pasted(store, "0 a film\n1 another").suffix == ".txt"
    with pytest.raises(UserError, match="clipboard holds no text"):
        keep_pasted(store, " \n\n")


CELLS = ("bug", "login", "pay", "bug;login")


@pytest.fixture
def sheet(qtbot: QtBot, session: Session) -> Iterator[ImportSheet]:
    made = displayed(qtbot, ImportSheet(session), 1040, 700)
    yield made
    made.stop()


def option(form: ImportForm, path: str) -> QWidget:
    """The control of a folded field."""
    return form.options.field(path).editor(path).widget


def choose(box: QWidget, value: object) -> None:
    assert isinstance(box, ComboBox)
    assert box.set_current(value)
    box.activated.emit(box.currentIndex())


def read(qtbot: QtBot, sheet: ImportSheet) -> None:
    qtbot.waitUntil(lambda: sheet.form.preview is not None and not sheet.is_reading(), timeout=WAIT)


def kept(session: Session) -> dict[str, DataSource]:
    """The sets of the catalogue by name."""
    with Store(session.store_path, read_only=True) as store:
        return {each.name: DataSource.model_validate(each.source) for each in list_datasets(store)}


def test_cells_with_several_labels_are_offered_to_be_read_so(
    qtbot: QtBot, session: Session, sheet: ImportSheet, tmp_path: Path
) -> None:
    file = tmp_path / "tickets.csv"
    rows = "".join(f"ticket {n} of many,{CELLS[n % 4]}\n" for n in range(80))
    file.write_text("text,topics\n" + rows, encoding="utf-8")
    sheet.begin([], str(file))
    said = sheet.form.label_question.message
    qtbot.waitUntil(lambda: "look like lists of 3 labels ('bug;login')" in said.text(), timeout=WAIT)
    said.remedy.emit()
    assert sheet.form.options.table()["target"]["kind"] == "labels" and not said.text()

    # Of another file nothing is taken over.
    plain = tmp_path / "plain.csv"
    plain.write_text(
        "text,label\n" + "".join(f"film {n},{'ab'[n % 2]}\n" for n in range(40)), encoding="utf-8"
    )
    sheet._choose(str(plain))
    assert sheet.form.options.table()["target"]["kind"] == "class"
    sheet._choose(str(file))
    qtbot.waitUntil(lambda: "look like lists of 3 labels" in said.text(), timeout=WAIT)
    said.remedy.emit()
    qtbot.waitUntil(
        lambda: sheet.form.preview is not None and sheet.form.preview.classes == ["bug", "login", "pay"],
        timeout=WAIT,
    )
    qtbot.waitUntil(sheet.form.add.isEnabled, timeout=WAIT)
    with qtbot.waitSignal(sheet.added, timeout=WAIT):
        qtbot.mouseClick(sheet.form.add, Qt.MouseButton.LeftButton)
    assert kept(session)["tickets.csv"].target == LabelSetTarget(delimiter=";")


def test_many_numbers_are_offered_to_be_read_as_numbers(
    qtbot: QtBot, session: Session, sheet: ImportSheet, tmp_path: Path
) -> None:
    file = tmp_path / "prices.csv"
    file.write_text("text,label\n" + "".join(f"thing {n},{n / 4}\n" for n in range(60)), encoding="utf-8")
    sheet.begin([], str(file))
    said = sheet.form.label_question.message
    qtbot.waitUntil(lambda: "numbers, 0 to 14.75" in said.text(), timeout=WAIT)
    said.remedy.emit()
    qtbot.waitUntil(sheet.form.add.isEnabled, timeout=WAIT)
    assert not sheet.form.bars.rows() and "train 49" in sheet.form.options.fold("Splits").state()
    with qtbot.waitSignal(sheet.added, timeout=WAIT):
        qtbot.mouseClick(sheet.form.add, Qt.MouseButton.LeftButton)
    assert kept(session)["prices.csv"].target == NumberTarget()


def test_the_label_is_chosen_by_its_classes_and_stays_when_the_file_is_read_in_another_way(
    qtbot: QtBot, sheet: ImportSheet, tmp_path: Path
) -> None:
    file = tmp_path / "desk.csv"
    rows = "".join(f"ticket {n} of many;{'lh'[n % 7 % 2]};{'bdrx'[n % 4]}\n" for n in range(80))
    file.write_text("Ticket Body;Priority;Queue\n" + rows, encoding="utf-8")
    form = sheet.form
    sheet.begin([], str(file))
    qtbot.waitUntil(lambda: "Reading desk.csv" in form.pane.loading.accessibleName(), timeout=WAIT)
    read(qtbot, sheet)
    chips = {chip.text(): chip.isChecked() for chip in form.label_chips.chips.values()}
    assert list(chips.items())[:2] == [("Priority · 2 classes", False), ("Queue · 4 classes", True)]
    qtbot.mouseClick(form.label_chips.chips[1], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: form.preview.classes == ["h", "l"], timeout=WAIT)
    assert form.pane.model.rows[0].label == "l" and form.pane.model.rows[0].text == "ticket 0 of many"
    form.options.build()
    for delimiter in ("comma", "auto"):  # with a comma, all is one column
        choose(option(form, "format.delimiter"), delimiter)
        read(qtbot, sheet)
    qtbot.waitUntil(form.design.isEnabled, timeout=WAIT)
    assert form.chosen_names() == (["Ticket Body"], "Priority")


def test_text_columns_are_joined_in_the_order_of_clicks_or_make_a_pair(
    qtbot: QtBot, sheet: ImportSheet, tmp_path: Path
) -> None:
    file = tmp_path / "tickets.csv"
    rows = "".join(f"subject {n},message {n} of many words,{'xyz'[n % 3]}\n" for n in range(60))
    file.write_text("subject,message,queue\n" + rows, encoding="utf-8")
    form = sheet.form
    sheet.begin([], str(file))
    qtbot.waitUntil(form.add.isEnabled, timeout=WAIT)
    assert form.text == [0, 1] and form.mode_row.isVisible() and form.join.isVisible()
    assert form.form_area.horizontalScrollBar().maximum() == 0
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Space):  # off, and on again as the last
        qtbot.keyClick(form.text_chips.chips[0], key)
    assert form.pane.model.rows[0].text == "message 0 of many words subject 0"
    qtbot.mouseClick(form.mode._buttons[1], Qt.MouseButton.LeftButton)
    assert not form.join.isVisible(), "a pair is not joined"
    assert form.pane.model.rows[0].text == "message 0 of many words │ subject 0"
    source = form.source(own_text=True, own_label=True)
    assert source is not None and (source.text, source.pair) == (["message", "subject"], True)


def test_how_a_file_is_read_is_found_shown_and_settled(
    qtbot: QtBot, session: Session, sheet: ImportSheet, tmp_path: Path
) -> None:
    file = tmp_path / "desk.csv"
    rows = "".join(f"ticket {n}|{'ab'[n % 2]}\n" for n in range(60))
    file.write_text("body|queue\n" + rows, encoding="utf-8")
    form = sheet.form
    sheet.begin([], str(file))
    read(qtbot, sheet)
    fold = form.options.fold("File format")
    assert not fold.is_open() and fold.state().startswith("CSV / TSV") and "60 rows" in form.head.note.text()
    form.options.build()
    box = option(form, "format.delimiter")
    assert isinstance(box, ComboBox) and box.currentText() == "Automatic (|)"
    source = form.source(own_text=True, own_label=True)
    assert source is not None and source.format == FileFormat.choose("auto"), "looking settles nothing"
    choose(box, "semicolon")
    source = form.source(own_text=False, own_label=False)
    assert source is not None and source.format == FileFormat.choose(
        {"kind": "csv", "delimiter": "semicolon"}
    )
    assert "gb18030" in ENCODINGS
    for kind in FileFormat.known_options():
        form.fill("any", DataSource(source="x.csv", format=FileFormat.choose(kind)))
        source = form.source(own_text=False, own_label=False)
        assert source is not None and source.format.kind == kind
    for kind in Target.known_options():
        form.set_target(Target.choose(kind))
        assert form.options.table()["target"]["kind"] == kind


def test_rows_that_are_left_out_make_one_version_and_a_design_begins(
    qtbot: QtBot, session: Session, sheet: ImportSheet, tmp_path: Path
) -> None:
    texts = [f"ticket number {n}" for n in range(80)] + ["ticket number 3", "ticket number 4"]
    labels = ["ab"[n % 2] for n in range(80)] + [
        "b",
        "b",
    ]  # the first repeats its text and label, not the second
    file = tmp_path / "desk.csv"
    lines = [f"{text},{label}" for text, label in zip(texts, labels, strict=True)]
    file.write_text("text,label\n" + "\n".join([*lines, ",a"]) + "\n", encoding="utf-8")
    form = sheet.form
    sheet.begin([], str(file))
    read(qtbot, sheet)
    assert form.clean_up.boxes["incomplete"].text() == "1 row without text or label"
    assert set(form.clean_up.selected_kinds()) >= {"incomplete", "conflicts"}
    form.clean_up.links["conflicts"].click()
    assert {row.text for row in form.pane.model.rows} == {"ticket number 4"}
    assert {row.label for row in form.pane.model.rows} <= {"a", "b"}
    form.pane.link.click()
    assert len(form.pane.model.rows) == 50
    qtbot.waitUntil(form.design.isEnabled, timeout=WAIT)
    with qtbot.waitSignal(sheet.added, timeout=2 * WAIT) as added:
        qtbot.mouseClick(form.design, Qt.MouseButton.LeftButton)
    assert added.args[0] == "desk.csv@2" and added.args[2] is True
    assert set(kept(session)) == {"desk.csv", "desk.csv@2"}
    data = load_dataset(resolve_source(session.store_path, DataSource(source="catalogue:desk.csv@2")))
    learnt = [text for name in ("train", "validation") for text in data.splits[name].texts]
    assert "ticket number 4" not in learnt and len(learnt) == len(set(learnt)) > 60


def test_incomplete_rows_can_be_refused_and_left_out_again(
    qtbot: QtBot, sheet: ImportSheet, tmp_path: Path
) -> None:
    file = tmp_path / "gap.csv"
    rows = "".join(f"film {n},{'ab'[n % 2]}\n" for n in range(60))
    file.write_text("text,label\n" + rows + ",a\n", encoding="utf-8")
    form = sheet.form
    sheet.begin([], str(file))
    read(qtbot, sheet)
    qtbot.mouseClick(form.clean_up.boxes["incomplete"], Qt.MouseButton.LeftButton)
    said = form.clean_question.message
    qtbot.waitUntil(lambda: said.text().startswith("gap.csv, row 62: "), timeout=WAIT)
    assert not form.design.isEnabled() and "row 62" in form.design.toolTip()
    assert form.foot.line._link.text() == "Leave these rows out"
    said.remedy.emit()
    qtbot.waitUntil(form.design.isEnabled, timeout=WAIT)


def test_rows_are_imported_from_the_clipboard(qtbot: QtBot, session: Session, sheet: ImportSheet) -> None:
    sheet.begin([])
    QGuiApplication.clipboard().setText("")
    qtbot.mouseClick(sheet.form.paste, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "clipboard holds no text" in sheet.form.source_row.message.text(), timeout=WAIT)
    QGuiApplication.clipboard().setText(ROWS)
    qtbot.mouseClick(sheet.form.paste, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(sheet.form.add.isEnabled, timeout=WAIT)
    assert len(sheet.form.pane.model.rows) == 30
    sheet.form.name.setText("mine")
    with qtbot.waitSignal(sheet.added, timeout=WAIT):
        qtbot.mouseClick(sheet.form.add, Qt.MouseButton.LeftButton)
    assert set(kept(session)) == {"mine"}


def test_all_columns_of_labels_are_shown(qtbot: QtBot, sheet: ImportSheet, tmp_path: Path) -> None:
    file = tmp_path / "topics.csv"
    rows = [f"a text with number {n},{n % 2},{int(n % 3 == 0)},0.0" for n in range(30)]
    file.write_text("text,money,sport,war\n" + "\n".join(rows) + "\n", encoding="utf-8")
    sheet.begin([], str(file))
    form = sheet.form
    read(qtbot, sheet)
    form.set_target(LabelSetTarget(columns=["money", "sport", "war"]))
    sheet._later()
    qtbot.waitUntil(form.add.isEnabled, timeout=WAIT)
    assert [row.label for row in form.pane.model.rows[:4]] == ["sport", "money", "no label", "money, sport"]
    assert sum(chip.isChecked() for chip in form.label_chips.chips.values()) == 3


def test_dialogs_show_the_files_of_every_format() -> None:
    """Design did not offer spreadsheets, tab files and others that Data did: both ask the formats now."""
    shown = data_files().partition("(")[2].partition(")")[0].split()
    assert {"*.csv", "*.tsv", "*.psv", "*.ndjson", "*.json", "*.parquet", "*.txt", "*.xlsx"} < {*shown}
    assert len(shown) == len({*shown}) and data_files().endswith(";;All files (*)")
