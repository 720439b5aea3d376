"""Requests and responses over HTTP: those of text-embeddings-inference, and the OpenAPI document of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version

from pydantic import BaseModel, ConfigDict

from engine.errors import UserError
from engine.formatting.templates import render_template
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
"""JSON schema of the response."""


class TeiQuestion(BaseModel):
    """Texts to classify, in the form of text-embeddings-inference. Its other fields do not change the response here.

    ``truncate``: false refuses texts longer than the model's input. ``raw_scores``: return logits instead of
    probabilities.
    """

    model_config = ConfigDict(extra="ignore", strict=True)
    inputs: str | list[str] | list[list[str]]
    raw_scores: bool = False
    truncate: bool | None = None


@dataclass(frozen=True)
class ServedAnswer:
    """A prediction, its logits, and whether the text was truncated."""

    prediction: Prediction
    logits: tuple[float, ...]
    cut: bool


def pair_as_line(first: str, second: str) -> str:
    """Return a pair as input for prediction. A tab separates the segments, so tabs in the first are replaced."""
    return f"{first.replace(chr(9), ' ')}\t{second}"


def tei_texts(question: TeiQuestion, pair: bool, limit: int) -> tuple[list[str], bool]:
    """Return the texts of a request as model inputs, and whether it is a single text.

    Raises UserError for no texts, more than ``limit``, or texts of the other kind (pairs or single).
    """
    inputs, single = question.inputs, False
    if isinstance(inputs, str):
        rows, single = [[inputs]], True
    elif pair and len(inputs) == 2 and all(isinstance(each, str) for each in inputs):
        rows, single = [[str(each) for each in inputs]], True
    else:
        rows = [[each] if isinstance(each, str) else each for each in inputs]
    if not 1 <= len(rows) <= limit:
        raise UserError(f"there are {len(rows):,} texts, 1 to {limit:,} are allowed.", place="inputs")
    if any(len(row) != 1 + pair for row in rows):
        expected = "a list of two segments" if pair else "one text, for the model reads no pairs"
        raise UserError(f"each must be {expected}.", place="inputs")
    return [pair_as_line(*row) if pair else row[0] for row in rows], single


def answer_tei(
    answers: Sequence[ServedAnswer], outputs: Sequence[str], raw: bool, single: bool
) -> list[JsonObject] | list[list[JsonObject]]:
    """Return the scores of each text, largest first. With ``single`` there is no outer list."""

    def scores(each: ServedAnswer) -> list[JsonObject]:
        prediction = each.prediction
        if raw:
            pairs = zip(outputs, each.logits, strict=True)
        elif prediction.classes:
            pairs = zip(prediction.classes, prediction.probabilities, strict=True)
        else:
            pairs = zip(("number",), (float(prediction.label),), strict=True)
        return [
            {"score": score, "label": label}
            for label, score in sorted(pairs, key=lambda pair: pair[1], reverse=True)
        ]

    scores_by_text = [scores(each) for each in answers]
    return scores_by_text[0] if single else scores_by_text


TITLE = "palimpsest serve"
KINDS = 'Two kinds of question: {"texts": ...}, or as text-embeddings-inference asks, {"inputs": ...}.'
REFUSALS = {
    "401": "The token is missing or another.",
    "413": "The body is too large.",
    "415": "The body is not application/json.",
    "422": "The body is not a question that this model can answer; the message says why.",
    "503": "Too many texts are waiting: ask again later.",
}


@dataclass(frozen=True)
class Endpoint:
    """A path with its summary, method and media type."""

    path: str
    summary: str
    method: str = "get"
    form: str = "application/json"


PREDICT = Endpoint("/predict", "Classify texts", "post")
ENDPOINTS = (
    PREDICT,
    Endpoint("/model", "Describe the model, and what has been asked of it"),
    Endpoint("/schema", "JSON schemas of question and answer"),
    Endpoint("/health", "Say that the server is well"),
    Endpoint("/openapi.json", "This document"),
    Endpoint("/docs", "This document as a page", form="text/html"),
)


def describe_schemas(models: Sequence[type[BaseModel]], others: JsonObject) -> JsonObject:
    """Return the JSON schemas of ``models`` and of their nested types by name, together with ``others``."""
    parts = dict(others)
    for model in models:
        schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
        parts |= schema.pop("$defs", {})
        parts[model.__name__] = schema
    return parts


def open_api(schemas: JsonObject, questions: Sequence[str], answers: Sequence[str]) -> JsonObject:
    """Return the OpenAPI 3.1 document. ``questions`` and ``answers`` of ``/predict`` are names in ``schemas``."""

    def one_of(names: Sequence[str]) -> JsonObject:
        refs = [{"$ref": f"#/components/schemas/{name}"} for name in names]
        return {"application/json": {"schema": {"oneOf": refs}}}

    paths: JsonObject = {}
    for each in ENDPOINTS:
        answer: JsonObject = {"description": "OK", "content": {each.form: {}}}
        operation: JsonObject = {"summary": each.summary, "responses": {"200": answer}}
        if each is PREDICT:
            answer["content"] = one_of(answers)
            refusals = {code: {"description": description} for code, description in REFUSALS.items()}
            operation = {
                "summary": each.summary,
                "description": KINDS,
                "requestBody": {"required": True, "content": one_of(questions)},
                "responses": {"200": answer, **refusals},
            }
        paths[each.path] = {each.method: operation}
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": version("palimpsest")},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def document_page(schemas: JsonObject, examples: Sequence[JsonObject]) -> str:
    """Return the document as self-contained HTML. ``examples`` are requests for ``/predict``."""
    return render_template(
        "serve_docs.html",
        title=TITLE,
        kinds=KINDS,
        endpoints=ENDPOINTS,
        examples=examples,
        refusals=REFUSALS,
        schemas=schemas,
    )
