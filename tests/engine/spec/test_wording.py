"""Values and offers in words."""

from __future__ import annotations

from engine.spec.describe import describe_fields
from engine.spec.stages import Finetune
from engine.spec.wording import friendly_message, tooltip


def test_messages_of_the_validator_become_sentences() -> None:
    assert friendly_message("Value error, 'x' is not a choice of layers") == "'x' is not a choice of layers."
    assert friendly_message("Input should be greater than 0") == "Must be greater than 0."
    assert (
        friendly_message("List should have at least 1 item after validation, not 0") == "A value is required."
    )


def test_every_tooltip_of_the_spec_says_something() -> None:
    assert all(len(tooltip(m)) > 10 for m in describe_fields(Finetune))
