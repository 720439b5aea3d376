"""The table of the Compare page: columns made from a comparison. What equals the baseline is grey, the rest bold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from workbench.look import formats
from workbench.look.names import telling_ends
from workbench.plots.series_slots import distinct_slots
from workbench.tables import Interval, IntervalDelegate, Swatch, SwatchDelegate, TableColumn
from workbench.tables.interval import VERDICTS

if TYPE_CHECKING:
    from engine.analysis.comparability import MeasuredOn
    from engine.analysis.comparison import Comparison, ComparisonColumn, ComparisonRow
    from engine.analysis.verdicts.verdict import MetricDifference
    from workbench.pages.compare.query import ComparisonData

MISSING = "–"
NAME_WIDTHS = (168, 344)
"""The least and the most for names, which are whole in between."""
WIDTHS = {"test": 112, "n": 56, "steps": 64, "active_seconds": 64}
WIDTHS |= {"forgetting/factor": 72, "forgetting/cost_share": 104, "forgetting/drift": 72}
GROUPED_WIDTHS = {"forgetting/factor": 136, "forgetting/drift": 124}
MEASURE_WIDTH = 100
MOST_IN_FRONT = 3
"""Settings that stand before the results; more of them, which only scrolling would show, come after."""
FROZEN = 2
"""Columns that do not scroll: the curve's look and the name."""
"""In px at 100 %."""


class HasValues(Protocol):
    """A row of the comparison or of the table: its values by the key of the column."""

    @property
    def values(self) -> Mapping[str, object]: ...


@dataclass(frozen=True)
class ComparisonTableRow:
    """One row of the table.

    Attributes:
        id: the row's first run, which identifies it.
        runs: all its runs; more than one where those that differ only in their seeds share a row.
        slot: the series that colours its curve, ``drawn`` whether that is shown.
        values: by the key of the column, as ``engine.analysis.comparison.ComparisonRow`` has them.
        baseline: whether it is the row that others are held against.
        against: its difference to the baseline; None for that row, and where there is nothing to compare.
        measured_on: the texts its errors are of; only errors on the same texts are subtracted.
    """

    id: int
    runs: tuple[int, ...]
    name: str
    slot: int
    drawn: bool
    values: Mapping[str, object]
    baseline: bool
    against: MetricDifference | None
    measured_on: MeasuredOn | None


