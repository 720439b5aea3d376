"""The window over small pages of our own: rail, menus, commands, memory, closing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFocusEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QMessageBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import Paints, displayed, has_colour, owned, picture, run_events
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.backend.tasks import TaskRunner
from workbench.look import theme
from workbench.pages.base import Page
from workbench.pages.help import HelpPage
from workbench.pages.settings import SettingsPage
from workbench.shell.window import MainWindow
from workbench.widgets.actions import make_action, strip_mnemonic, with_shortcut
from workbench.widgets.command_field import Command


class Toy(Page):
    """A page that writes down what happens to it."""

    def __init__(self, session: Any = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.log: list[object] = []
        self.closes = True
        self.field = QLineEdit()
        self.field.setAccessibleName("Text")
        QVBoxLayout(self).addWidget(self.field)
        self.export = make_action(
            self, "&Export...", lambda: self.log.append("export"), "Ctrl+E", "export", menu="File"
        )

    def actions_for_menus(self) -> list[QAction]:
        return [self.export]

    def on_shown(self) -> None:
        self.log.append("shown")

    def on_hidden(self) -> None:
        self.log.append("hidden")

    def receive(self, payload: Any) -> None:
        self.log.append(payload)

    def can_close(self) -> bool:
        return self.closes


class Runs(Toy):
    name, title, icon, shortcut = "runs", "Runs", "runs", "Ctrl+3"


class Compare(Toy):
    name, title, icon, shortcut = "compare", "Compare", "compare", "Ctrl+4"


PAGES = [Runs, Compare, SettingsPage, HelpPage]


@pytest.fixture
def preferences() -> Preferences:
    return Preferences()


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> MainWindow:
    made = displayed(qtbot, MainWindow(None, preferences, PAGES), 1200, 700)
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: len(made.pages()) == len(PAGES))
    return made


def toy(window: MainWindow, name: str) -> Toy:
    page = window.page(name)
    assert isinstance(page, Toy)
    return page


def test_first_page_is_there_at_once_and_the_others_follow(qtbot: QtBot, preferences: Preferences) -> None:
    window = owned(qtbot, MainWindow(None, preferences, PAGES))
    assert [page.name for page in window.pages()] == ["runs"] and window.current == "runs"
    window.show()
    qtbot.waitUntil(lambda: len(window.pages()) == len(PAGES))
    assert all(page.preferences is preferences for page in window.pages())


class Given(Page):
    """A page that keeps what it is handed."""

    name, title, icon = "given", "Given", "data"

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.given: list[object] = []

    def receive(self, payload: object) -> None:
        self.given.append(payload)


def test_a_page_that_is_wanted_comes_next(qtbot: QtBot, preferences: Preferences) -> None:
    window = displayed(qtbot, MainWindow(None, preferences, [Runs, HelpPage, Compare, Given]))
    window.go("compare", "not wanted any more")
    window.go("given", "first")
    window.go("given", "second")
    assert window.current == "given"
    assert [page.name for page in window.pages()] == ["runs"], "no call made a page"
    assert window.stack.currentWidget().accessibleName() == "Opening Given…"  # type: ignore[union-attr]
    assert toy(window, "runs").log == ["shown", "hidden"] and not toy(window, "runs").export.isVisible()
    qtbot.waitUntil(lambda: len(window.pages()) > 1)
    assert [page.name for page in window.pages()][:2] == ["runs", "given"], "made before the other two"
    qtbot.waitUntil(lambda: len(window.pages()) == 4)
    shown = window.stack.currentWidget()
    assert isinstance(shown, Given) and shown.given == ["first", "second"]
    assert window.current == "given" and toy(window, "compare").log == []


def test_a_page_that_is_wanted_and_asked_for_is_there_at_once(qtbot: QtBot, preferences: Preferences) -> None:
    window = owned(qtbot, MainWindow(None, preferences, [Runs, Given]))
    window.show_page("given")
    assert isinstance(window.page("given"), Given) and window.current == "given"
    with qtbot.waitSignal(window.complete):
        pass
    assert [page.name for page in window.pages()] == ["runs", "given"]


def test_a_window_that_closes_early_makes_no_further_page(qtbot: QtBot, preferences: Preferences) -> None:
    window = owned(qtbot, MainWindow(None, preferences, [Runs, Given]))
    window.close()
    assert not window.page_stack.active and [page.name for page in window.pages()] == ["runs"]


def test_rail_shows_pages(qtbot: QtBot, window: MainWindow) -> None:
    runs, compare = toy(window, "runs"), toy(window, "compare")
    qtbot.mouseClick(window.rail._buttons["compare"], Qt.MouseButton.LeftButton)
    assert window.current == "compare" and window.stack.currentWidget() is compare
    assert runs.log == ["shown", "hidden"] and compare.log == ["shown"]
    assert "Compare" in window.windowTitle()
    shot = picture(window.rail._buttons["compare"])
    assert has_colour(shot, theme.current().tint, least=500)
    window.show_page("compare")
    assert compare.log == ["shown"]  # it is shown already


def test_a_page_is_painted_once_when_it_is_shown(qtbot: QtBot, window: MainWindow) -> None:
    for name in ("help", "settings"):  # laid out, and at their final size
        window.show_page(name)
        qtbot.waitUntil(lambda: not window.grab().isNull())
    QApplication.processEvents()
    paints = Paints(window.stack, *window.stack.findChildren(QWidget))
    window.show_page("help")
    qtbot.waitUntil(lambda: bool(paints.painted))
    run_events()
    assert [widget for widget, many in Counter(paints.painted).items() if many > 1] == []


def test_the_focus_goes_with_the_page(qtbot: QtBot, window: MainWindow) -> None:
    window.show_page("runs")
    toy(window, "runs").field.setFocus()
    window.show_page("compare")
    assert QApplication.focusWidget() is toy(window, "compare").field
    window.commands.setFocus()
    window.show_page("runs")
    assert not window.stack.isAncestorOf(QApplication.focusWidget())


def test_badge_of_running_runs(window: MainWindow) -> None:
    button = window.rail._buttons["runs"]
    name = button.text()
    toy(window, "runs").badge_changed.emit(2)
    assert (button.text(), button.accessibleDescription()) == (f"{name} 2", "2 running")
    toy(window, "runs").badge_changed.emit(0)
    assert (button.text(), button.accessibleDescription()) == (name, "")


def test_same_keys_on_two_pages_reach_the_shown_one(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    for shown, other in [("runs", "compare"), ("compare", "runs")]:
        window.show_page(shown)
        page, rest = toy(window, shown), toy(window, other)
        page.field.setFocus()
        qtbot.waitUntil(page.field.hasFocus)
        before = rest.log.count("export")
        qtbot.keyClick(page.field, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
        assert page.log[-1] == "export" and rest.log.count("export") == before


def test_menus_list_only_the_shown_pages_actions(window: MainWindow) -> None:
    file = window._menus["File"]
    window.show_page("compare")
    shown = [item for item in file.actions() if item.isVisible()]
    assert toy(window, "compare").export in shown and toy(window, "runs").export not in shown
    words = ["-" if item.isSeparator() else strip_mnemonic(item.text()) for item in shown]
    assert words == ["Export", "-", "Open the store's folder", "-", "Quit"]
    first = window._menus["View"].actions()[0]
    assert first.text() == window.pages()[0].title


def test_pages_send_each_other_things_and_say_their_state(window: MainWindow) -> None:
    toy(window, "runs").navigate.emit("compare", [1, 2])
    assert window.current == "compare" and toy(window, "compare").log == ["shown", [1, 2]]
    toy(window, "runs").status_changed.emit("3 runs drawn")
    assert window.status_line.page_text.text() == ""
    window.show_page("runs")
    assert window.status_line.page_text.text() == "3 runs drawn"


def test_command_field_finds_by_words_and_runs(qtbot: QtBot, window: MainWindow) -> None:
    field = window.commands
    assert field.matches("text larg") == ["Larger text"]
    assert "Compare" in field.matches("comp")
    called: list[str] = []
    field.providers.append(lambda: [Command("IMDb, lr 2e-5", lambda: called.append("run"), "run")])
    field.providers.append(lambda: [Command("IMDb off", lambda: called.append("off"), enabled=False)])
    assert field.matches("imdb") == ["IMDb, lr 2e-5"]
    assert field.run("2e-5 imdb") and called == ["run"]
    assert not field.run("there is no such thing")
    shown = field.completer().completionModel()
    assert [shown.index(i, 0).data() for i in range(shown.rowCount())] == ["Nothing has that name"]
    assert field.matches("theme") == ["Light or dark"], "by other words for it too"
    window.show_page("runs")
    assert field.matches("export") == ["Export", "Export"]  # each page's own
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "compare")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.current == "compare" and field.text() == ""


def test_command_of_another_page_shows_it_first(window: MainWindow) -> None:
    window.show_page("runs")
    command = next(c for c in window.commands.commands() if c.title == "Export" and c.kind == "Compare")
    command.run()
    assert window.current == "compare" and toy(window, "compare").log == ["shown", "export"]


def test_the_list_takes_no_letter_away(qtbot: QtBot, window: MainWindow) -> None:
    """Under a window manager the list that drops down takes the focus and gives it back with every letter."""
    field = window.commands
    field.begin()
    for letter in "theme":
        qtbot.keyClicks(field, letter)
        QApplication.sendEvent(field, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.PopupFocusReason))
        QApplication.sendEvent(field, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.PopupFocusReason))
    assert field.text() == "theme" and not field.hasSelectedText()


def test_escape_leaves_the_field_empty_and_gives_the_focus_back(qtbot: QtBot, window: MainWindow) -> None:
    window.show_page("settings")
    page = window.page("settings")
    assert isinstance(page, SettingsPage)
    window.activateWindow()
    page.form.focus_field("smoothing")
    field = window.commands
    field.begin()
    qtbot.keyClicks(field, "ru")
    qtbot.waitUntil(field.completer().popup().isVisible)
    qtbot.keyClick(field.completer().popup(), Qt.Key.Key_Escape)
    assert field.text() == "" and not field.completer().popup().isVisible()
    assert page.form.field("smoothing").editor("smoothing").widget.hasFocus()


def test_appearance_is_changed_and_remembered(window: MainWindow, preferences: Preferences) -> None:
    window.set_mode("dark")
    assert theme.current().name == "dark" and preferences.get("theme") == "dark"
    window.set_text_size(1.5)
    assert preferences.get("text_size") == 1.5
    assert window.status_line.notice.text() == "Text size 150 % after the next start"
    window.set_text_size(99)
    assert preferences.get("text_size") == 3


def test_menu_bar_has_room_for_taller_scripts(window: MainWindow) -> None:
    # A menu bar that is lower than its entries folds all of them away; Chinese and Korean are 4 px taller than Latin.
    bar = window.menuBar()
    bottoms = [bar.actionGeometry(action).bottom() for action in bar.actions() if action.isVisible()]
    assert bottoms and bar.height() - max(bottoms) > 4
    field = window.commands.mapTo(bar, window.commands.rect().center())
    assert abs(field.y() - bar.rect().center().y()) <= 1, "the command field stays in the middle"


def test_settings_page_shows_and_sets(qtbot: QtBot, window: MainWindow, preferences: Preferences) -> None:
    window.show_page("settings")
    page = window.page("settings")
    assert isinstance(page, SettingsPage)
    colours = page.form.field("theme").editor("theme").widget
    assert isinstance(colours, QComboBox)
    colours.setFocus()
    qtbot.keyClick(colours, Qt.Key.Key_End)
    assert preferences.get("theme") == "dark" and theme.current().name == "dark"
    smoothing = page.form.field("smoothing").editor("smoothing").widget
    assert isinstance(smoothing, QLineEdit)
    smoothing.selectAll()
    qtbot.keyClicks(smoothing, "0.42")
    assert preferences.get("smoothing") == 0.42


def test_the_session_runs_as_many_at_once_as_the_settings_say(qtbot: QtBot, tmp_path: Path) -> None:
    class Stub(QObject):
        slots, threads, running, queued, devices = 1, 0, 0, 0, ("cpu",)
        failed = Signal(str)

        def __init__(self) -> None:
            super().__init__()
            self.tasks = TaskRunner(self)

    stored = Preferences(tmp_path / "window.ini")
    stored.put("slots", 3)
    session = Stub()
    window = owned(qtbot, MainWindow(None, stored, PAGES))
    window.session = session
    window._take_slots()
    assert session.slots == 3
    window.show_page("settings")
    page = window.page("settings")
    assert isinstance(page, SettingsPage)
    slots, threads = (page.form.field(name).editor(name).widget for name in ("slots", "threads"))
    assert slots.text() == "3"
    slots.setFocus()
    slots.selectAll()
    qtbot.keyClicks(slots, "2")
    assert stored.get("slots") == 2 and session.slots == 2
    qtbot.keyClicks(slots, "00")  # more than there may be: said at the field, and nothing changes
    assert page.form.field("slots").message.text() and session.slots == 2
    threads.setFocus()
    qtbot.keyClicks(threads, "3")
    qtbot.keyClick(threads, Qt.Key.Key_Return)
    assert stored.get("threads") == 3 and session.threads == 3
    threads.selectAll()
    qtbot.keyClick(threads, Qt.Key.Key_Backspace)
    qtbot.keyClick(threads, Qt.Key.Key_Return)
    assert stored.get("threads") == 0 and session.threads == 0
    session.tasks.wait()  # what the page asked for; a session waits for it as it closes


def test_page_and_place_are_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "window.ini"
    first = owned(qtbot, MainWindow(None, Preferences(file), PAGES))
    assert (
        first.height() < first.screen().availableGeometry().height()
    )  # its title has room on a small screen
    first.show()
    first.resize(760, 610)  # within the offscreen screen of 800 x 800
    first.show_page("compare")
    assert first.close()
    again = owned(qtbot, MainWindow(None, Preferences(file), PAGES))
    assert again.current == "compare" and (again.width(), again.height()) == (760, 610)


# -- the session -------------------------------------------------------------------------------------------


class FakeSession(QObject):
    """The signals of a session, and a record of how it was ended."""

    activity, error, failed, closed = Signal(int, int), Signal(str), Signal(str), Signal()
    opened, runs_changed = Signal(), Signal()
    is_open = False

    def __init__(self, queue_runs: int = 0) -> None:
        super().__init__()
        self.queue_runs = queue_runs
        self.ended: list[bool] = []

    def shutdown(self, keep_runs: bool) -> None:
        self.ended.append(keep_runs)


def test_activity_and_errors_of_the_session_are_shown(qtbot: QtBot, preferences: Preferences) -> None:
    session = FakeSession()
    window = owned(qtbot, MainWindow(session, preferences, PAGES))
    session.activity.emit(1, 4)
    assert window.status_line.activity.text() == "1 running, 4 queued"
    assert window.rail._buttons["runs"].accessibleDescription() == "1 running"
    session.error.emit("The run could not be renamed.")
    assert window.status_line.notice.text() == "The run could not be renamed."
    session.closed.emit()


@pytest.mark.parametrize(
    ("runs", "answer", "ended"),
    [(3, "Keep running", [True]), (3, "Stop them", [False]), (1, "Keep running", [True]), (1, "Cancel", [])],
)
def test_closing_asks_what_becomes_of_runs(
    qtbot: QtBot,
    preferences: Preferences,
    monkeypatch: pytest.MonkeyPatch,
    runs: int,
    answer: str,
    ended: list[bool],
) -> None:
    session = FakeSession(queue_runs=runs)
    window = displayed(qtbot, MainWindow(session, preferences, PAGES))
    asked: list[str] = []

    def choose(box: QMessageBox) -> int:
        asked.append(box.text())
        button = next(b for b in box.buttons() if b.text().replace("&", "") == answer)
        box.clickedButton = lambda: button  # type: ignore[method-assign]
        return 0

    monkeypatch.setattr(QMessageBox, "exec", choose)
    window.close()
    assert asked == ["A run has not ended yet." if runs == 1 else "3 runs have not ended yet."]
    assert session.ended == ended
    assert window.isVisible() == (not ended)
    session.closed.emit()  # now it may go


def test_the_question_goes_when_the_last_run_ends(qtbot: QtBot, preferences: Preferences) -> None:
    session = FakeSession(queue_runs=2)
    window = displayed(qtbot, MainWindow(session, preferences, PAGES))

    def run_ends() -> None:
        assert isinstance(QApplication.activeModalWidget(), QMessageBox)
        session.queue_runs = 1  # another is left
        session.activity.emit(0, 1)
        assert isinstance(QApplication.activeModalWidget(), QMessageBox)
        session.queue_runs = 0
        session.activity.emit(1, 0)  # of a command line, which goes on in any case

    QTimer.singleShot(0, run_ends)
    window.close()
    assert session.ended == [True] and not window.isVisible()
    session.closed.emit()


def test_closing_without_runs_asks_nothing(
    qtbot: QtBot, preferences: Preferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = FakeSession()
    window = displayed(qtbot, MainWindow(session, preferences, PAGES))
    toy(window, "runs").closes = False
    window.close()
    assert window.isVisible() and session.ended == []  # a page wants to keep something
    toy(window, "runs").closes = True
    monkeypatch.setattr(QMessageBox, "exec", lambda box: pytest.fail("it asked"))
    window.close()
    assert session.ended == [True] and not window.isVisible()
    session.closed.emit()


# -- actions -----------------------------------------------------------------------------------------------


def test_actions_carry_their_keys_in_the_tooltip(qtbot: QtBot) -> None:
    parent = owned(qtbot, QWidget())
    made = make_action(parent, "&Export...", lambda: None, "Ctrl+E")
    assert made.toolTip() == "Export (Ctrl+E)" and made.property("menu") == "Run"
    assert strip_mnemonic("Save && &close…") == "Save & close" and with_shortcut("Go", None) == "Go"
    with pytest.raises(ValueError, match="File"):
        make_action(parent, "x", lambda: None, menu="Tools")
