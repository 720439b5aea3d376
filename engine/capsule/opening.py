"""``open_capsule``: add the runs of a capsule to a store, after everything in the file was checked.

There are three steps. First every member is unpacked into a temporary folder, and its length and SHA-256 are compared
with the list. Then the store with the rows is checked like by ``palimpsest store check``, and migrated. Only then, in
one transaction, the runs get numbers and folders in the user's store.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from engine import paths, private_files
from engine.capsule.inputs import relocate_paths
from engine.capsule.writing import (
    ROWS,
    CapsuleManifest,
    capsule_error,
    files_prefix,
    inputs_prefix,
    read_manifest,
)
from engine.errors import UserError, file_error, printable, require_plain_file
from engine.json_types import JsonObject
from engine.progress import ReportProgress, ignore_progress
from engine.store import runs, schema
from engine.store.database import Store, StoreUnavailableError
from engine.store.repair import check_store
from engine.store.salvage import NOT_FINITE
from engine.store.transfer import attach_store, copy_run

_BLOCK = 1 << 20
_SPARE_BYTES = 100 << 20


@dataclass(frozen=True, slots=True)
class OpenedRun:
    """A run of a capsule: its name, its number there, and its number here (None if it was only checked)."""

    name: str
    original: int
    number: int | None


@dataclass(frozen=True, slots=True)
class OpenedCapsule:
    """Result of opening a capsule.

    Attributes:
        file: the capsule.
        program, created: version of the Palimpsest that wrote it, and when, seconds since 1970.
        runs: its runs.
        inputs: the folder of the unpacked input files, None if none are included.
        left_out: inputs that could not be included, in sentences.
    """

    file: Path
    program: str
    created: float
    runs: tuple[OpenedRun, ...]
    inputs: Path | None
    left_out: tuple[str, ...]

    def sentence(self) -> str:
        """Return a sentence on the added runs."""
        names = [f"run {each.number or each.original}, {each.name}" for each in self.runs[:3]]
        remainder = f" and {len(self.runs) - 3} more" if len(self.runs) > 3 else ""
        return f"From {self.file.name}: {'; '.join(names)}{remainder}."

    def as_json(self) -> JsonObject:
        """Return everything as the stable JSON of the command line."""
        return {
            "file": str(self.file),
            "program": self.program,
            "created": self.created,
            "runs": [
                {"name": each.name, "original": each.original, "run": each.number} for each in self.runs
            ],
            "inputs": None if self.inputs is None else str(self.inputs),
            "left_out": list(self.left_out),
            "said": self.sentence(),
        }


def capsule_folder(store: Path) -> Path:
    """Return the folder for inputs of opened capsules, next to the store."""
    return store.parent / f"{store.stem}-capsules"


def check_capsule(file: Path, report: ReportProgress = ignore_progress) -> OpenedCapsule:
    """Return the content of a capsule after checking all of it. Nothing is kept.

    Raises UserError like ``open_capsule``.
    """
    with tempfile.TemporaryDirectory(prefix="palimpsest-capsule-") as staging:
        manifest = _unpack(file, Path(staging), report)
        _check_rows(file, manifest, Path(staging))
    return _summarise(file, manifest, [None] * len(manifest.runs), None)


def open_capsule(
    store: Store, file: Path, *, again: bool = False, report: ReportProgress = ignore_progress
) -> OpenedCapsule:
    """Add the runs of a capsule to ``store`` with new numbers and folders, and return them.

    Input files are unpacked next to the store, and the specifications name them there. The identities by which runs are
    compared do not change.

    Args:
        store: the store.
        file: the capsule.
        again: whether runs that are in the store already may be added once more.
        report: receives the activity, the number of unpacked files and their total.

    Raises UserError when the file is no sound capsule, comes from a newer Palimpsest, its runs are here already, or
    there is no room. Nothing was added then.
    """
    home = capsule_folder(store.path)
    try:
        private_files.make_folder(home, root=home)
        staging = Path(tempfile.mkdtemp(prefix=".opening-", dir=home))
    except OSError as error:
        raise file_error(error, home) from error
    try:
        manifest = _unpack(file, staging, report)
        rows_file = _check_rows(file, manifest, staging)
        if not again:
            _require_new(store, rows_file, file)
        inputs = _keep_inputs(home, staging, manifest)
        numbers = _add_runs(store, rows_file, manifest, staging, inputs, file)
    except OSError as error:
        raise file_error(error, home) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
        if not any(home.iterdir()):
            home.rmdir()
    return _summarise(file, manifest, numbers, inputs)


def fetch_run_files(file: Path, folder: Path) -> None:
    """Move the files of the only run in a capsule into its folder, replacing files of the same names. Rows are ignored.

    Raises UserError when the file is no sound capsule of one run, or there is no room. Nothing was replaced then.
    """
    with tempfile.TemporaryDirectory(prefix=".opening-", dir=folder) as staging:
        manifest = _unpack(file, Path(staging), ignore_progress)
        if len(manifest.runs) != 1:
            raise capsule_error(file, "holds several runs")
        source = Path(staging).joinpath(*files_prefix(manifest.runs[0].number).rstrip("/").split("/"))
        for each in sorted(source.iterdir()) if source.is_dir() else []:
            target = folder / each.name
            if target.is_dir():
                shutil.rmtree(target)
            os.replace(each, target)


def _summarise(
    file: Path, manifest: CapsuleManifest, numbers: list[int | None], inputs: Path | None
) -> OpenedCapsule:
    pairs = zip(manifest.runs, numbers, strict=True)
    return OpenedCapsule(
        file,
        manifest.program,
        manifest.created,
        tuple(OpenedRun(run.name, run.number, number) for run, number in pairs),
        inputs,
        tuple(manifest.left_out),
    )


# -- the file ----------------------------------------------------------------------------------------------------------


def _unpack(file: Path, staging: Path, report: ReportProgress) -> CapsuleManifest:
    """Unpack all members into ``staging`` and return the manifest. Raise UserError if one does not match the list."""
    require_plain_file(file)
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = read_manifest(file, archive)
            free = shutil.disk_usage(staging).free
            if manifest.bytes + _SPARE_BYTES > free:
                raise UserError(
                    f"needs {manifest.bytes / 1e6:,.0f} MB, and {free / 1e6:,.0f} MB are free.",
                    place=str(file),
                    remedy="Free some disk space.",
                )
            for number, (name, record) in enumerate(manifest.files.items()):
                report("Unpacking files", number, len(manifest.files))
                target = staging.joinpath(*name.split("/"))
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(name) as member, target.open("xb") as stream:
                    if _copy(member, stream, record.bytes) != record.sha256:
                        raise capsule_error(file, f"is damaged: the content of {name} has changed")
            return manifest
    except OSError as error:
        raise file_error(error, file) from error
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        zlib.error,
        EOFError,
        ValueError,
        RuntimeError,
    ) as error:
        raise capsule_error(file, f"is damaged, or not a capsule ({printable(str(error), 160)})") from None


def _copy(member: IO[bytes], stream: IO[bytes], most: int) -> str:
    """Copy a member and return its SHA-256. At most ``most`` bytes are unpacked."""
    digest, count = hashlib.sha256(), 0
    while block := member.read(_BLOCK):
        count += len(block)
        if count > most:
            return "longer than listed"
        digest.update(block)
        stream.write(block)
    return digest.hexdigest() if count == most else "shorter than listed"


# -- the rows ----------------------------------------------------------------------------------------------------------


def _check_rows(file: Path, manifest: CapsuleManifest, staging: Path) -> Path:
    """Return the path of the capsule's store after checking and migrating it."""
    if manifest.schema_version > len(schema.MIGRATIONS):
        raise UserError(
            f"was made by a newer Palimpsest ({printable(manifest.program, 40)}).",
            place=str(file),
            remedy="Update Palimpsest.",
        )
    path = staging / ROWS
    if not path.is_file():
        raise capsule_error(file, "has no rows of runs")
    with suppress(sqlite3.DatabaseError):  # the check below reports unreadable files
        if not _has_own_schema(path, manifest.schema_version):
            raise capsule_error(file, "is damaged: its rows are not in the tables of a store")
    try:
        damage = _first_damage(path)
        if not damage:
            Store(path).close()  # migrates it
            damage = _first_damage(path)
    except StoreUnavailableError:
        raise
    except UserError as error:
        damage = error.message
    if damage:
        raise capsule_error(file, f"is damaged: {printable(damage, 300)}")
    with Store(path, read_only=True) as database:
        for table, reason in database.execute("SELECT source, reason FROM set_aside"):
            if not reason.startswith(NOT_FINITE):
                raise capsule_error(file, f"is damaged: in a row of '{table}', {reason}")
        finished_ids = {row[0] for row in database.execute("SELECT id FROM runs WHERE status = 'finished'")}
    if finished_ids != {run.number for run in manifest.runs}:
        raise capsule_error(file, "is damaged: its runs are not the finished runs that it lists")
    return path


