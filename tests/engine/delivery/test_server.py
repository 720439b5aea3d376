"""A served model answers over HTTP what it answers at home, and no one who has not the token."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from engine.delivery.finished_model import find_finished_model
from engine.delivery.server import check_server, is_loopback, open_socket
from engine.errors import UserError
from engine.model.predict import predict
from tests.engine.cli.test_app import palimpsest
from tests.engine.lab.trained import trained

pytest.importorskip("uvicorn")
pytest.importorskip("starlette")
TEXTS = ["Who wrote it?", "How many cities are there?", "Where is the river?"]
TOKEN = "a token of some length"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("serve") / "store.sqlite"
    trained(path, "one", encoder="palimpsest-tiny")
    return path


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
            return answer.status, json.load(answer)
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
    assert [found["predictions"][0]["label"] for _, found in answers] == [
        expected[n % 3].label for n in range(24)
    ]
    about = ask(address, "/model")[1]
    assert (
        about["texts"] == 27 and 2 <= about["batches"] <= 25 and about["classes"] == list(expected[0].classes)
    )
    assert ask(address, "/health", token="") == (200, {"status": "ok"})
    assert ask(address, "/schema")[1]["question"]["required"] == ["texts"]


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
    ],
)
def test_bad_questions_are_refused(
    server: tuple[object, str], body: object, more: dict[str, str], status: int, words: str
) -> None:
    code, said = ask(server[1], "/predict", body, **more)
    assert code == status and words in (said["error"] if isinstance(said, dict) else said)


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
