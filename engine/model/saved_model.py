"""Save and load the result of a fine-tuning in our own layout (``engine.model.saved_description``)."""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save_file
from torch import nn
from transformers import PreTrainedTokenizerFast

from engine.cache.manifest import verify_unless_legacy
from engine.errors import UserError
from engine.kernels.attention import set_kernels
from engine.kernels.kernel_selection import AttentionShape, select_kernels
from engine.kernels.tensor_batch import CPU, attends_packed
from engine.model.adapters import merged_state_dict
from engine.model.classification_head import ClassificationHead
from engine.model.classifier import Classifier
from engine.model.encoder_config import config_of
from engine.model.encoder_files import write_encoder_files
from engine.model.encoders import describe_encoder, load_encoder, load_tokenizer
from engine.model.saved_description import (
    ENCODER_FOLDER,
    HEAD_FILE,
    SavedDescription,
    find_head_folder,
    read_description,
)
from engine.objectives.decision import DecisionRule, read_decision
from engine.spec.experiment import Encoder


@dataclass(frozen=True, kw_only=True)
class SavedModel(SavedDescription):
    """A fine-tuned model ready for prediction: ``folder`` holds its head, ``encoder_folder`` its encoder."""

    folder: Path
    encoder_folder: Path
    model: Classifier
    tokenizer: PreTrainedTokenizerFast
    decision: DecisionRule | None = None
    device: torch.device = CPU
    precision: str = "fp32"

    def to_device(self, device: torch.device, precision: str) -> SavedModel:
        """Return the model on ``device``, its products computed in ``precision``: ``fp32`` or ``bf16``.

        It shares the weights, which are moved. A GPU computes its attention as in training.
        """
        self.model.to(device)
        if device.type == "cuda" and attends_packed(self.model):
            config = config_of(self.model.encoder)
            heads = int(config.num_attention_heads)
            # In 32 bits, which the variable-length kernel has not, each call takes another in its place.
            shape = AttentionShape(device, torch.bfloat16, heads, int(config.hidden_size) // heads)
            set_kernels(self.model, select_kernels("auto", shape).kernels)
        return replace(self, device=device, precision=precision)

    def autocast(self) -> torch.autocast:
        """Return the context in which its products have its precision."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.precision == "bf16")


def save_model(
    folder: Path, model: Classifier, tokenizer: PreTrainedTokenizerFast, about: SavedDescription
) -> None:
    """Write a trained ``Classifier`` in our layout. An earlier result in ``folder`` is replaced."""
    if about.classes:
        config = config_of(model.encoder)
        config.id2label = dict(enumerate(about.classes))
        config.label2id = {name: number for number, name in enumerate(about.classes)}
    save_encoder(folder, model.encoder, tokenizer)
    save_head(folder, model, about)


def save_encoder(folder: Path, encoder: nn.Module, tokenizer: PreTrainedTokenizerFast) -> None:
    """Write ``encoder/`` of ``folder``, adapters merged. An earlier one is replaced."""
    shutil.rmtree(folder / ENCODER_FOLDER, ignore_errors=True)
    write_encoder_files(folder / ENCODER_FOLDER, encoder, merged_state_dict(encoder))
    tokenizer.save_pretrained(folder / ENCODER_FOLDER)


def save_head(folder: Path, reader: ClassificationHead, about: SavedDescription) -> None:
    """Write the layers above the encoder, of a ``Classifier`` or one task's, and how they are used."""
    folder.mkdir(parents=True, exist_ok=True)
    head = {
        name: value.detach().cpu().clone()
        for name, value in reader.state_dict().items()
        if not name.startswith("encoder.") or name.startswith("encoder.pooler.")
    }
    save_file(head, folder / HEAD_FILE)
    about.write(folder)


def load_saved_model(folder: Path, task: str = "") -> SavedModel:
    """Load a model in our layout on the CPU, ready to predict.

    Args:
        folder: a stage's folder, or an export in our layout.
        task: the task's name, for multi-task models.

    Raises UserError when the folder holds no model or a damaged one, or the task is not among its tasks.
    """
    where = find_head_folder(folder, task)
    verify_unless_legacy(folder)
    about = read_description(folder, task)
    features = about.features
    encoder = Encoder(source=str(folder))
    info = describe_encoder(encoder)
    backbone, _ = load_encoder(encoder, None, 0, pooler=features.layers == "pooler")
    model = Classifier(
        backbone,
        features,
        info.layers,
        info.hidden,
        about.outputs,
        0.0,
        about.truncation.combine_segments,
    )
    load_head(model, where)
    model.eval()
    nested = folder / ENCODER_FOLDER
    return SavedModel(
        **vars(about),
        folder=where,
        encoder_folder=nested if nested.is_dir() else folder,
        model=model,
        tokenizer=load_tokenizer(encoder),
        decision=read_decision(where, about.classes),
    )


def load_head(model: ClassificationHead, folder: Path) -> str:
    """Load the head saved in ``folder`` into ``model``, and return a hash of it (16 hex digits).

    Raises UserError when it is missing, damaged, or of a head with other features or classes.
    """
    file = folder / HEAD_FILE
    try:
        content = file.read_bytes()
        problem = model.load_state_dict(load(content), strict=False)
    except (OSError, SafetensorError, RuntimeError) as error:
        raise UserError(
            f"the head cannot be read ({str(error).splitlines()[0]}).",
            place=str(file),
            remedy="The file is missing, cut short or of another model: copy the folder again.",
        ) from None
    odd = [name for name in problem.missing_keys if not name.startswith("encoder.")] + problem.unexpected_keys
    if odd:
        raise UserError(f"the head does not fit ({', '.join(odd)}).", place=str(file))
    return hashlib.sha256(content).hexdigest()[:16]
