"""Filters of runs: ``test < 4 and data = trec and tag ~ pilot``, compiled to SQL with bound values.

::

    filter     = all ("or" all)*
    all        = term ("and"? term)*
    term       = "not" term | "(" filter ")" | NAME SIGN VALUE | WORD
    SIGN       = "<" | "<=" | ">" | ">=" | "=" | "!=" | "~" | "!~"

``~`` means *contains*. A NAME is one of :func:`run_quantities`, a setting (``learning_rate``, ``decay.kind``,
``stages.0.epochs``) or a metric with its split (``test/macro_f1``). A condition on a setting is true if any stage of
the run meets it. A WORD must occur in name, sweep, recipe, encoder, data, tags, notes or status. A run without a value
only matches ``= none``. The opposite is ``!= none``.
"""

from __future__ import annotations

import datetime
import itertools
import math
import re
from collections import deque
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, NoReturn

from engine.errors import UserError, is_unicode, printable, suggest_name
from engine.formatting.phrases import phrase
from engine.metrics.base import display_metric
from engine.objectives.base import LabelObjective
from engine.objectives.classification import SINGLE_LABEL
from engine.spec.describe import describe_fields, walk_fields
from engine.spec.experiment import Experiment
from engine.spec.stages.base import Stage
from engine.spec.stages.checkpoint_bound import retention_factor
from engine.store.metrics import LANGUAGE_RISE
from engine.store.rows import RUN_STATUSES

if TYPE_CHECKING:
    from engine.store.database import Store

SEARCH_COLUMNS = ("name", "group_name", "recipe", "encoder", "data", "tags", "notes", "status")
MAX_TOKENS, MAX_DEPTH, MAX_CHARACTERS = 300, 40, 5000

Sql = tuple[str, list[object]]
"""A condition or expression over ``runs r``, and its bound values."""
Kind = Literal["number", "duration", "moment", "text", "path", "labels"]


@dataclass(frozen=True)
class RunQuantity:
    """A quantity of runs for filters and columns: name, title, meaning, and its SQL expression."""

    name: str
    title: str
    meaning: str
    kind: Kind
    sql: str
    is_logarithm: bool = False
    """Whether the store holds the logarithm of the displayed value."""


def metric_expression() -> str:
    """Return SQL for the main metric of a run's last stage, with several tasks that of the first task.

    It is a constant unless a plug-in's objective has another main metric, so that lists stay fast.
    """
    default = display_metric(SINGLE_LABEL.main_metric)
    other_metrics = {
        kind: metric
        for kind, option in LabelObjective.known_options().items()
        if (metric := display_metric(option.main_metric)) != default
    }
    if not other_metrics:
        return f"'{default}'"
    kinds = (f"json_extract(r.spec, '$.stages[#-1].{part}objective.kind')" for part in ("", "tasks[0]."))
    cases = " ".join(f"WHEN '{kind}' THEN '{metric}'" for kind, metric in other_metrics.items())
    return f"(CASE coalesce({', '.join(kinds)}) {cases} ELSE '{default}' END)"


