"""Statistics of verdicts against SciPy, and the answers that they give."""

from __future__ import annotations

import json
import math
import re
import tempfile
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import f1_score

from engine.analysis.verdicts.crossed_effects import CrossedEstimate, SampledUnits, estimate_difference
from engine.analysis.verdicts.significance import GROUPS, pseudo_values
from engine.analysis.verdicts.statistics import (
    Spread,
    adjust_holm,
    geometric_spread,
    half_widths,
    spread,
    wilson_interval,
)
from engine.events import Evaluation, Predictions
from engine.metrics.base import Metric, Outcomes, known_metrics
from engine.store import Store
from engine.store.writer import RunWriter
from tests.engine.cli.test_app import palimpsest
from tests.workbench.pages.stored import finished


def test_spread_is_numpys_and_its_interval_scipys() -> None:
    values = np.random.default_rng(3).normal(5.4, 0.3, 7)
    found = spread(list(values))
    assert found is not None
    assert found.mean == pytest.approx(np.mean(values))
    assert found.sd == pytest.approx(np.std(values, ddof=1))
    low, high = stats.t.interval(0.95, 6, loc=np.mean(values), scale=stats.sem(values))
    assert found.half_interval == pytest.approx((high - low) / 2)
    assert found.mean - found.half_interval == pytest.approx(low)


def test_what_is_missing_or_not_finite_does_not_count() -> None:
    assert spread([None, 2.0, float("nan"), float("inf"), 4.0]) == spread([2.0, 4.0])
    assert spread([3.5]) == Spread(1, 3.5, None, None)
    assert spread([None, float("nan")]) is None
    assert spread([]) is None


@pytest.mark.parametrize(
    "values", [[2.0, 2.0, 2.0], [2.0, 2.0], [0.1 + 0.2, 0.3, 0.3], [1e6, 1e6, 1e6 + 1e-9]]
)
def test_equal_values_have_no_spread_and_no_interval(values: list[float]) -> None:
    """Two or three equal values say nothing of the noise; one of 0 would make anything certain."""
    found = spread(values)
    assert found is not None
    assert found.sd == 0.0
    assert found.half_interval is None and found.bounds(interval=True) == (None, None)
    factors = geometric_spread(values)
    assert factors is not None and factors.sd == 1.0 and factors.bounds(interval=True) == (None, None)


def test_columns_of_equal_values_have_no_interval_beside_others_that_have() -> None:
    table = np.array([[1.0, 2.0], [1.0, 3.0], [1.0, 4.0]])
    half, sd = half_widths(table, interval=True), half_widths(table)
    assert half is not None and math.isnan(half[0])
    assert half[1] == pytest.approx(4.303 / math.sqrt(3), abs=1e-3)
    assert sd is not None and sd.tolist() == [0.0, 1.0]


@pytest.mark.parametrize(("errors", "n"), [(0, 50), (3, 50), (25, 50), (50, 50), (291, 7600)])
def test_wilson_is_the_formula(errors: int, n: int) -> None:
    # Wilson 1927: (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)
    z, p = 1.959963984540054, errors / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low, high = wilson_interval(errors, n)
    assert low == pytest.approx(100 * (middle - half), abs=1e-9)
    assert high == pytest.approx(100 * (middle + half), abs=1e-9)
    assert 0 <= low <= 100 * p <= high <= 100


def test_holm_is_the_step_down_rule() -> None:
    """Adjusted p below alpha exactly for what Holm's procedure rejects, walked through as he states it."""
    rng = np.random.default_rng(7)
    for _ in range(50):
        ps = rng.uniform(0, 0.1, 6).tolist()
        rejected: set[int] = set()
        for rank, i in enumerate(np.argsort(ps)):
            if ps[i] > 0.05 / (6 - rank):
                break
            rejected.add(int(i))
        assert {i for i, p in enumerate(adjust_holm(ps)) if p is not None and p <= 0.05} == rejected


def test_the_table_of_two_seeds_and_three_texts_by_hand() -> None:
    found = estimate_difference([[np.array([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]])]])
    assert (found.mean, found.texts) == (0.5, 3)
    assert found.units == (SampledUnits(pytest.approx(1 / 18), 2, 1),)
    assert found.text_variance == pytest.approx(17 / 360)


