"""Plain form of an experiment (dicts and lists, as in JSON): reading, changing, defaults. Does not import Qt."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from engine.json_types import ParsedJson
from engine.spec.base import Choice, SpecModel
from engine.spec.describe import FieldMeta, describe_fields

SpecTable = ParsedJson
Model = TypeVar("Model", bound=SpecModel)

_EMPTY: ParsedJson = {"str": "", "strings": [], "choices": [], "models": []}


def read_value(table: SpecTable, key: str) -> Any:
    """Return the value at the dotted ``key`` of an experiment's plain form. Raises KeyError when there is none."""
    value: object = table
    for part in key.split("."):
        if isinstance(value, list):
            value = value[int(part)]
        elif isinstance(value, dict):
            value = value[part]
        else:
            raise KeyError(part)
    return value


def value_at(table: SpecTable, path: str, default: object = None) -> Any:
    """Return the value at ``path``, or ``default`` when there is none."""
    try:
        return read_value(table, path) if path else table
    except (KeyError, IndexError, TypeError, ValueError):
        return default


def defaults(cls: type[SpecModel]) -> SpecTable:
    """Return a record of ``cls`` with every field at its default. Fields without one are empty."""
    table: SpecTable = {"kind": kind_of(cls)} if issubclass(cls, Choice) else {}
    for meta in describe_fields(cls):
        table[meta.name] = default_of(meta)
    return table


def default_of(meta: FieldMeta) -> Any:
    """Return the default of one field, or an empty value of its kind when it has none."""
    if not meta.required:
        return copy.deepcopy(meta.default)
    if meta.kind == "model" and meta.model is not None:
        return defaults(meta.model)
    return copy.deepcopy(_EMPTY.get(meta.kind))


def kind_of(option: type[Choice]) -> str:
    """Return the ``kind`` of ``option`` in a table."""
    return str(option.model_fields["kind"].default)


def as_option(value: object) -> SpecTable:
    """Return the table of an option, also for the name of a kind."""
    if isinstance(value, str):
        return {"kind": value}
    if not value:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"an option is a table or the name of a kind, not {value!r}")
    return dict(value)


def switch_option(meta: FieldMeta, old: object, kind: str) -> SpecTable:
    """Return the table of option ``kind``: its defaults, and the values of fields shared with the ``old`` option."""
    option = meta.options()[kind]
    old_table, new_table = as_option(old), defaults(option)
    old_option = meta.options().get(old_table.get("kind", ""))
    old_kinds = {m.name: m.kind for m in describe_fields(old_option)} if old_option else {}
    for each in describe_fields(option):
        if each.name in old_table and old_kinds.get(each.name) == each.kind and each.kind != "choice":
            new_table[each.name] = copy.deepcopy(old_table[each.name])
    return new_table


def fill_defaults(cls: type[SpecModel], table: object) -> SpecTable:
    """Return ``table`` with missing fields at their defaults, at every depth. Unknown keys stay."""
    present = (
        as_option(table) if issubclass(cls, Choice) else dict(table) if isinstance(table, Mapping) else {}
    )
    completed = defaults(cls)
    for meta in describe_fields(cls):
        if meta.name in present:
            completed[meta.name] = _complete_value(meta, present[meta.name])
    return {**present, **completed}


def _complete_value(meta: FieldMeta, value: object) -> object:
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


def _complete_option(meta: FieldMeta, value: object) -> SpecTable:
    table = as_option(value)
    option = meta.options().get(table.get("kind", ""))
    return fill_defaults(option, table) if option else table


def fields_below(cls: type[SpecModel], table: object, prefix: str = "") -> Iterator[tuple[str, FieldMeta]]:
    """Yield (dotted path, field) of every leaf of ``table``, for the kinds that it has.

    Fields of families and lists of records are included.
    """
    mapping = table if isinstance(table, Mapping) else {}
    for meta in describe_fields(cls):
        path = f"{prefix}{meta.name}"
        value = mapping.get(meta.name)
        if meta.kind == "model" and meta.model is not None:
            yield from fields_below(meta.model, value, f"{path}.")
        else:
            yield path, meta
            if meta.kind == "choice":
                option = meta.options().get(as_option(value).get("kind", ""))
                if option is not None:
                    yield from fields_below(option, as_option(value), f"{path}.")
            elif meta.kind == "models" and meta.model is not None:
                for number, record in enumerate(_list(value)):
                    yield from fields_below(meta.model, record, f"{path}.{number}.")


def construct(cls: type[Model], table: object) -> Model:
    """Return a record of ``cls`` from a possibly invalid table, without checks and validators.

    Used to display a draft during editing. Missing values, and those of wrong types or unknown kinds, become defaults.
    """
    present = as_option(table) if issubclass(cls, Choice) else table if isinstance(table, dict) else {}
    return cls.model_construct(None, **{
        meta.name: _construct_value(meta, present[meta.name] if meta.name in present else default_of(meta))
        for meta in describe_fields(cls)
    })  # fmt: skip


def _construct_value(meta: FieldMeta, value: object) -> object:
    if meta.kind == "model" and meta.model is not None:
        return construct(meta.model, value)
    if meta.kind == "models" and meta.model is not None:
        return [construct(meta.model, item) for item in _list(value)]
    if meta.kind == "choice":
        return _construct_option(meta, value)
    if meta.kind == "choices":
        return [_construct_option(meta, item) for item in _list(value) if _kind_in(item) in meta.options()]
    allowed = _PYTHON_TYPES[meta.kind]
    fits = isinstance(value, allowed) and (meta.kind == "bool" or not isinstance(value, bool))
    return value if fits or (value is None and meta.optional) else default_of(meta)


_PYTHON_TYPES: dict[str, type | tuple[type, ...]] = {
    "int": int, "float": (int, float), "bool": bool, "str": str, "literal": str, "strings": list,
}  # fmt: skip


def _construct_option(meta: FieldMeta, value: object) -> SpecModel:
    options = meta.options()
    table = value if _kind_in(value) in options else default_of(meta)
    kind = _kind_in(table)
    return construct(options[kind] if kind in options else next(iter(options.values())), table)


def _kind_in(value: object) -> str:
    return value if isinstance(value, str) else str(value.get("kind", "")) if isinstance(value, dict) else ""


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
