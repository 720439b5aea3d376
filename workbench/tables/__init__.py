"""Tables: a model over declared columns, painted cells, heads with groups."""

from workbench.tables.confusion import ConfusionTable, ConfusionView
from workbench.tables.delegates import (
    STATES,
    CellDelegate,
    Interval,
    IntervalDelegate,
    Status,
    StatusDelegate,
    Swatch,
    SwatchDelegate,
)
from workbench.tables.model import COLUMN, ROW, VALUE, RowsModel, TableColumn
from workbench.tables.view import GroupHeader, TableView

__all__ = [
    "COLUMN",
    "ROW",
    "STATES",
    "VALUE",
    "CellDelegate",
    "ConfusionTable",
    "ConfusionView",
    "GroupHeader",
    "Interval",
    "IntervalDelegate",
    "RowsModel",
    "Status",
    "StatusDelegate",
    "Swatch",
    "SwatchDelegate",
    "TableColumn",
    "TableView",
]
