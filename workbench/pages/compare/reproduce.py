"""Reproduce a table of the paper from the window: estimate its cost, ask, and queue its runs.

Planning reads every run of the store, so the command line does it in its own process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from workbench.backend.cli_answers import ReproductionAnswer
from workbench.language import join_sentences, tr, tr_n
from workbench.look import formats

if TYPE_CHECKING:
    from workbench.backend.session import Session


def offer_sentences(offer: ReproductionAnswer) -> str:
    """Return the cost of a reproduction, as sentences."""
    sentences = [
        tr_n(
            "{count} of {n} run still has to run.",
            "{count} of {n} runs still have to run.",
            len(offer.runs),
            count=offer.unfinished,
        )
    ]
    if offer.active:
        sentences.append(tr("{count} of them are queued or running already.", count=offer.active))
    if offer.shared_stages:
        sentences.append(
            tr_n(
                "This includes {n} shared stage, trained once.",
                "This includes {n} shared stages, each trained once.",
                offer.shared_stages,
            )
        )
    if offer.hours is None:
        sentences.append(tr("The time is known once a run with this encoder has finished here."))
    else:
        sentences.append(tr("About {time} of one device.", time=formats.duration(3600 * offer.hours)))
    return join_sentences(sentences)


class ReproduceTable(QObject):
    """Estimate the cost of a table, ask the user, and queue its missing runs, one table at a time.

    Signals: ``notice(sentence)`` for the status bar, ``queued()`` when its runs are queued, ``design_requested()`` to
    repeat a finished table with more seeds.
    """

    notice = Signal(str)
    queued = Signal()
    design_requested = Signal()

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self.box: QMessageBox | None = None

    def ask(self, recipe: str, size: str) -> None:
        """Estimate the cost of the table of ``recipe`` in ``size``, and ask whether to begin."""
        self.notice.emit(tr("Estimating the time…"))
        self._session.job(
            [*self._words(recipe, size), "--plan"],
            ReproductionAnswer.model_validate_json,
            lambda offer: self._offer(offer, recipe, size),
            self,
            slot="plan",
            failed=self.notice.emit,
        )

    def _words(self, recipe: str, size: str) -> list[str]:
        return ["reproduce", recipe, "--size", size, "--store", str(self._session.store_path)]

    def _offer(self, offer: ReproductionAnswer, recipe: str, size: str) -> None:
        self.notice.emit("")
        self.box = box = QMessageBox(self._window)
        box.setWindowTitle(tr("Reproduce"))
        name, accept = recipe.replace("-", " ").capitalize(), QMessageBox.ButtonRole.AcceptRole
        if offer.to_queue:
            box.setText(tr("Reproduce {name} in size {size}?", name=name, size=size))
            box.setInformativeText(offer_sentences(offer))
            begin = box.addButton(tr_n("Queue {n} run", "Queue {n} runs", offer.to_queue), accept)
            begin.clicked.connect(lambda: self._queue(recipe, size))
        elif offer.unfinished:
            box.setText(
                tr(
                    "The missing runs of {name} in size {size} are in the queue already.",
                    name=name,
                    size=size,
                )
            )
            box.setInformativeText(tr("Each fills its cell of the table when it has finished."))
        else:
            box.setText(tr("Every run of {name} in size {size} is finished.", name=name, size=size))
            box.setInformativeText(
                tr(
                    "The table shows the results. For more seeds open the recipe in Design and add them to Seed."
                )
            )
            box.addButton(tr("Open in Design"), accept).clicked.connect(self.design_requested)
        box.addButton(
            QMessageBox.StandardButton.Close if not offer.to_queue else QMessageBox.StandardButton.Cancel
        )
        box.open()

    def _queue(self, recipe: str, size: str) -> None:
        self.notice.emit(tr("Looking for encoders and data…"))
        self._session.job(
            [*self._words(recipe, size), "--yes", "--queue"],
            ReproductionAnswer.model_validate_json,
            self._emit_queued,
            self,
            slot="queue",
            failed=self.notice.emit,
            progress=self.notice.emit,
        )

    def _emit_queued(self, answer: ReproductionAnswer) -> None:
        self.notice.emit(
            tr_n(
                "{n} run in the queue. A reproduction continues after any interruption.",
                "{n} runs in the queue. A reproduction continues after any interruption.",
                answer.unfinished,
            )
        )
        self.queued.emit()
