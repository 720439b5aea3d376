"""Widgets that are made part by part, so that the event loop has a turn between any two.

A page of the window has hundreds of widgets and takes a few tenths of a second to make. Nobody may wait for a page
that is made ahead, so the window makes one part of it in each turn; who needs it at once makes the rest at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.widgets.base import Themed


class InParts(Themed):
    """Mixin, before the Qt class, of a widget that :meth:`make_parts` makes.

    The constructor of the subclass takes ``lazy: bool = False`` and ends with ``self.begin_parts(lazy)``. Lazy,
    the widget is neither shown nor asked for anything until :meth:`make_part` has returned False::

        tab = ForgettingTab(axis, lazy=True)
        while tab.make_part():
            yield
    """

    _parts_to_come: Iterator[None] | None = None

    def make_parts(self) -> Iterator[None]:
        """Make the parts, with a ``yield`` between any two; a step is to take less than 50 ms."""
        yield from ()

    def begin_parts(self, lazy: bool) -> None:
        """Make all parts; if ``lazy``, none until :meth:`make_part` is called."""
        self._parts_to_come = self.make_parts()
        while not lazy and self.make_part():
            pass

    def make_part(self) -> bool:
        """Make the next part; return whether there may be more."""
        if self._parts_to_come is not None:
            for _ in self._parts_to_come:
                return True
        self._parts_to_come = None
        return False

    def remaining_parts(self) -> Iterator[None]:
        """Make the parts that are left, with a ``yield`` between any two, as steps of what this is a part of::

        self.form = ImportForm(lazy=True)
        yield from self.form.remaining_parts()
        """
        while self.make_part():
            yield

    def follow_theme(self) -> None:
        """Leave the theme until the parts are there, which ask for it themselves when they are made."""
        if self._parts_to_come is None:
            super().follow_theme()
