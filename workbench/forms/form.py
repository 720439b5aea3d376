"""``ModelForm``: a form generated from the description of specification classes."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from engine.spec.checks.cross_field import SpecFinding
from engine.spec.describe import SpecTable, default_of, value_at
from engine.spec.sweep import assign_value
from engine.spec.wording import friendly_message, is_optional, suggest_sweep_value
from workbench.engine_texts import active_label, section_state
from workbench.forms.layout import (
    ADVANCED,
    FormCell,
    FormLine,
    FormPart,
    FormSection,
    find_line,
    layout_sections,
)
from workbench.forms.records import RecordRow, frame_records, rearrange_records, renumber_path
from workbench.forms.rows import FormRow
from workbench.forms.suggestions import SuggestionSources
from workbench.language import tr, tr_engine, tr_n
from workbench.look import theme
from workbench.widgets import FoldSection
from workbench.widgets.arrange import arrange_rows, clear_layout
from workbench.widgets.forms import DOT_COLUMN

_NONE = object()

AnyFormRow = FormRow | RecordRow
"""A line of the form."""


class ModelForm(QWidget):
    """A form over parts of an experiment, in folds. Fields with a message are marked.

    It edits a plain table: :meth:`set_table` shows one, ``value_changed(path, value)`` reports each change by the
    user, ``axis_changed(path, values)`` that a field became a sweep over ``values``, or no longer is one (None).
    Sections, labels, ranges, units, tooltips and kinds of control come from the specification, so no field is named
    here.

    Args:
        parts: the records it edits, see ``FormPart``.
        sources: lists of suggestions, by the field's ``suggest`` name.
        essential_only: whether to show one fold with the most used fields only.
    """

    value_changed = Signal(str, object)
    axis_changed = Signal(str, object)
    problems_changed = Signal()
    """The result of :meth:`typed_problems` has changed."""
    messages_changed = Signal()
    """The messages or the rows have changed; for the form's foot."""
    row_help_requested = Signal(object)
    """The help mark of a row was clicked."""

    def __init__(
        self,
        parts: Sequence[FormPart],
        sources: SuggestionSources | None = None,
        essential_only: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._parts, self._sources, self._essential = list(parts), sources or {}, essential_only
        self._table: SpecTable = {}
        self._axes: dict[str, list[object]] = {}
        self._base: SpecTable | None = None
        self._base_axes: dict[str, list[object]] = {}
        self._layout: list[FormSection] = []
        self._folds: dict[str, FoldSection] = {}
        self._rows: dict[str, list[AnyFormRow]] = {}
        self._unfolded: set[str] = set()
        self._findings: dict[str, SpecFinding] = {}
        self._unfit: dict[str, dict[str, str]] = {}
        self._automatic: dict[str, str] = {}
        self._states: dict[str, str] = {}
        self._column = arrange_rows(..., on=self)
        self._was_shown = False
        self._later = QTimer(self, interval=0)
        self._later.timeout.connect(self._build_next)

    # -- values --------------------------------------------------------------------------------------------

    def set_table(
        self,
        table: SpecTable,
        axes: Mapping[str, Sequence[object]] | None = None,
        base: SpecTable | None = None,
        base_axes: Mapping[str, Sequence[object]] | None = None,
    ) -> None:
        """Show ``table`` with its swept fields, without a signal. Fields that differ from ``base`` get a dot."""
        self._table = copy.deepcopy(table)
        self._axes = {path: list(values) for path, values in (axes or {}).items()}
        self._base = base
        self._base_axes = {path: list(values) for path, values in (base_axes or {}).items()}
        self._refresh()

    def table(self) -> SpecTable:
        """Return the table passed in, updated with the values of the controls."""
        table = copy.deepcopy(self._table)
        for row in self._field_rows():
            for path, value in row.values().items():
                assign_value(table, path, value)
        return table

    def axes(self) -> dict[str, list[object]]:
        """Return the swept fields with the values of their chips. Sweeps outside this form are unchanged."""
        shown = {path: values for row in self._field_rows() for path, values in row.axis_values().items()}
        return {path: shown.get(path, values) for path, values in self._axes.items()}

    def paths(self) -> list[str]:
        """Return the paths of all fields shown, in order."""
        return [cell.path for cell in self._cells()]

    def _cells(self) -> Iterator[FormCell]:
        return (cell for section in self._layout for line in section.lines for cell in line.cells)

    def changed_paths(self) -> list[str]:
        """Return the paths of the fields that differ from the base."""
        return [path for path in self.paths() if self._is_changed(path)]

    def reset(self, paths: Sequence[str] | None = None) -> None:
        """Reset ``paths`` (default: all fields) to the base's values, and emit each change."""
        if self._base is None:
            return
        for path in list(self.changed_paths() if paths is None else paths):
            if path in self._axes or path in self._base_axes:
                self._set_axis(path, self._base_axes.get(path))
            before = value_at(self._base, path, _NONE)
            if before is not _NONE and value_at(self._table, path, _NONE) != before:
                self._set_value(path, copy.deepcopy(before))

    # -- problems ------------------------------------------------------------------------------------------

    def set_problems(self, problems: Mapping[str, SpecFinding | str]) -> list[str]:
        """Show each message at its field, or the nearest one. Return the paths outside this form."""
        self._findings = {
            path: finding if isinstance(finding, SpecFinding) else SpecFinding(friendly_message(finding))
            for path, finding in problems.items()
        }
        for path, finding in self._findings.items():
            if finding.blocks:
                self._row_for(path)  # also a problem in a fold that was never open, with its remedy
        self._place_problems()
        self._show_states()
        return [path for path in self._findings if self._place_of(path) is None]

    def set_unfit(self, reasons: Mapping[str, Mapping[str, str]]) -> None:
        """Grey out choices that do not fit the design. ``reasons`` are by path and choice."""
        if reasons != self._unfit:
            self._unfit = {path: dict(each) for path, each in reasons.items()}
            self._show_known()

    def set_automatic(self, values: Mapping[str, str]) -> None:
        """Show the automatically chosen values in fields without a value, by path."""
        if values != self._automatic:
            self._automatic = dict(values)
            self._show_known()

    def set_states(self, states: Mapping[str, str]) -> None:
        """Show texts in the heads of folds, by title, instead of the state of their first field."""
        self._states = dict(states)
        self._show_states()

    def _show_known(self) -> None:
        """Show the known facts about the fields next to their values."""
        for row in self._field_rows():
            row.show_unfit(self._unfit)
            row.show_automatic(self._automatic)

    def typed_problems(self) -> dict[str, str]:
        """Return the errors of invalid typed texts, by path. Such a field keeps its previous value."""
        return {path: text for row in self._field_rows() for path, text in row.typed_problems().items()}

    def forget_typed(self) -> bool:
        """Restore the values of fields with invalid typed text. Return whether there were any."""
        any_typed = bool(self.typed_problems())
        for row in self._field_rows():
            row.forget_typed(self._table, self._axes)
        if any_typed:
            self.problems_changed.emit()
        return any_typed

    def field(self, path: str) -> FormRow:
        """Return the row of the field at ``path``. Raises KeyError if the form has none."""
        row = self._row_for(path) if path in self.paths() else None
        if not isinstance(row, FormRow):
            raise KeyError(path)
        return row

    def focus_field(self, path: str) -> bool:
        """Unfold and focus the field at ``path``, or the nearest. Return False if it is not in this form."""
        return self._focus_row(path)

    def fold(self, title: str) -> FoldSection:
        """Return the fold with ``title``."""
        return self._folds[title]

    def folds(self) -> list[str]:
        """Return the titles of the folds, in order."""
        return list(self._folds)

    def rows(self) -> Iterator[AnyFormRow]:
        """Yield the rows built so far, in order. :meth:`build` builds all."""
        for section in self._layout:
            yield from self._rows.get(section.title, [])

    def _field_rows(self) -> Iterator[FormRow]:
        return (row for row in self.rows() if isinstance(row, FormRow))

    # -- laying out ----------------------------------------------------------------------------------------

    def _row_width(self) -> int:
        s = theme.sizes()
        wide = self.width() if self._was_shown else s.form - 2 * 16
        area = self.parentWidget()
        while area is not None and not isinstance(area, QAbstractScrollArea):
            area = area.parentWidget()
        if area is not None and self._was_shown:
            # A row wider than the view would be laid out for an invisible width.
            wide = min(wide, area.viewport().width() - 24)
        return wide - s.label - DOT_COLUMN - 8 - s.control

    def _refresh(self) -> None:
        """Lay out the fields again if the values need other lines. Otherwise only show the values."""
        sections = layout_sections(
            self._parts,
            self._table,
            self._axes,
            room=self._row_width(),
            measure=theme.text_width,
            essential_only=self._essential,
            unfolded=self._unfolded,
        )
        focused = self._focused_path()
        if [s.title for s in sections] != [s.title for s in self._layout]:
            self._make_folds(sections)
        before = {section.title: section.lines for section in self._layout}
        self._layout = sections
        for section in sections:
            built = section.title in self._rows
            if built and before.get(section.title) != section.lines:
                self._make_rows(section)
            elif built:
                for row in self._rows[section.title]:
                    row.show_values(self._table, self._axes)
        self._show_all()
        if focused and self._focused_path() != focused:
            self._focus_row(focused)
        self._later.start()

    def _show_all(self) -> None:
        for row in self._field_rows():
            row.show_changes(self._base, self._is_changed)
        self._show_known()
        self._place_problems()
        self._show_states()

    def _make_folds(self, sections: Sequence[FormSection]) -> None:
        fold_states = {title: fold.is_open() for title, fold in self._folds.items()}
        clear_layout(self._column, keep=1)
        self._folds, self._rows, self._layout = {}, {}, []
        for index, section in enumerate(sections):
            fold = FoldSection(tr_engine(section.title), open=fold_states.get(section.title, section.open))
            fold.toggled.connect(lambda _open: self._later.start())
            self._folds[section.title] = fold
            self._column.insertWidget(index, fold)

    def _build_next(self) -> None:
        """Build the rows of one open fold without rows: a long form takes several short turns instead of one long
        turn.
        """
        for section in self._layout:
            if section.title not in self._rows and self._folds[section.title].is_open():
                self._make_rows(section)
                self._show_all()
                return
        self._later.stop()

    def build(self) -> None:
        """Build the rows of all folds now."""
        for section in self._layout:
            if section.title not in self._rows:
                self._make_rows(section)
        self._show_all()

    def _make_rows(self, section: FormSection) -> None:
        body = self._folds[section.title].body
        clear_layout(body)
        rows = [self._make_row(line) for line in section.lines]
        for widget in frame_records(rows):
            body.addWidget(widget)
        self._rows[section.title] = rows

    def _make_row(self, line: FormLine) -> AnyFormRow:
        if line.list_field is not None:
            head = RecordRow(line, self._sources)
            head.action_requested.connect(self._rearrange)
            head.unfold_toggled.connect(self._unfold)
            head.fix_requested.connect(self._set_value)
            head.help_requested.connect(lambda: self.row_help_requested.emit(head))
            head.show_values(self._table, self._axes)
            return head
        row = FormRow(line, self._sources)
        row.show_values(self._table, self._axes)
        row.edited.connect(self._edited)
        row.axis_edited.connect(self._axis_edited)
        row.sweep_requested.connect(self._toggle_sweep)
        row.reset_requested.connect(lambda path: self.reset([path]))
        row.typed_problem.connect(self.problems_changed)
        row.fix_requested.connect(self._set_value)
        row.message.changed.connect(self.messages_changed)
        row.help_requested.connect(lambda: self.row_help_requested.emit(row))
        return row

    def _show_states(self) -> None:
        with_problems = {where[0] for path in self._findings if (where := self._place_of(path)) is not None}
        for section in self._layout:
            cells = [cell for line in section.lines for cell in line.cells]
            if not cells:
                continue
            changes = sum(map(self._differs, cells))
            unchanged = tr("defaults") if self._base is None else tr("unchanged")
            changes_text = tr("{changes} changed", changes=changes) if changes else unchanged
            if section.title in with_problems:
                text = tr("needs attention")
            elif section.title in self._states:
                text = self._states[section.title]
            elif section.title == ADVANCED:
                text = tr_n("{n} field, {changes}", "{n} fields, {changes}", len(cells), changes=changes_text)
            elif (on := self._enabled_labels(cells)) is not None:
                text = ", ".join(on) or tr("none")
            else:
                first = self._state(cells[0])
                text = f"{first}, {changes_text}" if changes and len(cells) > 1 else first
            self._folds[section.title].set_state(text)

    def _differs(self, cell: FormCell) -> bool:
        """Return whether a field differs from the base or, in a form without one, from its default."""
        if self._base is not None:
            return self._is_changed(cell.path)
        return bool(value_at(self._table, cell.path) != default_of(cell.meta))

    def _enabled_labels(self, cells: Sequence[FormCell]) -> list[str] | None:
        """Return the labels of the enabled fields in a fold of two or more optional fields, else None."""
        chosen = [cell.path for cell in cells if cell.meta.kind == "choice"]
        own = [cell for cell in cells if not any(cell.path.startswith(f"{path}.") for path in chosen)]
        if len(own) < 2 or not all(is_optional(cell.meta) for cell in own):
            return None
        on = [active_label(cell.meta, value_at(self._table, cell.path)) for cell in own]
        return [label for label in on if label]

    def _state(self, cell: FormCell) -> str:
        """Return the text of a fold about its first field. A suggested value appears with its label."""
        value, source = value_at(self._table, cell.path), self._sources.get(cell.meta.suggest)
        items = source.known() if source is not None and isinstance(value, str) else ()
        return next((each.label for each in items if each.value == value), section_state(cell.meta, value))

    def _focused_path(self) -> str:
        widget = QApplication.focusWidget()
        while widget is not None and widget is not self:
            if isinstance(widget, FormRow | RecordRow):
                return widget.focused_path()
            widget = widget.parentWidget()
        return ""

    def _place_of(self, path: str) -> tuple[str, int] | None:
        """Return (fold, line) of the field at ``path``, else of the nearest field above it, else of the first below
        it.
        """
        if not self._has_path(path):
            return None
        return find_line(self._layout, path)

    def _row_for(self, path: str) -> AnyFormRow | None:
        """Return the row of ``_place_of``, building it if necessary."""
        place = self._place_of(path)
        if place is None:
            return None
        title, index = place
        if title not in self._rows:
            self._make_rows(next(section for section in self._layout if section.title == title))
            self._show_all()
        return self._rows[title][index]

    def _focus_row(self, path: str) -> bool:
        if record := self._folded_record(path):
            self._unfold(record, True)
        place, row = self._place_of(path), self._row_for(path)
        if place is None or row is None:
            return False
        self._folds[place[0]].set_open(True)
        row.focus(path)
        return True

    def _place_problems(self) -> None:
        placed: dict[tuple[str, int], tuple[str, SpecFinding]] = {}
        for path, finding in self._findings.items():
            where = self._place_of(path)
            if where is not None and (
                where not in placed or (finding.blocks and not placed[where][1].blocks)
            ):
                placed[where] = (path, finding)
        for title, rows in self._rows.items():
            for index, row in enumerate(rows):
                path, placed_finding = placed.get((title, index), ("", None))
                row.show_finding(path, placed_finding)
        self.messages_changed.emit()

    def refit(self) -> None:
        """Lay out the lines for the present width. Call this when the view around the form has changed size."""
        if self._layout:
            self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._was_shown = True
        if self._layout and event.size().width() != event.oldSize().width():
            self._refresh()

    def _has_path(self, path: str) -> bool:
        return any(
            path == part.prefix
            or path.startswith(f"{part.prefix}.")
            or (not part.prefix and path.split(".")[0] in part.names)
            for part in self._parts
        )

    # -- lists of records ----------------------------------------------------------------------------------

    def _edited(self, path: str, value: object) -> None:
        before = value_at(self._table, path)
        self._set_value(path, value)
        kind = self.field(path).meta_of(path).kind
        if kind == "models" and isinstance(value, list) and len(value) > len(before or []):
            self._focus_row(f"{path}.{len(value) - 1}")

    def _folded_record(self, path: str) -> str:
        """Return the record whose folded advanced fields include ``path``, or ""."""
        if path in self.paths() or value_at(self._table, path, _NONE) is _NONE:
            return ""
        records = [line.record for section in self._layout for line in section.lines if line.list_field]
        return next((r for r in records if path.startswith(f"{r}.") and r not in self._unfolded), "")

    def _unfold(self, record: str, on: bool) -> None:
        (self._unfolded.add if on else self._unfolded.discard)(record)
        self._refresh()

    def _rearrange(self, record: str, action: str) -> None:
        """Move or remove a record, together with its sweeps and its unfolded state."""
        listed, _, number = record.rpartition(".")
        records, order = rearrange_records(value_at(self._table, listed), int(number), action)
        below = f"{listed}."
        axes = {path: values for path, values in self._axes.items() if path.startswith(below)}
        for path in axes:
            self._set_axis(path, None)
        unfolded = {renumber_path(path, listed, order) for path in self._unfolded if path.startswith(below)}
        self._unfolded = {path for path in self._unfolded if not path.startswith(below)} | (unfolded - {""})
        self._set_value(listed, records)
        for path, values in axes.items():
            if new := renumber_path(path, listed, order):
                self._set_axis(new, values)
        self._focus_record(listed, order.get(int(number), min(int(number), len(records) - 1)), action)

    def _focus_record(self, listed: str, number: int, action: str) -> None:
        row = self._row_for(f"{listed}.{number}") if number >= 0 else self._row_for(listed)
        if isinstance(row, RecordRow):
            row.focus_action(action)
        elif row is not None:
            row.focus(listed)

    # -- changes -------------------------------------------------------------------------------------------

    def _is_changed(self, path: str) -> bool:
        if self._base is None:
            return False
        if self._axes.get(path) != self._base_axes.get(path):
            return True
        value = value_at(self._table, path, _NONE)
        before = value_at(self._base, path, _NONE)
        if before is _NONE:
            meta = next(cell.meta for cell in self._cells() if cell.path == path)
            return bool(value != default_of(meta))
        if isinstance(value, dict) and isinstance(before, dict):
            return value.get("kind") != before.get("kind")  # its fields are compared on their own
        if isinstance(value, list) and isinstance(before, list) and len(value) == len(before):
            inside = [own for own in self.paths() if own.startswith(f"{path}.")]
            if any(self._is_changed(own) for own in inside):
                return False
        return bool(value != before)

    def _set_value(self, path: str, value: object) -> None:
        assign_value(self._table, path, copy.deepcopy(value))
        for axis in [
            p for p in self._axes if p.startswith(f"{path}.") and value_at(self._table, p, _NONE) is _NONE
        ]:
            self._set_axis(axis, None)
        self._refresh()
        self.value_changed.emit(path, value)

    def _axis_edited(self, path: str, values: list[object]) -> None:
        self._set_axis(path, values or None)

    def _set_axis(self, path: str, values: Sequence[object] | None) -> None:
        before = self._axes.get(path)
        if values is None:
            self._axes.pop(path, None)
        else:
            self._axes[path] = list(values)
        first = (values or before or [_NONE])[0]
        keeps = first is not _NONE and value_at(self._table, path, _NONE) not in (first, _NONE)
        if keeps:
            # The design's own value is always the first value of the sweep.
            assign_value(self._table, path, copy.deepcopy(first))
        self._refresh()
        self.axis_changed.emit(path, None if values is None else list(values))
        if keeps:
            self.value_changed.emit(path, first)

    def _toggle_sweep(self, path: str, on: bool) -> None:
        if not on:
            self._set_axis(path, None)
            return
        value = value_at(self._table, path)
        offer = suggest_sweep_value(self.field(path).meta_of(path), value)
        self._set_axis(path, [value] if offer is None else [value, offer])
        self.field(path).focus(path)
