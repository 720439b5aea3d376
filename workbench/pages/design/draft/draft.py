"""The draft on the Design page: a plain table that may be invalid, its sweep, and its base recipe. No Qt.

Every change creates a new draft, so that undo is a list of drafts.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.errors import UserError
from engine.json_types import JsonObject
from engine.spec.checks.reasons import Reason
from engine.spec.describe import (
    FieldMeta,
    SpecTable,
    as_option,
    construct,
    default_of,
    fields_below,
    fill_defaults,
    value_at,
)
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.recipes import Recipe
from engine.spec.stage_starts import renumber_start
from engine.spec.stages import Stage
from engine.spec.sweep import (
    Axes,
    Plan,
    Variant,
    assign_value,
    count_runs,
    has_variants,
    plain_axes,
    read_axes,
)
from workbench.engine_texts import translate_field
from workbench.language import tr

_NONE = object()


@dataclass(frozen=True)
class Draft:
    """An unfinished experiment.

    ``table`` is its plain form, ``axes`` the swept fields. ``base`` and ``base_axes`` are those of the recipe or file
    that it started from, called ``title``. ``recipe`` is the recipe's name, or "". ``origins`` has, for each stage,
    its index in the base, or None for an added stage. ``search`` is the declared search in plain form, empty for none.
    ``reasons`` are those of a proposed design.
    """

    table: SpecTable
    axes: Axes = field(default_factory=dict)
    base: SpecTable = field(default_factory=dict)
    base_axes: Axes = field(default_factory=dict)
    title: str = ""
    recipe: str = ""
    origins: tuple[int | None, ...] = ()
    search: JsonObject = field(default_factory=dict)
    reasons: tuple[Reason, ...] = ()

    @property
    def stages(self) -> list[SpecTable]:
        """The tables of the stages, in order."""
        return list(self.table.get("stages", []))

    @cached_property
    def specs(self) -> tuple[Stage, ...]:
        """The readable stages: see ``engine.spec.describe.construct``."""
        return tuple(construct(Stage.known_options()[stage["kind"]], stage) for stage in self.stages)

    @property
    def runs(self) -> int:
        """Number of runs of the draft."""
        return count_runs({path: values for path, values in self.axes.items() if values})

    def plan(self) -> Plan:
        """Return the plan, with its search if no field is swept. Raises UserError if the draft is invalid."""
        search = {} if self.axes else copy.deepcopy(self.search)
        return Plan(parse_experiment(self.table), copy.deepcopy(self.axes), search)

    def with_search(self, search: JsonObject) -> Draft:
        """Return the draft with another search."""
        return replace(self, search=copy.deepcopy(search))

    def with_value(self, path: str, value: object) -> Draft:
        """Return the draft with ``value`` at the dotted ``path``."""
        table = copy.deepcopy(self.table)
        assign_value(table, path, copy.deepcopy(value))
        return replace(self, table=table)

    def with_axis(self, path: str, values: Sequence[object] | None) -> Draft:
        """Return the draft with ``path`` swept over ``values``, or not at all (None)."""
        axes = {key: list(old) for key, old in self.axes.items() if key != path or values is not None}
        if values is not None:
            axes[path] = list(values)
        return replace(self, axes=axes)

    def with_stages(self, stages: Sequence[SpecTable], numbers: Sequence[int | None]) -> Draft:
        """Return the draft with other stages. ``numbers`` has, for each, its previous index, or None for a new one."""
        new_numbers = {old: new for new, old in enumerate(numbers) if old is not None}
        table = {**self.table, "stages": _with_moved_starts([copy.deepcopy(s) for s in stages], new_numbers)}
        origins = tuple(None if old is None else self.origins[old] for old in numbers)
        axes = {
            path: values
            for path, values in _renumbered(self.axes, new_numbers).items()
            if has_variants(values) or value_at(table, path, _NONE) is not _NONE
        }
        return replace(
            self, table=table, axes=axes, origins=origins, search=_renumbered_search(self.search, new_numbers)
        )

    def propose_stage(self, kind: str, samples: Sequence[str] = ()) -> tuple[int, SpecTable]:
        """Return (index, table) of a stage of ``kind`` at a sensible position with good settings:
        ``Stage.default_after``.
        """
        place, stage = Stage.known_options()[kind].default_after(self.specs, samples)
        return place, stage.model_dump(mode="json")

    def with_new_stage(self, kind: str, samples: Sequence[str] = ()) -> Draft:
        """Return the draft with the stage of ``propose_stage``."""
        place, table = self.propose_stage(kind, samples)
        stages: list[SpecTable] = self.stages
        numbers: list[int | None] = [*range(len(stages))]
        return self.with_stages(
            [*stages[:place], table, *stages[place:]], [*numbers[:place], None, *numbers[place:]]
        )

    def without_stage(self, index: int) -> Draft:
        """Return the draft without a stage. The last one cannot be removed."""
        if len(self.stages) < 2:
            return self
        rest = [i for i in range(len(self.stages)) if i != index]
        return self.with_stages([self.stages[i] for i in rest], rest)

    def with_moved_stage(self, index: int, by: int) -> Draft:
        """Return the draft with a stage moved by ``by`` positions, or unchanged if there is no such position."""
        target = index + by
        if not 0 <= target < len(self.stages):
            return self
        order = [*range(len(self.stages))]
        order.insert(target, order.pop(index))
        return self.with_stages([self.stages[i] for i in order], order)

    def aligned(self) -> tuple[SpecTable, Axes]:
        """Return the base with its stages in their present order. An added stage is its own base."""
        if not self.base:
            return {}, {}
        before = self.base.get("stages", [])
        new_numbers = {old: i for i, old in enumerate(self.origins) if old is not None}
        stages = [self.stages[i] if old is None else before[old] for i, old in enumerate(self.origins)]
        new = zip(stages, _with_moved_starts(stages, new_numbers), self.origins, strict=True)
        stages = [stage if old is None else based for stage, based, old in new]
        axes = _renumbered(self.base_axes, new_numbers)
        axes |= {
            path: values
            for path, values in self.axes.items()
            if path.startswith("stages.")
            and not has_variants(values)
            and self.origins[int(path.split(".")[1])] is None
        }
        return {**self.base, "stages": stages}, axes

    @property
    def reshaped(self) -> bool:
        """Whether stages were added, removed or moved."""
        return self.origins != tuple(range(len(self.base.get("stages", []))))

    def changes(self) -> list[str]:
        """Return the dotted fields that differ from the base, except its name and notes.

        Each added, removed or moved stage counts once as ``stages``.
        """
        if not self.base:
            return []
        base, base_axes = self.aligned()
        origins = [old for old in self.origins if old is not None]
        changed = ["stages"] * (self.origins.count(None) + len(self.base.get("stages", [])) - len(origins))
        if origins != sorted(origins):
            changed.append("stages")
        for path, meta in self.leaves():
            if meta.role != "label" and differs(path, meta, (self.table, self.axes), (base, base_axes)):
                changed.append(path)
        named = [path for path, values in (self.axes | base_axes).items() if has_variants(values)]
        return changed + [path for path in named if self.axes.get(path) != base_axes.get(path)]

    def original(self) -> Draft:
        """Return the draft with the values, sweep and stages of its base, under its present name."""
        table = {**self.base, "name": self.table.get("name", self.base.get("name", ""))}
        origins = tuple(range(len(self.base.get("stages", []))))
        return replace(self, table=copy.deepcopy(table), axes=copy.deepcopy(self.base_axes), origins=origins)

    def leaves(self) -> Iterable[tuple[str, FieldMeta]]:
        """(path, field) of every field of the experiment and of its stages."""
        for path, meta in fields_below(Experiment, self.table):
            if meta.kind != "choices":
                yield path, translate_field(meta)
        for i, stage in enumerate(self.stages):
            option = Stage.known_options().get(stage.get("kind", ""))
            if option is not None:
                for path, meta in fields_below(option, stage, f"stages.{i}."):
                    yield path, translate_field(meta)

    def to_json(self) -> str:
        """Return the JSON saved between two starts of the window."""
        return json.dumps({
            "version": 1,
            "table": self.table,
            "axes": plain_axes(self.axes),
            "base": self.base,
            "base_axes": plain_axes(self.base_axes),
            "title": self.title,
            "recipe": self.recipe,
            "origins": self.origins,
            "search": self.search,
            "reasons": [reason.model_dump(mode="json") for reason in self.reasons],
        })  # fmt: skip


def differs(path: str, meta: FieldMeta, now: tuple[SpecTable, Axes], before: tuple[SpecTable, Axes]) -> bool:
    """Return whether a field has another value or sweep than ``before``. An option's fields count separately."""
    if now[1].get(path) != before[1].get(path):
        return True
    value, old = value_at(now[0], path, _NONE), value_at(before[0], path, _NONE)
    if value is _NONE:  # an option saved before the field was added
        value = default_of(meta)
    if old is _NONE:
        return bool(value != default_of(meta))
    if meta.kind == "choice":
        return bool(as_option(value).get("kind") != as_option(old).get("kind"))
    if meta.kind == "models":
        return len(value or []) != len(old or [])
    return bool(value != old)


