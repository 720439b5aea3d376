"""Prediction of new texts with a trained model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from engine.data.batches import evaluation_batches
from engine.data.special_tokens import read_template
from engine.data.tokens import EncodedSplit, cut_text, tokenise_texts
from engine.kernels.tensor_batch import supports_packing, to_tensors
from engine.model.saved_model import SavedModel
from engine.objectives.decision import answer_confidence

BATCH_TOKENS = {"cpu": 2048}
"""Tokens per batch by device type: on a CPU as many as fit into its caches."""
MOST_BATCH_TOKENS = 32_768
"""Tokens per batch on other devices."""


@dataclass(frozen=True)
class Prediction:
    """The prediction for one text.

    ``label`` is the class, the labels, or the number in digits. It is empty where the model's decision rule withholds
    the answer (``withheld``), or a multi-label text has no label. ``probabilities`` are those of the classes, empty for
    a model without classes. ``confidence`` is the probability of the answer, even if it is withheld, and for
    multi-label models that of the least certain decision. ``number`` is the class number, even if the answer is
    withheld. Both are None for a model without classes, and ``number`` for multi-label models too.
    """

    label: str
    classes: tuple[str, ...]
    probabilities: tuple[float, ...]
    confidence: float | None = None
    withheld: bool = False
    number: int | None = None


def predict(model: SavedModel, texts: Sequence[str]) -> list[Prediction]:
    """Return the prediction for each text. Models for pairs expect the two segments of a text separated by a tab."""
    return answer_logits(model, predict_logits(model, texts))


def answer_logits(model: SavedModel, logits: torch.Tensor) -> list[Prediction]:
    """Return the prediction for each row of ``logits`` [n, K], by the model's decision rule."""
    objective = model.objective
    probs = objective.probabilities(logits)
    if probs is None:
        labels = [model.target.show(answer, model.classes) for answer in objective.decode(logits).tolist()]
        return [Prediction(label, model.classes, ()) for label in labels]
    if model.decision is None:
        probabilities, answers = probs.numpy(), objective.decode(logits).numpy()
        withheld = np.zeros(len(answers), bool)
    else:
        probabilities = model.decision.calibrated(probs.double().log().numpy())
        answers = model.decision.decide(probabilities)
        withheld = model.decision.abstains(probabilities, answers)
    confidences = answer_confidence(answers, probabilities)
    return [
        Prediction(
            "" if is_withheld else model.target.show(answer, model.classes),
            model.classes,
            tuple(row),
            confidence,
            is_withheld,
            None if isinstance(answer, list) else int(answer),
        )
        for answer, is_withheld, row, confidence in zip(
            answers.tolist(), withheld.tolist(), probabilities.tolist(), confidences.tolist(), strict=True
        )
    ]


def predict_logits(model: SavedModel, texts: Sequence[str]) -> torch.Tensor:
    """Return the logits [n, K] of the texts, truncated as in training, float32 on the CPU.

    Texts of similar length share a batch, the longest first.
    """
    return predict_encoded(model, encode_texts(model, texts))


@torch.inference_mode()
def predict_encoded(saved: SavedModel, encoded: EncodedSplit) -> torch.Tensor:
    """Return the logits [n, K] of encoded texts, float32 on the CPU."""
    packed = supports_packing(saved.model)
    result = torch.zeros(len(encoded), saved.outputs)
    tokens = BATCH_TOKENS.get(saved.device.type, MOST_BATCH_TOKENS)
    for indices in evaluation_batches(encoded.lengths, tokens):
        batch = to_tensors(encoded.batch(indices), saved.device, packed, saved.tokenizer.pad_token_id)
        with saved.autocast():
            result[torch.from_numpy(indices)] = saved.model(batch).float().cpu()
    return result


def encode_texts(model: SavedModel, texts: Sequence[str]) -> EncodedSplit:
    """Return the texts as the model reads them: tokenised, truncated as in training, without labels."""
    firsts, seconds = _segments(model, texts)
    return EncodedSplit(
        tokenise_texts(firsts, model.tokenizer),
        None if seconds is None else tokenise_texts(seconds, model.tokenizer),
        np.zeros(len(texts), np.int64),
        read_template(model.tokenizer),
        model.truncation,
        model.max_length,
    )


def _segments(model: SavedModel, texts: Sequence[str]) -> tuple[list[str], list[str] | None]:
    if model.cut_into_segments:
        segments = [cut_text(text) for text in texts]
        return [first for first, _ in segments], [second for _, second in segments]
    if model.pair:
        return [text.split("\t")[0] for text in texts], [text.partition("\t")[2] for text in texts]
    return list(texts), None
