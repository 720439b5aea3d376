"""A run as a page: its headline, and tabs for errors, curves, forgetting, results, details and log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from workbench.backend.preferences import Preferences
from workbench.language import tr
from workbench.look import theme
from workbench.pages.runs.details.errors_tab import ErrorsTab
from workbench.pages.runs.details.headline import Headline
from workbench.pages.runs.details.results import ResultsTab
from workbench.pages.runs.details.side_tabs import HardwareStrip, LogTab, RunSettingsTab
from workbench.pages.runs.forgetting.tab import ForgettingTab
from workbench.pages.runs.learning.series import mean_value
from workbench.pages.runs.learning.tab import LearningTab
from workbench.pages.runs.run_list.columns import run_status
from workbench.pages.runs.run_list.query import RunDetails
from workbench.pages.runs.run_list.wording import ERRORS, FORGETTING, LEARNING
from workbench.report.report_line import ReportLine
from workbench.widgets import (
    Button,
    ElidedLabel,
    FactStrip,
    IconButton,
    Label,
    LinkLabel,
    Panel,
    TabBar,
    Tag,
    Toolbar,
)
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from engine.store.rows import RunRow
    from workbench.backend.session import Session

SPEED = "speed/texts_per_second"
LEVELS = {"failed": "error", "out_of_memory": "error", "interrupted": "warning"}
"""Colours of unfavourable statuses."""


class RunHead(Panel):
    """Result of the run: one sentence, with context if the run has the whole page.

    ``back()`` requests the list of runs. ``actions`` are the buttons at the right of the whole page, the last of them
    the next step.
    """

    back = Signal()

    def __init__(self, actions: Sequence[tuple[str, QAction]], parent: QWidget | None = None) -> None:
        super().__init__("surface", "tb", parent)
        self.link = LinkLabel(tr("Runs ›"), tr("Back to the list of runs"))
        self.link.clicked.connect(self.back)
        self.name, self.status = ElidedLabel("", "title", "text"), Tag("", "tint")
        buttons = []
        for index, (text, action) in enumerate(actions, 1):
            button = Button(text, "primary" if index == len(actions) else "outline", head=True)
            button.setToolTip(action.toolTip())
            button.clicked.connect(action.trigger)
            action.changed.connect(lambda a=action, b=button: b.setEnabled(a.isEnabled()))
            buttons.append(button)
        self._bar = QWidget()
        arrange_columns(self.link, (self.name, 1), self.status, *buttons, on=self._bar, spacing=8)
        self.sentence = ElidedLabel("", "strong", "text")
        self.lines = Label("", "body", "text2", wrap=True)
        self.facts = FactStrip([], tr("Figures of the run"), boxed=False)
        self._text_column = arrange_rows(self.sentence, self.lines, spacing=4)
        self._body = arrange_columns((self._text_column, 3), (self.facts, 2))
        arrange_rows(self._bar, self._body, on=self, margins=(16, 4, 16, 4))
        self._is_whole = False
        self.show_headline(None)
        self._bar.setFixedHeight(theme.sizes().page_head)

    def set_whole(self, whole: bool) -> None:
        """Show everything if the run has the whole page, else the sentence alone."""
        self._is_whole = whole
        self._show()

    def show_headline(self, headline: Headline | None) -> None:
        """Show the result of a run. None: no run is selected."""
        self._headline = headline
        if headline is not None:
            self.name.set_text(headline.row.name)
            self.status.set_level(LEVELS.get(headline.row.status, "tint"))
            self.status.set_text(run_status(headline.row).text)
            self.sentence.set_tip("\n".join((headline.title, *headline.lines)))
            self.lines.setText("\n".join(headline.lines))
            self.facts.set_facts(headline.facts)
        self._show()

    def _show(self) -> None:
        facts = self._headline
        if facts is not None:
            self.sentence.set_text(facts.title if self._is_whole else f"{facts.row.name}: {facts.title}")
        self.setVisible(facts is not None or self._is_whole)
        self._bar.setVisible(self._is_whole)
        self.sentence.setVisible(facts is not None)
        self.lines.setVisible(self._is_whole and facts is not None and bool(facts.lines))
        self.facts.setVisible(self._is_whole and facts is not None and bool(facts.facts))


class RunView(Panel):
    """The head of a run and its tabs. Errors, results, details and log belong to one run, curves to all drawn ones.

    Args:
        session: answers questions of the tabs.
        preferences: returns the preferences.
        actions: buttons of the head, see :class:`RunHead`.
    """

    def __init__(
        self,
        session: Session | None,
        preferences: Callable[[], Preferences],
        actions: Sequence[tuple[str, QAction]],
    ) -> None:
        super().__init__("window", "")
        self.head = RunHead(actions)
        self.tabs = TabBar(
            [tr("Errors"), tr("Curves"), tr("Forgetting"), tr("Results"), tr("Details"), tr("Log")],
            tr("View of the selected runs"),
        )
        self.learning = LearningTab()
        self.forgetting = ForgettingTab(self.learning.axis, session)
        self.errors, self.results = ErrorsTab(session), ResultsTab(session)
        self.log, self.details = LogTab(), RunSettingsTab()
        self.views = QStackedWidget()
        for view in (self.errors, self.learning, self.forgetting, self.results, self.details, self.log):
            self.views.addWidget(view)
        bar = Toolbar("surface", "tb")
        bar.add(self.tabs)
        bar.add_stretch()
        for row in (self.learning.axis, self.learning.controls, self.forgetting.controls):
            bar.add(row)
            bar.allow_collapsing(*row.captions)
        self.fold_button = IconButton("chevron-up", tr("Hide the table of runs"), checkable=True)
        bar.add(self.fold_button)
        self.report = ReportLine(session, preferences)
        self.strip = HardwareStrip()
        arrange_rows(self.head, bar, self.report, (self.views, 1), self.strip, on=self)
        self.tabs.currentChanged.connect(self._tab_changed)
        self.tabs.setCurrentIndex(LEARNING)

    def _tab_changed(self, index: int) -> None:
        self.views.setCurrentIndex(index)
        self.learning.axis.setVisible(index in (LEARNING, FORGETTING))
        self.learning.controls.setVisible(index == LEARNING)
        self.forgetting.controls.setVisible(index == FORGETTING)

    def set_whole(self, whole: bool, tip: str) -> None:
        """Set whether the run has the whole page. ``tip`` is the tooltip of the button that changes it."""
        self.head.set_whole(whole)
        self.fold_button.setChecked(whole)
        self.fold_button.set_icon("chevron-down" if whole else "chevron-up")
        self.fold_button.setToolTip(tip)

    def show_headline(self, headline: Headline | None) -> None:
        """Show the result of the run, and its number of errors."""
        self.head.show_headline(headline)
        wrong = headline.wrong if headline is not None else None
        self.tabs.setTabText(ERRORS, tr("Errors") if wrong is None else tr("Errors {n:,}", n=wrong))

    def show_details(self, details: RunDetails | None) -> None:
        """Show one run in the tabs of single runs, or none."""
        for view in (self.errors, self.results, self.log, self.details):
            view.show_details(details)

    def show_hardware(self, drawn: Sequence[RunRow]) -> None:
        """Show the hardware use of the first running one of these runs, or the speed of the first."""
        running = [run.id for run in drawn if run.status == "running"]
        histories = self.learning.histories
        if not running:
            # The hardware use of an ended run is outdated.
            self.strip.show_ended(mean_value(histories, drawn[0].id, SPEED) if drawn else None)
            return
        run = running[0]
        latest = {
            key: float(h.value[-1]) for (i, key), h in histories.items()
            if i == run and len(h.value) and key.startswith(("system/", "speed/"))
        }  # fmt: skip
        self.strip.show_values(latest)

    def edit(self, field: str) -> None:
        """Focus the field for the run's name, tags or notes."""
        widget = getattr(self.details.fields, field)
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
        widget.selectAll()
