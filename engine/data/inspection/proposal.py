"""Proposed settings for reading a file, apart from its columns: several labels, numbers, grades, pairs of texts.

A data set declares the kind of its labels (``target``) and whether texts are pairs. The default is one class per text.
This module proposes other detected forms, for ``data inspect``, ``new --data`` and the window.
"""

from __future__ import annotations

import math
import re
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.data.column_names import pair_columns, role_weight
from engine.data.columns import MISSING_MARK, ColumnMapping, choose_columns, distinct_values
from engine.data.dataset import read_tables
from engine.data.read_errors import explain_read_errors
from engine.data.records import Records
from engine.data.source_files import locate_source, open_heads
from engine.errors import UserError
from engine.formatting.phrases import phrase
from engine.json_types import JsonObject
from engine.spec.command_line import to_inline_toml
from engine.spec.data import DataSource
from engine.spec.targets import TRUTHS, ClassTarget, LabelSetTarget, Target, read_list, read_number

DELIMITERS = (";", "|", ",", "#")
"""Delimiters of labels, in the order of detection. doccano writes #."""
_IN_NAMES = ",#"
"""Delimiters that occur in class names too (Paris, France), so they need more evidence."""
MOST_GRADES = 11
"""Maximum number of grades (0 to 10). More distinct integers are counts or codes."""


@dataclass(frozen=True, slots=True)
class LabelForm:
    """Form of labels.

    Attributes:
        message: description of the labels and their alternative reading.
        target: the value of ``target`` (``engine.spec.targets``) for this form.
    """

    message: str
    target: JsonObject

    @property
    def setting(self) -> str:
        """Value of ``target`` as in a TOML table, without braces."""
        return ", ".join(f"{name} = {to_inline_toml(value)}" for name, value in self.target.items())


def find_label_form(classes: Sequence[str], *, grades: bool = True) -> LabelForm | None:
    """Return the form of labels in ``classes``, or None if they look like class names.

    ``grades``: whether consecutive integers count as grades. They may also be codes of classes.

    Example: ``["bug", "login", "bug;login"]`` are lists of the two labels ``bug`` and ``login``.
    """
    return (
        _lists(classes)
        or _delimited(classes)
        or (find_grades(classes) if grades else None)
        or find_number_form(classes, fractions=True)
    )


def form_of_labels(source: DataSource, classes: Sequence[str]) -> LabelForm | None:
    """Return the form of labels in a data set, or None if its classes or a target are declared.

    For declared lists of labels, other delimiters than the declared one are detected.
    """
    target = source.target
    if source.classes:
        return None
    if isinstance(target, LabelSetTarget) and not target.columns:
        return _delimited(classes, [sign for sign in DELIMITERS if sign != target.delimiter])
    return find_label_form(classes) if target == ClassTarget() else None


def find_number_form(classes: Sequence[str], *, fractions: bool) -> LabelForm | None:
    """Return the form of measured numbers if ``classes`` are numbers, else None.

    ``fractions``: whether at least one must have a fraction, because integers may be codes of classes.

    Example: ``["2.5", "3", "4.75"]`` are numbers.
    """
    try:
        numbers = [read_number(name) for name in classes]
    except ValueError:
        return None
    if len(numbers) < 3 or not all(map(math.isfinite, numbers)):
        return None
    if fractions and all(number.is_integer() for number in numbers):
        return None
    message = phrase(
        "Labels are {many} different numbers, {least} to {most}: they can be learnt as numbers",
        many=len(numbers),
        least=f"{min(numbers):g}",
        most=f"{max(numbers):g}",
    )
    return LabelForm(message, {"kind": "number"})


