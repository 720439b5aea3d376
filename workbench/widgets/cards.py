"""Cards around plots, and strips of key figures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QSpacerItem, QVBoxLayout, QWidget

from workbench.language import tr
from workbench.look import theme
from workbench.look.names import brief_names, distinct_parts
from workbench.widgets.arrange import arrange_columns, arrange_rows, clear_layout
from workbench.widgets.base import paint_box
from workbench.widgets.buttons import IconButton
from workbench.widgets.flow import FlowLayout
from workbench.widgets.labels import ElidedLabel, Label
from workbench.widgets.panels import HLine


class Card(QFrame):
    """A white box with a hairline: title line, content, and optionally a readout line.

    The title line has a bold name, a grey caption (unit and reading aid), widgets added by :meth:`add_head_widget`,
    and optional table and export icons. Put the content into :attr:`content` (a QVBoxLayout). ``table_requested(on)``
    and ``export_requested`` are the icons' signals.
    """

    table_requested = Signal(bool)
    export_requested = Signal()

    def __init__(
        self,
        title: str,
        caption: str = "",
        table: bool = False,
        export: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.title = Label(title, "strong")
        self.caption = ElidedLabel(caption, "caption", "text2")
        self.table_button = IconButton(
            "table", tr("Show {title} as a table", title=title), checkable=True, parent=self
        )
        self.export_button = IconButton("export", tr("Export {title}", title=title), parent=self)
        self.table_button.setVisible(table)
        self.export_button.setVisible(export)
        self.table_button.clicked.connect(lambda: self.table_requested.emit(self.table_button.isChecked()))
        self.export_button.clicked.connect(lambda: self.export_requested.emit())
        self.setAccessibleName(title)
        # The gap takes the extra width if the caption is hidden: otherwise the rest of the line would be spread out.
        self._head = arrange_columns(
            self.title, (self.caption, 1), self.table_button, self.export_button,
            spacing=8, margins=(12, 0, 8, 0),
        )  # fmt: skip
        self._head.insertStretch(self._head.indexOf(self.caption) + 1, 0)
        self.content = QVBoxLayout()
        self.content.setSpacing(0)
        self._column = arrange_rows(self._head, (self.content, 1), on=self, margins=(1, 8, 1, 1))
        self._readout: QWidget | None = None
        self._readout_line: HLine | None = None
        self.title.setFixedHeight(theme.sizes().card_title)
        self.content.setContentsMargins(12, 0, 12, 8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if isinstance(self._readout, Readout):
            self._readout.fit_height()

    def set_caption(self, text: str) -> None:
        """Change the grey words after the title."""
        self.caption.set_text(text)

    def set_title(self, text: str) -> None:
        """Change the bold name."""
        self.title.setText(text)
        self.setAccessibleName(text)

    def add_head_widget(self, widget: QWidget) -> QWidget:
        """Add ``widget`` to the title line, before the icons, and return it."""
        self._head.insertWidget(self._head.indexOf(self.table_button), widget)
        return widget

    def add_head_choice(self, *widgets: QWidget, replaces_title: bool = False) -> None:
        """Put the choices ``widgets`` before the caption. ``replaces_title``: instead of the name."""
        self.title.setVisible(not replaces_title)
        for widget in widgets:
            self._head.removeWidget(widget)  # otherwise Qt would count it twice
            self._head.insertWidget(self._head.indexOf(self.caption), widget)

    def add_readout(self, widget: QWidget) -> QWidget:
        """Put ``widget`` into the 32 px line under the content, above a hairline, and return it."""
        self._readout, self._readout_line = widget, HLine()
        self._column.addWidget(self._readout_line)
        self._column.addLayout(arrange_columns(widget, margins=(12, 0, 12, 0)))
        high = widget.preferred_height() if isinstance(widget, Readout) else theme.sizes().readout
        widget.setFixedHeight(high)
        return widget

    def set_compact(self, on: bool) -> None:
        """Hide the readout, for which a small card has no space. The caption gets a line of its own."""
        self.caption.setContentsMargins(*((12, 4, 12, 0) if on else (0, 0, 0, 0)))
        if on:
            self._column.insertWidget(1, self.caption)
        else:
            gap = next(i for i in range(self._head.count()) if isinstance(self._head.itemAt(i), QSpacerItem))
            self._head.insertWidget(gap, self.caption, 1)
        for part in (self._readout, self._readout_line):
            if part is not None:
                part.setVisible(not on)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_box(painter, self, theme.color("surface"), theme.color("line"), theme.sizes().radius)


class FactStrip(QFrame):
    """Key figures side by side, each under its caption; on several lines if space is short.

    ``set_facts`` shows ``(caption, figure)`` or ``(caption, figure, colour token)`` pairs. ``boxed``: as a card.
    """

    def __init__(
        self,
        facts: Sequence[tuple[str, ...]] = (),
        name: str = tr("Key figures"),
        boxed: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._boxed = boxed
        self._cells: list[tuple[QWidget, Label, Label]] = []
        self.setAccessibleName(name)
        self._flow = FlowLayout(self, spacing=12)
        self._flow.setContentsMargins(12 if boxed else 0, 8, 0, 8)
        policy = self.sizePolicy()
        # The height of a single column is not the minimum height.
        policy.setVerticalPolicy(QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)
        self.set_facts(facts)

    def set_facts(self, facts: Sequence[tuple[str, ...]]) -> None:
        """Show ``(caption, figure)`` or ``(caption, figure, colour token)`` pairs, in order."""
        while len(self._cells) < len(facts):
            cell = QWidget(self)
            self._cells.append((cell, Label("", "caption", "text2"), Label("", "figure")))
            arrange_rows(*self._cells[-1][1:], on=cell, margins=(0, 0, 12, 0))
            self._flow.addWidget(cell)
            cell.show()
        while len(self._cells) > len(facts):
            cell = self._cells.pop()[0]
            self._flow.removeWidget(cell)
            cell.hide()
            cell.deleteLater()
        for (_, caption, figure), fact in zip(self._cells, facts, strict=True):
            caption.setText(fact[0])
            figure.setText(fact[1])
            figure.set_color(fact[2] if len(fact) > 2 and fact[2] else "text")
            figure.setAccessibleName(f"{fact[0]}: {fact[1]}")

    def facts(self) -> list[tuple[str, str]]:
        """Return the (caption, figure) pairs shown."""
        return [(caption.text(), figure.text()) for _, caption, figure in self._cells]

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._boxed:
            painter = QPainter(self)
            paint_box(painter, self, theme.color("surface"), theme.color("line"), theme.sizes().radius)


class FigureRow(NamedTuple):
    """A figure after its name, and optionally a second one. ``color`` is the colour token of the last."""

    name: str
    figure: str
    note: str = ""
    color: str = "text"


class FigureRows(QWidget):
    """Names in rows, each with one or two figures at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[FigureRow] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)

    def rows(self) -> list[FigureRow]:
        """Return the rows shown."""
        return list(self._rows)

    def set_rows(self, rows: Sequence[FigureRow]) -> None:
        """Show ``rows``."""
        if list(rows) == self._rows:
            return
        self._rows = list(rows)
        clear_layout(self._grid)
        for index, row in enumerate(rows):
            self._grid.addWidget(Label(row.name, "body", "text2"), index, 0)
            figures = [text for text in (row.figure, row.note) if text]
            for column, text in enumerate(figures, 1):
                figure = Label(text, "body", row.color if column == len(figures) else "text")
                figure.setAccessibleName(f"{row.name}: {text}")
                self._grid.addWidget(figure, index, column, Qt.AlignmentFlag.AlignRight)


