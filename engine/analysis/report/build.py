"""Build the forgetting report: what runs forgot, as sections that a page, a terminal or a printer can lay out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis.comparison import Comparison, ComparisonColumn, column_heading, format_cell
from engine.analysis.evidence import evidence_notes
from engine.analysis.forgetting.definitions import used_definitions
from engine.analysis.forgetting.forgetting_verdict import judge_forgetting, judge_growth, judge_since_learnt
from engine.analysis.forgetting.retention import PassageInterval
from engine.analysis.report import words
from engine.analysis.report.classes import class_metrics_table, decision_tables
from engine.analysis.report.layer_names import layer_names
from engine.analysis.report.model import ForgettingReport, ReportSection, ReportTable
from engine.analysis.report.number_texts import format_plain, format_signed, format_spread
from engine.analysis.run_groups import LAYER_MAPS, RunGroup, group_runs, mean_final_map
from engine.analysis.verdicts.odometer import looks_notes
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
"""Number of a single run's most forgotten texts that are listed."""


def build_report(store: Store, run_ids: Sequence[int], *, figures: bool = True) -> ForgettingReport:
    """Build the report on ``run_ids``. Runs that differ in their seeds only are one strategy.

    ``figures``: with pictures, which take a second or two. Without the engine, whose matplotlib draws them, the report
    says that they are left out. Raises UserError when there is no such run.
    """
    found, comparison = group_runs(store, run_ids)
    can_draw = "matplotlib" not in missing_engine_packages()
    drawn: dict[str, Sequence[ReportFigure]] = {}
    if figures and can_draw:
        from engine.analysis.report.figures import draw_figures

        drawn = draw_figures(store, found)
    versions: dict[str, str] = {}
    for number in run_ids:
        versions |= runs.package_versions(store, number)
    rests_on = _evidence(store, run_ids)
    left_out = _NO_PICTURES if figures and not can_draw else ()
    return ForgettingReport(
        title=_title(found),
        about=(
            *_about(found, versions),
            *((("Rests on", " ".join(rests_on)),) if rests_on else ()),
            *left_out,
        ),
        findings=tuple(words.write_findings(found)) or ("Nothing of forgetting was measured in these runs.",),
        sections=tuple(_sections(store, found, comparison, drawn)),
        definitions=used_definitions(record for each in found for record in each.records),
        specifications=tuple((each.name, dumps(each.experiment, comments=False)) for each in found),
        command=f"palimpsest forgetting {' '.join(map(str, dict.fromkeys(run_ids)))} --html report.html",
        versions=versions,
        evidence=rests_on,
    )


def _title(found: Sequence[RunGroup]) -> str:
    sweeps = {(run.sweep_id, run.group_name) for each in found for run in each.runs}
    if len(found) == 1:
        return f"What was forgotten: {found[0].name}"
    return (
        f"What was forgotten: {next(iter(sweeps))[1]}"
        if len(sweeps) == 1 and (None, "") not in sweeps
        else "What was forgotten"
    )


def _evidence(store: Store, run_ids: Sequence[int]) -> tuple[str, ...]:
    rows = [runs.get_run(store, number) for number in run_ids]
    return (*evidence_notes(store, run_ids), *looks_notes(store, rows))


def _about(found: Sequence[RunGroup], versions: dict[str, str]) -> tuple[tuple[str, str], ...]:
    numbers = [number for each in found for number in each.run_ids]
    encoders = dict.fromkeys(Path(run.encoder).name for each in found for run in each.runs)
    seeds = sorted({run.seed for each in found for run in each.runs})
    facts = {
        "Made": datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z"),
        "Runs": ", ".join(map(str, numbers)),
        "Encoder": ", ".join(encoders),
        "Seeds": ", ".join(map(str, seeds)),
        "Versions": ", ".join(f"{name} {version}" for name, version in sorted(versions.items())),
    }
    unfinished = [str(run.id) for each in found for run in each.runs if run.status != "finished"]
    if unfinished:
        facts["Not finished"] = f"{', '.join(unfinished)}; their values are the latest"
    return tuple((name, value) for name, value in facts.items() if value)


