"""The pages of the window, in the order of the rail.

To add a page of ours, add one ``PageEntry`` here; its class takes name and title from it. A plug-in page is named as
``"module:Class"`` by an entry point of the group ``palimpsest.pages`` or by the environment variable
``PALIMPSEST_PAGES``. Pages are imported when they are created, so that the window appears before all of them are
loaded and a test can import one alone.
"""

from __future__ import annotations

import os
import pkgutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from workbench.language import tr

if TYPE_CHECKING:
    from workbench.pages.base import Page


@dataclass(frozen=True, slots=True)
class PageEntry:
    """Entry of a page before its class is imported. ``Page`` describes the fields.

    Attributes:
        where: ``"module:Class"``, empty if the class is known.
        known: the class, if it is already imported.
        before: modules outside the page with many imports of their own, imported in separate steps.
    """

    where: str
    name: str
    title: str
    icon: str
    shortcut: str = ""
    at_end: bool = False
    known: type[Page] | None = None
    before: tuple[str, ...] = ()

    @classmethod
    def of(cls, page: type[Page]) -> PageEntry:
        """Return the entry of a class."""
        return cls("", page.name, page.title, page.icon, page.shortcut, page.at_end, page)

    def page_class(self) -> type[Page]:
        """Return the class, imported."""
        return self.known or _find_class(self.where)

    def import_in_steps(self) -> Iterator[None]:
        """Import the class, yielding after each module of its package to the event loop."""
        for name in self.before:
            if name not in sys.modules:
                import_module(name)
                yield
        package, _, module = self.where.partition(":")[0].rpartition(".")
        if module == "page":  # otherwise the package is that of all pages
            for each in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
                if each.name not in sys.modules:
                    import_module(each.name)
                    yield
        self.page_class()


PAGES: tuple[PageEntry, ...] = (
    PageEntry("workbench.pages.data.page:DataPage", "data", tr("Data"), "data", "Ctrl+1"),
    PageEntry("workbench.pages.design.page:DesignPage", "design", tr("Design"), "design", "Ctrl+2"),
    PageEntry("workbench.pages.runs.page:RunsPage", "runs", tr("Runs"), "runs", "Ctrl+3"),
    PageEntry(
        "workbench.pages.compare.page:ComparePage",
        "compare",
        tr("Compare"),
        "compare",
        "Ctrl+4",
        before=(
            "engine.analysis.paper.published",
            "engine.analysis.paper.contrasts",
            "engine.analysis.paper.formats",
        ),
    ),
    PageEntry("workbench.pages.lab.page:LabPage", "lab", tr("Lab"), "lab", "Ctrl+5"),
    PageEntry("workbench.pages.classify.page:ClassifyPage", "classify", tr("Classify"), "tag", "Ctrl+6"),
    PageEntry(
        "workbench.pages.settings:SettingsPage", "settings", tr("Settings"), "settings", "Ctrl+,", True
    ),
    PageEntry("workbench.pages.help:HelpPage", "help", tr("Help"), "help", "F1", True),
)


def page_attributes(name: str) -> tuple[str, str, str, str, bool]:
    """Return name, title, icon, shortcut and position in the rail of one of our pages, for its class."""
    match = next(entry for entry in PAGES if entry.name == name)
    return match.name, match.title, match.icon, match.shortcut, match.at_end


def plugin_pages() -> tuple[str, ...]:
    """Return the pages of plug-ins, from the entry points ``palimpsest.pages`` and from ``PALIMPSEST_PAGES``."""
    named = os.environ.get("PALIMPSEST_PAGES", "").split(",")
    return (
        *(point.value for point in entry_points(group="palimpsest.pages")),
        *filter(None, map(str.strip, named)),
    )


def page_entries() -> list[PageEntry]:
    """Return the entries of our pages and of plug-in pages, which are imported."""
    return [*PAGES, *(PageEntry.of(_find_class(where)) for where in plugin_pages())]


def _find_class(where: str) -> type[Page]:
    module, _, name = where.partition(":")
    page_class: type[Page] = getattr(import_module(module), name)
    return page_class
