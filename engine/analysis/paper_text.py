"""A table of the paper as text: for the terminal, Markdown, CSV, LaTeX and JSON. Words only, no decisions."""

from __future__ import annotations

import csv
import io
from typing import Any

from engine.analysis.latex import tex
from engine.analysis.paper import Cell, PaperTable

NOT_RUN = "not run"
FORMATS = ("table", "markdown", "csv", "latex", "json")


def ours(cell: Cell) -> str:
    """``5.43 ± 0.10 (3)``; a single run's interval in brackets; ``not run``, or a dash where no run belongs."""
    if cell.ours is None:
        return NOT_RUN if cell.planned else "–"
    mean = f"{cell.ours.mean:.2f}"
    if cell.ours.half_interval is not None:
        return f"{mean} ± {cell.ours.half_interval:.2f} ({cell.ours.n})"
    return mean if cell.low is None or cell.high is None else f"{mean} [{cell.low:.2f}, {cell.high:.2f}]"


def difference(cell: Cell) -> str:
    """``+0.10 ≈``: with the sign where it is within noise."""
    if cell.difference is None:
        return ""
    rounded = round(cell.difference, 2) + 0.0  # no minus before a zero
    return f"{rounded:+.2f}{mark(cell)}".replace("-", "−")


def mark(cell: Cell) -> str:
    """``≈`` within noise, ``≠`` beyond it, nothing where that cannot be said; with a blank before it."""
    return "" if cell.within is None else " ≈" if cell.within else " ≠"


def paper(cell: Cell) -> str:
    """The published number; empty where the paper has none."""
    return "" if cell.published is None else f"{cell.published:.2f}"


def reproduced(cell: Cell) -> str:
    """The independent reproduction's mean with its standard deviation."""
    if cell.reproduced is None:
        return ""
    mean, sd = cell.reproduced
    return f"{mean:.2f}" if sd is None else f"{mean:.2f} ± {sd:.2f}"


def lines(table: PaperTable) -> list[tuple[str, list[list[str]]]]:
    """For each row its label and, for each column, the lines of its cell: ours, the paper's, the difference."""
    made = []
    for row in table.rows:
        cells = []
        for column in table.columns:
            cell = table.cells[row, column]
            said = f"paper {paper(cell)}" if cell.published is not None else ""
            if change := difference(cell):
                said = f"{said}, {change}"
            cells.append([part for part in (ours(cell), said) if part])
        made.append((table.label(row), cells))
    return made


def to_markdown(table: PaperTable) -> str:
    """Headings as paragraphs, then one table; a cell has ours, the paper's and the difference."""
    heads = [table.published.row_head, *(table.label(c) for c in table.columns)]
    out = [f"### {table.title}", "", *(f"{line}\n" for line in table.headings())]
    out += ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    for label, cells in lines(table):
        out.append("| " + " | ".join([label, *("; ".join(parts) for parts in cells)]) + " |")
    return "\n".join(out) + "\n"


CSV_HEAD = (
    "table row here_row column here_column ours low high n sd runs planned paper paper_half_interval difference "
    "within_noise reproduced reproduced_sd size"
).split()


def records(table: PaperTable) -> list[dict[str, Any]]:
    """One record per place of the table that has anything, in full precision; None for what is not there."""
    made: list[dict[str, Any]] = []
    for (row, column), cell in table.cells.items():
        if cell.published is None and not cell.planned:
            continue
        mean, sd = cell.reproduced or (None, None)
        ours = cell.ours
        values: list[Any] = [table.published.name, row, table.here.get(row), column, table.here.get(column)]
        values += [
            ours.mean if ours else None,
            cell.low,
            cell.high,
            len(cell.runs),
            ours.sd if ours else None,
        ]
        values += [list(cell.runs), cell.planned, cell.published, cell.published_half, cell.difference]
        values += [cell.within, mean, sd, table.size]
        made.append(dict(zip(CSV_HEAD, values, strict=True)))
    return made


def to_csv(table: PaperTable) -> str:
    """:func:`records` as CSV; run numbers separated by blanks."""
    out = io.StringIO()
    writer = csv.DictWriter(out, CSV_HEAD, lineterminator="\n")
    writer.writeheader()
    for record in records(table):
        writer.writerow(record | {"runs": " ".join(map(str, record["runs"]))})
    return out.getvalue()


def to_json(table: PaperTable) -> dict[str, Any]:
    """The stable JSON of ``palimpsest paper``."""
    return {
        "recipe": table.recipe.name,
        "size": table.size,
        "title": table.title,
        "comparable": table.comparable,
        "headings": table.headings(),
        "order": {"alike": table.order[0], "pairs": table.order[1]},
        "filled": table.filled,
        "expected": table.expected,
        "rows": list(table.rows),
        "columns": list(table.columns),
        "cells": records(table),
    }


def to_latex(table: PaperTable) -> str:
    """A table environment for the booktabs package: ours and the paper's side by side for each column."""
    heads = " & ".join(rf"\multicolumn{{2}}{{c}}{{{tex(table.label(c))}}}" for c in table.columns)
    rules = "".join(rf"\cmidrule(lr){{{2 * i + 2}-{2 * i + 3}}}" for i in range(len(table.columns)))
    out = [r"\begin{table}", r"\centering", rf"\caption{{{tex(table.title)}. {tex(' '.join(table.headings()))}}}",
           rf"\begin{{tabular}}{{l{'rr' * len(table.columns)}}}", r"\toprule", rf" & {heads} \\", rules,
           rf"{tex(table.published.row_head)}{' & ours & paper' * len(table.columns)} \\", r"\midrule"]  # fmt: skip
    for row in table.rows:
        cells = [table.cells[row, column] for column in table.columns]
        parts = [f"{tex(ours(c) + mark(c))} & {tex(paper(c))}" for c in cells]
        out.append(rf"{tex(table.label(row))} & {' & '.join(parts)} \\")
    return "\n".join([*out, r"\bottomrule", r"\end{tabular}", r"\end{table}"]) + "\n"
