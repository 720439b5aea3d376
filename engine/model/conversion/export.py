"""Export the result of a fine-tuning as a folder for other programs: a Hugging Face model where possible.

An export for transformers is itself the folder of a classification model; head.safetensors and palimpsest.json lie
beside it, so ``load_saved_model`` can read it too. What transformers cannot express stays in our own layout
(``engine.model.saved_model``).
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import torch

from engine import paths
from engine.cache.atomic_folders import atomic_folder
from engine.data.random_cut import cut_text
from engine.errors import UserError
from engine.model.hf_conversion import conversion_obstacle, copy_head
from engine.model.hf_loading import silence_transformers
from engine.model.saved_model import (
    ENCODER_FOLDER,
    HEAD_FILE,
    METADATA_FILE,
    SavedModel,
    load_saved_model,
    save_model,
)
from engine.objectives.decision import Decision, write_decision

__all__ = ["SavedModel", "export_model", "load_saved_model", "require_empty_folder", "save_model"]

LOGIT_TOLERANCE = 1e-4
"""Largest difference of logits (float32) at which two models count as predicting the same."""


def require_empty_folder(target: Path) -> None:
    """Raise UserError unless ``target`` is an empty or a new folder."""
    paths.user_path(target)  # a name that can be none is refused before anything is worked out
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UserError("is there already and not empty.", place=str(target), remedy="Name a new folder.")


def export_model(source: Path, target: Path, task: str = "") -> str:
    """Write the model in ``source`` (our layout) to ``target`` for other programs; return how to load it.

    Where transformers' ``AutoModelForSequenceClassification`` can express the model, the folder is an ordinary one; it
    is loaded back and its logits are compared before this is claimed. Otherwise the folder keeps our layout, and
    README.txt says so.

    Args:
        task: the task of the head to export, where several were learnt at once.

    Raises:
        UserError: ``target`` exists and is not empty, or ``source`` is no saved model.
    """
    require_empty_folder(target)
    native = load_saved_model(source, task)
    with atomic_folder(target, replace=True, seal=False) as making:
        said = _write_export(native, making)
    return f"{target}: {said}"


def _write_export(native: SavedModel, target: Path) -> str:
    """Write all files of an export into the empty folder ``target``; return how it was saved."""
    reason, gap = conversion_obstacle(native.model), 0.0
    if not native.objective.problem_type:
        reason = f"the objective is {native.objective.title.lower()}"
    if not reason:
        _write_transformers(native, target)
        gap = _largest_logit_difference(native, target)
        if gap > LOGIT_TOLERANCE:
            reason = f"loaded back by transformers, its logits differ by {gap:.1g}"
            shutil.rmtree(target)
            target.mkdir()
    if reason:
        shutil.copytree(native.encoder_folder, target / ENCODER_FOLDER)
        for name in (METADATA_FILE, HEAD_FILE):
            shutil.copyfile(native.folder / name, target / name)
        said = f"saved in Palimpsest's own layout, for transformers has no such model: {reason}."
        lines = [README_PALIMPSEST.format(reason=reason)]
    else:
        said = "saved as an ordinary Hugging Face folder with the same predictions."
        lines = [README_HUGGING_FACE.format(gap=f"{gap:.0e}")]
        if not native.model.uses_pooler and isinstance(native.model.head, torch.nn.Linear):
            lines.append(README_DIRECT_HEAD)
    if native.truncation.kind != "head" and native.truncation.combine_segments is None:
        cut = f"{type(native.truncation).title.lower()} of texts over {native.max_length} tokens"
        lines.append(
            f"The model was trained on the {cut}. transformers keeps the head: cut long texts yourself.\n"
        )
    if native.decision is not None:
        write_decision(target, native.decision, native.classes)
        words = README_DECISION if isinstance(native.decision, Decision) else README_THRESHOLDS
        lines.append(words.format(chosen_for=native.decision.chosen_for))
    (target / "README.txt").write_text("\n".join(lines), encoding="utf-8")
    return said


README_HUGGING_FACE = """A text classifier trained with Palimpsest, as an ordinary Hugging Face folder.

    from transformers import pipeline
    classify = pipeline("text-classification", model="path of this folder")
    print(classify("A text."))

