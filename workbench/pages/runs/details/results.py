"""The Results tab: what each stage of a run reached in each of its tasks, and which classes it confuses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget

from workbench.engine_texts import describe_key, task_title
from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.runs.details.error_slices import ErrorSlices
from workbench.pages.runs.details.measures import SplitMeasures
from workbench.pages.runs.run_list.query import RunDetails
from workbench.tables import ConfusionView
from workbench.widgets import Button, Card, ComboBox, HLine, Label
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.base import Themed

if TYPE_CHECKING:
    from engine.analysis.split_metrics import SplitMetrics
    from engine.analysis.task_results import TaskResult
    from engine.metrics.keys import KeyDescription


def split_words(split: str, titles: Sequence[str]) -> str:
    """``stage-1/test/news`` as ``Test, news, after stage 1``; ``titles`` are those of the stages."""
    parts, stage = split.split("/"), ""
    if parts[0].startswith("stage-"):
        number = int(parts[0].removeprefix("stage-"))
        title = titles[number - 1] if number <= len(titles) else ""
        stage = tr("after {number} {title}", number=number, title=title).rstrip()
        parts = parts[1:]
    return ", ".join(part for part in (tr_engine(parts[0].capitalize()), "/".join(parts[1:]), stage) if part)


_NOT_TESTED = tr("Predictions are kept when a run has been tested")
_NUMBERS = tr("Answers are numbers, so none is taken for another: see the metrics")
_SEVERAL = tr("A text may have several labels, so none is taken for another: see the metrics of each label")


class ResultsTab(Themed, QWidget):
    """A table of results; confusion, metrics and error slices of one split.

    Signals: ``split_wanted(run, split)`` when another split is chosen, ``export_wanted(run, split)`` for its
    predictions as a file, ``decisions_wanted(run, split)`` for the decision rule of the model that made them.
    """

    split_wanted = Signal(int, str)
    export_wanted = Signal(int, str)
    decisions_wanted = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run = 0
        self._made: tuple[object, ...] = ()
        self.table_card = Card(tr("Results"), tr("of each stage at the checkpoint that validation chose"))
        self._grid = QGridLayout()
        self.table_card.content.addLayout(self._grid)
        self.note = Label("", "caption", "text3", wrap=True)
        self.table_card.content.addWidget(self.note)
        self.table_card.content.addStretch(1)
        self.confusion_card = Card(tr("Confusion"))
        self.split = ComboBox([], tr("Split whose predictions are shown"), width=120)
        self.split.activated.connect(lambda _index: self._ask())
        self.confusion_card.add_head_widget(self.split)
        self.export = Button(
            tr("Export predictions…"),
            icon="export",
            tip=tr("Every text with label, prediction and confidence, as a table"),
        )
        self.export.clicked.connect(lambda: self.export_wanted.emit(self._run, str(self.split.currentData())))
        self.export.hide()
        self.confusion_card.add_head_widget(self.export)
        self.decisions = Button(
            tr("Decisions…"),
            tip=tr(
                "Thresholds, costs, calibration, or no answer where the model is unsure: tuned on validation texts"
            ),
        )
        self.decisions.clicked.connect(
            lambda: self.decisions_wanted.emit(self._run, str(self.split.currentData()))
        )
        self.decisions.hide()
        self.table_card.add_head_widget(self.decisions)
        self.confusion = ConfusionView()
        self.empty = Label(_NOT_TESTED, "caption", "text3", wrap=True)
        self.confusion_card.content.addWidget(self.confusion, 1)
        self.confusion_card.content.addWidget(self.empty, 0, Qt.AlignmentFlag.AlignCenter)
        self.measures = SplitMeasures()
        self.slices = ErrorSlices()
        upper, inner = QWidget(), QWidget()
        self._row = arrange_columns((self.table_card, 1), (self.confusion_card, 1), on=upper)
        self._rows = arrange_rows((upper, 1), self.measures, self.slices, on=inner)
        area = QScrollArea()
        area.setAccessibleName(tr("Results"))
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
        status = about.row.status if about is not None else ""
        notes = (*about.evidence, about.looks) if about is not None else ()
        made = (run, about.results, about.splits, notes, status) if about is not None else (0, (), (), ())
        if made == self._made:
            return
        self._made, self._run = made, run
        titles = [tr_engine(stage.title) for stage in about.stages] if about is not None else []
        self._fill(made[1], titles, made[3])
        kept = self.split.currentData()
        self.split.set_choices([(split_words(split, titles), split) for split in made[2]])
        self.split.setVisible(len(made[2]) > 1)
        self.export.setVisible(bool(made[2]))
        self.decisions.setVisible(bool(made[2]) and status == "finished")
        if made[2]:
            test = next((split for split in made[2] if split.startswith("test")), made[2][0])
            self.split.set_current(kept if kept in made[2] else test)
            self._ask()
        else:
            self.show_split(None)
            self.slices.begin(0, "")

    def show_split(self, found: SplitMetrics | None) -> None:
        """Show the answer to ``split_wanted``."""
        self.measures.show_split(found)
        names = tuple(each.name for each in found.by_class) if found is not None else ()
        shown = found is not None and bool(found.confusion)
        self.confusion.setVisible(shown)
        self.empty.setVisible(not shown)
        numbers = found is not None and not names
        self.empty.setText(_SEVERAL if names else _NUMBERS if numbers else _NOT_TESTED)
        if numbers:
            self.decisions.hide()  # a number is no choice among probabilities
        if found is None or not shown:
            return
        self.confusion.set_counts(names, np.array(found.confusion, np.int64))

    def _ask(self) -> None:
        if self._run and self.split.currentData():
            self.slices.begin(self._run, str(self.split.currentData()))
            self.split_wanted.emit(self._run, str(self.split.currentData()))

    def _fill(self, results: Sequence[TaskResult], titles: Sequence[str], notes: Sequence[str]) -> None:
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if not results:
            self.note.setText(
                tr("Results appear here once a stage has been evaluated.")
                if self._run
                else tr("Select a run to read its results.")
            )
            self.note.show()
            return
        self.note.setText(" ".join(tr_engine(note) for note in notes if note))
        self.note.setVisible(any(notes))
        further = {name: describe_key(f"test/{name}") for found in results for name in found.more}
        metrics = {found.metric for found in results}
        heads = (*_heads(metrics), *map(_name_with_unit, further.values()))
        for column, head in enumerate(heads):
            self._grid.addWidget(_cell(head, column, "caption_strong", "text2"), 0, column)
        self._grid.addWidget(HLine(), 1, 0, 1, len(heads))
        before = 0
        for row, found in enumerate(results, 2):
            title = titles[found.stage - 1] if found.stage <= len(titles) else found.kind
            cells = (
                f"{found.stage} {title}" if found.stage != before else "",
                task_title(found.task) if found.task else tr("Mean of all tasks"),
                _value(found.validation_best, found.metric, metrics),
                formats.count(found.validation_best_step),
                _value(found.test, found.metric, metrics),
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


def _heads(metrics: Collection[str]) -> tuple[str, ...]:
    """Return the heads of what every stage has; they name the main metric where there is one for all."""
    best, test = tr("Best validation"), tr("Test")
    if metrics == {"error"}:
        best, test = tr("Best validation, %"), tr("Test, %")
    elif len(metrics) == 1:
        about = describe_key(f"test/{next(iter(metrics))}")
        name = _name_with_unit(about)
        best, test = tr("Best validation {metric}", metric=name), tr("Test {metric}", metric=name)
    return tr("Stage"), tr("Task"), best, tr("at update"), test, tr("Loss")


def _name_with_unit(about: KeyDescription) -> str:
    return f"{about.short}, {about.unit}" if about.unit else about.short


def _value(value: float | None, metric: str, metrics: Collection[str]) -> str:
    """Return a value of a run's main metric, which is named where the heads name none."""
    about = describe_key(f"test/{metric}")
    text = formats.fixed(value, about.digits)
    return text if len(metrics) == 1 or not text else f"{text} {about.short}"


def _cell(text: str, column: int, role: str, colour: str) -> Label:
    label = Label(text, role, colour)
    if column > 1:
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label