def _sections(
    store: Store, found: Sequence[RunGroup], comparison: Comparison, drawn: dict[str, Sequence[ReportFigure]]
) -> Iterable[ReportSection]:
    def section(title: str, tables: Sequence[ReportTable | None], *figures: str) -> Iterable[ReportSection]:
        some = tuple(table for table in tables if table is not None and table.rows)
        pictures = tuple(figure for name in figures for figure in drawn.get(name, ()))
        if some or pictures:
            yield ReportSection(title, some, pictures)

    several = len(found) > 1
    yield from section("Summary", [_summary(comparison), _settings(comparison) if several else None], "plane")
    yield from section("General text", [_retention(found)], "retention")
    matrices = [_matrix(each, several) for each in found if len(each.tasks) > 1]
    yield from section("Tasks in a row", [_sequence(found), *matrices], "earlier")
    yield from section("Knowledge", [_knowledge(found)], "knowledge")
    yield from section("Where in the encoder", [_layers(store, found, key) for key in LAYER_MAPS])
    yield from section("Training texts", [_examples(store, found), _texts(store, found)], "examples")
    yield from section("Classes", [class_metrics_table(store, found)])
    yield from section("Decisions", decision_tables(store, found))
    yield from section("Cost of measuring", [_cost(found)])


def _summary(comparison: Comparison) -> ReportTable:
    columns = [
        c for c in comparison.columns if c.kind in ("measure", "forgetting") or c.key == "active_seconds"
    ]
    note = (
        "± is the sample standard deviation over seeds; a factor is followed by its 95 % interval over them, where "
        "they differ."
    )
    several = any(len(row.runs) > 1 for row in comparison.rows)
    return _compared(comparison, columns, "", 1, note if several else "")


def _settings(comparison: Comparison) -> ReportTable | None:
    columns = [c for c in comparison.columns if c.kind == "setting"]
    return _compared(comparison, columns, "Settings that differ", 1 + len(columns)) if columns else None


def _compared(
    comparison: Comparison, columns: Sequence[ComparisonColumn], title: str, words: int, note: str = ""
) -> ReportTable:
    """Return some columns of a comparison. The first ``words`` columns of the table hold words."""
    rows = (
        (str(row.values["name"]), *(format_cell(c, row.values.get(c.key)) for c in columns))
        for row in comparison.rows
    )
    return ReportTable(title, ("Strategy", *map(column_heading, columns)), tuple(rows), words, note)


def _measures(strategy: RunGroup, names: Iterable[str]) -> tuple[str, ...]:
    """Return measures of a strategy as cells: mean ± s.d. over its runs."""
    return tuple(format_spread(strategy.spread_of(name)) for name in names)


def _retention(found: Sequence[RunGroup]) -> ReportTable:
    names = ("loss_before", "loss_after", "accuracy_before", "accuracy_after")
    rows = [
        (each.name, *_measures(each, names), format_spread(each.factor), _passage_ends(each.factor_interval))
        for each in found
        if each.factor is not None or each.spread_of("loss_after") is not None
    ]
    heads = (
        "Strategy", "Loss before, nats", "after", "Hidden words found before, %", "after", "Forgot",
        "95 % over passages",
    )  # fmt: skip
    return ReportTable("", heads, tuple(rows), note=PASSAGES_NOTE)


PASSAGES_NOTE = (
    "Behind the factor, of several runs, the 95 % interval over seeds; over passages: how far the factor of these "
    "weights would move on other general text of the same kind. A longer text and more passages narrow it "
    "(probes.text, probes.texts). What is said above of a change rests on both together."
)


def _passage_ends(over: PassageInterval | None) -> str:
    return "–" if over is None else f"{over.low:.2f} to {over.high:.2f} ({over.passages})"


