"""``preview_source``: the raw content of a file and its resulting splits, even for an incomplete mapping.

``load_dataset`` returns splits or raises an error. A form for choosing columns needs both the raw columns with the
first rows, and the remaining problem with the part of the form that corrects it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import TypeAdapter

from engine.data.columns import (
    LabelColumnError,
    choose_columns,
    distinct_values,
    entry_columns,
    label_candidates,
)
from engine.data.dataset import read_tables
from engine.data.dataset_artefacts import source_to_read
from engine.data.inspection.proposal import LabelForm, find_number_form, form_of_labels
from engine.data.inspection.report import REPEATS
from engine.data.inspection.survey import TRAINING_SPLITS, find_excludable, hash_texts
from engine.data.labelling import (
    IncompleteRowError,
    LabelledTables,
    TextlessRowError,
    label_tables,
)
from engine.data.read_errors import explain_read_errors
from engine.data.records import integer_array, label_values
from engine.data.source_files import LocatedSource, locate_source, open_heads
from engine.data.splits import make_splits
from engine.errors import UserError
from engine.json_types import ParsedJson
from engine.progress import ReportProgress
from engine.spec.data import DataSource
from engine.spec.targets import ClassTarget

if TYPE_CHECKING:
    import pyarrow as pa

    from engine.data.records import Records

PREVIEW_ROWS = 50
CELL_CHARACTERS = 400
"""Maximum number of characters of a cell in a preview."""

_SAMPLE = 2000


@dataclass(frozen=True)
class PreviewProblem:
    """A problem, and the part of the form that corrects it: the files, the format, the columns, or the rows.

    ``about`` is more specific if possible: ``label`` is corrected by another label column, ``incomplete`` by leaving
    out rows without a text or a label.
    """

    at: Literal["files", "reading", "columns", "rows"]
    message: str
    place: str
    remedy: str
    about: Literal["", "label", "incomplete"] = ""


@dataclass(frozen=True)
class PreviewColumn:
    """A column: its name, an example, and the number of distinct values and mean length in its first rows."""

    name: str
    distinct: int
    mean_length: float
    example: str


@dataclass(frozen=True)
class PreviewRepeats:
    """Repeated texts that a new version could leave out: kind, number, and the first as (row, label, text).

    ``kind`` is one of ``REPEATS``.
    """

    kind: str
    count: int
    rows: list[tuple[int, str, str]]


@dataclass
class Preview:
    """Preview of a data set before import. If a step failed, the results of later steps are empty.

    Attributes:
        format: kind of the format.
        found: encoding, delimiter, header... of the training file.
        files: file by part.
        columns, rows, numbers: columns of the training part, cells of its first records, and their row numbers.
        lines: the first raw lines of a file that could not be read.
        named: whether the columns have names.
        candidates: possible label columns including the selected one, each with its number of classes. Empty if there
            is no alternative.
        text, label: the selected columns, 0-based. ``label`` is -1 if there is none.
        classes: class names in order.
        counts: number of rows of each class, by split. "validation" and "test" also if they are held out.
        sizes: number of rows, by split.
        incomplete: number of rows without text or label, which are left out.
        repeats: texts that could be left out, conflicts of labels first. Empty if labels are not single classes.
        drawn: part of the source from which each split is drawn, "train" if it is held out.
        label_form: form of labels that are probably not single classes: ``message``, and the ``target`` to read them.
        notes: remarks for the user on reading and splitting. ``split_notes`` are those on splitting.
        partial: whether only the beginnings of large files were read, and counted in ``counts``.
        problem: the remaining problem, or None.
    """

    format: str = ""
    found: ParsedJson = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    columns: list[PreviewColumn] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    named: bool = False
    text: list[int] = field(default_factory=list)
    label: int = -1
    candidates: list[list[int]] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)
    counts: dict[str, list[int]] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    incomplete: int = 0
    repeats: list[PreviewRepeats] = field(default_factory=list)
    drawn: dict[str, str] = field(default_factory=dict)
    label_form: LabelForm | None = None
    notes: list[str] = field(default_factory=list)
    split_notes: list[str] = field(default_factory=list)
    partial: bool = False
    problem: PreviewProblem | None = None

    def to_json(self) -> ParsedJson:
        """Return the preview as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: ParsedJson) -> Preview:
        """Return the preview that :meth:`to_json` wrote."""
        return TypeAdapter(cls).validate_python(values)


