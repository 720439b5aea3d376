"""Colours can be read, lines can be seen, runs can be told apart."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import displayed, owned
from workbench.look import theme
from workbench.look.palette import ROLES
from workbench.look.stylesheet import in_sheet, stylesheet
from workbench.look.theme import DARK, LIGHT, Theme
from workbench.look.tokens import DARK_HIGH, LIGHT_HIGH
from workbench.widgets.base import Themed

BOTH = pytest.mark.parametrize(
    "look_of", [LIGHT, DARK, LIGHT_HIGH, DARK_HIGH], ids=["light", "dark", "light-high", "dark-high"]
)
GROUNDS = ("window", "surface", "alt", "tint")


def test_contrast_is_that_of_the_standard() -> None:
    # The two ends, and the grey that WCAG's own tools give as 4.48 and 4.54 on white.
    assert theme.contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert theme.contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert theme.contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.005)
    assert theme.contrast("#123456", "#123456") == pytest.approx(1)


@BOTH
@pytest.mark.parametrize("ink", ["text", "text2", "text3", "accent"])
@pytest.mark.parametrize("ground", GROUNDS)
def test_text_can_be_read(look_of: Theme, ink: str, ground: str) -> None:
    assert theme.contrast(getattr(look_of, ink), getattr(look_of, ground)) >= 4.5


@BOTH
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("on_accent", "accent"),
        ("on_accent", "accent_hover"),
        ("text", "hover"),
        ("text2", "hover"),
        ("ok", "surface"),
        ("ok", "tint"),
        ("warning", "surface"),
        ("warning", "warning_ground"),
        ("error", "surface"),
        ("error", "error_ground"),
    ],
)
def test_status_and_filled_text_can_be_read(look_of: Theme, ink: str, ground: str) -> None:
    assert theme.contrast(getattr(look_of, ink), getattr(look_of, ground)) >= 4.5


@BOTH
@pytest.mark.parametrize("line", ["control", "accent"])
def test_lines_of_controls_can_be_seen(look_of: Theme, line: str) -> None:
    assert theme.contrast(getattr(look_of, line), look_of.surface) >= 3


@BOTH
def test_every_colour_is_a_colour(look_of: Theme) -> None:
    for field in fields(Theme):
        value = getattr(look_of, field.name)
        for colour in value if isinstance(value, tuple) else (value,):
            if field.name != "name":
                assert re.fullmatch(r"#[0-9A-F]{6}", colour), field.name
    assert len(look_of.series) == 8
    assert min(theme.contrast(colour, look_of.surface) for colour in look_of.series) >= 3, (
        "seen on the surface"
    )


@BOTH
def test_no_two_of_the_first_32_runs_look_alike(look_of: Theme) -> None:
    looks = {(theme.series_color(slot, look_of).name(), theme.series_dash(slot)) for slot in range(1, 33)}
    assert len(looks) == 32
    assert theme.series_color(9, look_of) == theme.series_color(1, look_of)
    assert [theme.series_dash(slot) for slot in range(1, 10)] == [
        (), (), (), (), (6, 3), (6, 3), (2, 3), (7, 3, 2, 3), (6, 3),
    ]  # fmt: skip


def test_dashes_keep_their_length_whatever_the_width() -> None:
    for width in (1.0, 2.0, 3.0):
        pen = theme.series_pen(5, width)
        assert [round(part * width, 6) for part in pen.dashPattern()] == [6, 3]
        assert not pen.isCosmetic(), "a cosmetic one would be half as thick on a screen at 200 %"


@BOTH
def test_heat_map_ends_at_its_stops_and_gets_steadily_farther_from_the_ground(look_of: Theme) -> None:
    assert theme.heat_color(0, look_of) == look_of.heat[0] == theme.heat_color(-1, look_of)
    assert theme.heat_color(1, look_of) == look_of.heat[-1] == theme.heat_color(7, look_of)
    assert theme.heat_color(0.4, look_of) == look_of.heat[2]
    steps = [theme.contrast(theme.heat_color(i / 20, look_of), look_of.heat[0]) for i in range(21)]
    assert steps == sorted(steps)


@BOTH
def test_ink_on_any_heat_colour_can_be_read(look_of: Theme) -> None:
    for i in range(21):
        ground = theme.heat_color(i / 20, look_of)
        assert theme.contrast(theme.ink_on(ground, look_of), ground) >= 4.5


@BOTH
def test_palette_has_the_tokens(look_of: Theme) -> None:
    palette = theme.palette_for(look_of)
    role = QPalette.ColorRole
    assert palette.color(role.Base) == QColor(look_of.surface)
    assert palette.color(role.Highlight) == QColor(look_of.tint)
    assert palette.color(role.HighlightedText) == QColor(look_of.text)
    disabled = palette.color(QPalette.ColorGroup.Disabled, role.ButtonText)
    assert disabled == QColor(look_of.text3)


class _Heard(Themed, QWidget):
    """Keeps what it hears."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []
        self.apply_theme()

    def apply_theme(self) -> None:
        self.heard.append(theme.current().name)


