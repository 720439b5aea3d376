"""The head of the Design page: name, origin of the draft, recipes, Run."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from workbench.forms.rows import UndoKeyFilter
from workbench.language import tr
from workbench.pages.design.context.findings import list_changes
from workbench.pages.design.context.wording import describe_recipe
from workbench.pages.design.draft.draft import Draft
from workbench.widgets import Button, ComboBox, IconButton, PageHead, TextField
from workbench.widgets.labels import ElidedLink

BASELINE_TIP = tr(
    "Also run baselines without fine-tuning on the same data sets and splits: a bag of words, the frozen "
    "encoder with a linear head, SetFit where it is installed and, for sentence encoders, the names of the classes."
)


MOST_CHANGES = 24
"""Number of differences listed. A draft with more has little in common with the recipe."""
NAME_ROOM = 100
"""Extra width for the name and the differences before buttons get any, px at 100 %."""
HERE = tr("This computer")


class DesignHead(PageHead):
    """Title, the experiment's name, a note, a menu, and the buttons.

    The note names the recipe that the draft started from and links to the differences: ``field_requested(path)`` shows
    one of these fields, ``recipe_requested`` restores the recipe's values.
    """

    field_requested = Signal(str)
    recipe_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Design"), parent)
        self.name_field = TextField("", tr("Name of the experiment"), tr("Name of the experiment"), head=True)
        UndoKeyFilter(self.name_field)
        self.more = IconButton("more", tr("Open, save, copy"))
        self.copy_button = Button(
            tr("Copy as command"), head=True, tip=tr("Copy the command line that does the same")
        )
        self.recipes_button = Button(tr("Recipes…"), head=True, tip=tr("Begin with a recipe"))
        self.baseline_button = Button(tr("Run baselines"), head=True, tip=BASELINE_TIP)
        self.place = ComboBox((HERE,), tr("Compute target"), head=True)
        self.place.hide()
        self.run_button = Button(
            tr("Run", "button: start it"),
            "primary",
            "play",
            head=True,
            shortcut="Ctrl+Return",
        )
        self._release_key()
        self._folding = (self.recipes_button, self.baseline_button, self.copy_button)
        self._page_width, self._command = 0, False
        self.origin = ElidedLink()
        self.origin.clicked.connect(self._open_changes)
        self._draft: Draft | None = None
        self.add_main(self.name_field, stretch=2)
        self.add_main(self.origin, stretch=3)
        self.note.hide()  # the link replaces it
        for widget in (
            self.more,
            self.copy_button,
            self.recipes_button,
            self.baseline_button,
            self.place,
            self.run_button,
        ):
            self.add_action(widget)
        self.name_field.setMinimumWidth(120)
        self.name_field.setMaximumWidth(304)

    def _release_key(self) -> None:
        """Remove the shortcut from the button: it belongs to the action, and the button only shows it."""
        self.run_button.setShortcut(QKeySequence())

    def set_menu(self, actions: Sequence[QAction]) -> None:
        """Set the entries of the menu button."""
        menu = QMenu(self.more)
        for before, each in zip([None, *actions], actions, strict=False):
            if before is not None and before.property("group") != each.property("group"):
                menu.addSeparator()
            menu.addAction(each)
        self.more.setMenu(menu)

    def show_draft(self, draft: Draft) -> None:
        """Show the draft's name and origin."""
        name = str(draft.table.get("name", ""))
        if self.name_field.text() != name:
            self.name_field.setText(name)
            self.name_field.setCursorPosition(0)  # show the beginning of a long name
        began_with_recipe, self._draft = self._has_command(), draft
        if self._page_width and began_with_recipe != self._has_command():
            self.fit(self._page_width, self._command)
        self.origin.set_text(describe_recipe(draft))
        self.origin.setEnabled(bool(draft.changes()))

    def changes_menu(self) -> QMenu:
        """Return a menu of the differences from the recipe; an entry shows its field. The caller shows the menu."""
        menu = QMenu(self)
        changes = list_changes(self._draft) if self._draft is not None else []
        for change in changes[:MOST_CHANGES]:
            entry = menu.addAction(change.sentence.replace("&", "&&"))
            entry.triggered.connect(lambda _checked=False, path=change.path: self.field_requested.emit(path))
        if len(changes) > MOST_CHANGES:
            menu.addAction(tr("{count} more", count=len(changes) - MOST_CHANGES)).setEnabled(False)
        menu.addSeparator()
        back = (
            tr("Restore all values of the recipe") if self._draft and self._draft.recipe else tr("Revert all")
        )
        menu.addAction(back).triggered.connect(lambda _checked=False: self.recipe_requested.emit())
        return menu

    def _open_changes(self) -> None:
        menu = self.changes_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.origin.mapToGlobal(QPoint(0, self.origin.height())))

    def show_places(self, names: Sequence[str]) -> None:
        """Offer these compute targets besides this computer. Without any there is no choice."""
        self.place.set_choices([(HERE, ""), *((name, name) for name in names)])
        self.place.setVisible(bool(names))

    def chosen_place(self) -> str:
        """Return the chosen compute target, or "" for this computer."""
        return str(self.place.currentData() or "")

    def show_run(self, text: str, enabled: bool, baseline: bool, reasons: Sequence[str]) -> None:
        """Show the label of Run, whether it is enabled, whether a baseline can run too, and the reasons against it."""
        self.run_button.set_text(text)
        self._release_key()
        if self._page_width:
            self.fit(self._page_width, self._command)
        self.run_button.setEnabled(enabled)
        self.baseline_button.setEnabled(baseline)
        self.run_button.set_tip("\n".join(reasons))

    def fit(self, width: int, command: bool) -> None:
        """Show the buttons that fit a page ``width`` px wide. The others move to the menu, only Run stays."""
        self._page_width, self._command = width, command
        room = width - self.minimumSizeHint().width() - NAME_ROOM
        for button in self._folding:
            room -= button.sizeHint().width() + 8
            of_use = button is not self.copy_button or (command and self._has_command())
            button.setVisible(room >= 0 and of_use)

    def _has_command(self) -> bool:
        """Return whether there is an equivalent command line: it names the recipe that the draft started from."""
        return self._draft is not None and bool(self._draft.recipe)

    def minimumSizeHint(self) -> QSize:
        """Return the size required when all movable buttons are in the menu."""
        least, gap = super().minimumSizeHint(), 8
        folded = sum(each.sizeHint().width() + gap for each in self._folding if not each.isHidden())
        return QSize(least.width() - folded, least.height())
