"""What a user accepts in the import form is kept in the catalogue, and its rows are those that Data shows.

That a run freezes and trains on what was accepted, and the Lab reads it: tests/engine/store/test_data_names.py. The
real form is used by mouse and keyboard. Between them the imports set each of its fields, and each option of the reader
of CSV, to something else than what is usual or detected. Cleaning, which the form does not have, is switched on from
the Data page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.data.dataset import load_dataset
from engine.data.inspection.report import DatasetReport
from engine.spec.data import DataSource
from engine.store import Store
from engine.store.data_names import resolve_source
from engine.store.datasets import get_dataset
from tests import patience
from tests.sampling import nightly_but
from tests.workbench.conftest import displayed
from workbench.backend.session import Session
from workbench.pages.data.page import DataPage
from workbench.widgets import ComboBox, NumberField

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(120)
ROWS = 120
SPLITS = ("train", "validation", "test")

Row = tuple[str, str, str]
"""The first segment of a text, the second ("" where there is one only), and its label in words."""


@dataclass(frozen=True)
class Import:
    """Files, what a user sets in the form for them, and what has to come of it.

    Attributes:
        name: what the set is called in the catalogue.
        write: writes the files into a folder; returns the one to import.
        fill: sets the fields of the form, by hand.
        rows: all that is read of the files, in their order.
        sizes: of the splits where each is a file; else ``share`` of what is not for the test is for validation.
        accepted: fields of the data set that is kept.
        reader: options of its reader.
        cleaned: the rows after cleaning; None: it is not cleaned.
    """

    name: str
    write: Callable[[Path], Path]
    fill: Callable[[QtBot, DataPage, Path], None]
    rows: list[Row]
    accepted: dict[str, object]
    reader: dict[str, object]
    sizes: tuple[int, int, int] | None = None
    share: float = 0.1
    cleaned: list[Row] | None = None


def choose(qtbot: QtBot, box: QWidget, text: str) -> None:
    """Picks an entry with the arrow keys."""
    assert isinstance(box, ComboBox)
    goal = box.findText(text)
    assert goal >= 0, f"{text} is not among the choices"
    while box.currentIndex() != goal:
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down if before < goal else Qt.Key.Key_Up)
        assert box.currentIndex() != before


def enter(qtbot: QtBot, line: QWidget, text: str) -> None:
    """Types into a field, over what it holds."""
    if isinstance(line, ComboBox):
        line = line.lineEdit()
    assert isinstance(line, QLineEdit)
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)
    if not isinstance(line, NumberField):
        qtbot.keyClick(line, Qt.Key.Key_Return)


def read_as_set(qtbot: QtBot, page: DataPage) -> None:
    """Waits until the form has read the file as its fields say now."""
    sheet = page.sheet
    qtbot.waitUntil(lambda: sheet.form.preview is not None and not sheet.is_reading(), timeout=WAIT)


def option(page: DataPage, path: str) -> QWidget:
    """The control of a folded field."""
    page.sheet.form.options.build()
    return page.sheet.form.options.field(path).editor(path).widget


def pick_columns(qtbot: QtBot, page: DataPage, label: int, *wanted: int) -> None:
    """Chooses these columns alone, whatever was detected."""
    form = page.sheet.form
    qtbot.mouseClick(form.label_chips.chips[label], Qt.MouseButton.LeftButton)
    for column in sorted(set(form.text) ^ set(wanted)):
        qtbot.mouseClick(form.text_chips.chips[column], Qt.MouseButton.LeftButton)


def bars_and_incomplete_rows() -> Import:
    """Rows between bars, with commas in the texts, two columns of classes, and every fifteenth row without a class."""
    moods = ["" if n % 15 == 7 else ("calm", "loud", "grey")[n % 3] for n in range(ROWS)]
    opinions = [f"opinion {n}, at length, of {n % 3}" for n in range(ROWS)]

    def write(folder: Path) -> Path:
        lines = ["number|label|mood|summary|opinion"]
        lines += [f"{n}|{'ab'[n % 2]}|{moods[n]}|item {n}, short|{opinions[n]}" for n in range(ROWS)]
        (folder / "opinions.csv").write_text("\n".join(lines), encoding="utf-8")
        return folder / "opinions.csv"

    def fill(qtbot: QtBot, page: DataPage, file: Path) -> None:
        form = page.sheet.form
        choose(qtbot, option(page, "format.delimiter"), "|")
        read_as_set(qtbot, page)
        pick_columns(qtbot, page, 2, 4)  # the mood, of the long opinion alone
        enter(qtbot, option(page, "validation_share"), "20")
        read_as_set(qtbot, page)
        assert form.preview is not None and form.label_question.message.level() != "error"
        assert form.preview.incomplete == 8 and "8 rows" in form.clean_up.boxes["incomplete"].text()

    return Import(
        "opinions.csv",
        write,
        fill,
        rows=[(text, "", mood) for text, mood in zip(opinions, moods, strict=True) if mood],
        accepted={"text": ["opinion"], "label": "mood", "validation_share": 0.2},
        reader={"kind": "csv", "delimiter": "pipe", "incomplete": "skip"},
        share=0.2,
    )


def pairs_without_header() -> Import:
    """French pairs in files of an old Windows, one for each split; their first rows look like headers, and quotes
    that could hold fields together belong to the texts.
    """
    rows = [(f'"où est né {n} ?"', f'"né à l’été {n}"', ("topic", "sentiment")[n % 2]) for n in range(ROWS)]
    parts = {"": rows[:70], "-validation": rows[70:90], "-test": rows[90:]}

    def write(folder: Path) -> Path:
        for ending, own in parts.items():
            text = "\n".join(";".join(row) for row in own)
            (folder / f"pairs{ending}.csv").write_text(text, encoding="cp1252")
        return folder / "pairs.csv"

    def fill(qtbot: QtBot, page: DataPage, file: Path) -> None:
        form = page.sheet.form
        assert form.preview is not None and not form.preview.named, "the first row is like the others"
        choose(qtbot, option(page, "format.header"), "None")
        choose(qtbot, option(page, "format.quoting"), "Ordinary characters")
        enter(qtbot, option(page, "format.encoding"), "cp1252")
        enter(qtbot, form.name, "questions")
        enter(qtbot, option(page, "validation"), str(file.with_stem("pairs-validation")))
        enter(qtbot, option(page, "test"), str(file.with_stem("pairs-test")))
        read_as_set(qtbot, page)
        pick_columns(qtbot, page, 2, 0, 1)
        qtbot.mouseClick(form.mode._buttons[1], Qt.MouseButton.LeftButton)

    return Import(
        "questions",
        write,
        fill,
        rows=rows,
        accepted={"text": ["1", "2"], "label": "3", "pair": True},
        reader={"kind": "csv", "header": "no", "quoting": "off", "encoding": "cp1252"},
        sizes=(70, 20, 30),
    )


def joined_with_several_labels() -> Import:
    """Two columns of texts with mark-up, to be joined and cleaned, and cells of several labels."""
    names = [("new", "old", "new+old")[n % 3] for n in range(ROWS)]

    def write(folder: Path) -> Path:
        lines = ["heading\tbody\tmarks"]
        lines += [f"note {n}\tsaid &amp; done<br />in {n} days\t{names[n]}" for n in range(ROWS)]
        (folder / "notes.tsv").write_text("\n".join(lines), encoding="utf-8")
        return folder / "notes.tsv"

    def fill(qtbot: QtBot, page: DataPage, file: Path) -> None:
        form = page.sheet.form
        pick_columns(qtbot, page, 2, 0, 1)
        choose(qtbot, form.join, "a full stop")
        choose(qtbot, option(page, "target"), "Several labels")
        enter(qtbot, option(page, "target.delimiter"), "+")

    def rows(body: str) -> list[Row]:
        return [(f"note {n}. {body.format(n)}", "", names[n]) for n in range(ROWS)]

    return Import(
        "notes.tsv",
        write,
        fill,
        rows=rows("said &amp; done<br />in {} days"),
        accepted={"text": ["heading", "body"], "label": "marks", "join": ". "},
        reader={"kind": "auto"},
        cleaned=rows("said & done in {} days"),
    )


IMPORTS = (bars_and_incomplete_rows, pairs_without_header, joined_with_several_labels)


@pytest.fixture
def data(qtbot: QtBot, open_session: Session) -> Iterator[DataPage]:
    page = displayed(qtbot, DataPage(open_session), 1368, 840)
    yield page
    page.sheet.stop()


def imported(qtbot: QtBot, page: DataPage, each: Import, folder: Path) -> None:
    """Imports the files by the form, and cleans the texts where that is wanted."""
    file = each.write(folder)
    page.import_set(str(file))
    read_as_set(qtbot, page)
    each.fill(qtbot, page, file)
    form = page.sheet.form
    qtbot.waitUntil(form.add.isEnabled, timeout=WAIT)
    qtbot.mouseClick(form.add, Qt.MouseButton.LeftButton)
    name = f"catalogue:{each.name}"
    qtbot.waitUntil(
        lambda: getattr(page.selection.entry, "name", "") == name and page.rows.model.rowCount() > 0,
        timeout=WAIT,
    )
    if each.cleaned is None:
        return
    before, texts = report_of(page).fingerprint, {text for text, _, _ in each.cleaned}
    links = [row.clean for row in page.inspector.health_rows() if row.clean is not None]
    qtbot.mouseClick(links[0], Qt.MouseButton.LeftButton)

    def shown_cleaned() -> bool:
        first = page.rows.model.row(0)
        return (
            page.rows.is_readable
            and report_of(page).fingerprint != before
            and first is not None
            and first.text in texts
        )

    qtbot.waitUntil(shown_cleaned, timeout=WAIT)


def report_of(page: DataPage) -> DatasetReport:
    """What the page shows of its set."""
    inspected = page.selection.inspected
    assert inspected is not None
    return inspected.report


def shown_rows(qtbot: QtBot, page: DataPage, split: str, size: int) -> dict[int, Row]:
    """The rows that the page lists of a split, by their number in the file."""
    model = page.rows.model
    qtbot.mouseClick(page.rows.splits._buttons[SPLITS.index(split)], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: model.rowCount() == size and model.row(size - 1) is not None, timeout=WAIT)
    listed = [model.row(place) for place in range(size)]
    return {row.row: (row.text, row.second, row.label) for row in listed if row is not None}


@pytest.mark.parametrize("make", nightly_but({0}, IMPORTS), ids=lambda make: make.__name__)
def test_what_was_accepted_is_kept_and_shown(
    make: Callable[[], Import], qtbot: QtBot, data: DataPage, open_session: Session, tmp_path: Path
) -> None:
    each = make()
    imported(qtbot, data, each, tmp_path)
    report = report_of(data)
    sizes = {name: split.rows for name, split in report.splits.items()}
    learnt_from = sizes["train"] + sizes["validation"]
    if each.sizes is None:
        assert sizes["validation"] == pytest.approx(each.share * learnt_from, abs=1.5)
    else:
        assert sizes == dict(zip(SPLITS, each.sizes, strict=True))
    shown = {split: shown_rows(qtbot, data, split, sizes[split]) for split in SPLITS}
    assert sorted(row for rows in shown.values() for row in rows.values()) == sorted(
        each.rows if each.cleaned is None else each.cleaned
    )
    with Store(open_session.store_path, read_only=True) as store:
        accepted = DataSource.model_validate(get_dataset(store, each.name).source)
        read = load_dataset(resolve_source(store, DataSource(source=f"catalogue:{each.name}")))
    assert {name: getattr(accepted, name) for name in each.accepted} == each.accepted
    reader = accepted.format.model_dump()
    assert {name: reader[name] for name in each.reader} == each.reader
    assert accepted.cleaning.kind == ("none" if each.cleaned is None else "escapes")
    assert read.fingerprint == report.fingerprint, "what a run will read"
    with qtbot.waitSignal(data.navigate) as sent:
        data.use_in_design()
    assert sent.args == ["design", {"source": f"catalogue:{each.name}"}]
