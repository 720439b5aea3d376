"""The table of the Compare page: its rows and columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from engine.analysis.series_styles import distinct_slots
from engine.metrics.base import counts_errors
from engine.metrics.keys import find_metric
from workbench.engine_texts import RESULT_HEADS, margin_text, sentence_text
from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.look.names import distinct_ends
from workbench.tables import Interval, IntervalDelegate, Swatch, SwatchDelegate, TableColumn
from workbench.tables.delegates import VERDICTS

if TYPE_CHECKING:
    from engine.analysis.comparison import Comparison, ComparisonColumn, ComparisonRow
    from engine.analysis.verdicts.verdict import MetricDifference
    from workbench.pages.compare.query import ComparisonData

FIRST_LAYER = {
    "n", "test", "interval", "verdict", "forgetting/factor", "retention", "forgetting/forgetting",
}  # fmt: skip
"""Columns without statistics, besides the name and the differing settings."""
SECOND_LAYER = FIRST_LAYER | {"validation_best", "difference", "p", "active_seconds"}
"""Columns that fit together with the statistics. The others appear only with all differences."""
GIVES_WAY = ("active_seconds", "validation_best", "p", "difference")
"""Columns of the second layer that a narrow window hides, in this order."""
MOST_IN_FRONT = 3
"""Number of settings shown before the results without statistics. Others appear with the statistics, behind."""
NAME_WIDTHS = (168, 248)
INTERVAL_WIDTH, MOST_WIDTH, MOST_VERDICT = 168, 220, 272
"""Widths in px at 100 %."""
MOST_NOTE_VALUES, MOST_NOTE_LENGTH = 2, 10
"""Number of values after an option's kind, and their longest text: a path belongs in the tooltip."""
TITLES = {
    "n": tr("Seeds"),
    "validation_best": RESULT_HEADS["best"],
    "validation_last": RESULT_HEADS["last"],
    "test": RESULT_HEADS["test"],
    "active_seconds": tr("Time"),
    "forgetting/factor": tr("Forgot (perplexity)"),
    "forgetting/forgetting": tr("Forgotten (F), points"),
}
_BANDS = {"measure": tr("Results"), "forgetting": tr("Forgetting"), "cost": tr("Cost")}


@dataclass(frozen=True)
class ComparisonTableRow:
    """One row of the table.

    Attributes:
        id: the row's first run, which identifies it.
        runs: all its runs; several if runs that differ only in their seeds share a row.
        slot: the series that colours its curve; ``drawn``: whether the curve is shown.
        values: by the key of the column, as in ``engine.analysis.comparison.ComparisonRow``.
        baseline: whether it is the baseline.
        against: its difference from the baseline, None for the baseline and where nothing can be compared.
        retention: the same for forgetting of general text.
        comparable: whether its errors are measured on the texts of the baseline: only these are subtracted.
    """

    id: int
    runs: tuple[int, ...]
    name: str
    slot: int
    drawn: bool
    values: Mapping[str, object]
    baseline: bool
    against: MetricDifference | None
    retention: MetricDifference | None
    comparable: bool


Column = TableColumn[ComparisonTableRow]


def rows(view: ComparisonData, hidden: set[int]) -> list[ComparisonTableRow]:
    """Return the rows of the table, the best test result first and rows without one last."""
    names, slots = display_names(view.comparison), display_slots(view.comparison)
    measured_on = baseline_row(view).measured_on
    table_rows = [
        ComparisonTableRow(
            id=row.runs[0],
            runs=row.runs,
            name=names[row.runs[0]],
            slot=slots[row.runs[0]],
            drawn=row.runs[0] not in hidden,
            values=row.values,
            baseline=row.runs[0] == view.baseline,
            against=view.against.get(row.runs[0]),
            retention=view.retention.get(row.runs[0]),
            comparable=row.measured_on == measured_on,
        )
        for row in view.comparison.rows
    ]
    metric = find_metric(view.curves.key)
    sign = -1.0 if metric is not None and metric.direction == "max" else 1.0

    def by_test(row: ComparisonTableRow) -> tuple[bool, float]:
        value = cell_value(row.values.get("test"))
        return value is None, sign * (value or 0.0)

    return sorted(table_rows, key=by_test)


