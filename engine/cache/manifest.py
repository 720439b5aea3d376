"""Manifests: a folder's list of its files with their lengths and checksums, by which damage is recognised.

``manifest.json`` is written last, so a folder that has one was whole once. ``verify`` checks whether it still is.
Checksums are CRC-32C (Castagnoli 1993, the one of iSCSI and ext4). They detect damage by disks, copies and power cuts,
at the speed of reading. They do not protect against deliberate changes.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

from engine.errors import UserError

MANIFEST = "manifest.json"
_BLOCK = 1 << 20
_FORMAT = 1
_DRAFT = re.compile(r"\..+\.\d+\.tmp")
"""Names of the files that ``write_durably`` replaces others with."""

_Signature = tuple[tuple[str, int, int, int], ...]
_verified: dict[Path, _Signature] = {}
"""Folders that this process has found whole, with names, sizes, times and inodes of their files at that moment."""


class DamagedError(UserError):
    """A folder is not as it was written. ``message`` names the file and the fault."""


def write_manifest(folder: Path) -> None:
    """Write the manifest of ``folder``. It and all files it lists are then on the disk, not only on their way to it.

    Files below ``folder`` count, except an earlier manifest of ``folder`` itself.
    """
    files = {}
    for name in _files(folder):
        _sync(folder / name)
        files[name] = ((folder / name).stat().st_size, _checksum(folder / name))
    write_durably(folder / MANIFEST, json.dumps({"format": _FORMAT, "files": files}, indent=1))
    for each in (*_folders(folder), folder):
        sync_folder(each)


def sync_files(folder: Path) -> None:
    """Have all files of ``folder``, which gets no manifest, and their names written to the disk."""
    for name in _files(folder):
        _sync(folder / name)
    for each in (*_folders(folder), folder):
        sync_folder(each)


def verify(folder: Path) -> None:
    """Raise DamagedError unless every file of the manifest is there with the same content.

    Files that the manifest does not list do not matter. A whole file is not read again by this process as long as its
    size and modification time stay.
    """
    files = _read_manifest(folder)
    signature = _signature(folder, files)
    if _verified.get(folder) == signature:
        return
    for name, (size, checksum) in files.items():
        file = folder / name
        actual = file.stat().st_size
        if actual != size:
            raise DamagedError(f"{name} has {actual:,} bytes, not {size:,}.", place=str(folder))
        if _checksum(file) != checksum:
            raise DamagedError(f"the content of {name} has changed.", place=str(folder))
    _verified[folder] = signature


def is_intact(folder: Path) -> bool:
    """Return whether ``folder`` has a manifest and is as it was written."""
    try:
        verify(folder)
    except (DamagedError, OSError):
        return False
    return True


def has_manifest(folder: Path) -> bool:
    """Return whether ``folder`` was written with a manifest. Folders of version 0.1.0 were not."""
    return (folder / MANIFEST).is_file()


def verify_unless_legacy(folder: Path) -> None:
    """Verify ``folder``, except where it was written without a manifest, as version 0.1.0 did.

    A kept step (``stage-1/steps/00000500``) was written with one wherever its stage was. A step without one is damaged
    there.

    Raises:
        DamagedError: it is not as it was written.
    """
    sealed_stage = folder.parent.name == "steps" and has_manifest(folder.parents[1])
    if has_manifest(folder) or sealed_stage:
        verify(folder)


def write_durably(file: Path, text: str) -> None:
    """Write ``text`` into ``file`` whole or not at all, even if the power fails. Its folder is left to the caller."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        with draft.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, file)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Write the names in ``folder`` to the disk. Does nothing where the system has no such call (Windows)."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _files(folder: Path) -> Iterator[str]:
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        # What a full disk or a kill left of a manifest's draft is gone once the manifest is written.
        if file.is_file() and name != MANIFEST and not _DRAFT.fullmatch(file.name):
            yield name


def _folders(folder: Path) -> list[Path]:
    """Return the folders below ``folder``, the deepest first."""
    folders = [path for path in folder.rglob("*") if path.is_dir()]
    return sorted(folders, key=lambda path: len(path.parts), reverse=True)


def _sync(file: Path) -> None:
    # Some systems sync only what is open for writing; a file that may not be written was synced by its writer.
    mode = "r+b" if os.access(file, os.W_OK) else "rb"
    with file.open(mode) as stream:
        os.fsync(stream.fileno())


def _checksum(file: Path) -> str:
    """Return the CRC-32C of a file as 8 hex digits."""
    import google_crc32c  # here: most commands read no manifest

    checksum = 0
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            checksum = google_crc32c.extend(checksum, block)
    return f"{checksum:08x}"


def _read_manifest(folder: Path) -> dict[str, tuple[int, str]]:
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if manifest["format"] != _FORMAT:
            raise ValueError(f"format {manifest['format']}")
        return {
            str(name): (int(size), str(checksum))
            for name, (size, checksum) in manifest["files"].items()
            if not _DRAFT.fullmatch(Path(name).name)  # listed after a full disk, until version 0.2.0
        }
    except FileNotFoundError:
        raise DamagedError(f"{MANIFEST} is missing.", place=str(folder)) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise DamagedError(f"{MANIFEST} cannot be read.", place=str(folder)) from None


def _signature(folder: Path, files: dict[str, tuple[int, str]]) -> _Signature:
    entries = []
    for name in sorted((*files, MANIFEST)):
        try:
            status = (folder / name).stat()
        except OSError:
            raise DamagedError(f"{name} is missing.", place=str(folder)) from None
        entries.append((name, status.st_size, status.st_mtime_ns, status.st_ino))
    return tuple(entries)
