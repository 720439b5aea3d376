"""``write_capsule``: write finished runs, optionally with inputs and models, into one new file.

A capsule is a ZIP file with a small store, files of runs, and a list of all members:

``capsule.json``: the program, the runs, and every other member with its length and SHA-256. ``runs.sqlite``: a store
with the rows of these runs, under their original numbers. ``runs/3/files/...``: files of the run's folder:
probabilities of classes, and models if requested. ``inputs/0/...``: input files of the runs, if requested.
``capsule.json`` names their original folder.

A capsule contains no code, and nothing in it is used before it was checked (``engine.capsule.opening``).
"""

from __future__ import annotations

import hashlib
import time
import zipfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version as installed_version
from pathlib import Path, PurePosixPath
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from engine import paths
from engine.capsule.inputs import local_inputs
from engine.errors import UserError, printable
from engine.file_names import name_problem
from engine.json_types import JsonObject
from engine.output_files import output_file, require_output
from engine.progress import ReportProgress, ignore_progress
from engine.store import runs, schema
from engine.store.data_names import get_resolved_experiment
from engine.store.database import Store
from engine.store.probabilities import ARTEFACT as PROBABILITIES
from engine.store.rows import RunRow
from engine.store.transfer import attach_store, copy_run, memory_store

MANIFEST = "capsule.json"
ROWS = "runs.sqlite"
FORMAT = 1
MAX_MEMBERS = 100_000
MAX_MANIFEST_BYTES = 64 << 20


class CapsuleRecord(BaseModel):
    """Base of the records in ``capsule.json``. They are validated strictly, because a capsule may come from anybody."""

    model_config = ConfigDict(frozen=True, strict=True)


class MemberRecord(CapsuleRecord):
    """Length and SHA-256 of a member."""

    bytes: int = Field(ge=0, le=1 << 50)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")


class RunRecord(CapsuleRecord):
    """A run: its number in the original store, its name, and the number of its sweep, if any."""

    number: int = Field(ge=1, le=1 << 53)
    name: str = Field(max_length=10_000)
    sweep: int | None = Field(ge=1, le=1 << 53)


class CapsuleManifest(CapsuleRecord):
    """The content of ``capsule.json``.

    Attributes:
        format: of the capsule itself.
        schema_version: of the store with the rows.
        program: version of the Palimpsest that wrote it.
        created: seconds since 1970.
        resources: folder of that program's bundled files. Specifications name files in it.
        inputs: original folders of ``inputs/0``, ``inputs/1``...
        left_out: requested inputs that could not be included, in sentences.
        runs, files: its content.
    """

    format: int = Field(ge=1)
    schema_version: int = Field(ge=1)
    program: str = Field(max_length=200)
    created: float = Field(ge=0, le=253402300800)
    resources: str = Field(max_length=10_000)
    inputs: list[Annotated[str, Field(max_length=10_000)]] = Field(max_length=MAX_MEMBERS)
    left_out: list[str] = Field(max_length=MAX_MEMBERS)
    runs: list[RunRecord] = Field(min_length=1, max_length=MAX_MEMBERS)
    files: dict[str, MemberRecord] = Field(max_length=MAX_MEMBERS)

    @property
    def bytes(self) -> int:
        """Total unpacked size of all members."""
        return sum(each.bytes for each in self.files.values())


def files_prefix(number: int) -> str:
    """Return the path prefix of members with files of run ``number``."""
    return f"runs/{number}/files/"


def inputs_prefix(index: int) -> str:
    """Return the path prefix of members of one input folder."""
    return f"inputs/{index}/"


def member_problem(name: str) -> str:
    """Return why a member name is invalid, or "" for a plain relative path on any system.

    >>> member_problem("inputs/0/train.csv"), member_problem("inputs/../x")
    ('', "'..' cannot name a file. Use letters, digits, spaces, - and _")
    """
    parts = name.split("/")
    if len(name) > 4000 or len(parts) > 60:
        return "its name is too long"
    return next((problem for part in parts if (problem := "" if part and part == part.strip() else "an empty name")
                 or (problem := name_problem(part))), "")  # fmt: skip


def read_manifest(file: Path, archive: zipfile.ZipFile) -> CapsuleManifest:
    """Return the manifest of a capsule after checking its list of members. Their contents are not read.

    Raises UserError when the file is no capsule, comes from a newer Palimpsest, or contains unexpected members.
    """
    members = archive.infolist()
    names = [each.filename for each in members]
    if MANIFEST not in names:
        raise capsule_error(file, "is not a capsule of Palimpsest")
    if len(members) > MAX_MEMBERS + 1 or len(set(names)) != len(names):
        raise capsule_error(file, "lists more files than a capsule has, or one of them twice")
    if archive.getinfo(MANIFEST).file_size > MAX_MANIFEST_BYTES:
        raise capsule_error(file, f"has a {MANIFEST} that is too large")
    try:
        manifest = CapsuleManifest.model_validate_json(archive.read(MANIFEST))
    except (ValueError, RecursionError) as error:
        problem_text = printable(" ".join(str(error).split()), 160)
        raise capsule_error(file, f"has a {MANIFEST} that cannot be read ({problem_text})") from None
    if manifest.format > FORMAT:
        raise UserError(
            f"was made by a newer Palimpsest ({printable(manifest.program, 40)}).",
            place=str(file),
            remedy="Update Palimpsest.",
        )
    if unmatched := (set(names) ^ {*manifest.files, MANIFEST}):
        raise capsule_error(file, f"and its list of files differ in {printable(min(unmatched), 200)}")
    if len({each.number for each in manifest.runs}) != len(manifest.runs):
        raise capsule_error(file, "has two runs with the same number")
    for member in members:
        if problem := _member_problem(member, manifest):
            raise capsule_error(file, f"holds '{printable(member.filename, 200)}': {problem}")
    return manifest


def _member_problem(member: zipfile.ZipInfo, manifest: CapsuleManifest) -> str:
    name = member.filename
    if name == MANIFEST:
        return ""
    if problem := member_problem(name):
        return problem
    if member.is_dir() or (member.external_attr >> 16) & 0o170000 not in (0, 0o100000):
        return "it is no plain file"
    if member.flag_bits & 1:
        return "it is encrypted"
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "it is packed in a way that capsules do not use"
    if member.file_size != manifest.files[name].bytes:
        return "its length is not the one that the capsule lists"
    if not _is_known_path(PurePosixPath(name).parts, manifest):
        return "it has no place in a capsule"
    return ""


def _is_known_path(parts: tuple[str, ...], manifest: CapsuleManifest) -> bool:
    numbers = {str(run.number) for run in manifest.runs}
    if len(parts) > 2 and parts[0] == "inputs":
        return parts[1] in {str(index) for index in range(len(manifest.inputs))}
    return parts == (ROWS,) or (
        len(parts) > 3 and parts[0] == "runs" and parts[1] in numbers and parts[2] == "files"
    )


def capsule_error(file: Path, text: str) -> UserError:
    """Return the error for a file that is not a sound capsule."""
    return UserError(f"{text}.", place=str(file), remedy="Get another copy of the capsule, or save it again.")


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
    require_output(file, overwrite=overwrite)
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
    with (
        output_file(file, private=True) as draft,
        zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
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
