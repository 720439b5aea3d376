"""Help."""

from __future__ import annotations

from workbench.pages.base import Page


class HelpPage(Page):
    """Shortcuts, first steps, and where to read more."""

    name, title, icon, shortcut, at_end = "help", "Help", "help", "F1", True
