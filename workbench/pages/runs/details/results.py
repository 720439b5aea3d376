"""The Results tab: the results of each stage of a run in each of its tasks, and all metrics of one split."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.metrics.base import display_metric
from workbench.backend.watch import Watch
from workbench.engine_texts import RESULT_HEADS, describe_key, task_title
from workbench.language import join_sentences, tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.runs.details.measures import SplitMeasures
from workbench.pages.runs.run_list.query import RunDetails
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, Card, ComboBox, Label
from workbench.widgets.arrange import arrange_columns, arrange_rows, scrolling

if TYPE_CHECKING:
    from engine.analysis.split_metrics import SplitMetrics
    from engine.analysis.task_results import TaskResult
    from engine.metrics.keys import KeyDescription
    from engine.store import Store
    from workbench.backend.session import Session


def split_words(split: str, titles: Sequence[str]) -> str:
    """Return the title of a split: ``stage-1/test/news`` is ``Test, news, after stage 1``. ``titles`` are the
    stages'.
    """
    parts, stage = split.split("/"), ""
    if parts[0].startswith("stage-"):
        number = int(parts[0].removeprefix("stage-"))
        title = titles[number - 1] if number <= len(titles) else ""
        stage = tr("after {number} {title}", number=number, title=title).rstrip()
        parts = parts[1:]
    return ", ".join(part for part in (tr_engine(parts[0].capitalize()), "/".join(parts[1:]), stage) if part)


class SplitChoice(ComboBox):
    """The splits with stored predictions of a run. Hidden if there is only one. ``chosen()`` by the user."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__([], tr("Split whose predictions are shown"), width=120, parent=parent)
        self._offered: tuple[object, ...] = ()
        self.activated.connect(lambda _index: self.chosen.emit())
        self.hide()

    def split(self) -> str:
        """Return the chosen split, empty if the run has none."""
        return str(self.currentData() or "")

    def offer(self, details: RunDetails | None) -> bool:
        """Set a run's splits, with the test split chosen first. Return whether they have changed."""
        splits = details.splits if details is not None else ()
        titles = [tr_engine(stage.title) for stage in details.stages] if details is not None else []
        offered = (details.row.id if details is not None else 0, splits)
        if offered == self._offered:
            return False
        current, self._offered = self.currentData(), offered
        self.set_choices([(split_words(split, titles), split) for split in splits])
        self.setVisible(len(splits) > 1)
        if splits:
            test = next((split for split in splits if split.startswith("test")), splits[0])
            self.set_current(current if current in splits else test)
        return True


@dataclass(frozen=True)
class ResultRow:
    """One line of the table, with a text for each column."""

    place: int
    cells: tuple[str, ...]


def load_split(store: Store, run: int, split: str) -> SplitMetrics | None:
    """Return all metrics of a run's stored predictions for ``split``, or None if there are none."""
    from engine.analysis.split_metrics import measure_split

    return measure_split(store, run, split)


