"""Runs side by side: in what they differ, what they reached, what they cost."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.analysis.statistics import Spread, spread
from engine.spec.base import role_of
from engine.spec.experiment import Experiment
from engine.spec.sweep import short_label, shown
from engine.store.rows import RunRow

MISSING = "–"
Kind = Literal["name", "setting", "measure", "cost"]


@dataclass(frozen=True)
class Column:
    """One column: ``key`` is the dotted field of a setting or the name of a measure; ``unit`` belongs in the head."""

    key: str
    label: str
    kind: Kind
    unit: str = ""


@dataclass(frozen=True)
class Row:
    """One run, or one strategy with the runs that repeat it. ``values`` are raw; measures of groups are ``Spread``."""

    runs: tuple[int, ...]
    name: str
    slot: int
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Comparison:
    """A table of runs; ``differing`` of ``settings`` fields differ between them, seeds left out when grouped."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    settings: int
    differing: int


MEASURES = (
    Column("validation_best", "Best validation error", "measure", "%"),
    Column("validation_best_step", "at step", "measure"),
    Column("validation_last", "Last validation error", "measure", "%"),
    Column("test", "Test error at best", "measure", "%"),
    Column("steps", "Steps", "cost"),
    Column("active_seconds", "Time", "cost", "s"),
)
TEST = "test/"
"""Begins the key of a column that holds one task's test error."""


def flatten(experiment: Experiment) -> dict[str, Any]:
    """Every setting by dotted key; labels (name, notes, tags) left out."""
    flat: dict[str, Any] = {}

    def add(value: Any, path: str) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                add(inner, f"{path}.{key}" if path else key)
        elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
            for index, item in enumerate(value):
                add(item, f"{path}.{index}")
        else:
            flat[path] = value

    table = experiment.model_dump(mode="json")
    for name, info in Experiment.model_fields.items():
        if role_of(info) != "label":
            add(table[name], name)
    return flat


def compare(
    runs: Sequence[RunRow],
    experiments: Mapping[int, Experiment],
    *,
    all_settings: bool = False,
    group_seeds: bool = False,
    tests: Mapping[int, Mapping[str, float]] | None = None,
) -> Comparison:
    """The table of ``runs``: settings that differ (or all), then measures and cost.

    Args:
        runs: in the order of the rows.
        experiments: their specifications by run id.
        all_settings: show settings that are equal everywhere too.
        group_seeds: one row per strategy, i.e. per ``group_identity``; its measures are ``Spread`` over all its runs.
        tests: by run the test error of each of its tasks (``results.tests``); a column each, where a run has several.
    """
    flats = {run.id: flatten(experiments[run.id]) for run in runs}
    keys = list(dict.fromkeys(key for flat in flats.values() for key in flat))
    if group_seeds:
        keys = [key for key in keys if key != "seed" and not key.startswith("seeds.")]
    differing = [key for key in keys if len({repr(flat.get(key)) for flat in flats.values()}) > 1]
    wanted = keys if all_settings else differing
    settings = tuple(Column(key, _label(key, runs, experiments, flats), "setting") for key in wanted)
    several = [Column("n", "Runs", "measure")] if group_seeds else []
    own = tests or {}
    names = dict.fromkeys(name for run in runs for name in own.get(run.id, ()))
    by_task = len(names) > 1 and any(len(own.get(run.id, ())) > 1 for run in runs)
    added = tuple(Column(f"{TEST}{name}", f"Test error, {name}", "measure", "%") for name in names if by_task)
    measures = tuple(c for m in MEASURES for c in ((m, *added) if m.key == "test" else (m,)))
    columns = (Column("name", "Run", "name"), *settings, *several, *measures)
    groups: dict[str, list[RunRow]] = {}
    for run in runs:
        groups.setdefault(run.group_identity if group_seeds else str(run.id), []).append(run)
    rows = tuple(
        _row(group, flats[group[0].id], wanted, measures, own, group_seeds) for group in groups.values()
    )
    return Comparison(columns, rows, len(keys), len(differing))


