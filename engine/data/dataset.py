"""``load_dataset``: from the declaration of a data set to its splits, with a cache keyed by content.

The cache has two layers. *texts* has the texts and labels, once per content. *datasets* has the rows of each split, per
fingerprint. So a sweep over subset sizes or split seeds reads and stores the texts once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from engine.cache import artefacts
from engine.cache.mapped_tables import map_table, release_pages
from engine.data.class_names import find_class_file, read_class_names
from engine.data.columns import split_by_column
from engine.data.dataset_artefacts import DatasetArtefacts, find_artefacts, split_options
from engine.data.inspection.browse import open_cached
from engine.data.labelling import LabelledTables, label_tables
from engine.data.read_errors import explain_read_errors
from engine.data.records import Records, TextColumn, integer_values, label_values, write_part
from engine.data.source_files import LocatedSource, locate_source
from engine.data.splits import make_splits
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.progress import ReportProgress, ignore_progress
from engine.spec.data import DataSource
from engine.spec.targets import Target

SPLIT_NAMES = ("train", "validation", "test")


@dataclass(frozen=True)
class Split:
    """The texts and labels of one split, in the order of the source.

    Attributes:
        texts: n strings, read from disk on demand.
        second_texts: the second segments of pairs, else None.
        labels: class numbers int64 [n], or for other targets numbers float64 [n] or rows of numbers [n, C].
        rows: row of each text in its source file (a header is row 1), int64 [n].
        fingerprint: 16 hex digits, equal for equal texts in equal order, independent of the data set.
    """

    name: str
    texts: Sequence[str]
    second_texts: Sequence[str] | None
    labels: np.ndarray
    rows: np.ndarray
    fingerprint: str

    def __len__(self) -> int:
        return len(self.labels)

    def whole_text(self, index: int) -> str:
        """Return a text, or both segments of a pair joined by a tab."""
        text = self.texts[index]
        return text if self.second_texts is None else f"{text}\t{self.second_texts[index]}"


@dataclass(frozen=True)
class Dataset:
    """A data set ready for encoding.

    Attributes:
        source: the declaration with resolved names.
        classes: the class names, indexed by labels. Empty if labels are not classes.
        splits: "train", "validation" and "test".
        fingerprint: hash of content, reading options, mapping and splits, 16 hex digits.
        notes: remarks for the user on reading and splitting.
        detection: format, encoding, delimiter, columns... as detected or requested.
    """

    source: DataSource
    classes: tuple[str, ...]
    splits: dict[str, Split]
    fingerprint: str
    notes: tuple[str, ...]
    detection: JsonObject


def require_validation(dataset: Dataset) -> Dataset:
    """Return ``dataset``. Raises UserError if no rows are held out for validation."""
    if not len(dataset.splits["validation"]):
        raise UserError(
            "no rows are held out for validation, and they are needed here.",
            place="validation_share",
            remedy="Set it to 0.1, or give the data set a validation file.",
        )
    return dataset


def load_dataset(source: DataSource, *, report: ReportProgress | None = None) -> Dataset:
    """Return the data set of ``source`` with its splits. Each content is read at most once.

    Names other than bundled ones must be resolved (``engine.store.data_names``). Raises UserError, before anything is
    written, for invalid data or a file that has changed since the run was queued.
    """
    progress = report or ignore_progress
    with explain_read_errors(source.source):
        return _load(source, progress)


def _load(declaration: DataSource, report: ReportProgress) -> Dataset:
    report("Checking the data set", 0, 0)
    files = find_artefacts(declaration)
    source, located, folder = files.source, files.located, files.texts_folder

    def make(temporary: Path) -> None:
        report("Reading the data set", 0, 0)
        _store(temporary, *read_parts(located, source, report), source.target)

    artefacts.build_once(folder, make, report)
    meta = artefacts.read_json(folder / "meta.json")
    parts = {name: map_table(folder / f"{name}.arrow") for name in meta["parts"]}
    plan, notes = _plan(files, parts)
    splits = {}
    for name, (part, rows) in plan.items():
        digest = hashlib.sha256(rows.tobytes()).hexdigest()
        splits[name] = open_split(
            name, parts[part], rows, meta["pair"], artefacts.key("split", files.texts, part, digest)
        )
    return Dataset(
        source,
        tuple(meta["classes"]),
        splits,
        files.fingerprint,
        (*located.notes, *meta["notes"], *notes),
        meta["found"],
    )


def read_parts(
    located: LocatedSource, source: DataSource, report: ReportProgress | None = None
) -> tuple[LabelledTables, JsonObject]:
    """Return all parts of a data set with mapped columns, and the detected properties.

    Raises UserError when they cannot be read.
    """
    tables = read_tables(located, source, report)
    labelled = label_tables(tables, source, located.reader.incomplete, located.optional_splits)
    notes = tuple(dict.fromkeys(note for table in tables.values() for note in table.notes)) + labelled.notes
    columns: dict[str, object] = {
        "columns": tables["train"].columns,
        "text": list(labelled.text),
        "label": labelled.label,
        "roles": labelled.roles,
    }
    if labelled.cleaning_record is not None:
        columns["cleaning"] = labelled.cleaning_record.to_json()
    return replace(labelled, notes=notes), {**tables["train"].detection, **columns}


def read_tables(
    located: LocatedSource, source: DataSource, report: ReportProgress | None = None
) -> dict[str, Records]:
    """Return all parts of a data set as source tables, before columns are mapped.

    Raises UserError when they cannot be read.
    """
    tables: dict[str, Records] = {}
    reader = located.reader.with_progress(report)
    for name, path in located.paths.items():
        if report:
            report(f"Reading {path.name}", 0, 0)
        result = reader.read(path, source)
        if isinstance(result, Records):
            tables[name] = result
            reader = reader.with_detection(result.detection)
        elif name == "train":
            tables.update(
                {part: table for part, table in result.items() if part not in located.paths or part == name}
            )
        else:
            tables[name] = result[name] if name in result else next(iter(result.values()))
    if (train := located.paths.get("train")) and train.is_file() and (file := find_class_file(train)):
        detection = {**tables["train"].detection, "class names": file.name}
        tables["train"] = replace(tables["train"], class_names=read_class_names(file), detection=detection)
    return split_by_column(tables["train"], source.split_column) if tables.keys() == {"train"} else tables


def _store(folder: Path, labelled: LabelledTables, detection: dict[str, object], target: Target) -> None:
    for name, table in labelled.parts.items():
        write_part(folder / f"{name}.arrow", table)
    meta = {
        "classes": labelled.classes,
        "target": target.model_dump(mode="json"),
        "parts": list(labelled.parts),
        "notes": labelled.notes,
        "found": detection,
        "pair": labelled.parts["train"]["second"].null_count < len(labelled.parts["train"]),
    }
    artefacts.write_json(folder / "meta.json", meta)


def _plan(
    files: DatasetArtefacts, parts: dict[str, pa.Table]
) -> tuple[dict[str, tuple[str, np.ndarray]], list[str]]:
    """Return the part and rows of each split, and notes. They are drawn once and cached, for the window too."""
    source, folder = files.source, files.splits_folder

    def make(temporary: Path) -> None:
        plan, notes = draw()
        for name, (_, rows) in plan.items():
            np.save(temporary / f"{name}.npy", rows)
        meta = {
            "texts": files.texts,
            "parts": {name: part for name, (part, _) in plan.items()},
            "options": split_options(source),
            "notes": notes,
        }
        artefacts.write_json(temporary / "meta.json", meta)

    def draw() -> tuple[dict[str, tuple[str, np.ndarray]], list[str]]:
        labels = {  # int32 halves their memory
            name: source.target.strata(label_values(part["label"])).astype(np.int32)
            for name, part in parts.items()
        }
        release_pages()
        return make_splits(labels, source)

    artefacts.build_once(folder, make)
    meta = artefacts.read_json(folder / "meta.json")
    if "notes" not in meta:  # drawn by version 0.1.0
        return draw()
    return {name: (part, np.load(folder / f"{name}.npy")) for name, part in meta["parts"].items()}, meta[
        "notes"
    ]


def open_split(name: str, part: pa.Table, rows: np.ndarray, pair: bool, fingerprint: str) -> Split:
    """Return the split with ``rows`` of ``part``."""
    split = Split(
        name,
        TextColumn(part["text"], rows),
        TextColumn(part["second"], rows) if pair else None,
        label_values(part["label"])[rows],
        integer_values(part["row"])[rows],
        fingerprint,
    )
    release_pages()
    return split


def read_split_table(dataset: Dataset, split: str, report: ReportProgress | None = None) -> Records:
    """Return the source records of ``split``, with all columns. ``Records.rows`` has their row numbers."""
    part = open_cached(dataset.fingerprint).source_parts[split]
    located = locate_source(dataset.source)
    name = part if part in located.paths else "train"
    with explain_read_errors(dataset.source.source):
        tables = read_tables(replace(located, paths={name: located.paths[name]}), dataset.source, report)
    return tables.get(part) or tables[name]


def column_cells(table: Records, column: str, rows: np.ndarray) -> list[str]:
    """Return the cells of a column in the records ``rows`` [n], as text. Missing cells are empty."""
    index_of_row = {int(row): index for index, row in enumerate(table.rows)}
    cells = table.data.column(table.columns.index(column)).to_pylist()
    values = (cells[index_of_row[int(row)]] if int(row) in index_of_row else None for row in rows)
    return ["" if cell is None else str(cell).strip() for cell in values]


def further_columns(dataset: Dataset) -> list[str]:
    """Return the columns that are neither text nor label, in file order, without reading the files."""
    columns, text = dataset.detection.get("columns"), dataset.detection.get("text")
    used = {*(text if isinstance(text, list) else []), dataset.detection.get("label")}
    used |= set(dataset.source.target.label_columns())
    return [str(name) for name in (columns if isinstance(columns, list) else []) if name not in used]
