"""Line icons of the window: 20 px box, 1.5 px stroke, one colour.

The drawings are ``resources/icons/*.svg``, drawn in ``currentColor`` only. :func:`icon` returns a QIcon that looks up
its colour *while painting*, so icons follow light, dark and disabled states without being set again.
"""

from __future__ import annotations

from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from engine.paths import RESOURCES
from workbench.look import theme

FOLDER = RESOURCES / "icons"


def names() -> list[str]:
    """Return all icon names, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.svg") if path.stem != "palimpsest")


@cache
def _source(name: str) -> str:
    path = FOLDER / f"{name}.svg"
    if not path.is_file():
        raise KeyError(f"no icon {name!r} in {FOLDER.name}/; available: {', '.join(names())}")
    return path.read_text(encoding="utf-8")


@lru_cache(maxsize=512)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_source(name).replace("currentColor", colour).encode("utf-8")))


def paint(painter: QPainter, rect: QRect | QRectF, name: str, role: str | QColor = "text2") -> None:
    """Draw icon ``name`` into the largest centred square of ``rect``, in a theme role or a colour."""
    colour = role if isinstance(role, QColor) else theme.color(role)
    side = min(rect.width(), rect.height())
    centre = QRectF(rect).center()
    box = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(painter.opacity() * colour.alphaF())
    _renderer(name, colour.name()).render(painter, box)
    painter.restore()


@lru_cache(maxsize=512)
def _pixmap(name: str, colour: str, width: int, height: int) -> QPixmap:
    drawn = QPixmap(width, height)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    paint(painter, QRect(0, 0, width, height), name, QColor(colour))
    painter.end()
    return drawn


class _Engine(QIconEngine):
    """Paint one drawing in the present theme's colour of one role."""

    def __init__(self, name: str, role: str) -> None:
        super().__init__()
        self._name, self._role = name, role

    def _colour(self, mode: QIcon.Mode, state: QIcon.State) -> QColor:
        role = "accent" if state == QIcon.State.On else self._role
        return theme.color("text3" if mode == QIcon.Mode.Disabled else role)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        paint(painter, rect, self._name, self._colour(mode, state))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return _pixmap(self._name, self._colour(mode, state).name(), size.width(), size.height())

    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._role)


@cache
def icon(name: str, role: str = "text2") -> QIcon:
    """Return the icon ``name`` in theme role ``role`` (``text2``, ``accent``, ``warning``, ``on_accent`` ...).

    Raises KeyError, with the known names, for an unknown name.
    """
    _source(name)
    return QIcon(_Engine(name, role))


def app_icon() -> QIcon:
    """Return the icon of the program, in its own colours."""
    return QIcon(str(FOLDER / "palimpsest.svg"))
