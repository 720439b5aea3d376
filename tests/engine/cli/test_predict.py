"""Files in, the same rows with predictions out; the model is one as training leaves it."""

from __future__ import annotations

import csv
import io
import json
import sys
from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from engine.delivery.finished_model import find_finished_model
from engine.model.predict import predict
from tests.engine.cli.test_app import palimpsest
from tests.engine.data.test_everyday_files import workbook
from tests.engine.lab.trained import trained

TEXTS = ["Who wrote it?", "How many cities are there?", "=What is that?", "Where is the river, and when?"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("predict") / "store.sqlite"
    trained(path, "one", encoder="palimpsest-tiny")
    return path


@pytest.fixture(scope="module")
def expected(store: Path) -> list[tuple[str, float]]:
    found = predict(find_finished_model(store, "1").load(), TEXTS)
    return [(each.label, max(each.probabilities)) for each in found]


def test_a_table_comes_back_with_its_rows_and_predictions(
    store: Path, expected: list[tuple[str, float]], tmp_path: Path
) -> None:
    file, out = tmp_path / "new.csv", tmp_path / "out.csv"
    rows = "".join(f"{n}|{text}|{n * 2}\n" for n, text in enumerate([*TEXTS, ""]))
    file.write_text("id|question|predicted\n" + rows, encoding="utf-8")
    said = palimpsest("predict", "1", "--store", store, "--file", file, "--out", out)
    assert said.code == 0 and "4 rows classified" in said.out
    assert "pipe. The first row names the columns: id, question, predicted." in said.err
    assert "Texts are read from question" in said.err
    assert "1 row has no text and no prediction (the first: row 6)" in said.err
    assert "1 cell begins like a formula" in said.err
    with out.open(encoding="utf-8", newline="") as stream:
        found = list(csv.DictReader(stream))
    assert [row["id"] for row in found] == ["0", "1", "2", "3", "4"]
    assert [row["predicted"] for row in found] == ["0", "2", "4", "6", "8"]  # the file's own column
    assert [row["question"] for row in found] == [*TEXTS[:2], "'=What is that?", TEXTS[3], ""]
    assert [row["predicted_2"] for row in found] == [label for label, _ in expected] + [""]
    chances = [name for name in found[0] if name.startswith("probability:")]
    for row, (label, sure) in zip(found, expected, strict=False):
        assert float(row["confidence"]) == pytest.approx(sure, abs=1e-5)
        assert float(row[f"probability:{label}"]) == pytest.approx(sure, abs=1e-5)
        assert sum(float(row[name]) for name in chances) == pytest.approx(1, abs=1e-5)
    again = palimpsest("predict", "1", "--store", store, "--file", file, "--out", out)
    assert again.code == 2 and "already exists" in again.err


def test_formats_in_and_out_and_standard_input(
    store: Path, expected: list[tuple[str, float]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "".join(json.dumps({"text": text, "more": [1, {"a": 2}]}) + "\n" for text in TEXTS)
    file = tmp_path / "new.jsonl"
    file.write_text(lines, encoding="utf-8")
    labels = [label for label, _ in expected]
    said = palimpsest("predict", "1", "--store", store, "--file", file)
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert [row["predicted"] for row in rows] == labels and rows[0]["more"] == [1, {"a": 2}]
    palimpsest("predict", "1", "--store", store, "--file", file, "--out", tmp_path / "a.parquet")
    palimpsest(
        "predict", "1", "--store", store, "--file", tmp_path / "a.parquet", "--out", tmp_path / "b.tsv"
    )
    assert pq.read_table(tmp_path / "a.parquet")["predicted"].to_pylist() == labels
    with (tmp_path / "b.tsv").open(encoding="utf-8", newline="") as stream:
        found = list(csv.DictReader(stream, delimiter="\t"))
    assert [row["predicted_2"] for row in found] == labels

    class Input:
        buffer = io.BytesIO(b"text\n" + "\n".join(f'"{text}"' for text in TEXTS).encode() + b"\n")

    monkeypatch.setattr(sys, "stdin", Input)
    piped = palimpsest("predict", "1", "--store", store, "--file", "-", "--format", "csv", "--json")
    assert [row["label"] for row in piped.json] == labels and piped.json[0]["row"] == 2


def test_a_dry_run_says_what_would_be_read_and_classifies_nothing(store: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "new.csv", tmp_path / "out.csv"
    file.write_text("id;body\n7;Who wrote it?\n8;\n", encoding="utf-8")
    words = ("predict", "1", "--store", store, "--file", file, "--out", out, "--dry-run")
    plan = palimpsest(*words, "--json").json
    assert (plan["columns"], plan["text"], plan["rows"], plan["problem"]) == (["id", "body"], ["body"], 2, "")
    assert plan["first"] == [{"id": "7", "body": "Who wrote it?"}, {"id": "8", "body": ""}]
    assert palimpsest(*words, "--column", "id", "--json").json["text"] == ["id"]
    assert "Texts are read from body" in palimpsest(*words).err and not out.exists()
    file.write_text("alpha,beta\nWho wrote it?,How many are there?\nWhere?,Why?\n", encoding="utf-8")
    plan = palimpsest(*words, "--header", "yes", "--json").json
    assert plan["text"] == [] and "which column holds the text" in plan["problem"]


def test_columns_are_asked_for_and_headers_never_classified(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "new.csv"
    file.write_text("alpha,beta\nWho wrote it?,How many are there?\nWhere?,Why?\n", encoding="utf-8")
    said = palimpsest("predict", "1", "--store", store, "--file", file, "--json")
    assert said.code == 2 and "which column holds the text" in said.err
    rows = palimpsest("predict", "1", "--store", store, "--file", file, "--column", "beta", "--json")
    assert [row["text"] for row in rows.json] == ["How many are there?", "Why?"], (
        "the first row has that name"
    )
    wrong = palimpsest("predict", "1", "--store", store, "--file", file, "--header", "maybe")
    assert wrong.code == 2 and "--header" in wrong.err
    twice = palimpsest("predict", "1", "--store", store, "--file", file, "--text", "x")
    assert twice.code == 2 and "--text" in twice.err and "--file" in twice.err


ROWS: list[dict[str, object]] = [
    {"text": "a", "tags": ["x", {"y": 1}], "new": True},
    {"text": "b", "late": 2},
]
EMPTY = dict.fromkeys(("text", "tags", "new", "late"))
WHOLE = [EMPTY | row for row in ROWS]
LINES = [{"text": "Good, I think."}, {"text": ""}, {"text": "Bad, I think."}]
FILES: list[tuple[str, str, list[str], list[dict[str, object]]]] = [
    ("a.csv", 'id;body;day\n7;"two\nlines; and a mark";Monday\n8;;Tuesday\n', [],
     [{"id": "7", "body": "two\nlines; and a mark", "day": "Monday"}, {"id": "8", "body": "", "day": "Tuesday"}]),
    ("again.csv", "id,text\n1,one more\nid,text\n2,\n", [],
     [{"id": "1", "text": "one more"}, {"id": "id", "text": "text"}, {"id": "2", "text": ""}]),
    ("one.csv", "text\nA good film.\n\nA bad film.\n", [],
     [{"text": "A good film."}, {"text": ""}, {"text": "A bad film."}]),
    ("bare.tsv", "0\t\n1\tA good film.\n2\tA bad film, though long.\n", ["--column", "2"],
     [{"1": "0", "2": ""}, {"1": "1", "2": "A good film."}, {"1": "2", "2": "A bad film, though long."}]),
    ("table.txt", "text,stars\nGood film,5\nBad film,1\n", [],
     [{"text": "Good film", "stars": "5"}, {"text": "Bad film", "stars": "1"}]),
    ("prose.txt", "Good, I think.\n\nBad, I think.\n", [], LINES),
    ("a.jsonl", "\n\n".join(map(json.dumps, ROWS)), [], WHOLE),
    ("a.json", json.dumps(ROWS), [], WHOLE),
    ("b.json", json.dumps({"data": ROWS}), [], WHOLE),
    ("c.json", json.dumps({"id": [1, 2], "body": ["a", "b"]}), [], [{"id": 1, "body": "a"}, {"id": 2, "body": "b"}]),
    ("d.json", json.dumps([each["text"] for each in LINES]), [], LINES),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "options", "rows"), FILES, ids=[each[0] for each in FILES])
def test_rows_in_are_rows_out_with_every_column(
    store: Path, tmp_path: Path, name: str, content: str, options: list[str], rows: list[dict[str, object]]
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert come_back(store, tmp_path / name, *options) == rows


def come_back(store: Path, file: Path, *options: str) -> list[dict[str, object]]:
    """Return the rows of a file as they come back, without what predictions add."""
    out = file.with_name("out.jsonl")
    said = palimpsest("predict", "1", "--store", store, "--file", file, "--out", out, *options)
    assert said.code == 0, said.err
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    added = ("predicted", "confidence", "probability:")
    return [{key: value for key, value in row.items() if not key.startswith(added)} for row in found]


def test_typed_tables_come_back_with_their_types(store: Path, tmp_path: Path) -> None:
    table = pa.table({"id": pa.array([1, 2], pa.int16()), "text": ["a", None], "more": [[1], [2, 3]]})
    pq.write_table(table, tmp_path / "a.parquet")
    assert come_back(store, tmp_path / "a.parquet") == table.to_pylist()
    out = tmp_path / "b.parquet"
    assert (
        palimpsest("predict", "1", "--store", store, "--file", tmp_path / "a.parquet", "--out", out).code == 0
    )
    assert pq.read_table(out).select(table.column_names).schema == table.schema
    rows = [
        ["id", "text", "when"],
        [7, "A good film.", date(2024, 5, 1)],
        [],
        [8, None, None],
        [9, "Bad.", True],
    ]
    (tmp_path / "a.xlsx").write_bytes(workbook(data=rows, train=[["not read"]]))
    assert come_back(store, tmp_path / "a.xlsx", "--overwrite") == [
        {"id": "7", "text": "A good film.", "when": "2024-05-01T00:00:00"},
        {"id": "8", "text": "", "when": ""},
        {"id": "9", "text": "Bad.", "when": "true"},
    ]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.txt", "Review\nGood film\nBad film\n", "'Review', looks like the name of a column"),
        ("a.csv", "id,text\n1,a\n2,b,c\n", "a.csv, row 3"),
        ("a.csv", "", "empty"),
        ("a.csv", "id,text\n", "no row"),
        ("a.jsonl", '{"text": "a"}\n{"text": \n', "a.jsonl, row 2"),
        ("a.json", json.dumps({"train": ROWS, "test": ROWS}), "each of train, test"),
        ("a.xlsx", "PK no workbook", "a.xlsx"),
        ("a.parquet", "PAR1 and no more", "a.parquet"),
        ("a.txt", "BZh no rows", "begins like a packed file"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_before_the_first_row(
    store: Path, tmp_path: Path, name: str, content: str, told: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    said = palimpsest("predict", "1", "--store", store, "--file", tmp_path / name)
    assert said.code == 2 and told in said.err and said.out == ""


def test_a_file_is_read_by_the_option_that_a_note_names(store: Path, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,text\n1,caf\xe9\n", encoding="cp1252")
    words = ("predict", "1", "--store", store, "--file", tmp_path / "a.csv", "--json")
    (row,) = palimpsest(*words, "--set", "format.encoding=cp1250", "--set", "format.kind=csv").json
    assert row["text"] == "caf\xe9".encode("cp1252").decode("cp1250")
    assert "'label' is not a field of the format" in palimpsest(*words, "--set", "label=id").err


def test_a_first_line_is_a_text_or_a_header_as_asked(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("Review\nGood film\nBad film\n", encoding="utf-8")
    for options, count in (("--format", "csv"), 2), (("--header", "no"), 3), (("--format", "lines"), 3):
        assert (
            len(palimpsest("predict", "1", "--store", store, "--file", file, *options, "--json").json)
            == count
        )


def test_where_rows_are_written_is_checked_first(store: Path, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("mine", encoding="utf-8")
    for out, told in (("a.csv", "already exists"), ("no/a.csv", "no such folder"), ("a.xls", "known ending")):
        said = palimpsest("predict", "1", "--store", store, "--file", "x", "--out", tmp_path / out)
        assert said.code == 2 and told in said.err
    assert (tmp_path / "a.csv").read_text(encoding="utf-8") == "mine"
