"""Readers of formats: delimited files, JSON lines and saved folders."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.data.readers.auto import AutoReader
from engine.data.readers.base import FormatReader
from engine.data.readers.delimited import CsvReader
from engine.data.readers.hub import HubReader
from engine.data.readers.jsonl import JsonlReader, JsonReader
from engine.data.records import Records
from engine.errors import UserError
from engine.spec.data import DataSource

pytestmark = pytest.mark.usefixtures("home")


SOURCE = DataSource(source="unused")


def one(reader: FormatReader, path: Path) -> Records:
    table = reader.read(path, SOURCE)
    assert isinstance(table, Records)
    return table


def test_keys_that_turn_up_late_in_a_long_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.data.readers.jsonl.BATCH", 4)
    rows = [{"text": str(i)} | ({"late": i} if i > 6 else {}) for i in range(10)]
    table = one(JsonlReader(), written(tmp_path, "\n".join(map(json.dumps, rows)), "file.jsonl"))
    assert table.data["late"].to_pylist() == [None] * 7 + [7, 8, 9]
    assert table.data["text"].to_pylist() == [str(i) for i in range(10)]


def test_whole_numbers_beside_fractions_stay_exact(tmp_path: Path) -> None:
    text = '{"id": 9007199254740993, "n": 1}\n{"id": 0.5, "n": 0.5}\n'
    table = one(JsonlReader(), written(tmp_path, text, "file.jsonl"))
    assert table.data.to_pydict() == {"id": ["9007199254740993", "0.5"], "n": [1.0, 0.5]}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    import datasets

    features = datasets.Features(
        {"text": datasets.Value("string"), "label": datasets.ClassLabel(names=["b", "a"])}
    )

    def part(labels: list[int]) -> datasets.Dataset:
        return datasets.Dataset.from_dict(
            {"text": [f"t{i}" for i in range(len(labels))], "label": labels}, features
        )

    train = part([0, 1, 0, 1]).select([3, 2, 1, 0])
    hidden = {"test": part([-1, -1]), "unsupervised": part([-1])}
    whole = datasets.DatasetDict({"train": train, "validation": part([0, 1]), **hidden})
    folder = tmp_path / "saved"
    whole.save_to_disk(folder)
    return folder


def test_a_folder_that_datasets_saved(saved: Path):
    tables = HubReader().read(saved, SOURCE)
    assert set(tables) == {"train", "validation"}
    assert tables["train"].data.to_pylist()[0] == {"text": "t3", "label": "a"}
    assert tables["train"].class_orders == {"label": ("b", "a")}
    notes = " ".join(tables["train"].notes)
    assert "'test' has no labels" in notes and "'unsupervised' is not used" in notes


def test_a_single_saved_split_and_a_broken_one(saved: Path):
    assert set(HubReader().read(saved / "train", SOURCE)) == {"train"}
    (saved / "train" / "state.json").write_text("{", encoding="utf-8")
    with pytest.raises(UserError, match="the data set cannot be loaded"):
        HubReader().read(saved, SOURCE)


def test_a_hub_id_without_network_is_a_clear_message(monkeypatch: pytest.MonkeyPatch):
    import datasets

    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    reader = AutoReader().detect(Path("hub:palimpsest-tests/nowhere:plain"))
    assert isinstance(reader, HubReader)
    place = "hub:palimpsest-tests/nowhere:plain"
    with pytest.raises(UserError, match=f"{place}: the data set is not on this machine, and nothing may be"):
        reader.identity(Path(place))
    monkeypatch.delenv("HF_HUB_OFFLINE")
    with pytest.raises(UserError, match=f"{place}: the data set cannot be loaded.*network"):
        reader.identity(Path(place))


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


def test_columns_of_other_lengths_are_not_taken_for_texts_by_label(tmp_path: Path) -> None:
    path = written(
        tmp_path, json.dumps({"text": ["a b", "c d", "e f"], "label": ["pos", "neg"]}), "file.json"
    )
    with pytest.raises(UserError, match="no list of training rows"):
        one(JsonReader(), path)
