"""The one window: menu bar with the command field, rail, pages, status bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from engine import paths
from workbench.backend.preferences import MOST_SLOTS, PREFERENCES_FILE, Preferences
from workbench.language import current, source_of, tr, tr_n
from workbench.look import icons, theme
from workbench.pages import PageEntry, page_entries
from workbench.pages.base import Page
from workbench.plots.export import picture_ground
from workbench.shell.edit_menu import EditMenu
from workbench.shell.guide_bar import GuideBar
from workbench.shell.notifications import RunNotifier
from workbench.shell.opening import page_for, payload_for
from workbench.shell.page_stack import PageStack
from workbench.shell.problem_report import ProblemReportDialog
from workbench.shell.queue_status import QueueStatus
from workbench.shell.rail import Rail
from workbench.widgets import ElidedLabel, HLine, Label, VLine
from workbench.widgets.actions import MENUS, make_action, strip_mnemonic
from workbench.widgets.announcing import announce
from workbench.widgets.arrange import resize_on_screen
from workbench.widgets.base import Themed
from workbench.widgets.command_field import Command, CommandField
from workbench.widgets.content_stack import ReadingState
from workbench.widgets.focus_order import order_focus
from workbench.widgets.shortcut_book import EVERYWHERE, Shortcut, ShortcutBook, action_keys

if TYPE_CHECKING:
    from workbench.backend.session import Session


SIZE_WORDS = tr("zoom, font size")
ALSO_CALLED = {
    "data": tr("data sets, import"),
    "design": tr("experiment, training, new"),
    "runs": tr("history, queue, curves"),
    "lab": tr("predict, try, attention"),
    "settings": tr("preferences, options"),
}
"""What else people call a page, by its name: words by which the command field finds it."""


class MainWindow(Themed, QMainWindow):
    """The window over a session.

    Args:
        session: a :class:`workbench.backend.session.Session`, what pages ask for data; None: a window without a
        store.
        preferences: what is remembered; default: ``window.ini`` in the home.
        pages: page classes, default those of :mod:`workbench.pages`.

    Pages are imported and made one after another: the first shown at once, the others part by part when the event
    loop is idle, so the window is there in well under two seconds and never stands still. One that is to be shown
    before it is whole comes next, and is shown when it is; until then its place says so. ``commands.providers`` is what
    the command field asks; append to it to offer runs or data sets.
    """

    complete = Signal()
    """Every page has been made."""

    def __init__(
        self,
        session: Session | None = None,
        preferences: Preferences | None = None,
        pages: Sequence[type[Page]] | None = None,
    ) -> None:
        self.notifier: RunNotifier | None = None  # an event may come while the window is made
        super().__init__()
        self.session = session
        self.preferences = preferences or Preferences(paths.home() / PREFERENCES_FILE, self)
        self.setWindowTitle("Palimpsest")
        self.setWindowIcon(icons.app_icon())
        entries = page_entries() if pages is None else map(PageEntry.of, pages)
        self._entries = {entry.name: entry for entry in entries}
        self._pages: dict[str, Page] = {}
        self._begun: dict[str, Page] = {}
        self._importing: tuple[str, Iterator[None]] = ("", iter(()))
        self._status: dict[str, str] = {}
        self._current = self._wanted = ""  # the page shown; the page to be shown once it is whole
        self._payloads: list[object] = []  # what the wanted page is handed then
        self._waiting: list[str] = []
        self._ended = session is None
        self.shortcut_book = ShortcutBook(self.preferences)
        self._lay_out()
        self._make_menus()
        self.commands.providers += [self._page_commands, self._action_commands, self._page_things]
        self.preferences.changed.connect(self._preference_changed)
        self._take_slots()
        picture_ground.choose(self.preferences.get("picture_ground"))
        picture_ground.changed.connect(self._ground_chosen)
        self.apply_theme()
        self._restore()
        self._waiting = [name for name in self._entries if name not in self._pages]
        self._later = QTimer(self)
        self._later.setInterval(0)
        self._later.timeout.connect(self._make_next_page)
        if self._waiting:
            self._later.start()
        if session is not None:
            self._connect_session(session)

    # -- parts ---------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.rail = Rail()
        self.stack = PageStack()
        self._opening = ReadingState("")
        self.stack.addWidget(self._opening)
        for page in self._entries.values():
            self.rail.add(page.name, page.title, page.icon, page.shortcut, page.at_end)
        self.rail.chosen.connect(self.show_page)
        centre = QWidget()
        column = QVBoxLayout(centre)
        row = QHBoxLayout()
        for layout in (column, row):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        column.addWidget(HLine())
        self.guide = GuideBar(self.session, self.preferences)
        self.guide.navigate.connect(self.go)
        column.addWidget(self.guide)
        column.addLayout(row, 1)
        row.addWidget(self.rail)
        row.addWidget(self.stack, 1)
        self.setCentralWidget(centre)
        self._left = ElidedLabel("", "caption", "text2")
        self._notice = ElidedLabel("", "caption", "error")
        self._right = Label("", "caption", "text2")
        self._notice_ends = QTimer(self)
        self._notice_ends.setSingleShot(True)
        self._notice_ends.timeout.connect(lambda: self._set_notice(""))
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.addWidget(self._left, 2)
        bar.addWidget(self._notice, 3)
        self._set_notice("")
        bar.addPermanentWidget(self._right)
        bar.addPermanentWidget(VLine())
        self._room = ElidedLabel("", "caption", "text3")
        bar.addPermanentWidget(self._room)
        self.setAcceptDrops(True)

    def _make_menus(self) -> None:
        bar = self.menuBar()
        bar.setNativeMenuBar(False)  # the command field lives in it, on every platform
        self._menus: dict[str, QMenu] = {name: bar.addMenu(title) for name, title in MENUS.items()}
        self.commands = CommandField()
        self._corner = QWidget()  # kept: the menu bar does not keep it alive by itself
        corner = QHBoxLayout(self._corner)
        corner.setContentsMargins(0, 4, 8, 4)
        corner.addWidget(self.commands)
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
            make_action(self, tr("&Keyboard shortcuts"), self.show_shortcuts, menu="Help"),
            make_action(self, tr("Open the folder of &logs"), self.open_logs, menu="Help"),
            make_action(self, tr("&Report a problem…"), self.report_problem, menu="Help"),
        ]
        # What the shown page offers stands first, but in View, where the pages themselves do; Quit is the last of all.
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
        """Return the actions on the size of texts, and on light and dark."""
        keys = QKeySequence.StandardKey
        return [
            make_action(
                self, tr("&Larger text"), partial(self._zoom, 0.1), keys.ZoomIn, menu="View", words=SIZE_WORDS
            ),
            make_action(
                self,
                tr("&Smaller text"),
                partial(self._zoom, -0.1),
                keys.ZoomOut,
                menu="View",
                words=SIZE_WORDS,
            ),
            make_action(
                self,
                tr("&Normal text size"),
                lambda: self.set_scale(1.0),
                "Ctrl+0",
                menu="View",
                words=SIZE_WORDS,
            ),
            make_action(
                self,
                tr("L&ight or dark"),
                self._toggle_mode,
                "Ctrl+Shift+L",
                menu="View",
                words=tr("theme, dark mode, appearance"),
            ),
        ]

    def _show_action(self, page: PageEntry) -> QAction:
        menu = "Help" if page.name == "help" else "View"
        return make_action(
            self, page.title, partial(self.show_page, page.name), page.shortcut or None, page.icon, menu
        )

    # -- pages ---------------------------------------------------------------------------------------------

    def page(self, name: str) -> Page:
        """Return the page ``name``, made now if it was not yet. Raises KeyError for an unknown name."""
        self._finish_page(name)
        if name == self._wanted:
            self._show_wanted()
        return self._pages[name]

    def _finish_page(self, name: str) -> None:
        """Make what is left of the page ``name`` and take it into the window, hidden as yet."""
        if name not in self._pages:
            page = self._begun.pop(name, None) or self._entries[name].page_class().begin(self.session)
            while page.make_part():
                pass
            page.preferences, page.shortcut_book = self.preferences, self.shortcut_book
            page.restore()
            self._pages[name] = page
            self.stack.addWidget(page)
            page.badge_changed.connect(lambda number: self.rail.set_badge(name, number))
            page.status_changed.connect(lambda text: self._page_status(name, text))
            page.navigate.connect(self.go)
            page.runs_queued.connect(self.guide.take)
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
        """Return the pages made so far."""
        return list(self._pages.values())

    @property
    def current(self) -> str:
        """Name of the page shown, or about to be."""
        return self._wanted or self._current

    def show_page(self, name: str) -> None:
        """Show the page ``name``; its actions come into the menus, the old page's leave them.

        A page that is not whole yet is made before all others, still part by part, and shown when it is.
        """
        if name == self.current:
            return
        self._leave_page()
        self._wanted = name
        self._payloads.clear()
        if name not in self._waiting:
            self.page(name)
            return
        self._waiting.remove(name)
        self._waiting.insert(0, name)
        title = self._entries[name].title
        self._opening.set_words(tr("Opening {title}…", title=title))
        self.rail.select(name)
        self._left.set_text("")
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

    def _show_wanted(self) -> None:
        """Show the page that is wanted, now that it is whole."""
        name, self._wanted = self._wanted, ""
        self._current = name
        page = self._pages[name]
        self.rail.select(name)
        self._left.set_text(self._status.get(name, ""))
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
        """Show the page ``name`` and hand it ``payload`` (see :meth:`workbench.pages.base.Page.receive`)."""
        self.show_page(name)
        if payload is None:
            return
        if name == self._wanted:
            self._payloads.append(payload)
        else:
            self.page(name).receive(payload)

    def set_activity(self, text: str, room: str = "", is_little: bool = False) -> None:
        """Set the right of the status bar: what runs and when all is done, and the room of the disk."""
        self._right.setText(text)
        self._room.set_text(room)
        self._room.set_color("warning" if is_little else "text3")

    def open_file(self, file: Path) -> None:
        """Hand a file to the page that takes it: a design, a capsule, or data to import."""
        if (name := page_for(file)) in self._entries:
            self.go(name, payload_for(file))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            _accept_as_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        for file in files[:1]:
            _accept_as_copy(event)
            self.open_file(file)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate and self.notifier is not None:
            self.notifier.withdraw()
        return super().event(event)

    def _show_runs(self, run_ids: tuple[int, ...]) -> None:
        """Come to the front with these runs."""
        self.showNormal() if self.isMinimized() else self.show()
        self.raise_()
        self.activateWindow()
        self.go("runs", list(run_ids))

    def show_notice(self, text: str, seconds: int = 20) -> None:
        """Say what went wrong in the status bar, for some ``seconds``; 0 leaves it there."""
        self._set_notice(text)
        announce(self._notice, text, urgent=True)
        self._notice_ends.start(seconds * 1000) if seconds else self._notice_ends.stop()

    def _set_notice(self, text: str) -> None:
        """Set the notice; without one its room is the page's words'."""
        self._notice.set_text(text)
        self._notice.setVisible(bool(text))

    def _page_status(self, name: str, text: str) -> None:
        self._status[name] = text
        if name == self._current:
            self._left.set_text(text)

    def _make_next_page(self) -> None:
        """Make one part of the next page, take it into the window once it has all, or show it: each in its own turn."""
        if not self._waiting:
            self._later.stop()
            self.complete.emit()
        else:
            name = self._waiting[0]
            if name not in self._pages and name not in self._begun:
                if self._imports_more(name):
                    return
                self._begun[name] = page = self._entries[name].page_class().begin(self.session)
                page.setParent(self.stack)  # whose end is its end, whole or not
                page.hide()
            elif name in self._pages:
                self._waiting.pop(0)
                self.page(name)
            elif not self._begun[name].make_part():
                self._finish_page(name)

    def _imports_more(self, name: str) -> bool:
        """Import the next module of a page; return whether there may be more."""
        if self._importing[0] != name:
            self._importing = name, self._entries[name].import_in_steps()
        return next(self._importing[1], self) is not self

    # -- session -------------------------------------------------------------------------------------------

    def _connect_session(self, session: Session) -> None:
        self.queue_status = QueueStatus(session, self)
        self.queue_status.changed.connect(self.set_activity)
        self.notifier = RunNotifier(session, self.preferences, self)
        self.notifier.clicked.connect(self._show_runs)
        session.activity.connect(self._session_activity)
        session.error.connect(self.show_notice)
        session.failed.connect(self._store_failed)
        session.closed.connect(self._session_closed)

    def _store_failed(self, why: str) -> None:
        """Say why the store cannot be opened, where it can be repaired."""
        self.show_notice(why, seconds=0)
        if "settings" in self._entries and "store repair" in why:
            self.go("settings")

    def _session_activity(self, running: int, _queued: int) -> None:
        if "runs" in self._entries:
            self.rail.set_badge("runs", running)

    def _stop_making_pages(self) -> None:
        """Begin no further page. One that was begun is made whole: its loose parts have no parent yet."""
        self._later.stop()
        self._waiting.clear()
        for name in [*self._begun]:
            self._finish_page(name)

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
                # An action of a page that is not shown is disabled only because it is not shown.
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

    def shortcuts(self) -> list[Shortcut]:
        """Return every key of the window and of the pages made so far."""
        return self.shortcut_book.shortcuts()

    def focus_search(self) -> None:
        """Put the focus into the search field of the shown page, if it has one."""
        field = self.page(self.current).search_field()
        if field is not None:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            field.selectAll()

    # -- appearance ----------------------------------------------------------------------------------------

    def set_mode(self, mode: str) -> None:
        """Show ``system``, ``light`` or ``dark`` and remember it."""
        self.preferences.put("theme", mode)

    def set_scale(self, scale: float) -> None:
        """Set the text size (1.0 to 3.0) and remember it."""
        self.preferences.put("text_size", min(max(scale, theme.MIN_SCALE), theme.MAX_SCALE))

    def _preference_changed(self, name: str) -> None:
        if name in ("theme", "text_size", "high_contrast"):
            for begun in [*self._begun]:  # what is half made would be half in the old sizes
                self._finish_page(begun)
        if name == "theme" and self.preferences.get("theme") != theme.mode():
            theme.set_mode(self.preferences.get("theme"))
        elif name == "text_size" and self.preferences.get("text_size") != theme.sizes().scale:
            theme.set_scale(self.preferences.get("text_size"))
        elif name == "high_contrast" and self.preferences.get("high_contrast") != theme.is_high_contrast():
            theme.set_high_contrast(bool(self.preferences.get("high_contrast")))
        elif name in ("slots", "threads"):
            self._take_slots()

    def _take_slots(self) -> None:
        """Let the session's queue run as many at once, each on as many threads, as the settings say."""
        if self.session is not None:
            self.session.threads = max(0, self.preferences.get("threads"))
            self.session.slots = min(max(1, self.preferences.get("slots")), MOST_SLOTS)

    def _ground_chosen(self, kind: str) -> None:
        self.preferences.put("picture_ground", kind)

    def _zoom(self, by: float) -> None:
        self.set_scale(round(theme.sizes().scale + by, 2))

    def _toggle_mode(self) -> None:
        self.set_mode("light" if theme.current().name == "dark" else "dark")

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def apply_theme(self) -> None:
        s = theme.sizes()
        self.menuBar().setFixedHeight(s.menu_bar)
        self.statusBar().setFixedHeight(s.status_bar)
        self.statusBar().setContentsMargins(s.s8, 0, s.s12, 0)

    def open_home(self) -> None:
        """Open the folder of the store in the platform's file manager."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(paths.home())))

    def open_logs(self) -> None:
        """Open the folder in which every run has its own, with its log."""
        store = self.session.store_path if self.session is not None else paths.default_store()
        folder = paths.run_folder(store, 1).parent
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder if folder.is_dir() else paths.home())))

    def show_guide(self) -> None:
        """Show the guide to a first run on the Design page, with the experiment that it is about."""
        self.go("design", {"recipe": "quickstart", "guide": True})

    def show_shortcuts(self) -> None:
        """Show the list of keys, ready to be searched."""
        self.show_page("help")
        self.focus_search()

    def report_problem(self) -> None:
        """Show what a report on a problem would have."""
        ProblemReportDialog(self.session, self).open()

    # -- coming and going ----------------------------------------------------------------------------------

    def _restore(self) -> None:
        geometry = self.preferences.get("geometry")
        if not (isinstance(geometry, QByteArray) and self.restoreGeometry(geometry)):
            px = theme.sizes().px  # larger texts need a larger window
            resize_on_screen(self, px(1440), px(900))
        wanted = self.preferences.get("page")
        first = wanted if wanted in self._entries else next(iter(self._entries), "")
        if first:
            self.show_page(first)
        if (
            self.focusWidget() is None
        ):  # else Qt focuses the rail, and its outline is the first thing one sees
            self.stack.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask pages, ask about runs if any, then wind the session up while the window is already gone."""
        session = self.session
        if self._ended or session is None:
            self._stop_making_pages()
            self._remember()
            event.accept()
            return
        event.ignore()
        if not self.isVisible() or not all(page.can_close() for page in self._pages.values()):
            return
        keep = self._keep_runs(session)
        if keep is None:
            return
        self._stop_making_pages()
        self._remember()
        if self._current:
            self._pages[self._current].on_hidden()
        for page in self._pages.values():
            page.on_closing()
        self.hide()
        session.shutdown(keep)

    def _keep_runs(self, session: Session) -> bool | None:
        """Return whether runs that have not ended go on without the window; None: the window stays.

        Runs of a command line or a place go on in any case, so nothing is asked of them. The question goes when the
        last run that it is about ends while it is asked.
        """
        active = session.queue_runs
        if not active:
            return True
        box = QMessageBox(self)
        box.setWindowTitle("Palimpsest")
        box.setText(tr_n("A run has not ended yet.", "{n} runs have not ended yet.", active))
        box.setInformativeText(
            tr_n(
                "It can go on without the window; open it again to see how far it is.",
                "They can go on without the window; open it again to see how far they are.",
                active,
            )
        )
        go_on = box.addButton(
            tr_n("Let it go on", "Let them go on", active), QMessageBox.ButtonRole.AcceptRole
        )
        stop = box.addButton(tr_n("Stop it", "Stop them", active), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(go_on)

        def settled(_running: int, _queued: int) -> None:
            if not session.queue_runs:
                go_on.click()

        answered = session.activity.connect(settled)
        box.exec()
        session.activity.disconnect(answered)
        chosen = box.clickedButton()
        return True if chosen is go_on else False if chosen is stop else None

    def _session_closed(self) -> None:
        self._ended = True
        self.close()
        QGuiApplication.quit()  # the window was hidden, so closing it is not what Qt waits for

    def _remember(self) -> None:
        self.preferences.put("geometry", self.saveGeometry())
        self.preferences.put("page", self.current)
        self.preferences.save()


def _accept_as_copy(event: QDropEvent) -> None:
    """Accept files that stay where they are: told that they were moved, a file manager might remove them."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