def _has_own_schema(path: Path, version: int) -> bool:
    """Return whether a store has exactly the schema of ``version``, without foreign triggers or views."""
    sql = "SELECT type, name, sql FROM {}.sqlite_master"
    with closing(sqlite3.connect(":memory:", isolation_level=None, uri=True)) as ours:
        schema.migrate_store(ours, to=version)
        with attach_store(ours, f"{path.absolute().as_uri()}?mode=ro"):
            return {*ours.execute(sql.format("main"))} == {*ours.execute(sql.format("source"))}


def _first_damage(path: Path) -> str:
    """Return the first damage of a store, or ""."""
    return next((each.text for each in check_store(path).findings if each.is_damage), "")


def _require_new(store: Store, rows_file: Path, file: Path) -> None:
    """Raise UserError if a run of the capsule is in the store already: one with the same identity and times."""
    sql = "SELECT id, identity, created, finished, host FROM runs"
    with Store(rows_file, read_only=True) as rows:
        ids = {tuple(row)[1:]: row[0] for row in rows.execute(sql)}
    for row in store.execute(sql):
        if (original := ids.get(tuple(row)[1:])) is not None:
            raise UserError(
                f"its run {original} was added before, as run {row[0]}.",
                place=str(file),
                remedy="On the command line, --again adds its runs once more.",
            )


