"""The two building blocks of every specification: ``SpecModel`` (a frozen record) and ``Choice`` (an open set
of options).

A field is declared once, with label, unit, range, help and source. The form, the TOML comments, the CLI help and the
JSON schema are all generated from that declaration.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
    model_validator,
)
from pydantic.config import JsonDict
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from engine import plugins
from engine.errors import UserError, is_unicode, printable, suggest_name
from engine.json_types import JsonObject

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Role = Literal["what", "how", "where", "label", "record"]
"""Whether a field changes results, how they are computed, where files are, or only names (see ``Experiment.identity``).

A ``record`` is no setting: the engine writes it when a run is queued, and no form, TOML file or option shows it.
"""


def field(
    default: Any = ...,
    label: str = "",
    *,
    help: str = "",
    unit: str = "",
    source: str = "",
    role: Role | None = None,
    section: str = "",
    log: bool = False,
    choices: dict[str, str] | None = None,
    advanced: bool = False,
    same_row: bool = False,
    suggest: str = "",
    zero: str = "",
    later: bool = False,
    **limits: Any,
) -> Any:
    """Declare one field of a specification. The text below it is its help: see ``field_help``.

    Args:
        default: the default value. A ``list`` or ``dict`` or ``SpecModel`` is copied per
            instance.
        label: the label of the field in a form, sentence case.
        help: one or two sentences on its effect and when to change it. Empty: the text below the field.
        unit: shown after the value (``tokens``, ``%``).
        source: its source: a paper, section or equation.
        role: see ``Role``. None: ``fields_role`` of the class.
        section: the fold of the form that contains it.
        log: whether steps are factors rather than differences (learning rates).
        choices: for ``Literal`` strings, the label of each value. ``OneOf`` has its own.
        advanced: shown in the last fold of the form.
        same_row: whether it shares the row of the field before it, if there is room.
        suggest: the list of known values that a form offers in addition to free entry (``data sets``, ``encoders``,
            ``texts``, ``general texts``, ``starts``, ``partitions``).
        zero: the meaning of 0, or of an empty text, in a word or two (``automatic``, ``all``): a form shows it in place
            of the number, or in the empty field.
        later: whether it was added after runs had been stored. Its default is then left out of identities, so those of
            stored runs do not change.
        limits: pydantic's own ``ge``, ``gt``, ``le``, ``lt``, ``min_length``...
    """
    extra: JsonDict = {
        "unit": unit,
        "source": source,
        "role": role or "",
        "section": section,
        "log": log,
        "choices": {**(choices or {})},
        "advanced": advanced,
        "same_row": same_row,
        "suggest": suggest,
        "zero": zero,
        "later": later,
    }
    if callable(default) or isinstance(default, list | dict | BaseModel):
        factory = (
            default
            if callable(default)
            else lambda: default.model_copy() if isinstance(default, BaseModel) else default.copy()
        )
        return Field(
            default_factory=factory, title=label, description=help or None, json_schema_extra=extra, **limits
        )
    return Field(default, title=label, description=help or None, json_schema_extra=extra, **limits)


def field_help(cls: type[BaseModel], name: str) -> str:
    """Return the help of a field: the ``help`` of ``field``, else the text below the declaration."""
    if description := cls.model_fields[name].description:
        return description
    owners = (base for base in cls.__mro__ if name in inspect.get_annotations(base))
    owner = next(owners, cls)
    return _texts_below_fields(owner.__module__).get((owner.__name__, name), "")


@lru_cache(maxsize=256)
def _texts_below_fields(module: str) -> dict[tuple[str, str], str]:
    """Return the texts below the fields of a module's classes, by class and field.

    Pydantic's ``use_attribute_docstrings`` reads them at import, which takes as long as all other imports of the
    specification together. Here they are read only when help is shown.
    """
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):  # typed in, or installed without its source
        return {}
    texts = {}
    for owner in (each for each in tree.body if isinstance(each, ast.ClassDef)):
        for field_node, text_node in itertools.pairwise(owner.body):
            match field_node, text_node:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    texts[owner.name, name] = " ".join(text.split())
    return texts


LARGEST_NUMBER = 1e15
"""Largest value of a floating-point setting. Larger integers are not exact as floats, and plans would overflow."""


class SpecModel(BaseModel):
    """Frozen record that rejects unknown keys and suggests the nearest known one."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_default=True,
        protected_namespaces=(),
        coerce_numbers_to_str=True,
        defer_build=True,
        allow_inf_nan=False,
    )

    fields_role: ClassVar[Role] = "what"
    """Role of fields that are declared without one."""
    essential: ClassVar[tuple[str, ...]] = ()
    """The fields a newcomer changes, in the order of a form. In their section they come first."""

    unused: ClassVar[frozenset[str]] = frozenset()
    """Inherited fields without a meaning here. They cannot be set, are not shown and do not count in identities."""
    obsolete_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields of earlier versions that had no effect on results. They are ignored in stored runs."""

    @classmethod
    def hidden_fields(cls) -> frozenset[str]:
        """Return the fields that no form, file or list shows, because they have only one possible value here."""
        return frozenset()

    @model_validator(mode="before")
    @classmethod
    def _reject_unknown_keys(cls, value: object) -> object:
        if isinstance(value, dict):
            value = {name: each for name, each in value.items() if name not in cls.obsolete_fields}
            fields = [name for name in cls.model_fields if name not in cls.unused]
            for key in value:
                if key not in fields:
                    raise unknown_name_error("field", str(key), fields)
        return value

    @model_validator(mode="before")
    @classmethod
    def _reject_unstorable_values(cls, value: object) -> object:
        """Reject values that cannot be stored: numbers beyond 64 bits or 1e15, text with a lone surrogate."""
        for key, member in value.items() if isinstance(value, dict) else ():
            for item in (key, *(member if isinstance(member, list) else (member,))):
                if isinstance(item, int) and not -(2**63) <= item < 2**63:
                    raise PydanticCustomError(
                        "too_large", "{key} holds a number of more than 64 bits", {"key": key}
                    )
                if (
                    isinstance(item, float) and abs(item) > LARGEST_NUMBER
                ):  # infinite values have their own message
                    raise PydanticCustomError(
                        "too_large", "{key} holds a number beyond 1e15", {"key": printable(str(key), 60)}
                    )
                if isinstance(item, str) and not is_unicode(item):
                    shown_key = printable(str(key), 60)
                    raise PydanticCustomError(
                        "no_text", "{key} holds a character that no text can hold", {"key": shown_key}
                    )
        return value

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: object) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        _mark_class_variables(cls)
        for name in inspect.get_annotations(cls).keys() & cls.model_fields.keys():
            extra = cls.model_fields[name].json_schema_extra
            if isinstance(extra, dict) and not extra.get("role"):
                extra["role"] = cls.fields_role

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonObject:
        json_schema = handler(schema)
        for name, about in handler.resolve_ref_schema(json_schema).get("properties", {}).items():
            if name in cls.model_fields and (words := field_help(cls, name)):
                about["description"] = words
        return json_schema

    def __hash__(self) -> int:
        """Hash the JSON content, because fields may be lists and dicts."""
        return hash((type(self), self.model_dump_json()))

    def identity_fields(self) -> JsonObject:
        """Return the values, by field, that determine the record's identity."""
        return {name: getattr(self, name) for name in type(self).model_fields if name not in self.unused}


