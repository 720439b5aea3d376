"""The formats of the real data sets, with the row, class and duplicate counts that come with them.

Archives are unpacked once per session; the tree of 50,000 reviews takes the longest (some seconds).
"""

from __future__ import annotations

import shutil
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.data.dataset import Dataset, load_dataset
from engine.data.inspection.health import check_health
from engine.data.inspection.survey import (
    TextSurvey,
    find_conflicts,
    find_duplicates,
    find_shared,
    survey_split,
)
from engine.spec.data import DataSource

pytestmark = pytest.mark.usefixtures("home")

Unpack = Callable[[str], Path]


@pytest.fixture(scope="module")
def unpack(shared_data: Path, tmp_path_factory: pytest.TempPathFactory):
    """Unpacks an archive of the shared folder once and gives the folder it was unpacked into."""
    root = tmp_path_factory.mktemp("real")
    done: dict[str, Path] = {}

    def unpacked(name: str) -> Path:
        if name not in done:
            archive = shared_data / name
            if not archive.is_file():
                pytest.skip(f"{name} is not among the shared data sets")
            folder = root / name.partition(".")[0]
            if archive.suffix == ".zip":
                zipfile.ZipFile(archive).extractall(folder)
            else:
                with tarfile.open(archive) as packed:
                    packed.extractall(folder, filter="data")
            done[name] = folder
        return done[name]

    yield unpacked
    shutil.rmtree(root, ignore_errors=True)


def loaded(source: Path, **options: object) -> Dataset:
    return load_dataset(DataSource(source=str(source), **options))


def sizes(data: Dataset) -> dict[str, int]:
    return {name: len(split) for name, split in data.splits.items()}


def all_rows(data: Dataset) -> int:
    return sum(sizes(data).values())


