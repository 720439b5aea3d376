"""The columns that may be the label, as chips with their classes: which is meant is asked, not assumed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.language import tr
from workbench.widgets.chips import Chip
from workbench.widgets.flow import FlowLayout


class LabelChips(QWidget):
    """A chip for each of several columns that may be the label; ``chosen(column)`` when one is clicked."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Columns that may be the label"))
        self._flow = FlowLayout(self, spacing=8)
        self.chips: list[Chip] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setVisible(False)

    def set_candidates(self, candidates: Sequence[tuple[int, str, int]], label: int) -> None:
        """Show (column, name, number of classes) of each candidate; ``label`` is the one in use."""
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = []
        for place, (column, name, classes) in enumerate(candidates if len(candidates) > 1 else ()):
            chip = Chip(
                tr("{name} · {n} classes", name=name, n=classes), tr("Label"), removable=False, parent=self
            )
            chip.setCheckable(True)
            chip.setChecked(column == label)
            chip.clicked.connect(lambda _on, column=column: self.chosen.emit(column))
            self.chips.append(chip)
            self._flow.insert_widget(place, chip)
            chip.show()
        self.setVisible(bool(self.chips))
        self.updateGeometry()
