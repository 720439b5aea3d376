"""The Design page: a pipeline as cards, the form of one card, and the consequences, before anything runs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.errors import UserError
from engine.installation import TRAINING, EngineMissingError, is_engine_installed
from engine.launch.baselines import has_baseline
from engine.spec.checks.cross_field import SpecFinding
from engine.spec.checks.reasons import Reason
from engine.spec.data import DataSource
from engine.spec.describe import label_of, value_at
from engine.spec.experiment import parse_experiment
from engine.spec.recipes import QUICKSTART, Recipe
from engine.spec.stage_starts import possible_starts
from engine.spec.sweep import Plan
from workbench.backend.session import Session
from workbench.backend.tasks import application_tasks, make_debounce_timer
from workbench.engine_texts import sentence_text
from workbench.forms.suggestions import Suggestion, SuggestionBox, SuggestionSource
from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.pages import page_attributes
from workbench.pages.base import Page
from workbench.pages.design.consequences.panel import ConsequencesPanel
from workbench.pages.design.context.draft_context import DraftContext
from workbench.pages.design.context.findings import (
    automatic_values,
    blocking_findings,
    card_of,
    find_problems,
    find_unfit_choices,
    finding_sentence,
)
from workbench.pages.design.context.wording import guide_texts, run_button_text
from workbench.pages.design.dialogs import EncoderRankingDialog, LadderDialog
from workbench.pages.design.draft import files
from workbench.pages.design.draft.draft import Draft, from_plan, from_recipe
from workbench.pages.design.draft.editor import DraftEditor
from workbench.pages.design.draft_io import DraftIO
from workbench.pages.design.form.column import STACKED, FormColumn, list_settings
from workbench.pages.design.form.pipeline_strip import PipelineStrip, cards_of
from workbench.pages.design.head import DesignHead
from workbench.pages.design.recipe_list import RecipeList
from workbench.pages.design.search.dialog import SearchDialog
from workbench.pages.place_tools import Known, known_places
from workbench.widgets import MessageLine, Splitter
from workbench.widgets.actions import group_actions, make_action
from workbench.widgets.arrange import arrange_rows, scrolling
from workbench.widgets.command_field import Command

T = TypeVar("T")

MESSAGE_SECONDS = 8.0
"""Time for which a message stays in the status bar before "Draft saved" replaces it."""
WIDE = 1300
"""Page width in px at 100 % from which the form has its full width."""


class DesignPage(Page):
    """Design experiments and queue them.

    The draft is saved in the home folder, and each change can be undone. ``receive`` takes ``{"source":
    "samples:reviews"}`` (use this data set), ``{"plan": Plan, "title": str}`` or ``{"experiment": {...}}`` (design
    from a run), ``{"recipe": "quickstart"}``, the latter also with ``"guide": True`` for the first-run guide.
    """

    name, title, icon, shortcut, at_end = page_attributes("design")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.tasks = session.tasks if session is not None else application_tasks()
        self.knowledge = DraftContext(session, self.tasks, self)
        self.editor = DraftEditor(self)
        self.draft_io = DraftIO(self.editor, self.tasks, self)
        self.findings: dict[str, SpecFinding] = {}
        self._recipes: list[Recipe] = []
        self._guide = self._is_started = False
        self._postponed: list[Callable[[], None]] = []
        self._saved_text = self._queued_text = ""
        self._setup()
        self._make_actions()
        self._arrange()
        self._connect()

    # -- parts ---------------------------------------------------------------------------------------------

    def _setup(self) -> None:
        self.head = DesignHead()
        self.run_button = self.head.run_button
        self.recipe_list = RecipeList(self)
        self.strip = PipelineStrip()
        starting = SuggestionSource(self._starts, only=True)
        sources = {**self.knowledge.sources(), "starts": starting}
        self.form_column = FormColumn(sources, self.session)
        self.consequences = ConsequencesPanel()
        self.note = MessageLine()
        self._check_later = make_debounce_timer(self, 120, self.check)
        self._show_later = make_debounce_timer(self, 60, self._show_consequences)
        self._save_later = make_debounce_timer(self, 800, self._save)

    def _make_actions(self) -> None:
        share, keys = self.draft_io, QKeySequence.StandardKey
        self.run_action = make_action(self, tr("&Run"), self.run, "Ctrl+Return", "play", menu="Run")
        self.undo_action = make_action(self, tr("&Undo"), self.undo, keys.Undo, menu="Edit")
        self.redo_action = make_action(self, tr("&Redo"), self.editor.redo, keys.Redo, menu="Edit")
        self.baseline_action = make_action(
            self,
            tr("Run &baselines"),
            self.run_baseline,
            "Ctrl+Shift+Return",
            "play",
            menu="Run",
        )
        self.ladder_action = make_action(
            self, tr("Value of more &labels…"), self.open_ladder, "Ctrl+Alt+L", "ring", menu="Run"
        )
        self.search_action = make_action(
            self, tr("&Search settings…"), self.open_search, "Ctrl+Alt+Return", "search", menu="Run"
        )
        more = [
            self.baseline_action,
            self.ladder_action,
            self.search_action,
            make_action(
                self, tr("&Begin with a recipe…"), self.show_recipes, "Ctrl+Shift+R", "recipe", "File"
            ),
            make_action(
                self,
                tr("&Save as recipe"),
                share.save_recipe,
                "Ctrl+Alt+S",
                "tag",
                "File",
                tip=tr("Add this design to the recipes, under its name"),
            ),
            make_action(self, tr("&Open TOML…"), share.open_toml, keys.Open, "folder", "File"),
            make_action(self, tr("&Save as TOML…"), share.save_toml, keys.Save, "download", "File"),
            make_action(self, tr("&Copy as TOML"), share.copy_toml, "Ctrl+Shift+C", "copy", "Edit"),
            make_action(self, tr("Copy as co&mmand"), share.copy_command, "Ctrl+Shift+X", "terminal", "Edit"),
            self.undo_action,
            self.redo_action,
        ]
        group_actions([more[:3], more[3:5], more[5:7], more[7:9], more[9:]])
        self._actions = [self.run_action, *more]
        self.head.set_menu(more)

    def _arrange(self) -> None:
        # This scrolls only with very large text or in a very small window.
        self.splitter = Splitter(name="form")
        self.splitter.add_parts((self.form_column, 0), (scrolling(self.consequences, sideways=True), 1))
        foot = arrange_rows(self.note, margins=(16, 0, 16, 0))  # where it does not move other parts
        arrange_rows(self.head, self.strip, (self.splitter, 1), foot, on=self)
        self._fit()

    def _connect(self) -> None:
        editor, form, head, strip = self.editor, self.form_column, self.head, self.strip
        editor.changed.connect(self._refresh)
        head.name_field.textEdited.connect(lambda text: editor.edit("name", text))
        head.run_button.clicked.connect(self.run)
        head.place.activated.connect(lambda _: self._place_chosen())
        head.baseline_button.clicked.connect(self.run_baseline)
        head.copy_button.clicked.connect(self.draft_io.copy_command)
        head.recipes_button.clicked.connect(self.show_recipes)
        head.field_requested.connect(self.go_to)
        head.recipe_requested.connect(self._reset_to_recipe)
        self.draft_io.notice.connect(self.status_changed)
        self.status_changed.connect(self._note_message)
        self.draft_io.data_chosen.connect(lambda path: self.navigate.emit("data", {"import": path}))
        self.draft_io.failed.connect(lambda level, text: self.show_message(text, level))
        self.draft_io.recipe_kept.connect(self._add_recipe)
        self.draft_io.recipe_removed.connect(self._drop_recipe)
        self.recipe_list.removal_requested.connect(self.draft_io.ask_removal)
        self.draft_io.invalid.connect(self._go_to_first_problem)
        self.recipe_list.chosen.connect(self.use_recipe)
        strip.chosen.connect(self.select)
        strip.add_requested.connect(self.add_stage)
        strip.move_requested.connect(self._move_stage)
        strip.remove_requested.connect(editor.remove_stage)
        strip.copy_requested.connect(editor.copy_stage)
        strip.start_requested.connect(lambda index, start: editor.edit(f"stages.{index}.start", start))
        form.value_changed.connect(self._edit_field)
        form.axis_changed.connect(editor.sweep)
        form.problems_changed.connect(self._check_later.start)
        form.show_requested.connect(self.go_to)
        form.guide_closed.connect(self.close_guide)
        form.own_data.connect(lambda: self.draft_io.open_data(self.knowledge.sources()["data sets"].filters))
        form.recipe_requested.connect(self.use_named)
        form.reasons.requested.connect(self._apply_reason)
        form.tools.created.connect(self._encoder_created)
        form.tools.compare_requested.connect(self.compare_encoders)
        form.menu.aboutToShow.connect(lambda: strip.fill_stage_menu(form.menu, editor.stage))
        self.consequences.length_requested.connect(self._length_dragged)
        self.knowledge.changed.connect(self._context_changed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the buttons that fit, and the form at its standard width, unless the user has changed it."""
        width, s = self.width(), theme.sizes()
        self.head.fit(width, command=not self._guide)
        if not self.splitter.by_hand and width > 0:
            # With large text the longest field needs slightly more than half of a small screen.
            form = min(s.form if width >= WIDE else 520, int(width * 0.52))
            if form < STACKED:  # not more than the form needs, so that the other side fits too
                room = width - self.consequences.minimumSizeHint().width() - 24
                form = max(self.form_column.minimumWidth(), min(form, room))
            self.splitter.setSizes([form, max(1, width - form)])

    # -- the page's life -----------------------------------------------------------------------------------

    def actions_for_menus(self) -> list[QAction]:
        return list(self._actions)

    def on_shown(self) -> None:
        if not self._is_started:
            self._is_started = True
            self.tasks.run(files.load_draft, then=self._loaded, failed=self.show_message, owner=self)
            if self.session is not None:
                self.session.runs_changed.connect(self._runs_changed)
        self.knowledge.start()
        self.tasks.run(
            known_places, then=self._show_places, failed=self.show_message, owner=self, slot="places"
        )

    def _runs_changed(self) -> None:
        """Read again what may have changed. A hidden page does this when it is shown."""
        if self.isVisible():
            self.knowledge.start()

    def _show_places(self, known: Known) -> None:
        self.head.show_places([name for name, _ in known])
        self._place_chosen()

    def _place_chosen(self) -> None:
        """Show facts and messages for the chosen compute target."""
        self.knowledge.set_place(self.head.chosen_place())
        self.check()

    def _edit_field(self, path: str, value: object) -> None:
        """Set a field. A new data set also sets its own validation share, unless the user chose one here."""
        before, (place, _, name) = self.editor.draft, path.rpartition(".")
        after, share = before.with_value(path, value), f"{place}.validation_share"
        if name == "source" and place.endswith(".data"):
            default = DataSource.model_fields["validation_share"].default
            former = self.knowledge.share_held_out(str(value_at(before.table, path)), default)
            if value_at(before.table, share) in (default, former):
                after = after.with_value(share, self.knowledge.share_held_out(str(value), default))
        self.editor.put(after, path)

    def _apply_reason(self, reason: Reason) -> None:
        """Apply the change offered by a reason. It can be undone."""
        draft = self.draft
        for path, value in reason.changes.items():
            draft = draft.with_value(path, value)
        self.editor.put(draft)

    def _use_set(self, name: str) -> None:
        """Use a set of the catalogue, and show its validation share."""
        share = self.knowledge.share_held_out(name, DataSource.model_fields["validation_share"].default)
        self.editor.use_data(name, {"validation_share": share})

    def on_hidden(self) -> None:
        if self._save_later.isActive():
            self._save_later.stop()
            self._save()

    def can_close(self) -> bool:
        self.on_hidden()  # the end of the program waits for pending writes
        return True

    def receive(self, payload: object) -> None:
        if not self.ready:
            self._postponed.append(lambda: self.receive(payload))
        elif not isinstance(payload, dict):
            return
        elif "source" in payload:
            self.close_guide(remember=False)
            # It may have been added to the catalogue a moment ago.
            self.knowledge.after_reading_sets(lambda: self._use_set(str(payload["source"])))
        elif "file" in payload:
            self.close_guide(remember=False)
            self.draft_io.open_file(Path(str(payload["file"])))
        elif "recipe" in payload:
            self.use_named(str(payload["recipe"]))
            if payload.get("guide"):
                self.open_guide()
        elif isinstance(payload.get("plan"), Plan):
            self._begin(from_plan(payload["plan"], str(payload.get("title", ""))))
        elif "experiment" in payload:
            try:
                plan = Plan(parse_experiment(payload["experiment"]))
            except UserError as error:
                self.show_message(sentence_text(str(error)))
                return
            title, reasons = str(payload.get("title", "a run")), payload.get("reasons", ())
            self._begin(from_plan(plan, title, reasons=reasons))

    def _add_recipe(self, recipe: Recipe) -> None:
        self._recipes = [*(each for each in self._recipes if each.name != recipe.name), recipe]
        self.recipe_list.set_recipes(self._recipes)

    def _drop_recipe(self, name: str) -> None:
        self._recipes = [each for each in self._recipes if each.name != name or not each.own]
        self.recipe_list.set_recipes(self._recipes)

    def _loaded(self, loaded: tuple[list[Recipe], Draft | None, str]) -> None:
        self._recipes, stored, problem = loaded
        self.recipe_list.set_recipes(self._recipes)
        # The quickstart is listed first.
        draft = stored or next((from_recipe(recipe) for recipe in self._recipes), None)
        if draft is None:
            self.show_message(tr("No recipes are installed with this program; open a TOML file."))
            return
        show_guide = bool(self.preferences.get("design_guide", True))
        self._guide = stored is None and draft.recipe == QUICKSTART and show_guide
        self._saved_text = draft.to_json()
        self.editor.start(draft)
        self._fit()
        if stored is not None:
            self.status_changed.emit(tr("Draft of the last session"))
        if problem:
            self.show_message(problem)
        waiting, self._postponed = self._postponed, []
        for call in waiting:
            call()

    @property
    def draft(self) -> Draft:
        """The draft shown. Raises RuntimeError before it has been read."""
        return self.editor.draft

    @property
    def ready(self) -> bool:
        """Whether there is a draft: shortly after the page was first shown."""
        return self.editor.ready

    # -- what the user does --------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the last change. Invalid typed text is discarded first."""
        form = self.form_column.form()
        if form is None or not form.forget_typed():
            self.editor.undo()

    def select(self, card: str) -> None:
        """Show the form of a card: ``encoder``, ``compute``, ``stages.0``."""
        if card != "stages.0":
            self.close_guide()
        self.editor.select(card)

    def sought(self) -> str:
        return tr("Find a setting")

    def commands(self) -> Iterable[Command]:
        """Return every setting of the design, found by name, title, options and help."""
        for key in self.strip.card_keys() if self.editor.ready else ():
            kind = self.draft.stages[int(key.split(".")[1])].get("kind", "") if "." in key else ""
            for title, meta, path in list_settings(key, kind, self.draft.table):
                options = [*meta.choices.values(), *map(label_of, meta.options().values())]
                words = " ".join([path, meta.help, *map(tr_engine, options)])
                yield Command(title, partial(self.go_to, path), tr("setting"), words=words)

    def go_to(self, path: str) -> None:
        """Show the form with the field at ``path`` and focus it."""
        self.select(card_of(self.draft, path, self.editor.card))
        self.form_column.focus_field(path)

    def _go_to_first_problem(self) -> None:
        self.check()
        for path in blocking_findings(self.findings):
            self.go_to(path)
            return

    def add_stage(self, kind: str) -> None:
        """Add a stage of ``kind`` and show its form."""
        self.close_guide()
        self.editor.add_stage(kind, self.knowledge.samples())

    def _encoder_created(self, folder: str) -> None:
        """Use an imported or created encoder in the design."""
        self.editor.edit("encoder.source", folder)
        self.status_changed.emit(tr("The design now uses the new encoder; undo restores the previous one"))

    def compare_encoders(self) -> None:
        """Rank the available encoders on the data set of the last stage with its own data."""
        sources = [
            each.source for stage in self.draft.specs for each in stage.sources().values() if each.source
        ]
        if self.session is None or not sources:
            return
        self.ranking = EncoderRankingDialog(self.session, sources[-1], self)
        self.ranking.chosen.connect(lambda name: self.editor.edit("encoder.source", name))
        self.ranking.open()

    def _starts(self) -> list[Suggestion]:
        """Return the possible starting points of the selected stage."""
        starts = possible_starts(self.draft.specs, self.editor.stage) if self.ready else []
        return [Suggestion(value, tr_engine(title)) for value, title in starts]

    def _move_stage(self, index: int, by: int) -> None:
        self.editor.move_stage(index, by)
        self.strip.focus_stage(self.editor.stage)

    def _begin(self, draft: Draft) -> None:
        self.close_guide(remember=False)
        self.editor.begin(draft)

    def use_recipe(self, recipe: Recipe) -> None:
        """Start with ``recipe``; undo restores the previous draft. The present recipe is left unchanged."""
        draft = from_recipe(recipe)
        if draft == self.draft:
            return
        self._begin(draft)
        self.status_changed.emit(
            tr("Started from {title}; undo restores the previous draft", title=tr_engine(recipe.title))
        )

    def _reset_to_recipe(self) -> None:
        """Restore the values of the recipe that the draft started from."""
        self.editor.put(self.draft.original())
        self.status_changed.emit(tr("All values of the recipe are restored; undo restores the changes"))

    def use_named(self, name: str) -> None:
        """Start with the recipe ``name`` (``table-2:small`` also names a size), if it exists."""
        name, _, size = name.partition(":")
        for recipe in self._recipes:
            if recipe.name == name:
                self.use_recipe(recipe.with_size(size) if size in recipe.plans else recipe)

    def open_guide(self) -> None:
        """Show the first-run guide instead of the whole form."""
        self.editor.select("stages.0")
        self._guide = True
        self._fit()
        self._refresh()

    def close_guide(self, remember: bool = True) -> None:
        """Show the whole form instead of the guide."""
        if remember:
            self.preferences.put("design_guide", False)
        if self._guide:
            self._guide = False
            self._fit()
            self._refresh()

    def show_recipes(self) -> None:
        """Open the list of recipes under its button."""
        button = self.head.recipes_button
        self.recipe_list.open_below(button if button.isVisible() else self.head.more)

    def _length_dragged(self, tokens: int) -> None:
        index = self.editor.stage
        self.editor.edit(f"stages.{index}.max_length", self.knowledge.length_for(index, tokens))

    # -- showing -------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Show the draft everywhere; slow parts follow a moment later."""
        if not self.ready:
            return
        self.knowledge.follow(self.draft)
        self.head.show_draft(self.draft)
        self._show_guide()
        self.form_column.show_draft(self.draft, self.editor.card, self._guide)
        self._show_cards()
        self._show_history()
        self._check_later.start()
        self._show_later.start()
        self._save_later.start()

    def _show_cards(self) -> None:
        self.strip.show_cards(*cards_of(self.draft, self.knowledge, self.findings))
        self.strip.select(self.editor.card)

    def _show_history(self) -> None:
        self.undo_action.setEnabled(self.editor.can_undo or bool(self.form_column.typed_problems()))
        self.redo_action.setEnabled(self.editor.can_redo)

    def _context_changed(self) -> None:
        if self.ready:
            for box in self.form_column.findChildren(SuggestionBox):
                box.show_label()
            self._show_cards()
            self._check_later.start()
            self._show_later.start()

    def check(self) -> None:
        """Find the problems of the draft, and show them at the fields, on the cards and on Run."""
        if not self.ready:
            return
        draft = self.draft
        self.findings = find_problems(draft, self.knowledge, self.form_column.typed_problems())
        self.form_column.show_findings(draft, self.findings)
        self.form_column.show_unfit(find_unfit_choices(draft, self.knowledge))
        self.form_column.show_automatic(
            automatic_values(draft, self.knowledge.encoder, self.knowledge.machine.cores)
        )
        self._show_cards()
        self._show_history()
        wrong = blocking_findings(self.findings)
        valid = not wrong and self.session is not None
        can_run_here = valid and is_engine_installed()
        runs = can_run_here or (valid and bool(self.head.chosen_place()))
        reasons = [finding_sentence(draft, path, finding) for path, finding in wrong.items()]
        if valid and not runs:
            reasons.insert(0, str(EngineMissingError(TRAINING)))
        baseline = can_run_here and has_baseline(draft.specs)
        self.head.show_run(run_button_text(draft), runs, baseline, reasons[:6])
        self.run_action.setText(f"&{run_button_text(draft)}")
        self.run_action.setEnabled(runs)
        self.baseline_action.setEnabled(baseline)
        self.ladder_action.setEnabled(baseline)
        self.search_action.setEnabled(can_run_here)

    def _show_consequences(self) -> None:
        if self.ready:
            self.consequences.show_draft(self.draft, self.knowledge, self.editor.stage)
            self._show_cards()
            self._show_guide()

    def _show_guide(self) -> None:
        """Show the known facts in the guide. It is never empty, so that nothing below it moves."""
        if self._guide:
            seconds = self.consequences.seconds()
            texts = guide_texts(self.draft, self.knowledge, seconds, is_engine_installed())
            self.form_column.guide.set_words(*texts)

    # -- running, keeping ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Queue all runs of the draft and show them on the Runs page; ask before queueing equal ones again.

        If there is a problem, go to its field.
        """
        draft = self._runnable_draft()
        if draft is None:
            return
        if draft.to_json() != self._queued_text:
            self._queue(draft)
            return
        box = self.question = QMessageBox(self)
        box.setWindowTitle(tr("Run again"))
        box.setText(tr("This design is queued already, or has run. Queue it once more?"))
        box.setInformativeText(tr("The same settings and seeds give the same results."))
        box.addButton(tr("Run again"), QMessageBox.ButtonRole.AcceptRole).clicked.connect(
            lambda: self._queue(draft)
        )
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.open()

    def _queue(self, draft: Draft) -> None:
        self._queued_text = draft.to_json()
        recipe = draft.recipe if not draft.changes() else ""
        self._enqueue(files.enqueue_plan, draft.plan(), recipe, self.head.chosen_place(), then=self._queued)

    def run_baseline(self) -> None:
        """Queue linear models of a bag of words on the draft's data sets, and show them on the Runs page."""
        draft = self._runnable_draft()
        if draft is not None:
            self._enqueue(files.enqueue_baselines, draft.plan(), then=self._queued)

    def open_ladder(self) -> None:
        """Show the errors of the baselines against the number of labels of the draft's data."""
        draft = self._runnable_draft()
        if draft is not None and self.session is not None:
            LadderDialog(self.session, draft.plan(), self).open()

    def open_search(self) -> None:
        """Set up a search over fields of the draft, and start it."""
        draft = self._runnable_draft()
        if draft is not None and self.session is not None:
            self.search_dialog = SearchDialog(draft, self)
            self.search_dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.search_dialog.begun.connect(self._begin_search)
            self.search_dialog.open()

    def _begin_search(self, plan: Plan) -> None:
        """Store the search in the draft, and queue its first trial."""
        self.editor.put(self.draft.with_search(plan.search))
        if self.session is not None:
            self.session.act(
                files.begin_search, plan, then=self._search_begun, owner=self, failed=self._not_queued
            )

    def _search_begun(self, search: files.BegunSearch) -> None:
        self.status_changed.emit(
            tr("Search {number} has started", number=search.number)
            if search.is_new
            else tr("Search {number} continues", number=search.number)
        )
        self.navigate.emit("runs", search.runs[-1:])

    def _runnable_draft(self) -> Draft | None:
        """Return the draft, or None with the focus on the first faulty field."""
        if not self.ready:
            return None
        self.check()
        if blocking_findings(self.findings):
            self._go_to_first_problem()
            return None
        return self.draft

    def _enqueue(self, action: Callable[..., T], *arguments: object, then: Callable[[T], object]) -> None:
        if self.session is not None:
            self.run_button.setEnabled(False)
            self.session.act(action, *arguments, then=then, owner=self, failed=self._not_queued)

    def _queued(self, numbers: Sequence[int]) -> None:
        self.run_button.setEnabled(True)
        self.close_guide()
        count = len(numbers)
        text = tr("Run queued") if count == 1 else tr("{count} runs queued", count=formats.count(count))
        self.status_changed.emit(text)
        self.navigate.emit("runs", list(numbers))

    def _not_queued(self, problem: str) -> None:
        self._queued_text = ""
        self.check()
        self.show_message(problem)

    def show_message(self, text: str, level: str = "error") -> None:
        """Show a sentence at the foot of the page; "" removes it."""
        self.note.show_message(level, text) if text else self.note.clear()

    _last_message = -math.inf
    """Time of the last message in the status bar."""

    def _note_message(self, _text: str) -> None:
        self._last_message = time.monotonic()

    def _save(self) -> None:
        """Save the draft, in a thread, if it has changed since the last time."""
        text = self.draft.to_json() if self.ready else self._saved_text
        if text != self._saved_text:
            self._saved_text = text
            self.tasks.run(files.save_draft, text, then=self._saved, failed=self.show_message, owner=self)

    def _saved(self, _file: Path) -> None:
        if (
            time.monotonic() - self._last_message > MESSAGE_SECONDS
        ):  # otherwise it would replace a new message
            self.status_changed.emit(tr("Draft saved {time}", time=time.strftime("%H:%M")))
        self.show_message("")
