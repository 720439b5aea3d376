"""Numbers and names as they are written, and icons as they are drawn."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QImage

from workbench.look import formats, icons, theme
from workbench.look.names import distinct_ends, distinct_parts


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (formats.count(18204), "18,204"),
        (formats.count(-1500), "−1,500"),
        (formats.fixed(4.857), "4.86"),
        (formats.fixed(-0.001), "0.00"),
        (formats.fixed(-3.14159, 1), "−3.1"),
        (formats.fixed(math.inf), "∞"),
        (formats.signed(0.35), "+0.35"),
        (formats.signed(-0.62), "−0.62"),
        (formats.signed(0.001), "0.00"),
        (formats.percent(0.0485), "4.9"),
        (formats.times(1.58), "× 1.58"),
        (formats.plain(2e-5), "2e-5"),
        (formats.plain(0.0003), "3e-4"),
        (formats.plain(2.5e-5), "2.5e-5"),
        (formats.plain(0.1), "0.1"),
        (formats.plain(24.0), "24"),
        (formats.plain(1e6), "1e6"),
        (formats.plain(-0.5), "-0.5"),
        (formats.short(0.0823), "0.0823"),
        (formats.short(0.5), "0.500"),
        (formats.short(1.07e-5), "1.07e-5"),
        (formats.short(12400), "12,400"),
        (formats.short(0), "0"),
        (formats.clock(398), "6:38"),
        (formats.clock(3723), "1:02:03"),
        (formats.duration(75), "75 s"),
        (formats.duration(400), "6 min 40 s"),
        (formats.duration(88 * 60), "1 h 28 min"),
        (formats.duration(7200), "2 h"),
        (formats.duration(51 * 3600), "2 d 3 h"),
        (formats.times_in_words(1), "once"),
        (formats.times_in_words(2), "twice"),
        (formats.times_in_words(1200), "1,200 times"),
        (formats.size(34e6), "34 MB"),
        (formats.size(5.3e9), "5.3 GB"),
        (formats.size(999), "999 B"),
        (formats.size(1.2e12), "1.2 TB"),
    ],
)
def test_spelling(made: str, wanted: str) -> None:
    assert made == wanted


@pytest.mark.parametrize(
    "write",
    [formats.count, formats.fixed, formats.signed, formats.percent, formats.times, formats.plain, formats.short,
     formats.clock, formats.duration, formats.size],
)  # fmt: skip
def test_nothing_is_written_as_nothing(write: object) -> None:
    assert write(None) == "" and write(math.nan) == ""  # type: ignore[operator]


@given(st.floats(allow_nan=False))
def test_plain_is_read_back_exactly(value: float) -> None:
    assert float(formats.plain(value)) == value


@given(st.integers(0, 10**7))
def test_clock_is_the_number_of_seconds(seconds: int) -> None:
    parts = [int(part) for part in formats.clock(seconds).split(":")]
    assert sum(part * 60**i for i, part in enumerate(reversed(parts))) == seconds


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["T: rate 2e-5, seed 1", "T: rate 5e-5, seed 1"], ["rate 2e-5", "rate 5e-5"]),
        (["rate 2e-5, seed 1", "rate 5e-5, seed 2"], ["rate 2e-5, seed 1", "rate 5e-5, seed 2"]),
        (["one", "two"], ["one", "two"]),
        (["alone in the plot"], ["alone in the plot"]),
        (["a b", "a b"], ["a b", "a b"]),  # nothing tells them apart
        (["base", "base larger"], ["base", "base larger"]),  # one would be left without a name
        ([], []),
    ],
)
def test_what_names_share_is_left_out(names: list[str], shown: list[str]) -> None:
    assert distinct_parts(names) == shown


def test_what_tells_a_name_comes_after_the_words_it_shares() -> None:
    names = ["T7: plain, Reviews", "T7: plain, Headlines", "T7: other", "alone"]
    assert distinct_ends(names) == ["plain, Reviews", "plain, Headlines", "other", "alone"]
    assert distinct_ends(["base", "base large", "base"]) == ["base", "large", "base"]
    assert distinct_ends([]) == []


def drawn(icon: QIcon, mode: QIcon.Mode = QIcon.Mode.Normal) -> np.ndarray:
    image = icon.pixmap(QSize(40, 40), mode).toImage().convertToFormat(QImage.Format.Format_ARGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).copy()


def ink(shot: np.ndarray) -> tuple[int, int, int]:
    """Colour (r, g, b) of the most opaque pixel."""
    y, x = np.unravel_index(shot[:, :, 3].argmax(), shot.shape[:2])
    blue, green, red, _ = shot[y, x]
    return int(red), int(green), int(blue)


@pytest.mark.parametrize("name", icons.names())
def test_drawing_is_ours_by_the_rules(name: str) -> None:
    text = (icons.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    root = ET.fromstring(text)
    assert root.get("viewBox") == "0 0 20 20" and root.get("stroke-width") == "1.5"
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', text)) <= {"none", "currentColor"}


@pytest.mark.parametrize("name", icons.names())
def test_icon_paints_something_and_not_everything(name: str) -> None:
    covered = (drawn(icons.icon(name))[:, :, 3] > 128).mean()
    assert 0.01 < covered < 0.6


def test_icon_follows_theme_and_state() -> None:
    icon = icons.icon("search", "accent")
    assert ink(drawn(icon)) == theme.color("accent").getRgb()[:3]
    theme.set_mode("dark")
    assert ink(drawn(icon)) == theme.color("accent").getRgb()[:3]  # the same QIcon, not a new one
    assert ink(drawn(icon, QIcon.Mode.Disabled)) == theme.color("text3").getRgb()[:3]


def test_unknown_icon_names_the_known_ones() -> None:
    with pytest.raises(KeyError, match="chevron-down"):
        icons.icon("nonsense")


def test_every_icon_named_in_the_window_exists() -> None:
    """Names given as `icon="..."` or to `icons.icon/paint/pixmap` anywhere in the source."""
    known = set(icons.names())
    patterns = (
        r'\bicon(?:\s*:\s*ClassVar\[str\])?\s*=\s*"([a-z-]+)"',
        r'icons\.(?:icon|pixmap)\(\s*"([a-z-]+)"',
        r'IconButton\(\s*"([a-z-]+)"',
        r'IconLabel\(\s*"([a-z-]+)"',
        r'StageCard\([^,]+,\s*"([a-z-]+)"',
    )
    for file in (Path(icons.__file__).parent).rglob("*.py"):
        for pattern in patterns:
            for name in re.findall(pattern, file.read_text(encoding="utf-8")):
                assert name in known, f"{file.name} uses icon {name!r}"


def test_program_icon_has_its_own_colours() -> None:
    assert not icons.app_icon().isNull()
    assert ink(drawn(icons.app_icon())) == theme.QColor(theme.LIGHT.accent).getRgb()[:3]
