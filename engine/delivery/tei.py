"""The question and answer of text-embeddings-inference's ``/predict``, which clients already speak.

A request has ``inputs``: a text, or a list. For a model for pairs a list of two texts is one pair, for any other a list
of texts is as many texts. A list of lists holds one text, or one pair, in each. The answer to one text is its scores by
class, the largest first. The answer to several is a list of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from engine.errors import UserError
from engine.json_types import JsonObject
from engine.model.predict import Prediction

_SCORES: JsonObject = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["score", "label"],
        "properties": {"score": {"type": "number"}, "label": {"type": "string"}},
    },
}
TEI_ANSWER: JsonObject = {
    "title": "TeiAnswer",
    "description": "Scores by class, the largest first; of several texts a list of these.",
    "oneOf": [_SCORES, {"type": "array", "items": _SCORES}],
}
"""JSON schema of the answer."""


class TeiQuestion(BaseModel):
    """Texts to classify, in the form of text-embeddings-inference. It has more fields, which change no answer here.

    ``truncate``: false refuses texts that are longer than the model reads. ``raw_scores``: logits in place of
    probabilities.
    """

    model_config = ConfigDict(extra="ignore", strict=True)
    inputs: str | list[str] | list[list[str]]
    raw_scores: bool = False
    truncate: bool | None = None


@dataclass(frozen=True)
class ServedAnswer:
    """A prediction, the logits that it was made from, and whether the text was cut."""

    prediction: Prediction
    logits: tuple[float, ...]
    cut: bool


def pair_as_line(first: str, second: str) -> str:
    """Return a pair as prediction takes it: a tab separates the segments, so none may stand in the first."""
    return f"{first.replace(chr(9), ' ')}\t{second}"


def tei_texts(question: TeiQuestion, pair: bool, most: int) -> tuple[list[str], bool]:
    """Return the texts of a request as the model takes them, and whether it contains a single text.

    Raises UserError where they are none, more than ``most``, or of the other kind.
    """
    inputs, single = question.inputs, False
    if isinstance(inputs, str):
        rows, single = [[inputs]], True
    elif pair and len(inputs) == 2 and all(isinstance(each, str) for each in inputs):
        rows, single = [[str(each) for each in inputs]], True
    else:
        rows = [[each] if isinstance(each, str) else each for each in inputs]
    if not 1 <= len(rows) <= most:
        raise UserError(f"there are {len(rows):,} texts, 1 to {most:,} are allowed.", place="inputs")
    if any(len(row) != 1 + pair for row in rows):
        expected = "a list of two segments" if pair else "one text, for the model reads no pairs"
        raise UserError(f"each must be {expected}.", place="inputs")
    return [pair_as_line(*row) if pair else row[0] for row in rows], single


def answer_tei(
    served: Sequence[ServedAnswer], outputs: Sequence[str], raw: bool, single: bool
) -> list[JsonObject] | list[list[JsonObject]]:
    """Return the scores of each text, the largest first, of a ``single`` one without a list around it."""

    def scores(each: ServedAnswer) -> list[JsonObject]:
        own = each.prediction
        if raw:
            pairs = zip(outputs, each.logits, strict=True)
        elif own.classes:
            pairs = zip(own.classes, own.probabilities, strict=True)
        else:
            pairs = zip(("number",), (float(own.label),), strict=True)
        return [
            {"score": score, "label": label}
            for label, score in sorted(pairs, key=lambda pair: pair[1], reverse=True)
        ]

    answers = [scores(each) for each in served]
    return answers[0] if single else answers
