"""``decide``: a rule is tuned on validation, kept beside the model, followed by predict, and taken along by export."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.delivery.finished_model import find_finished_model
from engine.lab.laboratory import Laboratory
from engine.model.predict import predict
from engine.model.saved_model import load_saved_model
from tests.engine.cli.test_app import palimpsest
from tests.engine.lab.trained import keep_probabilities, trained

TEXTS = ["Who wrote it?", "How many cities are there?", "Where is the river, and when?"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run 1 has a model, and the probabilities of one that is three times too sure; run 2 has kept none."""
    path = tmp_path_factory.mktemp("decide") / "store.sqlite"
    trained(path, "one", encoder="palimpsest-tiny")
    trained(path, "two", encoder="palimpsest-tiny")
    keep_probabilities(path, 1)
    return path


def test_a_rule_is_kept_and_followed_until_it_is_removed(store: Path, tmp_path: Path) -> None:
    laboratory = Laboratory(store)
    assert laboratory.predict(TEXTS[0], 1)["rule"] == ""
    plain = predict(find_finished_model(store, "1").load(), TEXTS)
    asked = (
        "decide",
        "1",
        "--temperature",
        "--metric",
        "macro_f1",
        "--abstain-below",
        "0.99",
        "--store",
        store,
    )
    found = palimpsest(*asked, "--json").json
    assert found["temperature"] == pytest.approx(3, rel=0.3) and found["saved"] == ""
    held, tested = found["splits"]
    assert (held["split"], tested["split"]) == ("validation", "test")
    assert tested["after"]["calibration_error"] < tested["before"]["calibration_error"] / 2
    assert held["after"]["macro_f1"] >= held["before"]["macro_f1"] and held["coverage"] < 1
    assert predict(find_finished_model(store, "1").load(), TEXTS) == plain, "nothing was kept"
    said = palimpsest(*asked, "--save")
    assert said.code == 0 and "The test texts were not used." in said.out and "decision.json" in said.out
    assert said.out.count("been tested on these texts") == 1
    model = find_finished_model(store, "1").load()
    assert model.decision is not None and model.decision.temperature == found["temperature"]
    for before, after in zip(plain, predict(model, TEXTS), strict=True):
        raised = np.array(before.probabilities) ** (1 / found["temperature"])
        np.testing.assert_allclose(after.probabilities, raised / raised.sum(), rtol=1e-4)
        answer = int((np.array(after.probabilities) * found["weights"]).argmax())
        assert after.confidence == after.probabilities[answer]
        assert after.label == ("" if after.confidence < 0.99 else model.classes[answer])
    shown = palimpsest("decide", "1", "--store", store, "--json").json
    assert shown["chosen_for"] == found["chosen_for"] and shown["saved"] and shown["has_rule"], "the kept one"
    in_lab = laboratory.predict(TEXTS[0], 1)
    answer = predict(model, TEXTS)[0]
    assert in_lab["withheld"] and in_lab["answer"] == "" and in_lab["rule"] == found["chosen_for"]
    assert in_lab["probabilities"] == pytest.approx(answer.probabilities, abs=1e-5)
    assert "(no answer)" in palimpsest("predict", "1", "--text", TEXTS[0], "--store", store).out
    target = tmp_path / "out"
    assert palimpsest("export", "1", target, "--store", store).code == 0
    assert load_saved_model(target).decision == model.decision
    assert "no answer below 99.0 %" in (target / "README.txt").read_text(encoding="utf-8")
    assert palimpsest("decide", "1", "--clear", "--store", store).code == 0
    assert predict(find_finished_model(store, "1").load(), TEXTS) == plain


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["1", "--metric", "macro_f1", "--cost", "x:y=1"], "two different rules"),
        (["1", "--cost", "nobody:else=1"], "names no cost; the form is TRUE:ANSWER=COST"),
        (["1", "--abstain-below", "0.5", "--max-risk", "2"], "both define when to abstain"),
        (["1", "--metric", "brier"], "no rule can be tuned"),
        (["2", "--temperature"], "has no stored probabilities of its validation split"),
    ],
)
def test_mistakes_name_the_remedy(store: Path, arguments: list[str], words: str) -> None:
    said = palimpsest("decide", *arguments, "--store", store)
    assert said.code == 2 and words in said.err
