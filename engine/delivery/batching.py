"""Batch simultaneous requests: those that arrive during one batch form the next batch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

Answer = TypeVar("Answer")

MAX_BATCH_TEXTS = 256
"""Maximum number of texts in a batch, unless a single request has more."""
MAX_WAITING_TEXTS = 8192
"""Maximum number of waiting texts. Further requests are refused."""


class QueueFullError(Exception):
    """Error of a request that arrives while too many texts wait."""


@dataclass(frozen=True)
class _Question(Generic[Answer]):
    texts: Sequence[str]
    answer: asyncio.Future[list[Answer]]


class Batcher(Generic[Answer]):
    """Computes the texts of waiting requests together in one thread, one batch at a time.

    It never waits for a batch to fill. When idle it answers at once, when busy it batches what has arrived.

    Args:
        compute: returns the answers for texts, in order. It is called in the batcher's own thread.

    Attributes:
        texts, batches: number computed so far.
    """

    def __init__(self, compute: Callable[[Sequence[str]], list[Answer]]) -> None:
        self._compute = compute
        self._questions: asyncio.Queue[_Question[Answer]] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "predictions")
        self._waiting_texts = 0
        self._task: asyncio.Task[None] | None = None
        self.texts = self.batches = 0

    def start(self) -> None:
        """Begin to answer. Call it in the event loop."""
        self._task = asyncio.create_task(self._answer_all())

    async def stop(self) -> None:
        """Stop after answering all waiting requests."""
        await self._questions.join()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown()

    async def ask(self, texts: Sequence[str]) -> list[Answer]:
        """Return the answers for ``texts``. Raises QueueFullError, or any error of the computation."""
        if self._waiting_texts and self._waiting_texts + len(texts) > MAX_WAITING_TEXTS:
            raise QueueFullError
        question: _Question[Answer] = _Question(texts, asyncio.get_running_loop().create_future())
        self._waiting_texts += len(texts)
        self._questions.put_nowait(question)
        return await question.answer

    async def _answer_all(self) -> None:
        loop = asyncio.get_running_loop()
        pending: _Question[Answer] | None = None
        while True:
            batch = [pending or await self._questions.get()]
            pending, count = None, len(batch[0].texts)
            while not self._questions.empty():
                next_question = self._questions.get_nowait()
                if count + len(next_question.texts) > MAX_BATCH_TEXTS:
                    pending = next_question
                    break
                batch.append(next_question)
                count += len(next_question.texts)
            texts = [text for question in batch for text in question.texts]
            try:
                answers = await loop.run_in_executor(self._thread, self._compute, texts)
                self.texts, self.batches = self.texts + len(texts), self.batches + 1
                _set_answers(batch, answers)
            except Exception as error:  # each request of the batch gets the error
                for question in batch:
                    if not question.answer.done():
                        question.answer.set_exception(error)
            finally:
                self._waiting_texts -= count
                for _ in batch:
                    self._questions.task_done()


def _set_answers(batch: Sequence[_Question[Answer]], answers: Sequence[Answer]) -> None:
    start = 0
    for question in batch:
        end = start + len(question.texts)
        if not question.answer.done():  # the client may have disconnected
            question.answer.set_result(list(answers[start:end]))
        start = end
