"""Prediction of new texts with a trained model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from engine.data.batches import evaluation_batches
from engine.data.random_cut import cut_text
from engine.data.special_tokens import read_template
from engine.data.tokens import EncodedSplit, tokenise_texts
from engine.kernels.tensor_batch import supports_packing, to_tensors
from engine.model.saved_model import SavedModel
from engine.objectives.decision import answer_confidence

BATCH_TOKENS = {"cpu": 2048}
"""Tokens per batch by kind of device: on a CPU as many as its caches hold."""
MOST_BATCH_TOKENS = 32_768
"""The same for all others."""


@dataclass(frozen=True)
class Prediction:
    """The prediction for one text.

    ``label`` is its class (its labels; its number, in digits). ``probabilities`` are those of each class, none where
    there are no classes. Where the model's decision rule withholds the answer (``withheld``), or a multi-label text
    has no label, ``label`` is empty. ``confidence`` is the probability of the (perhaps withheld) answer, for
    multi-label models that of the least certain decision, None where there are no classes. ``number`` is that of the
    (perhaps withheld) class, None for models without classes and multi-label ones.
    """

    label: str
    classes: tuple[str, ...]
    probabilities: tuple[float, ...]
    confidence: float | None = None
    withheld: bool = False
    number: int | None = None


def predict(native: SavedModel, texts: Sequence[str]) -> list[Prediction]:
    """Return the prediction for each text. Texts of a model for pairs hold the two segments, separated by a tab."""
    return answer_logits(native, predict_logits(native, texts))


def answer_logits(native: SavedModel, logits: torch.Tensor) -> list[Prediction]:
    """Return the prediction for each row of ``logits`` [n, K], by the model's decision rule."""
    objective = native.objective
    chances = objective.probabilities(logits)
    if chances is None:
        labels = [native.target.show(answer, native.classes) for answer in objective.decode(logits).tolist()]
        return [Prediction(label, native.classes, ()) for label in labels]
    if native.decision is None:
        probabilities, answers = chances.numpy(), objective.decode(logits).numpy()
        withheld = np.zeros(len(answers), bool)
    else:
        probabilities = native.decision.calibrated(chances.double().log().numpy())
        answers = native.decision.decide(probabilities)
        withheld = native.decision.abstains(probabilities, answers)
    sure = answer_confidence(answers, probabilities)
    return [
        Prediction(
            "" if no else native.target.show(answer, native.classes),
            native.classes,
            tuple(row),
            own,
            no,
            None if isinstance(answer, list) else int(answer),
        )
        for answer, no, row, own in zip(
            answers.tolist(), withheld.tolist(), probabilities.tolist(), sure.tolist(), strict=True
        )
    ]


def predict_logits(native: SavedModel, texts: Sequence[str]) -> torch.Tensor:
    """Return the logits [n, K] of the texts, truncated as in training, float32 on the CPU.

    Texts of similar length are computed together, the longest first.
    """
    return predict_encoded(native, encode_texts(native, texts))


@torch.inference_mode()
def predict_encoded(native: SavedModel, encoded: EncodedSplit) -> torch.Tensor:
    """Return the logits [n, K] of encoded texts, float32 on the CPU."""
    packed = supports_packing(native.model)
    result = torch.zeros(len(encoded), native.outputs)
    tokens = BATCH_TOKENS.get(native.device.type, MOST_BATCH_TOKENS)
    for indices in evaluation_batches(encoded.lengths, tokens):
        batch = to_tensors(encoded.batch(indices), native.device, packed, native.tokenizer.pad_token_id)
        with native.autocast():
            result[torch.from_numpy(indices)] = native.model(batch).float().cpu()
    return result


def encode_texts(native: SavedModel, texts: Sequence[str]) -> EncodedSplit:
    """Return the texts as the model reads them: tokenised, truncated as in training, without labels."""
    firsts, seconds = _segments(native, texts)
    return EncodedSplit(
        tokenise_texts(firsts, native.tokenizer),
        None if seconds is None else tokenise_texts(seconds, native.tokenizer),
        np.zeros(len(texts), np.int64),
        read_template(native.tokenizer),
        native.truncation,
        native.max_length,
    )


def _segments(native: SavedModel, texts: Sequence[str]) -> tuple[list[str], list[str] | None]:
    if native.cut_into_segments:
        cut = [cut_text(text) for text in texts]
        return [first for first, _ in cut], [second for _, second in cut]
    if native.pair:
        return [text.split("\t")[0] for text in texts], [text.partition("\t")[2] for text in texts]
    return list(texts), None
