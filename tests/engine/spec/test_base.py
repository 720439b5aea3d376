"""What options say of themselves beside their fields."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from engine.spec.base import OptionInputs, collect_inputs
from engine.spec.experiment import parse_experiment
from engine.spec.mitigation import Replay
from engine.spec.stages import Stage


def stage(**fields: Any) -> Stage:
    table = {"kind": "finetune", "data": "samples:reviews"} | fields
    return parse_experiment({"stages": [table]}).stages[0]


@pytest.mark.parametrize(
    ("fields", "read"),
    [
        ({}, OptionInputs()),
        ({"anchor": "l2_sp"}, OptionInputs()),
        ({"consolidation": {"kind": "ewc", "text": "a.txt"}}, OptionInputs(("a.txt",), original_head=True)),
        ({"consolidation": {"kind": "ewc", "of": "earlier"}}, OptionInputs(earlier_tasks=True)),
        ({"replay": {"kind": "text"}}, OptionInputs(("",), original_head=True)),
        ({"replay": "earlier"}, OptionInputs(earlier_tasks=True)),
        ({"replay": {"kind": "both", "text": "b.txt"}}, OptionInputs(("b.txt",), True, True)),
        ({"distillation": "lwf"}, OptionInputs((), True, True)),
        (
            {"consolidation": {"kind": "ewc", "text": "a.txt"}, "replay": {"kind": "both", "text": "b.txt"}},
            OptionInputs(("a.txt", "b.txt"), True, True),
        ),
    ],
)
def test_a_stage_reads_what_its_options_say(fields: dict[str, Any], read: OptionInputs) -> None:
    assert collect_inputs(stage(**fields)) == read


def test_an_option_of_a_plug_in_is_asked_like_any_other() -> None:
    class Diary(Replay):
        """Reads a text of its own."""

        kind: Literal["diary"] = "diary"

        def inputs(self) -> OptionInputs:
            return OptionInputs(texts=("diary.txt",))

    try:
        assert collect_inputs(stage(replay="diary")).texts == ("diary.txt",)
    finally:
        Replay.options.pop("diary")
