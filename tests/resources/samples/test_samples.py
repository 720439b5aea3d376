"""The bundled samples: made by their generator, whole, clean, and hard in the way they are meant to be."""

from __future__ import annotations

import csv
import itertools
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from engine.data import catalogue
from resources.samples import generate
from resources.samples.make import grammar, headlines, questions, reviews

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "resources" / "samples"
CATALOGUE = tomllib.loads((FOLDER / "catalogue.toml").read_text(encoding="utf-8"))
TABLES = {name: CATALOGUE[name] for name in ("reviews", "questions", "headlines")}
PARTS = ("train", "test")
WORDS = re.compile(r"[a-z0-9']+|[.?:;]")

Row = dict[str, str]
Labelled = list[tuple[list[str], str]]


def rows_of(name: str, part: str) -> list[Row]:
    """The rows of a sample file, read with the standard library alone."""
    path = FOLDER / TABLES[name][part]
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".jsonl":
            return [json.loads(line) for line in file]
        return list(csv.DictReader(file))


def text_of(name: str, row: Row) -> str:
    return "\n".join(row[column] for column in TABLES[name]["text"])


@pytest.fixture(scope="module")
def samples() -> dict[str, dict[str, list[Row]]]:
    return {name: {part: rows_of(name, part) for part in PARTS} for name in TABLES}


def test_the_files_are_what_the_generator_writes(tmp_path: Path) -> None:
    """A process of its own, so that no order of a set and nothing left in memory can help."""
    command = [sys.executable, "-m", "resources.samples.generate", str(tmp_path)]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True)
    made = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    assert made == sorted(Path(table[part]) for table in TABLES.values() for part in PARTS)
    for path in made:
        assert (tmp_path / path).read_bytes() == (FOLDER / path).read_bytes(), f"{path} is not as generated"


def test_check_names_the_file_that_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    generate.write(tmp_path)
    assert generate.main([str(tmp_path), "--check"]) == 0
    (tmp_path / "questions" / "test.jsonl").write_bytes(b"")
    (tmp_path / "reviews" / "test.csv").unlink()
    assert generate.main([str(tmp_path), "--check"]) == 1
    out = capsys.readouterr().out
    assert "questions/test.jsonl" in out and "reviews/test.csv" in out and "headlines" not in out


def test_the_files_are_small_utf8_with_lf() -> None:
    for name, table in TABLES.items():
        contents = [(FOLDER / table[part]).read_bytes() for part in PARTS]
        assert sum(map(len, contents)) < 4_000_000, name
        for content in contents:
            assert b"\r" not in content and content.endswith(b"\n")
            content.decode("utf-8")


@pytest.mark.parametrize("name", TABLES)
def test_the_catalogue_tells_the_truth(name: str, samples: dict[str, dict[str, list[Row]]]) -> None:
    table = TABLES[name]
    for part in PARTS:
        rows = samples[name][part]
        assert len(rows) == table["rows"][part]
        assert set(rows[0]) == {*table["text"], table["label"]}
        assert sorted({row[table["label"]] for row in rows}) == table["classes"]
        assert all(row[column].strip() == row[column] != "" for row in rows for column in row)
    assert table["title"] and table["description"] and table["task"] in ("sentiment", "question", "topic")
    known = catalogue.sample_datasets()[name]
    assert Path(known.source.source) == FOLDER / table["train"]
    assert Path(known.source.test) == FOLDER / table["test"]


@pytest.mark.parametrize("name", TABLES)
def test_no_text_comes_twice(name: str, samples: dict[str, dict[str, list[Row]]]) -> None:
    texts = Counter(text_of(name, row).lower() for part in PARTS for row in samples[name][part])
    assert [text for text, count in texts.items() if count > 1] == []


@pytest.mark.parametrize(
    ("name", "largest_over_smallest"), [("reviews", 1.0), ("questions", 2.5), ("headlines", 1.0)]
)
def test_no_class_is_rare(
    name: str, largest_over_smallest: float, samples: dict[str, dict[str, list[Row]]]
) -> None:
    for part in PARTS:
        counts = Counter(row[TABLES[name]["label"]] for row in samples[name][part])
        assert max(counts.values()) <= largest_over_smallest * min(counts.values())


@pytest.mark.parametrize("name", TABLES)
def test_the_english_is_clean(name: str, samples: dict[str, dict[str, list[Row]]]) -> None:
    for part in PARTS:
        for row in samples[name][part]:
            for text in (row[column] for column in TABLES[name]["text"]):
                assert not re.search(r"[\[\]{}|@~#_]|\(n\)|  | [,.;:?]|[,;:]\.|\.\.|!", text), text
                assert text[0].isupper() or text[0].isdigit(), text
                assert not re.search(r"[.?] [a-z]", text), text
                assert not re.search(r"\b(\w+) \1\b", text, re.IGNORECASE), text
                for found in re.finditer(r"\b(an?) (\w+)", text, re.IGNORECASE):
                    assert found[1].lower() == grammar.article(found[2]), found[0]


