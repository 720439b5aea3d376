"""Slices of a split with more errors than elsewhere, found by a child process; a selected slice is a filter."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.metrics.base import display_error, display_metric, error_text
from workbench.backend.cli_answers import SliceMembersAnswer, SlicesAnswer
from workbench.engine_texts import describe_key, sentence_text
from workbench.language import join_sentences, tr, tr_engine
from workbench.look import formats, theme
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, Card, Label

if TYPE_CHECKING:
    from workbench.backend.session import Session

ROWS_SEEN = 8
"""Number of visible rows of the table; more scroll."""
WAITING = tr(
    "Error by length, class and columns of the data, and the slices that are worse than the rest: found on "
    "one half of the texts, measured on the other."
)


@dataclass(frozen=True)
class SliceRow:
    """One slice as a row of the table.

    Attributes:
        key: its identifier.
        name: its conditions as text.
        texts: the number of texts in ``mean``.
        mean: error in percent, or the mean loss or error.
        interval: its 95 % interval as text.
        rest: mean of the other texts, for a slice that was searched for.
        p: p-value of such a slice against the rest, adjusted for all slices found.
        conditions: feature and value, all of which its texts satisfy.
    """

    key: str
    name: str
    texts: int
    mean: float
    interval: str
    rest: float | None
    p: float | None
    conditions: tuple[tuple[str, str], ...]


class ErrorSlices(Card):
    """A card with the slices of one split.

    ``chosen(places)`` when one is selected (None: deselected), as indices of predictions. ``found()`` when the slices
    and their texts are known.
    """

    chosen = Signal(object)
    found = Signal()

    def __init__(self, session: Session | None, parent: QWidget | None = None) -> None:
        super().__init__(tr("Slices"), tr("slices with a higher error"), parent=parent)
        self._session = session
        self._run, self._split = 0, ""
        self._answer: SlicesAnswer | None = None
        self.find_button = Button(
            tr("Find slices"), icon="search", tip=tr("On which texts the run is wrong most often")
        )
        self.find_button.clicked.connect(self.find_slices)
        self.add_head_widget(self.find_button)
        self.model: RowsModel[SliceRow] = RowsModel(
            [
                TableColumn("name", tr("Slice"), 120, stretch=True, tip=_slice_tip,
                            bold=lambda row: row.p is not None and row.p < 0.05),
                TableColumn("texts", tr("Texts"), 56, align="right", text=formats.count),
                TableColumn("mean", tr("Error"), 72, align="right", text=formats.fixed),
                TableColumn("rest", tr("Rest"), 56, align="right", text=formats.fixed, head_tip=tr("The other texts")),
                TableColumn(
                    "p", "p", 60, align="right", text=lambda p: "< 0.001" if p < 0.001 else formats.fixed(p, 3),
                    head_tip=tr("Holm-adjusted p that the slice is no worse than the rest"),
                ),
            ],
            "key",
        )  # fmt: skip
        self.table = TableView(self.model, tr("Slices"), dense=True, multi=False)
        self.table.selection_changed.connect(self._selected)
        self.note = Label("", "caption", "text2", wrap=True)
        self.content.addWidget(self.note)
        self.content.addWidget(self.table)
        self.begin(0, "")
        self.table.setFixedHeight(theme.sizes().row * (ROWS_SEEN + 1))

    def begin(self, run: int, split: str) -> None:
        """Offer to find the slices of a run's split."""
        self._run, self._split, self._answer = run, split, None
        self.find_button.setEnabled(bool(run))
        self.table.hide()
        self.note.setText(WAITING)

    def find_slices(self) -> None:
        """Find slices, and the texts of the predictions, in a child process."""
        session = self._session
        if session is None or not self._run or not self.find_button.isEnabled():
            return
        self.find_button.setEnabled(False)
        self.note.setText(tr("Sorting texts into slices…"))
        session.job(
            ["errors", str(self._run), "--split", self._split, "--members", "--errors", "0",
             "--store", str(session.store_path)],
            read=SlicesAnswer.model_validate_json, then=self._show, owner=self, slot="slices", failed=self._fail,
            progress=lambda text: self.note.setText(f"{text}…") if text and self._answer is None else None,
        )  # fmt: skip

    def members(self) -> SliceMembersAnswer | None:
        """Return the texts of the predictions, or None before slices were searched."""
        return self._answer.members if self._answer is not None else None

    def chosen_name(self) -> str:
        """Return the name of the selected slice, or ""."""
        rows = self.table.selected_rows()
        return rows[0].name if rows else ""

    def select_none(self) -> None:
        """Deselect all slices, without a signal."""
        blocked = self.table.blockSignals(True)
        self.table.clearSelection()
        self.table.blockSignals(blocked)

    def _fail(self, sentence: str) -> None:
        self.note.setText(sentence)
        self.find_button.setEnabled(True)

    def _show(self, answer: SlicesAnswer) -> None:
        """Show the slices, the worst first. An answer for another run or split is dropped."""
        if (answer.run, answer.split) != (self._run, self._split):
            return
        self._answer = answer
        self.find_button.setEnabled(True)
        share = answer.measure == "error"
        about = describe_key(f"test/{display_metric(answer.measure)}")
        mean = (
            tr_engine(error_text(answer.value)) if share else f"{about.short} {formats.fixed(answer.value)}"
        )
        self.model.set_titles({"mean": f"{about.short}, %" if share else about.short})
        worse = sum(each.confirmed for each in answer.worst)
        lines = [
            tr("{texts} texts, {mean}.", texts=formats.count(answer.texts), mean=mean),
            tr(
                "{count} of {total} slices found on one half are worse than the rest on the other "
                "half (p < 0.05 after Holm's correction).",
                count=worse,
                total=len(answer.worst),
            )
            if answer.worst
            else tr("No slice is significantly worse than the rest."),
            *map(sentence_text, answer.notes),
        ]
        self.note.setText(join_sentences(lines))
        self.model.set_rows(slice_rows(answer))
        self.table.show()
        self.found.emit()

    def _selected(self, _keys: list[Hashable]) -> None:
        rows = self.table.selected_rows()
        places = slice_places(self._answer, rows[0].conditions) if rows and self._answer is not None else None
        self.chosen.emit(places)


