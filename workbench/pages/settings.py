"""Settings."""

from __future__ import annotations

from workbench.pages.base import Page


class SettingsPage(Page):
    """The few things that belong to the window and not to an experiment."""

    name, title, icon, shortcut, at_end = "settings", "Settings", "settings", "Ctrl+,", True
