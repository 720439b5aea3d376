"""Orders: everything that a run of this store needs in another place, with the hash of every file that it reads."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from engine import paths
from engine.capsule.inputs import local_inputs
from engine.capsule.layout import member_problem
from engine.errors import UserError, file_error, printable
from engine.json_types import JsonObject
from engine.places.base import Order
from engine.places.messages import OrderRecord
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment


def order_of_run(store: Store, run_id: int, token: str) -> Order:
    """Return the order of a queued run. Raises UserError when a file that it reads cannot be read."""
    return _order(token, runs.get_stored_spec(store, run_id), get_resolved_experiment(store, run_id))


def orders_of_experiments(experiments: Iterable[Experiment]) -> list[Order]:
    """Return orders for experiments with resolved names, to show what a place would do. None of them can be sent."""
    return [_order("0" * 8, each.model_dump(mode="json"), each) for each in experiments]


def _order(token: str, spec: JsonObject, experiment: Experiment) -> Order:
    inputs, files, sizes = local_inputs([experiment]), dict[str, Path](), dict[str, int]()
    folders = dict[str, dict[str, str]]()
    for folder, members in inputs.files.items():
        listed = folders.setdefault(str(folder), {})
        for below, path in sorted(members.items()):
            if problem := member_problem(below):
                raise UserError(f"{problem}.", place=printable(str(path), 200), remedy="Rename the file.")
            listed[below], size = _hash_and_size(path)
            files[listed[below]], sizes[listed[below]] = path, size
    record = OrderRecord(
        token=token, spec=spec, resources=str(paths.RESOURCES), folders=folders, sizes=sizes
    )  # fmt: skip
    return Order(record, files, tuple(inputs.excluded))


_known: dict[tuple[Path, int, int], str] = {}
"""Hashes by path, length and time of change, of this process: the runs of a sweep read the same files."""


def _hash_and_size(path: Path) -> tuple[str, int]:
    try:
        status = path.stat()
        key = (path, status.st_size, status.st_mtime_ns)
        if key not in _known:
            with path.open("rb") as stream:
                _known[key] = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise file_error(error, path) from error
    return _known[key], status.st_size