def _lists(classes: Sequence[str]) -> LabelForm | None:
    """Return the form of lists in the notation of JSON, Python or NumPy, or None. Lists of one label are classes."""
    lists = [items for name in classes if (items := read_list(name)) is not None]
    is_sure = any(name.startswith('{"choices"') for name in classes)
    if not is_sure and (len(lists) < 2 or 2 * len(lists) < len(classes)):
        return None
    labels = {str(label) for each in lists for label in each}
    if all(len(each) == 1 for each in lists) or len(labels) < 2:
        return None
    lengths = {len(each) for each in lists}
    if (
        len(lengths) == 1
        and labels <= {"0", "1"}
        and any(len(set(map(str, each))) < len(each) for each in lists)
    ):
        message = phrase("Labels are lists of {many} values 0 or 1, one for each label", many=lengths.pop())
        return LabelForm(message, {"kind": "labels", "zeros_and_ones": True})
    message = phrase("Labels are lists, of {many} different labels", many=len(labels))
    return LabelForm(message, {"kind": "labels"})


def _delimited(classes: Sequence[str], delimiters: Sequence[str] = DELIMITERS) -> LabelForm | None:
    for delimiter in delimiters:
        lists = [[part.strip() for part in name.split(delimiter)] for name in classes]
        long_lists = [each for each in lists if len(each) > 1]
        uses = Counter(label for each in lists for label in each)
        if not long_lists or "" in uses or (delimiter == "," and _are_decimals(classes, lists)):
            continue
        if delimiter in _IN_NAMES:
            # Parts of class names with a comma do not recur: "Washington, D.C.".
            is_list = (
                len(long_lists) > 1
                and len(uses) < len(classes)
                and all(uses[label] > 1 for each in long_lists for label in each)
            )
        else:
            is_list = all(any(uses[label] > 1 for label in each) for each in long_lists)
        if is_list:
            example = delimiter.join(long_lists[0])
            message = phrase(
                "Class names look like lists of {many} labels ('{shown}'): a text may have several",
                many=len(uses),
                shown=example,
            )
            return LabelForm(message, {"kind": "labels", "delimiter": delimiter})
    return None


def _are_decimals(classes: Sequence[str], parts: Sequence[Sequence[str]]) -> bool:
    """Return whether numbers with commas are decimals, not lists of label numbers: 3,5 and 4,0.

    Lists of two label numbers are ascending, and few sets have only lists of two.
    """
    if find_number_form(classes, fractions=True) is None:
        return False
    is_unordered = any(int(whole) >= int(rest[0]) for whole, *rest in parts if rest)
    return is_unordered and (len(classes) > MOST_GRADES or all(len(each) > 1 for each in parts))


def find_grades(classes: Sequence[str]) -> LabelForm | None:
    """Return the form of consecutive integers, optionally with a word (1 star), .0 or /5, or None for other classes."""
    matches = [_GRADE.fullmatch(name) for name in classes]
    if (
        not 3 <= len(classes) <= MOST_GRADES
        or len({part and (part[2] or "").rstrip("s") for part in matches}) > 1
    ):
        return None
    by_number = sorted((int(part[1]), name) for part, name in zip(matches, classes, strict=True) if part)
    numbers = [number for number, _ in by_number]
    if len(numbers) < len(classes) or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return None
    message = phrase(
        "Classes are the numbers {least} to {most}: if they are grades, their order can be learnt",
        least=numbers[0],
        most=numbers[-1],
    )
    words = [name for _, name in by_number]
    return LabelForm(
        message, {"kind": "rank"} if all(map(str.isdecimal, words)) else {"kind": "rank", "order": words}
    )


_GRADE = re.compile(r"(\d{1,2})(?:[.,]0)?( \w{1,10}|/\d{1,2})?", re.ASCII)


_FLAGS = frozenset(("0", "1", "0.0", "1.0", "true", "false"))
_MOST_CLASSES = 5000


@dataclass(frozen=True)
class Proposal:
    """A data set with the proposed settings, and a sentence for each of them.

    Attributes:
        source: the data set with the proposed settings.
        settings: the proposed values by dotted field.
        reasons: the reason for each setting, with its command-line option.
    """

    source: DataSource
    settings: JsonObject = field(default_factory=dict)
    reasons: tuple[str, ...] = ()


