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
    own = getattr(encoder, "pooler", None)
    dense = own if own is None or isinstance(own, nn.Linear) else own.dense
    assert dense is None or isinstance(dense, nn.Linear)
    return dense


def text_features(
    encoder: nn.Module, reader: ClassificationHead, batch: TensorBatch, *, frozen: bool = False
) -> torch.Tensor:
    """Return the features [B, W] of a batch of B texts, as ``reader`` pools them, without dropout before the head.

    A batch of many segments is encoded sub-batch by sub-batch. In training only the vectors of a sub-batch are
    stored, and it is encoded again for its gradient (Chen et al. 2016), dropout included, so that memory does not
    grow with the text.

    ``frozen``: the encoder is not trained. It then runs without gradient and without dropout.
    """
    if frozen and encoder.training:
        encoder.eval()
    if batch.features is not None:
        return batch.features
    parts = batch.sub_batches or (batch,)
    again = len(parts) > 1 and torch.is_grad_enabled() and not frozen

    # Decided once: a hook on the encoder may have been removed when a sub-batch is encoded again.
    narrow = can_narrow_top_layer(encoder)

    def vectors(ids: torch.Tensor, part: TensorBatch) -> torch.Tensor:
        part = replace(part, ids=ids)
        with torch.set_grad_enabled(torch.is_grad_enabled() and not frozen):
            top = int(encoder.config.num_hidden_layers)  # type: ignore[union-attr, arg-type]
            if reader.reads_first_token_only and reader.layer_indices == (top,):
                return reader.pool_first_token(
                    first_token_states(encoder, part, narrow), encoder_pooler(encoder)
                )
            states = hidden_states(encoder, part, reader.layer_indices)
        return reader.pool_segments(states, part, encoder_pooler(encoder))

    # The ids are an argument of their own: checkpoint saves the random state of the devices of its tensor arguments.
    features = [
        checkpoint(vectors, part.ids, part, use_reentrant=False) if again else vectors(part.ids, part)
        for part in parts
    ]
    return reader.combine_segments(torch.cat(features) if len(features) > 1 else features[0], batch)


def compute_logits(
    encoder: nn.Module, reader: ClassificationHead, batch: TensorBatch, *, frozen: bool = False
) -> torch.Tensor:
    """Return the logits [B, C] of a batch of B texts, see ``text_features``."""
    return reader.classify(text_features(encoder, reader, batch, frozen=frozen))


class Classifier(ClassificationHead, EncoderModel):
    """A classification head together with its own encoder.

    Attributes:
        frozen: the encoder is never trained: it runs without gradient and without dropout.
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
        own_pooler = encoder_pooler(encoder) is not None
        super().__init__(features, layers, hidden, classes, dropout, combine_pieces, own_pooler)
        self.encoder = encoder
        self.frozen = False
        self.notes = []

    def forward(self, batch: TensorBatch) -> torch.Tensor:
        """Return the logits [B, C] of a batch of B texts."""
        return compute_logits(self.encoder, self, batch, frozen=self.frozen)


def pooler_layer(model: Classifier) -> nn.Linear:
    """Return the dense layer of the pooler: the encoder's own where it has one, else that of the head."""
    own = encoder_pooler(model.encoder)
    if own is not None:
        return own
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
        reinitialise: number of top layers to draw anew (and the pooler with them). 0: none.
        adapter: adapters to train in place of the encoder's own weights. Newly initialised weights are trained
            themselves.

    Raises UserError when the encoder cannot be loaded, has too few layers or supports no adapter.
    """
    info = describe_encoder(encoder)
    model, fresh = load_with_missing(encoder, dropout, seed, pooler=pooler)
    trained = encoder.weights == "pretrained"
    notes = missing_notes(encoder, model, fresh) if trained else []
    if reinitialise:
        notes.append(reinitialise_layers(model, reinitialise, seed))
        lower = info.layers - reinitialise
        top = [prefix for prefix, depth in layer_depths(model).items() if depth > lower]
        fresh |= {n for n, _ in model.named_parameters() if n.startswith(("pooler.", *top))}
    notes += add_adapters(model, adapter or NoAdapter(), seed, untrained=fresh if trained else ())
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
    """Return a head for one of several tasks on ``encoder``, drawn from ``seed`` and ``task``, and notes for the
    user.
    Raises UserError when the encoder lacks the features.
    """
    require_features(features, info)
    own_pooler = encoder_pooler(encoder) is not None
    with torch.random.fork_rng(
        devices=[]
    ):  # new layers draw from the global generator before they are drawn anew
        reader = ClassificationHead(
            features, info.layers, info.hidden, classes, dropout, combine_pieces, own_pooler
        )
    reader.initialise_weights(seed, task)
    return reader, _pooler_notes(reader, info)


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
    """Build a classifier on the encoder of a run. ``notes`` lists the other weights that were drawn at random.

    Everything above the encoder (including a pooler it lacks) is drawn from ``seed`` alone, as
    ``ClassificationHead.initialise_weights`` describes.

    Args:
        combine_pieces: ``Truncation.combine_pieces`` of the stage.
        reinitialise: number of top layers of the encoder to draw anew (and its pooler with them).
        frozen: the encoder is never trained.
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


def _pooler_notes(reader: ClassificationHead, info: EncoderInfo) -> list[str]:
    if reader.pooler is None:
        return []
    return [f"'{info.name}' has no pooler; a fresh one (dense and tanh on [CLS]) learns with the head."]


def layer_stack(encoder: nn.Module) -> nn.ModuleList | None:
    """Return the layers of a Hugging Face encoder, bottom first, or None where they share their weights (ALBERT)."""
    name = stack_name(encoder)
    layers = None if name is None else encoder.get_submodule(name)
    assert layers is None or isinstance(layers, nn.ModuleList)
    return layers


def reinitialise_layers(encoder: nn.Module, count: int, seed: int) -> str:
    """Draw the weights of the top ``count`` layers and the pooler (where there is one) anew.

    They are drawn by the architecture's own rule, from ``seed`` alone. Returns a note on what was drawn.

    Raises UserError when there are too few layers, or when they share their weights.
    """
    own = layer_stack(encoder)
    layers = 0 if own is None else len(own)
    if own is None or count > layers:
        what = "shares the weights of its layers" if own is None else f"has {layers} layers"
        raise UserError(
            f"{count} top layers cannot be re-initialised: the encoder {what}.",
            place="reinitialise",
            remedy=f"Set it to {layers} or less.",
        )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(random_streams.derive_seed(seed, "reinitialise"))
        twin = type(encoder)(config_of(encoder))  # with a pooler, where its family has one
    stack = layer_stack(twin)
    assert stack is not None
    for mine, fresh in zip(own[layers - count :], stack[layers - count :], strict=True):
        mine.load_state_dict(fresh.state_dict())
    pooler = getattr(encoder, "pooler", None)
    if pooler is not None:
        pooler.load_state_dict(twin.pooler.state_dict())  # type: ignore[union-attr]
    top = "The top layer" if count == 1 else f"The top {count} layers"
    return (
        f"{top} and the pooler start at random."
        if pooler is not None
        else f"{top} start{'s' * (count == 1)} at random."
    )
