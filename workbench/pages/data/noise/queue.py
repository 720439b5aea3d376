"""The queue of possible label errors as rows with decisions, without Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.json_types import JsonObject
from workbench.language import tr, tr_engine

if TYPE_CHECKING:
    from engine.store import Store
    from workbench.backend.cli_answers import NoiseAnswer

KEEP, EXCLUDE, RELABEL = "keep", "exclude", "relabel"
MOST_SEARCHED = 500
"""So many of the newest finished runs are looked through for those on a data set."""


@dataclass(frozen=True)
class QueueRow:
    """A doubtful text: its place in the queue, and what was decided, as the decisions file has it. Empty: nothing."""

    place: int
    key: str
    split: str
    row: int
    label: str
    suggested: str
    score: float
    why: str
    text: str
    decision: str = ""

    @property
    def where(self) -> str:
        """Its split and row in words."""
        return tr("{split}, row {row}", split=tr_engine(self.split), row=self.row)

    def as_record(self) -> JsonObject:
        """Return the row of a decisions file."""
        return {
            "decision": self.decision,
            "label": self.label,
            "suggested": self.suggested,
            "score": self.score,
            "reasons": self.why,
            "split": self.split,
            "row": self.row,
            "key": self.key,
            "text": self.text,
        }


def queue_rows(answer: NoiseAnswer, saved: Mapping[str, str]) -> list[QueueRow]:
    """Return the rows of the queue with the decisions ``saved`` by key."""
    return [
        QueueRow(
            place, each.key, each.split, each.row, each.label, each.suggested, each.score,
            "; ".join(each.reasons.values()), each.text, saved.get(each.key, ""),
        )
        for place, each in enumerate(answer.queue)
    ]  # fmt: skip


def count_decisions(rows: Sequence[QueueRow]) -> dict[str, int]:
    """Return how many texts are to be kept, left out and relabelled."""
    return {
        action: sum(row.decision.partition(":")[0] == action for row in rows)
        for action in (RELABEL, EXCLUDE, KEEP)
    }


def runs_on(store: Store, name: str) -> list[tuple[str, int]]:
    """Return the finished runs that have learnt the data set ``name`` last, the newest first: words and number."""
    from engine.store import runs

    rows = runs.list_runs(store, status=["finished"], limit=MOST_SEARCHED)
    return [
        (tr("Words and run {id}, {name}", id=row.id, name=row.name), row.id)
        for row in rows
        if row.data == name
    ]


def read_saved(store: Path, parent: str) -> dict[str, str]:
    """Return what was decided before, by key. For a thread."""
    from engine.analysis.noise.decisions import read_saved_cells
    from engine.analysis.noise.versions import saved_decisions_file

    return read_saved_cells(saved_decisions_file(store, parent))


def save_decided(store: Path, parent: str, records: Sequence[JsonObject]) -> Path:
    """Keep what is decided, and return the file. For a thread."""
    from engine.analysis.noise.decisions import save_records
    from engine.analysis.noise.versions import saved_decisions_file

    file = saved_decisions_file(store, parent)
    save_records(file, records)
    return file
