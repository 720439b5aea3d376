"""Truncation of long texts: its kind and its numbers, as one row of controls."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.spec.describe import FieldMeta
from engine.spec.truncation import HeadTailTruncation, Truncation
from workbench.engine_texts import describe_fields, label_of
from workbench.language import tr
from workbench.widgets import ComboBox, Label, NumberField
from workbench.widgets.arrange import arrange_columns

FIRST = str(HeadTailTruncation.model_fields["kind"].default)
"""The kind chosen initially."""


class TruncationBar(QWidget):
    """ "Keep [Head + tail] [128] of [510]": ``changed`` when the user changes :meth:`truncation` or :meth:`room`."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept, self._limit, self._is_user_choice = 510, 510, False
        kinds = Truncation.known_options()
        choices = [(label_of(option), kind) for kind, option in kinds.items()]
        self.kind = ComboBox(choices, tr("Truncation of long texts"), width=116)
        self._values: dict[str, dict[str, object]] = {kind: {} for kind in kinds}
        self.fields = {
            (kind, meta.name): self._field(kind, meta)
            for kind, option in kinds.items()
            for meta in describe_fields(option)
            if meta.is_number
        }
        self._word = Label(tr("of", "first tokens of all that are kept"), "caption", "text2")
        self.tokens = NumberField(None, 1, None, integer=True, name=tr("Tokens kept"), width=48)
        keep = Label(tr("Keep", "of a long text"), "caption", "text2")
        arrange_columns(keep, self.kind, *self.fields.values(), self._word, self.tokens, on=self, spacing=8)
        self.kind.set_current(FIRST)
        self.kind.activated.connect(self._emit_changed)
        self.tokens.value_changed.connect(self._room_typed)
        self._show()

    def _field(self, kind: str, meta: FieldMeta) -> NumberField:
        whole = meta.kind == "int"
        field = NumberField(
            None, meta.minimum, meta.maximum, whole, name=meta.label, step=1 if whole else 0.05, width=48
        )
        field.setToolTip(meta.help)
        field.value_changed.connect(partial(self._value_typed, kind, meta))
        return field

    def truncation(self) -> Truncation:
        """Return the present truncation. Invalid numbers keep their previous values."""
        kind = str(self.kind.currentData())
        return Truncation.choose({"kind": kind, **self._values[kind]})

    def room(self) -> int:
        """Return the number of tokens of text that are kept."""
        return self._kept

    def move_to(self, room: int) -> None:
        """Keep ``room`` tokens, after the user has dragged the line; without a signal."""
        self._is_user_choice = True
        self._kept = max(1, min(room, self._limit))
        self._show()

    def set_limit(self, limit: int) -> None:
        """Set the largest number of tokens of text that the encoder reads, without a signal.

        Until the user chooses otherwise, all of them are kept, with a quarter as the head.
        """
        before, self._limit = self._limit, max(1, limit)
        if not self._is_user_choice and before != self._limit:
            self._kept = self._limit
            self._values[FIRST]["head"] = max(1, math.ceil(self._limit / 4))
        self._kept = min(self._kept, self._limit)
        self._show()

    def limit(self) -> int:
        """Return the largest number of tokens of text that can be kept."""
        return self._limit

    def _show(self) -> None:
        """Show the fields of the kind, with their numbers except in the field being edited."""
        chosen = self.kind.currentData()
        if chosen == FIRST:  # a head that leaves no tail is shortened
            head = min(self.truncation().head_tokens(self._kept), max(1, self._kept - 1))
            self._values[FIRST]["head"] = head
        values = self.truncation().model_dump()
        for (kind, name), field in self.fields.items():
            field.setVisible(kind == chosen)
            if kind == chosen and field.value() != values[name]:
                field.set_value(values[name])
        self._word.setVisible(any(kind == chosen for kind, _ in self.fields))
        self.tokens.set_range(1, self._limit)
        if self.tokens.value() != self._kept:
            self.tokens.set_value(self._kept)
        tip = tr("{text}. At most {limit} tokens of text fit, besides the special tokens.",
                 text=tr("Tokens kept"), limit=self._limit)  # fmt: skip
        self.tokens.setToolTip(tip)

    def _value_typed(self, kind: str, meta: FieldMeta, typed: float) -> None:
        values = self._values[kind] | {meta.name: int(typed) if meta.kind == "int" else typed}
        try:
            Truncation.choose({"kind": kind, **values})
        except ValueError:  # a limit unknown to the field (0 < share)
            return
        self._values[kind] = values
        self._emit_changed()

    def _room_typed(self, value: float) -> None:
        self._kept = int(value)
        self._emit_changed()

    def _emit_changed(self) -> None:
        self._is_user_choice = True
        self._show()
        self.changed.emit()
