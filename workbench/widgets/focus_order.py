"""The Tab key follows the eye: through a page in the order of its layouts, whatever was made or moved last."""

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
"""Widgets whose parts are their own affair."""


def order_focus(root: QWidget) -> None:
    """Put the focusable widgets of ``root`` into the order in which one reads them.

    Rows from left to right, columns and grids from the top, a splitter's parts one after another. What lies in no
    layout comes after its siblings, from top left to bottom right. Qt's own order is that in which widgets were made.
    """
    before: QWidget | None = None
    for widget in focus_chain(root):
        if before is not None:
            QWidget.setTabOrder(before, widget)
        before = widget


def focus_chain(root: QWidget) -> list[QWidget]:
    """Return the widgets of ``root`` that Tab reaches, hidden ones too, in the order of reading."""
    return list(_focusable(root))


def first_in_focus(root: QWidget) -> QWidget | None:
    """Return the first widget of ``root``, as one reads, that Tab would come to now, or None where there is none."""
    return next((each for each in _focusable(root) if each.isVisible() and each.isEnabled()), None)


def _focusable(widget: QWidget) -> Iterator[QWidget]:
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    if not isinstance(widget, _WHOLE):
        for part in _parts(widget):
            yield from _focusable(part)


def _parts(widget: QWidget) -> list[QWidget]:
    """Return the children of ``widget`` in the order of reading."""
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
    """Yield those of ``children`` that lie in ``layout`` and in the layouts within it, in the order of reading.

    Layouts are asked where a child is, never for an item of theirs. Python would keep the item as long as the layout,
    also after Qt has freed it (with its widget, or when that moves), and give it out for whatever lies at that address
    next: pyqtgraph then got a QWidgetItem for the points that it was about to draw.
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
    if isinstance(layout, QStackedLayout):  # only one of them can be seen
        return [layout.currentIndex()] + [i for i in indices if i != layout.currentIndex()]
    return indices
