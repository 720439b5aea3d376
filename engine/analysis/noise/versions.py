"""Versions of data sets: copies with decisions applied, which the catalogue lists with their unchanged parents."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path

import numpy as np
import pyarrow as pa

from engine import private_files
from engine.analysis.noise.decisions import TextDecision
from engine.analysis.noise.triage import text_key, without_subsets
from engine.data.class_names import name_numeric_labels
from engine.data.dataset import Dataset, Split, load_dataset, read_split_table
from engine.data.readers.jsonl import JsonlReader
from engine.data.records import Records
from engine.errors import UserError
from engine.file_names import file_name, name_problem
from engine.formatting.numbers import plural
from engine.json_types import JsonObject
from engine.progress import ReportProgress, ignore_progress
from engine.spec.data import DataSource
from engine.spec.stages.labelled_task import name_from_source
from engine.store.database import Store
from engine.store.datasets import add_dataset, list_datasets

RECORD = "version.json"
"""File in the folder of a version that records its origin."""
_FORMAT = 1


@dataclass(frozen=True)
class DataVersion:
    """Version of a data set.

    Attributes:
        name: its name in the catalogue, ``news@2``.
        parent: its parent as the user named it: ``catalogue:news``, a path.
        parent_fingerprint: fingerprint of the parent's texts and splits.
        fingerprint: its own fingerprint.
        created: time of creation, seconds since 1970.
        relabelled, excluded, kept: number of decisions of each kind.
        rows: number of rows by split.
    """

    name: str
    parent: str
    parent_fingerprint: str
    fingerprint: str
    created: float
    relabelled: int
    excluded: int
    kept: int
    rows: Mapping[str, int]

    def to_sentence(self) -> str:
        """Return the changes as a sentence."""
        subject = f"catalogue:{self.name} is {self.parent}"
        if not self.relabelled:
            return f"{subject} without {self.excluded:,} of its texts"
        return f"{subject} with {plural(self.relabelled, 'text')} relabelled and {self.excluded:,} left out"

    def as_json(self) -> JsonObject:
        """Return the fields as JSON values."""
        return asdict(self)


def versions_folder(store: Path) -> Path:
    """Return the folder of all versions, next to the store."""
    return store.parent / f"{store.stem}-datasets"


def saved_decisions_file(store: Path, parent: str) -> Path:
    """Return the file in which the window saves the decisions on the data set ``parent``."""
    return versions_folder(store) / "decisions" / f"{file_name(parent, 'data')}.jsonl"


def apply_decisions(
    store: Store,
    source: DataSource,
    decisions: Sequence[TextDecision],
    name: str = "",
    report: ReportProgress = ignore_progress,
) -> DataVersion:
    """Write a new version of a data set with a record of its parent and all decisions, and add it to the catalogue.

    All columns are kept. Each split of the parent becomes one file, so runs on both versions have the same splits
    except for excluded texts. ``source`` must be resolved. Its files are not changed.

    Args:
        name: name of the version. Empty: the parent's name with the next free number, ``news@2``.

    Raises UserError if a decision fits no text of the data set, a split or class would become empty, or the name
    exists.
    """
    data = load_dataset(without_subsets(source), report=report)
    by_split = _check_decisions(data, decisions)
    names = {row.name for row in list_datasets(store)}
    new_name = name or next_name(source.source, names)
    if new_name in names or (problem := name_problem(new_name)):
        raise UserError(
            f"the catalogue already has a data set '{new_name}'." if new_name in names else f"{problem}.",
            place="--name",
            remedy="Choose another name.",
        )
    folder = versions_folder(store.path) / file_name(new_name.replace("@", "-v"), "version")
    if folder.exists():
        raise UserError("already exists.", place=str(folder), remedy="Choose another name.")
    draft = folder.with_name(f".{folder.name}.{os.getpid()}")
    private_files.make_folder(draft)
    try:
        rows = {}
        classes: tuple[str, ...] = ()
        for split in data.splits.values():
            report(f"Writing the {split.name} split", 0, len(split))
            table = read_split_table(data, split.name)
            classes = classes or _numeric_names(data, table)
            rows[split.name] = _write_split(draft / f"{split.name}.jsonl", data, split, table, by_split)
        counts = Counter(decision.action for decision in decisions)
        version_record = DataVersion(
            new_name, source.source, data.fingerprint, "", time.time(),
            counts["relabel"], counts["exclude"], counts["keep"], rows,
        )  # fmt: skip
        record = {
            "format": _FORMAT,
            **version_record.as_json(),
            "parent_source": data.source.model_dump(mode="json"),
            "decisions": [asdict(decision) for decision in decisions],
        }
        text = json.dumps(record, ensure_ascii=False, indent=1)
        (draft / RECORD).write_text(text, encoding="utf-8")
        draft.rename(folder)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    version_source = _version_source(folder, data, classes)
    fingerprint = load_dataset(version_source, report=report).fingerprint
    add_dataset(store, new_name, version_source.model_dump(mode="json"), fingerprint)
    return replace(version_record, fingerprint=fingerprint)


def next_name(parent: str, names: set[str]) -> str:
    """Return the name of the next version: ``news@2`` of ``catalogue:news``, ``news@3`` of ``catalogue:news@2``."""
    scheme, _, name = parent.partition(":")
    parent_name = name if name and scheme in ("catalogue", "samples", "paper") else name_from_source(parent)
    base = parent_name.rpartition("@")[0] or parent_name
    return next(candidate for number in count(2) if (candidate := f"{base}@{number}") not in names)


def read_version(source: DataSource) -> DataVersion | None:
    """Return the version record of a catalogue data set, or None if it is not a version."""
    file = Path(source.source).parent / RECORD
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
        return DataVersion(**{name: values[name] for name in DataVersion.__dataclass_fields__})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _check_decisions(data: Dataset, decisions: Sequence[TextDecision]) -> dict[tuple[str, int], TextDecision]:
    """Return the decisions by split and row. Raises UserError if one fits no text, or too few texts would remain."""
    by_split = {(decision_.split, decision_.row): decision_ for decision_ in decisions}
    unmatched = dict(by_split)
    for name, split in data.splits.items():
        counts = np.zeros(len(data.classes), np.int64)
        for position, row in enumerate(split.rows.tolist()):
            decision = by_split.get((name, row))
            if decision is None:
                counts[split.labels[position]] += 1
                continue
            del unmatched[name, row]
            if text_key(split.whole_text(position), data.classes[split.labels[position]]) != decision.key:
                raise UserError(
                    f"the text or label in row {row} of the {name} split has changed since the decision.",
                    place=data.source.source,
                    remedy="Write the queue again: the data have changed.",
                )
            if decision.action != "exclude":
                counts[data.classes.index(decision.label) if decision.label else split.labels[position]] += 1
        if not counts.sum():
            raise UserError(f"no text of the {name} split would be left.", remedy="Keep some.")
        if name == "train" and not counts.all():
            class_name = data.classes[int(np.flatnonzero(counts == 0)[0])]
            raise UserError(f"no training text of class '{class_name}' would be left.", remedy="Keep some.")
    if unmatched:
        split_name, row = next(iter(unmatched))
        raise UserError(
            f"the {split_name} split has no row {row}.",
            place=data.source.source,
            remedy="Apply decisions to the data set that they were written for.",
        )
    return by_split


def _write_split(
    file: Path,
    data: Dataset,
    split: Split,
    table: Records,
    decisions: Mapping[tuple[str, int], TextDecision],
) -> int:
    """Write the records of a split with all columns and changed labels, and return their number."""
    label_column = str(data.detection["label"])
    kinds = {name: table.data.schema.field(name).type for name in table.columns}
    columns = [
        name for name, kind in kinds.items() if not (pa.types.is_nested(kind) or pa.types.is_binary(kind))
    ]
    indices = {int(row): index for index, row in enumerate(table.rows)}
    order = [indices[int(row)] for row in split.rows]
    cells = {name: table.data.column(name).to_pylist() for name in columns}
    # The spelling of each class in this file: a number or a name.
    label_of = {
        data.classes[label]: cells[label_column][index]
        for label, index in zip(split.labels, order, strict=True)
    }
    count = 0
    with file.open("w", encoding="utf-8", newline="\n") as stream:
        for row, index in zip(split.rows.tolist(), order, strict=True):
            decision = decisions.get((split.name, row))
            if decision is not None and decision.action == "exclude":
                continue
            record = {name: cells[name][index] for name in columns}
            if decision is not None and decision.label:
                record[label_column] = label_of.get(decision.label) or _training_label(data, decision.label)
            stream.write(json.dumps(record, ensure_ascii=False, default=str) + "\n")
            count += 1
    return count


def _training_label(data: Dataset, name: str) -> object:
    """Return the spelling of a class in the training split, which has all classes."""
    train = data.splits["train"]
    row = int(train.rows[int(np.flatnonzero(train.labels == data.classes.index(name))[0])])
    table = read_split_table(data, "train")
    index = int(np.flatnonzero(table.rows == row)[0])
    return table.data.column(str(data.detection["label"]))[index].as_py()


def _numeric_names(data: Dataset, table: Records) -> tuple[str, ...]:
    """Return the class names of numeric labels, empty if the labels are names."""
    names = tuple(data.source.classes) or table.class_names
    cells = {str(cell) for cell in table.data.column(str(data.detection["label"])).to_pylist()}
    return names if set(data.classes) <= set(names) and name_numeric_labels(cells, names) else ()


def _version_source(folder: Path, data: Dataset, classes: tuple[str, ...]) -> DataSource:
    """Return the data source of a version: its own files and format, and all other options of its parent."""
    text = data.detection.get("text")
    return data.source.model_copy(
        update={
            "source": str(folder / "train.jsonl"),
            "validation": str(folder / "validation.jsonl"),
            "test": str(folder / "test.jsonl"),
            "format": JsonlReader(encoding="utf-8"),
            "text": list(data.source.text) or list(text if isinstance(text, list) else []),
            "label": str(data.detection["label"]),
            "classes": list(classes),
            "resolved": None,
        }
    )
