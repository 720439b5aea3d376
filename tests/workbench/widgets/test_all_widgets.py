"""What holds for every own widget; sizes of dialogs, the order of the focus, and painted bars."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QBoxLayout,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
    QWidgetItem,
)
from pytestqt.qtbot import QtBot
from shiboken6 import getAllValidWrappers

from tests.workbench.conftest import columns_of, has_colour, owned, picture
from workbench import widgets
from workbench.look import theme
from workbench.plots import HistogramPlot
from workbench.widgets import BarRows, LabelledBar
from workbench.widgets.arrange import resize_on_screen
from workbench.widgets.focus_order import focus_chain, order_focus

pytestmark = pytest.mark.gui


def bars() -> QWidget:
    made = widgets.BarRows("Labels")
    made.set_rows([LabelledBar("negative", 12, "12", "50 %"), LabelledBar("positive", 12, "12", "50 %")])
    return made


def histogram() -> QWidget:
    made = HistogramPlot("Lengths")
    made.set_bins([0, 100, 200, 300], [5, 9, 2])
    made.set_cut(150)
    return made


def chips() -> QWidget:
    made = widgets.ChipRow("Learning rate")
    made.set_values([2e-5, 5e-5])
    return made


def card() -> QWidget:
    made = widgets.StageCard("1 Fine-tuning", "data", movable=True)
    made.set_lines(["IMDb, 4 epochs", "Head + tail", "Sweep"])
    return made


MAKERS: dict[str, Callable[[], QWidget]] = {
    "AddCard": lambda: widgets.AddCard("Add stage"),
    "BarRows": bars,
    "Button": lambda: widgets.Button("Run 12 runs", "primary", "play", shortcut="Ctrl+R"),
    "Card": lambda: widgets.Card("Training loss", "log", table=True, export=True),
    "CheckBox": lambda: widgets.CheckBox("Lower case"),
    "Chip": lambda: widgets.Chip("2e-5", "Learning rate"),
    "ChipRow": chips,
    "ComboBox": lambda: widgets.ComboBox(["Head", "Tail"], "Keep"),
    "FactStrip": lambda: widgets.FactStrip([("Runs", "12"), ("Steps", "3,752")]),
    "FieldRow": lambda: widgets.FieldRow("Epochs", widgets.NumberField(4), sweep=True),
    "FoldSection": lambda: widgets.FoldSection("Freezing", "none", open=False),
    "EmptyState": lambda: widgets.EmptyState("No runs yet", "They appear here.", "Open Design"),
    "Histogram": histogram,
    "IconButton": lambda: widgets.IconButton("eye", "Show", checkable=True),
    "LinkLabel": lambda: widgets.LinkLabel("Exclude them"),
    "NumberField": lambda: widgets.NumberField(2e-5, name="Learning rate"),
    "PageHead": lambda: widgets.PageHead("Runs"),
    "Reading": lambda: widgets.HardwareGauge("CPU"),
    "SearchField": lambda: widgets.SearchField("Search texts"),
    "SegmentedControl": lambda: widgets.SegmentedControl(["Train", "Test"], "Split"),
    "Slider": lambda: widgets.Slider("Smoothing"),
    "StageCard": card,
    "TabBar": lambda: widgets.TabBar(["Learning", "Log"], "Views"),
    "Tag": lambda: widgets.Tag("sentiment"),
    "TextField": lambda: widgets.TextField("IMDb", name="Name"),
}

ALL = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())
INTERACTIVE = (QAbstractButton, QAbstractSlider, QComboBox, QLineEdit)


def focusable(widget: QWidget) -> list[QWidget]:
    found = [widget, *widget.findChildren(QWidget)]
    return [w for w in found if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.isVisible()]


@ALL
def test_all_that_can_be_used_has_a_name(qtbot: QtBot, make: Callable[[], QWidget]) -> None:
    widget = owned(qtbot, make())
    for part in [widget, *widget.findChildren(QWidget)]:
        if isinstance(part, INTERACTIVE) or part.focusPolicy() & Qt.FocusPolicy.TabFocus:
            if part.isHidden() or type(part).__name__.startswith("QScroll"):
                continue
            named = part.accessibleName() or (part.text() if isinstance(part, QAbstractButton) else "")
            inside_other = isinstance(part.parent(), (QComboBox,)) or type(part).__name__ == "QListView"
            assert named or inside_other, f"{type(part).__name__} has no accessible name"


@ALL
def test_focus_shows_as_accent_and_changes_no_size(qtbot: QtBot, make: Callable[[], QWidget]) -> None:
    widget = make()
    holder = owned(qtbot, QWidget())
    widget.setParent(holder)
    holder.resize(420, 260)
    widget.resize(widget.sizeHint().expandedTo(widget.minimumSize()))
    elsewhere = QLineEdit(holder)
    elsewhere.move(0, 230)
    holder.show()
    holder.activateWindow()
    for part in focusable(widget):
        elsewhere.setFocus()
        qtbot.waitUntil(elsewhere.hasFocus)
        size, before = part.size(), picture(part)
        part.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.waitUntil(part.hasFocus)
        after = picture(part)
        assert part.size() == size
        assert before.shape == after.shape and not np.array_equal(before, after), (
            f"{type(part).__name__}: no focus"
        )
        assert has_colour(after, theme.current().accent, 8) or has_colour(after, theme.current().text, 8)


@ALL
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_paints_in_both_themes_without_leftovers(
    qtbot: QtBot, make: Callable[[], QWidget], mode: str
) -> None:
    """A widget made in one theme and shown in the other has none of the first one's grounds and inks."""
    theme.set_mode("dark" if mode == "light" else "light")
    old = theme.current()
    widget = owned(qtbot, make())
    widget.resize(widget.sizeHint().expandedTo(widget.minimumSize()))
    picture(widget)
    theme.set_mode(mode)
    widget.show()
    shot = picture(widget)
    for token in ("window", "surface", "alt", "tint", "accent", "tint_line"):
        # a few may be the blended edge of a letter
        assert not has_colour(shot, getattr(old, token), least=20), (
            f"{token} of the {old.name} theme is still there"
        )


