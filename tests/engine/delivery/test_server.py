"""A served model answers over HTTP what it answers at home, and no one who has not the token."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from engine.delivery.api_document import ServedAnswer, TeiQuestion, answer_tei, tei_texts
from engine.delivery.finished_model import find_finished_model
from engine.delivery.server import check_server, is_loopback, open_socket
from engine.errors import UserError
from engine.model.predict import Prediction, predict, predict_logits
from tests import patience
from tests.engine.cli.test_app import palimpsest

pytest.importorskip("uvicorn")
pytest.importorskip("starlette")
TEXTS = ["Who wrote it?", "How many cities are there?", "Where is the river?"]
TOKEN = "a token of some length"


@pytest.fixture(scope="module")
def server(store: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, and its address."""
    command = [sys.executable, "-m", "engine", "serve", "one", "--port", "0", "--json", "--store", str(store)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PALIMPSEST_SERVE_TOKEN": TOKEN}
    ) as process:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["address"]
        yield process, address
        if process.poll() is None:
            process.kill()


def ask(
    address: str,
    path: str,
    body: object = None,
    token: str = TOKEN,
    kind: str = "application/json",
    **headers: str,
) -> tuple[int, Any]:
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(f"{address}{path}", data, {"Content-Type": kind, **headers})
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request) as answer:
            text = answer.read().decode()
            return answer.status, json.loads(text) if text.startswith(("{", "[")) else text
    except urllib.error.HTTPError as error:
        text = error.read().decode()
        return error.code, json.loads(text) if text.startswith("{") else text


def test_it_answers_what_the_engine_answers(server: tuple[object, str], store: Path) -> None:
    address = server[1]
    expected = predict(find_finished_model(store, "one").load(), TEXTS)
    status, found = ask(address, "/predict", {"texts": TEXTS})
    assert status == 200
    for said, own in zip(found["predictions"], expected, strict=True):
        assert said["label"] == own.label
        assert list(said["probabilities"]) == list(own.classes)
        assert list(said["probabilities"].values()) == pytest.approx(own.probabilities, abs=1e-5)
    with ThreadPoolExecutor(8) as clients:  # many at once: each gets the answer to its own text
        answers = list(clients.map(lambda n: ask(address, "/predict", {"texts": [TEXTS[n % 3]]}), range(24)))
    labels = [found["predictions"][0]["label"] for _, found in answers]
    assert labels == [expected[n % 3].label for n in range(24)]
    about = ask(address, "/model")[1]
    assert about["texts"] == 27 and 2 <= about["batches"] <= 25
    assert about["classes"] == list(expected[0].classes)
    assert ask(address, "/health", token="") == (200, {"status": "ok"})
    assert ask(address, "/schema")[1]["question"]["required"] == ["texts"]
    assert ask(address, "/nothing") == (404, {"error": "Not Found"})
    assert ask(address, "/health", {}) == (405, {"error": "Method Not Allowed"})


@pytest.mark.parametrize(
    ("body", "more", "status", "words"),
    [
        ({"texts": TEXTS}, {"token": ""}, 401, "token"),
        ({"texts": TEXTS}, {"token": "another token of some length"}, 401, "token"),
        ({"texts": TEXTS}, {"kind": "text/plain"}, 415, "application/json"),
        (b"{", {}, 422, "JSON"),
        ({"texts": []}, {}, 422, "texts"),
        ({"texts": [1]}, {}, 422, "texts"),
        ({"texts": ["a"] * 1025}, {}, 422, "1024"),
        ({"text": "a"}, {}, 422, "texts"),
        ({"texts": [["a", "b"]]}, {}, 422, "reads no pairs"),
        (b" " * 8_000_001, {}, 413, "bytes"),
        ({"texts": TEXTS}, {"Host": "a.page.elsewhere"}, 400, "host"),
        ({"texts": TEXTS}, {"Host": "[::1"}, 400, "host"),
    ],
)
def test_bad_questions_are_refused(
    server: tuple[object, str], body: object, more: dict[str, str], status: int, words: str
) -> None:
    code, said = ask(server[1], "/predict", body, **more)
    assert code == status and words in said["error"]