def _mark_class_variables(cls: type[BaseModel]) -> None:
    """Replace the annotations of class variables by plain ``ClassVar``.

    For each subclass, pydantic evaluates the annotations of all bases only to find the class variables. Compiling them
    from text each time would take half of the time to create the hundred classes of a specification.
    """
    own = cls.__annotations__
    own |= dict.fromkeys(cls.__class_vars__ & own.keys(), ClassVar)


_mark_class_variables(SpecModel)


def collect_inputs(model: SpecModel) -> OptionInputs:
    """Return the inputs of ``model`` and of all options within it (:meth:`Choice.inputs`)."""
    inputs = model.inputs() if isinstance(model, Choice) else OptionInputs()
    for name in type(model).model_fields:
        value = getattr(model, name)
        for part in value if isinstance(value, list | tuple) else (value,):
            if isinstance(part, SpecModel):
                inputs |= collect_inputs(part)
    return inputs


def role_of(info: FieldInfo) -> Role:
    """Return the role a field was declared with."""
    extra = info.json_schema_extra
    role = extra.get("role", "what") if isinstance(extra, dict) else "what"
    return cast(Role, role)


def counts_in_identity(info: FieldInfo, value: object) -> bool:
    """Return whether ``value`` counts in identities. The default of a field that was added later does not."""
    extra = info.json_schema_extra
    if not (isinstance(extra, dict) and extra.get("later")):
        return True
    return bool(value != info.get_default(call_default_factory=True, validated_data={}))


