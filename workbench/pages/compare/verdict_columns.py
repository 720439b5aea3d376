"""The columns of the Compare page's table that say how a row stands to the baseline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.metrics.base import counts_errors
from workbench.language import tr, tr_engine
from workbench.look import formats
from workbench.pages.compare.result_columns import ERRORS, RESULTS, head_width
from workbench.pages.compare.rows import ComparisonTableRow, cell_value
from workbench.tables import Interval, IntervalDelegate, TableColumn
from workbench.tables.interval import VERDICTS

if TYPE_CHECKING:
    from engine.analysis.comparison import ComparisonRow
    from workbench.pages.compare.query import ComparisonData

AGAINST = tr("Against the baseline, 95 % interval")


def verdict_columns(
    view: ComparisonData, reference: ComparisonRow, forest: IntervalDelegate | None
) -> list[TableColumn[ComparisonTableRow]]:
    """Return the difference to ``reference`` and, where it was tested, its interval, the result and Holm's p.

    ``forest`` paints the intervals; without it, or without differences, they are left out.
    """
    title = {name: label for label, name in view.metrics}.get(view.judged_by, "error")
    in_errors = not view.metrics or counts_errors(view.judged_by)
    main = not view.metrics or view.judged_by == view.metrics[0][1]
    band = AGAINST if main else f"{title[:1].upper()}{title[1:]} {AGAINST[:1].lower()}{AGAINST[1:]}"
    tested = forest is not None and bool(view.against)
    difference: TableColumn[ComparisonTableRow] = TableColumn(
        "difference",
        tr("Difference"),
        88,
        align="right",
        value=_to_baseline(reference) if main else _judged_difference,
        group=band if tested else ERRORS if in_errors else RESULTS,
        sort=lambda r: cell_value(r.values.get("test")),
        head_tip=tr(
            "Test error less the baseline's, in percentage points. Whether it is more than chance needs several "
            "seeds."
        )
        if in_errors
        else tr(
            "Test result less the baseline's: {title}. Whether it is more than chance needs several seeds.",
            title=title,
        ),
    )
    if forest is None or not tested:
        return [difference]
    answers = [verdict.answer for verdict in view.against.values()]
    return [
        difference,
        _interval_column(forest, title, band, in_errors),
        _result_column(answers, band),
        _p_column(band),
    ]


def _interval_column(
    forest: IntervalDelegate, title: str, band: str, in_errors: bool
) -> TableColumn[ComparisonTableRow]:
    left, right = (tr("fewer"), tr("more")) if in_errors else (tr("lower"), tr("higher"))
    return TableColumn(
        "interval",
        f"{left}     {right}",
        max(104, head_width(f"{left}     {right}")),
        align="center",
        value=_interval,
        delegate=forest,
        sortable=False,
        group=band,
        tip=_evidence,
        head_tip=tr("Left of the line fewer errors than the baseline, right more")
        if in_errors
        else tr("Left of the line a lower {title} than the baseline, right a higher one", title=title),
    )


def _result_column(answers: Sequence[str], band: str) -> TableColumn[ComparisonTableRow]:
    return TableColumn(
        "verdict",
        tr("Result"),
        24 + 7 * max(map(len, [*answers, "baseline"])),
        value=_answer,
        color=lambda r: VERDICTS.get(_verdict(r), "text3"),
        group=band,
        tip=_evidence,
        head_tip=tr(
            "Better or worse: adjusted p below 0.05. Equivalent: shown to differ by less than the margin. Cannot tell: "
            "neither."
        ),
    )


def _p_column(band: str) -> TableColumn[ComparisonTableRow]:
    return TableColumn(
        "p",
        tr("p, Holm"),
        72,
        align="right",
        value=lambda r: None if r.against is None else r.against.shown_p,
        text=_format_p,
        group=band,
        tip=_evidence,
        color=lambda r: "text2",
        head_tip=tr("Two-sided, adjusted for the number of comparisons shown (Holm 1979)"),
    )


def _evidence(row: ComparisonTableRow) -> str:
    """Return what a row's difference is and rests on, a sentence a line."""
    verdict = row.against
    if verdict is None:
        return ""
    sentences = [
        verdict.to_sentence(),
        verdict.remarks,
        verdict.posterior_sentence(),
        verdict.needed.to_sentence() if verdict.needed is not None else "",
    ]
    return ".\n".join(sentence.rstrip(".") for sentence in sentences if sentence)


def _interval(row: ComparisonTableRow) -> Interval | None:
    verdict = row.against
    if verdict is None:
        return Interval(0.0, 0.0, 0.0, "baseline") if row.baseline else None
    return None if verdict.bounds is None else Interval(verdict.mean, *verdict.bounds, verdict.verdict)


def _verdict(row: ComparisonTableRow) -> str:
    return "baseline" if row.baseline else row.against.verdict if row.against is not None else ""


def _answer(row: ComparisonTableRow) -> str:
    if row.against is not None and not row.baseline:
        return tr_engine(row.against.answer)
    return tr_engine(_verdict(row))


def _format_p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}" if value < 0.1 else f"{value:.2f}"


def _to_baseline(reference: ComparisonRow) -> Callable[[ComparisonTableRow], str]:
    """Return a row's test error less that of ``reference``; nothing if they were tested on different texts.

    Where the difference was tested it is that of the interval beside it: runs without a partner do not count there.
    """
    base = cell_value(reference.values.get("test"))

    def difference(row: ComparisonTableRow) -> str:
        if row.against is not None:
            return formats.signed(row.against.mean, 2)
        own = cell_value(row.values.get("test"))
        if own is None or base is None or row.id == reference.runs[0]:
            return ""
        if row.measured_on != reference.measured_on:
            return tr("other data")
        return formats.signed(own - base, 2)

    return difference


def _judged_difference(row: ComparisonTableRow) -> str:
    """Return the difference to the baseline in the metric that is judged by; nothing where it cannot be told."""
    return "" if row.against is None else formats.signed(row.against.mean, row.against.metric.digits)


def interval_range(view: ComparisonData) -> float:
    """Return the reach of the intervals' axis: that of most of them, so that no outlier flattens the rest."""
    ends = sorted(
        max(map(abs, verdict.bounds)) for verdict in view.against.values() if verdict.bounds is not None
    )
    return min(ends[-1], 3 * ends[len(ends) // 2]) if ends else 1.0
