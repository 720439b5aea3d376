"""Artefacts of a data set in the cache: their places are known without reading, which shows whether it was read.

This module imports neither numpy nor pyarrow: a command that queues a run checks here first (``engine.preflight``).
"""

from __future__ import annotations

from ast import literal_eval
from dataclasses import dataclass
from pathlib import Path

from engine import paths
from engine.cache import artefacts, usage
from engine.cache.manifest import has_manifest
from engine.data.catalogue import find_sample, merge_entry
from engine.data.read_errors import explain_read_errors
from engine.data.source_files import LocatedSource, locate_source, require_content
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.spec.cleaning import NoCleaning
from engine.spec.data import PATH_FIELDS, DataSource
from engine.spec.targets import ClassTarget


@dataclass(frozen=True)
class DatasetArtefacts:
    """Files of a data set and the cache keys of its artefacts.

    Attributes:
        source: places and options with which it is read.
        located: its files and their reader.
        texts: key of its texts: content of the files, reader, mapping of columns.
        fingerprint: key of its splits: the texts and how they are split.
    """

    source: DataSource
    located: LocatedSource
    texts: str
    fingerprint: str

    @property
    def texts_folder(self) -> Path:
        """The folder with the texts, complete when it has a manifest."""
        return paths.cache_folder() / "texts" / self.texts

    @property
    def splits_folder(self) -> Path:
        """The folder with the rows of each split, complete when it has a manifest."""
        return paths.cache_folder() / "datasets" / self.fingerprint

    def count_rows(self, split: str) -> int:
        """Return the number of rows of a split of a cached data set, 0 where it has no such split."""
        try:
            with (self.splits_folder / f"{split}.npy").open("rb") as stream:
                stream.seek(8)  # NumPy's format 1.0: magic and version, length of the header, header
                header = literal_eval(stream.read(int.from_bytes(stream.read(2), "little")).decode("latin-1"))
        except FileNotFoundError:
            return 0
        return int(header["shape"][0])


def source_to_read(source: DataSource) -> DataSource:
    """Return the places and options with which ``source`` is read.

    Raises UserError for a name that was not resolved.
    """
    is_sample = source.source.startswith("samples:")
    if source.resolved is not None:
        if not is_sample or Path(source.effective.source).exists():
            return source.effective
        # The program has moved since the run was queued: other paths, the same options.
        current = source_to_read(source.model_copy(update={"resolved": None}))
        return source.effective.model_copy(update={name: getattr(current, name) for name in PATH_FIELDS})
    if is_sample:
        return merge_entry(source, find_sample(source.source.partition(":")[2]).source)
    if source.is_named:
        raise UserError(
            "there is no data set of this name.",
            place=source.source,
            remedy="Import it on the Data page, register a copy, or name its file.",
        )
    return source


def find_artefacts(declaration: DataSource) -> DatasetArtefacts:
    """Return the files and the keys of a data set whose name has been resolved.

    Raises UserError when a file is missing, cannot be read, has an unknown format, or has changed since a run was
    queued with it.
    """
    with explain_read_errors(declaration.source):
        return _find_artefacts(declaration)


def _find_artefacts(declaration: DataSource) -> DatasetArtefacts:
    """Return ``find_artefacts``. Raises OSError where a file cannot be opened."""
    source = source_to_read(declaration)
    located = locate_source(source)
    content = {name: located.reader.identity(path) for name, path in located.paths.items()}
    if declaration.resolved is not None and declaration.resolved.content:
        require_content(located, content, declaration.resolved.content)
    options = source.model_dump(mode="json", include={"text", "label", "pair", "join"})
    # Only where they are set: what was read before there were such options keeps its key.
    if source.classes:
        options["classes"] = source.classes
    if not isinstance(source.cleaning, NoCleaning):
        options["cleaning"] = source.cleaning.model_dump(mode="json")
    if source.split_column:
        options["split_column"] = source.split_column
    if source.target != ClassTarget():
        options["target"] = source.target.model_dump(mode="json")
    texts = artefacts.key(
        "texts", content, sorted(located.optional_splits), located.reader.model_dump(mode="json"), options
    )
    return DatasetArtefacts(source, located, texts, artefacts.key("dataset", texts, split_options(source)))


def split_options(source: DataSource) -> JsonObject:
    """Return the options that determine the splits of a data set's texts."""
    options = source.model_dump(
        mode="json", include={"validation_share", "split_seed", "train_rows", "validation_rows", "test_rows"}
    )
    if source.train_percent < 100 or source.draw:
        options |= {"train_percent": source.train_percent, "draw": source.draw}
    return options


def has_cached_splits(source: DataSource) -> bool:
    """Return whether ``find_cached_artefacts`` returns artefacts."""
    return find_cached_artefacts(source) is not None


def find_cached_artefacts(source: DataSource) -> DatasetArtefacts | None:
    """Return the artefacts of ``source`` if it has been read and split before, with the same content and options.

    Returns None also where a file cannot be opened: reading it reports the reason. Raises UserError as
    ``find_artefacts`` does.
    """
    try:
        files = _find_artefacts(source)
    except OSError:
        return None
    folders = (files.texts_folder, files.splits_folder)
    for folder in folders:
        usage.mark_used(folder)
    return files if all(has_manifest(folder) for folder in folders) else None
