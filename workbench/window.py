"""The one window: menu bar with the command field, rail, pages, status bar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QCloseEvent, QDesktopServices, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMainWindow, QMenu, QStackedWidget, QWidget

from engine import paths
from workbench import icons, theme
from workbench.actions import MENUS, action, plain
from workbench.commands import Command, CommandField
from workbench.pages import page_classes
from workbench.pages.base import Page
from workbench.rail import Rail


def open_settings(home: Path) -> QSettings:
    """The window's settings: the INI file ``window.ini`` in the folder ``home`` (made on the first write)."""
    return QSettings(str(home / "window.ini"), QSettings.Format.IniFormat)


class MainWindow(QMainWindow):
    """The window over a session.

    Args:
        session: what pages ask for data; ``None`` gives a window without a store.
        settings: where geometry, page, theme and text size are remembered; default: ``window.ini`` in the
            home. pages: page classes, default those of :mod:`workbench.pages`.

    Pages are made one after another: the first shown at once, the others when the event loop is idle, so the
    window is there in well under two seconds. ``commands.providers`` is the list that the command field asks;
    append to it to offer runs or data sets.
    """

    def __init__(
        self,
        session: Any = None,
        settings: QSettings | None = None,
        pages: Sequence[type[Page]] | None = None,
    ) -> None:
        super().__init__()
        self.session = session
        self.settings = settings if settings is not None else open_settings(paths.home())
        self.setWindowTitle("Palimpsest")
        self.setWindowIcon(icons.app_icon())
        self._classes = {page.name: page for page in (page_classes() if pages is None else pages)}
        self._pages: dict[str, Page] = {}
        self._current = ""
        self._lay_out()
        self._make_menus()
        self.commands.providers += [self._page_commands, self._action_commands]
        theme.theme_changed.connect(self._apply_theme)
        self._apply_theme()
        self._restore()
        self._waiting = [name for name in self._classes if name not in self._pages]
        self._later = QTimer(self)
        self._later.setInterval(0)
        self._later.timeout.connect(self._make_next_page)
        if self._waiting:
            self._later.start()

    # -- parts ---------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.rail = Rail()
        self.stack = QStackedWidget()
        for page in self._classes.values():
            self.rail.add(page.name, page.title, page.icon, page.shortcut, page.at_end)
        self.rail.chosen.connect(self.show_page)
        centre = QWidget()
        row = QHBoxLayout(centre)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self.stack, 1)
        self.setCentralWidget(centre)
        self._left, self._right = QLabel(), QLabel()
        self._left.setAccessibleName("Status of the page")
        self._right.setAccessibleName("What runs")
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.addWidget(self._left, 1)
        bar.addPermanentWidget(self._right)

    def _make_menus(self) -> None:
        bar = self.menuBar()
        bar.setNativeMenuBar(False)  # the command field lives in it, on every platform
        self._menus: dict[str, QMenu] = {name: bar.addMenu(f"&{name}") for name in MENUS}
        self.commands = CommandField()
        holder = QWidget()
        corner = QHBoxLayout(holder)
        corner.setContentsMargins(0, 4, 8, 4)
        corner.addWidget(self.commands)
        self._corner = holder  # the menu bar does not keep it alive by itself
        bar.setCornerWidget(holder, Qt.Corner.TopRightCorner)
        self._own_actions = [
            action(self, "&Quit", self.close, QKeySequence.StandardKey.Quit, menu="File"),
            action(self, "&Find a command", self._focus_commands, CommandField.KEYS, menu="Edit"),
            *(self._show_action(page) for page in self._classes.values()),
            action(
                self, "&Larger text", lambda: self._zoom(+0.1), QKeySequence.StandardKey.ZoomIn, menu="View"
            ),
            action(
                self, "&Smaller text", lambda: self._zoom(-0.1), QKeySequence.StandardKey.ZoomOut, menu="View"
            ),
            action(self, "&Normal text size", lambda: self.set_scale(1.0), "Ctrl+0", menu="View"),
            action(self, "L&ight or dark", self._toggle_mode, "Ctrl+Shift+L", menu="View"),
            action(self, "Full &screen", self._toggle_full_screen, "F11", menu="Window"),
            action(self, "&Open the store's folder", self.open_home, menu="File"),
        ]
        for own in self._own_actions:
            self._menus[str(own.property("menu"))].addAction(own)

    def _show_action(self, page: type[Page]) -> QAction:
        menu = "Help" if page.name == "help" else "View"
        return action(
            self, page.title, lambda: self.show_page(page.name), page.shortcut or None, page.icon, menu
        )

    # -- pages ---------------------------------------------------------------------------------------------

    def page(self, name: str) -> Page:
        """The page ``name``, made now if it was not yet. Raises KeyError for an unknown name."""
        if name not in self._pages:
            page = self._classes[name](self.session)
            self._pages[name] = page
            self.stack.addWidget(page)
            page.badge_changed.connect(lambda number: self.rail.set_badge(name, number))
            page.status_changed.connect(lambda text: self._page_status(name, text))
            page.navigate.connect(self.go)
            for item in page.actions_for_menus():
                menu = self._menus[str(item.property("menu") or "Run")]
                menu.addAction(item)
                page.addAction(item)
                item.setVisible(False)  # and so disabled: two pages may use the same keys
        return self._pages[name]

    def pages(self) -> list[Page]:
        """The pages made so far."""
        return list(self._pages.values())

    @property
    def current(self) -> str:
        """Name of the page shown."""
        return self._current

    def show_page(self, name: str) -> None:
        """Show the page ``name``; its actions come into the menus, the old page's leave them."""
        page = self.page(name)
        if name == self._current:
            return
        if self._current:
            old = self._pages[self._current]
            for item in old.actions_for_menus():
                item.setVisible(False)
            old.on_hidden()
        self._current = name
        self.rail.select(name)
        self._left.setText(str(page.property("status") or ""))
        self.stack.setCurrentWidget(page)
        for item in page.actions_for_menus():
            item.setVisible(True)
        self.setWindowTitle(f"{page.title} - Palimpsest")
        page.on_shown()

    def go(self, name: str, payload: object = None) -> None:
        """Show the page ``name`` and hand it ``payload`` (see :meth:`workbench.pages.base.Page.receive`)."""
        self.show_page(name)
        if payload is not None:
            self.page(name).receive(payload)

    def set_activity(self, text: str) -> None:
        """The right of the status bar: what runs, and when all is done."""
        self._right.setText(text)

    def _page_status(self, name: str, text: str) -> None:
        self._pages[name].setProperty("status", text)
        if name == self._current:
            self._left.setText(text)

    def _make_next_page(self) -> None:
        if self._waiting:
            self.page(self._waiting.pop(0))
        if not self._waiting:
            self._later.stop()

    # -- commands ------------------------------------------------------------------------------------------

    def _page_commands(self) -> Iterable[Command]:
        for page in self._classes.values():
            yield Command(page.title, partial(self.show_page, page.name), "page", page.shortcut)

    def _action_commands(self) -> Iterable[Command]:
        titles = {page.title for page in self._classes.values()}
        for own in self._own_actions:
            if own.text() not in titles:
                yield self._command(own, own.trigger, "")
        for name in self._pages:
            for item in self._pages[name].actions_for_menus():
                # An action of a page that is not shown is disabled only because it is not shown.
                hidden = not item.isVisible()
                if hidden or item.isEnabled():
                    yield self._command(
                        item, partial(self._show_and_trigger, name, item), self.page(name).title
                    )

    @staticmethod
    def _command(item: QAction, run: Any, kind: str) -> Command:
        keys = item.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        return Command(plain(item.text()), run, kind, keys)

    def _show_and_trigger(self, name: str, item: QAction) -> None:
        self.show_page(name)
        item.trigger()

    def shortcuts(self) -> list[tuple[str, str, str]]:
        """(where, what, keys) of every action with a shortcut, for the help page."""
        rows = [("Everywhere", plain(a.text()), keys) for a in self._own_actions if (keys := _keys(a))]
        for page in self._pages.values():
            rows += [
                (page.title, plain(a.text()), keys) for a in page.actions_for_menus() if (keys := _keys(a))
            ]
        return rows

    def _focus_commands(self) -> None:
        self.commands.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- appearance ----------------------------------------------------------------------------------------

    def set_mode(self, mode: str) -> None:
        """Show ``system``, ``light`` or ``dark`` and remember it."""
        self.settings.setValue("theme", mode)
        theme.set_mode(mode)

    def set_scale(self, scale: float) -> None:
        """Set the text size (1.0 to 3.0) and remember it."""
        theme.set_scale(scale)
        self.settings.setValue("text_size", theme.sizes().scale)

    def _zoom(self, by: float) -> None:
        self.set_scale(round(theme.sizes().scale + by, 2))

    def _toggle_mode(self) -> None:
        self.set_mode("light" if theme.current().name == "dark" else "dark")

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _apply_theme(self) -> None:
        s = theme.sizes()
        self.menuBar().setFixedHeight(s.menu_bar)
        self.statusBar().setFixedHeight(s.status_bar)
        self.statusBar().setContentsMargins(s.s8, 0, s.s12, 0)
        for label in (self._left, self._right):
            label.setFont(theme.font("caption"))

    def open_home(self) -> None:
        """Open the folder of the store in the platform's file manager."""
        folder = paths.home()
        folder.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    # -- memory --------------------------------------------------------------------------------------------

    def _restore(self) -> None:
        geometry = self.settings.value("geometry")
        if not (isinstance(geometry, QByteArray) and self.restoreGeometry(geometry)):
            screen = QGuiApplication.primaryScreen()
            room = screen.availableGeometry().size() if screen else self.size()
            self.resize(min(1440, room.width()), min(900, room.height()))
        wanted = str(self.settings.value("page", ""))
        first = wanted if wanted in self._classes else next(iter(self._classes), "")
        if first:
            self.show_page(first)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not all(page.can_close() for page in self._pages.values()):
            event.ignore()
            return
        self.settings.setValue("geometry", self.saveGeometry())
        self.settings.setValue("page", self._current)
        self.settings.sync()
        if self._current:
            self._pages[self._current].on_hidden()
        event.accept()


def _keys(item: QAction) -> str:
    return item.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
