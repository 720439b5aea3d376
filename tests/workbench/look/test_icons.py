"""Icons exist, have one ink, and follow the theme."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QImage

from workbench.look import icons, theme


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
