"""Plans and their runs."""

from __future__ import annotations

import pytest

from engine.errors import UserError
from engine.spec.experiment import parse_experiment
from engine.spec.sweep import (
    Plan,
    apply_settings,
    apply_values,
    assign_value,
    combinations,
    differing_fields,
    format_value,
    parse_value,
)
from engine.spec.toml import dumps, loads

BASE = parse_experiment(
    {
        "name": "B",
        "stages": [
            {"kind": "further_pretrain", "corpus": ["a"]},
            {"kind": "finetune", "data": "samples:reviews"},
        ],
    }
)


def test_every_combination_is_a_run_named_after_what_differs() -> None:
    runs = Plan(BASE, {"stages.1.learning_rate": [2e-5, 5e-5], "seed": [1, 2, 3]}).expand()
    assert len(runs) == 6
    assert [(r.stages[1].learning_rate, r.seed) for r in runs][:4] == [
        (2e-5, 1),
        (2e-5, 2),
        (2e-5, 3),
        (5e-5, 1),
    ]
    assert runs[0].name == "B: learning rate 2e-5, seed 1"
    assert len({r.identity() for r in runs}) == 6
    assert len({r.group_identity() for r in runs}) == 2


def test_a_value_out_of_range_names_the_field() -> None:
    with pytest.raises(UserError, match=r"stages\.1\.learning_rate.*greater than 0"):
        Plan(BASE, {"stages.1.learning_rate": [-1.0]}).expand()
    with pytest.raises(UserError, match="has no values"):
        Plan(BASE, {"seed": []}).expand()


@pytest.mark.parametrize(
    ("key", "values", "said"),
    [("seed", [1, 2, 1], "1 occurs twice"), ("stages.1.learning_rate", [1e-4, 2e-5, 0.0001], "1e-4 occurs twice"),
     ("stages.1.truncation", [{"kind": "tail"}, "head", {"kind": "tail"}], "occurs twice")],
)  # fmt: skip
def test_a_value_that_stands_twice_is_refused(key: str, values: list[object], said: str) -> None:
    """It would train the same run twice, and a table would count it once."""
    with pytest.raises(UserError, match=said):
        Plan(BASE, {key: values}).expand()


def test_short_keys_mean_the_last_stage_that_has_them() -> None:
    table = BASE.model_dump(mode="json")
    for key, text in {
        "epochs": "2",
        "steps": "50",
        "learning_rate": "1e-3",
        "decay.kind": "zhang",
        "decay.xi": "0.8",
    }.items():
        assign_value(table, key, parse_value(text))
    changed = parse_experiment(table)
    assert changed.stages[0].steps == 50  # type: ignore[attr-defined]
    assert changed.stages[0].learning_rate == 5e-5
    assert changed.stages[1].learning_rate == 1e-3
    assert changed.stages[1].decay.scale(0, 2) == pytest.approx(0.8**3)  # type: ignore[attr-defined]
    assert differing_fields(BASE, changed) == [
        "stages.0.steps",
        "stages.1.learning_rate",
        "stages.1.epochs",
        "stages.1.decay",
    ]


def test_an_unknown_key_names_the_nearest() -> None:
    with pytest.raises(UserError, match="Did you mean 'learning_rate'"):
        assign_value(BASE.model_dump(mode="json"), "learning_rat", 1)
    with pytest.raises(UserError, match="there is no 'stages.7'"):
        assign_value(BASE.model_dump(mode="json"), "stages.7.epochs", 1)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (2e-5, "2e-5"),
        (3e-4, "3e-4"),
        (2.5e-4, "2.5e-4"),
        (0.002, "0.002"),
        (0.95, "0.95"),
        (3, "3"),
        ({"kind": "zhang", "xi": 0.9}, "zhang 0.9"),
        ({"source": "samples:reviews", "train_rows": 200}, "samples:reviews, 200"),
    ],
)
def test_values_as_people_write_them(value: object, words: str) -> None:
    assert format_value(value) == words


METHODS = """
name = "B"
[[stages]]
kind = "further_pretrain"
corpus = ["a"]
keep = "10, 20"
[[stages]]
kind = "further_pretrain"
corpus = ["b"]
keep = "30"
[[stages]]
kind = "finetune"
data = "samples:reviews"
start = "2@30"
[sweep]
seed = [1, 2]
method = [
  { name = "whole", set = { "truncation" = { kind = "head_tail", head = 9 }, learning_rate = 1e-3 } },
  { name = "second only", without = [1] },
  { name = "plain", set = { start = "" }, without = [1, 2], but_not = ["ten"], stands_for = "BERT-FiT" },
]
epochs = [{ name = "one", set = { epochs = 1 } }, { name = "ten", set = { epochs = 10 } }]
"""


