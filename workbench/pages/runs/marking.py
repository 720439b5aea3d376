"""Actions on runs beside starting and ending them: star, colour, place in the queue, pause, retry with changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pydantic import TypeAdapter
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QColor, QIcon, QPixmap
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from engine.launch.queue_order import move_beside, move_in_queue
from engine.store.runs import STAR
from workbench.backend.cli_answers import QueuedRunAnswer
from workbench.backend.session import require_session
from workbench.language import tr, tr_n
from workbench.look import theme
from workbench.widgets.actions import make_action

if TYPE_CHECKING:
    from engine.store import Store
    from engine.store.rows import RunRow
    from workbench.backend.session import Session

COLOURS = (
    tr("Blue"),
    tr("Orange"),
    tr("Green"),
    tr("Purple"),
    tr("Red"),
    tr("Teal"),
    tr("Brown"),
    tr("Grey"),
)
FAR = 100_000
"""More places than a queue has."""
_QUEUED = TypeAdapter(list[QueuedRunAnswer])


def set_starred(store: Store, run_ids: Sequence[int], starred: bool) -> None:
    """Give runs the tag that is the window's star, or take it away."""
    from engine.store import runs

    with store.transaction():
        for row in runs.list_runs(store, ids=run_ids, archived=None):
            others = [tag for tag in row.tags if tag != STAR]
            runs.set_tags(store, row.id, [*others, STAR] if starred else others)


def set_slots(store: Store, run_ids: Sequence[int], slot: int) -> None:
    """Give runs another series colour."""
    from engine.store import runs

    runs.set_run_columns(store, run_ids, slot=slot)


def split_settings(text: str) -> list[str]:
    """Return the settings in a line of them, whose values may have blanks.

    >>> split_settings("batch_size=12 decay={kind = 'zhang'} epochs=2")
    ['batch_size=12', "decay={kind = 'zhang'}", 'epochs=2']
    """
    depth, start, found = 0, 0, []
    for match in re.finditer(r"[\[{]|[\]}]|\s+(?=[\w.]+\s*=)", text.strip()):
        mark = match[0]
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        elif depth == 0:
            found.append(text.strip()[start : match.start()])
            start = match.end()
    return [each for each in (*found, text.strip()[start:]) if each]


