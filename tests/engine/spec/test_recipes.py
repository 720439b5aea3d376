"""Recipes in their sizes: each is a plan whose runs pass the checks and whose axes fill a published table."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from engine.analysis.estimate import training_key
from engine.analysis.paper.published import published_table
from engine.errors import UserError
from engine.spec.checks.cross_field import check_experiment
from engine.spec.experiment import Experiment
from engine.spec.optimizers import AdamWOptions
from engine.spec.presets.published import CODE, departures
from engine.spec.recipes import (
    SIZES,
    Recipe,
    find_recipe,
    list_recipes,
    list_user_recipes,
    load_plan,
    save_recipe,
    user_recipes_folder,
)
from engine.spec.schedules import SlantedTriangularSchedule
from engine.spec.stages import Stage
from engine.spec.sweep import Plan, value_name
from engine.spec.toml import dumps, loads
from tests.engine.sized_encoder import SizedEncoder
from tests.sampling import nightly_but

SIZED = [(each, size) for each in list_recipes() for size in each.plans]
NAMES = [f"{each.name}:{size}" for each, size in SIZED]


ENCODERS = {
    name: SizedEncoder(
        name=name, layers=layers, positions=positions, parameters=parameters, next_sentence=pairs
    )
    for name, layers, positions, parameters, pairs in (
        ("palimpsest-tiny", 4, 128, 5_000_000, True),
        ("bert-base-uncased", 12, 512, 110_000_000, True),
        ("bert-base-chinese", 12, 512, 102_000_000, True),
        ("bert-large-uncased", 24, 512, 335_000_000, True),
        ("google/bert_uncased_L-4_H-256_A-4", 4, 512, 11_000_000, True),
        ("google/bert_uncased_L-8_H-512_A-8", 8, 512, 41_000_000, True),
        ("google/bert_uncased_L-12_H-128_A-2", 12, 512, 6_000_000, True),
        ("uer/chinese_roberta_L-4_H-256", 4, 512, 9_000_000, False),
    )
}
"""What the checks ask of an encoder, from its card."""


@cache
def expanded(name: str, size: str) -> list[Experiment]:
    """A recipe's runs, made once for all that is asked of them: the largest has hundreds."""
    return find_recipe(name, size).plan.expand()


SMALL_AND_SOME = {place for place, (_, size) in enumerate(SIZED) if size == "sample" or place % 4 == 0}


@pytest.mark.parametrize(("each", "size"), nightly_but(SMALL_AND_SOME, SIZED), ids=NAMES)
def test_every_size_expands_passes_the_checks_and_reads_back(each: Recipe, size: str) -> None:
    plan = each.plans[size]
    runs = expanded(each.name, size)
    assert len(runs) == plan.run_count and each.description
    assert len({run.identity() for run in runs}) == len(runs)
    for run in runs:
        blocking = {p: f for p, f in check_experiment(run, ENCODERS[run.encoder.source]).items() if f.blocks}
        assert not blocking, run.name
        assert run.recipe == f"{each.name}:{size}"
    again = loads(dumps(plan))
    assert again == plan
    assert list(again.axes) == list(plan.axes)


@pytest.mark.parametrize(("each", "size"), SIZED, ids=NAMES)
def test_every_size_needs_what_its_name_says(each: Recipe, size: str) -> None:
    for run in expanded(each.name, size):
        text = run.model_dump_json()
        assert all(stage.seed is None for stage in run.stages), "seeds never share a stage unsaid"
        assert (run.encoder.source == "palimpsest-tiny") == (size == "sample")
        assert ("samples:" in text) == (size == "sample")
        assert ("paper:" in text) == (size != "sample")
        if size == "paper":
            last = run.stages[-1]
            assert (last.batch_size, last.max_length) == (24, 512)  # Sun et al. 2019, 5.2 and 5.3.1


@pytest.mark.parametrize(
    "each", [each for each, size in SIZED if size == "paper"], ids=lambda each: each.name
)
def test_the_size_of_the_paper_has_the_settings_of_its_code(each: Recipe) -> None:
    """What departs is what the table asks about, or said in the recipe; never the way of training."""
    training = {"optimizer", "schedule", "clip", "clip_norm", "weight_decay", "batch_size", "duplication"}
    for run in expanded(each.name, "paper"):
        # BERT-large was pre-trained in batches of 24 (5.7).
        names = training - ({"batch_size"} if "large" in run.encoder.source else set())
        for stage in run.stages:
            assert stage.preset == CODE, run.name
            departs = {each.path for each in departures(stage.model_dump(mode="json"))}
            assert not departs & names, run.name


