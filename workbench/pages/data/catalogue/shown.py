"""The data set that the Data page shows, and what inspections have found while the window is open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.pages.data.catalogue.entries import CatalogueEntry

if TYPE_CHECKING:
    from engine.data.token_counts import TokenCounts
    from workbench.pages.data.catalogue.inspected import InspectedDataset


class ShownDataset:
    """Which set is shown: ``entry``, None without one; and of every set what was found last, by name."""

    def __init__(self) -> None:
        self.entry: CatalogueEntry | None = None
        self._found: dict[str, InspectedDataset] = {}

    @property
    def inspected(self) -> InspectedDataset | None:
        """Report of the shown data set: of this window, or else of the store."""
        return None if self.entry is None else self._found.get(self.entry.name) or self.entry.inspected

    def found_of(self, name: str) -> InspectedDataset | None:
        """Return what was found of the set ``name`` while the window is open."""
        return self._found.get(name)

    def with_found(self, entries: Iterable[CatalogueEntry]) -> list[CatalogueEntry]:
        """Return ``entries`` with what was found of them."""
        return [entry.with_inspected(self._found.get(entry.name)) for entry in entries]

    def take(self, entry: CatalogueEntry, inspected: InspectedDataset) -> CatalogueEntry:
        """Show ``entry`` with what an inspection found. Return it so. Tokens of equal texts stay counted."""
        before = entry.inspected
        if before is not None and before.report.fingerprint == inspected.report.fingerprint:
            inspected = replace(inspected, counted=before.counted)
        self._found[entry.name] = inspected
        self.entry = entry.with_inspected(inspected)
        return self.entry

    def set_counted(self, counted: TokenCounts | None) -> None:
        """Keep the tokens of the shown set beside what was found. None: they have to be counted again."""
        inspected = self.inspected
        if self.entry is not None and inspected is not None:
            self._found[self.entry.name] = replace(inspected, counted=counted)
            self.entry = self.entry.with_inspected(self._found[self.entry.name])

    def drop_found(self, name: str) -> None:
        """The set ``name`` is another now: what was found of it no longer holds."""
        self._found.pop(name, None)
