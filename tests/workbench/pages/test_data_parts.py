"""The parts of the Data page, each by itself: entries, table, reading pane, what is kept, columns, formats."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine.data.inspection.browse import BrowsedRow
from engine.data.inspection.dataset_report import inspect_dataset
from engine.data.inspection.preview import Preview, PreviewProblem
from engine.data.inspection.report import DataFinding
from engine.spec.data import DataSource, FileFormat
from engine.spec.truncation import HeadTailShareTruncation, HeadTailTruncation, HeadTruncation
from engine.store import Store
from engine.store.datasets import add_dataset
from workbench.pages.data.catalogue.entries import (
    BUNDLED,
    YOURS,
    CatalogueEntry,
    free_name,
    load_entries,
)
from workbench.pages.data.catalogue.panel import EMPTY_YOURS, CataloguePanel
from workbench.pages.data.catalogue.wording import describe_reading
from workbench.pages.data.importing.columns import ColumnList
from workbench.pages.data.importing.format import FormatForm
from workbench.pages.data.importing.preview import faulty_line
from workbench.pages.data.importing.sheet import suggest_name
from workbench.pages.data.inspector.lengths import LengthsSection, SplitLengths
from workbench.pages.data.inspector.panel import InspectorPanel
from workbench.pages.data.texts.reading_pane import CUT_SHOWN, TextSpan, TruncatedTextView, _single
from workbench.pages.data.texts.table import CUT, PAGE_ROWS, TEXT, TOKENS, TextsModel, TextsTable
from workbench.pages.data.texts.truncation_bar import TruncationBar

pytestmark = pytest.mark.gui


# -- entries ------------------------------------------------------------------------------------------------


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
    assert [e.title for e in found if e.group == BUNDLED] == ["Long reviews", "Questions", "Headlines"]
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
    panel = CataloguePanel()
    qtbot.addWidget(panel)
    found = [
        CatalogueEntry(f"samples:{t}", t, BUNDLED, DataSource(source=t)) for t in ("Reviews", "Questions")
    ]
    panel.set_entries(found)
    assert panel.model.texts() == ["#Bundled", "Reviews", "Questions", "#Yours", EMPTY_YOURS]
    chosen: list[CatalogueEntry] = []
    panel.chosen.connect(chosen.append)
    panel.select("samples:Questions")
    assert [e.title for e in chosen] == ["Questions"]
    with qtbot.waitSignal(panel.search.search):
        panel.search.setText("quest")
    assert panel.model.texts() == ["#Bundled", "Questions"]
    assert panel.current() == found[1]
    with qtbot.waitSignal(panel.search.search):
        panel.search.setText("zzz")
    assert panel.model.texts() == ["Nothing matches “zzz”."]
    assert [e.title for e in chosen] == ["Questions"], "searching chooses nothing"


# -- table --------------------------------------------------------------------------------------------------


def rows(first: int, many: int, tokens: int = 600) -> list[BrowsedRow]:
    return [
        BrowsedRow(i, i + 2, "spam", f"text {i}\n<b>x</b>", "", tokens) for i in range(first, first + many)
    ]


def test_pages_are_asked_for_only_when_they_are_seen(qtbot) -> None:
    model = TextsModel()
    table = TextsTable(model)
    qtbot.addWidget(table)
    table.resize(600, 400)
    wanted: list[int] = []
    model.wanted.connect(wanted.append)
    model.start(50_000)
    model.put(0, rows(0, PAGE_ROWS))
    table.show()
    qtbot.waitUntil(lambda: table.isVisible())
    table.grab()
    assert wanted == []
    table.scrollTo(model.index(25_200, 0))
    table.grab()
    assert set(wanted) == {50}
    assert 50 in table.visible_pages()
    assert model.index(25_200, TEXT).data() == "…"
    model.put(50, rows(25_000, PAGE_ROWS))
    assert model.index(25_200, TEXT).data() == "text 25200 <b>x</b>", "one line, nothing interpreted"
    assert model.index(25_200, 0).data() == "25,202"


def test_what_is_cut_follows_the_room() -> None:
    model = TextsModel()
    model.start(2)
    model.put(0, [*rows(0, 1, tokens=742), *rows(1, 1, tokens=96)])
    assert model.index(0, CUT).data() == "", "not known yet"
    model.set_room(510)
    assert [model.index(i, CUT).data() for i in (0, 1)] == ["232 cut", "whole"]
    assert model.headerData(CUT, Qt.Orientation.Horizontal) == "At 510"
    model.put(0, rows(0, 2, tokens=-1))
    assert (model.index(0, TOKENS).data(), model.index(0, CUT).data()) == ("", "")


# -- reading ------------------------------------------------------------------------------------------------


def test_texts_are_shown_as_they_are_never_interpreted(qtbot) -> None:
    pane = TruncatedTextView()
    qtbot.addWidget(pane)
    nasty = "<b>bold</b> <img src='file:///x.png'> &lt; \ufffc\nsecond line"
    pane.set_spans([TextSpan("head 3", nasty, True), TextSpan("cut 2", "gone", False)])
    shown = pane.toPlainText()
    assert "<b>bold</b> <img src='file:///x.png'> &lt;" in shown
    assert pane.document().blockCount() == 2, "a line break in a text starts no passage"
    pane.selectAll()
    copied = pane.createMimeDataFromSelection()
    assert copied.text().startswith("<b>bold</b>")
    assert not copied.hasHtml()
    last = pane.document().lastBlock().begin()
    formats = []
    while not last.atEnd():
        formats.append(last.fragment().charFormat().fontStrikeOut())
        last += 1
    assert formats == [False, True], "tag, then the cut words struck through"


def test_a_long_cut_is_shortened_and_says_so(qtbot) -> None:
    pane = TruncatedTextView()
    qtbot.addWidget(pane)
    pane.set_spans([TextSpan("cut 9", "x" * (2 * CUT_SHOWN), False)])
    assert f"{CUT_SHOWN:,} more characters" in pane.toPlainText()
    assert pane.toPlainText().count("x") == CUT_SHOWN


def test_passages_name_head_cut_and_tail() -> None:
    stretch = SimpleNamespace
    parts = [
        stretch(start=0, stop=4, tokens=1, kept=True),
        stretch(start=4, stop=8, tokens=1200, kept=False),
        stretch(start=8, stop=11, tokens=2, kept=True),
    ]
    found = _single("head cut end", parts)  # type: ignore[arg-type]
    assert [(p.tag, p.text) for p in found] == [("head 1", "head"), ("cut 1,200", " cut"), ("tail 2", " en")]
    assert [p.tag for p in _single("x", [stretch(start=0, stop=1, tokens=1, kept=True)])] == [""]  # type: ignore[list-item]


# -- what is kept -------------------------------------------------------------------------------------------


def test_keep_begins_as_in_the_paper_and_follows_the_encoder(qtbot) -> None:
    keep = TruncationBar()
    qtbot.addWidget(keep)
    keep.set_limit(510)
    assert (keep.truncation(), keep.room()) == (HeadTailTruncation(head=128), 510)
    keep.set_limit(126)
    assert (keep.truncation(), keep.room()) == (HeadTailTruncation(head=32), 126)
    keep.move_to(60)
    keep.set_limit(510)
    assert (keep.truncation(), keep.room()) == (HeadTailTruncation(head=32), 60), "what the user chose stays"


def test_fields_of_what_is_kept_hold_together(qtbot) -> None:
    keep = TruncationBar()
    qtbot.addWidget(keep)
    keep.set_limit(510)
    told: list[int] = []
    keep.changed.connect(lambda: told.append(keep.room()))
    head, tail = keep._fields["head"], keep._last
    assert (head.value(), tail.value()) == (128, 382)
    tail.setText("100")
    tail.textEdited.emit("100")
    assert (keep.truncation(), keep.room()) == (HeadTailTruncation(head=128), 228)
    head.setText("200")
    head.textEdited.emit("200")
    assert (keep.truncation(), keep.room()) == (HeadTailTruncation(head=200), 300)
    keep.move_to(50)
    assert (keep.truncation().head_tokens(50), keep.room()) == (49, 50), (
        "a head that leaves no tail gets shorter"
    )
    keep.set_truncation(HeadTailShareTruncation(head=0.5), 400)
    assert (keep.truncation(), keep.room(), set(keep._fields)) == (
        HeadTailShareTruncation(head=0.5),
        400,
        {"head"},
    )
    keep.set_truncation(HeadTruncation(), 64)
    assert (keep._fields, keep._last.value()) == ({}, 64)
    assert told == [228, 300]


# -- lengths ------------------------------------------------------------------------------------------------


def test_dragging_the_line_changes_what_is_cut(qtbot) -> None:
    section = LengthsSection(lambda: [])
    qtbot.addWidget(section)
    section.resize(344, 330)
    section.show()
    values = np.sort(np.random.default_rng(1).integers(5, 480, 1000))
    counts, edges = np.histogram(values, np.arange(0, 501, 20))
    section.show_tokens(SplitLengths(values, edges.tolist(), counts.tolist(), 3, 240.0, 241.0), 300, 400)
    assert section.cut_texts() == int((values > 300).sum())
    assert dict(section.figures.figures())["Cut at 300"] == f"{(values > 300).mean() * 100:.1f} %"
    moved: list[int] = []
    section.room_moved.connect(moved.append)
    plot = section.histogram
    y = plot.height() // 2
    start, end = (round(plot.to_widget(x, 0).x()) for x in (300, 200))
    qtbot.mousePress(plot.viewport(), Qt.MouseButton.LeftButton, pos=_point(start, y))
    qtbot.mouseMove(plot.viewport(), _point(end, y))
    qtbot.mouseRelease(plot.viewport(), Qt.MouseButton.LeftButton, pos=_point(end, y))
    assert moved and abs(moved[-1] - 200) <= 2
    assert section.cut_texts() == int((values > moved[-1]).sum())
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert moved[-1] == moved[-2] + 1
    plot.cut_moved.emit(460.0)
    assert moved[-1] == 400, "no further than the encoder reads"
    assert plot.cut() == 400


def _point(x: int, y: int):
    from PySide6.QtCore import QPoint

    return QPoint(x, y)


def test_health_leads_with_what_needs_a_decision(qtbot) -> None:
    panel = InspectorPanel(lambda: [])
    qtbot.addWidget(panel)
    findings = [
        DataFinding(level="warning", kind="duplicates", message="2 duplicate texts in train", split="train",
                    indices=(3, 9), count=2),
        DataFinding(level="good", kind="conflicts", message="No text with two labels"),
    ]  # fmt: skip
    wanted: list[DataFinding] = []
    panel.show_wanted.connect(wanted.append)
    panel.show_health(findings, ["There is no test split."], 90)
    assert [row.text.text() for row in panel.health_rows()] == [
        "2 duplicate texts in train", "There is no test split.", "No text with two labels",
    ]  # fmt: skip
    links = [row.link for row in panel.health_rows() if row.link is not None]
    assert len(links) == 1
    links[0].click()
    assert wanted == [findings[0]]
    panel.show_labels("train", {"a": 30, "b": 10})
    assert [(bar.text, bar.note) for bar in panel.labels.rows()] == [("30", "75.0 %"), ("10", "25.0 %")]


# -- import -------------------------------------------------------------------------------------------------


def test_columns_are_checked_and_ordered_by_mouse_and_keys(qtbot) -> None:
    columns = ColumnList()
    qtbot.addWidget(columns)
    columns.resize(300, 200)
    columns.show()
    columns.set_columns([("id", "1"), ("title", "a"), ("body", "b"), ("kind", "c")], [2], 3)
    changes: list[list[int]] = []
    columns.changed.connect(lambda: changes.append(columns.text()))
    place = columns.list.visualItemRect(columns.list.item(1)).center()
    qtbot.mouseClick(columns.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert columns.text() == [2, 1]
    qtbot.keyClick(columns.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert columns.text() == [1, 2]
    assert columns.earlier.isEnabled() is False and columns.later.isEnabled()
    qtbot.keyClick(columns.list, Qt.Key.Key_Space)
    assert columns.text() == [2]
    columns.toggle(3)
    assert columns.text() == [2], "the label is no text"
    columns.set_label(2)
    assert columns.text() == []
    assert changes == [[2, 1], [1, 2], [2]]


def test_the_format_shows_what_was_detected_and_can_be_settled(qtbot) -> None:
    form = FormatForm()
    qtbot.addWidget(form)
    assert form.reader() == FileFormat.choose("auto")
    form.set_found("csv", {"delimiter": "pipe", "encoding": "utf-8", "header": False, "quoting": True})
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


def test_the_faulty_line_is_marked_only_when_it_is_certain() -> None:
    def marked(place: str, *lines: str) -> int:
        return faulty_line(
            Preview(lines=list(lines), problem=PreviewProblem("reading", "is odd.", place, ""))
        )

    assert marked("x.csv, row 3", "a,b", "1,2", "1,2,3") == 2
    assert marked("x.csv, row 3", "a,b", '"1,', "2,3") == -1
    assert marked("x.csv, row 9", "a,b", "1,2", "1,2,3") == -1
    assert faulty_line(Preview(lines=["a,b"])) == -1


def test_how_a_set_was_read_in_words() -> None:
    source = DataSource(source="x.csv", validation_share=0.2)
    found = {"format": "csv", "encoding": "utf-8", "delimiter": "tab", "header": False}
    found |= {"text": ["2", "3"], "label": "1"}
    said = describe_reading(source, found, "7c1e90ab42d80000", {"validation": "train", "test": "test"})
    assert said == (
        "CSV / TSV, UTF-8, tab, no header. Text = column 2 + column 3, label = column 1. "
        "Validation: 20 % of train, stratified. Fingerprint 7c1e 90ab 42d8."
    )
