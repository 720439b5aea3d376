"""Values and offers in words."""

from __future__ import annotations

import pytest

from engine.spec.describe import FieldMeta, describe_fields, walk_fields
from engine.spec.stages import Finetune
from engine.spec.wording import format_value, friendly_message, section_state, suggest_sweep_value, tooltip


def meta(path: str) -> FieldMeta:
    return next(m for m in walk_fields(Finetune) if m.path == path)


def test_tooltips_say_help_range_and_source() -> None:
    text = tooltip(meta("learning_rate"))
    assert "peak rate" in text and "Above 0 and below 1" in text and "Sun et al. 2019, 5.2" in text


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("learning_rate", 2e-5, "2e-5"),
        ("epochs", 4.0, "4"),
        ("truncation", {"kind": "head_tail", "head": 128}, "Head + tail 128"),
        ("truncation", "head", "Head"),
        ("features.combine", "concat", "Concatenate"),
        ("data.pair", True, "On"),
        ("data.text", ["a", "b"], "a, b"),
    ],
)
def test_values_are_written_as_the_form_writes_them(path: str, value: object, words: str) -> None:
    assert format_value(meta(path), value) == words


def test_states_of_folds_read_as_phrases() -> None:
    assert section_state(meta("freezing"), {"kind": "none"}) == "none"
    assert section_state(meta("evaluations"), 2) == "evaluations 2 per epoch"
    assert section_state(meta("best_on"), "error") == "best on validation error"
    assert section_state(meta("optimizer"), {"kind": "adamw"}) == "AdamW"


@pytest.mark.parametrize(
    ("rate", "offer"), [(3e-4, 5e-5), (2e-5, 5e-6), (1e-3, 2e-4), (5e-5, 1e-5), (0.5, 0.1)]
)
def test_a_second_rate_is_about_a_fifth_on_the_usual_scale(rate: float, offer: float) -> None:
    found = suggest_sweep_value(meta("learning_rate"), rate)
    assert found == pytest.approx(offer)
    assert found is not None and rate / 8 < found < rate / 3


def test_other_fields_offer_nothing() -> None:
    assert suggest_sweep_value(meta("epochs"), 3.0) is None
    assert suggest_sweep_value(meta("head_learning_rate"), 0.0) is None


def test_messages_of_the_validator_become_sentences() -> None:
    assert friendly_message("Value error, 'x' is not a choice of layers") == "'x' is not a choice of layers."
    assert friendly_message("Input should be greater than 0") == "Must be greater than 0."
    assert (
        friendly_message("List should have at least 1 item after validation, not 0")
        == "Something is needed here."
    )


def test_every_tooltip_of_the_spec_says_something() -> None:
    assert all(len(tooltip(m)) > 10 for m in describe_fields(Finetune))