@dataclass(frozen=True)
class OneOf:
    """Extensible ``Literal``, for ``Annotated`` field types: a string from a set to which any module can add.

    Attributes:
        noun: noun for the named thing, for messages.
        names: the label of each name, plug-ins included.
        usual: names that are always valid, so that checking them loads no other module.
    """

    noun: str
    names: Callable[[], Mapping[str, str]]
    usual: tuple[str, ...] = ()

    def check(self, value: str) -> str:
        """Return ``value`` if it is one of the names. Else raise an error that suggests the nearest one."""
        if value not in self.usual and value not in self.names():
            raise unknown_name_error(self.noun, value, self.names())
        return value

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonObject:
        return handler(schema) | {"enum": list(self.names())}


@dataclass(frozen=True, slots=True)
class OptionInputs:
    """Inputs that a stage reads because of an option, in addition to its own data.

    They count among the inputs that determine its result.

    Attributes:
        texts: names of general texts. "" is the bundled one.
        earlier_tasks: whether it reads the data of earlier stages and their heads.
        original_head: whether it reads the masked-word head of the run's original encoder.
    """

    texts: tuple[str, ...] = ()
    earlier_tasks: bool = False
    original_head: bool = False

    def __or__(self, other: OptionInputs) -> OptionInputs:
        """Return the union of both inputs."""
        return OptionInputs(
            tuple(dict.fromkeys((*self.texts, *other.texts))),
            self.earlier_tasks or other.earlier_tasks,
            self.original_head or other.original_head,
        )


class Choice(SpecModel):
    """A family of options, distinguished by ``kind``, to which any module can add.

    A direct subclass is a *family* (``Freezing``). A subclass of a family with ``kind: Literal["..."] = "..."`` is an
    *option*. A field whose type is a family accepts a table with a ``kind`` key, or the name of a kind alone. The class
    of an option has its label (``title``), its help (docstring) and its pure computations.
    """

    title: ClassVar[str] = ""
    options: ClassVar[dict[str, type[Self]]] = {}
    noun: ClassVar[str] = ""
    options_within: ClassVar[str] = ""
    """Package of all options of a family except plug-ins. Empty: the package of the family."""
    usual_kind: ClassVar[str] = ""
    """Default kind of a table without ``kind``. Empty: ``kind`` is required."""
    objectives: ClassVar[tuple[str, ...]] = ()
    """Kinds of objectives that the option supports. Empty: all. Forms, lists of fields and checks read it."""
    objectives_help: ClassVar[str] = "Only for tasks learnt as {kinds}."
    kind: str

    @classmethod
    def serves(cls, objective: str) -> bool:
        """Return whether the option supports tasks with an objective of this kind."""
        return not cls.objectives or objective in cls.objectives

    @classmethod
    def describe_objectives(cls) -> str:
        """Return a sentence on the supported objectives, or "" for all."""
        if not cls.objectives:
            return ""
        return cls.objectives_help.format(
            kinds=" or ".join(kind.replace("_", " ") for kind in cls.objectives)
        )

    def inputs(self) -> OptionInputs:
        """Return the inputs that a stage reads because of this option. None by default.

        Another run reuses the finished stage only if these inputs have the same content.
        """
        return OptionInputs()

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: object) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if cls.is_family():
            cls.options = {}
            cls.noun = cls.noun or cls.__name__.lower()
            cls.options_within = cls.options_within or cls.__module__.rpartition(".")[0]
        elif isinstance(cls.model_fields["kind"].default, str):
            family: dict[str, type[Any]] = cls.options
            family[cls.model_fields["kind"].default] = cls

    @classmethod
    def is_family(cls) -> bool:
        """Return True for a family such as ``Freezing`` itself, False for its options."""
        # Compare names, because pydantic calls this for Choice itself while that class is being created.
        return any(base.__qualname__ == "Choice" for base in cls.__bases__)

    @classmethod
    def known_options(cls) -> dict[str, type[Self]]:
        """Return all options of this family by kind, those of plug-ins last, independent of the order of imports."""
        plugins.load_plugins(cls.options_within)
        options = sorted(cls.options.items(), key=lambda item: plugins.registration_index(item[1].__module__))
        return dict(options)

    @classmethod
    def choose(cls, value: object) -> Self:
        """Return the option for a table with ``kind``, the name of a kind, or an option."""
        if isinstance(value, cls):
            return value
        table = {"kind": value} if isinstance(value, str) else value
        if isinstance(table, dict) and "kind" not in table and cls.usual_kind:
            table = {"kind": cls.usual_kind, **table}
        if not isinstance(table, dict) or not isinstance(table.get("kind"), str):
            raise PydanticCustomError(
                "kind_missing", "needs a kind: one of {known}", {"known": ", ".join(cls.known_options())}
            )
        # An imported option needs no other module, unless a plug-in may have replaced it.
        options = cls.options if not plugins.has_plugins() else {}
        option = options.get(table["kind"]) or cls.known_options().get(table["kind"])
        if option is None:
            raise unknown_name_error(cls.noun, str(table["kind"]), cls.known_options())
        return option.model_validate(table)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        if not cls.is_family():
            return handler(source)
        return core_schema.no_info_plain_validator_function(
            cls.choose,
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda option, info: option.model_dump(mode=info.mode), info_arg=True
            ),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonObject:
        if not cls.is_family():
            json_schema = super().__get_pydantic_json_schema__(schema, handler)
            for name in cls.unused:
                handler.resolve_ref_schema(json_schema)["properties"].pop(name, None)
            return json_schema
        return {
            "oneOf": [
                option.__get_pydantic_json_schema__(option.__pydantic_core_schema__, handler)
                for option in cls.known_options().values()
            ]
        }


