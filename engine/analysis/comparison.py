"""Compare runs side by side: their differing settings, results and costs."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

from engine.analysis.comparability import MeasuredOn, error_measured_on
from engine.analysis.verdicts.statistics import Spread, geometric_spread, spread
from engine.formatting.phrases import capital, phrase
from engine.json_types import JsonObject
from engine.metrics.base import counts_errors, display_metric, known_metrics
from engine.metrics.keys import describe_key
from engine.spec.base import role_of
from engine.spec.describe import option_title
from engine.spec.experiment import Experiment
from engine.spec.sweep import format_value, short_label
from engine.store.rows import RunRow

if TYPE_CHECKING:
    from engine.analysis.forgetting.measured import ForgettingRecord

MISSING = "–"
ColumnKind = Literal["name", "setting", "measure", "forgetting", "cost"]
NUMERIC_KINDS: tuple[ColumnKind, ...] = ("measure", "forgetting", "cost")
"""Kinds of columns that hold numbers."""


@dataclass(frozen=True)
class ComparisonColumn:
    """Column of a comparison. ``key`` is the dotted field of a setting, or the name of a measure.

    ``unit`` belongs in the heading. ``digits`` is the number of decimals of a measure without unit. None: up to six
    significant digits.
    """

    key: str
    label: str
    kind: ColumnKind
    unit: str = ""
    digits: int | None = None


@dataclass(frozen=True)
class ComparisonRow:
    """One run, or one strategy with its repetitions.

    ``values`` are raw; measures of groups are ``Spread``. The test errors of two rows may be subtracted if their
    ``measured_on`` is equal.
    """

    runs: tuple[int, ...]
    name: str
    slot: int
    values: Mapping[str, object]
    measured_on: MeasuredOn | None = None


@dataclass(frozen=True)
class Comparison:
    """Table of runs. ``differing`` of the ``settings`` fields differ, not counting seeds if rows are groups."""

    columns: tuple[ComparisonColumn, ...]
    rows: tuple[ComparisonRow, ...]
    settings: int
    differing: int

    @property
    def shows_default_metric(self) -> bool:
        """Whether the main columns hold errors (or the accuracies displayed for them), not another metric."""
        default_columns = _measure_columns(display_metric("error"))
        return any(column in self.columns for column in default_columns if column.key in MAIN_COLUMNS)


MEASURE_COLUMNS = (
    ComparisonColumn("validation_best", "Best validation error", "measure", "%"),
    ComparisonColumn("validation_best_step", "at step", "measure"),
    ComparisonColumn("validation_last", "Last validation error", "measure", "%"),
    ComparisonColumn("test", "Test error at best", "measure", "%"),
    ComparisonColumn("steps", "Updates", "cost"),
    ComparisonColumn("active_seconds", "Time", "cost", "s"),
)
MAIN_COLUMNS = {"validation_best", "validation_last", "test"}
"""Columns with values of a run's main metric."""
TEST_PREFIX = "test/"
"""Prefix of the key of a column with one task's test error."""
METRIC_PREFIX = "metric/"
"""Prefix of the key of a column with the test value of a further metric."""
FORGETTING_PREFIX = "forgetting/"
"""Prefix of the key of a column with an attribute of ``engine.analysis.forgetting.measured.ForgettingRecord``."""
PERPLEXITY_FACTOR_KEY, FORGETTING_KEY = f"{FORGETTING_PREFIX}factor", f"{FORGETTING_PREFIX}forgetting"
FORGETTING_COLUMNS = (
    ComparisonColumn(PERPLEXITY_FACTOR_KEY, "Forgot", "forgetting", "×"),
    ComparisonColumn(FORGETTING_KEY, "F, earlier tasks", "forgetting", "points"),
    ComparisonColumn(f"{FORGETTING_PREFIX}backward_transfer", "Backward transfer", "forgetting", "points"),
    ComparisonColumn(f"{FORGETTING_PREFIX}drift", "Drift", "forgetting"),
    ComparisonColumn(f"{FORGETTING_PREFIX}cost_share", "Measuring", "cost", "% of time"),
)
"""Columns of measures of forgetting. A column appears only if at least one run has the measure."""
COLUMN_MEANINGS = {
    PERPLEXITY_FACTOR_KEY: "Forgot: perplexity on general text, × before training; "
    "of several seeds the geometric mean.",
    FORGETTING_KEY: "F: points of accuracy lost on earlier tasks since their best (Chaudhry et al. 2018).",
    f"{FORGETTING_PREFIX}backward_transfer": "Backward transfer: accuracy on earlier tasks minus that right "
    "after they were learnt, points; below zero is forgetting (Lopez-Paz and Ranzato 2017).",
    f"{FORGETTING_PREFIX}drift": "Drift: distance of the encoder's weights from the pre-trained ones, "
    "relative to their norm.",
}
"""Meaning of the columns of forgetting, one sentence each."""


