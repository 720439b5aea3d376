"""A search seen as a whole: its trials, the best of them, and which fields mattered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from engine.formatting.numbers import percent_text
from workbench.backend.cli_answers import SearchAnswer, TrialAnswer
from workbench.engine_texts import GENERATED_NOTE, describe_key, label_text, sentence_text
from workbench.language import tr, tr_engine
from workbench.look import theme
from workbench.tables.model import RowsModel, TableColumn
from workbench.tables.view import TableView
from workbench.widgets import BarRows, Button, Label, LabelledBar, MessageLine
from workbench.widgets.arrange import arrange_foot, arrange_rows, resize_on_screen

if TYPE_CHECKING:
    from workbench.backend.session import Session

CAUTION = tr(
    "The chosen value is the best of several on the same validation texts, so it flatters; the test result of the "
    "chosen run does not."
)
TOO_FEW = tr("Field importance appears after eight finished trials.")


def trial_columns(
    constraint: str, is_best: Callable[[TrialAnswer], bool], labels: Mapping[str, str]
) -> list[TableColumn[TrialAnswer]]:
    """Return the columns of the table of trials; the bounded measure where the search has a constraint."""
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


def importance_bars(answer: SearchAnswer) -> list[LabelledBar]:
    """Return a bar for each searched field, the one that mattered most first."""
    return [
        LabelledBar(label_text(answer.labels.get(path, path)), share, percent_text(share))
        for path, share in sorted(answer.importance.items(), key=lambda each: -each[1])
    ]


def progress_words(answer: SearchAnswer) -> str:
    """Return how far a search has come: ``12 of 20 trials: 7 finished, 4 pruned, 1 running``."""
    states = Counter(trial.state for trial in answer.trials)
    counts = [tr("{n} {state}", n=n, state=tr_engine(state)) for state, n in sorted(states.items())]
    trials, said = len(answer.trials), ", ".join(counts) or tr("none yet")
    if answer.hours:
        return tr(
            "{trials} of {planned} trials, {spent} of {hours} hours: {states}",
            trials=trials, planned=answer.planned, spent=f"{answer.seconds / 3600:.2g}", hours=f"{answer.hours:g}",
            states=said,
        )  # fmt: skip
    return tr("{trials} of {planned} trials: {states}", trials=trials, planned=answer.planned, states=said)


def summary_sentences(answer: SearchAnswer) -> str:
    """Return what a search is, how far it has come and what it has ended with."""
    bound = f"; {answer.constraint}" if answer.constraint else ""
    said = tr(
        "Metric: {metric}. {progress}. It is {status}.",
        metric=f"{describe_key(answer.metric).title}{bound}",
        progress=progress_words(answer),
        status=tr_engine(answer.status),
    )
    return f"{said} {sentence_text(answer.reason)}" if answer.reason else said


class SearchResultsDialog(QDialog):
    """Shows a search, and follows it; ``design_wanted(title, experiment)`` to go on with its best design.

    ``generated``: whether a grammar has written the texts that its trials read.
    """

    design_wanted = Signal(str, object)

    def __init__(self, session: Session, search: int, parent: QWidget, *, generated: bool = False) -> None:
        super().__init__(parent)
        self._generated = generated
        self.setWindowTitle(tr("Search {search}", search=search))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._search = session, search
        self.answer: SearchAnswer | None = None
        self.summary = Label(tr("Reading the trials…"), "body", "text2", wrap=True)
        self.model: RowsModel[TrialAnswer] = RowsModel([], "number")
        self.table: TableView[TrialAnswer] | None = None
        self.bars_title = Label("", "caption", "text2")
        self.bars = BarRows(tr("Importance of the searched fields"))
        self.caution = Label(CAUTION, "caption", "text2", wrap=True)
        self.message = MessageLine()
        self.use = Button(tr("Use in Design"), "primary", "design")
        self.use.setEnabled(False)
        self.use.clicked.connect(self._use)
        self.stop = Button(tr("Stop search"), icon="stop")
        self.stop.setEnabled(False)
        self.stop.clicked.connect(self._stop)
        close = Button(tr("Close"))
        close.clicked.connect(self.close)
        s = theme.sizes()
        foot = arrange_foot(self.message, self.use, self.stop, close, spacing=s.s8)
        self._rows = arrange_rows(
            self.summary, self.bars_title, self.bars, self.caution, foot, on=self, spacing=s.s12
        )
        self._rows.setContentsMargins(s.s16, s.s16, s.s16, s.s16)
        self._rows.insertStretch(self._rows.count() - 1, 0)  # takes the room until the table is there
        for part in (self.bars_title, self.bars, self.caution):
            part.hide()
        resize_on_screen(self, s.px(860), s.px(560))
        session.runs_changed.connect(self.ask)
        self.ask()

    def ask(self) -> None:
        """Read the search anew."""
        self._session.job(
            ["searches", str(self._search), "--store", str(self._session.store_path)],
            read=SearchAnswer.model_validate_json, then=self._show, owner=self, slot="search", failed=self._fail,
        )  # fmt: skip

    def _show(self, answer: SearchAnswer) -> None:
        self.answer = answer
        self.setWindowTitle(tr("Search {id}: {name}", id=answer.id, name=answer.name))
        generated = [GENERATED_NOTE] if self._generated else []
        self.summary.setText(" ".join([*generated, summary_sentences(answer)]))
        if self.table is None:
            self.model = RowsModel(trial_columns(answer.constraint, self._is_best, answer.labels), "number")
            self.table = TableView(self.model, tr("Trials"))
            self._rows.insertWidget(1, self.table, 1)
        self.model.set_rows(answer.trials)
        bars = importance_bars(answer)
        self.bars.set_rows(bars, 1.0)
        self.bars.setVisible(bool(bars))
        self.bars_title.setText(
            tr("Which fields mattered (share of the variance over their ranges)") if bars else TOO_FEW
        )
        self.bars_title.show()
        self.caution.show()
        self.use.setEnabled(answer.best_design is not None)
        self.stop.setEnabled(answer.status == "active")

    def _is_best(self, trial: TrialAnswer) -> bool:
        return self.answer is not None and trial.number == self.answer.best

    def _fail(self, problem: str) -> None:
        if self.answer is None:
            self.summary.setText("")
        self.message.show_message("error", problem)

    def _use(self) -> None:
        if self.answer is not None and self.answer.best_design is not None:
            self.design_wanted.emit(
                tr("trial {best} of search {id}", best=self.answer.best, id=self.answer.id),
                self.answer.best_design,
            )
            self.close()

    def _stop(self) -> None:
        from engine.launch.search import stop_search

        self.stop.setEnabled(False)
        self._session.act(
            stop_search, self._search, then=lambda _none: self.ask(), owner=self, failed=self._fail
        )
