"""Published numbers: tables and figures of Sun et al. 2019, read from ``resources/paper.toml``."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engine import paths
from engine.errors import UserError, suggest_name
from engine.json_types import ParsedJson


@dataclass(frozen=True)
class PublishedTable:
    """Published table or figure. Errors are in percent, None if the paper has none.

    Attributes:
        figure: "" for a table, ``points`` for a figure whose columns are positions on x, ``curves`` for one with curves
            over updates.
        values: {row: {column: error}}.
        reproduced: {row: {column: (mean, standard deviation or None)}} of an independent reproduction.
        cited: rows that the paper cites from other papers.
        data: the data set of all columns, if the columns are not data sets themselves.
        measure: the compared field of a run, ``test`` or ``validation_last``.
        contrasts: ``rows`` are compared within a column, ``columns`` within a row, or ``none`` if a comparison is
            meaningless (between learning rates).
        not_contrasted: columns without a comparison, since another method produced their numbers.
        trust: the origin of the numbers, in words.
        x: positions of the published columns on the x axis, if their names are not numbers.
        departures: sentences on differences between runs of size ``paper`` and the paper that are not visible in the
            settings.
        by_eye: whether the numbers were read from a picture by eye, so they have no interval.
        gain: average gain of rows in percent, relative to the row ``gain_over``.
    """

    name: str
    title: str
    source: str
    row_head: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: Mapping[str, Mapping[str, float | None]]
    reproduced: Mapping[str, Mapping[str, tuple[float, float | None]]]
    trust: str
    figure: str = ""
    cited: tuple[str, ...] = ()
    data: str = ""
    measure: str = "test"
    note: str = ""
    departures: str = ""
    contrasts: str = "rows"
    not_contrasted: tuple[str, ...] = ()
    x_head: str = ""
    x: tuple[float, ...] = field(default_factory=tuple)
    by_eye: bool = False
    gain_over: str = ""
    gain: Mapping[str, float] = field(default_factory=dict)

    def test_texts(self, column: str) -> int | None:
        """Return the size of the test set of ``column``, or None for a data set that the paper does not have."""
        return _paper_file()["test_texts"].get(self.data or column)


def published_table(name: str) -> PublishedTable:
    """Return the table or figure ``name`` (``table-2``). Raises UserError that suggests a similar name."""
    tables = _paper_file()["tables"]
    if name not in tables:
        hint = suggest_name(name, tables, f"Available: {', '.join(tables)}.")
        raise UserError(f"the paper has no table '{name}' here.", remedy=hint)
    return _parse_table(name, tables[name], _paper_file()["trust"])


def published_names() -> list[str]:
    """Return the names of all tables and figures in file order."""
    return list(_paper_file()["tables"])


@lru_cache(maxsize=1)
def _paper_file() -> ParsedJson:
    return tomllib.loads((paths.RESOURCES / "paper.toml").read_text(encoding="utf-8"))


def _parse_table(name: str, table: ParsedJson, trust: dict[str, str]) -> PublishedTable:
    columns = tuple(table["columns"])
    values = {
        row: {c: None if math.isnan(v) else float(v) for c, v in zip(columns, numbers, strict=True)}
        for row, numbers in table["rows"].items()
    }
    reproduced: dict[str, dict[str, tuple[float, float | None]]] = {}
    for column, rows in table.get("reproduced", {}).items():
        for row, (mean, *sd) in rows.items():
            reproduced.setdefault(row, {})[column] = (float(mean), float(sd[0]) if sd else None)
    names = "title source row_head figure data measure note departures contrasts x_head gain_over".split()
    return PublishedTable(
        name=name,
        rows=tuple(values),
        columns=columns,
        values=values,
        reproduced=reproduced,
        trust=trust[table["trust"]],
        cited=tuple(table.get("cited", ())),
        not_contrasted=tuple(table.get("not_contrasted", ())),
        x=tuple(float(x) for x in table.get("x", ())),
        by_eye=table["trust"] == "eye",
        gain=table.get("gain", {}),
        **{word: table[word] for word in names if word in table},
    )