It was loaded back with transformers before this was written; its logits are those of the trained model
(largest difference {gap}).
"""
README_DIRECT_HEAD = """\
Its head reads the last layer's first token directly. transformers' model has one more dense layer with an
activation in between; here that layer only hands the logits through. Predictions are the same; to train it
further, start from the run's own folder instead.
"""
README_DECISION = """\
decision.json holds the rule by which its probabilities become answers ({chosen_for}): divide the logits by the
temperature, multiply the probabilities by the weights (or take the class of the least expected cost), and answer
nothing below abstain_below. Palimpsest's predict follows it; transformers does not know it.
"""
README_THRESHOLDS = """\
decision.json holds a threshold for each label ({chosen_for}): divide the logits by the temperature; a text has the
labels whose probability reaches theirs, and no answer where one of them is decided with less than abstain_below.
Palimpsest's predict follows it; transformers does not know it.
"""
README_PALIMPSEST = """\
A text classifier trained with Palimpsest, in Palimpsest's own layout: encoder/ is an ordinary Hugging Face
folder (AutoModel and AutoTokenizer load it), head.safetensors holds the head, palimpsest.json says how they work
together.

    from pathlib import Path
    from engine.model.saved_model import load_saved_model
    from engine.model.predict import predict
    print(predict(load_saved_model(Path("path of this folder")), ["A text."]))

Why no single Hugging Face model: {reason}.
"""


def _write_transformers(native: SavedModel, target: Path) -> None:
    from transformers import AutoModelForSequenceClassification

    encoder: Any = native.model.encoder
    config = type(encoder.config).from_dict(encoder.config.to_dict())
    config.num_labels = native.outputs
    if native.classes:
        config.id2label = dict(enumerate(native.classes))
        config.label2id = {name: number for number, name in enumerate(native.classes)}
    config.problem_type = native.objective.problem_type
    with torch.random.fork_rng(devices=[]):
        model = AutoModelForSequenceClassification.from_config(config, dtype=torch.float32)
    base = model.base_model
    own = {name: value for name, value in encoder.state_dict().items() if name in base.state_dict()}
    lacking = [name for name in base.load_state_dict(own, strict=False).missing_keys if "pooler" not in name]
    assert not lacking, lacking
    copy_head(model, native.model)
    model.save_pretrained(target)
    native.tokenizer.save_pretrained(target)
    for name in (METADATA_FILE, HEAD_FILE):
        shutil.copyfile(native.folder / name, target / name)


CHECK_TEXTS = (
    "a", "No.", "A short text.", "Who wrote it, and when?",
    "Another one, somewhat longer, with a comma and a number: 1905.",
    "It begins well enough, with a storm and a letter that nobody opens, but by the third chapter the plot has lost "
    "its way, and neither the captain nor the reader quite knows why the ship went north in the first place.",
)  # fmt: skip


@torch.inference_mode()
def _largest_logit_difference(native: SavedModel, target: Path) -> float:
    """Return the largest difference of logits between ``native`` and what transformers loads from ``target``."""
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    from engine.model.predict import predict_logits

    with silence_transformers():
        model = AutoModelForSequenceClassification.from_pretrained(target, use_safetensors=True).eval()
        tokenizer = AutoTokenizer.from_pretrained(target)
    # Only texts that fit: with transformers, truncation is up to the caller.
    pairs = [
        cut_text(text) if native.cut_into_segments else (text, text) if native.pair else (text,)
        for text in CHECK_TEXTS
    ]
    pairs = [pair for pair in pairs if len(tokenizer(*pair)["input_ids"]) <= native.max_length] or pairs[:1]
    inputs = tokenizer(*map(list, zip(*pairs, strict=True)), padding=True, return_tensors="pt")
    texts = [("" if native.cut_into_segments else "\t").join(pair) for pair in pairs]
    return float((model(**inputs).logits.float() - predict_logits(native, texts)).abs().max())
