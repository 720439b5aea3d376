"""A hub that vanishes while an encoder is downloaded: the run says so, and goes on when the hub is back."""

from __future__ import annotations

import hashlib
import http.server
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import launch
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import runs

Make = Callable[..., Experiment]
COMMIT = "0" * 40


class Hub:
    """A hub on the loopback address with one model, which can die in the middle of its weights."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.is_dying, self.asked = folder, True, list[str]()
        hub = self

        class Answer(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_HEAD(self) -> None:
                hub.answer(self, body=False)

            def do_GET(self) -> None:
                hub.answer(self, body=True)

            def log_message(self, *_: object) -> None:
                pass

        self._answer = Answer
        self._listen()

    def _listen(self, port: int = 0) -> None:
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), self._answer)
        self.port = self.server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def come_back(self) -> None:
        """Listen again, and die no more."""
        self.is_dying = False
        self._listen(self.port)

    def answer(self, request: http.server.BaseHTTPRequestHandler, *, body: bool) -> None:
        name = request.path.rpartition("/")[2].partition("?")[0]
        self.asked.append(f"{request.command} {request.path}")
        file = self.folder / name
        if "/resolve/" not in request.path or not file.is_file():
            request.send_response(404)
            request.send_header("Content-Length", "0")
            if "/resolve/" in request.path:
                request.send_header("X-Error-Code", "EntryNotFound")
                request.send_header("X-Repo-Commit", COMMIT)
            request.end_headers()
            return
        content = file.read_bytes()
        dies = self.is_dying and name == "model.safetensors"
        if dies and not body:
            content += bytes(2**20)  # there is more than will ever come
        request.send_response(200)
        request.send_header("ETag", f'"{hashlib.sha256(file.read_bytes()).hexdigest()}"')
        request.send_header("X-Repo-Commit", COMMIT)
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        if body and dies:
            request.wfile.write(content[: len(content) // 2])
            request.wfile.flush()
            self.server.shutdown()
            self.server.server_close()
            request.connection.close()
        elif body:
            request.wfile.write(content)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def hub(tiny_bert_folder: Path) -> Iterator[Hub]:
    made = Hub(tiny_bert_folder)
    yield made
    made.close()


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="closes a socket that is being read")
def test_the_run_says_that_the_hub_is_gone_and_goes_on_when_it_is_back(
    path: Path, reviews: Path, hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", hub.address)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    experiment = parse_experiment(
        {
            "name": "from the hub",
            "encoder": {"source": "someone/tiny"},
            "stages": [{"kind": "finetune", "data": {"source": str(reviews), "validation_share": 0.2}}],
            "compute": {"device": "cpu", "precision": "fp32", "threads": 1},
            "probes": {"on": False},
        }
    )
    (number,) = launch.enqueue(path, [experiment], launcher="cli", resolved=True)
    last = list(launch.run_foreground(path, number))[-1]
    log = runs.read_log_tail(last.row.folder)
    assert any("model.safetensors" in each for each in hub.asked), log
    assert last.row.status == "failed", log
    assert "the hub cannot be reached for 'someone/tiny'" in last.row.reason, log
    assert "resume the run" in last.row.reason, log
    hub.come_back()
    launch.resume_run(path, number, launcher="cli")
    assert list(launch.run_foreground(path, number))[-1].exit_code == 0, runs.read_log_tail(last.row.folder)
