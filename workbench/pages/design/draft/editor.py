"""The draft during editing: its history, and the selected card."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from engine.spec.data import DataSource
from engine.spec.describe import defaults
from workbench.pages.design.draft.draft import Draft


class DraftEditor(QObject):
    """Editing operations on a draft; ``changed`` after each. Nothing happens before :meth:`start`.

    Repeated edits of one field within a moment are undone together.
    """

    changed = Signal()
    MERGE_SECONDS = 1.5
    MAX_STEPS = 200

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._draft: Draft | None = None
        self._past: list[Draft] = []
        self._future: list[Draft] = []
        self._last: tuple[str, float] = ("", 0.0)
        self.card = "stages.0"

    def start(self, draft: Draft) -> None:
        """Edit ``draft``, with nothing to undo."""
        self._draft, self._past, self._future = draft, [], []
        self.changed.emit()

    @property
    def ready(self) -> bool:
        """Whether there is a draft."""
        return self._draft is not None

    @property
    def draft(self) -> Draft:
        """The draft. Raises RuntimeError before there is one."""
        if self._draft is None:
            raise RuntimeError("there is no draft yet")
        return self._draft

    @property
    def stage(self) -> int:
        """The index of the selected stage, or of the last one if another card is selected."""
        parts = self.card.split(".")
        return int(parts[1]) if parts[0] == "stages" else len(self.draft.stages) - 1

    # -- changes -------------------------------------------------------------------------------------------

    def put(self, draft: Draft, field: str = "", now: float | None = None) -> None:
        """Replace the draft. ``field`` is the edited field, or "" for a separate undo step."""
        if self._draft is None:
            return
        if draft != self._draft:
            now = time.monotonic() if now is None else now
            before, since = self._last
            if not (field and field == before and now - since < self.MERGE_SECONDS and self._past):
                self._past = [*self._past[-self.MAX_STEPS + 1 :], self._draft]
            self._draft, self._future, self._last = draft, [], (field, now)
        self._keep_card()
        self.changed.emit()

    def edit(self, path: str, value: object) -> None:
        """Set the field at ``path``."""
        self.put(self.draft.with_value(path, value), path)

    def sweep(self, path: str, values: Sequence[object] | None) -> None:
        """Sweep the field at ``path`` over ``values``, or not at all."""
        self.put(self.draft.with_axis(path, values))

    def begin(self, draft: Draft) -> None:
        """Start another draft; undo restores the previous one."""
        self.card = "stages.0"
        self.put(draft)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._future)

    def undo(self) -> bool:
        """Undo one step. Return whether there was one."""
        return self._go(self._past, self._future)

    def redo(self) -> bool:
        """Redo one step. Return whether there was one."""
        return self._go(self._future, self._past)

    def _go(self, there: list[Draft], back: list[Draft]) -> bool:
        if not there:
            return False
        back.append(self.draft)
        self._draft, self._last = there.pop(), ("", 0.0)
        self._keep_card()
        self.changed.emit()
        return True

    # -- cards ---------------------------------------------------------------------------------------------

    def select(self, card: str) -> None:
        """Select ``encoder``, ``compute`` or a stage (``stages.0``)."""
        self.card = card
        self._keep_card()
        self.changed.emit()

    def add_stage(self, kind: str, samples: Sequence[str] = ()) -> None:
        """Add a stage of ``kind`` and select it. ``samples`` are suggested data sets."""
        place, _ = self.draft.propose_stage(kind, samples)
        self.card = f"stages.{place}"
        self.put(self.draft.with_new_stage(kind, samples))

    def remove_stage(self, index: int) -> None:
        """Remove a stage. The last one cannot be removed."""
        self.card = f"stages.{max(0, index - 1)}"
        self.put(self.draft.without_stage(index))

    def move_stage(self, index: int, by: int) -> None:
        """Move a stage by ``by`` positions, if that position exists."""
        if 0 <= index + by < len(self.draft.stages):
            self.card = f"stages.{index + by}"
            self.put(self.draft.with_moved_stage(index, by))

    def copy_stage(self, index: int) -> None:
        """Add a copy of a stage after it and select it."""
        stages = self.draft.stages
        numbers: list[int | None] = [*range(len(stages))]
        copied = [*stages[: index + 1], stages[index], *stages[index + 1 :]]
        self.card = f"stages.{index + 1}"
        self.put(self.draft.with_stages(copied, [*numbers[: index + 1], None, *numbers[index + 1 :]]))

    def use_data(self, source: str, settings: Mapping[str, object] | None = None) -> None:
        """Use the data set ``source`` in the last stage with its own data, and select that stage.

        ``settings`` are those of its catalogue entry that the form also shows.
        """
        for index in range(len(self.draft.stages) - 1, -1, -1):
            stage = self.draft.specs[index]
            if stage.labelled_tasks() and not stage.is_multi_task:
                (task,) = stage.labelled_tasks()
                self.card = f"stages.{index}"
                # Columns and files of the previous set do not apply to another.
                path = f"stages.{index}.{task.field_path('data')}"
                self.edit(path, {**defaults(DataSource), **(settings or {}), "source": source})
                return

    def _keep_card(self) -> None:
        """Select an existing card."""
        if self.card.startswith("stages."):
            self.card = f"stages.{min(int(self.card.split('.')[1]), len(self.draft.stages) - 1)}"
