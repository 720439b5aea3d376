"""Data sets as they are loaded and kept."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from engine import paths
from engine.data import catalogue, dataset
from engine.data.dataset import Dataset, load_dataset
from engine.data.dataset_artefacts import find_artefacts, has_cached_splits, source_to_read
from engine.data.source_files import hash_content
from engine.errors import UserError
from engine.spec.cleaning import UnescapeCleaning
from engine.spec.data import DataSource, ResolvedData
from tests.film_reviews import write_reviews

pytestmark = pytest.mark.usefixtures("home")


def a_csv(folder: Path, name: str = "data.csv", count: int = 100, header: str = "text,label") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{name} text number {i},{['good', 'bad', 'ugly'][i % 3]}" for i in range(count)]
    file = folder / name
    file.write_text("\n".join([header, *lines] if header else lines) + "\n", encoding="utf-8")
    return file


def loaded(path: Path | str, **options: object) -> Dataset:
    return load_dataset(DataSource(source=str(path), **options))


def cached() -> list[str]:
    root = paths.cache_folder()
    return sorted(str(p.relative_to(root)) for p in root.rglob("*") if p.is_file()) if root.is_dir() else []


def test_a_plain_file_becomes_three_splits(tmp_path: Path):
    data = loaded(a_csv(tmp_path, count=300))
    assert data.classes == ("bad", "good", "ugly")
    assert {name: len(split) for name, split in data.splits.items()} == {
        "train": 243,
        "validation": 27,
        "test": 30,
    }
    rows = np.concatenate([split.rows for split in data.splits.values()])
    assert sorted(rows.tolist()) == list(range(2, 302)), "the header is row 1"
    for split in data.splits.values():
        for text, label, row in zip(split.texts, split.labels, split.rows, strict=True):
            assert text == f"data.csv text number {row - 2}"
            assert data.classes[label] == ["good", "bad", "ugly"][(row - 2) % 3]
        assert split.labels.dtype == np.int64 and split.second_texts is None
    assert (
        data.detection["text"] == ["text"]
        and data.detection["label"] == "label"
        and data.detection["delimiter"] == "comma"
    )
    assert any("held out" in note for note in data.notes)


def test_what_changes_the_fingerprint(tmp_path: Path):
    file = a_csv(tmp_path, count=200)
    prints = {
        loaded(file).fingerprint,
        loaded(file, split_seed=14).fingerprint,
        loaded(file, validation_share=0.2).fingerprint,
        loaded(file, train_rows=50).fingerprint,
        loaded(file, format={"kind": "csv", "header": "no"}, label="2").fingerprint,
    }
    file.write_text(file.read_text(encoding="utf-8") + "one more,good\n", encoding="utf-8")
    prints.add(loaded(file).fingerprint)
    assert len(prints) == 6
    texts = {name.split(os.sep)[1] for name in cached() if name.startswith("texts")}
    assert len(texts) == 3, "splits and subsets share the texts"


def test_a_small_companion_is_read_like_the_training_file(tmp_path: Path):
    a_csv(tmp_path, "train.csv", 60, header="")
    (tmp_path / "test.csv").write_text("text,ugly\nlabel,bad\n", encoding="utf-8")
    assert list(loaded(tmp_path / "train.csv").splits["test"].texts) == ["text", "label"]


def test_several_text_columns_join_and_blank_cells_leave_no_trace(tmp_path: Path):
    file = tmp_path / "data.csv"
    rows = [f"t{i},,b{i},{i % 2}" if i % 4 == 0 else f"t{i},d{i},b{i},{i % 2}" for i in range(40)]
    file.write_text("title,description,body,label\n" + "\n".join(rows), encoding="utf-8")
    data = loaded(
        file, text=["title", "description", "body"], label="label", join=" - ", validation_share=0.1
    )
    texts = {text for split in data.splits.values() for text in split.texts}
    assert {"t0 - b0", "t1 - d1 - b1"} <= texts
    pairs = loaded(file, text=["title", "body"], label="label", pair=True).splits["train"]
    assert pairs.second_texts is not None
    assert [t.replace("t", "b") for t in pairs.texts] == list(pairs.second_texts)


def test_columns_of_a_segment_are_joined_with_plus(tmp_path: Path):
    # Yahoo's layout: class, title, body (often empty), answer.
    file = tmp_path / "train.csv"
    rows = [
        f'"{i % 2 + 1}","t{i}","{"" if i % 3 else f"b{i}"}","{"" if i == 4 else f"a{i}"}"' for i in range(60)
    ]
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")

    def segments(**options: object) -> set[tuple[str, str]]:
        data = loaded(file, label="1", pair=True, **options)
        return {
            pair for s in data.splits.values() for pair in zip(s.texts, s.second_texts or (), strict=True)
        }

    expected = {(f"t{i}" if i % 3 else f"t{i} b{i}", "" if i == 4 else f"a{i}") for i in range(60)}
    assert segments(text=["2 + 3", "4"]) == segments(text=["2", "3", "4"]) == expected
    assert not any("nan" in part.lower() or "none" in part.lower() for pair in expected for part in pair)
    other = segments(text=["2", "3+4"], join="; ")
    assert ("t6", "b6; a6") in other and ("t5", "a5") in other and ("t4", "") in other
    named = tmp_path / "named.csv"
    named.write_text(
        "x+y,more,label\n" + "".join(f"p{i},m{i},{i % 2}\n" for i in range(40)), encoding="utf-8"
    )
    data = loaded(named, text=["x+y", "more"], label="label", pair=True).splits["train"]
    assert data.texts[0][0] == "p" and data.second_texts is not None and data.second_texts[0][0] == "m", (
        "a name may hold a plus"
    )
    with pytest.raises(UserError, match="there is no column '7'"):
        loaded(file, label="1", text=["2 + 7", "4"], pair=True)


def test_numbers_are_ordered_as_numbers(tmp_path: Path):
    (tmp_path / "d.csv").write_text(
        "text,stars\n" + "".join(f"t{i},{i % 11}\n" for i in range(110)), encoding="utf-8"
    )
    assert loaded(tmp_path / "d.csv").classes == tuple(map(str, range(11)))


BAD = {
    "one class": ("text,label\na,x\nb,x\n", "all 2 rows have the same label 'x'"),
    "empty texts": ("text,label\na,x\n,y\nc,x\n  ,y\n", r"row 3: the row has no text \(2 such: rows 3, 5\)"),
    "no label": ("text,label\na,x\nb,\nc,y\n", "row 3: the row has no label"),
    "no rows": ("text,label\n", "the train split has no rows"),
    "all different": (
        "text,label\n" + "".join(f"t{i},l{i}\n" for i in range(30)),
        "30 different labels in 30 rows",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_refused_and_nothing_is_written(tmp_path: Path, case: str):
    text, message = BAD[case]
    (tmp_path / "bad.csv").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=message):
        label = "label" if case == "all different" else ""
        loaded(tmp_path / "bad.csv", label=label, format={"incomplete": "refuse"})
    assert cached() == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("reviws.csv", "no such file or folder. Did you mean 'reviews.csv'"),
        ("no/such/place.csv", "The path exists up to"),
        ("packed.zip", "this is an archive. Unpack it"),
        ("model.pkl", "can run code"),
        ("empty", "the layout of the folder is not known"),
    ],
)
def test_wrong_places(tmp_path: Path, name: str, message: str):
    a_csv(tmp_path, "reviews.csv")
    (tmp_path / "packed.zip").write_bytes(b"PK")
    (tmp_path / "model.pkl").write_bytes(b"\x80")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match=message):
        loaded(tmp_path / name)
    assert cached() == []


def test_few_shot_subsets_share_texts_validation_and_test(tmp_path: Path):
    file = a_csv(tmp_path, "train.csv", 200)
    whole, few, other = loaded(file), loaded(file, train_percent=10), loaded(file, train_percent=10, draw=1)
    assert [len(data.splits["train"]) for data in (whole, few, other)] == [162, 18, 18]
    for name in ("validation", "test"):
        assert len({data.splits[name].fingerprint for data in (whole, few, other)}) == 1
    assert len({data.fingerprint for data in (whole, few, other)}) == 3
    assert set(few.splits["train"].rows) != set(other.splits["train"].rows)
    with pytest.raises(ValidationError, match="as rows or as a percentage, not both"):
        DataSource(source=str(file), train_percent=10, train_rows=20)
    with pytest.raises(UserError, match=r"train_percent: 0.5 % of 180 .* Set it to"):
        loaded(file, train_percent=0.5)


def test_a_full_disk_leaves_no_half_data_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(dataset, "write_part", full)
        with pytest.raises(UserError, match="no space is left on the disk.*PALIMPSEST_HOME"):
            loaded(a_csv(tmp_path))
    assert cached() == []
    assert len(loaded(a_csv(tmp_path)).splits) == 3


def test_texts_are_read_as_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.data.records._CHUNK", 7)
    texts = loaded(a_csv(tmp_path, count=300)).splits["train"].texts
    whole = list(texts)
    assert len(whole) == len(texts) == 243
    assert [texts[i] for i in (0, 5, -1)] == [whole[0], whole[5], whole[-1]]
    assert texts[10:200:7] == whole[10:200:7]
    order = np.random.default_rng(0).permutation(243)
    assert texts.take(order) == [whole[i] for i in order]


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="there is no folder in memory")
def test_of_the_systems_folders_the_one_in_memory_is_read() -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        assert len(loaded(a_csv(Path(folder), "train.csv").parent).splits["train"]) == 81
    with pytest.raises(UserError, match="belongs to the system"):
        loaded("/dev")


# -- the bundled samples, and what of a named data set an experiment changes


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalogue of one sample."""
    folder = tmp_path / "samples"
    folder.mkdir()
    (folder / "catalogue.toml").write_text(
        '[tunes]\ntitle = "Tunes"\ntrain = "t.csv"\ntext = ["name", "words"]\nlabel = "mood"\njoin = ": "\n'
        'classes = ["gay", "sad"]\nrows = { train = 40 }\n',
        encoding="utf-8",
    )
    rows = [f"song {i},la la {i},{['gay', 'sad'][i % 2]}" for i in range(40)]
    (folder / "t.csv").write_text("name,words,mood\n" + "\n".join(rows), encoding="utf-8")
    monkeypatch.setattr(paths, "RESOURCES", tmp_path)
    return folder


