"""Values and fields in words: tooltips, chips, the state of a folded section. Does not import Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.formatting.numbers import plain
from engine.formatting.phrases import capital, phrase, small
from engine.spec.base import SpecModel
from engine.spec.describe import FieldMeta, as_option, describe_fields, help_of, label_of


def tooltip(meta: FieldMeta) -> str:
    """Return the help, range, source and published values of a field."""
    return "\n".join(tooltip_lines(meta))


def tooltip_lines(meta: FieldMeta) -> list[str]:
    """Return the lines of :func:`tooltip`."""
    lines: list[str] = [phrase(meta.help)]
    if limits := display_range(meta):
        share = "% {unit}" if meta.is_share else "{unit}"
        unit = phrase(share, unit=phrase(meta.unit))
        lines.append(
            phrase("{limits} {unit}.", limits=capital(limits), unit=unit)
            if meta.unit
            else phrase("{limits}.", limits=capital(limits))
        )
    if meta.source:
        lines.append(phrase("Source: {source}.", source=meta.source))
    lines.append(meta.published)
    return [part for part in lines if part]


PERCENT = 100
"""Factor of a displayed share."""


def percent_of(share: float) -> float:
    """Return a share in percent, without rounding errors of binary fractions: 7 for 0.07."""
    return round(PERCENT * share, 10)


def display_range(meta: FieldMeta) -> str:
    """Return the limits of a field in words, for a share in percent."""
    if not meta.is_share:
        return meta.range_text()
    low, high = (None if limit is None else percent_of(limit) for limit in (meta.minimum, meta.maximum))
    return replace(meta, minimum=low, maximum=high).range_text()


def option_tooltip(meta: FieldMeta, kind: str) -> str:
    """Return the help of one option of a family."""
    option = meta.options().get(kind)
    return help_of(option) if option else ""


def format_value(meta: FieldMeta, value: object) -> str:
    """Return a value as the form displays it: an option by its title and numbers, a number as typed."""
    if meta.kind == "choice":
        return _option_words(meta, value)
    if meta.kind == "literal":
        return phrase(meta.choices[str(value)]) if str(value) in meta.choices else str(value)
    if meta.kind == "bool":
        return phrase("On") if value else phrase("Off")
    if meta.kind == "models":
        length = len(value) if isinstance(value, list) else 0
        label = phrase(singular_label(meta) if length == 1 else meta.label)
        return phrase("{n} {records}", n=length, records=_lower(label)) if length else phrase("none")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{plain(percent_of(value))} %" if meta.is_share else plain(value)
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return "" if value is None else str(value)


def _option_words(meta: FieldMeta, value: object) -> str:
    table = as_option(value)
    option = meta.options().get(table.get("kind", ""))
    if option is None:
        return str(table.get("kind", ""))
    numbers = [
        format_value(own, table[own.name])
        for own in describe_fields(option)
        if own.is_number and own.name in table
    ]
    title = phrase(label_of(option))
    return (
        phrase("{option} {numbers}", option=title, numbers=", ".join(numbers))
        if 0 < len(numbers) <= 2
        else title
    )


def section_state(meta: FieldMeta, value: object) -> str:
    """Return the state of a folded section by its first field: "none", "best on validation error", "2 evaluations"."""
    if meta.kind == "choice":
        return _lower(_option_words(meta, value))
    if meta.kind in ("literal", "bool"):
        return phrase("{label} {value}", label=_label(meta), value=_lower(format_value(meta, value)))
    if meta.is_number:
        text = phrase("{label} {value}", label=_label(meta), value=format_value(meta, value))
        # A share already has its %.
        return phrase("{value} {unit}", value=text, unit=phrase(meta.unit)) if meta.unit else text
    return format_value(meta, value) or phrase("none")


def is_optional(meta: FieldMeta) -> bool:
    """Return whether a field can be off: a family with an option "none", or a number whose default is 0."""
    return (meta.kind == "choice" and "none" in meta.options()) or (meta.is_number and meta.default == 0)


def active_label(meta: FieldMeta, value: object) -> str:
    """Return the label of an optional field that is on, "" for one that is off.

    It is the title of the option if that is a proper name (L2-SP), else the label of the field.
    """
    if meta.kind != "choice":
        return _label(meta) if value else ""
    kind = str(as_option(value).get("kind", ""))
    option = meta.options().get(kind)
    if option is None or kind == "none":
        return ""
    name = phrase(label_of(option))
    return _label(meta) if _lower(name) != name else name


def singular_label(meta: FieldMeta) -> str:
    """Return the label of one record of a list: the list's label in the singular."""
    return f"{meta.label[:-3]}y" if meta.label.endswith("ies") else meta.label.removesuffix("s")


def record_name(cls: type[SpecModel], record: object, label: Callable[[FieldMeta, str], str]) -> str:
    """Return the name of a record: its first essential text that is not empty, else "".

    ``label(field, value)`` returns the words for a known value.
    """
    for meta in describe_fields(cls):
        value = record.get(meta.name) if isinstance(record, dict) else None
        if meta.name not in cls.essential or not value:
            continue
        if meta.kind == "str":
            return label(meta, str(value))
        if (
            meta.kind == "model"
            and meta.model is not None
            and (inner := record_name(meta.model, value, label))
        ):
            return inner
    return ""


def _label(meta: FieldMeta) -> str:
    return _lower(phrase(meta.label))


def _lower(text: str) -> str:
    """Return a text with a lower-case first letter, unless it begins with a name (AdamW, BertAdam) or a formula."""
    first = text.split(" ")[0].rstrip(",")
    return small(text) if first[1:].islower() or len(first) == 1 else text


def suggest_sweep_value(meta: FieldMeta, value: object) -> float | None:
    """Return a second value to sweep for a rate, about a fifth of ``value`` on the 1, 2, 5 scale, or None."""
    if not (meta.log and meta.is_number) or not isinstance(value, int | float) or value <= 0:
        return None
    target = value / 5
    exponent = len(f"{1 / target:.0f}") if target < 1 else 0
    scale = [float(f"{m}e{e}") for e in range(-exponent - 1, 3) for m in (1, 2, 5)]
    best = min(scale, key=lambda s: abs(s - target) / s)
    low = meta.minimum is None or best > meta.minimum
    return best if low and best != value else None


_FRIENDLY = (
    ("Value error, ", ""),
    ("String should have at least 1 character", "A value is required."),
    ("List should have at least 1 item after validation, not 0", "A value is required."),
    ("Input should be ", "Must be "),
    ("Field required", "A value is required."),
)


def friendly_message(message: str) -> str:
    """Return a message of the validator as a sentence for the user."""
    for technical, friendly in _FRIENDLY:
        message = message.replace(technical, friendly)
    return message if message.endswith((".", "?")) else f"{message}."
