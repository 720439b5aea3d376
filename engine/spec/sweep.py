"""Plans: an experiment with several values for some of its fields.

Each combination of values becomes a run.
"""

from __future__ import annotations

import copy
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from pydantic_core import PydanticCustomError

from engine.errors import UserError, printable
from engine.formatting.numbers import read_index
from engine.formatting.phrases import phrase, small
from engine.json_types import JsonObject
from engine.spec.base import Choice, SpecModel, parse_record, role_of, unknown_name_error
from engine.spec.describe import SpecTable, describe_fields, read_value, walk_fields
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.presets.published import overwrite_with_preset
from engine.spec.stages.base import Stage
from engine.toml_text import read_toml_value

Axes = dict[str, list[object]]
"""{dotted field: its values}, or {a new name: list of Variant}."""

MOST_RUNS = 5000
"""Maximum number of runs of a plan."""


class Variant(SpecModel):
    """Value of an axis that changes several fields together, such as a row of a published table.

    Attributes:
        name: its name, which is part of the names of its runs.
        set: {dotted field: value}, applied in this order.
        without: stages to leave out, numbered from 1 as in the plan. Applied last.
        but_not: names of variants of other axes with which this one is not combined.
        stands_for: its name in a published table, if different.
    """

    name: str
    set: JsonObject = {}
    without: tuple[int, ...] = ()
    but_not: tuple[str, ...] = ()
    stands_for: str = ""

    @property
    def published_name(self) -> str:
        """Name of its row or column in a published table."""
        return self.stands_for or self.name


@dataclass(frozen=True)
class Plan:
    """Content of a TOML file, a recipe or the Design page: ``experiment`` with its ``axes``, or with a search.

    Attributes:
        search: plain form of an ``engine.spec.search.Search``, empty for a plan without one.
    """

    experiment: Experiment
    axes: Axes = field(default_factory=dict)
    search: JsonObject = field(default_factory=dict)

    @property
    def run_count(self) -> int:
        """Number of runs of the plan."""
        return count_runs(self.axes)

    def expand(self) -> list[Experiment]:
        """Return one experiment per combination, the last axis varying fastest. Names have the swept settings.

        Raises UserError when a field does not exist or does not allow a value.
        """
        return [experiment for _, experiment in self.expand_with_values()]

    def expand_with_values(self) -> list[tuple[JsonObject, Experiment]]:
        """Return each combination {axis: value} with its experiment.

        Raises UserError as :meth:`expand` does, and for a plan with a search, whose trials depend on each other.
        """
        if self.search:
            raise UserError(
                "the plan declares a search, whose runs are chosen one after the other.",
                place="search",
                remedy="Start it with: palimpsest search",
            )
        if not self.axes:
            return [({}, self.experiment)]
        for key, values in self.axes.items():
            if not values:
                raise UserError(
                    "has no values.", place=f"sweep.{key}", remedy="Give a list with at least one value."
                )
        if (most := math.prod(map(len, self.axes.values()))) > MOST_RUNS:
            raise UserError(
                f"the sweep makes {most:,} runs, and at most {MOST_RUNS:,} can be queued at once.",
                place="sweep",
                remedy="Give fewer values, or several plans.",
            )
        for key, values in self.axes.items():
            if (repeated := _first_repeated(values)) is not None:
                raise UserError(
                    f"{value_name(repeated)} occurs twice: the same settings and seed give the same run twice.",
                    place=f"sweep.{key}",
                    remedy="Leave one out. For another run of the same settings give another seed.",
                )
        form = self.experiment.model_dump(mode="json")
        labels = {
            k: "" if has_variants(v) else f"{short_label(self.experiment, k)} " for k, v in self.axes.items()
        }
        experiments = []
        for values_by_axis in combinations(self.axes):
            table = apply_values(form, values_by_axis)
            settings = [f"{labels[key]}{value_name(value)}" for key, value in values_by_axis.items()]
            table["name"] = f"{self.experiment.name}: {', '.join(settings)}"[:200]
            experiments.append((values_by_axis, parse_experiment(table, place="sweep")))
        return experiments


