"""Filters of runs: ``test < 4 and data = trec and tag ~ pilot``, compiled to SQL with bound values.

::

    filter     = all ("or" all)*
    all        = term ("and"? term)*
    term       = "not" term | "(" filter ")" | NAME SIGN VALUE | WORD
    SIGN       = "<" | "<=" | ">" | ">=" | "=" | "!=" | "~" | "!~"

``~`` is *contains*. A NAME is one of :func:`run_quantities`, a setting (``learning_rate``, ``decay.kind``,
``stages.0.epochs``; true of a run if it is of any of its stages) or a measure with its split (``test/macro_f1``).
A WORD by itself must occur in name, sweep, recipe, encoder, data, tags, notes or status. A run that lacks a value
matches no comparison with it but ``= none``; its opposite is ``!= none``.
"""

from __future__ import annotations

import datetime
import difflib
import itertools
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, NoReturn

from engine.errors import UserError, is_unicode, printable
from engine.formatting.phrases import phrase
from engine.objectives.base import LabelObjective
from engine.objectives.classification import SINGLE_LABEL
from engine.spec.describe import describe_fields, walk_fields
from engine.spec.experiment import Experiment
from engine.spec.stages.base import Stage
from engine.store.metrics import LANGUAGE_RISE
from engine.store.rows import RUN_STATUSES

SEARCH_COLUMNS = ("name", "group_name", "recipe", "encoder", "data", "tags", "notes", "status")
MOST_TOKENS, MOST_DEPTH, MOST_CHARACTERS = 300, 40, 5000

Sql = tuple[str, list[object]]
"""A condition or an expression over ``runs r``, and the values that it binds."""
Kind = Literal["number", "duration", "moment", "text", "path", "labels"]


@dataclass(frozen=True)
class RunQuantity:
    """Quantity of a run for filters and columns: its name, title and meaning, how to get it from a row."""

    name: str
    title: str
    meaning: str
    kind: Kind
    sql: str
    from_value: Callable[[float], float] | None = None
    """Turns a number that was typed into the stored one."""
    to_value: Callable[[float], float] | None = None
    """Turns the stored number into the one that is shown."""


def metric_expression() -> str:
    """Return SQL for the main metric of the objective of a run's last stage; of several tasks, of the first.

    A constant where no objective has another main metric than classification, so that lists cost nothing
    more.
    """
    usual = SINGLE_LABEL.main_metric
    others = {
        kind: option.main_metric
        for kind, option in LabelObjective.known_options().items()
        if option.main_metric != usual
    }
    if not others:
        return f"'{usual}'"
    asked = (f"json_extract(r.spec, '$.stages[#-1].{part}objective.kind')" for part in ("", "tasks[0]."))
    cases = " ".join(f"WHEN '{kind}' THEN '{metric}'" for kind, metric in others.items())
    return f"(CASE coalesce({', '.join(asked)}) {cases} ELSE '{usual}' END)"


