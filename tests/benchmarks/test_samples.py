"""The samples' benchmark: its effects name runs that exist, its intervals cover, its record is what is shown."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import samples
from engine.spec.recipes import SIZES, find_recipe, list_recipes, sample_effects


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
    found = samples.Found("table-2", "Head + tail beats head-only", "error", -3.0, -5.5, -0.5, 3, 6, 80.0)
    (entry,) = tomllib.loads(
        samples.record({"table-2": {"shown": found.shown, "sentence": found.sentence}})
    ).values()
    assert entry["shown"] is True
    assert "−3.0 points, −5.5 to −0.5" in entry["sentence"]
    nothing = samples.Found("table-2", "Head + tail beats head-only", "error", -3.0, -6.5, 0.5, 3, 6, 80.0)
    assert nothing.sentence.startswith("Runs, shows nothing at this size")
    assert "guessing" not in nothing.row + nothing.sentence
    equal = replace(found, low=None, high=None)
    assert (
        not equal.shown
        and "−3.0 points, no interval, for it is the same for all seeds (3 seeds" in equal.sentence
    )
    assert replace(equal, measure="factor", value=0.04).figures.startswith("× 0.04, no interval")
    guessed = replace(nothing, learnt=False, seeds=2)
    for said in (guessed.row, guessed.sentence):
        assert "it may be unable to: 2 seeds do not tell either alternative from guessing" in said
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
        doubt = f"it may be unable to: {cells[3]} seeds do not tell either alternative from guessing"
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
    first = samples.Found("table-2", "Head + tail beats head-only", "error", -3.0, -6.5, 0.5, 3, 6, 80.0)
    other = samples.Found("quickstart", "Error is low", "error", -70.0, -75.0, -65.0, 3, 1, 700.0)
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
