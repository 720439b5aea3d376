"""How the plane of stability and plasticity is painted."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from workbench.look import theme
from workbench.plots.label_placement import leader_line
from workbench.plots.plane_layout import PlaneLayout, PlanePoint

RUN_ALPHA = 110
AID, RING = "Left: remembers more. Down: fewer errors", "Ringed: nothing is better on both"
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def axes(painter: QPainter, layout: PlaneLayout) -> None:
    """Grid, axis lines and numbers; without points the lines only."""
    s, area = theme.sizes(), layout.area
    line, numbered = s.px(14), bool(layout.points)
    painter.setFont(theme.font("tick"))
    origin = layout.x.unscaled(layout.x_range[0])
    for value, text in layout.y_ticks():
        y = round(layout.to_px(origin, value).y()) + 0.5
        painter.setPen(theme.color("grid"))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.setPen(theme.color("control"))
        painter.drawLine(QPointF(area.left() - s.s4, y), QPointF(area.left(), y))
        painter.setPen(theme.color("text3"))
        painter.drawText(QRectF(0, y - line / 2, area.left() - s.s8, line), _RIGHT, text if numbered else "")
    for value, text in layout.x_ticks():
        x = round(layout.to_px(value, layout.y_range[0]).x()) + 0.5
        painter.setPen(theme.color("grid"))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        painter.setPen(theme.color("control"))
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + s.s4))
        painter.setPen(theme.color("text3"))
        wide = theme.text_width(text, "tick") + 2
        left = min(max(x - wide / 2, 0), layout.width - wide)
        painter.drawText(QRectF(left, area.bottom() + s.px(6), wide, line), _LEFT, text if numbered else "")
    painter.setPen(theme.color("control"))
    painter.drawLine(area.bottomLeft(), area.bottomRight())
    painter.drawLine(area.topLeft(), area.bottomLeft())


def points(painter: QPainter, layout: PlaneLayout, selected: int | None) -> None:
    """The front's border, single runs small and pale, intervals, then the points."""
    s = theme.sizes()
    pen = QPen(theme.color("accent"), 1.5)
    pen.setDashPattern([3, 2])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(layout.pareto_front()))
    painter.save()
    painter.setClipRect(layout.area.adjusted(-1, -1, s.s8, 1))
    for spot in layout.seen:
        colour = theme.series_color(spot.slot)
        if len(spot.runs) > 1:
            pale = QColor(colour)
            pale.setAlpha(RUN_ALPHA)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pale)
            for x, y in spot.runs:
                painter.drawEllipse(layout.to_px(x, y), s.px(2), s.px(2))
        painter.setPen(QPen(colour, 1.2))
        for a, b in layout.error_bars(spot):
            painter.drawLine(a, b)
    painter.restore()
    for spot in layout.seen:
        _point(painter, layout, spot, selected)


