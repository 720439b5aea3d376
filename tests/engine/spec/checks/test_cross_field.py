"""Checks across fields: what does not fit this encoder or this data is found at its field."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest

from engine.errors import UserError
from engine.spec.checks.cross_field import DataFacts, check_experiment, check_stage, require_runnable
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.sweep import assign_value
from tests.engine.sized_encoder import SizedEncoder


@dataclass(frozen=True)
class Facts(SizedEncoder):
    """A small encoder."""

    name: str = "small"
    layers: int = 4
    positions: int = 128
    parameters: int = 3_000_000


DATA = DataFacts(train=900, validation=100, test=200, classes={"a": 500, "b": 500})


def experiment(**stage: Any) -> Experiment:
    data = stage.pop("data", {})
    compute = stage.pop("compute", {})
    encoder = stage.pop("encoder", {})
    table = {"kind": "finetune", "data": {"source": "samples:reviews", **data}, **stage}
    return parse_experiment({"stages": [table], "compute": compute, "encoder": encoder})


def test_a_plain_experiment_has_no_findings() -> None:
    assert check_experiment(experiment(), Facts(), {0: DATA}) == {}
    assert check_experiment(experiment()) == {}
    assert require_runnable(experiment(), Facts(), {0: DATA}) == []


def test_a_seed_that_changes_nothing_is_told() -> None:
    """Repeated over seeds of the run, such an experiment would be trained again and again, and count as one."""
    fixed, free = ({"kind": "finetune", "data": {"source": "samples:reviews"}} for _ in range(2))
    fixed["seed"] = 42
    assert "has no effect" in check_experiment(parse_experiment({"stages": [fixed]}))["seed"].message
    assert "seed" not in check_experiment(parse_experiment({"stages": [free]}))
    shared = {"kind": "further_pretrain", "data": [{"source": "samples:reviews"}], "seed": 42}
    assert "seed" not in check_experiment(parse_experiment({"stages": [shared, free]}))


@pytest.mark.parametrize(
    ("stage", "place", "words"),
    [
        ({"max_length": 129}, "stages.0.max_length", "129 tokens are more than small reads (128)"),
        ({"max_length": 2}, "stages.0.max_length", "no room"),
        ({"max_length": 3, "data": {"pair": True}}, "stages.0.max_length", "no room"),
        ({"truncation": {"kind": "head_tail", "head": 126}}, "stages.0.truncation", "no tail"),
        (
            {"truncation": {"kind": "hierarchical", "overlap": 126}},
            "stages.0.truncation",
            "nothing new to read",
        ),
        (
            {"truncation": "hierarchical", "data": {"pair": True}},
            "stages.0.truncation",
            "pairs of texts cannot be read in fractions",
        ),
        ({"reinitialise": 5}, "stages.0.reinitialise", "small has 4 layers, not 5"),
        (
            {"features": {"layers": "pooler", "head": "bilstm"}},
            "stages.0.features.layers",
            "an LSTM reads all tokens",
        ),
        ({"features": {"layers": "5"}}, "stages.0.features.layers", "no layer 5"),
        ({"features": {"layers": "-6"}}, "stages.0.features.layers", "no layer"),
        ({"features": {"layers": "pooler", "tokens": "mean"}}, "stages.0.features.tokens", "[CLS]"),
        ({"freezing": {"kind": "lowest", "layers": 5}}, "stages.0.freezing", "the encoder has 4"),
        ({"batch_size": 4, "compute": {"micro_batches": 5}}, "compute.micro_batches", "5 parts"),
        ({"data": {"train_rows": 1001}}, "stages.0.data.train_rows", "only 1,000"),
        ({"data": {"train_rows": 1}}, "stages.0.data.train_rows", "each of the 2 classes"),
        ({"freezing": {"kind": "gradual", "layers": 5}}, "stages.0.freezing", "requires 5 layers"),
        (
            {"freezing": {"kind": "chain_thaw", "every": 2}, "features": {"layers": "2"}},
            "stages.0.freezing",
            "for a while layer 3 would be the only part that learns, but the head reads nothing above layer 2",
        ),
        ({"max_length": 3, "augmentation": "random_cut"}, "stages.0.max_length", "no room"),
        ({"truncation": "hierarchical", "augmentation": "random_cut"}, "stages.0.truncation", "fractions"),
    ],
)
def test_what_cannot_work_blocks_and_is_named(stage: dict[str, Any], place: str, words: str) -> None:
    design = experiment(**stage)
    findings = check_experiment(design, Facts(), {0: DATA})
    assert list(findings) == [place]
    assert findings[place].blocks and words in findings[place].message
    with pytest.raises(UserError, match=re.escape(words)) as caught:
        require_runnable(design, Facts(), {0: DATA})
    assert caught.value.place == place


@pytest.mark.parametrize(
    "stage",
    [
        {"max_length": 128},
        {"max_length": 3},
        {"truncation": {"kind": "head_tail", "head": 125}},
        {"features": {"layers": "4"}},
        {"features": {"layers": "-5"}},
        {"freezing": {"kind": "lowest", "layers": 4}},
        {"batch_size": 4, "compute": {"micro_batches": 4}},
    ],
)
def test_the_last_value_that_works_is_accepted(stage: dict[str, Any]) -> None:
    assert check_experiment(experiment(**stage), Facts(), {0: DATA}) == {}


@pytest.mark.parametrize(
    ("stage", "facts", "data", "place", "words"),
    [
        ({"learning_rate": 4e-4}, Facts(parameters=110_000_000), DATA, "stages.0.learning_rate", "4e-4"),
        (
            {"batch_size": 2, "compute": {"device": "cuda:0,1,3"}},
            Facts(),
            DATA,
            "compute.device",
            "of 3 proc",
        ),
        (
            {"batch_size": 2, "compute": {"device": "cpu:3"}},
            Facts(),
            DATA,
            "compute.device",
            "of 3 processes",
        ),
        ({"freezing": "all", "decay": {"kind": "original"}}, Facts(), DATA, "stages.0.decay", "no effect"),
        (
            {"freezing": "embeddings", "encoder": {"weights": "random"}},
            Facts(),
            DATA,
            "stages.0.freezing",
            "random",
        ),
        ({}, Facts(), DataFacts(9, 1, 0, {"a": 5, "b": 5}), "stages.0.data.source", "no test split"),
        ({}, Facts(), DataFacts(9, 1, 29, {"a": 5, "b": 5}), "stages.0.data.source", "29 texts: too few"),
        (
            {},
            Facts(),
            DataFacts(90, 10, 9, {"a": 5, "b": 5}, shared=3),
            "stages.0.data.source",
            "3 test texts are",
        ),
        (
            {},
            Facts(),
            DataFacts(90, 10, 9, {"a": 5, "b": 5}, conflicting=2),
            "stages.0.data.source",
            "2 equal",
        ),
        ({"batch_size": 901}, Facts(), DATA, "stages.0.batch_size", "900"),
        ({"patience": 6, "epochs": 3, "evaluations": 2}, Facts(), DATA, "stages.0.patience", "6 evaluations"),
    ],
)
def test_what_is_merely_odd_warns(
    stage: dict[str, Any], facts: Facts, data: DataFacts, place: str, words: str
) -> None:
    design = experiment(**stage)
    findings = check_experiment(design, facts, {0: data})
    assert not findings[place].blocks and words in findings[place].message
    assert any(
        words in sentence and place in sentence for sentence in require_runnable(design, facts, {0: data})
    )


def test_small_encoders_may_learn_fast() -> None:
    assert check_experiment(experiment(learning_rate=1e-3), Facts(), {0: DATA}) == {}


def test_one_class_blocks() -> None:
    findings = check_experiment(experiment(), None, {0: DataFacts(10, 1, 2, {"only": 11})})
    assert findings["stages.0.data.source"].blocks
    assert "only" in findings["stages.0.data.source"].message
    numbers = DataFacts(90, 10, 90, {}, target="number")
    of_catalogue = experiment(data={"source": "catalogue:prices"}, objective="regression", best_on="rmse")
    assert check_experiment(of_catalogue, None, {0: numbers}) == {}, "numbers have no classes"


def test_blocking_wins_over_a_warning_at_the_same_field() -> None:
    data = DataFacts(train=10, validation=1, test=5, classes={"only": 11}, shared=4)
    finding = check_experiment(experiment(), None, {0: data})["stages.0.data.source"]
    assert finding.blocks


def test_warnings_at_the_same_field_are_said_together() -> None:
    data = DataFacts(train=10, validation=1, test=1, classes={"a": 5, "b": 6}, shared=1)
    finding = check_experiment(experiment(), None, {0: data})["stages.0.data.source"]
    assert not finding.blocks
    assert finding.message == (
        "1 test text is also in train: the test error looks better than it is. "
        "The test split has 1 text: too few for a conclusion (at least 50 are needed)."
    )


def test_all_that_blocks_is_named_at_once() -> None:
    design = experiment(max_length=500, features={"layers": "9"})
    with pytest.raises(UserError) as caught:
        require_runnable(design, Facts())
    assert "stages.0.max_length" in str(caught.value) and "stages.0.features.layers" in str(caught.value)


def test_pretraining_that_changes_nothing_blocks() -> None:
    design = parse_experiment(
        {
            "stages": [
                {"kind": "further_pretrain", "corpus": ["a.txt"], "freezing": "all"},
                {"kind": "finetune", "data": "samples:reviews"},
            ]
        }
    )
    assert list(check_experiment(design, Facts())) == ["stages.0.freezing"]


def test_a_run_without_classes_is_said_to_have_no_test_error() -> None:
    design = parse_experiment({"stages": [{"kind": "further_pretrain", "corpus": ["a.txt"]}]})
    findings = check_experiment(design, Facts())
    assert list(findings) == ["stages"] and not findings["stages"].blocks


def test_a_single_stage_is_refused_by_name() -> None:
    stage = experiment(max_length=129).stages[0]
    with pytest.raises(UserError) as caught:
        check_stage(stage, Facts(), prefix="stages.3")
    assert caught.value.place == "stages.3.max_length" and "128" in caught.value.remedy
    check_stage(experiment(max_length=128).stages[0], Facts(), prefix="stages.3")


@pytest.mark.parametrize(
    "stage",
    [
        {"max_length": 129},
        {"features": {"layers": "5"}},
        {"features": {"layers": "pooler", "tokens": "mean"}},
        {"batch_size": 4, "compute": {"micro_batches": 5}},
        {"data": {"train_rows": 1001}},
        {"patience": 6, "epochs": 3, "evaluations": 2},
    ],
)
def test_what_a_remedy_offers_mends_it(stage: dict[str, Any]) -> None:
    design = experiment(**stage)
    ((_, finding),) = check_experiment(design, Facts(), {0: DATA}).items()
    assert finding.fix is not None
    table = design.model_dump(mode="json")
    assign_value(table, *finding.fix)
    assert check_experiment(parse_experiment(table), Facts(), {0: DATA}) == {}


@pytest.mark.parametrize(
    ("freezing", "words"),
    [
        # 900 texts in batches of 24: 38 updates an epoch, 114 in three. Of 4 layers the head has one epoch, then a
        # layer joins with each.
        ({"kind": "gradual"}, "Embeddings, layers 1–2: never trained within 114 updates."),
        ({"kind": "gradual", "layers": 4}, ""),
        ({"kind": "gradual", "every": 20}, ""),
        ({"kind": "chain_thaw"}, ""),
        ({"kind": "chain_thaw", "every": 23}, "Layer 4, pooler: never trained"),
        (
            {"kind": "chain_thaw", "every": 22},
            "The last phase (everything) is not reached within 114 updates.",
        ),
        ({"kind": "head_first"}, ""),
        ({"kind": "lowest", "layers": 2}, ""),
    ],
)
def test_a_timetable_longer_than_the_run_is_found(freezing: dict[str, Any], words: str) -> None:
    findings = check_experiment(experiment(freezing=freezing), Facts(), {0: DATA})
    if not words:
        assert findings == {}
        return
    assert list(findings) == ["stages.0.freezing"]
    finding = findings["stages.0.freezing"]
    assert words in finding.message and not finding.blocks


def test_a_timetable_in_pretraining_is_counted_in_updates() -> None:
    def found(freezing: Any) -> dict[str, Any]:
        stage = {"kind": "further_pretrain", "corpus": ["x.txt"], "steps": 50, "freezing": freezing}
        design = parse_experiment({"stages": [stage, {"data": "samples:reviews"} | {"kind": "finetune"}]})
        return check_experiment(design, Facts())

    assert (
        "Embeddings, layer 1: never trained"
        in found({"kind": "gradual", "every": 15})["stages.0.freezing"].message
    )
    assert found({"kind": "gradual", "every": 5}) == found("gradual") == {}, "epochs are not known here"


def pretraining(**stage: Any) -> Experiment:
    return parse_experiment({"stages": [{"kind": "further_pretrain", "corpus": ["a.txt"], **stage}]})


@pytest.mark.parametrize(
    ("stage", "facts", "place", "words"),
    [
        ({"objective": "mlm_nsp"}, Facts(next_sentence=False), "objective", "no next-sentence head"),
        ({}, Facts(masks=False), "objective", "no [MASK] token"),
        ({"objective": "mlm_nsp", "max_length": 4}, Facts(), "max_length", "no room"),
    ],
)
def test_an_objective_the_encoder_cannot_have_blocks(
    stage: dict[str, Any], facts: Facts, place: str, words: str
) -> None:
    finding = check_experiment(pretraining(**stage), facts)[f"stages.0.{place}"]
    assert finding.blocks and words in finding.message
    fine = pretraining(**{**stage, "objective": "mlm"})
    findings = check_experiment(fine, Facts(next_sentence=False))
    assert not any(finding.blocks for finding in findings.values())


def test_a_step_that_is_never_reached_cannot_be_kept() -> None:
    table = {"kind": "further_pretrain", "corpus": ["texts.txt"], "steps": 1000, "keep": "500, 1000, 2_000"}
    stages = [table, {"kind": "finetune", "data": "samples:reviews"}]
    findings = check_experiment(parse_experiment({"stages": stages}))
    assert list(findings) == ["stages.0.keep"]
    assert findings["stages.0.keep"].blocks
    assert "ends after 1,000 updates and never reaches 2,000" in str(findings["stages.0.keep"])
    assert check_experiment(parse_experiment({"stages": [table | {"steps": 2000}, stages[1]]})) == {}
