"""Sentences of a corpus on disk: a text file with one sentence a line and an empty line after each document.

That is the format of the original's own corpora, so a file can be inspected, or read again with the segmentation
"lines". It is written once per content and segmentation.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine import paths
from engine.cache import artefacts
from engine.data.pretraining.document_sources import DocumentSource, hash_document
from engine.data.pretraining.sentence_workers import segment_documents
from engine.data.pretraining.sentences import COLUMN_SEPARATOR, pipeline_version
from engine.progress import ReportProgress
from engine.spec.stages.pretraining import PipelineSentences, Segmentation


@dataclass(frozen=True)
class SentenceFile:
    """A part of a corpus, split into sentences.

    Attributes:
        name: the name of its document source.
        key: of content and segmentation.
        file: the text file, in the format described by the module.
        document_hashes: of each document (``hash_document``), in order, uint64 [documents].
        empty_count: number of texts with only blanks. They are not documents.
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
    part: DocumentSource, segmentation: Segmentation, report: ReportProgress | None = None
) -> SentenceFile:
    """Return the sentences of ``part``, from the cache when the same content was segmented in the same way before.

    Raises UserError when the segmentation's pipeline is not installed.
    """
    key = sentence_cache_key(part, segmentation)
    folder = paths.cache_folder() / "corpora" / f"sentences-{key}"
    artefacts.build_once(folder, lambda making: _write(making, part, segmentation, report), report)
    about = artefacts.read_json(folder / "about.json")
    return SentenceFile(
        part.name, key, folder / "sentences.txt", np.load(folder / "keys.npy"), int(about["empty"])
    )


def sentence_cache_key(part: DocumentSource, segmentation: Segmentation) -> str:
    """Return the cache key of a part's sentences. An installed pipeline counts with its version.

    Raises UserError when it is not installed.
    """
    version = pipeline_version(segmentation.name) if isinstance(segmentation, PipelineSentences) else ""
    return artefacts.key("sentences", part.key, segmentation.model_dump(mode="json"), version)


def _write(
    folder: Path, part: DocumentSource, segmentation: Segmentation, report: ReportProgress | None
) -> None:
    keys = array("Q")
    position = empty = 0

    def texts() -> Iterator[str]:
        nonlocal position, empty
        for document, done in part.open_documents():
            position = done
            if document.replace(COLUMN_SEPARATOR, " ").strip():
                keys.append(hash_document(document))
                yield document
            else:
                empty += 1

    with (folder / "sentences.txt").open("w", encoding="utf-8", newline="\n") as out:
        for number, sentences in enumerate(segment_documents(texts(), segmentation, part.size)):
            if report and number % 256 == 0:
                report(f"Finding sentences in {part.name}", min(position, part.total), part.total)
            out.writelines(f"{sentence}\n" for sentence in sentences)
            out.write("\n")
    np.save(folder / "keys.npy", np.frombuffer(keys, np.uint64) if keys else np.zeros(0, np.uint64))
    artefacts.write_json(folder / "about.json", {"empty": empty, "documents": len(keys), "source": part.name})