def flatten_settings(experiment: Experiment) -> JsonObject:
    """Return every setting by dotted key, without labels (name, notes, tags) and fields recorded by the engine."""
    flat: dict[str, object] = {}

    def add(value: object, path: str) -> None:
        if isinstance(value, dict):
            for key, item_ in value.items():
                add(item_, f"{path}.{key}" if path else key)
        elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
            for index, item in enumerate(value):
                add(item, f"{path}.{index}")
        else:
            flat[path] = value

    table = experiment.model_dump(mode="json")
    for name, info in Experiment.model_fields.items():
        if role_of(info) not in ("label", "record"):
            add(table[name], name)
    return flat


def compare_runs(
    runs: Sequence[RunRow],
    experiments: Mapping[int, Experiment],
    *,
    all_settings: bool = False,
    group_seeds: bool = False,
    test_errors: Mapping[int, Mapping[str, float]] | None = None,
    forgetting: Mapping[int, ForgettingRecord] | None = None,
    test_metrics: Mapping[int, Mapping[str, float]] | None = None,
    measured_on: Mapping[int, MeasuredOn | None] | None = None,
) -> Comparison:
    """Return the table of ``runs``: settings that differ (or all), then measures and cost.

    Args:
        runs: in the order of the rows.
        experiments: their specifications by run id.
        all_settings: show settings that are equal everywhere too.
        group_seeds: one row per strategy (``repetition_groups``). Its measures are ``Spread`` over its finished runs.
        test_errors: by run, the test error of each of its tasks (``task_results.errors_by_task``). Tasks get columns of
            their own if a run has several.
        forgetting: by run, its forgetting record (``forgetting.read_forgetting``). A measure gets a column if any run
            has it.
        test_metrics: by run, its test values of further metrics (``task_results.further_metrics``), one column each.
        measured_on: by run, the texts behind its error (``comparability.read_measured_on``), identified by the content
            of files. None: by the settings in ``experiments``.

    Best, last and test values are those of the first run's main metric. Runs with another main metric have none.
    """
    flats = {run.id: flatten_settings(experiments[run.id]) for run in runs}
    keys = list(dict.fromkeys(key for flat in flats.values() for key in flat))
    if group_seeds:
        keys = [key for key in keys if key != "seed" and not key.startswith("seeds.")]
    differing = [key for key in keys if len({repr(flat.get(key)) for flat in flats.values()}) > 1]
    column_keys = keys if all_settings else differing
    settings = tuple(ComparisonColumn(k, _label(k, runs, experiments, flats), "setting") for k in column_keys)
    count_column = [ComparisonColumn("n", "Runs", "measure")] if group_seeds else []
    errors = test_errors or {}
    task_names = dict.fromkeys(name for run in runs for name in errors.get(run.id, ()))
    by_task = len(task_names) > 1 and any(len(errors.get(run.id, ())) > 1 for run in runs)
    extra = tuple(
        ComparisonColumn(
            f"{TEST_PREFIX}{name}",
            phrase("Test error, {name}", name=name)
            if display_metric("error") == "error"
            else phrase("Test accuracy, {name}", name=name),
            "measure",
            "%",
        )
        for name in task_names
        if by_task
    )
    records, further, main = forgetting or {}, test_metrics or {}, runs[0].metric if runs else "error"
    metrics = {
        name: describe_key(f"test/{name}") for run in runs for name in further.get(run.id, ()) if name != main
    }
    extra += tuple(
        ComparisonColumn(f"{METRIC_PREFIX}{name}", meaning.title, "measure", meaning.unit, meaning.digits)
        for name, meaning in metrics.items()
    )
    percentages = all(metric.unit == "%" for each in records.values() if (metric := each.metric) is not None)
    forgetting_columns = [
        c if percentages or c.unit != "points" else replace(c, unit="")
        for c in FORGETTING_COLUMNS
        if any(_forgetting_value(records.get(run.id), c.key) is not None for run in runs)
    ]
    measures = (
        *(
            c
            for m in _measure_columns(main)
            if m.kind == "measure"
            for c in ((m, *extra) if m.key == "test" else (m,))
        ),
        *(c for c in forgetting_columns if c.kind == "forgetting"),
        *(c for c in MEASURE_COLUMNS if c.kind == "cost"),
        *(c for c in forgetting_columns if c.kind == "cost"),
    )
    columns = (ComparisonColumn("name", "Run", "name"), *settings, *count_column, *measures)
    groups = repetition_groups(runs) if group_seeds else [[run] for run in runs]
    rows = tuple(
        replace(
            _row(group, flats, column_keys, measures, (errors, records, further, main), group_seeds),
            measured_on=measured_on[group[0].id]
            if measured_on is not None
            else error_measured_on(experiments[group[0].id]),
        )
        for group in groups
    )
    return Comparison(columns, rows, len(keys), len(differing))


