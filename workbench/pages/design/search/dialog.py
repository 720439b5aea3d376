"""The dialog that sets up a search: fields, ranges, budget and bound."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QWidget

from engine.errors import UserError
from engine.json_types import JsonObject
from engine.spec.base import OneOf, SpecModel, field
from engine.spec.describe import SpecTable, defaults
from engine.spec.experiment import parse_experiment
from engine.spec.search import MedianPruner, Pruner, read_search
from engine.spec.stages.checkpoint_bound import RETENTION_FACTOR
from engine.spec.stages.finetune import selection_metrics
from engine.spec.sweep import Plan
from workbench.engine_texts import sentence_text
from workbench.forms import FormPart, ModelForm
from workbench.language import tr
from workbench.pages.design.draft.draft import Draft
from workbench.pages.design.search.ranges import range_rows
from workbench.widgets import Button, CheckBox, FormFoot, Label, TextField
from workbench.widgets.arrange import arrange_columns, arrange_rows, resize_on_screen, scrolling

LEAD = tr(
    "Each trial takes values proposed from the results of the earlier ones, beginning with those of the "
    "design, and poor trials are stopped early. Trials do not read the test split: the best one is trained "
    "once more and tested."
)
RANGE_TIP = tr("A range (1e-5 to 1e-4) or values (16, 32)")


class SearchSettings(SpecModel):
    """Budget and method of a search."""

    essential: ClassVar[tuple[str, ...]] = (
        "trials",
        "hours",
        "metric",
        "forgotten",
        "pruner",
        "sampler",
        "seeds",
        "keep",
    )
    trials: int = field(20, label=tr("Trials"), help=tr("How many settings are tried."), ge=1, le=5000)
    hours: float = field(
        0.0,
        label=tr("Hours"),
        zero=tr("no limit"),
        help=tr("No new trial starts once the runs have taken this long in total."),
        ge=0,
    )
    metric: Annotated[str, OneOf("metric", lambda: {"": tr("The design's own"), **selection_metrics()})] = (
        field("", label=tr("By"), help=tr("The validation metric that trials are compared by."))
    )
    forgotten: float = field(
        0.0,
        label=tr("Bound on forgetting"),
        unit="×",
        zero=tr("no bound"),
        help=tr(
            "Highest perplexity on general text that the chosen checkpoint may have, × before; 0: no bound. A run "
            "that stays above it for two evaluations ends."
        ),
        ge=0,
    )
    pruner: Pruner = field(
        lambda: MedianPruner(), label=tr("Pruning"), help=tr("Which trials are stopped early.")
    )
    sampler: Literal["tpe", "random"] = field(
        "tpe",
        label=tr("Proposals"),
        help=tr("TPE prefers values near the best so far."),
        choices={"tpe": "TPE", "random": tr("Random")},
    )
    seeds: int = field(
        1,
        label=tr("Seeds"),
        help=tr("Runs of each trial, each with its own seed, starting from the design's."),
        ge=1,
        le=100,
    )
    keep: Literal["all", "best"] = field(
        "all",
        label=tr("Weights kept"),
        help=tr("Of all finished trials, or of the best so far and the chosen run, to save disk space."),
        choices={"all": tr("Of all trials"), "best": tr("Of the best trial")},
    )


class SearchDialog(QDialog):
    """Set up a search of ``draft``. ``begun(plan)`` when the user starts it."""

    begun = Signal(Plan)

    def __init__(self, draft: Draft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Search settings"))
        self._draft = draft
        self.rows = range_rows(draft)
        self.choices = [CheckBox(row.label) for row in self.rows]
        self.ranges = [
            TextField(row.text, RANGE_TIP, tr("Range of {label}", label=row.label)) for row in self.rows
        ]
        self.foot = FormFoot("window")
        self.message = self.foot.note
        self._declared = draft.search
        self._settings = _settings_of(draft.search)
        if not draft.search and len(seeds := draft.axes.get("seed", ())) > 1:
            self._settings["seeds"] = len(seeds)
        self.form = ModelForm(
            [FormPart(SearchSettings, "", tr("Search"), tuple(SearchSettings.model_fields))], {}
        )
        self.form.set_table(self._settings)
        self.form.value_changed.connect(lambda _path, _value: self.message.clear())
        self.form.messages_changed.connect(self.foot.refresh)
        self.form.row_help_requested.connect(self.foot.show_row)
        self.foot.row_requested.connect(lambda row: self.form.focus_field(row.focused_path()))
        self.foot.follow(self.form.rows)
        self.start = Button(tr("Start search"), "primary", "play")
        self.start.clicked.connect(self._begin)
        cancel = Button(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        self._arrange(cancel)

    def _arrange(self, cancel: Button) -> None:
        grid = QGridLayout()
        for index, (row, choice, line) in enumerate(zip(self.rows, self.choices, self.ranges, strict=True)):
            choice.setChecked(row.chosen)
            line.setText(row.text)
            line.setReadOnly(row.fixed is not None)
            line.setEnabled(row.chosen)
            line.setToolTip(RANGE_TIP)
            choice.toggled.connect(line.setEnabled)
            choice.toggled.connect(lambda _on: self.message.clear())
            line.textEdited.connect(lambda _text: self.message.clear())
            grid.addWidget(choice, index, 0)
            grid.addWidget(line, index, 1)
        grid.setColumnStretch(1, 1)
        inside = QWidget()
        arrange_rows(Label(LEAD, "body", "text2", wrap=True), grid, self.form, ..., on=inside, spacing=12)
        view = scrolling(inside)
        buttons = arrange_columns(..., self.start, cancel, spacing=8, margins=(16, 0, 16, 16))
        inside.setContentsMargins(16, 16, 16, 16)
        arrange_rows((view, 1), self.foot, buttons, on=self, spacing=8)
        resize_on_screen(self, 640, 680)

    def plan(self) -> Plan:
        """Return the draft's design with the search. Raises UserError for invalid entries."""
        if typed := self.form.typed_problems():
            self.form.focus_field(next(iter(typed)))
            raise UserError(next(iter(typed.values())))
        fields: JsonObject = {}
        for row, choice, line in zip(self.rows, self.choices, self.ranges, strict=True):
            if choice.isChecked():
                fields[row.path] = row.values(line.text())
        if not fields:
            raise UserError(tr("Choose a field to search over."))
        design = parse_experiment(self._draft.table)
        search = _search_of(SearchSettings.model_validate(self.form.table()), design.seed, self._declared)
        search["fields"] = fields
        read_search(design, search)
        return Plan(design, search=search)

    def _begin(self) -> None:
        try:
            plan = self.plan()
        except UserError as error:
            self.message.show_message("error", sentence_text(str(error)))
            return
        self.begun.emit(plan)
        self.accept()


