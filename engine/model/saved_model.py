"""Saving and loading of fine-tuned models in our own layout (``engine.model.saved_description``)."""

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
        """Return the model on ``device``, with matrix products in ``precision``: ``fp32`` or ``bf16``.

        The weights are shared, and moved to ``device``. On a GPU attention is computed as in training.
        """
        self.model.to(device)
        if device.type == "cuda" and attends_packed(self.model):
            config = config_of(self.model.encoder)
            heads = int(config.num_attention_heads)
            # The variable-length kernel has no 32-bit version. Calls in 32 bits fall back to another kernel.
            shape = AttentionShape(device, torch.bfloat16, heads, int(config.hidden_size) // heads)
            set_kernels(self.model, select_kernels("auto", shape).kernels)
        return replace(self, device=device, precision=precision)

    def autocast(self) -> torch.autocast:
        """Return the autocast context with the precision of the model."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.precision == "bf16")


def save_model(
    folder: Path, model: Classifier, tokenizer: PreTrainedTokenizerFast, description: SavedDescription
) -> None:
    """Write a trained ``Classifier`` in our layout, replacing an earlier result in ``folder``."""
    if description.classes:
        config = config_of(model.encoder)
        config.id2label = dict(enumerate(description.classes))
        config.label2id = {name: number for number, name in enumerate(description.classes)}
    save_encoder(folder, model.encoder, tokenizer)
    save_head(folder, model, description)


def save_encoder(folder: Path, encoder: nn.Module, tokenizer: PreTrainedTokenizerFast) -> None:
    """Write ``encoder/`` of ``folder``, adapters merged, replacing an earlier one."""
    shutil.rmtree(folder / ENCODER_FOLDER, ignore_errors=True)
    write_encoder_files(folder / ENCODER_FOLDER, encoder, merged_state_dict(encoder))
    tokenizer.save_pretrained(folder / ENCODER_FOLDER)


def save_head(folder: Path, head: ClassificationHead, description: SavedDescription) -> None:
    """Write the layers above the encoder, of a ``Classifier`` or of one task, and their description."""
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {
        name: value.detach().cpu().clone()
        for name, value in head.state_dict().items()
        if not name.startswith("encoder.") or name.startswith("encoder.pooler.")
    }
    save_file(tensors, folder / HEAD_FILE)
    description.write(folder)


def load_saved_model(folder: Path, task: str = "") -> SavedModel:
    """Load a model in our layout on the CPU, ready to predict.

    Args:
        folder: a stage's folder, or an export in our layout.
        task: the task's name, for multi-task models.

    Raises UserError when the folder holds no model or a damaged one, or the task is not among its tasks.
    """
    head_folder = find_head_folder(folder, task)
    verify_unless_legacy(folder)
    description = read_description(folder, task)
    features = description.features
    encoder = Encoder(source=str(folder))
    info = describe_encoder(encoder)
    backbone, _ = load_encoder(encoder, None, 0, pooler=features.layers == "pooler")
    model = Classifier(
        backbone,
        features,
        info.layers,
        info.hidden,
        description.outputs,
        0.0,
        description.truncation.combine_segments,
    )
    load_head(model, head_folder)
    model.eval()
    nested = folder / ENCODER_FOLDER
    return SavedModel(
        **vars(description),
        folder=head_folder,
        encoder_folder=nested if nested.is_dir() else folder,
        model=model,
        tokenizer=load_tokenizer(encoder),
        decision=read_decision(head_folder, description.classes),
    )


def load_head(model: ClassificationHead, folder: Path) -> str:
    """Load the head saved in ``folder`` into ``model``, and return its hash (16 hex digits).

    Raises UserError when it is missing, damaged, or has other features or classes.
    """
    file = folder / HEAD_FILE
    try:
        content = file.read_bytes()
        result = model.load_state_dict(load(content), strict=False)
    except (OSError, SafetensorError, RuntimeError) as error:
        raise UserError(
            f"the head cannot be read ({str(error).splitlines()[0]}).",
            place=str(file),
            remedy="The file is missing, cut short or from another model: copy the folder again.",
        ) from None
    names = [name for name in result.missing_keys if not name.startswith("encoder.")] + result.unexpected_keys
    if names:
        raise UserError(f"the head does not fit ({', '.join(names)}).", place=str(file))
    return hashlib.sha256(content).hexdigest()[:16]
