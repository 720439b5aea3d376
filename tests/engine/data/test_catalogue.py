"""The bundled samples, and what of a named data set an experiment changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import paths
from engine.data import catalogue
from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.spec.cleaning import UnescapeCleaning
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


def test_a_sample_is_its_file_and_mapping(two: Path):
    data = load_dataset(DataSource(source="samples:tunes"))
    assert data.splits["train"].texts[0].startswith("song ") and ": la la" in data.splits["train"].texts[0]
    assert data.source.source == str(two / "t.csv")
    assert data.classes == catalogue.sample_datasets()["tunes"].classes


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
    with pytest.raises(UserError, match="catalogue:x: .*two segments need two text columns"):
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
