"""Explore: the compared runs over any settings and measures, as points, as lines across axes, or as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCompleter, QDialog, QSizePolicy, QStackedWidget, QWidget

from engine.analysis.pivot import Pivot, build_pivot, pivot_notes, pivot_table
from engine.store.filter_completion import FilterVocabulary, read_vocabulary
from workbench.engine_texts import quantity_title
from workbench.language import tr, tr_engine, tr_n
from workbench.look import theme
from workbench.pages.compare.explore_data import (
    ParallelRuns,
    ScatterPlot,
    ScatterRuns,
    pivot_text,
    read_parallel,
    read_scatter,
)
from workbench.plots.parallel.plot import ParallelPlot
from workbench.plots.picture import LegendLine
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, Label, MessageLine, SegmentedControl, TextField
from workbench.widgets.arrange import arrange_columns, arrange_foot, arrange_rows, resize_on_screen

if TYPE_CHECKING:
    from workbench.backend.session import Session

FEWEST, MOST = 2, 12
"""Axes that are drawn at least and at most."""
KINDS = (("scatter", tr("Scatter")), ("lines", tr("Parallel coordinates")), ("table", tr("Table")))


class NamesCompleter(QCompleter):
    """Completes the name of a setting or measure: the last one, where several stand with commas between them."""

    def __init__(self, names: Sequence[str], field: TextField) -> None:
        super().__init__(sorted(names), field)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        field = self.widget()
        before = field.text().rpartition(",")[0].strip() if isinstance(field, TextField) else ""
        return f"{before}, {index.data()}" if before else str(index.data())

    def splitPath(self, path: str) -> list[str]:
        return [path.rpartition(",")[2].strip()]


class ExploreDialog(QDialog):
    """Asks for names and shows the runs over them.

    Args:
        looks: the runs with their series.
        setting: the setting that stands at first for one axis, and for the rows of the table; empty: none differs.
        names: the axes that parallel coordinates have at first.
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
        names: Sequence[str],
        parent: QWidget,
        legend: Sequence[LegendLine] = (),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Explore the compared runs"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._looks = session, dict(looks)
        self._asked: dict[str, tuple[str, ...]] = {}
        self.pivot: Pivot | None = None
        self.fields = {
            "scatter": (_field(tr("Horizontal"), setting or "best"), _field(tr("Vertical"), "test")),
            "lines": (_field(tr("Quantities"), ", ".join(names), 640),),
            "table": (
                _field(tr("Rows"), setting or "encoder"), _field(tr("Columns"), "data"), _field(tr("Mean of"), "test")
            ),
        }  # fmt: skip
        self.fields["lines"][0].setToolTip(
            tr("Settings and measures with commas between them: learning_rate, epochs, test")
        )
        self.kinds = SegmentedControl(KINDS, tr("How the runs are shown"))
        self.kinds.chosen.connect(self.show_kind)
        self._make_views(legend)
        self._arrange()
        for field in sum(self.fields.values(), ()):
            field.editingFinished.connect(self.ask)
        session.query(read_vocabulary, then=self._offer, owner=self, slot="names")
        self.show_kind("scatter")

    def _make_views(self, legend: Sequence[LegendLine]) -> None:
        count = tr("{ids} runs", ids=len(self._looks))
        self.plot = ScatterPlot(tr("Scatter"), count)
        self.plot.legend = legend
        self.plot.chosen.connect(self.chosen)
        self.plot.opened.connect(self._open)
        self.lines = ParallelPlot(tr("Parallel coordinates"), count)
        self.model: RowsModel[dict[str, str]] = RowsModel([TableColumn("row", "")], "row")
        self.table = TableView(self.model, tr("Runs by two quantities"), multi=False)
        self.summary = Label("", "caption", "text2", wrap=True)
        self.copies = [
            Button(tr("Copy as Markdown"), icon="copy"), Button(tr("Copy as LaTeX")), Button(tr("Copy as CSV")),
        ]  # fmt: skip
        for button, kind in zip(self.copies, ("markdown", "latex", "csv"), strict=True):
            button.clicked.connect(partial(self.copy, kind))
            button.setEnabled(False)

    def _arrange(self) -> None:
        s = theme.sizes()
        self._heads, self._bodies = QStackedWidget(), QStackedWidget()
        self._heads.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        sheet = QWidget()
        arrange_rows((self.table, 1), self.summary, on=sheet, spacing=s.s8)
        for kind, body in zip(self.fields, (self.plot, self.lines, sheet), strict=True):
            head = QWidget()
            parts = [
                each for f in self.fields[kind] for each in (Label(f.accessibleName(), "caption", "text2"), f)
            ]
            arrange_columns(*parts, ..., on=head, spacing=s.s8)
            self._heads.addWidget(head)
            self._bodies.addWidget(body)
        self.message = MessageLine()
        policy = self.message.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.message.setSizePolicy(policy)
        for plot in (self.plot, self.lines):
            plot.notice.connect(partial(self.message.show_message, "ok"))
        close = Button(tr("Close"))
        close.clicked.connect(self.close)
        foot = arrange_foot(self.message, *self.copies, close, spacing=s.s8)
        rows = arrange_rows(
            arrange_columns(self.kinds, ...), self._heads, (self._bodies, 1), foot, on=self, spacing=s.s12
        )
        rows.setContentsMargins(s.s16, s.s16, s.s16, s.s16)
        resize_on_screen(self, s.px(960), s.px(600))

    def show_kind(self, kind: object) -> None:
        """Show the runs as ``scatter``, ``lines`` or ``table``."""
        self.kinds.set_current(kind)
        for stack in (self._heads, self._bodies):
            stack.setCurrentIndex([*self.fields].index(str(kind)))
        for button in self.copies:
            button.setVisible(kind == "table")
        self._asked.pop(str(kind), None)
        self.ask()

    def _offer(self, vocabulary: FilterVocabulary) -> None:
        for field in sum(self.fields.values(), ()):
            field.setCompleter(NamesCompleter([*vocabulary.names], field))

    def ask(self) -> None:
        """Read what is named now."""
        kind, ids = str(self.kinds.current()), list(self._looks)
        words = [name for field in self.fields[kind] for name in field.text().split(",")]
        names = tuple(name for word in words if (name := word.strip()))
        if names == self._asked.get(kind):
            return
        self._asked[kind] = names
        if kind == "lines" and not FEWEST <= len(names) <= MOST:
            said = tr(
                "Name {fewest} to {most} quantities, with commas between them.", fewest=FEWEST, most=MOST
            )
            self.message.show_message("warning", said)
            return
        if kind != "lines" and len(names) != len(self.fields[kind]):
            return
        query, failed = self._session.query, partial(self.message.show_message, "error")
        if kind == "scatter":
            query(
                read_scatter, (names[0], names[1]), ids, self._looks,
                then=self._show_points, owner=self, slot=kind, failed=failed,
            )  # fmt: skip
        elif kind == "lines":
            known = tuple(dict.fromkeys(names))
            query(
                read_parallel, known, ids, self._looks,
                then=self._show_lines, owner=self, slot=kind, failed=failed,
            )  # fmt: skip
        else:
            query(
                build_pivot, names[0], names[1], names[2], "", ids,
                then=self._show_table, owner=self, slot=kind, failed=failed,
            )  # fmt: skip

    def _show_points(self, runs: ScatterRuns) -> None:
        self.plot.set_caption(_caption(len(runs.points), runs.generated))
        self.plot.set_empty(tr("No run has both values"))
        self.plot.names = (self._asked["scatter"][0], self._asked["scatter"][1])
        self.plot.set_points(runs.points, runs.x, runs.y)
        self.message.clear()
        if runs.left_out:
            said = tr_n("{n} run lacks a value.", "{n} runs lack a value.", runs.left_out)
            self.message.show_message("warning", said)

    def _show_lines(self, runs: ParallelRuns) -> None:
        self.message.clear()
        self.lines.set_caption(_caption(len(runs.lines), runs.generated))
        self.lines.set_lines(runs.axes, runs.lines)

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
        if self.pivot is not None:
            QGuiApplication.clipboard().setText(pivot_text(self.pivot, kind))
            self.message.show_message("ok", tr("The table is copied."))

    def _open(self, number: int) -> None:
        self.opened.emit(number)
        self.close()


def _field(name: str, text: str, width: int = 200) -> TextField:
    return TextField(text, name=name, width=width)


def _caption(count: int, generated: bool) -> str:
    said = tr("{ids} runs", ids=count)
    return tr("{said}, on generated texts", said=said) if generated else said
