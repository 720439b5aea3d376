"""``palimpsest export --layout onnx``: the graph, its 8-bit form, and a comparison of each with the engine."""

from __future__ import annotations

import json
import logging
import shutil
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

from engine.cache.atomic_folders import atomic_folder
from engine.data.dataset import load_dataset
from engine.delivery.finished_model import FinishedModel
from engine.errors import UserError
from engine.kernels.tensor_batch import TensorBatch
from engine.metrics.base import error_text
from engine.model.classifier import encoder_pooler
from engine.model.conversion.export import require_empty_folder, write_readme
from engine.model.conversion.layouts import ONNX
from engine.model.hf_loading import silence_transformers
from engine.model.predict import encode_texts, predict_logits
from engine.model.saved_description import METADATA_FILE
from engine.model.saved_model import SavedModel
from engine.progress import ReportProgress, ignore_progress
from engine.spec.features import onnx_obstacle
from engine.store.summaries import correct_answers

if TYPE_CHECKING:
    from onnx import ModelProto

    from engine.data.tokens import EncodedSplit


INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OUTPUT = "logits"
LARGEST_FILE = 2_000_000_000
"""Size of weights in bytes above which ONNX needs a second file (a protocol buffer is limited to 2 GB)."""
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
    """Return why a single graph cannot compute ``model``, or ""."""
    return onnx_obstacle(model.model.features, model.truncation.combine_segments is not None)