def _point(painter: QPainter, layout: PlaneLayout, spot: PlanePoint, selected: int | None) -> None:
    s, at = theme.sizes(), layout.position(spot)
    if spot.key == selected:
        painter.setPen(QPen(theme.color("tint_line"), 1))
        painter.setBrush(theme.color("tint"))
        painter.drawEllipse(at, s.px(11), s.px(11))
    if spot.key in layout.front:
        painter.setPen(QPen(theme.color("accent"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, s.px(8), s.px(8))
    painter.setPen(QPen(theme.color("surface"), 1))
    painter.setBrush(theme.series_color(spot.slot))
    size = s.px(5)
    if spot.baseline:
        painter.drawRect(QRectF(at.x() - size, at.y() - size, 2 * size, 2 * size))
    else:
        painter.drawEllipse(at, size, size)


def words(painter: QPainter, layout: PlaneLayout, marked: set[int | None]) -> dict[int | None, QRectF]:
    """The reading aid (keys below zero), and an arrow with its values for each point beyond; the boxes they take.

    Those in ``marked`` are on a tinted ground.
    """
    s, area, line = theme.sizes(), layout.area, float(theme.sizes().px(16))
    painter.setFont(theme.font("tick"))
    top = area.top() + s.s4
    inset = area.adjusted(s.s8, 0, -s.s4, 0)
    wide = [theme.text_width(text, "tick") + 2.0 for text in (AID, RING)]
    said = [(RING, "accent", QRectF(max(inset.right() - wide[1], inset.left()), top, wide[1], line))]
    if sum(wide) + s.s24 <= inset.width():
        said.append((AID, "text2", QRectF(inset.left(), top, wide[0], line)))
    taken: dict[int | None, QRectF] = {}
    for number, (text, colour, box) in enumerate(said, 1):
        painter.fillRect(box.adjusted(-2, 0, 2, 0), theme.color("surface"))
        painter.setPen(theme.color(colour))
        painter.drawText(box, _LEFT, text)
        taken[-number] = box
    for number, spot in enumerate(layout.far):
        y = top + line + s.s4 + number * s.px(18)
        taken[spot.key] = _arrow(painter, layout, QRectF(inset.left(), y, inset.width(), line), spot, marked)
    return taken


def _arrow(
    painter: QPainter, layout: PlaneLayout, row: QRectF, spot: PlanePoint, marked: set[int | None]
) -> QRectF:
    s, side = theme.sizes(), theme.sizes().px(8)
    ahead = ", nothing is better on both" if spot.key in layout.front else ""
    text = f"{spot.label} lies beyond: {layout.y.text(spot.y)} at {layout.x.text(spot.x)}{ahead}"
    text = theme.metrics("tick").elidedText(
        text, Qt.TextElideMode.ElideMiddle, int(row.width() - side - s.s12)
    )
    wide = theme.text_width(text, "tick") + 2.0
    tip = QPointF(row.right(), row.center().y() - side / 2)
    right, up = layout.x.scaled(spot.x) > layout.x_range[1], spot.y > layout.y_range[1]
    if right and up:
        corners = [tip, tip + QPointF(0, side), tip + QPointF(-side, 0)]
    elif right:
        corners = [tip + QPointF(0, side / 2), tip + QPointF(-side, 0), tip + QPointF(-side, side)]
    else:
        corners = [tip + QPointF(-side / 2, 0), tip + QPointF(0, side), tip + QPointF(-side, side)]
    box = QRectF(tip.x() - side - s.s8 - wide, row.top(), wide + side + s.s8, row.height())
    painter.fillRect(
        box.adjusted(-s.s4, 0, s.s4, 0), theme.color("tint" if spot.key in marked else "surface")
    )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.series_color(spot.slot))
    painter.drawPolygon(QPolygonF(corners))
    painter.setPen(theme.color("text"))
    painter.drawText(QRectF(box.left(), box.top(), wide, box.height()), _LEFT, text)
    return box


def names(painter: QPainter, layout: PlaneLayout, placed: list[tuple[PlanePoint, str, QRectF]]) -> None:
    """The names, with a line to the point where they had to go far."""
    painter.setFont(theme.font("tick"))
    for spot, text, box in placed:
        led = leader_line(layout.position(spot), box, layout.gap)
        if led is not None:
            painter.setPen(QPen(theme.color("control"), 1))
            painter.drawLine(*led)
        painter.setPen(theme.color("text"))
        painter.drawText(box, _LEFT, text)


def cross(painter: QPainter, layout: PlaneLayout, at: QPointF, x: float, y: float) -> None:
    """Hairlines through a place, with the values on the axes."""
    s, area = theme.sizes(), layout.area
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(theme.color("text3"), 1))
    painter.drawLine(QPointF(at.x(), area.top()), QPointF(at.x(), area.bottom()))
    painter.drawLine(QPointF(area.left(), at.y()), QPointF(area.right(), at.y()))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(theme.font("tick_strong"))
    for text, centre in (
        (layout.x.text(x), QPointF(at.x(), area.bottom() + s.px(13))),
        (layout.y.text(y), QPointF(area.left() / 2, at.y())),
    ):
        wide = theme.text_width(text, "tick_strong") + s.s8
        left = min(max(centre.x() - wide / 2, 0), layout.width - wide)
        box = QRectF(left, centre.y() - s.px(8), wide, s.px(16))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("text2"))
        painter.drawRoundedRect(box, s.radius_bar, s.radius_bar)
        painter.setPen(theme.color("surface"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