@ALL
def test_is_silent_while_made(qtbot: QtBot, make: Callable[[], QWidget]) -> None:
    """No stray window: a part shown before it has a parent would flash on the screen."""
    from PySide6.QtWidgets import QApplication

    before = {w for w in QApplication.topLevelWidgets() if w.isVisible()}
    owned(qtbot, make())
    assert {w for w in QApplication.topLevelWidgets() if w.isVisible()} == before


def test_a_dialog_is_no_larger_than_its_screen(qtbot: QtBot) -> None:
    dialog = owned(qtbot, QDialog())
    room = dialog.screen().availableGeometry().size()
    resize_on_screen(dialog, room.width() + 300, room.height() + 300)
    assert dialog.width() == room.width() and dialog.height() < room.height(), "its title bar is in sight too"
    resize_on_screen(dialog, 320, 200)
    assert (dialog.width(), dialog.height()) == (320, 200)


def test_a_window_that_is_larger_than_the_screen_gives_its_dialogs_room(qtbot: QtBot) -> None:
    window = owned(qtbot, QWidget())
    room = window.screen().availableGeometry().size()
    window.resize(room.width() + 400, room.height())
    dialog = QDialog(window)
    resize_on_screen(dialog, room.width() + 300, 200)
    assert dialog.width() == room.width() + 300


def test_bars_are_as_long_as_their_values(qtbot: QtBot) -> None:
    rows = BarRows("Rate per layer")
    rows.set_rows(
        [
            LabelledBar("a", 4, "4"),
            LabelledBar("b", 2, "2"),
            LabelledBar("c", 1, "1"),
            LabelledBar("d", 0, "0"),
        ]
    )
    rows.resize(500, rows.sizeHint().height())
    qtbot.addWidget(rows)
    lengths = columns_of(picture(rows), theme.current().tint_line)
    a, b, c, d = (int(lengths[i * 24 : (i + 1) * 24].max()) for i in range(4))
    assert b == pytest.approx(a / 2, abs=1.5) and c == pytest.approx(a / 4, abs=1.5) and d == 0
    assert rows.accessibleDescription() == "a 4; b 2; c 1; d 0"


