"""Sentence segmentation by spaCy's rules, an installed pipeline, Chinese marks, or lines.

Many documents are segmented by several processes if that is faster. The workers are programs that read batches of
documents as JSON lines and write their sentences. They share nothing with the training process (no forked threads, no
pickles) and exit at the end of their input.
"""

from __future__ import annotations

import json
import os
import queue
import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.child_processes import module_command
from engine.errors import UserError
from engine.spec.stages.pretraining import FullWidthSentences, LineSentences, PipelineSentences, Segmentation

if TYPE_CHECKING:
    from spacy.language import Language

COLUMN_SEPARATOR = "\ufdd0"
"""Separator of the columns (or segments) of a document, which ends a sentence. A noncharacter that no text contains."""

_PARAGRAPH = re.compile(rf"\n\s*\n|{COLUMN_SEPARATOR}")
_LINE = re.compile(rf"[\r\n{COLUMN_SEPARATOR}]+")
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_CJK_CHARACTER = re.compile(f"[{_CJK}]")
_CJK_SHARE = 0.3
_SAMPLE = 20_000
_LONGEST = 200_000
"""Maximum number of characters per call of spaCy. Longer paragraphs are cut at blanks."""

# A full stop ends a sentence except in numbers, abbreviations and ellipses, ? and ! except in URLs.
_CHINESE_END = re.compile(r"(?:[。｡！？]|[!?](?![A-Za-z0-9=&/])|(?<![\d\s.])\.(?![A-Za-z0-9.]))+…*")
_FULL_WIDTH_END = re.compile("[。？！]+")
_CLOSING = frozenset("”’」』）)】》〉］]｝}")
_QUOTES = frozenset("\"'＂")

# Components without effect on sentence boundaries. Without them a pipeline is several times as fast.
_UNNEEDED = (
    "ner", "lemmatizer", "attribute_ruler", "tagger", "morphologizer", "textcat", "textcat_multilabel",
    "entity_linker", "entity_ruler", "span_ruler", "spancat", "trainable_lemmatizer",
)  # fmt: skip


def is_cjk(text: str) -> bool:
    """Return whether at least 30 % of the letters in a text (its first 20,000 characters) are Chinese or kana."""
    sample = text[:_SAMPLE]
    count = len(_CJK_CHARACTER.findall(sample))
    return count > 0 and count >= _CJK_SHARE * sum(map(str.isalpha, sample))


def has_cjk(text: str) -> bool:
    """Return whether ``text`` contains any Chinese character or kana."""
    return not text.isascii() and _CJK_CHARACTER.search(text) is not None


def split_lines(text: str) -> list[str]:
    """Return the non-blank lines of a document, with runs of blanks collapsed."""
    return [line for part in _LINE.split(text) if (line := " ".join(part.split()))]


def split_paragraphs(text: str) -> list[str]:
    """Return the columns and paragraphs of a document, which no sentence crosses. Inner breaks become blanks."""
    return [block for part in _PARAGRAPH.split(text) if (block := " ".join(part.split()))]


def split_chinese(text: str) -> list[str]:
    """Return the sentences of a Chinese paragraph.

    Each ends with 。？！ or an ASCII mark and the quotes closed after it.
    """
    sentences: list[str] = []
    start = 0
    for mark in _CHINESE_END.finditer(text):
        end = mark.end()
        while end < len(text) and _closes(text, start, end):
            end += 1
        if sentence := text[start:end].strip():
            sentences.append(sentence)
        start = max(start, end)
    if rest := text[start:].strip():
        sentences.append(rest)
    return sentences


def split_full_width(text: str) -> list[str]:
    """Return the parts of a paragraph that end exactly at 。？！, each with its marks (Sun et al. 2019, 5.1).

    Example: ``"“好。”他说! 走？"`` gives ``“好。``, ``”他说! 走？``.
    """
    ends = [0, *(mark.end() for mark in _FULL_WIDTH_END.finditer(text)), len(text)]
    return [part for start, end in pairwise(ends) if (part := text[start:end].strip())]


