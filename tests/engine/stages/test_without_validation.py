"""Training on all labels: nothing is held out, nothing is chosen by validation, and the test says how good it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import UserError
from engine.spec.checks.cross_field import check_experiment, require_runnable
from engine.spec.checks.findings import DataFacts
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.sweep import assign_value
from tests.engine.cli.test_app import palimpsest


def design(**stage: object) -> Experiment:
    table = {
        "kind": "finetune",
        "data": {"source": "samples:headlines", "validation_share": 0},
        "checkpoint": "last",
    }
    return parse_experiment({"stages": [table | stage]})


def test_a_run_learns_from_all_labels_and_has_a_test_error_alone(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "mine.csv"
    rows = [f"{'good' if n % 2 else 'bad'} thing number {n},{'ab'[n % 2]}" for n in range(60)]
    file.write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
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
    "changed, why",
    [
        ({"checkpoint": "best"}, "chosen by validation"),
        ({"kind": "multitask"}, "needed here"),
    ],
)
def test_what_needs_validation_texts_says_so_and_offers_a_share(changed: dict[str, object], why: str) -> None:
    plan = design()
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
    first, second = design(), design()
    both = parse_experiment({"stages": [each.stages[0].model_dump(mode="json") for each in (first, second)]})
    findings = check_experiment(both)
    assert findings["stages.0.data.validation_share"].blocks
    assert "stages.1.data.validation_share" not in findings


def test_a_set_that_brings_validation_texts_needs_no_share() -> None:
    facts = DataFacts(train=100, validation=20, test=50, classes={"a": 50, "b": 50})
    findings = check_experiment(design(checkpoint="best"), data={0: facts})
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
