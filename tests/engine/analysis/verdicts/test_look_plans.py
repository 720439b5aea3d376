"""Looks that were planned: when they can be, which runs belong to each, and what they tell, over a real store."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import launch
from engine.analysis.verdicts.further_seeds import seeds_needed
from engine.analysis.verdicts.look_plans import (
    MOST_PLANNED,
    LookPlan,
    PlannedLook,
    plan_looks,
    plan_notes,
    plan_problem,
    read_plan,
    stand_in_plan,
)
from engine.analysis.verdicts.planned_runs import count_runs
from engine.analysis.verdicts.sample_size import sequential_alpha
from engine.analysis.verdicts.significance import (
    compare_with_baseline,
    multiple_comparisons_note,
    planned_looks,
)
from engine.analysis.verdicts.verdict import MetricDifference, plan_further
from engine.capsule.opening import open_capsule
from engine.capsule.writing import write_capsule
from engine.errors import UserError
from engine.launch.baselines import baseline_experiments
from engine.launch.further_seeds import queue_further_seeds
from engine.store import Store, runs
from engine.store.rows import RunRow
from tests.workbench.pages.stored import experiment, finished, queued, settle, train

BASE, OTHER = 2e-5, 1e-4


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "s.sqlite"
    Store(path).close()
    return path


def add(store: Path, rate: float, errors: dict[int, float], texts: int = 2000) -> list[RunRow]:
    for seed, error in errors.items():
        finished(store, f"rate {rate:g}, seed {seed}", seed=seed, rate=rate, test=error, texts=texts)
    return strategy(store, rate)


def strategy(store: Path, rate: float) -> list[RunRow]:
    """All runs of one learning rate."""
    group = experiment(rate=rate).group_identity()
    with Store(store) as opened:
        return [run for run in runs.list_runs(opened, descending=False) if run.group_identity == group]


def plan(store: Path, most: int, rates: tuple[float, ...] = (OTHER,), **changes: str | float) -> None:
    """Plan looks at strategies against the first, of which each has a run of seed 1 at least."""
    for rate in (BASE, *rates):
        if not strategy(store, rate):
            queued(store, [experiment(seed=1, rate=rate)])
    options = {"metric": "error", "margin": 1.0} | changes
    with Store(store) as opened:
        others = [strategy(store, rate) for rate in rates]
        plan_looks(
            opened, strategy(store, BASE), others, most, str(options["metric"]), float(options["margin"])
        )


def judge(store: Path, metric: str = "") -> tuple[MetricDifference, PlannedLook]:
    with Store(store) as opened:
        base, others = strategy(store, BASE), {1: strategy(store, OTHER)}
        told = compare_with_baseline(opened, base, others, metric=metric)
        return told[1], planned_looks(opened, base, others, told, metric)[1]


def test_a_plan_is_made_once_and_is_the_same_from_either_side(store: Path) -> None:
    plan(store, 4)
    with Store(store) as opened:
        base, other = strategy(store, BASE), strategy(store, OTHER)
        made = read_plan(opened, base, other)
        assert made == read_plan(opened, other, base) == LookPlan((1, 2, 3, 4), "error", 1.0)
        assert made is not None
        assert sum(made.level(seeds) for seeds in (2, 3, 4)) == pytest.approx(0.05)
    plan(store, 4)  # the same again changes nothing
    for changed in ({"most": 5}, {"most": 4, "margin": 0.5}, {"most": 4, "metric": "loss"}):
        with pytest.raises(UserError, match="at 2 to 4 seeds by error, equal within 1: a plan is made once"):
            plan(store, **changed)  # type: ignore[arg-type]
    with Store(store) as opened:
        opened.execute("DELETE FROM runs")
    with Store(store) as opened:
        queued(store, [experiment(seed=1, rate=rate) for rate in (BASE, OTHER)])
        assert read_plan(opened, strategy(store, BASE), strategy(store, OTHER)) == made


@pytest.mark.parametrize(
    ("most", "said"),
    [
        (0, "one seed planned at most"),
        (1, "one seed planned at most"),
        (MOST_PLANNED + 1, "100 seeds at most"),
    ],
)
def test_a_plan_of_no_look_or_of_too_many_is_refused(store: Path, most: int, said: str) -> None:
    with pytest.raises(UserError, match=said):
        plan(store, most)


def test_looks_are_planned_before_two_seeds_of_each_have_been_tested(store: Path) -> None:
    base, other = add(store, BASE, {1: 20.0, 2: 20.2, 3: 20.1}), add(store, OTHER, {1: 21.0})
    with Store(store) as opened:
        assert plan_problem(opened, base, other) == ""  # what the second seed of one will be, nobody knows
        assert "both are runs of one strategy" in plan_problem(opened, base, base[:1])
    other = add(store, OTHER, {2: 21.0})
    with Store(store) as opened:
        # A run that is deleted was looked at all the same.
        opened.execute("DELETE FROM runs WHERE id = ?", (other[0].id,))
        assert "2 seeds of each strategy have been tested already" in plan_problem(opened, base, other[1:])
    with pytest.raises(UserError, match="too late to plan looks"):
        plan(store, 4)
    assert judge_once(store).look is None


def judge_once(store: Path) -> MetricDifference:
    with Store(store) as opened:
        return compare_with_baseline(opened, strategy(store, BASE), {1: strategy(store, OTHER)})[1]


def test_each_look_has_its_level_and_the_seeds_of_its_number(store: Path) -> None:
    plan(store, 4, margin=0.1)
    add(store, BASE, {1: 20.0, 2: 20.4})
    add(store, OTHER, {1: 20.2, 2: 20.1})
    made, look = judge(store)
    assert (look.seeds, look.next_seeds, made.n, made.verdict) == (2, 3, 2, "cannot tell")
    assert made.alpha == sequential_alpha(2, 4) and made.level_words == "99.69 %"
    assert made.margin == 0.1
    assert look.sentences() == ["Look 1 of 3 (level 0.0031): go on to the next look, with seed 3."]
    add(store, BASE, {3: 20.1, 4: 20.0})
    add(store, OTHER, {4: 20.0})  # before seed 3: it waits for it
    made, look = judge(store)
    assert (look.seeds, look.next_seeds, made.n) == (2, 3, 2)
    assert look.sentences()[1] == "Seed 4 is outside this look and does not count."
    add(store, OTHER, {3: 20.0})
    made, look = judge(store)
    assert (look.seeds, look.next_seeds, made.n) == (4, 0, 4)
    assert made.alpha == sequential_alpha(4, 4)


def test_the_first_look_that_tells_stands_whatever_comes_later(store: Path) -> None:
    plan(store, 4)
    add(store, BASE, {1: 20.0, 2: 20.0})
    add(store, OTHER, {1: 40.0, 2: 40.0})
    made, look = judge(store)
    assert made.verdict == "worse" and look.answered_at == 2
    assert look.sentences() == ["Look 1 of 3 (level 0.0031): it tells, so the plan says stop."]
    with Store(store) as opened:
        needed = seeds_needed({1: made}, {1: look})
        assert needed == {} and made.needed is None
        assert opened.execute("SELECT count(*) FROM runs WHERE status = 'queued'").fetchone()[0] == 2
    add(store, BASE, {3: 60.0, 9: 60.0})
    add(store, OTHER, {3: 20.0, 9: 20.0})
    again, look = judge(store)
    assert (again.verdict, again.mean, again.p, look.answered_at) == (made.verdict, made.mean, made.p, 2)
    assert "Seeds 3, 9 are outside this look" in look.sentences()[1]


def test_off_the_plan_there_is_a_sentence_and_no_number(store: Path) -> None:
    plan(store, 3)
    add(store, BASE, {1: 20.0})
    add(store, OTHER, {1: 40.0})
    for seeds, left_out in (
        (1, []),
        (3, ["Seed 3 is outside this look and does not count."]),
    ):
        made, look = judge(store)  # one run each; then seed 3 without seed 2
        assert (made.verdict, made.bounds, made.shown_p, made.needed) == ("cannot tell", None, None, None)
        assert made.posterior_sentence() == "" and " p " not in made.to_sentence()
        assert look.sentences() == [
            "No verdict yet: the first of 2 planned looks needs test results of both with seeds 1, 2.",
            *left_out,
        ]
        assert (look.next_seeds, seeds) in ((2, 1), (2, 3))
        add(store, BASE, {3: 20.0})
        add(store, OTHER, {3: 40.0})
    add(store, BASE, {2: 20.0})
    add(store, OTHER, {2: 40.0})
    made, look = judge(store, "loss")
    assert (made.verdict, made.bounds, made.shown_p, look.next_seeds) == ("cannot tell", None, None, 0)
    assert look.sentences() == ["No verdict: the planned looks are judged by error."]
    # Whether any look has told is not known.
    assert (look.as_json()["look"], look.as_json()["stop"]) == (None, None)
    assert judge(store)[0].verdict == "worse"
    assert judge(store)[1].as_json()["stop"] is True


def test_a_plan_ends_without_an_answer(store: Path) -> None:
    plan(store, 2, margin=0.1)
    add(store, BASE, {1: 20.0, 2: 20.4})
    add(store, OTHER, {1: 20.2, 2: 20.1})
    made, look = judge(store)
    assert made.verdict == "cannot tell" and look.next_seeds == 0
    assert made.alpha == pytest.approx(0.05)
    (said,) = look.sentences()
    assert said == (
        "Look 1 of 1 (level 0.05), the last: the plan ends without an answer, and seeds beyond it are not judged."
    )
    assert made.needed is None


def test_no_other_texts_are_proposed_under_a_plan(store: Path) -> None:
    plan(store, 4, margin=0.7)
    add(store, BASE, {1: 20.0, 2: 20.0, 3: 20.0}, texts=500)
    add(store, OTHER, {1: 20.4, 2: 20.4, 3: 20.4}, texts=500)
    made, _ = judge(store)
    # A number there is, of texts that the plan is not about.
    assert plan_further(made).needed_texts is not None
    assert (made.verdict, made.needed) == ("cannot tell", None)


def test_the_seeds_of_the_next_look_are_queued(store: Path) -> None:
    plan(store, 4)
    with Store(store) as opened:
        opened.execute("DELETE FROM runs WHERE status = 'queued'")
    base, other = add(store, BASE, {1: 20.0, 2: 20.4}), add(store, OTHER, {1: 20.2, 2: 20.1})
    made, look = judge(store)
    with Store(store) as opened:
        needed = seeds_needed({1: made}, {1: look})
        assert needed == {1: 3}
        numbers, known = queue_further_seeds(opened, base, [(other, needed[1])])
        added = [runs.get_run(opened, number) for number in numbers]
        assert ([run.seed for run in added], known) == ([3, 3], [])
        assert {run.group_identity for run in added} == {base[0].group_identity, other[0].group_identity}
        again, known = queue_further_seeds(opened, base, [(other, needed[1])])
        assert (again, sorted(known)) == ([], sorted(numbers))


def test_comparisons_that_were_planned_together_share_the_error_rate(store: Path) -> None:
    third = 5e-5
    plan(store, 3, (OTHER, third))
    add(store, BASE, {1: 20.0, 2: 20.4})
    add(store, OTHER, {1: 20.4, 2: 20.1})
    add(store, third, {1: 20.1, 2: 20.3})
    add(store, 7e-5, {1: 20.1, 2: 20.6})
    with Store(store) as opened:
        base = strategy(store, BASE)
        others = {number: strategy(store, rate) for number, rate in enumerate((OTHER, third, 7e-5))}
        told = compare_with_baseline(opened, base, others, margin=0.5)
        looks = planned_looks(opened, base, others, told)
        assert sorted(looks) == [0, 1]
        assert all(told[key].adjusted_p == pytest.approx(min(1, 2 * told[key].p)) for key in looks)
        assert told[2].adjusted_p == told[2].p and told[2].family == 1  # none of the plan
        assert [told[key].margin for key in others] == [1.0, 1.0, 0.5]
        assert len(plan_notes(looks.values(), 2)) == 1  # planned at one time, they are one plan
        planned, rest = plan_notes(looks.values(), 3)
        assert (
            "Looks are planned at 2 to 3 seeds, judged by error, equal within 1: all looks at these 2 comparisons"
            in planned
        )
        assert "no looks were planned" in rest and "5 % of their own" in rest
        assert multiple_comparisons_note(told.values()) == ""  # what it says of Holm's p is of the others


def test_plans_that_were_made_apart_have_an_error_rate_each(store: Path) -> None:
    third = 5e-5
    plan(store, 3)
    plan(store, 3, (third,))
    with Store(store) as opened:
        base, others = strategy(store, BASE), {1: strategy(store, OTHER), 2: strategy(store, third)}
        looks = planned_looks(opened, base, others, {})
        one, apart = plan_notes(looks.values(), 2)
    assert "all looks together give a false answer in at most 5 %" in one
    assert "These are 2 plans that were made apart: each has 5 % of its own" in apart


def other_texts(store: Path, rate: float, seeds: tuple[int, ...]) -> list[RunRow]:
    """Runs of a strategy that is tested on other data."""
    data = "samples:questions"
    ids = [finished(store, f"questions, seed {n}", seed=n, rate=rate, data=data, texts=2000) for n in seeds]
    with Store(store) as opened:
        return [runs.get_run(opened, number) for number in ids]


def test_strategies_that_are_tested_on_other_texts_cannot_be_planned(store: Path) -> None:
    base, other = add(store, BASE, {1: 20.0}), other_texts(store, OTHER, (1,))
    with Store(store) as opened:
        assert "tested on different texts" in plan_problem(opened, base, other)
        with pytest.raises(UserError, match="tested on different texts") as refused:
            plan_looks(opened, base, [other], 3, "error", 1.0)
        assert "Leave it out" in refused.value.remedy
        # A plan that stands all the same, as one that came with a capsule may, judges nothing and queues nothing.
        pair = sorted(of[0].group_identity for of in (base, other))
        sql = "INSERT INTO look_plans VALUES (?, ?, '[1, 2, 3]', 'error', 1.0, 1, 1.0)"
        opened.execute(sql, pair)
        told = compare_with_baseline(opened, base, {1: other})
        look = planned_looks(opened, base, {1: other}, told)[1]
        assert (told, look.next_seeds, seeds_needed(told, {1: look})) == ({}, 0, {})
        assert look.sentences() == ["No verdict: the strategies were tested on different texts or tasks."]


@pytest.mark.parametrize("texts", [(2000, 1000), (20, 20), (0, 0)], ids=["others", "too few", "none"])
def test_where_no_look_can_be_taken_no_seeds_are_queued(store: Path, texts: tuple[int, int]) -> None:
    plan(store, 4)
    add(store, BASE, {1: 20.0, 2: 20.4}, texts[0])
    add(store, OTHER, {1: 20.2, 2: 20.1}, texts[1])
    with Store(store) as opened:
        base, others = strategy(store, BASE), {1: strategy(store, OTHER)}
        told = compare_with_baseline(opened, base, others)
        look = planned_looks(opened, base, others, told)[1]
    (said,) = look.sentences()
    assert seeds_needed(told, {1: look}) == {} and "next look" not in said
    assert all(made.bounds is None and made.shown_p is None for made in told.values())
    expected = {
        2000: "the test results of the two cannot be held against each other",
        20: "The test split has 20 texts: too few to say anything",
        0: "no predictions are stored that error could be computed from",
    }
    assert expected[texts[0]] in said


def test_a_seed_that_is_trained_again_draws_no_look_anew(store: Path) -> None:
    plan(store, 3)
    add(store, BASE, {1: 20.0, 2: 20.0})
    add(store, OTHER, {1: 20.3, 2: 20.1})
    made, _ = judge(store)
    add(store, OTHER, {1: 60.0, 2: 60.0})
    again, look = judge(store)
    assert (again.mean, again.p, again.verdict) == (made.mean, made.p, "cannot tell")
    assert look.tested == 2
    # Nor does naming only the newer runs of a strategy.
    with Store(store) as opened:
        named = {1: strategy(store, OTHER)[-2:]}
        assert compare_with_baseline(opened, strategy(store, BASE), named)[1].mean == made.mean
        # What was queued first and finished last does not count either.
        first = strategy(store, OTHER)[0]
        assert first.status == "queued" and first.seed == 1
    train(store, first.id, [1.0], test=60.0, texts=2000)
    settle(store, [first.id], "finished")
    assert judge(store)[0].mean == made.mean


def test_runs_in_another_precision_take_no_look(store: Path) -> None:
    plan(store, 4)
    for rate, more in ((BASE, 0.0), (OTHER, 0.4)):
        for seed, precision in ((1, "fp32"), (2, "fp32"), (1, "bf16"), (2, "bf16"), (3, "bf16")):
            test = 20.0 + more * (seed - 1) + 30 * (precision == "bf16") * more
            number = finished(store, f"{rate:g}", seed=seed, rate=rate, test=test, texts=2000)
            settle(store, [number], "finished", precision=precision)
    made, look = judge(store)
    assert (look.tested, look.next_seeds) == (2, 3) and made.mean == pytest.approx(0.2, abs=0.1)
    with Store(store) as opened:
        base, other = (
            [run for run in strategy(store, rate) if run.precision == "bf16"] for rate in (BASE, OTHER)
        )
        told = compare_with_baseline(opened, base, {1: other})
        look = planned_looks(opened, base, {1: other}, told)[1]
        assert (told[1].verdict, told[1].bounds, told[1].shown_p) == ("cannot tell", None, None)
        assert look.sentences() == ["No verdict: the plan counts runs in fp32, as the first that was tested."]
        assert seeds_needed(told, {1: look}) == {}
        # The seeds of the next look are queued in the precision that counts.
        base, other = strategy(store, BASE), strategy(store, OTHER)
        said = stand_in_plan(
            opened, look.plan, count_runs(opened, other), count_runs(opened, base), "error"
        ).sentences()
        assert len([each for each in said if "was not computed in fp32" in each]) == 2
        numbers, _known = queue_further_seeds(opened, base, [(other, 3)])
        added = [runs.get_run(opened, number) for number in numbers]
        assert [(run.seed, run.precision) for run in added] == [(3, "fp32"), (3, "fp32")]


def test_seeds_of_the_plan_are_proposed(store: Path) -> None:
    plan(store, 20, margin=2.0)
    add(store, BASE, {1: 20.0, 2: 20.1, 3: 20.2})
    add(store, OTHER, {1: 20.0, 2: 20.2, 3: 20.1})
    made, _ = judge(store)
    assert made.needed is not None and made.needed.units is not None and 3 < made.needed.units <= 20
    assert "test texts" not in made.needed.to_sentence()


def test_all_seeds_of_the_store_are_planned_first_whichever_are_compared(store: Path) -> None:
    base, other = add(store, BASE, {7: 20.0, 8: 20.1, 9: 20.2}), add(store, OTHER, {30: 20.0})
    with Store(store) as opened:
        plan_looks(opened, base[2:], [other], 5, "error", 1.0)  # seed 9 alone is compared
        made = read_plan(opened, base, other)
    assert made is not None and made.seeds == (7, 8, 9, 30, 31)


def test_a_seed_whose_run_fails_is_named(store: Path) -> None:
    plan(store, 3)
    add(store, BASE, {1: 20.0, 2: 20.0})
    add(store, OTHER, {1: 20.4})
    (number,) = queued(store, [experiment(seed=2, rate=OTHER)])
    assert len(judge(store)[1].sentences()) == 1  # it is under way
    settle(store, [number], "failed")
    waits, named = judge(store)[1].sentences()
    assert "needs test results of both with seeds 1, 2" in waits
    assert named == (
        f"Run {number} with seed 2 ended without a test result, and the plan waits for that seed: see why, and queue "
        "it again when that is mended."
    )
    add(store, OTHER, {2: 20.2})
    assert not any("ended without" in each for each in judge(store)[1].sentences())


def test_a_linear_baseline_stands_for_every_seed(store: Path) -> None:
    base = add(store, BASE, {1: 20.0})
    with Store(store) as opened:
        made = baseline_experiments([runs.get_experiment(opened, base[0].id)])
        linear = [[runs.get_run(opened, number)] for number in launch.enqueue(opened, made)]
        assert "neither strategy depends on a seed" in plan_problem(opened, linear[0], linear[1])
        plan_looks(opened, linear[0], [base], 3, "error", 0.3)
        found = planned_looks(opened, linear[0], {1: base}, {})[1]
        assert (found.plan.seeds, found.tested) == ((1, 2, 3), 0)  # the linear one has not been tested yet
        numbers, _known = queue_further_seeds(opened, linear[0], [(base, found.next_seeds)])
        assert [runs.get_run(opened, number).seed for number in numbers] == [2]


@pytest.mark.usefixtures("home")
def test_a_plan_travels_with_its_runs(store: Path, tmp_path: Path) -> None:
    plan(store, 4)
    for rate in (BASE, OTHER):
        add(store, rate, {2: 20.0})
    file, elsewhere = tmp_path / "two.capsule", tmp_path / "elsewhere.sqlite"
    with Store(store) as opened:
        chosen = [run.id for run in runs.list_runs(opened) if run.status == "finished"]
        write_capsule(opened, chosen, file)
        kept = read_plan(opened, strategy(store, BASE), strategy(store, OTHER))
    with Store(elsewhere) as opened:
        open_capsule(opened, file)
        found = read_plan(opened, strategy(elsewhere, BASE), strategy(elsewhere, OTHER))
        assert found is not None and found == kept
        assert opened.execute("SELECT count(*) FROM look_plans").fetchone()[0] == 1