def _closes(text: str, start: int, index: int) -> bool:
    """Return whether the character at ``index`` is a closing quote or bracket.

    A straight quote closes after an odd number of the same quotes.
    """
    character = text[index]
    return character in _CLOSING or (character in _QUOTES and text.count(character, start, index) % 2 == 1)


class SentenceSplitter:
    """Splitter of documents into sentences by a segmentation.

    Raises UserError on construction when the segmentation's spaCy pipeline is not installed.
    """

    def __init__(self, segmentation: Segmentation) -> None:
        self.lines = isinstance(segmentation, LineSentences)
        self.full_width = isinstance(segmentation, FullWidthSentences)
        self.pipeline = (
            load_pipeline(segmentation.name) if isinstance(segmentation, PipelineSentences) else None
        )

    def split(self, documents: Sequence[str]) -> list[list[str]]:
        """Return the sentences of each document. A non-blank document has at least one."""
        if self.lines:
            return [split_lines(document) for document in documents]
        if self.full_width:
            return [
                [sentence for block in split_paragraphs(document) for sentence in split_full_width(block)]
                for document in documents
            ]
        result: list[list[str]] = [[] for _ in documents]
        blocks_by_index: list[tuple[str, tuple[int, int]]] = []
        for index, document in enumerate(documents):
            blocks = split_paragraphs(document)
            if self._by_marks(document):
                result[index] = [sentence for block in blocks for sentence in split_chinese(block)]
            else:
                blocks_by_index += [(piece, (index, 0)) for block in blocks for piece in _split_long(block)]
        if blocks_by_index:
            if self.pipeline is None:
                self.pipeline = _rules()
            nlp = self.pipeline
            # Without a memory zone the vocabulary would store every string.
            with nlp.memory_zone():
                for doc, (index, _) in nlp.pipe(blocks_by_index, as_tuples=True, batch_size=256):
                    result[index] += [text for span in doc.sents if (text := span.text.strip())]
        return result

    def _by_marks(self, document: str) -> bool:
        has_rules = self.pipeline is not None and self.pipeline.lang in ("zh", "ja")
        return not has_rules and is_cjk(document)


def load_pipeline(name: str) -> Language:
    """Return an installed spaCy pipeline, reduced to sentence segmentation.

    A pipeline without sentence boundaries gets spaCy's rule-based sentencizer.
    Raises UserError when it is not installed.
    """
    import spacy

    pipeline_version(name)
    try:
        nlp = spacy.load(name, exclude=list(_UNNEEDED))
    except (OSError, ValueError, TypeError, AttributeError, ImportError) as error:
        raise UserError(
            f"the spaCy pipeline '{name}' cannot be loaded: {str(error).splitlines()[0]}",
            place="segmentation.name",
            remedy="Install the version that fits the installed spaCy, or use the rules.",
        ) from None
    if not {"parser", "senter", "sentencizer"} & set(nlp.pipe_names):
        if "senter" in nlp.disabled:
            nlp.enable_pipe("senter")
        else:
            nlp.add_pipe("sentencizer")
    return nlp


def pipeline_version(name: str) -> str:
    """Return the version of an installed spaCy pipeline.

    Only installed packages are allowed, because a folder could run any code. Raises UserError, with the install
    command, if it is not installed.
    """
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        raise UserError(
            f"the spaCy pipeline '{name}' is not installed.",
            place="segmentation.name",
            remedy=f"Install it with 'python -m spacy download {name}', or use the rules.",
        ) from None


def _rules() -> Language:
    import spacy

    # English tokenisation handles abbreviations (Mr., e.g.), and suits most European languages.
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return nlp


def _split_long(block: str) -> list[str]:
    """Return ``block``, or parts of it cut at blanks if it is too long for spaCy."""
    pieces = []
    while len(block) > _LONGEST:
        cut = block.rfind(" ", 1, _LONGEST)
        cut = cut if cut > 0 else _LONGEST
        pieces.append(block[:cut])
        block = block[cut:].lstrip()
    return [*pieces, block] if block else pieces


_BATCH_CHARACTERS = 100_000
_BATCH_DOCUMENTS = 500
_PAYS = {False: 8_000_000, True: 400_000}
"""Number of characters from which workers are faster, for rules (False) and for trained pipelines (True)."""
_MOST = 8


