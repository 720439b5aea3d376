"""The main window: menu bar with the command field, rail, pages, status bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
)
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from engine import paths
from workbench.backend.preferences import LEAST_TEXT, MOST_SLOTS, MOST_TEXT, PREFERENCES_FILE, Preferences
from workbench.language import current, source_of, tr
from workbench.look import icons, theme
from workbench.look.stylesheet import stylesheet
from workbench.pages import PageEntry, page_entries
from workbench.pages.base import Page
from workbench.shell.closing import confirm_closing
from workbench.shell.edit_menu import EditMenu
from workbench.shell.notifications import RunNotifier
from workbench.shell.opening import page_for, payload_for
from workbench.shell.page_stack import PageLoader, PageStack
from workbench.shell.problem_report import ProblemReportDialog
from workbench.shell.queue_status import QueueStatus, StatusLine
from workbench.shell.rail import Rail
from workbench.widgets import HLine
from workbench.widgets.actions import MENUS, make_action, strip_mnemonic
from workbench.widgets.arrange import arrange_columns, arrange_rows, resize_on_screen
from workbench.widgets.command_field import Command, CommandField
from workbench.widgets.focus_order import order_focus
from workbench.widgets.messages import ReadingState
from workbench.widgets.shortcut_book import EVERYWHERE, ShortcutBook, action_keys

if TYPE_CHECKING:
    from workbench.backend.session import Session


SIZE_WORDS = tr("zoom, font size")
ALSO_CALLED = {
    "data": tr("data sets, import"),
    "design": tr("experiment, training, new"),
    "runs": tr("history, queue, curves"),
    "lab": tr("predict, try, attention"),
    "classify": tr("predict, use, file, new texts"),
    "settings": tr("preferences, options"),
}
"""Synonyms of pages for the command field, by page name."""


class MainWindow(QMainWindow):
    """The main window over a session.

    Args:
        session: a :class:`workbench.backend.session.Session`, the data source of the pages. None: a window without a
            store.
        preferences: the stored preferences; default: ``window.ini`` in the home folder.
        pages: page classes, default those of :mod:`workbench.pages`.

    Pages are imported and created one after another: the visible one at once, the others when the event loop is idle,
    so the window appears in well under two seconds. A page that is requested earlier comes next and is shown when it
    is ready; until then a placeholder is shown. Append to ``commands.providers`` to add runs or data sets to the
    command field.
    """

    complete = Signal()
    """Every page has been created."""

    def __init__(
        self,
        session: Session | None = None,
        preferences: Preferences | None = None,
        pages: Sequence[type[Page]] | None = None,
    ) -> None:
        self.notifier: RunNotifier | None = None  # an event may arrive while the window is created
        super().__init__()
        self.session = session
        self.preferences = preferences or Preferences(paths.home() / PREFERENCES_FILE, self)
        self.setWindowTitle("Palimpsest")
        self.setWindowIcon(icons.app_icon())
        entries = page_entries() if pages is None else map(PageEntry.of, pages)
        self._entries = {entry.name: entry for entry in entries}
        self._pages: dict[str, Page] = {}
        self._status: dict[str, str] = {}
        self._current = self._requested = ""  # the page shown; the page to be shown once it is ready
        self._payloads: list[object] = []  # the payload for the requested page
        self._ended = session is None
        self.shortcut_book = ShortcutBook()
        self.setStyleSheet(stylesheet())
        self._lay_out()
        self._make_menus()
        self.commands.providers += [self._page_commands, self._action_commands, self._page_things]
        self.preferences.changed.connect(self._preference_changed)
        self._take_slots()
        self.menuBar().setFixedHeight(theme.sizes().menu_bar)
        self._restore()
        self.page_stack.begin(self._entries)
        if session is not None:
            self._connect_session(session)

    # -- parts ---------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.rail = Rail()
        self.stack = PageStack()
        self.page_stack = PageLoader(self._entries, self.session, self)
        self.page_stack.created.connect(self._take_page)
        self.page_stack.reached.connect(self.page)
        self.page_stack.complete.connect(self.complete)
        self._opening = ReadingState("")
        self.stack.addWidget(self._opening)
        for page in self._entries.values():
            self.rail.add(page.name, page.title, page.icon, page.shortcut, page.at_end)
        self.rail.chosen.connect(self.show_page)
        centre = QWidget()
        arrange_rows(HLine(), (arrange_columns(self.rail, (self.stack, 1)), 1), on=centre)
        self.setCentralWidget(centre)
        self.status_line = StatusLine()
        self.setStatusBar(self.status_line)
        self.setAcceptDrops(True)

    def _make_menus(self) -> None:
        bar = self.menuBar()
        bar.setNativeMenuBar(False)  # it contains the command field on every platform
        self._menus: dict[str, QMenu] = {name: bar.addMenu(title) for name, title in MENUS.items()}
        self.commands = CommandField()
        self._corner = QWidget()  # stored: the menu bar does not keep it alive
        arrange_columns(self.commands, on=self._corner, spacing=None, margins=(0, 4, 8, 4))
        bar.setCornerWidget(self._corner, Qt.Corner.TopRightCorner)
        keys = QKeySequence.StandardKey
        self._edit_menu = EditMenu(self, self._menus["Edit"])
        self._menus["Edit"].addSeparator()
        self._own_actions = [
            make_action(self, tr("&Open the store's folder"), self.open_home, menu="File"),
            make_action(
                self, tr("&Find"), self.focus_search, keys.Find, menu="Edit", tip=tr("Search on this page")
            ),
            make_action(self, tr("Find a co&mmand"), self.commands.begin, CommandField.KEYS, menu="Edit"),
            *(self._show_action(page) for page in self._entries.values()),
            *self._look_actions(),
            make_action(self, tr("&Language…"), partial(self.go, "settings", "language"), menu="View"),
            make_action(self, tr("Full &screen"), self._toggle_full_screen, "F11", menu="Window"),
            make_action(self, tr("&Guide to a first run"), self.show_guide, menu="Help"),
            make_action(
                self,
                tr("&Which strategy should I use?"),
                partial(self.go, "help", "strategies.md"),
                menu="Help",
            ),
            make_action(self, tr("&Finished studies"), partial(self.go, "help", "studies.md"), menu="Help"),
            make_action(self, tr("&Keyboard shortcuts"), self.show_shortcuts, menu="Help"),
            make_action(self, tr("Open the folder of &logs"), self.open_logs, menu="Help"),
            make_action(self, tr("&Report a problem…"), self.report_problem, menu="Help"),
        ]
        # The shown page's actions come first, except in View, where the pages do; Quit comes last.
        self._page_actions_end = {
            name: menu.addSeparator() for name, menu in self._menus.items() if name != "View"
        }
        for own in self._own_actions:
            if own.objectName() in ("Larger text", "Language"):
                self._menus["View"].addSeparator()
            self._menus[str(own.property("menu"))].addAction(own)
        self._menus["View"].addSeparator()
        self._own_actions.append(make_action(self, tr("&Quit"), self.close, keys.Quit, menu="File"))
        self._menus["File"].addSeparator()
        self._menus["File"].addAction(self._own_actions[-1])
        self.shortcut_book.add(EVERYWHERE, self._own_actions, self._corner)

    def _look_actions(self) -> list[QAction]:
        """Return the actions for text size, and for light and dark."""
        sizes: tuple[tuple[str, Callable[[], object], QKeySequence.StandardKey | str], ...] = (
            (tr("&Larger text"), partial(self._zoom, 0.1), QKeySequence.StandardKey.ZoomIn),
            (tr("&Smaller text"), partial(self._zoom, -0.1), QKeySequence.StandardKey.ZoomOut),
            (tr("&Normal text size"), partial(self.set_text_size, 1.0), "Ctrl+0"),
        )
        dark, words = tr("L&ight or dark"), tr("theme, dark mode, appearance")
        return [
            *(make_action(self, *each, menu="View", words=SIZE_WORDS) for each in sizes),
            make_action(self, dark, self._toggle_mode, "Ctrl+Shift+L", menu="View", words=words),
        ]

    def _show_action(self, page: PageEntry) -> QAction:
        menu = "Help" if page.name == "help" else "View"
        return make_action(
            self, page.title, partial(self.show_page, page.name), page.shortcut or None, page.icon, menu
        )

    # -- pages ---------------------------------------------------------------------------------------------

    def page(self, name: str) -> Page:
        """Return the page ``name``, created now if necessary. Raises KeyError for an unknown name."""
        self.page_stack.finish(name)
        if name == self._requested:
            self._show_requested()
        return self._pages[name]

    def _take_page(self, name: str, page: Page) -> None:
        """Add a complete page to the window, hidden."""
        page.preferences, page.shortcut_book = self.preferences, self.shortcut_book
        page.restore()
        self._pages[name] = page
        self.stack.addWidget(page)
        page.badge_changed.connect(lambda number: self.rail.set_badge(name, number))
        page.status_changed.connect(lambda text: self._page_status(name, text))
        page.navigate.connect(self.go)
        groups: dict[str, object] = {}
        for item in page.actions_for_menus():
            place = str(item.property("menu") or "Run")
            menu, end = self._menus[place], self._page_actions_end.get(place)
            if before := self._edit_menu.place_before(item):
                menu.insertAction(before, item)
            else:
                if groups.setdefault(place, item.property("group")) != item.property("group"):
                    menu.insertSeparator(end) if end is not None else menu.addSeparator()
                    groups[place] = item.property("group")
                menu.insertAction(end, item) if end is not None else menu.addAction(item)
            page.addAction(item)
            item.setVisible(False)  # and so disabled: two pages may use the same keys
        self.shortcut_book.add(page.title, page.actions_for_menus(), page)

    def pages(self) -> list[Page]:
        """Return the pages created so far."""
        return list(self._pages.values())

    @property
    def current(self) -> str:
        """Name of the page shown, or about to be shown."""
        return self._requested or self._current

    def show_page(self, name: str) -> None:
        """Show the page ``name``. Its actions are added to the menus, those of the previous page removed.

        A page that does not exist yet is created before all others, and then shown.
        """
        if name == self.current:
            return
        self._leave_page()
        self._requested = name
        self._payloads.clear()
        if not self.page_stack.is_waiting(name):
            self.page(name)
            return
        self.page_stack.prioritize(name)
        title = self._entries[name].title
        self._opening.set_words(tr("Opening {title}…", title=title))
        self.rail.select(name)
        self.status_line.page_text.set_text("")
        self.setWindowTitle(f"{title} - Palimpsest")
        self.stack.change_to(self._opening)

    def _leave_page(self) -> None:
        if self._current:
            old = self._pages[self._current]
            for item in old.actions_for_menus():
                item.setVisible(False)
            old.on_hidden()
        self._edit_menu.allow_shrinking([])
        self._current = ""

    def _show_requested(self) -> None:
        """Show the requested page, which is now complete."""
        name, self._requested = self._requested, ""
        self._current = name
        page = self._pages[name]
        self.rail.select(name)
        self.status_line.page_text.set_text(self._status.get(name, ""))
        self.stack.change_to(page)
        for item in page.actions_for_menus():
            item.setVisible(True)
        self._edit_menu.allow_shrinking(page.actions_for_menus())
        self.setWindowTitle(f"{page.title} - Palimpsest")
        order_focus(page)
        page.on_shown()
        payloads, self._payloads = self._payloads, []
        for payload in payloads:
            page.receive(payload)

    def go(self, name: str, payload: object = None) -> None:
        """Show the page ``name`` and pass it ``payload`` (see :meth:`workbench.pages.base.Page.receive`)."""
        self.show_page(name)
        if payload is None:
            return
        if name == self._requested:
            self._payloads.append(payload)
        else:
            self.page(name).receive(payload)

    def open_file(self, file: Path) -> None:
        """Pass a file to its page: a design, a capsule, or data to import."""
        if (name := page_for(file)) in self._entries:
            self.go(name, payload_for(file))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            _accept_as_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        for file in files[:1]:
            _accept_as_copy(event)
            if not (self._current and self._pages[self._current].take_file(file)):
                self.open_file(file)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate and self.notifier is not None:
            self.notifier.withdraw()
        return super().event(event)

    def _show_runs(self, run_ids: tuple[int, ...]) -> None:
        """Activate the window and show these runs."""
        self.showNormal() if self.isMinimized() else self.show()
        self.raise_()
        self.activateWindow()
        self.go("runs", list(run_ids))

    def _page_status(self, name: str, text: str) -> None:
        self._status[name] = text
        if name == self._current:
            self.status_line.page_text.set_text(text)

    # -- session -------------------------------------------------------------------------------------------

    def _connect_session(self, session: Session) -> None:
        self.queue_status = QueueStatus(session, self)
        self.queue_status.changed.connect(self.status_line.set_activity)
        self.notifier = RunNotifier(session, self.preferences, self)
        self.notifier.clicked.connect(self._show_runs)
        session.activity.connect(self._session_activity)
        session.error.connect(self.status_line.show_notice)
        session.failed.connect(self._store_failed)
        session.closed.connect(self._session_closed)

    def _store_failed(self, why: str) -> None:
        """Show why the store cannot be opened, on the page that can repair it."""
        self.status_line.show_notice(why, seconds=0)
        if "settings" in self._entries and "store repair" in why:
            self.go("settings")

    def _session_activity(self, running: int, _queued: int) -> None:
        if "runs" in self._entries:
            self.rail.set_badge("runs", running)

    # -- commands ------------------------------------------------------------------------------------------

    def _page_commands(self) -> Iterable[Command]:
        for page in self._entries.values():
            yield Command(
                page.title,
                partial(self.show_page, page.name),
                tr("page"),
                page.shortcut,
                english=source_of(page.title),
                words=ALSO_CALLED.get(page.name, ""),
            )

    def _page_things(self) -> Iterable[Command]:
        for page in self._pages.values():
            yield from page.commands()

    def _action_commands(self) -> Iterable[Command]:
        titles = {page.title for page in self._entries.values()}
        for own in self._own_actions:
            if own.text() not in titles:
                yield self._command(own, own.trigger, "")
        for name, page in self._pages.items():
            for item in page.actions_for_menus():
                # Actions of hidden pages are disabled only because the page is hidden.
                if not item.isVisible() or item.isEnabled():
                    yield self._command(item, partial(self._show_and_trigger, name, item), page.title)

    @staticmethod
    def _command(item: QAction, run: Callable[[], object], kind: str) -> Command:
        return Command(
            strip_mnemonic(item.text()),
            run,
            kind,
            action_keys(item),
            english=item.objectName() if current() != "en" else "",
            words=str(item.property("words") or ""),
        )

    def _show_and_trigger(self, name: str, item: QAction) -> None:
        self.show_page(name)
        item.trigger()

    def focus_search(self) -> None:
        """Focus the search field of the shown page, or search its entries in the command field."""
        page = self.page(self.current)
        field, sought = page.search_field(), page.sought()
        if field is not None:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            field.selectAll()
        elif sought:
            self.commands.begin(page.commands, sought)

    # -- appearance ----------------------------------------------------------------------------------------

    def set_mode(self, mode: str) -> None:
        """Show ``system``, ``light`` or ``dark`` and save the choice."""
        self.preferences.put("theme", mode)

    def set_text_size(self, size: float) -> None:
        """Save the text size (1.0 to 3.0), which takes effect at the next start of the window."""
        size = min(max(round(size, 2), LEAST_TEXT), MOST_TEXT)
        self.preferences.put("text_size", size)
        self.status_line.show_notice(
            tr("Text size {percent} % after the next start", percent=round(100 * size))
        )

    def _preference_changed(self, name: str) -> None:
        if name == "theme" and self.preferences.get("theme") != theme.mode():
            theme.set_mode(self.preferences.get("theme"))
        elif name == "high_contrast" and self.preferences.get("high_contrast") != theme.is_high_contrast():
            theme.set_high_contrast(bool(self.preferences.get("high_contrast")))
        elif name in ("slots", "threads"):
            self._take_slots()

    def _take_slots(self) -> None:
        """Apply the settings for runs at once and threads to the session's queue."""
        if self.session is not None:
            self.session.threads = max(0, self.preferences.get("threads"))
            self.session.slots = min(max(1, self.preferences.get("slots")), MOST_SLOTS)

    def _zoom(self, by: float) -> None:
        self.set_text_size(self.preferences.get("text_size") + by)

    def _toggle_mode(self) -> None:
        self.set_mode("light" if theme.current().name == "dark" else "dark")

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def open_home(self) -> None:
        """Open the folder of the store in the platform's file manager."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(paths.home())))

    def open_logs(self) -> None:
        """Open the folder that contains the folders of all runs, with their logs."""
        store = self.session.store_path if self.session is not None else paths.default_store()
        folder = paths.run_folder(store, 1).parent
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder if folder.is_dir() else paths.home())))

    def show_guide(self) -> None:
        """Show the first-run guide on the Design page, with its experiment."""
        self.go("design", {"recipe": "quickstart", "guide": True})

    def show_shortcuts(self) -> None:
        """Show the list of keys, with the focus in its search."""
        self.show_page("help")
        self.page("help").receive("")
        self.focus_search()

    def report_problem(self) -> None:
        """Show the contents of a problem report."""
        ProblemReportDialog(self.session, self).open()

    # -- coming and going ----------------------------------------------------------------------------------

    def _restore(self) -> None:
        geometry = self.preferences.get("geometry")
        if not (isinstance(geometry, QByteArray) and self.restoreGeometry(geometry)):
            resize_on_screen(self, 1440, 900)
        page_name = self.preferences.get("page")
        first = page_name if page_name in self._entries else next(iter(self._entries), "")
        if first:
            self.show_page(first)
        if (
            self.focusWidget() is None
        ):  # otherwise Qt focuses the rail, whose outline would be the first thing visible
            self.stack.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask the pages and, if there are runs, the user; then hide the window and end the session."""
        session = self.session
        if self._ended or session is None:
            self.page_stack.stop()
            self._remember()
            event.accept()
            return
        event.ignore()
        if not self.isVisible() or not all(page.can_close() for page in self._pages.values()):
            return
        keep = confirm_closing(session, self)
        if keep is None:
            return
        self.page_stack.stop()
        self._remember()
        if self._current:
            self._pages[self._current].on_hidden()
        for page in self._pages.values():
            page.on_closing()
        self.hide()
        session.shutdown(keep)

    def _session_closed(self) -> None:
        self._ended = True
        self.close()
        QGuiApplication.quit()  # Qt does not wait for the closing of a hidden window

    def _remember(self) -> None:
        self.preferences.put("geometry", self.saveGeometry())
        self.preferences.put("page", self.current)
        self.preferences.save()


def _accept_as_copy(event: QDropEvent) -> None:
    """Accept files as copies: after a move, a file manager might delete them."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