def test_a_sample_is_its_file_and_mapping(two: Path):
    data = load_dataset(DataSource(source="samples:tunes"))
    assert data.splits["train"].texts[0].startswith("song ") and ": la la" in data.splits["train"].texts[0]
    assert data.source.source == str(two / "t.csv")
    assert data.classes == catalogue.sample_datasets()["tunes"].classes


def test_a_sample_is_found_where_the_program_is_now(two: Path, monkeypatch: pytest.MonkeyPatch):
    read = source_to_read(DataSource(source="samples:tunes"))
    record = ResolvedData(source=read, content=hash_content(read))
    queued = DataSource(source="samples:tunes", resolved=record)
    texts = list(load_dataset(queued).splits["train"].texts)
    os.renames(two, two.parent / "elsewhere" / "samples")
    monkeypatch.setattr(paths, "RESOURCES", two.parent / "elsewhere")
    assert list(load_dataset(queued).splits["train"].texts) == texts


def test_what_is_asked_for_goes_before_the_catalogue(two: Path):
    data = load_dataset(DataSource(source="samples:tunes", text=["words"], train_rows=10, split_seed=5))
    assert len(data.splits["train"]) == 10 and data.splits["train"].texts[0].startswith("la la")
    assert data.source.split_seed == 5 and data.source.label == "mood"