def segment_documents(
    documents: Iterable[str], segmentation: Segmentation, size: int, *, processes: int | None = None
) -> Iterator[list[str]]:
    """Yield the sentences of each document, in order.

    Args:
        documents: the texts. Only a few of them are in memory at a time.
        segmentation: the segmentation.
        size: approximate number of characters of all documents, which determines the number of processes.
        processes: number of processes, which overrides ``size``.

    Raises:
        UserError: the segmentation's pipeline is not installed.
    """
    splitter = SentenceSplitter(segmentation)
    count = _processes(segmentation, size) if processes is None else processes
    if count < 2:
        for batch in _batches(documents):
            yield from splitter.split(batch)
        return
    with ExitStack() as stack:
        workers: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        for _ in range(count):
            worker = _Worker(segmentation)
            stack.callback(worker.close)
            workers.put(worker)
        pool = stack.enter_context(ThreadPoolExecutor(count))
        # If the consumer stops early, pending batches are cancelled.
        stack.callback(pool.shutdown, wait=True, cancel_futures=True)

        def segment(batch: list[str]) -> list[list[str]]:
            worker = workers.get()
            try:
                return worker.segment(batch)
            finally:
                workers.put(worker)

        ahead: deque[Future[list[list[str]]]] = deque()
        for batch in _batches(documents):
            ahead.append(pool.submit(segment, batch))
            if len(ahead) > 2 * count:
                yield from ahead.popleft().result()
        while ahead:
            yield from ahead.popleft().result()


def segment_apart(documents: Sequence[str], segmentation: Segmentation) -> list[list[str]]:
    """Return the sentences of each document from a separate process, so that this one does not load spaCy.

    Raises RuntimeError when that process fails.
    """
    worker = _Worker(segmentation)
    try:
        return worker.segment(list(documents))
    finally:
        worker.close()


def _processes(segmentation: Segmentation, size: int) -> int:
    if (
        isinstance(segmentation, LineSentences | FullWidthSentences)
        or size < _PAYS[isinstance(segmentation, PipelineSentences)]
    ):
        return 1
    return min(available_cores(), _MOST)


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    available = getattr(os, "sched_getaffinity", None)
    return len(available(0)) if available else os.cpu_count() or 1


def _batches(documents: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    characters = 0
    for document in documents:
        batch.append(document)
        characters += len(document)
        if characters >= _BATCH_CHARACTERS or len(batch) >= _BATCH_DOCUMENTS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


class _Worker:
    """A process that segments one batch at a time."""

    def __init__(self, segmentation: Segmentation) -> None:
        self._process = subprocess.Popen(
            module_command("engine.data.pretraining.sentences"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        self._send(segmentation.model_dump(mode="json"))

    def segment(self, batch: list[str]) -> list[list[str]]:
        """Return the sentences of each document of the batch.

        Raises RuntimeError when the process has ended, with its exit code.
        """
        try:
            self._send(batch)
            assert self._process.stdout is not None
            line = self._process.stdout.readline()
        except OSError:
            line = b""
        if not line:
            raise RuntimeError(f"a helper that finds sentences ended with code {self._process.wait()}")
        answer: list[list[str]] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass  # unwritten data without a reader
        self._process.wait()

    def _send(self, value: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(value).encode("ascii") + b"\n")
        self._process.stdin.flush()


def main() -> None:
    """Run a worker: read the segmentation from the first line, then one batch per line, until the input ends."""
    lines, answers = sys.stdin.buffer, sys.stdout.buffer
    segmentation = Segmentation.choose(json.loads(lines.readline()))
    if not isinstance(segmentation, PipelineSentences):
        # spaCy imports torch if installed. The rules do not need it, and the import takes seconds per worker.
        sys.modules.setdefault("torch", None)  # type: ignore[arg-type]
    splitter = SentenceSplitter(segmentation)
    for line in lines:
        answers.write(json.dumps(splitter.split(json.loads(line))).encode("ascii") + b"\n")
        answers.flush()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass  # Ctrl+C reaches every process of the terminal, and the parent process handles it