def _slice_tip(row: SliceRow) -> str:
    return (
        tr("{name}: 95 % interval {interval}", name=row.name, interval=row.interval)
        if row.interval
        else row.name
    )


def slice_rows(answer: SlicesAnswer) -> list[SliceRow]:
    """Return the rows of the table: the worst slices found, then those of each feature."""
    shown = display_error if answer.measure == "error" else float
    rows = [
        SliceRow(
            tr("worst {number}", number=number),
            each.name,
            each.texts,
            shown(each.value),
            _interval(each.interval, shown),
            shown(each.rest),
            each.adjusted_p,
            tuple((condition.feature, condition.value) for condition in each.conditions),
        )
        for number, each in enumerate(answer.worst)
    ]
    for feature in answer.features:
        rows += [
            SliceRow(
                f"{feature.name} {each.value}",
                f"{feature.title}: {each.value}",
                each.texts,
                shown(each.mean),
                _interval(each.interval, shown),
                None,
                None,
                ((feature.name, each.value),),
            )
            for each in feature.slices
        ]
    return rows


def slice_places(answer: SlicesAnswer, conditions: Sequence[tuple[str, str]]) -> tuple[int, ...]:
    """Return the indices of predictions whose texts satisfy all conditions."""
    members = answer.members
    inside = np.ones(len(members.positions), bool)
    for name, value in conditions:
        feature = members.features[name]
        inside &= np.array(feature.codes) == feature.values.index(value)
    return tuple(np.flatnonzero(inside).tolist())


def _interval(bounds: tuple[float | None, float | None], shown: Callable[[float], float]) -> str:
    if None in bounds:
        return ""
    low, high = sorted(shown(each) for each in bounds if each is not None)
    return tr("{low} to {high}", low=formats.fixed(low), high=formats.fixed(high))
