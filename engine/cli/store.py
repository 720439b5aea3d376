"""``palimpsest store``: look for damage in the store, save what can be read of it, copy it and put copies back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.answer import Answer, group
from engine.errors import UserError, require_plain_file


def check(store: Path) -> Answer:
    """Look for damage in the store: its file, tables, values, references and the folders of its runs.

    Nothing is changed. Exit code 0: sound; 1: damaged; 2: it is no store, or cannot be read.
    """
    from engine.store.check import check_store

    found = check_store(_existing(store))
    parts = [f"{'!' if each.is_damage else 'i'} {each.text}" for each in found.findings]
    damages = sum(each.is_damage for each in found.findings)
    counted = f"{found.rows.get('runs', 0):,} runs, {sum(found.rows.values()):,} rows"
    verdict = "sound" if found.is_sound else f"damaged ({damages:,} findings)"
    parts.append(f"{found.store}: {verdict}; version {found.version}, {counted}")
    if not found.is_sound:
        parts.append("Save what can be read with: palimpsest store repair")
    return Answer(found.as_json(), parts, code=0 if found.is_sound else 1)


def repair(store: Path) -> Answer:
    """Make a sound store of all that can be read, and put it in place of the damaged one, which is kept beside it.

    Rows and values that have no place in the new store go into a file of JSON lines. Nobody else may use the store
    meanwhile. Needs twice its size of free space.
    """
    from engine.store.check import check_store
    from engine.store.repair import repair_store

    path = _existing(store)
    if check_store(path).is_sound:
        return Answer({"store": str(path), "damaged": None}, [f"{path} is sound; nothing was changed."])
    done = repair_store(path)
    parts = [f"Saved: {done.saved.get('runs', 0):,} runs, {sum(done.saved.values()):,} rows in all."]
    for place, count in done.mended.items():
        parts.append(f"! {count:,} damaged values of {place} were replaced by its usual value")
    parts += [f"! {each}" for each in done.lost]
    if done.set_aside is not None:
        parts.append(f"What was set aside: {done.set_aside}")
    return Answer(done.as_json(), [*parts, f"The damaged store as it was: {done.damaged}"])


def backup(
    store: Path,
    file: Annotated[
        Path | None,
        typer.Argument(
            help="The new file; default: one with the time in its name, in NAME-backups beside the store."
        ),
    ] = None,
) -> Answer:
    """Copy the store while it is in use, with a manifest: rows, size and checksum. Folders of runs are not copied."""
    from engine.store.backup import copy_store
    from engine.store.database import Store

    with Store(_existing(store), read_only=True) as opened, output.counted_progress() as report:
        done = copy_store(opened.path, file, lambda pages, total: report("Copying pages", pages, total))
    said = f"{done.path}: {done.rows.get('runs', 0):,} runs, {done.bytes / 1e6:,.1f} MB"
    return Answer(done.as_json(), [said])


def restore(
    copy: Annotated[Path, "A copy that 'store backup' or a migration has made."], store: Path
) -> Answer:
    """Put a copy in the place of the store, which is kept beside it. Nobody else may use the store meanwhile."""
    from engine.store.repair import restore_store

    require_plain_file(copy)
    replaced = restore_store(copy, store)
    parts = [f"{store} is the copy now."]
    if replaced is not None:
        parts.append(f"The store as it was: {replaced}")
    return Answer({"store": str(store), "replaced": None if replaced is None else str(replaced)}, parts)


def _existing(store: Path) -> Path:
    path = store.absolute()
    require_plain_file(path)
    if path.is_dir():
        raise UserError("is a folder, not a store.", place=str(path), remedy="Name a file in it.")
    if not path.is_file():
        raise UserError("there is no store here yet.", place=str(path), remedy="Start a run first.")
    return path


app = group(
    "Look for damage in the store, save what can be read of it, copy it and put copies back.",
    check=check, repair=repair, backup=backup, restore=restore,
)  # fmt: skip
