"""What our runs say of the paper's contrasts, on runs of a real store."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from engine.analysis.paper import formats
from engine.analysis.paper.contrasts import published_contrasts
from engine.analysis.paper.published import published_names, published_table
from engine.analysis.paper.table import PaperTable, fill_table
from engine.analysis.verdicts.look_plans import plan_looks
from engine.events import Evaluation, RunFinished
from engine.spec.experiment import Experiment
from engine.spec.recipes import find_recipe
from engine.store import Store, runs
from engine.store.writer import RunWriter
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
            "Layer-5": [5.0, 5.1, 5.0],  # 6.83 in the paper, more than Layer-11; here no telling
            "Layer-9": [20.0, 20.1, 19.8],  # 5.70 in the paper, less than Layer-0; here more
        },
    )
    answers = {(each.first[0], each.second[0]): each.answer for each in table.contrasts}
    assert answers["Layer-0", "Layer-11"] == "agrees"
    assert answers["Layer-5", "Layer-11"] == "cannot tell"
    assert answers["Layer-0", "Layer-9"] == "disagrees"
    assert answers["Layer-0", "Layer-4"] == "not run"
    counted = table.headings()[0]
    assert counted.startswith(f"Of {len(table.contrasts)} contrasts that lie outside the paper's own noise")
    lines = formats.contrast_lines(table)
    assert len(lines) == sum(answer != "not run" for answer in answers.values())
    assert any(line.startswith("IMDb, Layer-0 less Layer-11: paper +5.65 ± ") for line in lines)
    assert any(line.endswith(": disagrees") for line in lines)
    assert f"- {lines[0]}" in formats.to_markdown(table)
    record = formats.to_json(table)["contrasts"]
    assert [each["answer"] for each in record] == [each.answer for each in table.contrasts]


def test_it_is_said_where_planned_looks_are_not_gone_by(store: Path) -> None:
    table = fill(store, {"Layer-0": [12.0], "Layer-11": [5.0], "Layer-9": [5.0]})
    assert not any("Looks are planned" in line for line in table.headings())
    with Store(store) as opened:
        one, other = (
            [runs.get_run(opened, n)]
            for row in ("Layer-0", "Layer-11")
            for n in table.cells[row, "IMDb"].runs
        )
        plan_looks(opened, one, [other], 3, "error", 1.0)
        told = fill_table(opened, "table-3", "paper").headings()
    (said,) = [line for line in told if "Looks are planned" in line]
    assert "The contrasts here do not: each judges all its seeds, at 5 %" in said
    assert "over seeds, on these texts" in " ".join(told)


def test_one_run_each_cannot_tell(store: Path) -> None:
    table = fill(store, {"Layer-0": [12.0], "Layer-11": [5.0]})
    (made,) = [each for each in table.contrasts if each.answer != "not run"]
    assert (made.answer, made.ours is not None and made.ours.scope) == ("cannot tell", "weights")
    assert "one run of each" in made.to_sentence()
    assert np.isfinite(made.published_half)


def test_too_few_test_texts_cannot_tell_and_show_no_interval(store: Path) -> None:
    table = fill(store, {"Layer-0": [80.0, 90.0], "Layer-11": [10.0, 20.0]}, texts=20)
    (made,) = [each for each in table.contrasts if each.answer != "not run"]
    assert made.answer == "cannot tell"
    assert made.to_sentence().endswith("; ours +70.00 (too few test texts): cannot tell")
    (record,) = [each for each in formats.to_json(table)["contrasts"] if each["answer"] != "not run"]
    assert [record[name] for name in ("low", "high", "p")] == [None, None, None]
