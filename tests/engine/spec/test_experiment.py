"""The declaration: what it accepts, what it refuses and how it says so, and what counts as the same experiment."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import UserError
from engine.spec.base import field_help
from engine.spec.experiment import Experiment, find_problems, parse_experiment
from engine.spec.freezing import FreezeLowest


def table(**stage: Any) -> dict[str, Any]:
    return {"stages": [{"kind": "finetune", "data": "samples:reviews", **stage}]}


def test_a_word_is_enough_where_an_option_has_defaults() -> None:
    experiment = parse_experiment(table(freezing="all", schedule={"kind": "linear", "warmup": 0.2}))
    stage = experiment.stages[0]
    assert stage.freezing.kind == "all"
    assert stage.schedule.factor(10, 100) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("bad", "place", "words"),
    [
        ({"learning_rte": 1e-5}, "stages.0", "Did you mean 'learning_rate'?"),
        (
            {"freezing": {"kind": "lowest", "layers": -1}},
            "stages.0.freezing.layers",
            "greater than or equal to 0",
        ),
        ({"freezing": {"kind": "lowst"}}, "stages.0.freezing", "Did you mean 'lowest'?"),
        ({"schedule": {"kind": "linear", "warmpu": 0.1}}, "stages.0.schedule", "Did you mean 'warmup'?"),
        ({"features": {"layers": "first"}}, "stages.0.features.layers", "'first' is not a choice of layers"),
        (
            {"data": {"source": "x", "pair": True, "text": ["a"]}},
            "stages.0.data",
            "at least two text columns",
        ),
        ({"epochs": 0}, "stages.0.epochs", "greater than 0"),
        ({"truncation": {}}, "stages.0.truncation", "needs a kind"),
    ],
)
def test_errors_name_the_field_and_the_nearest_name(bad: dict[str, Any], place: str, words: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_experiment(table(**bad))
    assert f"{place}: " in str(caught.value)
    assert words in str(caught.value)
    assert place in find_problems(table(**bad))


def test_identity_ignores_names_and_how_it_is_computed() -> None:
    plain = parse_experiment(table())
    assert (
        parse_experiment(table() | {"name": "Other", "notes": "n", "tags": ["t"]}).identity()
        == plain.identity()
    )
    assert (
        parse_experiment(table() | {"compute": {"micro_batches": 4, "device": "cpu"}}).identity()
        == plain.identity()
    )
    assert parse_experiment(table(learning_rate=3e-5)).identity() != plain.identity()
    assert parse_experiment(table() | {"seed": 7}).identity() != plain.identity()
    assert parse_experiment(table() | {"seed": 7}).group_identity() == plain.group_identity()


def test_single_streams_can_be_seeded_apart() -> None:
    experiment = parse_experiment(table() | {"seed": 5, "seeds": {"order": 9}})
    assert experiment.stream_seed("order") == 9
    assert experiment.stream_seed("init") == 5


def test_the_json_schema_lists_every_option() -> None:
    schema = Experiment.model_json_schema()
    text = str(schema)
    for kind in (
        "slanted_triangular",
        "broken_line",
        "zhang",
        "head_tail_share",
        "further_pretrain",
        "bertadam",
    ):
        assert f"'{kind}'" in text
    words = "Number of layers, from the bottom, that are frozen together with the embeddings."
    assert field_help(FreezeLowest, "layers") == words and words in text


def test_a_field_that_was_added_later_leaves_older_identities_as_they_were() -> None:
    def made(**freezing: object) -> Experiment:
        # Rows without text or label were refused then, unless asked otherwise.
        data = {"source": "samples:reviews", "format": {"kind": "auto", "incomplete": "refuse"}}
        stage = {"kind": "finetune", "data": data, "freezing": {"kind": "lowest", **freezing}}
        return parse_experiment({"stages": [stage]})

    # The identity that was stored with such runs before the field was there.
    assert made(layers=2).identity() == "b22dd23494e65d8c"
    assert made(layers=2, dropout=True).identity() == made(layers=2).identity()
    assert made(layers=2, dropout=False).identity() != made(layers=2).identity()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last", (12,)), ("pooler", (12,)), ("all", tuple(range(1, 13))), ("11", (11,)), ("-1", (12,)), ("0", (0,)),
        ("9..12", (9, 10, 11, 12)), ("12..11", (12, 11)), ("1, 6, last", (1, 6, 12)), ("-4..-1", (9, 10, 11, 12)),
    ],
)  # fmt: skip
def test_layer_choices(text: str, expected: tuple[int, ...]) -> None:
    stage = parse_experiment(table(features={"layers": text})).stages[0]
    assert stage.features.layer_indices(12) == expected  # type: ignore[attr-defined]


def test_a_setting_of_an_earlier_version_without_an_effect_is_not_read() -> None:
    assert parse_experiment(table() | {"compute": {"compile": "on"}}) == parse_experiment(table())
