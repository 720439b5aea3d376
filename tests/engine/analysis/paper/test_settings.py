"""What is said above a filled table of the settings of its runs, and of what its seeds share."""

from __future__ import annotations

import functools
from dataclasses import replace

import pytest

from engine.analysis.paper.settings import asked_fields, describe_settings
from engine.analysis.paper.table import plan_table
from engine.spec.recipes import find_recipe
from engine.spec.sweep import apply_settings


@functools.cache
def sentences(name: str, *settings: str) -> list[str]:
    recipe = find_recipe(name)
    changed = replace(recipe, plan=apply_settings(recipe.plan, list(settings)))
    return list(describe_settings(plan_table(changed).placed, changed.plan))


def said(name: str, *settings: str) -> str:
    return " ".join(sentences(name, *settings))


CORPUS = "texts of training and validation (the paper's text)"
APART = "apart from 7 data sets (ours)"
DEPARTURE = (
    "Further pre-training leaves out one document in 100, on which its loss is measured, and repeated documents; the "
    "paper trains on all."
)


def test_whose_settings_and_what_departs_in_all_runs() -> None:
    assert said("table-3:paper") == "Settings of the paper's code."  # layers are what the table asks about
    assert said("table-4:paper") == "Settings of the paper's code."  # and so are rates and decay
    assert said("table-5:paper") == (
        f"Settings of the paper's code, except for: in further pre-training {CORPUS}, {APART}. {DEPARTURE}"
    )
    assert said("figure-2:paper") == (
        "Settings of the paper's code, except for: epochs 4.8 (the paper's text, 5.3.3), evaluations 10 (ours)."
    )
    assert "except for: batch size 8 (ours)." in said("table-2:paper", "batch_size=8")
    assert said("table-3:paper", "preset=paper_text").startswith("Settings of the paper's text")
    assert said("table-2:sample") == ""


def test_what_departs_in_some_rows_or_columns_is_named_with_them() -> None:
    assert sentences("table-2:paper") == [
        "Settings of the paper's code.",
        "Other settings in hierarchical, mean; hierarchical, max; hierarchical, self-attention: "
        "layers last (the paper's text).",
    ]
    table_6 = sentences("table-6:paper")
    assert (
        "Other settings in BERT-Feat: in fine-tuning learning rate 0.001 (ours), layers last (the paper's text)."
        in table_6
    )
    assert f"Other settings in all but Sogou: in further pre-training {APART}." in table_6
    assert (
        "Other settings in Sogou: in further pre-training sentences Full-width marks (paper, Chinese) "
        "(the paper's text, 5.1)." in table_6
    )
    assert sentences("table-7:paper")[1:] == [
        "Other settings in BERT-MFiT-FiT; BERT-CDPT-MFiT-FiT: in fine-tuning learning rate 1e-5 (ours), "
        "epochs 2 (ours).",
        DEPARTURE,
    ]
    assert sentences("table-8:paper")[1:] == [
        "Other settings in BERT-large + ITPT: in further pre-training updates 120000 (the paper's text, 5.7), "
        "batch size 24 (the paper's text, 5.7).",
        DEPARTURE,
    ]


def test_what_no_preset_sets_is_named_where_it_is_not_the_paper_s() -> None:
    """Head + tail and decay 0.95 are the paper's in fine-tuning (5.3.1, 5.3.4); of several tasks it says neither."""
    (first, *_) = sentences("table-7:paper")
    assert first.startswith(
        f"Settings of the paper's code, except for: in further pre-training {CORPUS}, {APART}; "
    )
    assert "; in multi-task fine-tuning truncation Head + tail 128 (ours), layer-wise decay" in first
    assert "in fine-tuning" not in first
    for setting, words in (
        ("truncation={kind='head_tail', head=64}", "truncation Head + tail 64 (ours)"),
        ("anchor={kind='l2_sp'}", "anchor L2-SP"),
        ("mixout=0.5", "mixout 0.5 (ours)"),
        ("augmentation={kind='random_cut'}", "augmentation"),
    ):
        assert words in said("table-4:paper", setting), setting
    assert "decay" not in said("table-5:paper")
    assert "decay" in said("table-5:paper", "stages.1.decay={kind='original', xi=0.5}")


def test_a_field_that_all_alternatives_set_is_asked_about() -> None:
    assert asked_fields(find_recipe("table-2:paper").plan)["finetune"] == {"truncation", "data.source"}
    assert asked_fields(find_recipe("table-4:paper").plan)["finetune"] == {"learning_rate", "decay.xi"}
    # Its alternative without pre-training has no such stage.
    assert asked_fields(find_recipe("figure-3:paper").plan) == {"further_pretrain": {"steps"}}
    assert "learning_rate" not in asked_fields(find_recipe("table-7:paper").plan)["finetune"]


@pytest.mark.parametrize("name", ["table-6", "table-7"])
def test_stages_without_a_preset_are_named(name: str) -> None:
    assert sentences(f"{name}:paper", "stages.0.preset=")[-2:] == ["Some stages name no preset.", DEPARTURE]


def test_a_pre_training_that_all_seeds_share_is_named() -> None:
    assert "share" not in said("table-5:paper")
    shared = said("table-5:paper", "stages.0.seed=42")
    assert "Runs of different seeds share earlier stages (further pre-training with seed 42)" in shared
    assert "says nothing of another pre-training" in shared
    # One seed shares nothing, and a fixed seed of the last stage is no pre-training.
    assert "share" not in said("table-5:paper", "stages.0.seed=42", "seed=42")
