"""``palimpsest attention`` and ``layers``: the table, the words, the JSON, and what is not there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.store import Store
from tests.engine.cli.test_app import palimpsest
from tests.engine.lab.trained import trained

TEXT = "Where is the highest mountain ?"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("cli-lab") / "palimpsest.sqlite"
    Store(path).close()
    trained(path, spread=0.3, test=2)
    yield path


def test_every_head_and_where_the_most_changed_one_looks(store: Path) -> None:
    said = palimpsest("attention", "last", "--text", TEXT, "--store", store)
    assert said.code == 0 and not said.err
    rows = [line.split() for line in said.out.splitlines() if line[:5].strip().isdigit()]
    assert [row[0] for row in rows] == ["4", "3", "2", "1"]
    values = np.array([[float(cell) for cell in row[1:]] for row in rows])[::-1]
    place = np.unravel_index(values.argmax(), values.shape)
    assert f"Layer {place[0] + 1}, head {place[1] + 1}: {values.max():.3f} bits" in said.out
    assert "Before: " in said.out and "After: " in said.out


def test_json_of_a_chosen_head(store: Path) -> None:
    options = ["--layer", "2", "--head", "1", "--json", "--store", store]
    found = palimpsest("attention", "1", "--text", TEXT, *options).json
    assert (found["layer"], found["head"], found["run"]) == (2, 1, 1)
    before, after, count = np.array(found["before"]), np.array(found["after"]), len(found["tokens"])
    assert before.shape == after.shape == (count, count) and found["tokens"][0] == "[CLS]"
    m = (before + after) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = 0.5 * (
            np.nan_to_num(before * np.log2(before / m)) + np.nan_to_num(after * np.log2(after / m))
        )
    assert apart.sum(-1).mean() == pytest.approx(found["divergence"][1][0], abs=5e-3)
    assert found["mean"] == pytest.approx(np.mean(found["divergence"]), abs=1e-3)


def test_a_head_that_is_not_there_and_no_text(store: Path) -> None:
    said = palimpsest("attention", "1", "--text", TEXT, "--head", "9", "--store", store)
    assert said.code == 2 and "layers 1 to 4 with heads 1 to 8" in said.err
    assert palimpsest("attention", "1", "--text", " ", "--store", store).code == 2


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