def _settings_of(search: JsonObject) -> SpecTable:
    """Return the settings of a declared search, as the form shows them."""
    table = defaults(SearchSettings)
    table |= {
        name: search[name]
        for name in ("trials", "hours", "metric", "pruner", "sampler", "keep")
        if name in search
    }
    bound, seeds = search.get("constraint"), search.get("seeds")
    if isinstance(bound, dict) and bound.get("measure", RETENTION_FACTOR) == RETENTION_FACTOR:
        table["forgotten"] = bound.get("most", 0.0)
    if isinstance(seeds, list) and seeds:
        table["seeds"] = len(seeds)
    return table


def _search_of(settings: SearchSettings, seed: int, declared: JsonObject) -> JsonObject:
    """Return the plain form of a search with these settings. ``seed`` is the design's.

    A bound on a measure that the form does not show stays as ``declared``.
    """
    table: JsonObject = settings.model_dump(
        mode="json", include={"trials", "hours", "metric", "pruner", "sampler", "keep"}
    )
    bound = declared.get("constraint")
    is_language = isinstance(bound, dict) and bound.get("measure", RETENTION_FACTOR) == RETENTION_FACTOR
    if settings.forgotten:
        limit = bound if isinstance(bound, dict) and is_language and "most" in bound else {}
        table["constraint"] = limit | {"measure": RETENTION_FACTOR, "most": settings.forgotten}
    elif isinstance(bound, dict) and not (is_language and "most" in bound):
        table["constraint"] = bound
    if settings.seeds > 1:
        table["seeds"] = [seed + index for index in range(settings.seeds)]
    return table
