"""Recipes: plans that come with Palimpsest, one TOML file each in ``resources/recipes``."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from engine import paths
from engine.errors import UserError
from engine.spec.sweep import Plan
from engine.spec.toml import load

QUICKSTART = "quickstart"


@dataclass(frozen=True)
class Recipe:
    """A named plan: ``name`` is the file's stem, ``title`` and ``description`` the experiment's name and notes."""

    name: str
    title: str
    description: str
    plan: Plan


def recipes() -> list[Recipe]:
    """All bundled recipes, the quickstart first, the others by name."""
    files = sorted((paths.RESOURCES / "recipes").glob("*.toml"), key=lambda f: (f.stem != QUICKSTART, f.stem))
    return [_read(file) for file in files]


def recipe(name: str) -> Recipe:
    """The recipe called ``name``. Raises UserError with the nearest name when there is none."""
    file = paths.RESOURCES / "recipes" / f"{name}.toml"
    if not file.is_file():
        known = [f.stem for f in (paths.RESOURCES / "recipes").glob("*.toml")]
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"Did you mean '{near[0]}'?" if near else f"There are: {', '.join(sorted(known))}."
        raise UserError(f"there is no recipe '{name}'.", remedy=hint)
    return _read(file)


def named(name_or_file: str) -> Plan:
    """The plan of a TOML file (anything with a path separator or the ending .toml) or of a recipe."""
    file = Path(name_or_file).expanduser()
    if file.suffix == ".toml" or len(file.parts) > 1:
        return load(file)
    return recipe(name_or_file).plan


def _read(file: Path) -> Recipe:
    plan = load(file)
    return Recipe(file.stem, plan.experiment.name, plan.experiment.notes, plan)
