"""Recipes: plans bundled with Palimpsest, one TOML file each in ``resources/recipes``, and the user's own.

The file of a recipe is a plan with two more tables. ``[sizes.NAME]`` changes the plan for a size: ``set`` changes
values of fields, ``sweep`` those of axes (an empty list removes an axis). ``[paper]`` names the published table of the
runs, and the axes of its rows and columns. ``group`` is the heading in the window's list of recipes.
"""

from __future__ import annotations

import os
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from engine import paths
from engine.errors import UserError, suggest_name
from engine.file_names import file_name, name_problem
from engine.json_types import ParsedJson
from engine.output_files import write_output
from engine.spec.experiment import parse_experiment
from engine.spec.sweep import Axes, Plan, apply_settings, assign_value, read_axes, resolve_path
from engine.spec.toml import dumps, plan_from_table
from engine.text_files import read_text_file
from engine.toml_text import read_toml_file

QUICKSTART = "quickstart"
SIZES = {"sample": "Sample", "small": "Small", "paper": "Paper"}
"""Sizes by ascending cost: bundled data and encoder, real data and a small encoder, as published."""


@dataclass(frozen=True)
class RecipeLayout:
    """Position of a recipe's runs in a published table: ``rows`` and ``columns`` name axes of the sweep.

    "" where the published table has a single row or column.
    """

    table: str
    rows: str = ""
    columns: str = ""


@dataclass(frozen=True)
class SampleEffect:
    """Measured result of a recipe at size *sample*: whether the effect is visible, and a sentence with figures."""

    shown: bool
    sentence: str


@dataclass(frozen=True)
class Recipe:
    """A named plan.

    Attributes:
        name: stem of its file.
        title, description: name and notes of its experiment.
        size: the size of ``plan``, "" for a recipe without sizes.
        plans: the plans of all sizes, in the order of ``SIZES``. Empty for a recipe without sizes.
        layout: the published table that its runs reproduce, if any.
        group: its heading in lists: "paper", "forgetting", or anything else for a demonstration.
        settings: changes to it, as ``KEY=VALUE``.
        own: whether it is one of the user's.
    """

    name: str
    title: str
    description: str
    plan: Plan
    size: str = ""
    plans: Mapping[str, Plan] = field(default_factory=dict)
    layout: RecipeLayout | None = None
    group: str = ""
    settings: tuple[str, ...] = ()
    own: bool = False

    @property
    def label(self) -> str:
        """Label of its runs: ``table-2:small``, or the name alone."""
        return f"{self.name}:{self.size}" if self.size else self.name

    @property
    def effect(self) -> SampleEffect | None:
        """Its measured result at size *sample*, None for other sizes or if not measured."""
        return sample_effects().get(self.name) if self.size in ("", "sample") else None

    def with_size(self, size: str) -> Recipe:
        """Return the recipe in another size.

        Raises UserError when it does not have that size.
        """
        if size not in self.plans:
            sizes = ", ".join(self.plans)
            remedy = f"Available sizes: {sizes}." if sizes else "It has only one size. Leave the size out."
            raise UserError(f"the recipe '{self.name}' has no size '{size}'.", remedy=remedy)
        plan = self.plans[size]
        return replace(self, plan=plan, size=size, description=plan.experiment.notes)

    def with_settings(self, settings: Sequence[str]) -> Recipe:
        """Return the recipe with ``--set`` settings. Rows and columns of its table stay the same.

        Raises UserError for an invalid setting, or one that removes an axis of the table.
        """
        if not settings:
            return self
        plan = apply_settings(self.plan, list(settings))
        for axis in (self.layout.rows, self.layout.columns) if self.layout is not None else ():
            if axis in self.plan.axes and axis not in plan.axes:
                raise UserError(
                    f"'{axis}' makes the rows or columns of the table of '{self.name}', so it cannot have one value.",
                    place="--set",
                    remedy="Give it a list.",
                )
        return replace(self, plan=plan, settings=tuple(settings))


