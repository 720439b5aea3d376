"""The decisions file (TSV or JSON lines): the queue of doubtful texts to be edited and applied. Decisions by finding.

The column ``decision`` is ``keep``, ``exclude``, ``relabel`` (to the class in ``suggested``) or ``relabel: CLASS``. An
empty cell leaves the text unchanged. ``split``, ``row`` and ``key``, a hash of text and label, identify a text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.analysis.noise.triage import DoubtfulText, text_key
from engine.data.dataset import SPLIT_NAMES, Dataset
from engine.data.inspection.survey import EXCLUDED_KINDS, TRAINING_SPLITS, find_excludable, survey_split
from engine.errors import UserError, require_plain_file
from engine.formatting.spreadsheets import delimited_text, restore
from engine.json_types import JsonObject
from engine.output_files import require_output, write_output
from engine.progress import ReportProgress, ignore_progress

Action = Literal["keep", "exclude", "relabel"]
ACTIONS: tuple[Action, ...] = ("keep", "exclude", "relabel")
COLUMNS = ("decision", "label", "suggested", "score", "reasons", "split", "row", "key", "text")
ENDINGS = (".tsv", ".jsonl")
_KEYS = ("decision", "split", "row", "key")
_REMEDY = "Write keep, exclude, relabel, or relabel: CLASS."


@dataclass(frozen=True)
class TextDecision:
    """Decision on a text of a split. ``label`` is the new class for ``relabel``."""

    split: str
    row: int
    key: str
    action: Action
    label: str = ""


def decision_words(action: Action, label: str = "") -> str:
    """Return a decision as a cell: ``exclude``, ``relabel: sport``."""
    return f"{action}: {label}" if label else action


def queue_records(queue: Iterable[DoubtfulText], prefill: bool = False) -> Iterator[JsonObject]:
    """Yield the rows of the file. ``prefill`` enters the suggested decisions."""
    for text in queue:
        advice = decision_words("relabel", text.suggested) if text.advice == "relabel" else text.advice
        yield {
            "decision": advice if prefill else "",
            **{name: getattr(text, name) for name in COLUMNS[1:]},
            "score": round(text.score, 4),
            "reasons": "; ".join(reason.sentence for reason in text.reasons),
        }


def require_decisions_file(file: Path, *, overwrite: bool = False) -> None:
    """Raise UserError unless ``write_decisions`` can write ``file``: another ending, an existing file, no folder."""
    if file.suffix.lower() not in ENDINGS:
        message = f"'{file.suffix}' is not a file type for decisions."
        raise UserError(message, place=str(file), remedy="Use .tsv or .jsonl.")
    require_output(file, overwrite=overwrite)


def write_decisions(file: Path, queue: Sequence[DoubtfulText], *, prefill: bool = False) -> None:
    """Write the queue to a ``.tsv`` or ``.jsonl`` file for editing (see ``require_decisions_file``).

    In TSV, cells that begin like a formula get an apostrophe. Raises UserError if the file cannot be written.
    """
    records = list(queue_records(queue, prefill))
    if file.suffix.lower() == ".jsonl":
        text = _as_lines(records)
    else:
        text = delimited_text([COLUMNS, *([record[name] for name in COLUMNS] for record in records)], "\t")
    write_output(file, text)


def save_records(file: Path, records: Sequence[JsonObject]) -> None:
    """Write rows of a decisions file (see ``queue_records``) as JSON lines, replacing an earlier file.

    Raises UserError if the file cannot be written.
    """
    write_output(file, _as_lines(records))


def _as_lines(records: Iterable[JsonObject]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def read_saved_cells(file: Path) -> dict[str, str]:
    """Return the decisions by key from a file of ``save_records``, empty without a file."""
    if not file.is_file():
        return {}
    return {record["key"]: record["decision"] for _, record in _records(file) if record.get("decision")}


def read_decisions(file: Path, classes: Sequence[str]) -> list[TextDecision]:
    """Return the decisions of a file in order, without undecided texts.

    Raises UserError with the row for an invalid decision, an unknown class, or a second decision on a text.
    """
    require_plain_file(file)
    if not file.is_file():
        raise UserError("there is no such file.", place=str(file), remedy="Write one with --out.")
    decisions: list[TextDecision] = []
    numbers: dict[tuple[str, int], int] = {}
    for number, record in _records(file):
        place = f"{file.name}, row {number}"
        missing = [name for name in _KEYS if name not in record]
        if missing:
            raise UserError(f"there is no '{missing[0]}'.", place=place, remedy=f"Keep {', '.join(_KEYS)}.")
        cell = record["decision"].strip()
        if not cell:
            continue
        action_name, _, label = (part.strip() for part in cell.partition(":"))
        action = next((option for option in ACTIONS if option == action_name.casefold()), None)
        if action is None or (label and action != "relabel"):
            raise UserError(f"'{cell}' is not a decision.", place=place, remedy=_REMEDY)
        if action == "relabel":
            label = _class(label or record.get("suggested", ""), classes, place)
        try:
            row = int(record["row"])
        except ValueError:
            raise UserError(f"'{record['row']}' is not a row number.", place=place) from None
        key = (record["split"], row)
        if key in numbers:
            raise UserError(f"this text already has a decision in row {numbers[key]}.", place=place)
        numbers[key] = number
        decisions.append(TextDecision(record["split"], row, record["key"], action, label))
    return decisions


def _class(name: str, classes: Sequence[str], place: str) -> str:
    """Return the class of a cell without the apostrophe of a spreadsheet."""
    class_name = restore(name) if restore(name) in classes else name
    if class_name not in classes:
        message = f"there is no class '{name}'." if name else "no class is named, and none was suggested."
        raise UserError(message, place=place, remedy=f"Classes: {', '.join(list(classes)[:12])}.")
    return class_name


def _records(file: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the number and the cells of each row. A header is row 1."""
    from engine.data.read_errors import explain_read_errors
    from engine.data.readers.delimited import CsvReader
    from engine.data.readers.jsonl import JsonlReader
    from engine.spec.data import DataSource

    if not file.stat().st_size:
        return
    is_jsonl = file.suffix.lower() == ".jsonl"
    reader = JsonlReader() if is_jsonl else CsvReader(header="yes", delimiter="tab")
    with explain_read_errors(file):
        records = reader.keeping_all().read(file, DataSource(source=str(file)))
    for number, row in zip(records.rows.tolist(), records.data.to_pylist(), strict=True):
        yield number, {name: "" if cell is None else str(cell) for name, cell in row.items()}