def test_components_are_those_of_a_table_that_was_drawn_with_them() -> None:
    random = np.random.default_rng(4)
    seed, text, rest = 0.5, 3.0, 2.0
    tables = [
        random.normal(0, seed, (12, 1))
        + random.normal(0, text, (1, 2000))
        + random.normal(0, rest, (12, 2000))
        for _ in range(60)
    ]
    found = [estimate_difference([[table]]).components for table in tables]
    means = [np.mean([getattr(each, name) for each in found]) for name in ("seed", "text", "rest")]
    assert means == pytest.approx([seed**2, text**2, rest**2], rel=0.08)
    # The variance that is claimed is that of the means.
    claimed = np.mean(
        [e.text_variance + e.units[0].variance for e in (estimate_difference([[t]]) for t in tables)]
    )
    assert claimed == pytest.approx(seed**2 / 12 + text**2 / 2000 + rest**2 / 24_000, rel=0.1)


def test_seeds_alone_are_students_t_and_texts_alone_the_normal() -> None:
    for df in (1, 2, 9):
        only = CrossedEstimate(0.0, (SampledUnits(4.0 * (df + 1), df + 1, df),), 0.0, 100)
        assert only.half_width() == pytest.approx(2 * stats.t.ppf(0.975, df), rel=1e-6)
        assert only.tail(6.0) == pytest.approx(stats.t.sf(3.0, df), rel=1e-5)
    texts = CrossedEstimate(1.0, (), 4.0, 100)
    assert texts.interval() == pytest.approx((1 - 2 * 1.959964, 1 + 2 * 1.959964))
    assert texts.p_value() == pytest.approx(2 * stats.norm.sf(0.5))


def test_both_together_are_their_sum_as_drawn() -> None:
    random = np.random.default_rng(5)
    both = CrossedEstimate(0.0, (SampledUnits(3.0, 3, 2), SampledUnits(1.0, 4, 3)), 2.0, 100)
    count = 2_000_000
    drawn = (
        random.standard_t(2, count)
        + 0.5 * random.standard_t(3, count)
        + math.sqrt(2) * random.normal(size=count)
    )
    for distance in (0.5, 2.0, 5.0, 12.0):
        assert both.tail(distance) == pytest.approx(np.mean(drawn > distance), rel=0.03)
    assert both.half_width(0.9) == pytest.approx(np.quantile(np.abs(drawn), 0.9), rel=0.01)


def test_equivalence_is_the_larger_of_two_one_sided_tests() -> None:
    texts = CrossedEstimate(0.1, (), 0.01, 100)
    assert texts.equivalence_p(0.3) == pytest.approx(stats.norm.sf(2.0))
    assert CrossedEstimate(-0.1, (), 0.01, 100).equivalence_p(0.3) == pytest.approx(stats.norm.sf(2.0))
    assert CrossedEstimate(0.5, (), 0.01, 100).equivalence_p(0.3) > 0.5


def test_no_disagreement_is_not_no_noise() -> None:
    """Without any disagreement in n texts, differences up to about 3 / n may well have stayed hidden."""
    found = estimate_difference([[np.zeros((3, 400), np.float32)]])
    low, high = found.interval()
    assert found.mean == 0.0
    assert low == -high
    assert 1 / 400 < high < 4 / 400


def test_tasks_weigh_alike_and_seeds_move_them_together() -> None:
    random = np.random.default_rng(6)
    table = random.normal(size=(4, 300))
    one, twice = estimate_difference([[table]]), estimate_difference([[table, table]])
    assert twice.mean == pytest.approx(one.mean)
    # The same seed in both tasks: not two samples of seeds. Texts of two tasks are two samples.
    assert twice.units[0].variance == pytest.approx(one.units[0].variance)
    assert twice.text_variance < one.text_variance


def _macro_f1(outcomes: Outcomes) -> float:
    return 100 * float(f1_score(outcomes.targets, outcomes.predicted, average="macro", zero_division=0.0))


def _rmse(outcomes: Outcomes) -> float:
    assert outcomes.targets is not None and outcomes.predicted is not None
    return float(np.sqrt(np.mean((outcomes.targets - outcomes.predicted) ** 2)))


MACRO_F1 = Metric("macro_f1", "macro F1", _macro_f1, "max", ("class",), unit="%")
RMSE = Metric("rmse", "RMSE", _rmse, "min", ("number",))


