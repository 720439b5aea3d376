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
    quick: it only creates widgets and does no file, store or model work. Query the session in :meth:`on_shown`.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    icon: ClassVar[str] = ""
    shortcut: ClassVar[str] = ""
    at_end: ClassVar[bool] = False

    badge_changed = Signal(int)
    """The number next to the page's icon in the rail. 0 hides it."""
    status_changed = Signal(str)
    """Text at the left of the status bar while the page is shown."""
    navigate = Signal(str, object)
    """(page name, payload): show that page and pass it the payload, see :meth:`receive`."""

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.preferences = Preferences()  # the window replaces this before the page is first shown
        self.shortcut_book = ShortcutBook()  # and this with the list of all keys
        self.setAccessibleName(self.title)

    @property
    def live_session(self) -> Session:
        """The session, where code can only run after one of its answers. Raises RuntimeError in a page without one."""
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
        """Keep the answer to a question of the store up to date while ``view`` (default: the page) is visible.

        See :class:`workbench.backend.watch.Watch`. Call its ``ask`` when the question itself changes.
        """
        return Watch(
            self.session, view or self, query, question, show,
            failed=failed, every=every, follows=follows, pulse=pulse,
        )  # fmt: skip

    def actions_for_menus(self) -> list[QAction]:
        """Return the page's actions, which appear in menus while the page is shown.

        They are created by :func:`workbench.widgets.actions.make_action`. Return the same objects each time, because
        the window calls this whenever pages change.
        """
        return []

    def search_field(self) -> SearchField | None:
        """Return the field that *Find* focuses: the first visible one."""
        return next((field for field in self.findChildren(SearchField) if field.isVisible()), None)

    def sought(self) -> str:
        """Return the placeholder of the command field for *Find*, "" on a page with its own search field."""
        return ""

    def commands(self) -> Iterable[Command]:
        """Return the commands of the command field besides the actions: the page's data sets, runs... Must be quick."""
        return ()

    def restore(self) -> None:
        """Restore the saved layout of named splitters and tables. Called once, before the page is shown.

        Later changes by the user are saved under the names of the page and the part.
        """
        parts: list[Splitter | TableView] = [*self.findChildren(Splitter), *self.findChildren(TableView)]
        for part in parts:
            if part.objectName():
                part.remember(self.preferences, f"{self.name}/{part.objectName()}")

    def on_shown(self) -> None:
        """The page is now shown: refresh, start timers, set the focus."""

    def on_hidden(self) -> None:
        """Another page is now shown: stop timers."""

    def on_closing(self) -> None:
        """The window is about to close: finish postponed work. Must be quick. The session still accepts work."""

    def receive(self, payload: object) -> None:
        """Handle a payload sent by another page through :attr:`navigate`. Called after :meth:`on_shown`."""

    def take_file(self, file: Path) -> bool:
        """Handle a file dropped onto the window. Return whether this page did; otherwise its kind decides the page."""
        return False

    def focusNextPrevChild(self, next: bool) -> bool:
        """Move the focus to the next or previous widget in reading order, which may have changed."""
        order_focus(self)
        return super().focusNextPrevChild(next)

    def can_close(self) -> bool:
        """Return whether this page allows the window to close (it may ask the user)."""
        return True
