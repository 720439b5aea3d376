"""The report: lengths, health, preview, pages and what the model sees, checked on small sets with known answers."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from transformers import AutoTokenizer

from engine import paths
from engine.cache import capacity
from engine.data.inspection import browse, survey
from engine.data.inspection.dataset_report import inspect_dataset
from engine.data.inspection.report import DatasetReport
from engine.data.inspection.survey import (
    find_conflicts,
    find_duplicates,
    find_shared,
    length_histogram,
    length_statistics,
)
from engine.data.special_tokens import tokenizer_core
from engine.data.token_counts import truncation_spans
from engine.spec.data import DataSource
from engine.spec.truncation import HeadTailTruncation, HeadTruncation, TailTruncation, Truncation

pytestmark = pytest.mark.usefixtures("home")


def written(file: Path, rows: list[tuple[str, str]]) -> Path:
    lines = [f'"{text}",{label}' for text, label in rows]
    file.write_text("text,label\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def sick(tmp_path: Path) -> DataSource:
    """Train, validation and test files with known illnesses."""
    plain_rows = [(f"a plain text of number {i}", "xy"[i % 2]) for i in range(30)]
    train = [
        *plain_rows,
        ("A plain  TEXT of number 0", "x"),  # equal but for case and blanks
        ("a plain text of number 1", "x"),  # number 1 is y
        ("broken<br />lines", "x"),
        ("literal \\n escape", "y"),
        ("an &lt;entity&gt; and #39;s", "y"),
        ("caf\ufffd", "y"),
        ("one. two! three?", "z"),
    ]
    written(tmp_path / "train.csv", train)
    written(tmp_path / "dev.csv", [("fresh text", "x"), ("fresh too", "y")])
    written(tmp_path / "test.csv", [("a plain text of number 3", "y"), ("new here", "x"), ("new there", "z")])
    return DataSource(source=str(tmp_path / "train.csv"))


@pytest.fixture
def report(sick: DataSource, tiny_bert_folder: Path) -> DatasetReport:
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    return inspect_dataset(sick, tokenizer, max_length=12, truncation=TailTruncation())


def test_numbers_of_the_report(report: DatasetReport, tiny_bert_folder: Path):
    assert report.classes == ["x", "y", "z"]
    assert {name: split.rows for name, split in report.splits.items()} == {
        "train": 37,
        "validation": 2,
        "test": 3,
    }
    train = report.splits["train"]
    assert train.classes == {"x": 18, "y": 18, "z": 1}
    assert train.words.longest == 6 and train.characters.longest == len("an &lt;entity&gt; and #39;s")
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    first = len(tokenizer("fresh text", add_special_tokens=False)["input_ids"])
    second = len(tokenizer("fresh too", add_special_tokens=False)["input_ids"])
    assert report.splits["validation"].tokens is not None and train.cut is not None
    assert report.splits["validation"].tokens.mean == (first + second) / 2
    assert train.cut.max_length == 12 and train.cut.truncation == "tail" and 0 < train.cut.texts < 37
    assert report.sentences is not None and report.sentences.longest == 3
    assert report.preview[0].row == 2 and report.preview[-1].row == 38
    assert report.found["label"] == "label"
    facts = report.facts()
    assert (facts.train, facts.validation, facts.test, facts.shared, facts.conflicting) == (37, 2, 3, 1, 2)


def test_health(report: DatasetReport):
    findings = {(finding.kind, finding.split): finding for finding in report.health}
    assert findings["shared", "test"].count == 1 and findings["shared", "test"].indices == (0,)
    assert findings["duplicates", "train"].indices == (30,), "31 has another label: a conflict, no duplicate"
    assert findings["conflicts", "train"].count == 2 and findings["conflicts", "train"].indices == (1, 31)
    for kind, index in (("html", 32), ("escapes", 33), ("entities", 34), ("encoding", 35)):
        assert findings[kind, "train"].indices == (index,), kind
    assert "z (1)" in findings["rare", "train"].message
    assert "z" in findings["missing", "validation"].message
    levels = [finding.level for finding in report.health]
    assert levels == sorted(levels, key=["warning", "info", "good"].index)


def test_a_report_is_read_without_what_reads_data():
    program = "import sys, engine.data.inspection.report; print('pyarrow' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("seed", range(4))
def test_histograms_hold_every_text(seed: int):
    values = np.random.default_rng(seed).lognormal(3 + seed, 0.8, 5000).astype(np.int64)
    histogram = length_histogram(values)
    assert sum(histogram.counts) + histogram.beyond == 5000 and histogram.beyond <= 25
    assert len(histogram.counts) <= 41 and len(histogram.edges) == len(histogram.counts) + 1
    for low, high, count in zip(histogram.edges, histogram.edges[1:], histogram.counts, strict=False):
        assert count == ((values >= low) & (values < high)).sum()
    assert length_statistics(np.array([3])).histogram.counts[-1] == 1


def test_pages(report: DatasetReport):
    name, train = report.fingerprint, report.splits["train"]
    page = browse.read_page(name, "train", 2, 3)
    assert page.total == 37 and [row.row for row in page.rows] == [4, 5, 6]
    assert (page.rows[0].label, page.rows[0].text, page.rows[0].tokens) == (
        "x",
        "a plain text of number 2",
        -1,
    )
    assert browse.read_page(name, "train", 0, 50, search="PLAIN TEXT", label="y").total == 15
    longest = browse.read_page(name, "train", 0, 1, order="longest", tokens=train.tokens_key).rows[0]
    assert train.tokens is not None and longest.tokens == train.tokens.longest
    assert browse.read_page(name, "train", 0, 1, order="shortest").rows[0].text == "caf\ufffd"
    random = [row.index for row in browse.read_page(name, "train", 0, 37, order="random", seed=3).rows]
    assert sorted(random) == list(range(37)) != random
    assert random == [
        row.index for row in browse.read_page(name, "train", 0, 37, order="random", seed=3).rows
    ]
    assert browse.open_cached(name).sizes() == {"train": 37, "validation": 2, "test": 3}
    assert browse.read_page(name, "test", 0, 9).rows[2].label == "z"


@pytest.mark.parametrize(
    "truncation", [HeadTruncation(), TailTruncation(), HeadTailTruncation(head=3)], ids=lambda each: each.kind
)
def test_what_the_model_sees(truncation, tiny_bert_folder: Path):
    core = tokenizer_core(AutoTokenizer.from_pretrained(tiny_bert_folder))
    text = "  Good film, bad book; the story of a team  "
    ids = core.encode(text, add_special_tokens=False).ids
    spans = truncation_spans(text, core, truncation, 6)
    assert "".join(text[each.start : each.stop] for each in spans) == text, "the stretches cover the text"
    assert sum(each.tokens for each in spans) == len(ids)
    visible = [
        i for e in spans if e.kept for i in core.encode(text[e.start : e.stop], add_special_tokens=False).ids
    ]
    assert visible == [i for start, stop in truncation.kept_ranges(len(ids), 6) for i in ids[start:stop]]
    whole = truncation_spans(text, core, truncation, 99)
    assert [(each.start, each.stop, each.kept) for each in whole] == [(0, len(text), True)]
    assert truncation_spans("", core, truncation, 6)[0].tokens == 0


@pytest.mark.parametrize("many", [3, 40, 100_000])
def test_repetitions_against_counting(many: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(survey, "_STEP", 64)
    draw = np.random.default_rng(many)
    keys, others = draw.integers(0, many, 500).astype(np.uint64), draw.integers(0, many, 90).astype(np.uint64)
    labels = draw.integers(0, 3, 500)
    seen: set[int] = set()
    again, mixed = [], []
    for place, key in enumerate(keys.tolist()):
        again += [place] if key in seen else []
        seen.add(key)
        mixed += [place] if len(set(labels[keys == key])) > 1 else []
    assert find_duplicates(keys).tolist() == again
    assert find_conflicts(keys, labels).tolist() == mixed
    both = set(others.tolist())
    assert find_shared(keys, others).tolist() == [n for n, key in enumerate(keys.tolist()) if key in both]


# -- a report is kept with what it is on, and made anew when anything of that has changed or gone


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
    log: list[str] = []
    tokenizer = AutoTokenizer.from_pretrained(encoder) if encoder else None
    report = inspect_dataset(
        source, tokenizer, length, cut, sentences=False, report=lambda text, _done, _total: log.append(text)
    )
    return report, any("Reading the train split" in text for text in log)


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