class ReadoutValue(NamedTuple):
    """A line's value: the series of the line sample before it (0: none), the text, the line's name.

    ``dash``: the line's own dash in px, if it differs from its series'.
    """

    slot: int
    value: str
    label: str
    dash: tuple[int, ...] | None = None


class Readout(QWidget):
    """The line under a plot: "At 2,000", then for each drawn line a sample of it, its name and its value.

    If space is short, names drop their common parts, then wrap to further lines, then keep only their distinguishing
    words, and finally disappear: the tooltip has them.
    """

    SAMPLE = 18
    PER_LINE, LINES = 2, 4
    """Number of values with brief names that fit a line in a card of the smallest window, and number of lines."""
    NAMES = (120, 96, 80, 64, 48, 36)
    """Widths in px at 100 % to which brief names are elided in turn if they do not fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._at = ""
        self._values: list[ReadoutValue] = []
        self._names: list[str] = []
        self._brief_names: list[str] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def preferred_height(self) -> int:
        """Return its height: two lines, or as many as its values need with brief names, at most four.

        In a low card it leaves three quarters of the height to the plot.
        """
        line, card = theme.metrics("caption").height(), self.parentWidget()
        room = card.height() // 4 // line if card is not None and card.isVisible() else self.LINES
        lines = min(self.LINES, -(-len(self._values) // self.PER_LINE), room)
        return max(theme.sizes().readout, lines * line + 4)

    def set_readout(self, at: str, values: Sequence[ReadoutValue | tuple[int, str, str]]) -> None:
        """Show ``at`` and, for each line, (series slot, value, label). Slot 0 draws no line."""
        self._at, self._values = at, [ReadoutValue(*each) for each in values]
        labels = [each.label if each.slot else "" for each in self._values]
        self._names, self._brief_names = distinct_parts(labels), brief_names(labels)
        if self.minimumHeight() == self.maximumHeight():  # its card has set a height
            self.fit_height()
        text = "; ".join(f"{each.label}: {each.value}" for each in self._values)
        self.setAccessibleName(f"{at}. {text}" if text else at)
        self.setToolTip("\n".join(f"{each.label}  {each.value}" for each in self._values if each.label))
        self.update()

    def fit_height(self) -> None:
        """Set the height to the preferred one."""
        if (height := self.preferred_height()) != self.height():
            self.setFixedHeight(height)

    def _width(self, each: ReadoutValue, name: str) -> int:
        """Return the width of a value, with the gap after it."""
        sample = self.SAMPLE + 6 if each.slot else 0
        named = theme.text_width(name, "caption") + 6 if name else 0
        return sample + named + theme.text_width(each.value, "caption_medium") + 16

    def shown_lines(self) -> list[list[tuple[ReadoutValue, str]]]:
        """Return the values painted in each line, with their names ("" for none).

        The first of these that fits: whole names, distinguishing parts, those on all available lines, distinguishing
        words, these elided, values alone, and as many values as fit.
        """
        if len(self._values) == 1 and self._values[0].slot:
            return [[(self._values[0], self._elided_name(self._values[0]))]]
        full_names = [each.label if each.slot else "" for each in self._values]
        none = [""] * len(self._values)
        high = max(1, self.height() // theme.metrics("caption").height())
        alone = self._broken(none)
        if len(alone) > high:  # eliding fifty names takes as long as painting everything else
            return alone[:high]
        shortened = ((self._shortened(px), high) for px in self.NAMES)
        for names, lines in chain(
            ((full_names, 1), (self._names, 1), (self._names, high), (self._brief_names, high)), shortened
        ):
            shown = self._broken(names, lines)
            if len(shown) <= lines:
                return shown
        return alone

    def _shortened(self, px: int) -> list[str]:
        """Return the brief names, each at most ``px`` px wide at 100 %, elided in the middle."""
        most, metrics = px, theme.metrics("caption")
        return [metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, most) for name in self._brief_names]

    def _line_width(self) -> int:
        """Return the available width of a line of values, with the gap after the last."""
        return self.width() + 16 - (theme.text_width(self._at, "caption") + 16 if self._at else 0)

    def _elided_name(self, each: ReadoutValue) -> str:
        """Return the name of the only value, elided in the middle so that the value fits."""
        rest = self._line_width() - self._width(each, "") - 6
        return theme.metrics("caption").elidedText(each.label, Qt.TextElideMode.ElideMiddle, max(0, rest))

    def _broken(self, names: Sequence[str], most: int | None = None) -> list[list[tuple[ReadoutValue, str]]]:
        """Return the values with these names in lines; with more than ``most``, the first line beyond."""
        room = self._line_width()
        lines: list[list[tuple[ReadoutValue, str]]] = [[]]
        used = 0
        for each, name in zip(self._values, names, strict=True):
            width = self._width(each, name)
            if lines[-1] and used + width > room:
                if most is not None and len(lines) > most:
                    break
                lines.append([])
                used = 0
            lines[-1].append((each, name))
            used += width
        return lines

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        lines = self.shown_lines()
        height = self.height() // len(lines) if len(lines) > 1 else self.height()
        if len(lines) > 1:  # lines of one legend are adjacent
            height = min(height, theme.metrics("caption").height() * 5 // 4)
        top = (self.height() - height * len(lines)) // 2
        first = theme.text_width(self._at, "caption") + 16 if self._at else 0
        theme.draw_line(painter, QRect(0, top, self.width(), height), self._at, "caption", "text2")
        for index, line in enumerate(lines):
            box = QRect(first, top + index * height, self.width() - first, height)
            for each, name in line:
                box.setLeft(self._paint_value(painter, box, each, name))
        if sum(map(len, lines)) < len(self._values):
            theme.draw_line(painter, box, "…", "caption", "text3")

    def _paint_value(self, painter: QPainter, box: QRect, each: ReadoutValue, name: str) -> int:
        """Paint a line sample, its name and its value at the left of ``box``. Return the start of the next one."""
        x = box.left()
        if each.slot:
            middle, length = box.top() + box.height() / 2, self.SAMPLE
            painter.setPen(theme.series_pen(each.slot, 3, dash=each.dash))
            painter.drawLine(QPointF(x, middle), QPointF(x + length, middle))
            x += length + 6
        if name:
            box.setLeft(x)
            x = theme.draw_line(painter, box, name, "caption", "text2") + 6
        box.setLeft(x)
        return theme.draw_line(painter, box, each.value, "caption_medium") + 16
