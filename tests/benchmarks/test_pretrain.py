"""Benchmarks of pre-training, of a GPU and of samples, and rules of verdicts."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer, BertForPreTraining

from benchmarks import samples
from benchmarks import verdict_rules as rules
from benchmarks.finetune import flattened
from benchmarks.gpu import ROOT
from benchmarks.pretrain import (
    WARM_UP,
    blocks,
    corpus,
    documents,
    held_out_loss,
    padded_pairs,
    prepare_stage,
    with_heads,
)
from benchmarks.verdicts import Population
from engine.analysis.paper.contrasts import PaperContrast, answer_contrasts
from engine.analysis.verdicts.verdict import judge_runs
from engine.spec.recipes import SIZES, find_recipe, list_recipes, sample_effects
from tests.sampling import nightly_but

pytestmark = pytest.mark.usefixtures("home")


SENTENCES = ["the film was good.", "a river had no story.", "people like music and art."]


@pytest.fixture
def task(tmp_path: Path, tiny_bert_folder: Path) -> dict[str, Any]:
    draw = np.random.default_rng(0)
    text = "\n\n".join(" ".join(SENTENCES[i] for i in draw.integers(0, 3, 6)) for _ in range(40))
    (tmp_path / "text.txt").write_text(text, encoding="utf-8")
    encoder, pairs = with_heads(str(tiny_bert_folder), tmp_path)
    assert pairs
    shared = {"length": 32, "batch": 4, "steps": 6, "rate": 1e-3, "seed": 1, "attention": "", "device": "cpu"}
    shared |= {"encoder": encoder, "precision": "fp32", "objective": "mlm_nsp", "way": "padded"}
    return shared | corpus([tmp_path / "text.txt"], tmp_path)


def test_documents_are_apart_by_empty_lines_or_one_a_line(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("one\ntwo\n\n\nthree\n", encoding="utf-8")
    assert documents(file) == ["one\ntwo", "three"]
    file.write_text("one\ntwo\n", encoding="utf-8")
    assert documents(file) == ["one", "two"]


def test_a_tenth_is_held_out(task: dict[str, Any]) -> None:
    learnt, held_out = documents(Path(task["train"])), documents(Path(task["held_out"]))
    assert len(learnt) == 36 and len(held_out) == 4


def test_padded_pairs_are_our_own_and_cost_the_same(task: dict[str, Any], tmp_path: Path) -> None:
    rows, _, model, tokens = padded_pairs(task, AutoTokenizer.from_pretrained(task["encoder"]), tmp_path)
    assert len(rows) == task["steps"] * task["batch"]
    timed = rows[WARM_UP * task["batch"] :]
    assert tokens == sum(int(row["attention_mask"].sum()) for row in timed)
    ours = prepare_stage(task, tmp_path)
    ours.model.eval()
    (part,) = ours.micro_batches(0)
    found = float(ours.compute_loss(part).total.detach()) / part.loss_terms
    batch = {name: torch.stack([row[name] for row in rows[: task["batch"]]]) for name in rows[0]}
    assert isinstance(model, BertForPreTraining)
    with torch.no_grad():
        assert found == pytest.approx(float(model.eval()(**batch).loss), rel=1e-5)


def test_blocks_are_full_and_counted_as_they_are_read(task: dict[str, Any], tmp_path: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(task["encoder"])
    data, collate, _, tokens = blocks(task | {"steps": 40}, tokenizer, tmp_path)
    assert {len(row["input_ids"]) for row in data} == {32}
    every = sum(len(tokenizer(text)["input_ids"]) for text in documents(Path(task["train"])))
    assert len(data) == every // 32
    size, left = divmod(len(data), 4)
    each = [4] * size + [left] * bool(left)
    assert tokens == 32 * sum(each[step % len(each)] for step in range(WARM_UP, 40))
    asked = collate([data[i] for i in range(4)])["labels"] != -100
    assert 0.02 < asked.float().mean() < 0.35


def test_the_ruler_is_the_same_for_all(task: dict[str, Any], tmp_path: Path) -> None:
    """The loss of untouched weights is that which our own stage measures before its first update."""
    ours = prepare_stage(task, tmp_path)
    ours.model.eval()
    expected = ours.evaluate(0).values["heldout/loss"]
    assert held_out_loss(task | {"seed": 7}, Path(task["encoder"]), tmp_path) == pytest.approx(
        expected, rel=1e-5
    )


def test_texts_of_one_row_without_padding_give_what_padded_ones_give(tiny_bert_folder: Path) -> None:
    torch.manual_seed(0)
    flat, collate = flattened(str(tiny_bert_folder), 3)
    padded = AutoModelForSequenceClassification.from_pretrained(tiny_bert_folder, num_labels=3).eval()
    padded.load_state_dict(flat.state_dict())
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    texts, labels = ["the film was good.", "a river", "people like music and art."], [2, 0, 1]
    rows = [{"input_ids": tokenizer(t)["input_ids"], "labels": n} for t, n in zip(texts, labels, strict=True)]
    found = flat.eval()(**collate(rows))
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    expected = padded(**batch, labels=torch.tensor(labels))
    assert torch.allclose(found.logits, expected.logits, atol=1e-5)
    assert float(found.loss) == pytest.approx(float(expected.loss), abs=1e-5)


@pytest.mark.nightly
def test_a_dry_run_ends_with_a_table_and_is_not_repeated(tmp_path: Path) -> None:
    command = [sys.executable, "benchmarks/gpu.py", "--device", "cpu", "--tiny", "--rounds", "1"]
    command += ["--only", "minilm/16", "predict fp32", "--json", str(tmp_path / "found.json")]
    tables = [subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout for _ in range(2)]
    assert tables[0] == tables[1] and tables[0].count("\n| ") == 4 and "not measured" not in tables[0]
    kept = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert [*kept["results"]["minilm/16"]] == ["palimpsest", "best", "flattened"]


DRAWS = 150
MOST = 5 + 3 * 100 * math.sqrt(0.05 * 0.95 / DRAWS)
"""Percent: what is claimed, and three standard errors of the draws."""


@pytest.mark.parametrize(
    ("rule", "population"),
    nightly_but(
        range(0, 16, 2),
        [
            (rules.weights, Population(500, 1, 0.3)),
            (rules.no_seeds, Population(500, 1, 0.0)),
            (rules.both_checkpoints, Population(500, 2, 1.0, 3, 1.0)),
            (rules.both_checkpoints, Population(500, 2, 1.0, 3, 1.0, paired=False)),
            (rules.tasks, Population(1000, 3, 1.0)),
            (rules.family, Population(500, 3, 1.0, difference=1.0)),
            (rules.moderated, Population(4000, 3, 1.0)),
            (partial(rules.moderated, noise=3), Population(4000, 3, 1.0)),
            (partial(rules.moderated, baseline_noise=2), Population(4000, 3, 1.0)),
            (rules.contrasts, Population(500, 3, 1.0)),
            (rules.contrasts_of_the_same, Population(2000, 3, 1.0, difference=0.5)),
            (rules.passages, Population(128, 3, 3.0)),
            (rules.forgetting_of_two, Population(500, 3, 1.0)),
            (rules.forgetting_of_two_in_a_row, Population(500, 3, 1.0)),
            (rules.nothing_forgotten, Population(1000, 3, 1.0)),
            (rules.nothing_forgotten_since_learnt, Population(500, 5, 0.3)),
        ],
    ),
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_little_is_said_that_is_false(rule: rules.Rule, population: Population) -> None:
    row = rules.simulate_rule("small", rule, population, DRAWS)
    assert float(row["false"]) <= MOST, row
    if not math.isnan(float(row["coverage"])):
        assert float(row["coverage"]) >= 100 - MOST, row


def test_what_is_picked_by_its_test_error_looks_better_than_it_is() -> None:
    row = rules.simulate_rule("small", rules.picked, Population(2000, 5, 1.0), DRAWS)
    assert float(row["false"]) > 7.5, "5 % are claimed of a strategy that was not picked"


@pytest.mark.parametrize("seeds", [3, 5])
def test_that_ours_is_too_small_for_the_paper_s_contrasts_is_found(seeds: int) -> None:
    """Equal strategies that the paper has 2 ± 1 points apart, three and five seeds of small spread."""
    random = np.random.default_rng(seeds)
    answers = []
    for _ in range(DRAWS // 3):
        sides = rules.draw_strategies(Population(10_000, seeds, 0.1), random, [10.0, 10.0])
        published = PaperContrast(("A", "IMDb"), ("B", "IMDb"), 2.0, 1.0)
        (made,) = answer_contrasts([(published, judge_runs(sides[0], sides[1]))])
        answers.append((made.answer, made.is_smaller))
    assert answers.count(("disagrees", True)) > 0.6 * len(answers) and not answers.count(
        ("agrees", False)
    ) > 0.1 * len(answers)


def test_false_is_what_is_not_true() -> None:
    """Said of a strategy that is 20 points worse, on 4,000 texts."""
    better, worse = rules.draw_strategies(Population(4000, 3, 0.1), np.random.default_rng(1), [10.0, 30.0])
    judged = judge_runs(worse, better)
    assert judged.verdict == "worse"
    assert [rules.is_false(judged, truth) for truth in (0.0, 5.0, -5.0)] == [True, False, True]


def test_every_recipe_with_a_sample_has_an_effect_between_two_of_its_runs() -> None:
    names = {recipe.name for recipe in list_recipes()} - {"paper-imdb"}
    assert set(samples.EFFECTS) == names
    for name, effect in samples.EFFECTS.items():
        assert len(samples.alternatives(name)) == (1 if effect.higher is None else 2)


def test_another_seed_draws_a_shared_pretraining_anew() -> None:
    lower, _ = samples.alternatives("table-5")
    stages = [lower.stages[0].model_copy(update={"seed": 42}), *lower.stages[1:]]
    lower = lower.model_copy(update={"seed": 42, "stages": stages})
    again = samples.with_seed(lower, 43)
    assert [stage.seed for stage in again.stages] == [None, None]
    assert again.stream_seed("order", again.stages[0]) == 43
    assert samples.with_seed(lower, 42) is lower


def test_the_interval_over_seeds_and_texts_does_not_miss_too_often() -> None:
    random, covered, repetitions = np.random.default_rng(0), 0, 1000
    for _ in range(repetitions):
        seeds, texts = random.normal(0, 0.02, (3, 1)), random.normal(0, 0.3, (1, 300))
        _, low, high = samples.error_interval(0.1 + seeds + texts + random.normal(0, 0.3, (3, 300)))
        covered += low <= 10 <= high
    assert covered / repetitions >= 0.94


def test_a_record_is_what_the_program_shows() -> None:
    found = samples.Sample("table-2", "Head + tail beats head-only", "error", -3.0, -5.5, -0.5, 3, 6, 80.0)
    (entry,) = tomllib.loads(
        samples.record({"table-2": {"shown": found.is_shown, "sentence": found.sentence}})
    ).values()
    assert entry["shown"] is True
    assert "−3.0 points, −5.5 to −0.5" in entry["sentence"]
    nothing = samples.Sample("table-2", "Head + tail beats head-only", "error", -3.0, -6.5, 0.5, 3, 6, 80.0)
    assert nothing.sentence.startswith("Runs, shows nothing at this size")
    assert "guessing" not in nothing.row + nothing.sentence
    equal = replace(found, low=None, high=None)
    assert (
        not equal.is_shown
        and "−3.0 points, no interval, for it is the same for all seeds (3 seeds" in equal.sentence
    )
    assert replace(equal, measure="factor", value=0.04).figures.startswith("× 0.04, no interval")
    guessed = replace(nothing, has_learnt=False, seeds=2)
    for said in (guessed.row, guessed.sentence):
        assert "perhaps too small: with 2 seeds neither differs significantly from guessing" in said
    for name, effect in sample_effects().items():
        recipe = find_recipe(name)
        assert recipe.effect == effect
        others = [size for size in SIZES if size in recipe.plans and size != "sample"]
        assert all(recipe.with_size(size).effect is None for size in others)


def test_the_page_has_what_the_program_shows_and_what_each_row_was_trained_in() -> None:
    """That neither alternative is told from guessing does not follow from a wide interval, so it is put as a doubt."""
    page, record = samples.PAGE.read_text(encoding="utf-8"), tomllib.loads(samples.RECORD.read_text("utf-8"))
    rows = {line.split(" | ")[0].removeprefix("| "): line for line in page.splitlines() if " | " in line}
    assert [name for name in rows if name in record] == [*record]
    for name, entry in record.items():
        cells = [cell.strip() for cell in rows[name].strip("|").split("|")]
        assert cells[2] in entry["sentence"] and cells[6] in ("bf16", "fp32"), name
        doubt = f"perhaps too small: with {cells[3]} seeds neither differs significantly from guessing"
        assert (doubt in cells[7]) == (doubt in entry["sentence"]) and cells[7].count("guessing") <= 1, name
        assert cells[7].startswith("**shown**") == entry["shown"]
    said, written = (
        text.partition("The two alternatives")[2].partition("\n| recipe")[0]
        for text in (samples.page(dict.fromkeys(record, "")), page)
    )
    assert said == written != ""


def test_what_is_measured_elsewhere_stays_and_what_is_measured_again_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "PAGE", tmp_path / "samples.md")
    monkeypatch.setattr(samples, "RECORD", tmp_path / "effects.toml")
    samples.PAGE.write_text("", encoding="utf-8")
    samples.RECORD.write_text("", encoding="utf-8")
    first = samples.Sample("table-2", "Head + tail beats head-only", "error", -3.0, -6.5, 0.5, 3, 6, 80.0)
    other = samples.Sample("quickstart", "Error is low", "error", -70.0, -75.0, -65.0, 3, 1, 700.0)
    samples.write([first, other])
    before = samples.PAGE.read_text(encoding="utf-8")
    samples.write([replace(first, high=-0.5)])
    lines = [line for line in before.splitlines() if line not in samples.PAGE.read_text("utf-8").splitlines()]
    assert [line.split(" | ")[0] for line in lines if line.startswith("|")] == ["| table-2"]
    assert "1 of the 2 rows are from another home. " in samples.PAGE.read_text(encoding="utf-8")
    entries = tomllib.loads(samples.RECORD.read_text(encoding="utf-8"))
    assert [*entries] == ["quickstart", "table-2"]
    assert entries["table-2"]["shown"] is True
    assert entries["quickstart"]["sentence"] == other.sentence
