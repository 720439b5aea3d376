"""``write_capsule``: write finished runs, optionally with inputs and models, into one new file."""

from __future__ import annotations

import hashlib
import os
import time
import zipfile
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.metadata import version as installed_version
from pathlib import Path

from engine import paths
from engine.capsule.inputs import local_inputs
from engine.capsule.layout import (
    FORMAT,
    MANIFEST,
    ROWS,
    CapsuleManifest,
    MemberRecord,
    RunRecord,
    files_prefix,
    inputs_prefix,
    member_problem,
)
from engine.errors import UserError, file_error
from engine.json_types import JsonObject
from engine.progress import ReportProgress, ignore_progress
from engine.store import runs, schema
from engine.store.data_names import get_resolved_experiment
from engine.store.database import Store
from engine.store.probabilities import ARTEFACT as PROBABILITIES
from engine.store.rows import RunRow
from engine.store.transfer import attach_store, copy_run, memory_store

_COMPRESSED = (".safetensors", ".parquet", ".arrow")
"""Suffixes of files that compression does not reduce."""
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class WrittenCapsule:
    """A written capsule.

    Attributes:
        file: the capsule.
        bytes: its length.
        runs: numbers of the runs.
        inputs, models: number of included files of each kind.
        left_out: requested inputs that could not be included, in sentences.
    """

    file: Path
    bytes: int
    runs: tuple[int, ...]
    inputs: int
    models: int
    left_out: tuple[str, ...]

    def sentence(self) -> str:
        """Return a description of it."""
        counts = (
            (len(self.runs), "run", "runs"),
            (self.inputs, "file of inputs", "files of inputs"),
            (self.models, "file of models", "files of models"),
        )
        text = ", ".join(f"{count:,} {one if count == 1 else many}" for count, one, many in counts if count)
        size = f"{self.bytes / 1e6:,.1f} MB" if self.bytes >= 1e5 else f"{self.bytes / 1e3:,.0f} kB"
        return f"{self.file}: {text}, {size}."

    def as_json(self) -> JsonObject:
        """Return everything as the stable JSON of the command line."""
        return {
            "file": str(self.file), "bytes": self.bytes, "runs": list(self.runs), "inputs": self.inputs,
            "models": self.models, "left_out": list(self.left_out), "said": self.sentence(),
        }  # fmt: skip


def write_capsule(
    store: Store,
    run_ids: Sequence[int],
    file: Path,
    *,
    with_inputs: bool = False,
    with_models: bool = False,
    overwrite: bool = False,
    report: ReportProgress = ignore_progress,
) -> WrittenCapsule:
    """Write finished runs into the new file ``file``, and return its description.

    It always includes specification, versions, fingerprints, metrics, predictions and probabilities. The file is
    written atomically.

    Args:
        store: the store of the runs.
        run_ids: the runs.
        file: the capsule.
        with_inputs: whether to include local data, texts and encoders.
        with_models: whether to include the models of stages.
        overwrite: whether an existing file may be replaced.
        report: receives the activity, the number of written files and their total.

    Raises UserError when a run has not finished, a file name is invalid on some system, or the capsule cannot be
    written.
    """
    rows = [runs.get_run(store, number) for number in dict.fromkeys(run_ids)]
    for row in rows:
        _require_finished(row)
    if file.exists() and not overwrite:
        raise UserError(
            "this file already exists.", place=str(file), remedy="Name another, or give --overwrite."
        )
    inputs = local_inputs([get_resolved_experiment(store, row.id) for row in rows] if with_inputs else [])
    folders = sorted(inputs.files)
    members: dict[str, Path] = {}
    for index, folder in enumerate(folders):
        members |= {inputs_prefix(index) + name: path for name, path in inputs.files[folder].items()}
    count = len(members)
    for row in rows:
        members |= {
            files_prefix(row.id) + name: path for name, path in _run_files(store, row, with_models).items()
        }
    for name, path in members.items():
        if problem := member_problem(name):
            raise UserError(
                f"{problem}.", place=str(path), remedy="Rename it, or leave inputs and models out."
            )
    models = sum("/files/stage-" in name for name in members)
    draft = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        draft.touch(mode=0o600)
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            files = {ROWS: _add_blocks(archive, ROWS, [_serialise_rows(store, rows)])}
            for number, (name, path) in enumerate(members.items()):
                report("Packing files", number, len(members))
                files[name] = _add_file(archive, name, path)
            manifest = CapsuleManifest(
                format=FORMAT, schema_version=len(schema.MIGRATIONS), program=installed_version("palimpsest"),
                created=time.time(), resources=str(paths.RESOURCES), inputs=[str(each) for each in folders],
                left_out=inputs.excluded, files=files,
                runs=[RunRecord(number=row.id, name=row.name, sweep=row.sweep_id) for row in rows],
            )  # fmt: skip
            archive.writestr(_entry(MANIFEST), manifest.model_dump_json(indent=1))
        with draft.open("rb+") as stream:
            os.fsync(stream.fileno())
        os.replace(draft, file)
    except OSError as error:
        raise file_error(error, file) from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return WrittenCapsule(
        file, file.stat().st_size, tuple(row.id for row in rows), count, models, tuple(inputs.excluded)
    )


def _require_finished(row: RunRow) -> None:
    if row.status != "finished":
        raise UserError(
            f"has not finished ({row.status.replace('_', ' ')}).",
            place=f"run {row.id}",
            remedy="A capsule holds finished runs.",
        )


def _run_files(store: Store, row: RunRow, with_models: bool) -> dict[str, Path]:
    """Return the files of a run to include, by relative path. States kept during training are excluded."""
    files = {}
    for artefact in runs.list_artefacts(store, row.id):
        if artefact.kind == PROBABILITIES:
            files[artefact.path.relative_to(row.folder).as_posix()] = artefact.path
        elif artefact.kind == "stage" and with_models:
            for path in sorted(artefact.path.rglob("*")):
                if path.is_file() and path.relative_to(artefact.path).parts[0] != "steps":
                    files[path.relative_to(row.folder).as_posix()] = path
    return files


def _serialise_rows(store: Store, rows: Sequence[RunRow]) -> bytes:
    """Return a store with the rows of the runs, a consistent snapshot."""
    with closing(memory_store()) as copy:
        with attach_store(copy, f"{store.path.absolute().as_uri()}?mode=ro"):
            copy.execute("BEGIN")
            for row in rows:
                copy_run(copy, row.id, row.id)
            copy.execute("COMMIT")
        return copy.serialize()


def _add_file(archive: zipfile.ZipFile, name: str, path: Path) -> MemberRecord:
    with path.open("rb") as stream:
        return _add_blocks(
            archive, name, iter(lambda: stream.read(_BLOCK), b""), is_compressed=path.suffix in _COMPRESSED
        )


def _add_blocks(
    archive: zipfile.ZipFile, name: str, blocks: Iterable[bytes], *, is_compressed: bool = False
) -> MemberRecord:
    digest, count = hashlib.sha256(), 0
    with archive.open(_entry(name, is_compressed=is_compressed), "w", force_zip64=True) as member:
        for block in blocks:
            member.write(block)
            digest.update(block)
            count += len(block)
    return MemberRecord(bytes=count, sha256=digest.hexdigest())


def _entry(name: str, *, is_compressed: bool = False) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)  # with the date 1980, because file times are private
    entry.compress_type = zipfile.ZIP_STORED if is_compressed else zipfile.ZIP_DEFLATED
    entry.external_attr = 0o100600 << 16
    return entry
