"""Reproducing a table of the paper from the window: what it takes, a question, and its runs into the queue.

Planning reads encoders and data sets, so it is the command line's work, in a process of its own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.json_types import JsonObject
from engine.number_text import plural

if TYPE_CHECKING:
    from workbench.backend.session import Session


@dataclass(frozen=True)
class ReproductionOffer:
    """What the reproduction of a table takes: the numbers of ``palimpsest reproduce --plan --json``.

    Attributes:
        runs, unfinished: all its runs, and those that are not finished.
        active: those that are queued or running already.
        shared_stages: pre-trainings and joint fine-tunings to train, each once.
        hours, disk_bytes: of what is not finished; None where they are not known.
        free_bytes: left on the store's disk.
        assumed_speed: whether the speed is assumed.
    """

    runs: int
    unfinished: int
    active: int
    shared_stages: int
    hours: float | None
    disk_bytes: float | None
    free_bytes: float
    assumed_speed: bool

    @classmethod
    def from_json(cls, table: JsonObject) -> ReproductionOffer:
        """Read the answer of the command line."""
        return cls(
            len(table["runs"]),
            int(table["unfinished"]),
            sum(run["state"] == "active" for run in table["runs"]),
            int(table.get("shared_stages", 0)),
            table.get("hours"),
            table.get("disk_bytes"),
            float(table["free_bytes"]),
            bool(table.get("assumed_speed", False)),
        )

    @property
    def to_queue(self) -> int:
        """The runs that would be put into the queue."""
        return self.unfinished - self.active

    def words(self) -> str:
        """Return what it takes, in sentences."""
        said = [f"{self.unfinished} of {plural(self.runs, 'run')} are to be finished."]
        if self.active:
            said.append(f"{self.active} of them are queued or running already.")
        if self.shared_stages:
            stages = "pre-trainings or joint fine-tunings, each trained once"
            said.append(f"{self.shared_stages} {stages}, are among them.")
        if self.hours is None or self.disk_bytes is None:
            said.append("How long it takes is not known: an encoder or a data set is not here.")
        else:
            time = f"{self.hours:,.0f} hours" if self.hours >= 10 else f"{self.hours:.1f} hours"
            assumed = ", at an assumed speed" if self.assumed_speed else ""
            said.append(f"About {time} of one device{assumed}.")
            said.append(
                f"About {self.disk_bytes / 1e9:,.1f} GB of disk; {self.free_bytes / 1e9:,.1f} GB are free."
            )
        return " ".join(said)


class ReproduceTable(QObject):
    """Asks what a table takes, then the user, and queues what is missing; one table at a time.

    Signals: ``notice(sentence)`` for the status bar; ``queued()`` when its runs are in the queue.
    """

    notice = Signal(str)
    queued = Signal()

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self.box: QMessageBox | None = None

    def ask(self, recipe: str, size: str) -> None:
        """Find out what the table of ``recipe`` takes in ``size``, and ask whether to begin."""
        self.notice.emit("Working out what it takes…")
        self._session.job(
            [*self._words(recipe, size), "--plan"],
            lambda output: ReproductionOffer.from_json(json.loads(output)),
            lambda offer: self._offer(offer, recipe, size),
            self,
            slot="plan",
            failed=self.notice.emit,
        )

    def _words(self, recipe: str, size: str) -> list[str]:
        return ["reproduce", recipe, "--size", size, "--store", str(self._session.store_path)]

    def _offer(self, offer: ReproductionOffer, recipe: str, size: str) -> None:
        if not offer.to_queue:
            done = "Every run of it is finished." if not offer.unfinished else "Its runs are in the queue."
            self.notice.emit(done)
            return
        self.box = box = QMessageBox(self._window)
        box.setWindowTitle("Reproduce")
        box.setText(f"Reproduce {recipe.replace('-', ' ')} in size {size}?")
        box.setInformativeText(offer.words())
        begin = box.addButton(f"Queue {plural(offer.to_queue, 'run')}", QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        begin.clicked.connect(lambda: self._queue(recipe, size))
        box.open()

    def _queue(self, recipe: str, size: str) -> None:
        self.notice.emit("Looking for encoders and data…")
        self._session.job(
            [*self._words(recipe, size), "--yes", "--queue"],
            lambda output: int(json.loads(output)["unfinished"]),
            self._say_queued,
            self,
            slot="queue",
            failed=self.notice.emit,
            progress=self.notice.emit,
        )

    def _say_queued(self, unfinished: int) -> None:
        self.notice.emit(
            f"{plural(unfinished, 'run')} in the queue. A reproduction goes on after any interruption."
        )
        self.queued.emit()