def _first_repeated(values: Sequence[object]) -> object | None:
    """Return the first value that equals an earlier one, or None if all differ."""
    hashed: set[object] = set()
    unhashable: list[object] = []
    for value in values:
        hashable = isinstance(value, int | float | str)
        if value in (hashed if hashable else unhashable):
            return value
        if hashable:
            hashed.add(value)
        else:
            unhashable.append(value)
    return None


def has_variants(values: Sequence[object]) -> TypeGuard[Sequence[Variant]]:
    """Return whether an axis has variants rather than values of one field."""
    return bool(values) and isinstance(values[0], Variant)


def value_name(value: object) -> str:
    """Return the name of an axis value in run names and tables."""
    return value.name if isinstance(value, Variant) else format_value(value)


def count_runs(axes: Mapping[str, Sequence[object]]) -> int:
    """Return the number of combinations of ``axes``."""
    if any(isinstance(v, Variant) and v.but_not for values in axes.values() for v in values):
        return sum(1 for _ in combinations(axes))
    return math.prod(len(values) for values in axes.values())


def combinations(axes: Mapping[str, Sequence[object]]) -> Iterator[JsonObject]:
    """Yield the combinations of the axes' values that are not excluded, the last axis varying fastest."""
    for values in itertools.product(*axes.values()):
        named = [value for value in values if isinstance(value, Variant)]
        names = {variant.name for variant in named}
        if not any(names.intersection(variant.but_not) for variant in named):
            yield dict(zip(axes, values, strict=True))


def apply_values(table: SpecTable, values: Mapping[str, object]) -> SpecTable:
    """Return a copy of an experiment's plain form with the values of one combination.

    Raises UserError as ``assign_value`` does.
    """
    result = copy.deepcopy(table)
    removed: set[int] = set()
    for key, value in values.items():
        if isinstance(value, Variant):
            for inner, inner_value in value.set.items():
                assign_value(result, inner, copy.deepcopy(inner_value))
            removed |= set(value.without)
        else:
            assign_value(result, key, copy.deepcopy(value))
    if removed:
        remove_stages(result, removed)
    return result


def remove_stages(table: SpecTable, numbers: set[int]) -> None:
    """Remove stages from an experiment's plain form, in place. ``numbers`` count from 1.

    Starts of later stages are renumbered. Raises UserError when one of them starts from a removed stage.
    """
    stages = table["stages"]
    unknown = sorted(number for number in numbers if not 1 <= number <= len(stages))
    if unknown:
        raise UserError(
            f"there is no stage {unknown[0]} to leave out, only {len(stages)} of them.", place="sweep"
        )
    remaining = [(i, stage) for i, stage in enumerate(stages, 1) if i not in numbers]
    for i, stage in remaining:
        number, separator, step = str(stage.get("start") or "").partition("@")
        if (origin := read_index(number)) is None:
            continue
        if origin in numbers:
            raise UserError(
                f"stage {i} starts from stage {number}, which is left out.",
                place="sweep",
                remedy="Set its start.",
            )
        stage["start"] = f"{origin - sum(n < origin for n in numbers)}{separator}{step}"
    table["stages"] = [stage for _, stage in remaining]


def read_axes(table: SpecTable, axes: object, *, place: str = "") -> Axes:
    """Return the axes of a TOML file with full dotted paths. ``table`` is the plain form of the experiment.

    A list of tables with a ``name`` becomes a list of :class:`Variant`. Raises UserError.
    """
    if not isinstance(axes, dict) or not all(isinstance(values, list) for values in axes.values()):
        raise UserError("must give a list of values for each field.", place=f"{place} [sweep]".strip())
    result: Axes = {}
    for key, values in axes.items():
        if values and all(isinstance(v, dict) and "name" in v and "kind" not in v for v in values):
            if key in Experiment.model_fields or any(key in stage for stage in table["stages"]):
                raise UserError(
                    "is the name of a field.",
                    place=f"sweep.{key}",
                    remedy="Give the alternatives another name.",
                )
            result[key] = [
                variant.model_copy(
                    update={"set": {resolve_path(table, path): each for path, each in variant.set.items()}}
                )
                for variant in (parse_record(Variant, value, place=f"sweep.{key}") for value in values)
            ]
        else:
            result[resolve_path(table, key)] = values
    return result


