"""Files of the Design page: its draft and TOML files, read and written. For threads; no Qt."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine import launch, paths, private_files
from engine.errors import UserError
from engine.launch.baselines import baseline_experiments
from engine.spec import toml
from engine.spec.experiment import parse_experiment
from engine.spec.recipes import Recipe, list_recipes, list_user_recipes, read_recipe_file
from engine.spec.sweep import Plan
from workbench.engine_texts import sentence_text
from workbench.language import tr
from workbench.pages.design.draft.draft import Draft, from_json, from_recipe

if TYPE_CHECKING:
    from engine.store.database import Store


def draft_file() -> Path:
    """Return the file of the draft between two starts."""
    return paths.home() / "draft.json"


def load_draft() -> tuple[list[Recipe], Draft | None, str]:
    """Return the recipes, the saved draft if it can be read, and any problem with it or with the user's recipes."""
    own, problems = list_user_recipes()
    recipes = [*list_recipes(), *own]
    file, stored = draft_file(), None
    if file.is_file():
        try:
            stored = from_json(file.read_text(encoding="utf-8"))
        except (UserError, OSError, UnicodeDecodeError) as error:
            problems = [sentence_text(str(error))]
    for draft in [stored] if stored is not None else map(from_recipe, recipes[:1]):
        draft.changes()  # the first call describes all kinds of fields, which takes a tenth of a second, spent here
    return recipes, stored, " ".join(problems)


def save_draft(text: str) -> Path:
    """Save a draft atomically."""
    file = draft_file()
    private_files.make_folder(file.parent)
    new = file.with_suffix(".tmp")
    new.write_text(text, encoding="utf-8")
    os.replace(new, file)
    return file


def read_toml(file: Path) -> Plan:
    """Return the plan in a TOML file; for a recipe file, that of its smallest size. Raises UserError."""
    return read_recipe_file(file).plan


def write_toml(file: Path, plan: Plan) -> Path:
    """Save a plan with a comment at each field. Raises UserError if the file cannot be written."""
    try:
        file.write_text(toml.dumps(plan), encoding="utf-8")
    except OSError as error:
        raise UserError(
            tr("cannot be written ({reason}).", reason=error.strerror),
            place=str(file),
            remedy=tr("Choose another."),
        ) from None
    return file


def enqueue_plan(store: Store, plan: Plan, recipe: str, place: str = "") -> Sequence[int]:
    """Queue all runs of ``plan`` and return their numbers. ``recipe`` is stored as their recipe.

    ``place``: name of the compute target, empty for this computer. Raises UserError.
    """
    table = plan.experiment.model_dump(mode="json")
    plan = Plan(parse_experiment({**table, "recipe": recipe}), plan.axes)
    group = plan.experiment.name if plan.run_count > 1 else ""
    numbers = launch.enqueue(store, plan.expand(), group, place=place)
    if place:
        launch.start_follower(store.path)
    return numbers


@dataclass(frozen=True)
class BegunSearch:
    """An active search: its number, whether it is new, and its runs so far."""

    number: int
    is_new: bool
    runs: list[int]


def begin_search(store: Store, plan: Plan) -> BegunSearch:
    """Begin the search of ``plan``, or go on with the same one where there is one. Raises UserError."""
    from engine.launch.search import begin_or_continue  # here: it reads results, and so needs NumPy
    from engine.spec.search import read_search
    from engine.store.searches import list_run_ids

    number, is_new = begin_or_continue(store, plan.experiment, read_search(plan.experiment, plan.search))
    return BegunSearch(number, is_new, list_run_ids(store, number))


def enqueue_baselines(store: Store, plan: Plan) -> Sequence[int]:
    """Queue the baselines of ``plan`` on its data sets and return their numbers. Raises UserError."""
    return launch.enqueue(store, baseline_experiments(Plan(plan.experiment, plan.axes).expand()))
