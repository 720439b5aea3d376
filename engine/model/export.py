"""The result of a fine-tuning as folders: our own layout, which keeps every choice, and Hugging Face's where it can.

Our layout (``stage-N/`` of a run)::

    encoder/            Hugging Face folder: AutoModel and AutoTokenizer load it; the next stage starts from it
    head.safetensors    the linear head (and a pooler the encoder lacks)
    palimpsest.json     classes, features, truncation, length: what is needed to predict
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from transformers import PreTrainedTokenizerFast

from engine.errors import UserError
from engine.model.classifier import Classifier
from engine.model.encoders import ROBERTA_LIKE, describe, load_encoder, load_tokenizer
from engine.spec.experiment import Encoder
from engine.spec.stages import Features
from engine.spec.truncation import Truncation

ABOUT = "palimpsest.json"
SAME = 1e-4
"""Largest difference of logits (float32) at which two models count as predicting the same."""


@dataclass(frozen=True)
class Native:
    """A fine-tuned model with all that prediction needs."""

    folder: Path
    model: Classifier
    tokenizer: PreTrainedTokenizerFast
    classes: tuple[str, ...]
    truncation: Truncation
    max_length: int
    pair: bool


def save_native(
    folder: Path,
    model: Any,
    tokenizer: PreTrainedTokenizerFast,
    *,
    classes: Sequence[str],
    features: Features,
    truncation: Truncation,
    max_length: int,
    pair: bool,
    join: str,
) -> None:
    """Writes a trained ``Classifier`` in our layout; an earlier result in ``folder`` is replaced."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "encoder").mkdir(parents=True)
    model.encoder.config.id2label = dict(enumerate(classes))
    model.encoder.config.label2id = {name: number for number, name in enumerate(classes)}
    model.encoder.save_pretrained(folder / "encoder")
    tokenizer.save_pretrained(folder / "encoder")
    state = model.state_dict()
    head = {
        name: value.detach().cpu().clone() for name, value in state.items() if not name.startswith("encoder.")
    }
    save_file(head, folder / "head.safetensors")
    about = {
        "format": 1,
        "classes": list(classes),
        "features": features.model_dump(mode="json"),
        "truncation": truncation.model_dump(mode="json"),
        "max_length": max_length,
        "pair": pair,
        "join": join,
    }
    (folder / ABOUT).write_text(json.dumps(about, ensure_ascii=False, indent=1), encoding="utf-8")


def load_native(folder: Path) -> Native:
    """A model in our layout, on the CPU, ready to predict. Raises UserError when the folder is none."""
    try:
        about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        classes, features = tuple(about["classes"]), Features.model_validate(about["features"])
        truncation = Truncation.choose(about["truncation"])
    except (OSError, ValueError, KeyError) as error:
        raise UserError(
            f"is no model saved by Palimpsest ({error}).",
            place=str(folder),
            remedy=f"Name a folder with {ABOUT}.",
        ) from None
    encoder = Encoder(source=str(folder / "encoder"))
    info = describe(encoder)
    loaded, _ = load_encoder(encoder, None, 0, pooler=features.layers == "pooler")
    model = Classifier(loaded, features, info.layers, info.hidden, len(classes), 0.0)
    problem = model.load_state_dict(load_file(folder / "head.safetensors"), strict=False)
    odd = [name for name in problem.missing_keys if not name.startswith("encoder.")] + problem.unexpected_keys
    if odd:
        raise UserError(f"the head does not fit ({', '.join(odd)}).", place=str(folder / "head.safetensors"))
    model.eval()
    return Native(
        folder, model, load_tokenizer(encoder), classes, truncation, about["max_length"], bool(about["pair"])
    )


def inexpressible(native: Native) -> str:
    """Why transformers' own classification model cannot compute this one; empty when it can.

    BERT's puts a linear head on the pooler (dense and tanh on [CLS] of the top layer); RoBERTa's has that dense layer
    inside its head. All other features, and the other families' heads, are different functions.
    """
    kind = native.model.encoder.config.model_type  # type: ignore[union-attr]
    if kind != "bert" and kind not in ROBERTA_LIKE:
        return f"transformers' classifier for {kind} has a different head"
    if not native.model.pooled:
        features = native.model.features
        return f"it reads {features.tokens} of layers '{features.layers}', transformers' classifier reads the pooler"
    return ""


