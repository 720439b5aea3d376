"""Orders: everything that a run of this store needs on another place, with the hash of every input file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from engine import paths
from engine.capsule.inputs import local_inputs
from engine.capsule.writing import member_problem
from engine.errors import UserError, file_error, printable
from engine.json_types import JsonObject
from engine.places.base import Order
from engine.places.messages import OrderRecord
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment


def order_of_run(store: Store, run_id: int, token: str) -> Order:
    """Return the order of a queued run. Raises UserError when one of its input files cannot be read."""
    return _order(token, runs.get_stored_spec(store, run_id), get_resolved_experiment(store, run_id))


def orders_of_experiments(experiments: Iterable[Experiment]) -> list[Order]:
    """Return orders of resolved experiments, for a preview. They cannot be sent."""
    return [_order("0" * 8, each.model_dump(mode="json"), each) for each in experiments]


def _order(token: str, spec: JsonObject, experiment: Experiment) -> Order:
    inputs, files, sizes = local_inputs([experiment]), dict[str, Path](), dict[str, int]()
    folders = dict[str, dict[str, str]]()
    for folder, members in inputs.files.items():
        hashes = folders.setdefault(str(folder), {})
        for relative, path in sorted(members.items()):
            if problem := member_problem(relative):
                raise UserError(f"{problem}.", place=printable(str(path), 200), remedy="Rename the file.")
            hashes[relative], size = _hash_and_size(path)
            files[hashes[relative]], sizes[hashes[relative]] = path, size
    record = OrderRecord(
        token=token, spec=spec, resources=str(paths.RESOURCES), folders=folders, sizes=sizes
    )  # fmt: skip
    return Order(record, files, tuple(inputs.excluded))


_hash_cache: dict[tuple[Path, int, int], str] = {}
"""Hashes by path, size and modification time in this process, because runs of a sweep read the same files."""


def _hash_and_size(path: Path) -> tuple[str, int]:
    try:
        status = path.stat()
        key = (path, status.st_size, status.st_mtime_ns)
        if key not in _hash_cache:
            with path.open("rb") as stream:
                _hash_cache[key] = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise file_error(error, path) from error
    return _hash_cache[key], status.st_size
