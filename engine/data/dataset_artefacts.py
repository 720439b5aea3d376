"""Cache artefacts of a data set. Their keys do not require reading it, so one can check whether it is cached.

This module imports neither numpy nor pyarrow, because commands that queue a run use it first (``engine.preflight``).
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
        source: resolved paths and options.
        located: its files and their reader.
        texts: key of its texts: content of the files, reader and column mapping.
        fingerprint: key of its splits: the texts and the split options.
    """

    source: DataSource
    located: LocatedSource
    texts: str
    fingerprint: str

    @property
    def texts_folder(self) -> Path:
        """Folder of the texts. It is complete if it has a manifest."""
        return paths.cache_folder() / "texts" / self.texts

    @property
    def splits_folder(self) -> Path:
        """Folder of the rows of each split. It is complete if it has a manifest."""
        return paths.cache_folder() / "datasets" / self.fingerprint

    def count_rows(self, split: str) -> int:
        """Return the number of rows of a cached split, 0 if it does not exist."""
        try:
            with (self.splits_folder / f"{split}.npy").open("rb") as stream:
                stream.seek(8)  # NumPy's format 1.0: magic and version, length of the header, header
                header = literal_eval(stream.read(int.from_bytes(stream.read(2), "little")).decode("latin-1"))
        except FileNotFoundError:
            return 0
        return int(header["shape"][0])


def source_to_read(source: DataSource) -> DataSource:
    """Return ``source`` with resolved paths and options, ready for reading.

    Raises UserError for an unresolved name.
    """
    is_sample = source.source.startswith("samples:")
    if source.resolved is not None:
        if not is_sample or Path(source.effective.source).exists():
            return source.effective
        # The program has moved since the run was queued, so paths differ but options do not.
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
    """Return the files and keys of a data set with a resolved name.

    Raises UserError when a file is missing, unreadable, of unknown format, or has changed since the run was queued.
    """
    with explain_read_errors(declaration.source):
        return _find_artefacts(declaration)


def _find_artefacts(declaration: DataSource) -> DatasetArtefacts:
    """Return the result of ``find_artefacts``. Raises OSError when a file cannot be opened."""
    source = source_to_read(declaration)
    located = locate_source(source)
    content = {name: located.reader.identity(path) for name, path in located.paths.items()}
    if declaration.resolved is not None and declaration.resolved.content:
        require_content(located, content, declaration.resolved.content)
    options = source.model_dump(mode="json", include={"text", "label", "pair", "join"})
    # Options count only if set, so that data sets cached before these options existed keep their keys.
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
    """Return the options that determine the splits of a data set."""
    options = source.model_dump(
        mode="json", include={"validation_share", "split_seed", "train_rows", "validation_rows", "test_rows"}
    )
    if source.train_percent < 100 or source.draw:
        options |= {"train_percent": source.train_percent, "draw": source.draw}
    return options


def has_cached_splits(source: DataSource) -> bool:
    """Return whether ``source`` has been read and split before, with the same content and options."""
    return find_cached_artefacts(source) is not None


def find_cached_artefacts(source: DataSource) -> DatasetArtefacts | None:
    """Return the artefacts of ``source`` if it has been read and split before, with the same content and options.

    Returns None otherwise, and if a file cannot be opened: reading it reports the reason. Raises UserError as
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