class ResultsTab(QWidget):
    """A table of results, and the metrics of one split.

    Signals: ``export_requested(run, split)`` for the predictions as a file, ``decide_requested(run, split)`` for the
    decision rule of their model.
    """

    export_requested = Signal(int, str)
    decide_requested = Signal(int, str)

    def __init__(self, session: Session | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run = 0
        self.table_card = Card(tr("Results"), tr("of each stage at the checkpoint that validation chose"))
        self.model: RowsModel[ResultRow] = RowsModel([TableColumn("stage", tr("Stage"))], "place")
        self.table = TableView(self.model, tr("Results"), dense=True, multi=False)
        self.note = Label("", "caption", "text3", wrap=True)
        self.table_card.content.addWidget(self.table)
        self.table_card.content.addWidget(self.note)
        self.split = SplitChoice()
        self.export = Button(
            tr("Export predictions…"), icon="export",
            tip=tr("Every text with label, prediction and confidence, as a table"),
        )  # fmt: skip
        self.decisions = Button(
            tr("Decisions…"),
            tip=tr("Thresholds, costs, calibration, or no answer where the model is unsure: tuned on validation texts"),
        )  # fmt: skip
        for button, signal in ((self.export, self.export_requested), (self.decisions, self.decide_requested)):
            button.clicked.connect(
                lambda _on=False, signal=signal: signal.emit(self._run, self.split.split())
            )
            button.hide()
            self.table_card.add_head_widget(button)
        self.measures = SplitMeasures()
        self.measures.add_head_widget(self.split)
        inner = QWidget()
        arrange_rows(self.table_card, self.measures, ..., on=inner, margins=(16, 8, 16, 8), spacing=8)
        arrange_columns(scrolling(inner, tr("Results"), sideways=True), on=self)
        self._watch = Watch(session, self, load_split, self._question, self._show_split, follows=tuple)
        self.split.chosen.connect(self._watch.ask)
        self._fit()

    def _fit(self) -> None:
        self.table.setFixedHeight(theme.sizes().row * (len(self.model.rows) + 1) + 2)

    def _question(self) -> tuple[int, str] | None:
        return (self._run, self.split.split()) if self._run and self.split.split() else None

    def show_details(self, details: RunDetails | None) -> None:
        """Show one run's results, or nothing."""
        self._run = details.row.id if details is not None else 0
        results = details.results if details is not None else ()
        notes = [note for note in (*details.evidence, details.looks) if note] if details is not None else []
        titles = [tr_engine(stage.title) for stage in details.stages] if details is not None else []
        self._fill(results, titles)
        if not results:
            waiting = tr("Results appear here once a stage has been evaluated.")
            self.note.setText(waiting if self._run else tr("Select a run to read its results."))
        else:
            self.note.setText(join_sentences(map(tr_engine, notes)))
        self.note.setVisible(bool(self.note.text()))
        changed = self.split.offer(details)
        self.export.setVisible(bool(self.split.split()))
        ended = details is not None and details.row.status == "finished"
        self.decisions.setVisible(ended and bool(self.split.split()))
        if self._question() is None:
            self._show_split(None)
        elif changed:
            self._watch.ask()

    def _show_split(self, metrics: SplitMetrics | None) -> None:
        self.measures.show_split(metrics)
        if metrics is not None and not metrics.by_class:
            self.decisions.hide()  # numbers have no probabilities to choose among

    def _fill(self, results: Sequence[TaskResult], titles: Sequence[str]) -> None:
        self.table.setVisible(bool(results))
        further = {name: describe_key(f"test/{name}") for each in results for name in each.more}
        metrics = {each.metric for each in results}
        heads = (*_heads(metrics), *map(_name_with_unit, further.values()))
        rows, before = [], 0
        for index, each in enumerate(results):
            title = titles[each.stage - 1] if each.stage <= len(titles) else each.kind
            cells = (
                f"{each.stage} {title}" if each.stage != before else "",
                task_title(each.task) if each.task else tr("Mean of all tasks"),
                _value(each.validation_best, each.metric, metrics),
                formats.count(each.validation_best_step),
                _value(each.test, each.metric, metrics),
                formats.fixed(each.test_loss, 3),
                *(formats.fixed(each.more.get(name), details.digits) for name, details in further.items()),
            )
            before = each.stage
            rows.append(
                ResultRow(index, tuple(cell or ("" if i < 2 else "–") for i, cell in enumerate(cells)))
            )
        if [column.title for column in self.model.columns] != list(heads):
            self.model.set_rows([])
            self.model.set_columns([_column(index, head) for index, head in enumerate(heads)])
        self.model.set_rows(rows)
        self._fit()


def _column(place: int, head: str) -> TableColumn[ResultRow]:
    return TableColumn(
        str(place), head, 152 if place < 2 else max(80, theme.text_width(head, "caption_medium") + 24),
        "left" if place < 2 else "right",
        value=lambda row: row.cells[place], sortable=False, stretch=place == 1,
        bold=lambda _row: place == 4,
    )  # fmt: skip


def _heads(metrics: Collection[str]) -> tuple[str, ...]:
    """Return the heads of the result columns. They name the main metric if all results share it."""
    best, test = tr("Best validation"), tr("Test")
    if metrics == {display_metric("error")}:
        best, test = RESULT_HEADS["best"], RESULT_HEADS["test"]
    elif len(metrics) == 1:
        details = describe_key(f"test/{next(iter(metrics))}")
        name = _name_with_unit(details)
        best, test = tr("Best validation {metric}", metric=name), tr("Test {metric}", metric=name)
    return tr("Stage"), tr("Task"), best, tr("at update"), test, tr("Loss")


def _name_with_unit(details: KeyDescription) -> str:
    return f"{details.short}, {details.unit}" if details.unit else details.short


def _value(value: float | None, metric: str, metrics: Collection[str]) -> str:
    """Return a value of a run's main metric, which is named where the heads name none."""
    details = describe_key(f"test/{metric}")
    text = formats.fixed(value, details.digits)
    return text if len(metrics) == 1 or not text else f"{text} {details.short}"
