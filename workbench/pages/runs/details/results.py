"""The Results tab: what each stage of a run reached in each of its tasks, and which classes it confuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QScrollArea, QSizePolicy, QToolTip, QWidget

from engine.metrics.keys import describe_key
from workbench.look import formats, theme
from workbench.pages.runs.details.measures import SplitMeasures
from workbench.pages.runs.run_list.query import RunDetails
from workbench.widgets import Button, Card, ComboBox, HLine, Label
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.base import Themed

if TYPE_CHECKING:
    from engine.analysis.split_metrics import SplitMetrics
    from engine.analysis.task_results import TaskResult

HEADS = ("Stage", "Task", "Best validation, %", "at update", "Test, %", "Test loss")
MOST_CLASSES = 20
"""Classes drawn with their counts; of more, only the colours are seen."""


def split_words(split: str, titles: Sequence[str]) -> str:
    """``stage-1/test/news`` as ``Test, news, after stage 1``; ``titles`` are those of the stages."""
    parts, stage = split.split("/"), ""
    if parts[0].startswith("stage-"):
        number = int(parts[0].removeprefix("stage-"))
        title = titles[number - 1] if number <= len(titles) else ""
        stage = f"after {number} {title}".rstrip()
        parts = parts[1:]
    return ", ".join(part for part in (parts[0].capitalize(), "/".join(parts[1:]), stage) if part)


class ConfusionHeatmap(QWidget):
    """True classes as rows, predicted ones as columns; the colour is the share of the row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._classes: tuple[str, ...] = ()
        self._counts: np.ndarray = np.zeros((0, 0), np.int64)
        self.setAccessibleName("Confusion of classes")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_confusion(self, classes: tuple[str, ...], counts: np.ndarray | None) -> None:
        """Show the counts [C, C] of true against predicted classes, or nothing."""
        self._classes = classes
        self._counts = counts if counts is not None else np.zeros((0, 0), np.int64)
        worst = self._counts.copy()
        np.fill_diagonal(worst, 0)
        words = ""
        if worst.size and worst.max():
            row, column = np.unravel_index(int(worst.argmax()), worst.shape)
            words = (
                f"Most often {self._classes[row]} is taken for {self._classes[column]}: {worst.max():,} times"
            )
        self.setAccessibleDescription(words)
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.sizes().px(240), theme.sizes().px(140))

    def _field(self) -> QRectF:
        s = theme.sizes()
        names = max((theme.text_width(name, "tick") for name in self._classes), default=0)
        left = min(names, self.width() // 3) + s.s8
        return QRectF(left, s.px(18), max(1, self.width() - left), max(1, self.height() - s.px(18)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, many = QPainter(self), len(self._classes)
        painter.setFont(theme.font("tick"))
        if not many:
            painter.setPen(theme.color("text3"))
            words = "Predictions are kept when a run has been tested"
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, words)
            return
        field, s = self._field(), theme.sizes()
        wide, high = field.width() / many, min(field.height() / many, s.px(64))
        measure = QFontMetrics(painter.font())
        shares = self._counts / np.maximum(self._counts.sum(axis=1, keepdims=True), 1)
        right, centre = (
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
            Qt.AlignmentFlag.AlignCenter,
        )
        elide = Qt.TextElideMode.ElideRight
        for i, name in enumerate(self._classes):
            y = field.top() + i * high
            painter.setPen(theme.color("text2"))
            room = int(field.left()) - s.s8
            if high >= measure.height() - 2:
                painter.drawText(QRectF(0, y, room, high), right, measure.elidedText(name, elide, room))
            if wide >= s.px(28):
                head = QRectF(field.left() + i * wide, 0, wide, field.top())
                painter.drawText(head, centre, measure.elidedText(name, elide, int(wide) - 4))
            for j in range(many):
                share = float(shares[i, j])
                ground = theme.heat_color(share)
                cell = QRectF(field.left() + j * wide, y, wide - 1, high - 1)
                painter.fillRect(cell, QColor(ground))
                if many <= MOST_CLASSES and self._counts[i, j] and wide >= s.px(24):
                    painter.setPen(QColor(theme.ink_on(ground)))
                    painter.drawText(cell, centre, formats.count(int(self._counts[i, j])))

    def event(self, event: QEvent) -> bool:
        many = len(self._classes)
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and many:
            field = self._field()
            high = min(field.height() / many, theme.sizes().px(64))
            row = int((event.pos().y() - field.top()) // high)
            column = int((event.pos().x() - field.left()) // (field.width() / many))
            words = ""
            if 0 <= row < many and 0 <= column < many:
                total = max(1, int(self._counts[row].sum()))
                count = int(self._counts[row, column])
                words = (
                    f"{self._classes[row]} taken for {self._classes[column]}: {formats.count(count)} of "
                    f"{formats.count(total)}, {formats.percent(count / total)} %"
                )
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)


class ResultsTab(Themed, QWidget):
    """A table of results; confusion and metrics of one split.

    Signals: ``split_wanted(run, split)`` when another split is chosen, ``export_wanted(run, split)`` for its
    predictions as a file.
    """

    split_wanted = Signal(int, str)
    export_wanted = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run = 0
        self._made: tuple[object, ...] = ()
        self.table_card = Card("Results", "of each stage at the checkpoint that validation chose")
        self._grid = QGridLayout()
        self.table_card.content.addLayout(self._grid)
        self.note = Label("", "caption", "text3", wrap=True)
        self.table_card.content.addWidget(self.note)
        self.table_card.content.addStretch(1)
        self.confusion_card = Card("Confusion", "rows: true class; columns: predicted")
        self.split = ComboBox([], "Split whose predictions are shown", width=200)
        self.split.activated.connect(lambda _index: self._ask())
        self.confusion_card.add_head_widget(self.split)
        self.export = Button(
            "Export predictions…",
            icon="export",
            tip="Every text with label, prediction and confidence, as a table",
        )
        self.export.clicked.connect(lambda: self.export_wanted.emit(self._run, str(self.split.currentData())))
        self.export.hide()
        self.confusion_card.add_head_widget(self.export)
        self.matrix = ConfusionHeatmap()
        self.confusion_card.content.addWidget(self.matrix, 1)
        self.measures = SplitMeasures()
        upper, inner = QWidget(), QWidget()
        self._row = arrange_columns((self.table_card, 1), (self.confusion_card, 1), on=upper)
        self._rows = arrange_rows((upper, 1), self.measures, on=inner)
        area = QScrollArea()
        area.setAccessibleName("Results")
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        arrange_columns(area, on=self)
        self.apply_theme()

    def apply_theme(self) -> None:
        s = theme.sizes()
        self._rows.setContentsMargins(s.s16, s.s8, s.s16, s.s8)
        self._rows.setSpacing(s.s8)
        self._row.setSpacing(s.s8)
        self._grid.setHorizontalSpacing(s.s16)
        self._grid.setVerticalSpacing(0)

    def rows(self) -> list[list[str]]:
        """Return the table's cells as text, without its head."""
        found: dict[int, dict[int, str]] = {}
        for place in range(self._grid.count()):
            item = self._grid.itemAt(place)
            widget = item.widget() if item is not None else None
            where: tuple[int, ...] = self._grid.getItemPosition(place)  # type: ignore[assignment]
            row, column = where[0], where[1]
            if isinstance(widget, Label) and row > 1:
                found.setdefault(row, {})[column] = widget.text()
        return [[cells[c] for c in sorted(cells)] for _, cells in sorted(found.items())]

    def show_about(self, about: RunDetails | None) -> None:
        """Show one run's results, or nothing."""
        run = about.row.id if about is not None else 0
        made = (run, about.results, about.splits, about.looks) if about is not None else (0, (), (), "")
        if made == self._made:
            return
        self._made, self._run = made, run
        self._fill(made[1], [stage.title for stage in about.stages] if about is not None else [], made[3])
        titles = [stage.title for stage in about.stages] if about is not None else []
        kept = self.split.currentData()
        self.split.set_choices([(split_words(split, titles), split) for split in made[2]])
        self.split.setVisible(len(made[2]) > 1)
        self.export.setVisible(bool(made[2]))
        if made[2]:
            test = next((split for split in made[2] if split.startswith("test")), made[2][0])
            self.split.set_current(kept if kept in made[2] else test)
            self._ask()
        else:
            self.show_split(None)

    def show_split(self, found: SplitMetrics | None) -> None:
        """Show the answer to ``split_wanted``."""
        self.measures.show_split(found)
        names = tuple(each.name for each in found.by_class) if found is not None else ()
        self.matrix.show_confusion(names, np.array(found.confusion, np.int64) if found and names else None)
        self.confusion_card.set_caption(
            self.matrix.accessibleDescription() or "rows: true class; columns: predicted"
        )

    def _ask(self) -> None:
        if self._run and self.split.currentData():
            self.split_wanted.emit(self._run, str(self.split.currentData()))

    def _fill(self, results: Sequence[TaskResult], titles: Sequence[str], looks: str) -> None:
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if not results:
            self.note.setText("Results appear here once a stage has been evaluated.")
            self.note.show()
            return
        self.note.setText(looks)
        self.note.setVisible(bool(looks))
        further = {name: describe_key(f"test/{name}") for found in results for name in found.more}
        heads = (*HEADS, *(f"{each.title}{each.unit and f', {each.unit}'}" for each in further.values()))
        for column, head in enumerate(heads):
            self._grid.addWidget(_cell(head, column, "caption_strong", "text2"), 0, column)
        self._grid.addWidget(HLine(), 1, 0, 1, len(heads))
        before = 0
        for row, found in enumerate(results, 2):
            title = titles[found.stage - 1] if found.stage <= len(titles) else found.kind
            cells = (
                f"{found.stage} {title}" if found.stage != before else "",
                found.task or "Mean of all tasks",
                _value(found.validation_best, found.metric),
                formats.count(found.validation_best_step),
                _value(found.test, found.metric),
                formats.fixed(found.test_loss, 3),
                *(formats.fixed(found.more.get(name), about.digits) for name, about in further.items()),
            )
            before = found.stage
            for column, text in enumerate(cells):
                role = "strong" if column == 4 else "body"
                self._grid.addWidget(
                    _cell(text or ("" if column < 2 else "–"), column, role, "text"), row, column
                )
            self._grid.setRowMinimumHeight(row, theme.sizes().row)
        self._grid.setRowMinimumHeight(0, theme.sizes().row)
        self._grid.setColumnStretch(1, 1)


def _value(value: float | None, metric: str) -> str:
    """Return a value of a run's main metric, which is named where it is not the error of the heading."""
    about = describe_key(f"test/{metric}")
    text = formats.fixed(value, about.digits)
    return text if metric == "error" or not text else f"{text} {about.short}"


def _cell(text: str, column: int, role: str, colour: str) -> Label:
    label = Label(text, role, colour)
    if column > 1:
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label
