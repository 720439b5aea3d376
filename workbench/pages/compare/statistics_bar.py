"""The second layer of the Compare page: the choices of columns and statistics, and the remarks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal

from engine.analysis.verdicts.crossed_effects import default_points, margin_for
from engine.analysis.verdicts.verdict import margin_note
from workbench.language import tr, tr_engine
from workbench.pages.compare.query import ComparisonData
from workbench.widgets import ComboBox, Panel, SegmentedControl
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.labels import FoldedNote

MARGINS = (0.3, 0.5, 1.0, 2.0, 3.0, 5.0)
"""Margins of equivalence offered, in points."""
MARGIN_TIP = tr(
    "Largest difference between equivalent test results: percentage points, else the metric's unit"
)


class StatisticsBar(Panel):
    """The choices that determine the table and its verdicts, over the remarks. ``changed`` after a change."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__("surface", "b")
        self.settings = SegmentedControl(
            [("results", tr("Results")), ("different", tr("All that differs")), ("all", tr("Everything"))],
            tr("Columns shown"),
        )
        self.settings.chosen.connect(lambda _key: self.changed.emit())
        self.groups = ComboBox(
            [
                (tr("Seeds: mean ± s.d."), "seeds"),
                (tr("Seeds: mean, 95 % interval"), "interval"),
                (tr("Each run"), "runs"),
            ],
            tr("One row per strategy or per run"),
        )
        self.metric_choice = ComboBox([], tr("Test metric of the comparison"))
        self.margin = ComboBox(_margins("error"), MARGIN_TIP)
        for chooser in (self.groups, self.metric_choice, self.margin):
            chooser.allow_shrinking()
            chooser.activated.connect(lambda _index: self.changed.emit())
        self.note = FoldedNote()
        row = arrange_columns(self.settings, self.groups, self.metric_choice, self.margin, ..., spacing=8)
        arrange_rows(row, self.note, on=self, spacing=8, margins=(16, 8, 16, 8))
        self.hide()

    @property
    def layer(self) -> str:
        """The layer of ``columns`` shown. "all" also needs the settings that are equal in all rows."""
        return str(self.settings.current())

    def question(self) -> tuple[bool | None, bool, float | None, str]:
        """Return the choices as arguments of ``load_comparison``: seeds grouped, intervals, margin, metric."""
        groups, margin = self.groups.currentData(), float(self.margin.currentData()) or None
        metric = str(self.metric_choice.currentData() or "")
        return False if groups == "runs" else None, groups == "interval", margin, metric

    def offer(self, view: ComparisonData, remarks: Sequence[str]) -> None:
        """Set the metrics of these runs, and margins in the unit of the chosen metric."""
        self.metric_choice.set_choices(
            [(tr("Compare by {title}", title=title), name) for title, name in view.metrics]
        )
        self.metric_choice.set_current(view.judged_by)
        self.metric_choice.setVisible(len(view.metrics) > 1)
        texts = next((verdict.texts for verdict in view.against.values() if verdict.texts), 0)
        self.margin.set_choices(_margins(view.judged_by, texts))
        note = margin_note(view.against.values())
        self.margin.setToolTip(f"{MARGIN_TIP}\n{tr_engine(note)}" if note else MARGIN_TIP)
        self.margin.setVisible(bool(view.against))
        self.note.set_sentences(remarks)


def _margins(metric: str, texts: int = 0) -> list[tuple[str, float]]:
    """Return the choices of a margin: (text in the unit of ``metric``, points of a percentage).

    The first is the default for a test split of ``texts`` texts, 0 if unknown.
    """
    offered = [
        (tr("Equivalence margin: {margin:g}", margin=margin_for(metric, each)), each) for each in MARGINS
    ]
    by_size = margin_for(metric, default_points(texts))
    words = (
        tr("Equivalence margin: {margin:g}, by test size", margin=by_size)
        if texts
        else tr("Equivalence margin: by test size")
    )
    return [(words, 0.0), *offered]