def training_part(
    data: Dataset, surveys: dict[str, TextSurvey], parts: tuple[str, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """Keys and labels of several splits together, as the files had them before they were divided."""
    keys = np.concatenate([surveys[name].text_hashes for name in parts])
    return keys, np.concatenate([data.splits[name].labels for name in parts])


def mean_words(surveys: dict[str, TextSurvey]) -> tuple[float, int]:
    words = np.concatenate([each.words for each in surveys.values()])
    return float(words.mean()), int(words.max())


def surveyed(data: Dataset) -> dict[str, TextSurvey]:
    return {name: survey_split(split) for name, split in data.splits.items()}


def test_trec(shared_data: Path):
    data = loaded(shared_data / "trec" / "train_5500.label")
    assert sizes(data) == {"train": 4907, "validation": 545, "test": 500}
    assert data.detection["encoding"] == "cp1252", "a guess; in latin-1 it reads the same"
    assert data.classes == ("ABBR", "DESC", "ENTY", "HUM", "LOC", "NUM")
    train = np.concatenate([data.splits[name].labels for name in ("train", "validation")])
    assert np.bincount(train)[0] == 86 and np.bincount(data.splits["test"].labels)[0] == 9
    surveys = surveyed(data)
    words, longest = mean_words(surveys)
    assert round(words) == 10 and longest == 37
    keys, _ = training_part(data, surveys, ("train", "validation"))
    assert len(find_duplicates(keys)) == 71 + 1, "one more than counted there: it differs in case alone"
    fine = loaded(shared_data / "trec", format={"kind": "trec", "labels": "fine"})
    assert len(fine.classes) == 50 and sizes(fine) == sizes(data)


def test_ag_news(unpack: Unpack):
    data = loaded(unpack("ag_news_csv.tar.gz") / "ag_news_csv" / "train.csv")
    assert sizes(data) == {"train": 43_459 - 4_346, "validation": 4_346, "test": 7_600}
    assert data.classes == ("World", "Sports", "Business", "Sci/Tech")
    assert np.bincount(data.splits["test"].labels).tolist() == [1900] * 4
    surveys = surveyed(data)
    words, longest = mean_words(surveys)
    assert round(words) == 38 and longest == 171
    texts = set(data.splits["train"].texts) | set(data.splits["validation"].texts)
    assert not texts & set(data.splits["test"].texts)
    keys, _ = training_part(data, surveys, ("train", "validation"))
    assert len(find_shared(surveys["test"].text_hashes, keys)) == 2, "which differ in case or blanks"
    assert {"entities", "escapes"} <= {finding.kind for finding in check_health(data, surveys)}


@pytest.mark.nightly
def test_imdb(unpack: Unpack):
    data = loaded(unpack("aclImdb_labelled_25k25k.tar.xz") / "aclImdb")
    assert sizes(data) == {"train": 22_500, "validation": 2_500, "test": 25_000}
    assert data.classes == ("neg", "pos") and data.detection["encoding"] == "utf-8"
    assert np.bincount(data.splits["test"].labels).tolist() == [12_500, 12_500]
    surveys = surveyed(data)
    words, longest = mean_words(surveys)
    assert 225 < words < 240 and longest == 2470
    keys, _ = training_part(data, surveys, ("train", "validation"))
    assert len(find_duplicates(keys)) == 96 and len(find_duplicates(surveys["test"].text_hashes)) == 199
    assert len(find_shared(surveys["test"].text_hashes, keys)) == 123
    long = np.concatenate([each.words for each in surveys.values()]) > 400
    assert round(100 * long.mean()) == 13


@pytest.mark.parametrize(
    ("archive", "folder", "train", "test", "classes", "words", "longest"),
    [
        ("yelp_review_full_csv_5k.tar.gz", "yelp_review_full_csv", 4_000, 1_000, 5, 136, 973),
        ("amazon_review_full_csv_5k7k6.tar.gz", "amazon_review_full_csv", 5_000, 7_600, 5, 80, 207),
        ("dbpedia_csv_5k7k6.tar.gz", "dbpedia_csv", 5_000, 7_600, 14, 49, 233),
        ("yahoo_answers_2class.tar.gz", "yahoo_answers_2class", 4_000, 418, 2, 102, 996),
    ],
)
def test_zhang_files(
    unpack: Unpack, archive: str, folder: str, train: int, test: int, classes: int, words: int, longest: int
):
    data = loaded(unpack(archive) / folder)
    held_out = round(train * 0.1)
    assert sizes(data) == {"train": train - held_out, "validation": held_out, "test": test}
    assert len(data.classes) == classes
    mean, most = mean_words(surveyed(data))
    assert abs(mean - words) < 2.5
    assert abs(most - longest) <= 4, "the title counts here"


def test_sogou_folders_in_gb18030(unpack: Unpack):
    data = loaded(unpack("SogouC_3000_gb18030_tree.tar.xz") / "SogouC")
    assert all_rows(data) == 3_000 and len(data.classes) == 10
    assert data.detection["encoding"] == "gb18030"
    assert "2,998 of 3,000 files" in data.notes[0] and "“预计再降400元”" in data.notes[0]
    assert not any("\ufffd" in text for split in data.splits.values() for text in split.texts), (
        "two are UTF-8"
    )
    assert data.classes[:3] == ("汽车", "财经", "IT"), "named by ClassCode.txt"
    surveys = surveyed(data)
    characters = np.concatenate([each.characters for each in surveys.values()])
    assert abs(characters.mean() - 1393) < 10 and abs(characters.max() - 36_695) < 10
    keys, labels = training_part(data, surveys, ("train", "validation", "test"))
    texts = [text.strip() for split in data.splits.values() for text in split.texts]
    assert len(texts) - len(set(texts)) == 65
    assert len(find_duplicates(keys)) == 74, "nine more differ in blanks"
    assert len(np.unique(keys[find_conflicts(keys, labels)])) == 3


def test_thucnews_headlines(unpack: Unpack):
    folder = unpack("thucnews_title_10k10k.tar.gz") / "thucnews_title"
    data = loaded(folder / "dev.txt", test=str(folder / "test.txt"))
    assert sizes(data) == {"train": 9_000, "validation": 1_000, "test": 10_000}
    assert data.classes[0] == "finance" and len(data.classes) == 10
    surveys = surveyed(data)
    characters = np.concatenate([each.characters for each in surveys.values()])
    assert round(characters.mean()) == 19 and characters.max() <= 33
    keys, _ = training_part(data, surveys, ("train", "validation"))
    assert len(find_shared(surveys["test"].text_hashes, keys)) == 8
