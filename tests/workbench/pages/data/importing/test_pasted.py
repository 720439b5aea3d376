"""Rows from the clipboard, imported like a file; and a set with one column per label."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from engine.errors import UserError
from engine.store import Store
from engine.store.datasets import list_datasets
from tests import patience
from workbench.backend.session import Session
from workbench.pages.data.importing.pasted import keep_pasted
from workbench.pages.data.importing.sheet import ImportSheet

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)
ROWS = "text\tlabel\n" + "\n".join(
    f"a {'good' if n % 2 else 'bad'} film, number {n}\t{n % 2}" for n in range(30)
)


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    made = Session(home / "palimpsest.sqlite", run_queue=False)
    made.start()
    yield made
    made.close()


def test_pasted_rows_are_kept_as_a_file(tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    first = keep_pasted(store, ROWS.replace("\n", "\r\n"))
    assert first == keep_pasted(store, ROWS + "\n\n") and first.suffix == ".tsv"
    assert first.read_text(encoding="utf-8") == ROWS + "\n" and list(first.parent.iterdir()) == [first]
    assert keep_pasted(store, "0 a film\n1 another").suffix == ".txt"
    with pytest.raises(UserError, match="clipboard holds no text"):
        keep_pasted(store, " \n\n")


def test_rows_are_imported_from_the_clipboard(qtbot: QtBot, session: Session) -> None:
    sheet = ImportSheet(session)
    qtbot.addWidget(sheet)
    sheet.show()
    sheet.begin([])
    QGuiApplication.clipboard().setText("")
    qtbot.mouseClick(sheet.form.paste, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "clipboard holds no text" in sheet.form.place_row.message.text(), timeout=WAIT)
    QGuiApplication.clipboard().setText(ROWS)
    qtbot.mouseClick(sheet.form.paste, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(sheet.form.add.isEnabled, timeout=WAIT)
    assert sheet.form.first.raw.cells.rowCount() == 30
    sheet.form.name.setText("mine")
    with qtbot.waitSignal(sheet.added, timeout=WAIT):
        qtbot.mouseClick(sheet.form.add, Qt.MouseButton.LeftButton)
    with Store(session.store_path, read_only=True) as store:
        assert [each.name for each in list_datasets(store)] == ["mine"]


def test_all_columns_of_labels_are_shown(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    file = tmp_path / "topics.csv"
    rows = [f"a text with number {n},{n % 2},{int(n % 3 == 0)},0.0" for n in range(30)]
    file.write_text("text,money,sport,war\n" + "\n".join(rows) + "\n", encoding="utf-8")
    sheet = ImportSheet(session)
    qtbot.addWidget(sheet)
    sheet.show()
    sheet.begin([], str(file))
    target = sheet.form.target
    qtbot.waitUntil(lambda: sheet.form.preview is not None, timeout=WAIT)
    target.kind.set_current("labels")
    target._chosen()
    target._fields["columns"].setText("money, sport, war")
    target._fields["columns"].editingFinished.emit()
    qtbot.waitUntil(lambda: target.has_own_columns() and sheet.form.add.isEnabled(), timeout=WAIT)
    form = sheet.form
    form.columns.set_columns([(name, "") for name in ("text", "money", "sport", "war")], [0], -1)
    form.show_mapping()
    raw, mapped = form.first.raw.cells, form.first.mapped.cells
    heads = [raw.headerData(k, Qt.Orientation.Horizontal) for k in range(raw.columnCount())]
    assert heads == ["Row", "text", "money · label", "sport · label", "war · label"]
    shown = {
        mapped.data(mapped.index(k, 2)): mapped.data(mapped.index(k, 1)) for k in range(mapped.rowCount())
    }
    for text, label in shown.items():
        number = int(text.rsplit(" ", 1)[1])
        held = [name for name, has in (("money", number % 2), ("sport", number % 3 == 0)) if has]
        assert label == (", ".join(held) or "no label")
