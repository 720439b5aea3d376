"""The classifier: an encoder with a classification head."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

from engine import random_streams
from engine.errors import UserError
from engine.kernels.fused_layers import can_narrow_top_layer
from engine.kernels.tensor_batch import TensorBatch
from engine.model.adapters import add_adapters
from engine.model.classification_head import ClassificationHead
from engine.model.encoder_config import config_of
from engine.model.encoder_model import EncoderModel
from engine.model.encoders import (
    EncoderInfo,
    describe_encoder,
    load_with_missing,
    missing_notes,
    require_features,
)
from engine.model.forward import first_token_states, hidden_states
from engine.model.parameters import layer_depths, stack_name
from engine.spec.experiment import Encoder
from engine.spec.mitigation import Adapter, NoAdapter
from engine.spec.stages import Features

SegmentCombination = Literal["mean", "max", "attention"]


def encoder_pooler(encoder: nn.Module) -> nn.Linear | None:
    """Return the dense layer of an encoder's own pooler (ALBERT's is a bare layer), or None."""
    pooler = getattr(encoder, "pooler", None)
    dense = pooler if pooler is None or isinstance(pooler, nn.Linear) else pooler.dense
    assert dense is None or isinstance(dense, nn.Linear)
    return dense


def text_features(
    encoder: nn.Module, head: ClassificationHead, batch: TensorBatch, *, frozen: bool = False
) -> torch.Tensor:
    """Return the features [B, W] of a batch of B texts, as ``head`` pools them, before the head's dropout.

    A batch of many segments is encoded in sub-batches. In training only the vectors of a sub-batch are stored, and it
    is encoded again for its gradient (Chen et al. 2016), with the same dropout, so memory does not grow with the text.

    ``frozen``: the encoder is not trained, and runs without gradient and without dropout.
    """
    if frozen and encoder.training:
        encoder.eval()
    if batch.features is not None:
        return batch.features
    parts = batch.sub_batches or (batch,)
    recompute = len(parts) > 1 and torch.is_grad_enabled() and not frozen

    # Decided once: a hook on the encoder may be gone when a sub-batch is encoded again.
    narrows_top = can_narrow_top_layer(encoder)

    def vectors(ids: torch.Tensor, part: TensorBatch) -> torch.Tensor:
        part = replace(part, ids=ids)
        with torch.set_grad_enabled(torch.is_grad_enabled() and not frozen):
            top = int(encoder.config.num_hidden_layers)  # type: ignore[union-attr, arg-type]
            if head.reads_first_token_only and head.layer_indices == (top,):
                return head.pool_first_token(
                    first_token_states(encoder, part, narrows_top), encoder_pooler(encoder)
                )
            states = hidden_states(encoder, part, head.layer_indices)
        return head.pool_segments(states, part, encoder_pooler(encoder))

    # The ids are a separate argument: checkpoint saves the random state of the devices of its tensor arguments.
    features = [
        checkpoint(vectors, part.ids, part, use_reentrant=False) if recompute else vectors(part.ids, part)
        for part in parts
    ]
    return head.combine_segments(torch.cat(features) if len(features) > 1 else features[0], batch)


def compute_logits(
    encoder: nn.Module, head: ClassificationHead, batch: TensorBatch, *, frozen: bool = False
) -> torch.Tensor:
    """Return the logits [B, C] of a batch of B texts. See ``text_features``."""
    return head.classify(text_features(encoder, head, batch, frozen=frozen))


class Classifier(ClassificationHead, EncoderModel):
    """A classification head with its own encoder.

    Attributes:
        frozen: whether the encoder is never trained, and runs without gradient and without dropout.
    """

    def __init__(
        self,
        encoder: nn.Module,
        features: Features,
        layers: int,
        hidden: int,
        classes: int,
        dropout: float,
        combine_pieces: SegmentCombination | None = None,
    ) -> None:
        has_pooler = encoder_pooler(encoder) is not None
        super().__init__(features, layers, hidden, classes, dropout, combine_pieces, has_pooler)
        self.encoder = encoder
        self.frozen = False
        self.notes = []

    def forward(self, batch: TensorBatch) -> torch.Tensor:
        """Return the logits [B, C] of a batch of B texts."""
        return compute_logits(self.encoder, self, batch, frozen=self.frozen)


def pooler_layer(model: Classifier) -> nn.Linear:
    """Return the dense layer of the pooler: the encoder's own where it has one, else that of the head."""
    dense = encoder_pooler(model.encoder)
    if dense is not None:
        return dense
    assert model.pooler is not None, "no pooler is read"
    return model.pooler.dense


