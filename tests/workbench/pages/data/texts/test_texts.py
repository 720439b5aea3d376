"""Texts of a data set: the table, the text that is read, and what of it is kept."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt

from engine.data.inspection.browse import BrowsedRow
from engine.spec.truncation import HeadTailShareTruncation, HeadTailTruncation, HeadTruncation
from tests.workbench.conftest import owned
from workbench.pages.data.texts.reading_pane import CUT_SHOWN, TextSpan, TruncatedTextView, _single
from workbench.pages.data.texts.table import CUT, PAGE_ROWS, TEXT, TOKENS, TextsModel, TextsTable
from workbench.pages.data.texts.truncation_bar import TruncationBar
from workbench.tables import Status

pytestmark = pytest.mark.gui


def test_texts_are_shown_as_they_are_never_interpreted(qtbot) -> None:
    pane = owned(qtbot, TruncatedTextView())
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
    pane = owned(qtbot, TruncatedTextView())
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


def rows(first: int, many: int, tokens: int = 600) -> list[BrowsedRow]:
    return [
        BrowsedRow(i, i + 2, "spam", f"text {i}\n<b>x</b>", "", tokens) for i in range(first, first + many)
    ]


def test_pages_are_asked_for_only_when_they_are_seen(qtbot) -> None:
    model = TextsModel()
    table = owned(qtbot, TextsTable(model))
    table.resize(600, 400)
    wanted: list[int] = []
    model.page_requested.connect(wanted.append)
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
    assert model.headerData(CUT, Qt.Orientation.Horizontal) == "Cut at 510"
    model.put(0, rows(0, 2, tokens=-1))
    assert (model.index(0, TOKENS).data(), model.index(0, CUT).data()) == ("", "")


def test_only_a_cut_text_has_a_warning() -> None:
    model = TextsModel()
    model.start(2)
    model.put(0, [*rows(0, 1, tokens=742), *rows(1, 1, tokens=96)])
    model.set_room(510)
    states = [value.state for i in (0, 1) if isinstance(value := model.columns[CUT].of(model.row(i)), Status)]
    assert states == ["warning", ""]


def test_keep_begins_as_in_the_paper_and_follows_the_encoder(qtbot) -> None:
    keep = owned(qtbot, TruncationBar())
    keep.set_limit(510)
    assert (keep.truncation(), keep.room()) == (HeadTailTruncation(head=128), 510)
    keep.set_limit(126)
    assert (keep.truncation(), keep.room()) == (HeadTailTruncation(head=32), 126)
    keep.move_to(60)
    keep.set_limit(510)
    assert (keep.truncation(), keep.room()) == (HeadTailTruncation(head=32), 60), "what the user chose stays"


def test_fields_of_what_is_kept_hold_together(qtbot) -> None:
    keep = owned(qtbot, TruncationBar())
    keep.set_limit(510)
    told: list[int] = []
    keep.changed.connect(lambda: told.append(keep.room()))
    head = keep.fields["head_tail", "head"]
    assert (head.value(), keep.tokens.value()) == (128, 510)
    for field, text in ((keep.tokens, "228"), (head, "200")):
        field.setText(text)
        field.textEdited.emit(text)
    assert (keep.truncation(), keep.room()) == (HeadTailTruncation(head=200), 228)
    keep.move_to(50)
    assert (keep.truncation().head_tokens(50), keep.room()) == (49, 50), (
        "a head that leaves no tail gets shorter"
    )
    for chosen, fields in ((HeadTailShareTruncation(), {"head"}), (HeadTruncation(), set())):
        keep.kind.set_current(chosen.kind)
        keep.kind.activated.emit(keep.kind.currentIndex())
        shown = {name for (_, name), field in keep.fields.items() if not field.isHidden()}
        assert (keep.truncation(), keep.room(), shown) == (chosen, 50, fields)
    assert told == [228, 228, 50, 50]
