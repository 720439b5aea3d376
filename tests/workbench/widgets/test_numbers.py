"""Fields for numbers and values of a sweep, and what one may type into them."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import owned
from workbench.widgets import Chip, ChipRow, NumberField, parse_number, parse_values
from workbench.widgets.numbers import log_step


@pytest.mark.parametrize(
    ("text", "value"), [("2e-5", 2e-5), (" 0.1 ", 0.1), ("−3", -3), ("1 000", 1000), ("24", 24), ("1E6", 1e6)]
)
def test_numbers_are_read(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Enter a number"),
        ("abc", "abc"),
        ("0,5", "point"),
        ("1,000", "commas"),
        ("nan", "finite"),
        ("inf", "finite"),
    ],
)
def test_what_is_no_number_is_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse_number(text)


def test_whole_numbers_only() -> None:
    assert parse_number("3.0", integer=True) == 3
    with pytest.raises(ValueError, match="whole"):
        parse_number("3.5", integer=True)


def test_log_steps_are_one_two_five() -> None:
    value, seen = 1e-5, []
    for _ in range(6):
        value = log_step(value, up=True)
        seen.append(value)
    assert seen == [2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3]
    for _ in range(6):
        value = log_step(value, up=False)
    assert value == 1e-5
    assert log_step(3e-5, up=True) == 5e-5 and log_step(3e-5, up=False) == 2e-5


@given(st.floats(1e-12, 1e12))
def test_log_step_goes_the_right_way_and_not_far(value: float) -> None:
    assert value < log_step(value, True) <= 5.1 * value
    assert value > log_step(value, False) >= value / 5.1


def test_typing_tells_only_valid_numbers(qtbot: QtBot) -> None:
    field = owned(qtbot, NumberField(0.1, minimum=0, maximum=1, name="Drop-out"))
    told: list[float] = []
    field.value_changed.connect(told.append)
    field.selectAll()
    qtbot.keyClicks(field, "0.25")
    assert told == [0, 0.2, 0.25] and field.value() == 0.25 and field.problem() == ""
    field.selectAll()
    qtbot.keyClicks(field, "7")
    assert field.value() is None and field.problem() == "Between 0 and 1."
    assert field.property("state") == "error" and told[-1] == 0.25
    field.set_value(0.5)
    assert field.problem() == "" and field.property("state") == ""


def test_setting_from_code_tells_nothing(qtbot: QtBot) -> None:
    field = owned(qtbot, NumberField(1))
    with qtbot.assertNotEmitted(field.value_changed):
        field.set_value(3)
    assert field.text() == "3"


def test_arrow_keys_step(qtbot: QtBot) -> None:
    rate = NumberField(2e-5, minimum=1e-6, maximum=1e-4, log=True)
    epochs = NumberField(3, minimum=1, maximum=20, integer=True)
    for field in (rate, epochs):
        qtbot.addWidget(field)
    qtbot.keyClick(rate, Qt.Key.Key_Up)
    assert rate.text() == "5e-5"
    qtbot.keyClick(rate, Qt.Key.Key_PageUp)
    assert rate.value() == 1e-4  # the maximum stops it
    qtbot.keyClick(epochs, Qt.Key.Key_Down)
    qtbot.keyClick(epochs, Qt.Key.Key_PageUp)
    assert epochs.value() == 12
    decimals = owned(qtbot, NumberField(0.1, step=0.1))
    for _ in range(2):
        qtbot.keyClick(decimals, Qt.Key.Key_Up)
    assert decimals.text() == "0.3"  # and not 0.30000000000000004


def wheel(widget: QWidget) -> bool:
    """Turn the wheel one notch over ``widget``; whether it used the event."""
    centre = QPointF(widget.rect().center())
    event = QWheelEvent(
        centre, QPointF(widget.mapToGlobal(centre)), QPoint(0, 120), QPoint(0, 120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def test_wheel_edits_only_with_the_focus(qtbot: QtBot) -> None:
    holder, field, other = QWidget(), NumberField(3, integer=True), QLineEdit()
    column = QVBoxLayout(holder)
    column.addWidget(field)
    column.addWidget(other)
    qtbot.addWidget(holder)
    holder.show()
    holder.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    assert not wheel(field) and field.value() == 3
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    assert wheel(field) and field.value() == 4


def test_leaving_the_field_tidies_the_spelling(qtbot: QtBot) -> None:
    field, other = NumberField(1), QLineEdit()
    for widget in (field, other):
        qtbot.addWidget(widget)
        widget.show()
    field.setText("2.0E-05")
    field.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    other.activateWindow()
    other.setFocus()
    qtbot.waitUntil(lambda: not field.hasFocus())
    assert field.text() == "2e-5"


def test_locale_plays_no_part(qtbot: QtBot) -> None:
    from PySide6.QtCore import QLocale

    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German))
    try:
        field = owned(qtbot, NumberField(0.5))
        assert field.text() == "0.5" and field.value() == 0.5
    finally:
        QLocale.setDefault(before)


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
    with pytest.raises(ValueError, match=says):
        parse_values(text)


def row_of(qtbot: QtBot, values: list[float]) -> tuple[ChipRow, list[list[float]]]:
    row = owned(qtbot, ChipRow("Learning rate"))
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
    chip.click()
    assert told == [[1, 3]]
    qtbot.keyClick(chips_of(row)[0], Qt.Key.Key_Delete)
    assert told[-1] == [3]


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