def columns(
    view: ComparisonData, baseline: int, swatch: SwatchDelegate, forest: IntervalDelegate | None = None
) -> list[TableColumn[ComparisonTableRow]]:
    """Return the columns for ``view`` with the row whose first run is ``baseline`` as what others are held against.

    ``forest`` paints the intervals of the differences; without it, or without differences, they are left out.
    """
    from engine.analysis.comparison import COLUMN_MEANINGS, PERPLEXITY_FACTOR_KEY, format_cell

    comparison = view.comparison
    reference = next((r for r in comparison.rows if r.runs[0] == baseline), comparison.rows[0])
    grouped = any(column.key == "n" for column in comparison.columns)
    names = shown_names(comparison)
    ends = dict(zip(names, telling_ends(list(names.values())), strict=True))
    made: list[TableColumn[ComparisonTableRow]] = [
        TableColumn(
            "swatch", "", 44, value=lambda r: Swatch(r.slot, r.drawn), delegate=swatch, sortable=False
        ),
        TableColumn(
            "name",
            "Run",
            _name_width(comparison, baseline),
            stretch=True,
            note=lambda r: "baseline" if r.id == baseline else "",
            keep=lambda r: ends.get(r.id, ""),
        ),
    ]
    shown = sum(column.kind == "setting" for column in comparison.columns)
    band = (
        f"All {comparison.settings} settings, {comparison.differing} differ"
        if shown > comparison.differing
        else f"What differs, {comparison.differing} of {comparison.settings} settings"
    )
    folded = settings_within_options(comparison) if shown <= comparison.differing else {}
    within = {column.key for parts in folded.values() for column in parts}
    for column in comparison.columns:
        if column.kind == "name" or column.key in within:
            continue
        if column.kind == "setting":
            parts = folded.get(column.key, [])
            made.append(
                TableColumn(
                    column.key,
                    column.label,
                    _setting_width(column, comparison, parts),
                    value=_text(column, format_cell),
                    note=partial(_option_note, columns=parts) if parts else None,
                    tip=partial(_option_tip, columns=parts) if parts else None,
                    color=_equal(column.key, reference),
                    bold=_different(column.key, reference, len(comparison.rows)),
                    sort=_raw(column.key),
                    group=band,
                    head_tip=column.key,
                )
            )
            continue
        if column.key == "validation_best_step":
            continue  # it is the tip of the best error
        title = f"{column.label}, {column.unit}" if column.unit else column.label
        group = {"measure": "Error", "forgetting": "Forgetting"}.get(column.kind, "Cost")
        half = "half the 95 % interval of the mean" if view.interval else "the standard deviation"
        made.append(
            TableColumn(
                column.key,
                SHORT.get(column.key, title),
                _measure_width(column, grouped, comparison, view.interval),
                align="right",
                value=_clock if column.key == "active_seconds" else _text(column, format_cell, view.interval),
                bold=(lambda r: True) if column.key == "test" else None,
                note=_ends(view.interval) if column.key == PERPLEXITY_FACTOR_KEY else None,
                tip=_at_step if column.key == "validation_best" else None,
                sort=_raw(column.key),
                group=group,
                head_tip=f"{title}. ± is {half} over seeds."
                if group == "Error"
                else COLUMN_MEANINGS.get(column.key, title),
            )
        )
    tested = forest is not None and bool(view.against)
    title = {name: words for words, name in view.metrics}.get(view.judged_by, "error")
    main = not view.metrics or view.judged_by == view.metrics[0][1]
    group = AGAINST if main else f"{title[:1].upper()}{title[1:]} {AGAINST[:1].lower()}{AGAINST[1:]}"
    against = TableColumn(
        "difference",
        "To baseline",
        88,
        align="right",
        value=_to_baseline(reference) if main else _judged_difference,
        group=group if tested else "Error",
        sort=lambda r: cell_value(r.values.get("test")),
        head_tip="Test error less the baseline's, in percentage points. Whether it is more than chance needs several "
        "seeds."
        if title == "error"
        else f"Test result less the baseline's: {title}. Whether it is more than chance needs several seeds.",
    )
    # The verdict stands right behind the errors it is about, in sight without scrolling: many settings come last.
    errors = [place for place, column in enumerate(made, 1) if column.group == "Error"]
    end = next((place for place in errors if made[place - 1].key == "test"), errors[-1])
    answers = [made.answer for made in view.against.values()]
    judged = _tested(forest, title, group, answers) if forest is not None and tested else []
    results = [*made[:end], against, *judged, *made[end:]]
    settings = [column for column in results if column.group == band]
    if len(settings) <= MOST_IN_FRONT:
        return results
    return [*(column for column in results if column.group != band), *settings]


def _name_width(comparison: Comparison, baseline: int) -> int:
    """Return the width of the names in px at 100 %, so that what tells them apart is not cut."""
    names = shown_names(comparison)
    longest = max(len(name) + (10 if run == baseline else 0) for run, name in names.items())
    return min(max(NAME_WIDTHS[0], 24 + 7 * longest), NAME_WIDTHS[1])


def _at_step(row: ComparisonTableRow) -> str:
    step = row.values.get("validation_best_step")
    sd = getattr(step, "sd", None)
    spread = "" if sd is None else f" ± {formats.count(sd)}"
    return "" if step is None else f"At step {formats.count(cell_value(step))}{spread}"


def _measure_width(column: ComparisonColumn, grouped: bool, comparison: Comparison, interval: bool) -> int:
    """Return the column's width in px at 100 %: figures are never cut."""
    from engine.analysis.comparison import format_cell

    if grouped and column.key == "forgetting/factor":
        return GROUPED_WIDTHS[column.key]  # figure and interval, both short
    least = GROUPED_WIDTHS.get(column.key, 0) if grouped else 0
    texts = (format_cell(column, row.values.get(column.key), interval) for row in comparison.rows)
    longest = max((len(text) for text in texts), default=0)
    return max(least or WIDTHS.get(column.key, MEASURE_WIDTH), 24 + 8 * longest if grouped else 0)


AGAINST = "Against the baseline, 95 % interval"


