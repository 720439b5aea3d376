"""An experiment's plain form (dicts and lists, as JSON has them): reading, changing, defaults. No Qt."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from engine.spec.base import Choice, SpecModel
from engine.spec.describe import FieldMeta, describe_fields
from engine.spec.sweep import assign_value, read_value

SpecTable = dict[str, Any]

_EMPTY: dict[str, Any] = {"str": "", "strings": [], "choices": [], "models": []}


def with_value(table: SpecTable, path: str, value: Any) -> SpecTable:
    """A copy of ``table`` with ``value`` at the dotted ``path``."""
    made = copy.deepcopy(table)
    assign_value(made, path, copy.deepcopy(value))
    return made


def value_at(table: SpecTable, path: str, default: Any = None) -> Any:
    """The value at ``path``, or ``default`` when there is none. An option may be given by its kind's name
    alone."""
    try:
        return read_value(table, path) if path else table
    except (KeyError, IndexError, TypeError, ValueError):
        return default


def defaults(cls: type[SpecModel]) -> SpecTable:
    """A record of ``cls`` with every field at its default; fields without one are empty."""
    made: SpecTable = {"kind": kind_of(cls)} if issubclass(cls, Choice) else {}
    for meta in describe_fields(cls):
        made[meta.name] = default_of(meta)
    return made


def default_of(meta: FieldMeta) -> Any:
    """The default of one field; an empty value of its kind when it has none."""
    if not meta.required:
        return copy.deepcopy(meta.default)
    if meta.kind == "model" and meta.model is not None:
        return defaults(meta.model)
    return copy.deepcopy(_EMPTY.get(meta.kind))


def kind_of(option: type[Choice]) -> str:
    """The word by which a table names ``option``."""
    return str(option.model_fields["kind"].default)


def as_option(value: Any) -> SpecTable:
    """An option's table; a kind's name alone becomes a table."""
    return {"kind": value} if isinstance(value, str) else dict(value or {})


def switch_option(meta: FieldMeta, old: Any, kind: str) -> SpecTable:
    """The table of option ``kind`` of a family's field: defaults, and what the former option already said."""
    option = meta.options()[kind]
    before, made = as_option(old), defaults(option)
    former = meta.options().get(before.get("kind", ""))
    same = {m.name: m.kind for m in describe_fields(former)} if former else {}
    for own in describe_fields(option):
        if own.name in before and same.get(own.name) == own.kind and own.kind != "choice":
            made[own.name] = copy.deepcopy(before[own.name])
    return made


def fill_defaults(cls: type[SpecModel], table: Any) -> SpecTable:
    """``table`` with what is left out filled with defaults, at every depth; unknown keys stay."""
    given = as_option(table) if issubclass(cls, Choice) else dict(table or {})
    made = defaults(cls)
    for meta in describe_fields(cls):
        if meta.name in given:
            made[meta.name] = _complete_value(meta, given[meta.name])
    return {**given, **made}


def _complete_value(meta: FieldMeta, value: Any) -> Any:
    if meta.kind == "model" and meta.model is not None and isinstance(value, dict):
        return fill_defaults(meta.model, value)
    if meta.kind == "choice":
        return _complete_option(meta, value)
    if meta.kind == "choices" and isinstance(value, list):
        return [_complete_option(meta, item) for item in value]
    if meta.kind == "models" and meta.model is not None and isinstance(value, list):
        model = meta.model
        return [fill_defaults(model, item) if isinstance(item, dict) else item for item in value]
    return copy.deepcopy(value)


def _complete_option(meta: FieldMeta, value: Any) -> SpecTable:
    table = as_option(value)
    option = meta.options().get(table.get("kind", ""))
    return fill_defaults(option, table) if option else table


def fields_below(cls: type[SpecModel], table: Any, prefix: str = "") -> Iterator[tuple[str, FieldMeta]]:
    """(dotted path, field) of every leaf that ``table`` has by its present kinds; a family's own field and a
    list of records included."""
    for meta in describe_fields(cls):
        path = f"{prefix}{meta.name}"
        value = (table or {}).get(meta.name)
        if meta.kind == "model" and meta.model is not None:
            yield from fields_below(meta.model, value, f"{path}.")
        else:
            yield path, meta
            if meta.kind == "choice":
                option = meta.options().get(as_option(value).get("kind", ""))
                if option is not None:
                    yield from fields_below(option, as_option(value), f"{path}.")
            elif meta.kind == "models" and meta.model is not None:
                for number, record in enumerate(value or []):
                    yield from fields_below(meta.model, record, f"{path}.{number}.")