def escape_like(text: str) -> str:
    r"""Return ``text`` for ``LIKE ? ESCAPE '\'``, with percent signs and underscores taken literally."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def text_condition(words: list[str]) -> Sql:
    """Return the condition that every word occurs in one of ``SEARCH_COLUMNS``."""
    condition = "(" + " OR ".join(f"r.{name} LIKE ? ESCAPE '\\'" for name in SEARCH_COLUMNS) + ")"
    bound: list[object] = [f"%{escape_like(word)}%" for word in words for _ in SEARCH_COLUMNS]
    return " AND ".join([condition] * len(words)) or "1", bound


def _summary(column: str, split: str) -> str:
    key = f"'{split}' || {metric_expression()}"
    return f"(SELECT s.{column} FROM summary s WHERE s.run_id = r.id AND s.key = {key})"


@cache
def run_quantities() -> dict[str, RunQuantity]:
    """Return the quantities that every run has, by name."""
    quantities = (
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
                    LANGUAGE_RISE, is_logarithm=True),
        RunQuantity("duration", "Time", "time at work: 90, 90s, 10min, 2h", "duration", "r.active_seconds"),
        RunQuantity("created", "Created", "when it was made: 2026-11-20, today", "moment", "r.created"),
        RunQuantity("started", "Started", "when it began", "moment", "r.started"),
        RunQuantity("finished", "Ended", "when it ended", "moment", "r.finished"),
    )  # fmt: skip
    return {each.name: each for each in quantities}


_ALIASES = {"tags": "tag", "note": "notes", "group": "sweep", "time": "duration", "validation": "best"}


@cache
def setting_names() -> dict[str, str]:
    """Return the label of every setting by its path within a stage or the experiment."""
    names: dict[str, str] = {}
    for meta in describe_fields(Experiment):
        if meta.name in ("name", "notes", "tags", "recipe", "stages", "seed"):
            continue
        names[meta.path] = meta.label
    for meta in walk_fields(Experiment):
        if "." in meta.path and not meta.path.startswith("stages."):
            names.setdefault(meta.path, meta.label)
    for option in Stage.known_options().values():
        for meta in walk_fields(option):
            names.setdefault(meta.path, meta.label)
            if meta.kind == "choice":
                names.setdefault(f"{meta.path}.kind", meta.label)
    return names


def is_setting(name: str) -> bool:
    """Return whether ``name`` is the path of a setting: ``epochs``, ``stages.0.epochs``, ``tasks.1.weight``."""
    return _generic_path(name) in setting_names()


def _generic_path(name: str) -> str:
    """Return the path of a setting as in :func:`setting_names`: ``tasks.N.weight``, without its stage."""
    return re.sub(r"(^|\.)\d+(?=\.|$)", r"\1N", name).removeprefix("stages.N.")


def quantity_title(name: str) -> str:
    """Return the column title of a name: ``Learning rate``, or ``Epochs (2)`` for the second stage.

    An unknown name is returned unchanged.
    """
    from engine.metrics.keys import describe_key

    quantity = run_quantities().get(_ALIASES.get(name, name))
    if quantity is not None:
        return quantity.title
    if "/" in name:
        return describe_key(name).title
    label = setting_names().get(_generic_path(name), name)
    stage = re.match(r"stages\.(\d+)\.", name)
    return (
        label if stage is None else phrase("{label} ({stage})", label=phrase(label), stage=int(stage[1]) + 1)
    )


def read_names(store: Store) -> list[str]:
    """Return all names for filters and columns, including the metrics in the store (``test/macro_f1``)."""
    measures = [str(row[0]) for row in store.execute("SELECT DISTINCT key FROM summary ORDER BY key")]
    return [*run_quantities(), *(name for name in setting_names() if name not in run_quantities()), *measures]


def is_incomplete(text: str) -> bool:
    """Return whether a filter is invalid, but could become valid by adding something at its end.

    >>> is_incomplete("test <"), is_incomplete("(test < 4"), is_incomplete("test < 4"), is_incomplete("tset < 4")
    (True, True, False, False)
    """
    return not _compiles(text) and any(_compiles(text + continuation) for continuation in _CONTINUATIONS)


_CONTINUATIONS = tuple(
    f"{value}{end}" for value in ("", " 1", " x", " today", " failed") for end in ("", ")", '"', '")')
)
"""A value of each kind with closing brackets and quotation marks, to complete an unfinished filter."""


def _compiles(text: str) -> bool:
    try:
        compile_filter(text)
    except UserError:
        return False
    return True


def value_expression(name: str) -> Sql:
    """Return SQL for the value of a quantity, a setting (of all stages, joined by commas) or a metric.

    Raises UserError for an unknown name.
    """
    if not is_unicode(name) or "\0" in name or len(name) > MAX_CHARACTERS:
        raise unknown_name(name, "column")
    name = _ALIASES.get(name, name)
    if (quantity := run_quantities().get(name)) is not None:
        tag_list = "(SELECT group_concat(j.value, ', ') FROM json_each(r.tags) j)"
        return tag_list if quantity.kind == "labels" else quantity.sql, []
    if "/" in name:
        return _measure(name)
    if not is_setting(name):
        raise unknown_name(name, "column")
    where, bound = _setting_nodes(name)
    value = "CASE WHEN count(DISTINCT t.atom) < 2 THEN min(t.atom) ELSE group_concat(DISTINCT t.atom) END"
    return f"(SELECT {value} FROM json_tree(r.spec) t WHERE {where})", bound


def display_value(name: str, value: float | str | None) -> float | str | None:
    """Return the displayed form of a value from ``value_expression(name)``."""
    quantity = run_quantities().get(_ALIASES.get(name, name))
    if quantity is None or not quantity.is_logarithm or not isinstance(value, float):
        return value
    return retention_factor(0.0, value)


def measures_in_filter(text: str) -> list[tuple[str, int]]:
    """Return the metrics in a filter's comparisons (``test/macro_f1``), each with its character position."""
    all_tokens = tokens(text)
    pairs = itertools.pairwise(all_tokens)
    return [(token.text, token.start) for token, sign in pairs if sign.kind == "sign" and "/" in token.text]


