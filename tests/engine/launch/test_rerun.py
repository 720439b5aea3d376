"""The same again: a run that is run again gives the same bits, or it is said what was another."""

from __future__ import annotations

import hashlib
import http.server
import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import launch
from engine.analysis.rerun import compare_rerun
from engine.errors import UserError
from engine.launch.rerun import queue_rerun
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, metrics, runs
from tests.engine.cli.test_app import palimpsest

Make = Callable[..., Experiment]


def finish(path: Path, number: int) -> None:
    last = list(launch.run_foreground(path, number))[-1]
    assert last.exit_code == 0, runs.read_log_tail(last.row.folder)


@pytest.fixture(scope="module")
def twice(room: Path, experiment: Make) -> Path:
    """A store with a run of two stages, one of which may be shared, and the same run again."""
    folder = room / "twice"
    folder.mkdir()
    one = experiment("twice", learning_rate=1e-3).model_dump(mode="json")
    made = parse_experiment(one | {"stages": one["stages"] * 2, "recipe": "mine"})
    path = folder / "s.sqlite"
    (number,) = launch.enqueue(path, [made], "a sweep", launcher="cli")
    finish(path, number)
    with Store(path) as store:
        again = queue_rerun(store, number, launcher="cli")
    finish(path, again)
    return path


@pytest.mark.slow
def test_it_is_the_same_to_the_last_bit(twice: Path) -> None:
    with Store(twice) as store:
        found = compare_rerun(store, 1, 2)
        assert found.is_identical, found
        assert found.weights == {1: True, 2: True}
        assert found.predictions[0] > 0 and found.values[0] > 40
        assert found.differences == () and found.missing == ()
        notes = [note.text for note in runs.list_log_lines(store, 2)]
        assert notes[-1] == found.sentences()[0]
        assert notes[-1].startswith("Identical to run 1, bit for bit: weights of 2 stages, ")
        assert not any("is reused from run" in note for note in notes)  # both stages were trained
        assert metrics.read_curves(store, [2], ["train/loss"])[2, "train/loss"].step.size
        # It is no further repetition, and fills no place in a table.
        one, two = (runs.get_run(store, number) for number in (1, 2))
        assert one.identity == two.identity and one.group_identity != two.group_identity
        assert two.recipe == "" and two.notes == "Run 1 again."
        assert "rerun_of" not in runs.get_spec(store, 2) and runs.get_stored_spec(store, 2)["rerun_of"] == 1


@pytest.mark.slow
def test_what_decides_bits_is_recorded(twice: Path) -> None:
    with Store(twice, read_only=True) as store:
        for stage in runs.list_stages(store, 1):
            record = stage.info["computation"]
            assert record["threads"] == 1 and record["precision"] == "fp32" and record["device"] == "cpu"
            assert set(record["attention"]) == {"dropout", "learning", "measuring"}
            assert record["processor"] and len(record["program"]) == 16
            assert len(stage.info["weights"]) == 32
        assert len(runs.list_stages(store, 1)[0].info["encoder_content"]) == 16


