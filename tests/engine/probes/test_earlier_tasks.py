"""Earlier tasks in a real run: each value against the saved models, loaded and asked again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.analysis.forgetting import measured as forgetting
from engine.analysis.forgetting.lost_texts import LostTexts, read_lost_texts
from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.events import (
    Evaluation,
    Event,
    ExampleForgetting,
    ProbeMeasured,
    ProbingStarted,
    StageReused,
    StageStarted,
    StepMetrics,
)
from engine.metrics.answer_bits import unpack_wrong
from engine.model.encoders import load_encoder, load_tokenizer
from engine.model.predict import predict_logits
from engine.model.saved_model import load_saved_model
from engine.probes import earlier_tasks, knowledge
from engine.probes.knowledge import (
    RIDGE_GRID,
    LinearProbeTask,
    knowledge_result,
    known_task_names,
    linear_probe,
)
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder, Experiment
from engine.spec.probes import ProbingTask
from engine.store import Store, runs
from engine.store.writer import RunWriter
from engine.train.loop import train
from tests.engine.probes.conftest import table

pytestmark = pytest.mark.usefixtures("home")
EARLIER = {"retention": False, "drift": False, "similarity": False, "attention": False, "examples": False}


def probed(events: list[Event], name: str) -> list[ProbeMeasured]:
    return [e for e in events if isinstance(e, ProbeMeasured) and e.probe == name]


def wrong_again(run: Path, taught: int, now: int, task: str, source: str, split: str) -> np.ndarray:
    """Which texts stage ``taught``'s head gets wrong on the encoder of stage ``now``, from what the run has left."""
    native = load_saved_model(run / f"stage-{taught}", task)
    encoder, _ = load_encoder(Encoder(source=str(run / f"stage-{now}")), None, 0)
    native.model.encoder.load_state_dict(encoder.state_dict(), strict=False)
    texts = load_dataset(
        Experiment.model_validate({"stages": [{"kind": "finetune", "data": source}]}).stages[0].data
    )  # type: ignore[attr-defined]
    found = predict_logits(native, list(texts.splits[split].texts)).argmax(-1).numpy()
    return found != texts.splits[split].labels


def asked_again(run: Path, taught: int, now: int, task: str, source: str, split: str) -> float:
    """The error of stage ``taught``'s head on the encoder of stage ``now``."""
    return float(100 * np.mean(wrong_again(run, taught, now, task, source, split)))