def _measure(key: str) -> Sql:
    sql = "(SELECT coalesce(s.at_best, s.last) FROM summary s WHERE s.run_id = r.id AND s.key = ?)"
    return sql, [key]


def _setting_nodes(name: str) -> Sql:
    """Return the condition that a node ``t`` of the specification's JSON holds a value of the setting."""
    path = re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", name)
    ends = [path, f"{path}.kind"]
    paths = [escape_like(f".{end}") for end in ends]
    lists = escape_like(f".{path}[")
    plain = "replace(t.fullkey, '\"', '')"  # older versions of SQLite quote names with underscores
    where = "t.atom IS NOT NULL AND (" + " OR ".join([f"{plain} LIKE ? ESCAPE '\\'"] * 3) + ")"
    return where, [*(f"$%{each}" for each in paths), f"$%{lists}%]"]


def unknown_name(name: str, place: str) -> UserError:
    """Return the error for an unknown name, with the most similar known one."""
    names = (*run_quantities(), *setting_names())
    hint = suggest_name(name, names, "'palimpsest fields' lists the settings.", cutoff=0.5)
    return UserError(f"a run has no '{printable(name, 60)}'.", place=place, remedy=hint)


class Token(NamedTuple):
    """A token of a filter: ``text`` without quotation marks, at character ``start``."""

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
    """Return the tokens of a filter, in order.

    Raises UserError for an unclosed quotation mark, and for a text that is too long.
    """
    if len(text) > MAX_CHARACTERS:
        raise UserError(
            f"is longer than {MAX_CHARACTERS:,} characters.", place="filter", remedy="Shorten it."
        )
    if not is_unicode(text) or "\0" in text:
        raise UserError("holds characters that no text has.", place="filter", remedy="Type it again.")
    parts: list[Token] = []
    position = 0
    while text[position:].strip():
        match = _TOKEN.match(text, position)
        if match is None:
            start_of_token = position + len(text[position:]) - len(text[position:].lstrip())
            fail_at("this quotation mark is not closed.", start_of_token, 'Close it with ".')
        kind = match.lastgroup
        assert kind is not None
        content = match[kind]
        start = match.start(kind) - (kind == "quoted")
        parts.append(Token(kind, _SIGNS.get(content, content) if kind == "sign" else content, start))  # type: ignore[arg-type]
        position = match.end()
    if len(parts) > MAX_TOKENS:
        raise UserError(f"has more than {MAX_TOKENS} parts.", place="filter", remedy="Shorten it.")
    return parts


def fail_at(message: str, start: int, remedy: str = "") -> NoReturn:
    """Raise UserError for an error at a character of a filter, counted from 0."""
    raise UserError(message, place=f"filter, character {start + 1}", remedy=remedy)


def compile_filter(text: str) -> Sql:
    """Return the SQL condition over ``runs r`` of a filter. An empty filter matches every run.

    In SQL, *not*, *and* and *or* have the same precedence as in filters. So only the comparisons are translated.

    Raises UserError with the position of the error.

    >>> compile_filter("seed >= 3")
    ('(r.seed >= ?)', [3.0])
    """
    remaining, end = deque(tokens(text)), len(text.rstrip())
    if not remaining:
        return "1", []
    sql: list[str] = []
    bound: list[object] = []
    open_groups: list[Token] = []  # open brackets, and each "not" before an unfinished condition
    expects_condition = True  # a condition must follow
    while remaining:
        token = remaining.popleft()
        keyword = token.text.lower() if token.kind == "word" else ""
        if expects_condition and (token.kind == "open" or keyword == "not"):
            open_groups.append(token)
            if len(open_groups) > MAX_DEPTH + 1:
                fail_at(f"more than {MAX_DEPTH} brackets are open.", token.start)
            sql.append("(" if token.kind == "open" else "NOT")
            continue
        if expects_condition:
            condition, values = _condition(token, remaining, end)
            sql.append(f"({condition})")
            bound += values
        elif token.kind == "close":
            if not open_groups:
                fail_at("this bracket has no opening bracket.", token.start)
            open_groups.pop()
            sql.append(")")
        else:
            sql.append("OR" if keyword == "or" else "AND")
            if keyword not in ("and", "or"):
                remaining.appendleft(token)
            expects_condition = True
            continue
        expects_condition = False
        while open_groups and open_groups[-1].kind == "word":
            open_groups.pop()
    if expects_condition:
        fail_at("a comparison is missing here.", end, "Give a comparison, such as: test < 4")
    if open_groups:
        fail_at("this bracket is not closed.", open_groups[-1].start)
    return " ".join(sql), bound


