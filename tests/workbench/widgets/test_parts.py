"""Segments, buttons, form rows, sections, facts, messages, fields: what they show and tell."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import displayed, owned
from tests.workbench.widgets.test_numbers import wheel
from workbench.backend.preferences import Preferences
from workbench.look import theme
from workbench.widgets import (
    Button,
    Card,
    ComboBox,
    ElidedLabel,
    EmptyState,
    FactStrip,
    FieldRow,
    FoldSection,
    Label,
    MessageLine,
    NumberField,
    PageHead,
    Readout,
    SearchField,
    SegmentedControl,
    Slider,
    Splitter,
    StageCard,
    TabBar,
)


def test_segments_choose_by_click_and_arrows(qtbot: QtBot) -> None:
    control = displayed(qtbot, SegmentedControl([("t", "Train 9"), ("v", "Validation 1")], "Split"))
    assert control.current() == "t"
    with qtbot.assertNotEmitted(control.chosen):
        control.set_current("v")
    with qtbot.waitSignal(control.chosen) as told:
        control._buttons[1].setFocus()
        qtbot.waitUntil(control._buttons[1].hasFocus)
        qtbot.keyClick(control._buttons[1], Qt.Key.Key_Left)
    assert told.args == ["t"] and control.current() == "t"
    widths = [b.width() for b in control._buttons]
    control.set_current("v")
    assert [b.width() for b in control._buttons] == widths  # bold moves nothing
    control.set_choices([("v", "Validation"), ("x", "Test")])
    assert control.current() == "v"
    with pytest.raises(ValueError):
        control.set_current("t")


def test_button_keeps_its_keys_when_its_words_change(qtbot: QtBot) -> None:
    button = owned(qtbot, Button("Run", "primary", shortcut="Ctrl+Return"))
    button.set_text("Run 12 runs")
    assert button.shortcut().toString() == "Ctrl+Return"
    assert button.toolTip() == "Run 12 runs (Ctrl+Return)" and button.accessibleName() == "Run 12 runs"
    button.set_tip("Choose a data set first")
    assert button.toolTip() == "Choose a data set first (Ctrl+Return)"
    with pytest.raises(ValueError, match="outline"):
        Button("x", "loud")


def test_a_button_that_is_disabled_while_it_works_has_the_focus_again(qtbot: QtBot) -> None:
    page = QWidget()
    field, button, other = QLineEdit(), Button("Find"), QLineEdit()
    column = QVBoxLayout(page)
    for part in (field, button, other):
        column.addWidget(part)
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    for elsewhere in (False, True):
        button.setFocus()
        button.setEnabled(False)
        assert page.focusWidget() not in (field, other), "it goes to none that was not asked for"
        if elsewhere:
            field.setFocus()
        button.setEnabled(True)
        assert page.focusWidget() is (field if elsewhere else button)


def test_field_row_shows_change_message_and_sweep(qtbot: QtBot) -> None:
    field = NumberField(4)
    row = displayed(qtbot, FieldRow("Epochs", field, help="Passes over the data", sweep=True), 560, 64)
    assert row.label.buddy() is field and field.accessibleName() == "Epochs"
    assert row.label.toolTip() == "Passes over the data" and not row.is_changed()
    row.set_changed(True, "3")
    assert row.is_changed() and row.label.accessibleDescription() == "changed"
    height = row.sizeHint().height()
    row.set_message("error", "At most 20.", "Use 20")
    assert row.message.text() == "At most 20." and row.sizeHint().height() == height
    assert "At most 20." in row._mark.toolTip() and "3" in row._mark.toolTip()
    with qtbot.waitSignal(row.remedy):
        row.message.remedy.emit()
    with qtbot.waitSignal(row.help_requested):
        qtbot.mouseClick(row._mark, Qt.MouseButton.LeftButton)
    row.clear_message()
    assert row.message.level() == "" and "At most" not in row._mark.toolTip()
    with qtbot.waitSignal(row.sweep_toggled) as told:
        row.sweep.click()
    assert told.args == [True]
    with qtbot.assertNotEmitted(row.sweep_toggled):
        row.set_sweep(False)


def test_section_folds_and_says_its_state(qtbot: QtBot) -> None:
    section = FoldSection("Freezing", "none", open=False)
    inside = Label("row")
    section.body.addWidget(inside)
    qtbot.addWidget(section)
    section.show()
    assert not inside.isVisible() and section._summary.text() == "none"
    with qtbot.waitSignal(section.toggled) as told:
        section._head.click()
    assert told.args == [True] and inside.isVisible() and section._summary.text() == ""
    assert section._head.accessibleDescription() == "none"


def test_message_puts_its_link_beneath_when_the_room_is_short(qtbot: QtBot) -> None:
    line = owned(qtbot, MessageLine())
    text = "123 test texts are also in train, so the test error will look better than it is."
    line.resize(900, 20)
    line.show_message("warning", text, "Exclude them")
    beside = line.height()
    assert line._link.x() > line._text.geometry().right() - 2
    line.resize(260, 20)
    assert line.height() > beside
    assert line._link.y() >= line._text.geometry().bottom() - 2
    assert line._text.height() >= line._text.heightForWidth(line._text.width())
    assert (line.level(), line.text()) == ("warning", text)
    assert line.accessibleName() == f"Warning: {text}", "what the icon says is said in words too"
    line.clear()
    assert line.isHidden() and line.text() == ""


def test_facts_take_two_rows_when_narrow(qtbot: QtBot) -> None:
    holder = owned(qtbot, QWidget())
    strip = FactStrip([(f"Fact {i}", "11.2 of 24 GB") for i in range(6)], parent=holder)
    strip.resize(1000, 60)
    holder.resize(1000, 200)
    holder.show()
    qtbot.waitUntil(lambda: len({cell.y() for cell, *_ in strip._cells}) == 1)
    strip.resize(420, 120)
    qtbot.waitUntil(lambda: len({cell.y() for cell, *_ in strip._cells}) == 2)
    strip.set_facts([("Runs", "1")])
    assert strip.facts() == [("Runs", "1")]


def test_elided_label_keeps_its_text_and_shows_it_as_tooltip(qtbot: QtBot) -> None:
    label = owned(qtbot, ElidedLabel("A very long name of a run that goes on and on"))
    label.resize(80, 20)
    assert label.shown() != label.text() and label.shown().endswith("…")
    label.resize(900, 20)
    assert label.shown() == label.text()
    label.set_text("two\nlines")
    assert label.text() == "two lines"


def test_elided_label_may_take_more_lines_before_it_shortens(qtbot: QtBot) -> None:
    holder, label = QWidget(), ElidedLabel(lines=2)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(label)
    column.addStretch()
    qtbot.addWidget(holder)
    holder.show()
    label.set_text("none × 4.18, low rate × 1.30")
    one = label.heightForWidth(2000)
    whole = QFontMetrics(label.font()).horizontalAdvance(label.text())
    assert label.heightForWidth(whole) == one

    holder.resize(round(0.7 * whole), 200)  # two lines have room for all
    qtbot.waitUntil(lambda: label.height() == 2 * one)
    assert label.shown() == label.text()

    holder.resize(round(0.3 * whole), 200)  # and then they have not
    qtbot.waitUntil(lambda: label.width() <= round(0.3 * whole))
    assert label.shown().endswith("…") and label.shown().startswith("none ×")
    assert label.height() == 2 * one


def test_combo_keeps_its_choice_and_ignores_the_wheel(qtbot: QtBot) -> None:
    holder, combo, other = QWidget(), ComboBox([("Head", 1), ("Tail", 2)], "Keep"), QLineEdit()
    slider = Slider("Smoothing")
    column = QVBoxLayout(holder)
    for widget in (combo, slider, other):
        column.addWidget(widget)
    qtbot.addWidget(holder)
    holder.show()
    holder.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    assert not wheel(combo) and combo.currentData() == 1
    assert not wheel(slider) and slider.value() == 0
    assert combo.set_current(2) and not combo.set_current(9) and combo.currentData() == 2
    with qtbot.assertNotEmitted(combo.currentIndexChanged):
        combo.set_choices([("Tail", 2), ("All", 3)])
    assert combo.currentData() == 2


def test_search_waits_for_a_pause_and_escape_clears(qtbot: QtBot) -> None:
    field = owned(qtbot, SearchField())
    told: list[str] = []
    field.search.connect(told.append)
    with qtbot.waitSignal(field.search):
        qtbot.keyClicks(field, "good")
    assert told == ["good"]
    qtbot.keyClicks(field, " film")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told == ["good", "good film"]
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert told[-1] == "" and field.text() == ""


def test_what_is_searched_for_by_a_program_is_told_once(qtbot: QtBot) -> None:
    field = owned(qtbot, SearchField())
    told: list[str] = []
    field.search.connect(told.append)
    assert field.search_for("good") and told == ["good"]
    assert not field._debounce.isActive(), "no second time when its wait is over"
    assert not field.search_for("good") and told == ["good"]


def test_stage_card_is_picked_moved_and_elided(qtbot: QtBot) -> None:
    card = StageCard("2 Fine-tuning", "data", movable=True)
    card.set_lines(["one", "two", "three", "four"])
    qtbot.addWidget(card)
    card.show()
    assert card.lines() == ["one", "two", "three"] and "four" in card.toolTip()
    with qtbot.waitSignal(card.selected):
        qtbot.keyClick(card, Qt.Key.Key_Return)
    assert card.isChecked()
    card.click()
    assert card.isChecked()  # a second click does not unselect
    with qtbot.waitSignal(card.move_requested) as told:
        qtbot.keyClick(card, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert told.args == [-1]


def test_empty_state_shows_all_of_its_sentence(qtbot: QtBot) -> None:
    state = displayed(qtbot, EmptyState("No runs yet", "word " * 60, "Open Design"), 700, 400)
    words = state._sentence.label
    assert state._sentence.height() == words.height() >= words.heightForWidth(words.width())
    assert not state._sentence.verticalScrollBar().isVisible()
    with qtbot.waitSignal(state.clicked):
        state._action.click()
    state.set_texts("None", "Nothing fits.")
    assert not state._action.isVisible()


def test_a_low_empty_state_scrolls_a_long_sentence_and_grows_no_window(qtbot: QtBot) -> None:
    """What a set begins with, and long reasons, made the window higher than its screen at large text."""
    state = owned(qtbot, EmptyState("Reading…", "word " * 12, "Stop"))
    short = state.minimumSizeHint().height()
    state.set_texts("Reading…", "It begins:\n" + "\n".join(f"{n}: {'word ' * 20}" for n in range(12)), "Stop")
    assert state.minimumSizeHint().height() < 1.5 * short
    state.resize(state.minimumSizeHint())
    state.show()
    qtbot.waitUntil(lambda: state._sentence.verticalScrollBar().isVisible())
    area, words = state._sentence, state._sentence.label
    assert area.viewport().width() >= words.width(), "no line is cut"
    assert state._heading.geometry().bottom() < area.geometry().top()
    assert area.geometry().bottom() < state._action.geometry().top()
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert words.visibleRegion().boundingRect().bottom() >= words.height() - 1, "the last line can be read"


def test_choosing_a_tab_moves_no_other(qtbot: QtBot) -> None:
    tabs = displayed(qtbot, TabBar(["Learning", "Forgetting", "Log"]))
    before = [tabs.tabRect(i) for i in range(3)]
    tabs.setCurrentIndex(2)
    assert [tabs.tabRect(i) for i in range(3)] == before


def test_a_splitter_is_where_it_was_left(qtbot: QtBot) -> None:
    kept = Preferences()

    def made() -> Splitter:
        splitter = Splitter(name="split")
        for _ in range(2):
            splitter.addWidget(QWidget())
        qtbot.addWidget(splitter)
        splitter.resize(401, 100)
        splitter.remember(kept, "page/split")
        splitter.show()
        return splitter

    first = made()
    assert not first.by_hand
    first.moveSplitter(120, 1)
    assert first.by_hand and first.sizes()[0] == 120
    again = made()
    assert again.by_hand and again.sizes()[0] == 120
    kept.put("page/split", ["300", "100"])  # as version 0.1.0 kept it
    assert made().sizes() == [300, 100]


def test_the_head_of_a_small_card_keeps_its_icons_at_the_right(qtbot: QtBot) -> None:
    card, choice = Card("Examples", "counted anew", table=True, export=True), Label("Choice")
    qtbot.addWidget(card)
    card.add_head_choice(choice, replaces_title=True)
    card.set_compact(True)
    card.resize(520, 120)
    card.show()
    edge = card.export_button.geometry()
    assert choice.x() < 24 and card.width() - edge.right() < 16
    assert edge.x() - card.table_button.geometry().right() < 16


def test_a_readout_takes_a_second_line_before_its_names_give_way(qtbot: QtBot) -> None:
    names = [f"Two rates: {rate}, seed {seed} of it" for rate in ("3e-4", "5e-5") for seed in (42, 43)]
    values = [(slot, f"{slot}.00", name) for slot, name in enumerate(names, 1)]
    readout = owned(qtbot, Readout())
    readout.set_readout("Last", values)

    def at(width: int, height: int = theme.sizes().readout) -> list[list[str]]:
        readout.resize(width, height)
        return [[name for _, name in line] for line in readout.shown_lines()]

    short = ["3e-4, seed 42…", "3e-4, seed 43…", "5e-5, seed 42…", "5e-5, seed 43…"]
    assert at(2000) == [names], "whole, where there is room"
    assert at(900) == [short]
    folded = at(500)
    assert len(folded) == 2 and [*folded[0], *folded[1]] == short, "none is left out"
    low = theme.sizes().control // 2
    (line,) = at(500, low)
    assert len(set(line)) == 4 and all(name.endswith(("42", "43")) for name in line), (
        "what tells them apart, cut"
    )
    assert at(300, low) == [[""] * 4], "a low one has one line: values, without names"
    assert len(at(120)) == 2 and sum(map(len, at(120))) < 4, "as many values as there is room for"


def test_a_readout_of_many_runs_keeps_what_tells_their_names_apart(qtbot: QtBot) -> None:
    tasks = [
        f"Two tasks in a row: {kind}{seed}"
        for seed in ("", ", seed 43", ", seed 44")
        for kind in ("Replay", "None")
    ]
    rates = [f"Two learning rates: learning rate 3e-4, seed 44, seed {seed}" for seed in (42, 43, 44)]
    card = owned(qtbot, Card("Validation error"))
    readout = Readout()
    card.add_readout(readout)
    before = readout.height()
    readout.set_readout("Last", [(slot, f"{slot}.00", name) for slot, name in enumerate(tasks + rates, 1)])
    readout.resize(490, readout.height())
    lines = readout.shown_lines()
    shown = [name for line in lines for _, name in line]
    assert len(shown) == len(set(shown)) == 9 and all(shown) and len(lines) <= 3
    assert shown[:4] == ["Replay", "None", "Replay…43", "None…43"]
    assert readout.height() > before, "three lines have the height of three"
    readout.set_readout("Last", [(1, "1.00", "one")])
    assert readout.height() == before


def test_the_value_of_a_readout_is_whole_beside_a_name_that_is_too_long(qtbot: QtBot) -> None:
    readout = owned(qtbot, Readout())
    readout.set_readout("Last", [(1, "2.41e-6", "Quickstart: learning rate 5e-5: seed 3, and more")])
    for width in (1000, 250, 130):
        readout.resize(width, theme.sizes().readout)
        (((_, name),),) = readout.shown_lines()
        taken = sum(theme.text_width(text, "caption_medium") for text in ("Last", name, "2.41e-6"))
        assert taken < width and name.startswith("Quick" if width > 200 else "")


def test_words_of_a_head_give_way_where_they_have_no_room_and_come_back(qtbot: QtBot) -> None:
    """By the room there is, whatever the size of the text."""
    page = QWidget()
    head = PageHead("Runs", page)
    caption = head.add_main_caption("Group by")
    button = Button("Compare", icon="compare", head=True)
    head.add_action(button)
    head.allow_collapsing(caption, button)
    qtbot.addWidget(page)
    page.show()
    head.resize(900, head.height())
    qtbot.waitUntil(lambda: button.text() == "Compare" and caption.isVisible())
    least = head.minimumSizeHint().width()
    head.resize(least, head.height())
    qtbot.waitUntil(lambda: button.text() == "" and caption.isHidden())
    assert head.minimumSizeHint().width() == least and button.accessibleName() == "Compare"
    head.resize(900, head.height())
    qtbot.waitUntil(lambda: button.text() == "Compare" and caption.isVisible())


def test_a_card_of_a_stage_keeps_room_for_its_title(qtbot: QtBot) -> None:
    card = owned(qtbot, StageCard("1 Further pre-training", "design", movable=True, widths=(176, 264)))
    card.keep_title()
    wide = card.minimumWidth()
    assert wide > 176
    card.set_level("warning")
    card.keep_title()
    assert card.minimumWidth() > wide
