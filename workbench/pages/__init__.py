"""The pages of the window, in the order of the rail.

A page of ours is added here and nowhere else: one ``PageEntry``, from which its class takes its name and title too. A
page of a plug-in is named as ``"module:Class"`` by an entry point of the group ``palimpsest.pages`` or in the
environment variable ``PALIMPSEST_PAGES``. A page of ours is imported when it is made, so that the window is there
before all of them are, and importing one in a test does not import all.
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
        where: ``"module:Class"``, empty where the class is known.
        known: the class, where it was imported already.
        before: modules from elsewhere that the page needs and that bring many others, imported in steps of their own.
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
        """Import the class, with a stop after each module of its package: the event loop has a turn there."""
        for name in self.before:
            if name not in sys.modules:
                import_module(name)
                yield
        package, _, module = self.where.partition(":")[0].rpartition(".")
        if module == "page":  # else the package is that of all pages
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


def listed(name: str) -> tuple[str, str, str, str, bool]:
    """Return name, title, icon, shortcut and place in the rail of a page of ours, for its class."""
    match = next(entry for entry in PAGES if entry.name == name)
    return match.name, match.title, match.icon, match.shortcut, match.at_end


def plugin_pages() -> tuple[str, ...]:
    """Pages of plug-ins: entry points of the group ``palimpsest.pages``, and those that ``PALIMPSEST_PAGES`` names."""
    named = os.environ.get("PALIMPSEST_PAGES", "").split(",")
    return (
        *(point.value for point in entry_points(group="palimpsest.pages")),
        *filter(None, map(str.strip, named)),
    )


def page_entries() -> list[PageEntry]:
    """Return the entries of our pages and of those of plug-ins, which are imported."""
    return [*PAGES, *(PageEntry.of(_find_class(where)) for where in plugin_pages())]


def _find_class(where: str) -> type[Page]:
    module, _, name = where.partition(":")
    page_class: type[Page] = getattr(import_module(module), name)
    return page_class
