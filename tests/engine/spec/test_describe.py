"""What the form, the TOML comments and the CLI help are told about each field."""

from __future__ import annotations

from typing import ClassVar, Literal

import pytest

from engine.spec.base import Choice, SpecModel, field
from engine.spec.describe import describe_fields, help_of, label_of, option_title, walk_fields
from engine.spec.experiment import Compute
from engine.spec.freezing import FreezeLowest, Freezing
from engine.spec.stages import Features, Finetune, FurtherPretrain, Stage
from engine.spec.truncation import Truncation


class Inner(SpecModel):
    depth: int | None = field(None, label="Depth", help="How deep.", ge=0, le=12)


class Sample(SpecModel):
    """A record with one field of every kind.

    Only the first paragraph is help.
    """

    essential: ClassVar[tuple[str, ...]] = ("share", "words")
    name: str = field(label="Name", help="What it is called.")
    share: float = field(
        0.1, label="Share", help="Part.", unit="%", gt=0.0, lt=1.0, log=True, section="One", source="Me 1, 2"
    )
    on: bool = field(True, label="On", help="Whether.", beside=True)
    how: Literal["a", "b"] = field("b", label="How", help="Which.", choices={"a": "First"}, advanced=True)
    words: list[str] = field(["x"], label="Words", help="Several.", suggest="texts")
    inner: Inner = field(lambda: Inner(), label="Inner", help="More.", role="how")
    freezing: Freezing = field(lambda: FreezeLowest(layers=3), label="Freezing", help="What stays.")


def test_essential_fields_come_first_and_the_others_keep_their_order() -> None:
    names = [meta.name for meta in describe_fields(Sample)]
    assert names == ["share", "words", "name", "on", "how", "inner", "freezing"]


def test_each_kind_of_value_is_told_apart() -> None:
    kinds = {meta.name: meta.kind for meta in describe_fields(Sample)}
    assert kinds == {
        "name": "str", "share": "float", "on": "bool", "how": "literal", "words": "strings", "inner": "model",
        "freezing": "choice",
    }  # fmt: skip
    by_name = {meta.name: meta for meta in describe_fields(Sample)}
    assert by_name["inner"].model is Inner
    assert by_name["freezing"].model is Freezing
    assert describe_fields(Inner)[0].optional and describe_fields(Inner)[0].kind == "int"


def test_declaration_is_carried_over_whole() -> None:
    share = describe_fields(Sample)[0]
    assert (share.label, share.help, share.unit, share.source) == ("Share", "Part.", "%", "Me 1, 2")
    assert share.section == "One"
    assert (share.minimum, share.maximum, share.excludes_minimum, share.excludes_maximum) == (
        0.0,
        1.0,
        True,
        True,
    )
    assert share.log and not share.advanced and share.default == 0.1 and share.role == "what"
    by_name = {meta.name: meta for meta in describe_fields(Sample)}
    assert by_name["name"].required and by_name["name"].default is None
    assert by_name["how"].choices == {"a": "First", "b": "b"} and by_name["how"].advanced
    assert by_name["words"].suggest == "texts" and by_name["words"].default == ["x"]
    assert by_name["on"].beside and by_name["inner"].role == "how"


def test_defaults_are_plain_values() -> None:
    by_name = {meta.name: meta for meta in describe_fields(Sample)}
    assert by_name["freezing"].default == {"kind": "lowest", "dropout": True, "layers": 3}
    assert by_name["inner"].default == {"depth": None}


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"ge": 0.01, "le": 0.5}, "0.01 to 0.5"),
        ({"gt": 0, "lt": 1}, "above 0 and below 1"),
        ({"gt": 0}, "above 0"),
        ({"ge": 1}, "at least 1"),
        ({"le": 8}, "at most 8"),
        ({"lt": 8}, "below 8"),
        ({}, ""),
    ],
)
def test_limits_in_words(limits: dict[str, float], words: str) -> None:
    class Limited(SpecModel):
        value: float = field(0.3, label="Value", help="A value.", **limits)

    assert describe_fields(Limited)[0].range_text() == words


def test_walk_goes_into_records_and_into_every_option() -> None:
    found = {(meta.path, meta.option) for meta in walk_fields(Sample, "stages.0.")}
    assert ("stages.0.inner.depth", "") in found
    assert ("stages.0.freezing.layers", "lowest") in found
    assert ("stages.0.freezing", "") in found
    inner = [meta for meta in walk_fields(Sample) if meta.option == "lowest"][-1]
    assert inner.family == "freezing" and inner.name == "layers"


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


def test_help_is_the_first_paragraph() -> None:
    assert help_of(Sample) == "A record with one field of every kind."


def test_types_without_a_place_are_refused() -> None:
    class Odd(SpecModel):
        pairs: dict[str, int] = field({}, label="Pairs", help="No form shows this.")

    with pytest.raises(TypeError, match="no place in a form"):
        describe_fields(Odd)


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
