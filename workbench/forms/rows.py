"""One line of a form: a field row with one or more editors, its change dot, sweep switch and message."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu, QWidget

from engine.spec.checks.cross_field import SpecFinding
from engine.spec.describe import FieldMeta, SpecTable, value_at
from engine.spec.wording import suggest_sweep_value
from workbench.engine_texts import format_value, tooltip, unit_text
from workbench.forms.editors import Editor, SweepEditor, TextListEditor, editor_for
from workbench.forms.layout import FormCell, FormLine
from workbench.forms.records import finding_words
from workbench.forms.suggestions import SuggestionSources
from workbench.language import tr
from workbench.look import theme
from workbench.widgets import Button, FieldRow


class UndoKeyFilter(QObject):
    """Pass the keys of undo and redo from a text field to the window's actions."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        lines = [widget] if isinstance(widget, QLineEdit) else widget.findChildren(QLineEdit)
        for line in lines:
            line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo_keys = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
            if any(event.matches(key) for key in undo_keys):
                event.ignore()
                return True
        return super().eventFilter(watched, event)


class FormRow(FieldRow):
    """A line of a form over one or more fields.

    Signals carry the field's path: ``edited(path, value)``, ``axis_edited(path, values)``,
    ``sweep_requested(path, on)``, ``reset_requested(path)``, ``fix_requested(path, value)`` (the message's remedy)
    and ``typed_problem()``.
    """

    edited = Signal(str, object)
    axis_edited = Signal(str, list)
    sweep_requested = Signal(str, bool)
    reset_requested = Signal(str)
    fix_requested = Signal(str, object)
    typed_problem = Signal()

    def __init__(self, line: FormLine, sources: SuggestionSources, parent: QWidget | None = None) -> None:
        self.line = line
        candidates = [cell for cell in line.cells if sweepable(cell.meta)]
        super().__init__(line.label, help=tooltip(line.cells[0].meta), sweep=bool(candidates), parent=parent)
        self._candidates = candidates
        self._editors: dict[str, Editor] = {}
        self._typed_errors: dict[str, str] = {}
        self._finding: tuple[str, SpecFinding] | None = None
        self._offer: Button | None = None
        self._base: SpecTable | None = None
        for index, cell in enumerate(line.cells):
            self._add_cell(cell, index, sources)
        self.set_sweep(any(cell.swept for cell in line.cells))
        self.sweep_toggled.connect(self._sweep_clicked)
        self.remedy.connect(self._apply_fix)
        self._write_label()

    def _add_cell(self, cell: FormCell, place: int, sources: SuggestionSources) -> None:
        editor = editor_for(cell.meta, cell.swept, sources)
        self._editors[cell.path] = editor
        wide = (
            cell.swept
            or cell.meta.kind == "strings"
            or (cell.meta.kind == "str" and cell.meta.role == "label")
        )
        self.add_control(editor.widget, cell.meta.label if place else "", stretch=1 if wide else 0)
        if cell.meta.unit and not cell.swept:
            self.add_text(unit_text(cell.meta))
        UndoKeyFilter(editor.widget)
        editor.problem.connect(partial(self._set_typed_problem, cell.path))
        if cell.swept:
            editor.changed.connect(partial(self.axis_edited.emit, cell.path))
        else:
            editor.changed.connect(partial(self.edited.emit, cell.path))
        if isinstance(editor, TextListEditor) and cell.meta.suggest in sources:
            self._add_browse(editor, sources[cell.meta.suggest].filters)
        if place == 0 and cell.meta.log and not cell.swept and not cell.meta.advanced:
            self._offer = Button("", icon="plus")
            self._offer.setObjectName("offer")
            self._offer.setProperty("dashed", "true")
            self._offer.clicked.connect(lambda: self.sweep_requested.emit(cell.path, True))
            self.add_control(self._offer)

    def _add_browse(self, editor: TextListEditor, filters: str) -> None:
        button = Button(tr("Browse…"), tip=tr("Choose files for {label}", label=editor.meta.label))
        button.clicked.connect(
            lambda: editor.add(QFileDialog.getOpenFileNames(self, tr("Choose files"), "", filters)[0])
        )
        self.add_control(button)

    def _write_label(self) -> None:
        s, label = theme.sizes(), self.line.label
        indent = 16 if self.line.indent else 0
        wide = s.label - (8 if self.line.record else 0)  # the inset of a record's frame
        self.label.setFixedWidth(wide)
        self.label.setIndent(indent)
        self.label.setText(
            theme.metrics("body").elidedText(label, Qt.TextElideMode.ElideRight, wide - indent - 4)
        )
        self.label.setAccessibleName(label)

    # -- values --------------------------------------------------------------------------------------------

    def editor(self, path: str) -> Editor:
        """Return the editor of the field at ``path``."""
        return self._editors[path]

    def meta_of(self, path: str) -> FieldMeta:
        """Return the description of the field at ``path``."""
        return self._editors[path].meta

    def values(self) -> dict[str, object]:
        """Return the values of the controls, by path. An option's table comes before the fields of the option."""
        return {cell.path: self._editors[cell.path].value() for cell in self.line.cells if not cell.swept}

    def axis_values(self) -> dict[str, list[object]]:
        """Return the values of the swept fields, by path."""
        by_path = {cell.path: self._editors[cell.path].value() for cell in self.line.cells if cell.swept}
        return {path: values for path, values in by_path.items() if isinstance(values, list)}

    def show_values(self, table: SpecTable, axes: Mapping[str, Sequence[object]]) -> None:
        """Show what ``table`` and ``axes`` hold for these fields."""
        for cell in self.line.cells:
            value = axes[cell.path] if cell.swept else value_at(table, cell.path)
            if cell.path not in self._typed_errors:
                self._editors[cell.path].set_value(value)
        if self._offer is not None:
            cell = self.line.cells[0]
            offer = suggest_sweep_value(cell.meta, value_at(table, cell.path))
            self._offer.setVisible(offer is not None)
            if offer is not None:
                text = format_value(cell.meta, offer)
                name = cell.meta.label.lower()
                self._offer.set_text(text)
                self._offer.set_tip(tr("Run {field} {value} as well, and compare", field=name, value=text))
                self._offer.setAccessibleName(self._offer.toolTip())

    def show_unfit(self, reasons: Mapping[str, Mapping[str, str]]) -> None:
        """Grey out choices of these fields. ``reasons`` are by path and choice."""
        for path, editor in self._editors.items():
            editor.set_unfit(reasons.get(path, {}))

    def show_automatic(self, values: Mapping[str, str]) -> None:
        """Show the automatically chosen values in empty fields, by path."""
        for path, editor in self._editors.items():
            editor.set_automatic(values.get(path, ""))

    def show_changes(self, base: SpecTable | None, is_changed: Callable[[str], bool]) -> None:
        """Show the dot if any of the fields differs from ``base``."""
        self._base = base
        paths = [cell.path for cell in self.line.cells if is_changed(cell.path)]
        text = ""
        if base is not None and paths:
            text = format_value(self.meta_of(paths[0]), value_at(base, paths[0]))
        self.set_changed(bool(paths), text)

    # -- messages ------------------------------------------------------------------------------------------

    def typed_problems(self) -> dict[str, str]:
        """Return the errors of invalid typed texts, by path."""
        return dict(self._typed_errors)

    def forget_typed(self, table: SpecTable, axes: Mapping[str, Sequence[object]]) -> None:
        """Restore the values of fields with invalid typed text."""
        if self._typed_errors:
            self._typed_errors = {}
            self.show_values(table, axes)
            self._show_message()

    def show_finding(self, path: str, finding: SpecFinding | None) -> None:
        """Show a message. Errors of typed text take precedence."""
        self._finding = None if finding is None else (path, finding)
        self._show_message()

    def _set_typed_problem(self, path: str, text: str) -> None:
        before = dict(self._typed_errors)
        if text:
            self._typed_errors[path] = text
        else:
            self._typed_errors.pop(path, None)
        self._show_message()
        if self._typed_errors != before:
            self.typed_problem.emit()

    def _show_message(self) -> None:
        if self._typed_errors:
            self.set_message("error", next(iter(self._typed_errors.values())))
        elif self._finding is not None:
            self.set_message(*finding_words(self._finding[1]))
        else:
            self.clear_message()
        for path, editor in self._editors.items():
            wrong = path in self._typed_errors
            at = self._finding is not None and (self._finding[0] == path or len(self._editors) == 1)
            level = "error" if wrong else ""
            if at and self._finding is not None and not wrong:
                level = "error" if self._finding[1].blocks else "warning"
            editor.set_state(level)

    def _apply_fix(self) -> None:
        if self._finding is not None and self._finding[1].fix is not None:
            self.fix_requested.emit(*self._finding[1].fix)

    # -- sweeps, reset, focus ------------------------------------------------------------------------------

    def _sweep_clicked(self, on: bool) -> None:
        swept = [cell for cell in self.line.cells if cell.swept]
        if swept:
            self.sweep_requested.emit(swept[0].path, False)
        elif len(self._candidates) == 1:
            self.sweep_requested.emit(self._candidates[0].path, True)
        else:
            self.set_sweep(False)
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            for cell in self._candidates:
                menu.addAction(
                    tr("Several values of {label}", label=cell.meta.label),
                    partial(self.sweep_requested.emit, cell.path, True),
                )
            menu.popup(self.sweep.mapToGlobal(self.sweep.rect().bottomLeft()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for cell in self.line.cells:
            if self.is_changed() and self._base is not None:
                before = value_at(self._base, cell.path)
                text = tr(
                    "Revert: {field} {value}",
                    field=cell.meta.label.lower(),
                    value=format_value(cell.meta, before),
                )
                menu.addAction(text, partial(self.reset_requested.emit, cell.path))
            if cell in self._candidates:
                text = (
                    tr("One value of {label}", label=cell.meta.label)
                    if cell.swept
                    else tr("Several values of {label}", label=cell.meta.label)
                )
                menu.addAction(text, partial(self.sweep_requested.emit, cell.path, not cell.swept))
        if menu.isEmpty():
            menu.deleteLater()
        else:
            menu.popup(event.globalPos())

    def help(self) -> str:
        """Return the help of the focused field, else of the first one."""
        return self.meta_of(self.focused_path()).help

    def focused_path(self) -> str:
        """Return the path of the field whose control has the focus, or of the first one."""
        widget = QApplication.focusWidget()
        for path, editor in self._editors.items():
            if widget is not None and (widget is editor.widget or editor.widget.isAncestorOf(widget)):
                return path
        return self.line.cells[0].path

    def focus(self, path: str) -> None:
        """Focus the control of the field at ``path``, or the first one if the row does not have it."""
        editor = self._editors.get(path) or self._editors[self.line.cells[0].path]
        target = editor.widget
        if isinstance(editor, SweepEditor):
            inside = [w for w in target.findChildren(QWidget) if w.focusPolicy() != Qt.FocusPolicy.NoFocus]
            target = next((w for w in inside if w.isVisible()), target)
        target.setFocus(Qt.FocusReason.OtherFocusReason)


def sweepable(meta: FieldMeta) -> bool:
    """Return whether a field can be swept: it affects results and holds one value."""
    return meta.role == "what" and (meta.is_scalar or meta.kind == "choice") and not meta.optional
