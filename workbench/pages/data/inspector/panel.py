"""The right column of the Data page: label balance, lengths, Table 1, health, cleaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from engine.data.inspection.report import DataFinding
from workbench.engine_texts import finding_text, sentence_text
from workbench.forms.suggestions import Suggestion
from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.data.inspector.lengths import LengthsSection
from workbench.pages.data.inspector.paper import CleaningSection, FactsSection, InspectorSection
from workbench.widgets import BarRows, Button, CheckBox, IconLabel, Label, LabelledBar, LinkLabel
from workbench.widgets.arrange import arrange_columns, arrange_rows, clear_layout

if TYPE_CHECKING:
    from engine.data.paper.sets import PaperSet

ICONS = {"warning": ("warning", "warning"), "info": ("info", "text2"), "good": ("check", "ok")}
EXCLUDED = {
    "shared": tr("Leave out training texts that also occur in validation or test."),
    "duplicates": tr("Keep only the first of each of these texts in the split."),
    "conflicts": tr("Leave these texts out of the split."),
}
"""Effect of a new version on findings whose texts can be omitted, by kind."""
SPOKEN = {"warning": tr("Warning"), "info": tr("Note"), "good": tr("In order")}


class HealthRow(QWidget):
    """One finding: icon, sentence, and links.

    "Clean" if cleaning would fix it, a box if its texts can be omitted from a new version, "Show" if they can be
    shown.
    """

    show_requested = Signal(object)
    clean_requested = Signal(object)

    def __init__(
        self,
        finding: DataFinding,
        cleanable: bool = False,
        excludable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.finding = finding
        message = finding_text(finding)
        icon, colour = ICONS[finding.level]
        self.text = Label(message, "body", wrap=True)
        self._icon = IconLabel(icon, colour)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(self.text, 1)
        self.clean: LinkLabel | None = None
        if cleanable and finding.fix:
            self.clean = LinkLabel(tr("Clean"), tr("Clean: {message}", message=message), "caption")
            self.clean.clicked.connect(lambda: self.clean_requested.emit(self.finding.fix))
            self._row.addWidget(self.clean, 0, Qt.AlignmentFlag.AlignTop)
        self.exclude: CheckBox | None = None
        if excludable and finding.count and finding.kind in EXCLUDED:
            self.exclude = CheckBox("")
            self.exclude.setAccessibleName(tr("Leave out: {message}", message=message))
            self.exclude.setToolTip(EXCLUDED[finding.kind])
            self._row.insertWidget(0, self.exclude, 0, Qt.AlignmentFlag.AlignTop)
        self.link: LinkLabel | None = None
        if finding.indices:
            self.link = LinkLabel(tr("Show"), tr("Show: {message}", message=message), "caption")
            self.link.clicked.connect(lambda: self.show_requested.emit(self.finding))
            self._row.addWidget(self.link, 0, Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName(f"{SPOKEN[finding.level]}: {message}")
        s = theme.sizes()
        line = self.text.fontMetrics().height()
        gap = max(4, (s.field_row - 1 - max(line, s.icon_small)) // 2)
        self._row.setContentsMargins(0, gap, 0, gap + 1)
        self._row.setSpacing(8)
        for part in (self.clean, self.exclude, self.link):
            if part is not None:
                part.setFixedHeight(max(line, s.icon_small))

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, theme.color("grid"))


class InspectorPanel(QScrollArea):
    """Labels, lengths and health of one split, arranged vertically. Scrolls if there is little space.

    Signals: ``show_requested(finding)`` for the texts of a finding, ``clean_requested(values)`` to clean them,
    ``exclude_requested(findings)`` for a new version without those of some findings, ``noise_requested`` for the queue
    of possible label errors. ``facts``, ``lengths`` and ``cleaning`` are separate sections.
    """

    show_requested = Signal(object)
    clean_requested = Signal(object)
    exclude_requested = Signal(object)
    noise_requested = Signal()

    def __init__(self, encoders: Callable[[], Sequence[Suggestion]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAccessibleName(tr("Findings on the data set"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        inside.setBackgroundRole(QPalette.ColorRole.Base)
        inside.setAutoFillBackground(True)
        self._labels_section, self._health_section = (
            InspectorSection(tr("Labels")),
            InspectorSection(tr("Health")),
        )
        self.labels = BarRows(tr("Labels"))
        self._labels_section.body.addWidget(self.labels)
        self.lengths = LengthsSection(encoders)
        self.facts, self.cleaning = FactsSection(), CleaningSection()
        self._health = QVBoxLayout()
        self._health.setSpacing(0)
        self.leave_out = Button(
            tr("Leave checked texts out"),
            tip=tr("Make a version without them; the data set itself stays unchanged"),
        )
        self.leave_out.clicked.connect(lambda: self.exclude_requested.emit(self._checked()))
        self._doubtful = LinkLabel(tr("Find label errors…"), role="caption")
        self._doubtful.clicked.connect(self.noise_requested)
        health = self._health_section.body
        health.addLayout(self._health)
        health.addLayout(arrange_columns(self.leave_out, ...))
        health.addWidget(self._doubtful)
        arrange_rows(
            self.facts, self._labels_section, self.lengths, self.cleaning, self._health_section, ...,
            on=inside,
        )  # fmt: skip
        self.setWidget(inside)
        # Sections that apply only once the texts have been read.
        self._of_texts = (self._labels_section, self.lengths, self._health_section)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the sections plus the scroll bar: wider contents would be cut off at the right."""
        inside, bar = self.widget(), self.verticalScrollBar().sizeHint().width()
        needed = inside.minimumSizeHint().width() + bar if inside is not None else 0
        return QSize(max(256, needed), 120)

    def clear(self, text: str) -> None:
        """Show that nothing is known yet. ``text`` describes the work in progress."""
        self.labels.set_rows([])
        self._labels_section.caption.set_text(text)
        self._health_section.caption.set_text("")
        self._doubtful.hide()  # there is nothing to search
        self._set_health([])
        self.lengths.clear("")
        for section in (self.facts, self.cleaning):
            section.hide()
        for holder in self._of_texts:
            holder.show()

    def show_unread(self, chosen: PaperSet, place: str) -> None:
        """Show the paper's description of a set that has not been read."""
        self.facts.show_set(chosen, place)
        for holder in self._of_texts:
            holder.hide()

    def show_labels(self, split: str, counts: dict[str, int], rows: int) -> None:
        """Show how many of the ``rows`` of ``split`` have each class. A row may have several classes, or none.

        Numbers have no classes.
        """
        self._labels_section.setVisible(bool(counts))
        self._labels_section.caption.set_text(
            tr("{split}, {total} rows", split=tr_engine(split), total=formats.count(rows))
        )
        self.labels.set_rows(
            [
                LabelledBar(name, count, formats.count(count), f"{formats.percent(count / max(1, rows))} %")
                for name, count in counts.items()
            ]
        )

    def show_health(
        self,
        findings: Sequence[DataFinding],
        notes: Sequence[str],
        rows: int,
        cleanable: bool = False,
        excludable: bool = False,
    ) -> None:
        """Show the findings of an inspection (worst first), then how the set was read.

        ``cleanable``: whether cleaning can be offered. ``excludable``: whether texts have one class each, so that
        label errors can be searched and texts omitted.
        """
        self._health_section.caption.set_text(tr("checked {rows} rows", rows=formats.count(rows)))
        self._doubtful.setVisible(excludable)
        read = [DataFinding(level="info", kind="note", message=sentence_text(note)) for note in notes]
        odd = [f for f in findings if f.level != "good"]
        self._set_health([*odd, *read, *(f for f in findings if f.level == "good")], cleanable, excludable)

    def health_rows(self) -> list[HealthRow]:
        """Return the lines shown."""
        widgets = [self._health.itemAt(i).widget() for i in range(self._health.count())]  # type: ignore[union-attr]
        return [row for row in widgets if isinstance(row, HealthRow)]

    def allow_changes(self, on: bool) -> None:
        """Enable cleaning and omitting texts, or disable them during the work: each click would create a version."""
        for row in self.health_rows():
            for part in (row.clean, row.exclude):
                if part is not None:
                    part.setEnabled(on)
        self._doubtful.setEnabled(on)
        self.leave_out.setEnabled(on and bool(self._checked()))

    def _checked(self) -> list[DataFinding]:
        """Return the findings whose texts are to be omitted."""
        rows = self.health_rows()
        return [row.finding for row in rows if row.exclude is not None and row.exclude.isChecked()]

    def _set_health(
        self, findings: Sequence[DataFinding], cleanable: bool = False, excludable: bool = False
    ) -> None:
        clear_layout(self._health)
        for finding in findings:
            row = HealthRow(finding, cleanable, excludable)
            if row.exclude is not None:
                row.exclude.clicked.connect(lambda _on: self.allow_changes(True))
            row.show_requested.connect(self.show_requested)
            row.clean_requested.connect(self.clean_requested)
            self._health.addWidget(row)
        self.leave_out.setVisible(any(row.exclude is not None for row in self.health_rows()))
        self.allow_changes(True)
