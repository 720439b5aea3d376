"""One text as it is, with what the model reads of it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from workbench.pages.data.texts.reading_pane import CUT_SHOWN, TextSpan, TruncatedTextView, _single

pytestmark = pytest.mark.gui


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