def _sequence(found: Sequence[RunGroup]) -> ReportTable:
    shared = {each.metric for each in found}
    metric = shared.pop() if len(shared) == 1 else None
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
        (each.name, *_measures(each, names.values()))
        for each in found
        if len(each.tasks) > 1 or each.spread_of("forgetting") is not None
    ]
    other = metric is not None and not metric.counts_errors
    note = f"In place of accuracies: {metric.score_title}." if metric is not None and other else ""
    return ReportTable("", ("Strategy", *names), tuple(rows), note=note)


def _with_unit(name: str, unit: str) -> str:
    return f"{name}, {unit}" if unit else name


def _matrix(strategy: RunGroup, several: bool) -> ReportTable:
    record = strategy.records[0]
    names = {stage.position + 1: stage.title for stage in strategy.stages}
    rows = [
        (f"{number}. {names.get(number, '')}".strip(), *(format_spread(value) for value in row))
        for number, row in zip(record.stages, strategy.accuracies(), strict=True)
    ]
    metric = strategy.metric
    what = (
        _with_unit(f"test {metric.score_title}", metric.unit)
        if metric
        else "test score of each task's metric"
    )
    title = f"R, {strategy.name}" if several else f"R: {what}"
    return ReportTable(
        title, ("After stage", *(label.replace(":", ". ", 1) for label in record.tasks)), tuple(rows)
    )


def _knowledge(found: Sequence[RunGroup]) -> ReportTable:
    rows = []
    for each in found:
        for name, (before, after) in each.knowledge().items():
            change = "–" if before is None or after is None else format_signed(after.mean - before.mean)
            rows.append((each.name, name, format_spread(before), format_spread(after), change))
    return ReportTable(
        "", ("Strategy", "Ability", "Error before, %", "after", "Change, points"), tuple(rows), 2
    )


def _layers(store: Store, found: Sequence[RunGroup], key: str) -> ReportTable | None:
    title = {
        "drift/layers": "Drift, relative distance of weights",
        "similarity/cka": "CKA with the pre-trained layer",
        "attention/heads": "Change of attention, bits, mean over the layer's heads",
    }[key]
    profiles = [(each, found_) for each in found if (found_ := mean_final_map(store, each, key)) is not None]
    if not profiles:
        return None
    if key == "attention/heads":
        profiles = [(each, values.mean(1)) for each, values in profiles]
    longest = max(len(values) for _, values in profiles)
    rows = [
        (each.name, *(format_plain(float(v), 3) for v in values), *["–"] * (longest - len(values)))
        for each, values in profiles
    ]
    note = "Means over the runs, on the same few passages: without an interval, and not judged."
    return ReportTable(title, ("Strategy", *layer_names(key, longest)), tuple(rows), note=note)


def _examples(store: Store, found: Sequence[RunGroup]) -> ReportTable:
    rows = []
    for each in found:
        for (stage, task), counts in probe_results.forgetting_counts(store, each.run_ids[0]).items():
            labels = [label for label in each.tasks if label.startswith(f"{stage + 1}:")]
            name = f"{stage + 1}. {task or (labels[0].partition(':')[2] if labels else '')}"
            share = each.spread_of("forgotten_examples")
            rows.append(
                (each.name, name, *(f"{counts[k]:,}" for k in ("texts", "forgotten", "events", "never")),
                 format_spread(share) if stage == len(each.stages) - 1 else "–")
            )  # fmt: skip
    heads = (
        "Strategy", "Task", "Texts listed", "Forgotten", "Times", "Never right", "Forgotten, % of the stage"
    )  # fmt: skip
    several = any(len(each.runs) > 1 for each in found)
    return ReportTable("", heads, tuple(rows), 2, "Counts are those of the first run." if several else "")


