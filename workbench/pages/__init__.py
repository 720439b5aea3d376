"""The pages of the window, in the order of the rail.

A page is added here and nowhere else: one line, ``"module:Class"``. Modules are imported when the window is
made, so that importing one page in a test does not import all.
"""

from __future__ import annotations

from importlib import import_module

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


def page_classes(names: tuple[str, ...] = PAGES) -> list[type[Page]]:
    """The page classes named in ``names``, imported, in order."""
    classes = []
    for name in names:
        module, _, attribute = name.partition(":")
        classes.append(getattr(import_module(module), attribute))
    return classes
