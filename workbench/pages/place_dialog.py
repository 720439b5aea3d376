"""All settings of a compute target, in the form of its kind. New kinds of compute targets appear here automatically."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.places.place import Place
from engine.spec.describe import SpecTable, defaults
from workbench.backend.session import Session
from workbench.engine_texts import help_of, label_of
from workbench.forms.form import ModelForm
from workbench.forms.layout import FormPart
from workbench.forms.suggestions import Suggestion, SuggestionSource
from workbench.language import tr
from workbench.pages.command_dialog import CommandDialog
from workbench.widgets import Button, ComboBox, Label, TextField
from workbench.widgets.arrange import arrange_columns, arrange_rows, scrolling

DEFAULT_KIND = "ssh"
"""The kind of a new compute target: a machine over SSH needs only the line in Settings."""


class PlaceDialog(CommandDialog):
    """Edit a compute target's name, kind and settings. ``saved(sentence)`` when it was added or changed.

    Args:
        session: saves it, in a thread.
        name: name of the compute target. An existing one is changed.
        table: its settings with ``kind``, empty for a new one.
        partitions: partitions of the cluster found by its last test, suggested next to free entry.
    """

    saved = Signal(str)

    def __init__(
        self,
        session: Session,
        name: str,
        table: SpecTable,
        partitions: Sequence[str] = (),
        parent: QWidget | None = None,
    ) -> None:
        title = tr("Place {name}", name=name) if table else tr("New place")
        super().__init__(session, title, parent, size=(680, 640))
        sources = {"partitions": SuggestionSource(lambda: [Suggestion(each, each) for each in partitions])}
        options = Place.known_options()
        self.name = TextField(name, tr("a to z, 0 to 9, - and _"), tr("Name of the place"), width=256)
        self.name.setText(name)
        self.name.setReadOnly(bool(table))
        self.kind = ComboBox((), tr("Kind of place"), width=180)
        self.kind.set_choices([(label_of(option), kind) for kind, option in options.items()])
        self.help = Label("", "caption", "text2", wrap=True)
        self.forms: dict[str, ModelForm] = {}
        for kind, option in options.items():
            names = tuple(each for each in option.model_fields if each != "kind")
            form = self.forms[kind] = ModelForm([FormPart(option, "", label_of(option), names)], sources)
            form.set_table(defaults(option) | (table if table.get("kind") == kind else {}))
            form.value_changed.connect(lambda _path, _value: self.message.clear())
        self.save = Button(tr("Save"), "primary")
        self.save.clicked.connect(self._save)
        self._arrange()
        self.kind.setCurrentIndex(max(0, self.kind.findData(table.get("kind", DEFAULT_KIND))))
        self.kind.setEnabled(not table)
        self.kind.currentIndexChanged.connect(self._show_kind)
        self._show_kind()

    def _arrange(self) -> None:
        inside = QWidget()
        arrange_rows(*self.forms.values(), ..., on=inside)
        name, kind = Label(tr("Name"), "caption", "text2"), Label(tr("Kind"), "caption", "text2")
        head = arrange_columns(name, self.name, kind, self.kind, ..., spacing=8)
        self.arrange(head, self.help, (scrolling(inside), 1), buttons=[self.save], close=tr("Cancel"))

    def _show_kind(self) -> None:
        chosen = str(self.kind.currentData())
        for kind, form in self.forms.items():
            form.setVisible(kind == chosen)
        self.forms[chosen].build()
        self.help.setText(help_of(Place.known_options()[chosen]))
        self.message.clear()

    def _save(self) -> None:
        kind, name = str(self.kind.currentData()), self.name.text().strip()
        if typed := self.forms[kind].typed_problems():
            self.forms[kind].focus_field(next(iter(typed)))
            return
        self.session.tasks.run(
            partial(save_settings, name, self.forms[kind].table() | {"kind": kind}),
            then=self._saved, failed=self.fail, owner=self, slot="save",
        )  # fmt: skip

    def _saved(self, sentence: str) -> None:
        self.saved.emit(sentence)
        self.accept()


def read_settings(name: str) -> tuple[str, SpecTable, tuple[str, ...]]:
    """Return a compute target's name, settings, and the partitions found by its last test. For a worker thread.

    Raises UserError if there is none.
    """
    from engine.places.examined import last_examination
    from engine.places.settings import find_place

    tested = last_examination(name)
    return name, find_place(name).model_dump(mode="json"), tested.partitions if tested is not None else ()


def save_settings(name: str, table: SpecTable) -> str:
    """Add or change a compute target and return the next step as a sentence. For a worker thread. Raises UserError."""
    from engine.places.settings import parse_place, save_place

    save_place(name, parse_place(table, tr("the place {name}", name=name)))
    return tr("{name} is saved. Test checks the connection.", name=name)
