"""Rows that were pasted: a file of their own beside the store, from which the import goes on as from any other."""

from __future__ import annotations

import hashlib
from pathlib import Path

from workbench.language import tr


def keep_pasted(store: Path, text: str) -> Path:
    """Write pasted rows to a file beside ``store``, and return it; the same rows give the same file. For a thread.

    Spreadsheets paste cells with tabs between them. Raises UserError where nothing but blanks was pasted.
    """
    from engine.analysis.noise.versions import versions_folder
    from engine.errors import UserError
    from engine.private_files import make_folder

    rows = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    if not rows.strip():
        raise UserError(
            tr("the clipboard holds no text."), remedy=tr("Copy rows of a spreadsheet or lines of a file.")
        )
    content = (rows + "\n").encode("utf-8", "replace")
    folder = versions_folder(store) / "pasted"
    make_folder(folder, below=store.parent)
    suffix = ".tsv" if "\t" in rows.partition("\n")[0] else ".txt"
    file = folder / f"pasted-{hashlib.sha256(content).hexdigest()[:8]}{suffix}"
    draft = file.with_suffix(".tmp")
    draft.write_bytes(content)
    draft.replace(file)
    return file
