"""The Paper view of the Compare page: a recipe's results in the paper's own layout, figures as curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QWidget

from engine.analysis.paper.formats import FigureLine, mean_courses, own_lines, published_lines
from workbench.backend.watch import Watch
from workbench.engine_texts import sentence_text
from workbench.language import tr, tr_engine
from workbench.pages.compare.reproduce import ReproduceTable
from workbench.plots import CurvePlot, PlotCurve
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, ComboBox, ContentStack, EmptyState, Label, Panel, SegmentedControl
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.labels import FoldedNote

if TYPE_CHECKING:
    from engine.analysis.paper.contrasts import PaperContrast
    from engine.analysis.paper.table import PaperCell, PaperTable
    from engine.store import Store
    from workbench.backend.session import Session


@dataclass(frozen=True)
class PaperTableChoice:
    """A recipe that fills a table of the paper, and its sizes."""

    name: str
    title: str
    sizes: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class PaperResults:
    """A filled table (``engine.analysis.paper.table.PaperTable``) and, for a figure, our lines and the paper's.

    ``ticks`` are the names of the positions 0, 1, 2... on x, empty if x is a number of updates.
    """

    table: PaperTable
    ours: tuple[FigureLine, ...] = ()
    published: tuple[FigureLine, ...] = ()
    ticks: tuple[str, ...] = ()


def paper_table_choices(_store: Store) -> list[PaperTableChoice]:
    """Return the available tables."""
    from engine.analysis.paper.table import recipes_with_tables

    choices = []
    for each in recipes_with_tables():
        assert each.layout is not None
        choices.append(PaperTableChoice(each.name, _title_of(each.layout.table), tuple(each.plans)))
    return sorted(choices, key=lambda choice: (choice.name.startswith("figure"), choice.name))


def _title_of(table: str) -> str:
    """Return the translated title of a table or figure of the paper: ``Table 2  Long texts``."""
    from engine.analysis.paper.published import published_table

    kind, _, number = table.partition("-")
    title = tr_engine(published_table(table).title)
    if kind == "figure":
        return tr("Figure {number}  {title}", number=number, title=title)
    return tr("Table {number}  {title}", number=number, title=title)


def load_paper_results(store: Store, name: str, size: str) -> PaperResults:
    """Return the table of the recipe ``name`` in a size; without a size, the one with the most results."""
    from engine.analysis.paper.table import fill_table

    table = fill_table(store, name, size)
    if table.published.figure == "curves":
        return PaperResults(table, mean_courses(store, table), published_lines(table, table.published.x))
    if table.published.figure == "points":
        places = np.arange(len(table.columns), dtype=float)
        return PaperResults(table, own_lines(table), published_lines(table, places.tolist()), table.columns)
    return PaperResults(table)


SIZES = (("sample", tr("Sample")), ("small", tr("Small")), ("paper", tr("Paper")))
ROW_WIDTH, OURS, PAPER, DIFFERENCE = 232, 176, 80, 112
PAPER_DASHES = (2, 3)
"""Dashes of the paper's line in the same plot as ours."""