def escape_like(text: str) -> str:
    r"""``text`` for ``LIKE ? ESCAPE '\'``: percent signs and underscores stand for themselves."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def words_condition(words: list[str]) -> Sql:
    """Return the condition that every word occurs in one of ``SEARCH_COLUMNS``."""
    one = "(" + " OR ".join(f"r.{name} LIKE ? ESCAPE '\\'" for name in SEARCH_COLUMNS) + ")"
    bound: list[object] = [f"%{escape_like(word)}%" for word in words for _ in SEARCH_COLUMNS]
    return " AND ".join([one] * len(words)) or "1", bound


def _summary(column: str, split: str) -> str:
    key = f"'{split}' || {metric_expression()}"
    return f"(SELECT s.{column} FROM summary s WHERE s.run_id = r.id AND s.key = {key})"


def _log(value: float) -> float:
    return math.log(value) if value > 0 else -math.inf


def _exp(rise: float) -> float:
    return math.exp(rise) if rise < 700 else math.inf


@cache
def run_quantities() -> dict[str, RunQuantity]:
    """Return what a filter knows of every run, by name."""
    made = (
        RunQuantity("id", "Number", "number of the run", "number", "r.id"),
        RunQuantity("name", "Name", "name of the run", "text", "r.name"),
        RunQuantity("status", "Status", ", ".join(RUN_STATUSES), "text", "r.status"),
        RunQuantity("data", "Data", "data sets of the last stage", "path", "r.data"),
        RunQuantity("encoder", "Encoder", "encoder", "path", "r.encoder"),
        RunQuantity("recipe", "Recipe", "recipe", "text", "r.recipe"),
        RunQuantity("sweep", "Sweep", "name of the sweep", "text", "r.group_name"),
        RunQuantity("tag", "Tags", "any of the tags", "labels", "r.tags"),
        RunQuantity("notes", "Notes", "notes", "text", "r.notes"),
        RunQuantity("seed", "Seed", "seed", "number", "r.seed"),
        RunQuantity("device", "Device", "device", "text", "r.device"),
        RunQuantity("precision", "Precision", "fp32 or bf16", "text", "r.precision"),
        RunQuantity("step", "Step", "updates done", "number", "r.step"),
        RunQuantity("steps", "Updates planned", "updates planned", "number", "r.steps"),
        RunQuantity("best", "Best validation", "best validation value of the main metric", "number",
                    _summary("best", "validation/")),
        RunQuantity("last", "Last validation", "last validation value of the main metric", "number",
                    _summary("last", "validation/")),
        RunQuantity("test", "Test", "test value of the main metric", "number", _summary("at_best", "test/")),
        RunQuantity("forgot", "Forgot, ×", "perplexity on general text after training, × before", "number",
                    LANGUAGE_RISE, _log, _exp),
        RunQuantity("duration", "Time", "time at work: 90, 90s, 10min, 2h", "duration", "r.active_seconds"),
        RunQuantity("created", "Created", "when it was made: 2026-11-20, today", "moment", "r.created"),
        RunQuantity("started", "Started", "when it began", "moment", "r.started"),
        RunQuantity("finished", "Ended", "when it ended", "moment", "r.finished"),
    )  # fmt: skip
    return {each.name: each for each in made}


_ALIASES = {"tags": "tag", "note": "notes", "group": "sweep", "time": "duration", "validation": "best"}


@cache
def setting_names() -> dict[str, str]:
    """Return every setting that a run may have, by its path within a stage or the experiment, with its label."""
    found: dict[str, str] = {}
    for meta in describe_fields(Experiment):
        if meta.name in ("name", "notes", "tags", "recipe", "stages", "seed"):
            continue
        found[meta.path] = meta.label
    for meta in walk_fields(Experiment):
        if "." in meta.path and not meta.path.startswith("stages."):
            found.setdefault(meta.path, meta.label)
    for option in Stage.known_options().values():
        for meta in walk_fields(option):
            found.setdefault(meta.path, meta.label)
            if meta.kind == "choice":
                found.setdefault(f"{meta.path}.kind", meta.label)
    return found


def is_setting(name: str) -> bool:
    """Return whether ``name`` is the path of a setting: ``epochs``, ``stages.0.epochs``, ``tasks.1.weight``."""
    return _without_numbers(name) in setting_names()


def _without_numbers(name: str) -> str:
    """Return the path of a setting as :func:`setting_names` has it: ``tasks.N.weight``, without its stage."""
    return re.sub(r"(^|\.)\d+(?=\.|$)", r"\1N", name).removeprefix("stages.N.")


def quantity_title(name: str) -> str:
    """Return what stands over the values of a name: ``Learning rate``, ``Epochs (2)`` of the second stage.

    A name that is none stays as it is.
    """
    from engine.metrics.keys import describe_key

    known = run_quantities().get(_ALIASES.get(name, name))
    if known is not None:
        return known.title
    if "/" in name:
        return describe_key(name).title
    label = setting_names().get(_without_numbers(name), name)
    stage = re.match(r"stages\.(\d+)\.", name)
    return (
        label if stage is None else phrase("{label} ({stage})", label=phrase(label), stage=int(stage[1]) + 1)
    )


def known_names(measures: list[str] | None = None) -> dict[str, str]:
    """Return all names that a filter takes, with what each is; ``measures``: those of a store (``test/macro_f1``)."""
    found = {each.name: each.meaning for each in run_quantities().values()}
    for name, label in setting_names().items():
        found.setdefault(name, label)
    from engine.metrics.keys import describe_key

    return found | {key: describe_key(key).title for key in measures or ()}


def value_expression(name: str) -> Sql:
    """Return SQL for the value of a quantity, a setting (of all stages, joined by commas) or a measure.

    Raises UserError for another name.
    """
    if not is_unicode(name) or "\0" in name or len(name) > MOST_CHARACTERS:
        raise unknown_name(name, "column")
    name = _ALIASES.get(name, name)
    if (known := run_quantities().get(name)) is not None:
        every = "(SELECT group_concat(j.value, ', ') FROM json_each(r.tags) j)"
        return every if known.kind == "labels" else known.sql, []
    if "/" in name:
        return _measure(name)
    if not is_setting(name):
        raise unknown_name(name, "column")
    where, bound = _setting_nodes(name)
    value = "CASE WHEN count(DISTINCT t.atom) < 2 THEN min(t.atom) ELSE group_concat(DISTINCT t.atom) END"
    return f"(SELECT {value} FROM json_tree(r.spec) t WHERE {where})", bound


def shown_value(name: str, stored: float | str | None) -> float | str | None:
    """Return what SQL gave for ``value_expression(name)`` as it is to be shown."""
    known = run_quantities().get(_ALIASES.get(name, name))
    convert = known.to_value if known is not None else None
    return convert(stored) if convert is not None and isinstance(stored, float) else stored


def measures_named(text: str) -> list[tuple[str, int]]:
    """Return the measures that a filter compares (``test/macro_f1``), each with the character where it stands."""
    parts = tokens(text)
    pairs = itertools.pairwise(parts)
    return [(one.text, one.start) for one, sign in pairs if sign.kind == "sign" and "/" in one.text]


def _measure(key: str) -> Sql:
    sql = "(SELECT coalesce(s.at_best, s.last) FROM summary s WHERE s.run_id = r.id AND s.key = ?)"
    return sql, [key]


def _setting_nodes(name: str) -> Sql:
    """Return the condition on a node ``t`` of the specification's JSON that it holds a value of the setting."""
    path = re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", name)
    ends = [path, f"{path}.kind"]
    paths = [escape_like(f".{end}") for end in ends]
    lists = escape_like(f".{path}[")
    plain = "replace(t.fullkey, '\"', '')"  # older versions of SQLite quote names with an underscore
    where = "t.atom IS NOT NULL AND (" + " OR ".join([f"{plain} LIKE ? ESCAPE '\\'"] * 3) + ")"
    return where, [*(f"$%{each}" for each in paths), f"$%{lists}%]"]