@pytest.mark.slow
def test_differences_are_named(twice: Path, tmp_path: Path) -> None:
    """As if the first run had been made by another machine, with other software, and had come to other numbers."""
    path = tmp_path / "s.sqlite"
    with Store(twice) as store:
        store.execute("VACUUM INTO ?", (str(path),))
    with Store(path) as store:
        store.execute(
            "UPDATE runs SET versions = json_set(versions, '$.torch', '1.0'), host = 'elsewhere' WHERE id = 1"
        )
        store.execute(
            """UPDATE stages SET info = json_set(info, '$.computation.threads', 64, '$.weights', 'x')
               WHERE run_id = 1 AND position = 1"""
        )
        store.execute(
            """UPDATE predictions SET confidence = confidence - 0.25
               WHERE run_id = 1 AND position = 0 AND split = 'test'"""
        )
        store.execute(
            "UPDATE metrics SET value = 7 WHERE run_id = 1 AND key = 'train/loss' AND step IN (3, 9)"
        )
        found = compare_rerun(store, 1, 2)
    assert not found.is_identical
    assert found.weights == {1: True, 2: False} and found.predictions[1] == 1
    said = {(each.kind, each.what): (each.before, each.after) for each in found.differences}
    assert said["software", "torch"][0] == "1.0"
    assert said["hardware", "machine"][0] == "elsewhere"
    assert said["computation", "threads of stage 2"] == ("64", "1")
    assert "the weights of stage 2, 1 of " in found.sentences()[0]
    assert found.values[1] == 2 and "(first train/loss at update 3)" in found.sentences()[0]
    assert "Software, torch: 1.0 then, " in " ".join(found.sentences())
    assert found.sentences()[-1] == "Results side by side: palimpsest compare 1 2"
    record = found.as_json()
    assert json.loads(json.dumps(record))["identical"] is False


@pytest.mark.slow
def test_without_the_files_of_the_original_what_the_store_knows_is_compared(
    twice: Path, tmp_path: Path
) -> None:
    """A store of version 0.1.0 recorded no digests: where the files are gone too, the weights are not known."""
    path = tmp_path / "s.sqlite"
    with Store(twice) as store:
        store.execute("VACUUM INTO ?", (str(path),))
    with Store(path) as store:
        store.execute(
            """UPDATE stages SET info = json_remove(info, '$.weights', '$.computation', '$.encoder_content')
               WHERE run_id = 1"""
        )
        found = compare_rerun(store, 1, 2)
    assert found.is_identical and found.weights == {1: None, 2: None}
    assert "weights of stage 1, 2 were not compared" in found.sentences()[1]
    assert {each.before for each in found.differences} == {"not recorded"}


@pytest.mark.slow
def test_changed_and_missing_inputs_are_told_before_anything_is_queued(
    path: Path, room: Path, reviews: Path, tmp_path: Path
) -> None:
    file = tmp_path / "films.csv"
    file.write_bytes(reviews.read_bytes())
    stage = {"kind": "linear_baseline", "data": {"source": str(file), "validation_share": 0.2}}
    (number,) = launch.enqueue(path, [parse_experiment({"name": "bag", "stages": [stage]})], launcher="cli")
    with Store(path) as store, pytest.raises(UserError, match="nothing to compare with"):
        queue_rerun(store, number)
    finish(path, number)
    said = palimpsest("rerun", number, "--store", path)
    assert said.code == 0, said.err
    assert "Identical to run 1, bit for bit" in said.out
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("bad film", "poor film"), encoding="utf-8")
    said = palimpsest("rerun", number, "--store", path)
    assert said.code == 2
    assert "data have changed" in said.err and "films.csv" in said.err and "--anyway" in said.err
    said = palimpsest("rerun", number, "--anyway", "--json", "--store", path)
    assert said.code == 1
    assert said.json["identical"] is False
    assert "data of stage 1" in [each["what"] for each in said.json["differences"]]
    file.unlink()
    said = palimpsest("rerun", number, "--store", path)
    assert said.code == 2 and "films.csv" in said.err
    with Store(path, read_only=True) as store:
        assert len(runs.list_runs(store)) == 3


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
    (number,) = launch.enqueue(path, [experiment], launcher="cli", is_resolved=True)
    last = list(launch.run_foreground(path, number))[-1]
    log = runs.read_log_tail(last.row.folder)
    assert any("model.safetensors" in each for each in hub.asked), log
    assert last.row.status == "failed", log
    assert "the hub cannot be reached for 'someone/tiny'" in last.row.reason, log
    assert "resume the run" in last.row.reason, log
    hub.come_back()
    launch.resume_run(path, number, launcher="cli")
    assert list(launch.run_foreground(path, number))[-1].exit_code == 0, runs.read_log_tail(last.row.folder)
