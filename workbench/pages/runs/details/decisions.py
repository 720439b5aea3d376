"""The sheet where a decision rule is tuned, looked at and kept beside the model: the command line's ``decide``."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QWidget

from engine.metrics.base import known_metrics
from workbench.backend.cli_answers import DecisionAnswer, DecisionSplitAnswer, SentenceAnswer
from workbench.engine_texts import GENERATED_NOTE, metric_title, sentence_text
from workbench.language import tr, tr_engine
from workbench.look import formats
from workbench.pages.command_dialog import CommandDialog
from workbench.pages.runs.details.cost_matrix import MOST_CLASSES, CostMatrixDialog
from workbench.plots import CurvePlot, PlotCurve
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, CheckBox, ComboBox, Label, NumberField
from workbench.widgets.arrange import arrange_columns

if TYPE_CHECKING:
    from workbench.backend.session import Session

LARGEST, COSTS = "", "costs"
ALWAYS, BELOW, RISK = "", "--abstain-below", "--max-risk"
LEAD = tr(
    "A rule turns probabilities into answers. It is tuned on validation texts, so its gain there is "
    "optimistic. The command predict, exports and the Lab follow a saved rule."
)


@dataclass(frozen=True)
class DecisionRow:
    """One metric in words, before and after, on validation and test."""

    name: str
    validation_before: str
    validation_after: str
    test_before: str
    test_after: str


def split_model(split: str) -> tuple[int, str]:
    """Return the stage (from 1; 0: the last that learnt the task) and the task of a stored split's name.

    Example: ``stage-1/test/news`` is stage 1 and task ``news``. ``validation`` is 0 and ``""``.
    """
    parts = split.split("/")
    number = int(parts.pop(0).removeprefix("stage-")) if parts[0].startswith("stage-") else 0
    return number, "/".join(parts[1:])


class DecisionsDialog(CommandDialog):
    """Tunes the rule of the model that made the predictions for ``split`` of ``run``.

    ``generated``: whether a grammar has written the run's texts.
    """

    def __init__(
        self,
        session: Session,
        run: int,
        split: str,
        title: str,
        parent: QWidget,
        *,
        generated: bool = False,
    ) -> None:
        super().__init__(session, tr("Decisions of {title}", title=title), parent, lead=LEAD, size=(960, 560))
        self._generated = generated
        stage, task = split_model(split)
        self._words = [
            "decide",
            str(run),
            *(["--stage", str(stage)] if stage else []),
            *(["--task", task] if task else []),
        ]
        self._requests: list[str] = []
        self._costs: list[str] = []
        self.answer: DecisionAnswer | None = None
        self._make_choices()
        self._make_results()
        gap = 12
        self.arrange(
            arrange_columns(self.temperature, self.answers, ..., spacing=gap),
            arrange_columns(self.abstain, self.limit, ..., self.tune, spacing=gap),
            self.rule,
            (arrange_columns((self.table, 3), (self.curve, 2), spacing=gap), 1),
            self.note,
            buttons=[self.remove, self.keep],
        )
        self._run([], tr("Reading the stored probabilities…"))

    def _make_choices(self) -> None:
        self.temperature = CheckBox(
            tr("Calibrate probabilities"), tr("Divide the logits by the temperature with the least loss")
        )
        self.temperature.setChecked(True)
        self.answers = ComboBox([(tr("The largest probability"), LARGEST)], tr("Answers"), width=264)
        self.answers.activated.connect(self._answers_chosen)
        self.abstain = ComboBox(
            [(tr("Answer every text"), ALWAYS), (tr("No answer below a confidence of, %"), BELOW),
             (tr("Answer as many texts as keep errors below, %"), RISK)],
            tr("Abstention"), width=328,
        )  # fmt: skip
        self.limit = NumberField(
            None, 0.0, 100.0, step=0.5, name=tr("Least confidence, or most errors, percent")
        )
        self.abstain.activated.connect(self._abstention_chosen)
        self.tune = Button(
            tr("Tune"), "primary", tip=tr("Tune the rule on the validation texts; nothing is saved yet")
        )
        self.tune.clicked.connect(self._tune)
        self.limit.setEnabled(False)
        self.limit.hide()

    def _make_results(self) -> None:
        self.rule = Label("", "strong", wrap=True)
        self.note = Label("", "caption", "text2", wrap=True)
        self.model: RowsModel[DecisionRow] = RowsModel(
            [
                TableColumn("name", tr("Metric"), 176, stretch=True),
                TableColumn("validation_before", tr("Before"), 84, "right", group=tr("Validation"), sortable=False),
                TableColumn("validation_after", tr("After"), 84, "right", group=tr("Validation"), sortable=False),
                TableColumn("test_before", tr("Before"), 84, "right", group=tr("Test"), sortable=False),
                TableColumn("test_after", tr("After"), 84, "right", group=tr("Test"), sortable=False,
                            bold=lambda row: row.test_after != row.test_before),
            ],
            "name",
        )  # fmt: skip
        self.table = TableView(self.model, tr("Metrics before and after"), dense=True, multi=False)
        self.curve = CurvePlot(
            tr("Risk and coverage"), tr("errors, %, among the most confident share of texts"), tr("Answered, %"),
            y_text=formats.fixed, x_text=lambda x: formats.fixed(x, 1),
        )  # fmt: skip
        self.curve.set_x_range(0.0, 100.0)
        self.keep = Button(tr("Save this rule"), tip=tr("Save it with the model"))
        self.keep.clicked.connect(self._keep)
        self.remove = Button(
            tr("Remove the saved rule"), tip=tr("The model predicts the most probable class again")
        )
        self.remove.clicked.connect(self._remove)

    # -- what is asked -------------------------------------------------------------------------------------

    def _answers_chosen(self) -> None:
        if self.answers.currentData() == COSTS and self.answer is not None:
            editor = CostMatrixDialog(self.answer.classes, self.answer.several, self._costs, self)
            editor.accepted.connect(lambda: self.take_costs(editor.entries()))
            editor.rejected.connect(lambda: self.take_costs(self._costs))
            editor.open()

    def take_costs(self, entries: list[str]) -> None:
        """Answer with the least expected cost by ``entries`` (``TRUE:ANSWER=COST``). None: the largest probability."""
        self._costs = entries
        self.answers.set_current(COSTS if entries else LARGEST)
        self.answers.setToolTip(", ".join(entries))

    def _abstention_chosen(self) -> None:
        kind = self.abstain.currentData()
        self.limit.setEnabled(kind != ALWAYS)
        self.limit.setVisible(kind != ALWAYS)
        if kind != ALWAYS:
            self.limit.set_value(90.0 if kind == BELOW else 2.0)

    def options(self) -> list[str]:
        """Return the options of ``palimpsest decide`` that the choices stand for."""
        options = ["--temperature"] if self.temperature.isChecked() else []
        answers = str(self.answers.currentData() or LARGEST)
        if answers == COSTS:
            options += [part for entry in self._costs for part in ("--cost", entry)]
        elif answers != LARGEST:
            options += ["--metric", answers]
        limit, kind = self.limit.value(), str(self.abstain.currentData() or ALWAYS)
        if kind != ALWAYS and limit is not None:
            options += [kind, formats.plain(limit / 100 if kind == BELOW else limit)]
        return options

    def _tune(self) -> None:
        options = self.options()
        if self.limit.isEnabled() and self.limit.value() is None:
            self.message.show_message("error", self.limit.problem() or tr("Enter a number."))
            return
        if not options:
            self.message.show_message("info", tr("Choose what the rule changes."))
            return
        self._run(options, tr("Tuning on the validation texts…"))

    def _keep(self) -> None:
        self._run([*self._requests, "--save"], tr("Saving the rule…"))

    def _remove(self) -> None:
        self.command(
            [*self._words, "--clear"], SentenceAnswer.model_validate_json,
            lambda _said: self._run([], tr("The rule was removed.")), message=tr("Removing the rule…"),
        )  # fmt: skip

    def _run(self, options: list[str], text: str) -> None:
        self._requests = [each for each in options if each != "--save"]
        self.command([*self._words, *options], DecisionAnswer.model_validate_json, self._show, message=text)

    def enable(self) -> None:
        """Let a rule be tuned, kept and removed once the last answer is there."""
        answer = self.answer
        ready = answer is not None and not self.busy
        self.tune.setEnabled(ready)
        self.keep.setEnabled(ready and bool(self._requests) and answer is not None and not answer.saved)
        self.remove.setEnabled(ready and answer is not None and answer.has_rule)

    # -- what is shown -------------------------------------------------------------------------------------

    def _notes(self, answer: DecisionAnswer) -> list[str]:
        """Return how many texts of each split are answered, and what is to be known of these figures."""
        sentences = [
            tr(
                "{split}: {texts} texts, {coverage:.1f} % answered, of which {wrong} % wrongly.",
                split=tr_engine(each.split.capitalize()),
                texts=formats.count(each.texts),
                coverage=100 * each.coverage,
                wrong=formats.fixed(each.answered_error),
            )
            for each in answer.splits
            if each.answered_error is not None and math.isfinite(each.answered_error)
        ]
        generated = [GENERATED_NOTE] if self._generated else []
        return [*generated, *sentences, *filter(None, [answer.caution]), *map(sentence_text, answer.notes)]

    def _show(self, answer: DecisionAnswer) -> None:
        first = self.answer is None
        self.answer = answer
        if first:
            kind = (
                tr("Thresholds")
                if answer.several
                else tr("Threshold")
                if len(answer.classes) == 2
                else tr("Weights")
            )
            is_small = len(answer.classes) <= MOST_CLASSES
            self.answers.set_choices(
                [
                    (tr("Labels from 0.5") if answer.several else tr("The largest probability"), LARGEST),
                    *(
                        (tr("{kind} for the best {title}", kind=kind, title=tr_engine(title)), name)
                        for name, title in answer.metrics.items()
                    ),
                    *([(tr("The least expected cost…"), COSTS)] if is_small else []),
                ]
            )
            self.answers.set_current(LARGEST)
        self.rule.setText(rule_words(answer))
        splits, tested = answer.splits
        self.model.set_rows(decision_rows(splits, tested))
        self.curve.set_curves(
            [
                PlotCurve(
                    each.split,
                    np.array([100 * point.coverage for point in each.risk_coverage]),
                    np.array([point.risk for point in each.risk_coverage]),
                    slot,
                    tr_engine(each.split.capitalize()),
                    dash=(6, 3) if each is splits else None,
                )
                for slot, each in ((2, splits), (1, tested))
            ]
        )
        self.note.setText(" ".join(self._notes(answer)))
        if answer.saved:
            self.message.show_message("ok", tr("This rule is saved with the model."))
        elif self._requests:
            self.message.show_message("info", tr("Not saved yet."))
        else:
            self.message.show_message("info", tr("The model answers without a rule."))


def rule_words(answer: DecisionAnswer) -> str:
    """Return a rule in words."""
    if not answer.chosen_for:
        return (
            tr("Labels from a probability of 0.5")
            if answer.several
            else tr("The largest probability is the answer")
        )
    words = answer.chosen_for[:1].upper() + answer.chosen_for[1:]
    values = answer.thresholds or answer.weights
    if len(answer.weights) == 2:
        return tr(
            "{rule}: {name} from {weight:.3f}",
            rule=words,
            name=answer.classes[1],
            weight=answer.weights[0] / sum(answer.weights),
        )
    shown = [f"{name} {value:.3g}" for name, value in zip(answer.classes, values, strict=False)]
    listed = ", ".join(shown[:8])
    if len(shown) > 8:
        return tr("{rule}: {listed} and {more} more", rule=words, listed=listed, more=len(shown) - 8)
    return f"{words}: {listed}" if shown else words


def decision_rows(split: DecisionSplitAnswer, tested: DecisionSplitAnswer) -> list[DecisionRow]:
    """Return the metrics of both splits, before and after, as rows. With the mean cost where there are costs."""
    rows = []
    for name in split.before:
        metric = known_metrics()[name]
        title = metric_title(metric)
        values = (split.before, split.after, tested.before, tested.after)
        rows.append(DecisionRow(title, *(_value(each.get(name), metric.digits) for each in values)))
    if split.cost_before is not None:
        costs = (split.cost_before, split.cost_after, tested.cost_before, tested.cost_after)
        rows.append(DecisionRow(tr("Mean cost"), *(_value(each, 4) for each in costs)))
    return rows


def _value(value: float | None, digits: int) -> str:
    return "–" if value is None or not math.isfinite(value) else formats.fixed(value, digits)