def repetition_groups(runs: Sequence[RunRow]) -> list[list[RunRow]]:
    """Return ``runs`` grouped by strategy (runs that differ only in seeds), ordered by the first run of each group.

    Runs computed in different precisions are not repetitions of each other. A run that has not started has no precision
    yet and joins the first group with its settings.
    """
    groups: dict[tuple[str, str], list[RunRow]] = {}
    for run in sorted(runs, key=lambda run: not run.precision):
        key = run.repetition_key
        if not run.precision:
            key = next((other for other in groups if other[0] == run.group_identity), key)
        groups.setdefault(key, []).append(run)
    order = {run.id: number for number, run in enumerate(runs)}
    result = [sorted(group, key=lambda run: order[run.id]) for group in groups.values()]
    return sorted(result, key=lambda group: order[group[0].id])


def _common_settings(flats: Sequence[Mapping[str, object]], keys: Sequence[str]) -> dict[str, object]:
    """Return the settings of runs. A setting that differs between them (a path, the device) has all values as text."""
    settings: dict[str, object] = {}
    for key in keys:
        values = [flat.get(key) for flat in flats]
        is_same = all(value == values[0] for value in values)
        texts = (MISSING if value is None else format_value(value) for value in values)
        settings[key] = values[0] if is_same else list(dict.fromkeys(texts))
    return settings


def _row(
    group: list[RunRow],
    flats: Mapping[int, Mapping[str, object]],
    keys: Sequence[str],
    measures: Sequence[ComparisonColumn],
    tables: tuple[
        Mapping[int, Mapping[str, float]],
        Mapping[int, ForgettingRecord],
        Mapping[int, Mapping[str, float]],
        str,
    ],
    is_group: bool,
) -> ComparisonRow:
    first, (tests, records, further, main) = group[0], tables
    members = [run for run in group if run.status == "finished"] if is_group else group
    values = _common_settings([flats[run.id] for run in group], keys)
    for column in measures:
        cells = [
            _forgetting_value(records.get(run.id), column.key)
            if column.key.startswith(FORGETTING_PREFIX)
            else _run_value(run, column.key, tests.get(run.id, {}), further.get(run.id, {}), main)
            for run in members
        ]
        average = geometric_spread if column.key == PERPLEXITY_FACTOR_KEY else spread
        values[column.key] = average(cast("list[float | None]", cells)) if is_group else cells[0]
    name = first.name
    if is_group:
        values["n"] = len(members)
        name = strategy_name(name)
    values["name"] = name
    return ComparisonRow(tuple(run.id for run in group), name, first.style, values)


