"""A card with parallel coordinates: lines, readout, table and export."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from engine.formatting.spreadsheets import delimited_text
from workbench.language import tr
from workbench.look import theme
from workbench.plots.parallel.axes import ParallelAxis, ParallelLine
from workbench.plots.parallel.canvas import ParallelCanvas
from workbench.plots.picture import LegendLine, PlotPicture
from workbench.plots.plot_card import PlotCard
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Readout

MOST_IN_LEGEND = 12


class ParallelPlot(PlotCard):
    """Runs as lines across the axes of chosen quantities; a range on an axis leaves the lines outside of it grey."""

    def __init__(self, title: str, caption: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, caption, parent)
        self.canvas = ParallelCanvas(title)
        self.model: RowsModel[dict[str, object]] = RowsModel([], "key")
        self.table = TableView(self.model, tr("{title}, as a table", title=title), multi=False)
        self.set_parts(self.canvas, self.table, self.csv)
        self.readout = Readout()
        self.add_readout(self.readout)
        self.canvas.pointed.connect(lambda _key: self._read_out())
        self.canvas.ranges_changed.connect(self._read_out)
        ParallelPlot.apply_theme(self)

    def apply_theme(self) -> None:
        super().apply_theme()
        self.readout.setFixedHeight(theme.sizes().readout)

    def set_lines(self, axes: Sequence[ParallelAxis], lines: Sequence[ParallelLine]) -> None:
        """Draw these lines across these axes."""
        self.canvas.set_lines(axes, lines)
        columns = [TableColumn[dict[str, object]]("name", tr("Run"), 200, stretch=True)]
        columns += [
            TableColumn(f"{i}", axis.head, 112, "right", text=axis.text, head_tip=axis.name)
            for i, axis in enumerate(axes)
        ]
        self.model.set_columns(columns)
        self.model.set_rows(
            [
                {"key": line.key, "name": line.name}
                | {f"{i}": axis.values[row] for i, axis in enumerate(axes)}
                for row, line in enumerate(lines)
            ]
        )
        self._read_out()

    def _read_out(self) -> None:
        """Show the values of the line that is pointed at, else how many lines are in the ranges."""
        line = next((each for each in self.canvas.plan.lines if each.key == self.canvas.current), None)
        if line is not None:
            self.readout.set_readout(
                "", [(line.slot, line.name, ""), *((0, text, "") for text in self.canvas.words(line.key))]
            )
        elif self.canvas.ranges:
            inside, all_lines = len(self.canvas.within()), len(self.canvas.plan.lines)
            self.readout.set_readout(
                tr("{inside} of {all_lines} runs are in the ranges", inside=inside, all_lines=all_lines), []
            )
        else:
            self.readout.set_readout(
                tr("Point at a line to read it; drag along an axis to choose a range"), []
            )

    def csv(self) -> str:
        """Return a line per run in full precision; empty where it has no value."""
        axes = self.canvas.plan.axes
        head = ["run", "name", *(axis.name for axis in axes)]
        lines = enumerate(self.canvas.plan.lines)
        return delimited_text(
            [head, *([line.key, line.name, *(axis.values[row] for axis in axes)] for row, line in lines)]
        )

    def picture(self) -> PlotPicture:
        lines = self.canvas.plan.lines
        legend = (
            tuple(LegendLine(each.slot, each.name) for each in lines) if len(lines) <= MOST_IN_LEGEND else ()
        )
        return PlotPicture((self.canvas,), self.title.text(), self.caption.text(), legend=legend)
