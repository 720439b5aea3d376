"""Colours, type and sizes of the window, in one place.

Two frozen :class:`Theme` objects hold every colour, one frozen :class:`Sizes` every length. Nothing else in
``workbench/`` writes a colour literal: widgets ask :func:`color`, :func:`font`, :func:`sizes` when they
paint, and listen to :data:`theme_changed` for what they cannot ask for again (fixed heights, plots).

    theme.apply(app, mode="system", scale=1.0)      # once, at start
    theme.set_mode("dark"); theme.set_scale(1.5)    # from the settings page
    painter.setPen(theme.color("line"))
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QGuiApplication, QPalette, QPen
from PySide6.QtWidgets import QApplication

from workbench.stylesheet import stylesheet

MODES = ("system", "light", "dark")
MIN_SCALE, MAX_SCALE = 1.0, 3.0

# Dash patterns in px: solid, dashed, dotted, dash-dot. Series 1-4 are solid, 5-6 dashed, 7 dotted, 8
# dash-dot.
DASHES: tuple[tuple[int, ...], ...] = ((), (6, 3), (2, 3), (7, 3, 2, 3))
_FIRST_DASH = (0, 0, 0, 0, 1, 1, 2, 3)


@dataclass(frozen=True)
class Theme:
    """The colours of one appearance as ``#RRGGBB`` strings; names are those of the look's table."""

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


@dataclass(frozen=True)
class Sizes:
    """Every length of the look, px at 100 % text size; :func:`sizes_for` scales them together.

    ``hairline``, ``focus`` and the radii stay as they are: lines do not grow with text.
    """

    # type: (px) and line heights
    title: int = 18
    figure: int = 15
    body: int = 13
    caption: int = 12
    tick: int = 11
    read_line: int = 21
    # spacing
    s4: int = 4
    s8: int = 8
    s12: int = 12
    s16: int = 16
    s24: int = 24
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
    field_short: int = 72
    # tables and cards
    row: int = 24
    row_painted: int = 32
    status_bar_cell: int = 16
    card_title: int = 24
    readout: int = 32
    hardware_strip: int = 40
    pipeline_strip: int = 112
    stage_card: int = 88
    # page columns
    catalogue: int = 288
    inspector: int = 376
    form: int = 584
    attention: int = 424
    # not scaled
    hairline: int = 1
    focus: int = 2
    radius: int = 4
    radius_tag: int = 3
    radius_bar: int = 2
    scale: float = 1.0

    def px(self, length: float) -> int:
        """``length`` px at 100 % as whole px at the present text size, at least 1."""
        return max(1, round(length * self.scale))


_UNSCALED = {"hairline", "focus", "radius", "radius_tag", "radius_bar", "scale"}


def sizes_for(scale: float) -> Sizes:
    """All sizes at a text size of ``scale`` (1.0 to 3.0; clamped). Table rows: max(24, 1.8 × text)."""
    scale = min(max(float(scale), MIN_SCALE), MAX_SCALE)
    base = Sizes()
    grown = {
        f.name: max(1, round(getattr(base, f.name) * scale)) for f in fields(Sizes) if f.name not in _UNSCALED
    }
    grown["row"] = max(24, round(1.8 * grown["body"]))
    return replace(base, scale=scale, **grown)


# -- pure helpers ------------------------------------------------------------------------------------------


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two ``#RRGGBB`` colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


def mix(a: str, b: str, share: float) -> str:
    """The colour ``share`` (0 to 1) of the way from ``a`` to ``b``, in sRGB."""
    pairs = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(x + (y - x) * share):02X}" for x, y in pairs)


def heat(value: float, of: Theme | None = None) -> str:
    """Heat-map colour of ``value`` in 0..1 (clamped); the stops are equally spaced, 0 is the background."""
    stops = (of or _state.theme).heat
    place = min(max(value, 0.0), 1.0) * (len(stops) - 1)
    i = min(int(place), len(stops) - 2)
    return mix(stops[i], stops[i + 1], place - i)


