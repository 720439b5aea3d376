"""Beginnings of large files, which a preview reads."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from engine.data.source_files import LocatedSource
from engine.errors import UserError

HEAD_BYTES = 8 << 20
"""Bytes of a file that a preview reads: some ten thousand texts, in a second or two."""


@contextmanager
def open_heads(located: LocatedSource) -> Iterator[tuple[LocatedSource, list[str]]]:
    """Yield ``located`` with its large files cut to their beginnings, and a note for each of these.

    The beginnings are files of the same names in a temporary folder. Folders, and files that cannot be cut, are
    unchanged.
    """
    large = {
        name: path
        for name, path in located.paths.items()
        if path.is_file() and path.stat().st_size > HEAD_BYTES
    }
    if not large:
        yield located, []
        return
    try:
        scratch = TemporaryDirectory(prefix="palimpsest-preview-")
    except OSError as error:
        raise UserError(
            f"no temporary file can be made ({error.strerror}).",
            place=gettempdir(),
            remedy="Set TMPDIR to a folder you may write to.",
        ) from error
    with scratch as folder:
        paths, notes = dict(located.paths), []
        for name, path in large.items():
            head = Path(folder) / name / path.name
            head.parent.mkdir()
            if not located.reader.write_head(path, head, HEAD_BYTES):
                continue
            for companion in map(Path, located.reader.files(path)):  # names of the classes
                if companion != path and companion.parent == path.parent:
                    shutil.copyfile(companion, head.parent / companion.name)
            paths[name] = head
            notes.append(
                f"{path.name} has {path.stat().st_size / 1e6:,.0f} MB. This preview reads only the "
                "beginning: rows, classes and skipped rows are counted there."
            )
        yield replace(located, paths=paths), notes
