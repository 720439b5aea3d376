"""Answers of ``palimpsest predict`` for the rows of a file, and the available models. For threads, no Qt."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel

from workbench.engine_texts import describe_key
from workbench.language import tr
from workbench.look import formats
from workbench.pages.lab.query import LabModel, load_models

if TYPE_CHECKING:
    from engine.delivery.rows import Record
    from engine.store import Store

MOST_ROWS = 20_000
"""Number of rows listed, the least confident ones. A saved file has all rows."""
UNSURE = 0.6
"""Answers with a smaller probability are marked."""


class FilePlan(BaseModel):
    """Answer of ``palimpsest predict RUN --file FILE --dry-run --json``.

    ``columns`` is empty if each line is a text. ``text`` is empty if ``problem`` explains why the column is ambiguous.
    """

    reading: str
    rows: int
    notes: list[str]
    problem: str
    columns: list[str]
    text: list[str]
    first: list[dict[str, str]]


@dataclass(frozen=True)
class AnsweredRow:
    """A row of the file: its number from 1, its text, and the answer: None before it arrives, "" for no answer."""

    number: int
    text: str
    answer: str | None = None
    confidence: float | None = None
    second: str = ""


@dataclass(frozen=True)
class FileAnswers:
    """The answers to a file: the rows listed, and how many of all rows have an answer, and an unsure one."""

    rows: list[AnsweredRow]
    all: int
    answered: int
    unsure: int


@dataclass(frozen=True)
class ModelChoice:
    """An available model, its title with the validation result, and whether it is the default."""

    model: LabModel
    title: str
    is_best: bool


def load_choices(store: Store) -> list[ModelChoice]:
    """Return the models of finished runs, newest first. The best one has the best validation on the newest one's
    data.
    """
    from engine.store import runs

    choices = []
    rows = {row.id: row for row in runs.list_runs(store, status=["finished"], limit=500)}
    models = [each for each in load_models(store) if each.run in rows]
    for model in models:
        row = rows[model.run]
        about, value = describe_key(f"validation/{row.metric}"), row.validation_best
        caption = "" if value is None else f"{about.title} {formats.fixed(value, about.digits)} {about.unit}"
        rank = float("inf") if value is None else -value if about.direction == "max" else value
        choices.append((model, " · ".join(filter(None, (model.label, caption.strip()))), rank))
    mine = [each for each in choices if each[0].data == models[0].data]
    best = min(mine, key=lambda each: each[2], default=None)
    return [ModelChoice(model, title, (model, title, rank) == best) for model, title, rank in choices]


def column_lengths(plan: FilePlan) -> dict[str, int]:
    """Return the mean length of each column: those of the text in their order, then the longest first."""
    means = {name: sum(len(row[name]) for row in plan.first) / len(plan.first) for name in plan.columns}
    order = sorted(means, key=lambda name: ([*plan.text, name].index(name), -means[name]))
    return {name: round(means[name]) for name in order}


def first_rows(plan: FilePlan, text: Sequence[str]) -> list[AnsweredRow]:
    """Return the first rows of a file as they will be read."""
    return [
        AnsweredRow(number, _one_line(row[name] for name in text or row))
        for number, row in enumerate(plan.first, 1)
    ]


def read_answers(file: Path, plan: FilePlan, text: Sequence[str]) -> FileAnswers:
    """Return the answers that were written to ``file``."""
    answer_count = unsure = 0

    def rows() -> Iterator[AnsweredRow]:
        nonlocal answer_count, unsure
        columns = plan.columns or list(plan.first[0])
        for number, record in enumerate(_records(file), 1):
            row = _answered(number, record, text or columns, list(record)[len(columns) :])
            answer_count += row.answer is not None
            unsure += row.confidence is not None and row.confidence < UNSURE
            yield row

    listed = heapq.nsmallest(
        MOST_ROWS, rows(), key=lambda row: 2.0 if row.confidence is None else row.confidence
    )
    return FileAnswers(sorted(listed, key=lambda row: row.number), plan.rows, answer_count, unsure)


def save_answers(file: Path, plan: FilePlan, target: Path) -> str:
    """Write the rows with their answers to ``target``, in the format of its suffix. Return a summary."""
    from engine.delivery.row_writer import ResultKind, write_table

    columns = plan.columns or list(plan.first[0])
    names = list(next(_records(file)))
    kinds: dict[str, ResultKind] = {name: "text" for name in names[: len(columns) + 1]}
    kinds |= {name: "number" for name in names[len(columns) + 1 :]}
    note = write_table(target, kinds, _records(file), overwrite=True)
    return f"{tr('{file}: {n:,} rows.', file=target.name, n=plan.rows)} {note}".strip()


def _records(file: Path) -> Iterator[Record]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _answered(number: int, record: Record, text: Sequence[str], added: Sequence[str]) -> AnsweredRow:
    """Return a row: ``added`` are the columns of the answer, its probability, and the probabilities of all classes."""
    words = _one_line(str(record[name]) for name in text if record[name] is not None)
    answer, confidence = record[added[0]], record[added[1]] if len(added) > 1 else None
    label = None if answer is None else str(answer)
    if not isinstance(confidence, float | int):
        return AnsweredRow(number, words, label)
    ranked = sorted(((float(str(record[name])), name.partition(":")[2]) for name in added[2:]), reverse=True)
    chance, name = next((each for each in ranked if each[1] != label), (0.0, ""))
    second = f"{name} {formats.percent(chance, 0)} %" if chance >= 0.005 else ""
    return AnsweredRow(number, words, label or "", confidence, second)


def _one_line(cells: Iterable[str]) -> str:
    return " ".join(" ".join(cells).split())
