"""The paper's own numbers: tables and figures of Sun et al. 2019, read from ``resources/paper.toml``."""

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
    """One table or figure. Errors in percent, None where the paper has none.

    Attributes:
        figure: "" for a table, ``points`` for a figure whose columns are places on the x axis, ``curves`` for one
            of curves over updates.
        values: {row: {column: error}}.
        reproduced: {row: {column: (mean, standard deviation or None)}} of an independent reproduction.
        cited: rows that the paper took from others.
        data: the data set behind all columns, where these are not data sets themselves.
        measure: the field of a run that is compared, ``test`` or ``validation_last``.
        contrasts: what is compared: ``rows`` within a column, ``columns`` within a row, or ``none`` where a comparison
            is meaningless (one learning rate with another).
        not_contrasted: columns without a comparison, since another method produced their numbers.
        trust: the origin of the numbers, in words.
        x: the places of a figure's published columns on its x axis, when their names do not say.
        departures: where runs of size ``paper`` are trained otherwise than the paper says, beside what their settings
            tell, in sentences.
        by_eye: whether the numbers were read by eye from a picture, so that they carry no interval.
        gain_over: the row against which ``gain``, the average gain of other rows in percent, is measured.
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
        """Return the size of the test set behind ``column``, or None when the paper has no such data set."""
        return _paper_file()["test_texts"].get(self.data or column)


def published_table(name: str) -> PublishedTable:
    """Return the table or figure called ``name`` (``table-2``). Raises UserError with the nearest name."""
    tables = _paper_file()["tables"]
    if name not in tables:
        hint = suggest_name(name, tables, f"Available: {', '.join(tables)}.")
        raise UserError(f"the paper has no table '{name}' here.", remedy=hint)
    return _parse_table(name, tables[name], _paper_file()["trust"])


def published_names() -> list[str]:
    """Return the names of all tables and figures, in the order of the file."""
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