def unknown_name_error(noun: str, name: str, known_names: Iterable[object]) -> PydanticCustomError:
    """Return the error for a name that is not among ``known_names``. It suggests the nearest one."""
    names, name = [str(k) for k in known_names], printable(name, 60)
    hint = suggest_name(name, names, f"Known: {', '.join(sorted(names))}.", cutoff=0.5)
    return PydanticCustomError(
        "unknown_name", "there is no {noun} '{name}'. {hint}", {"noun": noun, "name": name, "hint": hint}
    )


Model = TypeVar("Model", bound=SpecModel)


def parse_record(cls: type[Model], values: object, *, place: str = "") -> Model:
    """Return a record from plain values. All user input passes through here.

    Raises UserError that names every invalid field and its valid values.
    """
    try:
        return cls.model_validate(values)
    except ValidationError as error:
        messages = dict.fromkeys(describe_error(e) for e in error.errors())  # int | float repeats it
        raise UserError("; ".join(messages), place=place) from None
    except RecursionError:
        raise UserError("the values are nested too deeply.", place=place) from None


def dotted_path(location: tuple[int | str, ...]) -> str:
    """Return ``("stages", 0, "epochs")`` as ``stages.0.epochs``."""
    return ".".join(str(part) for part in location)


def _digits(value: object) -> str:
    # Python refuses to print integers of more than some thousand digits.
    return (
        f"a number of {value.bit_length()} bits"
        if type(value) is int and value.bit_length() > 64
        else repr(value)
    )


_UNION_MEMBERS = ("int", "float", "str", "bool")
"""The suffix that pydantic adds to the location of a value with several possible types."""


def describe_error(error: ErrorDetails) -> str:
    """Return a pydantic error as a sentence that names the field."""
    location = error["loc"][:-1] if error["loc"] and error["loc"][-1] in _UNION_MEMBERS else error["loc"]
    where, value = dotted_path(location), error.get("input")
    input_text = (
        f" (given: {printable(_digits(value), 80)})" if isinstance(value, str | int | float | bool) else ""
    )
    message = error["msg"].removeprefix("Value error, ")
    return f"{where}: {message}{input_text}" if where else f"{message}{input_text}"