TABLES = [(each, size) for each, size in SIZED if each.layout]


@pytest.mark.parametrize(("each", "size"), TABLES, ids=[f"{each.name}:{size}" for each, size in TABLES])
def test_rows_and_columns_are_those_of_the_published_table(each: Recipe, size: str) -> None:
    layout, axes = each.layout, each.plans[size].axes
    assert layout is not None
    table = published_table(layout.table)
    for axis, known in ((layout.rows, table.rows), (layout.columns, table.columns)):
        if axis:
            names = [getattr(value, "published_name", None) or value_name(value) for value in axes[axis]]
            if size == "paper":
                assert sorted(names) == sorted(name for name in known if name not in table.cited)
            elif not table.figure:
                assert set(names) <= set(known)


def test_a_size_is_named_either_way_and_runs_carry_it() -> None:
    assert find_recipe("table-2").size == "sample"
    assert find_recipe("table-2:small") == find_recipe("table-2", "small")
    assert load_plan("table-2", "paper").experiment.recipe == "table-2:paper"
    assert list(find_recipe("table-2").plans) == list(SIZES)
    with pytest.raises(UserError, match=r"no size 'huge'.*sample, small, paper"):
        find_recipe("table-2", "huge")
    with pytest.raises(UserError, match="only one size"):
        find_recipe("quickstart", "paper")


SIZES_FILE = """
name = "Mine"
[[stages]]
kind = "finetune"
data = "samples:reviews"
epochs = 4
[sweep]
seed = [1, 2]
learning_rate = [1e-4, 2e-4]
[sizes.paper]
[sizes.sample.set]
epochs = 1
[sizes.sample.sweep]
seed = []
learning_rate = [3e-4]
"""


def test_a_size_changes_fields_and_axes_of_ones_own_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SIZES_FILE, encoding="utf-8")
    small, whole = load_plan(str(file)), load_plan(str(file), "paper")
    assert small.axes == {"stages.0.learning_rate": [3e-4]}
    assert small.experiment.stages[0].epochs == 1  # type: ignore[attr-defined]
    assert whole.run_count == 4
    assert whole.experiment.stages[0].epochs == 4  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("sizes.sample.set", "sizes.medium.set"), "unknown size 'medium'"),
        (("[sizes.sample.set]\nepochs", "[sizes.sample]\nepochs"), r"sizes.sample.*unknown entry 'epochs'"),
        (
            ("[sizes.paper]", '[paper]\ntabel = "x"\n[sizes.paper]'),
            r"\[paper\] has only table, rows and columns",
        ),
    ],
)
def test_mistakes_in_sizes_are_named(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SIZES_FILE.replace(*change), encoding="utf-8")
    with pytest.raises(UserError, match=message):
        load_plan(str(file))


def test_a_plan_is_kept_as_a_recipe_of_ones_own(home: Path) -> None:
    assert list_user_recipes() == ([], [])
    plan = find_recipe("two-learning-rates").plan
    mine = Plan(plan.experiment.model_copy(update={"name": "My rates"}), plan.axes)
    file = save_recipe(mine)
    assert (file.name, file.title, file.own, file.plan.run_count) == (
        "my-rates",
        "My rates",
        True,
        plan.run_count,
    )
    assert save_recipe(mine) == file, "once more is no harm"
    assert list_user_recipes() == ([file], [])
    assert find_recipe("my-rates") == file and load_plan("my-rates").experiment.recipe == "my-rates"
    assert load_plan("my-rates").axes == mine.axes
    # What is there is never written over, and what comes along keeps its name.
    other = Plan(mine.experiment.model_copy(update={"notes": "another"}), mine.axes)
    with pytest.raises(UserError, match="you already have a recipe"):
        save_recipe(other)
    with pytest.raises(UserError, match="a bundled recipe"):
        save_recipe(Plan(plan.experiment.model_copy(update={"name": "Quickstart"}), {}))
    (user_recipes_folder() / "broken.toml").write_text("name = ", encoding="utf-8")
    recipes, problems = list_user_recipes()
    assert recipes == [file] and len(problems) == 1 and "broken.toml" in problems[0]
    with pytest.raises(UserError, match="Did you mean 'my-rates'"):
        find_recipe("my-rate")
    with pytest.raises(UserError):
        find_recipe("../recipes/my-rates")


def test_figure_2_makes_5000_updates_of_the_training_split() -> None:
    runs = expanded("figure-2", "paper")
    assert {run.stages[0].planned_updates([22_500]) for run in runs} == {5000}


def trained_stages(name: str, size: str) -> set[str]:
    """The different stages before the last that a recipe's runs train."""
    runs = expanded(name, size)
    return {training_key(run, index) for run in runs for index in range(len(run.stages) - 1)}


