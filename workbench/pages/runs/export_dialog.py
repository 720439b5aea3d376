"""Export of a run's model: the layouts to choose from before writing, and the target folder afterwards."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.spec.experiment import parse_experiment
from engine.spec.sweep import Plan, apply_settings
from workbench.backend.cli_answers import ExportAnswer, LayoutAnswer, LayoutsAnswer
from workbench.backend.session import require_session
from workbench.engine_texts import sentence_text
from workbench.language import join_sentences, tr
from workbench.pages.command_dialog import CommandDialog
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, Label, MessageLine, TextField
from workbench.widgets.arrange import arrange_columns

if TYPE_CHECKING:
    from engine.store import Store
    from engine.store.rows import RunRow
    from workbench.backend.session import Session


class ExportDialog(CommandDialog):
    """Choose layout, folder and licence, and export by the command line; stays open until it is closed.

    If it is closed during the export, it reappears afterwards. ``target`` is the chosen folder, ``written`` the last
    one written. ``design_requested(plan)``: the run's design, changed so that the layout fits the model.
    """

    design_requested = Signal(object)

    def __init__(self, session: Session, run: RunRow, task: str, parent: QWidget) -> None:
        super().__init__(session, tr("Export model"), parent, size=(920, 400))
        self._run, self._change = run.id, ""
        self._argv = ["export", str(run.id)]
        self._task_argv = ["--task", task] if task else []
        self.target = Path.home() / f"palimpsest-run-{run.id}"
        self.written: Path | None = None
        self._remedy_target: Path | None = None
        self.model: RowsModel[LayoutAnswer] = RowsModel(
            [
                TableColumn("title", tr("Layout"), 184, most=240),
                TableColumn("fits", tr("This model"), 96),
                TableColumn("opened_by", tr("Opened by"), 560, stretch=True),
            ],
            "name",
        )
        self.table = TableView(self.model, tr("Layouts of an export"), dense=True, multi=False)
        self.notice = MessageLine()
        self.folder = TextField(str(self.target), name=tr("Folder"))
        self.choose = Button(tr("Choose…"), tip=tr("Choose the folder in which a new one is made"))
        self.licence = TextField("", placeholder=tr("mit, apache-2.0 …"), name=tr("Licence"), width=160)
        self.export = Button(tr("Export"), "primary")
        gap = 8
        self.arrange(
            Label(tr("{name} (run {number})", name=run.name, number=run.id), "strong", wrap=True),
            (self.table, 1),
            self.notice,
            arrange_columns(
                Label(tr("New folder"), "caption", "text2"), (self.folder, 1), self.choose, spacing=gap
            ),
            arrange_columns(
                Label(tr("Licence, for the model card"), "caption", "text2"), self.licence, ..., spacing=gap
            ),
            buttons=[self.export],
        )
        self.table.selection_changed.connect(self._chosen)
        self.folder.textChanged.connect(lambda _text: self._check())
        self.choose.clicked.connect(self._choose_folder)
        self.export.clicked.connect(self._export)
        self.message.remedy.connect(self._follow)
        self.notice.remedy.connect(self._design)
        self.command(
            [*self._argv, *self._task_argv], LayoutsAnswer.model_validate_json, self._layouts_read,
            message=tr("Checking the model…"),
        )  # fmt: skip

    def layout_chosen(self) -> LayoutAnswer | None:
        """The selected layout, None until the layouts are known."""
        rows = self.table.selected_rows()
        return rows[0] if rows else None

    def _layouts_read(self, answer: LayoutsAnswer) -> None:
        self.model.set_rows(answer.layouts)
        first = next((each for each in answer.layouts if not each.obstacle), None)
        if first is not None:
            self.table.select([first.name])

    def _chosen(self, _keys: list[Hashable]) -> None:
        """Show the caveats of the layout, first those on files that transformers cannot open."""
        chosen = self.layout_chosen()
        if chosen is None:
            return
        lines, level, self._change = [], "info", ""
        for each in self.model.rows:
            if each.obstacle and each in (chosen, self.model.rows[0]):
                level, reason = "warning", sentence_text(each.obstacle)
                lines.append(
                    tr("This model has no layout {layout}: {reason}.", layout=each.title, reason=reason)
                )
                if each.change:
                    lines.append(tr("A new run with {settings} would allow it.", settings=each.change))
                    self._change = each.change
        lines += [sentence_text(each) for each in chosen.remarks]
        self.notice.show_message(level, join_sentences(lines), tr("Open that design") if self._change else "")
        self._check()

    def _design(self) -> None:
        """Open the run's design with the required changes on the Design page."""

        def show_plan(plan: Plan) -> None:
            self.design_requested.emit(plan)
            self.close()

        require_session(self._session).query(
            changed_plan, self._run, self._change.split(), owner=self, then=show_plan
        )

    def _check(self) -> None:
        """Enable the export if possible, and handle an existing folder."""
        if self.busy:
            return
        chosen, text = self.layout_chosen(), self.folder.text().strip()
        self.target = Path(text).expanduser()
        self._remedy_target = None
        occupied = bool(text) and _holds_something(self.target)
        self.export.setEnabled(chosen is not None and not chosen.obstacle and bool(text) and not occupied)
        if occupied and self.target != self.written:
            self._remedy_target = _free(self.target)
            self.message.show_message(
                "warning",
                tr("{folder} already exists.", folder=self.target.name),
                tr("Use {name}", name=self._remedy_target.name),
            )
        elif self.written is None or self.target != self.written:
            self.written = None
            self.message.clear()

    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self, tr("Export the model into a new folder in"), str(self.target.parent)
        )
        if folder:
            self.folder.setText(str(Path(folder) / self.target.name))

    def _export(self) -> None:
        chosen, target = self.layout_chosen(), self.target
        assert chosen is not None
        licence = self.licence.text().strip()
        self.written = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # a closed dialog reappears afterwards
        self.command(
            [*self._argv, str(target), "--layout", chosen.name, *self._task_argv,
             *(["--license", licence] if licence else [])],
            ExportAnswer.model_validate_json, lambda answer: self._done(target, answer),
            message=tr("Exporting to {target}…", target=target),
        )  # fmt: skip

    def enable(self) -> None:
        """Disable changes during the export, and show the dialog again afterwards."""
        for each in (self.table, self.folder, self.choose, self.licence):
            each.setEnabled(not self.busy)
        self.export.setEnabled(False)
        self._check()
        if not self.busy and not self.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose):
            self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.show()

    def _done(self, target: Path, answer: ExportAnswer) -> None:
        self.written, self._remedy_target = target, None
        self.message.show_message("ok", sentence_text(answer.said), tr("Open folder"))

    def _follow(self) -> None:
        """Use a free name, or open the exported folder."""
        if self._remedy_target is not None:
            self.folder.setText(str(self._remedy_target))
        elif self.written is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.written)))


def changed_plan(store: Store, run_id: int, settings: list[str]) -> Plan:
    """Return the design of a run with other settings, each ``KEY=VALUE``."""
    from engine.store import runs

    return apply_settings(Plan(parse_experiment(runs.get_spec(store, run_id))), settings)


def _holds_something(folder: Path) -> bool:
    """Return whether an export would overwrite files."""
    return folder.exists() and (not folder.is_dir() or any(folder.iterdir()))


def _free(folder: Path) -> Path:
    """Return a folder beside ``folder`` that does not exist."""
    number = 2
    while (free_folder := folder.with_name(f"{folder.name}-{number}")).exists():
        number += 1
    return free_folder
