"""Plan looks at a growing sample: up to how many seeds two strategies are compared, said before they can be judged.

A plan names its seeds in their order. The look at k seeds is that at the first k of them, each by the run that
finished first (``planned_runs``), so there is one for each k, whichever runs are compared, and it has its share of the
error rate (``sample_size.sequential_alpha``). Plans stand in the store, in ``look_plans``: nothing changes or removes
them, and they stay when runs are deleted.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from engine.analysis.verdicts.margin import check_margin
from engine.analysis.verdicts.planned_runs import CountedRuns, are_tested_alike, count_runs, has_test_result
from engine.analysis.verdicts.sample_size import sequential_alpha
from engine.errors import UserError
from engine.formatting.phrases import phrase
from engine.json_types import JsonObject
from engine.metrics.base import known_metrics
from engine.store import Store
from engine.store.rows import RunRow

MOST_PLANNED = 100
"""Seeds that a plan may have."""
FIRST_LOOK = 2
"""Seeds at the first look: of fewer nothing is known of how much seeds differ."""


@dataclass(frozen=True)
class LookPlan:
    """Looks at two strategies that were planned.

    Attributes:
        seeds: in the order in which they are looked at.
        metric: the name of the test metric that is judged by.
        margin: within which results count as equal, in the metric's unit.
        comparisons: how many were planned together: they share the error rate.
        time: when they were planned, which is the same for those that were planned together and for no others.
    """

    seeds: tuple[int, ...]
    metric: str
    margin: float
    comparisons: int = 1
    time: float = field(default=0.0, compare=False)

    @property
    def most(self) -> int:
        """Up to how many seeds there are looks."""
        return len(self.seeds)

    @property
    def metric_title(self) -> str:
        """What the metric is called, as a phrase; an unknown one by its name."""
        known = known_metrics().get(self.metric)
        return phrase(self.metric if known is None else known.title)

    def level(self, seeds: int) -> float:
        """Return the level of the look at so many seeds; all together have 5 %."""
        return sequential_alpha(seeds, self.most)

    def to_sentence(self) -> str:
        """Return what was planned: ``Looks are planned at 2 to 5 seeds, judged by error, ...``."""
        if self.comparisons > 1:
            return phrase(
                "Looks are planned at 2 to {most} seeds, judged by {title}, equal within {margin}: all looks at these "
                "{comparisons} comparisons together give a false answer in at most 5 % of cases.",
                most=self.most, title=self.metric_title, margin=f"{self.margin:g}", comparisons=self.comparisons,
            )  # fmt: skip
        return phrase(
            "Looks are planned at 2 to {most} seeds, judged by {title}, equal within {margin}: all looks together give "
            "a false answer in at most 5 % of cases.",
            most=self.most, title=self.metric_title, margin=f"{self.margin:g}",
        )  # fmt: skip


@dataclass(frozen=True)
class PlannedLook:
    """Where a comparison stands in its plan.

    Attributes:
        plan: what was planned.
        tested: with how many of the planned seeds, from the first, both strategies have been tested.
        answered_at: how many seeds the first look had that found an answer; 0: none has.
        unplanned: seeds tested with that are not in the plan, or behind one that is still missing.
        judges: whether this comparison is by the metric that was planned.
        problem: why no look can be taken, in a sentence; empty where they can.
        waiting: of the seeds of the next look those whose runs have ended without counting, in a sentence each.
    """

    plan: LookPlan
    tested: int
    answered_at: int = 0
    unplanned: tuple[int, ...] = ()
    judges: bool = True
    problem: str = ""
    waiting: tuple[str, ...] = ()

    @property
    def seeds(self) -> int:
        """How many seeds the look has that counts: the first that found an answer, else the last there is."""
        return self.answered_at or self.tested

    @property
    def is_withheld(self) -> bool:
        """Whether nothing is judged here: there is no look yet, or it would be none of those planned."""
        return bool(self.problem) or not self.judges or self.tested < FIRST_LOOK

    @property
    def next_seeds(self) -> int:
        """How many of the planned seeds the next look takes; 0 where there is none."""
        if self.problem or self.answered_at or self.tested >= self.plan.most or not self.judges:
            return 0
        return max(FIRST_LOOK, self.tested + 1)

    def as_json(self) -> JsonObject:
        """Return the plan and where it stands, as ``palimpsest compare --test --format json`` has them.

        Where nothing is judged neither the number of the look is known nor whether the plan says stop.
        """
        plan = self.plan
        return {
            "seeds": list(plan.seeds),
            "metric": plan.metric,
            "margin": plan.margin,
            "comparisons": plan.comparisons,
            "time": plan.time,
            "look": None if self.is_withheld else self.seeds - 1,
            "looks": plan.most - 1,
            "stop": None if self.is_withheld else bool(self.answered_at) or self.tested == plan.most,
            "sentences": [str(each) for each in self.sentences()],
        }

    def sentences(self) -> list[str]:
        """Return where the plan stands, what it waits for, and what is not counted."""
        said = (self._standing(), *(self.waiting if self.next_seeds else ()), self._left_out())
        return [each for each in said if each]

    def _standing(self) -> str:
        plan = self.plan
        if self.problem:
            return self.problem
        if not self.judges:
            return phrase("No verdict: the planned looks are judged by {title}.", title=plan.metric_title)
        if self.tested < FIRST_LOOK:
            seeds = ", ".join(map(str, plan.seeds[:FIRST_LOOK]))
            return phrase(
                "No verdict yet: the first of {looks} planned looks needs test results of both with seeds {seeds}.",
                looks=plan.most - 1, seeds=seeds,
            )  # fmt: skip
        about = {"look": self.seeds - 1, "looks": plan.most - 1, "level": level_words(plan.level(self.seeds))}
        if self.answered_at:
            return phrase("Look {look} of {looks} (level {level}): it tells, so the plan says stop.", **about)
        if self.tested == plan.most:
            return phrase(
                "Look {look} of {looks} (level {level}), the last: the plan ends without an answer, and seeds beyond "
                "it are not judged.",
                **about,
            )
        return phrase(
            "Look {look} of {looks} (level {level}): go on to the next look, with seed {seed}.",
            seed=plan.seeds[self.tested], **about,
        )  # fmt: skip

    def _left_out(self) -> str:
        later = self.tested - self.answered_at if self.answered_at else 0
        seeds = [*(self.plan.seeds[self.answered_at : self.tested] if later else ()), *self.unplanned]
        if not seeds or not self.judges or self.problem:
            return ""
        return phrase(
            "Seeds {seeds} are outside this look and do not count."
            if len(seeds) > 1
            else "Seed {seeds} is outside this look and does not count.",
            seeds=", ".join(map(str, sorted(seeds))),
        )


def plan_notes(looks: Collection[PlannedLook], comparisons: int) -> list[str]:
    """Return what was planned, and which comparisons of the ``comparisons`` shown have an error rate of their own."""
    plans = {look.plan.time: look.plan for look in looks}
    said = list(dict.fromkeys(plan.to_sentence() for plan in plans.values()))
    if len(plans) > 1:
        said.append(
            phrase(
                "These are {plans} plans that were made apart: each has 5 % of its own, so that together they may "
                "give a false answer in more.",
                plans=len(plans),
            )
        )
    if said and len(looks) < comparisons:
        said.append(
            phrase(
                "Comparisons for which no looks were planned are judged as if this were the only look, with 5 % of "
                "their own."
            )
        )
    return said


def level_words(level: float) -> str:
    """Return a level as it is read: ``0.016``; of a very early look ``below 0.0001``."""
    return "< 0.0001" if level < 1e-4 else f"{level:.2g}"


def read_plan(store: Store, one: Sequence[RunRow], other: Sequence[RunRow]) -> LookPlan | None:
    """Return what was planned for two strategies, each given by its runs; None where nothing was."""
    if not one or not other:
        return None
    sql = "SELECT seeds, metric, margin, comparisons, time FROM look_plans WHERE one = ? AND other = ?"
    found = store.execute(sql, _pair(one, other)).fetchone()
    if found is None:
        return None
    return LookPlan(
        tuple(map(int, json.loads(found["seeds"]))),
        str(found["metric"]),
        float(found["margin"]),
        int(found["comparisons"]),
        float(found["time"]),
    )


def are_looks_planned(store: Store, strategies: Collection[str]) -> bool:
    """Return whether looks were planned at any two of the strategies, which are named by their ``group_identity``."""
    pairs = store.execute("SELECT one, other FROM look_plans").fetchall()
    return any(row["one"] in strategies and row["other"] in strategies for row in pairs)


def plan_looks(
    store: Store,
    baseline: Sequence[RunRow],
    others: Sequence[Sequence[RunRow]],
    most: int,
    metric: str,
    margin: float,
) -> None:
    """Store the plan to look at each strategy against the baseline at 2 to ``most`` seeds; once, and for good.

    Comparisons that have this very plan already keep it.

    Args:
        store: where the runs are.
        baseline, others: the runs of each strategy, finished or not.
        most: up to how many seeds.
        metric: the name of the metric that is to be judged by.
        margin: within which results are to count as equal, in the metric's unit.

    Raises UserError for a plan of one seed or of more than 100, where two seeds of each have been tested already, where
    another plan was made, where no seed makes a difference, and for strategies that are tested on other texts.
    """
    sequential_alpha(FIRST_LOOK, most)
    if most > MOST_PLANNED:
        raise UserError(
            f"looks are planned at {MOST_PLANNED} seeds at most, not at {most}.",
            place="seeds",
            remedy="Plan as many as you can train.",
        )
    known = known_metrics().get(metric)
    check_margin(margin, "%" if known is None else known.unit)
    with store.transaction():
        new = [of for of in others if not _has_plan(store, baseline, of, most, metric, margin)]
        for of in new:
            if problem := plan_problem(store, baseline, of):
                raise UserError(
                    problem, place="seeds", remedy="Leave it out, or judge it once, without planned looks."
                )
        if not new:
            return
        seeds, now = _order_seeds(store, [baseline, *new], most), time.time()
        for of in new:
            one, other = _pair(baseline, of)
            store.execute(
                "INSERT INTO look_plans (one, other, seeds, metric, margin, comparisons, time) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (one, other, json.dumps(seeds), metric, margin, len(new), now),
            )


def plan_problem(store: Store, one: Sequence[RunRow], other: Sequence[RunRow]) -> str:
    """Return why no looks can be planned at two strategies any more, in a sentence; empty where they can be."""
    if _pair(one, other)[0] == _pair(one, other)[1]:
        return "no looks can be planned: both are runs of one strategy."
    if not are_tested_alike(store, one, other):
        return "no looks can be planned: the strategies are tested on different texts or tasks."
    trained = [of for of in (one, other) if count_runs(store, of).by_seeds]
    if not trained:
        return "no looks can be planned: neither strategy depends on a seed."
    tested = min(_seeds_tested(store, of) for of in trained)
    if tested >= FIRST_LOOK:
        return f"it is too late to plan looks: {tested} seeds of each strategy have been tested already."
    return ""


def stand_in_plan(
    store: Store, plan: LookPlan, one: CountedRuns, other: CountedRuns, metric: str
) -> PlannedLook:
    """Return where two strategies stand that are judged by ``metric``, whatever looks have told so far.

    Args:
        store: where the runs are.
        plan: what was planned.
        one, other: the runs of either strategy, as plans count them.
        metric: the name of the metric that they are compared by.
    """
    sides = (one, other)
    both = (
        frozenset[int].intersection(*(side.seeds for side in sides if side.by_seeds))
        if all(side.runs for side in sides)
        else frozenset[int]()
    )
    tested = len(list(takewhile(both.__contains__, plan.seeds)))
    problem = ""
    if not are_tested_alike(store, one.compared, other.compared):
        problem = phrase("No verdict: the strategies were tested on different texts or tasks.")
    elif precision := next((side.precision for side in sides if not side.shown), ""):
        problem = phrase(
            "No verdict: the plan counts runs in {precision}, as the first that was tested.",
            precision=precision,
        )
    return PlannedLook(
        plan,
        tested,
        unplanned=tuple(sorted(both.difference(plan.seeds[:tested]))),
        judges=metric == plan.metric,
        problem=problem,
        waiting=tuple(_waited_for(plan.seeds[tested : max(FIRST_LOOK, tested + 1)], sides)),
    )


def _waited_for(seeds: Sequence[int], sides: Sequence[CountedRuns]) -> Iterator[str]:
    """Yield a sentence for each run that ended without counting, where its seed is needed and none is under way."""
    for seed in seeds:
        for side in sides:
            if seed in side.seeds_there or seed not in side.ended:
                continue
            run = side.ended[seed]
            if has_test_result(run):
                yield phrase(
                    "Run {run} with seed {seed} was not computed in {precision}, in which the plan counts: queue that "
                    "seed again.",
                    run=run.id, seed=seed, precision=side.precision,
                )  # fmt: skip
            else:
                yield phrase(
                    "Run {run} with seed {seed} ended without a test result, and the plan waits for that seed: see "
                    "why, and queue it again when that is mended.",
                    run=run.id, seed=seed,
                )  # fmt: skip


def _has_plan(
    store: Store, one: Sequence[RunRow], other: Sequence[RunRow], most: int, metric: str, margin: float
) -> bool:
    """Return whether two strategies have the plan that is asked for; raises UserError where they have another."""
    plan = read_plan(store, one, other)
    if plan is not None and (plan.most, plan.metric, plan.margin) != (most, metric, margin):
        raise UserError(
            f"looks were planned already, at 2 to {plan.most} seeds by {plan.metric}, equal within {plan.margin:g}: a "
            "plan is made once.",
            place="seeds",
            remedy="Go by that plan: it needs no further choice.",
        )
    return plan is not None


def _pair(one: Sequence[RunRow], other: Sequence[RunRow]) -> tuple[str, str]:
    """Return the key of a pair of strategies, the same whichever is the baseline."""
    first, second = sorted((one[-1].group_identity, other[-1].group_identity))
    return first, second


def _seeds_tested(store: Store, of: Sequence[RunRow]) -> int:
    """Return with how many seeds a strategy has been tested, by runs of this store or by some that were deleted."""
    group = of[-1].group_identity
    looks = "SELECT count(DISTINCT identity) FROM test_looks WHERE group_identity = ?"
    done = """SELECT count(DISTINCT r.seed) FROM runs r JOIN summary s ON s.run_id = r.id
              WHERE r.group_identity = ? AND r.status = 'finished' AND s.key LIKE 'test/%'"""
    return max(int(store.execute(sql, (group,)).fetchone()[0]) for sql in (looks, done))


def _order_seeds(store: Store, strategies: Sequence[Sequence[RunRow]], most: int) -> list[int]:
    """Return ``most`` seeds: first those that most strategies have runs of, then those that follow the largest.

    All runs of the store count, and not only those that are compared: nobody chooses seeds by what they have shown.
    """
    sides = [count_runs(store, of) for of in strategies]
    times = Counter(seed for side in sides if side.by_seeds for seed in side.seeds_there)
    seeds = sorted(times, key=lambda seed: (-times[seed], seed))
    highest = max(times, default=0)
    return [*seeds, *range(highest + 1, highest + 1 + most)][:most]
