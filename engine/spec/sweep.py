"""A plan: one experiment and, for some of its fields, several values. Each combination becomes a run of its own."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from engine.errors import UserError
from engine.spec.base import Choice, role_of, unknown_name
from engine.spec.describe import describe, plain, walk
from engine.spec.experiment import Experiment, parse

Table = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What a TOML file, a recipe and the Design page hold: ``experiment`` with ``axes`` {dotted field: values}."""

    experiment: Experiment
    axes: dict[str, list[Any]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many runs the plan stands for."""
        total = 1
        for values in self.axes.values():
            total *= len(values)
        return total

    def expand(self) -> list[Experiment]:
        """One experiment per combination, the last axis varying fastest, named after what tells it apart.

        Raises UserError when a field does not exist or a value is not allowed there.
        """
        if not self.axes:
            return [self.experiment]
        for key, values in self.axes.items():
            if not values:
                raise UserError(
                    "has no values.", place=f"sweep.{key}", remedy="Give a list with at least one value."
                )
        runs = []
        for combination in itertools.product(*self.axes.values()):
            table = self.experiment.model_dump(mode="json")
            parts = []
            for key, value in zip(self.axes, combination, strict=True):
                assign(table, key, value)
                parts.append(f"{short_label(self.experiment, key)} {shown(value)}")
            table["name"] = f"{self.experiment.name}: {', '.join(parts)}"[:200]
            runs.append(parse(table, place="sweep"))
        return runs


def assign(table: Table, key: str, value: Any) -> None:
    """Sets the dotted ``key`` in an experiment's plain form, in place.

    The leading ``stages.N.`` may be left out: the last stage that has such a field is meant. Naming a ``kind`` drops
    the fields of the former option. Raises UserError that names the nearest field there is.
    """
    parts = resolve(table, key).split(".")
    place: Any = table
    for done, part in enumerate(parts[:-1]):
        try:
            place = place[int(part)] if isinstance(place, list) else place[part]
        except (KeyError, IndexError, ValueError):
            raise UserError(f"there is no '{'.'.join(parts[: done + 1])}'.", place=key) from None
        if isinstance(place, str):
            raise UserError(f"'{'.'.join(parts[: done + 1])}' has no fields.", place=key)
    last: Any = parts[-1]
    if isinstance(place, list):
        try:
            place[int(last)] = value
        except (IndexError, ValueError):
            raise UserError(f"there is no entry {last}; there are {len(place)}.", place=key) from None
    else:
        if last == "kind":
            place.clear()
        place[last] = value


def resolve(table: Table, key: str) -> str:
    """The whole dotted path that ``key`` stands for. Raises UserError when no field is called so."""
    first = key.split(".")[0]
    if first in Experiment.model_fields:
        return key
    stages = table.get("stages", [])
    for index in range(len(stages) - 1, -1, -1):
        if first in stages[index]:
            return f"stages.{index}.{key}"
    known = [*Experiment.model_fields, *(name for stage in stages for name in stage)]
    hint = unknown_name("field", first, dict.fromkeys(known)).message()
    raise UserError(hint, place=key)


def read(table: Table, key: str) -> Any:
    """The value at the dotted ``key`` of an experiment's plain form; KeyError when there is none."""
    place: Any = table
    for part in key.split("."):
        place = place[int(part)] if isinstance(place, list) else place[part]
    return place


def parse_value(text: str) -> Any:
    """A value typed at the command line: TOML where it is TOML (2e-5, true, ["a"], {kind = "none"}), else a word."""
    import tomllib

    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def short_label(experiment: Experiment, key: str) -> str:
    """What a field is called in a run's name."""
    path = resolve(experiment.model_dump(mode="json"), key)
    parts = path.split(".")
    model: Any = experiment
    for part in parts[:-1]:
        model = model[int(part)] if isinstance(model, list) else getattr(model, part, model)
    for meta in describe(type(model)) if not isinstance(model, list) else ():
        if meta.name == parts[-1]:
            label = meta.label
            return label if label[:2].isupper() else label[:1].lower() + label[1:]  # "CPU threads" stays
    return parts[-1] if parts[-1] != "kind" else parts[-2]


def shown(value: Any) -> str:
    """A value as people write it: 2e-5 rather than 2e-05, an option by its title."""
    if isinstance(value, float):
        small = 0 < abs(value) < 1e-3
        mantissa, e, exponent = (f"{value:.6e}" if small else f"{value:g}").partition("e")
        mantissa = mantissa.rstrip("0").rstrip(".") if small else mantissa
        return f"{mantissa}e{int(exponent)}" if e else mantissa
    if isinstance(value, dict) and "kind" in value:
        rest = ", ".join(shown(v) for k, v in value.items() if k != "kind")
        return f"{value['kind']} {rest}".strip()
    return str(value)


def differences(first: Experiment, second: Experiment) -> list[str]:
    """The dotted fields in which two experiments differ, labels aside, shortest common ones."""
    found: list[str] = []

    def compare(a: Any, b: Any, path: str) -> None:
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
            found.append(path)

    compare(first.model_dump(mode="json"), second.model_dump(mode="json"), "")
    labels = {name for name, info in Experiment.model_fields.items() if role_of(info) == "label"}
    return [path for path in found if path.split(".")[0] not in labels]


__all__ = [
    "Choice",
    "Plan",
    "assign",
    "differences",
    "parse_value",
    "plain",
    "read",
    "resolve",
    "short_label",
    "shown",
    "walk",
]