def _outcomes(n: int, seed: int = 0) -> Outcomes:
    random = np.random.default_rng(seed)
    targets = random.choice(3, n, p=(0.6, 0.3, 0.1))
    predicted = np.where(random.random(n) < 0.2, random.integers(0, 3, n), targets)
    losses = random.exponential(size=n)
    right = float((targets == predicted).sum())
    return Outcomes(n, float(losses.sum()), right, targets, predicted, losses=losses, classes=("a", "b", "c"))


@pytest.mark.parametrize("name", ["error", "accuracy", "loss"])
def test_of_a_mean_over_texts_it_is_each_texts_own_value(name: str) -> None:
    made = _outcomes(50)
    found = pseudo_values(known_metrics()[name], made)
    assert made.losses is not None
    right = made.targets == made.predicted
    own = {"error": 100.0 * ~right, "accuracy": 100.0 * right, "loss": made.losses}[name]
    assert found == pytest.approx(own, abs=1e-6)


def test_macro_f1_leaves_each_text_out_though_it_is_computed_by_cells() -> None:
    made = _outcomes(60)
    found = pseudo_values(MACRO_F1, made)
    assert made.targets is not None and made.predicted is not None and found is not None
    whole = _macro_f1(made)
    left = np.array(
        [
            100
            * f1_score(
                np.delete(made.targets, text),
                np.delete(made.predicted, text),
                average="macro",
                zero_division=0,
            )
            for text in range(60)
        ]
    )
    plain = 60 * whole - 59 * left
    assert found == pytest.approx(plain - plain.mean() + whole)
    assert found.mean() == pytest.approx(whole)


def test_its_spread_is_that_of_the_metric_over_new_texts() -> None:
    """Over 120 test splits, the standard error that one split claims is the standard deviation that there is."""
    claimed, values = [], []
    for seed in range(120):
        found = pseudo_values(MACRO_F1, _outcomes(300, seed))
        assert found is not None
        claimed.append(found.var(ddof=1) / len(found))
        values.append(found.mean())
    assert np.sqrt(np.mean(claimed)) == pytest.approx(np.std(values, ddof=1), rel=0.15)


def test_many_texts_with_answers_of_their_own_are_left_out_in_groups() -> None:
    random = np.random.default_rng(1)
    targets, noise = random.normal(size=2000), random.normal(0, 0.5, 2000)
    found = pseudo_values(RMSE, Outcomes(2000, 0.0, targets=targets, predicted=targets + noise))
    assert found is not None and len(found) == GROUPS
    assert found.mean() == pytest.approx(np.sqrt(np.mean(noise**2)))
    # Delta method: the s.e. of a root mean square of normals is sigma / sqrt(2 n).
    assert found.std(ddof=1) / np.sqrt(GROUPS) == pytest.approx(0.5 / np.sqrt(4000), rel=0.25)


def test_metrics_of_probabilities_have_each_texts_own_value_where_they_are_means() -> None:
    random = np.random.default_rng(2)
    chances = random.dirichlet(np.ones(3), 80)
    targets = random.integers(0, 3, 80)
    made = Outcomes(
        80, 0.0, targets=targets, predicted=chances.argmax(1), probabilities=chances, classes=("a", "b", "c")
    )
    brier = known_metrics()["brier"]
    found = pseudo_values(brier, made)
    assert found is not None
    own = np.square(chances - np.eye(3)[targets]).sum(1)
    assert found == pytest.approx(own * brier.compute(made) / own.mean())  # whatever the scale it is shown in
    area = pseudo_values(known_metrics()["roc_auc"], made)
    assert area is not None and area.mean() == pytest.approx(known_metrics()["roc_auc"].compute(made))


def test_a_metric_that_is_not_defined_contributes_nothing() -> None:
    nothing = Metric("nothing", "nothing", lambda _: float("nan"), "min")
    by_class = Metric("by_class", "by class", lambda _: {"a": 1.0}, "min")
    assert pseudo_values(nothing, _outcomes(20)) is None
    assert pseudo_values(by_class, _outcomes(20)) is None


TEXTS = 600
ANSWERS = Path(__file__).with_name("answers.json")
FORMATS = ("table", "markdown", "csv", "latex", "json")
STRATEGIES = (
    # rate, error in percent by seed, share of its mistakes that are its own
    (1e-5, (12.0, 12.4, 11.8), 0.1),
    (2e-5, (12.1, 12.0, 12.3), 0.1),  # the same
    (3e-5, (7.0, 7.4, 6.8), 0.1),  # better
    (4e-5, (18.0, 17.0, 19.5), 0.5),  # worse
    (5e-5, (10.9, 12.2, 11.2), 0.2),  # cannot be told
    (6e-5, (12.0, 12.5, 40.0), 0.2),  # one seed fails
)


