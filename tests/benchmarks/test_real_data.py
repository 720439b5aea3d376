"""What runs on real texts leave in the repository: read back, compared, and of the plans that stand beside it."""

from __future__ import annotations

import base64
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from benchmarks import real_data
from benchmarks._evidence import (
    MeasuredRun,
    by_variant,
    differences,
    forgetting_differences,
    forgetting_table,
    general_text,
    measure,
    measure_differences,
    measure_table,
    read_evidence,
    table,
    variant_of,
    write_evidence,
)
from engine.analysis.forgetting.measured import read_forgetting
from engine.store import Store, runs, summaries
from engine.store.rows import StageRow
from tests.engine.analysis.told import told
from tests.engine.analysis.told_answers import TEXTS, add_answers


def made(name: str, seed: int, wrong: np.ndarray, texts: str = "same") -> MeasuredRun:
    bits = base64.b64encode(np.packbits(wrong.astype(bool)).tobytes()).decode("ascii")
    return MeasuredRun(name, seed, texts, len(wrong), bits, {"drift": 0.1 * seed})


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    wrong = np.array([1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0], bool)
    file = tmp_path / "measured" / "question.json"
    written = [made("seed 2, rate 1", 2, wrong), made("seed 1, rate 1", 1, ~wrong)]
    write_evidence(file, "a plan", written)
    read = read_evidence(file, "a plan")
    assert read == sorted(written, key=lambda run: run.name)
    assert read[1].wrong_texts.tolist() == wrong.astype(float).tolist()
    assert read[1].error == pytest.approx(100 * 5 / 11)
    assert read_evidence(tmp_path / "none.json", "a plan") == []
    with pytest.raises(SystemExit, match="another plan"):
        read_evidence(file, "another plan")


def test_differences_are_paired_by_seed_and_stay_within_the_same_texts() -> None:
    """With far more texts than seeds can make noise of, the interval is Student's over the seeds' differences."""
    draw = np.random.default_rng(0)
    runs = []
    errors = {"one": (0.10, 0.20, 0.30), "two": (0.20, 0.25, 0.42)}
    for variant, seeds in errors.items():
        for seed, error in enumerate(seeds):
            wrong = np.zeros(400_000, bool)
            wrong[: round(error * len(wrong))] = True
            runs.append(made(f"seed {seed}, {variant}", seed, wrong))
    runs.append(made("seed 0, elsewhere", 0, draw.random(50) < 0.5, texts="other"))
    found = differences(by_variant(runs))
    assert list(found) == ["two"]
    each = 100 * np.subtract(errors["two"], errors["one"])
    half = stats.t.ppf(0.975, 2) * each.std(ddof=1) / np.sqrt(3)
    assert found["two"].mean == pytest.approx(each.mean(), abs=1e-3)
    assert found["two"].high - found["two"].mean == pytest.approx(half, rel=0.02)
    assert found["two"].p == pytest.approx(stats.ttest_1samp(each, 0).pvalue, rel=0.1)


def test_under_the_table_stands_what_it_would_take_to_tell_what_is_undecided() -> None:
    """Of three variants one is far from the first, and one cannot be told from it: of that alone more is asked."""
    draw = np.random.default_rng(0)
    errors = {"first": 0.2, "near": 0.2, "far": 0.6}
    runs = [
        made(f"seed {seed}, {name}", seed, draw.random(2_000) < error)
        for name, error in errors.items()
        for seed in (1, 2, 3)
    ]
    lines = table(runs, list(errors)).splitlines()
    assert [("cannot tell" in line, "worse" in line) for line in lines[2:5]] == [
        (False, False), (True, False), (False, True),
    ]  # fmt: skip
    assert lines[5] == "" and len(lines) == 7
    assert (
        lines[6].startswith("- near: ")
        and "in 80 % of cases, judged as the first of 2 comparisons" in lines[6]
    )


