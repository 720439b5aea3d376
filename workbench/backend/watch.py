"""One question to the store whose answer is kept up to date while it is visible."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from workbench.backend.session import Session
from workbench.backend.tasks import OnFailure

T = TypeVar("T")
EVERY_MS = 250
"""Default of the least time between two questions of a watch."""


class Watch(QObject, Generic[T]):
    """Ask the store again whenever the answer may have changed, and show the answer.

    The question is asked when runs were added, renamed or changed status, when a followed run has made progress, and
    when the view becomes visible with an outdated answer. It is never asked twice at once, nor more often than
    ``every``, nor while the view is hidden; it then waits. Pages need no flags or timers.

    Example::

        self.table_watch = self.watch(load_table, lambda: (self.search.text(), self.order), self._show_table)
        self.search.search.connect(self.table_watch.ask)  # another question: at once

    Args:
        session: answers. If None, nothing is ever asked.
        view: the widget that shows the answer. The watch ends with it.
        query: a reading function of the store, called as ``query(store, *question())`` in the reader thread.
        question: returns the current further arguments, or None if there is nothing to ask.
        show: takes the answer.
        failed: takes the error as a sentence. Without it the session's ``error`` is emitted.
        every: least milliseconds between two questions.
        follows: the runs whose progress changes the answer. None: all runs; an empty collection: none.
        pulse: while this is true the question is asked every ``every`` ms even without progress (a log that grows).
    """

    def __init__(
        self,
        session: Session | None,
        view: QWidget,
        query: Callable[..., T],
        question: Callable[[], Sequence[object] | None],
        show: Callable[[T], object],
        *,
        failed: OnFailure | None = None,
        every: int = EVERY_MS,
        follows: Callable[[], Collection[int]] | None = None,
        pulse: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(view)
        self._session, self._view = session, view
        self._query, self._question, self._show, self._failed = query, question, show, failed
        self._follows, self._pulse = follows, pulse
        self._is_stale = True
        self._pause = QTimer(self, interval=every, singleShot=True)
        self._pause.timeout.connect(self._pause_over)
        view.installEventFilter(self)
        if session is not None:
            session.runs_changed.connect(self.renew)
            session.run_progress.connect(self._moved)

    @property
    def busy(self) -> bool:
        """Whether an answer is pending."""
        return self._session is not None and self._session.busy(self, "answer")

    def ask(self, *_signal: object) -> None:
        """Ask now, because the question has changed. A pending answer is dropped."""
        self._is_stale = False
        arguments = self._question()
        if self._session is None or arguments is None:
            return
        self._pause.start()
        self._session.query(
            self._query, *arguments, then=self._answered, owner=self, slot="answer", failed=self._fail
        )

    def renew(self) -> None:
        """Ask again as soon as the view is visible and no answer is pending, because the answer may have changed."""
        self._is_stale = True
        self._update()

    def _moved(self, run_ids: frozenset[int]) -> None:
        if self._follows is None or not run_ids.isdisjoint(self._follows()):
            self.renew()

    def _update(self) -> None:
        if self._is_stale and self._view.isVisible() and not self._pause.isActive() and not self.busy:
            self.ask()

    def _pause_over(self) -> None:
        if self._pulse is not None and self._pulse():
            self._is_stale = True
        self._update()

    def _answered(self, answer: T) -> None:
        self._show(answer)
        self._update()

    def _fail(self, sentence: str) -> None:
        if self._failed is not None:
            self._failed(sentence)
        elif self._session is not None:
            self._session.error.emit(sentence)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask the postponed question once the view becomes visible."""
        if event.type() == QEvent.Type.Show:
            QTimer.singleShot(0, self, self._update)  # once the widgets shown with it exist
        return False