def unknown_name(name: str, place: str) -> UserError:
    """Return the error for a name that is none, with the nearest that is one."""
    near = difflib.get_close_matches(name, [*run_quantities(), *setting_names()], n=1, cutoff=0.5)
    hint = f"Did you mean '{near[0]}'?" if near else "'palimpsest fields' lists the settings."
    return UserError(f"there is no '{printable(name, 60)}' of a run.", place=place, remedy=hint)


class Token(NamedTuple):
    """A part of a filter's text: ``text`` without its quotation marks, from character ``start`` on."""

    kind: Literal["word", "quoted", "sign", "open", "close"]
    text: str
    start: int


_TOKEN = re.compile(
    r"""\s*(?:
    (?P<sign><=|>=|==|!=|!~|[<>=~≤≥≠])
    |(?P<open>\()|(?P<close>\))
    |"(?P<quoted>[^"]*)"
    |(?P<word>(?:(?!![=~])[^\s()<>=~≤≥≠"])+)
    )""",
    re.VERBOSE,
)
_SIGNS = {"==": "=", "≤": "<=", "≥": ">=", "≠": "!="}


def tokens(text: str) -> list[Token]:
    """Return the parts of a filter, in order.

    Raises UserError at a quotation mark without an end, and for a text beyond all measure.
    """
    if len(text) > MOST_CHARACTERS:
        raise UserError(
            f"is longer than {MOST_CHARACTERS:,} characters.", place="filter", remedy="Ask for less."
        )
    if not is_unicode(text) or "\0" in text:
        raise UserError("holds characters that no text has.", place="filter", remedy="Type it again.")
    found: list[Token] = []
    place = 0
    while text[place:].strip():
        match = _TOKEN.match(text, place)
        if match is None:
            where = place + len(text[place:]) - len(text[place:].lstrip())
            fail_at("this quotation mark has no end.", where, 'Close it with ".')
        kind = match.lastgroup
        assert kind is not None
        part = match[kind]
        start = match.start(kind) - (kind == "quoted")
        found.append(Token(kind, _SIGNS.get(part, part) if kind == "sign" else part, start))  # type: ignore[arg-type]
        place = match.end()
    if len(found) > MOST_TOKENS:
        raise UserError(f"has more than {MOST_TOKENS} parts.", place="filter", remedy="Ask for less.")
    return found