# -- into the store ----------------------------------------------------------------------------------------------------


def _keep_inputs(home: Path, staging: Path, manifest: CapsuleManifest) -> Path | None:
    """Move the unpacked inputs to a permanent folder named after their content, and return it."""
    if not manifest.inputs:
        return None
    hashes = {name: each.sha256 for name, each in manifest.files.items() if name.startswith("inputs/")}
    name = hashlib.sha256(json.dumps([manifest.inputs, hashes], sort_keys=True).encode()).hexdigest()[:16]
    target = home / name
    if not target.exists():  # the same inputs may exist already
        (staging / "inputs").mkdir(exist_ok=True)
        (staging / "inputs").rename(target)
    return target


def _add_runs(
    store: Store, rows_file: Path, manifest: CapsuleManifest, staging: Path, inputs: Path | None, file: Path
) -> list[int | None]:
    """Copy the checked rows into ``store`` under new numbers, in one transaction. Return the numbers."""
    moves = {manifest.resources: paths.RESOURCES}
    if inputs is not None:
        # The folder keeps the numbers (``inputs/0``), so that inputs with equal names do not collide.
        moves |= {
            path: inputs / inputs_prefix(index).split("/")[1] for index, path in enumerate(manifest.inputs)
        }
    numbers: dict[int, int] = {}
    sweeps: dict[int, int] = {}
    folders: list[Path] = []
    try:
        with attach_store(store.connection, rows_file.as_uri()), store.transaction():
            for run in manifest.runs:
                number = runs.next_run_number(store)
                numbers[run.number] = number
                folder = paths.run_folder(store.path, number)
                folders.append(folder)
                copy_run(store.connection, run.number, number)
                if run.sweep is not None:
                    _join_sweep(store, number, run.sweep, sweeps)
                _adopt(store, run.number, number, numbers, moves, file, manifest)
                private_files.make_folder(folder, root=folder.parent)
                _move_files(staging.joinpath(*files_prefix(run.number).rstrip("/").split("/")), folder)
    except BaseException:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return [numbers[run.number] for run in manifest.runs]


def _join_sweep(store: Store, number: int, original: int, sweeps: dict[int, int]) -> None:
    """Add the run to a new sweep, together with the capsule's other runs of the sweep ``original``."""
    if original not in sweeps:
        sweeps[original] = runs.create_sweep(store, runs.get_run(store, number).group_name)
    store.execute("UPDATE runs SET sweep_id = ? WHERE id = ?", (sweeps[original], number))


def _adopt(
    store: Store, original: int, number: int, numbers: dict[int, int], moves: dict[str, Path], file: Path,
    manifest: CapsuleManifest,
) -> None:  # fmt: skip
    """Make the copied row a run of this store: folder, colour, paths of its inputs, and origin."""
    spec = runs.get_stored_spec(store, number)
    if (old_id := spec.get("rerun_of")) is not None:
        spec.pop("rerun_of")  # its number here differs, or it is missing
        if isinstance(old_id, int) and old_id in numbers:
            spec["rerun_of"] = numbers[old_id]
    folder = paths.run_folder(store.path, number).relative_to(store.path.parent).as_posix()
    store.execute(
        """UPDATE runs SET spec = ?, folder = ?, slot = ?, pid = NULL, pid_started = NULL, heartbeat = NULL,
           launcher = 'queue', resume = 0, archived = 0 WHERE id = ?""",
        (
            json.dumps(relocate_paths(spec, moves), ensure_ascii=False),
            folder,
            runs.least_used_slot(store),
            number,
        ),
    )
    host = runs.get_run(store, number).host or "an unnamed machine"
    runs.add_message(
        store,
        number,
        f"From the capsule {file.name}: run {original}, trained on {host} (Palimpsest {manifest.program}).",
    )


def _move_files(source: Path, folder: Path) -> None:
    """Move the content of ``source``, if it exists, into the new folder of the run."""
    for each in sorted(source.iterdir()) if source.is_dir() else []:
        shutil.move(each, folder / each.name)
