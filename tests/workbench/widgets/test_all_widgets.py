"""What holds for every own widget: a name, a visible focus, room for large text, both themes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import has_colour, picture
from workbench import widgets
from workbench.look import theme
from workbench.plots import HistogramPlot
from workbench.widgets import LabelledBar


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
    "Button": lambda: widgets.Button("Run 12 runs", "primary", "play", shortcut="Ctrl+R", show_keys=True),
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
    widget = make()
    qtbot.addWidget(widget)
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
    holder = QWidget()
    qtbot.addWidget(holder)
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
    widget = make()
    qtbot.addWidget(widget)
    widget.resize(widget.sizeHint().expandedTo(widget.minimumSize()))
    picture(widget)
    theme.set_mode(mode)
    shot = picture(widget)
    for token in ("window", "surface", "alt", "tint", "accent", "tint_line"):
        left = has_colour(shot, getattr(old, token), least=20)  # a few may be the blended edge of a letter
        assert not left, f"{token} of the {old.name} theme is still there"


@ALL
def test_is_silent_while_made(qtbot: QtBot, make: Callable[[], QWidget]) -> None:
    """No stray window: a part shown before it has a parent would flash on the screen."""
    from PySide6.QtWidgets import QApplication

    before = {w for w in QApplication.topLevelWidgets() if w.isVisible()}
    widget = make()
    qtbot.addWidget(widget)
    assert {w for w in QApplication.topLevelWidgets() if w.isVisible()} == before
