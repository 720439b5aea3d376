"""The fields that a search may vary, with ranges in readable notation. No Qt.

``1e-5 to 1e-4`` means all numbers between, ``16, 32`` these two values.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import UserError
from engine.json_types import JsonObject
from engine.spec.describe import FieldMeta, value_at
from engine.spec.search import FieldRange
from engine.spec.sweep import format_value, has_variants
from engine.toml_text import read_toml_value
from workbench.language import tr, tr_engine
from workbench.pages.design.draft.draft import Draft

_BETWEEN = " to "


@dataclass(frozen=True)
class RangeRow:
    """A field that a search may vary.

    Attributes:
        path: the dotted field.
        label: label of the field, with its unit.
        text: its range, proposed or declared.
        chosen: whether it is varied.
        log: whether the range is logarithmic.
        fixed: the values of a field whose values are options, which cannot be written as text; None for others.
    """

    path: str
    label: str
    text: str
    chosen: bool
    log: bool = False
    fixed: tuple[object, ...] | None = None

    def values(self, text: str) -> JsonObject:
        """Return the range written in ``text``, in the plain form of ``FieldRange``.

        Raises UserError if it is invalid.
        """
        if self.fixed is not None:
            return {"values": list(self.fixed)}
        if _BETWEEN in text:
            low, high = (_number(part, self.label) for part in text.split(_BETWEEN, 1))
            between: JsonObject = {"low": low, "high": high}
            return between | {"log": True} if self.log else between
        values = [read_toml_value(part.strip(), place=self.label) for part in text.split(",") if part.strip()]
        if len(values) < 2:
            raise UserError(
                tr("needs a range or several values."), place=self.label, remedy=tr("1 to 5, or 1, 2, 5.")
            )
        return {"values": values}


def range_rows(draft: Draft) -> list[RangeRow]:
    """Return the fields that a search of ``draft`` may vary: those declared or swept, then numbers of its last stage.

    Declared or swept fields are chosen; without any, logarithmic ones are: the learning rate. Seeds are never
    searched, because a search repeats its trials with several.
    """
    metas = dict(draft.leaves())
    declared = draft.search.get("fields")
    rows: dict[str, RangeRow] = {}
    for path, table in (declared if isinstance(declared, dict) else {}).items():
        rows[path] = _declared_row(path, metas.get(path), FieldRange.model_validate(table))
    for path, values in draft.axes.items():
        if path not in rows and path != "seed" and not has_variants(values) and len(values) > 1:
            rows[path] = _declared_row(path, metas.get(path), _range_of_sweep(metas.get(path), values))
    prefix, some = f"stages.{len(draft.stages) - 1}.", bool(rows)
    for path, meta in metas.items():
        own = path.removeprefix(prefix)
        value = value_at(draft.table, path)
        if path in rows or own == path or "." in own or meta.kind not in ("int", "float") or meta.advanced:
            continue
        if meta.role == "what" and isinstance(value, int | float) and value:
            text = proposed_range(meta, value)
            rows[path] = RangeRow(path, _label(meta), text, chosen=meta.log and not some, log=meta.log)
    return list(rows.values())


def proposed_range(meta: FieldMeta, value: float) -> str:
    """Return a range around ``value`` for a search: a quarter to four times for logarithmic fields, else half to
    double, within the field's limits.
    """
    factor = 4 if meta.log else 2
    low, high = value / factor, value * factor
    if meta.minimum is not None:
        low = max(low, meta.minimum)
    if meta.maximum is not None:
        high = min(high, meta.maximum if not meta.excludes_maximum else 0.99 * meta.maximum)
    if meta.kind == "int":
        return f"{max(1, round(low))}{_BETWEEN}{max(2, round(high))}"
    return f"{format_value(float(f'{low:.2g}'))}{_BETWEEN}{format_value(float(f'{high:.2g}'))}"


def _range_of_sweep(meta: FieldMeta | None, values: list[object]) -> FieldRange:
    """Return the range spanned by a sweep's values, or the values themselves if they are not real numbers."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if meta is None or meta.kind != "float" or len(numbers) < len(values):
        return FieldRange(values=values)
    return FieldRange(low=float(min(numbers)), high=float(max(numbers)), log=meta.log)


def _declared_row(path: str, meta: FieldMeta | None, declared: FieldRange) -> RangeRow:
    label = path if meta is None else _label(meta)
    if any(isinstance(value, dict | list) for value in declared.values):
        text = ", ".join(format_value(value) for value in declared.values)
        return RangeRow(path, label, text, True, fixed=tuple(declared.values))
    if declared.values:
        return RangeRow(
            path, label, ", ".join(map(format_value, declared.values)), True, meta is not None and meta.log
        )
    return RangeRow(
        path,
        label,
        f"{format_value(declared.low)}{_BETWEEN}{format_value(declared.high)}",
        True,
        declared.log,
    )


def _label(meta: FieldMeta) -> str:
    return f"{meta.label}, {tr_engine(meta.unit)}" if meta.unit else meta.label


def _number(text: str, label: str) -> int | float:
    value = read_toml_value(text.strip(), place=label)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UserError(
            tr("'{text}' is not a number.", text=text.strip()),
            place=label,
            remedy=tr("For example 1e-5 to 1e-4."),
        )
    return value
