"""One control per kind of value. Each editor has ``value()``, ``set_value()``, ``changed(value)`` and
``problem(text)``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import overload

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.spec.describe import FieldMeta, as_option, defaults, switch_option
from engine.spec.wording import PERCENT, percent_of
from workbench.engine_texts import display_range, format_value, label_of, option_tooltip, tooltip
from workbench.forms.chips import OptionChips
from workbench.forms.records import ListControl, new_record
from workbench.forms.suggestions import SuggestionBox, SuggestionSource, SuggestionSources
from workbench.language import tr
from workbench.look import formats
from workbench.widgets import CheckBox, ChipRow, ComboBox, NumberField, TextField, parse_values


class Editor(QObject):
    """A control that holds one plain value.

    ``changed`` carries the value after a change by the *user*. ``problem`` carries a sentence when the typed text is
    not a valid value, and "" when it is valid again.
    """

    changed = Signal(object)
    problem = Signal(str)

    def __init__(self, meta: FieldMeta, widget: QWidget) -> None:
        super().__init__(widget)
        self.meta, self.widget = meta, widget
        widget.setAccessibleName(meta.label)
        widget.setToolTip(tooltip(meta))

    def value(self) -> object:
        """Return the plain value shown."""
        raise AssertionError(f"{type(self).__name__} holds no value")

    def set_value(self, value: object) -> None:
        """Show ``value`` without a signal."""
        raise AssertionError(f"{type(self).__name__} shows no value")

    def set_unfit(self, reasons: Mapping[str, str]) -> None:
        """Grey out the choices in ``reasons`` and show the reason. Editors without choices do nothing."""

    def set_automatic(self, value: str) -> None:
        """Show the value that "automatic" resolves to, "" if unknown. Editors without an automatic value do nothing."""

    def set_state(self, state: str) -> None:
        """Mark the control with ``error`` or ``warning``. "" is normal."""
        if isinstance(self.widget, TextField):
            self.widget.set_state(state)


class NumberEditor(Editor):
    """A number; the row shows its unit. It may be empty if optional, and 0 may be shown as a word.

    A share is shown in percent. Its value stays a share.
    """

    def __init__(self, meta: FieldMeta) -> None:
        width = 132 if meta.zero else 64  # "automatic (512)"
        self._field = NumberField(
            None,
            _shown(meta, meta.minimum),
            _shown(meta, meta.maximum),
            meta.kind == "int",
            meta.log,
            _step(meta) * (PERCENT if meta.is_share else 1),
            meta.label,
            width=width,
        )
        super().__init__(meta, self._field)
        self._value: object = meta.default
        if meta.optional or meta.zero:
            self._field.setPlaceholderText(tr("none") if meta.optional else meta.zero)
        self._field.value_changed.connect(self._edited)
        self._field.problem_changed.connect(self.problem)
        if meta.optional or meta.zero:
            self._field.textEdited.connect(self._maybe_empty)

    def value(self) -> object:
        return self._value

    def set_value(self, value: object) -> None:
        # An unchanged number keeps the spelling of the user ("2.0e-5").
        shown = _shown(self.meta, value) if isinstance(value, int | float) else None
        if value != self._value or self._field.value() != shown:
            self._value = value
            word = bool(self.meta.zero) and value == 0  # the field is empty then and shows its placeholder
            self._field.set_value(None if word else shown)

    def set_automatic(self, value: str) -> None:
        if self.meta.zero and not self.meta.optional:
            word = self.meta.zero
            self._field.setPlaceholderText(f"{word} ({value})" if value else word)

    def _edited(self, value: float) -> None:
        self._value = int(value) if self.meta.kind == "int" else _stored(self.meta, value)
        self.changed.emit(self._value)

    def _maybe_empty(self, text: str) -> None:
        if not text.strip():
            self._field.set_value(None)
            self._value = None if self.meta.optional else 0
            self.problem.emit("")
            self.changed.emit(self._value)


@overload
def _shown(meta: FieldMeta, value: float) -> float: ...
@overload
def _shown(meta: FieldMeta, value: None) -> None: ...
def _shown(meta: FieldMeta, value: float | None) -> float | None:
    """Return a number as the form shows it: a share in percent."""
    return percent_of(value) if meta.is_share and value is not None else value


def _stored(meta: FieldMeta, shown: float) -> float:
    """Return the value of a number shown in the form."""
    return round(shown / PERCENT, 12) if meta.is_share else float(shown)


def _step(meta: FieldMeta) -> float:
    """Return the step of an arrow key: 1 for counts, a twentieth for shares, less for smaller numbers."""
    start = meta.default
    if meta.kind == "int" or not isinstance(start, int | float) or start >= 1:
        return 1
    if start >= 0.05:
        return 0.05
    return 0.01 if start <= 0 else 10.0 ** math.floor(math.log10(start))


class SwitchEditor(Editor):
    """On or off."""

    def __init__(self, meta: FieldMeta) -> None:
        self._box = CheckBox("")
        super().__init__(meta, self._box)
        self._box.clicked.connect(lambda on: self.changed.emit(bool(on)))

    def value(self) -> bool:
        return self._box.isChecked()

    def set_value(self, value: object) -> None:
        self._box.setChecked(bool(value))


class TextEditor(Editor):
    """A line of text."""

    def __init__(self, meta: FieldMeta) -> None:
        self._line = TextField("", meta.zero, meta.label, width=None if meta.role == "label" else 232)
        super().__init__(meta, self._line)
        if meta.role != "label":
            self._line.allow_shrinking()
        self._line.textEdited.connect(lambda text: self.changed.emit(text))

    def value(self) -> str:
        return self._line.text()

    def set_value(self, value: object) -> None:
        if self._line.text() != str(value):
            self._line.setText(str(value))
            self._line.setCursorPosition(0)


class SuggestionEditor(Editor):
    """A value chosen from suggestions, typed or browsed for."""

    def __init__(self, meta: FieldMeta, source: SuggestionSource) -> None:
        self.box = SuggestionBox(meta.label, source)
        super().__init__(meta, self.box)
        self.box.allow_shrinking()
        self.box.set_help(tooltip(meta))
        line = self.box.lineEdit()
        if meta.zero and line is not None:
            line.setPlaceholderText(meta.zero)
        self.box.chosen.connect(lambda value: self.changed.emit(value))

    def value(self) -> str:
        return self.box.value()

    def set_value(self, value: object) -> None:
        self.box.set_value(str(value))


class LiteralEditor(Editor):
    """One of a few words."""

    def __init__(self, meta: FieldMeta) -> None:
        self._combo = ComboBox([(label, value) for value, label in meta.choices.items()], meta.label)
        super().__init__(meta, self._combo)
        self._combo.allow_shrinking()
        self.set_unfit({})
        self._combo.activated.connect(lambda _index: self.changed.emit(self.value()))

    def value(self) -> object:
        return self._combo.currentData()

    def set_value(self, value: object) -> None:
        self._combo.set_current(value)

    def set_unfit(self, reasons: Mapping[str, str]) -> None:
        for index, value in enumerate(self.meta.choices):
            self._combo.set_choice_enabled(index, value not in reasons, reasons.get(value, ""))

    def set_automatic(self, value: str) -> None:
        if (place := self._combo.findData("auto")) >= 0:
            word = self.meta.choices["auto"]
            self._combo.setItemText(place, f"{word} ({value})" if value else word)


class KindEditor(Editor):
    """The chosen option of a family. The fields of the option have their own editors. The value is the option's
    table.
    """

    def __init__(self, meta: FieldMeta) -> None:
        self._combo = ComboBox(
            [(label_of(option), kind) for kind, option in meta.options().items()], meta.label
        )
        super().__init__(meta, self._combo)
        self._combo.allow_shrinking()
        self.set_unfit({})
        self._table: dict[str, object] = as_option(meta.default)
        self._left: dict[str, dict[str, object]] = {}
        self._combo.activated.connect(lambda _index: self._chosen())

    def value(self) -> dict[str, object]:
        return dict(self._table)

    def set_value(self, value: object) -> None:
        self._table = as_option(value)
        if not self._combo.set_current(self._table.get("kind")):
            self._combo.setCurrentIndex(-1)
        help = option_tooltip(self.meta, str(self._table.get("kind", "")))
        self.widget.setToolTip(f"{tooltip(self.meta)}\n{help}".strip())

    def set_unfit(self, reasons: Mapping[str, str]) -> None:
        for index, kind in enumerate(self.meta.options()):
            tip = reasons.get(kind) or option_tooltip(self.meta, kind)
            self._combo.set_choice_enabled(index, kind not in reasons, tip)

    def _chosen(self) -> None:
        kind = str(self._combo.currentData())
        if kind != self._table.get("kind"):
            # Choosing an earlier option again restores its numbers.
            self._left[str(self._table.get("kind"))] = self._table
            self.set_value(self._left.get(kind) or switch_option(self.meta, self._table, kind))
            self.changed.emit(self.value())


class TextListEditor(Editor):
    """A list of words, names or paths, as chips."""

    def __init__(self, meta: FieldMeta) -> None:
        self._row = ChipRow(meta.label, parse=_words, format=str)
        for line in self._row.findChildren(QLineEdit):
            line.setPlaceholderText(tr("one, another"))
            line.setToolTip(tr("Several values, separated by commas"))
        super().__init__(meta, self._row)
        self._row.values_changed.connect(lambda values: self.changed.emit([str(v) for v in values]))
        self._row.problem_changed.connect(self.problem)

    def value(self) -> list[str]:
        return [str(v) for v in self._row.values()]

    def set_value(self, value: object) -> None:
        self._row.set_values([str(v) for v in _listed(value)])

    def add(self, values: list[str]) -> None:
        """Add ``values`` as if they were typed."""
        fresh = [v for v in values if v not in self.value()]
        if fresh:
            self.set_value([*self.value(), *fresh])
            self.changed.emit(self.value())


class RecordListEditor(Editor):
    """A list of records, whose fields have their own editors. The value is the whole list."""

    def __init__(self, meta: FieldMeta, sources: SuggestionSources) -> None:
        self._list, self._sources = ListControl(meta), sources
        super().__init__(meta, self._list)
        self._list.added.connect(self.add)

    def value(self) -> list[dict[str, object]]:
        return self._list.records()

    def set_value(self, value: object) -> None:
        self._list.set_records([dict(each) for each in _listed(value) if isinstance(each, dict)])

    def add(self) -> None:
        """Add a record, as the button does."""
        records = self.value()
        self.set_value([*records, new_record(self.meta, records, self._sources)])
        self.changed.emit(self.value())


def _listed(value: object) -> list[object]:
    """Return ``value`` if it is a list, else an empty list."""
    return list(value) if isinstance(value, list | tuple) else []


def _words(text: str) -> list[str]:
    words = [part.strip() for part in text.replace(";", ",").split(",")]
    return [part for part in words if part]


class SweepEditor(Editor):
    """The values of a sweep: numbers and words are typed, options chosen from a menu. The value is their list."""

    def __init__(self, meta: FieldMeta, source: SuggestionSource | None = None) -> None:
        row: ChipRow | OptionChips
        if source is not None and source.only:
            row = OptionChips(
                meta.label,
                lambda value: next((k.label for k in source.known() if k.value == value), str(value)),
                lambda: [k.value for k in source.known()],
            )
        elif meta.kind in ("choice", "literal", "bool"):
            row = OptionChips(meta.label, lambda value: format_value(meta, value), lambda: known_values(meta))
        else:
            parse: Callable[[str], Sequence[object]] = number_parser(meta) if meta.is_number else _words
            row = ChipRow(meta.label, parse=parse, format=lambda value: format_value(meta, value))
            row.problem_changed.connect(lambda text: self.problem.emit(text))
        self._row = row
        super().__init__(meta, row)
        row.values_changed.connect(lambda values: self.changed.emit(values))

    def value(self) -> list[object]:
        return self._row.values()

    def set_value(self, value: object) -> None:
        self._row.set_values(_listed(value))

    def add(self, text: str) -> bool:
        """Add typed values and return whether they are valid. Options cannot be typed: use the menu."""
        return self._row.add(text) if isinstance(self._row, ChipRow) else False


def known_values(meta: FieldMeta) -> list[object]:
    """Return all values of a field with few values: options with their defaults, words, on and off."""
    if meta.kind == "choice":
        return [defaults(option) for option in meta.options().values()]
    if meta.kind == "literal":
        return list(meta.choices)
    return [True, False] if meta.kind == "bool" else []


def number_parser(meta: FieldMeta) -> Callable[[str], list[object]]:
    """Return a parser of the numbers allowed in a field. Its ValueError names the first invalid one."""

    def parse(text: str) -> list[object]:
        values: list[object] = []
        for typed in parse_values(text.replace("%", "") if meta.is_share else text):
            value = _stored(meta, typed) if meta.is_share else typed
            is_integer = float(value).is_integer()
            low, high = meta.minimum, meta.maximum
            below = low is not None and (value < low or (meta.excludes_minimum and value == low))
            above = high is not None and (value > high or (meta.excludes_maximum and value == high))
            if below or above:
                raise ValueError(
                    tr(
                        "{value} is not allowed here: it must be {range}.",
                        value=format_value(meta, value),
                        range=display_range(meta),
                    )
                )
            if meta.kind == "int" and not is_integer:
                raise ValueError(tr("{value} is not a whole number.", value=formats.plain(value)))
            values.append(int(value) if meta.kind == "int" else float(value))
        return values

    return parse


def editor_for(meta: FieldMeta, swept: bool, sources: SuggestionSources) -> Editor:
    """Return the editor of a field. ``sources`` are the lists of suggestions by name."""
    if swept:
        return SweepEditor(meta, sources.get(meta.suggest))
    if meta.is_number:
        return NumberEditor(meta)
    if meta.kind == "models":
        return RecordListEditor(meta, sources)
    if meta.kind == "str" and meta.suggest in sources:
        return SuggestionEditor(meta, sources[meta.suggest])
    editors: dict[str, Callable[[FieldMeta], Editor]] = {
        "bool": SwitchEditor,
        "str": TextEditor,
        "literal": LiteralEditor,
        "choice": KindEditor,
        "strings": TextListEditor,
    }
    return editors[meta.kind](meta)