def ink_on(ground: str, of: Theme | None = None) -> str:
    """A text colour that can be read on ``ground``, at 4.5:1 or better.

    The theme's text or surface colour, or pure white or black where neither is enough (mid-tones).
    """
    chosen = of or _state.theme
    own = max((chosen.text, chosen.surface), key=lambda ink: contrast(ink, ground))
    if contrast(own, ground) >= 4.5:
        return own
    return max(("#FFFFFF", "#000000"), key=lambda ink: contrast(ink, ground))


def series_dash(slot: int) -> tuple[int, ...]:
    """Dash pattern (px on, px off, ...) of series ``slot`` (1, 2, ...); ``()`` is solid.

    A ninth run has the first one's colour again with the next dash, so 32 slots differ.
    """
    turn, i = divmod(max(slot, 1) - 1, 8)
    return DASHES[(_FIRST_DASH[i] + turn) % len(DASHES)]


def series_color(slot: int, of: Theme | None = None) -> QColor:
    """Colour of series ``slot`` (1, 2, ...), the same wherever the run is shown."""
    return QColor((of or _state.theme).series[(max(slot, 1) - 1) % 8])


def series_pen(slot: int, width: float = 2.0, alpha: int = 255, dash: tuple[int, ...] | None = None) -> QPen:
    """Cosmetic pen of series ``slot``: its colour and dash (or ``dash``, in px), flat caps."""
    colour = series_color(slot)
    colour.setAlpha(alpha)
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pattern = series_dash(slot) if dash is None else dash
    if pattern:
        pen.setDashPattern([length / width for length in pattern])
    return pen


# -- the present theme -------------------------------------------------------------------------------------


