"""Plain form of an experiment (dicts and lists, as in JSON), and descriptions of its fields.

The descriptions are derived from the declarations. Forms, comments in TOML files, the help of ``--set`` and the docs
page all use :func:`describe_fields` (the fields of a class) or :func:`walk_fields` (nested ones too). None of them
refers to a field by name.
"""

from __future__ import annotations

import copy
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args, get_origin

import annotated_types
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from engine import plugins
from engine.formatting.phrases import phrase
from engine.json_types import ParsedJson
from engine.spec.base import Choice, OneOf, Role, SpecModel, field_help, role_of
from engine.spec.presets.published import published_values

FieldKind = Literal[
    "int", "float", "bool", "str", "literal", "strings", "model", "models", "choice", "choices"
]
"""Scalars, a choice of words, a list of strings, a record, a list of records, an option, a list of options."""


@dataclass(frozen=True)
class FieldMeta:
    """Name, type, limits and position of one field.

    Attributes:
        name: the field's own name. ``path`` is the dotted path to it from the described class.
        kind: see ``FieldKind``.
        owner: the described class.
        translated_help: the help in another language, in place of the declared one.
        zero: the meaning of 0, or of an empty text, in a word or two. Empty if it has no special meaning.
        optional: whether None is allowed.
        required: whether there is no default.
        default: a plain JSON value (a table for nested records), None when required.
        minimum, maximum: the limits, None for none.
        excludes_minimum, excludes_maximum: whether the limit itself is not allowed.
        min_items: minimum length of a list, 0 for none.
        choices: for ``literal``, the label of each value.
        model: for ``model`` and ``models`` the class of the record, for ``choice`` and ``choices`` the family.
        family, option: for a field of an option, the path of the family and the kind of the option, else empty.
        published: for a field of a stage, its values in Sun et al. 2019 and their code. Empty if unknown.
    """

    name: str
    path: str
    kind: FieldKind
    label: str
    owner: type[SpecModel] = SpecModel
    translated_help: str = ""
    unit: str = ""
    source: str = ""
    role: Role = "what"
    section: str = ""
    log: bool = False
    advanced: bool = False
    same_row: bool = False
    suggest: str = ""
    zero: str = ""
    optional: bool = False
    required: bool = False
    default: Any = None
    minimum: float | None = None
    maximum: float | None = None
    excludes_minimum: bool = False
    excludes_maximum: bool = False
    min_items: int = 0
    choices: dict[str, str] = field(default_factory=dict)
    model: type[SpecModel] | None = None
    family: str = ""
    option: str = ""
    published: str = ""

    @property
    def help(self) -> str:
        """What the field does, and when to change it."""
        return self.translated_help or field_help(self.owner, self.name)

    @property
    def is_number(self) -> bool:
        """Whether it holds a number."""
        return self.kind in ("int", "float")

    @property
    def is_share(self) -> bool:
        """Whether it is a share of something ("of train"), which is displayed in percent."""
        return self.kind == "float" and self.unit.startswith("of ")

    @property
    def is_scalar(self) -> bool:
        """Whether it has a single value that can be swept."""
        return self.kind in ("int", "float", "bool", "str", "literal")

    def range_text(self) -> str:
        """Return the limits in words (``0.01 to 0.5``, ``at least 1``), or "" when there are none."""
        low, high = self.minimum, self.maximum
        if low is not None and high is not None:
            if self.excludes_minimum or self.excludes_maximum:
                return phrase("{least} and {most}", least=self._least_text(), most=self._most_text())
            return phrase("{low} to {high}", low=f"{low:g}", high=f"{high:g}")
        return self._least_text() or self._most_text()

    def _least_text(self) -> str:
        if self.minimum is None:
            return ""
        return phrase("above {low}" if self.excludes_minimum else "at least {low}", low=f"{self.minimum:g}")

    def _most_text(self) -> str:
        if self.maximum is None:
            return ""
        return phrase("below {high}" if self.excludes_maximum else "at most {high}", high=f"{self.maximum:g}")

    def options(self) -> dict[str, type[Choice]]:
        """Return the options of a ``choice`` or ``choices`` field by kind, plug-ins included. Else empty."""
        return self.model.known_options() if self.model is not None and issubclass(self.model, Choice) else {}


def describe_fields(cls: type[SpecModel]) -> tuple[FieldMeta, ...]:
    """Return the fields of ``cls`` in the order of a form, without the ``kind`` of an option.

    Those in ``cls.essential`` come first, in that order, then the others as declared. Fields that only the engine
    writes (role ``record``) are left out.
    """
    return _describe(cls)


@lru_cache(maxsize=256)
def _describe(cls: type[SpecModel]) -> tuple[FieldMeta, ...]:
    names = [
        name
        for name, info in cls.model_fields.items()
        if not (name == "kind" and issubclass(cls, Choice))
        and role_of(info) != "record"
        and name not in cls.unused
        and name not in cls.hidden_fields()
    ]
    essential = [name for name in cls.essential if name in names]
    kind = cls.model_fields["kind"].default if issubclass(cls, Choice) and not cls.is_family() else ""
    values = published_values(kind if isinstance(kind, str) else "")
    return tuple(
        replace(_meta(cls, name), published=values[name].words() if name in values else "")
        for name in essential + [n for n in names if n not in essential]
    )