@cache
def sample_effects() -> Mapping[str, SampleEffect]:
    """Return the results of recipes at size *sample*, by recipe, as recorded by ``benchmarks/samples.py``."""
    file = paths.RESOURCES / "recipe_effects.toml"
    if not file.is_file():
        return {}
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: SampleEffect(**each) for name, each in table.items()}


def list_recipes() -> list[Recipe]:
    """Return all bundled recipes in their smallest size: the quickstart, then the others by name."""
    files = sorted((paths.RESOURCES / "recipes").glob("*.toml"), key=lambda f: (f.stem != QUICKSTART, f.stem))
    return [_read_bundled(file) for file in files]


def user_recipes_folder() -> Path:
    """Return the folder of the user's recipes. Each TOML file in it is a recipe, named by its stem."""
    return paths.home() / "recipes"


def list_user_recipes() -> tuple[list[Recipe], list[str]]:
    """Return the user's recipes by name, and a message for each file that cannot be read."""
    recipes, problems = [], []
    for file in sorted(user_recipes_folder().glob("*.toml")):
        try:
            recipes.append(_read_user_recipe(file))
        except UserError as error:
            problems.append(str(error))
    return recipes, problems


def save_recipe(plan: Plan) -> Recipe:
    """Save a plan as a recipe of the user, under the name of its experiment.

    Raises UserError where a recipe of that name has another plan, or the file cannot be written.
    """
    title = plan.experiment.name
    name = file_name(title.lower(), "recipe")
    file, text = user_recipes_folder() / f"{name}.toml", dumps(plan)
    rename = "Give the design another name."
    if (paths.RESOURCES / "recipes" / f"{name}.toml").is_file():
        raise UserError(f"a bundled recipe is called '{name}'.", remedy=rename)
    if not os.path.lexists(file):
        write_output(file, text)
    elif read_text_file(file) != text:
        raise UserError(f"you already have a recipe '{name}'.", place=str(file), remedy=rename)
    return _read_user_recipe(file)


def remove_recipe(name: str) -> None:
    """Remove a recipe of the user. Its runs stay.

    Raises UserError where it does not exist or cannot be removed.
    """
    file = user_recipes_folder() / f"{name}.toml"
    if name_problem(name) or not file.is_file():
        raise UserError(f"you have no recipe '{name}'.", place=str(user_recipes_folder()))
    try:
        file.unlink()
    except OSError as error:
        raise UserError(f"cannot be removed ({error.strerror}).", place=str(file)) from None


def _read_user_recipe(file: Path) -> Recipe:
    """Return a recipe of the user. Its plan has the recipe's name as label, for its runs."""
    recipe = read_recipe_file(file)
    return replace(recipe, plan=_with_label(recipe.plan, recipe.name), own=True)


def find_recipe(name: str, size: str = "") -> Recipe:
    """Return the recipe ``name`` in a size. ``table-2:small`` has both, and the default is the smallest size.

    Bundled recipes take precedence over those of the user.

    Raises UserError that suggests the nearest name when there is none.
    """
    name, _, named_size = name.partition(":")
    file, user_file = paths.RESOURCES / "recipes" / f"{name}.toml", user_recipes_folder() / f"{name}.toml"
    if not file.is_file() and not name_problem(name) and user_file.is_file():
        user_recipe = _read_user_recipe(user_file)
        return user_recipe.with_size(size or named_size) if size or named_size else user_recipe
    if not file.is_file():
        folders = (paths.RESOURCES / "recipes", user_recipes_folder())
        names = [f.stem for folder in folders for f in folder.glob("*.toml")]
        hint = suggest_name(name, names, f"Available: {', '.join(sorted(names))}.")
        raise UserError(f"there is no recipe '{name}'.", remedy=hint)
    recipe, size = _read_bundled(file), size or named_size
    return recipe.with_size(size) if size else recipe


