"""A slow line passes every byte, in order, and counts them."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks._slow_link import SlowPipe


def reader(parts: list[bytes]) -> Callable[[], bytes]:
    rest = iter(parts)
    return lambda: next(rest, b"")


def test_every_byte_passes_in_order_and_is_counted() -> None:
    parts = [bytes([n]) * (n + 1) for n in range(200)]
    arrived: list[bytes] = []
    pipe = SlowPipe(reader(parts), arrived.append, 0.01, 1e6)
    for thread in pipe.threads:
        thread.join()
    assert b"".join(arrived) == b"".join(parts) and pipe.passed == sum(map(len, parts))


def test_a_reader_that_has_gone_ends_the_line() -> None:
    def refuse(_data: bytes) -> None:
        raise BrokenPipeError

    pipe = SlowPipe(reader([b"a", b"b"]), refuse, 0.0, 1e6)
    for thread in pipe.threads:
        thread.join()
    assert pipe.passed == 0
