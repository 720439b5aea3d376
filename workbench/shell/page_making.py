"""Making the pages of the window one after another, in turns of the event loop that nothing else needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.pages import PageEntry

if TYPE_CHECKING:
    from workbench.backend.session import Session


class PageMaking(QObject):
    """Imports and makes pages, each module and each page in a turn of its own, or one at once where it is asked for.

    Args:
        entries: every page that there may be, by name.
        session: what pages ask for data.
        parent: what ends with the window.

    ``made(name, page)`` when a page is made, ``reached(name)`` in a turn after that, if it was made in turns, and
    ``complete`` when no page is left.
    """

    made = Signal(str, object)
    reached = Signal(str)
    complete = Signal()

    def __init__(self, entries: Mapping[str, PageEntry], session: Session | None, parent: QObject) -> None:
        super().__init__(parent)
        self._entries, self._session = entries, session
        self._made: set[str] = set()
        self._waiting: list[str] = []
        self._importing: tuple[str, Iterator[None]] = ("", iter(()))
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._turns.timeout.connect(self.make_next)

    @property
    def active(self) -> bool:
        """Whether pages are still being made by turns."""
        return self._turns.isActive()

    def begin(self, names: Iterable[str]) -> None:
        """Make the pages ``names`` in this order from the next turn on."""
        self._waiting = [name for name in names if name not in self._made]
        if self._waiting:
            self._turns.start()

    def is_waiting(self, name: str) -> bool:
        """Return whether the page ``name`` is still to be made, or to be reached."""
        return name in self._waiting

    def put_first(self, name: str) -> None:
        """Make the page ``name``, which is waiting, before all others."""
        self._waiting.remove(name)
        self._waiting.insert(0, name)

    def finish(self, name: str) -> None:
        """Make the page ``name`` now, if it is not there. Raises KeyError for an unknown name."""
        if name not in self._made:
            page = self._entries[name].page_class()(self._session)
            self._made.add(name)
            self.made.emit(name, page)

    def stop(self) -> None:
        """Begin no further page."""
        self._turns.stop()
        self._waiting.clear()

    def make_next(self) -> None:
        """Import a module of the next page, make it, or say that it is reached."""
        if not self._waiting:
            self._turns.stop()
            self.complete.emit()
            return
        name = self._waiting[0]
        if name in self._made:
            self._waiting.pop(0)
            self.reached.emit(name)
        elif not self._imports_more(name):
            self.finish(name)

    def _imports_more(self, name: str) -> bool:
        """Import the next module of a page. Return whether there may be more."""
        if self._importing[0] != name:
            self._importing = name, self._entries[name].import_in_steps()
        return next(self._importing[1], self) is not self
