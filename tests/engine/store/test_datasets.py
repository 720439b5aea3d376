"""The catalogue of the user's own data sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import UserError
from engine.spec.data import DataSource
from engine.store import Store, datasets


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as made:
        yield made


def test_a_source_comes_back_as_it_went_in(store: Store) -> None:
    source = DataSource(source="/somewhere/größe.csv", text=["title", "body"], label="3")
    number = datasets.add_dataset(
        store, " mine ", source.model_dump(mode="json"), "abc", {"rows": {"train": 3}}
    )
    row = datasets.get_dataset(store, "mine")
    assert row.id == number
    assert DataSource.model_validate(row.source) == source
    assert (row.fingerprint, row.report, row.used) == ("abc", {"rows": {"train": 3}}, None)


def test_the_same_name_again_replaces_and_keeps_the_number(store: Store) -> None:
    first = datasets.add_dataset(store, "mine", {"source": "a.csv"})
    datasets.add_dataset(store, "Other", {"source": "b.csv"})
    assert datasets.add_dataset(store, "mine", {"source": "c.csv"}) == first
    assert [row.name for row in datasets.list_datasets(store)] == ["mine", "Other"]
    assert datasets.get_dataset(store, "mine").source == {"source": "c.csv"}


def test_use_removal_and_errors(store: Store) -> None:
    number = datasets.add_dataset(store, "mine", {"source": "a.csv"})
    datasets.add_dataset(store, "other", {"source": "b.csv"})
    datasets.mark_datasets_used(store, ["catalogue:mine", "samples:reviews", "other"])
    assert datasets.get_dataset(store, "mine").used is not None
    assert datasets.get_dataset(store, "other").used is None
    datasets.remove_dataset(store, datasets.get_dataset(store, "other").id)
    with pytest.raises(UserError, match="no data set 'yours'. It has: mine"):
        datasets.get_dataset(store, "yours")
    with pytest.raises(UserError, match="needs a name"):
        datasets.add_dataset(store, "", {"source": "a.csv"})
    datasets.remove_dataset(store, number)
    assert datasets.list_datasets(store) == []
