"""The line under Compare's table: what there is to know of it, by what strategies are judged, what may come next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from engine.analysis.verdicts.sample_size import default_points, margin_for
from engine.analysis.verdicts.verdict import margin_note
from workbench.language import tr, tr_engine
from workbench.look import theme
from workbench.pages.compare.query import ComparisonData
from workbench.widgets import Button, ComboBox, Panel
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.folded_note import FoldedNote

NOTE_ROOM = 320
"""Px at 100 % that the remarks under the table need beside the choices."""
MARGINS = (0.3, 0.5, 1.0, 2.0, 3.0, 5.0)
"""Margins of equivalence offered, in points."""
MARGIN_TIP = tr(
    "Within which two test results count as equal: points of a percentage, else the metric's unit"
)


class TableFoot(Panel):
    """Remarks on the comparison, the choices that a verdict hangs on, and buttons for what it takes to have one.

    Signals: ``changed`` when another margin or metric was chosen; ``seeds_wanted`` and ``report_wanted`` when one of
    the buttons was pressed. ``below`` stands under all of it.
    """

    changed = Signal()
    seeds_wanted = Signal()
    report_wanted = Signal()

    def __init__(self, below: QWidget) -> None:
        super().__init__("surface", "b")
        self.note = FoldedNote()
        self.report_button = Button(
            tr("Forgetting report…"),
            icon="file",
            tip=tr("What these runs forgot, as a page to read or print"),
        )
        self.report_button.clicked.connect(self.report_wanted)
        self.margin = ComboBox(_margins("error"), MARGIN_TIP)
        self.judge = ComboBox(
            [(tr("Judge by error"), "error")], tr("The test metric by which strategies are told apart")
        )
        for chooser in (self.margin, self.judge):
            chooser.activated.connect(lambda _index: self.changed.emit())
            chooser.allow_shrinking()
        self.seeds_button = Button(tr("Queue further seeds"), icon="plus")
        self.seeds_button.clicked.connect(self.seeds_wanted)
        self._all = (self.judge, self.margin, self.seeds_button, self.report_button)
        self._row = arrange_columns((self.note, 1))
        self._choices = arrange_columns(..., *self._all)
        self._row.addLayout(self._choices)
        self._row.setAlignment(self._choices, Qt.AlignmentFlag.AlignTop)
        self._lines = arrange_rows(self._row, below, on=self)

    def chosen_metric(self) -> str:
        """Return the test metric by which strategies are to be judged."""
        return str(self.judge.currentData() or "")

    def chosen_margin(self) -> float | None:
        """Return within what two results are to count as equal, in points of a percentage; None: by test size."""
        return float(self.margin.currentData()) or None

    def offer(self, view: ComparisonData) -> None:
        """Offer the metrics that these runs have, and margins in the unit of the one that is judged by."""
        offered = [(tr("Judge by {title}", title=title), name) for title, name in view.metrics]
        self.judge.set_choices(offered)
        self.judge.set_current(view.judged_by)
        texts = next((made.texts for made in view.against.values() if made.texts), 0)
        self.margin.set_choices(_margins(view.judged_by, texts))
        note = margin_note(view.against.values())
        self.margin.setToolTip(f"{MARGIN_TIP}\n{tr_engine(note)}" if note else MARGIN_TIP)

    def enable(self, view: ComparisonData | None, forgot: bool) -> None:
        """Show the choices and buttons that a comparison has a use for; ``forgot``: there is a report to write."""
        self.report_button.setVisible(forgot)
        self.margin.setVisible(view is not None and bool(view.against))
        self.judge.setVisible(view is not None and len(view.metrics) > 1 and len(view.comparison.rows) > 1)
        self._offer_seeds(view)

    def _offer_seeds(self, view: ComparisonData | None) -> None:
        """Offer to queue what it takes to tell rows from the baseline."""
        needed = view.further_seeds if view is not None else {}
        self.seeds_button.setVisible(bool(needed))
        if view is None or not needed:
            return
        most = max(needed.values())
        self.seeds_button.set_text(tr("Queue seeds, to {most} each", most=most))
        self.seeds_button.setToolTip(
            tr(
                "{needed} of the rows cannot be told from the baseline. Queue what it takes: up to "
                "{most} seeds of each, and of the baseline.",
                needed=len(needed),
                most=most,
            )
        )

    def fit(self, width: int) -> None:
        """Put the choices under the note where beside them, in ``width`` px, it would be a narrow column."""
        s = theme.sizes()
        # Asked of the choices: their layout, in another one, is not told at once that one has come or grown.
        wide = sum(each.sizeHint().width() + s.s8 for each in self._all if not each.isHidden())
        room = width - 2 * s.s16 - wide - s.s8
        narrow = wide > 0 and room < s.px(NOTE_ROOM)
        self._row.setDirection(
            QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        )
        self.note.set_shown(1 if narrow else 2)

    def set_lengths(self) -> None:
        """Let the lengths follow the text size."""
        s = theme.sizes()
        self._lines.setContentsMargins(s.s16, s.s8, s.s16, s.s8)
        self._lines.setSpacing(s.s8)
        for layout in (self._row, self._choices):
            layout.setSpacing(s.s8)


def _margins(metric: str, texts: int = 0) -> list[tuple[str, float]]:
    """Return the choices of a margin: as words in the unit of ``metric``, and in points of a percentage.

    The first is that for a test split of ``texts`` texts, 0: not known; it stands for no choice.
    """
    offered = [(tr("Equal within {margin:g}", margin=margin_for(metric, each)), each) for each in MARGINS]
    by_size = margin_for(metric, default_points(texts))
    words = tr("Equal within {margin:g}, by test size", margin=by_size) if texts else tr("Equal by test size")
    return [(words, 0.0), *offered]
