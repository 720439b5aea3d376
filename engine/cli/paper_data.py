"""``palimpsest data paper`` and ``register``: the data sets of the paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, group
from engine.cli.data import inspect, preview, tokens
from engine.errors import UserError
from engine.json_types import JsonObject

if TYPE_CHECKING:
    from engine.data.paper.sets import PaperSet
    from engine.store.datasets import DatasetRow


def paper(store: Path) -> Answer:
    """List the paper's eight data sets: what it says of them, and which copy is used here."""
    from engine.data.paper.sets import paper_sets

    copies = _paper_copies(store)
    found = [(each, _copy_record(each, copies.get(name))) for name, each in paper_sets().items()]
    rows = [
        [
            each.name,
            each.domain,
            str(len(each.classes)),
            f"{each.rows['train']:,}",
            f"{each.rows['test']:,}",
            f"{each.average:,}",
            copy["place"] or "none: register your own",
        ]
        for each, copy in found
    ]
    table = PlainTable(["Name", "Type", "Classes", "Train", "Test", "Average", "Copy"], rows)
    said = "Average: word pieces of BERT, as the paper gives it. Sizes are the paper's."
    return Answer([_set_record(each, copy) for each, copy in found], [table, said])


def register(
    name: Annotated[str, "imdb, yelp_p, yelp_f, trec, yahoo, ag_news, dbpedia, sogou."],
    store: Path,
    folder: Annotated[Path | None, typer.Argument(help="The unpacked folder of your own copy.")] = None,
    hub: Annotated[bool, "Use the hub's copy again instead of your own."] = False,
) -> Answer:
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
        with Store(store) as opened:
            remove_paper_copy(opened, chosen.name)
        record: JsonObject = {"name": chosen.name, "source": chosen.hub.model_dump(mode="json")}
        return Answer(record, [f"{chosen.source_name} is {chosen.hub.source} again."])
    copy = examine_copy(chosen.name, folder, output.report_progress)
    source = copy.source.model_dump(mode="json")
    with Store(store) as opened:
        add_dataset(opened, chosen.source_name, source, copy.fingerprint)
    record = {
        "name": copy.name,
        "source": source,
        "layout": copy.layout,
        "rows": copy.rows,
        "classes": copy.classes,
        "fingerprint": copy.fingerprint,
        "differences": [each.message for each in copy.differences],
        "notes": copy.notes,
    }
    rows = ", ".join(f"{many:,} {part}" for part, many in copy.rows.items())
    parts: Parts = [f"{chosen.source_name} is {copy.source.source} now: {copy.layout}, {rows}."]
    parts += [f"! {each.message}" for each in copy.differences] or ["Classes and sizes are the paper's."]
    return Answer(record, [*parts, *copy.notes])


app = group(
    "Inspect data sets.",
    inspect=inspect, tokens=tokens, preview=preview, paper=paper, register=register,
)  # fmt: skip


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
    own = "title domain language rows average maximum exceeding licence citation home note".split()
    return {
        "name": chosen.name,
        "place": chosen.source_name,
        **{name: getattr(chosen, name) for name in own},
        "classes": list(chosen.classes),
        "meanings": list(chosen.meanings),
        "hub": chosen.hub.source if chosen.hub else None,
        "layouts": list(dict.fromkeys(layout.title for layout in chosen.layouts)),
        "copy": copy,
    }
