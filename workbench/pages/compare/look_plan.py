"""Plan looks at growing numbers of seeds: the button under Compare's table, and the window that it opens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from engine.analysis.verdicts.look_plans import FIRST_LOOK, MOST_PLANNED, level_words, plan_looks
from engine.analysis.verdicts.sample_size import sequential_alpha
from engine.store import runs
from workbench.engine_texts import sentence_text
from workbench.language import tr
from workbench.look import theme
from workbench.widgets import Button, Label, MessageLine, NumberField
from workbench.widgets.arrange import arrange_columns, arrange_foot, arrange_rows, resize_on_screen

if TYPE_CHECKING:
    from engine.store import Store
    from engine.store.rows import RunRow
    from workbench.backend.session import Session
    from workbench.pages.compare.query import ComparisonData

PROPOSED = 5
"""Seeds that are proposed at most."""
SHOWN_LEVELS = 8
"""Levels that are listed, the first and the last ones: those between are as small as the first."""
TIP = tr("Before results: up to how many seeds will be looked at, one look after each, with one error rate")


def store_plan(
    store: Store,
    baseline: Sequence[int],
    others: Sequence[Sequence[int]],
    most: int,
    metric: str,
    margin: float,
) -> None:
    """Plan looks at strategies that are named by their runs; for a worker thread."""

    def rows(numbers: Sequence[int]) -> list[RunRow]:
        return [runs.get_run(store, number) for number in numbers]

    plan_looks(store, rows(baseline), [rows(numbers) for numbers in others], most, metric, margin)


class LookPlanDialog(QDialog):
    """Asks up to how many seeds there are to be looks, says what that means, and stores it; ``planned`` when it has."""

    planned = Signal()

    def __init__(self, session: Session, view: ComparisonData, margin: float, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Plan looks"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._view, self._margin = session, view, margin
        title = {name: label for label, name in view.metrics}.get(view.judged_by, view.judged_by)
        lead = tr(
            "Testing after every new seed and stopping at the first difference is wrong in more than 5 % of cases. "
            "Planned looks share that 5 %: queue the next seed after a look that cannot tell, and stop at the first "
            "that can. A plan is made once, before two seeds of each strategy have been tested, and cannot be "
            "changed."
        )
        self.most = NumberField(PROPOSED, FIRST_LOOK, MOST_PLANNED, integer=True, name=tr("Seeds at most"))
        self.levels = Label("", "body", wrap=True)
        self.message = MessageLine()
        self.make = Button(tr("Plan these looks"), kind="primary")
        self.make.clicked.connect(self._store)
        cancel = Button(tr("Cancel"))
        cancel.clicked.connect(self.close)
        for button in (self.make, cancel):
            button.setAutoDefault(False)  # Enter in the field plans nothing
        judged = tr("Judged by {title}, equal within {margin}", title=title, margin=f"{margin:g}")
        s = theme.sizes()
        rows = arrange_rows(
            Label(lead, "body", wrap=True),
            arrange_columns(
                Label(tr("Seeds at most"), "caption", "text2"), self.most, Label(judged, "caption", "text2"), ...,
                spacing=s.s12,
            ),
            self.levels, ..., arrange_foot(self.message, cancel, self.make, spacing=s.s8), on=self, spacing=s.s12,
        )  # fmt: skip
        rows.setContentsMargins(s.s16, s.s16, s.s16, s.s16)
        resize_on_screen(self, s.px(560), s.px(216))
        self.most.value_changed.connect(lambda _value: self._describe())
        self.most.problem_changed.connect(self._show_problem)
        self._describe()

    def _describe(self) -> None:
        """Say the level of each look."""
        value = self.most.value()
        self.make.setEnabled(value is not None)
        if value is None:
            return
        most = int(value)
        seeds = list(range(FIRST_LOOK, most + 1))
        shown = seeds if len(seeds) <= SHOWN_LEVELS else [FIRST_LOOK, *seeds[1 - SHOWN_LEVELS :]]
        each = [f"{number}: {level_words(sequential_alpha(number, most))}" for number in shown]
        if len(shown) < len(seeds):
            each.insert(1, "…")
        lines = [tr("Level of the look at so many seeds: {levels}", levels=",  ".join(each))]
        if (together := len(self._view.plannable)) > 1:
            lines.append(
                tr(
                    "{n} strategies are planned together: the p of each is multiplied by {n} before it is held against "
                    "the level.",
                    n=together,
                )
            )
        self.levels.setText("\n".join(lines))
        self.message.clear()

    def _show_problem(self, problem: str) -> None:
        self.make.setEnabled(not problem)
        if problem:
            self.levels.setText("")
            self.message.show_message("error", problem)

    def _store(self) -> None:
        value = self.most.value()
        if value is None:
            return
        view = self._view
        members = {row.runs[0]: row.runs for row in view.comparison.rows}
        others = [of for key, of in members.items() if key in view.plannable]
        self.make.setEnabled(False)
        self._session.act(
            store_plan, members[view.baseline], others, int(value), view.judged_by, self._margin,
            then=self._stored, owner=self, failed=self._fail,
        )  # fmt: skip

    def _stored(self, _done: None) -> None:
        self.planned.emit()
        self.close()

    def _fail(self, reason: str) -> None:
        self.make.setEnabled(True)
        self.message.show_message("error", reason)


def button_tip(view: ComparisonData) -> str:
    """Return what the button is for, or why there is nothing to plan any more."""
    reason = sentence_text(view.plan_problem)
    return TIP if view.plannable else f"{reason[:1].upper()}{reason[1:]}"
