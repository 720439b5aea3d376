"""Keys of the store in words and directions, those of other versions too."""

from __future__ import annotations

import pytest

from engine.metrics.keys import describe_key, find_direction
from engine.objectives.base import common_loss_unit


@pytest.mark.parametrize(
    ("key", "title", "unit", "direction"),
    [
        ("validation/error", "Validation error", "%", "min"),
        ("test/accuracy/news", "Test accuracy, news", "%", "max"),
        ("heldout/perplexity", "Held-out perplexity", "", "min"),
        ("heldout/next_loss", "Held-out next-sentence loss", "nats", "min"),
        ("train/loss/l2_sp", "Training loss, l2_sp", "", "min"),
        ("validation/loss:sports/news", "Validation loss, sports, news", "", "min"),
        ("rate/top", "Learning rate, top layer", "", None),
        ("speed/texts_per_second", "Texts per second", "/s", "max"),
        # Of another version or a plug-in that is gone: shown, but without a better side.
        ("test/lift", "Test lift", "", None),
        ("odd_thing", "Odd thing", "", None),
        ("system/memory_gb", "System memory gb", "", None),
    ],
)
def test_keys_in_words(key: str, title: str, unit: str, direction: str | None) -> None:
    about = describe_key(key)
    assert (about.title, about.unit, about.direction) == (title, unit, direction)
    assert find_direction(key) == direction
    assert about.higher_is_better == (direction == "max")


def test_a_loss_has_the_unit_of_its_objective() -> None:
    unit = common_loss_unit(["single_label", "single_label"])
    assert unit == "nats" == describe_key("validation/loss/news", unit).unit
    assert describe_key("heldout/loss").unit == "nats", "that of masked words"
    assert (
        describe_key("validation/loss").unit
        == ""
        == common_loss_unit(["single_label", "of a plug-in that is gone"])
    )


def test_choices_leave_out_the_split_that_goes_without_saying() -> None:
    assert describe_key("validation/error").short == "Error"
    assert describe_key("heldout/loss").short == "Held-out loss"
