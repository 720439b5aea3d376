"""All metrics of one split of a run, and those of each class, as two tables."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from engine.metrics.base import known_metrics
from workbench.engine_texts import metric_title
from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Card, Label
from workbench.widgets.arrange import arrange_columns

if TYPE_CHECKING:
    from engine.analysis.split_metrics import ClassMetrics, SplitMetrics

ROWS_SEEN = 16
"""Number of visible rows of a table; more scroll. No task has more metrics."""


@dataclass(frozen=True)
class MeasuredMetric:
    """One metric of a split: its title with the unit, its value, and the better direction."""

    name: str
    title: str
    value: str
    better: str
    help: str


class SplitMeasures(Card):
    """The metrics of one split on the left; precision, recall and others of each class on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Metrics"),
            tr("of the predictions for this split, at the checkpoint that was tested"),
            parent=parent,
        )
        self.metrics: RowsModel[MeasuredMetric] = RowsModel(
            [
                TableColumn("title", tr("Metric"), 168, stretch=True, tip=lambda row: row.help),
                TableColumn("value", tr("Value"), 80, align="right", sortable=False),
                TableColumn("better", tr("Better"), 80, color=lambda row: "text2", sortable=False),
            ],
            "name",
        )
        self.classes: RowsModel[ClassMetrics] = RowsModel(
            [
                TableColumn("name", tr("Class"), 120, stretch=True),
                TableColumn("texts", tr("Texts"), 64, align="right", text=formats.count),
                TableColumn("predicted", tr("Predicted"), 92, align="right", text=formats.count),
                TableColumn("precision", tr("Precision, %"), 108, align="right", text=formats.fixed),
                TableColumn("recall", tr("Recall, %"), 88, align="right", text=formats.fixed),
                TableColumn("f1", "F1, %", 64, align="right", text=formats.fixed),
                TableColumn("roc_auc", tr("ROC AUC"), 84, align="right", text=_area),
                TableColumn("average_precision", tr("Avg. precision"), 116, align="right", text=_area),
            ],
            "name",
        )
        self.metric_table = TableView(self.metrics, tr("Metrics of the split"), dense=True, multi=False)
        self.class_table = TableView(self.classes, tr("Metrics of each class"), dense=True, multi=False)
        self.note = Label("", "caption", "text3", wrap=True)
        tables = QWidget()
        self._columns = arrange_columns((self.metric_table, 2), (self.class_table, 5), on=tables)
        self.content.addWidget(tables)
        self.content.addWidget(self.note)
        self.show_split(None)
        self._columns.setSpacing(16)

    def show_split(self, data: SplitMetrics | None) -> None:
        """Show the metrics of one split, or nothing."""
        self.metrics.set_rows(_measured(data) if data is not None else [])
        self.classes.set_rows(data.by_class if data is not None else ())
        self.class_table.setVisible(bool(self.classes.rows))
        for table, model in ((self.metric_table, self.metrics), (self.class_table, self.classes)):
            table.setMinimumHeight(theme.sizes().row * (min(len(model.rows), ROWS_SEEN) + 1))
        missing = (
            [tr_engine(known_metrics()[name].title) for name in data.missing] if data is not None else []
        )
        note = (
            tr("Without stored probabilities there is no {names}.", names=", ".join(missing))
            if missing
            else ""
        )
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.setVisible(data is not None)


def _measured(metrics: SplitMetrics) -> list[MeasuredMetric]:
    rows = []
    for name, value in metrics.metrics.items():
        metric = known_metrics()[name]
        rows.append(
            MeasuredMetric(
                name,
                metric_title(metric),
                formats.fixed(value, metric.digits) if math.isfinite(value) else "–",
                tr("lower") if metric.direction == "min" else tr("higher"),
                tr_engine(metric.help),
            )
        )
    return rows


def _area(value: float) -> str:
    return formats.fixed(value, 4)
