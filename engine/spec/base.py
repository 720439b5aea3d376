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
        help: one or two sentences: what it does and when to change it, unless they are given below the field.
        unit: shown after the value (``tokens``, ``%``).
        source: paper, section or equation it comes from.
        role: see ``Role``. None: that of all fields of the class, ``fields_role``.
        section: the fold of the form that contains it.
        log: steps by factors rather than by differences (learning rates).
        choices: for ``Literal`` strings, the words shown for each value. ``OneOf`` brings its own.
        advanced: shown in the last fold of the form.
        same_row: whether it shares the row of the field before it, if there is room.
        suggest: the list of known values that a form offers in addition to free entry (``data sets``, ``encoders``,
            ``texts``, ``general texts``, ``starts``, ``partitions``).
        zero: the meaning of 0, or of an empty text, in a word or two (``automatic``, ``all``): a form shows it in place
            of the number, or in the empty field.
        later: was added after runs had been stored. At its default it is no part of an identity, so theirs stay.
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
    """Return the help of a field: what ``field`` was given, else the text below it in the class that declares it."""
    if description := cls.model_fields[name].description:
        return description
    owners = (base for base in cls.__mro__ if name in inspect.get_annotations(base))
    owner = next(owners, cls)
    return _texts_below_fields(owner.__module__).get((owner.__name__, name), "")


@lru_cache(maxsize=256)
def _texts_below_fields(module: str) -> dict[tuple[str, str], str]:
    """Return the texts below the fields of a module's classes, by class and field.

    Pydantic's own ``use_attribute_docstrings`` reads them as well, but at import, which takes as long as all other
    imports of the specification together. Here help is read only when it is shown.
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
"""What no setting with a fraction exceeds: beyond it whole numbers are not exact, and plans would overflow."""


class SpecModel(BaseModel):
    """A frozen record that refuses keys it does not know, naming the nearest one it does."""

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
    """The role of the fields that are declared without one."""
    essential: ClassVar[tuple[str, ...]] = ()
    """The fields a newcomer changes, in the order of a form. In their section they come first."""

    unused: ClassVar[frozenset[str]] = frozenset()
    """Inherited fields that mean nothing here: they cannot be set, and are neither shown nor counted."""
    obsolete_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields of earlier versions without an effect on results: stored runs have them, and they are not read."""

    @classmethod
    def hidden_fields(cls) -> frozenset[str]:
        """Return the fields that no form, file or list shows, because here they have but one value."""
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
        """Refuse what no store or plan can hold: numbers beyond 64 bits or 1e15, text with half a surrogate pair."""
        for key, member in value.items() if isinstance(value, dict) else ():
            for item in (key, *(member if isinstance(member, list) else (member,))):
                if isinstance(item, int) and not -(2**63) <= item < 2**63:
                    raise PydanticCustomError(
                        "too_large", "{key} holds a number of more than 64 bits", {"key": key}
                    )
                if (
                    isinstance(item, float) and abs(item) > LARGEST_NUMBER
                ):  # infinite ones have a sentence of their own
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
        """Hash the whole content, so that lists and dicts among the fields are no obstacle."""
        return hash((type(self), self.model_dump_json()))

    def identity_fields(self) -> JsonObject:
        """Return the record's fields that an identity depends on, by name, with their values."""
        return {name: getattr(self, name) for name in type(self).model_fields if name not in self.unused}


