"""An upload goes to the Hub as the user, or is refused with the remedy; the Hub is a local stand-in."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.engine.lab.trained import trained

TOKEN = "hf_a_token_that_may_write"


class StandIn(ThreadingHTTPServer):
    """Answers as the Hub does to the questions of an upload without large files."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.created: list[dict[str, object]] = []
        super().__init__(("127.0.0.1", 0), Handler)


class Handler(BaseHTTPRequestHandler):
    server: StandIn

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length")
        body = self.rfile.read(int(length)) if length else self._chunks()
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            self._answer(401, {"error": "Invalid username or password."})
        elif self.path == "/api/repos/create":
            self.server.created.append(json.loads(body))
            self._answer(200, {"url": f"http://127.0.0.1:{self.server.server_port}/me/moods"})
        elif self.path == "/api/validate-yaml":
            self._answer(200, {"errors": [], "warnings": []})
        elif self.path.endswith("/preupload/main"):
            wanted = json.loads(body)["files"]
            kinds = [
                {"path": each["path"], "uploadMode": "regular", "shouldIgnore": False} for each in wanted
            ]
            self._answer(200, {"files": kinds})
        elif self.path.endswith("/commit/main"):
            for line in body.splitlines():
                entry = json.loads(line)
                if entry["key"] == "file":
                    self.server.files[entry["value"]["path"]] = base64.b64decode(entry["value"]["content"])
            self._answer(
                200,
                {"success": True, "commitUrl": "https://huggingface.co/me/moods/commit/1", "commitOid": "1"},
            )
        else:
            self._answer(404, {"error": self.path})

    def do_GET(self) -> None:
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            self._answer(401, {"error": "Invalid username or password."})
        elif self.path == "/api/whoami-v2":
            self._answer(200, {"type": "user", "name": "me", "orgs": []})
        else:
            self._answer(404, {"error": self.path})

    def _chunks(self) -> bytes:
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        return b"".join(parts)

    def _answer(self, status: int, value: object) -> None:
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hub") / "store.sqlite"
    trained(path, "one", encoder="palimpsest-tiny")
    return path


@pytest.fixture
def hub() -> Iterator[StandIn]:
    with StandIn() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


PUSHES = """
import os, sys
from engine.cli import app
store, *pushes = sys.argv[1:]
for each in pushes:
    os.environ["HF_TOKEN"], name = each.split(" ")
    sys.argv = ["palimpsest", "push", "one", name, "--license", "mit", "--store", store]
    try:
        app.main()
    except SystemExit as left:
        print("CODE", left.code, file=sys.stderr)
"""


def push(store: Path, home: Path, address: str, *pushes: str) -> list[str]:
    """Return what one process says that uploads, each time with a token, to a name: as ``"token name"``."""
    own = {"HF_HUB_OFFLINE": "0", "HF_HOME": str(home), "HF_ENDPOINT": address}
    command = [sys.executable, "-c", PUSHES, str(store), *pushes]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | own)
    return [done.stdout, *re.split(r"(?<=CODE \d)\n", done.stderr)[:-1]]


def test_a_model_is_uploaded_with_its_card(store: Path, tmp_path: Path, hub: StandIn) -> None:
    said, _ = push(store, tmp_path, f"http://127.0.0.1:{hub.server_port}", f"{TOKEN} me/moods")
    assert "/me/moods: uploaded" in said
    assert hub.created[0]["name"] == "moods" and hub.created[0]["organization"] == "me"
    assert hub.created[0].get("private", hub.created[0].get("visibility")) in (True, "private")
    assert {"config.json", "model.safetensors", "tokenizer.json", "README.md"} <= hub.files.keys()
    assert b'license: "mit"' in hub.files["README.md"]


def test_refusals_name_the_remedy(store: Path, tmp_path: Path, hub: StandIn) -> None:
    address = f"http://127.0.0.1:{hub.server_port}"
    _, nobody, other, unowned = push(
        store, tmp_path, address, " me/moods", "hf_another_token me/moods", f"{TOKEN} moods"
    )
    _, nowhere = push(store, tmp_path, "http://127.0.0.1:9", f"{TOKEN} me/moods")
    assert "hf auth login" in nobody
    assert "401" in other and "hf auth login" in other
    assert "cannot be reached" in nowhere
    assert "user/name" in unowned
    assert all(each.endswith("CODE 2") for each in (nobody, other, nowhere, unowned))
    assert hub.files == {}
