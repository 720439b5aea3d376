"""Cleaning at reading: counts, examples, fingerprint, and the offer in the health report."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from engine.data import cleaning
from engine.data.dataset import load_dataset
from engine.data.inspection.health import check_health
from engine.data.inspection.survey import survey_split
from engine.errors import UserError
from engine.spec.cleaning import NoCleaning, UnescapeCleaning
from engine.spec.data import DataSource

pytestmark = pytest.mark.usefixtures("home")


def written(folder: Path, name: str, texts: list[str]) -> Path:
    file = folder / name
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([[str(1 + i % 2), text] for i, text in enumerate(texts)])
    return file


@pytest.fixture
def train(tmp_path: Path) -> Path:
    """Of 40 training texts 10 have an escape and 10 two blanks; of 20 test texts 5 have mark-up."""
    kinds = [r"good \n film {}", "bad  film {}", "fine film {}", "dull film {}"]
    written(tmp_path, "test.csv", [("<br />" if i % 4 == 0 else "") + f"test film {i}" for i in range(20)])
    return written(tmp_path, "train.csv", [kinds[i % 4].format(i) for i in range(40)])


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
    file = written(tmp_path, "reviews.csv", [*(f"film {i}" for i in range(30)), "<br /><br />"])
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
    bare = written(
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