def test_a_review_says_nothing_twice(samples: dict[str, dict[str, list[Row]]]) -> None:
    for part in PARTS:
        for row in samples["reviews"][part]:
            sentences = re.split(r"(?<=[.?]) ", row["text"])
            assert len(sentences) == len(set(sentences)), row["text"]


def test_reviews_are_longer_than_a_small_encoder_reads(samples: dict[str, dict[str, list[Row]]]) -> None:
    """Words and marks are a lower bound on word pieces; 126 of them fit between [CLS] and [SEP] at 128."""
    for part in PARTS:
        lengths = sorted(len(re.findall(r"\w+|[^\w\s]", row["text"])) for row in samples["reviews"][part])
        assert sum(length > 126 for length in lengths) > 0.9 * len(lengths)
        assert 160 < lengths[len(lengths) // 2] < 220
        assert 330 < lengths[-1] < 480


def test_every_phrase_of_every_bank_can_be_written() -> None:
    """Not only those that happened to be drawn: a slot without a section would show here."""
    banks = [
        grammar.read_banks(reviews._BANKS / "common.txt", reviews._BANKS / f"{d}.txt")
        for d in reviews.DOMAINS
    ]
    for bank in [*banks, questions._BANKS, headlines._NAMES]:
        for section, lines in bank.items():
            assert len(lines) == len(set(lines)), f"{section} has a line twice"
            for line in lines:
                assert "[" not in grammar.Writer(bank, grammar.Dice(line)).expand(line)
    for label in headlines.LABELS:
        for frame in headlines._FRAMES[label]:
            assert len(frame.titles) >= 3 and len(frame.sentences) >= 3, frame
            writer = grammar.Writer({**headlines._NAMES, **frame.slots}, grammar.Dice(frame.titles[0]))
            for line in frame.titles + frame.sentences:
                assert "[" not in writer.expand(line)


def test_title_and_description_speak_of_the_same_club(samples: dict[str, dict[str, list[Row]]]) -> None:
    """Drawn apart, the clubs of the two columns would agree once in two hundred."""
    named = samples["headlines"]["train"]
    word = re.compile(r"[A-Z][a-z]+ (?:Rovers|Athletic|Wanderers|United)")
    both = [(word.findall(row["title"]), word.findall(row["description"])) for row in named]
    both = [(title, told) for title, told in both if title and told]
    assert len(both) > 30
    assert sum(title[0] in told for title, told in both) > 0.4 * len(both)


def naive_bayes(train: Labelled, test: Labelled) -> float:
    """Share of test texts that naive Bayes over which words and pairs of words occur gets right."""
    features = CountVectorizer(analyzer=lambda words: {*words, *map(" ".join, itertools.pairwise(words))})
    model = make_pipeline(features, MultinomialNB(alpha=0.3)).fit(*zip(*train, strict=True))
    score: float = model.score(*zip(*test, strict=True))
    return score


def accuracy(
    name: str, samples: dict[str, dict[str, list[Row]]], cut: Callable[[list[str]], list[str]]
) -> float:
    label = TABLES[name]["label"]
    train, test = (
        [(cut(WORDS.findall(text_of(name, row).lower())), row[label]) for row in samples[name][part]]
        for part in PARTS
    )
    return naive_bayes(train, test)


@pytest.mark.nightly  # of files that stay byte for byte what they are
def test_truncation_strategies_differ_on_reviews(samples: dict[str, dict[str, list[Row]]]) -> None:
    """With 90 words and marks to spend: the tail tells more than the head, and both ends more than either."""
    head = accuracy("reviews", samples, lambda words: words[:90])
    tail = accuracy("reviews", samples, lambda words: words[-90:])
    both = accuracy("reviews", samples, lambda words: words if len(words) <= 90 else words[:30] + words[-60:])
    whole = accuracy("reviews", samples, lambda words: words)
    assert 0.55 < head < tail - 0.03
    assert tail < both - 0.03
    assert 0.75 < whole < 0.92


@pytest.mark.nightly  # of files that stay byte for byte what they are
@pytest.mark.parametrize(("name", "low", "high"), [("questions", 0.75, 0.93), ("headlines", 0.85, 0.96)])
def test_word_counts_go_some_way_but_not_all(
    name: str, low: float, high: float, samples: dict[str, dict[str, list[Row]]]
) -> None:
    assert low < accuracy(name, samples, lambda words: words) < high


def test_the_first_word_of_a_question_does_not_decide(samples: dict[str, dict[str, list[Row]]]) -> None:
    assert accuracy("questions", samples, lambda words: words[:1]) < 0.6


@pytest.mark.nightly  # of files that stay byte for byte what they are
def test_both_columns_of_a_headline_tell_more_than_one(samples: dict[str, dict[str, list[Row]]]) -> None:
    def split(part: str, columns: Sequence[str]) -> Labelled:
        rows = samples["headlines"][part]
        return [(WORDS.findall(" . ".join(row[c] for c in columns).lower()), row["topic"]) for row in rows]

    alone = [naive_bayes(split("train", [c]), split("test", [c])) for c in ("title", "description")]
    both = ("title", "description")
    assert naive_bayes(split("train", both), split("test", both)) > max(alone) + 0.01
