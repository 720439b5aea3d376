"""Data sets of a specification: the texts and labels of a stage."""

from __future__ import annotations

import hashlib
import importlib
import json
import math
from collections.abc import Callable, Iterator
from typing import ClassVar, TypeVar

from pydantic import model_validator

from engine.json_types import JsonObject
from engine.spec.base import Choice, SpecModel, field
from engine.spec.cleaning import Cleaning, NoCleaning
from engine.spec.targets import ClassTarget, Target

NAME_SCHEMES = ("samples", "paper", "catalogue")
"""Prefixes of named data sets: bundled, of the paper, of the user's catalogue."""

PATH_FIELDS = ("source", "validation", "test")
"""Fields of a data set that are paths of files."""

NOT_DOWNLOADED = "the data set is not on this machine, and nothing may be downloaded now."
"""Message for a hub data set that may not be downloaded now."""


class FileFormat(Choice):
    """A file format. The options live in ``engine.data.readers``, one class each."""

    noun: ClassVar[str] = "format"
    usual_kind: ClassVar[str] = "auto"
    options_within: ClassVar[str] = "engine.data.readers"


TABLE_SUFFIXES = (".csv", ".tsv", ".json", ".jsonl", ".parquet")
"""Suffixes of data sets among files of general text. Only their texts are read."""

Model = TypeVar("Model", bound=SpecModel)


def _auto() -> FileFormat:
    importlib.import_module(
        "engine.data.readers.auto"
    )  # the only reader that a design needs before data are read
    return FileFormat.choose("auto")


