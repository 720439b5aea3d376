"""Report a problem: a text that the user reads, changes and hands on; nothing is sent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QPlainTextEdit, QWidget

from workbench.backend.cli_answers import ProblemReportAnswer
from workbench.backend.tasks import application_tasks
from workbench.language import tr
from workbench.look import theme
from workbench.plots.export import write_file
from workbench.widgets import Button, Label, MessageLine
from workbench.widgets.arrange import arrange_columns, arrange_rows, resize_on_screen

if TYPE_CHECKING:
    from workbench.backend.session import Session

LEAD = tr(
    "This is all that a report has: versions, the machine, states of the last runs, places in the code of the last "
    "faults. No texts, names or secrets are in it, and nothing is sent: read it, take out what you like, and add what "
    "you did."
)


class ProblemReportDialog(QDialog):
    """Shows the report of ``palimpsest problem-report``, which is made in a process of its own meanwhile."""

    def __init__(self, session: Session | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Report a problem"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.text = QPlainTextEdit(tr("Looking at this machine…"))
        self.text.setAccessibleName(tr("Report"))
        self.text.setProperty("field", True)
        self.text.setFont(theme.font("mono"))
        self.text.setReadOnly(True)
        self.message = MessageLine()
        self.copy_button = Button(tr("Copy"), icon="copy")
        self.copy_button.clicked.connect(self.copy)
        self.save_button = Button(tr("Save…"), icon="download")
        self.save_button.clicked.connect(self._choose_file)
        close = Button(tr("Close"))
        close.clicked.connect(self.close)
        said = QWidget()  # takes the slack with nothing to say too
        arrange_columns(self.message, on=said)
        foot = arrange_columns((said, 1), self.copy_button, self.save_button, close, spacing=8)
        rows = arrange_rows(
            Label(LEAD, "body", "text2", wrap=True), (self.text, 1), foot, on=self, spacing=12
        )
        margin = 16
        rows.setContentsMargins(margin, margin, margin, margin)
        resize_on_screen(self, 680, 560)
        self._enable(False)
        if session is not None:
            session.job(
                ["problem-report", "--store", str(session.store_path)],
                read=ProblemReportAnswer.model_validate_json, then=self._show, failed=self._fail, owner=self,
            )  # fmt: skip

    def copy(self) -> None:
        """Put the report, as it is now, on the clipboard."""
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.message.show_message("ok", "Copied.")

    def save(self, path: Path) -> None:
        """Write the report, as it is now, to ``path``."""
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

    def _show(self, answer: ProblemReportAnswer) -> None:
        self.text.setPlainText(answer.text)
        self._enable(True)

    def _fail(self, problem: str) -> None:
        self.text.setPlainText("")
        self.message.show_message("error", problem)
        self._enable(True)

    def _enable(self, on: bool) -> None:
        self.text.setReadOnly(not on)
        self.copy_button.setEnabled(on)
        self.save_button.setEnabled(on)
