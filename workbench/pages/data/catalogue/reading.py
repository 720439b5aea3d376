"""Reading a data set of the catalogue by ``palimpsest data``, in processes of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from engine.data.inspection.report import DatasetReport
from workbench.backend.session import require_session
from workbench.pages.data.catalogue.entries import PAPER, CatalogueEntry, InspectedDataset
from workbench.pages.data.catalogue.wording import describe_beginning

if TYPE_CHECKING:
    from workbench.backend.cli_job import CliJob
    from workbench.backend.session import Session

_PATIENCE_MS = 2000


def naming_arguments(session: Session, entry: CatalogueEntry, download: bool = False) -> list[str]:
    """Return how ``palimpsest data`` is told which set to read. One of the paper is downloaded only if asked for."""
    arguments = [entry.name, "--store", str(session.store_path)]
    return [*arguments, "--no-download"] if entry.group == PAPER and not download else arguments


class DatasetReading(QObject):
    """The inspection of one set at a time. A new one ends that before it.

    Signals: ``found(entry, inspected)``; ``failed(sentence)``. ``progressed(sentence)``: what is being read.
    ``slow()``: it takes long. ``begins(sentence)``: how its texts begin, answer to :meth:`read_beginning`.

    Attributes:
        job: the running or last process, None before the first.
        beginning: how the texts begin that are being read, empty until that is known.
        was_given_up: whether the user ended it, until the next set is shown.
    """

    found = Signal(object, object)
    failed = Signal(str)
    progressed = Signal(str)
    slow = Signal()
    begins = Signal(str)

    def __init__(self, session: Session | None, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._entry: CatalogueEntry | None = None
        self.job: CliJob | None = None
        self.beginning = ""
        self.was_given_up = False
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self.slow)

    @property
    def running(self) -> bool:
        """Whether a set is being read."""
        return self.job is not None and self.job.running

    def busy(self) -> bool:
        """Return whether an answer is still to come."""
        return self._session is not None and self._session.busy(self, "inspect")

    def begin(self, entry: CatalogueEntry, download: bool = False) -> None:
        """Inspect ``entry``. ``download``: also where its copy has to come from the hub."""
        if self._session is None:
            return
        self._entry = entry
        naming = naming_arguments(self._session, entry, download)
        self.job = self._session.job(
            ["data", "inspect", *naming, "--encoder", "", "--no-sentences"],
            read=DatasetReport.model_validate_json,
            then=lambda report: self._read(entry, report),
            owner=self,
            slot="inspect",
            failed=self._failed,
            progress=self.progressed.emit,
        )
        self._patience.start()

    def read_beginning(self) -> None:
        """Ask how the texts of the set begin that takes long to read; of the paper's that is known."""
        if self._entry is None or self._entry.group == PAPER:
            return
        session = require_session(self._session)
        session.job(
            ["data", "preview", *naming_arguments(session, self._entry)],
            read=describe_beginning,
            then=self._begins,
            owner=self,
            slot="beginning",
            failed=lambda _sentence: None,  # reading all of it says what is wrong
        )

    def stop(self) -> None:
        """End the running inspection: it is of another set, or would overwrite what is about to be changed."""
        if self.job is not None:
            self.job.cancel()
        self._patience.stop()
        self.beginning, self.was_given_up = "", False

    def give_up(self) -> None:
        """End the running inspection because the user wants that."""
        self.stop()
        self.was_given_up = True

    def _read(self, entry: CatalogueEntry, report: DatasetReport) -> None:
        self._patience.stop()
        self.found.emit(entry, InspectedDataset(report))

    def _failed(self, sentence: str) -> None:
        self._patience.stop()
        self.failed.emit(sentence)

    def _begins(self, sentence: str) -> None:
        if self.running:
            self.beginning = sentence
            self.begins.emit(sentence)
