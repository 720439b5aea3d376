"""``palimpsest serve``: a run's model behind HTTP, for programs on this machine or, with a token, on others.

``POST /predict`` takes ``{"texts": ["...", ...]}`` and returns one prediction for each text. It also accepts the
requests of text-embeddings-inference clients (``engine.delivery.api_document``). ``GET /health`` reports that the
server is running. ``GET /docs`` and ``GET /openapi.json`` describe requests and responses. Simultaneous requests are
computed together. Starlette and uvicorn parse HTTP and shut down gracefully, and ``engine.delivery.connections`` limits
connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import ipaddress
import json
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.delivery.api_document import (
    TEI_ANSWER,
    ServedAnswer,
    TeiQuestion,
    answer_tei,
    describe_schemas,
    document_page,
    open_api,
    pair_as_line,
    tei_texts,
)
from engine.delivery.batching import Batcher, QueueFullError
from engine.delivery.finished_model import Arithmetic, FinishedModel, compare_with_32_bits
from engine.delivery.rows import LINE_COLUMN, TextColumns
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.model.conversion.export import CHECK_TEXTS
from engine.model.predict import Prediction, answer_logits, encode_texts, predict_encoded
from engine.spec.base import describe_error

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

    Handler = Callable[[Request], Awaitable[Response]]

MAX_TEXTS = 1024
"""Maximum number of texts in a request."""
MAX_BYTES = 8_000_000
"""Maximum size of a request."""
DRAINED_BYTES = 8 * MAX_BYTES
"""Maximum number of bytes of a larger request that are read and discarded, so that the client can read the refusal."""
BODY_SECONDS = 30.0
"""Maximum time to send a request."""
BACKLOG = 2048
"""Maximum number of connections waiting to be accepted."""
GRACE_SECONDS = 30
"""Maximum time for pending requests after a request to shut down."""
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
log = logging.getLogger("palimpsest.serve")
REMEDY = "Install it with: pip install 'palimpsest[serve]'"


class PredictQuestion(BaseModel):
    """Texts to classify. For a model for pairs each is a list of its two segments."""

    model_config = ConfigDict(extra="forbid", strict=True)
    texts: list[str | tuple[str, str]] = Field(min_length=1, max_length=MAX_TEXTS)


class ServedPrediction(BaseModel):
    """The prediction for one text: its class, and the probability of each class (none for real numbers).

    The class is empty where the model's decision rule withholds the answer.
    """

    label: str
    probabilities: dict[str, float]


class PredictAnswer(BaseModel):
    """A prediction for each text, in order."""

    predictions: list[ServedPrediction]


@dataclass(frozen=True)
class ServedModel:
    """A function from texts to predictions, with its description.

    Attributes:
        outputs: names of its outputs, for raw scores. Empty unless each class has one.
        note: device and precision.
    """

    name: str
    run: int
    classes: tuple[str, ...]
    pair: bool
    compute: Callable[[Sequence[str]], list[ServedAnswer]]
    outputs: tuple[str, ...] = ()
    note: str = ""


def load_served_model(finished: FinishedModel, arithmetic: Arithmetic = Arithmetic()) -> ServedModel:  # noqa: B008 - frozen
    """Load a run's model. It cleans texts as in training."""
    model, note = arithmetic.load(finished)
    columns = TextColumns((LINE_COLUMN,), (), finished.source)

    def compute(texts: Sequence[str]) -> list[ServedAnswer]:
        encoded = encode_texts(model, [columns.read({LINE_COLUMN: text}) for text in texts])
        logits = predict_encoded(model, encoded)
        parts = zip(answer_logits(model, logits), logits.tolist(), encoded.is_truncated.tolist(), strict=True)
        return [ServedAnswer(finished, tuple(row), cut) for finished, row, cut in parts]

    # The first batch selects and checks kernels. No request should wait for that.
    compute(["One text.\tAnother." if model.pair else "One text."])
    sample = [f"{each}\t{each}" if model.pair else each for each in CHECK_TEXTS]
    outputs = model.classes if model.outputs == len(model.classes) else () if model.classes else ("number",)
    description = f"{note} {compare_with_32_bits(model, sample)}".strip()
    return ServedModel(
        finished.run.name, finished.run.id, model.classes, model.pair, compute, outputs, description
    )


