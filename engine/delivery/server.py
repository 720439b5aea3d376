"""``palimpsest serve``: a run's model behind HTTP, for programs on this machine or, with a token, on others.

``POST /predict`` takes ``{"texts": ["...", ...]}`` and answers with a prediction each; ``GET /health`` says that the
server is well, ``GET /schema`` how questions and answers look (JSON schema). What comes at the same time is computed
together. HTTP is Starlette's and uvicorn's affair: parsing, time limits, ending when asked to.
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.delivery.batching import Batcher, QueueFullError
from engine.delivery.finished_model import FinishedModel
from engine.delivery.row_stream import LINE_COLUMN
from engine.delivery.text_columns import TextColumns
from engine.errors import UserError
from engine.model.predict import Prediction, predict
from engine.spec.experiment import describe_error

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

    Answer = Callable[[Request], Awaitable[Response]]

MAX_TEXTS = 1024
"""Texts of one question."""
MAX_BYTES = 8_000_000
"""Size of one question."""
BACKLOG = 2048
"""Connections that may wait to be accepted."""
GRACE_SECONDS = 30
"""How long questions in work may take when the server is told to end."""
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1", "[::1]")
REMEDY = "Install it with: pip install 'palimpsest[serve]'"


class PredictQuestion(BaseModel):
    """Texts to classify; for a model for pairs each is a list of its two segments."""

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
    """What answers: a function from texts to predictions, and what is said of it."""

    name: str
    run: int
    classes: tuple[str, ...]
    pair: bool
    compute: Callable[[Sequence[str]], list[Prediction]]


def load_served_model(found: FinishedModel) -> ServedModel:
    """Load a run's model, texts cleaned as in training."""
    model = found.load()
    columns = TextColumns((LINE_COLUMN,), (), found.source)

    def compute(texts: Sequence[str]) -> list[Prediction]:
        return predict(model, [columns.read({LINE_COLUMN: text}) for text in texts])

    # The first batch chooses and checks kernels, which no one who asks should wait for.
    compute(["One text.\tAnother." if model.pair else "One text."])
    return ServedModel(found.run.name, found.run.id, model.classes, model.pair, compute)


def build_app(model: ServedModel, token: str = "", hosts: Sequence[str] = LOOPBACK_NAMES) -> Starlette:
    """Return the web application.

    Args:
        model: what answers.
        token: what questions must carry (``Authorization: Bearer TOKEN``); empty: nothing.
        hosts: names by which the server may be addressed, so that no web page reaches it under a name of its own.
    """
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.routing import Route

    service = PredictionService(model, token)
    allowed = list(hosts)
    return Starlette(
        routes=[
            Route("/health", service.health),
            Route("/model", service.guarded(service.about)),
            Route("/schema", service.guarded(service.schema)),
            Route("/predict", service.guarded(service.predict), methods=["POST"]),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=allowed)] if allowed else [],
        lifespan=service.lifespan,
    )


class PredictionService:
    """What a model answers to each kind of request; texts of requests that come together are computed together."""

    def __init__(self, model: ServedModel, token: str) -> None:
        self.model, self.token = model, token
        self.batcher: Batcher[Prediction] = Batcher(model.compute)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Compute from the start of the server to its end."""
        self.batcher.start()
        yield
        await self.batcher.stop()

    def guarded(self, answer: Answer) -> Answer:
        """Return ``answer`` for requests that carry the token, and a refusal for others."""

        async def check(request: Request) -> Response:
            given = request.headers.get("authorization", "")
            if self.token and not hmac.compare_digest(given.encode(), f"Bearer {self.token}".encode()):
                message = "The token is missing or another: Authorization: Bearer TOKEN."
                return _refusal(401, message, {"WWW-Authenticate": "Bearer"})
            return await answer(request)

        return check

    async def health(self, _: Request) -> Response:
        """Say that the server is well."""
        return _json({"status": "ok"})

    async def about(self, _: Request) -> Response:
        """Describe the model, and what has been asked of it."""
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
        """Describe questions and answers as JSON schemas."""
        return _json(
            {"question": PredictQuestion.model_json_schema(), "answer": PredictAnswer.model_json_schema()}
        )

    async def predict(self, request: Request) -> Response:
        """Classify the texts of a question."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return _refusal(415, "The question must be application/json.")
        body = await _read_body(request)
        if body is None:
            return _refusal(413, f"The question has more than {MAX_BYTES:,} bytes.")
        try:
            question = PredictQuestion.model_validate_json(body)
        except ValidationError as error:
            return _refusal(422, "; ".join(describe_error(each) for each in error.errors()))
        if any(isinstance(text, str) == self.model.pair for text in question.texts):
            wanted = "a list of two segments" if self.model.pair else "one text, for the model reads no pairs"
            return _refusal(422, f"texts: each must be {wanted}.")
        texts = [text if isinstance(text, str) else _as_line(*text) for text in question.texts]
        try:
            found = await self.batcher.ask(texts)
        except QueueFullError:
            return _refusal(503, "Too many texts are waiting: ask again later.", {"Retry-After": "1"})
        return _json(PredictAnswer(predictions=[_served(each) for each in found]).model_dump())


def _json(
    value: Mapping[str, object], status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    from starlette.responses import JSONResponse

    return JSONResponse(value, status, headers)


def _refusal(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    return _json({"error": message}, status, headers)


async def _read_body(request: Request) -> bytes | None:
    """Return the body; None as soon as it has more than ``MAX_BYTES``."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_BYTES:
            return None
    return bytes(body)


def _as_line(first: str, second: str) -> str:
    return f"{first.replace(chr(9), ' ')}\t{second}"


def _served(found: Prediction) -> ServedPrediction:
    chances = {name: round(value, 6) for name, value in zip(found.classes, found.probabilities, strict=False)}
    return ServedPrediction(label=found.label, probabilities=chances)


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach ``host``."""
    if host.strip("[]") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at the address; port 0 is any free one.

    Raises UserError when the port is in use, or the address is none of this machine's.
    """
    opened: socket.socket | None = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        opened = socket.socket(family, kind, protocol)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        # From here on connections wait, rather than being refused until the server has begun to answer.
        opened.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        if opened is not None:
            opened.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(
            f"nothing can be served there ({reason}).",
            place=f"{host}:{port}",
            remedy="Choose another --port (0: any that is free) or --host.",
        ) from None
    return opened


def check_server(host: str, token: str) -> None:
    """Raise UserError unless the packages are there, and a token where others can reach the server."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise UserError(f"serving needs {error.name}.", place="serve", remedy=REMEDY) from None
    if not is_loopback(host) and len(token) < 16:
        raise UserError(
            "others can reach this address, so questions must carry a token of 16 characters or more.",
            place=f"--host {host}",
            remedy="Put one into a file and name it with --token-file, or leave --host out.",
        )


def serve_model(model: ServedModel, host: str, port: int, token: str, ready: Callable[[str], object]) -> None:
    """Serve until the process is told to end (Ctrl+C, SIGTERM); questions in work are answered first.

    ``ready`` is called with the address once the port is open.
    """
    import uvicorn

    check_server(host, token)
    opened = open_socket(host, port)
    try:
        local = is_loopback(host)
        app = build_app(model, token, (*LOOPBACK_NAMES, host) if local else ())
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE_SECONDS, lifespan="on"
        )
        shown = f"[{host.strip('[]')}]" if ":" in host else host
        ready(f"http://{shown}:{opened.getsockname()[1]}")
        uvicorn.Server(config).run(sockets=[opened])
    finally:
        opened.close()
