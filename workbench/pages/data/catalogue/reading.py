"""Inspection of a data set of the catalogue by ``palimpsest data``, in its own process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.data.inspection.report import DatasetReport
from workbench.pages.data.catalogue.entries import PAPER, CatalogueEntry, InspectedDataset

if TYPE_CHECKING:
    from workbench.backend.cli_job import CliJob
    from workbench.backend.session import Session


def naming_arguments(session: Session, entry: CatalogueEntry, download: bool = False) -> list[str]:
    """Return the arguments of ``palimpsest data`` that name a set. A set of the paper is downloaded only on request."""
    arguments = [entry.name, "--store", str(session.store_path)]
    return [*arguments, "--no-download"] if entry.group == PAPER and not download else arguments


class DatasetInspection(QObject):
    """The inspection of one set at a time. A new one ends the previous one.

    Signals: ``found(entry, inspected)``; ``failed(sentence)``. ``progressed(sentence)``: progress of the reading.

    Attributes:
        job: the running or last process, None before the first.
        was_cancelled: whether the user ended it, until the next set is shown.
    """

    inspected = Signal(object, object)
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
        """Return whether an answer is pending."""
        return self._session is not None and self._session.busy(self, "inspect")

    def begin(self, entry: CatalogueEntry, download: bool = False) -> None:
        """Inspect ``entry``. ``download`` allows its copy to be fetched from the hub."""
        if self._session is None:
            return
        naming = naming_arguments(self._session, entry, download)
        self.job = self._session.job(
            ["data", "inspect", *naming, "--encoder", "", "--no-sentences"],
            read=DatasetReport.model_validate_json,
            then=lambda report: self.inspected.emit(entry, InspectedDataset(report)),
            owner=self,
            slot="inspect",
            failed=self.failed.emit,
            progress=self.progressed.emit,
        )

    def stop(self) -> None:
        """End the running inspection, because it is outdated or would overwrite a change."""
        if self.job is not None:
            self.job.cancel()
        self.was_cancelled = False

    def give_up(self) -> None:
        """End the running inspection at the user's request."""
        self.stop()
        self.was_cancelled = True