def _tested(
    forest: IntervalDelegate, title: str, group: str, answers: Sequence[str]
) -> list[TableColumn[ComparisonTableRow]]:
    """Return the interval of the difference in the metric called ``title``, what is to be made of it, and Holm's p."""
    left, right = ("fewer", "more") if title == "error" else ("lower", "higher")

    def tip(row: ComparisonTableRow) -> str:
        made = row.against
        if made is None:
            return ""
        said = [
            made.to_sentence(),
            made.note,
            made.posterior_sentence(),
            made.needed.to_sentence() if made.needed is not None else "",
        ]
        return ".\n".join(part.rstrip(".") for part in said if part)

    return [
        TableColumn(
            "interval",
            f"{left}     {right}",
            104,
            align="center",
            value=_interval,
            delegate=forest,
            sortable=False,
            group=group,
            tip=tip,
            head_tip="Left of the line fewer errors than the baseline, right more"
            if title == "error"
            else f"Left of the line a lower {title} than the baseline, right a higher one",
        ),
        TableColumn(
            "verdict",
            "Result",
            24 + 7 * max(map(len, [*answers, "baseline"])),
            value=_answer,
            color=lambda r: VERDICTS.get(_verdict(r), "text3"),
            group=group,
            tip=tip,
            head_tip="Better or worse: the adjusted p of no difference is below 0.05. Equivalent: that of a difference "
            "beyond the margin is. Otherwise these runs cannot tell.",
        ),
        TableColumn(
            "p",
            "p, Holm",
            72,
            align="right",
            value=lambda r: None if r.against is None or not r.against.texts else r.against.adjusted_p,
            text=_p,
            group=group,
            tip=tip,
            color=lambda r: "text2",
            head_tip="Two-sided, adjusted for the number of comparisons shown (Holm 1979)",
        ),
    ]


def has_forgetting(comparison: Comparison) -> bool:
    """Return whether any of the runs has measured what it forgot."""
    return any(column.kind == "forgetting" for column in comparison.columns)


