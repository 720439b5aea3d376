"""No token of the environment is left anywhere by a run, whatever libraries print and raise."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import launch
from engine.launch.fork_client import SWITCH
from engine.spec.experiment import Experiment
from engine.stages.finetune import FinetuneTask
from engine.store import Store, runs

HUB = "hf_" + "aB3dE5gH7jK9mN1pQ2rS"
SECRETS = {
    "HF_TOKEN": HUB,
    "PALIMPSEST_SERVE_TOKEN": "correct-horse-battery-staple",
    "HTTPS_PROXY": "http://me:pa55-of-the-proxy@127.0.0.1:9",
}

TALKATIVE = """
import logging, os, sys, warnings
from engine.stages.finetune import FinetuneTask

compute_loss, calls = FinetuneTask.compute_loss, []


def talkative(task, micro_batch):
    calls.append(1)
    told = " ".join(os.environ[name] for name in ("HF_TOKEN", "PALIMPSEST_SERVE_TOKEN", "HTTPS_PROXY"))
    print("a library prints", told)
    warnings.warn(f"a library warns of {told} {len(calls)}")
    logging.getLogger("engine.some.module").warning("a module warns of %s", told)
    if len(calls) > 4:
        raise ConnectionError(f"a library raises, with {told}")
    return compute_loss(task, micro_batch)


FinetuneTask.compute_loss = talkative
"""


@pytest.mark.slow
def test_a_run_leaves_no_secret(
    path: Path, experiment: Callable[..., Experiment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "talkative.py").write_text(TALKATIVE, encoding="utf-8")
    (number,) = launch.enqueue(path, [experiment()], launcher="cli")
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PALIMPSEST_PLUGINS", "talkative")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv(SWITCH, "0")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(FinetuneTask, "compute_loss", FinetuneTask.compute_loss)  # put back afterwards
    last = list(launch.run_foreground(path, number))[-1]
    assert last.row.status == "failed"
    log = runs.read_log_tail(last.row.folder)
    for words in ("a library prints", "a library warns", "a module warns", "a library raises"):
        assert words in log  # all of it was said
    with Store(path, read_only=True) as store:
        assert any("a module warns" in note.text for note in runs.list_log_lines(store, number))
    assert "a library raises" in last.row.reason
    written = [file for file in path.parent.rglob("*") if file.is_file()]
    assert len(written) > 3
    for secret in (HUB, SECRETS["PALIMPSEST_SERVE_TOKEN"], "pa55-of-the-proxy"):
        assert [file for file in written if secret.encode() in file.read_bytes()] == []
