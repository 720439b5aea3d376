"""A search seen as a whole: its trials, and the best of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from workbench.backend.cli_answers import SearchAnswer, TrialAnswer
from workbench.engine_texts import GENERATED_NOTE, describe_key, label_text, sentence_text
from workbench.language import tr, tr_engine
from workbench.pages.command_dialog import CommandDialog
from workbench.tables.model import RowsModel, TableColumn
from workbench.tables.view import TableView
from workbench.widgets import Button, Label

if TYPE_CHECKING:
    from workbench.backend.session import Session

CAUTION = tr(
    "The chosen value is the best of several on the same validation texts, so it is optimistic; the test "
    "result of the chosen run is not."
)


def trial_columns(
    constraint: str, is_best: Callable[[TrialAnswer], bool], labels: Mapping[str, str]
) -> list[TableColumn[TrialAnswer]]:
    """Return the columns of the table of trials. The bounded measure where the search has a constraint."""
    columns: list[TableColumn[TrialAnswer]] = [
        TableColumn(
            "number", tr("Trial"), 96, "right",
            note=lambda trial: tr("design") if trial.number == 0 else "", bold=is_best,
        ),
        TableColumn("state", tr("State"), 128, value=_state),
        TableColumn(
            "value", tr("Value"), 88, "right", value=lambda trial: trial.words.value,
            sort=lambda trial: (trial.value is None, trial.value or 0.0), bold=is_best,
        ),
    ]  # fmt: skip
    if constraint:
        columns.append(
            TableColumn(
                "bounded", constraint.split()[0], 128, "right", text=lambda value: f"{value:.3g}",
                color=lambda trial: None if trial.feasible else "error",
            )
        )  # fmt: skip
    columns.append(
        TableColumn(
            "settings", tr("Settings"), 320, value=lambda trial: _settings(trial, labels), stretch=True
        )
    )
    return columns


def _state(trial: TrialAnswer) -> str:
    if trial.state == "pruned" and trial.pruned_step is not None:
        return tr("pruned at step {step:,}", step=trial.pruned_step)
    return tr_engine(trial.state)


def _settings(trial: TrialAnswer, labels: Mapping[str, str]) -> str:
    """Return the settings of a trial: ``learning rate 3e-5, batch size 16``."""
    return ", ".join(
        f"{label_text(labels.get(path, path))} {words}" for path, words in trial.words.values.items()
    )


def progress_words(answer: SearchAnswer) -> str:
    """Return how far a search has come: ``12 of 20 trials: 7 finished, 4 pruned, 1 running``."""
    states = Counter(trial.state for trial in answer.trials)
    counts = [tr("{n} {state}", n=n, state=tr_engine(state)) for state, n in sorted(states.items())]
    trials, text = len(answer.trials), ", ".join(counts) or tr("none yet")
    if answer.hours:
        return tr(
            "{trials} of {planned} trials, {spent} of {hours} hours: {states}",
            trials=trials, planned=answer.planned, spent=f"{answer.seconds / 3600:.2g}", hours=f"{answer.hours:g}",
            states=text,
        )  # fmt: skip
    return tr("{trials} of {planned} trials: {states}", trials=trials, planned=answer.planned, states=text)


def summary_sentences(answer: SearchAnswer) -> str:
    """Return what a search is, how far it has come and what it has ended with."""
    bound = f"; {answer.constraint}" if answer.constraint else ""
    sentence = tr(
        "Metric: {metric}. {progress}. It is {status}.",
        metric=f"{describe_key(answer.metric).title}{bound}",
        progress=progress_words(answer),
        status=tr_engine(answer.status),
    )
    return f"{sentence} {sentence_text(answer.reason)}" if answer.reason else sentence


class SearchResultsDialog(CommandDialog):
    """Shows a search, and follows it. ``design_requested(title, experiment)`` to go on with its best design.

    ``generated``: whether a grammar has written the texts that its trials read.
    """

    design_requested = Signal(str, object)

    def __init__(self, session: Session, search: int, parent: QWidget, *, generated: bool = False) -> None:
        super().__init__(session, tr("Search {search}", search=search), parent, size=(860, 560))
        self._search, self._generated = search, generated
        self.answer: SearchAnswer | None = None
        self.summary = Label(tr("Reading the trials…"), "body", "text2", wrap=True)
        self.model: RowsModel[TrialAnswer] = RowsModel(trial_columns("", self._is_best, {}), "number")
        self.table = TableView(self.model, tr("Trials"))
        self.caution = Label(CAUTION, "caption", "text2", wrap=True)
        self.use = Button(tr("Use in Design"), "primary", "design")
        self.use.clicked.connect(self._use)
        self.stop = Button(tr("Stop search"), icon="stop")
        self.stop.clicked.connect(self._stop)
        self.arrange(self.summary, (self.table, 1), self.caution, buttons=[self.use, self.stop])
        self.caution.hide()
        session.runs_changed.connect(self.ask)
        self.ask()

    def ask(self) -> None:
        """Read the search anew."""
        self.command(["searches", str(self._search)], SearchAnswer.model_validate_json, self._show)

    def enable(self) -> None:
        """Offer the best design once there is one, and an end while the search goes on."""
        answer = self.answer
        self.use.setEnabled(answer is not None and answer.best_design is not None)
        self.stop.setEnabled(answer is not None and answer.status == "active")

    def _show(self, answer: SearchAnswer) -> None:
        first, self.answer = self.answer is None, answer
        self.setWindowTitle(tr("Search {id}: {name}", id=answer.id, name=answer.name))
        generated = [GENERATED_NOTE] if self._generated else []
        self.summary.setText(" ".join([*generated, summary_sentences(answer)]))
        if first:
            self.model.set_columns(trial_columns(answer.constraint, self._is_best, answer.labels))
        self.model.set_rows(answer.trials)
        self.caution.show()

    def _is_best(self, trial: TrialAnswer) -> bool:
        return self.answer is not None and trial.number == self.answer.best

    def fail(self, sentence: str) -> None:
        """Say what went wrong in place of what is not there."""
        if self.answer is None:
            self.summary.setText("")
        super().fail(sentence)

    def _use(self) -> None:
        if self.answer is not None and self.answer.best_design is not None:
            title = tr("trial {best} of search {id}", best=self.answer.best, id=self.answer.id)
            self.design_requested.emit(title, self.answer.best_design)
            self.close()

    def _stop(self) -> None:
        from engine.launch.search import stop_search

        self.stop.setEnabled(False)
        self.session.act(
            stop_search, self._search, then=lambda _none: self.ask(), owner=self, failed=self.fail
        )
