"""Desktop notifications when a run, or the last run of a sweep, has ended and the window has no focus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from engine.formatting.phrases import small
from engine.metrics.base import is_default_metric
from engine.store import Store, runs
from workbench.backend.preferences import Preferences
from workbench.engine_texts import describe_key, sentence_text
from workbench.language import tr, tr_n
from workbench.look import formats, icons

if TYPE_CHECKING:
    from engine.store.rows import RunRow
    from workbench.backend.session import Session

PREFERENCE = "notify"
ENDED_WORDS = {
    "finished": tr("Finished"),
    "failed": tr("Failed"),
    "out_of_memory": tr("Out of memory"),
    "interrupted": tr("Interrupted"),
}


@dataclass(frozen=True)
class Ended:
    """Notification of ended runs: its title, its text and these runs."""

    title: str
    text: str
    run_ids: tuple[int, ...]


@dataclass(frozen=True)
class EndedRuns:
    """The running or queued runs, and notifications of those that ended since the last call."""

    active: frozenset[int]
    ended: tuple[Ended, ...]


def read_ended(store: Store, before: frozenset[int]) -> EndedRuns:
    """Return the outcome of the runs active ``before``. Runs of a sweep count when its last run has ended.

    Stopped runs are omitted, because the user stopped them.
    """
    active = runs.list_runs(store, status=["queued", "running"], archived=None)
    now = frozenset(row.id for row in active)
    rows = runs.list_runs(store, ids=sorted(before - now), order_by="id", descending=False, archived=None)
    ended = [row for row in rows if row.status in ENDED_WORDS]
    going = {row.sweep_id for row in active}
    ended_runs: list[Ended] = []
    for sweep in dict.fromkeys(row.sweep_id for row in ended):
        if sweep is None:
            ended_runs += [_run_notice(store, row) for row in ended if row.sweep_id is None]
        elif sweep not in going:
            ended_runs.append(
                _sweep_notice(store, sweep, next(row.group_name for row in ended if row.sweep_id == sweep))
            )
    return EndedRuns(now, tuple(ended_runs))


def _run_notice(store: Store, row: RunRow) -> Ended:
    from engine.analysis.evidence import looks_of_runs

    words = [
        tr("{status} after {time}", status=ENDED_WORDS[row.status], time=formats.duration(row.active_seconds))
    ]
    if row.test is not None and is_default_metric(row.metric):
        about = describe_key(f"test/{row.metric}")
        words.append(f"{small(about.title)} {formats.fixed(row.test)} %")
        if strategies := looks_of_runs(store, [row]).strategies:
            words.append(
                tr_n(
                    "one strategy on these test texts so far",
                    "{n} strategies on these test texts so far",
                    strategies,
                )
            )
    text = sentence_text(row.reason) if row.status == "failed" and row.reason else ", ".join(words)
    return Ended(row.name, text, (row.id,))


def _sweep_notice(store: Store, sweep: int, name: str) -> Ended:
    numbers = runs.list_sweep_runs(store, sweep)
    rows = runs.list_runs(store, ids=numbers, archived=None)
    done = sum(row.status == "finished" for row in rows)
    return Ended(name, tr("{count} of {total} runs finished", count=done, total=len(rows)), tuple(numbers))


class RunNotifier(QObject):
    """Show ended runs on the desktop if enabled and the window has no focus.

    ``clicked(run ids)``: the user has clicked the notification. On desktops without a system tray, the window's entry
    in the task bar requests attention instead. ``notices`` are the notifications so far, the newest last.
    """

    clicked = Signal(object)

    def __init__(self, session: Session, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._preferences, self._window = session, preferences, window
        self._active: frozenset[int] | None = None
        self._tray: QSystemTrayIcon | None = None
        self._shown_run_ids: tuple[int, ...] = ()
        self.notices: list[Ended] = []
        session.opened.connect(self._ask)
        session.runs_changed.connect(self._ask)

    def _ask(self) -> None:
        self._session.query(
            read_ended, self._active or frozenset(), then=self._show_ended, owner=self, slot="ended"
        )

    def _show_ended(self, ended_runs: EndedRuns) -> None:
        self._active = ended_runs.active
        if ended_runs.ended and self._preferences.get(PREFERENCE) and not self._window.isActiveWindow():
            for each in ended_runs.ended:
                self._notify(each)

    def _notify(self, each: Ended) -> None:
        self.notices.append(each)
        QApplication.alert(self._window)
        if not can_notify():
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(icons.app_icon(), self)
            self._tray.setToolTip("Palimpsest")
            self._tray.messageClicked.connect(lambda: self.clicked.emit(self._shown_run_ids))
            self._tray.activated.connect(lambda _reason: self.clicked.emit(self._shown_run_ids))
        self._tray.show()  # desktops show messages only of a visible icon
        self._shown_run_ids = each.run_ids
        self._tray.showMessage(each.title, each.text, icons.app_icon())

    def withdraw(self) -> None:
        """Remove the icon from the tray: the user has activated the window."""
        if self._tray is not None:
            self._tray.hide()


def can_notify() -> bool:
    """Return whether this desktop shows notifications of programs."""
    return QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()
