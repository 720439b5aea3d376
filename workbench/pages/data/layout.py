"""The columns of the Data page and their widths."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from workbench.look import theme
from workbench.pages.data.catalogue.panel import CataloguePanel
from workbench.pages.data.importing.sheet import ImportSheet
from workbench.pages.data.inspector.panel import InspectorPanel
from workbench.pages.data.noise.sheet import NoiseSheet
from workbench.pages.data.texts.panel import TextsPanel
from workbench.widgets import Splitter
from workbench.widgets.arrange import arrange_columns

NARROW = 1360
"""Width of the window in px below which the side columns shrink."""
STACKED = 900
"""Width of the page in px below which the findings move under the texts: large text on a small screen."""


class DataColumns(QWidget):
    """Catalogue | texts | inspector, or catalogue | import sheet or queue. The middle takes the extra space."""

    def __init__(
        self,
        catalogue: CataloguePanel,
        rows: TextsPanel,
        inspector: InspectorPanel,
        sheet: ImportSheet,
        noise: NoiseSheet,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._rows = rows
        self._panels = (inspector, sheet, noise)
        self._narrow: tuple[bool, bool] | None = None
        # From the outside in: a widget that gets a parent is restyled with all its children.
        self._outer_splitter = Splitter(name="catalogue")
        arrange_columns(self._outer_splitter, on=self)
        self._stack = QStackedWidget()
        self._outer_splitter.add_parts((catalogue, 0), (self._stack, 1))
        self._inner_splitter = Splitter(name="inspector")
        self._stack.addWidget(self._inner_splitter)
        self._stack.addWidget(sheet)
        self._stack.addWidget(noise)
        self._inner_splitter.add_parts((self._rows, 1), (inspector, 0))
        self._fit()

    def show_import(self, on: bool) -> None:
        """Show the import sheet, or the data set."""
        self._stack.setCurrentIndex(int(on))

    def show_queue(self, on: bool) -> None:
        """Show the queue of possible label errors, or the data set."""
        self._stack.setCurrentIndex(2 if on else 0)

    def queueing(self) -> bool:
        """Return whether the queue of possible label errors is shown."""
        return self._stack.currentIndex() == 2

    def importing(self) -> bool:
        """Return whether the import sheet is shown."""
        return self._stack.currentIndex() == 1

    def minimumSizeHint(self) -> QSize:
        """Return the size required with the findings under the texts, their position in a narrow window."""
        least = super().minimumSizeHint()
        if self._inner_splitter.orientation() == Qt.Orientation.Horizontal:
            in_one_column: tuple[QWidget, ...] = (self._rows, *self._panels)
            one_column = max(each.minimumSizeHint().width() for each in in_one_column)
            inner_width = self._inner_splitter.minimumSizeHint().width()
            least.setWidth(least.width() - max(0, inner_width - one_column))
        return least

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()

    def _fit(self) -> None:
        """Set the side columns to their standard widths. Widths set by the user stay until a narrow window becomes
        wide.
        """
        s = theme.sizes()
        narrow, stacked = self.width() < NARROW - s.rail, self.width() < STACKED
        by_hand = self._outer_splitter.by_hand or self._inner_splitter.by_hand
        before, self._narrow = self._narrow, (narrow, stacked)
        direction = Qt.Orientation.Vertical if stacked else Qt.Orientation.Horizontal
        direction_changed = self._inner_splitter.orientation() != direction
        self._inner_splitter.setOrientation(direction)
        if by_hand and before in (None, self._narrow) and not direction_changed:
            return
        self._outer_splitter.by_hand = self._inner_splitter.by_hand = False
        left = 240 if narrow else s.catalogue
        right = 312 if narrow else s.inspector
        self._outer_splitter.setSizes([left, max(1, self.width() - left - 1)])
        if stacked:
            self._inner_splitter.setSizes([max(1, self.height() * 2 // 3), max(1, self.height() // 3)])
        else:
            self._inner_splitter.setSizes([max(1, self.width() - left - right - 2), right])