def export(source: Path, target: Path) -> str:
    """Writes the model in ``source`` (our layout) to ``target`` for use elsewhere, and says how to load it.

    Where transformers' ``AutoModelForSequenceClassification`` can express the model, the folder is an ordinary one; it
    is loaded back and compared before this is claimed. Otherwise the folder keeps our layout, and README.txt says so.

    Raises:
        UserError: ``target`` exists and is not empty, or ``source`` is no saved model.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UserError("is there already and not empty.", place=str(target), remedy="Name a new folder.")
    native = load_native(source)
    target.mkdir(parents=True, exist_ok=True)
    reason = inexpressible(native)
    if not reason:
        _write_transformers(native, target)
        reason = _difference(native, target)
        if reason:
            shutil.rmtree(target)
            target.mkdir()
    if reason:
        shutil.copytree(source, target, dirs_exist_ok=True)
        said = (
            f"Saved in Palimpsest's own layout: {reason}. Load it with engine.model.export.load_native; "
            "the encoder alone is an ordinary Hugging Face folder in encoder/."
        )
    else:
        shutil.copyfile(source / ABOUT, target / ABOUT)
        said = "Saved as an ordinary Hugging Face folder: AutoModelForSequenceClassification.from_pretrained loads it"
        said += " and predicts the same."
        if native.truncation.kind != "head":
            said += f" Texts over {native.max_length} tokens: keep their {native.truncation.title.lower()} yourself."
    (target / "README.txt").write_text(said + "\n", encoding="utf-8")
    return f"{target}: {said}"


def _write_transformers(native: Native, target: Path) -> None:
    from transformers import AutoModelForSequenceClassification

    encoder: Any = native.model.encoder
    config = type(encoder.config).from_dict(encoder.config.to_dict())
    config.num_labels = len(native.classes)
    config.id2label = dict(enumerate(native.classes))
    config.label2id = {name: number for number, name in enumerate(native.classes)}
    config.problem_type = "single_label_classification"
    with torch.random.fork_rng(devices=[]):
        model = AutoModelForSequenceClassification.from_config(config, dtype=torch.float32)
    base = model.base_model
    own = {name: value for name, value in encoder.state_dict().items() if name in base.state_dict()}
    base.load_state_dict(own)
    head = native.model.head.state_dict()
    if config.model_type == "bert":
        model.classifier.load_state_dict(head)
    else:
        pooler = encoder.pooler if getattr(encoder, "pooler", None) is not None else native.model.pooler
        model.classifier.dense.load_state_dict(pooler.dense.state_dict())
        model.classifier.out_proj.load_state_dict(head)
    model.save_pretrained(target)
    native.tokenizer.save_pretrained(target)


PROBES = ("A short text.", "Another one, somewhat longer, with a comma and a number: 1905.", "And a third!")


@torch.inference_mode()
def _difference(native: Native, target: Path) -> str:
    """Why the folder written to ``target`` does not predict as ``native`` does; empty when it does."""
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    from engine.predict import logits

    model = AutoModelForSequenceClassification.from_pretrained(target, use_safetensors=True).eval()
    tokenizer = AutoTokenizer.from_pretrained(target)
    texts = [f"{text}\t{text}" for text in PROBES] if native.pair else list(PROBES)
    pairs = [text.split("\t") for text in texts]
    inputs = tokenizer(
        [pair[0] for pair in pairs], [pair[1] for pair in pairs] if native.pair else None, padding=True,
        truncation=True, max_length=native.max_length, return_tensors="pt",
    )  # fmt: skip
    theirs = model(**inputs).logits.float()
    gap = float((theirs - logits(native, texts)).abs().max())
    return "" if gap < SAME else f"loaded back, its logits differ by {gap:.2g}"