def _row(
    group: list[RunRow],
    flat: dict[str, Any],
    wanted: list[str],
    measures: Sequence[Column],
    tests: Mapping[int, Mapping[str, float]],
    grouped: bool,
) -> Row:
    first = group[0]
    values: dict[str, Any] = {key: flat.get(key) for key in wanted}
    for column in measures:
        found = [_measure(run, column.key, tests.get(run.id, {})) for run in group]
        values[column.key] = spread(found) if grouped else found[0]
    name = first.name
    if grouped:
        values["n"] = len(group)
        name = re.sub(r"(, |: )seed \d+(?=,|$)", "", re.sub(r": seed \d+, ", ": ", name))
    values["name"] = name
    return Row(tuple(run.id for run in group), name, first.slot, values)


def _measure(run: RunRow, key: str, tests: Mapping[str, float]) -> Any:
    return tests.get(key.removeprefix(TEST)) if key.startswith(TEST) else getattr(run, key)


def _label(
    key: str,
    runs: Sequence[RunRow],
    experiments: Mapping[int, Experiment],
    flats: Mapping[int, dict[str, Any]],
) -> str:
    owner = next(run for run in runs if key in flats[run.id])
    stages = max(len(e.stages) for e in experiments.values())
    parts = key.split(".")
    if parts[0] == "stages" and parts[2:] == ["kind"]:
        label = "stage"
    else:
        label = short_label(experiments[owner.id], key)
    text = label[:1].upper() + label[1:] if label[:1].isascii() else label  # β1 is no capital Beta
    if parts[0] == "seeds":
        text = f"Seed, {label}"
    return f"{text} ({int(parts[1]) + 1})" if parts[0] == "stages" and stages > 1 else text


def cell(column: Column, value: Any) -> str:
    """A value as the table shows it: percentages with two decimals, ± always the standard deviation."""
    if value is None:
        return MISSING
    if isinstance(value, Spread):
        mean = number(column, value.mean)
        return mean if not value.sd or column.kind == "cost" else f"{mean} ± {number(column, value.sd)}"
    if column.kind in ("measure", "cost") and isinstance(value, int | float):
        return number(column, value)
    if value == "" or value == []:
        return MISSING
    if column.key.endswith(".kind"):
        return str(value).replace("_", " ")
    return ", ".join(map(str, value)) if isinstance(value, list) else shown(value)


def number(column: Column, value: float) -> str:
    """A measure with as many decimals as it deserves."""
    if column.unit == "%":
        return f"{value:.2f}"
    return f"{value:,.0f}" if column.unit == "s" else f"{value:,g}"


def heading(column: Column) -> str:
    """The head of a column, unit included."""
    return f"{column.label}, {column.unit}" if column.unit else column.label


def to_csv(comparison: Comparison) -> str:
    """The comparison as CSV with full precision; groups get a column each for mean, s.d. and n."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    grouped = any(isinstance(v, Spread) for row in comparison.rows for v in row.values.values())
    heads: list[str] = ["runs"]
    for column in comparison.columns:
        heads.append(heading(column))
        if grouped and _spreads(column):
            heads.append(f"{heading(column)}, s.d.")
    writer.writerow(heads)
    for row in comparison.rows:
        fields: list[Any] = [" ".join(map(str, row.runs))]
        for column in comparison.columns:
            value = row.values.get(column.key)
            if grouped and _spreads(column):
                fields += (
                    [value.mean, "" if value.sd is None else value.sd]
                    if isinstance(value, Spread)
                    else ["", ""]
                )
            else:
                fields.append("" if value is None else ", ".join(value) if isinstance(value, list) else value)
        writer.writerow(fields)
    return out.getvalue()


def _spreads(column: Column) -> bool:
    """Whether groups have a mean and an s.d. in this column."""
    return column.kind in ("measure", "cost") and column.key != "n"


def to_markdown(comparison: Comparison) -> str:
    """The comparison as a Markdown table."""
    heads = [heading(c) for c in comparison.columns]
    lines = ["| " + " | ".join(heads) + " |"]
    lines.append(
        "|"
        + "|".join(" ---: " if c.kind in ("measure", "cost") else " --- " for c in comparison.columns)
        + "|"
    )
    for row in comparison.rows:
        texts = [" ".join(cell(c, row.values.get(c.key)).splitlines()) for c in comparison.columns]
        cells = [text.replace("|", "\\|") for text in texts]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
