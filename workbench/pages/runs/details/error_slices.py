"""Where a run is wrong: the slices of a split beside the texts of the one that is selected."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from workbench.engine_texts import describe_key, sentence_text
from workbench.language import tr, tr_engine, tr_n
from workbench.look import formats, theme
from workbench.pages.runs.details.side_tabs import TextPane
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, Card, Label
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from engine.store import Store
    from workbench.backend.cli_answers import SlicesAnswer

MOST_LISTED = 200
"""Texts of a slice that are listed."""
ROWS_SEEN = 10
"""Rows that the tables show before they scroll."""
WAITING = tr(
    "Error by length, class, script and columns of the data, and the slices that are worse than the rest: found on "
    "one half of the texts, measured on the other."
)


@dataclass(frozen=True)
class SliceRow:
    """One slice as the table shows it.

    Attributes:
        key: what identifies it.
        name: its conditions in words.
        texts: that ``mean`` was measured on.
        mean: error in percent, or the mean loss or error.
        interval: its 95 % interval in words.
        rest: of a slice that was searched for: the mean of the other texts.
        p: of such a slice: that it is no worse than the rest, corrected for all slices found.
        conditions: feature and value, all of which its texts meet.
    """

    key: str
    name: str
    texts: int
    mean: float
    interval: str
    rest: float | None
    p: float | None
    conditions: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class SliceText:
    """A text of a slice: its place in the list, label, prediction and confidence; the text comes a moment later."""

    place: int
    label: str
    predicted: str
    confidence: float | None
    text: str


def load_slice_texts(store: Store, fingerprint: str, split: str, positions: tuple[int, ...]) -> list[str]:
    """Return the texts at ``positions`` of a cached data set, in that order. For the reader thread."""
    from engine.data.inspection.browse import read_page

    page = read_page(fingerprint, split, 0, len(positions), positions=positions)
    return [f"{row.text}\n{row.second}".strip() for row in page.rows]


class ErrorSlices(Card):
    """A card with the slices of one split on the left, and on the right the wrong texts of the selected one.

    ``slices_wanted(run, split)`` when the user asks for slices, and for texts ``texts_wanted(fingerprint, split,
    positions)``.
    """

    slices_wanted = Signal(int, str)
    texts_wanted = Signal(str, str, tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Where it is wrong"), parent=parent)
        self._run, self._split = 0, ""
        self._answer: SlicesAnswer | None = None
        self.find_button = Button(
            tr("Find slices"), icon="search", tip=tr("On which texts the run is wrong most often")
        )
        self.find_button.clicked.connect(self._ask)
        self.add_head_widget(self.find_button)
        self.slices: RowsModel[SliceRow] = RowsModel(
            [
                TableColumn(
                    "name",
                    tr("Slice"),
                    200,
                    stretch=True,
                    bold=lambda row: row.p is not None and row.p < 0.05,
                ),
                TableColumn("texts", tr("Texts"), 64, align="right", text=formats.count),
                TableColumn("mean", tr("Error"), 80, align="right", text=formats.fixed),
                TableColumn("interval", tr("95 % interval"), 120, align="right", sortable=False),
                TableColumn(
                    "rest", tr("Rest"), 56, align="right", text=formats.fixed, head_tip=tr("The other texts")
                ),
                TableColumn(
                    "p",
                    "p",
                    64,
                    align="right",
                    text=lambda p: "< 0.001" if p < 0.001 else formats.fixed(p, 3),
                    head_tip=tr("That the slice is no worse than the rest, after Holm's correction"),
                ),
            ],
            "key",
        )
        self.texts: RowsModel[SliceText] = RowsModel(
            [
                TableColumn(
                    "text", tr("Text"), 200, stretch=True, text=lambda text: " ".join(str(text).split())
                ),
                TableColumn("label", tr("Label"), 104),
                TableColumn("predicted", tr("Predicted"), 104),
                TableColumn("confidence", tr("Confidence"), 92, align="right", text=formats.fixed),
            ],
            "place",
        )
        self.slice_table = TableView(self.slices, tr("Slices"), dense=True, multi=False)
        self.text_table = TableView(self.texts, tr("Texts of the slice"), dense=True, multi=False)
        self.slice_table.selection_changed.connect(self._slice_selected)
        self.text_table.selection_changed.connect(self._text_selected)
        self.note = Label("", "caption", "text2", wrap=True)
        self.of_slice = Label("", "caption", "text2", wrap=True)
        self.reading = TextPane(tr("The selected text"))
        self.reading.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.tables, right = QWidget(), QWidget()
        self._right = arrange_rows(self.of_slice, (self.text_table, 1), self.reading, on=right)
        self._columns = arrange_columns((self.slice_table, 1), (right, 1), on=self.tables)
        self.content.addWidget(self.note)
        self.content.addWidget(self.tables)
        self.begin(0, "")
        ErrorSlices.apply_theme(self)

    def apply_theme(self) -> None:
        super().apply_theme()
        s = theme.sizes()
        self._columns.setSpacing(s.s16)
        self._right.setSpacing(s.s4)
        self.slice_table.setMinimumHeight(s.row * (ROWS_SEEN + 4))
        self.text_table.setMinimumHeight(s.row * ROWS_SEEN)
        self.reading.setFixedHeight(s.row * 4)

    def begin(self, run: int, split: str) -> None:
        """Show that the slices of a run's split can be asked for; of the one that is shown nothing changes."""
        if (run, split) == (self._run, self._split) and self._answer is not None:
            return
        self._run, self._split, self._answer = run, split, None
        self.setVisible(bool(run))
        self.find_button.setEnabled(bool(run))
        self.tables.hide()
        self.note.setText(WAITING)

    def _ask(self) -> None:
        self.find_button.setEnabled(False)
        self.note.setText(tr("Sorting texts into slices…"))
        self.slices_wanted.emit(self._run, self._split)

    def say(self, text: str) -> None:
        """Say what is being done."""
        if self._answer is None:
            self.note.setText(f"{text}…")

    def fail(self, sentence: str) -> None:
        """Say why there are no slices, or no texts."""
        self.note.setText(sentence)
        self.find_button.setEnabled(bool(self._run))

    def show_answer(self, found: SlicesAnswer) -> None:
        """Show the slices, the worst first; an answer on another run or split than the present one is dropped."""
        if (found.run, found.split) != (self._run, self._split):
            return
        self._answer = found
        self.find_button.setEnabled(True)
        share, about = found.measure == "error", describe_key(f"test/{found.measure}")
        mean = f"{tr_engine('error') if share else about.short} {formats.fixed(found.value)}{' %' if share else ''}"
        self.slices.set_titles({"mean": f"{about.short}, %" if share else about.short})
        worse = sum(each.confirmed for each in found.worst)
        lines = [
            tr("{texts} texts, {mean}.", texts=formats.count(found.texts), mean=mean),
            tr(
                "{worse} of {worst} slices found on one half are worse than the rest on the other "
                "half (p < 0.05 after Holm's correction).",
                worse=worse,
                worst=len(found.worst),
            )
            if found.worst
            else tr("No slice was found to be worse than the rest."),
            *map(sentence_text, found.notes),
        ]
        self.note.setText(" ".join(lines))
        self.slices.set_rows(slice_rows(found))
        self.texts.set_rows([])
        self.of_slice.setText(tr("Select a slice to read its wrong texts."))
        self.reading.set_text("")
        self.tables.show()
        if self.slices.rows:
            self.slice_table.select([self.slices.rows[0].key])

    def _slice_selected(self, _keys: list[Hashable]) -> None:
        rows, answer = self.slice_table.selected_rows(), self._answer
        if not rows or answer is None:
            return
        members = answer.members
        inside, wrong = slice_members(answer, rows[0].conditions)
        listed = wrong[:MOST_LISTED]
        order = tr("the surest first") if answer.measure == "error" else tr("the worst first")
        listing = (
            tr("{wrong} wrong of {texts} texts", wrong=formats.count(len(wrong)), texts=formats.count(inside))
            if answer.measure == "error"
            else tr_n("{n} text", "{n} texts", inside)
        )
        listing = f"{listing}, {order}"
        if len(wrong) > MOST_LISTED:
            listing = tr("{listing}; the first {most} are listed", listing=listing, most=MOST_LISTED)
        self.of_slice.setText(f"{listing}.")
        self.reading.set_text("")
        self.texts.set_rows(
            [
                SliceText(place, members.labels[i], members.predicted[i], members.confidence[i], "…")
                for place, i in enumerate(listed)
            ]
        )
        if listed:
            positions = tuple(members.positions[i] for i in listed)
            self.texts_wanted.emit(members.fingerprint, members.data_split, positions)

    def show_texts(self, texts: Sequence[str]) -> None:
        """Show the texts of the list, in its order."""
        rows = self.texts.rows
        if len(texts) == len(rows):
            self.texts.set_rows(
                [
                    SliceText(row.place, row.label, row.predicted, row.confidence, text)
                    for row, text in zip(rows, texts, strict=True)
                ]
            )

    def _text_selected(self, _keys: list[Hashable]) -> None:
        rows = self.text_table.selected_rows()
        self.reading.set_text(rows[0].text if rows else "")