def test_clients_of_text_embeddings_inference_are_answered(server: tuple[object, str], store: Path) -> None:
    """Shapes as its API has them: one text gives a list of scores, the largest first; several give a list of these."""
    address, model = server[1], find_finished_model(store, "one").load()
    expected, logits = predict(model, TEXTS), predict_logits(model, TEXTS).tolist()

    def scores(own: Prediction) -> list[tuple[str, float]]:
        pairs = zip(own.classes, own.probabilities, strict=True)
        return sorted(pairs, key=lambda pair: -pair[1])

    status, found = ask(
        address, "/predict", {"inputs": TEXTS[0], "truncate": True, "truncation_direction": "Right"}
    )
    assert status == 200 and set(found[0]) == {"score", "label"}
    assert [each["label"] for each in found] == [name for name, _ in scores(expected[0])]
    assert [each["score"] for each in found] == pytest.approx([v for _, v in scores(expected[0])], abs=1e-5)
    for inputs in (TEXTS, [[text] for text in TEXTS]):
        status, many = ask(address, "/predict", {"inputs": inputs})
        assert [each[0]["label"] for each in many] == [own.label for own in expected]
    raw = ask(address, "/predict", {"inputs": [[TEXTS[1]]], "raw_scores": True})[1]
    values = {each["label"]: each["score"] for each in raw[0]}
    assert values == pytest.approx(dict(zip(model.classes, logits[1], strict=True)), abs=1e-4)
    long = " ".join(TEXTS * 20)
    assert ask(address, "/predict", {"inputs": long})[0] == 200
    assert ask(address, "/predict", {"inputs": long, "truncate": False})[0] == 413
    for inputs, words in (
        ([["a", "b"]], "reads no pairs"),
        ([], "0 texts"),
        ([3], "inputs"),
        (["a"] * 1025, "1,024"),
    ):
        code, said = ask(address, "/predict", {"inputs": inputs})
        assert code == 422 and words in said["error"], said


def test_pairs_and_numbers_in_its_questions() -> None:
    pair = TeiQuestion(inputs=["one", "two"])
    assert tei_texts(pair, True, 9) == (["one\ttwo"], True) and tei_texts(pair, False, 9) == (
        ["one", "two"],
        False,
    )
    assert tei_texts(TeiQuestion(inputs=[["a\tb", "c"], ["d", "e"]]), True, 9) == (["a b\tc", "d\te"], False)
    number = ServedAnswer(Prediction("3.5", (), ()), (0.2,), False)
    assert answer_tei([number], ("number",), False, True) == [{"score": 3.5, "label": "number"}]


def test_its_api_is_described_without_the_network(server: tuple[object, str]) -> None:
    status, document = ask(server[1], "/openapi.json", token="")
    assert status == 200 and document["openapi"].startswith("3.1")
    schemas = document["components"]["schemas"]
    named = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(document)))
    assert named <= set(schemas) and {"PredictQuestion", "TeiQuestion"} <= named
    for path, methods in document["paths"].items():
        code = ask(server[1], path, {"texts": TEXTS} if "post" in methods else None)[0]
        assert code == 200, path
    page = ask(server[1], "/docs", token="")[1]
    assert "/predict" in page and not re.findall(r"""(?:src|href)=["']?https?:|@import|url\(""", page)