def exclude_findings(
    data: Dataset, findings: Sequence[str], report: ReportProgress = ignore_progress
) -> list[TextDecision]:
    """Return decisions to exclude the texts of ``findings``, in the order of the data.

    A finding is ``duplicates``, ``conflicts`` (equal texts with different labels) or ``shared`` (texts in two splits),
    optionally with a split: ``duplicates:train``. Without a split it applies to training and validation texts. The test
    split, which measures results, changes only if it is named.

    The first of the duplicates in each split remains. Equal texts with different labels are conflicts, not duplicates.
    Shared texts are excluded from training if validation or test has them, and from validation if test has them. Texts
    that differ only in case and blanks are equal.

    Example: for ``a b a`` in training and ``b c`` in test, ``duplicates`` excludes the second ``a``, and ``shared``
    the ``b`` of training.

    Raises UserError for an unknown finding, and if labels are not classes.
    """
    if not data.classes or data.source.target.kind not in ("class", "rank"):
        raise UserError("these texts have no single class, which versions require.", place=data.source.source)
    selections = [_parse_finding(finding) for finding in findings]
    hashes = {name: survey_split(data.splits[name], report).text_hashes for name in SPLIT_NAMES}
    labels = {name: data.splits[name].labels for name in SPLIT_NAMES}
    positions: dict[str, set[int]] = {name: set() for name in SPLIT_NAMES}
    for kind, splits in selections:
        for split in splits:
            positions[split].update(find_excludable(kind, split, hashes, labels).tolist())
    return [_exclude(data, name, position) for name in SPLIT_NAMES for position in sorted(positions[name])]


def _parse_finding(finding: str) -> tuple[str, tuple[str, ...]]:
    """Return the kind and the splits of a finding such as ``duplicates:train``."""
    kind, _, split = finding.strip().partition(":")
    if kind not in EXCLUDED_KINDS or split not in ("", *SPLIT_NAMES):
        raise UserError(
            f"'{finding}' is not a finding whose texts can be left out.",
            place="--exclude",
            remedy=f"Use {', '.join(EXCLUDED_KINDS)}, with a split if you like: duplicates:train.",
        )
    if kind == "shared" and split == "test":
        split = ""  # ``shared:test`` names the split whose texts remain
    return kind, (split,) if split else TRAINING_SPLITS


def _exclude(data: Dataset, name: str, position: int) -> TextDecision:
    split = data.splits[name]
    key = text_key(split.whole_text(position), data.classes[split.labels[position]])
    return TextDecision(name, int(split.rows[position]), key, "exclude")
