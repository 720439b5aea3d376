"""Manifests: sizes and checksums of the files of a folder, to detect damage.

``manifest.json`` is written last, so a folder that has one was complete once. ``verify`` checks whether it still is.
Checksums are CRC-32C (Castagnoli 1993), as in iSCSI and ext4. They detect damage by disks, copies and power cuts, at
the speed of reading. They do not protect against deliberate changes.
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
"""Names of the temporary files of ``write_durably``."""

_Signature = tuple[tuple[str, int, int, int], ...]
_verified: dict[Path, _Signature] = {}
"""Folders that this process has verified, with names, sizes, times and inodes of their files at that moment."""


class DamagedError(UserError):
    """A folder has changed since it was written. ``message`` names the file and the fault."""


def write_manifest(folder: Path) -> None:
    """Write the manifest of ``folder``, and sync it and all files that it lists to disk.

    Files in subfolders are included. An earlier manifest of ``folder`` is not.
    """
    files = {}
    for name in _files(folder):
        _sync(folder / name)
        files[name] = ((folder / name).stat().st_size, _checksum(folder / name))
    write_durably(folder / MANIFEST, json.dumps({"format": _FORMAT, "files": files}, indent=1))
    for each in (*_folders(folder), folder):
        sync_folder(each)


def sync_files(folder: Path) -> None:
    """Sync all files of ``folder`` and their names to disk, without a manifest."""
    for name in _files(folder):
        _sync(folder / name)
    for each in (*_folders(folder), folder):
        sync_folder(each)


def verify(folder: Path) -> None:
    """Raise DamagedError unless every file of the manifest exists with the same content.

    Files that are not in the manifest are ignored. A verified file is not read again by this process until its size or
    modification time changes.
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
    """Return whether ``folder`` has a manifest and passes ``verify``."""
    try:
        verify(folder)
    except (DamagedError, OSError):
        return False
    return True


def has_manifest(folder: Path) -> bool:
    """Return whether ``folder`` has a manifest. Folders of version 0.1.0 have none."""
    return (folder / MANIFEST).is_file()


def verify_unless_legacy(folder: Path) -> None:
    """Verify ``folder``, unless version 0.1.0 wrote it without a manifest.

    If a stage has a manifest, its kept steps (``stage-1/steps/00000500``) must have one too.

    Raises:
        DamagedError: the folder has changed since it was written.
    """
    sealed_stage = folder.parent.name == "steps" and has_manifest(folder.parents[1])
    if has_manifest(folder) or sealed_stage:
        verify(folder)


def write_durably(file: Path, text: str) -> None:
    """Write ``text`` to ``file`` atomically, even if the power fails. The caller creates and syncs its folder."""
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
    """Sync the names in ``folder`` to disk. Does nothing on Windows, which has no such call."""
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
        # A draft of the manifest that a full disk or a kill left behind is replaced when the manifest is written.
        if file.is_file() and name != MANIFEST and not _DRAFT.fullmatch(file.name):
            yield name


def _folders(folder: Path) -> list[Path]:
    """Return the subfolders of ``folder``, deepest first."""
    folders = [path for path in folder.rglob("*") if path.is_dir()]
    return sorted(folders, key=lambda path: len(path.parts), reverse=True)


def _sync(file: Path) -> None:
    # Some systems sync only files that are open for writing. A read-only file was synced by its writer.
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
