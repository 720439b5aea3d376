"""Names of columns: finding the header, making names distinct, looking them up, and inferring roles from their words.

Above a header may be a title or ``sep=;``, below it the questions of a survey or a row of units.
All words of a name count, in the languages of common data files: *Ticket Body*, ``airline_sentiment``, ``Kategorie``,
``texto_resena``. The last word counts most, because ``sentiment_id`` is an id and not a sentiment.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import mode
from typing import Literal

from engine import paths
from engine.errors import UserError, suggest_name
from engine.formatting.numbers import read_index

Role = Literal["text", "title", "label", "score", "id", "date", "split", "other"]

_WORDS = paths.RESOURCES / "column_words.toml"
_PARTICLES = frozenset("at on of the in by to de du des la le del di da do der die das den von van".split())
_TWIN = re.compile(r"(.*?)[ _\-]?([12ab])")
JOINED = ("question title", "question content", "best answer")
"""Names of columns that form one text together."""


@lru_cache(maxsize=1)
def _role_words() -> tuple[dict[str, list[tuple[Role, float]]], dict[str, tuple[Role, float]]]:
    """Return the roles suggested by words and by whole names, with weights."""
    tables, roles = tomllib.loads(_WORDS.read_text(encoding="utf-8")), dict[str, list[tuple[Role, float]]]()
    for role, weights in tables["words"].items():
        for weight, words in weights.items():
            for word in words.split():
                roles.setdefault(_folded(word), []).append((role, float(weight)))
    return roles, {name: (role, weight) for name, (role, weight) in tables["phrases"].items()}


@lru_cache(maxsize=1)
def _pairs() -> list[tuple[str, str]]:
    """Return the usual names of the two segments of a pair."""
    pairs = tomllib.loads(_WORDS.read_text(encoding="utf-8"))["pairs"]
    return [(first, second) for first, second in pairs]


def _folded(text: str) -> str:
    """Return ``text`` in lower case without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return unicodedata.normalize("NFC", "".join(c for c in parts if not unicodedata.combining(c)))


