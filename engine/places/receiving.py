"""Receive orders: store their files by hash, and create their runs in the store of this machine.

The home contains ``received/files/SHA256`` (complete files, and ``SHA256.part`` for incomplete ones),
``received/inputs/NAME/0/...`` (the folders of an order, with hard links to the files) and ``received/fetch`` (files
being fetched). A file is transferred once, however many runs read it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping, Set
from contextlib import suppress
from pathlib import Path

from engine import launch, paths, private_files
from engine.capsule.inputs import relocate_paths
from engine.capsule.writing import member_problem
from engine.errors import UserError, printable
from engine.places.messages import OrderRecord
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store

_SPARE_BYTES = 100 << 20


def received_folder() -> Path:
    """Return the folder for received files, in the home."""
    return paths.home() / "received"


def missing_files(sizes: Mapping[str, int], *, prepare: bool = True) -> dict[str, int]:
    """Return the bytes present of each incomplete file.

    ``prepare``: create their parts, empty or not. A part of full length becomes the file. If it does not match its
    hash, it is emptied.
    """
    missing = {}
    for sha256, size in sizes.items():
        file = _file(sha256)
        part = file.with_suffix(".part")
        if file.is_file():
            continue
        if prepare:
            private_files.make_folder(part.parent)
            private_files.make_file(part)
            part.touch()
        missing[sha256] = part.stat().st_size if part.is_file() else 0
        if prepare and missing[sha256] >= size:
            if _is_whole(part, sha256):
                os.replace(part, file)
                del missing[sha256]
            else:
                missing[sha256] = 0
    return missing


def _is_whole(part: Path, sha256: str) -> bool:
    with part.open("rb+") as stream:
        is_whole = hashlib.file_digest(stream, "sha256").hexdigest() == sha256
        if not is_whole:
            stream.truncate(0)
        os.fsync(stream.fileno())
    return is_whole


def require_room(sizes: Mapping[str, int], missing: Mapping[str, int]) -> None:
    """Raise UserError if the disk has no room for the rest of the missing files."""
    bytes_left = sum(sizes[sha256] - present for sha256, present in missing.items())
    if bytes_left and shutil.disk_usage(received_folder()).free < bytes_left + _SPARE_BYTES:
        raise UserError(
            "the disk there is full.",
            place=str(received_folder()),
            remedy="Free some space there. Nothing is lost.",
        )


def receive_run(store: Store, order: OrderRecord) -> int:
    """Queue the run of an order here, or return its existing run.

    Raises UserError when a file of it is missing, or its specification is invalid.
    """
    if (existing := find_received_run(store, order.token)) is not None:
        return existing
    experiment, inputs = lay_out_order(order)
    with store.transaction():
        if (existing := find_received_run(store, order.token)) is not None:
            return existing
        number = launch.enqueue(store, [experiment], is_resolved=True)[0]
        store.upsert("received_runs", {"token": order.token, "run_id": number, "inputs": inputs})
    return number


def lay_out_order(order: OrderRecord) -> tuple[Experiment, str]:
    """Return the experiment of an order with the local paths of its files, and the folder of these files.

    The folder is a path below the home, or empty without files. Raises UserError like ``receive_run``.
    """
    inputs = _lay_out(order)
    moves = {order.resources: paths.RESOURCES}
    if inputs is not None:
        moves |= {folder: inputs / str(index) for index, folder in enumerate(order.folders)}
    spec = relocate_paths(order.spec, moves)
    if isinstance(spec, dict):
        spec.pop("rerun_of", None)  # the number of another store
    experiment = parse_experiment(spec, place="the run that was sent")
    return experiment, "" if inputs is None else inputs.relative_to(paths.home().absolute()).as_posix()


def find_received_run(store: Store, token: str) -> int | None:
    """Return the run of the order with that token, or None."""
    row = store.execute("SELECT run_id FROM received_runs WHERE token = ?", (token,)).fetchone()
    return None if row is None else int(row[0])


def received_inputs_in_use(store: Store) -> set[str]:
    """Return the input folders of runs that may still be resumed."""
    sql = """SELECT DISTINCT inputs FROM received_runs x JOIN runs r ON r.id = x.run_id
             WHERE r.status <> 'finished'"""
    return {str(row[0]) for row in store.execute(sql) if row[0]}


def clean_received(in_use: Set[str]) -> int:
    """Delete unused files of orders, and fetched files. Return the freed bytes.

    Rows and folders of runs stay.
    """
    home = received_folder()
    bytes_before = _bytes_of(home)
    names = {Path(each).name for each in in_use}
    for folder in sorted((home / "inputs").glob("*")):
        if folder.name not in names:
            shutil.rmtree(folder, ignore_errors=True)
    for file in sorted((home / "files").glob("*")):
        with suppress(OSError):
            if file.suffix == ".part" or file.stat().st_nlink == 1:
                file.unlink()
    shutil.rmtree(home / "fetch", ignore_errors=True)
    return bytes_before - _bytes_of(home)


def _lay_out(order: OrderRecord) -> Path | None:
    """Return the folder with the inputs of an order, creating it if necessary."""
    if not order.folders:
        return None
    trees = [{name: sha256 for name, sha256 in sorted(files.items())} for files in order.folders.values()]
    name = hashlib.sha256(json.dumps(trees, sort_keys=True).encode()).hexdigest()[:16]
    folder = received_folder().absolute() / "inputs" / name
    if folder.is_dir():
        return folder
    draft = folder.with_name(f".{name}.{os.getpid()}")
    shutil.rmtree(draft, ignore_errors=True)
    for index, files in enumerate(trees):
        for path, sha256 in files.items():
            if problem := member_problem(f"{index}/{path}"):
                raise UserError(f"{problem}.", place=printable(path, 200), remedy="Rename the file.")
            source = _file(sha256)
            if not source.is_file():
                raise UserError(
                    "a file of the run is missing here.", place=printable(path, 200), remedy="Send it again."
                )
            target = draft.joinpath(str(index), *path.split("/"))
            private_files.make_folder(target.parent)
            try:
                os.link(source, target)
            except OSError:  # a disk without hard links
                shutil.copyfile(source, target)
    try:
        draft.rename(folder)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
        if not folder.is_dir():
            raise
    return folder


def _file(sha256: str) -> Path:
    return received_folder() / "files" / sha256


def _bytes_of(folder: Path) -> int:
    sizes: dict[tuple[int, int], int] = {}
    for path in folder.rglob("*"):
        with suppress(OSError):
            status = path.stat()
            if path.is_file():
                sizes[status.st_dev, status.st_ino or hash(path)] = status.st_size
    return sum(sizes.values())
