"""The pages of the window, one of which is shown: creation and change of pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QGraphicsView, QStackedWidget, QWidget
from shiboken6 import isValid

from workbench.backend.tasks import Steps
from workbench.pages import PageEntry
from workbench.widgets.focus_order import first_in_focus

if TYPE_CHECKING:
    from workbench.backend.session import Session


class PageStack(QStackedWidget):
    """A stack of pages that are painted once when shown, with their plots afterwards.

    ``setCurrentWidget`` alone marks every widget of a page as changed: Qt then paints each opaque one separately, and
    all of them again. Widgets shown with a hidden stack are painted with it. Plots take as long to paint as the rest
    of a page, so each is painted in its own turn of the event loop afterwards.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._held_plots: list[QWidget] = []
        self._painting = Steps(self)

    def change_to(self, page: QWidget) -> None:
        """Show ``page``, and focus it if the previous page had the focus."""
        focused = QApplication.focusWidget()
        inside = focused is not None and self.isAncestorOf(focused)
        if held := inside or focused is self:
            # A hidden stack passes the focus to the command field, which then calls every page for its commands.
            self.window().setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        self.setCurrentWidget(page)
        self._hold(page)
        self.show()
        if held:
            # Not Qt's chain: most of its widgets take no focus, and focused heads of tables would show nothing.
            heir = (page.focusWidget() or first_in_focus(page)) if inside else None
            (heir or self).setFocus(Qt.FocusReason.OtherFocusReason)

    def _hold(self, page: QWidget) -> None:
        """Block painting of the plots of ``page`` until the page itself has been painted."""
        while self._held_plots:  # those of the previous page
            self._release_next()
        self._held_plots = [plot for plot in page.findChildren(QGraphicsView) if plot.isVisibleTo(page)]
        for plot in self._held_plots:
            plot.setUpdatesEnabled(False)
        self._painting.begin(self._release())

    def _release(self) -> Iterator[None]:
        """Paint the page, then each plot, in a turn of its own: Qt would wait, and paint them together."""
        while self._held_plots:
            yield
            QApplication.sendEvent(self.window(), QEvent(QEvent.Type.UpdateRequest))
            self._release_next()

    def _release_next(self) -> None:
        """Allow the next plot to be painted."""
        plot = self._held_plots.pop(0)
        if isValid(plot):
            plot.setUpdatesEnabled(True)


class PageLoader(QObject):
    """Import and create pages, each module and each page in its own turn, or a requested page at once.

    Args:
        entries: all possible pages, by name.
        session: the data source of the pages.
        parent: Qt's owner of this object.

    ``created(name, page)`` when a page is created, ``reached(name)`` in a later turn if it was created in turns, and
    ``complete`` when no page remains.
    """

    created = Signal(str, object)
    reached = Signal(str)
    complete = Signal()

    def __init__(self, entries: Mapping[str, PageEntry], session: Session | None, parent: QObject) -> None:
        super().__init__(parent)
        self._entries, self._session = entries, session
        self._created: set[str] = set()
        self._queue: list[str] = []
        self._importing: tuple[str, Iterator[None]] = ("", iter(()))
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self.make_next)

    @property
    def active(self) -> bool:
        """Whether pages remain to be created in turns."""
        return self._timer.isActive()

    def begin(self, names: Iterable[str]) -> None:
        """Create the pages ``names`` in this order from the next turn on."""
        self._queue = [name for name in names if name not in self._created]
        if self._queue:
            self._timer.start()

    def is_waiting(self, name: str) -> bool:
        """Return whether the page ``name`` is still to be created or reached."""
        return name in self._queue

    def prioritize(self, name: str) -> None:
        """Create the waiting page ``name`` before all others."""
        self._queue.remove(name)
        self._queue.insert(0, name)

    def finish(self, name: str) -> None:
        """Create the page ``name`` now, if necessary. Raises KeyError for an unknown name."""
        if name not in self._created:
            page = self._entries[name].page_class()(self._session)
            self._created.add(name)
            self.created.emit(name, page)

    def stop(self) -> None:
        """Create no further page."""
        self._timer.stop()
        self._queue.clear()

    def make_next(self) -> None:
        """Import a module of the next page, create the page, or emit that it is reached."""
        if not self._queue:
            self._timer.stop()
            self.complete.emit()
            return
        name = self._queue[0]
        if name in self._created:
            self._queue.pop(0)
            self.reached.emit(name)
        elif not self._imports_more(name):
            self.finish(name)

    def _imports_more(self, name: str) -> bool:
        """Import the next module of a page. Return whether more may remain."""
        if self._importing[0] != name:
            self._importing = name, self._entries[name].import_in_steps()
        return next(self._importing[1], self) is not self