def preview_source(
    source: DataSource,
    *,
    resolve: Callable[[DataSource], DataSource] = lambda source: source,
    rows: int = PREVIEW_ROWS,
    report: ReportProgress | None = None,
) -> Preview:
    """Return a preview of ``source``. Errors are returned in ``problem``, not raised.

    ``resolve`` resolves names (``engine.store.data_names.resolve_source``).
    """
    result = Preview()
    try:
        source = source_to_read(resolve(source))
        located = locate_source(source)
    except UserError as error:
        result.problem = _problem("files", error)
        return result
    result.format = located.reader.kind
    result.files = {name: str(path) for name, path in located.paths.items()}
    result.notes += located.notes
    with open_heads(located) as (heads, notes):
        result.partial = bool(notes)
        result.notes += notes
        _fill_preview(result, source, heads, rows, report)
    return result


def _fill_preview(
    result: Preview, source: DataSource, located: LocatedSource, rows: int, report: ReportProgress | None
) -> None:
    """Fill ``result`` from the files, as far as they can be read."""
    try:
        with explain_read_errors(source.source):
            tables = read_tables(located, source, report)
    except UserError as error:
        result.problem = _problem("reading", error)
        result.lines = _first_lines(located)
        return
    _fill_columns(result, tables["train"], rows)
    try:
        mapping = choose_columns(tables["train"], source)
        result.text, result.label = list(mapping.text), mapping.label
        candidates = label_candidates(tables["train"], mapping)
        result.candidates = [[index, len(distinct_values(tables["train"], index))] for index in candidates]
    except UserError as error:
        result.problem = _problem("columns", error)
        result.text, result.label = _requested_columns(tables["train"], source)
        return
    try:
        with explain_read_errors(source.source):
            labelled = label_tables(tables, source, located.reader.incomplete, located.optional_splits)
    except UserError as error:
        result.problem = _problem("rows", error)
        if mapping.label >= 0:
            names = sorted(distinct_values(tables["train"], mapping.label))
            result.label_form = _misread_form(source, names, isinstance(error, IncompleteRowError))
        return
    _fill_splits(result, source, labelled)
    result.notes += dict.fromkeys(note for table in tables.values() for note in table.notes)
    result.notes += [*labelled.notes, *result.split_notes]


def _fill_splits(result: Preview, source: DataSource, labelled: LabelledTables) -> None:
    """Fill ``result`` with splits and classes, or with the problem."""
    result.incomplete = labelled.incomplete
    result.label_form = form_of_labels(source, labelled.classes)
    try:
        labels = {name: label_values(part["label"]) for name, part in labelled.parts.items()}
        numbers = {name: source.target.strata(values) for name, values in labels.items()}
        plan, notes = make_splits(numbers, source)
    except UserError as error:
        if not result.partial:  # the beginning may have fewer rows than requested
            result.problem = _problem("rows", error)
            return
        plan, notes = {}, [f"The splits cannot be shown of this part: {error.message}"]
    class_count = len(labelled.classes)
    result.classes = list(labelled.classes)
    result.counts = {
        name: source.target.count_texts(labels[part][rows], class_count).tolist()
        for name, (part, rows) in plan.items()
    }
    result.sizes = {name: len(rows) for name, (_, rows) in plan.items()}
    result.drawn = {name: part for name, (part, _) in plan.items()}
    if labelled.classes and source.target.kind in ("class", "rank"):
        split_tables = {
            name: labelled.parts[part].take(integer_array(rows)) for name, (part, rows) in plan.items()
        }
        result.repeats = _find_repeats(split_tables, labelled.classes)
    result.split_notes = notes


