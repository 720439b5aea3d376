"""What a process says of its own end."""

from __future__ import annotations

from pathlib import Path

from engine.errors import UserError
from engine.launch.process_log import failure_reason, is_own_error, log_ending


def test_reasons_are_one_line() -> None:
    try:
        {}["missing"]
    except KeyError as error:
        assert failure_reason(error) == "KeyError: 'missing'"
    assert failure_reason(UserError("is wrong.", place="x")) == "x: is wrong."
    assert is_own_error(UserError("")) and not is_own_error(KeyError())


def test_last_words(tmp_path: Path) -> None:
    log = tmp_path / "rank-1.log"
    assert log_ending(log) == ""
    log.write_text("one\n\n two \nthree\n\n", encoding="utf-8")
    assert log_ending(log) == "two / three"
