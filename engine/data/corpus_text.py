"""The sentences of a corpus on disk: a text file with one sentence a line and an empty line after each document.

That is the format of the original's own corpora, so a file can be looked at, or read again with the segmentation
"lines". It is made once per content and segmentation.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine import paths
from engine.data import cache
from engine.data.corpus_sources import Part, document_key
from engine.data.dataset import Say
from engine.data.sentence_pool import sentences_of
from engine.data.sentences import COLUMN, installed
from engine.spec.pretraining import PipelineSentences, Segmentation


@dataclass(frozen=True)
class Sentences:
    """A part of a corpus, cut into sentences.

    Attributes:
        key: of content and segmentation.
        file: see the module.
        keys: of each document (``document_key``), in order, uint64 [documents].
        empty: how many texts held nothing but blanks; they are no documents.
    """

    name: str
    key: str
    file: Path
    keys: np.ndarray
    empty: int

    def documents(self) -> Iterator[list[str]]:
        """The sentences of each document, read as they are asked for."""
        sentences: list[str] = []
        with self.file.open(encoding="utf-8", newline="\n") as lines:
            for line in lines:
                if line == "\n":
                    yield sentences
                    sentences = []
                else:
                    sentences.append(line[:-1])


def segmented(part: Part, segmentation: Segmentation, say: Say | None = None) -> Sentences:
    """The sentences of ``part``, from the cache when the same content was cut in the same way before. UserError."""
    key = segmented_key(part, segmentation)
    folder = paths.cache() / "corpora" / f"sentences-{key}"
    cache.once(folder, "about.json", lambda making: _write(making, part, segmentation, say), say)
    about = cache.read_json(folder / "about.json")
    return Sentences(
        part.name, key, folder / "sentences.txt", np.load(folder / "keys.npy"), int(about["empty"])
    )


def segmented_key(part: Part, segmentation: Segmentation) -> str:
    """The name of a part's sentences in the cache; an installed pipeline counts with its version. UserError."""
    version = installed(segmentation.name) if isinstance(segmentation, PipelineSentences) else ""
    return cache.key("sentences", part.key, segmentation.model_dump(mode="json"), version)


def _write(folder: Path, part: Part, segmentation: Segmentation, say: Say | None) -> None:
    keys = array("Q")
    read = empty = 0

    def told() -> Iterator[str]:
        nonlocal read, empty
        for document, done in part.documents():
            read = done
            if document.replace(COLUMN, " ").strip():
                keys.append(document_key(document))
                yield document
            else:
                empty += 1

    with (folder / "sentences.txt").open("w", encoding="utf-8", newline="\n") as out:
        for number, sentences in enumerate(sentences_of(told(), segmentation, part.size)):
            if say and number % 256 == 0:
                say(f"Finding sentences in {part.name}", min(read, part.total), part.total)
            out.writelines(f"{sentence}\n" for sentence in sentences)
            out.write("\n")
    np.save(folder / "keys.npy", np.frombuffer(keys, np.uint64) if keys else np.zeros(0, np.uint64))
    cache.write_json(folder / "about.json", {"empty": empty, "documents": len(keys), "source": part.name})