def _find_repeats(splits: dict[str, pa.Table], classes: Sequence[str]) -> list[PreviewRepeats]:
    """Return the repeated texts that ``palimpsest noise --exclude`` would leave out of the splits used for training."""
    texts = {name: _whole_texts(table) for name, table in splits.items()}
    hashes = {name: hash_texts(each) for name, each in texts.items()}
    labels = {name: label_values(table["label"]) for name, table in splits.items()}
    numbers = {name: table["row"].to_pylist() for name, table in splits.items()}
    repeats = []
    for kind, findings in REPEATS.items():
        positions = [
            (name, int(position))
            for name in TRAINING_SPLITS
            if name in splits
            for position in np.unique(
                np.concatenate([find_excludable(finding, name, hashes, labels) for finding in findings])
            )
        ]
        if kind == "conflicts":  # group texts that contradict each other
            positions.sort(key=lambda each: hashes[each[0]][each[1]])
        rows = [
            (numbers[name][index], classes[labels[name][index]], texts[name][index][:CELL_CHARACTERS])
            for name, index in positions[:PREVIEW_ROWS]
        ]
        repeats += [PreviewRepeats(kind, len(positions), rows)] if positions else []
    return repeats


def _whole_texts(table: pa.Table) -> list[str]:
    """Return the texts of a part, for pairs with both segments."""
    texts, seconds = table["text"].to_pylist(), table["second"].to_pylist()
    return [
        text if second is None else f"{text}\0 {second}" for text, second in zip(texts, seconds, strict=True)
    ]


def _misread_form(source: DataSource, names: Sequence[str], incomplete: bool) -> LabelForm | None:
    """Return the form of labels if it explains why they cannot be read as classes, else None.

    In multi-label data a text may have no label, so its row seems ``incomplete``. Measured numbers have too many
    values for classes.
    """
    form = form_of_labels(source, names)
    if incomplete:
        return form if form is not None and form.target["kind"] == "labels" else None
    if source.classes or source.target != ClassTarget():
        return None
    return find_number_form(names, fractions=False)


def _problem(step: Literal["files", "reading", "columns", "rows"], error: UserError) -> PreviewProblem:
    label, incomplete = isinstance(error, LabelColumnError), isinstance(error, IncompleteRowError)
    about: Literal["", "label", "incomplete"] = "label" if label else "incomplete" if incomplete else ""
    step = "columns" if isinstance(error, TextlessRowError) else step
    return PreviewProblem(step, error.message, error.place, error.remedy, about)


def _fill_columns(result: Preview, table: Records, rows: int) -> None:
    start = table.data.slice(0, _SAMPLE)
    for index, name in enumerate(table.columns):
        cells = [_cell(value) for value in start.column(index).to_pylist()]
        mean = sum(map(len, cells)) / max(1, len(cells))
        example = next((cell for cell in cells if cell.strip()), "")
        result.columns.append(PreviewColumn(name, len(set(cells)), mean, example[:CELL_CHARACTERS]))
    columns = table.data.slice(0, rows).to_pydict()
    result.rows = [
        [_cell(cell)[:CELL_CHARACTERS] for cell in record] for record in zip(*columns.values(), strict=True)
    ]
    result.numbers = [int(number) for number in table.rows[:rows]]
    result.named = table.has_header
    result.found = {key: value for key, value in table.detection.items() if value is not None}


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def _requested_columns(table: Records, source: DataSource) -> tuple[list[int], int]:
    """Return the existing ones of the requested columns, so that the form can display them with the problem."""

    def find(entry: str) -> list[int]:
        try:
            return entry_columns(table, entry)
        except UserError:
            return []

    label = find(source.label) if source.label else []
    return [index for entry in source.text for index in find(entry)], label[0] if label else -1


def _first_lines(located: LocatedSource) -> list[str]:
    path = located.paths["train"]
    if not path.is_file():
        return []
    with path.open("rb") as stream:
        start = stream.read(1 << 16)
    if b"\0" in start:
        return []
    return [line[:CELL_CHARACTERS] for line in start.decode("utf-8", "replace").splitlines()[:PREVIEW_ROWS]]
