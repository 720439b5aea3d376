"""A preview reads the beginning of a large file, of any format, and says so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data import source_files
from engine.data.inspection.preview import preview_source
from engine.data.readers.base import cut_between_lines
from engine.spec.data import DataSource

ROWS = [
    (f'Text {number} with a "quote"\nand a second line', "good" if number % 3 else "bad")
    for number in range(400)
]


@pytest.fixture(autouse=True)
def small_heads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_files, "HEAD_BYTES", 8000)


def quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def write_csv(folder: Path, encoding: str) -> Path:
    path = folder / "train.csv"
    lines = ["text,label", *(f"{quoted(text)},{label}" for text, label in ROWS)]
    path.write_text("\n".join(lines) + "\n", encoding=encoding, newline="")
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_records_in_quotes_are_not_cut(encoding: str, tmp_path: Path) -> None:
    view = preview_source(DataSource(source=str(write_csv(tmp_path, encoding))))
    assert view.problem is None and view.partial
    assert view.rows[0] == list(ROWS[0]) and [column.name for column in view.columns] == ["text", "label"]
    assert view.classes == ["bad", "good"]
    assert 50 < sum(map(sum, view.counts.values())) < len(ROWS)
    assert any("reads only the beginning" in note for note in view.notes)
    assert view.files == {"train": str(tmp_path / "train.csv")}


def test_lines_of_json_and_other_formats(tmp_path: Path) -> None:
    lines = [json.dumps({"text": text, "label": label}) for text, label in ROWS]
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    texts = [f"{text} {place}" for place in range(40) for text, _ in ROWS]
    table = pa.table(
        {"text": [ROWS[0][0], ROWS[1][0], *texts[2:]], "label": [label for _, label in ROWS] * 40}
    )
    pq.write_table(table, tmp_path / "a.parquet", compression="none", use_dictionary=False)
    for name in ("a.jsonl", "a.parquet"):
        preview = preview_source(DataSource(source=str(tmp_path / name)))
        assert preview.problem is None and preview.partial, name
        assert preview.rows[1] == list(ROWS[1]) and preview.classes == ["bad", "good"]


def test_a_small_file_is_read_whole_and_one_line_cannot_be_cut(tmp_path: Path) -> None:
    (tmp_path / "small.csv").write_text("text,label\nhow nice,good\nhow bad,bad\n" * 20, encoding="utf-8")
    assert not preview_source(DataSource(source=str(tmp_path / "small.csv"))).partial
    (tmp_path / "line.csv").write_text("text,label," + "x" * 20_000, encoding="utf-8")
    assert not preview_source(DataSource(source=str(tmp_path / "line.csv"))).partial


def test_more_rows_than_the_part_has_may_be_asked_for(tmp_path: Path) -> None:
    source = DataSource(source=str(write_csv(tmp_path, "utf-8")), train_rows=390)
    preview = preview_source(source)
    assert preview.problem is None and preview.classes == ["bad", "good"]


@given(
    st.lists(st.lists(st.text('ab\n"é,', max_size=6), min_size=2, max_size=2), min_size=1, max_size=30),
    st.integers(0, 200),
)
def test_what_is_cut_is_a_beginning_of_whole_records(records: list[list[str]], size: int) -> None:
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(records)
    whole = out.getvalue().encode("utf-8")
    cut = cut_between_lines(whole[:size])
    assert whole.startswith(cut)
    if cut:
        rows = list(csv.reader(io.StringIO(cut.decode("utf-8"), newline=""), strict=True))
        assert rows == records[: len(rows)]


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the largest memory of a process is not told here"
)
def test_a_gigabyte_is_previewed_within_200_megabytes(tmp_path: Path, home: Path) -> None:
    """The file is sparse behind its first 12 MB: whoever read on would meet NUL bytes."""
    path = tmp_path / "large.csv"
    line = b"a text of some thirty words or so which says what a reader thinks of a book it has read,good\n"
    path.write_bytes(b"text,label\n" + (line + line.replace(b"good", b"bad")) * (6_000_000 // len(line)))
    with path.open("rb+") as stream:
        stream.truncate(1 << 30)
    code = (
        "import runpy, sys; sys.argv[1:] = ['data', 'preview', sys.argv[1], '--json']\n"
        "try: runpy.run_module('engine', run_name='__main__')\n"
        "finally: print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    preview = json.loads(done.stdout)
    assert preview["partial"] and preview["problem"] is None and preview["classes"] == ["bad", "good"]
    assert int(done.stderr.split()[-1]) < 200_000  # kilobytes