def plain_axes(axes: Mapping[str, Sequence[object]]) -> Axes:
    """Return the axes as JSON values, without defaults of variants: the inverse of :func:`read_axes`."""
    return {
        key: [
            v.model_dump(mode="json", exclude_defaults=True) if isinstance(v, Variant) else v for v in values
        ]
        for key, values in axes.items()
    }


def assign_value(table: SpecTable, key: str, value: object) -> None:
    """Set the dotted ``key`` in an experiment's plain form, in place.

    Without a leading ``stages.N.``, the key refers to the last stage with such a field. A new ``kind`` drops the fields
    of the previous option. A new ``preset`` sets all its values in the stage. Raises UserError that suggests the
    nearest existing field.
    """
    keys = resolve_path(table, key).split(".")
    where = printable(key, 300)
    node: JsonObject | list[object] = table
    for count, part in enumerate(keys[:-1], start=1):
        entry = _entries(node).get(part, _ABSENT)
        if entry is _ABSENT:
            raise UserError(f"there is no '{printable('.'.join(keys[:count]), 300)}'.", place=where)
        if not isinstance(entry, dict | list):
            raise UserError(f"'{printable('.'.join(keys[:count]), 300)}' has no fields.", place=where)
        node = entry
    name = keys[-1]
    if isinstance(node, list):
        number = read_index(name)
        if number is None or number >= len(node):
            printable_last = printable(name, 60)
            raise UserError(f"there is no entry {printable_last}, only {len(node)} of them.", place=where)
        node[number] = value
    else:
        if name == "kind" and node.get(name) != value:
            node.clear()
        if name == "preset" and node.get(name) != value:
            _take_preset(node, key, value)
        node[name] = value


_ABSENT = object()


def _entries(value: object) -> Mapping[str, object]:
    """Return the entries of a table by name, or of a list by number. Empty for anything else."""
    if isinstance(value, list):
        return {str(number): each for number, each in enumerate(value)}
    return value if isinstance(value, dict) else {}


def _take_preset(stage: SpecTable, key: str, preset: object) -> None:
    """Set the values of ``preset`` in a stage's table. Raises UserError at ``key`` for an unknown preset."""
    try:
        overwrite_with_preset(stage, str(preset))
    except PydanticCustomError as error:
        raise UserError(error.message(), place=key) from None


def resolve_path(table: SpecTable, key: str) -> str:
    """Return the full dotted path of ``key``: a field of the experiment or of a stage, or the end of its path.

    The end of a path suffices if it is unique in a stage: ``train_rows`` is ``stages.0.data.train_rows``. Raises
    UserError when no field matches, or several do.
    """
    root = key.split(".")[0]
    if root in Experiment.model_fields or root in table:  # the latter: of a form over another record
        return key
    stages = table.get("stages", [])
    for index in range(len(stages) - 1, -1, -1):
        if root in stages[index]:
            return f"stages.{index}.{key}"
    for index in range(len(stages) - 1, -1, -1):
        endings = list(_ends(stages[index], root))
        if len(endings) == 1:
            return f"stages.{index}.{endings[0]}{key.removeprefix(root)}"
        if endings:
            raise UserError(
                f"'{root}' could be {', '.join(endings[:-1])} or {endings[-1]}.",
                place=printable(key, 300),
                remedy="Write one of them.",
            )
    field_names = [*Experiment.model_fields, *(name for stage in stages for name in stage)]
    hint = unknown_name_error("field", printable(root, 60), dict.fromkeys(field_names)).message()
    raise UserError(hint, place=printable(key, 300))


def _ends(table: SpecTable, name: str, prefix: str = "") -> Iterator[str]:
    """Yield the dotted paths in ``table`` that end in the field ``name``. Lists are not searched."""
    for key, value in table.items():
        if isinstance(value, dict) and key != "resolved":
            if name in value:
                yield f"{prefix}{key}.{name}"
            yield from _ends(value, name, f"{prefix}{key}.")


