"""Colours, type and sizes of the window, in one place.

Frozen :class:`Theme` objects hold every colour, a frozen :class:`Sizes` every length. Both are in
:mod:`workbench.look.tokens`. No other module of ``workbench/`` contains a colour literal: widgets call :func:`color`,
:func:`font`, :func:`sizes` when they paint. Stored colours (plots, icons) are updated when the theme changes
(:class:`workbench.look.restyle.Themed`). The text size scales the whole window by Qt's own factor
(``QT_SCALE_FACTOR``, :mod:`workbench.app`).

    theme.apply(app, mode="system")                 # once, at start
    theme.set_mode("dark")                          # from the settings page
    painter.setPen(theme.color("line"))
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetrics,
    QGuiApplication,
    QPainter,
    QPen,
    QStaticText,
)
from PySide6.QtWidgets import QApplication

from engine.analysis.series_styles import series_dash
from workbench import language
from workbench.look.palette import palette_for
from workbench.look.restyle import restyle
from workbench.look.tokens import (
    BLACK,
    DARK,
    DARK_HIGH,
    LIGHT,
    LIGHT_HIGH,
    WHITE,
    Sizes,
    Theme,
    contrast,
    mix,
)

__all__ = [
    "DARK",
    "LIGHT",
    "MODES",
    "Sizes",
    "Theme",
    "apply",
    "color",
    "contrast",
    "current",
    "font",
    "for_mode",
    "heat_color",
    "ink_on",
    "is_high_contrast",
    "metrics",
    "mix",
    "mode",
    "palette_for",
    "series_color",
    "series_dash",
    "series_pen",
    "set_high_contrast",
    "set_mode",
    "shown_as",
    "sizes",
    "text_width",
]  # fmt: skip

MODES = ("system", "light", "dark")


# -- colours of things -------------------------------------------------------------------------------------


def heat_color(value: float, of: Theme | None = None) -> str:
    """Return the heat-map colour of ``value`` in 0..1 (clamped). The stops are equally spaced, 0 is the background."""
    stops = (of or _state.theme).heat
    place = min(max(value, 0.0), 1.0) * (len(stops) - 1)
    i = min(int(place), len(stops) - 2)
    return mix(stops[i], stops[i + 1], place - i)


def ink_on(ground: str, of: Theme | None = None) -> str:
    """Return a readable text colour on ``ground``, at a contrast of 4.5:1 or better.

    The theme's text or surface colour, or pure white or black if neither is sufficient (mid-tones).
    """
    chosen = of or _state.theme
    own = max((chosen.text, chosen.surface), key=lambda ink: contrast(ink, ground))
    if contrast(own, ground) >= 4.5:
        return own
    return max((WHITE, BLACK), key=lambda ink: contrast(ink, ground))


def series_color(slot: int, of: Theme | None = None) -> QColor:
    """Colour of series ``slot`` (1, 2, ...), the same wherever the run is shown."""
    return QColor((of or _state.theme).series[(max(slot, 1) - 1) % 8])


def series_pen(slot: int, width: float = 2.0, dash: tuple[int, ...] | None = None) -> QPen:
    """Pen of series ``slot``: its colour and dash (or ``dash``, in px), flat caps."""
    pen = QPen(series_color(slot), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pattern = series_dash(slot) if dash is None else dash
    if pattern:
        pen.setDashPattern([length / width for length in pattern])
    return pen


# -- the present theme -------------------------------------------------------------------------------------


@dataclass
class _Appearance:
    """The present appearance. One object, created with the module; the application's style hints update it."""

    theme: Theme = LIGHT
    mode: str = "system"
    is_high_contrast: bool = False
    families: list[str] = field(default_factory=list)
    listening: bool = False


_state = _Appearance()
_SIZES = Sizes()


def current() -> Theme:
    """Return the theme shown now."""
    return _state.theme


def sizes() -> Sizes:
    """Return the lengths of the look."""
    return _SIZES


def mode() -> str:
    """Return the user's choice: ``system``, ``light`` or ``dark``."""
    return _state.mode


def color(role: str, alpha: int = 255) -> QColor:
    """Colour of a token (``"text3"``, ``"accent"``) or of a series (``"series3"``) in the present theme."""
    if role.startswith("series"):
        colour = series_color(int(role[6:]))
    else:
        colour = QColor(getattr(_state.theme, role))
    colour.setAlpha(alpha)
    return colour


def for_mode(mode: str) -> Theme:
    """Return the theme of ``light`` or ``dark``; the present one for any other word."""
    return {"light": LIGHT, "dark": DARK}.get(mode, _state.theme)


@contextmanager
def shown_as(mode: str) -> Iterator[None]:
    """Use the colours of ``light`` or ``dark`` while painting for another place: a picture.

    Nothing on the screen changes. Objects with stored colours must update them before and after.
    """
    before, _state.theme = _state.theme, for_mode(mode)
    try:
        yield
    finally:
        _state.theme = before


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
    """Return the font of a role.

    Roles: title, figure, body, medium, strong, caption, caption_medium, caption_strong, tick, tick_strong, mono.

    Figures are tabular, so that numbers align and do not jump when they change.
    """
    return QFont(_fonts(role)[0])  # a copy: callers may underline theirs


