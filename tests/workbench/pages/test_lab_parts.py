"""The Lab's own widgets: marked words, heads, lines, counts and lists."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import has_colour, picture
from workbench.look import theme
from workbench.pages.lab.attention_lines import AttentionLines
from workbench.pages.lab.attributions import AttributedWord, AttributionText, ClassBars
from workbench.pages.lab.confusion import ConfusionTable
from workbench.pages.lab.export import as_csv, as_json, save_picture
from workbench.pages.lab.heads_map import HeadsMap
from workbench.pages.lab.query import PAGE_TEXTS, Disagreement, LabModel, ListedText, cell_texts, same_texts
from workbench.pages.lab.run_panel import RunPanel
from workbench.pages.lab.text_list import TextList, class_column, text_column

pytestmark = pytest.mark.gui
ENTRY = LabModel(3, 1, "", "a run", 1, "questions")
TEXT = "What metal melts ?"
WORDS = [[0, 4, 1, 0.5], [5, 10, 1, -0.4], [11, 16, 1, 0.001], [17, 18, 0, 0.0]]
FOUND = {
    "classes": ["ENTY", "NUM", "LOC"],
    "probabilities": [0.2, 0.7, 0.1],
    "predicted": 1,
    "words": [word[:3] for word in WORDS],
    "milliseconds": 3.0,
}


def test_words_are_marked_on_both_sides(qtbot: QtBot) -> None:
    marked = AttributionText("Words")
    qtbot.addWidget(marked)
    marked.resize(400, 60)
    marked.set_words(TEXT, [AttributedWord(a, b, bool(read), value) for a, b, read, value in WORDS])
    marked.show()
    assert "speaks for" in marked._said(0) and "speaks against" in marked._said(1)
    assert "cut off" in marked._said(3)
    shot = picture(marked)
    boxes = marked._boxes
    assert [box.top() for box in boxes] == [boxes[0].top()] * 4 and boxes[0].right() < boxes[1].left()
    strong, faint = (shot[box.center().y(), box.left() + 1, :3].astype(int) for box in (boxes[0], boxes[2]))
    assert strong[0] - strong[2] > 30 and abs(faint[0] - faint[2]) < 12  # bluish; hardly marked
    qtbot.keyClick(marked, Qt.Key.Key_Right)
    assert "metal" in marked.accessibleDescription()
    narrow = marked.heightForWidth(60)
    assert narrow > marked.heightForWidth(400)


def test_bars_are_sorted_and_name_the_label(qtbot: QtBot) -> None:
    bars = ClassBars("Classes")
    qtbot.addWidget(bars)
    bars.resize(400, 80)
    bars.set_rows([("ENTY", 0.2), ("NUM", 0.7), ("LOC", 0.1)], 2, "ENTY")
    bars.show()
    assert [label for label, _ in bars.rows()] == ["NUM", "ENTY", "LOC"]
    assert bars.accessibleDescription().startswith("NUM 70.0 %")
    assert has_colour(picture(bars), theme.current().series[1], least=100)


def test_a_panel_says_right_or_wrong_only_where_the_label_is_known(qtbot: QtBot) -> None:
    panel = RunPanel("Run")
    qtbot.addWidget(panel)
    panel.resize(460, 240)
    panel.show()
    panel.set_entries([ENTRY], ENTRY)
    assert panel._hint.text().startswith("Type a text")
    for label, said in (("", ""), ("NUM", "right"), ("ENTY", "wrong, label is ENTY"), ("OTHER", "")):
        panel.set_text(TEXT, label)
        panel.set_found(TEXT, FOUND)
        assert (panel.verdict.text() if panel.verdict.isVisible() else "") == said
    assert all(word.value is None for word in panel.words.words())
    panel.set_explained({"words": WORDS})
    assert [word.value for word in panel.words.words()] == [0.5, -0.4, 0.001, 0.0]
    panel.set_text(TEXT + "?", "NUM")
    assert panel.found is None and panel.explained is None and not panel.verdict.isVisible()
    assert panel.words._text == TEXT and panel.bar_area.isVisible()  # the last one, until the answer is there
    panel.fail("It has gone.", "Try again")
    assert not panel.bar_area.isVisible()
    with qtbot.waitSignal(panel.retry):
        panel.message.remedy.emit()


def test_heads_by_mouse_and_keys(qtbot: QtBot) -> None:
    heads = HeadsMap("Heads")
    qtbot.addWidget(heads)
    values = np.array([[0.1, 0.2, np.nan], [0.0, 0.4, 0.3]])
    heads.set_values(values)
    heads.resize(320, heads.sizeHint().height())
    heads.show()
    assert heads.top == 0.5 and heads.most_changed() == (2, 2)
    with qtbot.waitSignal(heads.chosen) as told:
        qtbot.mouseClick(heads, Qt.MouseButton.LeftButton, pos=heads._cell(1, 2).center())
    assert told.args == [2, 3]
    qtbot.keyClick(heads, Qt.Key.Key_Down)
    assert heads.current() == (1, 3) and "not known" in heads.accessibleDescription()
    qtbot.keyClick(heads, Qt.Key.Key_Home)
    assert heads.current() == (2, 2) and "0.400 bits" in heads.accessibleDescription()
    heads.set_current(5, 1)
    assert heads.current() == (2, 2)
    assert has_colour(picture(heads), theme.heat_color(0.8), tolerance=2)


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


def test_confusion_begins_at_its_worst_cell(qtbot: QtBot) -> None:
    view = ConfusionTable()
    qtbot.addWidget(view)
    view.resize(420, 320)
    view.show()
    picked: list[tuple[int, int]] = []
    view.picked.connect(lambda true, guess: picked.append((true, guess)))
    view.set_counts(("ABBR", "ENTY", "NUM"), np.array([[8, 1, 0], [0, 85, 4], [0, 0, 0]]))
    assert view.cell() == (1, 2) and picked == [(1, 2)]
    model = view.counts
    assert model.data(model.index(0, 3)) == "88.9 %" and model.data(model.index(2, 3)) == ""
    tip = model.data(model.index(1, 2), Qt.ItemDataRole.ToolTipRole)
    assert tip == "4 of ENTY taken for NUM"
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.cell() == (1, 1)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.cell() in ((1, 2), None)
    with qtbot.waitSignal(view.listed):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert not view._across.steep
    view.set_counts(("abbreviation", "description"), np.eye(2, dtype=int))
    assert view._across.steep and view.cell() == (0, 0)


def test_a_list_turns_its_pages_and_waits_for_its_texts(qtbot: QtBot) -> None:
    shown = TextList("Texts", [text_column(), class_column("first", "Guess")])
    qtbot.addWidget(shown)
    shown.resize(500, 300)
    shown.show()
    wanted: list[list[int]] = []
    shown.texts_wanted.connect(wanted.append)
    rows = [Disagreement(10 + i, "a", "a" if i % 2 else "b", "a") for i in range(PAGE_TEXTS + 5)]
    shown.set_rows("Title", "caption", rows)
    assert wanted == [[10 + i for i in range(PAGE_TEXTS)]] and shown.place.text() == "1 to 100 of 105"
    shown.table.select([0])
    chosen: list[ListedText] = []
    shown.chosen.connect(chosen.append)
    shown.set_texts([10, 11], ["first", None])
    assert shown.model.row(0).text == "first" and "no longer" in str(shown.model.row(1).text)
    shown.table.select([0])
    shown.table.select([1])
    assert [row.row for row in chosen] in ([10, 11], [11])
    shown.forth.click()
    assert shown.place.text() == "101 to 105 of 105" and not shown.forth.isEnabled()
    assert wanted[-1] == [110, 111, 112, 113, 114]
    shown.set_page("Title", "caption", rows[:PAGE_TEXTS], 0, 250)
    with qtbot.waitSignal(shown.page_wanted) as told:
        shown.forth.click()
    assert told.args == [PAGE_TEXTS]
    shown.show_empty("None", "Nothing.", "Act")
    with qtbot.waitSignal(shown.acted):
        shown.empty.clicked.emit()


class Some:
    """As ``engine.store.summaries.PredictionSet``."""

    classes = ("a", "b")
    rows = np.array([3, 5, 9])
    labels = np.array([0, 0, 1])
    predicted = np.array([1, 1, 1])
    confidence = np.array([0.6, 0.9, 0.8])


def test_texts_of_a_cell_come_surest_first() -> None:
    other = Some()
    other.predicted = np.array([0, 1, 0])
    found = cell_texts(Some(), other, 0, 1)
    assert [(row.row, row.sure, row.other) for row in found] == [(5, 0.9, "b"), (3, 0.6, "a")]
    elsewhere = Some()
    elsewhere.rows = np.array([3, 5, 10])
    assert not same_texts(Some(), elsewhere) and not same_texts(Some(), None)
    assert cell_texts(Some(), elsewhere, 0, 1)[0].other is None


def test_files() -> None:
    record = json.loads(as_json(TEXT, "NUM", [(ENTRY, FOUND, None)]))
    assert record["runs"][0]["predicted"] == "NUM" and record["runs"][0]["words"] is None
    assert record["runs"][0]["probabilities"]["ENTY"] == 0.2
    assert as_csv([["Text"], ['a "b", c']]) == 'Text\r\n"a ""b"", c"\r\n'