def fail_at(message: str, start: int, remedy: str = "") -> NoReturn:
    """Raise UserError for what is wrong at a character of a filter, counted from 0."""
    raise UserError(message, place=f"filter, character {start + 1}", remedy=remedy)


def compile_filter(text: str) -> Sql:
    """Return the condition over ``runs r`` that a filter stands for; an empty filter is true of every run.

    Raises UserError with the character at which something is wrong.

    >>> compile_filter("seed >= 3")
    ('r.seed >= ?', [3.0])
    """
    parts = tokens(text)
    if not parts:
        return "1", []
    parser = _Parser(parts, len(text.rstrip()))
    found = parser.any_of(0)
    if (rest := parser.peek()) is not None:
        fail_at("this bracket closes none." if rest.kind == "close" else "is not expected here.", rest.start)
    return found


class _Parser:
    """Reads tokens from left to right; every method returns the SQL of what it has read."""

    def __init__(self, parts: list[Token], end: int) -> None:
        self._parts, self._end, self._place = parts, end, 0

    def peek(self, ahead: int = 0) -> Token | None:
        place = self._place + ahead
        return self._parts[place] if place < len(self._parts) else None

    def _is_word(self, text: str) -> bool:
        token = self.peek()
        return token is not None and token.kind == "word" and token.text.lower() == text

    def any_of(self, depth: int) -> Sql:
        found = [self._all_of(depth)]
        while self._is_word("or"):
            self._place += 1
            found.append(self._all_of(depth))
        return _joined(found, " OR ")

    def _all_of(self, depth: int) -> Sql:
        found = [self._term(depth)]
        while (token := self.peek()) is not None and token.kind != "close" and not self._is_word("or"):
            if self._is_word("and"):
                self._place += 1
            found.append(self._term(depth))
        return _joined(found, " AND ")

    def _term(self, depth: int) -> Sql:
        token = self.peek()
        if token is None:
            fail_at("something is missing here.", self._end, "Give a comparison, such as: test < 4")
        if depth > MOST_DEPTH:
            fail_at(f"more than {MOST_DEPTH} brackets are open.", token.start)
        self._place += 1
        if token.kind == "open":
            inside = self.any_of(depth + 1)
            if (closing := self.peek()) is None or closing.kind != "close":
                fail_at("this bracket is not closed.", token.start)
            self._place += 1
            return f"({inside[0]})", inside[1]
        if token.kind == "word" and token.text.lower() == "not":
            sql, bound = self._term(depth + 1)
            return f"NOT ({sql})", bound
        if token.kind == "word" and token.text.lower() in ("and", "or"):
            fail_at(f"'{token.text}' stands between two conditions.", token.start)
        if token.kind in ("sign", "close"):
            fail_at(
                "a name is missing before this sign." if token.kind == "sign" else "this bracket closes none.",
                token.start, "A comparison is: test < 4" if token.kind == "sign" else "",
            )  # fmt: skip
        sign = self.peek()
        if sign is None or sign.kind != "sign":
            return words_condition([token.text])
        self._place += 1
        value = self.peek()
        if value is None or value.kind not in ("word", "quoted"):
            start = value.start if value is not None else self._end
            fail_at(
                f"a value is missing after '{sign.text}'.",
                start,
                'Words with spaces go in "quotation marks".',
            )
        self._place += 1
        return _comparison(token, sign.text, value)


