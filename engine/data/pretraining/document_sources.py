"""Document sources of a corpus: splits of data sets and text files, read one document at a time."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine import paths
from engine.cache import artefacts
from engine.data.character_encodings import FileEncoding, choose_encoding
from engine.data.dataset import Dataset, Split, load_dataset
from engine.data.pretraining.sentences import COLUMN_SEPARATOR, pipeline_version, segment_documents
from engine.data.read_errors import explain_read_errors
from engine.errors import UserError, require_plain_file
from engine.progress import ReportProgress
from engine.spec.data import DataSource
from engine.spec.stages.pretraining import PipelineSentences, Pretraining, Segmentation

_MOST_NOTES = 5
"""Maximum number of notes on guessed encodings of the files in a folder."""


@dataclass(frozen=True)
class DocumentSource:
    """A stream of documents.

    Attributes:
        name: its name in notes and facts.
        key: hash of its content.
        size: approximate number of characters.
        total: total amount to read, in the unit of ``open_documents``.
        open_documents: opens the stream of (document, amount read so far).
        notes: notes on its encodings.
    """

    name: str
    key: str
    size: int
    total: int
    open_documents: Callable[[], Iterator[tuple[str, int]]]
    notes: tuple[str, ...] = ()


def stage_sources(stage: Pretraining, datasets: Sequence[Dataset]) -> list[DocumentSource]:
    """Return the document sources of a stage's corpus. ``datasets`` are its loaded data sets.

    Raises UserError when a text file is missing or empty.
    """
    sources = [
        source_from_split(f"{source.source}, {name}", dataset.splits[name])
        for source, dataset in zip(stage.data, datasets, strict=True)
        for name in stage.splits_read()
        if len(dataset.splits[name])
    ]
    return sources + [source_from_files(entry) for entry in stage.corpus]


def load_with_separate_columns(source: DataSource, report: ReportProgress | None = None) -> Dataset:
    """Return a data set whose text columns are joined by ``COLUMN_SEPARATOR``, which ends a sentence."""
    dataset = load_dataset(source, report=report)
    declared = dataset.source
    columns = dataset.detection.get("text")
    if declared.pair or not isinstance(columns, list) or len(columns) < 2:
        return dataset
    return load_dataset(declared.model_copy(update={"join": COLUMN_SEPARATOR}), report=report)


def iterate_documents(split: Split) -> Iterator[str]:
    """Yield the texts of a split, for pairs with both segments joined."""
    if split.second_texts is None:
        yield from split.texts
    else:
        for first, second in zip(split.texts, split.second_texts, strict=True):
            yield f"{first}{COLUMN_SEPARATOR}{second}"


def hash_document(document: str) -> int:
    """Return a 64-bit hash, equal for documents that differ only in case, blanks and line breaks."""
    normalised = " ".join(document.replace(COLUMN_SEPARATOR, " ").split()).casefold()
    return int.from_bytes(hashlib.blake2b(normalised.encode("utf-8"), digest_size=8).digest(), "little")


def hash_documents(split: Split) -> np.ndarray:
    """Return the sorted ``hash_document`` of all texts of a split, uint64. Computed once per content."""
    file = (
        paths.cache_folder()
        / "corpora"
        / f"keys-{artefacts.key('document keys', split.fingerprint)}"
        / "keys.npy"
    )

    def make(temporary: Path) -> None:
        keys = np.fromiter(map(hash_document, iterate_documents(split)), np.uint64, len(split))
        np.save(temporary / file.name, np.unique(keys))

    artefacts.build_once(file.parent, make)
    return np.asarray(np.load(file))


def find_text_files(sources: Sequence[str]) -> list[Path]:
    """Return the text files in ``sources``, which are files and folders.

    Raises UserError when one is missing, or a folder has none.
    """
    files: list[Path] = []
    for source in sources:
        path = paths.user_path(source)
        require_plain_file(path)
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*.txt") if p.is_file())
            if not inside:
                raise UserError(
                    "the folder holds no .txt file.", place=source, remedy="Name a folder of text files."
                )
            files += inside
        elif path.is_file():
            files.append(path)
        else:
            raise UserError(
                "there is no such file or folder.", place=source, remedy="Check the path of the corpus."
            )
    return files


def source_from_files(source: str) -> DocumentSource:
    """Return a text file, or all files of a folder, as one source. Its key depends only on the content."""
    digest = hashlib.sha256()
    with explain_read_errors(source):
        files = find_text_files([source])
        sizes = [file.stat().st_size for file in files]
        encodings = [(file, choose_encoding(file)) for file in files]
        for file in files:
            with file.open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
    return DocumentSource(
        source,
        artefacts.key("text files", digest.hexdigest()),
        sum(sizes),
        sum(sizes),
        lambda: _documents_in(encodings),
        tuple(
            note
            for file, encoding in encodings
            for note in encoding.notes(file.name, remedy="save it as UTF-8")
        )[:_MOST_NOTES],
    )


def source_from_split(name: str, split: Split) -> DocumentSource:
    """Return a split of a data set as a document source."""

    def documents() -> Iterator[tuple[str, int]]:
        for number, document in enumerate(iterate_documents(split)):
            yield document, number + 1

    sample = [len(document) for _, document in zip(range(200), iterate_documents(split), strict=False)]
    size = int(len(split) * sum(sample) / max(1, len(sample)))
    return DocumentSource(name, split.fingerprint, size, len(split), documents)


def _documents_in(files: Sequence[tuple[Path, FileEncoding]]) -> Iterator[tuple[str, int]]:
    """Yield the documents of text files and the number of bytes read so far.

    An empty line, or the end of the file, ends a document.
    """
    position = 0
    for file, encoding in files:
        lines: list[str] = []
        with file.open(encoding=encoding.name) as stream:
            for line in stream:
                position += len(line.encode("utf-8"))
                if line := line.strip():
                    lines.append(line)
                elif lines:
                    yield "\n".join(lines), position
                    lines = []
        if lines:
            yield "\n".join(lines), position


@dataclass(frozen=True)
class SentenceFile:
    """Segmented documents of one source.

    Attributes:
        name: name of the document source.
        key: hash of content and segmentation.
        file: text file with one sentence per line, and an empty line after each document.
        document_hashes: ``hash_document`` of each document, in order, uint64 [documents].
        empty_count: number of blank texts, which are not documents.
    """

    name: str
    key: str
    file: Path
    document_hashes: np.ndarray
    empty_count: int

    def iterate_documents(self) -> Iterator[list[str]]:
        """Yield the sentences of each document, read on demand."""
        sentences: list[str] = []
        with self.file.open(encoding="utf-8", newline="\n") as lines:
            for line in lines:
                if line == "\n":
                    yield sentences
                    sentences = []
                else:
                    sentences.append(line[:-1])


def segment_source(
    source: DocumentSource, segmentation: Segmentation, report: ReportProgress | None = None
) -> SentenceFile:
    """Return the sentences of ``source``, cached by content and segmentation.

    Raises UserError when the segmentation's pipeline is not installed.
    """
    key = sentence_cache_key(source, segmentation)
    folder = paths.cache_folder() / "corpora" / f"sentences-{key}"
    artefacts.build_once(folder, lambda temporary: _write(temporary, source, segmentation, report), report)
    meta = artefacts.read_json(folder / "about.json")
    return SentenceFile(
        source.name, key, folder / "sentences.txt", np.load(folder / "keys.npy"), int(meta["empty"])
    )


def sentence_cache_key(source: DocumentSource, segmentation: Segmentation) -> str:
    """Return the cache key of the sentences of a source. It includes the version of a spaCy pipeline.

    Raises UserError when the pipeline is not installed.
    """
    version = pipeline_version(segmentation.name) if isinstance(segmentation, PipelineSentences) else ""
    return artefacts.key("sentences", source.key, segmentation.model_dump(mode="json"), version)


def _write(
    folder: Path, docs: DocumentSource, segmentation: Segmentation, report: ReportProgress | None
) -> None:
    keys = array("Q")
    position = blank = 0

    def texts() -> Iterator[str]:
        nonlocal position, blank
        for document, amount in docs.open_documents():
            position = amount
            if document.replace(COLUMN_SEPARATOR, " ").strip():
                keys.append(hash_document(document))
                yield document
            else:
                blank += 1

    with (folder / "sentences.txt").open("w", encoding="utf-8", newline="\n") as out:
        for number, sentences in enumerate(segment_documents(texts(), segmentation, docs.size)):
            if report and number % 256 == 0:
                report(f"Finding sentences in {docs.name}", min(position, docs.total), docs.total)
            out.writelines(f"{sentence}\n" for sentence in sentences)
            out.write("\n")
    np.save(folder / "keys.npy", np.frombuffer(keys, np.uint64) if keys else np.zeros(0, np.uint64))
    artefacts.write_json(folder / "about.json", {"empty": blank, "documents": len(keys), "source": docs.name})