def build_app(model: ServedModel, token: str = "", hosts: Sequence[str] = LOOPBACK_NAMES) -> Starlette:
    """Return the web application.

    Args:
        model: the model to serve.
        token: required in requests (``Authorization: Bearer TOKEN``). Empty: none.
        hosts: accepted host names, so that no web page can reach the server under another name.
    """
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.routing import Route

    service = PredictionService(model, token)
    return Starlette(
        routes=[
            Route("/health", service.health),
            Route("/model", service.require_token(service.about)),
            Route("/openapi.json", service.document),
            Route("/docs", service.page),
            Route("/schema", service.require_token(service.schema)),
            Route("/predict", service.require_token(service.predict), methods=["POST"]),
        ],
        middleware=[Middleware(_require_host, hosts)] if hosts else [],
        exception_handlers={HTTPException: lambda _, e: _refusal(e.status_code, e.detail, e.headers)},
        lifespan=service.lifespan,
    )


def _require_host(app: ASGIApp, hosts: Sequence[str]) -> ASGIApp:
    """Return ``app`` for requests to one of ``hosts``. Others are refused in JSON."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _host_name(dict(scope["headers"]).get(b"host", b"")) not in hosts:
            await _refusal(400, "the host header names another host.")(scope, receive, send)
        else:
            await app(scope, receive, send)

    return answer


def _host_name(header: bytes) -> str:
    with contextlib.suppress(ValueError):
        return urlsplit(f"//{header.decode('latin-1')}").hostname or ""
    return ""


class PredictionService:
    """Request handlers of a model. Texts of simultaneous requests are computed together."""

    def __init__(self, model: ServedModel, token: str) -> None:
        self.model, self.token = model, token
        self.batcher: Batcher[ServedAnswer] = Batcher(model.compute)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Run the batcher from the start of the server to its end."""
        from engine.delivery.connections import quiet_errors

        quiet_errors()
        self.batcher.start()
        yield
        await self.batcher.stop()

    def require_token(self, handler: Handler) -> Handler:
        """Return ``handler`` for requests with the token, and a refusal for others."""

        async def check(request: Request) -> Response:
            header = request.headers.get("authorization", "")
            if self.token and not hmac.compare_digest(header.encode(), f"Bearer {self.token}".encode()):
                message = "The token is missing or another: Authorization: Bearer TOKEN."
                return _refusal(401, message, {"WWW-Authenticate": "Bearer"})
            return await handler(request)

        return check

    async def health(self, _: Request) -> Response:
        """Report that the server is running."""
        return _json({"status": "ok"})

    async def about(self, _: Request) -> Response:
        """Describe the model and the requests so far."""
        return _json(
            {
                "run": self.model.run,
                "name": self.model.name,
                "classes": list(self.model.classes),
                "pair": self.model.pair,
                "texts": self.batcher.texts,
                "batches": self.batcher.batches,
            }
        )

    async def schema(self, _: Request) -> Response:
        """Return JSON schemas of requests and responses."""
        return _json(
            {"question": PredictQuestion.model_json_schema(), "answer": PredictAnswer.model_json_schema()}
        )

    async def document(self, _: Request) -> Response:
        """Return the OpenAPI document. It does not describe the model, so it needs no token."""
        return _json(DOCUMENT)

    async def page(self, _: Request) -> Response:
        """Return the document as a page."""
        from starlette.responses import HTMLResponse

        return HTMLResponse(document_page(SCHEMAS, EXAMPLES))

    async def predict(self, request: Request) -> Response:
        """Classify the texts of a request, of either kind."""
        from starlette.requests import ClientDisconnect

        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return _refusal(415, "The question must be application/json.")
        try:
            body = await asyncio.wait_for(_read_body(request), BODY_SECONDS)
            if body is None:
                return _refusal(413, f"The question has more than {MAX_BYTES:,} bytes.", CLOSE_HEADER)
            return await self._answer(body)
        except TimeoutError:
            return _refusal(408, f"The question took more than {BODY_SECONDS:.0f} seconds.", CLOSE_HEADER)
        except ClientDisconnect:
            log.debug("a client left in the middle of its question")
            return _refusal(400, "The question is not complete.", CLOSE_HEADER)

    async def _answer(self, body: bytes) -> Response:
        try:
            content = json.loads(body)
            as_tei = isinstance(content, dict) and "inputs" in content
            question = (TeiQuestion if as_tei else PredictQuestion).model_validate_json(body)
            if isinstance(question, TeiQuestion):
                texts, single = tei_texts(question, self.model.pair, MAX_TEXTS)
            else:
                texts, single = _question_texts(question, self.model.pair), False
        except ValidationError as error:
            return _refusal(422, "; ".join(describe_error(each) for each in error.errors()))
        except RecursionError:
            return _refusal(422, "The question is nested too deeply.")
        except UserError as error:
            return _refusal(422, str(error))
        except ValueError as error:
            return _refusal(422, f"The question is not JSON: {error}.")
        try:
            answers = await self.batcher.ask(texts)
        except QueueFullError:
            return _refusal(503, "Too many texts are waiting: ask again later.", {"Retry-After": "1"})
        if isinstance(question, TeiQuestion):
            if question.truncate is False and any(each.cut for each in answers):
                return _refusal(413, "A text is longer than the model reads; 'truncate': true cuts it.")
            if question.raw_scores and not self.model.outputs:
                return _refusal(422, "raw_scores: this model has thresholds, not a score for each class.")
            return _json(answer_tei(answers, self.model.outputs, question.raw_scores, single))
        return _json(PredictAnswer(predictions=[_record(each.prediction) for each in answers]).model_dump())


