"""The pages of the window, of which one is shown: how it takes the place of another."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QGraphicsView, QStackedWidget, QWidget
from shiboken6 import isValid

from workbench.backend.tasks import Steps
from workbench.widgets.focus_order import first_in_focus


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
        self.hide()
        self.setCurrentWidget(page)
        self._hold(page)
        self.show()
        if inside:
            # Not Qt's chain: most of what is in it takes no focus, and heads of tables that have it would show nothing.
            heir = page.focusWidget() or first_in_focus(page)
            (heir or self).setFocus(Qt.FocusReason.OtherFocusReason)
        elif focused is self:  # nothing of a page had it yet; a hidden stack loses it to the command field
            self.setFocus(Qt.FocusReason.OtherFocusReason)

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