def test_three_stages_in_a_row(
    sequence: Callable[..., Experiment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(earlier_tasks, "MAX_TEXTS_DURING_STAGE", 4)
    experiment = sequence("both", "third", "text", probes=EARLIER | {"points": 3, "budget": 100})
    tasks = {task.display_name(): task.data.source for task in experiment.stages[0].tasks}  # type: ignore[attr-defined]
    with Store(tmp_path / "s.sqlite") as store:
        number = runs.create_run(store, experiment)
        run, events = runs.get_run(store, number).folder, []
    with RunWriter(tmp_path / "s.sqlite", number) as writer:
        for event in train(experiment, run):
            writer.write(event)
            events.append(event)
    second = experiment.stages[1].data.source  # type: ignore[attr-defined]
    place = {label: (1, label, tasks[label]) for label in tasks} | {"third": (2, "", second)}

    found = probed(events, "earlier")
    starts = [e.first_step for e in events if isinstance(e, StageStarted)]
    assert all(e.step >= starts[1] for e in found)  # the first stage has nothing earlier
    # Before anything of the second stage, its encoder is the first's: errors are those of validation there.
    measured = [
        e for e in events if isinstance(e, Evaluation) and e.split == "validation" and e.step <= starts[1]
    ]
    best = [e for e in measured if e.best][-1].values
    for name in tasks:
        assert found[0].values[f"earlier/1:{name}/error"] == pytest.approx(best[f"validation/error/{name}"])
        assert found[0].values[f"earlier/1:{name}/loss"] == pytest.approx(
            best[f"validation/loss/{name}"], abs=1e-5
        )
    assert not any("1:third" in key or "2:third" in key for key in found[0].values)

    chosen = [e for e in found if e.chosen]
    assert len(chosen) == 2
    for stage, event in zip((2, 3), chosen, strict=True):
        labels = [f"{place[name][0]}:{name}" for name in place if place[name][0] < stage]
        expected = {
            f"earlier/{label}/{key}": asked_again(
                run, place[label[2:]][0], stage, place[label[2:]][1], place[label[2:]][2], split
            )
            for label in labels
            for key, split in (("error", "validation"), ("test_error", "test"))
        }
        assert {k: v for k, v in event.values.items() if not k.endswith("loss")} == pytest.approx(expected)
        for label in labels:
            again = wrong_again(
                run, place[label[2:]][0], stage, place[label[2:]][1], place[label[2:]][2], "test"
            )
            kept = unpack_wrong(event.maps[f"earlier/{label}/test_wrong"], len(again))
            assert kept is not None and kept.tolist() == again.tolist()
    assert all(not e.maps for e in found if not e.chosen)
    info = {e.index: e.info for e in events if isinstance(e, ProbingStarted)}
    assert "earlier" not in info[0]
    on_the_way = {label: each["texts_on_the_way"] for label, each in info[2]["earlier"].items()}  # type: ignore[attr-defined]
    assert on_the_way == {"1:feeling": 4, "1:topic": 4, "2:third": 4}

    with Store(tmp_path / "s.sqlite") as store:
        record = forgetting.read_forgetting(store, [number])[number]
        (lost,) = read_lost_texts(store, [record])
    assert record.tasks == ("1:feeling", "1:topic", "2:third") and record.stages == (1, 2, 3)
    expected_matrix = [
        [
            100 - asked_again(run, place[name][0], stage, place[name][1], place[name][2], "test")
            if place[name][0] <= stage
            else np.nan
            for name in place
        ]
        for stage in (1, 2, 3)
    ]
    np.testing.assert_allclose(record.by_stage, expected_matrix)
    matrix = np.array(expected_matrix)
    assert record.average_accuracy == pytest.approx(matrix[2].mean())
    assert record.backward_transfer == pytest.approx(
        np.mean([matrix[2, 0] - matrix[0, 0], matrix[2, 1] - matrix[0, 1], matrix[2, 2] - matrix[1, 2]])
    )
    # Text by text it is the same.
    assert lost is not None and lost.moments == 2 and len(lost.texts) == 3
    assert record.forgetting == pytest.approx(np.mean([values.mean() for values in lost.since_best]))
    assert record.backward_transfer == pytest.approx(
        -np.mean([values.mean() for values in lost.since_learnt])
    )
    assert record.forgetting == pytest.approx(
        np.mean([max(matrix[:2, j][np.isfinite(matrix[:2, j])]) - matrix[2, j] for j in range(3)])
    )


def lost_in(path: Path, experiment: Experiment, stop_in: int = -1) -> tuple[list[Event], LostTexts]:
    """Events and lost texts of a run that is stored; stopped once in the stage ``stop_in`` (from 0), and resumed."""
    with Store(path) as store:
        number = runs.create_run(store, experiment)
        run, events = runs.get_run(store, number).folder, []
    for resume in (False, True) if stop_in >= 0 else (False,):
        with RunWriter(path, number) as writer:
            first = 10**9
            for event in (going := train(experiment, run, resume=resume)):
                writer.write(event)
                events.append(event)
                if isinstance(event, StageStarted) and event.index == stop_in:
                    first = event.first_step
                if not resume and isinstance(event, StepMetrics) and event.step > first + 1:
                    break
            going.close()  # type: ignore[attr-defined]
    with Store(path) as store:
        (lost,) = read_lost_texts(store, forgetting.read_forgetting(store, [number]).values())
    assert lost is not None
    return events, lost


def test_what_is_lost_survives_a_stop_and_stages_that_are_reused(
    sequence: Callable[..., Experiment], tmp_path: Path
) -> None:
    compute = {"device": "cpu", "precision": "fp32", "threads": 1, "reuse": True}
    experiment = sequence("mood", "topic", "third", probes=EARLIER, compute=compute)
    _, whole = lost_in(tmp_path / "s.sqlite", experiment)
    taken, again = lost_in(tmp_path / "s.sqlite", experiment, stop_in=2)
    assert [event.index for event in taken if isinstance(event, StageReused)] == [0, 1]
    assert whole.texts == again.texts
    for one, other in zip(
        whole.since_best + whole.since_learnt, again.since_best + again.since_learnt, strict=True
    ):
        np.testing.assert_array_equal(one, other)


def test_switched_off_nothing_is_read(sequence: Callable[..., Experiment], tmp_path: Path) -> None:
    experiment = sequence("mood", "topic", probes=EARLIER | {"earlier": False})
    assert probed(list(train(experiment, tmp_path / "run")), "earlier") == []


def test_example_forgetting_in_a_run_and_its_resumption(
    sequence: Callable[..., Experiment], tmp_path: Path
) -> None:
    experiment = sequence(("mood", {"epochs": 4, "evaluations": 1}), probes=EARLIER | {"examples": True})

    def last(events: list[Event]) -> ExampleForgetting:
        return [e for e in events if isinstance(e, ExampleForgetting)][-1]

    events = list(train(experiment, tmp_path / "whole"))
    whole = last(events)
    assert (whole.seen == 4).all() and whole.task == ""
    share = [e.values["examples/forgotten"] for e in probed(events, "examples")]
    assert share[-1] == pytest.approx(100 * np.mean(whole.forgotten > 0)) and share == sorted(share)
    # Those wrong when last seen are the last epoch's training errors; its last batch is the smaller one.
    errors = [
        e.values["train/error"] for e in events if isinstance(e, StepMetrics) and "train/error" in e.values
    ]
    updates = whole.step // 4
    sizes = [8] * (updates - 1) + [len(whole.rows) - 8 * (updates - 1)]
    assert (~whole.right).sum() == pytest.approx(np.dot(errors[-updates:], sizes) / 100)
    assert whole.forgotten.sum() > 0 and (whole.learnt > 0).any()

    resumed = tmp_path / "resumed"
    for event in (stopped := train(experiment, resumed)):
        if isinstance(event, StepMetrics) and event.step == whole.step // 2:
            break
    stopped.close()  # type: ignore[attr-defined]
    again = last(list(train(experiment, resumed, resume=True)))
    for field in ("rows", "seen", "forgotten", "learnt", "last", "right"):
        np.testing.assert_array_equal(getattr(again, field), getattr(whole, field))


def test_forward_transfer_is_a_linear_probe_before_the_task_on_both_encoders(
    sequence: Callable[..., Experiment], tmp_path: Path
) -> None:
    experiment = sequence("mood", ("both", {"start": "1"}), probes=EARLIER | {"points": 2, "budget": 100})
    events = list(train(experiment, tmp_path / "run"))
    found = [e for e in probed(events, "forward") if e.values]
    (measured,) = found
    assert measured.step == [e.first_step for e in events if isinstance(e, StageStarted)][1]
    tokenizer = load_tokenizer(experiment.encoder)
    sources = {task.display_name(): task.data for task in experiment.stages[1].tasks}  # type: ignore[attr-defined]
    places = {"untrained": experiment.encoder, "error": Encoder(source=str(tmp_path / "run" / "stage-1"))}
    expected = {}
    for name, source in sources.items():
        for key, place in places.items():
            encoder, _ = load_encoder(place, None, experiment.stream_seed("init"))
            profile = LinearProbeTask(source, tokenizer, 300, length=64).layer_errors(encoder.eval())
            expected[f"forward/2:{name}/{key}"] = profile[-1]
    assert measured.values == pytest.approx(expected)


# -- linear probes against those of scikit-learn, and what they find in layers that know


def clusters(n: int, d: int, classes: int, seed: int, spread: float = 2.0) -> tuple[np.ndarray, np.ndarray]:
    """Features around one centre for each class, in directions of unequal scale, and class numbers."""
    draw = np.random.default_rng(seed)
    labels = draw.integers(0, classes, n)
    centres = np.random.default_rng(99).normal(size=(classes, d))
    return (centres[labels] + spread * draw.normal(size=(n, d))) * np.geomspace(0.01, 100, d) + 5, labels


@pytest.mark.parametrize(("n", "d"), [(80, 30), (60, 10), (40, 55)])
def test_it_agrees_with_scikit_learn(n, d):
    linear_model = pytest.importorskip("sklearn.linear_model", reason="scikit-learn is not installed")
    (x, y), (test, truth) = clusters(n, d, 4, seed=3), clusters(300, d, 4, seed=4)
    mean, spread = x.mean(0), x.std(0)
    ridge = linear_model.RidgeCV(alphas=RIDGE_GRID * len(x)).fit((x - mean) / spread, np.eye(4)[y])
    expected = 100 * float(np.mean(ridge.predict((test - mean) / spread).argmax(1) != truth))
    assert linear_probe(x, y, test, truth) == pytest.approx(expected)
    assert 1 < expected < 50


def test_scale_shift_and_dead_features_do_not_matter_and_unseen_classes_are_wrong():
    (x, y), (test, truth) = clusters(50, 8, 3, seed=5), clusters(100, 8, 3, seed=6)
    plain = linear_probe(x, y, test, truth)
    factor = np.geomspace(1e-3, 1e3, 8)
    assert linear_probe((x - 4) * factor, y, (test - 4) * factor, truth) == pytest.approx(plain)
    dead = [np.column_stack([each, np.full(len(each), 7.0)]) for each in (x, test)]
    assert linear_probe(dead[0], y, dead[1], truth) == pytest.approx(plain)
    seen = y != 1
    assert linear_probe(x[seen], y[seen], test, truth) >= 100 * np.mean(truth == 1)


def test_features_without_information_guess():
    draw = np.random.default_rng(0)
    x, y = draw.normal(size=(200, 50)), np.repeat([0, 1], [140, 60])
    test, truth = draw.normal(size=(1000, 50)), np.repeat([0, 1], [700, 300])
    assert linear_probe(x, y, test, truth) == pytest.approx(30, abs=3), (
        "the strongest ridge leaves the shares"
    )


@pytest.fixture
def mood(tmp_path: Path) -> DataSource:
    """Texts of unequal length whose class is a word they hold."""
    file = table(tmp_path / "mood.csv", {"yes": "good", "no": "bad"}, 3, count=120)
    return DataSource(source=file, validation_share=0.25)


def test_every_layer_is_probed_on_the_mean_over_its_tokens(mood, tiny_bert_folder, monkeypatch):
    encoder = Encoder(source=str(tiny_bert_folder))
    tokenizer, model = load_tokenizer(encoder), load_encoder(encoder, None, 0)[0].eval()
    profile = LinearProbeTask(mood, tokenizer, 40).layer_errors(model)
    splits = load_dataset(mood.model_copy(update={"train_rows": 40})).splits

    def means(texts) -> np.ndarray:  # [3, n, d], one text at a time
        with torch.no_grad():
            states = [model(**tokenizer(t, return_tensors="pt"), output_hidden_states=True) for t in texts]
        return np.stack([[s.hidden_states[i][0].mean(0).numpy() for s in states] for i in range(3)])

    ability = LinearProbeTask(mood, tokenizer, 40)
    with torch.no_grad():
        found = ability.layer_features(model, ability.train)
    np.testing.assert_allclose(found, means(splits["train"].texts), atol=1e-5)
    assert profile.shape == (3,)
    assert profile[0] == 0, "the word itself is there before the first layer"
    assert (profile < 40).all()
    monkeypatch.setattr(knowledge, "BATCH_TOKENS", 30)
    np.testing.assert_allclose(LinearProbeTask(mood, tokenizer, 40).layer_errors(model), profile, atol=3.4)


def test_which_texts_are_read(mood, tiny_bert_folder):
    tokenizer = load_tokenizer(Encoder(source=str(tiny_bert_folder)))
    few = LinearProbeTask(mood, tokenizer, 10)
    assert (len(few.train), len(few.validation)) == (10, 10)
    everything = LinearProbeTask(mood, tokenizer, 10_000)
    splits = load_dataset(mood).splits
    assert (len(everything.train), len(everything.validation)) == (
        len(splits["train"]),
        len(splits["validation"]),
    )
    assert set(few.train.labels) == {0, 1}
    again = LinearProbeTask(mood, tokenizer, 10)
    np.testing.assert_array_equal(few.train.tokens.flat_ids, again.train.tokens.flat_ids)
    percent = mood.model_copy(update={"train_percent": 30.0})
    assert len(LinearProbeTask(percent, tokenizer, 10_000).train) == len(
        load_dataset(percent).splits["train"]
    )
    assert int(LinearProbeTask(mood, tokenizer, 10, length=6).train.lengths.max()) == 6
    with pytest.raises(UserError):
        LinearProbeTask(DataSource(source="nowhere.csv"), tokenizer, 10)


def test_names_of_curves():
    wanted = [
        ("samples:reviews", ""),
        ("samples:reviews", ""),
        ("/data/trec.csv", ""),
        ("samples:reviews", "a/b"),
    ]
    tasks = [ProbingTask(data=DataSource(source=source), name=name) for source, name in wanted]
    assert known_task_names(tasks) == ["reviews", "reviews 2", "trec", "a_b"]
    found = knowledge_result({"trec": np.array([50.0, 20.0, 10.0])})
    assert found.values == {"knowledge/trec/error": 10.0}
    assert found.maps["knowledge/trec"].tolist() == [50, 20, 10]
