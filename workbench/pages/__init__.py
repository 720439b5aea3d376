"""The pages of the window, in the order of the rail.

A page of ours is added here and nowhere else: one line, ``"module:Class"``. A page of a plug-in is named by an entry
point of the group ``palimpsest.pages`` or in the environment variable ``PALIMPSEST_PAGES``. Modules are imported when
the window is made, so that importing one page in a test does not import all.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.metadata import entry_points

from workbench.pages.base import Page

PAGES: tuple[str, ...] = (
    "workbench.pages.data.page:DataPage",
    "workbench.pages.design.page:DesignPage",
    "workbench.pages.runs.page:RunsPage",
    "workbench.pages.compare.page:ComparePage",
    "workbench.pages.lab.page:LabPage",
    "workbench.pages.settings:SettingsPage",
    "workbench.pages.help:HelpPage",
)


def plugin_pages() -> tuple[str, ...]:
    """Pages of plug-ins: entry points of the group ``palimpsest.pages``, and those that ``PALIMPSEST_PAGES`` names."""
    named = os.environ.get("PALIMPSEST_PAGES", "").split(",")
    return (
        *(point.value for point in entry_points(group="palimpsest.pages")),
        *filter(None, map(str.strip, named)),
    )


def page_classes(names: tuple[str, ...] | None = None) -> list[type[Page]]:
    """Return the page classes named in ``names``, imported, in order; without any, ours and those of plug-ins."""
    names = (*PAGES, *plugin_pages()) if names is None else names
    classes = []
    for name in names:
        module, _, attribute = name.partition(":")
        classes.append(getattr(import_module(module), attribute))
    return classes