def strategy_name(name: str) -> str:
    """Return the name of a run without its seed: ``Quickstart: rate 3e-4, seed 42`` is ``Quickstart: rate 3e-4``."""
    return re.sub(r"(, |: )seed \d+(?=,|$)", "", re.sub(r": seed \d+, ", ": ", name))


_FINAL_KEYS = ("validation_best", "validation_best_step", "test", "validation_loss_best", "test_loss")
"""Results that only finished runs have: the best value so far is not final, and a test error may be an earlier
stage's."""


def _run_value(
    run: RunRow, key: str, tests: Mapping[str, float], further: Mapping[str, float], main: str
) -> object:
    if run.status != "finished" and (key in _FINAL_KEYS or key.startswith((TEST_PREFIX, METRIC_PREFIX))):
        return None
    if key.startswith(TEST_PREFIX):
        return tests.get(key.removeprefix(TEST_PREFIX))
    if key.startswith(METRIC_PREFIX):
        return further.get(key.removeprefix(METRIC_PREFIX))
    return None if key in MAIN_COLUMNS and run.metric != main else getattr(run, key)


def _measure_columns(main: str) -> tuple[ComparisonColumn, ...]:
    """``MEASURE_COLUMNS`` labelled for the metric ``main``."""
    if counts_errors(main):
        return MEASURE_COLUMNS
    description, metric = describe_key(f"test/{main}"), known_metrics().get(main)
    return tuple(
        replace(
            column,
            label=column.label.replace("error", description.short if metric is None else metric.title),
            unit=description.unit,
            digits=description.digits,
        )
        if column.key in MAIN_COLUMNS
        else column
        for column in MEASURE_COLUMNS
    )


def distinctive_names(names: Sequence[str]) -> list[str]:
    """Return the names of runs without a common prefix (the name of their sweep) and without a common seed."""
    prefixes = {name.partition(": ")[0] if ": " in name else "" for name in names}
    prefix = f"{prefixes.pop()}: " if len(prefixes) == 1 and len(names) > 1 and "" not in prefixes else ""
    short = [name.removeprefix(prefix) for name in names]
    seeds = {match[0] if (match := re.search(r", seed \d+$", name)) else "" for name in short}
    if len(seeds) == 1 and len(short) > 1:
        short = [name.removesuffix(*seeds) or name for name in short]
    return short


def disambiguate(comparison: Comparison, names: Sequence[str]) -> list[str]:
    """Return the names of the rows. Equal names get a suffix: the distinguishing settings, else the run numbers.

    Example: two rows "alpha" become "alpha (Learning rate 2e-5)" and "alpha (Learning rate 5e-5)".
    """
    labels = list(names)
    for name, count in Counter(names).items():
        if count > 1:
            indices = [index for index, other in enumerate(names) if other == name]
            suffixes = _distinguishing_settings(comparison, [comparison.rows[index] for index in indices])
            for index, suffix in zip(indices, suffixes, strict=True):
                labels[index] = f"{name} ({suffix})"
    return labels


def _distinguishing_settings(comparison: Comparison, rows: Sequence[ComparisonRow]) -> list[str]:
    """Return up to three settings that distinguish each of ``rows``, else the numbers of its runs."""
    settings = []
    for column in comparison.columns:
        cells = [format_cell(column, row.values.get(column.key)) for row in rows]
        if column.kind == "setting" and len(set(cells)) > 1:
            settings.append([f"{column.label} {cell}" for cell in cells])
    for count in range(1, min(len(settings), 3) + 1):
        texts = [", ".join(parts) for parts in zip(*settings[:count], strict=True)]
        if len(set(texts)) == len(rows):
            return texts
    return [f"{'run' if len(row.runs) == 1 else 'runs'} {', '.join(map(str, row.runs))}" for row in rows]


