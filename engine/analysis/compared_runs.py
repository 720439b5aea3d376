"""Comparison of runs: their table, the tests between strategies, and notes on the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.analysis import tables
from engine.analysis.comparison import (
    MISSING,
    NUMERIC_KINDS,
    PERPLEXITY_FACTOR_KEY,
    Comparison,
    ComparisonColumn,
    column_heading,
    column_meanings,
    disambiguate,
    format_cell,
)
from engine.analysis.evidence import evidence_notes, generated_notes, looks_of_runs, looks_sentence
from engine.analysis.tables import PlainTable, TableDocument
from engine.analysis.verdicts.significance import compare_with_baseline
from engine.analysis.verdicts.statistics import EQUAL_SEEDS, Spread
from engine.analysis.verdicts.verdict import (
    MetricDifference,
    margin_note,
    multiple_comparisons_note,
    open_failures_note,
)
from engine.json_types import JsonObject
from engine.spec.checks.findings import LEAST_TEST_TEXTS
from engine.store import Store, runs
from engine.store.rows import RunRow
from engine.store.test_looks import TestLooks

Differences = Mapping[int, MetricDifference]
"""Difference to the baseline by row number, from 0. The baseline itself has no entry."""


@dataclass(frozen=True, eq=False)
class ComparedRuns:
    """Comparison of runs, as the terminal, the window, Python and documents use it.

    Attributes:
        table: the comparison.
        runs: its runs by number.
        generated: a note on generated texts, empty if there are none.
        evidence: further notes on the evidence behind the figures.
        looks: how many runs have been evaluated on the test texts.
        baseline: the number of the row that the others are compared with.
        tests: the differences to the baseline, empty before ``with_tests``.
    """

    table: Comparison
    runs: Mapping[int, RunRow]
    generated: Sequence[str]
    evidence: Sequence[str]
    looks: TestLooks
    baseline: int = 0
    tests: Differences = field(default_factory=dict)

    @property
    def looks_notes(self) -> list[str]:
        """A sentence on how many runs have been evaluated on the test texts; empty if unknown."""
        sentence = looks_sentence(self.looks)
        return [sentence] if sentence else []

    def members(self, number: int) -> list[RunRow]:
        """Return the runs of a row."""
        return [self.runs[run] for run in self.table.rows[number].runs]

    def with_tests(
        self, store: Store, baseline: int = 0, margin: float | None = None, metric: str = ""
    ) -> ComparedRuns:
        """Return the comparison with the difference of each row to the row ``baseline``.

        ``margin`` and ``metric`` are those of ``significance.compare_with_baseline``, whose errors are raised too.
        """
        others = {n: self.members(n) for n in range(len(self.table.rows)) if n != baseline}
        tests = compare_with_baseline(store, self.members(baseline), others, margin, metric) if others else {}
        return replace(self, baseline=baseline, tests=tests)

    def findings(self, details: bool = False) -> list[str]:
        """Return a sentence on each strategy except the baseline, with cautions. ``details`` adds posteriors."""
        names = disambiguate(self.table, [row.name for row in self.table.rows])
        base, sentences = self.table.rows[self.baseline], list[str]()
        if len(names) < 2:
            sentences.append("Nothing was tested: these runs differ only in seeds, so they are one strategy.")
        for number, (row, name) in enumerate(zip(self.table.rows, names, strict=True)):
            subject, difference = f"{name} against {names[self.baseline]}: ", self.tests.get(number)
            if number == self.baseline:
                continue
            if row.measured_on != base.measured_on:
                sentences.append(f"{subject}not compared, because the test texts or tasks differ.")
            elif difference is None:
                sentences.append(
                    f"{subject}no verdict. It requires two finished seeds each, or predictions for at least "
                    f"{LEAST_TEST_TEXTS} equal test texts."
                )
            else:
                parts = f"{difference.to_sentence()}.", difference.remarks
                sentences.append(f"{subject}{' '.join(filter(None, parts))}")
                if details and (posterior := difference.posterior_sentence()):
                    sentences.append(f"  {posterior}.")
                if difference.needed is not None:
                    sentences.append(f"  {difference.needed.to_sentence()}")
        notes = (note(self.tests.values()) for note in (margin_note, multiple_comparisons_note))
        return [*sentences, *filter(None, notes)]

    def document(self, interval: bool = False) -> TableDocument:
        """Return the table for documents.

        CSV has separate columns for the mean and the s.d. of groups. For factors it has the geometric mean and the ends
        of its 95 % interval. The LaTeX caption explains the columns. ``interval`` as in ``format_cell``.
        """
        failures = open_failures_note(self.tests.values())
        notes = [*self.generated, *filter(None, [failures]), *self.looks_notes]
        caption = table_sentence(self.table, interval)
        if self.tests:
            caption += " Difference: test result less that of the row without one."
        return TableDocument(
            _value_table(self.table, self.tests, self.looks),
            format_table(self.table, interval, self.tests),
            " ".join([caption, *column_meanings(self.table), *notes]),
            notes,
        )


def describe_comparison(store: Store, table: Comparison, rows: Sequence[RunRow]) -> ComparedRuns:
    """Return a comparison of ``rows`` with notes on the evidence behind its figures."""
    numbers = [row.id for row in rows]
    generated = generated_notes(runs.get_experiments(store, numbers).values())
    evidence = [note for note in evidence_notes(store, numbers) if note not in generated]
    return ComparedRuns(table, {row.id: row for row in rows}, generated, evidence, looks_of_runs(store, rows))


def _value_table(comparison: Comparison, tests: Differences, looks: TestLooks) -> PlainTable:
    is_grouped = _has_groups(comparison)
    heads: list[str] = ["runs"]
    for column in comparison.columns:
        heads.append(column_heading(column))
        if is_grouped and _has_spread(column):
            heads += [f"{column_heading(column)}, {part}" for part in _spread_headings(column)]
    looks_cells = [looks.experiments, looks.strategies] if looks.experiments else []
    heads += ["test looks (runs)", "test looks (strategies)"] if looks_cells else []
    heads += ["difference", "low", "high", "verdict", "p"] if tests else []
    rows: list[list[object]] = []
    for number, row in enumerate(comparison.rows):
        fields: list[object] = [" ".join(map(str, row.runs))]
        for column in comparison.columns:
            value = row.values.get(column.key)
            if is_grouped and _has_spread(column):
                fields += _spread_values(column, value)
            else:
                fields.append(", ".join(value) if isinstance(value, list) else value)
        fields += looks_cells
        if tests:
            test = tests.get(number)
            if test is None:
                fields += [None] * 5
            else:
                fields += [test.mean, *(test.bounds or (None, None)), test.answer, test.valid_p]
        rows.append(fields)
    return PlainTable(heads, rows)


def _has_groups(comparison: Comparison) -> bool:
    """Return whether rows are means over several runs."""
    return any(isinstance(v, Spread) for row in comparison.rows for v in row.values.values())


def has_equal_seeds(comparison: Comparison) -> bool:
    """Return whether some result is the same in all runs of a group."""
    keys = [
        column.key
        for column in comparison.columns
        if column.kind in ("measure", "forgetting") and column.key != "validation_best_step"
    ]
    values = (row.values.get(key) for row in comparison.rows for key in keys)
    return any(isinstance(v, Spread) and v.n > 1 and v.half_interval is None for v in values)


def _has_spread(column: ComparisonColumn) -> bool:
    """Return whether groups have a mean and an s.d. in this column."""
    return column.kind in NUMERIC_KINDS and column.key != "n"


def _spread_headings(column: ComparisonColumn) -> tuple[str, ...]:
    return ("low", "high") if column.key == PERPLEXITY_FACTOR_KEY else ("s.d.",)


def _spread_values(column: ComparisonColumn, value: object) -> list[float | None]:
    """Return the mean of a group and the values of its spread columns."""
    if isinstance(value, Spread):
        return [value.mean, *(value.bounds(interval=True) if value.is_factor else (value.sd,))]
    return [None] * (1 + len(_spread_headings(column)))


def table_sentence(comparison: Comparison, interval: bool = False) -> str:
    """Return the number of differing settings and the meaning of ±: ``1 of 100 settings differs. ± is ...``."""
    text = f"{comparison.differing} of {comparison.settings} settings "
    text += "differs." if comparison.differing == 1 else "differ."
    if _has_groups(comparison):
        text += f" ± is {'half the 95 % interval of the mean' if interval else 'the standard deviation'} over seeds."
    if interval and has_equal_seeds(comparison):
        text += f" {EQUAL_SEEDS}"
    return text


def format_table(comparison: Comparison, interval: bool, tests: Differences) -> PlainTable:
    """Return the formatted comparison, followed by the results of the tests."""
    columns = comparison.columns
    heads = [column_heading(c) for c in columns]
    rows = [[format_cell(c, row.values.get(c.key), interval) for c in columns] for row in comparison.rows]
    if tests:
        first = next(iter(tests.values()))
        unit = first.metric.difference_unit
        heads += [f"Difference{unit and f', {unit}'}", "95 % interval", "Result", "p"]
        rows = [row + _difference_cells(tests.get(number)) for number, row in enumerate(rows)]
    numeric = [c.kind in NUMERIC_KINDS for c in columns] + ([True, True, False, True] if tests else [])
    return PlainTable(heads, rows, numeric=numeric, can_transpose=True)


def _difference_cells(test: MetricDifference | None) -> list[str]:
    """Return difference, interval, result and p as table cells; dashes without a test."""
    if test is None:
        return [MISSING] * 4
    digits = test.metric.digits
    mean, *bounds = (
        f"{round(value, digits) + 0.0:+.{digits}f}".replace("-", "−")
        for value in (test.mean, *(test.bounds or ()))
    )
    p = "" if test.valid_p is None else f"{test.valid_p:.2g}" if test.valid_p >= 0.001 else "< 0.001"
    return [mean, " to ".join(bounds) or MISSING, test.answer, p]


def to_json(comparison: Comparison) -> JsonObject:
    """Return the stable JSON of ``palimpsest compare``: raw values; for groups n, mean, s.d. and 95 % interval."""

    def json_value(value: object) -> object:
        if not isinstance(value, Spread):
            return value
        low, high = value.bounds(interval=True)
        kind = "geometric" if value.is_factor else "arithmetic"
        return {"n": value.n, "mean": value.mean, "kind": kind, "sd": value.sd, "low": low, "high": high}

    columns = comparison.columns
    values = PlainTable(
        [c.key for c in columns],
        [[json_value(row.values.get(c.key)) for c in columns] for row in comparison.rows],
    )
    return {
        "settings": comparison.settings,
        "differing": comparison.differing,
        "columns": [{"key": c.key, "label": c.label, "kind": c.kind, "unit": c.unit} for c in columns],
        "rows": [
            {"runs": list(row.runs), "values": record}
            for row, record in zip(comparison.rows, tables.to_records(values), strict=True)
        ],
    }
