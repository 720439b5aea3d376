"""Plans and their runs."""

from __future__ import annotations

import pytest

from engine.errors import UserError
from engine.spec.experiment import parse
from engine.spec.sweep import Plan, assign, differences, parse_value, shown

BASE = parse(
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


def test_options_can_be_swept() -> None:
    runs = Plan(BASE, {"stages.1.truncation": ["head", {"kind": "head_tail", "head": 64}]}).expand()
    assert [r.stages[1].truncation.kind for r in runs] == ["head", "head_tail"]  # type: ignore[attr-defined]


def test_a_value_out_of_range_names_the_field() -> None:
    with pytest.raises(UserError, match=r"stages\.1\.learning_rate.*greater than 0"):
        Plan(BASE, {"stages.1.learning_rate": [-1.0]}).expand()
    with pytest.raises(UserError, match="has no values"):
        Plan(BASE, {"seed": []}).expand()


def test_short_keys_mean_the_last_stage_that_has_them() -> None:
    table = BASE.model_dump(mode="json")
    for key, text in {
        "epochs": "2",
        "steps": "50",
        "learning_rate": "1e-3",
        "decay.kind": "zhang",
        "decay.xi": "0.8",
    }.items():
        assign(table, key, parse_value(text))
    changed = parse(table)
    assert changed.stages[0].steps == 50  # type: ignore[attr-defined]
    assert changed.stages[0].learning_rate == 5e-5
    assert changed.stages[1].learning_rate == 1e-3
    assert changed.stages[1].decay.scale(0, 2) == pytest.approx(0.8**3)  # type: ignore[attr-defined]
    assert differences(BASE, changed) == [
        "stages.0.steps",
        "stages.1.learning_rate",
        "stages.1.epochs",
        "stages.1.decay",
    ]


def test_an_unknown_key_names_the_nearest() -> None:
    with pytest.raises(UserError, match="Did you mean 'learning_rate'"):
        assign(BASE.model_dump(mode="json"), "learning_rat", 1)
    with pytest.raises(UserError, match="there is no 'stages.7'"):
        assign(BASE.model_dump(mode="json"), "stages.7.epochs", 1)


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
    ],
)
def test_values_as_people_write_them(value: object, words: str) -> None:
    assert shown(value) == words
