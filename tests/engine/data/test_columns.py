"""Columns, encodings and cleaning of files."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from engine.data import character_encodings, cleaning
from engine.data.character_encodings import FileEncoding, UndecodableFile, choose_encoding, find_invalid_byte
from engine.data.columns import choose_columns
from engine.data.dataset import load_dataset
from engine.data.inspection.health import check_health
from engine.data.inspection.survey import survey_split
from engine.data.records import Records
from engine.errors import UserError
from engine.spec.cleaning import NoCleaning, UnescapeCleaning
from engine.spec.data import DataSource

pytestmark = pytest.mark.usefixtures("home")


WORDS = "the plot is thin but the actors carry it to a warm end".split()


def texts(count: int, length: int = 8) -> list[str]:
    random = np.random.default_rng(count)
    return [" ".join(random.choice(WORDS, length)) + f" {i}" for i in range(count)]


def a_table(named: bool = True, **columns: list) -> Records:
    count = len(next(iter(columns.values())))
    names = list(columns) if named else [str(i + 1) for i in range(len(columns))]
    data = pa.table([pa.array(values) for values in columns.values()], names=names)
    return Records(data, np.arange(count), "file.csv", has_header=named)


def chosen(table: Records, **wanted: object) -> tuple[list[str], str]:
    mapping = choose_columns(table, DataSource(source="file.csv", **wanted))
    return [table.columns[i] for i in mapping.text], table.columns[mapping.label]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["label", "text"], (["text"], "label")),
        (["Sentence", "Label", "idx"], (["Sentence"], "Label")),
        (["id", "title", "description", "category"], (["title", "description"], "category")),
        (["review", "sentiment"], (["review"], "sentiment")),
        (["stars", "useful", "text"], (["text"], "stars")),
        (["premise", "hypothesis", "gold_label", "label"], (["premise", "hypothesis"], "label")),
        (["question1", "question2", "label"], (["question1", "question2"], "label")),
        (
            ["topic", "question_title", "question_content", "best_answer"],
            (["question_title", "question_content", "best_answer"], "topic"),
        ),
    ],
)
def test_usual_names(names: list[str], expected: tuple[list[str], str]):
    columns: dict[str, list] = {}
    for name in names:
        few = name.casefold() in ("label", "category", "sentiment", "stars", "topic", "useful", "gold_label")
        columns[name] = [f"c{i % 3}" for i in range(60)] if few else texts(60)
    assert chosen(a_table(**columns)) == expected


def test_a_text_column_asked_for_is_not_the_label():
    table = a_table(
        text=texts(40), other=[f"o{i % 2}" for i in range(40)], topic=[f"t{i % 5}" for i in range(40)]
    )
    assert chosen(table, text=["topic"]) == (["topic"], "other")


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"label": "lable"}, "no column 'lable'.*Did you mean 'label'.*Columns: text, label, more"),
        ({"label": "9"}, "no column '9'"),
        ({"text": ["label"], "label": "label"}, "as text and as label"),
        ({"pair": True, "text": ["text", "more"], "label": "more"}, "as text and as label"),
    ],
)
def test_wrong_columns_are_named(wanted: dict, message: str):
    table = a_table(text=texts(30), label=["a", "b"] * 15, more=texts(30, 2))
    with pytest.raises(UserError, match=message):
        choose_columns(table, DataSource(source="file.csv", **wanted))


def test_pairs_need_two_text_columns():
    table = a_table(label=["x", "y"] * 10, text=texts(20))
    with pytest.raises(UserError, match="no column looks like text|two segments need two"):
        choose_columns(table, DataSource(source="file.csv", pair=True))
    three = a_table(label=["x", "y"] * 10, text=texts(20), answer=texts(20, 3))
    assert len(choose_columns(three, DataSource(source="file.csv", pair=True)).text) == 2


FRENCH = "Le garçon a mangé une crêpe à côté de l'hôtel, près du théâtre.\n"
CHINESE = "体育新闻：湖人队昨天赢得了比赛，球迷们非常高兴。\n"


def written(folder: Path, content: bytes) -> Path:
    file = folder / "file.txt"
    file.write_bytes(content)
    return file


@pytest.mark.parametrize(("text", "encoding"), [(CHINESE, "gb18030"), (CHINESE, "big5")])
def test_many_lines_are_evidence(tmp_path: Path, text: str, encoding: str):
    if encoding == "big5":
        text = "體育新聞：湖人隊昨天贏得了比賽，球迷們非常高興。\n"
    lines = "".join(f"{i} {text}" for i in range(60))
    file = written(tmp_path, lines.encode(encoding))
    assert file.read_text(encoding=choose_encoding(file).name) == lines


def test_a_stray_byte_in_utf_8_is_never_taken_for_another_encoding(tmp_path: Path):
    file = written(tmp_path, FRENCH.encode() * 200 + b"stray \xff byte\n" + FRENCH.encode())
    encoding = choose_encoding(file)
    assert encoding.words == ("ÿ",)
    assert file.read_text(encoding=encoding.name) == FRENCH * 200 + "stray ÿ byte\n" + FRENCH


def test_a_named_encoding_is_kept_to(tmp_path: Path):
    file = written(tmp_path, FRENCH.encode("cp1252"))
    assert choose_encoding(file, "cp1252") == FileEncoding("cp1252")
    with pytest.raises(UndecodableFile, match="cannot be read as ascii"):
        choose_encoding(file, "ascii")
    with pytest.raises(UserError, match="there is no text encoding 'klingon'"):
        choose_encoding(file, "klingon")


BLOCK = character_encodings._BLOCK


@pytest.mark.parametrize("lead", [0, 3, BLOCK - 2, BLOCK - 1, BLOCK, 2 * BLOCK + 1])
def test_the_first_bad_byte_is_found_across_blocks(tmp_path: Path, lead: int):
    filler = (b"x" * 9 + b"\n") * (lead // 10) + b"y" * (lead % 10)
    file = written(tmp_path, filler + b"\xe4\xbd" + b"(" + b"\nend\n")  # two bytes of a three-byte character
    bad = find_invalid_byte(file, "utf-8")
    assert bad is not None
    assert (bad.offset, bad.byte, bad.line) == (lead, 0xE4, lead // 10 + 1)


def test_a_character_cut_off_at_the_end(tmp_path: Path):
    bad = find_invalid_byte(written(tmp_path, b"abc\nd\xe4\xbd"), "utf-8")
    assert bad is not None and (bad.offset, bad.line) == (5, 2)
    assert find_invalid_byte(written(tmp_path, b"abc\nd\xe4\xbd\xa0"), "utf-8") is None


def written_texts(folder: Path, name: str, texts: list[str]) -> Path:
    file = folder / name
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([[str(1 + i % 2), text] for i, text in enumerate(texts)])
    return file


@pytest.fixture
def train(tmp_path: Path) -> Path:
    """Of 40 training texts 10 have an escape and 10 two blanks; of 20 test texts 5 have mark-up."""
    kinds = [r"good \n film {}", "bad  film {}", "fine film {}", "dull film {}"]
    written_texts(
        tmp_path, "test.csv", [("<br />" if i % 4 == 0 else "") + f"test film {i}" for i in range(20)]
    )
    return written_texts(tmp_path, "train.csv", [kinds[i % 4].format(i) for i in range(40)])


def test_texts_are_cleaned_as_they_are_read(train: Path) -> None:
    plain = load_dataset(DataSource(source=str(train)))
    data = load_dataset(DataSource(source=str(train), cleaning=UnescapeCleaning()))
    texts = [text for split in data.splits.values() for text in split.texts]
    assert not any("\\" in text or "<" in text or "  " in text for text in texts)
    record = data.detection["cleaning"]
    assert record["texts"] == {"train": 40, "test": 20}
    assert record["changed"] == {"train": 10, "test": 5}, "texts that differ in blanks alone are not counted"
    assert (
        "Cleaned of escapes and mark-up: 10 of 40 texts of train, 5 of 20 texts of test (blanks aside)."
        in data.notes
    )
    first = record["examples"][0]
    assert (first["row"], first["before"], first["after"]) == (1, r"good \n film 0", "good film 0")
    assert len(record["examples"]) == 6
    # Not a part of what was read before there was such a thing, and a part of the fingerprint since.
    assert "cleaning" not in plain.detection and plain.fingerprint != data.fingerprint
    assert load_dataset(DataSource(source=str(train), cleaning=NoCleaning())).fingerprint == plain.fingerprint
    other = load_dataset(DataSource(source=str(train), cleaning=UnescapeCleaning(line_breaks="backslash")))
    assert other.fingerprint not in (plain.fingerprint, data.fingerprint)
    assert "good n film 0" in [*other.splits["train"].texts, *other.splits["validation"].texts]


def test_a_text_of_nothing_but_markup_is_an_empty_text(tmp_path: Path) -> None:
    file = written_texts(tmp_path, "reviews.csv", [*(f"film {i}" for i in range(30)), "<br /><br />"])
    assert len(load_dataset(DataSource(source=str(file))).splits) == 3
    with pytest.raises(UserError, match="reviews.csv, row 31: the row has no text"):
        strict = {"incomplete": "refuse"}
        load_dataset(DataSource(source=str(file), cleaning=UnescapeCleaning(), format=strict))


def test_health_offers_the_cleaning_that_fits(train: Path, tmp_path: Path) -> None:
    def findings(source: DataSource) -> dict[str, object]:
        data = load_dataset(source)
        surveys = {name: survey_split(split) for name, split in data.splits.items()}
        return {finding.kind: finding.fix for finding in check_health(data, surveys)}

    health = findings(DataSource(source=str(train)))
    assert health["escapes"] == {"kind": "escapes", "line_breaks": "escaped"} == health["html"]
    assert health["duplicates"] is None and "entities" not in health
    cleaned = findings(DataSource(source=str(train), cleaning=UnescapeCleaning()))
    assert not {"escapes", "html"} & cleaned.keys()
    (tmp_path / "other").mkdir()
    words = "above below cut dull even far good hot net old said the".split()
    bare = written_texts(
        tmp_path / "other", "train.csv", [f"it \\{words[i % 12]} #39;s {i}\\\\" for i in range(36)]
    )
    assert findings(DataSource(source=str(bare)))["escapes"] == {
        "kind": "escapes",
        "line_breaks": "backslash",
    }


def test_extracts_show_the_first_difference() -> None:
    before = "word " * 200 + r"here\nthere " + "word " * 200
    old, new = cleaning.extract_difference(before, UnescapeCleaning().clean(before))
    assert old.startswith("…") and old.endswith("…") and len(old) < 250
    assert r"here\nthere" in old and "here there" in new


def test_both_segments_of_a_pair_are_cleaned() -> None:
    record = cleaning.start_record(UnescapeCleaning())
    assert record is not None and cleaning.start_record(NoCleaning()) is None
    columns = [pa.chunked_array([["a", r"b\nc"], [r"d\n"]]), pa.chunked_array([[r"x\ny", "z", None]])]
    cleaned = cleaning.clean_columns(UnescapeCleaning(), record, "train", columns, np.arange(1, 4))
    assert [column.to_pylist() for column in cleaned] == [["a", "b c", "d"], ["x y", "z", None]]
    assert record.changed == {"train": 3} and record.texts == {"train": 3}