def test_a_default_sets_nothing_and_one_size_replaces_the_other():
    entry = DataSource(
        source="x.csv", validation_share=0.2, train_percent=50.0, label="mood", cleaning="escapes"
    )
    plain = DataSource.model_validate(DataSource(source="catalogue:x").model_dump())
    assert catalogue.merge_entry(plain, entry) == entry, "written out or not, a default is no wish"
    assert catalogue.merge_entry(plain, entry, ["validation_share"]).validation_share == 0.1
    fewer = catalogue.merge_entry(plain.model_copy(update={"train_rows": 30}), entry)
    assert (fewer.train_rows, fewer.train_percent) == (30, 100.0)
    assert isinstance(fewer.cleaning, UnescapeCleaning)


def test_what_does_not_go_together_is_refused():
    entry = DataSource(source="x.csv", pair=True, text=["a", "b"])
    with pytest.raises(UserError, match="catalogue:x: .*two segments need at least two text columns"):
        catalogue.merge_entry(DataSource(source="catalogue:x", text=["a"]), entry)


def test_unknown_names(two: Path):
    with pytest.raises(UserError, match="Did you mean 'samples:tunes'"):
        load_dataset(DataSource(source="samples:tune"))
    with pytest.raises(UserError, match="catalogue:mine: there is no data set of this name"):
        load_dataset(DataSource(source="catalogue:mine"))