def exchange(address: str, *parts: bytes, end: bool = False, seconds: float = 30.0) -> bytes:
    """Send ``parts`` over a socket of one's own, and return all that comes until the server closes it."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    with socket.create_connection((host, int(port)), timeout=seconds) as line:
        for part in parts:
            line.sendall(part)
        if end:
            line.shutdown(socket.SHUT_WR)
        found = b""
        while more := line.recv(65_536):
            found += more
        return found


HEAD = (
    f"POST /predict HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
    "Content-Type: application/json\r\n"
)


def test_refusals_reach_who_still_sends(server: tuple[object, str]) -> None:
    body = b" " * 20_000_000
    said = exchange(server[1], f"{HEAD}Content-Length: {len(body)}\r\n\r\n".encode(), body)
    assert said.startswith(b"HTTP/1.1 413") and b"8,000,000 bytes" in said
    waiting = f"{HEAD}Content-Length: {10**18}\r\nExpect: 100-continue\r\n\r\n".encode()
    assert exchange(server[1], waiting).startswith(b"HTTP/1.1 413")
    said = exchange(server[1], HEAD.encode(), b"X-Long: " + b"a" * 200_000 + b"\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 431") and b"65,536 bytes" in said
    assert exchange(server[1], b"no HTTP at all\r\n\r\n").startswith(b"HTTP/1.1 400")
    assert ask(server[1], "/health") == (200, {"status": "ok"})


def test_a_client_that_leaves_or_dawdles_holds_nothing_and_leaves_no_traceback(
    store: Path, tmp_path: Path
) -> None:
    """Heads and bodies that never end are refused in time; who hangs up is a line of the debug log at most."""
    code = (
        "import engine.delivery.connections as c, engine.delivery.server as s; from engine.cli.app import main; "
        "c.HEAD_SECONDS = s.BODY_SECONDS = 1.0; c.MAX_CONNECTIONS = 20; main()"
    )
    with (tmp_path / "log").open("w", encoding="utf-8") as log:
        command = [sys.executable, "-c", code, "serve", "one", "--port", "0", "--json", "--store", str(store)]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=os.environ | {"PALIMPSEST_SERVE_TOKEN": TOKEN},
        )
        try:
            assert process.stdout is not None
            address = json.loads(process.stdout.readline())["address"]
            assert exchange(address, b"GET /health HT").startswith(b"HTTP/1.1 408")
            whole = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
            # It is closed after a second head too, by this limit or by that of idle connections.
            assert exchange(address, whole, b"GET /hea").startswith(b"HTTP/1.1 200")
            begun = f"{HEAD}Content-Length: 5000\r\n\r\nabc".encode()
            assert exchange(address, begun).startswith(b"HTTP/1.1 408")
            host, _, port = address.removeprefix("http://").rpartition(":")
            for end in (begun, f"{HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n".encode(), b"GET"):
                for reset in (False, True):
                    line = socket.create_connection((host, int(port)))
                    line.sendall(end)
                    if reset:  # no farewell, as a laptop that is closed
                        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    line.close()
            idle = [socket.create_connection((host, int(port))) for _ in range(20)]
            answers = {exchange(address, whole + b"\r\n")[:12] for _ in range(3)}
            for each in idle:
                each.close()
            assert answers <= {b"HTTP/1.1 503", b"HTTP/1.1 200"} and b"HTTP/1.1 503" in answers
            until = time.monotonic() + patience.seconds(10)
            while ask(address, "/health")[0] == 503 and time.monotonic() < until:
                time.sleep(0.1)  # until it has seen that they have gone
            assert ask(address, "/health")[0] == 200
        finally:
            process.terminate()
            process.communicate()
    said = (tmp_path / "log").read_text(encoding="utf-8")
    assert "Traceback" not in said and not said.strip(), said


def test_a_client_that_leaves_as_its_time_ends_is_no_error(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from uvicorn.config import Config
    from uvicorn.server import ServerState

    from engine.delivery import connections

    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.5)

    async def leave() -> None:
        connections.quiet_errors()
        loop, config = asyncio.get_running_loop(), Config(print, interface="asgi3")
        server = await loop.create_server(
            lambda: connections.LimitedProtocol(config, ServerState(), {}), "127.0.0.1"
        )
        client = socket.create_connection(server.sockets[0].getsockname())
        await asyncio.sleep(0.1)
        loop.call_later(0.1, client.close)
        time.sleep(0.6)  # both are due in one round of the loop
        await asyncio.sleep(0.1)
        server.close()

    asyncio.run(leave())
    assert [record.getMessage() for record in caplog.records] == []


def test_an_error_of_the_machine_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    from engine.delivery.connections import quiet_errors

    async def flood() -> None:
        quiet_errors()
        for _ in range(50):
            error = OSError(24, "Too many open files")
            asyncio.get_running_loop().call_exception_handler(
                {"message": "socket.accept() out of system resource", "exception": error}
            )

    with caplog.at_level("ERROR", logger="palimpsest.serve"):
        asyncio.run(flood())
    (record,) = caplog.records
    assert "Too many open files" in record.getMessage() and record.exc_info is None


def test_told_to_end_it_ends_well(store: Path, server: tuple[subprocess.Popen[str], str]) -> None:
    process, address = server
    port = address.rpartition(":")[2]
    taken = palimpsest("serve", "one", "--store", store, "--port", port)
    assert taken.code == 2 and port in taken.err and "--port" in taken.err
    process.send_signal(signal.SIGTERM)
    assert process.wait() in (0, -signal.SIGTERM)
    with pytest.raises(urllib.error.URLError):
        ask(address, "/health")


def test_others_need_a_token(store: Path, tmp_path: Path) -> None:
    said = palimpsest("serve", "one", "--store", store, "--host", "0.0.0.0")
    assert said.code == 2 and "--token-file" in said.err
    (tmp_path / "token").write_text("short\n", encoding="utf-8")
    said = palimpsest("serve", "one", "--store", store, "--host", "::", "--token-file", tmp_path / "token")
    assert said.code == 2 and "16 characters" in said.err
    check_server("0.0.0.0", TOKEN)
    assert is_loopback("127.0.0.1") and is_loopback("[::1]") and is_loopback("localhost")
    assert not is_loopback("0.0.0.0") and not is_loopback("example.org")
    with open_socket("127.0.0.1", 0) as opened:
        port = opened.getsockname()[1]
        assert port > 0
        socket.create_connection(("127.0.0.1", port)).close()  # who comes before the server answers waits
        with pytest.raises(UserError, match="nothing can be served"):
            open_socket("203.0.113.7", 80)
        with pytest.raises(UserError, match="in use") as busy:
            open_socket("127.0.0.1", port)
        assert busy.value.place == f"127.0.0.1:{port}" and "--port" in busy.value.remedy