def _texts(store: Store, found: Sequence[RunGroup]) -> ReportTable | None:
    """Return the most forgotten texts of a single run, by their rows in the source."""
    if len(found) != 1 or len(found[0].runs) != 1:
        return None
    rows = [
        (f"{each.stage + 1}. {each.task}".rstrip(". "), f"row {each.source_row}", each.label,
         str(each.forgotten), str(each.seen), "right" if each.right_last else "wrong")
        for each in probe_results.list_forgotten_texts(store, found[0].run_ids[0], limit=LISTED_TEXTS)
    ]  # fmt: skip
    heads = ("Stage", "Text", "Class", "Forgotten, times", "Seen", "When last seen")
    return ReportTable("Most often forgotten", heads, tuple(rows), 3)


def _cost(found: Sequence[RunGroup]) -> ReportTable:
    rows = [
        (each.name, format_spread(each.spread_of("cost_share"), 1))
        for each in found
        if each.spread_of("cost_share") is not None
    ]
    return ReportTable("", ("Strategy", "% of the run's time"), tuple(rows))


def report_json(store: Store, run_ids: Sequence[int]) -> JsonObject:
    """Return the whole report in full precision: strategies with their runs; NaN becomes null."""
    found, _ = group_runs(store, run_ids)
    grown, fallen = words.judge_each(found, judge_growth), words.judge_each(found, judge_since_learnt)
    return {
        "findings": words.write_findings(found),
        "evidence": list(_evidence(store, run_ids)),
        "strategies": [
            {
                "name": each.name,
                "runs": [_run_json(store, each, place) for place in range(len(each.runs))],
                "factor": _plain(each.factor),
                "factor_over_passages": _plain(each.factor_interval),
                "growth_of_loss": _plain(grown.get(each.name)),
                **{name: _plain(each.spread_of(name)) for name in _RECORD_MEASURES},
                "forgetting_over_texts": _interval_over_texts(each),
                "fall_since_learnt": _plain(fallen.get(each.name)),
                "test_error": _plain(each.test_error),
                "layers": {key: _plain(mean_final_map(store, each, key)) for key in LAYER_MAPS},
            }
            for each in found
        ],
    }


_RECORD_MEASURES = (
    "average_accuracy", "forgetting", "backward_transfer", "forward_transfer", "worst_case_accuracy", "min_accuracy",
    "drift", "similarity", "attention", "forgotten_examples", "cost_share",
)  # fmt: skip


def _run_json(store: Store, strategy: RunGroup, place: int) -> JsonObject:
    run, record = strategy.runs[place], strategy.records[place]
    names = ("loss_before", "loss_after", "accuracy_before", "accuracy_after", "factor", *_RECORD_MEASURES)
    counts = probe_results.forgetting_counts(store, run.id)
    return {
        "id": run.id,
        "name": run.name,
        "seed": run.seed,
        "status": run.status,
        "test_error": run.test,
        **{name: getattr(record, name) for name in names},
        "factor_over_passages": _plain(record.factor_interval),
        "knowledge": {name: {"before": a, "after": b} for name, (a, b) in record.knowledge.items()},
        "tasks": list(record.tasks),
        "matrix": _plain(record.matrix),
        "stages": list(record.stages),
        "by_stage": _plain(record.by_stage),
        "examples": [{"stage": stage + 1, "task": task} | of for (stage, task), of in counts.items()],
    }


def _plain(value: Spread | PassageInterval | MetricDifference | np.ndarray | None) -> object:
    """Return a measure as JSON values; of arrays nested lists with None for NaN."""
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
            found = value.astype(object)
            found[~np.isfinite(value)] = None
            return found.tolist()
    return None


def _interval_over_texts(strategy: RunGroup) -> JsonObject | None:
    """Return F with its interval over seeds and test texts. What is judged is the fall since tasks were learnt."""
    names = ("difference", "low", "high", "level", "unit", "n", "texts", "scope")
    made = judge_forgetting(strategy)
    return None if made is None else {name: made.as_json()[name] for name in names}