def _with_moved_starts(stages: Sequence[SpecTable], new_numbers: dict[int, int]) -> list[SpecTable]:
    """Return ``stages``, in their new order, with starts that refer to the new stage numbers."""
    return [
        {**stage, "start": renumber_start(str(stage.get("start") or ""), index, new_numbers)}
        for index, stage in enumerate(stages)
    ]


def _renumbered(axes: Axes, new_numbers: dict[int, int]) -> Axes:
    """Return the axes with the new stage numbers, without those of removed stages."""
    renumbered: Axes = {}
    for path, values in axes.items():
        if has_variants(values):
            renumbered[path] = [_renumbered_variant(variant, new_numbers) for variant in values]
        elif new := _new_path(path, new_numbers):
            renumbered[new] = values
    return renumbered


def _renumbered_search(search: JsonObject, new_numbers: dict[int, int]) -> JsonObject:
    """Return a search with the new stage numbers, or an empty one if no field remains."""
    fields = search.get("fields")
    if not isinstance(fields, dict):
        return {}
    renumbered = {new: values for path, values in fields.items() if (new := _new_path(path, new_numbers))}
    return search | {"fields": renumbered} if renumbered else {}


def _new_path(path: str, new_numbers: dict[int, int]) -> str:
    parts = path.split(".")
    if parts[0] != "stages":
        return path
    number = new_numbers.get(int(parts[1]))
    return "" if number is None else ".".join(["stages", str(number), *parts[2:]])


