"""Format a table of the paper for the terminal, Markdown, CSV, LaTeX and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis import tables
from engine.analysis.curves.compared import MeanCurve, merge_repetitions
from engine.analysis.paper.contrasts import PaperContrast
from engine.analysis.paper.table import PaperCell, PaperTable
from engine.analysis.tables import PlainTable, TableDocument
from engine.json_types import JsonObject
from engine.store import metrics

if TYPE_CHECKING:
    from engine.store import Store


NOT_RUN = "not run"


def format_ours(cell: PaperCell) -> str:
    """Return ``5.43 ± 0.10 (3)`` for several runs, ``5.43 [5.20, 5.67]`` with the interval of a single run.

    Several runs with equal errors have no interval: ``5.43 (3)``. Without runs: ``not run``, or a dash if none is
    planned.
    """
    if cell.ours is None:
        return NOT_RUN if cell.planned else "–"
    mean = f"{cell.ours.mean:.2f}"
    if cell.ours.half_interval is not None:
        return f"{mean} ± {cell.ours.half_interval:.2f} ({cell.ours.n})"
    if cell.ours.n > 1:
        return f"{mean} ({cell.ours.n})"
    return mean if cell.low is None or cell.high is None else f"{mean} [{cell.low:.2f}, {cell.high:.2f}]"


def format_difference(cell: PaperCell) -> str:
    """Return the difference with its sign: ``+0.10``."""
    if cell.difference is None:
        return ""
    rounded = round(cell.difference, 2) + 0.0  # no minus before a zero
    return f"{rounded:+.2f}".replace("-", "−")


def format_published(cell: PaperCell) -> str:
    """Return the published number, empty if the paper has none."""
    return "" if cell.published is None else f"{cell.published:.2f}"


def format_reproduced(cell: PaperCell) -> str:
    """Return the mean and standard deviation of the independent reproduction."""
    if cell.reproduced is None:
        return ""
    mean, sd = cell.reproduced
    return f"{mean:.2f}" if sd is None else f"{mean:.2f} ± {sd:.2f}"


def table_lines(table: PaperTable) -> list[tuple[str, list[list[str]]]]:
    """Return for each row its label and the lines of its cells: ours, the paper's, the difference."""
    lines = []
    for row in table.rows:
        cells = []
        for column in table.columns:
            cell = table.cells[row, column]
            text = f"paper {format_published(cell)}" if cell.published is not None else ""
            if change := format_difference(cell):
                text = f"{text}, {change}"
            cells.append([part for part in (format_ours(cell), text) if part])
        lines.append((table.label(row), cells))
    return lines


def paper_document(table: PaperTable) -> TableDocument:
    """Return the table for documents: each cell with ours, the paper's and the difference.

    CSV has one line per non-empty cell, with run numbers separated by blanks.
    """
    cells = _cell_table(table)
    values = [[" ".join(map(str, v)) if isinstance(v, list) else v for v in row] for row in cells.rows]
    plain_table = PlainTable(
        [table.published.row_head, *(table.label(c) for c in table.columns)],
        [[label, *("; ".join(parts) for parts in cell_parts)] for label, cell_parts in table_lines(table)],
    )
    return TableDocument(
        PlainTable(cells.headings, values),
        plain_table,
        caption=f"{table.title}. {' '.join(table.headings())}",
        notes=contrast_lines(table),
        title=table.title,
        preface=table.headings(),
    )


def contrast_lines(table: PaperTable) -> list[str]:
    """Return a sentence for each of the paper's contrasts that our runs cover."""
    return [contrast.to_sentence() for contrast in table.contrasts if contrast.answer != "not run"]


def _contrast_record(contrast: PaperContrast) -> JsonObject:
    ours = contrast.ours
    low, high = (None, None) if ours is None or ours.bounds is None else ours.bounds
    return {
        "first": list(contrast.first),
        "second": list(contrast.second),
        "paper": contrast.published,
        "paper_half_interval": contrast.published_half,
        "ours": None if ours is None else ours.mean,
        "low": low,
        "high": high,
        "p": None if ours is None else ours.valid_p,
        "scope": None if ours is None else ours.sample.scope,
        "answer": contrast.answer,
    }


