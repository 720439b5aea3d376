"""Lab: try a text on one or two runs, and examine errors, forgetting and attention heads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.file_names import with_default_suffix
from engine.installation import EngineMissingError, is_engine_installed
from workbench.backend.prediction_server import PredictionServer
from workbench.backend.session import Session
from workbench.backend.tasks import application_tasks, make_debounce_timer
from workbench.language import tr, tr_n
from workbench.look import theme
from workbench.look.names import distinct_parts
from workbench.pages import page_attributes
from workbench.pages.base import Page
from workbench.pages.lab import export
from workbench.pages.lab.attention_column import AttentionColumn
from workbench.pages.lab.head import METHODS, LabHead
from workbench.pages.lab.lists_panel import ListsPanel
from workbench.pages.lab.query import LabModel, ModelResults, load_models, load_results
from workbench.pages.lab.questions import SIDES, LabQuestions
from workbench.pages.lab.run_panel import RunPanel
from workbench.widgets import ContentStack, ElidedLabel, EmptyState, HLine, Label, Panel, VLine
from workbench.widgets.actions import make_action
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.command_field import Command

if TYPE_CHECKING:
    from engine.lab.answers import LabPrediction

TYPED_MS, IDLE_MS = 120, 600_000
LOW = 620
"""Page height below which the panels of the runs show fewer rows."""


class LabPage(Page):
    """Text field, two runs, attention, confusion and lists. :meth:`receive` takes the ids of one or two runs."""

    name, title, icon, shortcut, at_end = page_attributes("lab")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.entries: list[LabModel] = []
        self.results: dict[str, ModelResults] = {}
        self.label, self._requested = "", []  # type: tuple[str, list[int]]
        self.server = None if session is None else PredictionServer(session.store_path, self)
        self.questions = LabQuestions(self.server, self)
        self.sides = self.questions.sides
        self._tasks = session.tasks if session is not None else application_tasks()
        self._typing_timer = make_debounce_timer(self, TYPED_MS, self.predict)
        self._idle = make_debounce_timer(self, IDLE_MS, self._stop)
        self._make_actions()
        self._make_head()
        self._make_panels()
        self.texts = ListsPanel(session, self.server)
        self.attention = AttentionColumn()
        self.entries_watch = self.watch(load_models, tuple, self._set_entries, follows=tuple)
        self._connect_answers()
        self._arrange()
        s = theme.sizes()
        for widget in (self.note, self.legend):
            widget.setFixedHeight(s.readout - 1)
        if session is not None:
            session.failed.connect(self._store_failed)
            if session.problem:
                self._store_failed(session.problem)
            session.closed.connect(self._stop)
            QCoreApplication.instance().aboutToQuit.connect(self._stop)  # type: ignore[union-attr]

    def _store_failed(self, why: str) -> None:
        self.stack.show_empty(tr("The store cannot be opened"), why)

    # -- parts ---------------------------------------------------------------------------------------------

    def _make_actions(self) -> None:
        def make(text: str, slot: Callable[[], object], menu: str, keys: str = "", tip: str = "") -> QAction:
            return make_action(self, text, slot, QKeySequence(keys) if keys else None, menu=menu, tip=tip)

        self.sample = make(
            tr("Text from the test set"),
            self.take_sample,
            "Run",
            "Ctrl+R",
            tr("A random text with its label"),
        )
        self.swap = make(tr("Swap the two runs"), self.swap_runs, "View", "Ctrl+T")
        self.save_json = make(
            tr("Export prediction as JSON…"), partial(self.export, "json"), "File", "Ctrl+E"
        )
        self.save_list = make(tr("Export listed texts as CSV…"), partial(self.export, "csv"), "File")

    def actions_for_menus(self) -> list[QAction]:
        return [self.sample, self.swap, self.save_json, self.save_list]

    def commands(self) -> Iterable[Command]:
        """Return every run that can be tried."""
        for entry in self.entries:
            yield Command(tr("Try {label}", label=entry.label), partial(self._open_model, entry), tr("lab"))

    def _make_head(self) -> None:
        """Create the head with the text, and the line below it."""
        self.head = LabHead(self.title, [self.save_json, self.save_list])
        self.field, self.method = self.head.field, self.head.method
        self.field.textEdited.connect(self._edited)
        self.field.returnPressed.connect(self.predict)
        self.head.sample_requested.connect(self.take_sample)
        self.head.method_chosen.connect(self._method_chosen)
        self.head.file.clicked.connect(self._classify)
        self.note = ElidedLabel("", "caption", "text2")
        self.legend = Label(export.legend(numbers=False), "caption", "text2")
        self._note_bar = Panel("surface", "b")
        arrange_columns((self.note, 1), self.legend, on=self._note_bar, margins=(16, 0, 16, 0), spacing=16)

    def _classify(self) -> None:
        entry = self.sides["first"]
        self.navigate.emit("classify", None if entry is None else entry.run)

    def _make_panels(self) -> None:
        """Create the panel of each of the two runs, with the choice of the run."""
        self.panels = {
            "first": RunPanel(tr("Run on the left")),
            "second": RunPanel(tr("Run on the right"), optional=True),
        }
        for side, panel in self.panels.items():
            panel.chosen.connect(partial(self._chosen, side))
            panel.retry.connect(self._retry)

    def _arrange(self) -> None:
        """Arrange the parts, with an empty state."""
        # From the outside in: a widget that gets a parent is restyled with all its children.
        self.empty = EmptyState(
            tr("No model to try yet"),
            tr(
                "The Lab tries texts on fine-tuned encoders, and no such run has finished here. Train one, "
                "for example with the recipe Quickstart."
            ),
            tr("Open Design"),
            icon="design",
        )
        self.empty.clicked.connect(lambda: self.navigate.emit("design", None))
        self.content = Panel("surface")
        self.stack = ContentStack(self.content, self.empty, tr("Reading finished runs…"))
        arrange_rows(self.head, (self.stack, 1), on=self)
        self.texts.text_chosen.connect(self.set_text)
        self.texts.navigate.connect(lambda page: self.navigate.emit(page, None))
        self.attention.side_chosen.connect(self._attend)
        self.attention.head_chosen.connect(self._pick_head)
        self.texts.add_tab("attention", tr("Attention"), self.attention)
        if self.session is None:
            self.stack.show_empty()
        both = arrange_columns((self.panels["first"], 1), VLine(), (self.panels["second"], 1))
        arrange_rows(self._note_bar, both, HLine("line"), (self.texts, 1), on=self.content)
        self._enable()

    def _connect_answers(self) -> None:
        questions = self.questions
        questions.predicted.connect(self._predicted)
        questions.explained.connect(lambda side, found: self.panels[side].set_explained(found))
        questions.failed.connect(lambda side, why: self.panels[side].fail(why, tr("Try again")))
        questions.explanation_failed.connect(
            lambda side, why: self.panels[side].message.show_message("warning", why)
        )
        questions.attention_ready.connect(self.attention.set_answer)
        questions.attention_failed.connect(self.attention.fail)
        questions.notice.connect(self.note.set_text)
        questions.answer_received.connect(self._enable)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show fewer rows of each run in low windows."""
        super().resizeEvent(event)
        for panel in self.panels.values():
            panel.set_low(self.height() < LOW)

    # -- coming and going ----------------------------------------------------------------------------------

    def on_shown(self) -> None:
        """Focus the text field and read the runs again."""
        self._idle.stop()
        self.method.set_current(self.preferences.get("lab/method", METHODS[0][1]))
        self._show_method()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()
        self.entries_watch.renew()

    def on_hidden(self) -> None:
        """Stop the server after some minutes to free its memory."""
        self._idle.start()

    def receive(self, payload: object) -> None:
        """Try the first two of the given run ids."""
        self._requested = [int(number) for number in payload][:2] if isinstance(payload, Iterable) else []
        self.entries_watch.ask()

    def _stop(self) -> None:
        if self.server is not None:
            self.server.stop()

    def _retry(self) -> None:
        if self.server is not None:
            self.server.retry()
            self.predict()
            self.texts.refresh()

    def _set_entries(self, models: list[LabModel]) -> None:
        if not is_engine_installed():
            lacking = EngineMissingError(tr("Trying texts on trained models"))
            self.stack.show_empty(tr("The Lab needs the engine"), str(lacking), tr("Open Design"))
            return
        first = not self.entries and bool(models)
        other = models != self.entries
        self.entries = models
        if models:
            self.stack.show_content()
        else:
            self.stack.show_empty()
        if models:
            by_key = {each.key: each for each in models}
            chosen = {side: self._choice(side, by_key) for side in SIDES}
            if self._requested:
                mine = [next((e for e in models if e.run == number), None) for number in self._requested]
                self._requested = []
                chosen = dict(zip(SIDES, [*mine, None][:2], strict=True))
            if chosen["first"] is None:
                chosen["first"] = models[0]
                same = [e for e in models[1:] if e.data == models[0].data and e.run != models[0].run]
                chosen["second"] = chosen["second"] or (same[0] if same else None)
            for side in SIDES:
                if other:
                    self.panels[side].offer(models)
                self._set_side(side, chosen[side])
            self.texts.set_sides(self.sides)
        self._enable()
        if first:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)  # it has been disabled until now

    def _choice(self, side: str, models: dict[str, LabModel]) -> LabModel | None:
        now = self.sides[side]
        return models.get(now.key if now is not None else self.preferences.get(f"lab/{side}", ""))

    # -- the two runs --------------------------------------------------------------------------------------

    def _chosen(self, side: str, key: str) -> None:
        self._set_side(side, next((each for each in self.entries if each.key == key), None))
        self.texts.set_sides(self.sides)

    def _open_model(self, entry: LabModel) -> None:
        self.navigate.emit("lab", [entry.run])

    def swap_runs(self) -> None:
        """Move the run on the left to the right."""
        first, second = self.sides["first"], self.sides["second"]
        if first is not None and second is not None:
            self._set_side("first", second)
            self._set_side("second", first)
            self.texts.set_sides(self.sides)

    def _set_side(self, side: str, entry: LabModel | None) -> None:
        changed = entry != self.sides[side]
        self.sides[side] = entry
        self.preferences.put(f"lab/{side}", "" if entry is None else entry.key)
        panel = self.panels[side]
        if changed:
            panel.set_entry(entry)
            panel.set_text(self.field.text(), self.label)
        self._set_attended()
        if entry is None or not changed:
            return
        self.live_session.query(load_results, entry, then=partial(self._loaded, entry), owner=self, slot=side)
        self.questions.text = self.field.text()
        if self.questions.text.strip():
            self.questions.predict(side)
        elif side == "first":
            self.questions.sample(self._first_text)  # so that the page is not empty
        self._emit_status()

    def _loaded(self, entry: LabModel, results: ModelResults) -> None:
        self.results[entry.key] = results
        self.texts.add_results(results)
        attended = self.sides[self.questions.attended]
        if attended is not None and entry.key == attended.key:
            self.attention.set_measured(results.heads)
            self._ask_attention()

    def _emit_status(self) -> None:
        count = sum(entry is not None for entry in self.sides.values())
        self.status_changed.emit(
            tr_n(
                "The model runs on the CPU with low priority; training has precedence",
                "Both models run on the CPU with low priority; training has precedence",
                max(1, count),
            )
        )

    def _set_attended(self) -> None:
        if self.sides[self.questions.attended] is None:
            self.questions.attended = "first"
        labels = {side: entry.label for side, entry in self.sides.items() if entry is not None}
        short = distinct_parts(list(labels.values()))
        self.attention.set_sides(list(zip(short, labels, strict=True)), self.questions.attended)

    def _attend(self, side: str) -> None:
        self.questions.attended = side
        entry = self.sides[side]
        results = None if entry is None else self.results.get(entry.key)
        self.attention.set_measured(None if results is None else results.heads)
        self._ask_attention()

    def _pick_head(self, layer: int, head: int) -> None:
        self.questions.head = (layer, head)
        self.questions.ask_attention()

    def _ask_attention(self) -> None:
        self.questions.head = self.attention.current()
        self.questions.ask_attention()

    # -- the text ------------------------------------------------------------------------------------------

    def set_text(self, text: str, label: str = "") -> None:
        """Put a text into the field, with its true class if known, and predict it."""
        self.field.setText(" ".join(text.split()) if "\t" not in text else text)
        self.field.setCursorPosition(0)
        self.label = label
        for panel in self.panels.values():
            panel.set_text(self.field.text(), label)
        self.predict()

    def _edited(self, text: str) -> None:
        self.label, self.questions.text = "", text
        self.note.set_text("")  # a text of the test set may be pending
        for panel in self.panels.values():
            panel.set_text(text)
        self._typing_timer.start()

    def _predicted(self, side: str, text: str, prediction: LabPrediction) -> None:
        panel = self.panels[side]
        panel.set_text(text, self.label)
        panel.set_prediction(text, prediction)
        if side == "first":
            self.legend.setText(export.legend(not prediction["classes"]))

    def take_sample(self) -> None:
        """Use a random text of the left run's test set."""
        self.questions.sample(self.set_text)

    def _first_text(self, text: str, label: str) -> None:
        if not self.field.text():
            self.set_text(text, label)

    def predict(self) -> None:
        """Predict the present text with both runs."""
        self._typing_timer.stop()
        self.questions.text, self.questions.head = self.field.text(), self.attention.current()
        for side in SIDES:
            self.questions.predict(side)

    def _method_chosen(self, method: str) -> None:
        self.preferences.put("lab/method", method)
        self._show_method()
        self.questions.explain_again()

    def _show_method(self) -> None:
        self.questions.method = str(self.method.currentData())
        self.legend.setVisible(bool(self.questions.method))

    # -- keeping -------------------------------------------------------------------------------------------

    def _enable(self) -> None:
        there = self.sides["first"] is not None
        for item in (self.sample, self.swap):
            item.setEnabled(there)
        self.head.set_usable(there)
        self.save_json.setEnabled(self.panels["first"].prediction is not None)
        self.save_list.setEnabled(there)

    def export(self, kind: str) -> None:
        """Open a file dialog and write the prediction (``json``), or the texts (``csv``)."""
        name, kinds = export.FILES[kind]
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Export"), str(Path.home() / name), kinds)
        if chosen:
            self.write(kind, with_default_suffix(chosen, name))

    def write(self, kind: str, target: Path) -> None:
        """Write the export. The status bar shows the result."""
        if kind == "csv":
            text = export.as_csv(self.texts.listed())
        else:
            panels = [(self.sides[side], self.panels[side]) for side in SIDES]
            runs = [
                (entry, panel.prediction, panel.explained)
                for entry, panel in panels
                if entry and panel.prediction
            ]
            text = export.as_json(self.field.text(), self.label, runs)
        self._tasks.run(
            export.write,
            target,
            text,
            then=lambda _done: self.status_changed.emit(tr("Saved {target}", target=target)),
            failed=self.status_changed.emit,
            owner=self,
        )