def baseline_row(view: ComparisonData) -> ComparisonRow:
    """Return the row of the baseline."""
    return next(row for row in view.comparison.rows if row.runs[0] == view.baseline)


def display_names(comparison: Comparison) -> dict[int, str]:
    """Return distinctive names by the row's first run, with the run's number if two are equal.

    The name of a sweep is also omitted next to runs outside it, such as baselines.
    """
    from engine.analysis.comparison import distinctive_names

    names = distinctive_names([row.name for row in comparison.rows])
    often = Counter(name.rpartition(": ")[0] for name in names)
    sweeps = [sweep for sweep in often if often[sweep] > 1]
    if len(sweeps) == 1 and sweeps[0]:
        names = [name.removeprefix(f"{sweeps[0]}: ") for name in names]
    often = Counter(names)
    return {
        row.runs[0]: tr("{name}, run {runs}", name=name, runs=row.runs[0]) if often[name] > 1 else name
        for row, name in zip(comparison.rows, names, strict=True)
    }


def display_slots(comparison: Comparison) -> dict[int, int]:
    """Return colours by the row's first run: the run's own, unless an earlier row has the same."""
    return distinct_slots({row.runs[0]: row.slot for row in comparison.rows})


def differing_settings(comparison: Comparison) -> list[str]:
    """Return the store's names of the settings in which the runs differ, except seeds, numeric ones first."""
    keys = [column.key for column in comparison.columns if column.kind == "setting"]
    differing = [key for key in keys if not key.startswith("seed")]
    numbers = {
        key: {cell_value(row.values.get(key)) for row in comparison.rows} - {None} for key in differing
    }
    return sorted(differing, key=lambda key: len(numbers[key]) < 2)


def has_forgetting(comparison: Comparison) -> bool:
    """Return whether any of the runs has measured forgetting."""
    return any(column.kind == "forgetting" for column in comparison.columns)


def cell_value(value: object) -> float | None:
    """Return the number behind a cell: the mean of several runs, or the value itself."""
    value = getattr(value, "mean", value)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def columns(
    view: ComparisonData, swatch: SwatchDelegate, forest: IntervalDelegate, layer: str
) -> list[Column]:
    """Return the columns for ``view``.

    Args:
        swatch, forest: paint the curve's look and the intervals.
        layer: "": the main columns. "results": with the statistics that fit next to each other. "different": in
            bands, with all results and settings that differ. "all": also with equal settings.
    """
    settings = _setting_columns(view)
    in_front = len(settings) <= MOST_IN_FRONT
    results: list[Column] = []
    for each in view.comparison.columns:
        if (
            each.kind in _BANDS and each.key != "validation_best_step"
        ):  # this step is shown in the tooltip of the best error
            if layer == "all" or not _is_redundant(each, view):
                results.append(_result_column(each, view))
            if each.key == "test" and len(view.comparison.rows) > 1:
                results += _verdict_columns(view, forest)
            if each.key == "forgetting/factor" and view.retention:
                results.append(_retention_column(view))
    if layer in ("", "results"):
        results = [each for each in results if each.key in (SECOND_LAYER if layer else FIRST_LAYER)]
    shown = [
        *_identity_columns(view, swatch),
        *(settings if in_front and layer != "results" else ()),
        *results,
        *(settings if layer in ("different", "all") and not in_front else ()),
    ]
    return shown if layer else [replace(each, group="") for each in shown]


def _identity_columns(view: ComparisonData, swatch: SwatchDelegate) -> list[Column]:
    """Return the columns that identify a row: the look of the curve and the name."""
    names = display_names(view.comparison)
    ends = dict(zip(names, distinct_ends(list(names.values())), strict=True))
    cells = [f"{name} {tr('baseline')}" if run == view.baseline else name for run, name in names.items()]
    return [
        TableColumn(
            "swatch", "", 44, value=lambda r: Swatch(r.slot, r.drawn), delegate=swatch, sortable=False
        ),
        TableColumn(
            "name", tr("Strategy") if view.grouped else tr("Run"),
            max(NAME_WIDTHS[0], _width("", cells, NAME_WIDTHS[1])), stretch=True,
            note=lambda r: tr("baseline") if r.baseline else "", keep=lambda r: ends.get(r.id, ""),
        ),
    ]  # fmt: skip


