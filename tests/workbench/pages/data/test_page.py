"""The Data page with a real session, real files and the real command line behind it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine.cache.locks import ArtefactLock
from engine.data.dataset_artefacts import find_artefacts
from engine.data.inspection.preview import Preview
from engine.spec.data import DataSource
from engine.store import Store
from engine.store.datasets import add_dataset, get_dataset
from tests import patience
from tests.workbench.conftest import displayed
from workbench.backend.session import Session
from workbench.pages.data.catalogue.entries import YOURS
from workbench.pages.data.page import DataPage
from workbench.widgets import ComboBox

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("home")]

PATIENCE = patience.milliseconds(120)
"""Milliseconds that a child process may take on a busy machine."""

MANY = 1400
WORDS = "the good film was bad and the plot was dull but the actor great".split()


def body(number: int) -> str:
    return f"{number}: <b>bold</b>, {' '.join(WORDS[: number % 13])} " + "good book " * (number % 40)


@pytest.fixture
def tickets(tmp_path: Path) -> Path:
    """A CSV with a delimiter its name does not promise, commas and HTML in its texts."""
    file = tmp_path / "tickets.csv"
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter="|")
        writer.writerow(["kind", "subject", "body"])
        for number in range(MANY):
            writer.writerow(["spam" if number % 3 else "ham", f"subject {number}", body(number)])
    return file


@pytest.fixture
def page(qtbot, open_session: Session) -> Iterator[DataPage]:
    made = displayed(qtbot, DataPage(open_session), 1368, 840)
    yield made
    made.sheet.stop()


def preview(qtbot, page: DataPage, path: Path | str) -> Preview:
    """The import sheet's answer for ``path``."""
    page.import_set(str(path))
    qtbot.waitUntil(
        lambda: page.sheet.form.preview is not None and not page.sheet.is_reading(), timeout=PATIENCE
    )
    return page.sheet.form.preview


def until_shown(qtbot, page: DataPage, name: str) -> None:
    qtbot.waitUntil(
        lambda: getattr(page.selection.entry, "name", "") == name and page.rows.model.rowCount() > 0,
        timeout=PATIENCE,
    )


def test_import_browse_and_read_as_the_model_does(
    qtbot, page: DataPage, session: Session, tickets: Path, tiny_bert_folder: Path
) -> None:
    page.inspector.lengths.encoder.set_value(str(tiny_bert_folder))
    found = preview(qtbot, page, tickets)
    sheet = page.sheet
    assert found.problem is None
    assert "|" in sheet.form.options.fold("File format").state()
    assert sheet.form.name.text() == "tickets.csv"
    assert sheet.form.text == [1, 2], "subject and body were detected"

    # The mapping changes what is shown at once, before anything is read again.
    subject, shown = sheet.form.text_chips.chips[1], sheet.form.pane.model
    subject.click()
    assert shown.rows[0].text == " ".join(body(0).split())
    assert not sheet.form.add.isEnabled()
    subject.click()
    assert shown.rows[0].text == " ".join(f"{body(0)} subject 0".split())
    subject.click()
    qtbot.waitUntil(sheet.form.add.isEnabled, timeout=PATIENCE)
    counts = sheet.form.preview.counts
    assert {name: sum(each) for name, each in counts.items()} == {
        "train": 1134,
        "validation": 126,
        "test": 140,
    }
    sheet.form.add.click()
    until_shown(qtbot, page, "catalogue:tickets.csv")

    # It is in the store, with the mapping that was seen, and with what was found.
    with Store(session.store_path, read_only=True) as store:
        kept = DataSource.model_validate(get_dataset(store, "tickets.csv").source)
    assert (kept.source, kept.text, kept.label) == (str(tickets), ["body"], "kind")
    own = [entry for entry in page.catalogue.entries() if entry.group == YOURS]
    assert own[0].summary() == "2 classes · 1,400 rows"
    assert page.rows.model.rowCount() == 1134

    # Pages come as one scrolls; every text is plain.
    table, model = page.rows.table, page.rows.model
    table.scrollToBottom()
    last = model.index(1133, 4)
    qtbot.waitUntil(lambda: last.data() != "…", timeout=PATIENCE)
    number = int(model.index(1133, 0).data().replace(",", "")) - 2
    assert len(body(number)) > 400
    assert last.data() == " ".join(f"{body(number)[:400]}…".split()), "that it goes on is seen"
    table.setCurrentIndex(model.index(1133, 0))
    qtbot.waitUntil(lambda: body(number).strip() in page.rows.pane.text.toPlainText())
    assert "<b>bold</b>" in page.rows.pane.text.toPlainText()

    # Tokens: what is cut is what the tokenizer says, wherever the line is.
    qtbot.waitUntil(lambda: "Cut at 62" in dict(page.inspector.lengths.figures.facts()), timeout=PATIENCE)
    lengths = token_lengths(session, page, tiny_bert_folder)
    assert page.rows.pane.truncation_bar.limit() == 62
    assert (lengths > 62).any() and cut_share(page, 62) == f"{(lengths > 62).mean() * 100:.1f} %"
    page.inspector.lengths.histogram.setFocus()
    for _ in range(3):
        qtbot.keyClick(page.inspector.lengths.histogram, Qt.Key.Key_PageDown)
    assert page.rows.pane.truncation_bar.room() == 14
    assert cut_share(page, 14) == f"{(lengths > 14).mean() * 100:.1f} %"
    head, tail = (
        page.rows.pane.truncation_bar.truncation().head_tokens(14),
        14 - page.rows.pane.truncation_bar.truncation().head_tokens(14),
    )
    tags = {f"head {head}", f"tail {tail}"}
    qtbot.waitUntil(lambda: tags <= {p.tag for p in page.rows.pane.text.spans()}, timeout=PATIENCE)
    assert "".join(p.text for p in page.rows.pane.text.spans()) == body(number)

    # Search, random texts, and back.
    with qtbot.waitSignal(page.rows.search.search):
        page.rows.search.setText(" BUT the")
    wanted = sum(" but the" in body(i) for i in rows_of(page, "train"))
    qtbot.waitUntil(lambda: page.rows.model.rowCount() == wanted)
    assert "contain" in page.rows.notice.text()
    with qtbot.waitSignal(page.rows.search.search):
        page.rows.search.clear()
    page.rows.show_random()
    qtbot.waitUntil(lambda: page.rows.model.rowCount() == 50)
    assert page.rows.notice.text() == "50 of 1,134 texts, drawn at random."
    page.rows.show_all()
    qtbot.waitUntil(lambda: page.rows.model.rowCount() == 1134)

    # Another split has other labels and lengths.
    page.rows.splits._buttons[2].click()
    qtbot.waitUntil(lambda: page.rows.model.rowCount() == 140)
    assert sum(bar.value for bar in page.inspector.labels.rows()) == 140

    with qtbot.waitSignal(page.navigate) as sent:
        page.use_in_design()
    assert sent.args == ["design", {"source": "catalogue:tickets.csv"}]

    with qtbot.waitSignal(page.navigate, timeout=PATIENCE) as sent:
        page.rows.head.design.click()
    where, payload = sent.args
    (stage,) = payload["experiment"]["stages"]
    assert (where, payload["title"], stage["data"]["source"]) == (
        "design",
        "tickets.csv",
        "catalogue:tickets.csv",
    )
    assert stage["data"]["train_rows"] == 0 and payload["reasons"]