class PaperView(QWidget):
    """A table of the paper with our results, set by ``choose``. ``controls`` belong in the page's head.

    Signals: ``notice(sentence)`` for the status bar; ``note_changed(words)`` for the page's head.
    ``recipe_requested(name)`` to design the recipe. ``runs_requested(ids)`` to compare its runs.
    """

    notice = Signal(str)
    note_changed = Signal(str)
    recipe_requested = Signal(str)
    runs_requested = Signal(object)

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.sheet: PaperResults | None = None
        self._choices: list[PaperTableChoice] = []
        self._requested = ("", "")
        self.tables = ComboBox([], tr("Table or figure of the paper"), head=True)
        self.tables.activated.connect(lambda _index: self.choose(str(self.tables.currentData())))
        self.sizes = SegmentedControl([*SIZES], tr("Size of the recipe"), True)
        self.sizes.chosen.connect(lambda size: self.choose(self._requested[0], str(size)))
        self.controls: list[QWidget] = [self.tables, self.sizes]
        self.warning = Label("", "caption_strong", wrap=True)
        self.heading = FoldedNote()
        self.run = Button(
            tr("Design this recipe"), icon="recipe", tip=tr("Open it on the Design page, in this size")
        )
        self.run.clicked.connect(lambda: self.recipe_requested.emit(self._label()))
        self.reproduce = Button(
            tr("Reproduce…"),
            icon="play",
            tip=tr("Estimate the time of its missing runs and queue them: palimpsest reproduce"),
        )
        self.reproduce.setEnabled(False)
        if session is not None:
            reproducing = ReproduceTable(session, self)
            reproducing.notice.connect(self.notice)
            reproducing.queued.connect(self.refresh)
            reproducing.design_requested.connect(self.run.click)
            self.reproduce.clicked.connect(lambda: reproducing.ask(*self._requested))
            self.reproducing = reproducing
        self.compare = Button(
            tr("Compare its runs"), icon="compare", tip=tr("Put the runs of this table side by side")
        )
        self.compare.clicked.connect(self._send_runs)
        self.model: RowsModel[PaperTableRow] = RowsModel([], "id")
        self.table = TableView(self.model, tr("The paper's table with our results"), dense=False)
        self.table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        (left, no_left), (right, no_right) = PLOTS
        self.plot = CurvePlot(left, "", tr("Step"), empty=no_left)
        self.paper_plot = CurvePlot(right, "", tr("Step"), empty=no_right)
        for plot in (self.plot, self.paper_plot):
            plot.notice.connect(self.notice)
        self._lay_out()
        self.results = Watch(
            session, self, load_paper_results, lambda: self._requested if self._choices else None, self._show,
            failed=self._failed, follows=tuple,
        )  # fmt: skip

    def _lay_out(self) -> None:
        top, texts = Panel("surface", "b"), arrange_rows(self.warning, self.heading)
        room = (16, 8, 16, 8)
        arrange_columns((texts, 1), self.compare, self.run, self.reproduce, on=top, spacing=8, margins=room)
        self._plots = Panel("window")
        arrange_columns(self.plot, self.paper_plot, on=self._plots, spacing=8, margins=room)
        self._plots.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        content = QWidget()
        self.stack = ContentStack(content, EmptyState("", ""), tr("Reading the paper's tables…"))
        arrange_rows(self.stack, on=self)
        arrange_rows(top, (self.table, 1), (self._plots, 1), on=content)

    # -- choosing ------------------------------------------------------------------------------------------

    def choose(self, name: str, size: str = "") -> None:
        """Show the table of a recipe; without a size, the one with the most results."""
        self._requested = (name, size)
        self.refresh()

    def refresh(self) -> None:
        """Read the table again, off the GUI thread; before the first time, the list of tables."""
        if self.session is not None and not self._choices:
            self.session.query(
                paper_table_choices, then=self._offer, owner=self, slot="choices", failed=self._failed
            )
        else:
            self.results.ask()

    def _failed(self, sentence: str) -> None:
        if self.sheet is None:
            self.stack.show_empty(tr("The paper's tables cannot be filled"), sentence)
        self.notice.emit(sentence)

    def _offer(self, choices: list[PaperTableChoice]) -> None:
        self._choices = choices
        self.tables.set_choices([(choice.title, choice.name) for choice in choices])
        if choices:
            self.choose(self._requested[0] or choices[0].name, self._requested[1])

    def _label(self) -> str:
        return self.sheet.table.recipe.label if self.sheet is not None else self._requested[0]

    def _send_runs(self) -> None:
        if self.sheet is not None:
            self.runs_requested.emit(list(self.sheet.table.runs))

    # -- showing -------------------------------------------------------------------------------------------

    def _show(self, sheet: PaperResults) -> None:
        self.sheet, table = sheet, sheet.table
        self.stack.show_content()
        self._requested = (table.recipe.name, table.size)
        self.tables.set_current(table.recipe.name)
        self.sizes.set_current(table.size)
        headings = [sentence_text(each) for each in table.headings()]
        self.warning.setVisible(not table.comparable)
        self.warning.setText("" if table.comparable else headings.pop(0))
        self.heading.set_sentences(headings)
        self.note_changed.emit(
            tr(
                "{count} of {total} cells filled",
                count=table.filled_cells,
                total=table.planned_cells,
            )
        )
        self.compare.setEnabled(bool(table.runs))
        self.reproduce.setEnabled(True)
        new_columns = columns(table)
        if self._heads(new_columns) != self._heads(self.model.columns):
            self.model.set_columns(new_columns)
        self.model.set_rows(rows(table))
        self._plots.setVisible(bool(table.published.figure))
        if table.published.figure:
            self._draw(sheet)
        self.table.setMaximumHeight(
            self.table.content_height() + 18 if table.published.figure else 16_777_215
        )

    @staticmethod
    def _heads(columns: list[TableColumn[PaperTableRow]]) -> list[tuple[str, ...]]:
        return [(column.key, column.title, column.group) for column in columns]

    def _draw(self, sheet: PaperResults) -> None:
        table = sheet.table
        head = table.published.x_head
        slots = {name: number for number, name in enumerate(table.rows, 1)}
        together = table.comparable
        # In separate plots, each has only its own positions.
        shares = [(*sheet.ours, *sheet.published)] * 2 if together else [sheet.ours, sheet.published]
        places = [sorted({float(x) for line in share for x in line.x}) for share in shares]
        texts = [_name_text(tuple(sheet.ticks[int(x)] for x in xs)) if sheet.ticks else None for xs in places]
        own, theirs = places if sheet.ticks else (None, None)
        ours = [
            _curve(_placed(line, own), slots, tr_engine(table.label(line.name)), bool(own))
            for line in sheet.ours
        ]
        paper = [
            _curve(_placed(line, theirs), slots, tr("{name}, paper", name=line.name), True, PAPER_DASHES)
            for line in sheet.published
        ]
        self.plot.title.setText(tr("Ours and the paper's") if together else tr("Ours"))
        self.plot.set_caption(
            tr("error, %. Band: 95 % interval; dotted: the paper")
            if together
            else tr("error, %. Band: 95 % interval")
        )
        self.paper_plot.set_caption(f"error, %; {table.published.trust}")
        drawn = (ours + paper if together else ours, paper)
        for plot, curves, text in zip((self.plot, self.paper_plot), drawn, texts, strict=True):
            plot.set_x_text(head, text, named=text is not None)
            reach = max((float(c.x[-1]) for c in curves), default=None)
            plot.set_x_range(None if reach is None else 0.0, reach)
            plot.set_curves(curves)
        self.paper_plot.setVisible(not together)

    # -- taking away ---------------------------------------------------------------------------------------

    def text(self, kind: str) -> str:
        """Return the table as ``csv``, ``markdown`` or ``latex``, or "" if there is none."""
        if self.sheet is None:
            return ""
        from engine.analysis.paper import formats

        return formats.paper_document(self.sheet.table).text(kind)


