"""The right of the status bar: running and queued runs, estimated end, free disk space, store."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QStatusBar, QWidget

from engine.store import Store
from workbench.language import tr
from workbench.look import formats, theme
from workbench.widgets import ElidedLabel, Label, VLine
from workbench.widgets.messages import announce

if TYPE_CHECKING:
    from engine.analysis.durations import QueueEstimate
    from workbench.backend.session import Session


class StatusLine(QStatusBar):
    """``page_text`` at the left, replaced by a temporary ``notice``; ``activity`` and ``disk`` at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page_text = ElidedLabel("", "caption", "text2")
        self.notice = ElidedLabel("", "caption", "error")
        self.activity = Label("", "caption", "text2")
        self.disk = ElidedLabel("", "caption", "text3")
        self._notice_ends = QTimer(self, singleShot=True)
        self._notice_ends.timeout.connect(lambda: self._set_notice(""))
        self.setSizeGripEnabled(False)
        self.addWidget(self.page_text, 1)
        self.addWidget(self.notice, 4)
        self._set_notice("")
        for part in (self.activity, VLine(), self.disk):
            self.addPermanentWidget(part)
        s = theme.sizes()
        self.setFixedHeight(s.status_bar)
        self.setContentsMargins(8, 0, 12, 0)

    def set_activity(self, text: str, room: str = "", is_little: bool = False) -> None:
        """Set the right: running runs with the estimated end, and the free disk space."""
        self.activity.setText(text)
        self.disk.set_text(room)
        self.disk.set_color("warning" if is_little else "text3")

    def show_notice(self, text: str, seconds: int = 20) -> None:
        """Show an error for ``seconds``, or permanently for 0."""
        self._set_notice(text)
        announce(self.notice, text, urgent=True)
        self._notice_ends.start(seconds * 1000) if seconds else self._notice_ends.stop()

    def _set_notice(self, text: str) -> None:
        """Set the notice. Without one the page's words take its space."""
        self.notice.set_text(text)
        self.notice.setVisible(bool(text))


EVERY_MS = 5_000
IDLE_MS = 60_000
MOST_PLACES = 3
"""Number of compute targets whose estimated end is shown."""
LITTLE_BYTES = 5e9
"""Free bytes below which the free disk space is a warning: a run's checkpoints take some GB."""


@dataclass(frozen=True)
class StoreStatus:
    """Data of the status bar: the estimate of the queue, and the free bytes of the store's disk."""

    estimate: QueueEstimate
    free_bytes: int


def read_status(store: Store, lanes: int) -> StoreStatus:
    """Return the status of a store whose queue runs in ``lanes`` lanes."""
    from engine.analysis.durations import estimate_queue

    return StoreStatus(estimate_queue(store, lanes), shutil.disk_usage(store.path.parent).free)


def activity_text(running: int, queued: int, estimate: QueueEstimate | None = None) -> str:
    """Return running and queued runs with the estimated end: "1 running, 4 queued, all done in 29 min".

    With other compute targets: "... all done in 29 min (here 12 min, gpubox 29 min)".
    """
    parts = [tr("{count} running", count=running)] if running else []
    parts += [tr("{count} queued", count=queued)] if queued else []
    if not parts:
        return tr("No runs in progress")
    if estimate is not None and estimate.seconds is not None and (estimate.running or estimate.queued):
        time = formats.duration(estimate.seconds)
        one = estimate.running + estimate.queued == 1
        done = tr("done in {time}", time=time) if one else tr("all done in {time}", time=time)
        done = tr("{time} or later", time=done) if estimate.unknown else done
        parts.append(_with_target_times(done, estimate))
    return ", ".join(parts)


def _with_target_times(done: str, estimate: QueueEstimate) -> str:
    """Return ``done`` with the end of each compute target in brackets, or alone if all runs are on this computer."""
    places = estimate.places
    if len(places) == 1:
        return tr("{done} at {place}", done=done, place=places[0][0])
    words = [f"{name or tr('here')} {_time_left(each)}" for name, each in places[:MOST_PLACES]]
    if len(places) > MOST_PLACES:
        words.append(tr("{count} more places", count=len(places) - MOST_PLACES))
    return f"{done} ({', '.join(words)})" if words else done


def _time_left(estimate: QueueEstimate) -> str:
    return tr("not known") if estimate.seconds is None else formats.duration(estimate.seconds)


class QueueStatus(QObject):
    """Read the status every few seconds while something runs, else every minute.

    ``changed(activity, room, is_little)``: running and queued runs, free space and name of the store, whether it is
    low.
    """

    changed = Signal(str, str, bool)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._running = self._queued = 0
        self._status: StoreStatus | None = None
        self._timer = QTimer(self, interval=IDLE_MS)
        self._timer.timeout.connect(self.ask)
        session.activity.connect(self._counted)
        session.opened.connect(self._opened)
        session.closed.connect(self._timer.stop)

    def _opened(self) -> None:
        self._timer.start()
        self.ask()

    def ask(self) -> None:
        """Read the status, unless the last question is pending."""
        if not self._session.busy(self, "status"):
            self._session.query(read_status, self._session.lanes, then=self._show, owner=self, slot="status")

    def _counted(self, running: int, queued: int) -> None:
        self._running, self._queued = running, queued
        self._timer.setInterval(EVERY_MS if running + queued else IDLE_MS)
        self._emit_status()
        if self._session.is_open:
            self.ask()

    def _show(self, status: StoreStatus) -> None:
        self._status = status
        self._emit_status()

    def _emit_status(self) -> None:
        status = self._status
        activity = activity_text(self._running, self._queued, status.estimate if status is not None else None)
        room = (
            tr(
                "{size} free, {name}",
                size=formats.size(status.free_bytes),
                name=self._session.store_path.name,
            )
            if status is not None
            else ""
        )
        self.changed.emit(activity, room, status is not None and status.free_bytes < LITTLE_BYTES)
