"""A model is uploaded, and answers in another arithmetic."""

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
import torch

from engine.compute.device import bf16_units
from engine.delivery.arithmetic import Arithmetic, compare_with_32_bits
from engine.delivery.finished_model import find_finished_model
from engine.model.predict import predict, predict_logits
from tests.engine.cli.test_app import palimpsest

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


TEXTS = ["Who wrote it?", "How many cities are there in the south?", "Where is the river?", "A name?"]
CPU = torch.device("cpu")


def test_precision_is_as_the_hardware_has_units_unless_asked_for(store: Path) -> None:
    found = find_finished_model(store, "one")
    model, said = Arithmetic("cpu").load(found)
    assert model.precision == ("bf16" if bf16_units(CPU) else "fp32") and said.startswith("Computed on cpu")
    exact, said = Arithmetic("cpu", "fp32").load(found)
    assert exact.precision == "fp32" and "32 bits (as asked)" in said
    wide = predict_logits(exact, TEXTS)
    narrow = predict_logits(exact.placed(CPU, "bf16"), TEXTS)
    assert narrow.dtype == torch.float32
    assert 0 < float((wide - narrow).abs().max()) < 0.05 * float(wide.abs().max()), "rounded to 8 bits"
    torch.testing.assert_close(predict_logits(exact, TEXTS[::-1]), wide.flip(0), rtol=1e-4, atol=1e-4)


def test_answers_that_differ_from_32_bits_are_counted(store: Path) -> None:
    """Two classes that are equal but for less than bfloat16 can tell: some answers fall the other way."""
    model, _ = Arithmetic("cpu", "fp32").load(find_finished_model(store, "one"))
    texts = [f"{text} {n}" for n in range(8) for text in TEXTS]
    assert compare_with_32_bits(model, texts) == ""
    with torch.no_grad():
        head = model.model.head
        head.weight[:] = head.weight[:1] + 3e-4 * torch.randn(
            head.weight.shape, generator=torch.manual_seed(1)
        )
        head.bias.zero_()
    narrow = model.placed(CPU, "bf16")
    others = sum(
        a.label != b.label for a, b in zip(predict(model, texts), predict(narrow, texts), strict=True)
    )
    assert others
    assert compare_with_32_bits(narrow, texts).startswith(f"{others} of 32 texts are answered otherwise")


def test_by_command(store: Path) -> None:
    plain = palimpsest(
        "predict", "one", "--text", TEXTS[0], "--store", store, "--precision", "fp32", "--json"
    )
    assert plain.code == 0 and "Computed on cpu in 32 bits (as asked)" in plain.err
    half = palimpsest("predict", "one", "--text", TEXTS[0], "--store", store, "--precision", "bf16", "--json")
    assert half.json[0]["label"] == plain.json[0]["label"] and "bfloat16" in half.err
    for words, said in (
        (("--precision", "half"), "--precision: 'half' is not known. Use auto, fp32 or bf16."),
        (("--device", "tpu"), "--device: 'tpu' is not known."),
        *([] if torch.cuda.is_available() else [(("--device", "cuda:3"), "there is no GPU 'cuda:3'")]),
    ):
        refused = palimpsest("predict", "one", "--text", "x", "--store", store, *words)
        assert refused.code == 2 and said in refused.err, refused.err
