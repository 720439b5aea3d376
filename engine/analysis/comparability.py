"""Decide which values of two runs may be subtracted: only those measured on the same texts, for the same tasks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from engine.errors import UserError
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment
from engine.store import Store, runs

MeasuredOn = tuple[str, ...]
"""Metric and texts of a value, one entry for each task; equal for values that may be subtracted."""
_SPLIT_FIELDS = {
    "test": ("source", "test", "label", "test_rows", "split_seed"),
    "validation": ("source", "validation", "label", "validation_share", "validation_rows", "split_seed"),
}
"""Fields of a data source that decide which texts a split holds, and what is predicted for them."""


def error_measured_on(
    experiment: Experiment, split: Literal["validation", "test"] = "test"
) -> MeasuredOn | None:
    """Return the texts and the metric of a run's result, that of its last stage that learns labels.

    None for a run that learns none. How many texts it trains on, and which of their columns it reads, does not
    matter.
    """
    for stage in reversed(experiment.stages):
        if tasks := stage.labelled_tasks():
            return tuple(f"{task.objective.main_metric}: {_split_of(task.data, split)}" for task in tasks)
    return None


def _split_of(data: DataSource, split: str) -> str:
    read, content = data, None
    if data.resolved is not None and data.source.startswith("catalogue:"):
        # The user may have changed the data set behind the name: the one that was read counts.
        read, content = data.resolved.source, data.resolved.content
    values = read.model_dump(mode="json", include=set(_SPLIT_FIELDS[split]))
    if split == "test" and not read.test_rows:
        values.pop("split_seed")  # all test texts, whatever the seed
    return repr((sorted(values.items()), sorted((content or {}).items())))


def retention_measured_on(experiment: Experiment) -> MeasuredOn:
    """Return the general text and the original encoder on which a run's language retention is measured."""
    encoder, probes = experiment.encoder, experiment.probes
    return (encoder.source, encoder.weights, probes.text, str(probes.texts), str(probes.length))


def comparable_runs(store: Store, baseline: int, run_ids: Iterable[int]) -> set[int]:
    """Return those of ``run_ids`` whose test error may be subtracted from that of run ``baseline``."""
    wanted = _test_texts(store, baseline)
    return {number for number in run_ids if wanted is not None and _test_texts(store, number) == wanted}


def _test_texts(store: Store, run_id: int) -> MeasuredOn | None:
    try:
        return error_measured_on(runs.get_experiment(store, run_id))
    except UserError:  # an option of it is no longer installed: nothing is known of what it was measured on
        return None
