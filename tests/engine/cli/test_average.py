"""Averages of weights, from the curve to a kept model: exact at both ends, right in between, tested once."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from engine.cli.average import parse_alphas
from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.metrics.base import known_metrics
from engine.model.predict import predict
from engine.model.saved_model import load_saved_model
from engine.spec.experiment import Encoder
from engine.store import Store, model_paths, runs, summaries
from engine.train.weight_averaging import AveragePoint, AveragingCurve, WeightAverager
from tests.engine.cli.test_app import palimpsest
from tests.engine.malformed.cases import Answer
from tests.engine.small_experiments import sentence

SPEC = """name = "Averages"
[encoder]
source = {encoder}
[probes]
text = {general}
texts = 12
[compute]
device = "cpu"
precision = "fp32"
threads = 1
[[stages]]
kind = "finetune"
data = {mood}
epochs = 1
batch_size = 8
max_length = 24
learning_rate = 2e-3
features = {{ layers = "pooler" }}
[[stages]]
kind = "finetune"
data = {size}
epochs = 2
batch_size = 8
max_length = 24
learning_rate = 2e-3
adapter = "lora"
[[stages]]
kind = "multitask"
start = "1"
tasks = [{{ name = "mood", data = {mood} }}, {{ name = "size", data = {size} }}]
epochs = 1
batch_size = 8
max_length = 24
learning_rate = 1e-3
"""


class Place:
    """A finished run of three stages in a store of its own."""

    def __init__(self, folder: Path, encoder: Path) -> None:
        draw = random.Random(3)
        rows = [(draw.random() < 0.5, draw.choice([5, 14])) for _ in range(60)]
        files = {name: folder / f"{name}.csv" for name in ("mood", "size")}
        for name, label in (("mood", lambda p, n: p), ("size", lambda p, n: n > 9)):
            lines = ["label,text", *(f"{int(label(p, n))},{sentence(draw, p, n)}" for p, n in rows)]
            files[name].write_text("\n".join(lines) + "\n", encoding="utf-8")
        general = folder / "general.txt"
        general.write_text("\n".join(sentence(draw, True, 14) for _ in range(120)), encoding="utf-8")
        self.store, self.encoder = folder / "s.sqlite", encoder
        sources = {name: f"{{ source = {json.dumps(str(file))} }}" for name, file in files.items()}
        spec = folder / "averages.toml"
        spec.write_text(
            SPEC.format(encoder=json.dumps(str(encoder)), general=json.dumps(str(general)), **sources),
            encoding="utf-8",
        )
        self.said = self("run", spec, "--json")

    def __call__(self, *arguments: str | Path) -> Answer:
        return palimpsest(*arguments, "--store", self.store)

    @property
    def folder(self) -> Path:
        with Store(self.store) as opened:
            return runs.get_run(opened, 1).folder

    def weights(self, *parts: str) -> dict[str, torch.Tensor]:
        return load_file(self.folder.joinpath(*parts) / "encoder" / "model.safetensors")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, tiny_bert_folder: Path) -> Place:
    made = Place(tmp_path_factory.mktemp("averages"), tiny_bert_folder)
    assert made.said.code == 0, made.said.err
    return made


def test_the_curve_ends_at_the_stage(place: Place) -> None:
    said = place("average", "1", "--stage", "2", "--alphas", "1,0,0.5", "--json")
    assert said.code == 0, said.err
    found = said.json
    assert (found["stage"], found["between"], found["alpha"]) == (2, "stage", [0.0, 0.5, 1.0])
    with Store(place.store) as opened:
        summary = summaries.read_stage_summaries(opened, [1])[1][1]
    assert found["error"][2] == pytest.approx(summary["validation/error"].at_best)
    assert found["loss"][2] == pytest.approx(summary["retention/loss"].at_best, rel=1e-5)
    assert found["drift"][2] == pytest.approx(summary["drift/all"].at_best, rel=1e-4)
    assert found["drift"][0] > 0  # stage 1 has moved already


def test_pretrained_weights_at_one_end(place: Place) -> None:
    said = place("average", "1", "--stage", "2", "--between", "pretrained", "--alphas", "0:1:0.25", "--json")
    found = said.json
    assert found["alpha"] == [0, 0.25, 0.5, 0.75, 1]
    np.testing.assert_allclose(
        found["drift"], found["drift"][4] * np.array(found["alpha"]), rtol=1e-3, atol=1e-7
    )
    with Store(place.store) as opened:
        before = summaries.read_stage_summaries(opened, [1])[1][0]["retention/loss"]
        first = opened.execute(
            "SELECT value FROM metrics WHERE key = 'retention/loss' AND step = 0"
        ).fetchone()
    assert before and found["loss"][0] == pytest.approx(first[0], rel=1e-5)
    text = place("average", "1", "--stage", "2", "--alphas", "0.5,1").out
    assert "Best validation error" in text and "Least forgetting" in text


def test_weights_are_exact_at_both_ends_and_between_them(place: Place, tiny_bert_folder: Path) -> None:
    with Store(place.store) as opened:
        experiment = runs.get_experiment(opened, 1)
    original = load_file(tiny_bert_folder / "model.safetensors")
    ends = {
        "stage": place.weights("stage-1"),
        "pretrained": {k[5:]: v for k, v in original.items() if k[:5] == "bert."},
    }
    after = place.weights("stage-2")
    for between, before in ends.items():
        averager = WeightAverager(experiment, place.folder, 2, between, lambda *_: None)  # type: ignore[arg-type]
        encoder = averager._model.encoder
        for alpha in (0.0, 1.0, 0.3):
            averager.set_alpha(alpha)
            for name, value in encoder.state_dict().items():
                if alpha in (0, 1):
                    assert torch.equal(value, (before, after)[int(alpha)][name])
                else:
                    torch.testing.assert_close(value, 0.7 * before[name] + 0.3 * after[name])


def test_a_kept_average_is_a_model_like_any_other(place: Place) -> None:
    before_it = place("show", "1", "--json").json["test_looks"]["strategies"]
    said = place("average", "1", "--stage", "2", "--keep", "0.7", "--json")
    assert said.code == 0, said.err
    looked = place("show", "1", "--json").json["test_looks"]["strategies"]
    assert looked == before_it + 1, "it was tested: a look beside the run's own"
    assert f"{looked} strategies" in said.json["looks"][0]
    kept = said.json["kept"]
    folder = place.folder / "stage-2" / "average-0.70"
    assert kept["folder"] == str(folder) and "alpha" not in said.json
    before, after, mean = (
        place.weights(*p) for p in (("stage-1",), ("stage-2",), ("stage-2", "average-0.70"))
    )
    for name, value in mean.items():
        torch.testing.assert_close(value, 0.3 * before[name] + 0.7 * after[name])
    head = (load_file(each / "head.safetensors") for each in (folder, folder.parent))
    one, two = head
    assert all(torch.equal(one[name], two[name]) for name in one if not name.startswith("encoder."))
    with Store(place.store) as opened:
        artefact = next(each for each in runs.list_artefacts(opened, 1) if each.kind == "average")
        note = runs.list_log_lines(opened, 1)[-1].text
        assert model_paths.find_model(opened, 1, stage=2, average=0.7) == (folder, "")
        chosen = Encoder(source="run:1/average-0.70")
        experiment = runs.get_experiment(opened, 1).model_copy(update={"encoder": chosen})
        (resolved,) = model_paths.resolve_encoders(opened, [experiment])
        named = experiment.model_copy(update={"encoder": Encoder(source="run:1/stage-2/average-0.70")})
        assert model_paths.resolve_encoders(opened, [named])[0].encoder == resolved.encoder
        with pytest.raises(UserError, match="average-0.80"):
            model_paths.find_model(opened, 1, stage=2, average=0.8)
    assert artefact.path == folder and resolved.encoder.source == str(folder / "encoder")
    assert f"{kept['average/test_error']:.2f} %" in note and "α = 0.70" in note
    # The test error that was said is that of the texts predicted with the folder.
    test = load_dataset(experiment.stages[1].data).splits["test"]
    answers = [int(each.label) for each in predict(load_saved_model(folder), list(test.texts))]
    assert kept["average/test_error"] == pytest.approx(100 * np.mean(answers != test.labels))
    about = json.loads((folder / "average.json").read_text(encoding="utf-8"))
    assert about["average/test_error"] == kept["average/test_error"]
    text = ("--text", "the good film", "--stage", "2", "--json")
    plain, averaged = place("predict", "1", *text).json, place("predict", "1", "--average", "0.7", *text).json
    assert plain != averaged


def test_the_test_split_is_read_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.stages.finetune import FinetuneTask

    read: list[int] = []
    finish = FinetuneTask.evaluate_final
    monkeypatch.setattr(
        FinetuneTask, "evaluate_final", lambda self, step: read.append(step) or finish(self, step)
    )
    place("average", "1", "--stage", "2", "--alphas", "0,0.4", "--json")
    assert read == []
    one = place("average", "1", "--stage", "2", "--keep", "0.4", "--json").json["kept"]
    assert read == [0]
    assert place("average", "1", "--stage", "2", "--keep", "0.4", "--json").json["kept"] == one
    assert read == [0]
    other = place("average", "1", "--stage", "2", "--keep", "0.4", "--between", "pretrained", "--json").json[
        "kept"
    ]
    assert read == [0, 0] and other["between"] == "pretrained"


def test_several_tasks(place: Place) -> None:
    found = place("average", "1", "--alphas", "0.5,1", "--keep", "1", "--json").json
    assert found["stage"] == 3
    with Store(place.store) as opened:
        summary = summaries.read_stage_summaries(opened, [1])[1][2]
    assert found["error"][1] == pytest.approx(summary["validation/error"].at_best)
    kept = found["kept"]
    assert kept["average/test_error"] == pytest.approx(
        summary["test/error"].at_best or summary["test/error"].last
    )
    assert {"average/test_error/mood", "average/test_error/size"} <= kept.keys()
    (said,) = place(
        "predict", "1", "--task", "mood", "--average", "1", "--stage", "3", "--text", "a", "--json"
    ).json
    assert said == place("predict", "1", "--task", "mood", "--stage", "3", "--text", "a", "--json").json[0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--alphas", "0:2:0.5"), "no shares"),
        (("--alphas", "x"), "no shares"),
        (("--keep", "1.5"), "between 0 and 1"),
        (("--keep", "0.123"), "two decimals"),
        (("--between", "here"), "no 'here'"),
        (("--stage", "7"), "stage 7"),
    ],
)
def test_what_cannot_be_is_said(options: tuple[str, ...], words: str, place: Place) -> None:
    said = place("average", "1", *options)
    assert said.code == 2 and words in " ".join(said.err.split())


def test_shares() -> None:
    assert parse_alphas("0:1:0.1") == tuple(round(n / 10, 6) for n in range(11))
    assert parse_alphas("0.2, 0.9") == (0.2, 0.9)


def test_which_average_is_best() -> None:
    rows: list[tuple[float, float, Any]] = [
        (0, 40, 1.0),
        (0.4, 10.9, 1.5),
        (0.6, 10, 2.0),
        (0.8, 10, 2.5),
        (1, 12, 3.0),
    ]
    error = known_metrics()["error"]
    found = AveragingCurve(1, "stage", tuple(AveragePoint(a, e, loss, None) for a, e, loss in rows), error)
    assert found.best.alpha == 0.6
    assert found.least_forgetting is not None and found.least_forgetting.alpha == 0.4
    blind = AveragingCurve(1, "stage", tuple(AveragePoint(a, e, None, None) for a, e, _ in rows), error)
    assert blind.least_forgetting is None
    # More is better for accuracy: the same curve upside down has the same best; elsewhere 1 % may be lost.
    up = AveragingCurve(
        1,
        "stage",
        tuple(AveragePoint(a, 100 - e, loss, None) for a, e, loss in rows),
        known_metrics()["accuracy"],
    )
    assert up.best.alpha == 0.6 and up.least_forgetting is not None and up.least_forgetting.alpha == 0.4
    perplexity = AveragingCurve(1, "stage", found.points, known_metrics()["perplexity"])
    assert perplexity.tolerance == pytest.approx(0.1)
    assert perplexity.least_forgetting is not None and perplexity.least_forgetting.alpha == 0.6
