"""Decide which values of two runs may be subtracted: only those measured on the same texts, for the same tasks."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import UserError
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, runs

MeasuredOn = tuple[str, ...]
"""Metric and test texts of a value, one entry per task. Two values may be subtracted if these are equal."""
_TEST_FIELDS = {"source", "test", "label", "test_rows", "split_seed"}
"""Fields of a data source that determine the texts of its test split and their labels."""


def error_measured_on(experiment: Experiment) -> MeasuredOn | None:
    """Return the metric and the test texts of a run's result, which is that of its last stage with labels.

    None for a run without labels. Files are identified by their content if the experiment recorded it. The number of
    training texts and the columns read from them do not matter.
    """
    for stage in reversed(experiment.stages):
        if tasks := stage.labelled_tasks():
            return tuple(f"{task.objective.main_metric}: {_test_split_of(task.data)}" for task in tasks)
    return None


def _test_split_of(data: DataSource) -> str:
    source, content = data, dict[str, str]()
    if data.resolved is not None and data.resolved.content and _may_change(data):
        # The user may have changed the data set behind the name, or edited the file. The content that was read counts.
        content = data.resolved.content
        if data.source.startswith("catalogue:"):
            source = data.resolved.source
    values = source.model_dump(mode="json", include=_TEST_FIELDS)
    # A test split held out of the training split differs from a whole file.
    is_held_out = bool(content) and "test" not in content
    if content:  # independent of the path: the files may be copies, from a capsule, or moved
        for name in ("source", "test"):
            values.pop(name, None)
    if not source.test_rows and not is_held_out:
        values.pop("split_seed")  # all test texts, for any seed
    return repr((sorted(values.items()), is_held_out, content.get("test", content.get("train", ""))))


def _may_change(data: DataSource) -> bool:
    """Return whether the texts behind this name may change. Bundled sets and those of the paper cannot."""
    return data.source.startswith("catalogue:") or not data.is_named


def retention_measured_on(experiment: Experiment) -> MeasuredOn:
    """Return the general text and the original encoder on which a run's language retention is measured."""
    encoder, probes = experiment.encoder, experiment.probes
    return (encoder.source, encoder.weights, probes.text, str(probes.texts), str(probes.length))


def comparable_runs(store: Store, baseline: int, run_ids: Iterable[int]) -> set[int]:
    """Return those of ``run_ids`` whose test error may be subtracted from that of run ``baseline``.

    Files are identified by the content that was read: editing one text makes the test split a different one.
    """
    texts = read_measured_on(store, {baseline, *run_ids})
    return {number for number in run_ids if texts[baseline] is not None and texts[number] == texts[baseline]}


def read_measured_on(store: Store, run_ids: Iterable[int]) -> dict[int, MeasuredOn | None]:
    """Return ``error_measured_on`` of each run, with the content of its data when the run was queued."""
    return {number: _test_texts(store, number) for number in run_ids}


def _test_texts(store: Store, run_id: int) -> MeasuredOn | None:
    try:
        return error_measured_on(parse_experiment(runs.get_stored_spec(store, run_id)))
    except UserError:  # one of its options is no longer installed, so its test texts are unknown
        return None
