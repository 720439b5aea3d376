"""Lists of records in a form: the button that adds one, a record's first line, the frame around it."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.spec.base import SpecModel
from engine.spec.checks.cross_field import SpecFinding
from engine.spec.describe import FieldMeta, SpecTable, defaults, value_at
from engine.spec.wording import record_name
from workbench.engine_texts import describe_fields, singular_label
from workbench.forms.layout import FormLine
from workbench.forms.suggestions import SuggestionSources
from workbench.language import tr
from workbench.look import theme
from workbench.widgets import Button, ElidedLabel, FieldMessage, HLine, IconButton
from workbench.widgets.arrange import arrange_columns
from workbench.widgets.forms import FieldMark

EARLIER, LATER, REMOVE = "earlier", "later", "remove"


def label_of_value(sources: SuggestionSources, meta: FieldMeta, value: str) -> str:
    """Return the label of a known value. For any other value return its last part, the informative part of a path."""
    source = sources.get(meta.suggest)
    for suggestion in source.known() if source is not None else ():
        if suggestion.value == value:
            return suggestion.label
    return value.replace("\\", "/").rstrip("/").split("/")[-1]


def finding_words(finding: SpecFinding) -> tuple[str, str, str]:
    """Return level, text and remedy of a message. A remedy that does not change the design is part of the text."""
    level = "error" if finding.blocks else "warning"
    text = finding.message[:1].upper() + finding.message[1:]
    if finding.fix is not None:
        return level, text, finding.remedy.rstrip(".")
    return level, f"{text} {finding.remedy}".strip(), ""


def new_record(meta: FieldMeta, records: Sequence[SpecTable], sources: SuggestionSources) -> SpecTable:
    """Return a record to add to a list: defaults, and for required known values the first one not yet used."""
    assert meta.model is not None
    record = defaults(meta.model)
    _fill(record, meta.model, list(records), sources)
    return record


def _fill(
    record: SpecTable, model: type[SpecModel], others: Sequence[object], sources: SuggestionSources
) -> None:
    for own in describe_fields(model):
        used = [other.get(own.name) for other in others if isinstance(other, dict)]
        if own.kind == "model" and own.model is not None:
            _fill(record[own.name], own.model, used, sources)
        elif own.required and own.kind == "str" and own.suggest in sources:
            values = [suggestion.value for suggestion in sources[own.suggest].known()]
            record[own.name] = next((value for value in values if value not in used), "")


def rearrange_records(
    records: Sequence[SpecTable], number: int, action: str
) -> tuple[list[SpecTable], dict[int, int]]:
    """Return the records after ``action`` on the record ``number``, and a map of old to new numbers."""
    order = [*range(len(records))]
    if action == REMOVE:
        order.pop(number)
    else:
        target = number + (1 if action == LATER else -1)
        order.insert(min(max(target, 0), len(order) - 1), order.pop(number))
    return [records[old] for old in order], {old: new for new, old in enumerate(order)}


def renumber_path(path: str, listed: str, new_numbers: Mapping[int, int]) -> str:
    """Return the dotted ``path`` after records of the list at ``listed`` have moved, "" if its record was removed."""
    rest = path.removeprefix(f"{listed}.").split(".")
    new = new_numbers.get(int(rest[0]))
    return "" if new is None else ".".join([listed, str(new), *rest[1:]])


class RecordRow(QWidget):
    """A record's first line: its number and name, a switch for its advanced fields, earlier, later, remove.

    It has the interface of a form row, but edits nothing itself. ``action_requested(record, action)`` requests that
    the record be moved or removed, ``unfold_toggled(record, on)`` that the advanced fields be shown.
    """

    action_requested = Signal(str, str)
    unfold_toggled = Signal(str, bool)
    fix_requested = Signal(str, object)
    help_requested = Signal()

    def __init__(self, line: FormLine, sources: SuggestionSources, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        assert line.list_field is not None
        self.line, self._meta, self._sources = line, line.list_field, sources
        self._finding: SpecFinding | None = None
        self.title = ElidedLabel("", "strong")
        self.more = Button("", kind="flat")
        self.more.setCheckable(True)
        self.more.setChecked(line.unfolded)
        self.more.set_text(
            tr("Fewer fields") if line.unfolded else tr("{count} more fields", count=line.advanced_count)
        )
        self.more.setVisible(bool(line.advanced_count))
        self.more.clicked.connect(lambda on: self.unfold_toggled.emit(line.record, bool(on)))
        one = singular_label(self._meta).lower()
        self.buttons = {
            EARLIER: IconButton("chevron-up", tr("Move this {name} up", name=one)),
            LATER: IconButton("chevron-down", tr("Move this {name} down", name=one)),
            REMOVE: IconButton("close", tr("Remove this {name}", name=one)),
        }
        self.message = FieldMessage(self)
        self.message.remedy.connect(self._apply_fix)
        self._mark = FieldMark(self.message)
        self._mark.clicked.connect(self.help_requested)
        row = arrange_columns(self._mark, (self.title, 1), self.more)
        for action, button in self.buttons.items():
            button.clicked.connect(
                lambda _on=False, action=action: self.action_requested.emit(line.record, action)
            )
            row.addWidget(button)
        self._row = row
        column = QVBoxLayout(self)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(HLine())
        self._column = column
        self._column.setContentsMargins(0, 0, 0, 4)
        self._row.setContentsMargins(0, 4, 0, 4)

    def name(self) -> str:
        """Return the record's name, with its number."""
        return self.title.text()

    def help(self) -> str:
        """Return "": the fields have the help."""
        return ""

    @property
    def number(self) -> int:
        """The record's number from 0."""
        return int(self.line.record.rpartition(".")[2])

    def show_values(self, table: SpecTable, axes: Mapping[str, Sequence[object]]) -> None:
        """Show the record's name and enable the possible moves."""
        listed = self.line.record.rpartition(".")[0]
        records = value_at(table, listed) or []
        model = self._meta.model
        assert model is not None
        record = records[self.number] if self.number < len(records) else {}
        name = record_name(model, record, lambda meta, value: label_of_value(self._sources, meta, value))
        self.title.set_text(f"{self.number + 1} {name or tr('Not chosen yet')}")
        self.setAccessibleName(f"{singular_label(self._meta)} {self.number + 1}, {name}".rstrip(", "))
        self.buttons[EARLIER].setEnabled(self.number > 0)
        self.buttons[LATER].setEnabled(self.number + 1 < len(records))
        self.buttons[REMOVE].setEnabled(len(records) > self._meta.min_items)
        for button in self.buttons.values():
            button.setVisible(len(records) > 1 or button is self.buttons[REMOVE])

    def show_finding(self, path: str, finding: SpecFinding | None) -> None:
        """Show a message on the record as a whole, or on one of its folded fields."""
        self._finding = finding
        if finding is None:
            self.message.clear()
            return
        self.message.show_message(*finding_words(finding))

    def _apply_fix(self) -> None:
        if self._finding is not None and self._finding.fix is not None:
            self.fix_requested.emit(*self._finding.fix)

    def focused_path(self) -> str:
        """Return the record's path."""
        return self.line.record

    def focus(self, path: str) -> None:
        """Focus the first enabled button."""
        self.focus_action("")

    def focus_action(self, action: str) -> None:
        """Focus the button of ``action``, or another enabled one."""
        chosen = self.buttons.get(action)
        usable = [button for button in (chosen, self.more, *self.buttons.values()) if button is not None]
        for button in usable:
            if button.isEnabled() and not button.isHidden():
                button.setFocus(Qt.FocusReason.OtherFocusReason)
                return