def test_measures_are_put_beside_the_first_over_equal_seeds() -> None:
    wrong = np.array([True, False, False, False])
    drift = {"first": (0.1, 0.2, 0.3), "other": (0.2, 0.5, 0.4), "alone": (0.9,)}
    factor = {"first": (1.0, 2.0, 4.0), "other": (2.0, 3.0, 9.0), "alone": (2.0,)}
    runs = [
        replace(
            made(f"seed {seed}, {name}", seed, wrong),
            measures={
                "drift": drift[name][seed],
                "perplexity, factor": factor[name][seed],
                "before, %": 40.0,
            },
        )
        for name, own in drift.items()
        for seed in range(len(own))
    ]
    own = np.subtract(drift["other"], drift["first"])
    found = measure_differences(by_variant(runs), "drift")
    assert list(found) == ["other"]
    interval = stats.t.interval(0.95, 2, own.mean(), stats.sem(own))
    assert (found["other"].mean, found["other"].low, found["other"].high) == pytest.approx(
        (own.mean(), *interval)
    )
    assert found["other"].adjusted_p == pytest.approx(stats.ttest_1samp(own, 0).pvalue)
    logs = np.log(np.divide(factor["other"], factor["first"]))
    ratio = measure_differences(by_variant(runs), "perplexity, factor")["other"]
    assert ratio.mean == pytest.approx(stats.gmean(np.exp(logs)))
    assert ratio.high == pytest.approx(np.exp(stats.t.interval(0.95, 2, logs.mean(), stats.sem(logs))[1]))
    lines = measure_table(runs, ["first", "other", "alone"]).splitlines()
    assert lines[0] == "| beside first: 95 % and Holm's p over seeds alone | drift | perplexity, factor |"
    assert lines[2].startswith("| other | +0.167 (") and lines[3] == "| alone |  |  |"
    equal = [
        replace(run, measures={"drift": 0.5 if run.variant == "first" else 1.0})
        for run in runs
        if run.variant != "alone"
    ]
    same = measure_differences(by_variant(equal), "drift")["other"]
    assert (same.mean, same.low, same.high, same.adjusted_p) == (0.5, None, None, None)
    assert str(same) == "+0.5 (no interval: the same for all seeds)"
    elsewhere = [replace(run, general="other text") if run.variant == "other" else run for run in runs]
    assert measure_differences(by_variant(elsewhere), "drift") == {}
    assert measure_table([replace(run, measures={}) for run in runs], ["first", "other"]) == ""


