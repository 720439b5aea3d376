"""The Tab key follows the eye: through a page in the order of its layouts, whatever was made or moved last."""

from __future__ import annotations

from collections.abc import Iterator
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

    Rows from left to right, columns and grids from the top, a splitter's parts one after another; what lies in no
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
    """Return the first widget of ``root``, as one reads, that Tab would come to now; None where there is none."""
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
    placed = list(_in_layout(layout)) if layout is not None else []
    known = set(placed)
    children = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    loose = [child for child in children if child not in known and not child.isWindow()]
    return placed + sorted(loose, key=lambda child: (child.y(), child.x()))


def _in_layout(layout: QLayout) -> Iterator[QWidget]:
    for i in _indices(layout):
        item = layout.itemAt(i)
        if item is None:
            continue
        part, inner = item.widget(), item.layout()
        if part is not None:
            yield part
        elif inner is not None:
            yield from _in_layout(inner)


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