def _width(title: str, texts: Sequence[str], most: int = MOST_WIDTH) -> int:
    """Return the px at 100 % in which neither head nor cells are elided, up to ``most``."""
    widest = max([theme.text_width(title, "caption"), *(theme.text_width(text, "strong") for text in texts)])
    return min(widest + 24, most)


# -- settings ----------------------------------------------------------------------------------------------


def _setting_columns(view: ComparisonData) -> list[Column]:
    """Return a column for each setting shown. Values equal to the baseline's are grey, others bold.

    If only differing settings are shown, settings within an option appear after its kind when they are uninformative
    alone.
    """
    comparison, reference = view.comparison, baseline_row(view)
    settings = [column for column in comparison.columns if column.kind == "setting"]
    every = len(settings) > comparison.differing
    band = tr("{count} of {settings} differ", count=comparison.differing, settings=comparison.settings)
    folded = {} if every else _settings_within_options(comparison)
    within = {column.key for parts in folded.values() for column in parts}

    def as_column(column: ComparisonColumn) -> Column:
        key, parts, title = column.key, folded.get(column.key, []), tr_engine(column.label)
        text = partial(_text, column=column)

        def equal(row: ComparisonTableRow) -> bool:
            return row.values.get(key) == reference.values.get(key)

        cells = [f"{text(row)} {_option_note(row, parts)}" for row in comparison.rows]
        return TableColumn(
            key, title, _width(title, cells), value=text,
            note=partial(_option_note, parts=parts) if parts else None,
            tip=partial(_option_tip, parts=parts) if parts else None,
            color=lambda r: "text3" if equal(r) else None,
            bold=lambda r: len(comparison.rows) > 1 and not equal(r),
            sort=partial(_sort_value, key=key), group=band, head_tip=key,
        )  # fmt: skip

    return [as_column(column) for column in settings if column.key not in within]


def _settings_within_options(comparison: Comparison) -> dict[str, list[ComparisonColumn]]:
    """Return the uninformative settings of options, by the column of the option's kind.

    Only rows with that option have them, all with the same value: such a column would contain dashes and one value.
    The value is shown after the kind instead.
    """
    settings = [column for column in comparison.columns if column.kind == "setting"]
    kinds = {column.key.removesuffix("kind") for column in settings if column.key.endswith(".kind")}
    folded: dict[str, list[ComparisonColumn]] = {}
    for column in settings:
        option = next(
            (kind for kind in kinds if column.key.startswith(kind) and column.key != f"{kind}kind"), None
        )
        values = [row.values.get(column.key) for row in comparison.rows]
        if option is not None and None in values and len({repr(v) for v in values if v is not None}) <= 1:
            folded.setdefault(f"{option}kind", []).append(column)
    return folded


def _option_parts(
    row: ComparisonTableRow | ComparisonRow, parts: list[ComparisonColumn]
) -> list[tuple[str, str]]:
    """Return (label, value) of a row's settings of an option."""
    texts = [
        (tr_engine(part.label), _text(row, part)) for part in parts if row.values.get(part.key) is not None
    ]
    return [(label, text) for label, text in texts if text]


def _option_note(row: ComparisonTableRow | ComparisonRow, parts: list[ComparisonColumn]) -> str:
    short = [text for _, text in _option_parts(row, parts) if len(text) <= MOST_NOTE_LENGTH]
    return ", ".join(short[:MOST_NOTE_VALUES])


def _option_tip(row: ComparisonTableRow, parts: list[ComparisonColumn]) -> str:
    return "\n".join(f"{label}: {text}" for label, text in _option_parts(row, parts))


# -- results -----------------------------------------------------------------------------------------------


def _result_column(column: ComparisonColumn, view: ComparisonData) -> Column:
    """Return the column of a measure or cost."""
    from engine.analysis.comparison import COLUMN_MEANINGS, MAIN_COLUMNS

    comparison, key = view.comparison, column.key
    name = tr_engine(column.label)
    title = f"{name}, {tr_engine(column.unit)}" if column.unit else name
    if comparison.shows_default_metric or key not in MAIN_COLUMNS:  # another main metric is shown by its name
        title = TITLES.get(key, title)
    text = partial(_text, column=column, interval=view.interval)
    note = partial(_ends, interval=view.interval) if key == "forgetting/factor" else None
    cells = [f"{text(row)} {note(row) if note is not None else ''}" for row in comparison.rows]
    half = tr("half the 95 % interval of the mean") if view.interval else tr("the standard deviation")
    tip = tr("{title}. ± is {text} over seeds.", title=title, text=half)
    return TableColumn(
        key, title, max(56, _width(title, cells)), align="right", value=text, note=note,
        bold=(lambda r: True) if key == "test" else None,
        tip=_at_step if key == "validation_best" else None,
        sort=partial(_sort_value, key=key), group=_BANDS[column.kind],
        head_tip=tip if column.kind == "measure" else tr_engine(COLUMN_MEANINGS.get(key, title)),
    )  # fmt: skip