class PaddedClassifier(nn.Module):
    """The classifier over padded inputs, for tracing.

    Its encoder is the plain one of transformers, loaded from the saved folder, so that the graph contains none of our
    kernels. Its head is the engine's own.
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
        """Return the logits [B, C] of texts [B, L]: int64 ids, a mask with 1 for tokens, token types."""
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
    """Return a batch with the fields that a head needs for padded inputs. Fields for packed inputs stay empty."""
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

    Batch size and length are dynamic. Raises UserError if a single graph cannot compute the model.
    """
    if obstacle := graph_obstacle(model):
        raise UserError(f"no ONNX graph of this model: {obstacle}.", remedy="Export it as huggingface.")
    classifier = PaddedClassifier(model).eval()
    ids = torch.full((2, 7), model.tokenizer.pad_token_id or 0)
    mask = torch.ones_like(ids)
    mask[1, 5:] = 0
    arguments = (ids, mask, torch.zeros_like(ids))[: len(classifier.input_names)]
    batch, length = torch.export.Dim.DYNAMIC, torch.export.Dim.DYNAMIC
    shapes = {name: {0: batch, 1: length} for name in classifier.input_names}
    loggers = logging.getLogger("torch.onnx"), logging.getLogger("onnxscript")
    levels = [each.level for each in loggers]
    try:
        for each in loggers:
            each.setLevel(logging.ERROR)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program = torch.onnx.export(
                classifier,
                arguments,
                input_names=list(classifier.input_names),
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
        for each, level in zip(loggers, levels, strict=True):
            each.setLevel(level)
    assert program is not None
    size = sum(value.numel() * value.element_size() for value in classifier.parameters())
    program.save(file, external_data=size > LARGEST_FILE)
    return classifier.input_names


def write_int8(file: Path, target: Path) -> None:
    """Write the graph ``file`` with matrix weights in 8 bits (dynamic quantisation).

    Activations are quantised dynamically, batch by batch. Embeddings, norms and biases stay float32.
    """
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    # The exporter's shape information conflicts with the quantiser's own inference.
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


GRAPH, INT8_GRAPH, CHECK_FILE = "model.onnx", "model.int8.onnx", "check.json"
CHECK_TEXTS = 200
"""Number of texts on which a graph is compared with the engine."""
BATCH = 16
TOLERANCE = 1e-3
"""Maximum difference of logits at which the float32 graph counts as the same model."""


@dataclass(frozen=True)
class GraphCheck:
    """Comparison of a graph with the engine on the same texts.

    Attributes:
        file: the graph.
        bytes: its size.
        texts: number of texts.
        largest_difference: of logits.
        same_predictions: number of texts with the same prediction.
        error: percent of wrong predictions, None if labels are unknown.
        texts_per_second: in batches of 16 texts of similar length, on this machine's processor, with ``threads``
            threads.
    """

    file: str
    bytes: int
    texts: int
    largest_difference: float
    same_predictions: int
    error: float | None
    texts_per_second: float


@dataclass(frozen=True)
class OnnxExport:
    """An export and its checks. The ``engine_`` fields are the engine's own error and speed on the same texts."""

    folder: str
    inputs: tuple[str, ...]
    checked_on: str
    threads: int
    engine_error: float | None
    engine_texts_per_second: float
    graphs: tuple[GraphCheck, ...]

    def sentences(self) -> list[str]:
        """Return the results for the user."""
        lines = [
            f"{self.folder}: an ONNX graph with the inputs {', '.join(self.inputs)}, for any batch and length."
        ]
        lines.append(
            f"Checked on {self.checked_on}, {self.threads} thread{'s' if self.threads > 1 else ''}. "
            f"Engine: {_percent(self.engine_error)}{self.engine_texts_per_second:,.0f} texts/s."
        )
        for each in self.graphs:
            lines.append(
                f"{each.file} ({each.bytes / 1e6:,.1f} MB): {_percent(each.error)}"
                f"{each.texts_per_second:,.0f} texts/s, {each.same_predictions} of {each.texts} predictions the same, "
                f"logits within {each.largest_difference:.2g}."
            )
        return lines


def _percent(error: float | None) -> str:
    return "" if error is None else f"{error_text(error)}, "


@dataclass(frozen=True)
class _CheckTexts:
    """Texts for the comparison, and their labels if known, int64 [n]."""

    description: str
    texts: list[str]
    labels: np.ndarray | None


def export_onnx(
    finished: FinishedModel, target: Path, *, int8: bool = True, report: ReportProgress = ignore_progress
) -> OnnxExport:
    """Write a run's model to the new folder ``target`` as ONNX, with its tokenizer, and check it.

    Raises:
        UserError: the packages are not installed, ``target`` is not empty, a single graph cannot compute the model, or
            the graph's logits differ from the engine's. The folder is removed then.
    """
    require_onnx()
    require_empty_folder(target)
    model = finished.load()
    report("Writing the graph", 0, 0)
    with atomic_folder(target, replace=True, seal=False) as draft:
        inputs = write_graph(model, draft / GRAPH)
        names = [GRAPH]
        if int8:
            report("Quantising", 0, 0)
            write_int8(draft / GRAPH, draft / INT8_GRAPH)
            names.append(INT8_GRAPH)
        model.tokenizer.save_pretrained(draft)
        shutil.copyfile(model.folder / METADATA_FILE, draft / METADATA_FILE)
        export = replace(_check(model, finished, draft, names, inputs, report), folder=str(target))
        float_check = export.graphs[0]
        if float_check.largest_difference > TOLERANCE:
            raise UserError(
                f"the graph's logits differ from the engine's by {float_check.largest_difference:.2g}.",
                place=str(target),
                remedy="The graph was deleted. Export the model as huggingface.",
            )
        (draft / CHECK_FILE).write_text(json.dumps(asdict(export), indent=1), encoding="utf-8")
        write_readme(
            model,
            draft,
            ONNX,
            graph=GRAPH,
            pad_token=repr(model.tokenizer.pad_token),
            answer=model.objective.answer_in_numpy(model.classes),
            sentences=export.sentences()[1:],
        )
    return export


def _check(
    model: SavedModel,
    finished: FinishedModel,
    target: Path,
    names: Sequence[str],
    inputs: Sequence[str],
    report: ReportProgress,
) -> OnnxExport:
    import onnxruntime
    import torch

    sample = _check_texts(model, finished)
    encoded = encode_texts(model, sample.texts)
    order = np.argsort(encoded.lengths, kind="stable")
    batches = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
    threads = torch.get_num_threads()
    engine_logits = predict_logits(model, sample.texts).numpy()
    report("Measuring the engine", 0, 0)
    engine_speed = _speed(lambda: predict_logits(model, sample.texts), len(order))
    decode = model.objective.decode
    engine_answers = decode(torch.from_numpy(engine_logits)).numpy()
    checks = []
    for name in names:
        report(f"Checking {name}", 0, 0)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.log_severity_level = threads, 3
        session = onnxruntime.InferenceSession(
            str(target / name), options, providers=["CPUExecutionProvider"]
        )
        feeds = [_feed(encoded, rows, inputs, model.tokenizer.pad_token_id or 0) for rows in batches]

        def run(session: onnxruntime.InferenceSession = session, feeds: list = feeds) -> np.ndarray:
            result = np.zeros_like(engine_logits)
            for rows, feed in zip(batches, feeds, strict=True):
                result[rows] = session.run([OUTPUT], feed)[0]
            return result

        logits = run()
        predicted = decode(torch.from_numpy(logits)).numpy()
        checks.append(
            GraphCheck(
                name,
                sum(part.stat().st_size for part in target.glob(f"{name}*")),
                len(order),
                float(np.abs(logits - engine_logits).max()),
                int(correct_answers(predicted, engine_answers).sum()),
                _error(predicted, sample.labels),
                _speed(run, len(order)),
            )
        )
    return OnnxExport(
        str(target),
        tuple(inputs),
        sample.description,
        threads,
        _error(engine_answers, sample.labels),
        engine_speed,
        tuple(checks),
    )


def _check_texts(model: SavedModel, finished: FinishedModel) -> _CheckTexts:
    """Return the first texts of the test split (or of validation or training), else generic texts."""
    from engine.model.conversion.export import CHECK_TEXTS as GENERIC

    try:
        splits = load_dataset(finished.source).splits
    except UserError:
        texts = [f"{text}\t{text}" if model.pair else text for text in GENERIC]
        return _CheckTexts(f"{len(texts)} invented texts, for the data set is not here", texts, None)
    name = next(name for name in ("test", "validation", "train") if name in splits and len(splits[name]))
    split = splits[name]
    count = min(CHECK_TEXTS, len(split))
    texts = [split.texts[i] for i in range(count)]
    if split.second_texts is not None:
        texts = [f"{text.replace(chr(9), ' ')}\t{split.second_texts[i]}" for i, text in enumerate(texts)]
    main_classes = model.target.main_classes(split.labels)
    labels = None if not model.classes else (split.labels if main_classes is None else main_classes)[:count]
    return _CheckTexts(f"{count} texts of the {name} split", texts, labels)


def _feed(encoded: EncodedSplit, rows: np.ndarray, inputs: Sequence[str], pad: int) -> dict[str, np.ndarray]:
    """Return some texts as padded inputs of the graph, int64 [B, L] each."""
    batch = encoded.batch(rows)
    lengths = np.asarray(batch.lengths)
    mask = np.arange(int(lengths.max())) < lengths[:, None]
    values = {"input_ids": (batch.ids, pad), "token_type_ids": (batch.token_types, 0)}
    feed = {"attention_mask": mask.astype(np.int64)}
    for name in inputs:
        if name in values:
            flat, fill = values[name]
            feed[name] = np.full(mask.shape, fill, np.int64)
            feed[name][mask] = flat
    return feed


def _speed(work: Callable[[], object], texts: int) -> float:
    """Return texts per second: the better of two passes. An earlier pass has warmed up."""
    best = float("inf")
    for _ in range(2):
        started_at = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started_at)
    return texts / best


def _error(answers: np.ndarray, labels: np.ndarray | None) -> float | None:
    return None if labels is None else float(100 * np.mean(~correct_answers(labels, answers)))
