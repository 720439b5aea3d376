from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import is_unicode, printable
from engine.faults import report_fault


def fault() -> Exception:
    try:
        raise ZeroDivisionError("\x1b[31m \ud800")
    except ZeroDivisionError as error:
        return error


def test_a_fault_leaves_its_traceback_in_a_file_of_ones_own(home: Path) -> None:
    sentence = report_fault(fault())
    (file,) = (home / "faults").iterdir()
    assert str(file) in sentence and is_unicode(sentence) and "\x1b" not in sentence
    text = file.read_text(encoding="utf-8")
    assert "Traceback" in text and "test_faults.py" in text and "ZeroDivisionError" in text
    assert file.stat().st_mode & 0o077 == 0


def test_where_the_folder_cannot_be_written_the_temporary_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert str(tmp_path / "fault-") in report_fault(fault())


def test_what_is_printed_is_plain_text_of_bounded_length() -> None:
    assert printable("a\u202eb\ud800\x07\tc\n") == "a\\u202eb\\ud800\\x07\tc\n"
    assert printable("é 漢 \u200c") == "é 漢 \u200c"
    assert len(printable("x" * 10_000, 100)) < 120