@pytest.mark.parametrize(("size", "corpora", "seeds"), [("paper", 11, 3), ("small", 4, 3), ("sample", 3, 1)])
def test_table_5_trains_one_encoder_per_corpus_and_seed(size: str, corpora: int, seeds: int) -> None:
    assert len(trained_stages("table-5", size)) == corpora * seeds


def test_figure_3_ends_its_schedule_at_every_point_and_shares_100_000_steps_with_the_tables() -> None:
    steps = set()
    for run in expanded("figure-3", "paper"):
        for stage in run.stages[:-1]:
            total = stage.planned_updates([])
            steps.add(total)
            assert stage.schedule.factor(total - 1, total) < 2 / total and not stage.kept_steps()
            assert stage.schedule.factor(total // 10 - 1, total) >= 0.99  # a tenth warms up
    assert steps == {1000, 2000, 5000, 10_000, 20_000, 50_000, *range(100_000, 600_000, 100_000)}
    shared = trained_stages("figure-3", "paper") & trained_stages("table-5", "paper")
    assert len(shared) == 3  # of each seed, the pre-training on IMDb
    for other in ("table-6", "table-8", "figure-4"):
        assert shared <= trained_stages(other, "paper")


def test_smallest_shares_of_figure_4_take_the_first_steps_of_the_code() -> None:
    """The step sizes of 20 updates, summed: without bias correction the first steps are several times as large."""
    stage = expanded("figure-4", "paper")[0].stages[-1]
    total = stage.planned_updates([100])
    assert total == 20
    usual = {"optimizer": AdamWOptions(), "schedule": SlantedTriangularSchedule()}
    assert integrated_step(stage, total) > 5 * integrated_step(stage.model_copy(update=usual), total)


def integrated_step(stage: Stage, total: int) -> float:
    """The sum over updates of the step of a weight whose gradient is always the same, in learning rates."""
    corrected = isinstance(stage.optimizer, AdamWOptions)
    moved = 0.0
    for step in range(total):
        size = 1.0 if corrected else (1 - 0.9 ** (step + 1)) / (1 - 0.999 ** (step + 1)) ** 0.5
        moved += size * stage.schedule.factor(step, total)
    return moved


def test_every_fraction_of_a_long_text_is_read() -> None:
    for run in expanded("table-2", "paper"):
        truncation = run.stages[0].labelled_tasks()[0].truncation
        if truncation.combine_segments:
            assert truncation.kept_ranges(47_988, 510) == [(0, 47_988)]
            assert len(truncation.segments(47_988, 510)) == 95


FORGETTING = ("forgetting-rates", "further-pretraining-forgetting", "layer-wise-decay-protects", "two-tasks")


def test_what_fills_no_published_table_asks_about_forgetting() -> None:
    assert {each.name for each, _ in SIZED if not each.layout} == set(FORGETTING)
    for each, size in SIZED:
        if not each.layout:
            for run in expanded(each.name, size):
                assert run.probes.on and run.probes.retention and run.probes.drift


@pytest.mark.parametrize("size", SIZES)
def test_two_tasks_in_a_row_share_the_first_and_differ_in_one_thing_each(size: str) -> None:
    pairs = find_recipe("two-tasks", size).plan.expand_with_values()
    first = [run.stages[0] for _, run in pairs]
    assert all(stage == first[0] for stage in first)
    plain = next(run for chosen, run in pairs if chosen["strategy"].name == "Nothing").stages[1]
    changed = {}
    for chosen, run in pairs:
        fields = type(plain).model_fields
        differing = {name for name in fields if getattr(run.stages[1], name) != getattr(plain, name)}
        changed[chosen["strategy"].name] = differing
    assert changed == {
        "Nothing": set(),
        "Low rate": {"learning_rate"},
        "Layer-wise decay": {"decay"},
        "L2-SP": {"anchor"},
        "EWC": {"consolidation"},
        "Mixout": {"mixout"},
        "Replay of the task": {"replay"},
        "Replay of text": {"replay"},
        "Distillation": {"distillation"},
        "LoRA": {"adapter", "learning_rate"},
    }


def test_rates_of_the_figure_that_is_asked_again_are_among_the_samples() -> None:
    assert find_recipe("forgetting-rates", "paper").plan.axes["stages.0.learning_rate"] == [
        2e-5,
        5e-5,
        1e-4,
        4e-4,
    ]
    for size in ("sample", "small"):
        assert {2e-5, 4e-4} <= set(find_recipe("forgetting-rates", size).plan.axes["stages.0.learning_rate"])
