"""Sentence segmentation of many documents, with several processes if that is faster.

The workers are programs that read batches of documents as JSON lines and write their sentences. They share nothing with
the training process (no forked threads, no pickles) and exit at the end of their input.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack

from engine.child_processes import module_command
from engine.data.pretraining.sentences import SentenceSplitter
from engine.spec.stages.pretraining import FullWidthSentences, LineSentences, PipelineSentences, Segmentation

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
            module_command("engine.data.pretraining.sentence_workers"),
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
