"""Fields for numbers, and what one may type into them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from workbench.widgets import NumberField, parse_number
from workbench.widgets.numbers import log_step


@pytest.mark.parametrize(
    ("text", "value"), [("2e-5", 2e-5), (" 0.1 ", 0.1), ("−3", -3), ("1 000", 1000), ("24", 24), ("1E6", 1e6)]
)
def test_numbers_are_read(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "needed"),
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
    field = NumberField(0.1, minimum=0, maximum=1, name="Drop-out")
    qtbot.addWidget(field)
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
    field = NumberField(1)
    qtbot.addWidget(field)
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
    decimals = NumberField(0.1, step=0.1)
    qtbot.addWidget(decimals)
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
        field = NumberField(0.5)
        qtbot.addWidget(field)
        assert field.text() == "0.5" and field.value() == 0.5
    finally:
        QLocale.setDefault(before)
