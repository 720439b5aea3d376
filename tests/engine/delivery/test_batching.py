"""What waits is computed together, and everyone gets their own answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from engine.delivery import batching
from engine.delivery.batching import Batcher, QueueFullError


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
