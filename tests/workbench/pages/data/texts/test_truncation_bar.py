"""The bar that shows the truncation of long texts."""

from __future__ import annotations

import pytest

from engine.spec.truncation import HeadTailShareTruncation, HeadTailTruncation, HeadTruncation
from workbench.pages.data.texts.truncation_bar import TruncationBar

pytestmark = pytest.mark.gui


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
    for chosen, fields in ((HeadTailShareTruncation(), {"head"}), (HeadTruncation(), set())):
        keep.kind.set_current(chosen.kind)
        keep.kind.activated.emit(keep.kind.currentIndex())
        assert (keep.truncation(), keep.room(), set(keep._fields)) == (chosen, 50, fields)
    assert keep._last.value() == 50
    assert told == [228, 300, 50, 50]