_DATA = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".parquet", ".xlsx")


def load_plan(name_or_file: str, size: str = "") -> Plan:
    """Return the plan of a TOML file (a name with a path separator or suffix .toml) or of a recipe, in a size."""
    file = paths.user_path(name_or_file)
    if file.is_dir() or (file.suffix.lower() in _DATA and file.is_file()):
        raise UserError(
            "this is a data set, not a design.",
            place=str(file),
            remedy=f"Write a design for it: palimpsest new --data {shlex.quote(name_or_file)} > design.toml",
        )
    if file.suffix == ".toml" or len(file.parts) > 1:
        recipe = read_recipe_file(file)
        return recipe.with_size(size).plan if size else recipe.plan
    return find_recipe(name_or_file, size).plan


def read_recipe_file(file: Path) -> Recipe:
    """Return the recipe in a TOML file, with or without sizes.

    Raises UserError as ``engine.spec.toml.load`` does.
    """
    table = read_toml_file(file)
    sizes, paper = _table(table.pop("sizes", {}), f"{file} [sizes]"), table.pop("paper", None)
    group = str(table.pop("group", "" if paper is None else "paper"))
    plan = plan_from_table(table, place=str(file))
    layout = _layout(paper, str(file)) if paper is not None else None
    recipe = Recipe(file.stem, plan.experiment.name, plan.experiment.notes, plan, layout=layout, group=group)
    if not sizes:
        return recipe
    unknown = [size for size in sizes if size not in SIZES]
    if unknown:
        raise UserError(
            f"unknown size '{unknown[0]}'.", place=str(file), remedy=f"Sizes are: {', '.join(SIZES)}."
        )
    plans = {size: _for_size(plan, sizes[size], f"{file} [sizes.{size}]") for size in SIZES if size in sizes}
    return replace(recipe, plans=plans).with_size(next(iter(plans)))


def _read_bundled(file: Path) -> Recipe:
    """Return a bundled recipe. Its plans have the recipe's label, for their runs."""
    recipe = read_recipe_file(file)
    plans = {size: _with_label(plan, f"{file.stem}:{size}") for size, plan in recipe.plans.items()}
    return replace(recipe, plans=plans).with_size(recipe.size) if plans else recipe


def _with_label(plan: Plan, label: str) -> Plan:
    return Plan(plan.experiment.model_copy(update={"recipe": label}), plan.axes, plan.search)


def _layout(table: ParsedJson, place: str) -> RecipeLayout:
    try:
        return RecipeLayout(**table)
    except TypeError:
        raise UserError("[paper] has only table, rows and columns.", place=place) from None


def _table(value: object, place: str) -> ParsedJson:
    if not isinstance(value, dict):
        raise UserError("must be a table of names and values.", place=place)
    return value


def _for_size(plan: Plan, changes: object, place: str) -> Plan:
    """Return ``plan`` with the changes for one size."""
    size = _table(changes, place)
    unknown = [key for key in size if key not in ("set", "sweep")]
    if unknown:
        raise UserError(f"unknown entry '{unknown[0]}'.", place=place, remedy="A size has set and sweep.")
    table = plan.experiment.model_dump(mode="json")
    for key, value in _table(size.get("set", {}), f"{place} set").items():
        assign_value(table, key, value)
    experiment = parse_experiment(table, place=place)
    form = experiment.model_dump(mode="json")
    sweep = _table(size.get("sweep", {}), f"{place} sweep")
    removed = {
        key if key in plan.axes else resolve_path(form, key) for key, values in sweep.items() if not values
    }
    new_axes = read_axes(form, {key: values for key, values in sweep.items() if values}, place=place)
    axes: Axes = {key: new_axes.pop(key, values) for key, values in plan.axes.items() if key not in removed}
    return Plan(experiment, axes | new_axes, plan.search)
