"""What every generator of malformed input makes, and the runner that gives it to the command line."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.cli import app


@dataclass(frozen=True)
class MalformedCase:
    """One malformed input.

    Attributes:
        name: what is wrong with it; the test's name.
        write: writes it into an empty folder and returns the arguments of ``palimpsest`` that read it.
        mentions: words that the message has, such as the file's name and the row.
        legal: whether it may as well be accepted (odd, but readable).
        says: what the output has where it is accepted.
    """

    name: str
    write: Callable[[Path], list[str]]
    mentions: tuple[str, ...] = ()
    legal: bool = False
    says: str = ""


@dataclass(frozen=True)
class Answer:
    """What a command left: exit code, standard output, error output."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output read as JSON, which it must be as a whole."""
        return json.loads(self.out)


def run_command_line(arguments: list[str], output: io.TextIOBase | None = None) -> Answer:
    """Run ``palimpsest`` within this process, through its real entry point, its streams as strict as a terminal's.

    ``output``: takes the place of standard output; nothing of it is in the answer then.
    """
    read = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    before, sys.argv = sys.argv, ["palimpsest", *arguments]
    try:
        with (
            contextlib.redirect_stdout(output or read),
            contextlib.redirect_stderr(err),
            pytest.raises(SystemExit) as left,
        ):
            app.main()
    finally:
        sys.argv = before
    written = [stream.buffer.getvalue().decode("utf-8") for stream in (read, err)]  # type: ignore[attr-defined]
    return Answer(int(left.value.code or 0), *written)


def check_answer(case: MalformedCase, answer: Answer) -> None:
    """Assert that the input was refused, or where it may be, taken; never with a traceback, and naming the place."""
    assert "Traceback" not in answer.err + answer.out, answer.err
    assert answer.code in ((0, 2) if case.legal else (2,)), f"exit {answer.code}: {answer.err or answer.out}"
    assert answer.code or case.says in answer.out, answer.out
    if answer.code == 2:
        assert (
            answer.err.startswith(("palimpsest: ", "Usage: ", "Error: ")) or "\npalimpsest: " in answer.err
        ), answer.err
        for word in case.mentions:
            assert word in answer.err, f"'{word}' is not in: {answer.err}"
