"""The combinations of a draft's sweep, with something in place of what is still empty."""

from __future__ import annotations

from engine.analysis.sweep_preview import MAX_COMBINATIONS, preview_combinations, with_seeds
from engine.spec.experiment import parse_experiment
from engine.spec.sweep import Axes

TABLE = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]}).model_dump(
    mode="json"
)


def test_seeds_look_alike_and_many_combinations_are_cut() -> None:
    axes: Axes = {"stages.0.learning_rate": [1e-5 * n for n in range(1, 41)], "seed": [1, 2, 3]}
    found = preview_combinations(TABLE, axes)
    assert len(found) == MAX_COMBINATIONS and found[1].values == {"stages.0.learning_rate": 2e-5}
    assert [each.seed for each in with_seeds(found[0].experiment, axes)] == [1, 2, 3]


def test_what_is_still_empty_is_drawn_and_what_is_wrong_is_not() -> None:
    stage = TABLE["stages"][0]
    empty = {**TABLE, "name": "", "stages": [{**stage, "data": {**stage["data"], "source": ""}}]}
    (only,) = preview_combinations(empty, {})
    assert only.stage_indices == (0,)
    assert preview_combinations(TABLE, {"stages.0.dropout": [0.1, 1.5]}) == []
