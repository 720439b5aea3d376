"""What the shell says, takes and brings into sight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QGraphicsView, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.analysis.durations import QueueEstimate
from engine.store import Store, runs
from tests.workbench.conftest import WAIT, Paints, owned, run_events
from tests.workbench.pages.stored import experiment, finished, queued, settle
from tests.workbench.shell.test_window import Given
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.shell.notifications import read_ended
from workbench.shell.page_stack import PageStack
from workbench.shell.queue_status import activity_text
from workbench.shell.window import MainWindow

pytestmark = pytest.mark.gui


class Design(Given):
    name, title, icon, shortcut = "design", "Design", "design", "Ctrl+2"


class Runs(Given):
    name, title, icon, shortcut = "runs", "Runs", "runs", "Ctrl+3"


class Data(Given):
    name, title, icon, shortcut = "data", "Data", "data", "Ctrl+1"


@pytest.fixture
def window(qtbot: QtBot, session: Session) -> Iterator[MainWindow]:
    made = owned(qtbot, MainWindow(session, Preferences(), (Design, Runs, Data)))
    made._ended = True  # the session is the test's to end
    made.show()
    yield made


@pytest.mark.parametrize(
    ("estimate", "said"),
    [
        (None, "1 running, 4 queued"),
        (QueueEstimate(1, 4, None, 5), "1 running, 4 queued"),
        (QueueEstimate(1, 4, 1740.0, 0), "1 running, 4 queued, all done in 29 min"),
        (QueueEstimate(1, 4, 1740.0, 2), "1 running, 4 queued, all done in 29 min or later"),
        (QueueEstimate(1, 0, 42.0, 0), "1 running, 4 queued, done in 42 s"),
        (
            QueueEstimate(
                1, 4, 1740.0, 0, (("", QueueEstimate(1, 2, 720.0, 0)), ("box", QueueEstimate(0, 2, None, 2)))
            ),
            "1 running, 4 queued, all done in 29 min (here 12 min, box not known)",
        ),
        (
            QueueEstimate(1, 4, 1740.0, 0, (("box", QueueEstimate(1, 4, 1740.0, 0)),)),
            "1 running, 4 queued, all done in 29 min at box",
        ),
    ],
)
def test_what_is_left_is_said_as_far_as_it_is_known(estimate: QueueEstimate | None, said: str) -> None:
    assert activity_text(1, 4, estimate) == said
    assert activity_text(0, 0, estimate) == "No runs in progress"


def test_the_status_bar_follows_the_store(
    qtbot: QtBot, window: MainWindow, session: Session, store: Path
) -> None:
    qtbot.waitUntil(lambda: window.status_line.disk.text().endswith(f" free, {store.name}"), timeout=WAIT)
    finished(store, "done")  # of the same settings: it tells how long the queued ones take
    with Store(store) as opened:
        seconds = runs.get_run(opened, 1).active_seconds
    queued(store, [experiment("a"), experiment("b")])
    expected = activity_text(0, 2, QueueEstimate(0, 2, 2 * seconds, 0))
    qtbot.waitUntil(lambda: window.status_line.activity.text() == expected, timeout=WAIT)


def test_what_has_ended_is_told_once_a_sweep_when_it_is_through(store: Path) -> None:
    sweep = queued(store, [experiment(f"rates: {seed}", seed) for seed in (1, 2)], "rates")
    alone, stopped = queued(store, [experiment("alone"), experiment("stopped")])
    with Store(store) as opened:
        first = read_ended(opened, frozenset())
        assert (first.active, first.ended) == ({*sweep, alone, stopped}, ())
        settle(store, [sweep[0], alone], "finished", active_seconds=60.0)
        settle(store, [stopped], "stopped")
        second = read_ended(opened, first.active)
        assert [(each.title, each.text) for each in second.ended] == [("alone", "Finished after 60 s")]
        settle(store, [sweep[1]], "failed", reason="No memory.")
        third = read_ended(opened, second.active)
        assert [(each.title, each.text) for each in third.ended] == [("rates", "1 of 2 runs finished")]
        assert third.ended[0].run_ids == tuple(sweep)
        assert read_ended(opened, third.active).ended == ()


def test_the_user_hears_of_a_run_that_ended_unless_it_is_not_wanted(
    qtbot: QtBot, window: MainWindow, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notifier = window.notifier
    assert notifier is not None
    monkeypatch.setattr(window, "isActiveWindow", lambda: False)
    (number,) = queued(store, [experiment("one")])
    qtbot.waitUntil(lambda: notifier._active == {number}, timeout=WAIT)
    settle(store, [number], "finished", active_seconds=5.0)
    qtbot.waitUntil(lambda: [each.title for each in notifier.notices] == ["one"], timeout=WAIT)
    notifier.clicked.emit(notifier.notices[0].run_ids)
    assert window.current == "runs"
    assert window.page("runs").given == [[number]]  # type: ignore[attr-defined]
    window.preferences.put("notify", False)
    (other,) = queued(store, [experiment("two")])
    qtbot.waitUntil(lambda: notifier._active == {other}, timeout=WAIT)
    settle(store, [other], "finished")
    qtbot.waitUntil(lambda: notifier._active == frozenset(), timeout=WAIT)
    assert len(notifier.notices) == 1


@pytest.mark.parametrize(
    ("name", "page", "payload"),
    [("plan.toml", "design", "file"), ("Two.CAPSULE", "runs", "capsule"), ("reviews.csv", "data", "import")],
)
def test_a_file_that_is_dropped_goes_to_the_page_that_takes_it(
    window: MainWindow, tmp_path: Path, name: str, page: str, payload: str
) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(tmp_path / name))])
    keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    moved = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    enter = QDragEnterEvent(QPointF(5, 5).toPoint(), moved, dropped, *keys)
    window.dragEnterEvent(enter)
    assert enter.isAccepted() and enter.dropAction() == Qt.DropAction.CopyAction
    drop = QDropEvent(QPointF(5, 5), moved, dropped, *keys)
    window.dropEvent(drop)
    assert drop.isAccepted() and drop.dropAction() == Qt.DropAction.CopyAction, "the file stays where it is"
    assert window.current == page
    assert window.page(page).given == [{payload: str(tmp_path / name)}]  # type: ignore[attr-defined]


def test_words_that_are_dropped_are_not_taken(window: MainWindow) -> None:
    dropped = QMimeData()
    dropped.setText("just words")
    enter = QDragEnterEvent(
        QPointF(5, 5).toPoint(), Qt.DropAction.CopyAction, dropped, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    enter.ignore()
    window.dragEnterEvent(enter)
    assert not enter.isAccepted()


def page_with_plots(name: str) -> tuple[QWidget, list[QGraphicsView], Paints]:
    page, label, plots = QWidget(), QLabel("words"), [QGraphicsView(), QGraphicsView()]
    column = QVBoxLayout(page)
    label.setObjectName(f"{name} words")
    column.addWidget(label)
    for number, plot in enumerate(plots):
        plot.viewport().setObjectName(f"{name} plot {number}")
        column.addWidget(plot)
    return page, plots, Paints(label, *(plot.viewport() for plot in plots))


def names(paints: Paints) -> list[str]:
    return [widget.objectName() for widget in paints.painted]


def stack_of(qtbot: QtBot, *pages: QWidget) -> PageStack:
    stack = owned(qtbot, PageStack())
    stack.resize(300, 300)
    for page in (QWidget(), *pages):
        stack.addWidget(page)
    stack.show()
    qtbot.waitExposed(stack)
    return stack


def test_plots_are_painted_once_each_after_the_page(qtbot: QtBot) -> None:
    page, _, order = page_with_plots("a")
    stack = stack_of(qtbot, page)
    stack.change_to(page)
    qtbot.waitUntil(lambda: len(order.painted) >= 3)
    run_events()
    assert names(order) == ["a words", "a plot 0", "a plot 1"]


def test_a_page_that_is_left_early_has_its_plots_when_it_comes_back(qtbot: QtBot) -> None:
    page, plots, order = page_with_plots("a")
    other, others, _ = page_with_plots("b")
    stack = stack_of(qtbot, page, other)
    stack.change_to(page)
    assert not any(plot.updatesEnabled() for plot in plots)
    stack.change_to(other)
    assert all(plot.updatesEnabled() for plot in plots) and not any(plot.updatesEnabled() for plot in others)
    stack.change_to(page)
    qtbot.waitUntil(lambda: {"a plot 0", "a plot 1"} <= set(names(order)))
    assert all(plot.updatesEnabled() for plot in (*plots, *others))


def test_a_plot_that_goes_meanwhile_is_not_waited_for(qtbot: QtBot) -> None:
    page, plots, order = page_with_plots("a")
    stack = stack_of(qtbot, page)
    stack.change_to(page)
    plots[0].setParent(None)
    plots[0].deleteLater()
    qtbot.waitUntil(lambda: "a plot 1" in names(order))


def test_what_takes_no_focus_is_given_none_when_a_page_is_shown(qtbot: QtBot) -> None:
    top, first, second = QWidget(), QWidget(), QWidget()
    qtbot.addWidget(top)
    stack = PageStack(top)
    entry, said, hidden, field = (
        QLineEdit(first),
        QLabel("a head", second),
        QLineEdit(second),
        QLineEdit(second),
    )
    hidden.hide()
    for page in (first, second):
        stack.addWidget(page)
    top.show()
    top.activateWindow()
    entry.setFocus()
    qtbot.waitUntil(entry.hasFocus)
    stack.change_to(second)
    assert field.hasFocus() and not said.hasFocus()
    other = QLineEdit(top)
    other.show()
    stack.setFocus()
    stack.change_to(first)
    now = QApplication.focusWidget()
    assert now is stack or stack.isAncestorOf(now), "it does not go to the next field elsewhere"