def _write_store(path: Path) -> None:
    """Write 18 runs: six strategies of three seeds on the same three classes of ``TEXTS`` texts, and three more.

    Runs 19 and 20 have no predictions, run 21 is another seed of the first strategy.
    """
    random = np.random.default_rng(3)
    truth = random.choice(3, TEXTS, p=(0.6, 0.3, 0.1))
    hard = random.standard_normal(TEXTS)

    def add(rate: float, seed: int, error: float, own: float, predicted: bool = True) -> None:
        number = finished(path, f"rate {rate:g}, seed {seed}", seed=seed, rate=rate, test=error)
        of_rate = np.random.default_rng(int(1e7 * rate)).standard_normal(TEXTS)
        of_run = np.random.default_rng([int(1e7 * rate), seed]).standard_normal(TEXTS)
        difficulty = hard + np.sqrt(own) * of_rate + np.sqrt(0.1) * of_run
        wrong = np.argsort(np.argsort(-difficulty)) < round(TEXTS * error / 100)
        guess = np.where(wrong, (truth + 1) % 3, truth)
        made = Predictions(
            "test", np.arange(TEXTS), truth, guess, np.full((TEXTS, 3), 1 / 3), 2.0 * wrong, ("a", "b", "c")
        )
        with RunWriter(path, number) as writer:
            values = {"test/error": 100 * float(wrong.mean())} if predicted else {"test/error": error}
            writer.write(Evaluation("test", 10, values, predictions=made if predicted else None))

    Store(path).close()
    for rate, errors, own in STRATEGIES:
        for seed, error in enumerate(errors, 1):
            add(rate, seed, error, own)
    for seed in (1, 2):
        add(7e-5, seed, 9.0 + seed, 0.1, predicted=False)
    add(1e-5, 9, 12.2, 0.1)
    with Store(path) as store:
        store.execute("UPDATE runs SET active_seconds = 90")


def _ask(path: Path) -> dict[str, list[str]]:
    """Return every answer by its question: lines, numbers to five digits; of JSON the tests alone."""
    everything = [str(number) for number in range(1, 19)]
    questions = [[*everything, "--format", each] for each in FORMATS]
    questions += [
        [*everything, "--details", *more] for more in (["--judge-by", "macro_f1"], ["--margin", "5"])
    ]
    questions += [
        [*everything[:6], "19", "20", "--judge-by", "accuracy", "--format", "json"],
        ["1", "2", "3", "13", "14", "15", "--details"],  # paired by seed
        ["1", "2", "21", "13", "14", "15", "--details"],  # seeds without a partner
        ["1", "2", "7", "--details"],  # one run against two
        ["1", "4", "19", "20", "--format", "json"],
        ["1", "2", "3", "19", "20", "--judge-by", "loss"],  # one has no predictions
    ]
    found = {}
    for question in questions:
        told = palimpsest("compare", *question, "--test", "--store", path)
        text = json.dumps(told.json["tests"], indent=1) if "json" in question else told.out
        text = re.sub(r"\d+ of \d+ settings?", "Of all settings one", text)
        rounded = re.sub(r"-?\d+\.\d{6,}(e-?\d+)?", lambda number: f"{float(number[0]):.5g}", text)
        found[" ".join(question)] = rounded.splitlines()
    return found


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    path = tmp_path_factory.mktemp("answers") / "s.sqlite"
    _write_store(path)
    return _ask(path)


FROZEN: dict[str, list[str]] = json.loads(ANSWERS.read_text()) if ANSWERS.exists() else {}


@pytest.mark.parametrize("question", FROZEN)
def test_an_answer_is_what_it_was(answers: dict[str, list[str]], question: str) -> None:
    assert answers[question] == FROZEN[question]


def test_every_question_has_an_answer(answers: dict[str, list[str]]) -> None:
    assert list(answers) == list(FROZEN)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        _write_store(Path(folder, "s.sqlite"))
        ANSWERS.write_text(json.dumps(_ask(Path(folder, "s.sqlite")), indent=1) + "\n")
