"""The lengths of texts and the line that cuts them."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from workbench.pages.data.inspector.lengths import LengthsSection, SplitLengths

pytestmark = pytest.mark.gui


def test_dragging_the_line_changes_what_is_cut(qtbot) -> None:
    section = LengthsSection(lambda: [])
    qtbot.addWidget(section)
    section.resize(344, 330)
    section.show()
    values = np.sort(np.random.default_rng(1).integers(5, 480, 1000))
    counts, edges = np.histogram(values, np.arange(0, 501, 20))
    section.show_tokens(SplitLengths(values, edges.tolist(), counts.tolist(), 3, 240.0, 241.0), 300, 400)
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
    assert (
        dict(section.figures.figures())[f"Cut at {moved[-1]}"] == f"{(values > moved[-1]).mean() * 100:.1f} %"
    )
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert moved[-1] == moved[-2] + 1
    plot.cut_moved.emit(460.0)
    assert moved[-1] == 400, "no further than the encoder reads"
    assert plot.cut() == 400


def _point(x: int, y: int):
    from PySide6.QtCore import QPoint

    return QPoint(x, y)
