"""Scatter of the compared runs over any two settings or measures."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from engine.formatting.spreadsheets import delimited_text
from engine.store.filter_completion import FilterVocabulary, read_vocabulary
from workbench.language import tr, tr_n
from workbench.look import formats, theme
from workbench.pages.compare.parallel_dialog import read_parallel
from workbench.pages.compare.pivot_dialog import offer_names
from workbench.plots import PlaneMarker, PlanePlot, PlaneScale
from workbench.plots.parallel.axes import ParallelAxis, Value
from workbench.plots.picture import LegendLine, PlotPicture
from workbench.tables import TableColumn
from workbench.widgets import Button, Label, MessageLine, TextField
from workbench.widgets.arrange import arrange_columns, arrange_foot, arrange_rows, resize_on_screen

if TYPE_CHECKING:
    from engine.store.database import Store
    from workbench.backend.session import Session

MOST_IN_LEGEND = 12


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


class ScatterDialog(QDialog):
    """Asks for two names and draws the runs over them; ``names`` is what stands there at first.

    ``looks``: the runs with their series. ``chosen(run)`` when the user has chosen a point, ``opened(run)`` when its
    run is wanted, with which the dialog closes.
    """

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(
        self,
        session: Session,
        looks: Mapping[int, int],
        names: tuple[str, str],
        parent: QWidget,
        legend: Sequence[LegendLine] = (),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Scatter of two quantities"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._looks, self._quantities = session, dict(looks), ("", "")
        self.horizontal = TextField(names[0], name=tr("Horizontal"), width=220)
        self.vertical = TextField(names[1], name=tr("Vertical"), width=220)
        self.plot = ScatterPlot(tr("Scatter of two quantities"), tr("{ids} runs", ids=len(self._looks)))
        self.plot.legend = legend
        self.message = MessageLine()
        policy = self.message.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.message.setSizePolicy(policy)
        close = Button(tr("Close"))
        close.clicked.connect(self.close)
        s = theme.sizes()
        head = arrange_columns(
            Label(self.horizontal.accessibleName(), "caption", "text2"), self.horizontal,
            Label(self.vertical.accessibleName(), "caption", "text2"), self.vertical, ..., spacing=s.s8,
        )  # fmt: skip
        foot = arrange_foot(self.message, close, spacing=s.s8)
        rows = arrange_rows(head, (self.plot, 1), foot, on=self, spacing=s.s12)
        rows.setContentsMargins(s.s16, s.s16, s.s16, s.s16)
        resize_on_screen(self, s.px(800), s.px(560))
        self.plot.notice.connect(lambda words: self.message.show_message("ok", words))
        self.plot.chosen.connect(self.chosen)
        self.plot.opened.connect(self._open)
        for field in (self.horizontal, self.vertical):
            field.editingFinished.connect(self.ask)
        session.query(read_vocabulary, then=self._offer, owner=self, slot="names")
        self.ask()

    def _offer(self, vocabulary: FilterVocabulary) -> None:
        for field in (self.horizontal, self.vertical):
            offer_names(field, vocabulary)

    def ask(self) -> None:
        """Read what is named now."""
        names = (self.horizontal.text().strip(), self.vertical.text().strip())
        if all(names) and names != self._quantities:
            self._quantities = names
            self._session.query(
                read_scatter, names, list(self._looks), self._looks,
                then=self._show, owner=self, slot="scatter", failed=self._fail,
            )  # fmt: skip

    def _show(self, runs: ScatterRuns) -> None:
        caption = tr("{ids} runs", ids=len(runs.points))
        self.plot.set_caption(tr("{said}, on generated texts", said=caption) if runs.generated else caption)
        self.plot.set_empty(tr("No run has both values"))
        self.plot.names = self._quantities
        self.plot.set_points(runs.points, runs.x, runs.y)
        self.message.clear()
        if runs.left_out:
            message = tr_n("{n} run lacks a value.", "{n} runs lack a value.", runs.left_out)
            self.message.show_message("warning", message)

    def _fail(self, reason: str) -> None:
        self.message.show_message("error", reason)

    def _open(self, number: int) -> None:
        self.opened.emit(number)
        self.close()