def propose_reading(source: DataSource) -> Proposal:
    """Return ``source`` with settings proposed from the beginnings of its files. Declared settings are kept.

    An unreadable source is returned unchanged. Reading it reports the reason.
    """
    if source.resolved is not None or source.is_named or source.source.startswith("hub:"):
        return Proposal(source)
    try:
        with explain_read_errors(source.source), open_heads(locate_source(source)) as (heads, _):
            table = read_tables(heads, source)["train"]
            mapping = choose_columns(table, source)
    except UserError:
        return Proposal(source)
    settings: JsonObject = {}
    reasons: list[str] = []
    update: dict[str, object] = {}
    if (
        "target" not in source.model_fields_set
        and (form := propose_target(table, mapping, source)) is not None
    ):
        update["target"] = Target.choose(form.target)
        target_settings: JsonObject = {f"target.{name}": value for name, value in form.target.items()}
        settings |= target_settings
        reasons.append(f"{form.message} ({_options(target_settings)}).")
    if "pair" not in source.model_fields_set and is_pair(table, mapping, source):
        update["pair"] = settings["pair"] = True
        first, second = (table.columns[i] for i in mapping.text)
        reasons.append(f"Texts are pairs of {first} and {second} ({_options({'pair': True})}).")
    return Proposal(source.model_copy(update=update), settings, tuple(reasons))


def _options(settings: JsonObject) -> str:
    words = (
        f"data.{name}={value if isinstance(value, str) else to_inline_toml(value)}"
        for name, value in settings.items()
    )
    return " ".join(f"--set {shlex.quote(word)}" for word in words)


def is_pair(table: Records, mapping: ColumnMapping, source: DataSource) -> bool:
    """Return whether undeclared text columns are named like the two segments of a pair."""
    is_candidate = table.has_header and not source.text and len(mapping.text) == 2
    return is_candidate and pair_columns(table.columns, mapping.text) == mapping.text


def propose_target(table: Records, mapping: ColumnMapping, source: DataSource) -> LabelForm | None:
    """Return the target of labels that are not single classes, or None for single classes and declared targets."""
    if source.target != ClassTarget() or source.classes:
        return None
    if table.target:
        return LabelForm(phrase("Texts have several labels each"), dict(table.target))
    if not source.label and (columns := _columns_of_truths(mapping)):
        names, flags = [table.columns[i] for i in columns], sorted(set(mapping.facts[columns[0]].values))
        message = phrase(
            "{names} are columns of {no} and {yes}: labels of which a text may have several",
            names=", ".join(names), no=flags[0], yes=flags[-1],
        )  # fmt: skip
        return LabelForm(message, {"kind": "labels", "columns": names})
    name = table.columns[mapping.label] if table.has_header else ""
    names = sorted(distinct_values(table, mapping.label) - {MISSING_MARK})
    if not 1 < len(names) <= _MOST_CLASSES:
        return find_number_form(names, fractions=True)
    if role_weight(name, "score"):
        if (
            form := find_number_form(names, fractions=True)
        ) is not None:  # 2,5 is a number in a column of scores, not two labels
            return form
        numbers = find_number_form(names, fractions=False) if len(names) > 20 else None
        return find_label_form(names, grades=False) or find_grades(names) or numbers
    return find_label_form(names, grades=False)


def _columns_of_truths(mapping: ColumnMapping) -> list[int]:
    """Return the columns of 0 and 1 if there are several and the guessed label is one of them, else an empty list.

    Columns of yes and no may be a survey, so there must be three of them, with short names.
    """
    values = {
        each.index: {value.casefold() for value in each.values} - {MISSING_MARK} for each in mapping.facts
    }
    columns = [
        each.index
        for each in mapping.facts
        if each.index not in mapping.text
        and each.values
        and values[each.index] <= TRUTHS.keys()
        and (values[each.index] <= _FLAGS or len(each.name.split()) <= 3)
    ]
    least = 2 if values[mapping.label] <= _FLAGS else 3
    return columns if mapping.guessed and mapping.label in columns and len(columns) >= least else []