def _is_redundant(column: ComparisonColumn, view: ComparisonData) -> bool:
    """Return whether the column is redundant: equal in all rows, or equal to the test column.

    The test itself and measures of forgetting are never redundant.
    """
    comparison = view.comparison
    if column.key in ("test", "n") or column.kind == "forgetting" or len(comparison.rows) < 2:
        return False

    def texts(of: ComparisonColumn) -> list[str]:
        return [_text(row, of, view.interval) for row in comparison.rows]

    test = next(each for each in comparison.columns if each.key == "test")
    return len(set(texts(column))) == 1 or (column.unit == test.unit and texts(column) == texts(test))


def _text(row: ComparisonTableRow | ComparisonRow, column: ComparisonColumn, interval: bool = False) -> str:
    """Return the text of a row's value under ``column``."""
    from engine.analysis.comparison import MISSING, format_cell

    value = row.values.get(column.key)
    if column.key == "active_seconds":
        return formats.clock(cell_value(value)) or MISSING
    if column.key == "forgetting/factor":
        value = cell_value(value)  # the interval follows as a note
    cell = tr_engine(format_cell(column, value, interval))
    return cell if column.kind == "setting" else cell.replace("-", formats.MINUS)


def _sort_value(row: ComparisonTableRow, key: str) -> object:
    cell = row.values.get(key)
    return cell if isinstance(cell, str) else cell_value(cell)


def _at_step(row: ComparisonTableRow) -> str:
    step = row.values.get("validation_best_step")
    if step is None:
        return ""
    sd = getattr(step, "sd", None)
    spread = "" if sd is None else f" ± {formats.count(sd)}"
    return tr("At step {step}{spread}", step=formats.count(cell_value(step)), spread=spread)


def _ends(row: ComparisonTableRow | ComparisonRow, interval: bool) -> str:
    """Return the ends of a factor's interval if there are several runs."""
    bounds = getattr(row.values.get("forgetting/factor"), "bounds", None)
    low, high = (None, None) if bounds is None else bounds(interval)
    return "" if low is None else f"{formats.fixed(low)}–{formats.fixed(high)}"


# -- verdicts ----------------------------------------------------------------------------------------------


def _verdict_columns(view: ComparisonData, forest: IntervalDelegate) -> list[Column]:
    """Return the comparison with the baseline: the difference and, if tested, its interval, verdict and p."""
    title = {name: label for label, name in view.metrics}.get(view.judged_by, tr("error"))
    name = display_names(view.comparison)[view.baseline]
    band = tr("{title} against {name}", title=f"{title[:1].upper()}{title[1:]}", name=name)
    shown_difference = _difference(view)
    difference: Column = TableColumn(
        "difference", tr("Difference"), 88, align="right", value=shown_difference, group=band,
        sort=lambda r: float(shown.replace(formats.MINUS, "-")) if (shown := shown_difference(r)) else None,
        head_tip=tr("{title} on the test texts minus that of {name}", title=title, name=name),
    )  # fmt: skip
    words = [verdict_words(row) for row in rows(view, set())]
    verdict: Column = TableColumn(
        "verdict", tr("Verdict"), _width("", words, MOST_VERDICT), value=verdict_words, tip=_evidence, group=band,
        color=lambda r: VERDICTS.get(r.against.verdict if r.against is not None else "", "text3"),
        head_tip=tr("Fewer or more errors: adjusted p below 0.05. Equal: shown to differ by less than the margin."),
    )  # fmt: skip
    if not view.against:
        return [difference, *([verdict] if any(words) else [])]
    compared = tr("Difference to baseline")
    interval: Column = TableColumn(
        "interval", compared, max(INTERVAL_WIDTH, _width(compared, ())), align="center", value=_interval,
        delegate=forest, sortable=False, group=band, tip=_evidence,
        head_tip=tr("95 % interval. Left of the line a lower {title} than {name}, right a higher one", title=title,
                    name=name),
    )  # fmt: skip
    p: Column = TableColumn(
        "p", tr("Holm-adjusted p"), 116, align="right", text=_format_p, group=band, tip=_evidence,
        value=lambda r: None if r.against is None else r.against.valid_p, color=lambda r: "text2",
        head_tip=tr("Two-sided, adjusted for the number of comparisons shown (Holm 1979)"),
    )  # fmt: skip
    return [difference, interval, verdict, p]


