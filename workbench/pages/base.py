"""Interface between the window and a page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import ClassVar, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from workbench.backend.preferences import Preferences
from workbench.backend.session import Session, require_session
from workbench.backend.tasks import OnFailure
from workbench.backend.watch import EVERY_MS, Watch
from workbench.tables import TableView
from workbench.widgets import SearchField, Splitter
from workbench.widgets.command_field import Command
from workbench.widgets.focus_order import order_focus
from workbench.widgets.shortcut_book import ShortcutBook

T = TypeVar("T")


class Page(QWidget):
    """One page of the window: subclass, set the class attributes, add it to ``PAGES`` in ``workbench/pages``.

    ``name`` identifies the page in settings and in :attr:`navigate`. ``title`` is shown in the rail, the page head and
    the command field. ``icon`` is a name of :mod:`workbench.look.icons`. ``shortcut`` shows the page. ``at_end`` puts
    it at the foot of the rail. The constructor gets the session (``None`` in a window without a store) and must be
    quick: no file, store or model work, only widgets. Ask the session in :meth:`on_shown`.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    icon: ClassVar[str] = ""
    shortcut: ClassVar[str] = ""
    at_end: ClassVar[bool] = False

    badge_changed = Signal(int)
    """The number beside the page's icon in the rail. 0 hides it."""
    status_changed = Signal(str)
    """Text at the left of the status bar while the page is shown."""
    navigate = Signal(str, object)
    """(page name, payload): show that page and hand it the payload, see :meth:`receive`."""

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.preferences = Preferences()  # the window puts its own here, before the page is first shown
        self.shortcut_book = ShortcutBook()  # and the list of all its keys
        self.setAccessibleName(self.title)

    @property
    def live_session(self) -> Session:
        """The session, asked for where only its answers can have led. Raises RuntimeError in a page without one."""
        return require_session(self.session)

    def watch(
        self,
        query: Callable[..., T],
        question: Callable[[], Sequence[object] | None],
        show: Callable[[T], object],
        *,
        view: QWidget | None = None,
        failed: OnFailure | None = None,
        every: int = EVERY_MS,
        follows: Callable[[], Collection[int]] | None = None,
        pulse: Callable[[], bool] | None = None,
    ) -> Watch[T]:
        """Keep the answer to a question of the store up to date while ``view`` (default: the page) is in sight.

        See :class:`workbench.backend.watch.Watch`. Call its ``ask`` where the question itself changes.
        """
        return Watch(
            self.session, view or self, query, question, show,
            failed=failed, every=every, follows=follows, pulse=pulse,
        )  # fmt: skip

    def actions_for_menus(self) -> list[QAction]:
        """Return the page's actions, which are in menus while the page is shown.

        They are made by :func:`workbench.widgets.actions.make_action`, and are the same objects each time: the window
        asks again whenever pages change.
        """
        return []

    def search_field(self) -> SearchField | None:
        """Return the field that *Find* puts the focus into: the first that is in sight."""
        return next((field for field in self.findChildren(SearchField) if field.isVisible()), None)

    def sought(self) -> str:
        """Return what *Find* searches in the command field, as a placeholder, "" on a page with a field of its own."""
        return ""

    def commands(self) -> Iterable[Command]:
        """Return what the command field offers beside the actions: the page's data sets, runs... Must be quick."""
        return ()

    def restore(self) -> None:
        """Give splitters and tables that have a name the shape the user gave them. Called once, before the page shows.

        What the user changes from now on is kept under the page's and the part's name.
        """
        parts: list[Splitter | TableView] = [*self.findChildren(Splitter), *self.findChildren(TableView)]
        for part in parts:
            if part.objectName():
                part.remember(self.preferences, f"{self.name}/{part.objectName()}")

    def on_shown(self) -> None:
        """The page became the shown one: refresh, start timers, put the focus where work begins."""

    def on_hidden(self) -> None:
        """Another page is shown now: stop timers."""

    def on_closing(self) -> None:
        """The window closes for good: do what was put off. Must be quick. The session still takes work."""

    def receive(self, payload: object) -> None:
        """Take what another page sent by :attr:`navigate`; called after :meth:`on_shown`."""

    def take_file(self, file: Path) -> bool:
        """Take a file that was dropped onto the window, and return whether this page does. Else its kind decides."""
        return False

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go on to the next or previous widget in the order of reading, which may have changed since the last time."""
        order_focus(self)
        return super().focusNextPrevChild(next)

    def can_close(self) -> bool:
        """Return whether the window may close as far as this page is concerned (it may ask the user)."""
        return True
