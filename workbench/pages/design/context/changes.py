"""Differences of a draft from the recipe or file that it began with, in words. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from engine.spec.sweep import has_variants
from engine.spec.tables import SpecTable, value_at
from workbench.engine_texts import format_value
from workbench.language import tr
from workbench.pages.design.context.findings import describe_place
from workbench.pages.design.draft.draft import Draft

_NONE = object()


@dataclass(frozen=True)
class DraftChange:
    """A field that differs, and its place with both values: "1 Fine-tuning, epochs: 3 → 4"."""

    path: str
    sentence: str


def list_changes(draft: Draft) -> list[DraftChange]:
    """Return what differs from where the draft began, in the order of ``Draft.changes``."""
    base, base_axes = draft.aligned()
    metas = dict(draft.leaves())

    def words(path: str, table: SpecTable, axes: dict[str, list[object]]) -> str:
        meta, swept = metas.get(path), axes.get(path)
        if swept is not None and has_variants(swept):
            return ", ".join(str(getattr(value, "name", value)) for value in swept)
        value = value_at(table, path, _NONE)
        values = [value] if swept is None else swept
        return ", ".join(
            format_value(meta, each) for each in values if meta is not None and each is not _NONE
        )

    changes = []
    for path in dict.fromkeys(draft.changes()):
        if path == "stages":
            changes.append(DraftChange(path, tr("Stages added, removed or moved")))
            continue
        before, now = words(path, base, base_axes), words(path, draft.table, draft.axes)
        place = describe_place(draft, path)
        if before == now:  # a list of records, of which only the number is said
            changes.append(DraftChange(path, place))
        else:
            changes.append(DraftChange(path, f"{place}: {before or tr('none')} → {now or tr('none')}"))
    return changes
