"""JSON documents, lines that begin with their label, workbooks, and a folder with one file."""

from __future__ import annotations

import json
import zipfile
from datetime import date
from pathlib import Path

import openpyxl
import pytest

from engine.data.dataset import load_dataset
from engine.data.readers.auto import AutoReader
from engine.data.readers.base import FormatReader
from engine.data.readers.json_document import JsonReader
from engine.data.readers.labelled_lines import LabelledLinesReader
from engine.data.readers.spreadsheet import SpreadsheetReader
from engine.data.records import Records
from engine.data.source_files import locate_source
from engine.errors import UserError
from engine.spec.data import DataSource

pytestmark = pytest.mark.usefixtures("home")
SOURCE = DataSource(source="unused")


def one(reader: FormatReader, path: Path) -> Records:
    table = reader.read(path, SOURCE)
    assert isinstance(table, Records)
    return table


def document(tmp_path: Path, value: object, name: str = "data.json") -> Path:
    file = tmp_path / name
    file.write_text(json.dumps(value, indent=1, ensure_ascii=False), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "rows", [[{"text": "é a", "label": "x"}, {"text": "b", "label": "y"}], [["é a", "x"], ["b", "y"]]]
)
def test_a_document_may_have_a_list_for_each_split(tmp_path: Path, rows: list[object]) -> None:
    file = document(tmp_path, {"train": rows * 10, "val": rows, "test": rows * 2, "oos_train": [], "note": 1})
    assert isinstance(AutoReader().detect(file), JsonReader)
    found = load_dataset(DataSource(source=str(file)))
    assert {name: len(split) for name, split in found.splits.items()} == {
        "train": 20,
        "validation": 2,
        "test": 4,
    }
    assert found.classes == ("x", "y") and found.splits["validation"].texts[0] == "é a"
    tables = JsonReader().read(file, SOURCE)
    assert isinstance(tables, dict)
    assert "oos_train, note" in tables["train"].notes[0]
    assert tables["test"].describe_record(2) == "data.json, test, row 3"