class RunMarks(QObject):
    """These actions on the selected runs; arguments as of ``RunActions``.

    ``navigate(page, payload)`` wants another page, ``notice(sentence)`` says how an action went, ``moved()``: the queue
    has another order.
    """

    navigate = Signal(str, object)
    notice = Signal(str)
    moved = Signal()

    def __init__(
        self, session: Session | None, selection: Callable[[], Sequence[RunRow]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session, self._selection, self._parent = session, selection, parent
        make = partial(make_action, parent)
        self.star = make(
            tr("S&tar"),
            self.toggle_star,
            "Ctrl+B",
            menu="Edit",
            tip=tr("Star, or take it away: the tag {star}", star=STAR),
        )
        self.colour = make(
            tr("Colou&r"), lambda: None, menu="Edit", tip=tr("The colour and dash of its curves")
        )
        self.pause = make(
            tr("&Pause"), self.pause_or_go_on, "Ctrl+Shift+P", "pause",
            tip=tr("Stop at the next update, with a checkpoint; the same key goes on from there"),
        )  # fmt: skip
        self.retry = make(
            tr("Retry with chan&ges…"), self.ask_changes, "Ctrl+Shift+R", "retry",
            tip=tr("The same settings but for some, as a run of its own"),
        )  # fmt: skip
        self.earlier = make(tr("&Earlier in the queue"), partial(self.move, -1), "Alt+Up", menu="Run")
        self.later = make(tr("L&ater in the queue"), partial(self.move, 1), "Alt+Down", menu="Run")
        self.first = make(tr("To the &front of the queue"), partial(self.move, -FAR), "Alt+Home", menu="Run")
        self.lab = make(tr("Open in La&b"), self.open_in_lab, "Ctrl+Shift+O", "lab")
        self._colours = QMenu(parent)
        for slot, name in enumerate(COLOURS, 1):
            self._colours.addAction(name, partial(self.set_colour, slot))
        self._colours.aboutToShow.connect(self._paint_colours)
        self.colour.setMenu(self._colours)
        self.dialog: QInputDialog | None = None

    @property
    def session(self) -> Session:
        """The session; only asked for with a run in hand, which comes from one."""
        return require_session(self._session)

    def groups(self) -> tuple[tuple[QAction, ...], ...]:
        """Return the actions as they stand together in a menu."""
        return (
            (self.lab,),
            (self.pause, self.retry),
            (self.first, self.earlier, self.later),
            (self.star, self.colour),
        )

    def enable(self, chosen: Sequence[RunRow]) -> None:
        """Enable what makes sense for these runs."""
        some = bool(chosen)
        self.star.setEnabled(some)
        self.star.setText(
            tr("Remove s&tar") if some and all(STAR in run.tags for run in chosen) else tr("S&tar")
        )
        self.colour.setEnabled(some)
        going = any(run.status == "running" for run in chosen)
        self.pause.setEnabled(going or any(run.resumable for run in chosen))
        self.pause.setText(tr("&Pause") if going or not self.pause.isEnabled() else tr("&Go on"))
        self.retry.setEnabled(len(chosen) == 1)
        for each in (self.first, self.earlier, self.later):
            each.setEnabled(any(run.status == "queued" for run in chosen))
        self.lab.setEnabled(0 < len(chosen) < 3 and all(run.status == "finished" for run in chosen))

    def toggle_star(self) -> None:
        """Give the selected runs a star, or where all have one, take it away."""
        if chosen := self._selection():
            starred = not all(STAR in run.tags for run in chosen)
            self.session.act(set_starred, [run.id for run in chosen], starred)

    def set_colour(self, slot: int) -> None:
        """Give the selected runs the series colour ``slot``, 1 to 8."""
        if chosen := self._selection():
            self.session.act(set_slots, [run.id for run in chosen], slot)

    def _paint_colours(self) -> None:
        side = theme.sizes().px(14)
        for slot, action in enumerate(self._colours.actions(), 1):
            picture = QPixmap(side, side)
            picture.fill(QColor(theme.series_color(slot)))
            action.setIcon(QIcon(picture))

    def pause_or_go_on(self) -> None:
        """Stop the selected runs that are running, with a checkpoint; where none is, go on with those that can."""
        chosen = self._selection()
        going = [run for run in chosen if run.status == "running"]
        for run in going:
            self.session.stop_run(run.id)
        if not going:
            for run in chosen:
                if run.resumable:
                    self.session.resume_run(run.id)

    def move(self, places: int) -> None:
        """Move the selected runs that wait by so many places in the queue."""
        waiting = [run.id for run in self._selection() if run.status == "queued"]
        self.move_runs(waiting, places)

    def move_runs(self, run_ids: Sequence[int], places: int) -> None:
        """Move these runs by so many places in the queue."""
        if run_ids:
            self.session.act(
                move_in_queue, list(run_ids), places, then=lambda _order: self.moved.emit(), owner=self
            )

    def move_beside(self, run_ids: Sequence[int], beside: int, after: bool) -> None:
        """Move these runs to just before another one in the queue, or just after it."""
        self.session.act(
            partial(move_beside, after=after), list(run_ids), beside,
            then=lambda _order: self.moved.emit(), owner=self,
        )  # fmt: skip

    def open_in_lab(self) -> None:
        """Try the selected runs on texts."""
        self.navigate.emit("lab", [run.id for run in self._selection()])

    def ask_changes(self) -> None:
        """Ask what is to be other, and queue the run with it."""
        for run in self._selection()[:1]:
            dialog = self.dialog = QInputDialog(self._parent)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.setWindowTitle(tr("Retry with changes"))
            dialog.setLabelText(
                tr(
                    "Settings of '{name}' to change, as on the command line;\na list makes a "
                    "sweep: batch_size=12 learning_rate=[2e-5,5e-5]",
                    name=run.name,
                )
            )
            dialog.setTextValue("batch_size=" if run.status == "out_of_memory" else "")
            dialog.textValueSelected.connect(partial(self.retry_with, run.id))
            dialog.open()

    def retry_with(self, run_id: int, text: str) -> None:
        """Queue a run again with changed settings, by the command line's own command."""
        settings = [word for each in split_settings(text) for word in ("--set", each)]
        if settings:
            self.session.job(
                ["retry", str(run_id), *settings, "--queue", "--store", str(self.session.store_path)],
                read=_QUEUED.validate_json, then=self._retried, owner=self, slot=f"retry {run_id}",
                failed=self.notice.emit,
            )  # fmt: skip

    def _retried(self, queued: list[QueuedRunAnswer]) -> None:
        first, many = queued[0], len(queued)
        self.notice.emit(
            tr_n("Run {id}, {name}, is queued.", "{n} runs are queued.", many, id=first.id, name=first.name)
        )
