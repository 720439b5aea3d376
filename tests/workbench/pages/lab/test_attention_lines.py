"""Lines of attention."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import has_colour, picture
from workbench.look import theme
from workbench.pages.lab.attention_lines import AttentionLines
from workbench.pages.lab.export import save_picture

pytestmark = pytest.mark.gui


def test_lines_of_one_token_or_all(qtbot: QtBot, tmp_path: Path) -> None:
    lines = AttentionLines("Lines")
    qtbot.addWidget(lines)
    before = np.array([[0.9, 0.1, 0.0], [0.03, 0.03, 0.94], [0.5, 0.25, 0.25]])
    lines.set_attention(["[CLS]", "metal", "[SEP]"], before, np.eye(3))
    lines.resize(400, lines.sizeHint().height())
    lines.show()
    assert lines.lines(0) == [(0, 1, 0.1), (2, 1, 0.25), (2, 2, 0.25), (2, 0, 0.5), (0, 0, 0.9), (1, 2, 0.94)]
    assert not has_colour(picture(lines), theme.current().accent, tolerance=40)
    row = lines.height() // 3
    with qtbot.waitSignal(lines.chosen) as told:
        qtbot.mouseClick(lines, Qt.MouseButton.LeftButton, pos=QPoint(10, row + row // 2))
    assert told.args == [1] and lines.lines(0) == [(1, 2, 0.94)] and lines.lines(1) == [(1, 1, 1.0)]
    assert has_colour(picture(lines), theme.current().accent, tolerance=40, least=30)
    qtbot.mouseClick(lines, Qt.MouseButton.LeftButton, pos=QPoint(10, row + row // 2))
    assert lines.choice() == -1
    save_picture(lines, tmp_path / "lines.png")
    image = QImage(str(tmp_path / "lines.png"))
    assert image.width() == 2 * lines.width()
    shades = {image.pixelColor(image.width() // 4, y).name() for y in range(image.height())}
    assert len(shades) > 3  # ground and lines
    save_picture(lines, tmp_path / "lines.svg")
    assert "metal" in (tmp_path / "lines.svg").read_text(encoding="utf-8")
    lines.set_attention([], np.zeros((0, 0)), np.zeros((0, 0)))
    picture(lines)