def test_forgetting_is_judged_over_seeds_and_texts_where_these_were_kept() -> None:
    """With far more texts than seeds can make noise of, the interval is Student's; older records have no table."""
    wrong = np.array([True, False, False, False])
    count = 400_000
    lost = {"first": (0.20, 0.24, 0.31), "other": (0.04, 0.05, 0.06), "older": (0.1, 0.1, 0.1)}

    def kept(share: float) -> dict[str, dict[str, str | int]]:
        """So many texts lost, and a tenth of them gained at the end."""
        places, both = np.arange(count), round(share * count)
        bits = (places < both, places >= count - both // 10)
        lost_bits, gained = (base64.b64encode(np.packbits(each).tobytes()).decode("ascii") for each in bits)
        return {"texts": {"count": count, "lost": lost_bits, "gained": gained}}

    kept_runs = [
        replace(
            made(f"seed {seed}, {name}", seed, wrong),
            lost={} if name == "older" else kept(share),
        )
        for name, shares in lost.items()
        for seed, share in enumerate(shares)
    ]
    assert kept_runs[0].lost_points[0].mean() == pytest.approx(18.0)
    found = forgetting_differences(by_variant(kept_runs))
    assert list(found) == ["other"]
    each = 90 * np.subtract(lost["other"], lost["first"])
    low, high = stats.t.interval(0.95, 2, each.mean(), stats.sem(each))
    assert found["other"].mean == pytest.approx(each.mean(), abs=1e-3)
    assert (found["other"].low, found["other"].high) == pytest.approx((low, high), rel=0.02)
    lines = forgetting_table(kept_runs, list(lost)).splitlines()
    assert lines[0] == "| F beside first | points (95 % over seeds and texts) | Holm's p | verdict |"
    assert len(lines) == 3 and lines[2].startswith("| other | -18.00 (") and lines[2].endswith("| better |")
    assert forgetting_table([replace(run, lost={}) for run in kept_runs], list(lost)) == ""
    assert forgetting_table(real_data.recorded("protect"), real_data.variant_order("protect")) == ""


def test_what_is_recorded_of_a_run_gives_its_f_again(tmp_path: Path) -> None:
    """A run of two tasks with 20 and then 81 of 300 texts of the first wrong; and one of an older version."""
    path = tmp_path / "s.sqlite"
    numbers = [told(path, "Plain", seed, 1e-4, harm=0.5) for seed in (1, 2)]
    add_answers(path, numbers[0], before=20, after=81)
    labels = np.arange(TEXTS) % 2
    for number in numbers:
        with Store(path) as store:
            certain = np.full(TEXTS, 0.9)
            last = runs.list_stages(store, number)[1].first_step + 60
            answers = (np.arange(TEXTS), labels, np.zeros(TEXTS, np.int64), certain, certain)
            summaries.set_predictions(store, number, "test", last, ("a", "b"), *answers)
            one, record = (
                measure(store, runs.get_run(store, number)),
                read_forgetting(store, [number])[number],
            )
        assert one.wrong_texts.tolist() == labels.tolist()
        assert one.measures["forgetting of earlier tasks, points"] == pytest.approx(
            record.forgetting, abs=1e-5
        )
        if number == numbers[0]:
            (points,) = one.lost_points
            assert points.mean() == pytest.approx(record.forgetting) == pytest.approx(100 * 61 / TEXTS)
        else:
            assert one.lost == {}
        write_evidence(tmp_path / "m.json", "plan", [one])
        assert read_evidence(tmp_path / "m.json", "plan") == [one]


def test_a_factor_is_its_geometric_mean_with_the_interval_of_its_logarithm() -> None:
    """Of × 1 and × 4 the mean is × 2: an arithmetic mean and s.d. would say that × 0 is within two s.d."""
    wrong = np.array([True, False, False, False])
    factors = {"even": (2.0, 2.0, 2.0), "wide": (1.0, 4.0, 1_500.0), "alone": (2.0,)}
    runs = [
        replace(made(f"seed {seed}, {name}", seed, wrong), measures={"perplexity, factor": own[seed]})
        for name, own in factors.items()
        for seed in range(len(own))
    ]
    head, _, *rows = table(runs, list(factors)).splitlines()[:5]
    assert head.endswith("| perplexity, factor, geometric mean (95 % over seeds) |")
    logs = np.log(factors["wide"])
    low, high = np.exp(stats.t.interval(0.95, 2, logs.mean(), stats.sem(logs)))
    assert stats.gmean(factors["wide"]) == pytest.approx(18.17, abs=0.01)
    wide = f"18.2 ({low:.5f} to {high:,.0f})"
    assert [row.rsplit(" | ", 1)[1] for row in rows] == ["2.00 |", f"{wide} |", "2.00 |"]


def test_runs_whose_general_text_is_another_are_told() -> None:
    wrong = np.array([True, False, False, False])
    one, two, bare = (made(f"seed 1, {name}", 1, wrong) for name in ("one", "two", "bare"))
    runs = [replace(one, general="a"), replace(two, general="b"), replace(bare, measures={})]
    order = ["one", "two", "bare"]
    assert table(runs, order).splitlines()[-1].endswith("not comparably, by: two (1)")
    assert "comparably" not in table([runs[0], replace(two, general="a"), runs[2]], order)


def test_a_general_text_is_known_by_the_passages_that_the_probe_read() -> None:
    """What it wrote down when it measured: the file may be another by the time a run is recorded."""

    def stage(position: int, info: dict[str, object]) -> StageRow:
        return StageRow(position, "finetune", "Fine-tuning", 0, 4, info)

    measured = stage(0, {"probes": {"drift": {}, "retention": {"fingerprint": "178a"}}})
    assert general_text([measured, stage(1, {"probes": {"drift": {}}})]) == "178a"
    assert general_text([stage(0, {}), stage(1, {"probes": {}})]) == general_text([]) == ""


@pytest.mark.parametrize("question", real_data.QUESTIONS)
def test_what_was_measured_are_runs_of_the_plan_as_it_stands(question: str) -> None:
    """A plan that was changed asks something else: its old figures must not stand beside it."""
    whole = {each.name.partition(": ")[2]: each.seed for each in real_data.expand(question, Path())}
    for run in real_data.recorded(question):
        assert whole[run.name] == run.seed
    variants = {variant_of(name, seed) for name, seed in whole.items()}
    assert variants == set(real_data.variant_order(question))


def test_a_run_that_is_none_is_refused_before_anything_is_trained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        real_data.main(
            ["rates", "--against", "rate 1", "--texts", str(tmp_path), "--home", str(tmp_path / "home")]
        )
    assert "rates has no run 'rate 1', but learning rate 2e-5, " in capsys.readouterr().err
    assert not (tmp_path / "home").exists()
