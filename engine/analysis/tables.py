"""Plain tables as CSV, Markdown, LaTeX and JSON. The caller formats the cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import printable
from engine.formatting.spreadsheets import delimited_text
from engine.formatting.templates import escape_markdown

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "$": r"\$",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",  # old LaTeX fonts have other glyphs for < and >
    ">": "$>$",
    "±": r"$\pm$",
    "≈": r"$\approx$",
    "≠": r"$\neq$",
    "ξ": r"$\xi$",
    "−": "$-$",
    "×": r"$\times$",
    "β": r"$\beta$",
    "–": "--",
}


@dataclass(frozen=True)
class PlainTable:
    """Headings and rows of cells, each as long as the headings.

    Attributes:
        headings: headings of the columns.
        rows: texts or raw values. None is an empty cell.
        numeric: for each column, whether it holds numbers, which are right-aligned. Empty: no column does.
        can_transpose: whether rows may become columns if the terminal is too narrow (``fit_table``).
    """

    headings: Sequence[str]
    rows: Sequence[Sequence[object]]
    numeric: Sequence[bool] = ()
    can_transpose: bool = False


Parts = list[str | PlainTable]
"""Lines and tables in the order in which a command prints them."""


@dataclass(frozen=True)
class TableDocument:
    """A table for documents, in all formats that the command line and the window offer.

    Attributes:
        values: table for CSV, in full precision.
        display: formatted table for Markdown and LaTeX.
        caption: caption for LaTeX, plain text.
        notes: sentences below the Markdown table.
        title: heading for Markdown. Empty: none.
        preface: sentences below the heading.
    """

    values: PlainTable
    display: PlainTable
    caption: str = ""
    notes: Sequence[str] = ()
    title: str = ""
    preface: Sequence[str] = ()

    def text(self, kind: str, *, keep_formulas: bool = False) -> str:
        """Return the document as ``csv``, ``markdown`` or ``latex``; ``keep_formulas`` as in ``to_csv``."""
        if kind == "csv":
            return to_csv(self.values, keep_formulas=keep_formulas)
        if kind == "latex":
            return to_latex(self.display, self.caption)
        heading = [f"### {self.title}\n", *(f"{line}\n" for line in self.preface)] if self.title else []
        return "".join(f"{line}\n" for line in heading) + to_markdown(self.display, self.notes)


GAP = 2
"""Number of blanks between columns in a terminal."""
MAX_WORD = 24
"""Letters after which a word (a path, a list) may be broken, so that one word does not dominate the layout."""
MIN_CELL = 14
"""Minimum width of the column of a transposed row, in letters."""


def fit_table(table: PlainTable, width: int) -> list[PlainTable]:
    """Return the table if its columns fit into ``width`` letters with whole words, else transposed tables.

    A transposed table has one column per run, as many as fit, and one row per setting and measure. Further runs follow
    in further tables.
    """
    rows = [[_one_line(cell) for cell in row] for row in table.rows]
    widths = [_longest_word(column) for column in zip(table.headings, *rows, strict=True)]
    if sum(widths) + GAP * (len(widths) - 1) <= width:
        return [table]
    heading_width = min(max(map(len, table.headings)), max(MIN_CELL, width // 3))
    rows_per_block = max(1, (width - heading_width) // (MIN_CELL + GAP))
    blocks = []
    for start in range(0, len(rows), rows_per_block):
        headings, *lines = zip(table.headings, *rows[start : start + rows_per_block], strict=True)
        blocks.append(PlainTable(headings, lines))
    return blocks


def _longest_word(texts: Sequence[str]) -> int:
    return max(min(len(word), MAX_WORD) for text in texts for word in [*text.split(), ""])


def to_csv(table: PlainTable, *, keep_formulas: bool = False) -> str:
    """Return comma-separated values with a header line; numbers in full precision.

    Names that begin like a formula get an apostrophe (``engine.formatting.spreadsheets``), unless ``keep_formulas``.
    """
    return delimited_text([table.headings, *table.rows], keep_formulas=keep_formulas)


def to_records(table: PlainTable) -> list[dict[str, object]]:
    """Return the rows for JSON: one object each, raw values by heading."""
    return [dict(zip(table.headings, row, strict=True)) for row in table.rows]


def to_markdown(table: PlainTable, notes: Sequence[str] = ()) -> str:
    """Return a Markdown table with one line per row, followed by ``notes`` as paragraphs."""
    rules = [" ---: " if is_numeric else " --- " for is_numeric in _numeric(table)]
    lines = [_markdown_line(table.headings), f"|{'|'.join(rules)}|", *map(_markdown_line, table.rows)]
    return "\n".join(lines) + "\n" + "".join(f"\n{escape_markdown(note)}\n" for note in notes)


def to_latex(table: PlainTable, caption: str) -> str:
    """Return a table environment for the booktabs package. ``caption`` is plain text."""
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_escape_latex(caption)}}}",
        rf"\begin{{tabular}}{{{''.join('r' if is_numeric else 'l' for is_numeric in _numeric(table))}}}",
        r"\toprule",
        _latex_line(table.headings),
        r"\midrule",
        *map(_latex_line, table.rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _numeric(table: PlainTable) -> Sequence[bool]:
    return table.numeric or [False] * len(table.headings)


def _markdown_line(cells: Sequence[object]) -> str:
    texts = [escape_markdown(_one_line(cell)) for cell in cells]
    return f"| {' | '.join(texts)} |"


def _latex_line(cells: Sequence[object]) -> str:
    return rf"{' & '.join(_escape_latex(_one_line(cell)) for cell in cells)} \\"


def _one_line(cell: object) -> str:
    return "" if cell is None else " ".join(str(cell).splitlines())


def _escape_latex(text: str) -> str:
    """Return ``text`` with LaTeX's special characters escaped."""
    return "".join(_LATEX.get(char, char) for char in printable(text, limit=max(len(text), 1)))
