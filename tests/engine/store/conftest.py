"""A store with one run that nothing has trained."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.spec.experiment import parse_experiment
from engine.store import Store, runs

EXPERIMENT = parse_experiment({"name": "one", "stages": [{"kind": "finetune", "data": "samples:reviews"}]})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Store(tmp_path / "s.sqlite") as store:
        runs.create_run(store, EXPERIMENT)
    return tmp_path / "s.sqlite"


@pytest.fixture
def one_run(path: Path) -> Iterator[Store]:
    with Store(path) as store:
        yield store
