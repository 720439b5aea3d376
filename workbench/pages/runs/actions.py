"""What can be done with the selected runs: the entries of the menus and what they do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QAction, QCursor, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from workbench.pages.runs.run_list.wording import LOG
from workbench.widgets.actions import make_action

if TYPE_CHECKING:
    from workbench.pages.runs.page import RunsPage


FOLDER, PLAIN = "huggingface", "bert-pytorch"
"""Layouts of an export: one that transformers opens, and one for older loaders."""


class RunActions:
    """The actions of ``page``. They work on :meth:`RunsPage.chosen`, the selected runs and those of selected groups."""

    def __init__(self, page: RunsPage) -> None:
        self.page = page
        self.stop = make_action(
            page, "&Stop run", self.stop_runs, "Ctrl+.", "stop", tip="Stop at the next update"
        )
        self.resume = make_action(
            page, "&Resume run", self.resume_runs, "Ctrl+R", "resume", tip="Go on from the checkpoint"
        )
        self.compare = make_action(
            page,
            "&Compare selected runs",
            self.compare_runs,
            "Ctrl+Shift+B",
            "compare",
            tip="Put side by side",
        )
        self.design = make_action(page, "Open in &Design", self.open_in_design, "Ctrl+D", "design")
        self.log = make_action(
            page, "Show &log", lambda: page.tabs.setCurrentIndex(LOG), "Ctrl+L", "log", "View"
        )
        self.rename = make_action(page, "Re&name", lambda: page.edit("name"), "F2", menu="Edit")
        self.tags = make_action(page, "&Tags", lambda: page.edit("tags"), menu="Edit")
        self.notes = make_action(page, "N&otes", lambda: page.edit("notes"), menu="Edit")
        self.folder = make_action(page, "Open &folder", self.open_folder, None, "folder", "View")
        self.export = make_action(page, "&Export model…", self.export_model, None, "export", "File")
        self.export_plain = make_action(
            page, "Export encoder for o&lder loaders…", lambda: self.export_model(PLAIN), menu="File",
            tip="A plain PyTorch state dict with vocabulary and configuration, as fastNLP's BertEmbedding reads it",
        )  # fmt: skip
        self.archive = make_action(
            page, "&Archive", self.archive_runs, menu="Edit", tip="Hide; nothing is deleted"
        )
        self.delete = make_action(
            page, "&Delete…", self.delete_runs, QKeySequence.StandardKey.Delete, menu="Edit"
        )
        self._groups = (
            (self.compare, self.design),
            (self.resume, self.stop),
            (self.rename, self.tags, self.notes),
            (self.export, self.export_plain, self.folder),
            (self.archive, self.delete),
        )

    def all(self) -> list[QAction]:
        """Every action, in the order of the menus."""
        return [self.log, *(each for group in self._groups for each in group)]

    def menu(self) -> QMenu:
        """The context menu."""
        menu = QMenu(self.page)
        for group in self._groups:
            menu.addActions(list(group))
            menu.addSeparator()
        return menu

    def enable(self, chosen: Sequence[Any]) -> None:
        """Enables what makes sense for these runs (``RunRow``)."""
        one = len(chosen) == 1
        self.stop.setEnabled(any(run.active for run in chosen))
        self.resume.setEnabled(any(run.resumable for run in chosen))
        self.compare.setEnabled(len(chosen) > 1)
        for each in (self.design, self.rename, self.tags, self.notes, self.folder):
            each.setEnabled(one)
        for each in (self.export, self.export_plain):
            each.setEnabled(one and chosen[0].status == "finished")
        ended = bool(chosen) and not any(run.active for run in chosen)
        self.archive.setEnabled(ended)
        hidden = ended and all(run.archived for run in chosen)
        self.archive.setText("Bring &back from the archive" if hidden else "&Archive")
        self.delete.setEnabled(ended)

    # -- what they do --------------------------------------------------------------------------------------

    def stop_runs(self) -> None:
        """Asks the selected runs to stop at their next update, with a checkpoint."""
        for run in self.page.chosen():
            if run.active:
                self.page.session.stop_run(run.id)

    def resume_runs(self, runs: Sequence[Any] | None = None) -> None:
        """Puts these runs (default: the selected ones) back into the queue, to go on from their checkpoints."""
        for run in self.page.chosen() if runs is None else runs:
            if run.resumable:
                self.page.session.resume_run(run.id)

    def compare_runs(self) -> None:
        """Puts the selected runs side by side."""
        if chosen := self.page.chosen():
            self.page.navigate.emit("compare", [run.id for run in chosen])

    def open_in_design(self) -> None:
        """Opens the selected run's specification as a draft."""
        self.open_as_draft(self.page.chosen())

    def open_as_draft(self, chosen: Sequence[Any]) -> None:
        """Opens the specification of the first of these runs as a draft."""
        from engine.store import runs

        for run in chosen[:1]:
            self.page.session.query(
                runs.get_spec, run.id, owner=self.page,
                then=lambda spec, title=run.name: self.page.navigate.emit(
                    "design", {"experiment": spec, "title": title}
                ),
            )  # fmt: skip

    def change(self, run_id: int, what: str, value: Any) -> None:
        """Writes a new name, tags or notes; what is wrong with them is said in the status bar."""
        from engine.store import runs

        write = {"name": runs.rename_run, "tags": runs.set_tags, "notes": runs.set_notes}[what]
        self.page.session.act(write, run_id, value)

    def open_folder(self) -> None:
        """Shows the run's folder in the system's file manager."""
        for run in self.page.chosen()[:1]:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(run.folder)))

    def export_model(self, layout: str = FOLDER) -> None:
        """Asks for a folder, and of several tasks for one, and saves the chosen model there."""
        chosen = self.page.chosen()
        if not chosen:
            return
        if layout == PLAIN:
            self._choose_folder(chosen[0].id, layout, "")
            return
        from workbench.pages.runs.run_list.query import load_tasks

        self.page.session.query(
            load_tasks, chosen[0].id, owner=self.page, slot="tasks",
            then=lambda names: self._choose_task(chosen[0].id, layout, names),
        )  # fmt: skip

    def _choose_task(self, number: int, layout: str, names: Sequence[str]) -> None:
        """A menu of the tasks whose heads the run has; with one there is nothing to choose."""
        if not names:
            self._choose_folder(number, layout, "")
            return
        menu = QMenu(self.page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSection("Which task's model")
        for name in names:
            menu.addAction(name, partial(self._choose_folder, number, layout, name))
        menu.popup(QCursor.pos())

    def _choose_folder(self, number: int, layout: str, task: str) -> None:
        parent = QFileDialog.getExistingDirectory(
            self.page, "Export the model into a new folder in", str(Path.home())
        )
        if parent:
            ends = f"-{task}" if task else "-encoder" if layout == PLAIN else ""
            target = (
                Path(parent) / f"palimpsest-run-{number}{''.join(c if c.isalnum() else '-' for c in ends)}"
            )
            self.export_to(number, target, layout, task)

    def export_to(self, number: int, target: Path, layout: str = FOLDER, task: str = "") -> None:
        """Saves the model of run ``number`` as a new folder ``target``, by the command line's own export."""
        say = self.page.say
        say(f"Exporting to {target}…")
        more, store = ["--task", task] if task else [], self.page.session.store_path
        self.page.session.job(
            ["export", str(number), str(target), "--layout", layout, *more, "--store", str(store)],
            then=lambda said: say(str(said.get("said", target))),
            owner=self.page, slot="export", failed=say,
        )  # fmt: skip

    def archive_runs(self) -> None:
        """Hides the selected runs from the table, or brings them back when all are hidden; nothing is deleted."""
        from engine.store import runs

        chosen = self.page.chosen()
        hide = not all(run.archived for run in chosen)
        self.page.session.act(runs.set_archived, [run.id for run in chosen], hide)

    def delete_runs(self) -> None:
        """Deletes the selected runs with their folders, after asking: this cannot be undone."""
        from engine.store import runs

        chosen = self.page.chosen()
        if not chosen:
            return
        what = f"'{chosen[0].name}'" if len(chosen) == 1 else f"{len(chosen)} runs"
        if self.confirmed(f"Delete {what} with measures, checkpoints and model?"):
            self.page.session.act(runs.delete_runs, [run.id for run in chosen])

    def confirmed(self, question: str) -> bool:
        """Asks before something is lost."""
        box = QMessageBox(self.page)
        box.setWindowTitle("Delete runs")
        box.setText(question)
        box.setInformativeText("This cannot be undone.")
        yes = box.addButton("Delete", QMessageBox.ButtonRole.DestructiveRole)
        no = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(no)
        box.setEscapeButton(no)
        box.exec()
        return box.clickedButton() is yes
