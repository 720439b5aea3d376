"""The left side of the Design page: the form of the selected card, or the first-run guide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from engine.spec.base import SpecModel
from engine.spec.checks.cross_field import SpecFinding
from engine.spec.describe import FieldMeta, SpecTable
from engine.spec.experiment import Compute, Encoder, Experiment
from engine.spec.probes import Probes
from engine.spec.stages import Stage
from workbench.engine_texts import describe_fields
from workbench.forms import FormPart, ModelForm
from workbench.forms.form import AnyFormRow
from workbench.forms.layout import layout_sections
from workbench.forms.suggestions import SuggestionSources
from workbench.language import tr, tr_engine, tr_n
from workbench.pages.design.context.findings import blocking_findings, describe_place
from workbench.pages.design.context.wording import shorten_message, stage_title
from workbench.pages.design.draft.draft import Draft
from workbench.pages.design.form.encoder_tools import EncoderTools
from workbench.pages.design.form.guide import FirstStepsGuide, ReasonList, StartOptions, VariantRows
from workbench.pages.design.form.pipeline_strip import COMPUTE, ENCODER, PROBES
from workbench.widgets import Button, ElidedLabel, FieldRow, FormFoot, HLine, IconButton, Label, Panel
from workbench.widgets.arrange import arrange_columns, arrange_rows, scrolling

if TYPE_CHECKING:
    from workbench.backend.session import Session

_ELSEWHERE = ("name", "recipe", "encoder", "stages", "probes", "compute")
RUN_FIELDS = tuple(meta.name for meta in describe_fields(Experiment) if meta.name not in _ELSEWHERE)
"""Fields of the whole run, shown in the form of every stage."""

_RECORDS: dict[str, tuple[type[SpecModel], str]] = {
    ENCODER: (Encoder, tr("Encoder")),
    PROBES: (Probes, tr("Measures of forgetting")),
    COMPUTE: (Compute, tr("Compute")),
}
"""Parts of the specification edited by cards other than the stages, and the section of fields without one."""

STACKED = 480
"""Column width below which labels move above their controls, px at 100 %."""


class FormColumn(Panel):
    """Head, messages and form of one card.

    Signals: those of ``ModelForm``; ``reset_requested``; ``show_requested(path)`` from the message about another card;
    ``guide_closed``. The guide's ``own_data`` and ``recipe_requested(name)``.
    """

    value_changed = Signal(str, object)
    axis_changed = Signal(str, object)
    problems_changed = Signal()
    show_requested = Signal(str)
    guide_closed = Signal()
    own_data = Signal()
    recipe_requested = Signal(str)

    def __init__(
        self, sources: SuggestionSources, session: Session | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__("surface", parent=parent)
        self._sources, self._session = sources, session
        self.tools = EncoderTools(session, sources)
        self._forms: dict[tuple[str, str, bool], ModelForm] = {}
        self._form: ModelForm | None = None
        self._elsewhere = ""
        self._setup()
        self._arrange()
        self.setMinimumWidth(min(400, 560))
        # The draft decides which of these are shown; before it is read they would be empty.
        for part in (self._head, self.guide, self.tools, self._separator, self.beginnings):
            part.hide()

    def _setup(self) -> None:
        self._title = Label("", "strong")
        self._count = ElidedLabel("", "caption", "text2")
        self._count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._reset = Button(tr("Reset"), tip=tr("Revert all changes on this card"))
        self._reset.clicked.connect(lambda: self._form.reset() if self._form is not None else None)
        self.more = IconButton("more", tr("Actions on this stage"))
        self.menu = QMenu(self.more)
        self.more.setMenu(self.menu)
        self.foot = FormFoot()
        self.foot.follow(self._rows)
        self.foot.note.remedy.connect(lambda: self.show_requested.emit(self._elsewhere))
        self.foot.row_requested.connect(lambda row: self.focus_field(row.focused_path()))
        self.guide = FirstStepsGuide()
        self.guide.dismissed.connect(lambda: self.guide_closed.emit())
        self.beginnings = StartOptions()
        self.beginnings.own_data.connect(lambda: self.own_data.emit())
        self.beginnings.recipe_requested.connect(lambda name: self.recipe_requested.emit(name))
        self._separator = HLine()
        self.reasons = ReasonList()
        self.variants = VariantRows()
        self.variants.changed.connect(self.axis_changed)

    def _arrange(self) -> None:
        self._head = QWidget()
        head = (self._title, (self._count, 1), self._reset, self.more)
        self._head_row = arrange_columns(*head, on=self._head, spacing=8, margins=(16, 12, 16, 8))
        self._holder = QWidget()
        self._place = arrange_rows(on=self._holder, margins=(8, 0, 16, 4))
        inner = QWidget()
        self._variants_row = arrange_columns(self.variants, margins=(16, 0, 16, 0))
        arrange_rows(
            self.guide,
            self.reasons,
            self._variants_row,
            self._holder,
            self.tools,
            self._separator,
            self.beginnings,
            ...,
            on=inner,
        )
        self.area = scrolling(inner, sideways=True)
        arrange_rows(self._head, (self.area, 1), self.foot, on=self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def _stack_labels(self) -> None:
        """Put labels above their controls while the column is too narrow for both side by side."""
        stacked = self.width() < STACKED
        for row in self.findChildren(FieldRow):
            row.set_stacked(stacked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._form is not None and event.size().width() != event.oldSize().width():
            self._form.refit()
        self._stack_labels()

    # -- showing -------------------------------------------------------------------------------------------

    def show_draft(self, draft: Draft, key: str, guide: bool) -> None:
        """Show the form of the card ``key`` with the values of ``draft``. ``guide``: few fields below the guide."""
        form = self._form_for(draft, key, guide)
        if form is not self._form:
            if self._form is not None:
                self._place.removeWidget(self._form)
                self._form.hide()
            self._form = form
            self._place.addWidget(form)
            form.show()
            self.area.verticalScrollBar().setValue(0)
            self.foot.refresh()
        base, base_axes = draft.aligned()
        form.set_table(draft.table, draft.axes, base or None, base_axes)
        self._stack_labels()
        self._head.setVisible(not guide)
        self.reasons.show_draft(draft)
        if not key.startswith("stages."):
            self.reasons.hide()  # they would push the few fields of the other cards out of view
        self.variants.show_axes(draft.axes, draft.base_axes)
        self.guide.setVisible(guide)
        self.beginnings.setVisible(guide)
        self._separator.setVisible(guide)
        self.tools.setVisible(key == ENCODER)
        stage = key.startswith("stages.")
        self._title.setText(
            stage_title(draft, int(key.split(".")[1])) if stage else tr_engine(key.capitalize())
        )
        self.more.setVisible(stage)
        changed, fields = len(form.changed_paths()), len(form.paths())
        added = stage and draft.origins[int(key.split(".")[1])] is None
        if draft.base and not added:
            count = tr_n("{n} field", "{n} fields", fields)
            self._count.set_text(
                tr("{count} of {total} changed", count=changed, total=count)
                if changed
                else tr("{fields}, unchanged", fields=count)
            )
        else:
            self._count.set_text(tr_n("{n} field", "{n} fields", fields))
        self._reset.setEnabled(bool(changed))

    def show_findings(self, draft: Draft, findings: Mapping[str, SpecFinding]) -> None:
        """Show the messages at the fields, and the first error of another card at the foot."""
        if self._form is None:
            return
        elsewhere = self._form.set_problems(findings)
        first = next((path for path in elsewhere if path in blocking_findings(findings)), "")
        self._elsewhere = first
        if first:
            self.foot.note.show_message(
                "error",
                f"{describe_place(draft, first)}: {shorten_message(findings[first].message)}",
                tr("Show"),
            )
        elif note := next((path for path in elsewhere if path == "stages"), ""):
            self.foot.note.show_message("warning", str(findings[note]))
        else:
            self.foot.note.clear()

    def show_unfit(self, reasons: Mapping[str, Mapping[str, str]]) -> None:
        """Grey out choices that do not fit the design. ``reasons`` are by path and choice."""
        if self._form is not None:
            self._form.set_unfit(reasons)

    def show_automatic(self, values: Mapping[str, str]) -> None:
        """Show the automatically chosen values in fields without a value, by path."""
        if self._form is not None:
            self._form.set_automatic(values)

    def form(self) -> ModelForm | None:
        """Return the form shown."""
        return self._form

    def typed_problems(self) -> dict[str, str]:
        """Return the errors of invalid typed texts in the form shown."""
        return self._form.typed_problems() if self._form is not None else {}

    def focus_field(self, path: str) -> None:
        """Unfold, scroll to and focus a field."""
        if self._form is not None and self._form.focus_field(path):
            focused = self.window().focusWidget()
            if focused is not None:
                self.area.ensureWidgetVisible(focused)

    def _rows(self) -> list[AnyFormRow]:
        """Return the rows whose messages the foot shows."""
        return list(self._form.rows()) if self._form is not None else []

    def _form_for(self, draft: Draft, key: str, guide: bool) -> ModelForm:
        kind = draft.stages[int(key.split(".")[1])].get("kind", "") if key.startswith("stages.") else ""
        form = self._forms.get((key, kind, guide))
        if form is None:
            form = ModelForm(parts_of(key, kind), self._sources, essential_only=guide)
            form.value_changed.connect(self.value_changed)
            form.axis_changed.connect(self.axis_changed)
            form.problems_changed.connect(self.problems_changed)
            form.messages_changed.connect(self.foot.refresh)
            form.row_help_requested.connect(self.foot.show_row)
            self._forms[(key, kind, guide)] = form
        return form


def parts_of(key: str, kind: str) -> list[FormPart]:
    """Return the parts edited in the form of ``encoder``, ``probes``, ``compute``, or ``stages.0`` of ``kind``."""
    if key in _RECORDS:
        cls, title = _RECORDS[key]
        return [FormPart(cls, key, title)]
    return [FormPart(Stage.known_options()[kind], key), FormPart(Experiment, "", names=RUN_FIELDS)]


def list_settings(key: str, kind: str, table: SpecTable) -> Iterator[tuple[str, FieldMeta, str]]:
    """Yield (title, description, path) of each setting on the card ``key``: ``Learning rate, stage 1``."""
    card = tr("stage {number}", number=int(key.split(".")[1]) + 1) if "." in key else tr_engine(key)
    for section in layout_sections(parts_of(key, kind)[:1], table, {}, room=600, measure=len):
        for line in section.lines:
            for cell in line.cells:
                yield f"{cell.meta.label}, {card}", cell.meta, cell.path