def _forgetting_value(record: ForgettingRecord | None, key: str) -> float | None:
    value: float | None = None if record is None else getattr(record, key.removeprefix(FORGETTING_PREFIX))
    return value


def _label(
    key: str,
    runs: Sequence[RunRow],
    experiments: Mapping[int, Experiment],
    flats: Mapping[int, dict[str, object]],
) -> str:
    owner = next(run for run in runs if key in flats[run.id])
    stages = max(len(e.stages) for e in experiments.values())
    parts = key.split(".")
    if parts[0] == "stages" and parts[2:] == ["kind"]:
        label: str = phrase("stage")
    else:
        label = short_label(experiments[owner.id], key.removesuffix(".kind"))
    text = capital(label) if label[:1].isascii() else label  # β1 is no capital Beta
    if parts[0] == "seeds":
        text = phrase("Seed, {label}", label=label)
    has_stages = parts[0] == "stages" and stages > 1
    return phrase("{label} ({stage})", label=text, stage=int(parts[1]) + 1) if has_stages else text


def format_cell(column: ComparisonColumn, value: object, interval: bool = False) -> str:
    """Return a value as a table cell: two decimals for %, ± s.d., or with ``interval`` ± half the 95 % interval.

    A mean of factors is followed by its 95 % interval, which is not symmetrical.
    """
    if value is None:
        return MISSING
    if isinstance(value, Spread) and value.is_factor:
        low, high = value.bounds(interval=True)
        interval_text = "" if low is None or high is None else f" ({low:.2f} to {high:.2f})"
        return f"{format_number(column, value.mean)}{interval_text}"
    if isinstance(value, Spread):
        half_width = value.half_interval if interval else value.sd
        if not half_width or column.kind == "cost":
            return format_number(column, value.mean)
        if not column.unit:
            return _format_with_spread(value.mean, half_width)
        coarse = sum(half_width >= limit for limit in (1.0, 10.0))
        return " ± ".join(format_number(column, part, coarse) for part in (value.mean, half_width))
    if column.kind in NUMERIC_KINDS and isinstance(value, int | float):
        return format_number(column, value)
    if value == "" or value == []:
        return MISSING
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return phrase(option_title(str(value))) if column.key.endswith(".kind") else format_value(value)


def _format_with_spread(mean: float, half_width: float) -> str:
    """Return mean ± spread, rounded to the second digit of the spread: ``267 ± 257``, ``0.0216 ± 0.0011``."""
    decimals = max(1 - math.floor(math.log10(half_width)), 0)
    return " ± ".join(f"{part:,.{decimals}f}" for part in (mean, half_width)).replace("-", "−")


def format_number(column: ComparisonColumn, value: float, coarse: int = 0) -> str:
    """Return a measure with the decimals of its column, minus ``coarse``, and a true minus sign.

    Decimals far below the uncertainty of a mean carry no information: 26.7 ± 5.8.
    """
    if column.unit == "×":
        text = f"× {value:.2f}"
    elif column.unit in ("%", "points"):
        text = f"{value:.{2 - coarse}f}"
    elif column.unit.startswith("%"):
        text = f"{value:.1f}"
    elif column.kind == "forgetting":
        text = f"{value:.3g}"
    elif column.digits is not None:
        text = f"{value:,.{column.digits}f}"
    else:
        text = f"{value:,.0f}" if column.unit == "s" else f"{value:,g}"
    return text.replace("-", "−", 1) if text.startswith("-") else text


def column_heading(column: ComparisonColumn) -> str:
    """Return the heading of a column with its unit. The × of factors is in the cells instead."""
    return f"{column.label}, {column.unit}" if column.unit not in ("", "×") else column.label


def column_meanings(comparison: Comparison, keys: Collection[str] = tuple(COLUMN_MEANINGS)) -> list[str]:
    """Return a sentence on the meaning of each column of forgetting in the table. ``keys``: only these columns."""
    return [COLUMN_MEANINGS[c.key] for c in comparison.columns if c.key in COLUMN_MEANINGS and c.key in keys]
