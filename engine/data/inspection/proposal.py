"""Proposal of how a file is read beyond its columns: several labels, numbers, grades, pairs of texts.

A data set declares the kind of its labels (``target``) and whether texts are pairs. By default a text has one class.
Other forms that are detected are proposed here, once for ``data inspect``, ``new --data`` and the window.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field

from engine.data.column_names import pair_columns, role_weight
from engine.data.columns import ColumnMapping, choose_columns
from engine.data.dataset import read_tables
from engine.data.detection.column_roles import MISSING_MARK
from engine.data.inspection.file_heads import open_heads
from engine.data.inspection.label_forms import LabelForm, find_grades, find_label_form, find_number_form
from engine.data.read_errors import explain_read_errors
from engine.data.records import Records
from engine.data.source_files import locate_source
from engine.errors import UserError
from engine.formatting.phrases import phrase
from engine.json_types import JsonObject
from engine.spec.command_line import to_inline_toml
from engine.spec.data import DataSource
from engine.spec.targets import ClassTarget, Target

_TRUTHS = frozenset(("0", "1", "0.0", "1.0", "true", "false"))
_MOST_CLASSES = 5000


@dataclass(frozen=True)
class Proposal:
    """A data set with the proposed settings, and a sentence for each of them.

    Attributes:
        source: the data set with the proposed settings.
        settings: the proposed values by dotted field.
        reasons: why, each with the option that sets it.
    """

    source: DataSource
    settings: JsonObject = field(default_factory=dict)
    reasons: tuple[str, ...] = ()


def propose_reading(source: DataSource) -> Proposal:
    """Return ``source`` with proposed settings, from the beginnings of its files. Declared settings are kept.

    A source that cannot be read is returned unchanged. Reading it reports the reason.
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
        own: JsonObject = {f"target.{name}": value for name, value in form.target.items()}
        settings |= own
        reasons.append(f"{form.message} ({_options(own)}).")
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
    """Return whether the text columns, where they were not declared, are the two segments of a pair by their names."""
    is_candidate = table.has_header and not source.text and len(mapping.text) == 2
    return is_candidate and pair_columns(table.columns, mapping.text) == mapping.text


def propose_target(table: Records, mapping: ColumnMapping, source: DataSource) -> LabelForm | None:
    """Return the target of labels that are not one class each, or None for single classes and declared targets."""
    if source.target != ClassTarget() or source.classes:
        return None
    if table.target:
        return LabelForm(phrase("Texts have several labels each"), dict(table.target))
    if not source.label and (columns := _columns_of_truths(mapping)):
        names = [table.columns[i] for i in columns]
        message = phrase(
            "{names} are columns of 0 and 1: labels of which a text may have several", names=", ".join(names)
        )
        return LabelForm(message, {"kind": "labels", "columns": names})
    name = table.columns[mapping.label] if table.has_header else ""
    names = _label_names(table, mapping.label)
    if not 1 < len(names) <= _MOST_CLASSES:
        return find_number_form(names, fractions=True)
    if role_weight(name, "score"):
        return find_label_form(names, grades=False) or find_grades(names) or _many_numbers(names)
    return find_label_form(names, grades=False)


def _many_numbers(names: list[str]) -> LabelForm | None:
    return find_number_form(names, fractions=False) if len(names) > 20 else None


def _label_names(table: Records, index: int) -> list[str]:
    cells = (
        "" if cell is None else str(cell).strip() for cell in table.data.column(index).unique().to_pylist()
    )
    return sorted({cell for cell in cells if cell and cell != MISSING_MARK})


def _columns_of_truths(mapping: ColumnMapping) -> list[int]:
    """Return two or more columns of 0 and 1, where the guessed label is one of them."""
    columns = [
        each.index
        for each in mapping.facts
        if each.index not in mapping.text
        and each.values
        and {value.casefold() for value in each.values} - {MISSING_MARK} <= _TRUTHS
    ]
    return columns if mapping.guessed and mapping.label in columns and len(columns) > 1 else []
