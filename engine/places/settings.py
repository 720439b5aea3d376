"""The user's places by name: ``places.toml`` in the home. It holds no password, because SSH grants access.

[gpubox]
kind = "ssh"
host = "me@gpubox.example.org"
"""

from __future__ import annotations

import re
from pathlib import Path

from engine import paths
from engine.errors import UserError, printable
from engine.output_files import write_output
from engine.places import THIS_COMPUTER
from engine.places.place import Place
from engine.spec.base import parse_record
from engine.store import Store, placed_runs
from engine.toml_text import read_toml_file

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def settings_file() -> Path:
    """Return the file with the places."""
    return paths.home() / "places.toml"


def read_places() -> dict[str, Place]:
    """Return the user's places by name, without this computer. Raises UserError for an unreadable file."""
    file = settings_file()
    if not file.is_file():
        return {}
    places = {}
    for name, table in read_toml_file(file).items():
        place = f"{file}, [{printable(name, 60)}]"
        _require_name(name, place)
        if not isinstance(table, dict):
            raise UserError("is not a table.", place=place, remedy='Write [NAME], and below it kind = "ssh".')
        places[name] = parse_place(table, place)
    return places


def parse_place(table: dict[str, object], place: str) -> Place:
    """Return the place that a table describes. Raises UserError, which names ``place``, if it is invalid."""
    kind = table.get("kind")
    kinds = Place.known_options()
    if not isinstance(kind, str) or kind not in kinds:
        raise UserError(
            "has an unknown kind of place.", place=place, remedy=f"Use one of: {', '.join(kinds)}."
        )
    return parse_record(kinds[kind], table, place=place)


def find_place(name: str) -> Place:
    """Return the place called ``name``. Raises UserError if there is none."""
    places = read_places()
    if name not in places:
        names = ", ".join(places) or "none"
        raise UserError(
            f"there is no place '{printable(name, 60)}'.",
            place=str(settings_file()),
            remedy=f"Set up: {names}. Add one with: palimpsest places add NAME ssh host=HOST",
        )
    return places[name]


def save_place(name: str, place: Place) -> None:
    """Add a place, or replace the one with that name. Raises UserError for an invalid name."""
    _require_name(name, "the name of the place")
    _write(read_places() | {name: place})


def remove_place(name: str) -> None:
    """Remove a place. Raises UserError if there is none with that name."""
    find_place(name)
    _write({key: value for key, value in read_places().items() if key != name})


def remove_idle_place(store: Store, name: str) -> None:
    """Remove a place without active runs of ``store``. Raises UserError if it has some, or does not exist."""
    find_place(name)
    if open_runs := placed_runs.list_open_runs(store, name):
        numbers = ", ".join(str(each.run_id) for each in open_runs[:5])
        raise UserError(
            f"runs are active there ({numbers}).", place=name, remedy="Wait for them, or stop them first."
        )
    remove_place(name)


def _require_name(name: str, place: str) -> None:
    if not _NAME.fullmatch(name) or name == THIS_COMPUTER:
        raise UserError(
            f"'{printable(name, 60)}' cannot name a place.",
            place=place,
            remedy=f"Use small letters, digits, - and _, at most 40, and not '{THIS_COMPUTER}'.",
        )


def _write(places: dict[str, Place]) -> None:
    tables = {
        name: place.model_dump(mode="json", exclude_defaults=True) | {"kind": place.kind}
        for name, place in places.items()
    }
    import tomlkit  # imported here, because most callers only read

    write_output(settings_file(), tomlkit.dumps(tables), private=True)