def _joined(found: list[Sql], by: str) -> Sql:
    if len(found) == 1:
        return found[0]
    return "(" + by.join(sql for sql, _ in found) + ")", [value for _, bound in found for value in bound]


def _comparison(named: Token, sign: str, value: Token) -> Sql:
    name = _ALIASES.get(named.text.lower(), named.text)
    name = name.lower() if name.lower() in run_quantities() else name
    if name in run_quantities():
        return _compare_quantity(run_quantities()[name], sign, value)
    if "/" in name:
        sql, bound = _measure(name)
        return _compare_numbers(sql, bound, sign, value, _number)
    if is_setting(name):
        return _compare_setting(name, sign, value)
    wrong = unknown_name(name, "")
    fail_at(wrong.message, named.start, wrong.remedy)


def _compare_quantity(quantity: RunQuantity, sign: str, value: Token) -> Sql:
    sql, kind = quantity.sql, quantity.kind
    if kind == "number":
        convert = quantity.from_value
        return _compare_numbers(
            sql, [], sign, value, lambda t: convert(_number(t)) if convert else _number(t)
        )
    if kind == "duration":
        return _compare_numbers(sql, [], sign, value, _seconds)
    if kind == "moment":
        return _compare_moments(sql, sign, value)
    if sign in ("<", "<=", ">", ">="):
        fail_at(
            f"'{quantity.name}' cannot be compared by size.", value.start, "Use = for equal, ~ for contains."
        )
    no = "NOT " if sign.startswith("!") else ""
    nothing = _is_none(value) and sign in ("=", "!=")
    if kind == "labels":
        if nothing:
            return f"{no}r.tags = '[]'", []
        test = "j.value LIKE ? ESCAPE '\\'"
        pattern = escape_like(value.text) if sign in ("=", "!=") else f"%{escape_like(value.text)}%"
        return f"{no}EXISTS (SELECT 1 FROM json_each(r.tags) j WHERE {test})", [pattern]
    if nothing:
        return f"{no}{sql} = ''", []
    text = value.text
    if quantity.name == "status":
        text = text.lower().replace(" ", "_")
        if sign in ("=", "!=") and text not in RUN_STATUSES:
            fail_at(
                f"there is no status '{printable(text, 60)}'.",
                value.start,
                f"Use one of: {', '.join(RUN_STATUSES)}.",
            )
    text = escape_like(text)
    if sign in ("~", "!~"):
        return f"{no}{sql} LIKE ? ESCAPE '\\'", [f"%{text}%"]
    if kind == "path":  # one of several; a name without its scheme or folder, a file without its ending
        whole = f"'|' || replace(replace({sql}, '\\', '/'), ', ', '|') || '|'"
        patterns = [f"%{before}{text}{after}" for before in "|:/" for after in ("|%", ".%|%")]
        test = f"{whole} LIKE ? ESCAPE '\\'"
        return f"{no}({' OR '.join([test] * len(patterns))})", [*patterns]
    return f"{no}{sql} LIKE ? ESCAPE '\\'", [text]


def _compare_numbers(
    sql: str, bound: list[object], sign: str, value: Token, read: Callable[[Token], float]
) -> Sql:
    if sign in ("~", "!~"):
        fail_at("a number cannot be searched for a part of it.", value.start, "Use <, <=, =, !=, >= or >.")
    if _is_none(value) and sign in ("=", "!="):
        return f"{sql} IS {'NOT ' if sign == '!=' else ''}NULL", bound
    number = read(value)
    if sign in ("=", "!="):  # as it is shown: 3.17 is equal to the 3.1666… of a table
        least, most = _rounding(value.text, number)
        return f"{'NOT ' if sign == '!=' else ''}{sql} BETWEEN ? AND ?", [*bound, least, most]
    return f"{sql} {sign} ?", [*bound, number]


def _rounding(text: str, number: float) -> tuple[float, float]:
    """Return between which numbers lies what is written as ``text``: half a unit of its last decimal around it."""
    decimals = re.fullmatch(r"[+-]?\d*\.(\d+)", text)
    half = 0.5 * 10.0 ** -len(decimals[1]) if decimals else 0.0
    return number - half, number + half


