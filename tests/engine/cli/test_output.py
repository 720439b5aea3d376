"""Texts of data do not control a terminal, whichever way they are printed."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.analysis.tables import PlainTable
from engine.cli import output

pty = pytest.importorskip("pty", reason="a terminal of POSIX")
EVIL = "a\x1b]0;owned\x07\x1b[31m\x9b5n\rb [bold]c[/bold]"
SHOW = f"""
import sys
from engine.cli.app import _prepare_streams
_prepare_streams()
from engine.analysis.tables import PlainTable
from engine.cli import output
evil = {EVIL!r}
output.print_parts([PlainTable(["Name", evil], [[evil, evil]]), evil])
output.note(evil)
output.print_json({{"name": evil}})
sys.stdout.write(evil + "\\n")
print(evil)
sys.stdout.flush()
"""


def shown_on_terminal(code: str) -> bytes:
    """What a program sends to a terminal by both its outputs."""
    ours, theirs = pty.openpty()
    try:
        command = [sys.executable, "-c", code]
        done = subprocess.Popen(command, stdout=theirs, stderr=theirs, env=os.environ | {"TERM": "xterm"})
        os.close(theirs)
        found = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            found += piece
        assert done.wait() == 0, found
        return found
    finally:
        os.close(ours)


def test_control_characters_of_data_reach_no_terminal() -> None:
    found = shown_on_terminal(SHOW)
    text = found.decode("utf-8")
    assert "]0;owned" in text  # it is there to be read
    assert "\x1b]" not in text and "\x07" not in text and "\x9b" not in text
    assert "\x1b[31m" not in text and "\x1b[5n" not in text
    assert "\\x1b]0;owned\\x07" in text


def test_a_file_gets_what_is_stored(tmp_path: Path) -> None:
    """Only terminals obey control characters: what goes into a file or a pipe stays as it is."""
    done = subprocess.run(
        [sys.executable, "-c", f"from engine.cli.app import _prepare_streams as p; p(); print({EVIL!r})"],
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode("utf-8").rstrip("\n") == EVIL


def test_a_reader_who_has_left_silences_no_later_command(monkeypatch: pytest.MonkeyPatch) -> None:
    class Left(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    def show() -> None:
        output.print_parts([PlainTable(["Name"], [["one"]])])

    monkeypatch.setattr(os, "dup2", lambda *_descriptors: None)
    monkeypatch.setattr(Left, "fileno", lambda _self: 1)
    with contextlib.redirect_stdout(Left()), pytest.raises(SystemExit):
        show()
    later = io.StringIO()
    with contextlib.redirect_stdout(later):
        show()
    assert later.getvalue().split() == ["Name", "one"]


@pytest.mark.parametrize(
    ("split", "few", "looks"),
    [
        ("test", True, True),
        ("test/news", True, True),
        ("stage-1/test", True, False),  # other texts than those that the run ended with
        ("validation", False, False),
        ("testing", False, False),
    ],
)
def test_notes_of_a_split_are_of_test_texts_only(split: str, few: bool, looks: bool) -> None:
    said = output.test_notes(split, 12, ["They have been looked at."])
    assert any("has 12 texts: too few" in each for each in said) is few
    assert ("They have been looked at." in said) is looks
