"""Artefacts of a data set: known by their keys, so that what was read before is not read to queue a run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.data.dataset import load_dataset
from engine.data.dataset_artefacts import find_artefacts, was_read
from engine.data.source_files import hash_content
from engine.errors import UserError
from engine.spec.data import DataSource, ResolvedData

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "reviews.csv"
    rows = [f"a {'good' if n % 2 else 'bad'} film {n},{'pos' if n % 2 else 'neg'}" for n in range(80)]
    path.write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    return path


def test_what_was_read_is_known_until_its_content_changes(file: Path) -> None:
    source = DataSource(source=str(file))
    assert not was_read(source)
    assert load_dataset(source).fingerprint == find_artefacts(source).fingerprint
    assert was_read(source)
    splits = load_dataset(source).splits
    assert {name: find_artefacts(source).count_rows(name) for name in splits} == {
        name: len(split) for name, split in splits.items()
    }
    with file.open("a", encoding="utf-8") as stream:
        stream.write("one more film,pos\n")
    assert not was_read(source)


@pytest.mark.parametrize("name", ["texts_folder", "splits_folder"])
def test_what_was_removed_from_the_cache_is_read_again(file: Path, name: str) -> None:
    source = DataSource(source=str(file))
    load_dataset(source)
    shutil.rmtree(getattr(find_artefacts(source), name))
    assert not was_read(source)
    load_dataset(source)
    assert was_read(source)


def test_a_refused_split_is_never_taken_for_read(file: Path) -> None:
    source = DataSource(source=str(file), train_rows=100_000)
    with pytest.raises(UserError, match="train rows are requested"):
        load_dataset(source)
    assert find_artefacts(source).texts_folder.is_dir(), "the texts themselves are sound"
    assert not was_read(source)


def test_a_missing_file_and_a_changed_one_are_refused_without_reading(file: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        was_read(DataSource(source=str(file.with_name("none.csv"))))
    read = DataSource(source=str(file))
    queued = read.model_copy(update={"resolved": ResolvedData(source=read, content=hash_content(read))})
    load_dataset(queued)
    assert was_read(queued)
    file.write_text(file.read_text(encoding="utf-8").replace("good", "fine"), encoding="utf-8")
    with pytest.raises(UserError, match="have changed since the run was queued"):
        was_read(queued)
