"""Values of a sweep: what one may type, and the chips."""

from __future__ import annotations

import itertools
import math

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from workbench.widgets import Chip, ChipRow, parse_values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2e-5, 5e-5", [2e-5, 5e-5]),
        ("2e-5; 5e-5\n1e-4", [2e-5, 5e-5, 1e-4]),
        ("42", [42]),
        ("1..5", [1, 2, 3, 4, 5]),
        ("5..3", [5, 4, 3]),
        ("0.1..0.5 step 0.1", [0.1, 0.2, 0.3, 0.4, 0.5]),
        ("0..1 lin 5", [0, 0.25, 0.5, 0.75, 1]),
        ("1e-5..1e-4 log 2", [1e-5, 1e-4]),
        ("1e-5..1e-3 log 3, 7", [1e-5, 1e-4, 1e-3, 7]),
        (" , ", []),
    ],
)
def test_values_are_read(text: str, values: list[float]) -> None:
    assert parse_values(text) == values


def test_log_range_has_equal_ratios_and_exact_ends() -> None:
    values = parse_values("1e-5..1e-4 log 4")
    assert values[0] == 1e-5 and values[-1] == 1e-4 and len(values) == 4
    ratios = [b / a for a, b in itertools.pairwise(values)]
    assert ratios == pytest.approx([10 ** (1 / 3)] * 3, rel=0.005)  # three digits are kept
    assert all(math.isclose(v, float(f"{v:.3g}")) for v in values)


def test_whole_numbers_stay_whole() -> None:
    assert all(isinstance(v, int) for v in parse_values("1..4, 42"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1..", "end"),
        ("1..2 by 3", "step"),
        ("0..1 log 3", "above 0"),
        ("0..1 lin 1", "2 to 100"),
        ("1..1000000", "1,000,000"),
        ("1..2 step 0", "above 0"),
        ("2e-5 5e-5", "not a number"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(text: str, says: str) -> None:
    if text == "2e-5 5e-5":
        with pytest.raises(ValueError):
            parse_values(text)
        return
    with pytest.raises(ValueError, match=says):
        parse_values(text)


def row_of(qtbot: QtBot, values: list[float]) -> tuple[ChipRow, list[list[float]]]:
    row = ChipRow("Learning rate")
    qtbot.addWidget(row)
    row.set_values(values)
    row.resize(420, 32)
    row.show()
    told: list[list[float]] = []
    row.values_changed.connect(told.append)
    return row, told


def chips_of(row: ChipRow) -> list[Chip]:
    return [chip for chip in row.findChildren(Chip) if not chip.isHidden()]


def test_a_value_is_there_once_and_code_tells_nothing(qtbot: QtBot) -> None:
    row, told = row_of(qtbot, [1, 2])
    row.set_values([3, 1, 3])
    assert row.values() == [3, 1] and [c.text() for c in chips_of(row)] == ["3", "1"] and told == []


def test_typing_adds(qtbot: QtBot) -> None:
    row, told = row_of(qtbot, [2e-5])
    row._plus.click()
    qtbot.keyClicks(row._adder, "5e-5, 2e-5, 1e-4")
    qtbot.keyClick(row._adder, Qt.Key.Key_Return)
    assert told == [[2e-5, 5e-5, 1e-4]]
    assert [c.text() for c in chips_of(row)] == ["2e-5", "5e-5", "1e-4"]


def test_backspace_in_the_empty_field_removes_the_last(qtbot: QtBot) -> None:
    row, told = row_of(qtbot, [1, 2, 3])
    row._plus.click()
    qtbot.keyClicks(row._adder, "7")
    qtbot.keyClick(row._adder, Qt.Key.Key_Backspace)  # deletes the 7
    assert told == []
    qtbot.keyClick(row._adder, Qt.Key.Key_Backspace)
    assert told == [[1, 2]] and row.values() == [1, 2]


def test_cross_and_delete_remove(qtbot: QtBot) -> None:
    row, told = row_of(qtbot, [1, 2, 3])
    chip = chips_of(row)[1]
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip._cross().center())
    assert told == [[1, 3]]
    qtbot.keyClick(chips_of(row)[0], Qt.Key.Key_Delete)
    assert told[-1] == [3]
    last = chips_of(row)[0]
    qtbot.waitUntil(lambda: last.size() == last.sizeHint())
    qtbot.mouseClick(last, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert row.values() == [3]  # a click beside the cross removes nothing


def test_what_cannot_be_read_stays_and_is_explained(qtbot: QtBot) -> None:
    row, told = row_of(qtbot, [1])
    row._plus.click()
    qtbot.keyClicks(row._adder, "1..oops")
    with qtbot.waitSignal(row.problem_changed) as problem:
        qtbot.keyClick(row._adder, Qt.Key.Key_Return)
    assert "oops" in problem.args[0] and row._adder.text() == "1..oops" and told == []


def test_chips_break_lines_when_the_room_is_short(qtbot: QtBot) -> None:
    row, _ = row_of(qtbot, [float(f"{i}e-5") for i in range(1, 10)])
    assert row.heightForWidth(200) > row.heightForWidth(2000)
    row.resize(200, row.heightForWidth(200))
    qtbot.waitUntil(lambda: all(row.rect().contains(chip.geometry()) for chip in chips_of(row)))
    places = [chip.geometry() for chip in chips_of(row)]
    assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[:i])
