"""CSV and its relatives: delimiter, header, quotes and encoding detected; broken files refused with their row."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.data.readers.delimited import CsvReader
from engine.data.records import Records
from engine.errors import UserError
from engine.spec.data import DataSource

SOURCE = DataSource(source="unused")


def read(path: Path, **options: str) -> Records:
    return CsvReader(**options).read(path, SOURCE)


def cells(table: Records) -> list[list[str]]:
    return [list(record.values()) for record in table.data.to_pylist()]


def written(folder: Path, text: str, name: str = "file.csv", encoding: str = "utf-8") -> Path:
    file = folder / name
    file.write_bytes(text.encode(encoding))
    return file


@pytest.mark.parametrize(
    ("delimiter", "word"), [(",", "comma"), ("\t", "tab"), (";", "semicolon"), ("|", "pipe")]
)
@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".txt"])
def test_the_delimiter_is_found_whatever_the_suffix(tmp_path: Path, delimiter: str, word: str, suffix: str):
    other = ";" if delimiter != ";" else "|"
    rows = [[f"good{other} film {i}", "pos" if i % 2 else "neg", str(i)] for i in range(30)]
    text = "\n".join(delimiter.join(row) for row in [["text", "label", "number"], *rows])
    table = read(written(tmp_path, text, f"file{suffix}"))
    assert table.detection["delimiter"] == word and table.detection["header"] is True
    assert table.columns == ["text", "label", "number"]
    assert cells(table) == rows
    assert table.rows.tolist() == list(range(2, 32)), "the header is row 1"


def test_a_tsv_with_stray_quotes_swallows_no_lines(tmp_path: Path):
    texts = ['"Unbalanced at the start', 'and 12" in between', 'or at the end"', "none"]
    rows = [[label, text] for label, text in zip(["pos", "neg"] * 2, texts, strict=True)]
    file = written(tmp_path, "".join("\t".join(row) + "\n" for row in rows * 5), "trec.tsv")
    table = read(file)
    assert cells(table) == rows * 5
    assert table.detection["quoting"] is False and "ordinary characters" in table.notes[0]
    with pytest.raises(UserError, match="file of|quote"):
        read(file, quoting="on")


def test_a_tsv_whose_quotes_enclose_whole_fields_is_read_with_them(tmp_path: Path):
    text = "".join(f'"pos"\t"say ""{i}"" aloud"\n"neg"\tplain {i}\n' for i in range(5))
    table = read(written(tmp_path, text, "file.tsv"))
    assert table.detection["quoting"] is True
    assert cells(table)[:2] == [["pos", 'say "0" aloud'], ["neg", "plain 0"]]


def test_detection_can_be_overruled(tmp_path: Path):
    file = written(tmp_path, "text;,label\nx;y,1\nz;w,2\n")
    assert read(file, header="no").rows.tolist() == [1, 2, 3]
    assert cells(read(file, delimiter="semicolon", header="no"))[1] == ["x", "y,1"]
    latin = written(tmp_path, "café;1\nthé;2\n" * 3, "latin.csv", "latin-1")
    assert cells(read(latin, encoding="latin-1"))[0] == ["café", "1"]


def test_undecodable_bytes_are_named_by_record_not_by_line(tmp_path: Path):
    content = 'label,text\n1,"two\nlines"\n2,"and\ntwo"\n3,caf'.encode("ascii") + b"\xe9\n4,tea\n"
    file = tmp_path / "file.csv"
    file.write_bytes(content)
    with pytest.raises(UserError, match="file.csv, row 4: byte 0xE9.*café"):
        read(file, encoding="utf-8")


def test_a_bare_carriage_return_ends_no_unquoted_record(tmp_path: Path):
    table = read(written(tmp_path, 'pos\tone\rtwo "\r\nneg\tthree\r\n' * 3, "file.tsv"))
    assert cells(table)[:2] == [["pos", 'one\rtwo "'], ["neg", "three"]]


field_text = st.text(
    st.characters(blacklist_categories=("Cs",), blacklist_characters="\0\r"), min_size=1, max_size=30
)


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(st.tuples(st.sampled_from(["pos", "neg"]), field_text), min_size=1, max_size=20))
def test_whatever_the_csv_module_writes_is_read_back(tmp_path_factory: pytest.TempPathFactory, rows):
    stream = io.StringIO(newline="")
    csv.writer(stream, quoting=csv.QUOTE_ALL).writerows([("label", "text"), *rows])
    file = written(tmp_path_factory.mktemp("csv"), stream.getvalue())
    table = read(file, delimiter="comma", quoting="on", header="yes")
    assert cells(table) == [list(row) for row in rows]
