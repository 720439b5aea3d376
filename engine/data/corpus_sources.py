"""Where the texts of a corpus come from: splits of data sets and plain text files, read one document at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine import paths
from engine.data import cache
from engine.data.dataset import Dataset, Say, Split, load
from engine.data.encodings import first_bad
from engine.data.sentences import COLUMN
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.spec.pretraining import FurtherPretrain

SPLITS = {
    "train": ("train",),
    "train_validation": ("train", "validation"),
    "all": ("train", "validation", "test"),
}
"""The splits that each choice of ``FurtherPretrain.splits`` reads."""


@dataclass(frozen=True)
class Part:
    """One source of documents.

    Attributes:
        name: what it is called in notes and facts.
        key: equal for equal content.
        size: about how many characters it has.
        documents: opens it: (document, how much has been read in units of ``total``).
        total: see ``documents``.
    """

    name: str
    key: str
    size: int
    total: int
    documents: Callable[[], Iterator[tuple[str, int]]]


def parts_of(stage: FurtherPretrain, datasets: Sequence[Dataset]) -> list[Part]:
    """The parts of a stage's corpus; ``datasets`` are its data sets, opened. Raises UserError."""
    found = [
        split_part(f"{source.source}, {name}", dataset.splits[name])
        for source, dataset in zip(stage.data, datasets, strict=True)
        for name in SPLITS[stage.splits]
        if len(dataset.splits[name])
    ]
    return found + [file_part(entry) for entry in stage.corpus]


def whole(source: DataSource, say: Say | None = None) -> Dataset:
    """A data set whose texts keep their columns apart (``COLUMN``), so that each can be a sentence of its own."""
    dataset = load(source, say=say)
    if source.pair or len(dataset.found.get("text", ())) < 2:
        return dataset
    return load(source.model_copy(update={"join": COLUMN}), say=say)


def documents_of(split: Split) -> Iterator[str]:
    """The texts of a split; the two segments of a pair are consecutive text."""
    if split.seconds is None:
        yield from split.texts
    else:
        for first, second in zip(split.texts, split.seconds, strict=True):
            yield f"{first}{COLUMN}{second}"


def document_key(document: str) -> int:
    """64 bits that are equal for documents that differ in case, blanks and line breaks only."""
    same = " ".join(document.replace(COLUMN, " ").split()).casefold()
    return int.from_bytes(hashlib.blake2b(same.encode("utf-8"), digest_size=8).digest(), "little")


def document_keys(split: Split) -> np.ndarray:
    """``document_key`` of every text of a split, sorted, uint64; counted once per content."""
    file = paths.cache() / "corpora" / f"keys-{cache.key('document keys', split.fingerprint)}" / "keys.npy"

    def make(making: Path) -> None:
        keys = np.fromiter(map(document_key, documents_of(split)), np.uint64, len(split))
        np.save(making / file.name, np.unique(keys))

    cache.once(file.parent, file.name, make)
    return np.asarray(np.load(file))


def text_files(sources: Sequence[str]) -> list[Path]:
    """The text files that ``sources`` (files and folders) stand for. Raises UserError when one is missing or empty."""
    found: list[Path] = []
    for source in sources:
        path = Path(source).expanduser()
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*.txt") if p.is_file())
            if not inside:
                raise UserError(
                    "the folder holds no .txt file.", place=source, remedy="Name a folder of text files."
                )
            found += inside
        elif path.is_file():
            found.append(path)
        else:
            raise UserError(
                "there is no such file or folder.", place=source, remedy="Check the path of the corpus."
            )
    return found


def file_part(source: str) -> Part:
    """A text file, or all of a folder, as one part; its key is that of its content, not of its name."""
    files = text_files([source])
    sizes = [file.stat().st_size for file in files]
    digest = hashlib.sha256()
    for file in files:
        try:
            with file.open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
        except PermissionError:
            raise UserError(
                "the file may not be read.", place=str(file), remedy="Check its permissions."
            ) from None
    return Part(
        source,
        cache.key("text files", digest.hexdigest()),
        sum(sizes),
        sum(sizes),
        lambda: _documents_in(files),
    )


def split_part(name: str, split: Split) -> Part:
    """A split of a data set as a part."""

    def documents() -> Iterator[tuple[str, int]]:
        for number, document in enumerate(documents_of(split)):
            yield document, number + 1

    sample = [len(document) for _, document in zip(range(200), documents_of(split), strict=False)]
    size = int(len(split) * sum(sample) / max(1, len(sample)))
    return Part(name, split.fingerprint, size, len(split), documents)


def _documents_in(files: Sequence[Path]) -> Iterator[tuple[str, int]]:
    """The documents of text files (an empty line, or the file's end, ends one) and how many bytes were read."""
    read = 0
    for file in files:
        lines: list[str] = []
        try:
            with file.open(encoding="utf-8-sig") as stream:
                for line in stream:
                    read += len(line.encode("utf-8"))
                    if line := line.strip():
                        lines.append(line)
                    elif lines:
                        yield "\n".join(lines), read
                        lines = []
        except UnicodeDecodeError:
            bad = first_bad(file, "utf-8")
            where = f", line {bad.line}" if bad else ""
            byte = f" (byte 0x{bad.byte:02x} at {bad.offset:,})" if bad else ""
            raise UserError(
                f"it is not UTF-8{byte}.", place=f"{file}{where}", remedy="Convert it to UTF-8."
            ) from None
        if lines:
            yield "\n".join(lines), read
