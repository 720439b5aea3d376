"""A training by Lightning is recorded and measured, and goes its way as if no one looked."""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoTokenizer

import palimpsest
from engine.probes.encoder_monitor import EncoderMonitor
from engine.spec.experiment import Encoder
from engine.store import Store, metrics, runs

pytestmark = pytest.mark.skipif(find_spec("pytorch_lightning") is None, reason="it is not installed")

TEXTS = ["a good film", "a poor film", "the plot was bright", "the story was dull"] * 4


def train(folder: Path, out: Path, callbacks: list[object], **more: int) -> torch.nn.Module:
    """Trains the tiny encoder by Lightning alone: four updates, a validation after every two."""
    from tests.palimpsest.lightning_module import Module, Trainer  # takes seconds

    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    rows = [
        {
            key: torch.tensor(value)
            for key, value in tokenizer(text, padding="max_length", max_length=12).items()
        }
        | {"labels": torch.tensor(n % 2)}
        for n, text in enumerate(TEXTS)
    ]
    module = Module(str(folder), **more)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        trainer = Trainer(
            max_epochs=2, accelerator="cpu", default_root_dir=out, callbacks=callbacks, logger=False,
            enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False, log_every_n_steps=1,
        )  # fmt: skip
        batches = torch.utils.data.DataLoader(rows, batch_size=8)
        trainer.fit(module, batches, torch.utils.data.DataLoader(rows[:4], batch_size=4))
    assert trainer.loggers == []
    return module


def test_a_training_is_a_run_with_probes_and_is_not_disturbed(tiny_bert_folder: Path, home: Path) -> None:
    store = home / "store.sqlite"
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    callback = palimpsest.LightningForgettingCallback(
        tokenizer, "theirs", store=store, probe_every=2, retention=False
    )
    watched = train(tiny_bert_folder, home / "watched", [callback])
    alone = train(tiny_bert_folder, home / "alone", [])
    for name, value in alone.state_dict().items():
        assert torch.equal(watched.state_dict()[name], value), name

    keys = ["train/loss", "validation/loss", "validation/error", "drift/all"]
    with Store(store) as opened:
        row = runs.get_run(opened, callback.run)
        curves = metrics.read_curves(opened, [row.id], keys)
        experiment = runs.get_experiment(opened, row.id)
        last = metrics.latest_values(opened, row.id)
    assert (row.status, row.name, row.step) == ("finished", "theirs", 4)
    assert curves[row.id, "train/loss"].step.tolist() == [1, 2, 3, 4]
    assert curves[row.id, "validation/loss"].step.tolist() == [2, 4]
    assert curves[row.id, "validation/error"].step.tolist() == [2, 4]
    assert curves[row.id, "drift/all"].step.tolist() == [0, 2, 4]
    assert "rate = 0.005" in experiment.stages[0].settings  # type: ignore[attr-defined]

    # What is stored of the end is what the saved encoder gives.
    watched.model.base_model.save_pretrained(home / "after")
    monitor = EncoderMonitor(Encoder(source=str(tiny_bert_folder)), retention=False)
    reference = monitor.measure(load_file(home / "after" / "model.safetensors"))
    for key, value in reference.values.items():
        if key.startswith("drift/") and "pooler" not in key:
            assert last[key] == pytest.approx(value, rel=1e-4, abs=1e-6), key


def test_a_request_to_stop_is_obeyed(tiny_bert_folder: Path, home: Path) -> None:
    store = home / "store.sqlite"
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    callback = palimpsest.LightningForgettingCallback(tokenizer, store=store, retention=False)

    from pytorch_lightning import Callback

    class Stopper(Callback):
        def on_train_batch_start(self, *_: object) -> None:
            with Store(store) as opened:
                (runs.get_run(opened, callback.run).folder / "stop").touch()

    train(tiny_bert_folder, home, [callback, Stopper()])
    with Store(store) as opened:
        row = runs.get_run(opened, callback.run)
    assert (row.status, row.step, row.name) == ("stopped", 1, "Module")


def test_a_training_that_fails_is_a_failed_run(tiny_bert_folder: Path, home: Path) -> None:
    store = home / "store.sqlite"
    callback = palimpsest.LightningForgettingCallback(store=store)
    with pytest.raises(ValueError, match="the data ended"):
        train(tiny_bert_folder, home, [callback], fails_at=2)
    with Store(store) as opened:
        row = runs.get_run(opened, callback.run)
        said = [message.text for message in runs.list_log_lines(opened, row.id)]
    assert (row.status, row.step) == ("failed", 2) and "the data ended" in row.reason
    assert any("LightningForgettingCallback(tokenizer)" in text for text in said), said