def _retention_column(view: ComparisonData) -> Column:
    """Return a column of words for a row's forgetting of general text compared with the baseline's."""
    head, cells = tr("Verdict on forgetting"), [retention_words(row) for row in rows(view, set())]
    return TableColumn(
        "retention", head, _width(head, cells), value=retention_words, group=_BANDS["forgetting"],
        tip=lambda row: sentence_text(row.retention.to_sentence()) if row.retention is not None else "",
        color=lambda r: VERDICTS.get(r.retention.verdict if r.retention is not None else "", "text3"),
        head_tip=tr("Compared with the baseline: perplexity on general text, × before. Equivalent: within 2 %."),
    )  # fmt: skip


def retention_words(row: ComparisonTableRow) -> str:
    """Return how a row's forgetting of general text compares with the baseline's, in words."""
    words = {
        "better": tr("forgets less"),
        "worse": tr("forgets more"),
        "equivalent": tr("forgets as much"),
        "cannot tell": tr("no significant difference"),
    }
    return words[row.retention.verdict] if row.retention is not None else ""


def verdict_words(row: ComparisonTableRow) -> str:
    """Return how a row compares with the baseline, in words."""
    if row.baseline:
        return ""
    if not row.comparable:
        return tr("other test texts")
    if row.against is None:
        return ""
    errors = counts_errors(row.against.metric.name)
    words = {
        "better": tr("fewer errors") if errors else tr("better"),
        "worse": tr("more errors") if errors else tr("worse"),
        "equivalent": tr("equivalent within {margin}", margin=margin_text(row.against)),
        "cannot tell": tr("no significant difference"),
    }[row.against.verdict]
    if row.against.sample.scope == "weights" and row.against.verdict != "cannot tell":
        return tr("{verdict}, single runs", verdict=words)
    return words


def _evidence(row: ComparisonTableRow) -> str:
    """Return a row's difference and its evidence, one sentence per line."""
    verdict = row.against
    if verdict is None:
        return ""
    needed = verdict.needed.to_sentence() if verdict.needed is not None else ""
    sentences = [verdict.to_sentence(), verdict.remarks, verdict.posterior_sentence(), needed]
    return "\n".join(map(sentence_text, filter(None, sentences)))


def _interval(row: ComparisonTableRow) -> Interval | None:
    verdict = row.against
    if verdict is None:
        return Interval(0.0, 0.0, 0.0, "baseline") if row.baseline else None
    return None if verdict.bounds is None else Interval(verdict.mean, *verdict.bounds, verdict.verdict)


def _format_p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}" if value < 0.1 else f"{value:.2f}"


def _difference(view: ComparisonData) -> Callable[[ComparisonTableRow], str]:
    """Return a row's result minus the baseline's, or "" if they were tested on different texts.

    A tested difference is that of the interval next to it, which excludes runs without a partner.
    """
    base = cell_value(baseline_row(view).values.get("test"))
    main = not view.metrics or view.judged_by == view.metrics[0][1]

    def difference(row: ComparisonTableRow) -> str:
        if row.against is not None:
            return formats.signed(row.against.mean, 2 if main else row.against.metric.digits)
        own = cell_value(row.values.get("test"))
        if row.baseline or not row.comparable or not main or own is None or base is None:
            return ""
        return formats.signed(own - base, 2)

    return difference


def interval_range(view: ComparisonData) -> float:
    """Return the reach of the intervals' axis, taken from most of them, so that no outlier flattens the others."""
    ends = sorted(max(map(abs, each.bounds)) for each in view.against.values() if each.bounds is not None)
    return min(ends[-1], 3 * ends[len(ends) // 2]) if ends else 1.0
