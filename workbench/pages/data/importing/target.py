"""What the labels of a data set are: one class, several labels, ordered classes, probabilities, a number."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.spec.targets import ClassTarget, Target
from workbench.engine_texts import describe_fields, label_of
from workbench.language import tr
from workbench.pages.data.importing.format import wide
from workbench.widgets import ComboBox, FieldRow, TextField
from workbench.widgets.arrange import arrange_rows


class TargetForm(QWidget):
    """Rows for the kind of the labels and for each of its settings; ``changed`` when the user changes one.

    The rows come from the targets' own declarations, so a new kind of label needs nothing here. A list is written with
    commas between its entries.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[FieldRow] = []
        self._fields: dict[str, TextField] = {}
        self.kind = wide(ComboBox([], tr("Labels are")))
        self.row = FieldRow(tr("Labels are"), self.kind, help=tr("What the label column holds."))
        self._column = arrange_rows(self.row, on=self)
        self.kind.activated.connect(lambda _index: self._chosen())
        self.begin()

    def begin(self, target: Target | None = None) -> None:
        """Start with ``target``, by default one class for each text."""
        target = target or ClassTarget()
        known = sorted(Target.known_options().items(), key=lambda each: each[1] is not ClassTarget)
        self.kind.set_choices([(label_of(option), kind) for kind, option in known])
        self.kind.set_current(target.kind)
        self._rebuild(target)

    def target(self) -> Target:
        """Return what the rows say.

        Raises ValidationError where they contradict each other.
        """
        settings: dict[str, object] = {}
        for meta in describe_fields(self._option()):
            text = self._fields[meta.name].text()
            if isinstance(meta.default, list):
                settings[meta.name] = [part.strip() for part in text.split(",") if part.strip()]
            elif text:
                settings[meta.name] = text
        return self._option().model_validate(settings)

    def has_own_columns(self) -> bool:
        """Return whether the labels stand in columns named here, so that the label column means nothing."""
        try:
            return bool(self.target().label_columns())
        except ValidationError:
            return False

    def has_classes(self) -> bool:
        """Return whether labels of this kind are classes, or hold them."""
        return self._option().has_classes

    def own_columns(self, names: Sequence[str]) -> list[int]:
        """Return which of the file's columns ``names`` are named here as labels, 0-based; empty for none."""
        try:
            columns = self.target().label_columns()
        except ValidationError:
            return []
        return [names.index(name) for name in columns if name in names]

    def _option(self) -> type[Target]:
        return Target.known_options()[str(self.kind.currentData())]

    def _chosen(self) -> None:
        self._rebuild(Target.choose(str(self.kind.currentData())))
        self.changed.emit()

    def _rebuild(self, target: Target) -> None:
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows, self._fields = [], {}
        for meta in describe_fields(type(target)):
            value: object = getattr(target, meta.name)
            shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            field = TextField(shown, name=meta.label)
            field.editingFinished.connect(self.changed)
            row = FieldRow(meta.label, field, help=meta.help)
            self._fields[meta.name] = field
            self._rows.append(row)
            self._column.addWidget(row)