PLOTS = (
    (tr("Ours"), tr("Points appear with the first finished run")),
    (tr("The paper's"), tr("The paper has no numbers here")),
)


@dataclass(frozen=True)
class PaperTableRow:
    """One row of the table: the paper's name, our label, its cells by column, all contrasts."""

    id: str
    label: str
    cells: Mapping[str, PaperCell]
    contrasts: tuple[PaperContrast, ...] = ()


def columns(table: PaperTable) -> list[TableColumn[PaperTableRow]]:
    """A name, then for each of the paper's columns ours, the paper's and, where it means anything, the difference."""
    head = tr_engine(table.published.row_head)
    label: TableColumn[PaperTableRow] = TableColumn(
        "label", head, ROW_WIDTH, tip=lambda r: r.label, sortable=False
    )
    return [label, *(column for name in table.columns for column in _band(table, name))]


def _band(table: PaperTable, name: str) -> list[TableColumn[PaperTableRow]]:
    """Return the two or three columns under one column of the paper."""
    from engine.analysis.paper import formats

    title = tr_engine(table.label(name))

    def cell(row: PaperTableRow) -> PaperCell:
        return row.cells[name]

    def ours(row: PaperTableRow) -> float | None:
        result = cell(row).ours
        return None if result is None else result.mean

    band = [
        TableColumn(
            f"{name}/ours", tr("Ours, %"), OURS, align="right", group=title, sort=ours,
            value=lambda r: tr_engine(formats.format_ours(cell(r))), tip=lambda r: _ours_tip(r, name),
            color=lambda r: "text3" if cell(r).ours is None else None,
        ),
        TableColumn(
            f"{name}/paper", tr("Paper, %"), PAPER, align="right", group=title, sort=lambda r: cell(r).published,
            value=lambda r: formats.format_published(cell(r)), tip=lambda r: _paper_tip(cell(r)),
            color=lambda r: "text2",
        ),
    ]  # fmt: skip
    if table.comparable:
        band.append(
            TableColumn(
                f"{name}/difference", tr("Ours − paper"), DIFFERENCE, align="right", group=title, sortable=False,
                value=lambda r: formats.format_difference(cell(r)), color=lambda r: "text2",
                head_tip=tr("Difference in points. It is not tested: only differences between methods are."),
            )
        )  # fmt: skip
    return band


