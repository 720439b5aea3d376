"""Names of data sets: the bundled samples and the user's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import paths
from engine.data import catalogue
from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.spec.data import DataSource

pytestmark = pytest.mark.usefixtures("home")


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


@pytest.fixture
def no_lookup() -> Iterator[None]:
    before = list(catalogue._lookup)
    catalogue._lookup.clear()
    yield
    catalogue._lookup[:] = before


def test_a_sample_is_its_file_and_mapping(two: Path):
    data = load_dataset(DataSource(source="samples:tunes"))
    assert data.splits["train"].texts[0].startswith("song ") and ": la la" in data.splits["train"].texts[0]
    assert data.source.source == str(two / "t.csv")
    assert data.classes == catalogue.sample_datasets()["tunes"].classes


def test_what_is_asked_for_goes_before_the_catalogue(two: Path):
    data = load_dataset(DataSource(source="samples:tunes", text=["words"], train_rows=10, split_seed=5))
    assert len(data.splits["train"]) == 10 and data.splits["train"].texts[0].startswith("la la")
    assert data.source.split_seed == 5 and data.source.label == "mood"


def test_unknown_names(two: Path, no_lookup: None):
    with pytest.raises(UserError, match="Did you mean 'samples:tunes'"):
        load_dataset(DataSource(source="samples:tune"))
    with pytest.raises(UserError, match="catalogue:mine: there is no such data set"):
        load_dataset(DataSource(source="catalogue:mine"))


def test_the_users_own_sets_come_from_a_lookup(two: Path, no_lookup: None):
    rows = {
        "mine": {"source": str(two / "t.csv"), "label": "mood", "text": ["words"]},
        "broken": {"source": ["not", "a", "name"]},
    }
    catalogue.set_lookup(rows.get)
    assert len(load_dataset(DataSource(source="catalogue:mine", train_rows=12)).splits["train"]) == 12
    with pytest.raises(UserError, match="cannot be read"):
        catalogue.resolve_name("catalogue:broken")


def test_every_bundled_sample_loads_as_its_catalogue_says():
    samples = catalogue.sample_datasets()
    assert len(samples) >= 3
    for name, sample in samples.items():
        data = load_dataset(DataSource(source=f"samples:{name}"))
        assert data.classes == sample.classes
        counted = {part: len(split) for part, split in data.splits.items()}
        assert counted["train"] + counted["validation"] == sample.rows["train"]
        assert counted["test"] == sample.rows["test"]