def test_named_alternatives_change_several_fields_together_and_leave_stages_out() -> None:
    with pytest.raises(UserError, match=r"sweep\.epochs.*name of a field"):
        loads(METHODS)
    plan = loads(METHODS.replace("epochs = [{", "length = [{"))
    pairs = plan.expand_with_values()
    assert plan.run_count == len(pairs) == 2 * 3 * 2 - 2  # plain is not combined with ten
    assert [run.name for _, run in pairs][:5] == [
        "B: seed 1, whole, one", "B: seed 1, whole, ten", "B: seed 1, second only, one", "B: seed 1, second only, ten",
        "B: seed 1, plain, one",
    ]  # fmt: skip
    first, second, plain = (pairs[i][1] for i in (0, 2, 4))
    assert first.stages[2].truncation.head == 9  # type: ignore[attr-defined]
    assert first.stages[2].learning_rate == 1e-3
    assert [stage.kind for stage in second.stages] == ["further_pretrain", "finetune"]
    assert second.stages[0].corpus == ["b"]  # type: ignore[attr-defined]
    assert second.stages[1].start == "1@30"  # the second stage has become the first
    assert second.stages[1].truncation.kind == "head"  # type: ignore[attr-defined]
    assert [stage.kind for stage in plain.stages] == ["finetune"]
    assert plan.axes["method"][2].published_name == "BERT-FiT"
    assert plan.axes["method"][0].set == {
        "stages.2.truncation": {"kind": "head_tail", "head": 9}, "stages.2.learning_rate": 1e-3,
    }  # fmt: skip


def test_named_alternatives_read_back_in_their_order() -> None:
    plan = loads(METHODS.replace("epochs = [{", "length = [{"))
    again = loads(dumps(plan))
    assert again == plan
    assert [run.name for run in again.expand()] == [run.name for run in plan.expand()]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ('start = ""', "starts from stage 2, which is left out", ),
        ("without = [1, 2]", "no stage 7 to leave out"),
        ("stands_for", "Did you mean 'stands_for'"),
        ("learning_rate", "Did you mean 'learning_rate'"),
    ],
)  # fmt: skip
def test_mistakes_in_alternatives_are_named(change: str, message: str) -> None:
    other = {"without = [1, 2]": "without = [7]", "stands_for": "stand_for", "learning_rate": "learning_rat"}
    text = METHODS.replace("epochs = [{", "length = [{").replace(change, other.get(change, 'start = "2@30"'))
    with pytest.raises(UserError, match=message):
        loads(text).expand()


def test_a_field_has_one_value_and_a_preset_is_set_before_what_stands_beside_it() -> None:
    plan = Plan(parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]}))
    with pytest.raises(UserError, match=r"learning_rate: is given twice, as 1e-4 and as 0\.5\. Give it once"):
        apply_settings(plan, ["learning_rate=1e-4", "epochs=1", "stages.0.learning_rate=0.5"])
    assert apply_settings(plan, ["epochs=2", "epochs=2"]).experiment.stages[0].epochs == 2  # type: ignore[attr-defined]
    with pytest.raises(UserError, match="learning_rate: Input should be a finite number"):
        apply_settings(plan, ["learning_rate=nan"])  # not equal to itself, and yet given once
    settings = ["max_length=128", "preset=paper_code"]
    one, other = (apply_settings(plan, each).experiment for each in (settings, settings[::-1]))
    assert one == other and one.stages[0].max_length == 128
    with pytest.raises(UserError, match="preset: is given twice"):
        apply_settings(plan, ["preset=paper_code", "preset=paper_text"])


@pytest.mark.parametrize(
    "settings",
    [
        ["truncation.head=10", "truncation.kind=head_tail"],
        ["truncation.head=10", "truncation={kind='head_tail'}"],
        ["truncation={kind='head_tail', head=10}", "truncation.kind=head_tail"],
    ],
)
def test_a_part_of_an_option_is_kept_wherever_its_kind_is_set(settings: list[str]) -> None:
    plan = Plan(parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]}))
    one, other = (apply_settings(plan, each).experiment.stages[0] for each in (settings, settings[::-1]))
    assert one == other and one.truncation.model_dump() == {"kind": "head_tail", "head": 10}  # type: ignore[attr-defined]
    with pytest.raises(UserError, match="truncation.head: is given twice, as 10 and as 9"):
        apply_settings(plan, ["truncation={kind='head_tail', head=10}", "truncation.head=9"])


@pytest.mark.parametrize("part_first", [True, False])
def test_of_several_kinds_each_takes_the_parts_that_it_has(part_first: bool) -> None:
    plan = Plan(parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]}))
    settings = ["truncation.head=10", "truncation.kind=['head_tail', 'tail']"]
    new = apply_settings(plan, settings if part_first else settings[::-1])
    table = new.experiment.model_dump(mode="json")
    ways = [apply_values(table, each)["stages"][0]["truncation"] for each in combinations(new.axes)]
    assert ways == [{"kind": "head_tail", "head": 10}, {"kind": "tail"}]
    with pytest.raises(UserError, match="no field 'overlap'"):
        apply_settings(plan, ["truncation.kind=['head_tail', 'tail']", "truncation.overlap=3"])


def test_a_sweep_over_kinds_keeps_the_parts_of_the_one_that_is_there() -> None:
    truncation = {"kind": "head_tail", "head": 10}
    stage = {"kind": "finetune", "data": "samples:reviews", "truncation": truncation}
    new = apply_settings(
        Plan(parse_experiment({"stages": [stage]})), ["truncation.kind=['head_tail', 'tail']"]
    )
    table = new.experiment.model_dump(mode="json")
    assert [apply_values(table, each)["stages"][0]["truncation"] for each in combinations(new.axes)] == [
        truncation,
        {"kind": "tail"},
    ]
