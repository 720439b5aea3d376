"""What the form, the TOML comments and the CLI help are told about each field."""

from __future__ import annotations

from typing import Literal

import pytest

from engine.spec.base import Choice, SpecModel, field
from engine.spec.describe import describe_fields, help_of, label_of, option_title, walk_fields
from engine.spec.experiment import Compute
from engine.spec.freezing import Freezing
from engine.spec.stages import Features, Finetune, FurtherPretrain, Stage
from engine.spec.truncation import Truncation


def test_an_option_added_anywhere_is_found() -> None:
    class ToyFreezing(Freezing):
        """Freezes odd layers."""

        kind: Literal["toy_odd"] = "toy_odd"
        offset: int = field(1, label="Offset", help="Where to begin.", ge=0)

    try:
        assert ("freezing.offset", "toy_odd") in {(m.path, m.option) for m in walk_fields(Finetune)}
        assert label_of(ToyFreezing) == "Toy odd"
        assert help_of(ToyFreezing) == "Freezes odd layers."
    finally:
        del Freezing.options["toy_odd"]


@pytest.mark.parametrize("cls", [Finetune, FurtherPretrain, Features])
def test_every_field_of_the_spec_is_described(cls: type[SpecModel]) -> None:
    for meta in walk_fields(cls):
        assert meta.label and meta.help.endswith((".", ")")), meta.path
        assert meta.label[0].isupper() or not meta.label[0].isascii(), meta.path


def test_a_word_stands_for_0_wherever_the_help_gives_it_a_meaning_of_its_own() -> None:
    fields = {
        meta.path: meta for cls in (*Stage.known_options().values(), Compute) for meta in walk_fields(cls)
    }
    numbers = [meta for meta in fields.values() if meta.kind in ("int", "float")]
    assert not [meta.path for meta in numbers if "0: " in meta.help.replace("1.0: ", "") and not meta.zero]
    for meta in (meta for meta in numbers if meta.zero):
        assert len(meta.zero) <= 10 and (meta.minimum or 0) <= 0 and not meta.excludes_minimum, meta.path


def test_essential_names_are_fields() -> None:
    for option in Stage.known_options().values():
        assert set(option.essential) <= set(option.model_fields)


def test_sections_of_a_stage_are_known_ones() -> None:
    for option in Stage.known_options().values():
        assert {meta.section for meta in describe_fields(option)} <= set(Stage.sections)


def test_families_can_be_listed() -> None:
    assert set(Truncation.known_options()) >= {"head", "tail", "head_tail", "head_tail_share"}
    assert issubclass(Truncation, Choice)


def test_an_option_is_called_by_its_title_where_families_agree() -> None:
    assert option_title("l2_sp") == "L2-SP" and option_title("head_tail") == "Head + tail"
    assert option_title("linear") == "linear", "a head and schedules have the kind, under several titles"
    assert option_title("no_such_kind") == "no such kind"
