"""The serving program as the window talks to it: a real process over a store with a run that was really saved."""

from __future__ import annotations

import io
import json
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import launch
from engine.child_processes import module_command
from engine.data.dataset import load_dataset
from engine.lab.laboratory import Laboratory
from engine.lab.server import INTERRUPTED, QuestionQueue, parse_question, serve
from engine.model.predict import predict
from engine.model.saved_model import load_saved_model
from engine.spec.experiment import parse_experiment
from engine.store import Store, model_paths, runs
from engine.store.datasets import add_dataset
from tests.engine.lab.trained import trained

TEXT = "What metal has the highest melting point ?"


class Client:
    def __init__(self, store: Path) -> None:
        self.process = subprocess.Popen(
            module_command("engine.lab.server", "--store", str(store)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def send(self, **question: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def ask(self, **question: Any) -> dict[str, Any]:
        self.send(**question)
        return self.hear()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("lab") / "palimpsest.sqlite"
    Store(path).close()
    trained(path)
    yield path


@pytest.fixture
def client(store: Path) -> Iterator[Client]:
    server = Client(store)
    yield server
    with server.process:  # closes its pipes
        server.process.kill()


def test_the_newest_question_wins_then_it_answers_survives_nonsense_and_ends(
    client: Client, store: Path
) -> None:
    for number in range(20):  # while the program still imports torch
        client.send(id=number, slot="left", do="predict", text=f"text {number}", run=1)
    answers = {answer["id"]: answer for answer in (client.hear() for _ in range(20))}
    assert sorted(answers) == list(range(20))
    assert "result" in answers[19]
    assert sum("superseded" in answer for answer in answers.values()) >= 17

    prediction = client.ask(id=1, slot="left", do="predict", text=TEXT, run=1)["result"]
    with Store(store) as opened:
        folder, head = model_paths.find_model(opened, 1)
        experiment = runs.get_experiment(opened, 1)
    expected = predict(load_saved_model(folder, head), [TEXT])[0]
    assert prediction["classes"] == list(expected.classes)
    assert prediction["probabilities"] == pytest.approx(expected.probabilities, abs=1e-4)
    assert prediction["classes"][prediction["predicted"]] == expected.label
    assert [TEXT[a:b] for a, b, read in prediction["words"] if read] == TEXT.split()

    assert client.process.stdin is not None
    client.process.stdin.write(b"nonsense\n")
    assert "no JSON" in client.ask(id=2, do="fly")["error"]  # the first of two complaints
    assert 'needs "do"' in client.hear()["error"]
    assert "there is no run 99" in client.ask(id=3, do="predict", text="a", run=99)["error"]
    assert "TypeError" in client.ask(id=4, do="predict", txt="a")["error"]

    explained = client.ask(id=5, slot="left", do="explain", text=TEXT, run=1)["result"]
    assert explained["target"] == prediction["predicted"]
    assert sum(value for *_, value in explained["words"]) == pytest.approx(explained["sum"], abs=1e-3)
    assert explained["sum"] == pytest.approx(explained["difference"], rel=0.025)

    looked = client.ask(id=6, slot="left", do="attention", text=TEXT, run=1, layer=4, head=2)["result"]
    count = len(looked["tokens"])
    for when in ("before", "after"):
        assert len(looked[when]) == count
        assert [sum(row) for row in looked[when]] == pytest.approx([1.0] * count, abs=0.01)
    assert looked["before"] != looked["after"] and len(looked["divergence"]) == 4

    data = load_dataset(experiment.stages[0].data)  # type: ignore[union-attr]
    row = int(data.splits["test"].rows[3])
    texts = client.ask(id=7, do="texts", split="test", rows=[row, 10**6], run=1)["result"]["texts"]
    assert texts == [data.splits["test"].texts[3], None]
    drawn = [client.ask(id=8, do="sample", draw=n, run=1)["result"] for n in (1, 2, 1)]
    assert drawn[0] == drawn[2] != drawn[1] and drawn[0]["label"] in data.classes

    client.process.stdin.close()
    assert client.process.wait(20) == 0


def test_urgent_questions_come_first_and_what_was_left_comes_again() -> None:
    inbox = QuestionQueue()
    explain = {"id": 1, "slot": "left", "do": "explain"}
    assert inbox.put(explain) is None and inbox.put({"id": 2, "slot": "right", "do": "predict"}) is None
    assert inbox.take() == {"id": 2, "slot": "right", "do": "predict"}
    assert inbox.take() == explain and not inbox.should_stop(explain)
    inbox.put({"id": 3, "slot": "left", "do": "attention"})
    assert inbox.should_stop(explain) and inbox.requeue(explain)
    assert [inbox.take(), inbox.take()] == [{"id": 3, "slot": "left", "do": "attention"}, explain]
    inbox.put({"id": 4, "slot": "left", "do": "predict"})
    assert inbox.should_stop(explain) and not inbox.requeue(explain)
    inbox.end()
    assert inbox.take() is None and inbox.should_stop(explain)


def test_an_answer_that_was_left_is_given_later() -> None:
    answers: list[dict[str, Any]] = []
    calls: list[str] = []
    gate = threading.Event()

    def answer(question: dict[str, Any], stopped: Any) -> Any:
        calls.append(question["do"])
        if question["do"] == "explain" and calls.count("explain") == 1:
            gate.set()
            while not stopped():
                pass
            return INTERRUPTED
        return {"done": question["id"]}

    class Lines(io.BytesIO):
        def __iter__(self) -> Iterator[bytes]:  # type: ignore[override]
            yield b'{"id": 1, "slot": "left", "do": "explain"}\n'
            gate.wait()
            yield b'{"id": 2, "slot": "right", "do": "predict"}\n'
            while len(answers) < 2:
                pass

    serve(Lines(), answers.append, answer, lambda: None)
    assert calls == ["explain", "predict", "explain"]
    assert answers == [{"id": 2, "result": {"done": 2}}, {"id": 1, "result": {"done": 1}}]


def test_what_is_no_question() -> None:
    assert parse_question(b"[1]")[1]["id"] is None
    assert parse_question(b'{"id": 4, "do": "explain"}')[0] == {"id": 4, "do": "explain"}


def test_only_a_few_models_stay_loaded(store: Path) -> None:
    laboratory = Laboratory(store)
    numbers = [1, *(trained(store, f"run {n}", seed=n, test=2) for n in (2, 3, 4))]
    for number in numbers:
        laboratory.predict("Who ?", number)
    assert [key[0] for key in laboratory._models] == numbers[1:]


def test_a_text_of_the_catalogue_has_its_number(home: Path, tmp_path: Path) -> None:
    """Only the catalogue knows that its labels are numbers; no model is asked."""
    file = tmp_path / "prices.csv"
    file.write_text("text,label\n" + "".join(f"thing {n},{n / 4}\n" for n in range(60)), encoding="utf-8")
    path = home / "palimpsest.sqlite"
    with Store(path) as store:
        add_dataset(store, "prices", {"source": str(file), "target": {"kind": "number"}})
    stage = {"kind": "finetune", "data": "catalogue:prices", "objective": "regression"}
    (run,) = launch.enqueue(path, [parse_experiment({"stages": [stage]})], launcher="cli")
    sample = Laboratory(path).sample(3, run)
    assert float(sample["label"]) == int(sample["text"].split()[1]) / 4
