"""The head of the Lab page: the text, texts of the test set, attribution method, export."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from workbench.language import tr
from workbench.widgets import Button, ComboBox, Label, PageHead, TextField

METHODS = (
    (tr("Integrated gradients"), "integrated_gradients"),
    (tr("Gradient × input"), "gradient_x_input"),
    (tr("None"), ""),
)


class LabHead(PageHead):
    """Text field, "From test set", attribution, and a menu of ``saves``.

    ``sample_requested`` for a text of the test set; ``method_chosen(key)``, "" for none.
    """

    sample_requested = Signal()
    method_chosen = Signal(str)

    def __init__(self, title: str, saves: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.field = TextField("", tr("A text to classify"), tr("Text to classify"), head=True)
        self.sample = Button(
            tr("From test set"), icon="dice", head=True, tip=tr("A random test text with its label (Ctrl+R)")
        )
        self.sample.clicked.connect(self.sample_requested)
        self.add_main(self.field, 1)
        self.add_main(self.sample)
        self.note.hide()
        self.file = Button(
            tr("Classify a file…"), icon="tag", head=True, tip=tr("The rows of a table, all at once")
        )
        self.add_action(self.file)
        self.caption = Label(tr("Attribution"), "caption", "text2")
        self.method = ComboBox(METHODS, tr("Attribution method"), head=True)
        self.method.activated.connect(lambda _index: self.method_chosen.emit(str(self.method.currentData())))
        self.save = Button(tr("Export…"), icon="export", head=True, tip=tr("Save what is shown (Ctrl+E)"))
        self.menu = QMenu(self.save)
        self.menu.addActions(list(saves))
        self.save.clicked.connect(self._drop)
        for widget in (self.caption, self.method, self.save):
            self.add_action(widget)
        self.allow_collapsing(self.caption, self.sample, self.save, self.file)

    def set_usable(self, on: bool) -> None:
        """Enable the controls if there is a run to try."""
        for widget in (self.field, self.sample, self.method, self.save, self.file):
            widget.setEnabled(on)

    def _drop(self) -> None:
        self.menu.popup(self.save.mapToGlobal(QPoint(0, self.save.height())))
