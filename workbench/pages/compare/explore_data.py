"""What the Explore dialog draws: runs over any settings and measures, read from the store, and the scatter plot."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from engine.analysis.comparison import distinctive_names
from engine.analysis.pivot import Pivot, names_data, pivot_markdown, pivot_notes, pivot_records, pivot_table
from engine.analysis.tables import to_csv, to_latex
from engine.formatting.spreadsheets import delimited_text
from engine.spec.data import reads_generated
from engine.store.runs import list_runs, read_run_values
from workbench.engine_texts import data_titles, quantity_title
from workbench.language import tr
from workbench.look import formats
from workbench.plots import PlaneMarker, PlanePlot, PlaneScale
from workbench.plots.parallel.axes import ParallelAxis, ParallelLine, Value
from workbench.plots.picture import LegendLine, PlotPicture
from workbench.tables import TableColumn

if TYPE_CHECKING:
    from engine.store.database import Store

MOST_IN_LEGEND = 12


@dataclass(frozen=True)
class ParallelRuns:
    """Axes with the values of runs, the runs, and whether any of them read generated texts."""

    axes: tuple[ParallelAxis, ...]
    lines: tuple[ParallelLine, ...]
    generated: bool


def read_parallel(
    store: Store, names: Sequence[str], run_ids: Sequence[int], looks: Mapping[int, int]
) -> ParallelRuns:
    """Return the values of ``run_ids`` under ``names``, as a filter names them. For the reader thread.

    ``looks``: the series of runs that are drawn as another than their own. Raises UserError for a name that is none.
    """
    values = read_run_values(store, names, run_ids)
    by_id = {row.id: row for row in list_runs(store, ids=run_ids, archived=None)}
    rows = [by_id[number] for number in run_ids if number in by_id]
    labels = distinctive_names([row.name for row in rows])
    lines = [
        ParallelLine(row.id, looks.get(row.id, row.look), name)
        for row, name in zip(rows, labels, strict=True)
    ]
    axes = [
        ParallelAxis(name, tuple(_value(name, values[row.id][name]) for row in rows), quantity_title(name))
        for name in names
    ]
    generated = any(reads_generated(row.data) for row in rows)
    return ParallelRuns(tuple(axes), tuple(lines), generated)


def _value(name: str, value: Value) -> Value:
    if value == "":
        return None
    return data_titles(value) if names_data(name) and isinstance(value, str) else value


@dataclass(frozen=True)
class ScatterRuns:
    """Runs as points on two axes.

    Attributes:
        points: a point for each run that has both values.
        left_out: how many runs have not.
        generated: whether any run reads generated texts.
    """

    x: PlaneScale
    y: PlaneScale
    points: tuple[PlaneMarker, ...]
    left_out: int
    generated: bool


def read_scatter(
    store: Store, names: tuple[str, str], run_ids: Sequence[int], looks: Mapping[int, int]
) -> ScatterRuns:
    """Return the runs as points over two quantities, as a filter names them. For the reader thread.

    ``looks`` and what is raised: as of ``read_parallel``.
    """
    runs = read_parallel(store, names, run_ids, looks)
    complete = [i for i in range(len(runs.lines)) if all(_stands(axis.values[i]) for axis in runs.axes)]
    x, y = (replace(axis, values=tuple(axis.values[i] for i in complete)) for axis in runs.axes)
    points = []
    for line, places in zip(
        (runs.lines[i] for i in complete), zip(_places(x), _places(y), strict=True), strict=True
    ):
        points.append(PlaneMarker(line.key, line.slot, line.name, *places, runs=(places,)))
    left_out = len(runs.lines) - len(complete)
    return ScatterRuns(_scale(x), _scale(y), tuple(points), left_out, runs.generated)


def _stands(value: Value) -> bool:
    """Return whether a value has a place on an axis."""
    return value is not None and (isinstance(value, str) or math.isfinite(value))


def _places(axis: ParallelAxis) -> list[float]:
    """Return where values stand: the numbers themselves, or the places of words."""
    if axis.numeric:
        return [float(value) for value in axis.values if value is not None]
    return [float(axis.words.index(axis.text(value))) for value in axis.values]


def _scale(axis: ParallelAxis) -> PlaneScale:
    return PlaneScale(axis.head, _text(axis), axis.log, words=axis.words)


def _text(axis: ParallelAxis) -> Callable[[float], str]:
    """Return what writes a place of an axis: its nearest word, a value of a run, or a number between."""
    words, numbers = axis.words, axis.numbers
    if words:
        return lambda place: words[min(max(round(place), 0), len(words) - 1)]
    return lambda value: axis.text(value) if value in numbers else formats.short(value)


class ScatterPlot(PlanePlot):
    """Runs as points over two quantities, of which neither has a better end.

    ``names`` are those of the quantities, as a filter has them; ``legend`` is for the picture.
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


def pivot_text(pivot: Pivot, kind: str) -> str:
    """Return a table of two quantities as ``csv``, ``markdown`` or ``latex``."""
    if kind == "csv":
        return to_csv(pivot_records(pivot))
    if kind == "markdown":
        return pivot_markdown(pivot)
    return to_latex(
        pivot_table(pivot),
        " ".join([f"{pivot.value} by {' and '.join(pivot.by)}.", *pivot_notes(pivot)]),
    )