def test_changing_mode_tells_every_widget_and_takes_effect(qtbot: QtBot, qapp: QApplication) -> None:
    widget, parent = _Heard(), QWidget()
    qtbot.addWidget(parent)
    widget.setParent(parent)  # Qt says "style change" here too, but nothing is new
    assert widget.heard == ["light"]
    theme.set_mode("dark")
    assert widget.heard == ["light"]  # what is out of sight hears of it when it is shown
    parent.show()
    assert theme.current() is DARK and theme.color("text") == QColor(DARK.text)
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.window)
    assert widget.heard == ["light", "dark"]
    theme.set_mode("light")
    assert widget.heard == ["light", "dark", "light"]
    with pytest.raises(ValueError, match="system, light, dark"):
        theme.set_mode("sepia")


def test_figures_are_tabular() -> None:
    from PySide6.QtGui import QFont

    for role in ("body", "caption", "figure", "strong", "tick"):
        assert theme.font(role).featureValue(QFont.Tag("tnum")) == 1


def test_style_sheet_is_short_and_only_in_colours_of_the_palette(qtbot: QtBot) -> None:
    assert stylesheet().count("{") == stylesheet().count("}") <= 65
    assert not re.search("#|rgb", stylesheet())
    box = owned(qtbot, QFrame())
    for token in ROLES:
        box.setStyleSheet(f"border: none; background: {in_sheet(token)};")
        assert box.grab().toImage().pixelColor(4, 4) == theme.color(token), token


def test_no_colour_is_written_outside_the_theme() -> None:
    from pathlib import Path

    folder = Path(theme.__file__).parent
    for file in folder.rglob("*.py"):
        if file.name != "tokens.py":
            found = re.findall(r"""["']#[0-9A-Fa-f]{6}["']""", file.read_text(encoding="utf-8"))
            assert not found, f"{file.relative_to(folder)} writes {found}"


def test_system_is_followed_only_when_asked(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system turns dark: a window that follows it does too, one that was told to be light stays."""
    theme.set_mode("system")
    widget = displayed(qtbot, _Heard())
    before = theme.current()
    other = DARK if before is LIGHT else LIGHT
    monkeypatch.setattr(theme, "_requested_theme", lambda: other if theme.mode() == "system" else LIGHT)
    theme._system_changed()
    assert theme.current() is other and widget.heard[-1] == other.name
    count = len(widget.heard)
    theme._system_changed()  # told twice
    assert len(widget.heard) == count
    theme.set_mode("light")
    count = len(widget.heard)
    theme._system_changed()
    assert theme.current() is LIGHT and len(widget.heard) == count


@pytest.mark.parametrize("look_of", [LIGHT_HIGH, DARK_HIGH], ids=["light", "dark"])
def test_with_high_contrast_text_has_seven_to_one_and_lines_three(look_of: Theme) -> None:
    for ground in GROUNDS:
        for ink in ("text", "text2", "text3", "accent"):
            assert theme.contrast(getattr(look_of, ink), getattr(look_of, ground)) >= 7, (ink, ground)
    for ink in ("ok", "warning", "error"):
        assert theme.contrast(getattr(look_of, ink), look_of.surface) >= 7, ink
    for line in ("line", "control", "accent"):
        assert theme.contrast(getattr(look_of, line), look_of.surface) >= 3, line


def test_high_contrast_is_shown_at_once(look: None) -> None:
    theme.set_mode("dark")
    theme.set_high_contrast(True)
    assert theme.current() is DARK_HIGH and theme.is_high_contrast()
    theme.set_mode("light")
    assert theme.current() is LIGHT_HIGH
    theme.set_high_contrast(False)
    assert theme.current() is LIGHT