def _condition(token: Token, remaining: deque[Token], end: int) -> Sql:
    """Return the condition that begins with ``token``, and remove its other tokens from ``remaining``."""
    if token.kind == "word" and token.text.lower() in ("and", "or"):
        fail_at(f"'{token.text}' cannot join two conditions.", token.start)
    if token.kind == "sign":
        fail_at("a name is missing before this sign.", token.start, "A comparison is: test < 4")
    if token.kind == "close":
        fail_at("this bracket has no opening bracket.", token.start)
    if not remaining or remaining[0].kind != "sign":
        return text_condition([token.text])
    sign = remaining.popleft().text
    value = remaining.popleft() if remaining else None
    if value is None or value.kind not in ("word", "quoted"):
        start = end if value is None else value.start
        fail_at(f"a value is missing after '{sign}'.", start, 'Words with spaces go in "quotation marks".')
    name = _ALIASES.get(token.text.lower(), token.text)
    quantity = run_quantities().get(name.lower())
    if quantity is not None and quantity.kind in ("text", "path", "labels"):
        return _compare_text(quantity, sign, value)
    if quantity is not None:
        return _compare_numbers((quantity.sql, []), sign, value, quantity.kind, quantity.is_logarithm)
    if "/" in name:
        return _compare_numbers(_measure(name), sign, value, "number")
    if is_setting(name):
        return _compare_setting(name, sign, value)
    error = unknown_name(name, "")
    fail_at(error.message, token.start, error.remedy)


def _compare_text(quantity: RunQuantity, sign: str, value: Token) -> Sql:
    sql, text, is_list = quantity.sql, value.text, quantity.kind == "labels"
    if sign.strip("!") not in ("=", "~"):
        fail_at(
            f"'{quantity.name}' cannot be compared by size.", value.start, "Use = for equal, ~ for contains."
        )
    not_ = "NOT " if sign.startswith("!") else ""
    if sign in ("=", "!=") and _is_none(value):
        return f"{not_}{sql} = '{'[]' if is_list else ''}'", []
    if quantity.name == "status":
        text = text.lower().replace(" ", "_")
        if sign in ("=", "!=") and text not in RUN_STATUSES:
            problem = f"there is no status '{printable(text, 60)}'."
            fail_at(problem, value.start, f"Use one of: {', '.join(RUN_STATUSES)}.")
    text = escape_like(text)
    patterns = [f"%{text}%"] if "~" in sign else [text]
    if quantity.kind == "path" and "~" not in sign:
        # Matches one of several data sets, also without scheme, folder or suffix.
        sql = f"'|' || replace(replace({sql}, '\\', '/'), ', ', '|') || '|'"
        patterns = [f"%{before}{text}{after}" for before in "|:/" for after in ("|%", ".%|%")]
    if is_list:
        return f"{not_}EXISTS (SELECT 1 FROM json_each({sql}) j WHERE {_LIKE.format('j.value')})", [*patterns]
    return f"{not_}({' OR '.join([_LIKE.format(sql)] * len(patterns))})", [*patterns]


_LIKE = "{} LIKE ? ESCAPE '\\'"


