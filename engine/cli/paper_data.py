"""``palimpsest data paper`` and ``register``: the data sets of the paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli import output
from engine.cli.data import app
from engine.cli.options import (
    CatalogueStoreOption,
    JsonOption,
    store_path,
)
from engine.cli.output import escape
from engine.errors import UserError
from engine.json_types import JsonObject

if TYPE_CHECKING:
    from engine.data.paper.sets import PaperSet
    from engine.store.datasets import DatasetRow

NameArgument = Annotated[
    str, typer.Argument(help="imdb, yelp_p, yelp_f, trec, yahoo, ag_news, dbpedia, sogou.")
]


@app.command()
def paper(store: CatalogueStoreOption = None, as_json: JsonOption = False) -> None:
    """List the paper's eight data sets: what it says of them, and which copy is used here."""
    from engine.data.paper.sets import paper_sets

    copies = _paper_copies(store_path(store))
    found = {name: (each, _copy_record(each, copies.get(name))) for name, each in paper_sets().items()}
    if as_json:
        output.print_json([_set_record(each, copy) for each, copy in found.values()])
        return
    table = output.plain_table()
    for column in ("Name", "Type", "Classes", "Train", "Test", "Average", "Copy"):
        right = column in ("Classes", "Train", "Test", "Average")
        table.add_column(
            column, justify="right" if right else "left", no_wrap=column != "Copy", overflow="fold"
        )
    for each, copy in found.values():
        table.add_row(
            each.name,
            each.domain,
            str(len(each.classes)),
            f"{each.rows['train']:,}",
            f"{each.rows['test']:,}",
            f"{each.average:,}",
            escape(copy["place"] or "none: register your own"),
        )
    output.out.print(table)
    output.out.print("Average: word pieces of BERT, as the paper gives it. Sizes are the paper's.")


@app.command()
def register(
    name: NameArgument,
    folder: Annotated[Path | None, typer.Argument(help="The unpacked folder of your own copy.")] = None,
    hub: Annotated[bool, typer.Option("--hub", help="Use the hub's copy again instead of your own.")] = False,
    store: CatalogueStoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Use your own copy of one of the paper's data sets: recognised, read, and compared with the paper."""
    from engine.data.paper.copies import examine_copy
    from engine.data.paper.sets import find_paper_set
    from engine.store import Store
    from engine.store.datasets import add_dataset, remove_paper_copy

    chosen = find_paper_set(name)
    if (folder is None) == (not hub):
        raise UserError("needs a folder, or --hub.", place=f"data register {chosen.name}")
    if folder is None:
        if chosen.hub is None:
            raise UserError(
                "there is no copy of it on the hub.", place=chosen.source_name, remedy="Give a folder."
            )
        with Store(store_path(store)) as opened:
            remove_paper_copy(opened, chosen.name)
        if as_json:
            output.print_json({"name": chosen.name, "source": chosen.hub.model_dump(mode="json")})
        else:
            output.out.print(escape(f"{chosen.source_name} is {chosen.hub.source} again."))
        return
    copy = examine_copy(chosen.name, folder, output.report_progress)
    source = copy.source.model_dump(mode="json")
    with Store(store_path(store)) as opened:
        add_dataset(opened, chosen.source_name, source, copy.fingerprint)
    if as_json:
        output.print_json(
            {
                "name": copy.name,
                "source": source,
                "layout": copy.layout,
                "rows": copy.rows,
                "classes": copy.classes,
                "fingerprint": copy.fingerprint,
                "differences": [each.message for each in copy.differences],
                "notes": copy.notes,
            }
        )
        return
    rows = ", ".join(f"{many:,} {part}" for part, many in copy.rows.items())
    output.out.print(
        escape(f"{chosen.source_name} is {copy.source.source} now: {copy.layout}, {rows}."), soft_wrap=True
    )
    for each in copy.differences:
        output.out.print(escape(f"! {each.message}"), soft_wrap=True)
    if not copy.differences:
        output.out.print("Classes and sizes are the paper's.")
    for note in copy.notes:
        output.out.print(escape(note), soft_wrap=True)


def _paper_copies(store: Path) -> dict[str, DatasetRow]:
    from engine.store import Store
    from engine.store.datasets import list_paper_copies

    if not store.is_file():
        return {}
    with Store(store, read_only=True) as opened:
        return list_paper_copies(opened)


def _copy_record(chosen: PaperSet, copy: DatasetRow | None) -> dict[str, str]:
    """Return which copy of the set is used here: its kind (local, hub or none) and its place."""
    place = str(copy.source.get("source", "")) if copy else chosen.hub.source if chosen.hub else ""
    return {"kind": "none" if not place else "hub" if place.startswith("hub:") else "local", "place": place}


def _set_record(chosen: PaperSet, copy: dict[str, str]) -> JsonObject:
    return {
        "name": chosen.name,
        "place": chosen.source_name,
        "title": chosen.title,
        "domain": chosen.domain,
        "language": chosen.language,
        "classes": list(chosen.classes),
        "meanings": list(chosen.meanings),
        "rows": chosen.rows,
        "average": chosen.average,
        "maximum": chosen.maximum,
        "exceeding": chosen.exceeding,
        "licence": chosen.licence,
        "citation": chosen.citation,
        "home": chosen.home,
        "note": chosen.note,
        "hub": chosen.hub.source if chosen.hub else None,
        "layouts": list(dict.fromkeys(layout.title for layout in chosen.layouts)),
        "copy": copy,
    }
