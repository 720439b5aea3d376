"""Compute targets in Settings: the machines for runs; add, test and remove them (``palimpsest places``)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.spec.describe import SpecTable
from workbench.backend.session import Session
from workbench.engine_texts import sentence_text
from workbench.language import join_sentences, tr
from workbench.pages.place_dialog import PlaceDialog, read_settings
from workbench.pages.store_tools import AnsweredTools
from workbench.widgets import Button, ComboBox
from workbench.widgets.arrange import arrange_columns

NONE_YET = tr("None, only this computer")
Known = tuple[tuple[str, str], ...]
"""(name, address) of each compute target."""


class PlaceTools(AnsweredTools):
    """A choice of compute targets with actions on the chosen one, a button that adds one, and the answer below.

    ``changed`` when a compute target was added or removed.
    """

    changed = Signal()

    def __init__(self, session: Session | None, parent: QWidget | None = None) -> None:
        self.places = ComboBox((NONE_YET,), tr("Places"), width=240)
        self.places.allow_shrinking()
        self.test = Button(
            tr("Test", "button: try whether it answers"),
            tip=tr("Connect and report what is there; nothing is sent"),
        )
        self.change = Button(tr("Change…"), tip=tr("All settings of this place"))
        self.remove = Button(tr("Remove"), tip=tr("Remove this place; its runs stay, here and there"))
        self.add = Button(tr("Add…"), tip=tr("Add a machine that you log in to with ssh, or a Slurm cluster"))
        chosen = arrange_columns(self.places, self.test, self.change, self.remove, self.add, ..., spacing=8)
        super().__init__(session, chosen, parent=parent)
        self.test.clicked.connect(lambda: self.begin(tr("Connecting…"), partial(test_sentence, self._name())))
        self.change.clicked.connect(self._change)
        self.add.clicked.connect(lambda: self._open(("", {}, ())))
        self.remove.clicked.connect(self._remove)
        self.show_places(())

    def refresh(self) -> None:
        """Read the compute targets again."""
        if self._session is not None:
            self._session.tasks.run(
                known_places, then=self.show_places, failed=self.say, owner=self, slot="known"
            )

    def show_places(self, known: Known) -> None:
        """Show these compute targets in the choice."""
        self.places.set_choices([(f"{name}: {address}", name) for name, address in known] or [NONE_YET])
        for widget in (self.places, self.test, self.change, self.remove):
            widget.setEnabled(bool(known))

    def _name(self) -> str:
        return str(self.places.currentData() or "")

    def _change(self) -> None:
        if self._session is not None:
            self._session.tasks.run(
                partial(read_settings, self._name()),
                then=self._open,
                failed=self.say,
                owner=self,
                slot="work",
            )

    def _open(self, place: tuple[str, SpecTable, tuple[str, ...]]) -> None:
        """Show all settings of a compute target, or of a new one."""
        if self._session is not None:
            self.dialog = PlaceDialog(self._session, *place, parent=self)
            self.dialog.saved.connect(self._changed)
            self.dialog.open()

    def _remove(self) -> None:
        if self._session is not None:
            store = self._session.store_path
            self.begin(tr("Forgetting…"), partial(forget_place, store, self._name()), self._changed)

    def _changed(self, sentence: str) -> None:
        self.say(sentence)
        self.changed.emit()
        self.refresh()


def known_places() -> Known:
    """Return the compute targets that are set up. For a worker thread."""
    from engine.places.settings import read_places

    return tuple((name, place.address) for name, place in read_places().items())


def test_sentence(name: str) -> str:
    """Connect to a compute target and return its description. For a worker thread. Raises UserError."""
    from engine.places.examined import examine_place

    examination = examine_place(name)
    return join_sentences(map(sentence_text, (f"{examination.sentence(name)}.", *examination.notes)))


def forget_place(store: Path, name: str) -> str:
    """Remove a compute target without active runs, and return a confirmation. For a worker thread. Raises UserError."""
    from engine.places.settings import remove_idle_place
    from engine.store import Store

    with Store(store) as store_connection:
        remove_idle_place(store_connection, name)
    return tr("{name} is removed. Its runs stay.", name=name)