def metrics(role: str = "body") -> QFontMetrics:
    """Return the metrics of a role's font."""
    return _fonts(role)[1]


@cache  # delegates call this thousands of times for a page of cells
def _fonts(role: str) -> tuple[QFont, QFontMetrics]:
    size, weight = _FONTS[role]
    font = QFont()
    if role == "mono":
        font.setFamilies([QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family(), "monospace"])
    elif _state.families:
        font.setFamilies(_state.families)
    font.setPixelSize(getattr(_SIZES, size))
    font.setWeight(weight)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font, QFontMetrics(font)


@lru_cache(maxsize=8192)  # the same words are measured at every repaint
def text_width(text: str, role: str = "body") -> int:
    """Return the width of ``text`` in px in the font of ``role``."""
    return _fonts(role)[1].horizontalAdvance(text)


@lru_cache(maxsize=4096)
def elided(text: str, role: str, room: int) -> str:
    """Return ``text`` elided at its end to ``room`` px in the font of ``role``."""
    return _fonts(role)[1].elidedText(text, Qt.TextElideMode.ElideRight, room)


@lru_cache(maxsize=4096)
def _glyphs(text: str, role: str) -> QStaticText:
    glyphs = QStaticText(text)
    glyphs.setTextFormat(Qt.TextFormat.PlainText)
    return glyphs


def draw_line(
    painter: QPainter,
    box: QRect | QRectF,
    text: str,
    role: str = "body",
    colour: str = "text",
    align: str = "left",
) -> int:
    """Draw one line of text in the middle of the height of ``box``, elided if it is wider, and return where it ends.

    Its glyphs are laid out once: Qt's ``drawText`` would do so at every repaint, which takes three times as long.
    """
    font, metrics = _fonts(role)
    shown = text if text_width(text, role) <= box.width() else elided(text, role, int(box.width()))
    width = text_width(shown, role)
    spare = int(box.width()) - width
    left = int(box.left()) + {"left": 0, "center": spare // 2, "right": spare}[align]
    painter.setFont(font)
    painter.setPen(color(colour))
    top = box.top() + (box.height() - metrics.height()) / 2
    painter.drawStaticText(QPointF(left, top), _glyphs(shown, role))
    return left + width


def apply(app: QApplication, mode: str = "system", *, high_contrast: bool = False) -> None:
    """Apply the look to ``app``: Fusion, palette, font. Then follow the system's light or dark.

    The style sheet belongs to the window (:func:`workbench.look.stylesheet.stylesheet`). With an application style
    sheet, Qt restyles all parts of a page for each widget that they are put into. Call this once after the application
    is created. Later changes go through :func:`set_mode`.
    """
    app.setStyle("Fusion")
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    # A platform without a desktop names a generic family; then Inter, where installed, is the better choice.
    generic = system.casefold() in {"sans serif", "sans", "sans-serif", ""}
    further = language.FONTS.get(language.current(), ())
    _state.families = ["Inter", *further, "Sans Serif"] if generic else [system, "Inter", *further]
    if not _state.listening:
        app.styleHints().colorSchemeChanged.connect(_system_changed)
        _state.listening = True
    _state.is_high_contrast = high_contrast
    app.setFont(font("body"))
    # Children inherit the palette of their parent, as without a style sheet.
    app.setAttribute(Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles)
    _choose(mode)
    _refresh()


def set_mode(mode: str) -> None:
    """Show ``light``, ``dark`` or the appearance of the ``system``. Raises ValueError for another word."""
    _choose(mode)
    _refresh()


def _choose(mode: str) -> None:
    if mode not in MODES:
        raise ValueError(f"theme mode is one of {', '.join(MODES)}, not {mode!r}")
    _state.mode = mode
    hints = QGuiApplication.styleHints()
    scheme = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(mode, Qt.ColorScheme.Unknown)
    blocked = hints.blockSignals(True)  # one refresh, not two
    hints.setColorScheme(scheme)  # native parts (title bar, file dialogs) follow
    hints.blockSignals(blocked)


def set_high_contrast(on: bool) -> None:
    """Switch stronger text and lines on or off."""
    _state.is_high_contrast = on
    _refresh()


def is_high_contrast() -> bool:
    """Return whether text and lines are stronger than usual."""
    return _state.is_high_contrast


def _requested_theme() -> Theme:
    if _state.mode == "system":
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    else:
        dark = _state.mode == "dark"
    if _state.is_high_contrast:
        return DARK_HIGH if dark else LIGHT_HIGH
    return DARK if dark else LIGHT


def _system_changed(_scheme: object = None) -> None:
    if _requested_theme() is not _state.theme:  # some platforms signal our own choice, and twice
        _refresh()


def _refresh() -> None:
    """Give the application the palette of the present theme."""
    _state.theme = _requested_theme()
    app = QApplication.instance()
    if isinstance(app, QApplication):
        restyle(app, palette_for(_state.theme))