def prepare_encoder(
    encoder: Encoder,
    dropout: float,
    seed: int,
    *,
    pooler: bool = False,
    reinitialise: int = 0,
    adapter: Adapter | None = None,
) -> tuple[nn.Module, EncoderInfo, list[str]]:
    """Return a loaded encoder for one or several heads, its description, and notes on newly initialised weights.

    Args:
        pooler: whether any head reads the pooler.
        reinitialise: number of top layers to re-initialise, and the pooler with them. 0: none.
        adapter: adapters to train in place of the encoder's own weights. Newly initialised weights are trained
            themselves.

    Raises UserError when the encoder cannot be loaded, has too few layers or supports no adapter.
    """
    info = describe_encoder(encoder)
    model, new_names = load_with_missing(encoder, dropout, seed, pooler=pooler)
    is_pretrained = encoder.weights == "pretrained"
    notes = missing_notes(encoder, model, new_names) if is_pretrained else []
    if reinitialise:
        notes.append(reinitialise_layers(model, reinitialise, seed))
        lower = info.layers - reinitialise
        top_prefixes = [prefix for prefix, depth in layer_depths(model).items() if depth > lower]
        new_names |= {n for n, _ in model.named_parameters() if n.startswith(("pooler.", *top_prefixes))}
    notes += add_adapters(model, adapter or NoAdapter(), seed, untrained=new_names if is_pretrained else ())
    return model, info, notes


def build_head(
    encoder: nn.Module,
    info: EncoderInfo,
    features: Features,
    classes: int,
    dropout: float,
    seed: int,
    *,
    combine_pieces: SegmentCombination | None = None,
    task: str = "",
) -> tuple[ClassificationHead, list[str]]:
    """Return a head for one of several tasks on ``encoder``, drawn from ``seed`` and ``task``, and notes for the user.

    Raises UserError when the encoder lacks the features.
    """
    require_features(features, info)
    has_pooler = encoder_pooler(encoder) is not None
    with torch.random.fork_rng(
        devices=[]
    ):  # the constructors draw weights from the global generator, which are then replaced
        head = ClassificationHead(
            features, info.layers, info.hidden, classes, dropout, combine_pieces, has_pooler
        )
    head.initialise_weights(seed, task)
    return head, _pooler_notes(head, info)


def build_classifier(
    encoder: Encoder,
    features: Features,
    classes: int,
    dropout: float,
    seed: int,
    *,
    combine_pieces: SegmentCombination | None = None,
    reinitialise: int = 0,
    frozen: bool = False,
    adapter: Adapter | None = None,
) -> Classifier:
    """Build a classifier on the encoder of a run. Its ``notes`` list encoder weights that were initialised at random.

    The layers above the encoder (including a pooler that it lacks) are a function of ``seed``
    (``ClassificationHead.initialise_weights``).

    Args:
        combine_pieces: ``Truncation.combine_segments`` of the stage.
        reinitialise: number of top layers of the encoder to re-initialise, and its pooler with them.
        frozen: whether the encoder is never trained.
        adapter: adapters to train in place of the encoder's own weights.

    Raises UserError when the encoder cannot be loaded or lacks the features.
    """
    require_features(features, describe_encoder(encoder))
    backbone, info, notes = prepare_encoder(
        encoder,
        dropout,
        seed,
        pooler=features.layers == "pooler",
        reinitialise=reinitialise,
        adapter=adapter,
    )
    with torch.random.fork_rng(devices=[]):
        model = Classifier(backbone, features, info.layers, info.hidden, classes, dropout, combine_pieces)
    model.initialise_weights(seed)
    model.frozen = frozen
    model.notes = notes + _pooler_notes(model, info)
    return model


def _pooler_notes(head: ClassificationHead, info: EncoderInfo) -> list[str]:
    if head.pooler is None:
        return []
    return [f"'{info.name}' has no pooler; a fresh one (dense and tanh on [CLS]) learns with the head."]


def layer_stack(encoder: nn.Module) -> nn.ModuleList | None:
    """Return the layers of a Hugging Face encoder from the bottom, or None where they share weights (ALBERT)."""
    name = stack_name(encoder)
    layers = None if name is None else encoder.get_submodule(name)
    assert layers is None or isinstance(layers, nn.ModuleList)
    return layers


def reinitialise_layers(encoder: nn.Module, count: int, seed: int) -> str:
    """Re-initialise the top ``count`` layers and the pooler, if there is one. Return a note.

    The architecture's own initialisation is used, as a function of ``seed``.

    Raises UserError when there are too few layers, or when they share weights.
    """
    stack = layer_stack(encoder)
    layer_count = 0 if stack is None else len(stack)
    if stack is None or count > layer_count:
        reason = "shares the weights of its layers" if stack is None else f"has {layer_count} layers"
        raise UserError(
            f"{count} top layers cannot be re-initialised: the encoder {reason}.",
            place="reinitialise",
            remedy=f"Set it to {layer_count} or less.",
        )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(random_streams.derive_seed(seed, "reinitialise"))
        new_encoder = type(encoder)(config_of(encoder))  # with a pooler, where its family has one
    new_stack = layer_stack(new_encoder)
    assert new_stack is not None
    for mine, fresh in zip(stack[layer_count - count :], new_stack[layer_count - count :], strict=True):
        mine.load_state_dict(fresh.state_dict())
    pooler = getattr(encoder, "pooler", None)
    if pooler is not None:
        pooler.load_state_dict(new_encoder.pooler.state_dict())  # type: ignore[union-attr]
    top = "The top layer" if count == 1 else f"The top {count} layers"
    return (
        f"{top} and the pooler start at random."
        if pooler is not None
        else f"{top} start{'s' * (count == 1)} at random."
    )
