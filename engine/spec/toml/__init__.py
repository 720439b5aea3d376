"""Reading and writing of plans as TOML. Reading the output of ``dumps`` gives the same plan."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.errors import UserError
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.search import read_search, search_table
from engine.spec.sweep import Plan, read_axes
from engine.toml_text import read_toml, read_toml_file


def dumps(plan: Plan | Experiment, *, comments: bool = True, preface: Sequence[str] = ()) -> str:
    """Return ``plan`` as TOML, after the lines of ``preface`` as comments.

    ``loads(dumps(plan)) == plan`` holds.
    """
    from engine.spec.toml.writer import write_plan  # here: a command that only reads need not load tomlkit

    return write_plan(plan if isinstance(plan, Plan) else Plan(plan), comments, preface)


def loads(text: str, *, place: str = "") -> Plan:
    """Return the plan in ``text``.

    Raises UserError that names the invalid line or field.
    """
    return plan_from_table(read_toml(text, place=place), place=place)


def plan_from_table(table: dict[str, object], *, place: str = "") -> Plan:
    """Return the plan in a parsed TOML file.

    Raises UserError that names the invalid field.
    """
    table = dict(table)
    axes = table.pop("sweep", {})
    search = table.pop("search", None)
    if axes and search is not None:
        raise UserError(
            "a plan has a [sweep], which runs every combination, or a [search], not both.", place=place
        )
    experiment = parse_experiment(table, place=place)
    if search is not None:
        return Plan(experiment, search=search_table(read_search(experiment, search, place=place)))
    return Plan(experiment, read_axes(experiment.model_dump(mode="json"), axes, place=place))


def load(file: Path) -> Plan:
    """Return the plan in a TOML file.

    Raises UserError when the file is missing, not UTF-8 or not a plan.
    """
    return plan_from_table(read_toml_file(file), place=str(file))
