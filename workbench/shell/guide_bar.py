"""The guide to a first run, from Run on: a line above the page says what comes next and leads there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.store import Store, runs
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.language import tr
from workbench.look import theme
from workbench.widgets import ElidedLabel, IconButton, Label, LinkLabel, Panel
from workbench.widgets.announcing import announce
from workbench.widgets.arrange import arrange_columns

RUNS, COMPARED = "guide/runs", "guide/compared"
"""Preferences: the numbers of the guide's runs, and whether they have been compared; the guide outlives the window."""
ACTIVE = ("queued", "running")


@dataclass(frozen=True)
class GuideStep:
    """Text of the guide, and the page that its link opens."""

    title: str
    sentence: str
    link: str
    page: str


def next_step(statuses: Sequence[str], compared: bool) -> GuideStep:
    """Return the step after Run was pressed, from the statuses of the guide's runs.

    Example: one finished run is followed by the step that tries a second learning rate.
    """
    if compared:
        return GuideStep(
            tr("Done. Now your own texts"),
            tr(
                "Choose a CSV, JSONL or Parquet file, or a folder of texts; which column is what is proposed."
            ),
            tr("Choose data…"),
            "data",
        )
    finished = sum(status == "finished" for status in statuses)
    if finished and any(status in ACTIVE for status in statuses):
        return GuideStep(
            tr("3 of 3  The second run trains"),
            tr("When it has finished, the two can be compared."),
            tr("Show"),
            "runs",
        )
    if any(status in ACTIVE for status in statuses):
        return GuideStep(
            tr("2 of 3  Watch it learn"),
            tr(
                "Loss and error fall while it trains; the ring marks the best moment, whose weights are kept."
            ),
            tr("Show"),
            "runs",
        )
    if not finished:
        return GuideStep(tr("2 of 3  It has not finished"), tr("Its log says why."), tr("Show"), "runs")
    if finished == 1:
        return GuideStep(
            tr("3 of 3  Try a second learning rate"),
            tr("The run has finished. Set a fifth of its rate on Design, and press Run again."),
            tr("Set it"),
            "design",
        )
    return GuideStep(
        tr("3 of 3  Compare the two"),
        tr("What differs, which was better, and whether that could be chance."),
        tr("Compare"),
        "compare",
    )


def read_statuses(store: Store, run_ids: Sequence[int]) -> dict[int, str]:
    """Return the status of each of these runs that is there."""
    return {row.id: row.status for row in runs.list_runs(store, ids=list(run_ids), archived=None)}


class GuideBar(Panel):
    """The step that comes next, a link to it, and a button that ends the guide; hidden while there is no guide.

    ``navigate(page, payload)`` when the link is clicked, as ``Page.navigate``.
    """

    navigate = Signal(str, object)

    def __init__(
        self, session: Session | None, preferences: Preferences, parent: QWidget | None = None
    ) -> None:
        super().__init__("alt", "b", parent)
        self._session, self._preferences = session, preferences
        self._statuses: dict[int, str] = {}
        self._step: GuideStep | None = None
        self.title = Label("", "strong")
        self.sentence = ElidedLabel("", "body", "text2")
        self.link = LinkLabel()
        self.link.hide()  # until it has words
        self.link.clicked.connect(self._follow)
        self.end_button = IconButton("close", tr("End the guide"))
        self.end_button.clicked.connect(self.end)
        arrange_columns(
            self.title,
            (self.sentence, 1),
            self.link,
            self.end_button,
            on=self,
            margins=(16, 0, 12, 0),
            spacing=12,
        )
        self.setVisible(bool(self.run_ids()))  # at once: what came later would move the page
        s = theme.sizes()
        self.setFixedHeight(s.tab_bar)
        if session is not None:
            session.opened.connect(self._ask)
            session.runs_changed.connect(self._ask)

    def run_ids(self) -> list[int]:
        """Return the numbers of the guide's runs; none while there is no guide."""
        stored = str(self._preferences.get(RUNS, ""))
        return [int(part) for part in stored.split(",") if part.isdigit()]

    def take(self, run_ids: Sequence[int], guided: bool) -> None:
        """Go on with runs that were queued; ``guided``: by the first step of the guide, which begins it anew."""
        known = [] if guided else self.run_ids()
        if guided or known:
            self._preferences.put(RUNS, ",".join(map(str, [*known, *run_ids])))
            self._preferences.put(COMPARED, False)
            self._ask()

    def end(self) -> None:
        """End the guide; Help begins it again."""
        self._preferences.put(RUNS, "")
        self._preferences.put(COMPARED, False)
        self.hide()

    def _ask(self) -> None:
        if self._session is not None and (ids := self.run_ids()):
            self._session.query(read_statuses, ids, then=self._show_step, owner=self, slot="guide")

    def _show_step(self, statuses: dict[int, str]) -> None:
        self._statuses = statuses
        if not statuses or not self.run_ids():  # another store, or they were deleted
            self.hide()
            return
        step = next_step([*statuses.values()], bool(self._preferences.get(COMPARED, False)))
        if step != self._step:
            self._step = step
            self.title.setText(step.title)
            self.sentence.set_text(step.sentence)
            self.link.set_text(step.link)
            self.link.show()
            announce(self, f"{step.title}. {step.sentence}")
        self.show()

    def _follow(self) -> None:
        """Lead to the page of the step."""
        step, ids = self._step, sorted(self._statuses)
        if step is None:
            return
        payloads: dict[str, object] = {
            "runs": ids,
            "design": {"second_value": "stages.0.learning_rate"},
            "compare": [each for each in ids if self._statuses[each] == "finished"],
            "data": {"import": ""},
        }
        if step.page == "compare":
            self._preferences.put(COMPARED, True)
            self._show_step(self._statuses)
        elif step.page == "data":
            self.end()
        self.navigate.emit(step.page, payloads[step.page])