def _is_none(value: Token) -> bool:
    return value.kind == "word" and value.text.lower() == "none"


def _number(value: Token) -> float:
    text = value.text.strip().removesuffix("%").replace("−", "-")
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", text, re.IGNORECASE | re.ASCII):
        fail_at(
            f"'{printable(value.text, 60)}' is not a number.",
            value.start,
            "Use a point for decimals: 3.5, 2e-5.",
        )
    return float(text)


_UNITS = {"": 1, "s": 1, "sec": 1, "min": 60, "m": 60, "h": 3600, "d": 86400}


def _seconds(value: Token) -> float:
    found = re.fullmatch(r"([\d.]+)\s*([a-z]*)", value.text.strip().lower(), re.ASCII)
    if found is None or found[2] not in _UNITS or not re.fullmatch(r"\d+\.?\d*|\.\d+", found[1]):
        fail_at(
            f"'{printable(value.text, 60)}' is not a duration.",
            value.start,
            "Use seconds, or 90s, 10min, 2h, 1d.",
        )
    return float(found[1]) * _UNITS[found[2]]


def _compare_moments(sql: str, sign: str, value: Token) -> Sql:
    if _is_none(value) and sign in ("=", "!="):
        return f"{sql} IS {'NOT ' if sign == '!=' else ''}NULL", []
    first, after = _moment(value)
    if sign in ("~", "="):
        return f"({sql} >= ? AND {sql} < ?)", [first, after]
    if sign in ("!~", "!="):
        return f"({sql} < ? OR {sql} >= ?)", [first, after]
    edge = {"<": ("<", first), "<=": ("<", after), ">": (">=", after), ">=": (">=", first)}[sign]
    return f"{sql} {edge[0]} ?", [edge[1]]


def _moment(value: Token) -> tuple[float, float]:
    """Return when a day (or, with a time, a minute) of this computer's time zone begins and when it is over."""
    text, day = value.text.strip(), datetime.timedelta(days=1)
    today = datetime.datetime.combine(datetime.date.today(), datetime.time())
    try:
        if text.lower() in ("today", "yesterday"):
            first = today if text.lower() == "today" else today - day
            return first.timestamp(), (first + day).timestamp()
        first = datetime.datetime.fromisoformat(text)
        length = day if re.fullmatch(r"[\d-]+", text) else datetime.timedelta(minutes=1)
        return first.timestamp(), (first + length).timestamp()
    except (ValueError, OverflowError, OSError):
        remedy = 'Use 2026-11-20, "2026-11-20 14:30", today or yesterday.'
        fail_at(f"'{printable(value.text, 60)}' is not a day.", value.start, remedy)


def _compare_setting(name: str, sign: str, value: Token) -> Sql:
    where, bound = _setting_nodes(name)
    some = f"EXISTS (SELECT 1 FROM json_tree(r.spec) t WHERE {where}"
    if _is_none(value) and sign in ("=", "!="):
        return f"{'NOT ' if sign == '=' else ''}{some})", bound
    if sign in ("~", "!~"):
        pattern = f"%{escape_like(value.text)}%"
        no = "NOT " if sign == "!~" else ""
        return f"{no}{some} AND t.atom LIKE ? ESCAPE '\\')", [*bound, pattern]
    text = value.text.strip()
    compared, one = f"t.type IN ('integer', 'real') AND t.atom {sign if sign != '!=' else '='} ?", text
    given: object
    if one.lower() in ("true", "false", "yes", "no") and value.kind == "word":
        if sign not in ("=", "!="):
            fail_at("yes and no cannot be compared by size.", value.start, "Use =.")
        kind = "true" if one.lower() in ("true", "yes") else "false"
        compared, given = "t.type = ?", kind
    elif sign in ("=", "!=") and not re.fullmatch(
        r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", one, re.IGNORECASE | re.ASCII
    ):
        compared, given = "t.type = 'text' AND t.atom LIKE ? ESCAPE '\\'", escape_like(one)
    else:
        given = _number(value)
    equal = f"{some} AND {compared})"
    if sign == "!=":  # there is one, and none is this
        return f"({some}) AND NOT {equal})", [*bound, *bound, given]
    return equal, [*bound, given]
