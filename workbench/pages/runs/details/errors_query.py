"""The wrong texts of a run's split, read from the store and the cache of data sets. No Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine.store import Store
    from engine.store.summaries import PredictionSet
    from workbench.backend.cli_answers import SliceMembersAnswer

MOST_LISTED = 500
"""Number of texts listed. Filters find the others."""


@dataclass(frozen=True)
class WrongText:
    """A wrongly predicted text.

    ``place`` is its index among the predictions, ``sure`` the probability of the predicted class, or the error of a
    number. ``text`` is None if the data set is not in the cache.
    """

    place: int
    label: str
    predicted: str
    sure: float | None
    text: str | None


@dataclass(frozen=True)
class ErrorFilter:
    """Filter of texts: a cell (true, predicted class), a slice (indices of predictions), words."""

    cell: tuple[int, int] | None = None
    slice: tuple[int, ...] | None = None
    search: str = ""


@dataclass(frozen=True, eq=False)
class SplitErrors:
    """Wrong predictions on one split.

    Attributes:
        run, split: their run and split.
        texts: number of predictions.
        wrong: number of wrong ones; numbers all count.
        classes: their names, empty if labels are numbers.
        confusion: counts of true (rows) against predicted classes, [C, C], None without single classes.
        matching: number of wrong texts that pass the filter.
        listed: the first of those, most confident first.
    """

    run: int
    split: str
    texts: int
    wrong: int
    classes: tuple[str, ...]
    confusion: np.ndarray | None
    matching: int
    listed: tuple[WrongText, ...]

    @property
    def has_texts(self) -> bool:
        """Whether the listed texts are available."""
        return all(each.text is not None for each in self.listed)


def load_errors(
    store: Store, run: int, split: str, query: ErrorFilter, members: SliceMembersAnswer | None
) -> SplitErrors | None:
    """Return the wrong texts of a run's split, most confident first, or None without stored predictions.

    ``members`` locates the texts after a search for slices. Without it they are located by the run's notes on its
    data.
    """
    from engine.analysis.errors.predicted_split import answer_words, confusion_counts
    from engine.store import summaries

    data = summaries.read_predictions(store, run, split)
    if data is None or not len(data.rows):
        return None
    several, numbers = data.is_multi_label, not data.classes
    off = np.abs(data.predicted - data.labels) if numbers else np.zeros(0)
    wrong = off > 0 if numbers else ~data.right
    inside = wrong.copy()
    if query.cell is not None and not several and not numbers:  # on the diagonal the correct ones
        inside = (data.labels == query.cell[0]) & (data.predicted == query.cell[1])
    if query.slice is not None:
        inside &= np.isin(np.arange(len(inside)), query.slice)
    places = np.flatnonzero(inside)
    rank = off if numbers else np.nan_to_num(data.confidence)
    places = places[np.argsort(-rank[places], kind="stable")]
    texts = _texts(store, run, data, places if query.search else places[:MOST_LISTED], members)
    if query.search and texts is not None:
        matches = [i for i, text in enumerate(texts) if query.search.casefold() in text.casefold()]
        places, texts = places[matches], [texts[i] for i in matches]
    shown = places[:MOST_LISTED]
    labels = answer_words(data.labels[shown], data.classes)
    answers = answer_words(data.predicted[shown], data.classes)
    listed = tuple(
        WrongText(int(i), label, answer, _finite(rank[i]), None if texts is None else texts[n])
        for n, (i, label, answer) in enumerate(zip(shown, labels, answers, strict=True))
    )
    counts = None if several or numbers else confusion_counts(data)
    return SplitErrors(run, split, len(wrong), int(wrong.sum()), data.classes, counts, len(places), listed)


def _texts(
    store: Store, run: int, predictions: PredictionSet, places: np.ndarray, members: SliceMembersAnswer | None
) -> list[str] | None:
    """Return the texts of the predictions ``places``, or None if the data set is not in the cache."""
    from engine.analysis.errors.predicted_split import parse_split
    from engine.data.inspection.browse import open_cached, read_page
    from engine.data.records import integer_values
    from engine.errors import UserError
    from engine.store import runs
    from engine.store.metrics import StageLookup

    try:
        if members is not None:
            mark, part = members.fingerprint, members.data_split
            positions = np.array(members.positions)[places]
        else:
            stage = StageLookup(store, run).position_of(predictions.step)
            mark = runs.data_fingerprints(store, run).get(str(stage), "")
            data, (part, _) = open_cached(mark), parse_split(predictions.split)
            rows = integer_values(data.parts[part]["row"])[data.rows[part]]
            where = {int(row): position for position, row in enumerate(rows)}
            positions = np.array([where[int(row)] for row in predictions.rows[places]], np.int64)
        page = read_page(mark, part, 0, len(positions), positions=positions.tolist())
    except (UserError, KeyError):
        return None
    return [f"{row.text}\n{row.second}".strip() for row in page.rows]


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
