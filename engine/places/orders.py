"""Orders: everything that a run of this store needs in another place, with the hash of every file that it reads."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from engine import paths
from engine.capsule.inputs import LocalInputs, local_inputs
from engine.errors import file_error
from engine.places.base import Order
from engine.progress import ReportProgress, ignore_progress
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment


def order_of_run(store: Store, run_id: int, token: str, report: ReportProgress = ignore_progress) -> Order:
    """Return the order of a queued run. Raises UserError when a file that it reads cannot be read."""
    return _order(
        token,
        runs.get_stored_spec(store, run_id),
        runs.get_run(store, run_id).name,
        local_inputs([get_resolved_experiment(store, run_id)]),
        report,
    )


def orders_of_experiments(
    experiments: Iterable[Experiment], report: ReportProgress = ignore_progress
) -> list[Order]:
    """Return orders for experiments with resolved names, to show what a place would do. They have no token."""
    return [
        _order("", each.model_dump(mode="json"), each.name, local_inputs([each]), report)
        for each in experiments
    ]


def _order(
    token: str, spec: dict[str, object], name: str, inputs: LocalInputs, report: ReportProgress
) -> Order:
    files = sorted({path for by_path in inputs.files.values() for path in by_path.values()})
    hashes = {}
    for number, path in enumerate(files):
        report("Hashing files", number, len(files))
        hashes[path] = _hash(path)
    return Order(token, spec, name, str(paths.RESOURCES), inputs.files, hashes, tuple(inputs.elsewhere))


_known: dict[tuple[Path, int, int], str] = {}
"""Hashes by path, length and time of change, of this process: the runs of a sweep read the same files."""


def _hash(path: Path) -> str:
    try:
        status = path.stat()
        key = (path, status.st_size, status.st_mtime_ns)
        if key not in _known:
            with path.open("rb") as stream:
                _known[key] = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise file_error(error, path) from error
    return _known[key]
