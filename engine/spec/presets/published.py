"""Presets: the settings of a stage in Sun et al. 2019, according to the paper's text or its code.

``resources/presets`` has one TOML file per kind of stage, with one table per field. A table has the value in the text
and in the code, or ours if neither has one, and a note where they differ. It may have further values of the paper with
their sections.

A stage with a preset takes all values from it that it does not set itself. A field with only further values is in no
preset: its source is shown, but its value is not set.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pydantic_core import PydanticCustomError

from engine import paths
from engine.formatting import numbers
from engine.formatting.phrases import capital, phrase
from engine.json_types import ParsedJson

CODE, TEXT = "paper_code", "paper_text"
PRESETS = {"": "None", CODE: "As the paper's code", TEXT: "As the paper's text"}
"""Label of each preset."""
_PREFERRED = {CODE: ("code", "text", "ours"), TEXT: ("text", "code", "ours")}
OURS = "ours"
"""Origin of values that are neither in the paper's text nor in its code."""
_ORIGIN_NAMES = {"text": "the paper's text", "code": "the paper's code", "ours": OURS}


@dataclass(frozen=True)
class PublishedValue:
    """Published values of one field.

    Attributes:
        path: the dotted field within the stage.
        by_origin: the value by origin: ``text``, ``code``, ``ours``.
        section: the section of the text.
        note: a remark, or how text and code differ.
        also: further values of the paper, by the section of their experiment, or ``code`` for options of its code.
    """

    path: str
    by_origin: Mapping[str, object]
    section: str = ""
    note: str = ""
    also: Mapping[str, Sequence[object]] = field(default_factory=dict)

    def value(self, preset: str) -> object:
        """Return the value in ``preset``: from its own source, else from the other source, else ours."""
        return copy.deepcopy(
            next(self.by_origin[origin] for origin in _PREFERRED[preset] if origin in self.by_origin)
        )

    @property
    def disputed(self) -> bool:
        """Whether text and code have different values."""
        has_both = self.by_origin.keys() >= {"text", "code"}
        return has_both and self.by_origin["text"] != self.by_origin["code"]

    def origin(self, value: object) -> str:
        """Return the origin of ``value``: the paper's text, its code, both, or ours.

        A value of a single experiment of the paper has its section: ``the paper's text, 5.7``.
        """
        origins = [words for origin, words in _ORIGIN_NAMES.items() if self._is_from(origin, value)]
        if origins:
            return "the paper's text and code" if len(origins) > 1 else origins[0]
        for section, values in self.also.items():
            if any(_agrees(value, each) for each in values):
                return _ORIGIN_NAMES["code"] if section == "code" else f"{_ORIGIN_NAMES['text']}, {section}"
        return OURS

    def words(self) -> str:
        """Return the published values in a sentence or two, for tooltips, comments and the command line."""
        if self.disputed:
            text = phrase(
                "Paper's text: {text}; its code: {code}",
                text=format_published(self.by_origin["text"]),
                code=format_published(self.by_origin["code"]),
            )
        else:
            value = next(iter(self.by_origin.values()))
            origin = capital(phrase(self.origin(value)))
            text = phrase("{origin}: {value}", origin=origin, value=format_published(value))
        if self.section:
            text = phrase("{text} (Sun et al. 2019, {section})", text=text, section=self.section)
        return (
            phrase("{text}. {note}", text=text, note=phrase(self.note))
            if self.note
            else phrase("{text}.", text=text)
        )

    def _is_from(self, origin: str, value: object) -> bool:
        return origin in self.by_origin and _agrees(value, self.by_origin[origin])


@dataclass(frozen=True)
class Departure:
    """A field of a stage that differs from its preset: its path, its value, and the origin of that value."""

    path: str
    value: object
    origin: str


@lru_cache(maxsize=16)
def published_values(kind: str) -> Mapping[str, PublishedValue]:
    """Return the published values of the fields of stages of ``kind``, by path. Empty for a kind without presets."""
    return {path: each for path, each in _read_values(kind).items() if each.by_origin}


