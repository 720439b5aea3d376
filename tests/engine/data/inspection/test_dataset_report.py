"""A report is kept with what it is on, and made anew when anything of that has changed or gone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from transformers import AutoTokenizer

from engine import paths
from engine.cache import capacity
from engine.data.inspection.dataset_report import inspect_dataset
from engine.data.inspection.report import DatasetReport
from engine.spec.data import DataSource
from engine.spec.truncation import TailTruncation, Truncation

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def source(tmp_path: Path) -> DataSource:
    file = tmp_path / "texts.csv"
    rows = [f"text number {n} of many,{'good' if n % 3 else 'bad'}" for n in range(90)]
    file.write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    return DataSource(source=str(file))


def look(
    source: DataSource, encoder: Path | None = None, length: int = 12, cut: Truncation | None = None
) -> tuple[DatasetReport, bool]:
    """Return the report, and whether the texts were read for it."""
    said: list[str] = []
    tokenizer = AutoTokenizer.from_pretrained(encoder) if encoder else None
    report = inspect_dataset(
        source, tokenizer, length, cut, sentences=False, report=lambda text, _done, _total: said.append(text)
    )
    return report, any("Reading the train split" in text for text in said)


def test_a_second_look_reads_nothing(source: DataSource, tiny_bert_folder: Path) -> None:
    first, read = look(source, tiny_bert_folder)
    assert read and look(source, tiny_bert_folder) == (first, False)
    plain, read = look(source)
    assert read and plain.splits["train"].tokens is None
    assert look(source, length=99) == (plain, False), "without an encoder no length is asked for"


def test_what_changes_the_report_changes_its_place(source: DataSource, tiny_bert_folder: Path) -> None:
    look(source, tiny_bert_folder)
    assert look(source, tiny_bert_folder, length=8)[1]
    assert look(source, tiny_bert_folder, cut=TailTruncation())[1]
    assert look(source.model_copy(update={"validation_share": 0.3}), tiny_bert_folder)[1]
    file = Path(source.source)
    file.write_text(file.read_text(encoding="utf-8") + "one more,good\n", encoding="utf-8")
    report, read = look(source, tiny_bert_folder)
    assert read and sum(split.rows for split in report.splits.values()) == 91


@pytest.mark.parametrize("kind", ["texts", "datasets", "tokens", "reports"])
def test_what_it_is_on_is_there(source: DataSource, tiny_bert_folder: Path, kind: str) -> None:
    """The window shows texts and lengths by the keys in a report: without them it is worth nothing."""
    first, _ = look(source, tiny_bert_folder)
    assert kind in {entry.kind for entry in capacity.list_entries()}
    shutil.rmtree(paths.cache_folder() / kind)
    assert look(source, tiny_bert_folder) == (first, True)
    assert (paths.cache_folder() / kind).is_dir()


def test_a_damaged_report_is_made_anew(source: DataSource) -> None:
    first, _ = look(source)
    for damage in ("", "{}", '{"value": {"source": 3}, "key": "x"}', "\0" * 90):
        (file,) = (paths.cache_folder() / "reports").iterdir()
        file.write_text(damage, encoding="utf-8")
        assert look(source) == (first, True)
