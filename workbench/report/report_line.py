"""The forgetting report from the window: choose a file, write it in a child process, and report the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from workbench.backend.cli_job import CliJob
from workbench.backend.preferences import Preferences
from workbench.backend.session import require_session
from workbench.language import tr
from workbench.widgets import MessageLine

if TYPE_CHECKING:
    from workbench.backend.session import Session

KINDS = {tr("PDF document, A4 (*.pdf)"): ".pdf", tr("Web page, one file (*.html)"): ".html"}
FOLDER = "report_folder"
"""The preference with the folder of the last report."""


class ReportLine(MessageLine):
    """A message line for forgetting reports: hidden until one is requested, then it shows the progress.

    Put it into a page and call :meth:`ask` with the numbers of the runs. The report is written in the background by
    ``palimpsest forgetting`` in its own process.

    Args:
        session: the window's session.
        preferences: returns the preferences when needed (a page gets its own after it was created).
    """

    def __init__(
        self, session: Session | None, preferences: Callable[[], Preferences], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._preferences = session, preferences
        self._job: CliJob | None = None
        self._target: Path | None = None
        self.remedy.connect(self._remedy)

    @property
    def running(self) -> bool:
        """Whether a report is being written."""
        return self._job is not None

    def ask(self, run_ids: Sequence[int]) -> None:
        """Open a file dialog, then write the report of these runs; HTML or PDF by its suffix."""
        if not run_ids:
            return
        folder = Path(str(self._preferences().get(FOLDER, str(Path.home()))))
        proposal = (folder if folder.is_dir() else Path.home()) / "forgetting.pdf"
        chosen, kind = QFileDialog.getSaveFileName(
            self.window(), tr("Forgetting report"), str(proposal), ";;".join(KINDS)
        )
        if chosen:
            target = Path(chosen)
            if target.suffix.lower() not in KINDS.values():
                target = target.with_name(target.name + KINDS.get(kind, ".pdf"))
            self._preferences().put(FOLDER, str(target.parent))
            self.save(run_ids, target)

    def save(self, run_ids: Sequence[int], target: Path) -> None:
        """Write the report of these runs to ``target``, ``.pdf`` or ``.html``. A report in progress is cancelled.

        Raises ValueError for another suffix.
        """
        if target.suffix.lower() not in KINDS.values():
            raise ValueError(f"a report is saved as .pdf or .html, not {target.suffix!r}")
        self._target = target
        self.show_message("info", tr("Writing {name}…", name=target.name), tr("Cancel"))
        argv = ["forgetting", *map(str, run_ids), f"--{target.suffix.lower()[1:]}", str(target)]
        session = require_session(self._session)
        self._job = session.job(
            [*argv, "--store", str(session.store_path)],
            bytes,  # the report is the file; the output is not read
            self._done,
            self,
            slot="report",
            failed=self._failed,
        )

    def _done(self, _answer: bytes) -> None:
        self._job = None
        if self._target is not None:
            self.show_message("ok", tr("Saved {target}", target=self._target), tr("Open"))

    def _failed(self, problem: str) -> None:
        self._job = None
        self.show_message("error", problem)

    def _remedy(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self.clear()
        elif self._target is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._target)))
