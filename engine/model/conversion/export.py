"""Export of a fine-tuned model as a folder for other programs.

An export for transformers is the folder of a classification model. It also contains head.safetensors and
palimpsest.json, so ``load_saved_model`` can read it too. A model that transformers cannot express is refused, but
can be exported in our own layout (``engine.model.saved_description``).
"""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from engine import paths
from engine.cache.atomic_folders import atomic_folder
from engine.data.tokens import cut_text
from engine.errors import UserError
from engine.formatting.templates import render_template
from engine.model.conversion.int8_weights import FORMAT, write_int8_weights
from engine.model.conversion.layouts import (
    HUGGING_FACE,
    INT8,
    PALIMPSEST,
    transformers_reason,
    transformers_remarks,
)
from engine.model.encoder_files import WEIGHTS_FILE
from engine.model.encoders import INT8_FILE, describe_encoder
from engine.model.hf_conversion import copy_head, write_mean_layer
from engine.model.hf_loading import silence_transformers
from engine.model.saved_description import ENCODER_FOLDER, HEAD_FILE, METADATA_FILE, read_description
from engine.model.saved_model import SavedModel, load_saved_model
from engine.objectives.decision import Decision, write_decision
from engine.objectives.regression import Regression
from engine.spec.experiment import Encoder

LOGIT_TOLERANCE = 1e-4
"""Largest difference of logits (float32) up to which two models count as equal."""


def require_empty_folder(target: Path) -> None:
    """Raise UserError unless ``target`` is an empty or a new folder."""
    paths.user_path(target)  # refuse invalid names before any work
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UserError("already exists and is not empty.", place=str(target), remedy="Name a new folder.")


def export_model(source: Path, target: Path, task: str = "", layout: str = HUGGING_FACE) -> str:
    """Export the model in ``source`` (our layout) to ``target``. Return a sentence on how to load it.

    Args:
        task: the task of the head to export, for multi-task models.
        layout: ``huggingface``, an ordinary folder for transformers, which is loaded back to compare its logits;
            ``palimpsest``, our own layout; or ``palimpsest-int8``, the same with the encoder's weights in 8 bits.

    Raises:
        UserError: ``target`` exists and is not empty, ``source`` is not a saved model, or transformers cannot
            express it.
    """
    require_empty_folder(target)
    if layout == HUGGING_FACE:
        description = read_description(source, task)
        reason, settings = transformers_reason(description, describe_encoder(Encoder(source=str(source))))
        if reason:
            raise no_such_model(target, reason, settings)
    saved = load_saved_model(source, task)
    with atomic_folder(target, replace=True, seal=False) as draft:
        if layout == HUGGING_FACE:
            _export_to_transformers(saved, draft, target)
            text = "an ordinary Hugging Face folder with the same predictions."
        else:
            _export_own_layout(saved, draft, layout)
            text = "saved in Palimpsest's own layout; transformers opens the encoder in it."
            if layout == INT8:
                text = "saved in Palimpsest's own layout with weights in 8 bits; no other program opens it."
    return f"{target}: {text}"


def write_readme(saved: SavedModel, folder: Path, layout: str, **values: object) -> None:
    """Write README.txt with a description of ``layout`` to ``folder``, and the model's decision rule, if it has one."""
    if saved.decision is not None:
        write_decision(folder, saved.decision, saved.classes)
    thresholds = not isinstance(saved.decision, Decision)
    text = render_template("export_readme.txt", layout=layout, native=saved, thresholds=thresholds, **values)
    (folder / "README.txt").write_text(text, encoding="utf-8")


def no_such_model(target: Path, reason: str, settings: str) -> UserError:
    """Return the error for a model that transformers cannot express, with alternative layouts and settings."""
    advice = ""
    if settings:
        options = " ".join(f"--set {setting}" for setting in settings.split())
        advice = f" A run with {options} can be exported for transformers."
    return UserError(
        f"transformers has no such model: {reason}.",
        place=str(target),
        remedy=f"Export it with --layout onnx or --layout {PALIMPSEST} (Palimpsest's own).{advice}",
    )


def _export_own_layout(saved: SavedModel, target: Path, layout: str) -> None:
    """Copy the model's files into ``target``, optionally with weights in 8 bits."""
    encoder = target / ENCODER_FOLDER
    shutil.copytree(saved.encoder_folder, encoder)
    for name in (METADATA_FILE, HEAD_FILE):
        shutil.copyfile(saved.folder / name, target / name)
    if layout == INT8:
        write_int8_weights(encoder / INT8_FILE, load_file(encoder / WEIGHTS_FILE))
        (encoder / WEIGHTS_FILE).unlink()
    write_readme(saved, target, layout, format=FORMAT, file=INT8_FILE)