def test_bars_of_a_given_maximum(qtbot: QtBot) -> None:
    rows = BarRows("Shares")
    rows.resize(500, 24)
    qtbot.addWidget(rows)
    rows.set_rows([LabelledBar("a", 1, "1")])
    full = columns_of(picture(rows), theme.current().tint_line).max()
    rows.set_rows([LabelledBar("a", 1, "1")], maximum=4)
    assert columns_of(picture(rows), theme.current().tint_line).max() == pytest.approx(full / 4, abs=1.5)


def field(name: str) -> QLineEdit:
    made = QLineEdit()
    made.setObjectName(name)
    return made


def names(root: QWidget) -> list[str]:
    return [widget.objectName() for widget in focus_chain(root)]


def qt_order(root: QWidget) -> list[str]:
    """Qt's own chain within ``root``, from its first widget on."""
    chain = focus_chain(root)
    found, widget = [chain[0].objectName()], chain[0].nextInFocusChain()
    while widget is not chain[0]:
        if widget in chain:
            found.append(widget.objectName())
        widget = widget.nextInFocusChain()
    return found


def test_rows_columns_and_grids_are_read_like_text(qtbot: QtBot) -> None:
    root = owned(qtbot, QWidget())
    late, early = field("late"), field("early")  # made in the wrong order
    grid = QGridLayout()
    grid.addWidget(field("1,1"), 1, 1)
    grid.addWidget(field("0,1"), 0, 1)
    grid.addWidget(field("1,0"), 1, 0)
    grid.addWidget(field("0,0"), 0, 0)
    backwards = QBoxLayout(QBoxLayout.Direction.RightToLeft)
    backwards.addWidget(field("right"))
    backwards.addWidget(field("left"))
    column = QVBoxLayout(root)
    column.addWidget(early)
    column.addLayout(grid)
    column.addLayout(backwards)
    column.addWidget(late)
    order_focus(root)
    assert names(root) == ["early", "0,0", "0,1", "1,0", "1,1", "left", "right", "late"] == qt_order(root)


def test_splitters_areas_and_parts_in_no_layout(qtbot: QtBot) -> None:
    splitter = owned(qtbot, QSplitter())
    inside, area, left = QWidget(), QScrollArea(), QWidget()
    QVBoxLayout(inside).addWidget(field("scrolled"))
    area.setWidget(inside)
    area.setFocusPolicy(area.focusPolicy().NoFocus)
    for name, x, y in (("below", 0, 50), ("right", 60, 0), ("top", 0, 0)):
        loose = QPushButton(left)
        loose.setObjectName(name)
        loose.move(x, y)
    splitter.addWidget(area)
    splitter.insertWidget(0, left)
    order_focus(splitter)
    assert names(splitter) == ["top", "right", "below", "scrolled"] == qt_order(splitter)


def test_a_widget_that_comes_later_takes_its_place(qtbot: QtBot) -> None:
    root = owned(qtbot, QWidget())
    row = QHBoxLayout(root)
    row.addWidget(field("a"))
    row.addWidget(field("c"))
    order_focus(root)
    row.insertWidget(1, field("b"))
    order_focus(root)
    assert qt_order(root) == ["a", "b", "c"]


def test_items_that_qt_frees_are_not_kept(qtbot: QtBot) -> None:
    """A kept one is given out for what lies at its address next: a plot once got one for its points."""
    root, other = QWidget(), QWidget()
    qtbot.addWidget(root)
    qtbot.addWidget(other)
    column, elsewhere, row = QVBoxLayout(root), QVBoxLayout(other), QHBoxLayout()
    column.addLayout(row)
    fields = [field(str(number)) for number in range(4)]
    for each, layout in zip(fields, (column, column, row, row), strict=True):
        layout.addWidget(each)
    before = kept_items()
    order_focus(root)
    assert names(root) == ["2", "3", "0", "1"]
    elsewhere.addWidget(fields[0])
    fields[2].setParent(None)  # type: ignore[call-overload]
    assert kept_items() <= before
    fields[2].deleteLater()


def kept_items() -> set[int]:
    """The items of layouts that Python keeps, by their numbers."""
    return {id(each) for each in getAllValidWrappers() if isinstance(each, QWidgetItem)}
