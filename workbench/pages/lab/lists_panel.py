"""The lower half of the Lab: confusion matrix of a run, and lists of texts next to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from engine.analysis.errors.predicted_split import confusion_counts
from engine.metrics.base import error_text
from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.lab.query import (
    LabModel,
    ListedForgottenText,
    ListedText,
    ModelResults,
    cell_texts,
    disagreements,
    load_forgotten,
)
from workbench.pages.lab.text_list import TextList, class_column, text_column
from workbench.tables import ConfusionView, TableColumn
from workbench.widgets import (
    ContentStack,
    ElidedLabel,
    EmptyState,
    HLine,
    Label,
    Panel,
    SegmentedControl,
    Splitter,
    TabBar,
)
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from engine.lab.answers import SourceTexts
    from engine.store.summaries import PredictionSet
    from workbench.backend.prediction_server import PredictionServer
    from workbench.backend.session import Session

LEFT = 430
TABS = (("cell", tr("Examples")), ("disagree", tr("Disagreements")), ("forgotten", tr("Forgotten")))

CONFUSION = 240
"""Preferred height of the confusion matrix in px: with two predictions above it, the page fits a screen of 800 lines
at 150 % text. It grows with the window."""
NUMBERS = tr("Answers are numbers")
"""Title of views that exist only for classes."""


def _right_or_wrong(right: object) -> str:
    return tr("right", "correct") if right else tr("wrong")


COLUMNS: dict[str, tuple[str, list[TableColumn[ListedText]]]] = {
    "cell": (
        tr("Texts of the selected cell"),
        [
            text_column(),
            TableColumn(
                "sure",
                tr("Confidence, %"),
                112,
                "right",
                formats.percent,
                head_tip=tr("Probability of the predicted class"),
            ),
            class_column("other", tr("Other run"), 112),
        ],
    ),
    "disagree": (
        tr("Texts that the runs disagree on"),
        [
            text_column(),
            class_column("label", tr("Label"), 96),
            class_column("first", tr("Left"), 104),
            class_column("second", tr("Right"), 104),
        ],
    ),
    "forgotten": (
        tr("Training texts that were forgotten"),
        [
            text_column(tr("Training text")),
            class_column("label", tr("Label")),
            TableColumn("times", tr("Times"), 56, "right"),
            TableColumn("last", tr("Last at step"), 88, "right", formats.count),
            TableColumn("right", tr("At the end"), 80, text=_right_or_wrong),
        ],
    ),
}


class ListsPanel(Panel):
    """Confusion | tabs. ``text_chosen(text, label)`` when a listed text is selected, ``navigate(page)`` to a remedy.

    Args:
        session: reads the store and measures layers. None: nothing is read.
        server: reads texts. None: none are shown.
    """

    text_chosen = Signal(str, str)
    navigate = Signal(str)

    def __init__(self, session: Session | None, server: PredictionServer | None) -> None:
        super().__init__("surface")
        self._session, self._server = session, server
        self._sides: dict[str, LabModel | None] = {"first": None, "second": None}
        self._results: dict[str, ModelResults] = {}
        self.title, self.caption = Label(tr("Confusion"), "strong"), ElidedLabel("", "caption", "text2")
        self.side_choice = SegmentedControl(
            [("first", tr("Left")), ("second", tr("Right"))], tr("Run whose confusion and texts are shown")
        )
        self.side_choice.chosen.connect(lambda _key: self._show())
        self.confusions = ConfusionView(tr("Arrow keys move, Enter lists."), most_height=CONFUSION)
        self.confusion = self.confusions.table
        self.confusion.picked.connect(lambda _true, _guess: self._list_cell())
        self.confusion.listed.connect(self._go_to_list)
        self.empty = EmptyState("", "")
        self.empty.clicked.connect(lambda: self.navigate.emit("runs"))
        self.lists: dict[str, TextList] = {}
        for key, (name, columns) in COLUMNS.items():
            self.lists[key] = TextList(name, columns)
        self._columns = self.lists["cell"].model.columns
        for key, each in self.lists.items():
            each.chosen.connect(lambda row: self.text_chosen.emit(row.text, row.label))
            each.texts_requested.connect(partial(self._request_texts, key))
        self.lists["forgotten"].page_requested.connect(self._list_forgotten)
        self.lists["forgotten"].acted.connect(lambda: self.navigate.emit("design"))
        self.tabs = TabBar([], tr("Lists"))
        self.pages = QStackedWidget()
        self.tabs.currentChanged.connect(self._tab_changed)
        for key, label in TABS:
            self.add_tab(key, label, self.lists[key])
        self._lay_out()
        self.title.setFixedHeight(theme.sizes().control)
        if not self.split.by_hand:
            self.split.setSizes([LEFT, 10_000])

    def _lay_out(self) -> None:
        self._head = arrange_columns(self.title, (self.caption, 1), self.side_choice, spacing=8)
        self.matrix = ContentStack(self.confusions, self.empty, tr("Reading test predictions…"))
        left, right = Panel("surface"), Panel("surface")
        arrange_rows(self._head, (self.matrix, 1), on=left, margins=(16, 8, 16, 12), spacing=8)
        arrange_rows(self.tabs, HLine(), (self.pages, 1), on=right)
        self.split = Splitter(name="lists")
        self.split.add_parts((left, 0), (right, 1))
        arrange_columns(self.split, on=self)

    # -- tabs ----------------------------------------------------------------------------------------------

    def add_tab(self, key: str, label: str, page: QWidget) -> None:
        """Add a tab at the right."""
        place = self.tabs.addTab(label)
        self.tabs.setTabData(place, key)
        self.pages.insertWidget(place, page)

    def _go_to_list(self) -> None:
        self.show_tab("cell")
        self.lists["cell"].focus_table()

    def show_tab(self, key: str) -> None:
        """Show the tab ``key``."""
        self.tabs.setCurrentIndex(self._tab_index(key))

    def _tab_index(self, key: str) -> int:
        return next((i for i in range(self.tabs.count()) if self.tabs.tabData(i) == key), -1)

    def _tab_changed(self, place: int) -> None:
        if 0 <= place < self.pages.count():
            self.pages.setCurrentIndex(place)

    def _count(self, key: str, number: int | None) -> None:
        label = dict(TABS)[key]
        self.tabs.setTabText(
            self._tab_index(key), label if number is None else f"{label} {formats.count(number)}"
        )

    # -- what is shown -------------------------------------------------------------------------------------

    def set_sides(self, sides: dict[str, LabModel | None]) -> None:
        """Set the two runs. Their stored results follow through :meth:`add_results`."""
        self._sides = dict(sides)
        second = sides["second"] is not None
        self.side_choice.setVisible(second)
        if not second:
            self.side_choice.set_current("first")
        self._show()

    def add_results(self, results: ModelResults) -> None:
        """Set the stored results of one entry."""
        self._results[results.entry.key] = results
        if results.entry in self._sides.values():
            self._show()

    def _results_of(self, side: str) -> ModelResults | None:
        entry = self._sides[side]
        return None if entry is None else self._results.get(entry.key)

    @property
    def _own_results(self) -> ModelResults | None:
        return self._results_of(str(self.side_choice.current()))

    @property
    def _other_results(self) -> ModelResults | None:
        return self._results_of("second" if self.side_choice.current() == "first" else "first")

    def refresh(self) -> None:
        """Read everything again: missing texts may be available now."""
        self._show()

    def _show(self) -> None:
        mine = self._own_results
        if mine is None:
            for stack in (self.matrix, *(each.stack for each in self.lists.values())):
                stack.show_reading()
            return
        self._show_confusion(mine.predictions)
        self._list_disagreements()
        self._list_forgotten(0)

    def _show_confusion(self, predictions: PredictionSet | None) -> None:
        """Show the confusion matrix, or why there is none."""
        if _of_numbers(predictions):
            self.caption.set_text("")
            self.matrix.show_empty(
                NUMBERS,
                tr("Numbers have no confusion matrix. Runs, Results lists the largest errors."),
                tr("Open Runs"),
            )
            self._count("cell", None)
            self.lists["cell"].show_empty(NUMBERS, tr("There are no confusions to list."))
        elif predictions is None or not len(predictions.rows):
            self.caption.set_text("")
            self.matrix.show_empty(
                tr("No test predictions"),
                tr("This run has no test predictions: its data set has no test split."),
                tr("Choose another run"),
            )
            self._count("cell", None)
            self.lists["cell"].show_empty(
                tr("No test predictions"), tr("There is nothing to list for this run.")
            )
        elif predictions.is_multi_label:
            wrong = 100 * (1 - predictions.right.mean())
            self.caption.set_text(
                tr(
                    "{rows} test texts, not all labels right in {wrong} %",
                    rows=formats.count(len(predictions.rows)),
                    wrong=formats.fixed(wrong, 1),
                )
            )
            self.matrix.show_empty(
                tr("Several labels for each text"),
                tr("Label sets have no confusion matrix. Runs, Results has precision and recall."),
                tr("Open Runs"),
            )
            self._count("cell", None)
            self.lists["cell"].show_empty(
                tr("Several labels for each text"), tr("There are no confusions to list.")
            )
        else:
            counts = confusion_counts(predictions)
            wrong = 100 * (1 - counts.trace() / counts.sum())
            rows, result = formats.count(len(predictions.rows)), tr_engine(error_text(wrong, 1))
            self.caption.set_text(tr("{result}, {rows} test texts", rows=rows, result=result))
            self.matrix.show_content()
            self.confusion.set_counts(predictions.classes, counts)
            self._list_cell()

    def _list_cell(self) -> None:
        mine, other, place = self._own_results, self._other_results, self.confusion.cell()
        if mine is None or mine.predictions is None or place is None:
            return
        true, guess = place
        rows = cell_texts(mine.predictions, None if other is None else other.predictions, true, guess)
        shown = self.lists["cell"]
        columns = self._columns if rows and rows[0].other is not None else self._columns[:2]
        shown.set_columns(columns)
        classes = mine.predictions.classes
        total = int((mine.predictions.labels == true).sum())
        title = (
            tr("{true} predicted as {predicted}", true=classes[true], predicted=classes[guess])
            if true != guess
            else tr("{classes}, right", classes=classes[true])
        )
        self._count("cell", len(rows))
        if rows:
            shown.set_rows(
                title,
                tr("{count} of {total}", count=formats.count(len(rows)), total=formats.count(total)),
                rows,
            )
        else:
            shown.show_empty(
                title, tr("No test text is in this cell. Choose another in the table on the left.")
            )

    def _reads_generated(self) -> bool:
        return self._own_results is not None and self._own_results.entry.generated

    def _list_disagreements(self) -> None:
        first, second = self._results_of("first"), self._results_of("second")
        shown = self.lists["disagree"]
        if first is None or second is None or self._sides["second"] is None:
            self._count("disagree", None)
            shown.show_empty(tr("One run"), tr("Choose a second run above to see where they disagree."))
            return
        mine = first.predictions
        if _of_numbers(mine):
            self._count("disagree", None)
            shown.show_empty(NUMBERS, tr("Disagreements are listed for classification only."))
            return
        rows = disagreements(mine, second.predictions)
        self._count("disagree", None if rows is None else len(rows))
        if rows is None or mine is None:
            shown.show_empty(
                tr("Different test texts"), tr("The two runs were not tested on the same texts.")
            )
        elif not rows:
            shown.show_empty(tr("No disagreement"), tr("Both runs give the same answer for every test text."))
        else:
            total, many = formats.count(len(mine.rows)), formats.count(len(rows))
            shown.set_rows(
                tr("Where the two runs disagree"),
                tr("{count} of {total} generated test texts", count=many, total=total)
                if self._reads_generated()
                else tr("{count} of {total} test texts", count=many, total=total),
                rows,
            )

    def _list_forgotten(self, offset: int) -> None:
        mine, shown = self._own_results, self.lists["forgotten"]
        if mine is None:
            return
        self._count("forgotten", mine.forgotten)
        if mine.forgotten is None and _of_numbers(mine.predictions):
            shown.show_empty(NUMBERS, tr("Forgotten texts are counted for classification only."))
        elif mine.forgotten is None:
            shown.show_empty(
                tr("Not tracked in this run"),
                tr("Runs count how often a training text is forgotten while the probe “Examples” is on."),
                tr("Open Design"),
            )
        elif not mine.forgotten:
            shown.show_empty(tr("Nothing forgotten"), tr("No training text was right once and wrong later."))
        elif self._session is not None:
            self._session.query(
                load_forgotten, mine.entry, offset, then=partial(self._set_forgotten, mine, offset), owner=self,
                slot="forgotten",
            )  # fmt: skip

    def _set_forgotten(self, mine: ModelResults, offset: int, rows: list[ListedForgottenText]) -> None:
        forgotten, texts = formats.count(mine.forgotten), formats.count(mine.texts)
        of = (
            tr("{count} of {total} generated training texts", count=forgotten, total=texts)
            if mine.entry.generated
            else tr("{count} of {total} training texts", count=forgotten, total=texts)
        )
        share = tr("{text}: right once, wrong later", text=of)
        self.lists["forgotten"].set_page(
            tr("Forgotten in training"), share, rows, offset, mine.forgotten or 0
        )

    # -- asking --------------------------------------------------------------------------------------------

    def _request_texts(self, key: str, rows: list[int]) -> None:
        side = "first" if key == "disagree" else str(self.side_choice.current())
        entry = self._sides[side]
        if self._server is None or entry is None:
            return
        shown = self.lists[key]

        def then(texts: SourceTexts) -> None:
            shown.set_texts(rows, texts["texts"])

        split = "train" if key == "forgotten" else "test"
        self._server.ask("texts", key, then, shown.fail, split=split, rows=rows, **entry.place)

    def listed(self) -> list[list[str]]:
        """Return the texts of the shown list with its heads, or [] if no list is shown."""
        page = self.pages.currentWidget()
        return page.model.texts() if isinstance(page, TextList) else self.lists["cell"].model.texts()


def _of_numbers(predictions: PredictionSet | None) -> bool:
    """Return whether these are predictions of a model that predicts numbers."""
    return predictions is not None and len(predictions.rows) > 0 and not predictions.classes