class _State(QObject):
    """What is shown now. One object, made with the module; the application's style hints drive it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.theme = LIGHT
        self.sizes = Sizes()
        self.mode = "system"
        self.families: list[str] = []
        self.listening = False


_state = _State()
theme_changed = _state.changed
"""Without arguments: colours or sizes changed; ask :func:`color`, :func:`font`, :func:`sizes` again."""


def current() -> Theme:
    """The theme shown now."""
    return _state.theme


def sizes() -> Sizes:
    """The sizes in use now."""
    return _state.sizes


def mode() -> str:
    """What the user chose: ``system``, ``light`` or ``dark``."""
    return _state.mode


def color(role: str, alpha: int = 255) -> QColor:
    """Colour of a token (``"text3"``, ``"accent"``) or of a series (``"series3"``) in the present theme."""
    if role.startswith("series"):
        colour = series_color(int(role[6:]))
    else:
        colour = QColor(getattr(_state.theme, role))
    colour.setAlpha(alpha)
    return colour


_FONTS: dict[str, tuple[str, QFont.Weight]] = {
    "title": ("title", QFont.Weight.DemiBold),
    "figure": ("figure", QFont.Weight.DemiBold),
    "body": ("body", QFont.Weight.Normal),
    "medium": ("body", QFont.Weight.Medium),
    "strong": ("body", QFont.Weight.DemiBold),
    "caption": ("caption", QFont.Weight.Normal),
    "caption_medium": ("caption", QFont.Weight.Medium),
    "caption_strong": ("caption", QFont.Weight.DemiBold),
    "tick": ("tick", QFont.Weight.Normal),
    "tick_strong": ("tick", QFont.Weight.DemiBold),
    "mono": ("caption", QFont.Weight.Normal),
}


def font(role: str = "body") -> QFont:
    """The font of a role.

    Roles: title, figure, body, medium, strong, caption, caption_medium, caption_strong, tick, tick_strong,
    mono.

    Figures are tabular, so that numbers line up and do not jump while they change.
    """
    return QFont(_fonts(role)[0])  # a copy: callers may underline theirs


def metrics(role: str = "body") -> QFontMetrics:
    """Metrics of the font of a role."""
    return _fonts(role)[1]


@cache  # emptied when the theme changes; delegates ask thousands of times for a page of cells
def _fonts(role: str) -> tuple[QFont, QFontMetrics]:
    size, weight = _FONTS[role]
    made = QFont()
    if role == "mono":
        made.setFamilies([QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family(), "monospace"])
    elif _state.families:
        made.setFamilies(_state.families)
    made.setPixelSize(getattr(_state.sizes, size))
    made.setWeight(weight)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made, QFontMetrics(made)


def text_width(text: str, role: str = "body") -> int:
    """Width of ``text`` in px in the font of ``role``."""
    return _fonts(role)[1].horizontalAdvance(text)


def palette_for(theme: Theme) -> QPalette:
    """The Qt palette of a theme, for all groups; see the table of colours for which role is which token."""
    role = QPalette.ColorRole
    table = {
        role.Window: theme.window,
        role.Base: theme.surface,
        role.Button: theme.surface,
        role.AlternateBase: theme.alt,
        role.Midlight: theme.hover,
        role.Light: theme.hover,
        role.Mid: theme.line,
        role.Dark: theme.control,
        role.Shadow: theme.control,
        role.Text: theme.text,
        role.WindowText: theme.text,
        role.ButtonText: theme.text,
        role.BrightText: theme.error,
        role.PlaceholderText: theme.text3,
        role.Accent: theme.accent,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.Highlight: theme.tint,
        role.HighlightedText: theme.text,
        role.ToolTipBase: theme.surface,
        role.ToolTipText: theme.text,
    }
    palette = QPalette()
    for which, colour in table.items():
        palette.setColor(which, QColor(colour))
    for which in (role.Text, role.WindowText, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.text3))
    palette.setColor(QPalette.ColorGroup.Disabled, role.Accent, QColor(theme.control))
    return palette


def apply(app: QApplication, mode: str = "system", scale: float = 1.0) -> None:
    """Give ``app`` the look: Fusion, palette, font, style sheet; then follow the system's light or dark.

    Call once after the application is made; later changes go through :func:`set_mode` and :func:`set_scale`.
    """
    app.setStyle("Fusion")
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    # A platform without a desktop names a generic family; then Inter, where installed, is the better choice.
    generic = system.casefold() in {"sans serif", "sans", "sans-serif", ""}
    _state.families = ["Inter", "Sans Serif"] if generic else [system, "Inter"]
    if not _state.listening:
        app.styleHints().colorSchemeChanged.connect(_system_changed)
        _state.listening = True
    _state.sizes = sizes_for(scale)
    set_mode(mode)


def set_mode(mode: str) -> None:
    """Show ``light``, ``dark`` or what the ``system`` says. Raises ValueError for another word."""
    if mode not in MODES:
        raise ValueError(f"theme mode is one of {', '.join(MODES)}, not {mode!r}")
    _state.mode = mode
    hints = QGuiApplication.styleHints()
    wanted = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(mode, Qt.ColorScheme.Unknown)
    blocked = hints.blockSignals(True)  # one refresh below, not two
    hints.setColorScheme(wanted)  # native parts (title bar, file dialogs) follow
    hints.blockSignals(blocked)
    _refresh()


def set_scale(scale: float) -> None:
    """Set the text size, 1.0 to 3.0 (clamped); every length follows."""
    _state.sizes = sizes_for(scale)
    _refresh()


def _wanted() -> Theme:
    if _state.mode == "system":
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    else:
        dark = _state.mode == "dark"
    return DARK if dark else LIGHT


def _system_changed(_scheme: object = None) -> None:
    if _wanted() is not _state.theme:  # some platforms tell of our own choice, and of it twice
        _refresh()


def _refresh() -> None:
    _state.theme = _wanted()
    _fonts.cache_clear()
    app = QApplication.instance()
    if isinstance(app, QApplication):
        app.setPalette(palette_for(_state.theme))
        app.setFont(font("body"))
        app.setStyleSheet(stylesheet(_state.theme, _state.sizes))
    _state.changed.emit()
