"""Data sets that have a name: the bundled samples, those of the paper, and the user's own from the store."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from engine import paths
from engine.data.paper.sets import find_paper_set
from engine.errors import UserError
from engine.spec.data import DataSource

CatalogueLookup = Callable[[str], dict[str, Any] | None]
"""From the name of a set in the user's catalogue to the fields of its ``DataSource``; None when there is none."""

_lookup: list[CatalogueLookup] = []
SCHEMES = ("samples", "paper", "catalogue")
"""What stands before the colon of a name."""


@dataclass(frozen=True)
class SampleDataset:
    """A bundled data set: what the catalogue says of it, and how it is read. ``rows`` counts them by split."""

    name: str
    title: str
    description: str
    task: str
    source: DataSource
    language: str = ""
    classes: tuple[str, ...] = ()
    rows: dict[str, int] = field(default_factory=dict)


def set_lookup(lookup: CatalogueLookup) -> None:
    """Says where the sets of the user's catalogue are found (the store calls this when it is opened)."""
    _lookup[:] = [lookup]


def resolve_source(source: DataSource) -> DataSource:
    """``source`` with a name (samples:..., paper:..., catalogue:...) replaced by the file it stands for.

    What ``source`` itself sets (columns, shares, rows) goes before what the catalogue says.
    """
    if source.source.partition(":")[0] not in SCHEMES:
        return source
    given = {name: getattr(source, name) for name in source.model_fields_set if name != "source"}
    return resolve_name(source.source).model_copy(update=given)


def resolve_name(name: str) -> DataSource:
    """The data set called ``samples:NAME``, ``paper:NAME`` or ``catalogue:NAME``.

    A set of the paper is the user's own copy where one is registered, else the hub's. Raises UserError with the
    nearest name there is, or when there is no copy.
    """
    scheme, _, short = name.partition(":")
    if scheme == "samples":
        known = sample_datasets()
        if short not in known:
            raise _unknown(name, [f"samples:{each}" for each in known])
        return known[short].source
    if scheme == "paper":
        return _of_the_paper(short)
    found = _lookup[0](short) if _lookup else None
    if found is None:
        raise UserError(
            "there is no such data set in the catalogue.",
            place=name,
            remedy="Import it on the Data page, or name its file.",
        )
    return _declared(name, found)


def _declared(name: str, found: dict[str, Any]) -> DataSource:
    try:
        return DataSource.model_validate(found)
    except ValidationError as error:
        raise UserError("the catalogue's entry cannot be read.", place=name, remedy=str(error)) from None


def _of_the_paper(short: str) -> DataSource:
    chosen = find_paper_set(short)
    found = _lookup[0](chosen.source_name) if _lookup else None
    if found is not None:
        return _declared(chosen.source_name, found)
    if chosen.hub is None:
        raise UserError(
            "no copy of it is registered, and none is on the hub.",
            place=chosen.source_name,
            remedy=f"Point at a copy of your own: palimpsest data register {chosen.name} FOLDER.",
        )
    return chosen.hub


def sample_datasets() -> dict[str, SampleDataset]:
    """The bundled data sets by name, in the order of their catalogue."""
    folder = paths.RESOURCES / "samples"
    file = folder / "catalogue.toml"
    if not file.is_file():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: _sample(name, table) for name, table in tables.items()}


def _sample(name: str, table: dict[str, Any]) -> SampleDataset:
    folder = paths.RESOURCES / "samples"
    files = {key: str(folder / table[key]) for key in ("train", "validation", "test") if key in table}
    options = {key: table[key] for key in ("format", "text", "label", "pair", "join") if key in table}
    source = DataSource.model_validate({"source": files.pop("train"), **files, **options})
    return SampleDataset(
        name,
        table.get("title", name),
        table.get("description", ""),
        table.get("task", ""),
        source,
        table.get("language", ""),
        tuple(table.get("classes", ())),
        table.get("rows", {}),
    )


def _unknown(name: str, known: list[str]) -> UserError:
    near = difflib.get_close_matches(name, known, n=1)
    remedy = f"Did you mean '{near[0]}'?" if near else f"Bundled: {', '.join(known) or 'none'}."
    return UserError("there is no such bundled data set.", place=name, remedy=remedy)