def rows_of(page: DataPage, split: str) -> list[int]:
    """Which records of the file are in ``split``."""
    from engine.data.inspection.browse import open_cached

    fingerprint = page.selection.inspected.report.fingerprint
    return open_cached(fingerprint).rows[split].tolist()


def token_lengths(session: Session, page: DataPage, encoder: Path) -> np.ndarray:
    """Tokens of the training texts, counted here with the tokenizer itself."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(encoder)
    texts = [body(i) for i in rows_of(page, "train")]
    return np.asarray([len(ids) for ids in tokenizer(texts, add_special_tokens=False)["input_ids"]])


def cut_share(page: DataPage, room: int) -> str:
    """What the page says of how many texts are cut at ``room`` tokens."""
    return dict(page.inspector.lengths.figures.facts())[f"Cut at {room}"]


def test_a_headerless_tsv_and_its_header_overridden(qtbot, page: DataPage, tmp_path: Path) -> None:
    file = tmp_path / "plain.tsv"
    lines = [f"{'pos' if i % 2 else 'neg'}\ta text of some words, number {i}" for i in range(60)]
    file.write_text("\n".join(lines), encoding="utf-8")
    page.receive({"import": str(file)})
    assert page.columns.importing()
    sheet = page.sheet
    form = sheet.form
    qtbot.waitUntil(lambda: form.preview is not None and not sheet.is_reading(), timeout=PATIENCE)
    form.options.build()
    header = form.options.field("format.header").editor("format.header").widget
    assert isinstance(header, ComboBox) and header.currentText() == "Automatic (none)"
    assert "tab" in form.options.fold("File format").state()
    assert form.label_chips.chips[0].text().startswith("Column 1 · ")
    assert (form.label, form.text, form.preview.numbers[0]) == (0, [1], 1)
    header.set_current("yes")
    header.activated.emit(header.currentIndex())
    qtbot.waitUntil(lambda: form.preview.numbers[0] == 2, timeout=PATIENCE)
    assert form.label_chips.chips[0].text().startswith("neg · ")


def test_a_file_opened_at_the_start_is_still_imported_when_the_catalogue_is_read(
    qtbot, page: DataPage, tickets: Path
) -> None:
    assert not page.catalogue.entries()
    page.on_shown()
    page.receive({"import": str(tickets)})
    qtbot.waitUntil(lambda: bool(page.catalogue.entries()), timeout=PATIENCE)
    assert page.columns.importing() and page.catalogue.current() is None
    page.sheet.left.emit()
    assert not page.columns.importing() and page.catalogue.current() == page.catalogue.entries()[0]


def test_what_is_wrong_stands_at_its_field(qtbot, page: DataPage, tmp_path: Path) -> None:
    ragged = tmp_path / "ragged.csv"
    ragged.write_text("label,text\na,one\nb,two\na,three,four\n", encoding="utf-8")
    preview(qtbot, page, ragged)
    sheet = page.sheet
    fold = sheet.form.options.fold("File format")
    said = sheet.form.options.field("format").message
    assert fold.is_open() and said.level() == "error" and said.text().startswith("Ragged.csv, row 4: ")
    assert not sheet.form.design.isEnabled()
    assert "row 4" in sheet.form.design.toolTip(), "the button says why it cannot be pressed"
    (faulty,) = sheet.form.pane.table.selected_rows()
    assert faulty.text == "a,three,four", "the faulty line is marked"

    preview(qtbot, page, tmp_path / "ragged.cvs")
    assert "ragged.csv" in sheet.form.source_row.message.text(), "the nearest name there is"
    assert not sheet.form.options.isVisible()

    holes = tmp_path / "holes.csv"
    rows = "".join(f"{'a' if i % 2 else 'b'},text {i}\n" for i in range(60))
    holes.write_text("label,text\n" + rows + "a,\n", encoding="utf-8")
    preview(qtbot, page, holes)
    assert "1 row without text left out of holes.csv (row 62)" in sheet.form.notes.text()


def test_a_set_whose_file_is_gone_says_so_and_can_be_mended(
    qtbot, page: DataPage, session: Session, tmp_path: Path
) -> None:
    with Store(session.store_path) as store:
        add_dataset(store, "Lost", {"source": str(tmp_path / "lost.csv"), "label": "label"})
    page.receive("catalogue:Lost")
    page.refresh()
    qtbot.waitUntil(lambda: "lost.csv" in page.rows.state.accessibleName(), timeout=PATIENCE)
    assert page.rows.state.accessibleName().startswith("The data set cannot be read. ")
    assert not page.rows.head.design.isEnabled()
    page.rows.state.clicked.emit()
    assert page.columns.importing()
    assert page.sheet.form.name.text() == "Lost"
    page.remove()
    page._leave_import()
    qtbot.waitUntil(lambda: all(e.title != "Lost" for e in page.catalogue.entries()), timeout=PATIENCE)


def test_reading_can_be_stopped(qtbot, page: DataPage, session: Session, tickets: Path) -> None:
    source = DataSource(source=str(tickets), text=["subject", "body"], label="kind")
    with Store(session.store_path) as store:
        add_dataset(store, "Tickets", source.model_dump(mode="json"))
    held = ArtefactLock(f"texts-{find_artefacts(source).texts}")  # it waits for whoever reads the same
    assert held.try_acquire()
    try:
        page.receive("catalogue:Tickets")
        page.refresh()
        qtbot.waitUntil(lambda: page.inspection.running, timeout=PATIENCE)
        job = page.inspection.job
        assert job is not None and job.running
        page.rows.state.clicked.emit()
        assert page.rows.state.accessibleName().startswith("Reading was stopped. ") and job.cancelled
        qtbot.waitUntil(lambda: not session._jobs, timeout=PATIENCE)
        assert page.rows.state.accessibleName().startswith("Reading was stopped. ")
    finally:
        held.release(unlink=True)
    page.rows.state.clicked.emit()
    until_shown(qtbot, page, "catalogue:Tickets")
    assert sum(page.rows._sizes.values()) == MANY


def test_only_the_last_choice_is_shown(qtbot, page: DataPage) -> None:
    page.refresh()
    qtbot.waitUntil(lambda: len(page.catalogue.entries()) >= 3, timeout=PATIENCE)
    assert [(c.title, c.kind) for c in page.commands()][1] == ("Questions", "data set")
    page.catalogue.select("samples:headlines")
    page.catalogue.select("samples:questions")
    until_shown(qtbot, page, "samples:questions")
    assert page.rows.head.title.text() == "Questions"
    labels = {bar.label for bar in page.inspector.labels.rows()}
    assert labels == {"abbreviation", "description", "entity", "human", "location", "number"}
    assert not page.rows.head.mapping.isEnabled()
    assert "CSV" not in page.rows.head.note.text() and "JSON" in page.rows.head.note.text()


def test_the_list_of_encoders_does_not_grow(qtbot, session: Session, page: DataPage) -> None:
    for _ in range(4):
        page.refresh()
        qtbot.waitUntil(lambda: not session.busy(page, "encoders"), timeout=PATIENCE)
    values = [suggestion.value for suggestion in page._encoders]
    assert values.count("palimpsest-tiny") == 1 and len(values) == len(set(values))


def test_what_is_dropped_is_the_windows(page: DataPage) -> None:
    """The window knows which page takes a file: here a design or a capsule would be taken for data."""
    assert not page.acceptDrops()
