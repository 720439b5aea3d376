"""What is said above a filled table of the settings of its runs, and of what its seeds share."""

from __future__ import annotations

from engine.analysis.paper.settings import describe_settings
from engine.spec.recipes import find_recipe
from engine.spec.sweep import apply_settings


def said(name: str, *settings: str) -> str:
    return " ".join(describe_settings(apply_settings(find_recipe(name).plan, list(settings)).expand()))


def test_whose_settings_and_what_departs_in_all_runs() -> None:
    assert (
        said("table-3:paper") == "Settings as the paper's code has them."
    )  # layers are what the table asks about
    assert (
        said("table-5:paper") == "Settings as the paper's code has them, but for: splits (the paper's text)."
    )
    assert (
        said("table-2:paper", "batch_size=8")
        == "Settings as the paper's code has them, but for: batch size (ours)."
    )
    assert "the paper's text has them" in said("table-2:paper", "preset=paper_text")
    assert said("table-2:sample") == ""


def test_a_pre_training_that_all_seeds_share_is_named() -> None:
    assert "share" not in said("table-5:paper")
    shared = said("table-5:paper", "stages.0.seed=42")
    assert "Runs of different seeds share earlier stages (further pre-training with seed 42)" in shared
    assert "says nothing of another pre-training" in shared
    # One seed shares nothing, and a fixed seed of the last stage is no pre-training.
    assert "share" not in said("table-5:paper", "stages.0.seed=42", "seed=42")