def slice_rows(found: SlicesAnswer) -> list[SliceRow]:
    """Return the rows of the table: the slices found to be worst, then those of each feature."""
    rows = [
        SliceRow(
            tr("worst {number}", number=number),
            each.name,
            each.texts,
            each.value,
            _interval(each.interval),
            each.rest,
            each.adjusted_p,
            tuple((condition.feature, condition.value) for condition in each.conditions),
        )
        for number, each in enumerate(found.worst)
    ]
    for feature in found.features:
        rows += [
            SliceRow(
                f"{feature.name} {each.value}",
                f"{feature.title}: {each.value}",
                each.texts,
                each.mean,
                _interval(each.interval),
                None,
                None,
                ((feature.name, each.value),),
            )
            for each in feature.slices
        ]
    return rows


def slice_members(found: SlicesAnswer, conditions: Sequence[tuple[str, str]]) -> tuple[int, list[int]]:
    """Return how many texts meet all conditions, and which of them are wrong: of classes the surest first."""
    members = found.members
    inside = np.ones(len(members.positions), bool)
    for name, value in conditions:
        feature = members.features[name]
        inside &= np.array(feature.codes) == feature.values.index(value)
    costs = np.array(members.costs)
    wrong = np.flatnonzero(inside & (costs > 0))
    if found.measure == "error":
        sure = np.array([0.0 if each is None else each for each in members.confidence])
        wrong = wrong[np.argsort(-sure[wrong], kind="stable")]
    else:
        wrong = wrong[np.argsort(-costs[wrong], kind="stable")]
    return int(inside.sum()), wrong.tolist()


def _interval(bounds: tuple[float | None, float | None]) -> str:
    low, high = bounds
    return (
        ""
        if low is None or high is None
        else tr("{low} to {high}", low=formats.fixed(low), high=formats.fixed(high))
    )