def _mark_class_variables(cls: type[BaseModel]) -> None:
    """Reduce the annotations of a class's class variables to the fact that they are class variables.

    Pydantic evaluates the annotations of all bases again for each subclass, only to find out whether each is a class
    variable. Text annotations would be compiled and evaluated each time, which takes half the time of creating the
    hundred classes of a specification.
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
    """Return whether ``value`` distinguishes runs. A field that was added later does not at its default."""
    extra = info.json_schema_extra
    if not (isinstance(extra, dict) and extra.get("later")):
        return True
    return bool(value != info.get_default(call_default_factory=True, validated_data={}))


@dataclass(frozen=True)
class OneOf:
    """A string among names that any module may add to: an open ``Literal``, for a field's ``Annotated`` type.

    Attributes:
        noun: the kind of thing that is named.
        names: the names, plug-ins included, each with the words a form shows for it.
        usual: some of them that are always valid. For these no other module is loaded.
    """

    noun: str
    names: Callable[[], Mapping[str, str]]
    usual: tuple[str, ...] = ()

    def check(self, value: str) -> str:
        """Return ``value`` if it is one of the names. Else raise an error that gives the nearest one."""
        if value not in self.usual and value not in self.names():
            raise unknown_name_error(self.noun, value, self.names())
        return value

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonObject:
        return handler(schema) | {"enum": list(self.names())}


@dataclass(frozen=True, slots=True)
class OptionInputs:
    """Inputs that an option makes a stage read in addition to the stage's own data.

    They are part of what determines its result.

    Attributes:
        texts: names of general texts. "" is the bundled one.
        earlier_tasks: the data of earlier stages and their heads.
        original_head: the masked-word head of the run's original encoder.
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

    A direct subclass is a *family* (``Freezing``). A subclass of that with ``kind: Literal["..."] = "..."`` is an
    option. Wherever a family is the type of a field, a table with a ``kind`` key, or just the kind's name, is accepted.
    An option's class carries its label (``title``), its help (docstring) and its pure mathematics.
    """

    title: ClassVar[str] = ""
    options: ClassVar[dict[str, type[Self]]] = {}
    noun: ClassVar[str] = ""
    options_within: ClassVar[str] = ""
    """The package that holds all options of a family except plug-ins. Empty: that of the family."""
    usual_kind: ClassVar[str] = ""
    """The kind of a table without one. Empty: the table must have one."""
    objectives: ClassVar[tuple[str, ...]] = ()
    """The kinds of objectives that the option supports. Empty: all, or it does not depend on them. Forms, lists of
    fields and checks read it."""
    objectives_help: ClassVar[str] = "Only for tasks learnt as {kinds}."
    kind: str

    @classmethod
    def serves(cls, objective: str) -> bool:
        """Return whether the option serves tasks that are learnt by the objective of this kind."""
        return not cls.objectives or objective in cls.objectives

    @classmethod
    def describe_objectives(cls) -> str:
        """Return in a sentence which objectives the option supports, or "" for all."""
        if not cls.objectives:
            return ""
        return cls.objectives_help.format(
            kinds=" or ".join(kind.replace("_", " ") for kind in cls.objectives)
        )

    def inputs(self) -> OptionInputs:
        """Return the inputs that the option makes a stage read in addition to the stage's own data. None by default.

        A finished stage is reused by another run only where these are equal in content.
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
        # By name: pydantic asks this of Choice itself while that class is still being made.
        return any(base.__qualname__ == "Choice" for base in cls.__bases__)

    @classmethod
    def known_options(cls) -> dict[str, type[Self]]:
        """Return every option of this family by kind, those of plug-ins last, whatever was imported first."""
        plugins.load_plugins(cls.options_within)
        options = sorted(cls.options.items(), key=lambda item: plugins.registration_index(item[1].__module__))
        return dict(options)

    @classmethod
    def choose(cls, value: object) -> Self:
        """Return an option from a table with ``kind``, from a kind's name, or the option itself."""
        if isinstance(value, cls):
            return value
        table = {"kind": value} if isinstance(value, str) else value
        if isinstance(table, dict) and "kind" not in table and cls.usual_kind:
            table = {"kind": cls.usual_kind, **table}
        if not isinstance(table, dict) or not isinstance(table.get("kind"), str):
            raise PydanticCustomError(
                "kind_missing", "needs a kind: one of {known}", {"known": ", ".join(cls.known_options())}
            )
        # What is known already needs no other module, unless a plug-in may have put its own in that place.
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
    """Return the error for a name that is not among ``known_names``, with the nearest one that is."""
    names, name = [str(k) for k in known_names], printable(name, 60)
    hint = suggest_name(name, names, f"Known: {', '.join(sorted(names))}.", cutoff=0.5)
    return PydanticCustomError(
        "unknown_name", "there is no {noun} '{name}'. {hint}", {"noun": noun, "name": name, "hint": hint}
    )


Model = TypeVar("Model", bound=SpecModel)


def parse_record(cls: type[Model], values: object, *, place: str = "") -> Model:
    """Return a record of a specification from plain values: the one door for what users write.

    Raises UserError that names every field at fault and what would be right.
    """
    try:
        return cls.model_validate(values)
    except ValidationError as error:
        messages = dict.fromkeys(describe_error(e) for e in error.errors())  # of int | float both say it
        raise UserError("; ".join(messages), place=place) from None
    except RecursionError:
        raise UserError("the values are nested too deeply.", place=place) from None


def dotted_path(location: tuple[int | str, ...]) -> str:
    """Return ``("stages", 0, "epochs")`` as ``stages.0.epochs``."""
    return ".".join(str(part) for part in location)


def _digits(value: object) -> str:
    # Python writes no number of more than some thousand digits.
    return (
        f"a number of {value.bit_length()} bits"
        if type(value) is int and value.bit_length() > 64
        else repr(value)
    )


_UNION_MEMBERS = ("int", "float", "str", "bool")
"""The suffix that pydantic adds to the location of a value with several possible types."""


def describe_error(error: ErrorDetails) -> str:
    """Return one pydantic error as a sentence that names the field."""
    location = error["loc"][:-1] if error["loc"] and error["loc"][-1] in _UNION_MEMBERS else error["loc"]
    where, value = dotted_path(location), error.get("input")
    input_text = (
        f" (given: {printable(_digits(value), 80)})" if isinstance(value, str | int | float | bool) else ""
    )
    message = error["msg"].removeprefix("Value error, ")
    return f"{where}: {message}{input_text}" if where else f"{message}{input_text}"