def _export_to_transformers(saved: SavedModel, draft: Path, target: Path) -> None:
    """Write transformers' model into ``draft`` and compare its logits.

    Raises UserError, which names ``target``, where the logits differ.
    """
    _write_transformers(saved, draft)
    difference = _largest_logit_difference(saved, draft)
    if not difference <= LOGIT_TOLERANCE:
        raise no_such_model(target, f"loaded back by transformers, its logits differ by {difference:.1g}", "")
    is_direct = not saved.model.uses_pooler and isinstance(saved.model.head, torch.nn.Linear)
    remarks = transformers_remarks(read_description(draft), has_rule=False)
    write_readme(saved, draft, HUGGING_FACE, gap=f"{difference:.0e}", direct_head=is_direct, remarks=remarks)


def _write_transformers(saved: SavedModel, target: Path) -> None:
    from transformers import AutoModelForSequenceClassification

    encoder: Any = saved.model.encoder
    config = type(encoder.config).from_dict(encoder.config.to_dict())
    layers = config.num_hidden_layers
    adds_mean_layer = saved.model.features.tokens == "normed_mean"
    config.num_hidden_layers = layers + adds_mean_layer
    config.num_labels = saved.outputs
    config.name_or_path = ""  # the local path of the encoder is private
    # A regression has no class names, so transformers shows "number".
    names = saved.classes or ("number",)
    config.id2label = dict(enumerate(names))
    config.label2id = {name: number for number, name in enumerate(names)}
    config.problem_type = saved.objective.problem_type
    with torch.random.fork_rng(devices=[]):
        model = AutoModelForSequenceClassification.from_config(config, dtype=torch.float32)
    base = model.base_model
    weights = {name: value for name, value in encoder.state_dict().items() if name in base.state_dict()}
    new_parts = ("pooler", f".layer.{layers}.")
    missing = base.load_state_dict(weights, strict=False).missing_keys
    assert all(any(part in name for part in new_parts) for name in missing), missing
    if adds_mean_layer:
        write_mean_layer(base, layers)
    copy_head(model, saved.model, *_unit(saved))
    model.save_pretrained(target)
    tokenizer = copy.copy(saved.tokenizer)
    tokenizer.model_max_length = saved.max_length
    if saved.truncation.kind == "tail":
        tokenizer.truncation_side = "left"
        tokenizer.init_kwargs = {**tokenizer.init_kwargs, "truncation_side": "left"}  # written to the file
    tokenizer.save_pretrained(target)
    shutil.copyfile(saved.folder / HEAD_FILE, target / HEAD_FILE)
    metadata = json.loads((saved.folder / METADATA_FILE).read_text("utf-8"))
    if adds_mean_layer:  # the added layer writes the mean to [CLS]
        metadata["features"]["tokens"] = "cls"
    (target / METADATA_FILE).write_text(json.dumps(metadata, ensure_ascii=False, indent=1), encoding="utf-8")


def _unit(saved: SavedModel) -> tuple[float, float]:
    """Return scale and centre that map outputs to answers, since a regression is trained on standardised numbers."""
    objective = saved.objective
    if not isinstance(objective, Regression):
        return 1.0, 0.0
    return objective.scale or 1.0, objective.center or 0.0


CHECK_TEXTS = (
    "a", "No.", "A short text.", "Who wrote it, and when?",
    "Another one, somewhat longer, with a comma and a number: 1905.",
    "It begins well enough, with a storm and a letter that nobody opens, but by the third chapter the plot has lost "
    "its way, and neither the captain nor the reader quite knows why the ship went north in the first place.",
)  # fmt: skip


@torch.inference_mode()
def _largest_logit_difference(saved: SavedModel, target: Path) -> float:
    """Return the largest logit difference between ``saved`` and the model that transformers loads from ``target``."""
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    from engine.model.predict import predict_logits

    with silence_transformers():
        model = AutoModelForSequenceClassification.from_pretrained(target, use_safetensors=True).eval()
        tokenizer = AutoTokenizer.from_pretrained(target)
    # Only texts that need no truncation, which in transformers is up to the caller.
    pairs = [
        cut_text(text) if saved.cut_into_segments else (text, text) if saved.pair else (text,)
        for text in CHECK_TEXTS
    ]
    pairs = [
        pair for pair in pairs if len(tokenizer(*pair, verbose=False)["input_ids"]) <= saved.max_length
    ] or pairs[:1]
    inputs = tokenizer(*map(list, zip(*pairs, strict=True)), padding=True, return_tensors="pt")
    texts = [("" if saved.cut_into_segments else "\t").join(pair) for pair in pairs]
    scale, center = _unit(saved)
    logits = (model(**inputs).logits.double() - center) / scale
    return float((logits - predict_logits(saved, texts)).abs().max())
