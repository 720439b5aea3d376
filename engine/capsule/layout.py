"""Layout of a capsule: a ZIP file with a small store, files of runs, and a list of all members.

``capsule.json``: the program, the runs, and every other member with its length and SHA-256. ``runs.sqlite``: a store
with the rows of these runs, under their original numbers. ``runs/3/files/...``: files of the run's folder:
probabilities of classes, and models if requested. ``inputs/0/...``: input files of the runs, if requested.
``capsule.json`` names their original folder.

A capsule contains no code, and nothing in it is used before it was checked (``engine.capsule.opening``).
"""

from __future__ import annotations

import zipfile
from pathlib import Path, PurePosixPath
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from engine.errors import UserError, printable
from engine.file_names import name_problem

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
