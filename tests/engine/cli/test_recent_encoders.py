"""Each recent family of encoders goes through the queue: masked words, then fine-tuning, by the real command."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.model.saved_model import load_saved_model
from engine.store import Store, metrics, runs
from tests import patience
from tests.engine.cli.test_app import palimpsest
from tests.engine.recent_encoders import RECENT

SPEC = """
[probes]
on = false
[compute]
device = "cpu"
precision = "fp32"
threads = 1
[[stages]]
kind = "further_pretrain"
data = [{ source = "samples:questions" }]
steps = 2
batch_size = 4
max_length = 32
[[stages]]
kind = "finetune"
data = { source = "samples:questions", train_rows = 16, test_rows = 8 }
epochs = 1
batch_size = 8
max_length = 24
reinitialise = 1
truncation = { kind = "head_tail", head = 6 }
decay = "zhang"
freezing = { kind = "lowest", layers = 1 }
"""


@pytest.mark.nightly  # in every suite each gives transformers' own features and gradients
def test_all_families_learn_from_the_queue(recent_encoder: Callable[[str], Path], tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    for name in RECENT:
        design = tmp_path / f"{name}.toml"
        head = f"name = {json.dumps(name)}\n[encoder]\nsource = {json.dumps(str(recent_encoder(name)))}\n"
        design.write_text(head + SPEC, encoding="utf-8")
        said = palimpsest("run", design, "--queue", "--store", store)
        assert said.code == 0, said.err
    done = subprocess.run(
        [sys.executable, "-m", "engine", "queue", "--store", store],
        capture_output=True, encoding="utf-8", cwd=Path(__file__).parents[3], timeout=patience.seconds(250),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    with Store(store) as opened:
        for number, name in enumerate(RECENT, 1):
            row = runs.get_run(opened, number)
            assert (row.name, row.status) == (name, "finished"), row.reason
            known = metrics.list_metric_keys(opened, [number])
            assert {"heldout/loss", "validation/error", "test/error"} <= set(known)
            assert load_saved_model(Path(row.folder) / "stage-2").model.encoder is not None