def test_a_document_may_be_a_list(tmp_path: Path) -> None:
    rows = [{"text": "a", "label": 1, "spans": ["x"]}, {"text": "b", "label": 2, "more": True}]
    table = one(JsonReader(), document(tmp_path, rows))
    assert table.data.to_pylist() == [
        {"text": "a", "label": 1, "more": None},
        {"text": "b", "label": 2, "more": "true"},
    ]
    assert "spans" in table.notes[0]
    assert AutoReader().detect(document(tmp_path, rows, "list.txt")).kind == "json"
    lines = tmp_path / "lines.json"
    lines.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    assert AutoReader().detect(lines).kind == "jsonl", "an object on each line is another format"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('{"train": [{"text": "a"}', "not JSON.*line 1, character 25"),
        ('{"dev": [{"text": "a", "label": "b"}]}', "no list of training rows"),
        ('{"train": [], "test": [["a", "b"]]}', "data.json, train: the list is empty"),
        ('{"train": [["a", "b"]], "training": [["a", "b"]]}', "two of its lists.*training"),
        ('[{"text": "a"}, 3]', "row 2: the row is not a JSON object"),
        ('[["a", "b"], ["c"]]', "row 2: the row is not a list of 2 values"),
        ('{"a": 1, "b": {"c": 2, "d": [1]}}', "this is JSON, but an object with the keys a, b, and no list"),
        ('[{"text": "\\ud800"}]', "row 1.*half of a pair"),
        ("[" * 5000 + "{}", "nested too deeply|no JSON"),
        ("[]", "holds no rows"),
    ],
)
def test_broken_documents_name_the_place(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "data.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match=words):
        JsonReader().read(file, SOURCE)


def test_lines_begin_with_their_label(tmp_path: Path) -> None:
    file = tmp_path / "reviews.txt"
    lines = [f"{n % 2} a film, number {n}, of {'two, ' * (n % 3)}many" for n in range(12)]
    file.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    assert isinstance(AutoReader().detect(file), LabelledLinesReader)
    table = one(LabelledLinesReader(), file)
    assert table.data["label"].to_pylist() == [str(n % 2) for n in range(12)]
    assert table.data["text"].to_pylist()[3] == "a film, number 3, of many"
    assert load_dataset(DataSource(source=str(file))).classes == ("0", "1")
    file.write_text("\n".join([*lines, "alone"]), encoding="utf-8")
    table = one(LabelledLinesReader(), file)
    assert (table.data["label"][-1].as_py(), table.data["text"][-1].as_py()) == ("alone", "")


def test_prose_is_not_taken_for_labelled_lines(tmp_path: Path) -> None:
    file = tmp_path / "story.txt"
    file.write_text(
        "Once there was a king\nThe king had a dog\nIt ran about\nThe queen laughed\nThen it rained\n"
        "The end came\nNobody knew\nIt was late\nThe dog slept\n",
        encoding="utf-8",
    )
    assert not LabelledLinesReader().recognises(file)
    with pytest.raises(UserError, match="format of the file is not known"):
        AutoReader().detect(file)


def test_lines_of_fasttext_may_have_several_labels(tmp_path: Path) -> None:
    file = tmp_path / "train.txt"
    file.write_text(
        "__label__a __label__b x y\n__label__b\tz\n__label__a, __label__b v\nw x\n", encoding="utf-8"
    )
    assert AutoReader().detect(file).kind == "labelled_lines"
    table = one(LabelledLinesReader(), file)
    assert table.data["label"].to_pylist() == ["a|b", "b", "a|b", ""]
    assert table.data["text"].to_pylist() == ["x y", "z", "v", "w x"]
    file.write_text("__label__a x\n__label__ y\n", encoding="utf-8")
    with pytest.raises(UserError, match="train.txt, row 2: '__label__ y' has a label without a name"):
        one(LabelledLinesReader(), file)


def workbook(file: Path, **sheets: list[list[object]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)  # type: ignore[arg-type]
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(file)
    return file


def test_a_workbook_is_read_sheet_by_sheet(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        [f"text {n}", "pos" if n % 2 else "neg", n, date(2024, 5, n + 1)] for n in range(12)
    ]
    head: list[object] = ["text", "label", "number", "day"]
    file = workbook(tmp_path / "own.xlsx", about=[], train=[head, *rows], Test=[head, *rows[:4]])
    assert isinstance(AutoReader().detect(file), SpreadsheetReader)
    found = load_dataset(DataSource(source=str(file), text=["text"], label="label"))
    assert found.classes == ("neg", "pos") and len(found.splits["test"]) == 4
    tables = SpreadsheetReader().read(file, SOURCE)
    assert isinstance(tables, dict) and tables.keys() == {"train", "test"}
    assert tables["train"].data.to_pylist()[3] == {
        "text": "text 3", "label": "pos", "number": "3", "day": "2024-05-04T00:00:00",
    }  # fmt: skip
    assert tables["train"].describe_record(0) == "own.xlsx, train, row 2", (
        "the row that the spreadsheet shows"
    )
    alone = one(SpreadsheetReader(sheet="Test", header="no"), file)
    assert len(alone) == 5 and alone.columns == ["1", "2", "3", "4"]
    with pytest.raises(UserError, match="no sheet 'x'.*about, train, Test"):
        SpreadsheetReader(sheet="x").read(file, SOURCE)
    with pytest.raises(UserError, match="sheet is empty"):
        SpreadsheetReader(sheet="about").read(file, SOURCE)


def test_gaps_and_damage_of_a_workbook(tmp_path: Path) -> None:
    file = workbook(tmp_path / "a.xlsx", data=[["text", "label"], ["a", 1.0], [], ["b", None], ["c", 2.5]])
    table = one(SpreadsheetReader(), file)
    assert table.data.to_pylist() == [
        {"text": "a", "label": "1"},
        {"text": "b", "label": ""},
        {"text": "c", "label": "2.5"},
    ]
    assert table.rows.tolist() == [2, 4, 5]
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert not SpreadsheetReader().recognises(file)
    with pytest.raises(UserError, match=r"a\.xlsx.*cannot be read as a workbook"):
        SpreadsheetReader().read(file, SOURCE)
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("other.txt", "nothing")
    with pytest.raises(UserError, match="cannot be read as a workbook"):
        SpreadsheetReader().read(file, SOURCE)


def test_the_only_file_of_a_folder_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "reviews.csv").write_text("text,label\n" + "a,x\nb,y\n" * 8, encoding="utf-8")
    (folder / "README.md").write_text("About", encoding="utf-8")
    (folder / ".hidden").write_text("", encoding="utf-8")
    located = locate_source(DataSource(source=str(folder)))
    assert located.paths == {"train": folder / "reviews.csv"} and "only file" in located.notes[0]
    assert load_dataset(DataSource(source=str(folder))).classes == ("x", "y")
    (folder / "more.csv").write_text("text,label\na,x\n", encoding="utf-8")
    with pytest.raises(UserError, match="layout of the folder is not known"):
        locate_source(DataSource(source=str(folder)))