CSV_COLUMNS = (
    "table row here_row column here_column ours low high n sd runs planned paper paper_half_interval difference "
    "reproduced reproduced_sd size precision left_out"
).split()


def _cell_table(table: PaperTable) -> PlainTable:
    """Return one row per non-empty cell of the table, in full precision, None for missing values."""
    rows: list[list[object]] = []
    for (row, column), cell in table.cells.items():
        if cell.published is None and not cell.planned:
            continue
        mean, sd = cell.reproduced or (None, None)
        ours = cell.ours
        values: list[object] = [
            table.published.name,
            row,
            table.stand_ins.get(row),
            column,
            table.stand_ins.get(column),
        ]
        values += [
            ours.mean if ours else None,
            cell.low,
            cell.high,
            len(cell.runs),
            ours.sd if ours else None,
        ]
        values += [list(cell.runs), cell.planned, cell.published, cell.published_half, cell.difference]
        values += [mean, sd, table.size, cell.precision or None, list(cell.left_out)]
        rows.append(values)
    return PlainTable(CSV_COLUMNS, rows)


def to_json(table: PaperTable) -> JsonObject:
    """Return the stable JSON of ``palimpsest paper``."""
    return {
        "recipe": table.recipe.name,
        "size": table.size,
        "title": table.title,
        "comparable": table.comparable,
        "headings": table.headings(),
        "generated": table.generated,
        "contrasts": [_contrast_record(contrast) for contrast in table.contrasts],
        "filled": table.filled_cells,
        "expected": table.planned_cells,
        "rows": list(table.rows),
        "columns": list(table.columns),
        "cells": tables.to_records(_cell_table(table)),
    }


@dataclass(frozen=True, eq=False)
class FigureLine:
    """One line of a figure: positions on x, and errors in percent. ``low`` and ``high`` are an interval."""

    name: str
    x: np.ndarray
    y: np.ndarray
    low: np.ndarray | None = None
    high: np.ndarray | None = None


def own_lines(table: PaperTable) -> tuple[FigureLine, ...]:
    """Return the means of our runs along the columns of ``table``, one line per row."""
    lines = []
    for row in table.rows:
        cells = [(float(i), table.cells[row, column]) for i, column in enumerate(table.columns)]
        means = [(i, cell.ours.mean, cell.low, cell.high) for i, cell in cells if cell.ours is not None]
        if means:
            x, y, low, high = (np.array(part, float) for part in zip(*means, strict=True))  # None becomes NaN
            has_interval = not np.isnan(low).any()
            lines.append(FigureLine(row, x, y, low if has_interval else None, high if has_interval else None))
    return tuple(lines)


def published_lines(table: PaperTable, places: Sequence[float]) -> tuple[FigureLine, ...]:
    """Return the paper's numbers of ``table``, one line per row, with the columns at ``places`` on x."""
    lines = []
    for row, values in table.published.values.items():
        points = [
            (place, values[column])
            for place, column in zip(places, table.columns, strict=False)
            if values.get(column) is not None
        ]
        if points:
            lines.append(FigureLine(row, np.array([x for x, _ in points]), np.array([y for _, y in points])))
    return tuple(lines)


def mean_courses(store: Store, table: PaperTable) -> tuple[FigureLine, ...]:
    """Return the validation error over updates for each row, averaged over its runs."""
    stored = metrics.read_curves(store, list(table.runs), ["validation/error"])
    lines = []
    for row in table.rows:
        runs = table.cells[row, table.columns[0]].runs
        curves = [stored[run, "validation/error"] for run in runs if (run, "validation/error") in stored]
        mean: MeanCurve | None = merge_repetitions(
            [(np.asarray(c.step, float), c.value) for c in curves if len(c.step)]
        )
        if mean is not None:
            lines.append(FigureLine(row, mean.x, mean.y, mean.low, mean.high))
    return tuple(lines)
