"""``palimpsest store``: look for damage in the store, save what can be read of it, copy it and put copies back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.options import JsonOption, StoreOption, store_path
from engine.cli.output import escape
from engine.errors import UserError, require_plain_file

app = typer.Typer(
    help="Look for damage in the store, save what can be read of it, copy it and put copies back.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command()
def check(store: StoreOption = None, as_json: JsonOption = False) -> None:
    """Look for damage in the store: its file, tables, values, references and the folders of its runs.

    Nothing is changed. Exit code 0: sound; 1: damaged; 2: it is no store, or cannot be read.
    """
    from engine.store.check import check_store

    found = check_store(_existing(store))
    if as_json:
        output.print_json(found.as_json())
    else:
        for each in found.findings:
            output.out.print(escape(f"{'!' if each.is_damage else 'i'} {each.text}"), soft_wrap=True)
        damages = sum(each.is_damage for each in found.findings)
        counted = f"{found.rows.get('runs', 0):,} runs, {sum(found.rows.values()):,} rows"
        verdict = "sound" if found.is_sound else f"damaged ({damages:,} findings)"
        output.out.print(
            escape(f"{found.store}: {verdict}; version {found.version}, {counted}"), soft_wrap=True
        )
        if not found.is_sound:
            output.out.print("Save what can be read with: palimpsest store repair", soft_wrap=True)
    raise typer.Exit(0 if found.is_sound else 1)


@app.command()
def repair(store: StoreOption = None, as_json: JsonOption = False) -> None:
    """Make a sound store of all that can be read, and put it in place of the damaged one, which is kept beside it.

    Rows and values that have no place in the new store go into a file of JSON lines. Nobody else may use the store
    meanwhile. Needs twice its size of free space.
    """
    from engine.store.check import check_store
    from engine.store.repair import repair_store

    path = _existing(store)
    if check_store(path).is_sound:
        if as_json:
            output.print_json({"store": str(path), "damaged": None})
        else:
            output.out.print(escape(f"{path} is sound; nothing was changed."), soft_wrap=True)
        return
    done = repair_store(path)
    if as_json:
        output.print_json(done.as_json())
        return
    output.out.print(
        escape(f"Saved: {done.saved.get('runs', 0):,} runs, {sum(done.saved.values()):,} rows in all."),
        soft_wrap=True,
    )
    for place, count in done.mended.items():
        output.out.print(escape(f"! {count:,} damaged values of {place} were replaced by its usual value"))
    for each in done.lost:
        output.out.print(escape(f"! {each}"), soft_wrap=True)
    if done.set_aside is not None:
        output.out.print(escape(f"What was set aside: {done.set_aside}"), soft_wrap=True)
    output.out.print(escape(f"The damaged store as it was: {done.damaged}"), soft_wrap=True)


@app.command()
def backup(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="The new file; default: one with the time in its name, in NAME-backups beside the store."
        ),
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Copy the store while it is in use, with a manifest: rows, size and checksum. Folders of runs are not copied."""
    from engine.store.backup import copy_store
    from engine.store.database import Store

    path = _existing(store)
    with Store(path, read_only=True) as opened, output.counted_progress() as report:
        done = copy_store(opened.path, file, lambda pages, total: report("Copying pages", pages, total))
    if as_json:
        output.print_json(done.as_json())
        return
    output.out.print(
        escape(f"{done.path}: {done.rows.get('runs', 0):,} runs, {done.bytes / 1e6:,.1f} MB"), soft_wrap=True
    )


@app.command()
def restore(
    copy: Annotated[Path, typer.Argument(help="A copy that 'store backup' or a migration has made.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put a copy in the place of the store, which is kept beside it. Nobody else may use the store meanwhile."""
    from engine.store.repair import restore_store

    require_plain_file(copy)
    path = store_path(store)
    replaced = restore_store(copy, path)
    if as_json:
        output.print_json({"store": str(path), "replaced": None if replaced is None else str(replaced)})
        return
    output.out.print(escape(f"{path} is the copy now."), soft_wrap=True)
    if replaced is not None:
        output.out.print(escape(f"The store as it was: {replaced}"), soft_wrap=True)


def _existing(store: Path | None) -> Path:
    path = store_path(store).absolute()
    require_plain_file(path)
    if path.is_dir():
        raise UserError("is a folder, not a store.", place=str(path), remedy="Name a file in it.")
    if not path.is_file():
        raise UserError("there is no store here yet.", place=str(path), remedy="Start a run first.")
    return path
