"""Build the sections of the forgetting report for a page, a terminal or a printer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis.comparison import Comparison, ComparisonColumn, column_heading, format_cell
from engine.analysis.evidence import evidence_notes, looks_notes
from engine.analysis.forgetting.forgetting_verdict import judge_forgetting, judge_growth, judge_since_learnt
from engine.analysis.forgetting.measured import PassageInterval, used_definitions
from engine.analysis.report import words
from engine.analysis.report.model import (
    ForgettingReport,
    ReportSection,
    ReportTable,
    format_plain,
    format_signed,
    format_spread,
    layer_names,
)
from engine.analysis.run_groups import LAYER_MAPS, RunGroup, group_runs, mean_final_map
from engine.analysis.verdicts.statistics import Spread
from engine.analysis.verdicts.verdict import MetricDifference
from engine.installation import INSTALL_ENGINE, missing_engine_packages
from engine.json_types import JsonObject
from engine.spec.toml import dumps
from engine.store import Store, probe_results, runs

if TYPE_CHECKING:
    from engine.analysis.report.figures import ReportFigure

_NO_PICTURES = (("Pictures", f"left out: they need the engine, which is installed with: {INSTALL_ENGINE}"),)
LISTED_TEXTS = 10
"""Number of most forgotten texts listed for a single run."""


def build_report(store: Store, run_ids: Sequence[int], *, figures: bool = True) -> ForgettingReport:
    """Build the report on ``run_ids``. Runs that differ only in their seeds are one strategy.

    ``figures``: include pictures, which take a second or two. They require matplotlib from the extra ``engine``;
    without it the report notes their absence. Raises UserError for an unknown run.
    """
    groups, comparison = group_runs(store, run_ids)
    has_matplotlib = "matplotlib" not in missing_engine_packages()
    plots: dict[str, Sequence[ReportFigure]] = {}
    if figures and has_matplotlib:
        from engine.analysis.report.figures import draw_figures

        plots = draw_figures(store, groups)
    versions: dict[str, str] = {}
    for number in run_ids:
        versions |= runs.package_versions(store, number)
    evidence = _evidence(store, run_ids)
    left_out = _NO_PICTURES if figures and not has_matplotlib else ()
    return ForgettingReport(
        title=_title(groups),
        about=(
            *_about(groups, versions),
            *((("Rests on", " ".join(evidence)),) if evidence else ()),
            *left_out,
        ),
        findings=tuple(words.write_findings(groups))
        or ("Nothing of forgetting was measured in these runs.",),
        sections=tuple(_sections(store, groups, comparison, plots)),
        definitions=used_definitions(record for group in groups for record in group.records),
        specifications=tuple((group.name, dumps(group.experiment, comments=False)) for group in groups),
        command=f"palimpsest forgetting {' '.join(map(str, dict.fromkeys(run_ids)))} --html report.html",
        versions=versions,
        evidence=evidence,
    )


def _title(groups: Sequence[RunGroup]) -> str:
    sweeps = {(run.sweep_id, run.group_name) for group in groups for run in group.runs}
    if len(groups) == 1:
        return f"What was forgotten: {groups[0].name}"
    return (
        f"What was forgotten: {next(iter(sweeps))[1]}"
        if len(sweeps) == 1 and (None, "") not in sweeps
        else "What was forgotten"
    )


def _evidence(store: Store, run_ids: Sequence[int]) -> tuple[str, ...]:
    rows = [runs.get_run(store, number) for number in run_ids]
    return (*evidence_notes(store, run_ids), *looks_notes(store, rows))


def _about(groups: Sequence[RunGroup], versions: dict[str, str]) -> tuple[tuple[str, str], ...]:
    numbers = [number for group in groups for number in group.run_ids]
    encoders = dict.fromkeys(Path(run.encoder).name for group in groups for run in group.runs)
    seeds = sorted({run.seed for group in groups for run in group.runs})
    facts = {
        "Made": datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z"),
        "Runs": ", ".join(map(str, numbers)),
        "Encoder": ", ".join(encoders),
        "Seeds": ", ".join(map(str, seeds)),
        "Versions": ", ".join(f"{name} {version}" for name, version in sorted(versions.items())),
    }
    unfinished = [str(run.id) for group in groups for run in group.runs if run.status != "finished"]
    if unfinished:
        facts["Not finished"] = f"{', '.join(unfinished)}; their values are the latest"
    return tuple((name, value) for name, value in facts.items() if value)


def _sections(
    store: Store, groups: Sequence[RunGroup], comparison: Comparison, plots: dict[str, Sequence[ReportFigure]]
) -> Iterable[ReportSection]:
    def section(title: str, tables: Sequence[ReportTable | None], *figures: str) -> Iterable[ReportSection]:
        non_empty = tuple(table for table in tables if table is not None and table.rows)
        pictures = tuple(figure for name in figures for figure in plots.get(name, ()))
        if non_empty or pictures:
            yield ReportSection(title, non_empty, pictures)

    is_many = len(groups) > 1
    yield from section("Summary", [_summary(comparison), _settings(comparison) if is_many else None], "plane")
    yield from section("General text", [_retention(groups)], "retention")
    matrices = [_matrix(group, is_many) for group in groups if len(group.tasks) > 1]
    yield from section("Tasks in a row", [_sequence(groups), *matrices], "earlier")
    yield from section("Knowledge", [_knowledge(groups)], "knowledge")
    yield from section("Where in the encoder", [_layers(store, groups, key) for key in LAYER_MAPS])
    yield from section("Training texts", [_examples(store, groups), _texts(store, groups)], "examples")
    yield from section("Cost of measuring", [_cost(groups)])


def _summary(comparison: Comparison) -> ReportTable:
    columns = [
        c for c in comparison.columns if c.kind in ("measure", "forgetting") or c.key == "active_seconds"
    ]
    note = (
        "± is the sample standard deviation over seeds; a factor is followed by its 95 % interval over them, where "
        "they differ."
    )
    has_groups = any(len(row.runs) > 1 for row in comparison.rows)
    return _subtable(comparison, columns, "", 1, note if has_groups else "")


def _settings(comparison: Comparison) -> ReportTable | None:
    columns = [c for c in comparison.columns if c.kind == "setting"]
    return _subtable(comparison, columns, "Settings that differ", 1 + len(columns)) if columns else None


def _subtable(
    comparison: Comparison, columns: Sequence[ComparisonColumn], title: str, text_columns: int, note: str = ""
) -> ReportTable:
    """Return some columns of a comparison. The first ``text_columns`` columns of the table are text."""
    rows = (
        (str(row.values["name"]), *(format_cell(c, row.values.get(c.key)) for c in columns))
        for row in comparison.rows
    )
    return ReportTable(title, ("Strategy", *map(column_heading, columns)), tuple(rows), text_columns, note)


def _measures(strategy: RunGroup, names: Iterable[str]) -> tuple[str, ...]:
    """Return measures of a strategy as table cells: mean ± s.d. over its runs."""
    return tuple(format_spread(strategy.spread_of(name)) for name in names)


def _retention(groups: Sequence[RunGroup]) -> ReportTable:
    names = ("loss_before", "loss_after", "accuracy_before", "accuracy_after")
    rows = [
        (each.name, *_measures(each, names), format_spread(each.factor), _passage_ends(each.factor_interval))
        for each in groups
        if each.factor is not None or each.spread_of("loss_after") is not None
    ]
    headings = (
        "Strategy", "Loss before, nats", "after", "Hidden words found before, %", "after", "Forgot",
        "95 % over passages",
    )  # fmt: skip
    return ReportTable("", headings, tuple(rows), note=PASSAGES_NOTE)


PASSAGES_NOTE = (
    "Behind the factor, of several runs, the 95 % interval over seeds; over passages: how far the factor of these "
    "weights would move on other general text of the same kind. A longer text and more passages narrow it "
    "(probes.text, probes.texts). What is said above of a change rests on both together."
)


def _passage_ends(interval: PassageInterval | None) -> str:
    return "–" if interval is None else f"{interval.low:.2f} to {interval.high:.2f} ({interval.passages})"


def _sequence(groups: Sequence[RunGroup]) -> ReportTable:
    metrics = {group.metric for group in groups}
    metric = metrics.pop() if len(metrics) == 1 else None
    unit, points = (metric.unit, metric.difference_unit) if metric else ("", "")
    names = {
        _with_unit("ACC", unit): "average_accuracy",
        _with_unit("F", points): "forgetting",
        _with_unit("BWT", points): "backward_transfer",
        "FWT, points": "forward_transfer",
        _with_unit("min-ACC", unit): "min_accuracy",
        _with_unit("WC-ACC", unit): "worst_case_accuracy",
    }
    rows = [
        (group.name, *_measures(group, names.values()))
        for group in groups
        if len(group.tasks) > 1 or group.spread_of("forgetting") is not None
    ]
    is_score = metric is not None and not metric.counts_errors
    note = f"In place of accuracies: {metric.score_title}." if metric is not None and is_score else ""
    return ReportTable("", ("Strategy", *names), tuple(rows), note=note)


def _with_unit(name: str, unit: str) -> str:
    return f"{name}, {unit}" if unit else name


def _matrix(strategy: RunGroup, is_many: bool) -> ReportTable:
    record = strategy.records[0]
    names = {stage.position + 1: stage.title for stage in strategy.stages}
    rows = [
        (f"{number}. {names.get(number, '')}".strip(), *(format_spread(value) for value in row))
        for number, row in zip(record.stages, strategy.accuracies(), strict=True)
    ]
    metric = strategy.metric
    measure = (
        _with_unit(f"test {metric.score_title}", metric.unit)
        if metric
        else "test score of each task's metric"
    )
    title = f"R, {strategy.name}" if is_many else f"R: {measure}"
    return ReportTable(
        title, ("After stage", *(label.replace(":", ". ", 1) for label in record.tasks)), tuple(rows)
    )


def _knowledge(groups: Sequence[RunGroup]) -> ReportTable:
    rows = []
    for group in groups:
        for name, (before, after) in group.knowledge().items():
            change = "–" if before is None or after is None else format_signed(after.mean - before.mean)
            rows.append((group.name, name, format_spread(before), format_spread(after), change))
    return ReportTable(
        "", ("Strategy", "Ability", "Error before, %", "after", "Change, points"), tuple(rows), 2
    )


def _layers(store: Store, groups: Sequence[RunGroup], key: str) -> ReportTable | None:
    title = {
        "drift/layers": "Drift, relative distance of weights",
        "similarity/cka": "CKA with the pre-trained layer",
        "attention/heads": "Change of attention, bits, mean over the layer's heads",
    }[key]
    profiles = [(group, map_) for group in groups if (map_ := mean_final_map(store, group, key)) is not None]
    if not profiles:
        return None
    if key == "attention/heads":
        profiles = [(group, values.mean(1)) for group, values in profiles]
    longest = max(len(values) for _, values in profiles)
    rows = [
        (group.name, *(format_plain(float(v), 3) for v in values), *["–"] * (longest - len(values)))
        for group, values in profiles
    ]
    note = "Means over the runs, on the same few passages: without an interval, and not judged."
    return ReportTable(title, ("Strategy", *layer_names(key, longest)), tuple(rows), note=note)


def _examples(store: Store, groups: Sequence[RunGroup]) -> ReportTable:
    rows = []
    for group in groups:
        for (stage, task), counts in probe_results.forgetting_counts(store, group.run_ids[0]).items():
            labels = [label for label in group.tasks if label.startswith(f"{stage + 1}:")]
            name = f"{stage + 1}. {task or (labels[0].partition(':')[2] if labels else '')}"
            share = group.spread_of("forgotten_examples")
            rows.append(
                (group.name, name, *(f"{counts[k]:,}" for k in ("texts", "forgotten", "events", "never")),
                 format_spread(share) if stage == len(group.stages) - 1 else "–")
            )  # fmt: skip
    headings = (
        "Strategy", "Task", "Texts listed", "Forgotten", "Times", "Never right", "Forgotten, % of the stage"
    )  # fmt: skip
    is_many = any(len(group.runs) > 1 for group in groups)
    return ReportTable("", headings, tuple(rows), 2, "Counts are those of the first run." if is_many else "")


def _texts(store: Store, groups: Sequence[RunGroup]) -> ReportTable | None:
    """Return the most forgotten texts of a single run with their source rows."""
    if len(groups) != 1 or len(groups[0].runs) != 1:
        return None
    rows = [
        (f"{text.stage + 1}. {text.task}".rstrip(". "), f"row {text.source_row}", text.label,
         str(text.forgotten), str(text.seen), "right" if text.right_last else "wrong")
        for text in probe_results.list_forgotten_texts(store, groups[0].run_ids[0], limit=LISTED_TEXTS)
    ]  # fmt: skip
    headings = ("Stage", "Text", "Class", "Forgotten, times", "Seen", "When last seen")
    return ReportTable("Most often forgotten", headings, tuple(rows), 3)


def _cost(groups: Sequence[RunGroup]) -> ReportTable:
    rows = [
        (group.name, format_spread(group.spread_of("cost_share"), 1))
        for group in groups
        if group.spread_of("cost_share") is not None
    ]
    return ReportTable("", ("Strategy", "% of the run's time"), tuple(rows))


def report_json(store: Store, run_ids: Sequence[int]) -> JsonObject:
    """Return the whole report in full precision: strategies with their runs. NaN becomes null."""
    groups, _ = group_runs(store, run_ids)
    growth, falls = words.judge_each(groups, judge_growth), words.judge_each(groups, judge_since_learnt)
    return {
        "findings": words.write_findings(groups),
        "evidence": list(_evidence(store, run_ids)),
        "strategies": [
            {
                "name": group.name,
                "runs": [_run_json(store, group, index) for index in range(len(group.runs))],
                "factor": _to_json(group.factor),
                "factor_over_passages": _to_json(group.factor_interval),
                "growth_of_loss": _to_json(growth.get(group.name)),
                **{name: _to_json(group.spread_of(name)) for name in _RECORD_MEASURES},
                "forgetting_over_texts": _interval_over_texts(group),
                "fall_since_learnt": _to_json(falls.get(group.name)),
                "test_error": _to_json(group.test_error),
                "layers": {key: _to_json(mean_final_map(store, group, key)) for key in LAYER_MAPS},
            }
            for group in groups
        ],
    }


_RECORD_MEASURES = (
    "average_accuracy", "forgetting", "backward_transfer", "forward_transfer", "worst_case_accuracy", "min_accuracy",
    "drift", "similarity", "attention", "forgotten_examples", "cost_share",
)  # fmt: skip


def _run_json(store: Store, strategy: RunGroup, index: int) -> JsonObject:
    run, record = strategy.runs[index], strategy.records[index]
    names = ("loss_before", "loss_after", "accuracy_before", "accuracy_after", "factor", *_RECORD_MEASURES)
    counts = probe_results.forgetting_counts(store, run.id)
    return {
        "id": run.id,
        "name": run.name,
        "seed": run.seed,
        "status": run.status,
        "test_error": run.test,
        **{name: getattr(record, name) for name in names},
        "factor_over_passages": _to_json(record.factor_interval),
        "knowledge": {name: {"before": a, "after": b} for name, (a, b) in record.knowledge.items()},
        "tasks": list(record.tasks),
        "matrix": _to_json(record.matrix),
        "stages": list(record.stages),
        "by_stage": _to_json(record.by_stage),
        "examples": [{"stage": stage + 1, "task": task} | each for (stage, task), each in counts.items()],
    }


def _to_json(value: Spread | PassageInterval | MetricDifference | np.ndarray | None) -> object:
    """Return a measure as JSON values. Arrays become nested lists, and NaN becomes None."""
    match value:
        case Spread():
            low, high = value.bounds(interval=True)
            sd = {} if value.is_factor else {"sd": value.sd}
            return {"n": value.n, "mean": value.mean, **sd, "low": low, "high": high}
        case PassageInterval():
            return asdict(value)
        case MetricDifference():
            return value.as_json()
        case np.ndarray():
            values = value.astype(object)
            values[~np.isfinite(value)] = None
            return values.tolist()
    return None


def _interval_over_texts(strategy: RunGroup) -> JsonObject | None:
    """Return F with its interval over seeds and test texts, without a verdict, which is based on −BWT."""
    names = ("difference", "low", "high", "level", "unit", "n", "texts", "scope")
    verdict = judge_forgetting(strategy)
    return None if verdict is None else {name: verdict.as_json()[name] for name in names}
