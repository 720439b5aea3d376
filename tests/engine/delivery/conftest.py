"""The store of these tests: a run with a model and predictions, and one that was never tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.lab.trained import trained


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("delivery") / "store.sqlite"
    trained(path, "one", encoder="palimpsest-tiny")
    trained(path, "untested", encoder="palimpsest-tiny", predicted=False)
    return path
