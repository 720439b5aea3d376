"""Alternatives with names of their own, as a recipe's sweep may have them: chips above the form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.spec.sweep import Variant, has_variants
from workbench.forms.chips import OptionChips
from workbench.language import tr, tr_engine
from workbench.widgets import FieldRow
from workbench.widgets.arrange import arrange_rows


class VariantRows(QWidget):
    """A row of chips for each named axis; ``changed(axis, alternatives or None)`` by the user.

    An alternative that was taken away can be added again while the design's beginning still has it.
    """

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known: dict[str, dict[str, Variant]] = {}
        self._chips: dict[str, OptionChips] = {}
        self._column = arrange_rows(on=self)
        self.hide()

    def show_axes(self, axes: Mapping[str, Sequence[object]], base: Mapping[str, Sequence[object]]) -> None:
        """Show the named axes among ``axes``. ``base`` are those the design began with."""
        named = {axis: values for axis, values in axes.items() if has_variants(values)}
        variants = {
            axis: {each.name: each for each in [*base.get(axis, ()), *values] if isinstance(each, Variant)}
            for axis, values in named.items()
        }
        if variants != self._known:
            self._known = variants
            self._make(list(named))
        for axis, values in named.items():
            self._chips[axis].set_values([each.name for each in values if isinstance(each, Variant)])
        self.setVisible(bool(named))

    def chips(self) -> dict[str, list[str]]:
        """Return the alternatives shown, by axis."""
        return {axis: [str(name) for name in chips.values()] for axis, chips in self._chips.items()}

    def _make(self, axes: Sequence[str]) -> None:
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._chips = {}
        for axis in axes:
            label = tr_engine(axis.replace("_", " ").capitalize())
            chips = OptionChips(label, lambda name: tr_engine(str(name)), partial(self._names, axis))
            chips.values_changed.connect(lambda names, axis=axis: self._edited(axis, names))
            self._chips[axis] = chips
            row = FieldRow(
                label, help=tr("Alternatives of this design: each changes several fields together")
            )
            row.add_control(chips, stretch=1)
            self._column.addWidget(row)

    def _names(self, axis: str) -> list[str]:
        return list(self._known[axis])

    def _edited(self, axis: str, names: Sequence[str]) -> None:
        self.changed.emit(axis, [self._known[axis][name] for name in names] or None)
