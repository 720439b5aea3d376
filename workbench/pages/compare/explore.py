"""Explore: the compared runs as points over any two settings or measures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCompleter, QWidget

from engine.analysis.comparison import distinctive_names
from engine.formatting.numbers import plain
from engine.formatting.spreadsheets import delimited_text
from engine.spec.data import reads_generated
from engine.store.run_filters import read_names
from engine.store.runs import list_runs, read_run_values
from workbench.engine_texts import data_titles, quantity_title
from workbench.language import tr, tr_n
from workbench.look import formats
from workbench.pages.command_dialog import CommandDialog
from workbench.plots import PlaneMarker, PlanePlot, PlaneScale
from workbench.plots.picture import LegendLine, PlotPicture
from workbench.tables import TableColumn
from workbench.widgets import Label, TextField
from workbench.widgets.arrange import arrange_columns

if TYPE_CHECKING:
    from engine.store.database import Store
    from workbench.backend.session import Session

LOG_RATIO = 20.0
"""Positive numbers with a larger ratio of maximum to minimum are spaced logarithmically."""
MOST_NAMED = 6
"""Number of distinct numbers that are written in full; more are rounded."""
MOST_IN_LEGEND = 12
Value = float | str | None


@dataclass(frozen=True)
class ScatterRuns:
    """Runs as points on two axes. ``left_out`` counts runs without a value, ``generated`` marks generated texts."""

    x: PlaneScale
    y: PlaneScale
    points: tuple[PlaneMarker, ...]
    left_out: int
    generated: bool


def read_scatter(
    store: Store,
    names: tuple[str, str],
    titles: Mapping[str, str],
    run_ids: Sequence[int],
    looks: Mapping[int, int],
) -> ScatterRuns:
    """Return the runs as points over two quantities, named as in a filter. For the reader thread.

    ``titles``: those of some quantities, other than the usual. ``looks``: the series of each run.
    Raises UserError for an unknown name.
    """
    values = read_run_values(store, names, run_ids)
    by_id = {row.id: row for row in list_runs(store, ids=run_ids, archived=None)}
    rows = [by_id[number] for number in run_ids if number in by_id]
    labels = dict(zip((row.id for row in rows), distinctive_names([row.name for row in rows]), strict=True))
    generated = any(reads_generated(row.data) for row in rows)
    complete = [row for row in rows if all(_is_plottable(values[row.id][name]) for name in names)]
    (x, xs), (y, ys) = (
        _axis(name, titles.get(name) or quantity_title(name), [values[row.id][name] for row in complete])
        for name in names
    )
    points = tuple(
        PlaneMarker(row.id, looks.get(row.id, row.style), labels[row.id], *place, runs=(place,))
        for row, place in zip(complete, zip(xs, ys, strict=True), strict=True)
    )
    return ScatterRuns(x, y, points, len(rows) - len(complete), generated)


def _is_plottable(value: Value) -> bool:
    """Return whether a value has a position on an axis."""
    return value is not None and value != "" and (isinstance(value, str) or math.isfinite(value))


def _axis(name: str, title: str, values: Sequence[Value]) -> tuple[PlaneScale, list[float]]:
    """Return an axis and the positions of ``values`` on it: numbers themselves, words in order of their first use."""
    numbers = [float(value) for value in values if not isinstance(value, str) and value is not None]
    if len(numbers) == len(values):
        different = sorted(set(numbers))
        log = bool(different) and different[0] > 0 and different[-1] >= LOG_RATIO * different[0]
        in_full = len(different) <= MOST_NAMED and all(len(plain(each)) <= 7 for each in different)
        labels = {each: plain(each) if in_full else formats.short(each) for each in different}
        return PlaneScale(title, lambda at: labels.get(at) or formats.short(at), log), numbers
    texts = [
        data_titles(str(each)) if name == "data" or name.endswith("data.source") else str(each)
        for each in values
    ]
    words = tuple(dict.fromkeys(texts))
    scale = PlaneScale(title, lambda at: words[min(max(round(at), 0), len(words) - 1)], words=words)
    return scale, [float(words.index(each)) for each in texts]


class ScatterPlot(PlanePlot):
    """Runs as points over two quantities, neither of which has a better direction.

    ``names`` are the quantities, as in a filter. ``legend`` is for the picture.
    """

    LESS_IS_BETTER: ClassVar[bool] = False
    HINT: ClassVar[str] = tr("Hover over a run to see its values")
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
    """Choose two quantities and show the runs over them.

    Args:
        looks: the runs with their series.
        setting: the initial setting of one axis, empty if no setting differs.
        titles: the titles that quantities have in the comparison, with metric and unit.
        legend: the lines of the scatter's legend in a picture.

    ``chosen(run)`` when the user selects a point, ``opened(run)`` when its run is requested, which closes the dialog.
    """

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(
        self,
        session: Session,
        looks: Mapping[int, int],
        setting: str,
        titles: Mapping[str, str],
        parent: QWidget,
        legend: Sequence[LegendLine] = (),
    ) -> None:
        super().__init__(session, tr("Explore the compared runs"), parent, size=(960, 600))
        self._looks, self._titles = dict(looks), titles
        self._axis_names = ("", "")
        first = {tr("Horizontal"): setting or "best", tr("Vertical"): "test"}
        self._names = {titles.get(name) or quantity_title(name): name for name in first.values()}
        self.fields = [
            TextField(title, name=axis, width=200) for axis, title in zip(first, self._names, strict=True)
        ]
        self.plot = ScatterPlot(tr("Scatter"))
        self.plot.legend = legend
        self.plot.chosen.connect(self.chosen)
        self.plot.opened.connect(self._open)
        self.plot.notice.connect(partial(self.message.show_message, "ok"))
        head = [part for f in self.fields for part in (Label(f.accessibleName(), "caption", "text2"), f)]
        self.arrange(arrange_columns(*head, ..., spacing=8), (self.plot, 1))
        for field in self.fields:
            field.editingFinished.connect(self.ask)
        session.query(read_names, then=self._offer, owner=self, slot="names")
        self.ask()

    def _offer(self, names: list[str]) -> None:
        for name in names:
            self._names.setdefault(self._titles.get(name) or quantity_title(name), name)
        for field in self.fields:
            completer = QCompleter(sorted(self._names), field)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            field.setCompleter(completer)

    def ask(self) -> None:
        """Read the runs over the quantities entered, as titles or in the notation of filters."""
        across, up = (self._names.get(text := field.text().strip(), text) for field in self.fields)
        if across and up and (across, up) != self._axis_names:
            self._axis_names = (across, up)
            self.session.query(
                read_scatter, self._axis_names, self._titles, list(self._looks), self._looks, then=self._show_points,
                owner=self, slot="points", failed=partial(self.message.show_message, "error"),
            )  # fmt: skip

    def _show_points(self, runs: ScatterRuns) -> None:
        text = tr("{count} runs", count=len(runs.points))
        self.plot.set_caption(tr("{text}, on demonstration texts", text=text) if runs.generated else text)
        self.plot.set_empty(tr("No run has both values"))
        self.plot.names = self._axis_names
        self.plot.set_points(runs.points, runs.x, runs.y)
        self.message.clear()
        if runs.left_out:
            text = tr_n("{n} run lacks a value.", "{n} runs lack a value.", runs.left_out)
            self.message.show_message("warning", text)

    def _open(self, number: int) -> None:
        self.opened.emit(number)
        self.close()
