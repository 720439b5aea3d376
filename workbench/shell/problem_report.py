"""Report a problem: a text that the user reads, edits and forwards. Nothing is sent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QWidget

from workbench.backend.cli_answers import ProblemReportAnswer
from workbench.backend.tasks import application_tasks
from workbench.language import tr
from workbench.look import theme
from workbench.pages.command_dialog import CommandDialog
from workbench.plots.plot_card import write_file
from workbench.widgets import Button

if TYPE_CHECKING:
    from workbench.backend.session import Session

LEAD = tr(
    "The report has versions, the machine, states of the last runs and code locations of the last faults, "
    "but no texts, names or secrets. Nothing is sent: read it, remove what you like, and add what you did."
)


class ProblemReportDialog(CommandDialog):
    """Show the report of ``palimpsest problem-report``, which is created in its own process."""

    def __init__(self, session: Session | None, parent: QWidget) -> None:
        super().__init__(session, tr("Report a problem"), parent, lead=LEAD, size=(680, 560))
        self.text = QPlainTextEdit(tr("Checking this machine…"))
        self.text.setAccessibleName(tr("Report"))
        self.text.setProperty("field", True)
        self.text.setFont(theme.font("mono"))
        self.copy_button = Button(tr("Copy"), icon="copy")
        self.copy_button.clicked.connect(self.copy)
        self.save_button = Button(tr("Save…"), icon="download")
        self.save_button.clicked.connect(self._choose_file)
        self.arrange((self.text, 1), buttons=[self.copy_button, self.save_button])
        self.busy = True  # before the report arrives there is nothing to copy
        self.enable()
        if session is not None:
            self.command(
                ["problem-report"], ProblemReportAnswer.model_validate_json,
                lambda answer: self.text.setPlainText(answer.text),
            )  # fmt: skip

    def copy(self) -> None:
        """Copy the report, as edited, to the clipboard."""
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.message.show_message("ok", "Copied.")

    def save(self, path: Path) -> None:
        """Write the report, as edited, to ``path``."""
        application_tasks().run(
            write_file, path, self.text.toPlainText().encode(),
            then=lambda written: self.message.show_message("ok", tr("Saved {name}.", name=written.name)),
            failed=lambda why: self.message.show_message("error", why), owner=self,
        )  # fmt: skip

    def _choose_file(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(
            self, tr("Save the report"), str(Path.home() / "palimpsest-report.txt"), tr("Text (*.txt)")
        )
        if chosen:
            self.save(Path(chosen))

    def fail(self, sentence: str) -> None:
        """Show why there is no report. The user's own text can still be copied and saved."""
        self.text.setPlainText("")
        super().fail(sentence)

    def enable(self) -> None:
        """Enable editing, copying and saving once the report has arrived."""
        self.text.setReadOnly(self.busy)
        for button in (self.copy_button, self.save_button):
            button.setEnabled(not self.busy)
