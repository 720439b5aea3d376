"""Tab follows the reading order of a page's layouts, regardless of the order in which widgets were created or moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QBoxLayout,
    QComboBox,
    QGridLayout,
    QLayout,
    QScrollArea,
    QSplitter,
    QStackedLayout,
    QWidget,
)

_WHOLE = (QAbstractItemView, QAbstractSpinBox, QComboBox)
"""Widgets that handle the focus of their parts themselves."""


def order_focus(root: QWidget) -> None:
    """Set the focus order of the widgets of ``root`` to the reading order.

    Rows from left to right, columns and grids from the top, a splitter's parts one after another. Widgets in no layout
    come after their siblings, from top left to bottom right. Qt's own order is the order of creation.
    """
    before: QWidget | None = None
    for widget in focus_chain(root):
        if before is not None:
            QWidget.setTabOrder(before, widget)
        before = widget


def focus_chain(root: QWidget) -> list[QWidget]:
    """Return the widgets of ``root`` that Tab reaches, including hidden ones, in reading order."""
    return list(_focusable(root))


def first_in_focus(root: QWidget) -> QWidget | None:
    """Return the first widget of ``root`` in reading order that Tab can reach now, or None."""
    return next((each for each in _focusable(root) if each.isVisible() and each.isEnabled()), None)


def _focusable(widget: QWidget) -> Iterator[QWidget]:
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    if not isinstance(widget, _WHOLE):
        for part in _parts(widget):
            yield from _focusable(part)


def _parts(widget: QWidget) -> list[QWidget]:
    """Return the children of ``widget`` in reading order."""
    if isinstance(widget, QSplitter):
        parts = (widget.widget(i) for i in range(widget.count()))
        return [part for part in parts if part is not None]
    if isinstance(widget, QScrollArea):
        inside = widget.widget()
        return [inside] if inside is not None else []
    layout = widget.layout()
    children = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    placed = list(_in_layout(layout, children)) if layout is not None else []
    widgets = set(placed)
    loose = [child for child in children if child not in widgets and not child.isWindow()]
    return placed + sorted(loose, key=lambda child: (child.y(), child.x()))


def _in_layout(layout: QLayout, children: Sequence[QWidget]) -> Iterator[QWidget]:
    """Yield those of ``children`` that lie in ``layout`` and its nested layouts, in reading order.

    Layouts are queried for the position of a child, never for an item. Python would keep a reference to the item after
    Qt has freed it (with its widget, or when that moves), and return it for the next object at that address: pyqtgraph
    then got a QWidgetItem for the points to be drawn.
    """
    inner = [each for each in layout.children() if isinstance(each, QLayout)]
    parts: dict[int, QWidget | QLayout] = {layout.indexOf(child): child for child in children}
    parts |= {layout.indexOf(each): each for each in inner}
    for i in _indices(layout):
        part = parts.get(i)
        if isinstance(part, QLayout):
            yield from _in_layout(part, children)
        elif part is not None:
            yield part


def _indices(layout: QLayout) -> list[int]:
    indices = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        places: dict[int, tuple[int, int]] = {}
        for i in indices:
            place = cast("tuple[int, int, int, int]", layout.getItemPosition(i))  # row, column, rows, columns
            places[i] = place[:2]
        return sorted(indices, key=places.__getitem__)
    backwards = (QBoxLayout.Direction.RightToLeft, QBoxLayout.Direction.BottomToTop)
    if isinstance(layout, QBoxLayout) and layout.direction() in backwards:
        return indices[::-1]
    if isinstance(layout, QStackedLayout):  # only one of them is visible
        return [layout.currentIndex()] + [i for i in indices if i != layout.currentIndex()]
    return indices