def preset_values(kind: str, preset: str) -> ParsedJson:
    """Return the fields and values of ``preset`` for stages of ``kind``, none for the empty name.

    Raises PydanticCustomError when there is no such preset, or none for this kind of stage.
    """
    if preset not in PRESETS:
        names = ", ".join(name for name in PRESETS if name)
        raise PydanticCustomError(
            "unknown_preset", "there is no preset '{name}'. Known: {known}.", {"name": preset, "known": names}
        )
    if preset and not published_values(kind):
        raise PydanticCustomError(
            "no_preset",
            "there is no published preset for a stage of kind '{kind}'. Leave it empty.",
            {"kind": kind},
        )
    return {path: each.value(preset) for path, each in published_values(kind).items()} if preset else {}


def fill_preset(table: Mapping[str, object], kind: str) -> ParsedJson:
    """Return a stage's table with missing values filled from its preset.

    Example: ``{"preset": "paper_code", "batch_size": 8}`` keeps its batch size and gets all other values.
    """
    filled = dict(table)
    for path, value in preset_values(kind, str(filled.get("preset") or "")).items():
        name, _, inner_name = path.partition(".")
        if not inner_name:
            filled.setdefault(name, value)
        elif isinstance(inner := filled.get(name, {}), Mapping):
            filled[name] = {inner_name: value, **inner}
    return filled


def overwrite_with_preset(table: ParsedJson, preset: str) -> None:
    """Set all values of ``preset`` in a stage's table, in place."""
    for path, value in preset_values(str(table.get("kind", "")), preset).items():
        name, _, inner_name = path.partition(".")
        if inner_name:
            table[name] = {**(table.get(name) or {}), inner_name: value}
        else:
            table[name] = value
    table["preset"] = preset


def departures(table: Mapping[str, object]) -> list[Departure]:
    """Return the fields of a stage's full plain form that differ from its preset."""
    kind, preset = str(table.get("kind", "")), str(table.get("preset") or "")
    if preset not in _PREFERRED:
        return []
    return [
        Departure(path, value, each.origin(value))
        for path, each in published_values(kind).items()
        if not _agrees(value := _value_at(table, path), each.value(preset))
    ]


def format_published(value: object) -> str:
    """Return a value in words, for an option its kind and numbers: ``bertadam (beta1 0.9, epsilon 1e-6)``."""
    if isinstance(value, Mapping):
        rest = ", ".join(f"{key} {format_published(inner)}" for key, inner in value.items() if key != "kind")
        return f"{value['kind']} ({rest})" if rest else str(value["kind"])
    if isinstance(value, bool):
        return "on" if value else "off"
    return numbers.plain(value) if isinstance(value, int | float) else str(value)


def _agrees(value: object, expected: object) -> bool:
    """Return whether ``value`` equals ``expected``. An option may have further fields."""
    if isinstance(expected, Mapping):
        return isinstance(value, Mapping) and all(
            _agrees(value.get(key), one) for key, one in expected.items()
        )
    return bool(value == expected)


def _value_at(table: object, path: str) -> object:
    for part in path.split("."):
        table = table.get(part) if isinstance(table, Mapping) else None
    return table


@lru_cache(maxsize=16)
def _read_values(kind: str) -> Mapping[str, PublishedValue]:
    file = paths.RESOURCES / "presets" / f"{kind}.toml"
    if not kind.isidentifier() or not file.is_file():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return dict(_entries(tables))


def _entries(tables: Mapping[str, ParsedJson]) -> Iterator[tuple[str, PublishedValue]]:
    for path, table in tables.items():
        by_origin = {origin: table[origin] for origin in _ORIGIN_NAMES if origin in table}
        yield (
            path,
            PublishedValue(
                path, by_origin, table.get("source", ""), table.get("note", ""), table.get("also", {})
            ),
        )