class DataSource(SpecModel):
    """A labelled data set: where it is, how it is read, which columns mean what, how it is split."""

    essential: ClassVar[tuple[str, ...]] = ("source",)
    source: str = field(label="Data set", min_length=1, suggest="data sets")
    """A bundled sample (samples:reviews), a set of the paper (paper:imdb), a set of the catalogue
    (catalogue:NAME), a file or folder, or a hub id (hub:imdb)."""
    validation: str = field("", "Validation file", advanced=True)
    """A separate file for validation; empty: a share of the training split."""
    test: str = field("", "Test file", advanced=True)
    """A separate file for the final test."""
    format: FileFormat = field(_auto, "Format", advanced=True)
    """File format; automatic detection reports its result."""
    text: list[str] = field([], "Text columns", advanced=True)
    """Names or 1-based numbers of the columns that hold the text; empty: detected. With two segments 'title +
    question' puts columns together."""
    label: str = field("", "Label column", advanced=True)
    """Name or 1-based number of the label column; empty: detected."""
    split_column: str = field("", "Split column", advanced=True, later=True)
    """The column that assigns rows to training, validation and test; empty: detected by its values, none:
    rows are drawn at random."""
    target: Target = field(lambda: ClassTarget(), "Labels are", advanced=True, later=True)
    """The kind of labels in the label column."""
    pair: bool = field(False, "Two segments", source="Sun et al. 2019, code (ag_sep, yahoo)", advanced=True)
    """Encode the last text column as a second segment instead of joining it; the columns before it, joined,
    are the first."""
    join: str = field(" ", "Join with", advanced=True)
    """The text between joined text columns."""
    classes: list[str] = field([], "Class names", advanced=True)
    """Names for labels that are numbers, in the order of the numbers; labels that are words must be among
    them. Empty: from a file next to the data."""
    cleaning: Cleaning = field(NoCleaning(), "Cleaning", advanced=True)
    """Cleaning of each text when it is read."""
    validation_share: float = field(0.1, "Validation", unit="of train", zero="none", ge=0.0, le=0.5)
    """Share of the training split held out for validation, stratified by label. 0: all labels are learnt
    from, and the model of the last update is tested."""
    split_seed: int = field(13, "Split seed", ge=0, advanced=True)
    """Seed of the validation split and of subsets; the same for all seeds of a run."""
    train_rows: int = field(0, "Training rows", unit="rows", zero="all", ge=0, advanced=True)
    """Use a stratified random subset of this size; 0: all."""
    train_percent: float = field(
        100.0,
        "Training share",
        unit="%",
        source="Sun et al. 2019, Figure 4",
        ge=0.01,
        le=100.0,
        log=True,
        advanced=True,
    )
    """The same as a percentage of the training split (rows held out for validation included in the count)."""
    draw: int = field(0, "Draw", ge=0, advanced=True)
    """Number of the random subset. Within a draw, a smaller subset is part of every larger one; all draws
    share validation and test rows."""
    validation_rows: int = field(0, "Validation rows", unit="rows", zero="all", ge=0, advanced=True)
    """Use a stratified random subset of this size; 0: all, even if training rows are few."""
    test_rows: int = field(0, "Test rows", unit="rows", zero="all", ge=0, advanced=True)
    """Use a stratified random subset of this size; 0: all."""

    resolved: ResolvedData | None = field(
        None, "Resolved", role="record", exclude_if=lambda value: value is None
    )
    """What the name stood for when the run was queued. Written by the engine."""

    @property
    def is_named(self) -> bool:
        """Whether ``source`` is a name (``samples:...``, ``paper:...``, ``catalogue:...``) rather than a path."""
        return self.source.partition(":")[0] in NAME_SCHEMES

    @property
    def effective(self) -> DataSource:
        """The data set that is read: the one to which its name was resolved when the run was queued, else itself."""
        return self if self.resolved is None else self.resolved.source

    def identity_fields(self) -> JsonObject:
        """Return the fields that determine the identity.

        The user's files and catalogue entries may be moved and may change. They are identified by content and options,
        independent of their paths. Bundled data sets and those of the paper are identified by their names, and files
        without a recorded content by their paths.
        """
        resolved, in_catalogue = self.resolved, self.source.startswith("catalogue:")
        if resolved is None or resolved.content is None or (self.is_named and not in_catalogue):
            return super().identity_fields()
        if not resolved.content and not in_catalogue:  # from the hub
            return super().identity_fields()
        fields = resolved.source.identity_fields()
        if resolved.content:
            fields = {name: value for name, value in fields.items() if name not in PATH_FIELDS}
        return fields | {"content": resolved.content}

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, value: object) -> object:
        return {"source": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _require_two_columns(self) -> DataSource:
        if self.pair and len(self.text) == 1:
            raise ValueError(
                "two segments need at least two text columns, not 1. Write ['title + question', 'answer'] to "
                "join some"
            )
        return self

    @model_validator(mode="after")
    def _require_one_size(self) -> DataSource:
        if self.train_rows and self.train_percent < 100:
            raise ValueError("give the training subset as rows or as a percentage, not both")
        return self


class ResolvedData(SpecModel):
    """Properties of a data set when a run was queued, which all processes of the run read."""

    source: DataSource = field(label="Read as", role="record")
    """Places in full, with every option: those of the name's entry, and over them the experiment's own."""
    content: dict[str, str] | None = field(None, "Content", role="record")
    """Hash of each split's files, by split. Empty for a set of the hub, whose commit is the format's revision
    where the hub told it; None for a run that was queued before contents were recorded (0.1.0)."""

    @property
    def fingerprint(self) -> str:
        """Hash of the content as 16 hex digits, empty if unknown."""
        return fingerprint_content(self.content) if self.content else ""


DataSource.model_rebuild()


def names_data_set(text: str) -> bool:
    """Return whether a general text is a data set (a name or a table) rather than a text file or the bundled text."""
    scheme, colon, _ = text.partition(":")
    return (bool(colon) and scheme in (*NAME_SCHEMES, "hub")) or text.lower().endswith(TABLE_SUFFIXES)


def fingerprint_content(content: dict[str, str]) -> str:
    """Return one hash (16 hex digits) of the hashes of all splits."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode("utf-8")).hexdigest()[:16]


def is_generated(source: str) -> bool:
    """Return whether a data set is a bundled sample, whose texts were generated for this project."""
    return source.startswith("samples:")


def reads_generated(names: str) -> bool:
    """Return whether any of the data sets that the row of a run lists is generated.

    >>> reads_generated("trec, samples:reviews"), reads_generated("trec")
    (True, False)
    """
    return any(map(is_generated, names.split(", ")))


def find_sources(model: SpecModel, prefix: str = "") -> Iterator[tuple[str, DataSource]]:
    """Yield the dotted path and the value of each data set in ``model``: ``("stages.0.data", ...)``."""
    for name in type(model).model_fields:
        for path, value in _members(getattr(model, name), f"{prefix}{name}"):
            if isinstance(value, DataSource):
                yield path, value
            else:
                yield from find_sources(value, f"{path}.")


def _members(value: object, path: str) -> Iterator[tuple[str, SpecModel]]:
    """Yield the record or records in the value of a field."""
    if isinstance(value, SpecModel):
        yield path, value
    elif isinstance(value, list):
        for number, each in enumerate(value):
            if isinstance(each, SpecModel):
                yield f"{path}.{number}", each


def replace_sources(model: Model, change: Callable[[str, DataSource], DataSource], prefix: str = "") -> Model:
    """Return ``model`` with each data set replaced by ``change(dotted path, data set)``."""

    def replace_one(value: SpecModel, path: str) -> SpecModel:
        if isinstance(value, DataSource):
            return change(path, value)
        return replace_sources(value, change, f"{path}.")

    updates: dict[str, object] = {}
    for name in type(model).model_fields:
        value = getattr(model, name)
        replaced = {path: replace_one(each, path) for path, each in _members(value, f"{prefix}{name}")}
        if isinstance(value, SpecModel):
            (updates[name],) = replaced.values()
        elif replaced:
            updates[name] = [replaced.get(f"{prefix}{name}.{n}", each) for n, each in enumerate(value)]
    return model.model_copy(update=updates)


def rows_of_percent(percent: float, total: int) -> int:
    """Return ``percent`` of ``total`` in rows, at least one."""
    return max(1, round(percent * total / 100))


def smallest_percent(rows: int, total: int) -> float:
    """Return the smallest percentage of ``total``, with two decimals, that is at least ``rows``."""
    hundredths = max(1, math.floor(10_000 * (rows - 1) / total))
    while rows_of_percent(hundredths / 100, total) < rows:
        hundredths += 1
    return hundredths / 100