def walk_fields(cls: type[SpecModel], prefix: str = "") -> Iterator[FieldMeta]:
    """Yield the fields of ``cls`` and all nested fields, each with its full path.

    A record is followed by its fields, and a family by those of every option (identified by ``family`` and ``option``).
    A list of options counts as one field. A list of records is followed by the fields of a record, with N for its
    number.
    """
    for meta in describe_fields(cls):
        nested = replace(meta, path=f"{prefix}{meta.path}")
        yield nested
        if nested.kind == "model" and nested.model is not None:
            yield from walk_fields(nested.model, f"{nested.path}.")
        elif nested.kind == "models" and nested.model is not None:
            yield from walk_fields(nested.model, f"{nested.path}.N.")
        elif nested.kind == "choice":
            for kind, option in nested.options().items():
                for inner in walk_fields(option, f"{nested.path}."):
                    yield inner if inner.family else replace(inner, family=nested.path, option=kind)


def label_of(option: type[Choice]) -> str:
    """Return the label of an option: its title, else its kind in words."""
    return option.title or str(option.model_fields["kind"].default).replace("_", " ").capitalize()


def option_title(kind: str) -> str:
    """Return the label of the option of this kind in any family: ``L2-SP`` for ``l2_sp``.

    If there is none, or families have different labels for it, return the kind in words.
    """
    plugins.load_plugins()  # any of them may add options
    options = (family.known_options().get(kind) for family in Choice.__subclasses__())
    titles = {label_of(option) for option in options if option is not None}
    return titles.pop() if len(titles) == 1 else kind.replace("_", " ")


def help_of(option: type[SpecModel]) -> str:
    """Return the first paragraph of a class's docstring on one line, and the objectives that an option supports."""
    words = " ".join((option.__doc__ or "").strip().split("\n\n")[0].split())
    return f"{words} {option.describe_objectives()}".strip() if issubclass(option, Choice) else words


def to_plain(value: object) -> object:
    """Return ``value`` as a JSON value: records become tables, tuples become lists."""
    if isinstance(value, SpecModel):
        return value.model_dump(mode="json")
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    return value


def _meta(cls: type[SpecModel], name: str) -> FieldMeta:
    info = cls.model_fields[name]
    kind, model, optional = _kind(info.annotation)
    extra: ParsedJson = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    default = info.get_default(call_default_factory=True, validated_data={})
    required = default is PydanticUndefined
    meta = {key: extra[key] for key in _COPIED if key in extra}
    labels = dict(meta.pop("choices", {}))
    if kind == "literal":
        values = [str(value) for value in get_args(_unwrapped(info.annotation)[0])]
        meta["choices"] = {value: labels.get(value, value) for value in values}
    for constraint in info.metadata:
        if isinstance(constraint, OneOf):
            kind, meta["choices"] = "literal", dict(constraint.names())
    return FieldMeta(
        name=name,
        path=name,
        kind=kind,
        label=info.title or name.replace("_", " ").capitalize(),
        owner=cls,
        optional=optional,
        required=required,
        default=None if required else to_plain(default),
        model=model,
        **meta,
        **_limits(info),
    )


_COPIED = ("unit", "source", "role", "section", "log", "advanced", "same_row", "suggest", "zero", "choices")


def _limits(info: FieldInfo) -> ParsedJson:
    limits: dict[str, object] = {}
    for limit in info.metadata:
        match limit:
            case annotated_types.Ge():
                limits["minimum"] = limit.ge
            case annotated_types.Gt():
                limits |= {"minimum": limit.gt, "excludes_minimum": True}
            case annotated_types.Le():
                limits["maximum"] = limit.le
            case annotated_types.Lt():
                limits |= {"maximum": limit.lt, "excludes_maximum": True}
            case annotated_types.MinLen():
                limits["min_items"] = limit.min_length
    return limits


def _unwrapped(annotation: object) -> tuple[object, bool]:
    """Return the annotation without ``| None``, and whether it had one."""
    if get_origin(annotation) in (types.UnionType, typing.Union):
        members = [part for part in get_args(annotation) if part is not type(None)]
        if len(members) == 1:
            return members[0], True
    return annotation, False


def _kind(annotation: object) -> tuple[FieldKind, type[SpecModel] | None, bool]:
    """Return the kind of field, the class of its record or its family, and whether None is allowed.

    Raises TypeError for a type that forms do not support, which is an error of the declaration.
    """
    inner, optional = _unwrapped(annotation)
    origin = get_origin(inner)
    if origin is Literal:
        return "literal", None, optional
    if origin is list:
        (item,) = get_args(inner)
        if item is str:
            return "strings", None, optional
        if isinstance(item, type) and issubclass(item, Choice):
            return "choices", item, optional
        if isinstance(item, type) and issubclass(item, SpecModel):
            return "models", item, optional
    elif isinstance(inner, type):
        if issubclass(inner, Choice):
            return "choice", inner, optional
        if issubclass(inner, SpecModel):
            return "model", inner, optional
        for scalar, kind in _SCALARS.items():
            if issubclass(inner, scalar):
                return kind, None, optional
    raise TypeError(f"a field of type {annotation!r} has no place in a form; see Kind in {__name__}")


# bool first, because it is a subclass of int.
_SCALARS: dict[type, FieldKind] = {bool: "bool", int: "int", float: "float", str: "str"}


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
