"""A finished run as training would leave it, without the training: a saved model, its predictions, what it forgot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from scipy.special import softmax

from engine import launch, paths
from engine.data.dataset import load_dataset
from engine.delivery.finished_model import find_finished_model
from engine.events import CheckpointSaved, Evaluation, Predictions, ProbeMeasured, RunFinished, StageStarted
from engine.model.classifier import Classifier, build_classifier
from engine.model.encoders import load_tokenizer
from engine.model.predict import predict_logits
from engine.model.saved_description import SavedDescription
from engine.model.saved_model import load_saved_model, save_model
from engine.spec.experiment import parse_experiment
from engine.spec.stages import Finetune
from engine.store import Store, probe_results, runs
from engine.store.writer import RunWriter


def trained(
    store: Path,
    name: str = "one",
    *,
    encoder: str | Path = "palimpsest-tiny",
    seed: int = 1,
    spread: float = 0.05,
    test: int = 24,
    forgotten: int = 0,
    maps: bool = False,
    predicted: bool = True,
    **stage: Any,
) -> int:
    """Writes a finished run of one stage to ``store`` and returns its number.

    Args:
        encoder: what it started from; every weight is moved by ``spread`` times its own scale, drawn from ``seed``.
        test: texts of the test split; ``predicted``: whether their predictions are kept.
        forgotten: so many training texts were forgotten, the first most often.
        maps: whether change of attention and a linear probe of each layer were measured.
        stage: fields of the fine-tuning.
    """
    fields: dict[str, Any] = {
        "kind": "finetune",
        "data": {"source": "samples:questions", "test_rows": test, "train_rows": 60},
        "max_length": 32,
    }
    experiment = parse_experiment(
        {"name": name, "encoder": {"source": str(encoder)}, "stages": [fields | stage]}
    )
    part = experiment.stages[0]
    assert isinstance(part, Finetune)
    number = launch.enqueue(store, [experiment], launcher="cli")[0]
    data = load_dataset(part.data)
    model = build_classifier(
        experiment.encoder,
        part.features,
        len(data.classes),
        0.1,
        seed,
        combine_pieces=part.truncation.combine_segments,
    )
    shift(model, seed, spread)
    folder = paths.run_folder(store, number) / "stage-1"
    about = SavedDescription(
        classes=tuple(data.classes), features=part.features, truncation=part.truncation,
        max_length=part.max_length, pair=part.data.pair, join=part.data.join,
    )  # fmt: skip
    save_model(folder, model, load_tokenizer(experiment.encoder), about)

    writer = RunWriter(store, number)
    writer.write(StageStarted(0, "finetune", "Fine-tuning", 0, 40, 40, {"classes": list(data.classes)}))
    writer.write(CheckpointSaved("stage", folder, 40))
    if predicted:
        split = data.splits["test"]
        with torch.inference_mode():
            chances = predict_logits(load_saved_model(folder), list(split.texts)).softmax(-1).numpy()
        guess = chances.argmax(-1)
        losses = -np.log(chances[np.arange(len(guess)), split.labels])
        guesses = Predictions("test", split.rows, split.labels, guess, chances, losses, data.classes)
        wrong = float(100 * np.mean(guess != split.labels))
        writer.write(
            Evaluation("test", 40, {"test/error": wrong, "test/loss": float(losses.mean())}, True, guesses)
        )
    if maps:
        layers, heads = 4, 8
        wide = np.linspace(0, 0.4, layers * heads).reshape(layers, heads)
        writer.write(
            ProbeMeasured(
                "attention", 40, {"attention/change": float(wide.mean())}, {"attention/heads": wide}
            )
        )
        for step, errors in ((0, np.linspace(40, 20, layers + 1)), (40, np.linspace(40, 35, layers + 1))):
            writer.write(
                ProbeMeasured(
                    "knowledge", step, {"knowledge/reviews/error": errors[-1]}, {"knowledge/reviews": errors}
                )
            )
    writer.write(RunFinished(40, {}))
    assert writer.close()
    with Store(store) as opened:
        if forgotten:
            split = data.splits["train"]
            rows = [
                (int(split.rows[i]), data.classes[split.labels[i]], 9, forgotten - i, 3, 30 + i, i % 2)
                for i in range(forgotten)
            ]
            probe_results.set_example_forgetting(opened, number, rows, 0, "")
        runs.set_run_columns(opened, [number], status="finished", active_seconds=60.0)
    return number


def keep_probabilities(store: Path, run: int, texts: int = 300) -> None:
    """Writes validation and test probabilities of a model that is three times too sure, drawn anew, to a run."""
    classes = find_finished_model(store, str(run)).load().classes
    with RunWriter(store, run) as writer:
        for seed, split in enumerate(("validation", "test")):
            draw = np.random.default_rng(seed)
            logits = draw.normal(0, 1.5, (texts, len(classes)))
            labels = np.array([draw.choice(len(classes), p=row) for row in softmax(logits, axis=1)])
            chances = softmax(3 * logits, axis=1).astype(np.float32)
            losses = -np.log(chances[np.arange(texts), labels])
            guess = Predictions(split, np.arange(texts), labels, chances.argmax(1), chances, losses, classes)
            writer.write(Evaluation(split, 40, {}, False, guess).as_final())


def shift(model: Classifier, seed: int, spread: float) -> None:
    """Moves every weight by ``spread`` of its tensor's own spread, and gives the head logits that differ."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            scale = float(weight.std()) if weight.numel() > 1 else 1.0
            weight.add_(torch.randn(weight.shape, generator=generator) * scale * spread)
            if name == "head.weight":
                weight.mul_(10)
