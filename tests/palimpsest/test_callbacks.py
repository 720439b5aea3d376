"""Another program's training is recorded and measured, and goes its way as if no one looked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainerCallback,
    TrainingArguments,
)

import palimpsest
from engine.model.encoders import load_encoder
from engine.probes.encoder_monitor import EncoderMonitor
from engine.spec.experiment import Encoder
from engine.store import Store, metrics, probe_results, runs
from palimpsest.watching import find_encoder

TEXTS = ["a good film", "a poor film", "the plot was bright", "the story was dull"] * 4


def train(
    folder: Path, out: Path, callbacks: list[TrainerCallback], **more: object
) -> dict[str, torch.Tensor]:
    """Trains the tiny encoder with transformers alone, and returns its weights."""
    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder, num_labels=2)
    rows = [
        {**tokenizer(text, padding="max_length", max_length=12), "labels": n % 2}
        for n, text in enumerate(TEXTS)
    ]
    arguments = TrainingArguments(
        output_dir=str(out), max_steps=4, per_device_train_batch_size=4, learning_rate=5e-3, logging_steps=1,
        eval_strategy="steps", eval_steps=2, save_strategy="no", report_to=[], use_cpu=True, seed=1,
    )  # fmt: skip
    trainer = Trainer(
        model=model, args=arguments, train_dataset=rows, eval_dataset=rows[:4], processing_class=tokenizer,
        callbacks=callbacks, compute_metrics=lambda found: {"accuracy": float(np.mean(
            found.predictions.argmax(-1) == found.label_ids))},
    )  # fmt: skip
    trainer.train()
    trainer.save_model(str(out / "final"))
    return {name: value.clone() for name, value in model.state_dict().items()}


def test_a_training_is_a_run_with_probes_and_is_not_disturbed(tiny_bert_folder: Path, home: Path) -> None:
    store = home / "store.sqlite"
    callback = palimpsest.ForgettingCallback("theirs", store=store, probe_every=2, retention=False)
    watched = train(tiny_bert_folder, home / "watched", [callback])
    alone = train(tiny_bert_folder, home / "alone", [])
    assert all(torch.equal(watched[name], alone[name]) for name in alone)

    with Store(store) as opened:
        row = runs.get_run(opened, callback.run)
        keys = [
            "train/loss",
            "rate/top",
            "validation/loss",
            "validation/error",
            "drift/encoder",
            "similarity/cka",
        ]
        known = metrics.list_metric_keys(opened, [row.id])
        curves = metrics.read_curves(opened, [row.id], keys)
        maps = probe_results.list_map_keys(opened, [row.id])
    assert (row.status, row.name, row.step) == ("finished", "theirs", 4)
    assert curves[row.id, "train/loss"].step.tolist() == [1, 2, 3, 4]
    assert curves[row.id, "validation/error"].step.tolist() == [2, 4]
    probed = [key for key in known if key.split("/")[0] in ("drift", "similarity", "attention")]
    assert {key.split("/")[0] for key in probed} == {"drift", "similarity", "attention"} and maps

    # What is stored of the end is what the saved encoder gives.
    base = AutoModelForSequenceClassification.from_pretrained(home / "watched" / "final").base_model
    base.save_pretrained(home / "after")
    monitor = EncoderMonitor(Encoder(source=str(tiny_bert_folder)), retention=False)
    reference = monitor.measure(load_file(home / "after" / "model.safetensors"))
    with Store(store) as opened:
        last = metrics.latest_values(opened, row.id)
    for key, value in reference.values.items():
        if not key.startswith("drift/") or "pooler" not in key:
            assert last[key] == pytest.approx(value, rel=1e-4, abs=1e-6), key


def test_a_request_to_stop_is_obeyed(tiny_bert_folder: Path, home: Path) -> None:
    store = home / "store.sqlite"
    callback = palimpsest.ForgettingCallback(store=store, retention=False)

    class Stopper(TrainerCallback):
        def on_step_begin(self, args: object, state: object, control: object, **_: object) -> None:
            with Store(store) as opened:
                (runs.get_run(opened, callback.run).folder / "stop").touch()

    train(tiny_bert_folder, home / "mine", [callback, Stopper()])
    with Store(store) as opened:
        row = runs.get_run(opened, callback.run)
    assert (row.status, row.step, row.name) == ("stopped", 1, "mine")


def test_a_model_of_another_kind_is_trained_without_probes(home: Path) -> None:
    with pytest.raises(palimpsest.UserError, match="Linear has no encoder"):
        find_encoder(torch.nn.Linear(2, 2))
    encoder, _ = load_encoder(Encoder(source="palimpsest-tiny"), None, 0)
    wrapped: Callable[..., object] = torch.nn.DataParallel(encoder)
    assert find_encoder(wrapped) is encoder  # type: ignore[arg-type]