def name_words(name: str) -> list[str]:
    """Return the words of a name, folded, without particles.

    >>> name_words("createdAt"), name_words("Ticket_Body 2")
    (['created'], ['ticket', 'body', '2'])
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    words = re.findall(r"[^\W\d_]+|\d+", _folded(spaced))
    return [word for word in words if word not in _PARTICLES] or words


@lru_cache(maxsize=1 << 15)  # more than the columns of a table, which are gone through several times
def name_roles(name: str) -> dict[Role, float]:
    """Return the roles that a name suggests, with weights from 0 to 1."""
    words = [word for word in name_words(name) if not word.isdecimal()]
    if (phrase := _role_words()[1].get(" ".join(words))) is not None:
        return {phrase[0]: phrase[1]}
    roles: dict[Role, float] = {}
    for index, word in enumerate(words):
        factor = 1.0 if index == len(words) - 1 else 0.9 if index == 0 else 0.8
        for role, weight in _word_roles(word):
            roles[role] = max(roles.get(role, 0.0), weight * factor)
    if len(words) > 1 and words[0] in ("is", "has") and not roles:
        roles["label"] = 0.6
    return roles


@lru_cache(maxsize=1 << 15)
def _word_roles(word: str) -> list[tuple[Role, float]]:
    roles, _ = _role_words()
    if word in roles:
        return roles[word]
    if not word.isascii() and any(ord(c) > 0x2E80 for c in word):  # scripts without blanks between words
        ends = [each for each in roles if not each.isascii() and len(each) > 1 and each in word]
        return roles[max(ends, key=len)] if ends else []
    # Compounds: Nachrichtentext, negativereason.
    ends = [each for each in roles if len(each) >= 4 and word.endswith(each)]
    return [(role, 0.8 * weight) for role, weight in roles[max(ends, key=len)]] if ends else []


def role_weight(name: str, role: Role) -> float:
    """Return the weight of ``role`` for a name, 0 if an id, a date or a count has at least the same weight."""
    weights = name_roles(name)
    weight = weights.get(role, 0.0)
    rival = max((weights.get(each, 0.0) for each in ("id", "date", "other")), default=0.0)
    return 0.0 if rival >= weight else weight


def is_usual_name(name: str) -> bool:
    """Return whether a cell looks like a column name: at most three words that suggest a role."""
    words = name_words(name)
    if not 0 < len(words) <= 3 or len(name) > 40:
        return False
    roles = name_roles(name.strip())
    return max(roles.values(), default=0.0) >= (0.5 if len(words) == 1 or "_" in name else 0.8)


def pair_columns(names: Sequence[str], candidates: Sequence[int]) -> tuple[int, ...]:
    """Return the two of ``candidates`` that are named like the segments of a pair, or an empty tuple.

    Such names are common pairs (premise and hypothesis), or differ only in 1 and 2, or in a and b.
    """
    folded = {" ".join(name_words(names[i])): i for i in reversed(candidates)}
    for first, second in _pairs():
        if first in folded and second in folded:
            return tuple(sorted((folded[first], folded[second])))
    stems: dict[str, dict[str, int]] = {}
    for i in candidates:
        if (match := _TWIN.fullmatch(names[i].casefold().strip())) and match[1]:
            stems.setdefault(match[1], {})[match[2]] = i
    for stem, twins in stems.items():
        for one, other in (("1", "2"), ("a", "b")):
            if one in twins and other in twins and (role_weight(stem, "text") or stem in ("s", "q", "t")):
                return tuple(sorted((twins[one], twins[other])))
    return ()


def joined_columns(names: Sequence[str], candidates: Sequence[int]) -> tuple[int, ...]:
    """Return those of ``candidates`` that form one text together, judging by their names, or an empty tuple."""
    folded = {" ".join(name_words(names[i])): i for i in reversed(candidates)}
    return tuple(sorted(folded[name] for name in JOINED)) if all(n in folded for n in JOINED) else ()


def distinct_names(names: Sequence[str]) -> list[str]:
    """Return ``names`` with a number appended to repeated ones.

    >>> distinct_names(["text", "text", "text_2"])
    ['text', 'text_3', 'text_2']
    """
    counts: dict[str, int] = {}
    used, result = set(names), []
    for name in names:
        candidate = name
        counts[name] = counts.get(name, 0) + 1
        while counts[name] > 1 and candidate in used:
            candidate = f"{name}_{counts[name]}"
            counts[name] += candidate in used
        used.add(candidate)
        result.append(candidate)
    return result


def header_names(cells: Sequence[str]) -> list[str]:
    """Return distinct column names for a header. A blank name becomes the number of the column."""
    return distinct_names([cell.strip() or str(i + 1) for i, cell in enumerate(cells)])


def find_column(names: Sequence[str], column: str, place: str, has_header: bool) -> int:
    """Return the index of the column with a name (ignoring case if needed) or with a number from 1.

    Raises UserError that lists the columns when none matches.
    """
    column = column.strip()
    if column in names:
        return names.index(column)
    matches = [i for i, name in enumerate(names) if name.casefold() == column.casefold()]
    if len(matches) == 1:
        return matches[0]
    number = read_index(column)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    hint = suggest_name(column, names if has_header else (), "")
    columns = describe_columns(names, has_header)
    raise UserError(f"there is no column '{column}'.", place=place, remedy=f"{hint} {columns}".strip())


def describe_columns(names: Sequence[str], has_header: bool) -> str:
    """Return the columns as a sentence for an error message."""
    if not has_header:
        return f"The file has no header; its columns are numbered 1 to {len(names)}."
    return f"Columns: {', '.join(names) or 'none'}."


_NUMERIC = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?")
_LONGEST = 60
"""Maximum length of a name in characters. Longer cells are texts."""
_NEVER, _SURE = -4.0, 5.0
"""Votes of columns whose first cell is certainly not a name, and certainly one."""


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first of ``rows`` is a header.

    Names may be blank or repeated. Later rows equal to the first are repeated headers, and do not count against it.
    """
    header = [cell.strip() for cell in rows[0]]
    body = [[cell.strip() for cell in row] for row in rows[1:]]
    records = [row for row in body if row != header]
    if len(body) - len(records) > max(1, len(body) // 10):  # a frequent record, not a header
        records = body
    if not any(header):
        return False
    columns = ([row[i] for row in records if i < len(row) and row[i]] for i in range(len(header)))
    return sum(_vote(name, cells) for name, cells in zip(header, columns, strict=True) if name) > 0


def is_number(cell: str) -> bool:
    """Return whether a cell is a number, with a point or a comma."""
    return _NUMERIC.fullmatch(cell) is not None


def _vote(name: str, cells: list[str]) -> float:
    """Return the evidence that ``name`` is a column name rather than one of ``cells``, which are not blank."""
    kind = values_kind(cells)
    if len(name) > _LONGEST:  # a survey question, or a text
        return _SURE if kind and not fits_values(name, cells) else _NEVER
    usual = is_usual_name(name)
    if is_number(name):
        return -2.0 if not cells or kind == "numbers" else 0.5
    if name in cells:
        return 0.0 if usual else -2.0
    vote = 2.0 if usual else 0.0
    if not cells:
        return vote
    if kind == "numbers":
        return vote + 2.0
    if kind == "codes":
        return vote - 1.5 if fits_values(name, cells) else vote + 4.0
    if kind == "few":
        single = sum(1 for count in Counter(cells).values() if count == 1)
        is_sure = (usual and not single) or len(name) > 3 * max(map(len, cells))
        return _SURE if is_sure else vote + (1.0 if single <= 0.1 * len(cells) else 0.3)
    length = sum(map(len, cells)) / len(cells)
    words = sum(len(cell.split()) for cell in cells) / len(cells)
    if len(name) > 0.6 * length or len(name.split()) > 0.6 * max(words, 2):
        return vote - 1.0
    return vote + (1.0 if len(name.split()) <= 4 and words >= 3 else 0.0)


def values_kind(cells: Sequence[str]) -> Literal["numbers", "codes", "few", ""]:
    """Return the kind of the cells of a column: numbers, codes with one pattern (such as dates), or few values.

    Empty for texts, and without cells.
    """
    if not cells or all(map(is_number, cells)):
        return "numbers" if cells else ""
    shape, count = Counter(map(_shape, cells)).most_common(1)[0]
    if "9" in shape and count > 0.8 * len(cells) and len(cells) > 1:  # 2026-05-26, T-293630
        return "codes"
    short = sum(map(len, cells)) <= 40 * len(cells)
    return "few" if short and len(set(cells)) <= len(cells) / 2 else ""


def fits_values(cell: str, cells: Sequence[str]) -> bool:
    """Return whether ``cell`` fits the kind of the cells of its column."""
    kind = values_kind(cells)
    return (kind == "numbers" and is_number(cell)) or (
        cell in cells if kind != "codes" else _shape(cell) in set(map(_shape, cells))
    )


def _shape(cell: str) -> str:
    """Return the pattern of a cell: ``T-293630`` is ``A-9``."""
    return re.sub(r"[^\W\d_]+", "A", re.sub(r"\d+", "9", cell))


_LEAST_ROWS = 5
"""Minimum number of rows to determine the kind of a column."""
_ABOVE = re.compile(r"\s*(sep=.?$|# )", re.IGNORECASE)
_RULE = re.compile(r"[\s|+:]*-{2}[-\s|+:]*")


@dataclass(frozen=True)
class TableStart:
    """The start of a table.

    Attributes:
        first_row: index of the first row of values.
        header: cells of the header, empty without one.
        names: names of the columns.
        notes: notes on lines that are left out above and below the header.
    """

    first_row: int
    header: Sequence[str]
    names: list[str]
    notes: tuple[str, ...]

    @property
    def has_header(self) -> bool:
        """Whether the columns have names of their own."""
        return bool(self.header)


def find_table_start(
    rows: Sequence[Sequence[str]], header: str, name: str, *, keeps_captions: bool
) -> TableStart:
    """Return the start of the table in ``rows``, the first ones of file ``name``. Rows may lack their last cells.

    Args:
        header: "yes", "no" or "auto": whether the first row of the table is a header.
        keeps_captions: whether rows that continue the header are kept as rows.
    """
    skipped = _count_above(rows)
    if header != "yes" and not has_header(rows[skipped:]):  # what looks like a title may be a row
        skipped = int(len(rows) > 1 and rows[0][0].strip().casefold().startswith("sep="))
    table = rows[skipped:]
    has_names = header == "yes" or (header == "auto" and has_header(table))
    captions = 0 if not has_names or keeps_captions else _count_captions(table)
    excerpts = [", ".join(filter(None, map(str.strip, row)))[:60] for row in (rows[0], *table[1:2])]
    notes = []
    if skipped:
        notes.append(f"Lines left out above the table in {name}: {skipped} ({excerpts[0]}).")
    if captions:
        notes.append(f"Lines left out below the header in {name}: {captions} ({excerpts[1]}).")
    names = header_names(table[0]) if has_names else [str(i + 1) for i in range(len(table[0]))]
    return TableStart(skipped + has_names + captions, table[0] if has_names else (), names, tuple(notes))


def _count_above(rows: Sequence[Sequence[str]]) -> int:
    """Return the number of lines above the table: a title, a comment, Excel's ``sep=;``, cells beside a title."""
    filled = [[cell for cell in row if cell.strip()] for row in rows]
    width, filled_width = mode(map(len, rows)), mode(map(len, filled))
    for index, (row, cells) in enumerate(zip(rows[:20], filled, strict=False)):
        is_title = filled_width > 1 and len(cells) <= 1 and (row[0].strip() or not cells)
        is_narrow = 2 * len(row) <= width
        if not _ABOVE.match(row[0]) and not ((is_title or is_narrow) and not any(map(is_usual_name, cells))):
            named = next((k for k in range(index, min(index + 5, len(rows))) if _has_words(rows[k])), index)
            start = named if named > index and has_header(rows[named:]) else index
            return start if start < len(rows) - 1 else 0
    return 0


def _has_words(row: Sequence[str]) -> bool:
    """Return whether every cell has a letter, as names have, unlike dates, numbers and blank cells."""
    return all(any(map(str.isalpha, cell)) for cell in row)


def _count_captions(table: Sequence[Sequence[str]]) -> int:
    """Return the number of rows that continue the header: their cells differ in kind from those below.

    Columns of numbers, dates, codes or few values are the evidence, or a line drawn in a text (|---|---|).
    """
    if len(table) > 1 and _RULE.fullmatch("".join(table[1])):
        return 1
    for count in range(min(2, len(table) - 1 - _LEAST_ROWS), 0, -1):
        if all(_is_caption(row, table[1 + count :]) for row in table[1 : 1 + count]):
            return count
    return 0


def _is_caption(row: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    evidence = 0.0
    for index, cell in enumerate(map(str.strip, row)):
        values = [each[index].strip() for each in rows if index < len(each) and each[index].strip()]
        if len(values) >= _LEAST_ROWS and values_kind(values):
            if cell and fits_values(cell, values):
                return False
            evidence += 1 if cell else 0.3 * (len(values) == len(rows))
    return evidence >= 1.5
