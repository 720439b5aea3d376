"""Table 1's columns against a count by hand."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from engine.data.dataset import load_dataset
from engine.data.inspection.dataset_report import inspect_dataset
from engine.data.paper.sets import find_paper_set
from engine.data.paper.table1 import compare_counted, measure_row, published_row
from engine.model.tokenizer.token_counting import count_tokens
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from engine.spec.truncation import HeadTailTruncation

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def long_texts(tmp_path: Path) -> Path:
    """Pairs: 50 training and 10 test rows, every fifth more than 512 words long."""
    for part, many in (("train", 50), ("test", 10)):
        with (tmp_path / f"{part}.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(["label", "question", "answer"])
            for i in range(many):
                long = "the good film " * (200 if i % 5 == 0 else 3)
                writer.writerow([["yes", "no"][i % 2], f"what is it {i}", long])
    return tmp_path / "train.csv"


def test_columns_are_those_of_a_count_by_hand(long_texts: Path, tiny_bert_folder: Path) -> None:
    from transformers import AutoTokenizer

    source = DataSource(source=str(long_texts), text=["question", "answer"], label="label", pair=True)
    encoder = Encoder(source=str(tiny_bert_folder))
    found = compare_counted(str(long_texts), source, count_tokens(source, encoder))
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    lengths = []
    for part in ("train", "test"):
        with long_texts.with_name(f"{part}.csv").open(encoding="utf-8") as stream:
            for row in csv.DictReader(stream):
                pieces = [tokenizer.tokenize(row[name]) for name in ("question", "answer")]
                lengths.append(sum(map(len, pieces)))
    row = found.ours
    assert found.paper is None and found.notes == []
    assert (row.classes, row.train, row.test) == (2, 50, 10)
    assert row.average == pytest.approx(np.mean(lengths))
    assert row.maximum == max(lengths)
    assert row.exceeding == pytest.approx(20.0) == 100 * np.mean(np.asarray(lengths) > 512)
    # The report says the same, wherever it cuts.
    loaded = tokenizer if tokenizer.is_fast else None
    for cut in (HeadTailTruncation(), None):
        report = inspect_dataset(source, loaded, 64, cut, sentences=False)
        assert report.table1 is not None and report.table1.ours == row


def test_held_out_rows_count_as_training_rows() -> None:
    lengths = {"train": np.asarray([1, 2]), "validation": np.asarray([600]), "test": np.asarray([3, 4])}
    own = measure_row("x", "topic", 2, lengths, {"train": "train", "validation": "train", "test": "test"})
    assert (own.train, own.test, own.exceeding) == (3, 2, 20.0)
    held = measure_row("x", "topic", 2, lengths, dict.fromkeys(lengths, "train"))
    assert (held.train, held.test) == (5, 0)


def test_the_published_row_stands_beside_a_copy(shared_data: Path, tiny_bert_folder: Path) -> None:
    source = DataSource(source=str(shared_data / "trec"))
    found = compare_counted("paper:trec", source, count_tokens(source, Encoder(source=str(tiny_bert_folder))))
    assert found.paper == published_row(find_paper_set("trec"))
    assert (found.ours.train, found.ours.test, found.ours.classes) == (5452, 500, 6)
    assert len(found.notes) == 1 and "the paper counts those of BERT-base, uncased" in found.notes[0]
    assert len(load_dataset(source).splits["test"]) == found.paper.test
