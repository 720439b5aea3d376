"""Answer questions that come at the same time together: what waits while a batch is computed is the next batch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

Answer = TypeVar("Answer")

MAX_BATCH_TEXTS = 256
"""Texts of one batch, unless a single question has more."""
MAX_WAITING_TEXTS = 8192
"""Texts that may wait. Further ones are refused."""


class QueueFullError(Exception):
    """Error of a question that comes while too many texts wait."""


@dataclass(frozen=True)
class _Question(Generic[Answer]):
    texts: Sequence[str]
    answer: asyncio.Future[list[Answer]]


class Batcher(Generic[Answer]):
    """Puts the texts of waiting questions together and computes them in one thread, one batch at a time.

    Nothing waits for a batch to fill: an idle batcher answers at once, a busy one finds what has come meanwhile.

    Args:
        compute: the answers for some texts, in their order. Called in the batcher's own thread.

    Attributes:
        texts, batches: how many were computed so far.
    """

    def __init__(self, compute: Callable[[Sequence[str]], list[Answer]]) -> None:
        self._compute = compute
        self._questions: asyncio.Queue[_Question[Answer]] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "predictions")
        self._waiting = 0
        self._task: asyncio.Task[None] | None = None
        self.texts = self.batches = 0

    def start(self) -> None:
        """Begin to answer. Called in the event loop."""
        self._task = asyncio.create_task(self._answer_all())

    async def stop(self) -> None:
        """End, when what waits has been answered."""
        await self._questions.join()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown()

    async def ask(self, texts: Sequence[str]) -> list[Answer]:
        """Return the answers for ``texts``. Raises QueueFullError, or what the computation raises."""
        if self._waiting and self._waiting + len(texts) > MAX_WAITING_TEXTS:
            raise QueueFullError
        question: _Question[Answer] = _Question(texts, asyncio.get_running_loop().create_future())
        self._waiting += len(texts)
        self._questions.put_nowait(question)
        return await question.answer

    async def _answer_all(self) -> None:
        loop = asyncio.get_running_loop()
        pending: _Question[Answer] | None = None
        while True:
            batch = [pending or await self._questions.get()]
            pending, count = None, len(batch[0].texts)
            while not self._questions.empty():
                following = self._questions.get_nowait()
                if count + len(following.texts) > MAX_BATCH_TEXTS:
                    pending = following
                    break
                batch.append(following)
                count += len(following.texts)
            texts = [text for question in batch for text in question.texts]
            try:
                answers = await loop.run_in_executor(self._thread, self._compute, texts)
                self.texts, self.batches = self.texts + len(texts), self.batches + 1
                _give(batch, answers)
            except Exception as error:  # each who asked is told; the next batch may do better
                for question in batch:
                    if not question.answer.done():
                        question.answer.set_exception(error)
            finally:
                self._waiting -= count
                for _ in batch:
                    self._questions.task_done()


def _give(batch: Sequence[_Question[Answer]], answers: Sequence[Answer]) -> None:
    start = 0
    for question in batch:
        end = start + len(question.texts)
        if not question.answer.done():  # the client may have gone
            question.answer.set_result(list(answers[start:end]))
        start = end