CLOSE_HEADER = {"Connection": "close"}
EXAMPLES: list[JsonObject] = [
    {"texts": ["A text.", "Another one."]},
    {"texts": [["The first segment.", "The second one."]]},
    {"inputs": "A text.", "raw_scores": False, "truncate": True},
    {"inputs": [["A text."], ["Another one."]]},
]
SCHEMAS = describe_schemas([PredictQuestion, TeiQuestion, PredictAnswer], {"TeiAnswer": TEI_ANSWER})
DOCUMENT = open_api(SCHEMAS, ["PredictQuestion", "TeiQuestion"], ["PredictAnswer", "TeiAnswer"])


def _question_texts(question: PredictQuestion, pair: bool) -> list[str]:
    """Return the texts of a request as model inputs. Raises UserError for texts of the other kind (pairs or single)."""
    if any(isinstance(text, str) == pair for text in question.texts):
        expected = "a list of two segments" if pair else "one text, for the model reads no pairs"
        raise UserError(f"each must be {expected}.", place="texts")
    return [text if isinstance(text, str) else pair_as_line(*text) for text in question.texts]


def _json(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    from starlette.responses import JSONResponse

    return JSONResponse(value, status, headers)


def _refusal(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    return _json({"error": message}, status, headers)


async def _read_body(request: Request) -> bytes | None:
    """Return the body, or None if it has more than ``MAX_BYTES``.

    Enough of a larger body is read for the client to read the refusal.
    """
    body, size = bytearray(), 0
    expects_continue = request.headers.get("expect", "").lower() == "100-continue"
    declared_size = request.headers.get("content-length", "")
    if expects_continue and declared_size.isdigit() and int(declared_size) > MAX_BYTES:
        return None  # the client waits for permission to send
    async for part in request.stream():
        size += len(part)
        if size <= MAX_BYTES:
            body += part
        elif size > DRAINED_BYTES:
            break
    return bytes(body) if size <= MAX_BYTES else None


def _record(prediction: Prediction) -> ServedPrediction:
    probs = {
        name: round(value, 6)
        for name, value in zip(prediction.classes, prediction.probabilities, strict=False)
    }
    return ServedPrediction(label=prediction.label, probabilities=probs)


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach ``host``."""
    if host.strip("[]") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def open_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket. Port 0 means any free port.

    Raises UserError when the port is in use, or the address is not one of this machine.
    """
    listener: socket.socket | None = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        # From now on connections wait instead of being refused until the server is ready.
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        if listener is not None:
            listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(
            f"nothing can be served there ({reason}).",
            place=f"{host}:{port}",
            remedy="Choose another --port (0: any that is free) or --host.",
        ) from None
    return listener


def check_server(host: str, token: str) -> None:
    """Raise UserError unless the packages are installed, and a token is given if others can reach the server."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise UserError(f"serving needs {error.name}.", place="serve", remedy=REMEDY) from None
    if not is_loopback(host) and len(token) < 16:
        raise UserError(
            "other machines can reach this address, so requests must carry a token of at least 16 characters.",
            place=f"--host {host}",
            remedy="Put one into a file and name it with --token-file, or leave --host out.",
        )


def serve_model(model: ServedModel, host: str, port: int, token: str, ready: Callable[[str], object]) -> None:
    """Serve until the process is stopped (Ctrl+C, SIGTERM). Pending requests are answered first.

    ``ready`` is called with the address once the port is open.
    """
    import uvicorn

    from engine.delivery.connections import LimitedProtocol

    check_server(host, token)
    listener = open_socket(host, port)
    try:
        app = build_app(model, token, (*LOOPBACK_NAMES, host.lower()) if is_loopback(host) else ())
        config = uvicorn.Config(
            app,
            http=LimitedProtocol,
            backlog=BACKLOG,
            log_level="error",
            access_log=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
            lifespan="on",
        )
        address = f"[{host.strip('[]')}]" if ":" in host else host
        ready(f"http://{address}:{listener.getsockname()[1]}")
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        listener.close()
