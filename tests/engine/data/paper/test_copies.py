"""The paper's sets, and copies of them that a user has."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from engine.data.dataset import load_dataset
from engine.data.dataset_artefacts import source_to_read
from engine.data.paper.copies import PaperCopy, compare_with_paper, examine_copy, recognise_copy
from engine.data.paper.sets import find_paper_set, paper_sets
from engine.errors import UserError
from engine.spec.cleaning import UnescapeCleaning
from engine.spec.data import DataSource
from engine.store import Store
from engine.store.data_names import resolve_source
from engine.store.datasets import add_dataset, list_datasets, remove_paper_copy

pytestmark = pytest.mark.usefixtures("home")


def zhang(folder: Path, classes: int, fields: int, names: list[str] | None = None, rows: int = 60) -> Path:
    """A folder as Zhang et al. published theirs."""
    folder.mkdir(parents=True)
    for part, many in (("train", rows), ("test", rows // 2)):
        with (folder / f"{part}.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, quoting=csv.QUOTE_ALL)
            for i in range(many):
                words = [f"{part} {i} field {k} of\\nrest" for k in range(fields - 1)]
                writer.writerow([1 + i % classes, *words])
    if names:
        (folder / "classes.txt").write_text("\n".join(names) + "\n", encoding="utf-8")
    return folder


def test_columns_are_those_of_the_papers_code(tmp_path: Path) -> None:
    news = load_dataset(recognise_copy("ag_news", zhang(tmp_path / "a" / "ag_news_csv", 4, 3))[0])
    assert news.splits["test"].texts[0] == "test 0 field 0 of nrest - test 0 field 1 of nrest", (
        "a backslash alone"
    )
    yahoo = load_dataset(recognise_copy("yahoo", zhang(tmp_path / "y", 10, 4))[0])
    assert yahoo.splits["test"].texts[0] == "test 0 field 0 of rest test 0 field 1 of rest"
    assert yahoo.splits["test"].second_texts is not None
    assert yahoo.splits["test"].second_texts[0] == "test 0 field 2 of rest"
    stars = load_dataset(recognise_copy("yelp_f", zhang(tmp_path / "f", 5, 2))[0])
    assert stars.classes == find_paper_set("yelp_f").classes, "names for numbers without a list beside them"


def test_a_whole_copy_a_subset_and_another_set(tmp_path: Path) -> None:
    names = list(find_paper_set("ag_news").classes)
    copy = examine_copy("ag_news", zhang(tmp_path / "data" / "ag_news_csv", 4, 3, names).parent)
    assert isinstance(copy, PaperCopy) and copy.layout == "ag_news_csv"
    assert copy.rows == {"train": 60, "test": 30}
    assert [d.message for d in copy.differences] == [
        "a subset: 60 of 120,000 training texts",
        "a subset: 30 of 7,600 test texts",
    ]
    assert copy.source.cleaning == UnescapeCleaning(line_breaks="backslash")
    whole = find_paper_set("ag_news")
    assert compare_with_paper(whole, whole.rows, whole.classes) == ()
    more = compare_with_paper(whole, {"train": 127_600, "test": 0}, whole.classes[:3])
    assert [d.message for d in more] == [
        "3 of 4 classes; without Sci/Tech",
        "127,600 training texts, the paper has 120,000",
        "no test texts: some are held out of train",
    ]
    wrong = zhang(tmp_path / "dbpedia_csv", 14, 3, list(find_paper_set("dbpedia").classes))
    with pytest.raises(UserError, match="its classes are Company.*those of AG's News are World, Sports"):
        examine_copy("ag_news", wrong)
    with pytest.raises(UserError, match="this is not a copy of TREC questions.*train_5500.label"):
        examine_copy("trec", wrong)
    with pytest.raises(UserError, match="there is no such folder"):
        examine_copy("trec", tmp_path / "nowhere")


def test_layouts_of_imdb_and_trec(tmp_path: Path) -> None:
    root = tmp_path / "aclImdb"
    for part in ("train", "test"):
        for label in ("pos", "neg", "unsup"):
            (root / part / label).mkdir(parents=True)
            for i in range(12):
                (root / part / label / f"{i}_7.txt").write_text(f"{part} {label} {i}<br />", encoding="utf-8")
    copy = examine_copy("imdb", tmp_path)
    assert (copy.layout, copy.classes, copy.rows) == (
        "aclImdb folders",
        ("neg", "pos"),
        {"train": 24, "test": 24},
    )
    assert "Cleaned of escapes" in " ".join(copy.notes)
    tsv = tmp_path / "tsv"
    tsv.mkdir()
    for part in ("train", "test"):
        lines = [f'{i % 2}\t"A film {part} {i}' for i in range(30)]
        (tsv / f"{part}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    copy = examine_copy("imdb", tsv)
    assert copy.classes == ("neg", "pos") and copy.rows == {"train": 30, "test": 30}
    trec = tmp_path / "trec"
    trec.mkdir()
    kinds = find_paper_set("trec").classes
    for name in ("train_5500.label", "TREC_10.label"):
        rows = [f"{kinds[i % 6]}:any What is {name} {i} ?" for i in range(36)]
        (trec / name).write_text("\n".join(rows) + "\n", encoding="latin-1")
    assert examine_copy("trec", trec / "TREC_10.label").classes == kinds, "a file of the folder will do"


def test_sogou_trees_are_another_selection_and_said_to_be(tmp_path: Path) -> None:
    root = tmp_path / "SogouC"
    names = {"C000008": "财经", "C000014": "体育"}
    for code, name in names.items():
        folder = root / "ClassFile" / code
        folder.mkdir(parents=True)
        for i in range(120):
            (folder / f"{i}.txt").write_bytes(f"{name}新闻第{i}篇".encode("gb18030"))
    broken = root / "ClassFile" / "C000008" / "7.txt"
    broken.write_bytes("财经".encode("gb18030") + b"\xff\xff" + "新闻七".encode("gb18030"))
    codes = "\n".join(f"{code} {name}" for code, name in names.items())
    (root / "ClassCode.txt").write_text(codes, encoding="utf-8")
    copy = examine_copy("sogou", tmp_path)
    assert copy.classes == ("财经", "体育"), "names and order of the list"
    assert copy.differences[0].kind == "copy" and "not the paper's selection" in copy.differences[0].message
    assert any(
        "Bytes that are not gb18030 are shown" in note and "C000008/7.txt" in note for note in copy.notes
    )
    data = load_dataset(copy.source)
    texts = [text for split in data.splits.values() for text in split.texts]
    assert len(texts) == 240 and sum("\ufffd" in text for text in texts) == 1
    # A list that does not name every folder gives no names at all, and the reading depends on the list.
    (root / "ClassCode.txt").write_bytes("C000008 财经".encode("gb18030"))
    assert load_dataset(copy.source).classes == ("C000008", "C000014")


def test_the_own_copy_goes_before_the_hubs(tmp_path: Path) -> None:
    def named(store: Path | None, name: str, **fields: Any) -> DataSource:
        return source_to_read(resolve_source(store, DataSource(source=name, **fields)))

    assert named(None, "paper:imdb").source == "hub:stanfordnlp/imdb", "no store is needed for that"
    assert named(None, "paper:trec").label == "label_coarse_original"
    with pytest.raises(
        UserError, match="paper:sogou: no copy of it is registered.*palimpsest data register sogou"
    ):
        named(None, "paper:sogou")
    store = tmp_path / "s.sqlite"
    assert named(store, "paper:imdb").source == "hub:stanfordnlp/imdb"
    copy = examine_copy("ag_news", zhang(tmp_path / "ag", 4, 3, list(find_paper_set("ag_news").classes)))
    with Store(store) as opened:
        add_dataset(opened, "paper:ag_news", copy.source.model_dump(mode="json"))
        assert list_datasets(opened) == [], "it is no set of the user's own"
    data = load_dataset(resolve_source(store, DataSource(source="paper:ag_news", train_rows=20)))
    assert data.source.source == str(tmp_path / "ag" / "train.csv")
    assert len(data.splits["train"]) == 20 and data.source.join == " - "
    with Store(store) as opened:
        remove_paper_copy(opened, "ag_news")
    assert named(store, "paper:ag_news").source == "hub:fancyzhx/ag_news"


def test_trec_as_published_is_the_papers(shared_data: Path) -> None:
    copy = examine_copy("trec", shared_data / "trec")
    assert copy.differences == () and copy.rows == find_paper_set("trec").rows


# Sun et al. 2019, Table 1: classes, type, average and maximum length, share over 512 in %, train and test examples.
TABLE_1 = {
    "imdb": (2, "sentiment", 292, 3045, 12.69, 25_000, 25_000),
    "yelp_p": (2, "sentiment", 177, 2066, 4.60, 560_000, 38_000),
    "yelp_f": (5, "sentiment", 179, 2342, 4.60, 650_000, 50_000),
    "trec": (6, "question", 11, 39, 0.00, 5_452, 500),
    "yahoo": (10, "question", 131, 4018, 2.65, 1_400_000, 60_000),
    "ag_news": (4, "topic", 44, 221, 0.00, 120_000, 7_600),
    "dbpedia": (14, "topic", 67, 3841, 0.00, 560_000, 70_000),
    "sogou": (6, "topic", 737, 47_988, 46.23, 54_000, 6_000),
}


def test_the_list_says_what_table_1_says() -> None:
    rows = {
        name: (
            len(s.classes), s.domain, s.average, s.maximum, s.exceeding, s.rows["train"], s.rows["test"]
        )
        for name, s in paper_sets().items()
    }  # fmt: skip
    assert rows == TABLE_1
    for each in paper_sets().values():
        assert each.licence and each.citation and each.layouts and each.language in ("en", "zh")
        assert (each.hub is None) == (each.name == "sogou")
        assert not each.meanings or len(each.meanings) == len(each.classes)
    with pytest.raises(
        UserError, match="paper:ag_new: the paper has no data set.*Did you mean 'paper:ag_news'"
    ):
        find_paper_set("paper:ag_new")
