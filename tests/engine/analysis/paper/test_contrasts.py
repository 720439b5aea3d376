"""Contrasts and gains of the paper beside those of stored runs."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from scipy import integrate, stats

from engine.analysis.paper import formats
from engine.analysis.paper.contrasts import (
    PaperContrast,
    answer_contrasts,
    count_answers,
    find_contrast,
    published_contrasts,
)
from engine.analysis.paper.published import published_names, published_table
from engine.analysis.paper.table import PaperTable, fill_table
from engine.analysis.verdicts.crossed_effects import CrossedEstimate, SampledUnits
from engine.analysis.verdicts.tested_runs import Sample, TestedRuns, VerdictScope
from engine.analysis.verdicts.verdict import MetricDifference, judge_runs
from engine.events import Evaluation, RunFinished
from engine.metrics.base import known_metrics
from engine.spec.experiment import Experiment
from engine.spec.recipes import find_recipe
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.engine.analysis.paper.test_table import Shelf, of
from tests.workbench.pages.stored import answers_of

TEXTS = 4000


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "s.sqlite"
    Store(path).close()
    return path


def add(path: Path, made: Experiment, error: float, place: int, texts: int = TEXTS) -> None:
    with Store(path) as store:
        number = runs.create_run(store, made, launcher="cli")
    answers = answers_of(error, texts, place)
    with RunWriter(path, number) as writer:
        writer.write(Evaluation("test", 10, {"test/error": error}, predictions=answers))
        writer.write(RunFinished(20, {"test/error": error}))
    with Store(path) as store:
        runs.set_run_columns(store, [number], status="finished")


def fill(path: Path, errors: dict[str, list[float]], texts: int = TEXTS) -> PaperTable:
    """Table 3 at paper size with these errors over seeds, by row."""
    planned = find_recipe("table-3", "paper").plan.expand()
    for number, (row, each) in enumerate(errors.items()):
        found = [made for made in planned if made.name.endswith(f", {row}")]
        for place, (made, error) in enumerate(zip(found, each, strict=False)):
            add(path, made, error, 10 * number + place, texts)
    with Store(path) as store:
        return fill_table(store, "table-3", "paper")


def test_contrasts_lie_outside_the_noise_of_two_binomials() -> None:
    paper = published_table("table-2")
    found = {(each.first, each.second): each for each in published_contrasts(paper)}
    # 5.63 against 5.42 on 25,000 texts is within 0.40; 3.17 against 2.43 on 6,000 is beyond 0.59.
    assert (("head-only", "IMDb"), ("head+tail", "IMDb")) not in found
    each = found[("tail-only", "Sogou"), ("head+tail", "Sogou")]
    assert each.published == pytest.approx(0.74)
    expected = 196 * math.sqrt((0.0317 * 0.9683 + 0.0243 * 0.9757) / 6000)
    assert each.published_half == pytest.approx(expected)
    assert len(found) == 4
    places = ("A", "IMDb"), ("B", "IMDb")
    half = 196 * math.sqrt(2 * 0.1 * 0.9 / 1000)
    assert find_contrast(*places, 10.0 + half / 2, 10.0 - half / 2 + 0.1, 1000) is None
    assert find_contrast(*places, 10.0 + half / 2, 10.0 - half / 2 - 0.1, 1000) is not None
    assert (
        find_contrast(*places, None, 10.0, 1000) is None and find_contrast(*places, 5.0, 50.0, None) is None
    )


def test_the_point_without_pre_training_of_figure_3_is_held_against_none() -> None:
    """5.63 is of texts that are cut at their head; with head + tail, as the other points are, the paper has 5.40."""
    paper = published_table("figure-3")
    assert paper.values["BERT-ITPT-FiT"]["0"] == published_table("table-2").values["head-only"]["IMDb"]
    assert paper.values["BERT-ITPT-FiT"]["0"] != published_table("table-6").values["BERT-FiT"]["IMDb"]
    columns = {column for each in published_contrasts(paper) for _, column in (each.first, each.second)}
    assert "100000" in columns and "0" not in columns
    assert "left out of the contrasts" in paper.note


def test_rates_are_not_held_against_rates() -> None:
    assert published_contrasts(published_table("figure-2")) == []
    assert published_contrasts(published_table("table-4")) == []
    for name in published_names():
        paper = published_table(name)
        assert paper.contrasts in ("rows", "columns", "none")
        for each in published_contrasts(paper):
            assert (each.first[1] == each.second[1]) == (paper.contrasts == "rows")
            assert not {each.first[0], each.second[0]} & set(paper.cited)


def test_ours_agrees_disagrees_or_cannot_tell(store: Path) -> None:
    table = fill(
        store,
        {
            "Layer-0": [12.0, 12.2, 11.9],  # the paper's worst, and ours
            "Layer-11": [5.0, 5.1, 4.9],
            "Layer-4": [5.0, 5.1, 5.0],  # 7.83 in the paper, more than Layer-11; here the same
            "Layer-9": [20.0, 20.1, 19.8],  # 5.70 in the paper, less than Layer-0; here more
            "Layer-10": [3.0, 12.0, 21.0],  # 5.46 in the paper, less than Layer-0; here no telling
        },
    )
    answers = {(each.first[0], each.second[0]): each.answer for each in table.contrasts}
    assert answers["Layer-0", "Layer-11"] == "agrees"
    assert answers["Layer-4", "Layer-11"] == "disagrees"
    assert answers["Layer-0", "Layer-9"] == "disagrees"
    assert answers["Layer-0", "Layer-10"] == "cannot tell"
    assert answers["Layer-0", "Layer-5"] == "not run"
    smaller = {(each.first[0], each.second[0]) for each in table.contrasts if each.is_smaller}
    assert ("Layer-4", "Layer-11") in smaller and ("Layer-0", "Layer-9") not in smaller
    counted = table.headings()[0]
    assert counted.startswith(
        f"Of {len(table.contrasts)} contrasts outside the noise of the paper's test texts"
    )
    lines = formats.contrast_lines(table)
    assert len(lines) == sum(answer != "not run" for answer in answers.values())
    assert any(line.startswith("IMDb, Layer-0 less Layer-11: paper +5.65 ± ") for line in lines)
    assert any(line.endswith(": disagrees") for line in lines)
    assert f"\n{lines[0]}\n" in formats.paper_document(table).text("markdown")
    record = formats.to_json(table)["contrasts"]
    assert [each["answer"] for each in record] == [each.answer for each in table.contrasts]


def difference(
    mean: float, seeds_sd: float = 0.1, texts_sd: float = 0.1, seeds: int = 5, scope: VerdictScope = "seeds"
) -> MetricDifference:
    """A difference over so many pairs of seeds, with its noise: of single seeds, and of the test texts."""
    units = (SampledUnits(seeds_sd**2, seeds, seeds - 1),) if seeds > 1 else ()
    estimate = CrossedEstimate(mean, units, texts_sd**2, 25_000)
    error = known_metrics()["error"]
    return MetricDifference(error, estimate, 0.3, Sample("paired", seeds, "seeds", scope, True))


def contrast(published: float = 5.65, half: float = 0.48) -> PaperContrast:
    return PaperContrast(("Layer-0", "IMDb"), ("Layer-11", "IMDb"), published, half)


def answer(published: PaperContrast, ours: MetricDifference) -> tuple[str, bool]:
    (made,) = answer_contrasts([(published, ours)])
    return made.answer, made.is_smaller


@pytest.mark.parametrize(
    ("published", "half", "ours", "expected"),
    [
        (5.65, 0.48, difference(0.0), ("disagrees", True)),
        (-5.65, 0.48, difference(0.0), ("disagrees", True)),
        (5.65, 0.48, difference(-3.0), ("disagrees", False)),
        (5.65, 0.48, difference(5.0), ("agrees", False)),
        (5.65, 0.48, difference(1.0), ("agrees", False)),  # found, and in its direction: of its size nothing is said
        (0.50, 0.45, difference(0.0, 0.3, 0.3), ("cannot tell", False)),
        (5.65, 0.48, difference(0.0, 3.0), ("cannot tell", False)),  # the authors' seeds may vary as much as ours
        (5.65, 0.48, difference(0.0, texts_sd=3.0), ("cannot tell", False)),
        (5.65, 0.48, difference(0.0, seeds=1, scope="weights"), ("cannot tell", False)),
        (5.65, 0.48, difference(5.0, seeds=1, scope="weights"), ("cannot tell", False)),
        (5.65, 0.48, difference(0.0, scope="checkpoint"), ("cannot tell", False)),
        (5.65, 0.48, difference(5.0, scope="checkpoint"), ("agrees", False)),
    ],
)  # fmt: skip
def test_answers_by_hand(
    published: float, half: float, ours: MetricDifference, expected: tuple[str, bool]
) -> None:
    assert answer(contrast(published, half), ours) == expected


def test_the_p_that_ours_is_the_paper_s_is_that_of_a_prediction_interval() -> None:
    """Five seeds: a further one less their mean is a t with the variance S² (1 + 1/5), beside the noise of texts."""
    ours = difference(0.4, seeds_sd=0.5, texts_sd=0.2)
    seeds, texts = math.sqrt(0.25 * (1 + 1 / 5)), math.hypot(0.2, 0.48 / 1.96)
    away = 2.0 - 0.4
    tail, _ = integrate.quad(
        lambda x: stats.t.pdf(x, 4) * stats.norm.sf((away - seeds * x) / texts), -np.inf, np.inf
    )
    assert contrast(2.0).p_of_published(ours) == pytest.approx(2 * tail, rel=1e-3)
    assert contrast(-2.0).p_of_published(difference(-0.4, 0.5, 0.2)) == pytest.approx(2 * tail, rel=1e-3)
    assert contrast(2.0).p_of_published(difference(2.5)) == 1.0


def test_equal_strategies_disagree_with_a_contrast_that_the_paper_has() -> None:
    """Five seeds of two strategies that are wrong on nearly the same of 25,000 texts, as both would be by chance."""
    random = np.random.default_rng(0)
    hard = random.random(25_000) < 0.0542
    sides = []
    for _ in range(2):
        wrong = [np.where(random.random(25_000) < 0.001, ~hard, hard) for _ in range(5)]
        sides.append(TestedRuns(((),) * 5, tuple(range(5)), (100 * np.array(wrong, np.float32),)))
    (made,) = answer_contrasts([(contrast(), judge_runs(sides[0], sides[1]))])
    assert made.to_sentence().startswith("IMDb, Layer-0 less Layer-11: paper +5.65 ± 0.48, ours ")
    assert made.to_sentence().endswith("): disagrees, too small")


def test_answers_are_corrected_for_each_other() -> None:
    """A p of 2 % is an answer by itself, and none as one of five: Holm's procedure, with Shaffer's factors up to 5."""
    unclear = contrast(0.75, 0.48), difference(0.0, 0.05, 0.2)
    assert 0.01 < unclear[0].p_of_published(unclear[1]) < 0.05
    assert answer(*unclear) == ("disagrees", True)
    assert {each.answer for each in answer_contrasts([unclear] * 5)} == {"cannot tell"}
    found = contrast(0.75, 0.48), difference(0.5, 0.05, 0.2)
    assert found[1].p < 0.05 and answer(*found) == ("agrees", False)
    many = answer_contrasts([found] * 5)
    assert {each.answer for each in many} == {"cannot tell"}
    assert all(each.ours is not None and each.ours.valid_p == pytest.approx(5 * found[1].p) for each in many)
    assert {each.answer for each in answer_contrasts([(contrast(), difference(0.0))] * 5)} == {"disagrees"}


def test_answers_are_counted_and_those_that_are_too_small_apart() -> None:
    made = answer_contrasts(
        [
            (contrast(), difference(5.0)),
            (contrast(), difference(0.0)),
            (contrast(), difference(-5.0)),
            (contrast(), difference(5.0, scope="checkpoint")),
            (contrast(), difference(0.0, 9.0)),
        ]
    )
    assert count_answers([*made, contrast()]) == (
        "Of 6 contrasts outside the noise of the paper's test texts, ours agree in 2, disagree in 2 (1 of "
        "these too small) and are inconclusive in 1; 1 not run. "
        "1 of these answers hold for one trained checkpoint only."
    )
    assert count_answers([]) == ""


def test_one_run_each_cannot_tell(store: Path) -> None:
    table = fill(store, {"Layer-0": [12.0], "Layer-11": [5.0]})
    (made,) = [each for each in table.contrasts if each.answer != "not run"]
    assert (made.answer, made.ours is not None and made.ours.sample.scope) == ("cannot tell", "weights")
    assert "one run of each" in made.to_sentence()
    assert np.isfinite(made.published_half)


def test_too_few_test_texts_cannot_tell_and_show_no_interval(store: Path) -> None:
    table = fill(store, {"Layer-0": [80.0, 90.0], "Layer-11": [10.0, 20.0]}, texts=20)
    (made,) = [each for each in table.contrasts if each.answer != "not run"]
    assert made.answer == "cannot tell"
    assert made.to_sentence().endswith(", ours +70.00 (too few test texts): cannot tell")
    (record,) = [each for each in formats.to_json(table)["contrasts"] if each["answer"] != "not run"]
    assert [record[name] for name in ("low", "high", "p")] == [None, None, None]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "s.sqlite")


def sentence(shelf: Shelf, table: str) -> str:
    """What is said of gains above a table; empty where nothing is."""
    return next((each for each in shelf.fill(table, "paper").headings() if "gain" in each), "")


def test_our_runs_at_the_paper_s_errors_have_the_paper_s_gains(shelf: Shelf) -> None:
    paper = published_table("table-6")
    for model in ("BERT-Feat", "BERT-FiT", "BERT-IDPT-FiT"):
        for column in paper.columns:
            error = paper.values[model][column]
            if error is not None:
                (made,) = of("table-6:paper", "seed 42", f"{model}, {column}")[:1]
                shelf.add(made, error)
    said = sentence(shelf, "table-6")
    assert "BERT-FiT 9.22 (paper, ours 9.22 over 8)" in said and "BERT-CDPT-FiT 14.38 (paper)" in said
    assert "BERT-IDPT-FiT 18.57 (paper, ours 18.57 over 7)" in said
    assert sentence(shelf, "table-2") == ""


def test_gains_count_the_data_sets_that_both_rows_have(shelf: Shelf) -> None:
    for model, errors in {
        "BERT-Feat": {"IMDb": 5.0, "TREC": 10.0},
        "BERT-FiT": {"IMDb": 4.0, "TREC": 9.0},
    }.items():
        for column, error in errors.items():
            shelf.add(of("table-6:paper", "seed 42", f"{model}, {column}")[0], error)
    shelf.add(of("table-6:paper", "seed 42", "BERT-FiT, Sogou")[0], 1.0)
    assert "BERT-FiT 9.22 (paper, ours 15.00 over 2)" in sentence(shelf, "table-6")