def test_every_bundled_sample_loads_as_its_catalogue_says():
    samples = catalogue.sample_datasets()
    assert len(samples) >= 3
    for name, sample in samples.items():
        data = load_dataset(DataSource(source=f"samples:{name}"))
        assert data.classes == sample.classes
        counted = {part: len(split) for part, split in data.splits.items()}
        assert counted["train"] + counted["validation"] == sample.rows["train"]
        assert counted["test"] == sample.rows["test"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_reviews(tmp_path / "reviews.csv", 80, 80)


def test_what_was_read_is_known_until_its_content_changes(file: Path) -> None:
    source = DataSource(source=str(file))
    assert not has_cached_splits(source)
    assert load_dataset(source).fingerprint == find_artefacts(source).fingerprint
    assert has_cached_splits(source)
    splits = load_dataset(source).splits
    assert {name: find_artefacts(source).count_rows(name) for name in splits} == {
        name: len(split) for name, split in splits.items()
    }
    with file.open("a", encoding="utf-8") as stream:
        stream.write("one more film,pos\n")
    assert not has_cached_splits(source)


@pytest.mark.parametrize("name", ["texts_folder", "splits_folder"])
def test_what_was_removed_from_the_cache_is_read_again(file: Path, name: str) -> None:
    source = DataSource(source=str(file))
    load_dataset(source)
    shutil.rmtree(getattr(find_artefacts(source), name))
    assert not has_cached_splits(source)
    load_dataset(source)
    assert has_cached_splits(source)


def test_a_refused_split_is_never_taken_for_read(file: Path) -> None:
    source = DataSource(source=str(file), train_rows=100_000)
    with pytest.raises(UserError, match="train rows are requested"):
        load_dataset(source)
    assert find_artefacts(source).texts_folder.is_dir(), "the texts themselves are sound"
    assert not has_cached_splits(source)


def test_a_missing_file_and_a_changed_one_are_refused_without_reading(file: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        has_cached_splits(DataSource(source=str(file.with_name("none.csv"))))
    read = DataSource(source=str(file))
    queued = read.model_copy(update={"resolved": ResolvedData(source=read, content=hash_content(read))})
    load_dataset(queued)
    assert has_cached_splits(queued)
    file.write_text(file.read_text(encoding="utf-8").replace("good", "fine"), encoding="utf-8")
    with pytest.raises(UserError, match="have changed since the run was queued"):
        has_cached_splits(queued)
