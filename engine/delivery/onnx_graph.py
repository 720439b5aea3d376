"""A classifier as one ONNX graph: padded token ids and their mask in, logits out, any number and length of texts."""

from __future__ import annotations

import logging
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import nn

from engine.errors import UserError
from engine.kernels.tensor_batch import TensorBatch
from engine.model.classifier import encoder_pooler
from engine.model.hf_loading import silence_transformers
from engine.model.saved_model import SavedModel
from engine.spec.features import onnx_obstacle

if TYPE_CHECKING:
    from onnx import ModelProto

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OUTPUT = "logits"
LARGEST_FILE = 2_000_000_000
"""Bytes of weights above which ONNX needs a second file (a protocol buffer holds 2 GB)."""
REMEDY = "Install them with: pip install 'palimpsest[onnx]'"


def require_onnx() -> None:
    """Raise UserError unless the packages of the extra ``onnx`` are installed."""
    try:
        import onnx  # noqa: F401
        import onnxruntime  # noqa: F401
        import onnxscript  # noqa: F401
    except ImportError as error:
        raise UserError(f"an export to ONNX needs {error.name}.", place="--layout", remedy=REMEDY) from None


def graph_obstacle(model: SavedModel) -> str:
    """Return why one graph cannot compute ``model``, or "" when it can."""
    return onnx_obstacle(model.model.features, model.truncation.combine_segments is not None)


class PaddedClassifier(nn.Module):
    """The classifier over a padded rectangle, which is traced.

    Its encoder is the plain one of transformers, read anew from the saved folder, so that no kernel of ours is in the
    graph. Its head is the engine's own.
    """

    def __init__(self, model: SavedModel) -> None:
        super().__init__()
        from transformers import AutoModel

        head = model.model
        with silence_transformers():
            self.encoder = AutoModel.from_pretrained(
                model.encoder_folder, attn_implementation="eager", use_safetensors=True, dtype=torch.float32
            ).eval()
        self.encoder.load_state_dict(
            {name: value for name, value in head.encoder.state_dict().items()}, strict=False
        )
        self.encoder.config.use_cache = False
        self.classifier = head
        self.segment_inputs = int(getattr(self.encoder.config, "type_vocab_size", 0) or 0) > 1
        self._pooler = encoder_pooler(head.encoder)

    @property
    def input_names(self) -> tuple[str, ...]:
        """The names of the graph's inputs."""
        return INPUTS if self.segment_inputs else INPUTS[:2]

    def forward(
        self,
        input_ids: torch.Tensor,
        attention_mask: torch.Tensor,
        token_type_ids: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Return the logits [B, C] of texts [B, L]: int64 ids, a mask of 1 for tokens, token types."""
        inputs = {"input_ids": input_ids, "attention_mask": attention_mask}
        if token_type_ids is not None:
            inputs["token_type_ids"] = token_type_ids
        top = int(self.encoder.config.num_hidden_layers)
        indices = self.classifier.layer_indices
        below = any(index != top for index in indices)
        output = self.encoder(**inputs, output_hidden_states=below)
        states = {i: output.last_hidden_state if i == top else output.hidden_states[i] for i in indices}
        batch = _padded_batch(input_ids, attention_mask)
        logits: torch.Tensor = self.classifier.logits(states, batch, self._pooler)
        return logits


def _padded_batch(ids: torch.Tensor, mask: torch.Tensor) -> TensorBatch:
    """Return the fields of a batch that a head needs, for a rectangle. Those for packed rows only stay empty."""
    lengths, none = mask.sum(1), torch.zeros(0, dtype=torch.int64)
    return TensorBatch(
        ids=ids,
        token_types=none,
        positions=none,
        lengths=lengths,
        host_lengths=lengths,
        labels=none,
        indices=none,
        token_mask=mask.bool(),
        gather_index=none,
        inverse_index=none,
        packing=None,
    )


@torch.no_grad()
def write_graph(model: SavedModel, file: Path) -> tuple[str, ...]:
    """Write ``model`` as the ONNX graph ``file``. Return the names of its inputs.

    Batch and length are dynamic. Raises UserError where one graph cannot compute the model.
    """
    if obstacle := graph_obstacle(model):
        raise UserError(f"no ONNX graph of this model: {obstacle}.", remedy="Export it as huggingface.")
    wrapped = PaddedClassifier(model).eval()
    ids = torch.full((2, 7), model.tokenizer.pad_token_id or 0)
    mask = torch.ones_like(ids)
    mask[1, 5:] = 0
    arguments = (ids, mask, torch.zeros_like(ids))[: len(wrapped.input_names)]
    batch, length = torch.export.Dim.DYNAMIC, torch.export.Dim.DYNAMIC
    shapes = {name: {0: batch, 1: length} for name in wrapped.input_names}
    quiet = logging.getLogger("torch.onnx"), logging.getLogger("onnxscript")
    levels = [each.level for each in quiet]
    try:
        for each in quiet:
            each.setLevel(logging.ERROR)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program = torch.onnx.export(
                wrapped,
                arguments,
                input_names=list(wrapped.input_names),
                output_names=[OUTPUT],
                dynamic_shapes=shapes,
                dynamo=True,
                verbose=False,
            )
    except Exception as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise UserError(
            f"torch cannot express this encoder in ONNX ({reason[:200]}).", remedy="Export it as huggingface."
        ) from error
    finally:
        for each, level in zip(quiet, levels, strict=True):
            each.setLevel(level)
    assert program is not None
    size = sum(value.numel() * value.element_size() for value in wrapped.parameters())
    program.save(file, external_data=size > LARGEST_FILE)
    return wrapped.input_names


def write_int8(file: Path, target: Path) -> None:
    """Write the graph ``file`` with the weights of its matrix products in 8 bits (dynamic quantisation).

    Activations are quantised dynamically, batch by batch. Embeddings, norms and biases stay float32.
    """
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    # What the exporter knows of shapes stands in the way of the quantiser's own inference.
    model: ModelProto = onnx.load(str(file))
    del model.graph.value_info[:]
    level = logging.getLogger().level
    try:
        logging.getLogger().setLevel(logging.ERROR)
        quantize_dynamic(
            model,
            str(target),
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["MatMul", "Gemm"],
            per_channel=True,
        )
    finally:
        logging.getLogger().setLevel(level)
