"""Explore: the compared runs over any settings and measures, as points over two of them or as a table of means."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCompleter, QSizePolicy, QStackedWidget, QWidget

from engine.analysis.comparison import distinctive_names
from engine.analysis.pivot import (
    Pivot,
    build_pivot,
    names_data,
    pivot_document,
    pivot_notes,
    pivot_table,
)
from engine.formatting.numbers import plain
from engine.formatting.spreadsheets import delimited_text
from engine.spec.data import reads_generated
from engine.store.filter_completion import FilterVocabulary, read_vocabulary
from engine.store.runs import list_runs, read_run_values
from workbench.engine_texts import data_titles, quantity_title
from workbench.language import tr, tr_engine, tr_n
from workbench.look import formats
from workbench.pages.command_dialog import CommandDialog
from workbench.plots import PlaneMarker, PlanePlot, PlaneScale
from workbench.plots.picture import LegendLine, PlotPicture
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, Label, SegmentedControl, TextField
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from engine.store.database import Store
    from workbench.backend.session import Session

KINDS = (("scatter", tr("Scatter")), ("table", tr("Table")))
LOG_RATIO = 20.0
"""Numbers above zero whose largest is so many times the smallest are spaced by their logarithm."""
MOST_NAMED = 6
"""Different numbers that are all written in full; more of them are rounded."""
MOST_IN_LEGEND = 12
Value = float | str | None


@dataclass(frozen=True)
class ScatterRuns:
    """Runs as points on two axes. ``left_out`` of them lack a value, ``generated`` says whether texts are generated."""

    x: PlaneScale
    y: PlaneScale
    points: tuple[PlaneMarker, ...]
    left_out: int
    generated: bool


def read_scatter(
    store: Store, names: tuple[str, str], run_ids: Sequence[int], looks: Mapping[int, int]
) -> ScatterRuns:
    """Return the runs as points over two quantities, as a filter names them. For the reader thread.

    ``looks``: the series of runs that are drawn as another than their own. Raises UserError for a name that is none.
    """
    values = read_run_values(store, names, run_ids)
    by_id = {row.id: row for row in list_runs(store, ids=run_ids, archived=None)}
    rows = [by_id[number] for number in run_ids if number in by_id]
    labels = dict(zip((row.id for row in rows), distinctive_names([row.name for row in rows]), strict=True))
    generated = any(reads_generated(row.data) for row in rows)
    complete = [row for row in rows if all(_stands(values[row.id][name]) for name in names)]
    (x, xs), (y, ys) = (_axis(name, [values[row.id][name] for row in complete]) for name in names)
    points = tuple(
        PlaneMarker(row.id, looks.get(row.id, row.look), labels[row.id], *place, runs=(place,))
        for row, place in zip(complete, zip(xs, ys, strict=True), strict=True)
    )
    return ScatterRuns(x, y, points, len(rows) - len(complete), generated)


def _stands(value: Value) -> bool:
    """Return whether a value has a place on an axis."""
    return value is not None and value != "" and (isinstance(value, str) or math.isfinite(value))


def _axis(name: str, values: Sequence[Value]) -> tuple[PlaneScale, list[float]]:
    """Return an axis and where ``values`` stand on it: numbers as they are, words in the order of their first use."""
    numbers = [float(value) for value in values if not isinstance(value, str) and value is not None]
    if len(numbers) == len(values):
        different = sorted(set(numbers))
        log = bool(different) and different[0] > 0 and different[-1] >= LOG_RATIO * different[0]
        in_full = len(different) <= MOST_NAMED and all(len(plain(each)) <= 7 for each in different)
        labels = {each: plain(each) if in_full else formats.short(each) for each in different}
        return PlaneScale(quantity_title(name), lambda at: labels.get(at) or formats.short(at), log), numbers
    texts = [
        data_titles(each) if names_data(name) and isinstance(each, str) else str(each) for each in values
    ]
    words = tuple(dict.fromkeys(texts))
    scale = PlaneScale(
        quantity_title(name), lambda at: words[min(max(round(at), 0), len(words) - 1)], words=words
    )
    return scale, [float(words.index(each)) for each in texts]


class ScatterPlot(PlanePlot):
    """Runs as points over two quantities, of which neither has a better end.

    ``names`` are those of the quantities, as a filter has them. ``legend`` is for the picture.
    """

    LESS_IS_BETTER: ClassVar[bool] = False
    HINT: ClassVar[str] = tr("Point at a run to read its values")
    names: tuple[str, str] = ("x", "y")
    legend: Sequence[LegendLine] = ()

    def _columns(self) -> list[TableColumn[dict[str, object]]]:
        columns = [TableColumn[dict[str, object]]("label", tr("Run"), 200, stretch=True)]
        for key, axis, name in zip(("x", "y"), self._axes, self.names, strict=True):
            columns.append(TableColumn(key, axis.title, 148, "right", text=axis.text, head_tip=name))
        return columns

    def _row(self, spot: PlaneMarker) -> dict[str, object]:
        return {"key": spot.key, "label": spot.name, "x": spot.x, "y": spot.y}

    def _value(self, axis: PlaneScale, text: str) -> tuple[int, str, str]:
        return 0, f"{axis.title} {text}", ""

    def csv(self) -> str:
        """Return a line per run in full precision."""
        rows: list[list[object]] = [["run", "name", *self.names]]
        for spot in self.points():
            cells = zip(self._axes, (spot.x, spot.y), strict=True)
            values = (axis.text(value) if axis.words else value for axis, value in cells)
            rows.append([spot.key, spot.label, *values])
        return delimited_text(rows)

    def picture(self) -> PlotPicture:
        shown = self.legend if len(self.legend) <= MOST_IN_LEGEND else ()
        return replace(super().picture(), legend=tuple(shown))


class ExploreDialog(CommandDialog):
    """Asks for the names of quantities and shows the runs over them.

    Args:
        looks: the runs with their series.
        setting: the setting that stands at first for one axis, and for the rows of the table. Empty: none differs.
        legend: the lines of the scatter's legend in a picture.

    ``chosen(run)`` when the user has chosen a point, ``opened(run)`` when its run is wanted, with which it closes.
    """

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(
        self,
        session: Session,
        looks: Mapping[int, int],
        setting: str,
        parent: QWidget,
        legend: Sequence[LegendLine] = (),
    ) -> None:
        super().__init__(session, tr("Explore the compared runs"), parent, size=(960, 600))
        self._looks = dict(looks)
        self._asked: dict[str, tuple[str, ...]] = {}
        self.pivot: Pivot | None = None
        self.fields = {
            "scatter": (_field(tr("Horizontal"), setting or "best"), _field(tr("Vertical"), "test")),
            "table": (
                _field(tr("Rows"), setting or "encoder"), _field(tr("Columns"), "data"), _field(tr("Mean of"), "test")
            ),
        }  # fmt: skip
        self.kinds = SegmentedControl(KINDS, tr("View of the runs"))
        self.kinds.chosen.connect(self.show_kind)
        self.plot = ScatterPlot(tr("Scatter"))
        self.plot.legend = legend
        self.plot.chosen.connect(self.chosen)
        self.plot.opened.connect(self._open)
        self.model: RowsModel[dict[str, str]] = RowsModel([TableColumn("row", "")], "row")
        self.table = TableView(self.model, tr("Runs by two quantities"), multi=False)
        self.summary = Label("", "caption", "text2", wrap=True)
        self._arrange()
        for field in sum(self.fields.values(), ()):
            field.editingFinished.connect(self.ask)
        session.query(read_vocabulary, then=self._offer, owner=self, slot="names")
        self.show_kind("scatter")

    def _arrange(self) -> None:
        self.copies = [
            Button(tr("Copy as Markdown"), icon="copy"), Button(tr("Copy as LaTeX")), Button(tr("Copy as CSV")),
        ]  # fmt: skip
        for button, kind in zip(self.copies, ("markdown", "latex", "csv"), strict=True):
            button.clicked.connect(partial(self.copy, kind))
            button.setEnabled(False)
        self._heads, self._bodies = QStackedWidget(), QStackedWidget()
        self._heads.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        sheet = QWidget()
        arrange_rows((self.table, 1), self.summary, on=sheet, spacing=8)
        for kind, body in zip(self.fields, (self.plot, sheet), strict=True):
            head = QWidget()
            parts = [
                each for f in self.fields[kind] for each in (Label(f.accessibleName(), "caption", "text2"), f)
            ]
            arrange_columns(*parts, ..., on=head, spacing=8)
            self._heads.addWidget(head)
            self._bodies.addWidget(body)
        self.plot.notice.connect(partial(self.message.show_message, "ok"))
        self.arrange(arrange_columns(self.kinds, ...), self._heads, (self._bodies, 1), buttons=self.copies)

    def show_kind(self, kind: object) -> None:
        """Show the runs as ``scatter`` or ``table``."""
        self.kinds.set_current(kind)
        for stack in (self._heads, self._bodies):
            stack.setCurrentIndex([*self.fields].index(str(kind)))
        for button in self.copies:
            button.setVisible(kind == "table")
        self._asked.pop(str(kind), None)
        self.ask()

    def _offer(self, vocabulary: FilterVocabulary) -> None:
        for field in sum(self.fields.values(), ()):
            completer = QCompleter(sorted(vocabulary.names), field)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            field.setCompleter(completer)

    def ask(self) -> None:
        """Read what is named now."""
        kind, ids = str(self.kinds.current()), list(self._looks)
        names = tuple(name for field in self.fields[kind] if (name := field.text().strip()))
        if names == self._asked.get(kind) or len(names) != len(self.fields[kind]):
            return
        self._asked[kind] = names
        query = partial(
            self.session.query, owner=self, slot=kind, failed=partial(self.message.show_message, "error")
        )
        if kind == "scatter":
            query(read_scatter, (names[0], names[1]), ids, self._looks, then=self._show_points)
        else:
            query(build_pivot, names[0], names[1], names[2], "", ids, then=self._show_table)

    def _show_points(self, runs: ScatterRuns) -> None:
        text = tr("{ids} runs", ids=len(runs.points))
        self.plot.set_caption(tr("{said}, on demonstration texts", said=text) if runs.generated else text)
        self.plot.set_empty(tr("No run has both values"))
        self.plot.names = (self._asked["scatter"][0], self._asked["scatter"][1])
        self.plot.set_points(runs.points, runs.x, runs.y)
        self.message.clear()
        if runs.left_out:
            text = tr_n("{n} run lacks a value.", "{n} runs lack a value.", runs.left_out)
            self.message.show_message("warning", text)

    def _show_table(self, pivot: Pivot) -> None:
        self.pivot = pivot
        self.message.clear()
        table = pivot_table(pivot)
        head, *others = table.headings
        columns = [TableColumn[dict[str, str]]("row", quantity_title(head), 200, stretch=True, head_tip=head)]
        columns += [TableColumn(f"{i}", name, 148, "right") for i, name in enumerate(others)]
        self.model.set_columns(columns)
        keys = [column.key for column in columns]
        self.model.set_rows([dict(zip(keys, map(str, line), strict=True)) for line in table.rows])
        none = tr("None of these runs has finished with this value.")
        self.summary.setText(" ".join(map(tr_engine, pivot_notes(pivot))) if pivot.rows else none)
        for button in self.copies:
            button.setEnabled(bool(pivot.rows))

    def copy(self, kind: str) -> None:
        """Put the table on the clipboard, as ``markdown``, ``latex`` or ``csv``."""
        if self.pivot is None:
            return
        QGuiApplication.clipboard().setText(pivot_document(self.pivot).text(kind))
        self.message.show_message("ok", tr("The table is copied."))

    def _open(self, number: int) -> None:
        self.opened.emit(number)
        self.close()


def _field(name: str, text: str) -> TextField:
    return TextField(text, name=name, width=200)
