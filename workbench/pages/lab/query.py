"""Data of runs on the Lab page, read from the store (in the reader thread). No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis.errors.predicted_split import disagreement_indices, have_same_texts, indices_in_cell
from engine.spec.data import reads_generated
from workbench.language import tr

if TYPE_CHECKING:
    from engine.store import Store
    from engine.store.probe_results import MapSeries
    from engine.store.summaries import PredictionSet

MAX_RUNS = 200
"""So many of the newest finished runs can be chosen."""
PAGE_TEXTS = 100
"""Texts listed at once."""


@dataclass(frozen=True)
class LabModel:
    """A model that can be tried: a run, one of its stages (from 1), and the task where the stage has several."""

    run: int
    stage: int
    task: str
    label: str
    slot: int
    data: str
    generated: bool = False
    """Whether its run read texts that a grammar has written."""
    classes: int = 0
    """How many classes it tells apart, as far as the stage has noted. 0: not known."""

    @property
    def key(self) -> str:
        """Key that identifies it, also from one start of the window to the next."""
        return f"{self.run}/{self.stage}/{self.task}"

    @property
    def place(self) -> dict[str, object]:
        """Its form in a request to the serving program."""
        return {"run": self.run, "stage": self.stage, "task": self.task}


@dataclass(frozen=True)
class ListedText:
    """One text of a list: the row of its source and its class. The text itself comes a moment later.

    ``place`` is its position in the list.
    """

    row: int
    label: str
    text: str | None = field(default=None, kw_only=True)
    place: int = field(default=0, kw_only=True)


@dataclass(frozen=True)
class CellText(ListedText):
    """A text of a cell of the confusion: the probability of its predicted class, what the other run says of it."""

    sure: float
    other: str | None


@dataclass(frozen=True)
class Disagreement(ListedText):
    """A text to which two runs give different classes."""

    first: str
    second: str


@dataclass(frozen=True)
class ListedForgottenText(ListedText):
    """A training text, forgotten ``times`` times, at update ``last`` for the last time. ``right`` at the end."""

    times: int
    last: int | None
    right: bool


@dataclass(frozen=True, eq=False)
class ModelResults:
    """Results stored of an entry; None and empty where it was not measured.

    Attributes:
        predictions: of the test split (``engine.store.summaries.PredictionSet``).
        heads: change of attention on fixed texts, bits, [L, H].
        forgotten: how many training texts were forgotten, None where that was not followed.
        texts: how many training texts were followed.
    """

    entry: LabModel
    predictions: PredictionSet | None = None
    heads: np.ndarray | None = None
    forgotten: int | None = None
    texts: int = 0


def load_models(store: Store) -> list[LabModel]:
    """Return the models that finished runs have left, newest first. The last stage of a run before its earlier ones."""
    from engine.errors import UserError
    from engine.spec.task_names import task_names
    from engine.store import runs

    models: list[LabModel] = []
    for row in runs.list_runs(store, status=["finished"], limit=MAX_RUNS):
        try:
            names = task_names(runs.get_experiment(store, row.id))
        except UserError:
            continue  # an option whose plug-in is not installed now
        saved = {each.path.name for each in runs.list_artefacts(store, row.id) if each.kind == "stage"}
        stages = [n for n in range(len(names), 0, -1) if names[n - 1] and f"stage-{n}" in saved]
        # What tells runs of a sweep apart comes first: a narrow field shows the beginning.
        sweep, _, own = row.name.partition(": ")
        run_name = f"{own} · {sweep}" if own and sweep == row.group_name else row.name
        generated = reads_generated(row.data)
        counts = {each.position + 1: each.info.get("classes") for each in runs.list_stages(store, row.id)}
        several = len(stages) > 1 or any(len(names[n - 1]) > 1 for n in stages)
        for number in stages:
            for name in names[number - 1]:
                label = (
                    tr("{called}, stage {number}: {name}", called=run_name, number=number, name=name)
                    if several
                    else run_name
                )
                task = name if len(names[number - 1]) > 1 else ""
                notes = counts.get(number)
                classes = len(notes) if isinstance(notes, list) else 0
                models.append(LabModel(row.id, number, task, label, row.style, name, generated, classes))
    often = Counter(each.label for each in models)
    return [
        replace(each, label=tr("{label} (run {run})", label=each.label, run=each.run))
        if often[each.label] > 1
        else each
        for each in models
    ]


def load_results(store: Store, entry: LabModel) -> ModelResults:
    """Everything about one entry."""
    from engine.store import probe_results, runs

    stages = runs.list_stages(store, entry.run)
    predictions = _predictions(store, entry)
    ends = {row.position + 1: row.first_step + row.steps for row in stages}
    # Where validation chose an earlier step, the model that is left is of that step.
    end = ends.get(entry.stage, 2**62) if predictions is None else predictions.step
    heads = probe_results.read_maps(store, [entry.run], ["attention/heads"]).get(
        (entry.run, "attention/heads")
    )
    counts = probe_results.forgetting_counts(store, entry.run).get((entry.stage - 1, entry.task))
    return ModelResults(
        entry,
        predictions,
        None if heads is None else heads.value[_upto(heads, end)],
        None if counts is None else counts["forgotten"],
        0 if counts is None else counts["texts"],
    )


def _upto(series: MapSeries, end: int) -> int:
    """Return the place of the last map of the stage that ends at ``end``."""
    return max(int(np.searchsorted(series.step, end, side="right")) - 1, 0)


def _predictions(store: Store, entry: LabModel) -> PredictionSet | None:
    from engine.store import metrics, summaries

    split = f"test/{entry.task}" if entry.task else "test"
    aside = summaries.read_predictions(store, entry.run, f"stage-{entry.stage}/{split}")
    if aside is not None:
        return aside
    data = summaries.read_predictions(store, entry.run, split)
    # Without a stage's name they are those of the last stage that has made any.
    if data is None or metrics.StageLookup(store, entry.run).position_of(data.step) != entry.stage - 1:
        return None
    return data


def load_forgotten(store: Store, entry: LabModel, offset: int) -> list[ListedForgottenText]:
    """Return a page of the training texts that were forgotten, most often forgotten first."""
    from engine.store import probe_results

    forgotten = probe_results.list_forgotten_texts(
        store, entry.run, stage=entry.stage - 1, task=entry.task, offset=offset, limit=PAGE_TEXTS
    )
    return [
        ListedForgottenText(each.source_row, each.label, each.forgotten, each.last_step, each.right_last)
        for each in forgotten
    ]


def cell_texts(mine: PredictionSet, other: PredictionSet | None, true: int, predicted: int) -> list[CellText]:
    """Return texts of class ``true`` predicted as ``predicted``, most confident first, with both predictions."""
    same = have_same_texts(mine, other)
    return [
        CellText(
            int(mine.rows[i]),
            mine.classes[true],
            float(mine.confidence[i]),
            other.classes[other.predicted[i]] if other is not None and same else None,
        )
        for i in indices_in_cell(mine, true, predicted)
    ]


def disagreements(one: PredictionSet | None, other: PredictionSet | None) -> list[Disagreement] | None:
    """Return the test texts that two runs classify differently, or None if they were not tested on the same texts."""
    places = disagreement_indices(one, other)
    if places is None or one is None or other is None:
        return None
    return [
        Disagreement(
            int(one.rows[i]),
            _in_words(one.labels[i], one.classes),
            _in_words(one.predicted[i], one.classes),
            _in_words(other.predicted[i], other.classes),
        )
        for i in places
    ]


def _in_words(value: np.ndarray, classes: Sequence[str]) -> str:
    """Return a label or an answer in words: a class, or the names of a row of 0 and 1."""
    if not np.ndim(value):
        return classes[int(value)]
    return ", ".join(name for name, own in zip(classes, value, strict=True) if own) or tr("no label")
