"""Where stages start, in words, and how starts follow stages that move."""

from __future__ import annotations

from typing import Any

import pytest

from engine.spec.experiment import find_problems, parse_experiment
from engine.spec.stage_starts import moved_start, possible_starts, start_text
from engine.spec.stages import Finetune, FurtherPretrain
from engine.spec.tables import construct

STAGES: list[dict[str, Any]] = [
    {"kind": "further_pretrain", "data": ["samples:reviews"], "keep": "500, 2000"},
    {"kind": "finetune", "data": "samples:reviews"},
    {"kind": "finetune", "data": "samples:reviews", "start": "1@2000"},
]


def test_starts_are_offered_in_words_and_each_is_allowed() -> None:
    stages = parse_experiment({"stages": STAGES}).stages
    assert possible_starts(stages, 0) == [("", "The encoder")]
    assert possible_starts(stages, 2) == [
        ("", "The stage before (2 Fine-tuning)"),
        ("encoder", "The encoder"),
        ("1", "Stage 1 Further pre-training"),
        ("1@500", "Stage 1 after 500 updates"),
        ("1@2000", "Stage 1 after 2,000 updates"),
    ]
    for value, _ in possible_starts(stages, 2):
        assert find_problems({"stages": [*STAGES[:2], {**STAGES[2], "start": value}]}) == {}


def test_a_draft_with_unreadable_steps_and_starts_is_still_described() -> None:
    stages = [construct(FurtherPretrain, {"keep": "500, soon"}), construct(Finetune, {"start": "nowhere"})]
    assert possible_starts(stages, 1)[-1] == ("1@500", "Stage 1 after 500 updates")
    assert stages[1].origin(1) == (1, None)
    assert start_text(stages, 1, "7") == "Stage 7"


@pytest.mark.parametrize(
    ("start", "index", "moved", "expected"),
    [
        ("", 2, {0: 1}, ""),
        ("encoder", 2, {0: 1}, "encoder"),
        ("1", 2, {0: 1}, "2"),
        ("1@2000", 2, {0: 1}, "2@2000"),
        ("1", 1, {0: 1}, ""),  # comes later now
        ("2", 2, {0: 0}, ""),  # is gone
    ],
)
def test_a_start_follows_its_stage(start: str, index: int, moved: dict[int, int], expected: str) -> None:
    assert moved_start(start, index, moved) == expected
