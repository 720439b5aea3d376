"""What waits is computed together, and everyone gets their own answers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest

from engine.delivery import batching
from engine.delivery.batching import Batcher, QueueFullError


def test_questions_that_wait_are_one_batch() -> None:
    first_begun, go_on = threading.Event(), threading.Event()
    computed: list[list[str]] = []

    def compute(texts: Sequence[str]) -> list[str]:
        computed.append(list(texts))
        first_begun.set()
        go_on.wait()
        return [text.upper() for text in texts]

    async def ask_all() -> list[list[str]]:
        batcher = Batcher(compute)
        batcher.start()
        first = asyncio.create_task(batcher.ask(["a"]))
        await asyncio.to_thread(first_begun.wait)
        others = [asyncio.create_task(batcher.ask([f"b{n}", f"c{n}"])) for n in range(5)]
        await asyncio.sleep(0)  # the others are in the queue
        go_on.set()
        found = [await each for each in (first, *others)]
        await batcher.stop()
        assert (batcher.texts, batcher.batches) == (11, 2)
        return found

    assert asyncio.run(ask_all()) == [["A"], *([f"B{n}", f"C{n}"] for n in range(5))]
    assert computed == [["a"], [text for n in range(5) for text in (f"b{n}", f"c{n}")]]


def test_a_batch_has_its_limit_and_stopping_waits_for_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batching, "MAX_BATCH_TEXTS", 3)
    computed: list[int] = []

    def compute(texts: Sequence[str]) -> list[str]:
        computed.append(len(texts))
        return list(texts)

    async def ask_all() -> list[list[str]]:
        batcher = Batcher(compute)
        tasks = [asyncio.create_task(batcher.ask([str(n)] * size)) for n, size in enumerate((2, 2, 1, 5))]
        await asyncio.sleep(0)
        batcher.start()
        await batcher.stop()
        return [await each for each in tasks]

    assert asyncio.run(ask_all()) == [["0"] * 2, ["1"] * 2, ["2"], ["3"] * 5]
    assert computed == [2, 3, 5]


def test_a_failure_is_told_to_those_who_asked_only() -> None:
    def compute(texts: Sequence[str]) -> list[str]:
        if "bad" in texts:
            raise ValueError("no such text")
        return list(texts)

    async def ask_all() -> list[str]:
        batcher = Batcher(compute)
        batcher.start()
        with pytest.raises(ValueError, match="no such text"):
            await batcher.ask(["bad"])
        found = await batcher.ask(["good"])
        await batcher.stop()
        return found

    assert asyncio.run(ask_all()) == ["good"]


def test_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batching, "MAX_WAITING_TEXTS", 2)

    async def ask_all() -> None:
        batcher: Batcher[str] = Batcher(list)
        waiting = asyncio.create_task(batcher.ask(["a", "b"]))
        await asyncio.sleep(0)
        with pytest.raises(QueueFullError):
            await batcher.ask(["c"])
        batcher.start()
        assert await waiting == ["a", "b"]
        assert await batcher.ask(["c", "d", "e"]) == ["c", "d", "e"]  # nothing waits: any number is taken
        await batcher.stop()

    asyncio.run(ask_all())
