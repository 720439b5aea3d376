"""``palimpsest layers``: the table, the words, the JSON, and what is not there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store import Store
from tests.engine.cli.test_app import palimpsest
from tests.engine.lab.trained import trained


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("cli-lab") / "palimpsest.sqlite"
    Store(path).close()
    trained(path, spread=0.3, test=2)
    yield path


def test_layers_before_and_after(store: Path) -> None:
    options = ["--data", "samples:reviews", "--texts", "40", "--store", store]
    found = palimpsest("layers", "1", *options, "--json").json
    assert len(found["before"]) == len(found["after"]) == 5 and found["tested"] <= 40
    assert found["before"] != found["after"] and all(0 <= value <= 100 for value in found["before"])
    said = palimpsest("layers", "1", *options)
    rows = [line.split() for line in said.out.splitlines() if line[:5].strip().isdigit()]
    assert [row[0] for row in rows] == list("01234")
    assert [float(row[1]) for row in rows] == pytest.approx(found["before"], abs=0.006)
    assert palimpsest("layers", "1", "--data", "samples:none", "--store", store).code == 2