def _renumbered_variant(variant: Variant, moves: dict[int, int]) -> Variant:
    """Return ``variant`` with other stage numbers."""
    changed = {new: value for path, value in variant.set.items() if (new := _new_path(path, moves))}
    without = tuple(sorted(moves[number - 1] + 1 for number in variant.without if number - 1 in moves))
    return variant.model_copy(update={"set": changed, "without": without})


def from_plan(plan: Plan, title: str = "", recipe: str = "", reasons: Sequence[Reason] = ()) -> Draft:
    """Return a draft based on ``plan``. ``reasons`` are those of a proposed one."""
    table = plan.experiment.model_dump(mode="json")
    axes = {path: list(values) for path, values in plan.axes.items()}
    origins = tuple(range(len(table["stages"])))
    search = copy.deepcopy(plan.search)
    base = copy.deepcopy(table), copy.deepcopy(axes)
    return Draft(table, axes, *base, title, recipe, origins, search, tuple(reasons))


def from_recipe(recipe: Recipe) -> Draft:
    """Return a draft based on ``recipe``."""
    return from_plan(recipe.plan, recipe.title, recipe.label)


def from_json(text: str) -> Draft:
    """Return a draft as ``to_json`` wrote it. Fields that have come since get their defaults. Raises UserError."""
    try:
        stored = json.loads(text)
        if stored["version"] != 1:
            raise ValueError(f"version {stored['version']}")
        table, base = fill_defaults(Experiment, stored["table"]), fill_defaults(Experiment, stored["base"])
        if not table.get("stages") or not all(
            stage.get("kind") in Stage.known_options() for stage in table["stages"]
        ):
            raise ValueError("a stage of an unknown kind")
        axes = read_axes(table, {path: values for path, values in stored["axes"].items() if values})
        axes = {
            path: values
            for path, values in axes.items()
            if has_variants(values) or value_at(table, path, _NONE) is not _NONE
        }
        base_axes = read_axes(base, stored["base_axes"])
        origins = tuple(None if old is None else int(old) for old in stored["origins"])
        valid_origins = {*range(len(base.get("stages", []))), None}
        if len(origins) != len(table["stages"]) or not set(origins) <= valid_origins:
            raise ValueError("stages of nowhere")
        search = dict(stored.get("search", {}))
        title, recipe = str(stored["title"]), str(stored["recipe"])
        reasons = tuple(Reason.model_validate(each) for each in stored.get("reasons", []))
        return Draft(table, axes, base, base_axes, title, recipe, origins, search, reasons)
    except (UserError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(
            tr("the saved draft cannot be read ({error}).", error=error), remedy=tr("Begin with a recipe.")
        ) from None