class RecordFrame(QWidget):
    """The hairline around the rows of one record."""

    def __init__(self, rows: Sequence[QWidget], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        for row in rows:
            self._column.addWidget(row)
        self._column.setContentsMargins(8, 1, 8, 4 + 8)  # the last 8 px separate this record from the next

    def paintEvent(self, event: QPaintEvent) -> None:
        s, painter = theme.sizes(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("line"), s.hairline))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -8 - 0.5), s.radius, s.radius)


def frame_records(rows: Sequence[QWidget]) -> list[QWidget]:
    """Return the widgets of a fold: the rows, with those of one record in a frame."""
    widgets: list[QWidget] = []
    inside: list[QWidget] = []
    record = ""
    for row in [*rows, None]:
        row_record = row.line.record if row is not None else ""  # type: ignore[attr-defined]
        if row_record != record and inside:
            widgets.append(RecordFrame(inside))
            inside = []
        record = row_record
        if row is not None:
            (inside if row_record else widgets).append(row)
    return widgets


class ListControl(QWidget):
    """The control of a list: the number of records, and a button that emits ``added``."""

    added = Signal()

    def __init__(self, meta: FieldMeta, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        one = singular_label(meta).lower()
        self.button = Button(tr("Add {name}", name=one), icon="plus", tip=tr("Add another {name}", name=one))
        self.button.clicked.connect(lambda: self.added.emit())
        arrange_columns(self.button, ..., on=self, spacing=None)
        self.setFocusProxy(self.button)
        self._records: list[SpecTable] = []

    def records(self) -> list[SpecTable]:
        """Return the records."""
        return copy.deepcopy(self._records)

    def set_records(self, records: Sequence[SpecTable]) -> None:
        """Show the number of ``records``, and keep them."""
        self._records = list(copy.deepcopy(records))
