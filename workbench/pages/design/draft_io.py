"""Import and export of a draft: TOML files, the clipboard, the command line."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from engine.errors import UserError
from engine.file_names import file_name, with_default_suffix
from engine.spec import toml
from engine.spec.recipes import Recipe, remove_recipe, save_recipe
from engine.spec.sweep import Plan
from workbench.backend.tasks import TaskRunner
from workbench.language import tr
from workbench.pages.design.context.wording import command_line
from workbench.pages.design.draft import files
from workbench.pages.design.draft.draft import from_plan
from workbench.pages.design.draft.editor import DraftEditor

TOML_FILES = tr("Experiment (*.toml);;All files (*)")


class DraftIO(QObject):
    """Open, save and copy drafts.

    ``notice(sentence)`` after success, ``failed(level, sentence)`` after a failure. ``invalid`` if the draft has
    problems to resolve first; ``data_chosen(path)`` after :meth:`open_data`. ``recipe_kept(recipe)`` after
    :meth:`save_recipe`, ``recipe_removed(name)`` after :meth:`ask_removal`.
    """

    notice = Signal(str)
    failed = Signal(str, str)
    invalid = Signal()
    data_chosen = Signal(str)
    recipe_kept = Signal(object)
    recipe_removed = Signal(str)

    def __init__(self, editor: DraftEditor, tasks: TaskRunner, window: QWidget) -> None:
        super().__init__(window)
        self._editor, self._tasks, self._window = editor, tasks, window

    def open_toml(self) -> None:
        """Open a file dialog for a TOML file and start with it."""
        path = QFileDialog.getOpenFileName(self._window, tr("Open an experiment"), "", TOML_FILES)[0]
        if path:
            self.open_file(Path(path))

    def open_file(self, file: Path) -> None:
        """Start with the experiment in ``file``."""

        def begin(plan: Plan) -> None:
            self._editor.begin(from_plan(plan, file.name))
            self.notice.emit(tr("Opened {name}; undo restores the previous draft", name=file.name))

        self._tasks.run(files.read_toml, file, then=begin, failed=self._failed, owner=self)

    def open_data(self, filters: str) -> None:
        """Open a file dialog for a data set."""
        path = QFileDialog.getOpenFileName(self._window, tr("Choose a data set"), "", filters)[0]
        if path:
            self.data_chosen.emit(path)

    def save_toml(self) -> None:
        """Open a file dialog and save the draft as TOML, with a comment at each field."""
        plan = self._plan()
        if plan is None:
            return
        suggested = f"{file_name(plan.experiment.name.lower(), 'experiment')}.toml"
        path = QFileDialog.getSaveFileName(self._window, tr("Save the experiment"), suggested, TOML_FILES)[0]
        if path:
            self.save_file(with_default_suffix(path, suggested))

    def save_file(self, file: Path) -> None:
        """Save the draft as TOML."""
        plan = self._plan()
        if plan is not None:
            self._tasks.run(
                files.write_toml,
                file,
                plan,
                then=lambda path: self.notice.emit(tr("Saved {name}", name=path.name)),
                failed=self._failed,
                owner=self,
            )

    def save_recipe(self) -> None:
        """Save the draft as a recipe of the user's, under its name."""
        plan = self._plan()
        if plan is not None:
            self._tasks.run(save_recipe, plan, then=self._kept, failed=self._failed, owner=self)

    def _kept(self, recipe: Recipe) -> None:
        self.recipe_kept.emit(recipe)
        self.notice.emit(
            tr(
                "{title} is now a recipe. On the command line: palimpsest run {name}",
                title=recipe.title,
                name=recipe.name,
            )
        )

    def ask_removal(self, recipe: Recipe) -> None:
        """Ask for confirmation and remove a recipe of the user's. Runs that started from it stay."""
        box = self.question = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(tr("Remove a recipe"))
        box.setText(tr("Remove the recipe '{title}'?", title=recipe.title))
        box.setInformativeText(tr("Its runs stay. This cannot be undone."))
        yes = box.addButton(tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        yes.clicked.connect(lambda: self.remove_recipe(recipe))
        box.open()

    def remove_recipe(self, recipe: Recipe) -> None:
        """Remove a recipe of the user's."""

        def removed(_nothing: None) -> None:
            self.recipe_removed.emit(recipe.name)
            self.notice.emit(tr("{title} is no longer a recipe", title=recipe.title))

        self._tasks.run(remove_recipe, recipe.name, then=removed, failed=self._failed, owner=self)

    def copy_toml(self) -> None:
        """Copy the draft as TOML to the clipboard."""
        plan = self._plan()
        if plan is not None:
            QGuiApplication.clipboard().setText(toml.dumps(plan))
            self.notice.emit(tr("Copied as TOML"))

    def copy_command(self) -> None:
        """Copy the equivalent command line to the clipboard."""
        if self._plan() is None:
            return
        try:
            QGuiApplication.clipboard().setText(command_line(self._editor.draft))
        except ValueError as error:
            self.failed.emit("info", str(error))
            return
        self.notice.emit(tr("Command copied"))

    def _failed(self, sentence: str) -> None:
        self.failed.emit("error", sentence)

    def _plan(self) -> Plan | None:
        """Return the draft's plan, or None if it is invalid."""
        if not self._editor.ready:
            return None
        try:
            return self._editor.draft.plan()
        except UserError:
            self.invalid.emit()
            return None
