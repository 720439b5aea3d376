"""Writing of plans as TOML, with a comment on every field."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import tomlkit
from tomlkit.container import Container
from tomlkit.items import AoT, Table

from engine.spec.base import Choice, SpecModel
from engine.spec.describe import FieldMeta, describe_fields, help_of, label_of
from engine.spec.sweep import Plan, has_variants, plain_axes

_WIDTH = 100


def write_plan(plan: Plan, comments: bool, preface: Sequence[str] = ()) -> str:
    """Return ``plan`` as TOML, see ``engine.spec.toml.dumps``."""
    document = tomlkit.document()
    for line in preface:
        document.add(tomlkit.comment(line))
    if preface:
        document.add(tomlkit.nl())
    _fill(document, plan.experiment, comments)
    if plan.axes:
        sweep = tomlkit.table()
        if comments:
            _comment(sweep, "Several values for a field: one run for each combination.")
        for key, values in plain_axes(plan.axes).items():
            name = tomlkit.key(key) if "." not in key else tomlkit.items.SingleKey(key)
            sweep.add(name, _inline(values, lines=has_variants(plan.axes[key])))
        document.add("sweep", sweep)
    if plan.search:
        search = tomlkit.table()
        if comments:
            _comment(
                search,
                "Values that are looked for: palimpsest search. A list, or low and high, for each field.",
            )
        for key, value in plan.search.items():
            search.add(key, _inline(value))
        document.add("search", search)
    return tomlkit.dumps(document)


def _fill(container: Container | Table, model: SpecModel, comments: bool) -> None:
    """Write scalars first, then tables, as TOML requires."""
    if isinstance(model, Choice):
        container.add("kind", model.kind)
    metas = describe_fields(type(model))
    nested = [m for m in metas if m.kind in ("model", "models", "choice", "choices")]
    for meta in metas:
        if meta in nested:
            continue
        value = getattr(model, meta.name)
        if comments:
            _comment(container, _comment_text(meta))
        if value is None:
            _comment(container, f"{meta.name} =")
        else:
            container.add(meta.name, _to_item(value))
    for meta in nested:
        value = getattr(model, meta.name)
        container.add(
            meta.name,
            _tables(value, meta, comments) if isinstance(value, list) else _table(value, meta, comments),
        )


def _table(model: SpecModel, meta: FieldMeta, comments: bool) -> Table:
    table = tomlkit.table()
    if comments:
        _comment(table, _comment_text(meta))
    _fill(table, model, comments)
    return table


def _tables(models: list[SpecModel], meta: FieldMeta, comments: bool) -> AoT:
    tables = tomlkit.aot()
    for model in models:
        table = tomlkit.table()
        if comments:
            _comment(
                table,
                f"{label_of(type(model)) if isinstance(model, Choice) else meta.label}: {help_of(type(model))}",
            )
        _fill(table, model, comments)
        tables.append(table)
    return tables


def _comment_text(meta: FieldMeta) -> str:
    facts = [f"{meta.label}. {meta.help}"]
    if limits := meta.range_text():
        facts.append(f"Range: {limits}{' ' + meta.unit if meta.unit else ''}.")
    elif meta.unit:
        facts.append(f"Unit: {meta.unit}.")
    if meta.choices:
        facts.append(
            f"One of: {', '.join(filter(None, meta.choices))}{', or empty' if '' in meta.choices else ''}."
        )
    if meta.kind == "choice":
        facts.append(f"Kinds: {', '.join(meta.options())}.")
    if meta.source:
        facts.append(f"Source: {meta.source}.")
    facts.append(meta.published)
    return " ".join(facts).strip()


def _comment(container: Container | Table, text: str) -> None:
    for line in textwrap.wrap(text, _WIDTH):
        container.add(tomlkit.comment(line))


def _inline(value: object, *, lines: bool = False) -> object:
    """Return inline arrays and tables at every depth, so that axes keep their order. ``lines``: one item per line."""
    if isinstance(value, dict):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            table.append(tomlkit.items.SingleKey(key), _inline(inner))
        return table
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        for inner in value:
            array.append(_inline(inner))
        return array.multiline(lines)
    return value


def _to_item(value: object) -> object:
    return tomlkit.item([*value]) if isinstance(value, list | tuple) else value
