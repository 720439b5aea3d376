"""The pages of the window, of which one is shown: how it takes the place of another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QGraphicsView, QStackedWidget, QWidget
from shiboken6 import isValid

from workbench.backend.tasks import Steps
from workbench.pages import PageEntry
from workbench.widgets.focus_order import first_in_focus

if TYPE_CHECKING:
    from workbench.backend.session import Session


class PageStack(QStackedWidget):
    """A stack of pages that are painted once when they are shown, and their plots after them.

    ``setCurrentWidget`` alone marks every widget of a page as changed, and Qt then paints each opaque one by itself and
    all of them once more. What comes with a hidden stack is painted with it. Plots take as long to paint as all else of
    a page together: each has a turn of the event loop of its own after that.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unpainted: list[QWidget] = []
        self._painting = Steps(self)

    def change_to(self, page: QWidget) -> None:
        """Show ``page``, with the keyboard focus in it if it was in the page before."""
        focused = QApplication.focusWidget()
        inside = focused is not None and self.isAncestorOf(focused)
        if held := inside or focused is self:
            # Hidden, the stack would hand it to the command field, which then asks every page what can be done.
            self.window().setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        self.setCurrentWidget(page)
        self._hold(page)
        self.show()
        if held:
            # Not Qt's chain: most of what is in it takes no focus, and heads of tables that have it would show nothing.
            heir = (page.focusWidget() or first_in_focus(page)) if inside else None
            (heir or self).setFocus(Qt.FocusReason.OtherFocusReason)

    def _hold(self, page: QWidget) -> None:
        """Keep the plots of ``page`` from being painted until it has been."""
        for _ in self._release():  # those of the page before
            pass
        self._unpainted = [plot for plot in page.findChildren(QGraphicsView) if plot.isVisibleTo(page)]
        for plot in self._unpainted:
            plot.setUpdatesEnabled(False)
        self._painting.begin(self._release())

    def _release(self) -> Iterator[None]:
        """Let one after another of the plots be painted."""
        while self._unpainted:
            yield
            plot = self._unpainted.pop(0)
            if isValid(plot):
                plot.setUpdatesEnabled(True)


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
        self._turns = QTimer(self, interval=0)
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