def rows(table: PaperTable) -> list[PaperTableRow]:
    """Return one row per row of the paper's table, with its cells by column."""
    return [
        PaperTableRow(
            row, tr_engine(table.label(row)), {c: table.cells[row, c] for c in table.columns}, table.contrasts
        )
        for row in table.rows
    ]


def _ours_tip(row: PaperTableRow, column: str) -> str:
    """Return the runs of a cell, and their results on the paper's contrasts with it."""
    cell = row.cells[column]
    if cell.ours is None:
        return (
            tr("{planned} runs of the recipe belong here", planned=cell.planned)
            if cell.planned
            else tr("Not part of this size")
        )
    numbers = ", ".join(map(str, cell.runs))
    mean = tr(
        "{runs} of {planned} runs ({numbers}): mean {mean:.2f} %",
        runs=len(cell.runs),
        planned=cell.planned,
        numbers=numbers,
        mean=cell.ours.mean,
    )
    if cell.low is not None:
        mean = tr("{mean}, 95 % interval {low:.2f} to {high:.2f}", mean=mean, low=cell.low, high=cell.high)
    lines = [mean]
    lines += [
        sentence_text(each.to_sentence())
        for each in row.contrasts
        if each.answer != "not run" and (row.id, column) in (each.first, each.second)
    ]
    return "\n".join(lines)


def _paper_tip(cell: PaperCell) -> str:
    from engine.analysis.paper import formats

    sentences = (
        []
        if cell.published_half is None
        else [tr("For one run on its test set: ± {margin:.2f}", margin=cell.published_half)]
    )
    if cell.reproduced is not None:
        sentences.append(
            tr(
                "An independent reproduction: {value}",
                value=formats.format_reproduced(cell),
            )
        )
    return "\n".join(sentences)


def _curve(
    line: FigureLine, slots: dict[str, int], label: str, markers: bool, dash: tuple[int, ...] | None = None
) -> PlotCurve:
    band = None if line.low is None or line.high is None else (line.low, line.high)
    key = f"{line.name}/{'paper' if dash else 'ours'}"
    return PlotCurve(
        key,
        line.x,
        line.y,
        slots.get(line.name, 1),
        label,
        markers=markers,
        band=band,
        dash=dash,
        end_label=label,
    )


def _placed(line: FigureLine, places: list[float] | None) -> FigureLine:
    """Return the line with its x as indices into ``places``, or unchanged if x is a number of updates."""
    return line if places is None else replace(line, x=np.searchsorted(places, line.x).astype(float))


def _name_text(ticks: tuple[str, ...]) -> Callable[[float], str]:
    """Return a formatter of positions on x as names. Between two names it returns ""."""
    names = [f"{int(name) / 1000:g}k" if name.isdigit() and int(name) >= 1000 else name for name in ticks]

    def text(x: float) -> str:
        place = round(x)
        return names[place] if abs(x - place) < 1e-6 and 0 <= place < len(ticks) else ""

    return text
