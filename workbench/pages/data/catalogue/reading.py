"""Reading a data set of the catalogue by ``palimpsest data``, in processes of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.data.inspection.report import DatasetReport
from workbench.pages.data.catalogue.entries import PAPER, CatalogueEntry, InspectedDataset

if TYPE_CHECKING:
    from workbench.backend.cli_job import CliJob
    from workbench.backend.session import Session


def naming_arguments(session: Session, entry: CatalogueEntry, download: bool = False) -> list[str]:
    """Return how ``palimpsest data`` is told which set to read. One of the paper is downloaded only if asked for."""
    arguments = [entry.name, "--store", str(session.store_path)]
    return [*arguments, "--no-download"] if entry.group == PAPER and not download else arguments


class DatasetReading(QObject):
    """The inspection of one set at a time. A new one ends that before it.

    Signals: ``found(entry, inspected)``; ``failed(sentence)``. ``progressed(sentence)``: what is being read.

    Attributes:
        job: the running or last process, None before the first.
        was_cancelled: whether the user ended it, until the next set is shown.
    """

    found = Signal(object, object)
    failed = Signal(str)
    progressed = Signal(str)

    def __init__(self, session: Session | None, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.job: CliJob | None = None
        self.was_cancelled = False

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
        naming = naming_arguments(self._session, entry, download)
        self.job = self._session.job(
            ["data", "inspect", *naming, "--encoder", "", "--no-sentences"],
            read=DatasetReport.model_validate_json,
            then=lambda report: self.found.emit(entry, InspectedDataset(report)),
            owner=self,
            slot="inspect",
            failed=self.failed.emit,
            progress=self.progressed.emit,
        )

    def stop(self) -> None:
        """End the running inspection: it is of another set, or would overwrite what is about to be changed."""
        if self.job is not None:
            self.job.cancel()
        self.was_cancelled = False

    def give_up(self) -> None:
        """End the running inspection because the user wants that."""
        self.stop()
        self.was_cancelled = True
