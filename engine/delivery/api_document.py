"""What ``palimpsest serve`` answers, as an OpenAPI document and as a page that shows it, whole in itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING

from engine.formatting.templates import render_template
from engine.json_types import JsonObject

if TYPE_CHECKING:
    from pydantic import BaseModel

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
    """A path with its answer and the answer's form."""

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
    """Return the JSON schemas of ``models`` and of the types they use by name, and the ``others``."""
    parts = dict(others)
    for model in models:
        schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
        parts |= schema.pop("$defs", {})
        parts[model.__name__] = schema
    return parts


def open_api(schemas: JsonObject, questions: Sequence[str], answers: Sequence[str]) -> JsonObject:
    """Return the OpenAPI 3.1 document. ``questions`` and ``answers`` of ``/predict`` are names of ``schemas``."""

    def one_of(names: Sequence[str]) -> JsonObject:
        refs = [{"$ref": f"#/components/schemas/{name}"} for name in names]
        return {"application/json": {"schema": {"oneOf": refs}}}

    paths: JsonObject = {}
    for each in ENDPOINTS:
        answer: JsonObject = {"description": "OK", "content": {each.form: {}}}
        about: JsonObject = {"summary": each.summary, "responses": {"200": answer}}
        if each is PREDICT:
            answer["content"] = one_of(answers)
            refused = {code: {"description": description} for code, description in REFUSALS.items()}
            about = {
                "summary": each.summary,
                "description": KINDS,
                "requestBody": {"required": True, "content": one_of(questions)},
                "responses": {"200": answer, **refused},
            }
        paths[each.path] = {each.method: about}
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
    """Return the document as HTML that loads nothing from elsewhere. ``examples`` are requests for ``/predict``."""
    return render_template(
        "serve_docs.html",
        title=TITLE,
        kinds=KINDS,
        endpoints=ENDPOINTS,
        examples=examples,
        refusals=REFUSALS,
        schemas=schemas,
    )