def interval_range(view: ComparisonData) -> float:
    """Return the reach of the intervals' axis: that of most of them, so that no outlier flattens the rest."""
    ends = sorted(max(abs(made.low), abs(made.high)) for made in view.against.values())
    return min(ends[-1], 3 * ends[len(ends) // 2]) if ends else 1.0


def _interval(row: ComparisonTableRow) -> Interval | None:
    made = row.against
    if made is None:
        return Interval(0.0, 0.0, 0.0, "baseline") if row.baseline else None
    return Interval(made.mean, made.low, made.high, made.verdict)


def _verdict(row: ComparisonTableRow) -> str:
    return "baseline" if row.baseline else row.against.verdict if row.against is not None else ""


def _answer(row: ComparisonTableRow) -> str:
    return row.against.answer if row.against is not None and not row.baseline else _verdict(row)


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}" if value < 0.1 else f"{value:.2f}"


SHORT = {
    "validation_best": "Best valid., %",
    "validation_last": "Last valid., %",
    "test": "Test at best, %",
    "active_seconds": "Time",
    "forgetting/factor": "Forgot",
    "forgetting/forgetting": "F, points",
    "forgetting/backward_transfer": "BWT, points",
    "forgetting/cost_share": "Measuring, %",
}


def rows(view: ComparisonData, hidden: set[int]) -> list[ComparisonTableRow]:
    """Return the rows of the table; ``id`` is the row's first run, ``slot`` its series."""
    names, slots = shown_names(view.comparison), shown_slots(view.comparison)
    return [
        ComparisonTableRow(
            id=row.runs[0],
            runs=row.runs,
            name=names[row.runs[0]],
            slot=slots[row.runs[0]],
            drawn=row.runs[0] not in hidden,
            values=row.values,
            baseline=row.runs[0] == view.baseline,
            against=view.against.get(row.runs[0]),
            measured_on=row.measured_on,
        )
        for row in view.comparison.rows
    ]


def shown_names(comparison: Comparison) -> dict[int, str]:
    """Distinctive names by the row's first run, with the run's number where two are alike."""
    from engine.analysis.comparison import distinctive_names

    names = distinctive_names([row.name for row in comparison.rows])
    often = Counter(names)
    return {
        row.runs[0]: f"{name}, run {row.runs[0]}" if often[name] > 1 else name
        for row, name in zip(comparison.rows, names, strict=True)
    }


def _clock(row: ComparisonTableRow) -> str:
    return formats.clock(cell_value(row.values.get("active_seconds"))) or MISSING


def _text(
    column: ComparisonColumn, cell: Callable[..., str], interval: bool = False
) -> Callable[[ComparisonTableRow], str]:
    def text(row: ComparisonTableRow) -> str:
        value = row.values.get(column.key)
        if column.key == "forgetting/factor":
            value = cell_value(value)  # its interval is the note behind it
        return cell(column, value, interval).replace("-", "−" if column.kind != "setting" else "-")

    return text


def _ends(interval: bool) -> Callable[[ComparisonTableRow], str]:
    """Return the ends of a factor's interval, where there are several runs."""

    def note(row: ComparisonTableRow) -> str:
        bounds = getattr(row.values.get("forgetting/factor"), "bounds", None)
        low, high = (None, None) if bounds is None else bounds(interval)
        return "" if low is None else f"{formats.fixed(low)}–{formats.fixed(high)}"

    return note


def _raw(key: str) -> Callable[[ComparisonTableRow], object]:
    def value(row: ComparisonTableRow) -> object:
        found = row.values.get(key)
        return found if isinstance(found, str) else cell_value(found)

    return value


def cell_value(value: object) -> float | None:
    """Return the number behind a cell: the mean of several runs, or the value itself."""
    value = getattr(value, "mean", value)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _to_baseline(reference: ComparisonRow) -> Callable[[ComparisonTableRow], str]:
    """Return a row's test error less that of ``reference``; nothing if they were tested on different texts."""
    base = cell_value(reference.values.get("test"))

    def difference(row: ComparisonTableRow) -> str:
        own = cell_value(row.values.get("test"))
        if own is None or base is None or row.id == reference.runs[0]:
            return ""
        if row.measured_on != reference.measured_on:
            return "other data"
        return formats.signed(own - base, 2)

    return difference


def _judged_difference(row: ComparisonTableRow) -> str:
    """Return the difference to the baseline in the metric that is judged by; nothing where it cannot be told."""
    return "" if row.against is None else formats.signed(row.against.mean, row.against.metric.digits)


def _equal(key: str, reference: ComparisonRow) -> Callable[[ComparisonTableRow], str | None]:
    return lambda row: "text3" if row.values.get(key) == reference.values.get(key) else None


def _different(key: str, reference: ComparisonRow, count: int) -> Callable[[ComparisonTableRow], bool]:
    return lambda row: count > 1 and row.values.get(key) != reference.values.get(key)


def settings_within_options(comparison: Comparison) -> dict[str, list[ComparisonColumn]]:
    """By the column of an option's kind the columns of its settings that say nothing by themselves.

    They are those that only rows with that option have, and all the same: such a column would be a row of dashes with
    one value. The value stands behind the kind instead.
    """
    settings = [column for column in comparison.columns if column.kind == "setting"]
    kinds = {column.key.removesuffix("kind") for column in settings if column.key.endswith(".kind")}
    found: dict[str, list[ComparisonColumn]] = {}
    for column in settings:
        option = next(
            (kind for kind in kinds if column.key.startswith(kind) and column.key != f"{kind}kind"), None
        )
        values = [row.values.get(column.key) for row in comparison.rows]
        there = {repr(value) for value in values if value is not None}
        if option is not None and len(there) <= 1 and None in values:
            found.setdefault(f"{option}kind", []).append(column)
    return found


MAX_NOTE_VALUES, MAX_NOTE_LENGTH = 2, 10
"""Values behind an option's kind, and the letters of one: a path is for the tip."""


def _parts(row: HasValues, columns: list[ComparisonColumn]) -> list[tuple[str, str]]:
    """(label, value) of the settings of an option that a row has; no more than a dash is nothing."""
    from engine.analysis.comparison import format_cell

    found = [(column.label, format_cell(column, row.values.get(column.key))) for column in columns]
    return [(label, text) for label, text in found if text != MISSING]


def _option_note(row: HasValues, columns: list[ComparisonColumn]) -> str:
    short = [text for _, text in _parts(row, columns) if len(text) <= MAX_NOTE_LENGTH]
    return ", ".join(short[:MAX_NOTE_VALUES])


def _option_tip(row: HasValues, columns: list[ComparisonColumn]) -> str:
    return "\n".join(f"{label}: {text}" for label, text in _parts(row, columns))


def _setting_width(column: ComparisonColumn, comparison: Comparison, parts: list[ComparisonColumn]) -> int:
    from engine.analysis.comparison import format_cell

    alone = sum(c.kind == "setting" for c in comparison.columns) == 1  # the band's words need room
    texts = [format_cell(column, r.values.get(column.key)) for r in comparison.rows]
    notes = [_option_note(r, parts) for r in comparison.rows]
    longest = max([len(column.label), *(len(f"{a} {b}") for a, b in zip(texts, notes, strict=True))])
    return min(220, max(176 if alone else 72, 24 + 7 * longest))


def shown_slots(comparison: Comparison) -> dict[int, int]:
    """Return colours by the row's first run: the run's own, but for rows that would then look like one before them."""
    return distinct_slots({row.runs[0]: row.slot for row in comparison.rows})
