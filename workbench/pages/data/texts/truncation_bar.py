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


class TruncationBar(QWidget):
    """ "Keep [Head + tail] [128] + [382]": ``changed`` when the user changes it. ``truncation()`` and ``room()`` tell.

    ``room`` is the number of text tokens kept, special tokens not counted. Every kind of truncation that the
    specification knows is offered. Its own numbers stand before the room.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._room, self._limit, self._touched = 510, 510, False
        self._fields: dict[str, NumberField] = {}
        kinds = Truncation.known_options()
        choices = [(label_of(option), kind) for kind, option in kinds.items()]
        self.kind = ComboBox(choices, tr("Truncation of long texts"), width=116)
        self._values: dict[str, dict[str, object]] = {kind: {} for kind in kinds}
        self._row = arrange_columns(
            Label(tr("Keep", "of a long text"), "caption", "text2"), self.kind, on=self, spacing=8
        )
        self._parts: list[QWidget] = []
        self.kind.activated.connect(self._kind_chosen)
        self.kind.set_current(HeadTailTruncation.model_fields["kind"].default)
        self._rebuild()

    def truncation(self) -> Truncation:
        """Return the truncation as it stands. Numbers that are not valid are those of before."""
        kind = str(self.kind.currentData())
        return Truncation.choose({"kind": kind, **self._values[kind]})

    def room(self) -> int:
        """Return the number of tokens of text that are kept."""
        return self._room

    def move_to(self, room: int) -> None:
        """Keep ``room`` tokens as the user wants it by dragging the line; without a signal."""
        self._touched = True
        self.set_room(room)

    def set_room(self, room: int) -> None:
        """Keep ``room`` tokens, without a signal. A head that would leave no tail gets shorter."""
        self._room = max(1, min(room, self._limit))
        if self._head_by_count():
            head = min(self.truncation().head_tokens(self._room), max(1, self._room - 1))
            self._values[str(self.kind.currentData())]["head"] = head
        self._show()

    def set_limit(self, limit: int) -> None:
        """The most tokens of text that the encoder reads, without a signal.

        Until the user has chosen, all of them are kept, a quarter from the head (128 + 382 at 512, Sun et al. 2019).
        Afterwards only a room that is too large shrinks.
        """
        before, self._limit = self._limit, max(1, limit)
        if not self._touched and before != self._limit:
            self._room = self._limit
            self._values[str(HeadTailTruncation.model_fields["kind"].default)]["head"] = max(
                1, math.ceil(self._limit / 4)
            )
        self.set_room(self._room)

    def limit(self) -> int:
        """Return the most tokens of text that can be kept."""
        return self._limit

    def _metas(self) -> list[FieldMeta]:
        option = Truncation.known_options()[str(self.kind.currentData())]
        return [meta for meta in describe_fields(option) if meta.is_number]

    def _head_by_count(self) -> bool:
        return self.kind.currentData() == HeadTailTruncation.model_fields["kind"].default

    def _kind_chosen(self) -> None:
        self._touched = True
        self._rebuild()
        self.set_room(self._room)
        self.changed.emit()

    def _rebuild(self) -> None:
        for part in self._parts:
            self._row.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._parts, self._fields = [], {}
        values = self.truncation().model_dump()
        for meta in self._metas():
            field = NumberField(
                values[meta.name], meta.minimum, meta.maximum, meta.kind == "int", name=meta.label,
                step=1 if meta.kind == "int" else 0.05, width=48,
            )  # fmt: skip
            field.setToolTip(meta.help)
            field.value_changed.connect(partial(self._value_changed, meta))
            self._fields[meta.name] = field
            self._add(field)
            self._add(
                Label(
                    "+" if self._head_by_count() else tr("of", "first tokens of all that are kept"),
                    "caption",
                    "text2",
                )
            )
        last = tr("Tail") if self._head_by_count() else tr("Tokens kept")
        self._last = NumberField(None, 1, None, integer=True, name=last, width=48)
        self._last.setToolTip(
            tr(
                "{last}. At most {limit} tokens of text fit, besides the special tokens.",
                last=last,
                limit=self._limit,
            )
        )
        self._last.value_changed.connect(self._last_changed)
        self._add(self._last)
        self._show()

    def _add(self, part: QWidget) -> None:
        self._row.addWidget(part)
        self._parts.append(part)

    def _head(self) -> int:
        return self.truncation().head_tokens(self._room) if self._head_by_count() else 0

    def _show(self) -> None:
        """Write numbers into the fields, but for the one that is being typed in."""
        values = self.truncation().model_dump()
        for name, field in self._fields.items():
            if field.value() != values[name]:
                field.set_value(values[name])
        head = self._head()
        self._last.set_range(1, max(1, self._limit - head))
        if self._last.value() != self._room - head:
            self._last.set_value(self._room - head)

    def _value_changed(self, meta: FieldMeta, typed: float) -> None:
        kind, value = str(self.kind.currentData()), int(typed) if meta.kind == "int" else typed
        try:
            Truncation.choose({"kind": kind, **self._values[kind], meta.name: value})
        except ValueError:  # a limit that the field does not know (0 < share)
            return
        if not self._head_by_count():
            self._values[kind][meta.name] = value
        elif value < self._limit:  # a longer head leaves the tail as long as it was, while there is room
            tail = min(self._room - self._head(), self._limit - int(value))
            self._values[kind][meta.name] = value
            self._room = int(value) + tail
        else:
            return
        self._touched = True
        self._show()
        self.changed.emit()

    def _last_changed(self, value: float) -> None:
        self._room, self._touched = min(int(value) + self._head(), self._limit), True
        self.changed.emit()