def parse_value(text: str) -> object:
    """Return a value of the command line, parsed as TOML if valid (2e-5, true, ["a"], {kind = "none"}), else a text."""
    return read_toml_value(text, place="--set")


def apply_settings(plan: Plan, settings: list[str]) -> Plan:
    """Return ``plan`` with ``KEY=VALUE`` settings. A list for a scalar field becomes an axis of the sweep.

    Settings of several fields (a preset, a whole option, its kind) are applied before those of single fields,
    independent of their order. In a sweep over kinds, each kind takes the separately set fields that it has. Raises
    UserError for a field with two values.
    """
    table = plan.experiment.model_dump(mode="json")
    axes = dict(plan.axes)
    explicit: dict[str, object] = {}
    for key, value in _merge_kinds(table, _sort_settings(settings)):
        if has_variants(variants := axes.get(key, [])):
            axes[key] = [*_select_variants(key, variants, value)]
            continue
        key = resolve_path(table, key)
        is_given = key in explicit
        inner = value if isinstance(value, dict) else {}
        for path, each in [(key, value), *((f"{key}.{name}", each) for name, each in inner.items())]:
            remedy = "Give it once. For several runs write one list: KEY=[VALUE,VALUE]."
            require_one_value(explicit.setdefault(path, each), each, place=f"--set {path}", remedy=remedy)
        if is_given:
            continue
        try:
            holds_list = isinstance(read_value(table, key), list)
        except (KeyError, IndexError, TypeError, ValueError):
            holds_list = False
        if isinstance(value, list) and not holds_list:
            axes[key] = value
        else:
            assign_value(table, key, value)
            axes.pop(key, None)
    experiment = parse_experiment(table, place="--set")
    # A changed plan no longer has the label of its recipe.
    if differing_fields(experiment, plan.experiment) or axes != plan.axes:
        experiment = experiment.model_copy(update={"recipe": ""})
    return Plan(experiment, axes, plan.search)


def _merge_kinds(table: SpecTable, settings: list[tuple[str, object]]) -> list[tuple[str, object]]:
    """Return ``settings`` with sweeps over kinds expanded to sweeps over options that have separately set fields.

    A new kind drops the fields of the previous one, so separately set fields would be lost. Swept fields, and those
    that no kind has, are not changed.
    """
    result = list(settings)
    for setting in settings:
        key, kinds = setting
        family = key.removesuffix(".kind")
        if family == key or not isinstance(kinds, list):
            continue
        options = _options_of(table, resolve_path(table, family))
        if not all(kind in options for kind in kinds):
            continue  # reported when the value is validated
        inner = {
            each.removeprefix(f"{family}."): (each, value)
            for each, value in settings
            if each.startswith(f"{family}.") and each != key and not isinstance(value, list)
        }
        fields = {kind: options[kind].model_fields.keys() & inner.keys() for kind in kinds}
        replaced = {inner[name][0] for has in fields.values() for name in has}
        if replaced:
            tables = [
                {"kind": kind} | {name: inner[name][1] for name in sorted(fields[kind])} for kind in kinds
            ]
            result = [
                (family, tables) if each == setting else each for each in result if each[0] not in replaced
            ]
    return result


def _options_of(table: SpecTable, path: str) -> Mapping[str, type[Choice]]:
    """Return the options of the family at a full dotted path, by kind. Empty where there is no family."""
    keys = path.split(".")
    owner: type[SpecModel] = Experiment
    if keys[0] == "stages" and len(keys) > 2 and (number := read_index(keys[1])) is not None:
        if number >= len(table["stages"]):
            return {}
        owner, keys = Stage.known_options()[table["stages"][number]["kind"]], keys[2:]
    inner = ".".join(keys)
    return next(
        (meta.options() for meta in walk_fields(owner) if meta.path == inner and meta.kind == "choice"), {}
    )


def require_one_value(first: object, second: object, *, place: str, remedy: str = "Give it once.") -> None:
    """Raise UserError for a setting with two different values, which is ambiguous."""
    both_nan = first != first and second != second  # the field itself rejects NaN
    if first != second and not both_nan:
        raise UserError(
            f"is given twice, as {format_value(first)} and as {format_value(second)}.",
            place=place,
            remedy=remedy,
        )