def _compare_numbers(expression: Sql, sign: str, value: Token, kind: Kind, is_logarithm: bool = False) -> Sql:
    """Return the comparison with a number or a range, such as a day. A value equals a range that contains it."""
    sql, bound = expression
    if kind == "moment":
        sign = sign.replace("~", "=")
    if "~" in sign:
        fail_at("a number cannot be searched by a part of it.", value.start, "Use <, <=, =, !=, >= or >.")
    if _is_none(value) and sign in ("=", "!="):
        return f"{sql} IS {'NOT ' if sign == '!=' else ''}NULL", bound
    if kind == "moment":
        low, high = _moment(value)
    else:
        low = high = _seconds(value) if kind == "duration" else _number(value)
    if sign in ("=", "!=") and kind != "moment":  # as displayed: 3.17 equals 3.1666…
        decimals = re.fullmatch(r"[+-]?\d*\.(\d+)", value.text)
        half = 0.5 * 10.0 ** -len(decimals[1]) if decimals else 0.0
        low, high = low - half, high + half
    if is_logarithm:
        low, high = (math.log(end) if end > 0 else -math.inf for end in (low, high))
    if sign in ("=", "!="):
        return f"{'NOT ' if sign == '!=' else ''}{sql} BETWEEN ? AND ?", [*bound, low, high]
    return f"{sql} {sign} ?", [*bound, low if sign in ("<", ">=") else high]


def _is_none(value: Token) -> bool:
    return value.kind == "word" and value.text.lower() == "none"


_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)


def _number(value: Token) -> float:
    text = value.text.strip().removesuffix("%").replace("−", "-")
    if not _NUMBER.fullmatch(text):
        problem = f"'{printable(value.text, 60)}' is not a number."
        fail_at(problem, value.start, "Use a point for decimals: 3.5, 2e-5.")
    return float(text)


_UNITS = {"": 1, "s": 1, "sec": 1, "min": 60, "m": 60, "h": 3600, "d": 86400}


def _seconds(value: Token) -> float:
    match = re.fullmatch(r"(\d+\.?\d*|\.\d+)\s*([a-z]*)", value.text.strip().lower(), re.ASCII)
    if match is None or match[2] not in _UNITS:
        problem = f"'{printable(value.text, 60)}' is not a duration."
        fail_at(problem, value.start, "Use seconds, or 90s, 10min, 2h, 1d.")
    return float(match[1]) * _UNITS[match[2]]


def _moment(value: Token) -> tuple[float, float]:
    """Return the first and last moment of a day (or of a minute, if a time is given) in the local time zone."""
    text, day = value.text.strip().lower(), datetime.timedelta(days=1)
    today = datetime.datetime.combine(datetime.date.today(), datetime.time())
    try:
        named_days = {"today": today, "yesterday": today - day}
        first = named_days.get(text) or datetime.datetime.fromisoformat(value.text.strip())
        length = day if text in named_days or re.fullmatch(r"[\d-]+", text) else datetime.timedelta(minutes=1)
        return first.timestamp(), math.nextafter((first + length).timestamp(), -math.inf)
    except (ValueError, OverflowError, OSError):
        remedy = 'Use 2026-11-20, "2026-11-20 14:30", today or yesterday.'
        fail_at(f"'{printable(value.text, 60)}' is not a day.", value.start, remedy)


def _compare_setting(name: str, sign: str, value: Token) -> Sql:
    where, bound = _setting_nodes(name)
    exists, text = f"EXISTS (SELECT 1 FROM json_tree(r.spec) t WHERE {where}", value.text.strip()
    if _is_none(value) and sign in ("=", "!="):
        return f"{'NOT ' if sign == '=' else ''}{exists})", bound
    if "~" in sign:
        negation = "NOT " if sign == "!~" else ""
        return f"{negation}{exists} AND {_LIKE.format('t.atom')})", [*bound, f"%{escape_like(value.text)}%"]
    operand: object
    if value.kind == "word" and text.lower() in ("true", "false", "yes", "no"):
        if sign not in ("=", "!="):
            fail_at("yes and no cannot be compared by size.", value.start, "Use =.")
        comparison, operand = "t.type = ?", "true" if text.lower() in ("true", "yes") else "false"
    elif sign in ("=", "!=") and not _NUMBER.fullmatch(text):
        comparison, operand = f"t.type = 'text' AND {_LIKE.format('t.atom')}", escape_like(text)
    else:
        comparison = f"t.type IN ('integer', 'real') AND t.atom {sign.removeprefix('!')} ?"
        operand = _number(value)
    equal = f"{exists} AND {comparison})"
    if sign == "!=":  # a value exists, and none equals the operand
        return f"{exists}) AND NOT {equal}", [*bound, *bound, operand]
    return equal, [*bound, operand]
