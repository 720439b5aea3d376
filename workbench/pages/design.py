"""The Design page: a pipeline as cards, the form of one card, and what the choices mean, before anything
runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QMenu, QScrollArea, QVBoxLayout, QWidget

from engine.errors import UserError
from engine.spec import toml
from engine.spec.check import Finding
from engine.spec.data import DataSource
from engine.spec.experiment import parse
from engine.spec.recipes import QUICKSTART, Recipe
from engine.spec.sweep import Plan
from workbench import formats, theme
from workbench.actions import action
from workbench.background import Background
from workbench.forms.keys import LeaveUndo
from workbench.forms.tables import defaults
from workbench.pages import design_files
from workbench.pages.base import Page
from workbench.pages.design_consequences import Consequences
from workbench.pages.design_draft import Draft, History, from_plan, from_recipe
from workbench.pages.design_findings import blocking, card_of, findings, level_of, sentence
from workbench.pages.design_form import FormColumn
from workbench.pages.design_knowledge import Knowledge
from workbench.pages.design_recipes import RecipeList
from workbench.pages.design_strip import COMPUTE, ENCODER, ICONS, CardWords, PipelineStrip
from workbench.pages.design_words import (
    command,
    compute_lines,
    encoder_lines,
    guide_words,
    recipe_words,
    run_words,
    stage_lines,
    stage_title,
)
from workbench.widgets import Button, IconButton, MessageLine, PageHead, Panel, Splitter, TextField

TOML_FILES = "Experiment (*.toml);;All files (*)"
WIDE = 1300
"""Page width in px at 100 % from which the form has its full width."""


class DesignPage(Page):
    """Designs experiments and queues them.

    The draft is kept in the home, each change can be undone. ``receive`` takes ``{"source":
    "samples:reviews"}`` (use this data set), ``{"plan": Plan, "title": str}`` or ``{"experiment": {...}}``
    (design from a run), and ``{"recipe": "quickstart"}``.
    """

    name: ClassVar[str] = "design"
    title: ClassVar[str] = "Design"
    icon: ClassVar[str] = "design"
    shortcut: ClassVar[str] = "Ctrl+2"

    def __init__(self, session: Any = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._background = Background(self)
        self.knowledge = Knowledge(session, self._background, self)
        self._recipes: list[Recipe] = []
        self._history: History | None = None
        self._card = "stages.0"
        self._guide = False
        self._found: dict[str, Finding] = {}
        self._waiting: list[Callable[[], None]] = []
        self._started = False
        self._saved_text = ""
        self._setup()
        self._make_actions()
        self._arrange()
        self._connect()

    # -- parts ---------------------------------------------------------------------------------------------

    def _setup(self) -> None:
        self._head = PageHead("Design")
        self.name_field = TextField(
            "", "Name of the experiment", "Name of the experiment", width=304, head=True
        )
        LeaveUndo(self.name_field)
        self.more = IconButton("more", "Open, save, copy")
        self.copy_button = Button(
            "Copy as command", head=True, tip="Copy the command line that does the same"
        )
        self.recipes_button = Button("Recipes...", head=True, tip="Begin with a recipe")
        self.run_button = Button("Run", "primary", "play", head=True, shortcut="Ctrl+Return", show_keys=True)
        self.recipe_list = RecipeList(self)
        self.strip = PipelineStrip()
        self.form_column = FormColumn(self.knowledge.sources())
        self.consequences = Consequences()
        self.note = MessageLine()
        self._check_later = self._timer(120, self._check)
        self._show_later = self._timer(60, self._show_consequences)
        self._save_later = self._timer(800, self._save)

    def _timer(self, milliseconds: int, call: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(call)
        return timer

    def _make_actions(self) -> None:
        self.run_action = action(self, "&Run", self.run, "Ctrl+Return", "play", menu="Run")
        self.undo_action = action(self, "&Undo", self.undo, QKeySequence.StandardKey.Undo, menu="Edit")
        self.redo_action = action(self, "&Redo", self.redo, QKeySequence.StandardKey.Redo, menu="Edit")
        self._open = action(
            self, "&Open TOML...", self.open_toml, QKeySequence.StandardKey.Open, "folder", "File"
        )
        self._save_as = action(
            self, "&Save as TOML...", self.save_toml, QKeySequence.StandardKey.Save, "download", "File"
        )
        self._copy_toml = action(self, "&Copy as TOML", self.copy_toml, "Ctrl+Shift+C", "copy", "Edit")
        self._copy_command = action(
            self, "Copy as co&mmand", self.copy_command, "Ctrl+Shift+X", "terminal", "Edit"
        )
        self._list = action(
            self, "&Begin with a recipe...", self.show_recipes, "Ctrl+Shift+R", "recipe", "File"
        )
        self._actions = [
            self.run_action, self.undo_action, self.redo_action, self._list, self._open, self._save_as,
            self._copy_toml, self._copy_command,
        ]  # fmt: skip
        menu = QMenu(self.more)
        for item in (
            self._list,
            self._open,
            self._save_as,
            self._copy_toml,
            self._copy_command,
            self.undo_action,
            self.redo_action,
        ):
            menu.addAction(item)
        self.more.setMenu(menu)
        # The key belongs to the action; the button only shows it.
        self.run_button.setShortcut(QKeySequence())

    def _arrange(self) -> None:
        self._head.add_main(self.name_field, stretch=2)
        for widget in (self.more, self.copy_button, self.recipes_button, self.run_button):
            self._head.add_action(widget)
        self._note_panel = Panel("surface", "b")
        line = QVBoxLayout(self._note_panel)
        line.addWidget(self.note)
        self._note_line = line
        self._note_panel.hide()
        self.splitter = Splitter()
        self.splitter.addWidget(self.form_column)
        # Only a very large text, or a very small window, makes this scroll.
        self._view = QScrollArea()
        self._view.setWidget(self.consequences)
        self._view.setWidgetResizable(True)
        self._view.setFrameShape(QFrame.Shape.NoFrame)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.splitter.addWidget(self._view)
        self.splitter.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._head, self._note_panel, self.strip):
            column.addWidget(part)
        column.addWidget(self.splitter, 1)
        self._form_moved = False
        self.splitter.splitterMoved.connect(self._splitter_moved)
        self.apply_theme()

    def _connect(self) -> None:
        self.name_field.textEdited.connect(lambda text: self._edit("name", text))
        self.run_button.clicked.connect(self.run)
        self.copy_button.clicked.connect(self.copy_command)
        self.recipes_button.clicked.connect(self.show_recipes)
        self.recipe_list.chosen.connect(self.use_recipe)
        self.strip.chosen.connect(self.select)
        self.strip.add_wanted.connect(self.add_stage)
        self.strip.move_wanted.connect(self.move_stage)
        self.strip.remove_wanted.connect(self.remove_stage)
        self.strip.copy_wanted.connect(self.copy_stage)
        form = self.form_column
        form.value_changed.connect(self._edit)
        form.axis_changed.connect(lambda path, values: self._put(self.draft.with_axis(path, values)))
        form.problems_changed.connect(self._check_later.start)
        form.show_wanted.connect(self.go_to)
        form.guide_closed.connect(self.close_guide)
        form.own_data.connect(self.choose_own_data)
        form.recipe_wanted.connect(self._use_named)
        form.menu.aboutToShow.connect(self._fill_stage_menu)
        self.consequences.length_wanted.connect(self._length_dragged)
        self.knowledge.changed.connect(self._knows_more)

    def apply_theme(self) -> None:
        s = theme.sizes()
        self.name_field.setMinimumWidth(s.px(120))
        self.name_field.setMaximumWidth(s.px(304))
        self._note_line.setContentsMargins(s.s16, s.s8, s.s16, s.s8)
        self._fit_head()
        self._place_splitter()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_head()
        self._place_splitter()

    def _place_splitter(self) -> None:
        """The form's usual width, until the user has chosen another."""
        if self._form_moved or self.width() <= 0:
            return
        s = theme.sizes()
        form = min(s.form if self.width() >= s.px(WIDE) else s.px(520), int(self.width() * 0.5))
        self.splitter.setSizes([form, max(1, self.width() - form)])

    def _fit_head(self) -> None:
        """Where text is large for the window, the head keeps Run; the rest is in its menu."""
        wide = self.width() >= theme.sizes().px(900)
        self.copy_button.setVisible(wide and not self._guide)
        self.recipes_button.setVisible(wide)

    def _splitter_moved(self, _position: int, _index: int) -> None:
        self._form_moved = True

    # -- the page's life -----------------------------------------------------------------------------------

    def actions_for_menus(self) -> list[QAction]:
        return list(self._actions)

    def on_shown(self) -> None:
        if not self._started:
            self._started = True
            self._background.run(design_files.load, then=self._loaded, failed=self._say_error)
            if self.session is not None:
                self.session.runs_changed.connect(self.knowledge.start)
        self.knowledge.start()

    def on_hidden(self) -> None:
        if self._save_later.isActive():
            self._save_later.stop()
            self._save()

    def can_close(self) -> bool:
        self.on_hidden()
        self._background.wait()
        return True

    def receive(self, payload: Any) -> None:
        if self._history is None:
            self._waiting.append(lambda: self.receive(payload))
        elif not isinstance(payload, dict):
            return
        elif "source" in payload:
            self.use_data(str(payload["source"]))
        elif "recipe" in payload:
            self._use_named(str(payload["recipe"]))
        elif isinstance(payload.get("plan"), Plan):
            self._begin(from_plan(payload["plan"], str(payload.get("title", ""))))
        elif "experiment" in payload:
            try:
                plan = Plan(parse(payload["experiment"]))
            except UserError as error:
                self._say_error(str(error))
                return
            self._begin(from_plan(plan, str(payload.get("title", "a run"))))

    def _loaded(self, found: tuple[list[Recipe], Draft | None, str]) -> None:
        self._recipes, kept, problem = found
        self.recipe_list.set_recipes(self._recipes)
        first = next(
            (r for r in self._recipes if r.name == QUICKSTART), self._recipes[0] if self._recipes else None
        )
        draft = kept or (from_recipe(first) if first is not None else None)
        if draft is None:
            self._say_error("There are no recipes beside this program; open a TOML file.")
            return
        self._guide = (
            kept is None and draft.recipe == QUICKSTART and bool(self.preferences.get("design_guide", True))
        )
        self._history = History(draft)
        self._saved_text = draft.to_json() if kept is not None else ""
        self._refresh()
        if kept is not None:
            self.status_changed.emit("The draft of last time")
        if problem:
            self._say_error(problem)
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            call()

    # -- the draft -----------------------------------------------------------------------------------------

    @property
    def draft(self) -> Draft:
        """The draft shown. Raises RuntimeError before it has been read."""
        if self._history is None:
            raise RuntimeError("the page has not been shown yet")
        return self._history.draft

    @property
    def ready(self) -> bool:
        """Whether there is a draft: shortly after the page was first shown."""
        return self._history is not None

    def _edit(self, path: str, value: Any) -> None:
        self._put(self.draft.with_value(path, value), path)

    def _put(self, draft: Draft, what: str = "") -> None:
        if self._history is None:
            return
        self._history.put(draft, what)
        self._refresh()
        self._save_later.start()

    def _begin(self, draft: Draft) -> None:
        """Another draft from the beginning; undo brings the former one back."""
        self.close_guide(remember=False)
        self._card = "stages.0"
        self._put(draft)

    def undo(self) -> None:
        """Go back to the draft before the last change; first what was typed and is no value is forgotten."""
        form = self.form_column.form()
        if form is not None and form.forget_typed():
            return
        if self._history is not None and self._history.undo():
            self._refresh()
            self._save_later.start()

    def redo(self) -> None:
        """Go forward again."""
        if self._history is not None and self._history.redo():
            self._refresh()
            self._save_later.start()

    def select(self, key: str) -> None:
        """Show the form of the card ``key``: ``encoder``, ``compute``, ``stages.0``."""
        self._card = key
        if self._guide and key != "stages.0":
            self.close_guide()
        self._refresh()

    def go_to(self, path: str) -> None:
        """Show the form with the field at ``path`` and focus it."""
        self.select(card_of(self.draft, path, self._card))
        self.form_column.focus_field(path)

    def add_stage(self, kind: str) -> None:
        """Add a stage of ``kind`` and show its form."""
        before = self.draft.stages
        draft = self.draft.with_new_stage(kind)
        place = next(i for i, s in enumerate(draft.stages) if i >= len(before) or s != before[i])
        self.close_guide()
        self._card = f"stages.{place}"
        self._put(draft)

    def remove_stage(self, index: int) -> None:
        """Remove a stage; the last one stays."""
        self._card = f"stages.{max(0, index - 1)}"
        self._put(self.draft.without_stage(index))

    def move_stage(self, index: int, by: int) -> None:
        """Move a stage ``by`` places on."""
        if 0 <= index + by < len(self.draft.stages):
            self._card = f"stages.{index + by}"
            self._put(self.draft.with_moved_stage(index, by))
            self.strip.focus_stage(index + by)

    def copy_stage(self, index: int) -> None:
        """Add a copy of a stage after it."""
        stages = self.draft.stages
        numbers: list[int | None] = [*range(len(stages))]
        made = [*stages[: index + 1], stages[index], *stages[index + 1 :]]
        self._card = f"stages.{index + 1}"
        self._put(self.draft.with_stages(made, [*numbers[: index + 1], None, *numbers[index + 1 :]]))

    def use_data(self, source: str) -> None:
        """Learn from the data set ``source`` in the last stage that has one."""
        for index in range(len(self.draft.stages) - 1, -1, -1):
            if isinstance(self.draft.stages[index].get("data"), dict):
                self._card = f"stages.{index}"
                # Columns and files of the former set mean nothing in another.
                self._put(
                    self.draft.with_value(f"stages.{index}.data", {**defaults(DataSource), "source": source})
                )
                return

    def use_recipe(self, recipe: Recipe) -> None:
        """Begin with ``recipe``; undo brings the former draft back."""
        self._begin(from_recipe(recipe))
        self.status_changed.emit(f"Begun with {recipe.title}; undo brings the former draft back")

    def _use_named(self, name: str) -> None:
        found = next((recipe for recipe in self._recipes if recipe.name == name), None)
        if found is not None:
            self.use_recipe(found)

    def close_guide(self, remember: bool = True) -> None:
        """Show the whole form instead of the guide."""
        if remember:
            self.preferences.put("design_guide", False)
        if self._guide:
            self._guide = False
            self._refresh()

    def choose_own_data(self) -> None:
        """Ask for a file and learn from it."""
        source = self.knowledge.sources()["data sets"]
        path = QFileDialog.getOpenFileName(self, "Choose a data set", "", source.filters)[0]
        if path:
            self.close_guide()
            self.use_data(path)

    def _length_dragged(self, tokens: int) -> None:
        index = self._stage_shown()
        specials = self.knowledge.stage(index).specials
        most = self.knowledge.encoder.positions if self.knowledge.encoder is not None else tokens + specials
        self._edit(f"stages.{index}.max_length", max(specials + 1, min(tokens + specials, most)))

    def _stage_shown(self) -> int:
        """The stage whose layers and lengths are shown: the selected one, else the last."""
        parts = self._card.split(".")
        return int(parts[1]) if parts[0] == "stages" else len(self.draft.stages) - 1

    # -- showing -------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Show the draft everywhere; the slower parts a moment later."""
        if self._history is None:
            return
        draft = self.draft
        if self._card.startswith("stages.") and int(self._card.split(".")[1]) >= len(draft.stages):
            self._card = f"stages.{len(draft.stages) - 1}"
        self.knowledge.follow(draft)
        if self.name_field.text() != draft.table.get("name"):
            self.name_field.setText(str(draft.table.get("name", "")))
        self._head.set_note(recipe_words(draft))
        self._fit_head()
        self.form_column.show_draft(draft, self._card, self._guide)
        self._show_cards()
        self.undo_action.setEnabled(self._history.can_undo or bool(self.form_column.typed_problems()))
        self.redo_action.setEnabled(self._history.can_redo)
        self._check_later.start()
        self._show_later.start()

    def _show_cards(self) -> None:
        draft, known = self.draft, self.knowledge
        stages = [
            CardWords(
                stage_title(draft, i),
                tuple(stage_lines(draft, i, known)),
                level_of(self._found, f"stages.{i}"),
                ICONS.get(str(stage.get("kind")), "design"),
            )
            for i, stage in enumerate(draft.stages)
        ]
        encoder = CardWords(
            "Encoder",
            tuple(encoder_lines(draft, known.encoder, known.encoder_problem)),
            level_of(self._found, ENCODER),
        )
        compute = CardWords(
            "Compute", tuple(compute_lines(draft, known.machine)), level_of(self._found, COMPUTE)
        )
        self.strip.show_cards(encoder, stages, compute)
        self.strip.select(self._card)

    def _knows_more(self) -> None:
        if self._history is not None:
            self._show_cards()
            self._check_later.start()
            self._show_later.start()

    def _check(self) -> None:
        if self._history is None:
            return
        draft = self.draft
        self.undo_action.setEnabled(bool(self._history.can_undo or self.form_column.typed_problems()))
        self._found = findings(draft, self.knowledge, self.form_column.typed_problems())
        self.form_column.show_findings(draft, self._found)
        wrong = blocking(self._found)
        self.run_button.set_text(run_words(draft))
        self.run_button.setShortcut(QKeySequence())
        self.run_action.setText(f"&{run_words(draft)}")
        able = not wrong and self.session is not None
        self.run_button.setEnabled(able)
        self.run_action.setEnabled(able)
        reasons = [sentence(draft, path, finding) for path, finding in wrong.items()]
        self.run_button.set_tip("\n".join(reasons[:6]))
        self._show_cards()

    def _show_consequences(self) -> None:
        if self._history is None:
            return
        self.consequences.show_draft(self.draft, self.knowledge, self._stage_shown())
        if self._guide:
            self.form_column.guide.set_words(
                *guide_words(self.draft, self.knowledge, self.consequences.seconds())
            )

    def _fill_stage_menu(self) -> None:
        menu = self.form_column.menu
        menu.clear()
        made = self.strip.stage_menu(self._stage_shown(), self)
        for item in made.actions():
            item.setParent(menu)
            menu.addAction(item)
        made.deleteLater()

    # -- running, files ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Queue all runs of the draft and show them on the Runs page."""
        if self._history is None:
            return
        self._check()
        wrong = blocking(self._found)
        if wrong:
            self.go_to(next(iter(wrong)))
            return
        if self.session is None:
            return
        draft = self.draft
        recipe = draft.recipe if not draft.changes() else ""
        self.run_button.setEnabled(False)
        self.session.act(
            design_files.enqueue, draft.plan(), recipe, then=self._queued, owner=self, failed=self._not_queued
        )

    def _queued(self, numbers: list[int]) -> None:
        self.run_button.setEnabled(True)
        self.close_guide()
        many = len(numbers)
        self.status_changed.emit("Run queued" if many == 1 else f"{formats.count(many)} runs queued")
        self.navigate.emit("runs", list(numbers))

    def _not_queued(self, problem: str) -> None:
        self.run_button.setEnabled(True)
        self._say_error(problem)

    def show_recipes(self) -> None:
        """Open the list of recipes under its button."""
        button = self.recipes_button
        self.recipe_list.open_below(button if button.isVisible() else self.more)

    def open_toml(self) -> None:
        """Ask for a TOML file and begin with it."""
        path = QFileDialog.getOpenFileName(self, "Open an experiment", "", TOML_FILES)[0]
        if path:
            self.open_file(Path(path))

    def open_file(self, file: Path) -> None:
        """Begin with the experiment in ``file``; what is wrong with it is told under the head."""
        self._background.run(
            design_files.read_toml,
            file,
            then=lambda plan: self._begin(from_plan(plan, file.name)),
            failed=self._say_error,
        )

    def save_toml(self) -> None:
        """Ask where to save the draft as TOML, with a comment at each field."""
        plan = self._plan()
        if plan is None:
            return
        suggested = f"{_file_name(plan.experiment.name)}.toml"
        path = QFileDialog.getSaveFileName(self, "Save the experiment", suggested, TOML_FILES)[0]
        if path:
            self.save_file(Path(path))

    def save_file(self, file: Path) -> None:
        """Save the draft as TOML."""
        plan = self._plan()
        if plan is not None:
            self._background.run(
                design_files.write_toml,
                file,
                plan,
                then=lambda path: self.status_changed.emit(f"Saved {path.name}"),
                failed=self._say_error,
            )

    def copy_toml(self) -> None:
        """Put the draft as TOML on the clipboard."""
        plan = self._plan()
        if plan is not None:
            QGuiApplication.clipboard().setText(toml.dumps(plan))
            self.status_changed.emit("Copied as TOML")

    def copy_command(self) -> None:
        """Put the command line that does the same on the clipboard."""
        if self._history is None or self._plan() is None:
            return
        try:
            QGuiApplication.clipboard().setText(command(self.draft))
        except ValueError as error:
            self._say(str(error), "info")
            return
        self.status_changed.emit("Command copied")

    def _plan(self) -> Plan | None:
        """The draft's plan; None, with a message, when it is not valid."""
        if self._history is None:
            return None
        try:
            return self.draft.plan()
        except UserError:
            self._check()
            wrong = blocking(self._found)
            if wrong:
                self.go_to(next(iter(wrong)))
            return None

    def _save(self) -> None:
        if self._history is None:
            return
        text = self.draft.to_json()
        if text != self._saved_text:
            self._saved_text = text
            self._background.run(design_files.save, text, then=self._saved, failed=self._say_error)

    def _saved(self, _file: Path) -> None:
        self.status_changed.emit(f"Draft saved {time.strftime('%H:%M')}")
        self._say("")

    def _say_error(self, text: str) -> None:
        self._say(text, "error")

    def _say(self, text: str, level: str = "error") -> None:
        """A message under the head; "" takes it away."""
        if text:
            self.note.show_message(level, text)
        else:
            self.note.clear()
        self._note_panel.setVisible(bool(text))


def _file_name(name: str) -> str:
    kept = "".join(c if c.isalnum() else "-" for c in name.lower())
    return "-".join(part for part in kept.split("-") if part) or "experiment"
