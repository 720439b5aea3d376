"""Baselines of encoders, and designs without validation labels."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from transformers import AutoModel, AutoTokenizer

from engine import launch
from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.events import Evaluation, RunNotice
from engine.spec.checks.cross_field import check_experiment, require_runnable
from engine.spec.checks.findings import DataFacts
from engine.spec.data import DataSource
from engine.spec.experiment import Compute, Encoder, Experiment, parse_experiment
from engine.spec.sweep import assign_value
from engine.spec.truncation import HeadTruncation
from engine.stages.frozen_rows import TextVectors
from engine.stages.linear_models import choose_setting, fit_linear, folds
from engine.store import Store, runs, summaries
from engine.train.fit import fit
from tests.engine.cli.test_app import palimpsest
from tests.film_reviews import write_reviews

DATA = {"source": "samples:reviews", "train_rows": 90, "validation_rows": 30, "test_rows": 40}


def design(encoder: Path, kind: str, **more: object) -> Experiment:
    return parse_experiment(
        {
            "encoder": {"source": str(encoder)},
            "stages": [{"kind": kind, "data": DATA, "max_length": 48, **more}],
            "compute": {"device": "cpu", "precision": "fp32"},
            "probes": {"on": False},
        }
    )


def vectors(encoder: Path) -> TextVectors:
    exact = Compute(device="cpu", precision="fp32")
    return TextVectors(
        Encoder(source=str(encoder)), HeadTruncation(), 48, exact, lambda text, done, total: None
    )


def test_through_the_queue_it_is_logistic_regression_on_its_features(
    home: Path, tiny_bert_folder: Path
) -> None:
    path = home / "palimpsest.sqlite"
    (number,) = launch.enqueue(path, [design(tiny_bert_folder, "frozen_baseline", tokens="cls")])
    launch.run_queue(path, "cpu", lambda: False, until_empty=True)
    with Store(path, read_only=True) as store:
        row, answers = runs.get_run(store, number), summaries.read_predictions(store, number, "test")
        (stage,) = runs.list_stages(store, number)
        notes = "; ".join(each.text for each in runs.list_log_lines(store, number))
    assert row.status == "finished", runs.read_log_tail(row.folder)
    assert row.encoder == str(tiny_bert_folder) and row.validation_best is not None
    assert stage.info["rows"] == {"train": 90, "validation": 30, "test": 40}
    splits, text_vectors = load_dataset(DataSource(**DATA)).splits, vectors(tiny_bert_folder)
    strength = float(notes.partition("[CLS] of the frozen encoder, C ")[2].partition(":")[0])
    model = make_pipeline(StandardScaler(), LogisticRegression(C=strength, max_iter=1000))
    model.fit(text_vectors.split_vectors(splits["train"])["cls"], splits["train"].labels)
    expected = model.predict_proba(text_vectors.split_vectors(splits["test"])["cls"])
    assert answers is not None
    np.testing.assert_allclose(answers.confidence, expected.max(1), atol=2e-3)
    clear = np.ptp(expected, axis=1) > 4e-3  # nearer to the border rounding decides
    np.testing.assert_array_equal(answers.predicted[clear], expected.argmax(1)[clear])
    assert row.test == pytest.approx(100 * (answers.predicted != splits["test"].labels).mean())


def test_the_nearest_class_name_answers_and_no_label_is_used(
    home: Path, tmp_path: Path, tiny_bert_folder: Path
) -> None:
    events = list(fit(design(tiny_bert_folder, "prototype_baseline", template="it is {class}"), tmp_path))
    (test,) = [e for e in events if isinstance(e, Evaluation) and e.split == "test"]
    data, text_vectors = load_dataset(DataSource(**DATA)), vectors(tiny_bert_folder)
    names = text_vectors.text_vectors([f"it is {name}" for name in data.classes])["mean"]
    texts = text_vectors.split_vectors(data.splits["test"])["mean"]
    cosines = (texts @ names.T) / np.outer(np.linalg.norm(texts, axis=1), np.linalg.norm(names, axis=1))
    assert test.predictions is not None
    np.testing.assert_array_equal(test.predictions.predicted, cosines.argmax(1))
    chances = np.exp(20 * cosines) / np.exp(20 * cosines).sum(1, keepdims=True)
    np.testing.assert_allclose(test.predictions.probabilities, chances, atol=1e-4)
    notes = " ".join(event.text for event in events if isinstance(event, RunNotice))
    assert "no label used: it is" in notes and "trained to compare sentences" in notes


def test_setfit_learns_classes_from_few_texts_and_says_how_it_did(
    home: Path, tmp_path: Path, tiny_bert_folder: Path
) -> None:
    pytest.importorskip("setfit")
    for name, count in (("train", 16), ("test", 20)):
        rows = [f"{('good', 'bad')[n % 2]} text {n},{'ab'[n % 2]}" for n in range(count)]
        (tmp_path / f"{name}.csv").write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    data = {"source": str(tmp_path), "validation_share": 0}
    experiment = design(tiny_bert_folder, "setfit_baseline", data=data, most_updates=8)
    both = [list(fit(experiment, tmp_path)) for _ in range(2)]
    test, again = (next(e for e in each if getattr(e, "split", "") == "test") for each in both)
    np.testing.assert_array_equal(test.predictions.probabilities, again.predictions.probabilities)
    assert test.values["test/error"] < 25, "two classes by one word: guessing has 50"
    assert "SetFit: 8 updates of 16 pairs of texts." in [getattr(event, "text", "") for event in both[0]]
    assert not experiment.is_seedless


def test_setfit_is_an_extra_and_says_how_to_install_it(
    home: Path, tmp_path: Path, tiny_bert_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "setfit", None)
    with pytest.raises(UserError, match="SetFit is not installed") as refused:
        list(fit(design(tiny_bert_folder, "setfit_baseline"), tmp_path))
    assert refused.value.remedy == "Install it with: pip install 'palimpsest[setfit]'"
    answer = palimpsest("baseline", "quickstart", "--kind", "setfit")
    assert answer.code == 2 and "SetFit is not installed" in answer.err
    answer = palimpsest("baseline", "quickstart", "--kind", "prototypes", "--ladder")
    assert answer.code == 2 and "--ladder needs" in answer.err


def test_several_labels_ordered_classes_and_numbers_are_scikit_learns() -> None:
    random = np.random.default_rng(3)
    x = random.normal(size=(120, 4))
    labels = (x @ random.normal(size=(4, 3)) > 0).astype(np.float64)
    labels[:, 2] = 0  # no text has it: there is nothing to fit
    actual = fit_linear("multi_label", x, labels, 1.0).logits(x)
    for column in range(2):
        model = LogisticRegression(C=1.0, max_iter=1000).fit(x, labels[:, column])
        np.testing.assert_allclose(actual[:, column], model.decision_function(x), atol=1e-3)
    assert np.ptp(actual[:, 2]) == 0 and actual[0, 2] == pytest.approx(np.log(0.5 / 120.5))
    ranks = np.digitize(x[:, 0], [-0.7, 0.7])
    logits = fit_linear("ordinal", x, ranks, 1.0).logits(x)
    assert logits.shape == (120, 2)
    above = ranks >= 1  # CORN: the second threshold is learnt from texts that are above the first
    model = LogisticRegression(C=1.0, max_iter=1000).fit(x[above], ranks[above] > 1)
    np.testing.assert_allclose(logits[:, 1], model.decision_function(x), atol=1e-3)
    numbers = 5 + 2 * x[:, 1] + random.normal(size=120)
    ridge = Ridge(alpha=10.0).fit(x, numbers)
    predicted = fit_linear("regression", x, numbers, 0.1).logits(x)[:, 0] * numbers.std() + numbers.mean()
    np.testing.assert_allclose(predicted, ridge.predict(x), rtol=1e-6)


@pytest.mark.parametrize("kind", ["frozen_baseline", "linear_baseline"])
def test_numbers_are_told_by_their_own_metric(
    home: Path, tmp_path: Path, tiny_bert_folder: Path, kind: str
) -> None:
    for name, count in (("train", 60), ("test", 20)):
        rows = [f"{'very ' * (n % 5)}good text {n},{n % 5}.5" for n in range(count)]
        (tmp_path / f"{name}.csv").write_text("\n".join(["text,score", *rows]) + "\n", encoding="utf-8")
    data = {"source": str(tmp_path), "target": {"kind": "number"}}
    stage = {"kind": kind, "data": data}
    table = {"encoder": {"source": str(tiny_bert_folder)}, "stages": [stage], "compute": {"device": "cpu"}}
    events = list(fit(parse_experiment(table), tmp_path))
    (test,) = [e for e in events if isinstance(e, Evaluation) and e.split == "test"]
    assert test.values["test/rmse"] < np.std([0.5, 1.5, 2.5, 3.5, 4.5])


# -- vectors of texts by a frozen encoder, against those of transformers, and what is chosen by folds of
# them


REVIEWS = DataSource(source="samples:reviews", train_rows=80, validation_rows=40, test_rows=20)
EXACT = Compute(device="cpu", precision="fp32")


def by_transformers(folder: Path, texts: list[str]) -> dict[str, np.ndarray]:
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
    pooled: dict[str, list[np.ndarray]] = {"cls": [], "mean": []}
    for text in texts:
        with torch.no_grad():
            states = model(
                **tokenizer(text, return_tensors="pt", truncation=True, max_length=64)
            ).last_hidden_state[0]
        pooled["cls"].append(states[0].numpy())
        pooled["mean"].append(states.mean(0).numpy())
    return {name: np.stack(rows) for name, rows in pooled.items()}


def test_vectors_of_a_split_are_kept_and_those_of_transformers(home: Path, tiny_bert_folder: Path) -> None:
    split = load_dataset(REVIEWS).splits["test"]

    def make() -> TextVectors:
        encoder = Encoder(source=str(tiny_bert_folder))
        return TextVectors(encoder, HeadTruncation(), 64, EXACT, lambda text, done, total: None)

    first, expected = make().split_vectors(split), by_transformers(tiny_bert_folder, list(split.texts))
    files = sorted((home / "cache" / "activations").glob("*/rows.bin"))
    assert len(files) == 2, "one for [CLS] and one for the mean"
    again, loose = make().split_vectors(split), make().text_vectors(list(split.texts))
    for pooling in ("cls", "mean"):
        np.testing.assert_allclose(first[pooling], expected[pooling], atol=1e-4)
        np.testing.assert_array_equal(again[pooling], first[pooling])
        np.testing.assert_allclose(loose[pooling], first[pooling], atol=1e-4)
    assert sorted((home / "cache" / "activations").glob("*/rows.bin")) == files


def test_folds_hold_out_every_text_of_a_class_that_fills_them_once() -> None:
    strata = np.array([0] * 12 + [1] * 7 + [2] * 2)
    held = [b for _, b in folds(strata)]
    assert sorted(np.concatenate(held)) == list(range(19)), "the class of two texts is fitted in all folds"
    assert all({19, 20} <= set(a) and not set(a) & set(b) for a, b in folds(strata))
    assert [len(b) for _, b in folds(np.array([0, 0, 1, 1]))] == [2, 2]
    assert list(folds(np.array([0, 1, 2]))) == []


def test_the_kind_of_features_with_the_least_held_out_loss_is_chosen() -> None:
    random = np.random.default_rng(1)
    labels = random.integers(0, 3, 300)
    signal = np.eye(3)[labels] + random.normal(0, 0.3, (300, 3))
    features = {
        "noise": random.normal(0, 1, (300, 3)).astype(np.float32),
        "signal": signal.astype(np.float32),
    }

    def loss(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
        chances = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
        return -np.log(chances[np.arange(len(targets)), targets])

    choice = choose_setting("single_label", features, labels, labels, loss)
    assert choice.features == "signal"
    assert choice.losses["signal", choice.strength] == min(choice.losses.values()) < 0.4
    assert min(loss for (kind, _), loss in choice.losses.items() if kind == "noise") > 1.0


def unvalidated(**stage: object) -> Experiment:
    table = {
        "kind": "finetune",
        "data": {"source": "samples:headlines", "validation_share": 0},
        "checkpoint": "last",
    }
    return parse_experiment({"stages": [table | stage]})


def test_a_run_learns_from_all_labels_and_has_a_test_error_alone(tmp_path: Path, home: Path) -> None:
    file = write_reviews(tmp_path / "mine.csv", numbers=60)
    answer = palimpsest("new", "--data", file)
    assert answer.code == 0, answer.err
    toml = tmp_path / "mine.toml"
    toml.write_text(answer.out, encoding="utf-8")
    done = palimpsest(
        "run", toml, "--set", "least_steps=12", "--set", "epochs=2", "--set", "probes.on=false", "--json"
    )
    assert done.code == 0, done.err
    (run,) = done.json
    assert run["status"] == "finished"
    assert run["summary"]["validation_error"] == {"best": None, "best_step": None, "last": None}
    assert 0 <= run["summary"]["test_error_at_best_validation"] <= 100
    shown = palimpsest("show", "1")
    assert shown.code == 0 and "nan" not in shown.out
    linear = palimpsest("baseline", toml, "--json")
    assert linear.code == 0, linear.err
    comparison = palimpsest("compare", "1", "2", "--test")
    assert comparison.code == 0, comparison.err


@pytest.mark.parametrize(
    "changed, why", [({"checkpoint": "best"}, "chosen by validation"), ({"kind": "multitask"}, "needed here")]
)
def test_what_needs_validation_texts_says_so_and_offers_a_share(changed: dict[str, object], why: str) -> None:
    plan = unvalidated()
    table = plan.model_dump(mode="json")
    if "kind" in changed:
        source = {"source": "samples:headlines", "validation_share": 0}
        tasks = [{"data": source}, {"data": {"source": "samples:reviews"}}]
        table = parse_experiment({"stages": [{"kind": "multitask", "tasks": tasks}]}).model_dump(mode="json")
    else:
        for path, value in changed.items():
            assign_value(table, path, value)
    experiment = parse_experiment(table)
    findings = {
        path: each for path, each in check_experiment(experiment).items() if path.endswith("validation_share")
    }
    ((path, finding),) = findings.items()
    assert finding.blocks and why in finding.message and finding.fix == (path, 0.1)
    with pytest.raises(UserError, match="none are held out"):
        require_runnable(experiment)
    assign_value(table, path, 0.1)
    require_runnable(parse_experiment(table))


def test_an_earlier_stage_keeps_validation_texts_for_what_is_forgotten_of_it() -> None:
    first, second = unvalidated(), unvalidated()
    both = parse_experiment({"stages": [each.stages[0].model_dump(mode="json") for each in (first, second)]})
    findings = check_experiment(both)
    assert findings["stages.0.data.validation_share"].blocks
    assert "stages.1.data.validation_share" not in findings


def test_a_set_that_brings_validation_texts_needs_no_share() -> None:
    facts = DataFacts(train=100, validation=20, test=50, classes={"a": 50, "b": 50})
    findings = check_experiment(unvalidated(checkpoint="best"), data={0: facts})
    assert not [path for path in findings if path.endswith("validation_share")]


def test_other_readers_of_validation_texts_refuse_a_set_without(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(
        "text,label\n" + "".join(f"text {n} of many,{'ab'[n % 2]}\n" for n in range(80)), encoding="utf-8"
    )
    answer = palimpsest("encoders", "rank", file, "palimpsest-tiny", "--set", "validation_share=0")
    assert answer.code == 2 and "no rows are held out for validation" in answer.err, answer
    looked = palimpsest("data", "inspect", file, "--set", "validation_share=0")
    assert looked.code == 0, looked.err