def _sort_settings(settings: Sequence[str]) -> list[tuple[str, object]]:
    """Return the fields and values of ``KEY=VALUE`` settings, presets first, then options and their kinds."""
    entries: list[tuple[str, object]] = []
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise UserError("needs the form KEY=VALUE.", place=f"--set {setting}")
        entries.append((key.strip(), parse_value(text.strip())))
    keys = [key for key, _ in entries]

    def rank(setting: tuple[str, object]) -> int:
        key, value = setting
        name = key.rpartition(".")[2]
        is_option = any(other.startswith(f"{key}.") for other in keys)
        # A list of kinds is an axis, and axes keep their order.
        return (
            0
            if name == "preset"
            else 1
            if is_option or (name == "kind" and not isinstance(value, list))
            else 2
        )

    return sorted(entries, key=rank)


def _select_variants(axis: str, variants: Sequence[Variant], value: object) -> list[Variant]:
    """Return the variants of an axis with the given name or names."""
    requested = [format_value(name) for name in (value if isinstance(value, list) else [value])]
    names = [variant.name for variant in variants]
    unknown = [name for name in requested if name not in names]
    if unknown or not requested:
        raise UserError(
            f"there is no '{', '.join(unknown)}'.",
            place=f"--set {axis}",
            remedy=f"Available: {', '.join(names)}.",
        )
    return [variant for variant in variants if variant.name in requested]


def short_label(experiment: Experiment, key: str) -> str:
    """Return the label of a field in run names."""
    path = resolve_path(experiment.model_dump(mode="json"), key)
    keys = path.split(".")
    model: object = experiment
    for part in keys[:-1]:
        model = _entries(model).get(part) if isinstance(model, list) else getattr(model, part, model)
    for meta in describe_fields(type(model)) if isinstance(model, SpecModel) else ():
        if meta.name == keys[-1]:
            name = phrase(meta.label)
            return name if name[:2].isupper() else small(name)  # "CPU threads" stays
    return keys[-1] if keys[-1] != "kind" else keys[-2]


def format_value(value: object) -> str:
    """Return a value in its usual notation: 2e-5 rather than 2e-05, an option by its kind and values."""
    if isinstance(value, float):
        small = 0 < abs(value) < 1e-3
        mantissa, e, exponent = (f"{value:.6e}" if small else f"{value:g}").partition("e")
        mantissa = mantissa.rstrip("0").rstrip(".") if small else mantissa
        return f"{mantissa}e{int(exponent)}" if e else mantissa
    if isinstance(value, dict) and "kind" in value:
        rest = ", ".join(format_value(v) for k, v in value.items() if k != "kind")
        return f"{value['kind']} {rest}".strip()
    if isinstance(value, dict):
        return ", ".join(format_value(v) for v in value.values())
    return str(value)


def differing_fields(first: Experiment, second: Experiment) -> list[str]:
    """Return the dotted fields in which two experiments differ, without labels. A changed kind counts as one field."""
    paths: list[str] = []

    def compare(a: object, b: object, path: str) -> None:
        if isinstance(a, dict) and isinstance(b, dict) and a.get("kind") == b.get("kind"):
            for key in {**a, **b}:
                compare(a.get(key), b.get(key), f"{path}.{key}" if path else key)
        elif (
            isinstance(a, list)
            and isinstance(b, list)
            and len(a) == len(b)
            and any(isinstance(x, dict) for x in a)
        ):
            for index, (x, y) in enumerate(zip(a, b, strict=True)):
                compare(x, y, f"{path}.{index}")
        elif a != b:
            paths.append(path)

    compare(first.model_dump(mode="json"), second.model_dump(mode="json"), "")
    return [path for path in paths if not _is_label(path)]


def _is_label(path: str) -> bool:
    """Return whether a dotted field of an experiment or stage is only a label or record."""
    parts = path.split(".")
    stage = Stage.model_fields.get(parts[2]) if parts[0] == "stages" and len(parts) > 2 else None
    return role_of(stage or Experiment.model_fields[parts[0]]) in ("label", "record")
