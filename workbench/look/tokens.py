"""The tokens of the look: every colour of both appearances, every length, and the arithmetic of colours. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

WHITE, BLACK = "#FFFFFF", "#000000"


@dataclass(frozen=True)
class Theme:
    """The colours of one appearance as ``#RRGGBB`` strings."""

    name: str
    window: str
    surface: str
    alt: str
    hover: str
    line: str
    grid: str
    control: str
    text: str
    text2: str
    text3: str
    accent: str
    accent_hover: str
    on_accent: str
    tint: str
    tint_line: str
    ok: str
    warning: str
    warning_ground: str
    warning_bar: str
    error: str
    error_ground: str
    support: str
    against: str
    series: tuple[str, ...]
    heat: tuple[str, ...]


LIGHT = Theme(
    name="light",
    window="#F4F6F8",
    surface="#FFFFFF",
    alt="#EEF1F4",
    hover="#E7EBF0",
    line="#D8DDE4",
    grid="#E9ECF0",
    control="#8A94A3",
    text="#1B2330",
    text2="#48536A",
    text3="#5C6779",
    accent="#0B6477",
    accent_hover="#0D7389",
    on_accent="#FFFFFF",
    tint="#D8EBEF",
    tint_line="#8FC0CB",
    ok="#14713F",
    warning="#8A5300",
    warning_ground="#FFF4DC",
    warning_bar="#E2B964",
    error="#B3261E",
    error_ground="#FCE9E7",
    support="#6E9BE6",
    against="#EC9646",
    series=("#2F5CB5", "#E36000", "#3F9C72", "#C95CBD", "#636310", "#067C9E", "#2A2E34", "#741410"),
    heat=("#F3F6F8", "#CBE3E8", "#8DC3CE", "#3F8FA3", "#0B6477", "#062F3A"),
)

DARK = Theme(
    name="dark",
    window="#15181D",
    surface="#1D2127",
    alt="#252A32",
    hover="#2C323B",
    line="#353C47",
    grid="#2A3039",
    control="#6C7787",
    text="#E6EAF0",
    text2="#B4BDCA",
    text3="#98A3B3",
    accent="#5BBCCF",
    accent_hover="#76CADA",
    on_accent="#06242B",
    tint="#173D46",
    tint_line="#2F7180",
    ok="#5CC68E",
    warning="#E3AE4A",
    warning_ground="#382D18",
    warning_bar="#7A602B",
    error="#F28B82",
    error_ground="#3D2423",
    support="#6E9BE6",
    against="#EC9646",
    series=("#5480F2", "#C8741A", "#79DFA0", "#EE6CA8", "#CEC634", "#52C4F8", "#E3E8F0", "#D9908A"),
    heat=("#20262D", "#1D3F49", "#1F6476", "#3393A8", "#7CCBD9", "#E3F6FA"),
)


LIGHT_HIGH = replace(
    LIGHT,
    window="#FFFFFF",
    line="#7D8796",
    grid="#C3CAD4",
    control="#48536A",
    text="#000000",
    text2="#1B2330",
    text3="#333D4E",
    accent="#084B59",
    accent_hover="#0B6477",
    tint_line="#0B6477",
    ok="#0C4F2B",
    warning="#5F3900",
    error="#8C1D17",
)
"""Light theme with a text contrast of 7 or more and clearly visible lines."""
DARK_HIGH = replace(
    DARK,
    window="#000000",
    surface="#0B0D10",
    alt="#15181D",
    hover="#252A32",
    line="#6C7787",
    grid="#454D59",
    control="#B4BDCA",
    text="#FFFFFF",
    text2="#E6EAF0",
    text3="#CBD3DE",
    accent="#8AD9E8",
    accent_hover="#B3E7F0",
    tint_line="#5BBCCF",
    ok="#86E3B0",
    warning="#F2C673",
    error="#FFB3AC",
)
"""Dark theme with the same properties."""


@dataclass(frozen=True)
class Sizes:
    """Every length of the look in px. Qt's scale factor enlarges text and lengths together."""

    # Type sizes (px) and line heights.
    title: int = 18
    figure: int = 15
    body: int = 13
    caption: int = 12
    tick: int = 11
    read_line: int = 21
    # window
    menu_bar: int = 32
    command_field: int = 304
    rail: int = 72
    rail_item: int = 56
    status_bar: int = 24
    page_head: int = 48
    tab_bar: int = 40
    # controls
    control: int = 24
    control_head: int = 32
    icon: int = 20
    icon_small: int = 16
    label: int = 136
    field_row: int = 32
    # tables and cards
    row: int = 24
    row_painted: int = 32
    status_bar_cell: int = 16
    card_title: int = 24
    readout: int = 32
    pipeline_strip: int = 112
    stage_card: int = 88
    # page columns
    catalogue: int = 288
    inspector: int = 376
    form: int = 584
    # lines
    hairline: int = 1
    focus: int = 2
    radius: int = 4
    radius_tag: int = 3
    radius_bar: int = 2


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two ``#RRGGBB`` colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


def mix(a: str, b: str, share: float) -> str:
    """Return the colour ``share`` (0 to 1) of the way from ``a`` to ``b``, in sRGB."""
    pairs = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(x + (y - x) * share):02X}" for x, y in pairs)
