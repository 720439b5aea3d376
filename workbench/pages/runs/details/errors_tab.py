"""The Errors tab: every wrong text of a split, most confident first, filtered by confusion matrix and slices."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from workbench.backend.watch import Watch
from workbench.language import tr, tr_n
from workbench.look import formats, theme
from workbench.pages.runs.details.error_slices import ErrorSlices
from workbench.pages.runs.details.errors_query import (
    MOST_LISTED,
    ErrorFilter,
    SplitErrors,
    WrongText,
    load_errors,
)
from workbench.pages.runs.details.results import SplitChoice
from workbench.pages.runs.details.side_tabs import TextPane
from workbench.pages.runs.run_list.query import RunDetails
from workbench.tables import ConfusionView, RowsModel, TableColumn, TableView
from workbench.widgets import Card, ContentStack, EmptyState, Label, LinkLabel, SearchField, Splitter
from workbench.widgets.arrange import arrange_rows, scrolling

if TYPE_CHECKING:
    from workbench.backend.session import Session

SIDE = 430
"""Width of the filters, px at 100 %."""
NOT_TESTED = tr("Wrong texts are listed here once the run has been tested.")


class ErrorsTab(QWidget):
    """The wrong texts of one run. ``export_requested(run, split)`` for all its predictions as a file."""

    export_requested = Signal(int, str)

    def __init__(self, session: Session | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run = 0
        self._filter, self._has_searched = ErrorFilter(), False
        self.errors: SplitErrors | None = None
        self.split = SplitChoice()
        self.split.chosen.connect(self._begin)
        self.slices = ErrorSlices(session)
        self.slices.found.connect(self._ask)
        self.slices.chosen.connect(lambda places: self._set_filter(replace(self._filter, slice=places)))
        self._make_list()
        self._make_filters()
        self._watch = Watch(session, self, load_errors, self._question, self._show, follows=tuple)
        self.empty = EmptyState("", "")
        self.body = Splitter(name="errors")
        self.body.add_parts((self.list_card, 1), (self._side(), 0))
        self.stack = ContentStack(self.body, self.empty, tr("Reading predictions…"))
        arrange_rows(self.stack, on=self, margins=(16, 8, 16, 8))
        if not self.body.by_hand:
            self.body.setSizes([10_000, SIDE])

    def _make_list(self) -> None:
        self.list_card = Card(tr("Errors"))
        self.model: RowsModel[WrongText] = RowsModel(
            [
                TableColumn("text", tr("Text"), 240, stretch=True, sortable=False, text=_one_line),
                TableColumn("label", tr("Label"), 120, most=200),
                TableColumn("predicted", tr("Predicted"), 120, most=200, color=lambda row: "error"),
                TableColumn("sure", tr("Confidence, %"), 112, align="right", text=self._sureness),
            ],
            "place",
        )
        self.table = TableView(self.model, tr("Wrong texts, most confident first"), dense=True, multi=False)
        self.table.selection_changed.connect(self._selected)
        self.all_link = LinkLabel(tr("Show all errors"))
        self.all_link.clicked.connect(lambda: self._set_filter(ErrorFilter()))
        self.search = SearchField(tr("Words of the text"), width=180)
        self.search.search.connect(lambda text: self._set_filter(replace(self._filter, search=text.strip())))
        for widget in (self.all_link, self.search, self.split):
            self.list_card.add_head_widget(widget)
        self.text_pane = TextPane(tr("The selected text"))
        self.text_pane.setFont(theme.font("body"))
        self.text_pane.document().setDocumentMargin(8)  # aligned with the table's texts
        self.text_pane.setMinimumHeight(2 * theme.sizes().row)
        self.reading = Splitter(Qt.Orientation.Vertical, name="reading")
        self.reading.add_parts((self.table, 2), (self.text_pane, 1))
        self.list_card.content.addWidget(self.reading)

    def _make_filters(self) -> None:
        self.confusion_card = Card(tr("Confusion"), tr("a click on a cell lists its texts"))
        self.confusion = ConfusionView()
        self.confusion.table.clicked.connect(lambda _index: self._cell_chosen())
        self.confusion.table.listed.connect(self._cell_listed)
        self.confusion_hint = Label("", "caption", "text3", wrap=True)
        self.confusion_card.content.addWidget(self.confusion, 1)
        self.confusion_card.content.addWidget(self.confusion_hint)

    def _side(self) -> QWidget:
        """Return the filters, one below the other. They scroll if space is short."""
        inner = QWidget()
        arrange_rows((self.confusion_card, 1), self.slices, on=inner, spacing=8, margins=(8, 0, 0, 0))
        return scrolling(inner)

    # -- what is asked -------------------------------------------------------------------------------------

    def show_details(self, details: RunDetails | None) -> None:
        """Show one run's errors, or nothing."""
        run = details.row.id if details is not None else 0
        other = run != self._run
        self._run = run
        if self.split.offer(details) or other:
            self._begin()

    def _begin(self) -> None:
        """Show another run or split, without a filter."""
        self._filter, self._has_searched = ErrorFilter(), False
        self.search.clear()
        self.slices.begin(self._run, self.split.split())
        self._ask()

    def _set_filter(self, new_filter: ErrorFilter) -> None:
        if new_filter.slice is None:
            self.slices.select_none()
        if new_filter != self._filter:
            self._filter = new_filter
            self._ask()

    def _question(self) -> tuple[object, ...] | None:
        split = self.split.split()
        return (self._run, split, self._filter, self.slices.members()) if self._run and split else None

    def _ask(self) -> None:
        if self._question() is None:
            self._show(None)
        self._watch.ask()

    def _cell_chosen(self) -> None:
        self._set_filter(replace(self._filter, cell=self.confusion.table.cell()))

    def _cell_listed(self) -> None:
        self._cell_chosen()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- what is shown -------------------------------------------------------------------------------------

    def _show(self, errors: SplitErrors | None) -> None:
        before, self.errors = self.errors, errors
        if errors is None:
            self.stack.show_empty(tr("No errors to show"), NOT_TESTED if self._run else tr("Select a run."))
            return
        other = before is None or (errors.run, errors.split) != (before.run, before.split)
        if other:
            self._show_confusion(errors)
        self.stack.show_content()
        numbers = not errors.classes
        self.model.set_titles({"sure": tr("Off by") if numbers else tr("Confidence, %")})
        self.model.set_rows(errors.listed)
        self.list_card.set_title(
            tr_n("{n:,} wrong text", "{n:,} wrong texts", errors.matching)
            if not self._lists_right()
            else tr_n("{n:,} right text", "{n:,} right texts", errors.matching)
        )
        order = tr("largest error first") if numbers else tr("most confident first")
        texts = formats.count(errors.texts)
        of = tr("of {texts}, {order}", texts=texts, order=order)
        if errors.matching > MOST_LISTED:
            of = tr("of {texts}, {order}; the first {n} are listed", texts=texts, order=order, n=MOST_LISTED)
        self.list_card.set_caption(f"{of}{self._filter_words(errors)}")
        self.all_link.setVisible(self._filter != ErrorFilter())
        if errors.listed and (other or not self.table.selected()):
            self.table.select([errors.listed[0].place])
        self._selected([])  # its text may have just arrived
        if not errors.has_texts and not self._has_searched:
            self._has_searched = True
            self.slices.find_slices()  # which also locates the texts

    def _sureness(self, value: float) -> str:
        """Return the error of a number, or the confidence in a class."""
        numbers = self.errors is not None and not self.errors.classes
        return formats.fixed(value) if numbers else formats.percent(value)

    def _lists_right(self) -> bool:
        cell = self._filter.cell
        return cell is not None and cell[0] == cell[1]

    def _filter_words(self, errors: SplitErrors) -> str:
        cell = self._filter.cell
        parts = []
        if cell is not None and not self._lists_right():
            true, guess = (errors.classes[each] for each in cell)
            parts.append(tr("{true} predicted as {predicted}", true=true, predicted=guess))
        elif cell is not None:
            parts.append(errors.classes[cell[0]])
        parts.append(self.slices.chosen_name() if self._filter.slice is not None else "")
        return "".join(f": {part}" for part in parts if part)

    def _show_confusion(self, errors: SplitErrors) -> None:
        shown = errors.confusion is not None
        self.confusion.setVisible(shown)
        self.confusion_hint.setVisible(not shown)
        self.confusion_hint.setText(
            tr("A text may have several labels, so there is no confusion matrix: see Results for each label.")
            if errors.classes
            else tr("Answers are numbers, so there is no confusion matrix: see Results.")
        )
        if errors.confusion is not None:
            self.confusion.set_counts(errors.classes, errors.confusion)

    def _selected(self, _keys: list[Hashable]) -> None:
        rows = self.table.selected_rows()
        self.text_pane.set_text(rows[0].text or "" if rows else "")


def _one_line(text: object) -> str:
    return " ".join(str(text).split())
