"""Strategies that do not fit their stage or do nothing are found at their fields."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import pytest

from engine.spec.base import OptionInputs
from engine.spec.checks.cross_field import check_experiment
from engine.spec.checks.findings import SpecFinding
from engine.spec.describe import help_of
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.mitigation import EWC, Adapter, Anchor, Fallback, LwF, Replay, ReplayEarlier
from engine.spec.stages.baseline import LinearBaseline
from engine.spec.sweep import assign_value
from tests.engine.spec.checks.test_cross_field import Facts

SMALL = Facts()
LABELLED = {"kind": "finetune", "data": "samples:reviews"}
WORDS = {"kind": "further_pretrain", "corpus": ["a.txt"]}


def experiment(*stages: dict[str, Any], **rest: Any) -> Experiment:
    return parse_experiment({"stages": list(stages)} | rest)


def single(**fields: Any) -> Experiment:
    return experiment(LABELLED | fields)


EARLIER = [
    ({"consolidation": {"kind": "ewc", "of": "earlier"}}, "consolidation.of"),
    ({"replay": {"kind": "earlier", "ratio": 0.3}}, "replay"),
    ({"replay": "both"}, "replay"),
]


@pytest.mark.parametrize(("fields", "place"), EARLIER)
def test_an_earlier_task_must_lie_on_the_stages_line(fields: dict[str, Any], place: str) -> None:
    for before in ([], [WORDS], [LABELLED, WORDS | {"start": "encoder"}]):
        design = experiment(*before, LABELLED | fields)
        where = f"stages.{len(before)}.{place}"
        findings = check_experiment(design, Facts())
        assert [key for key, finding in findings.items() if finding.blocks] == [where]
        assert findings[where].fix is not None
        table = design.model_dump(mode="json")
        assign_value(table, *findings[where].fix)
        assert not any(
            finding.blocks for finding in check_experiment(parse_experiment(table), Facts()).values()
        )
    aside = experiment(LABELLED, LABELLED | fields | {"start": "encoder"})
    assert check_experiment(aside, Facts())[f"stages.1.{place}"].blocks
    for before in ([LABELLED], [LABELLED, WORDS]):
        assert check_experiment(experiment(*before, LABELLED | fields), Facts()) == {}


def test_a_remedy_for_replay_keeps_its_share() -> None:
    finding = check_experiment(single(replay={"kind": "earlier", "ratio": 0.3}))["stages.0.replay"]
    assert finding.fix == ("stages.0.replay", {"kind": "text", "ratio": 0.3})


BLOCKS: list[tuple[dict[str, Any], Facts, str, str]] = [
    ({"consolidation": {"kind": "ewc", "fisher": "exact"}}, Facts(), "consolidation.fisher", "too many"),
    (
        {"mixout": 0.7, "adapter": "lora", "learning_rate": 4e-4},
        Facts(),
        "mixout",
        "with LoRA the encoder's own weights",
    ),
    ({"consolidation": "ewc"}, Facts(masks=False), "consolidation", "no [MASK] token"),
    ({"replay": "text"}, Facts(masks=False), "replay", "no [MASK] token"),
    ({"distillation": "lwf"}, Facts(masks=False), "distillation", "no [MASK] token"),
    (
        {"learning_rate": 0.01, "anchor": {"kind": "l2_sp", "alpha": 250.0, "form": "decoupled"}},
        Facts(),
        "anchor.alpha",
        "η α is 2.5",
    ),
]


@pytest.mark.parametrize(("fields", "facts", "place", "words"), BLOCKS)
def test_what_cannot_work_blocks_and_its_remedy_mends_it(
    fields: dict[str, Any], facts: Facts, place: str, words: str
) -> None:
    design = single(**fields)
    finding = check_experiment(design, facts)[f"stages.0.{place}"]
    assert finding.blocks and words in finding.message and finding.fix is not None
    table = design.model_dump(mode="json") | {"probes": {"on": False}}
    assign_value(table, *finding.fix)
    assert check_experiment(parse_experiment(table), facts) == {}


WARNS: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    ({"anchor": "l2_sp", "freezing": "all"}, {}, "anchor", "only the head's β"),
    ({"consolidation": "ewc", "freezing": "all"}, {}, "consolidation", "no effect"),
    ({"mixout": 0.7, "freezing": "all"}, {}, "mixout", "no effect"),
    ({"replay": "text", "freezing": "all"}, {}, "replay", "no effect"),
    ({"distillation": "lwf", "freezing": "all"}, {}, "distillation", "no effect"),
    ({"anchor": "l2_sp", "adapter": "lora"}, {}, "anchor", "the weights of LoRA"),
    ({"consolidation": "ewc", "adapter": "ia3"}, {}, "consolidation", "the weights of (IA)³"),
    ({"adapter": "lora"}, {}, "learning_rate", "0.0004 is usual"),
    ({"adapter": "ia3", "learning_rate": 5e-4}, {}, "learning_rate", "0.003 is usual"),
    ({"anchor": "l2_sp", "reinitialise": 1}, {}, "anchor", "Re-initialised layers"),
    ({"replay": "text"}, {"encoder": {"weights": "random"}}, "replay", "no language to remember"),
    ({"distillation": "lwf"}, {"encoder": {"weights": "random"}}, "distillation", "no language"),
    ({"anchor": "l2_sp"}, {"encoder": {"weights": "random"}}, "anchor", "random weights"),
    ({"mixout": 0.7}, {"encoder": {"weights": "random"}}, "mixout", "random ones"),
    (
        {"learning_rate": 0.01, "anchor": {"kind": "l2_sp", "alpha": 150.0, "form": "decoupled"}},
        {},
        "anchor.alpha",
        "η α is 1.5",
    ),
]


@pytest.mark.parametrize(("fields", "rest", "place", "words"), WARNS)
def test_what_does_nothing_warns(
    fields: dict[str, Any], rest: dict[str, Any], place: str, words: str
) -> None:
    findings = check_experiment(experiment(LABELLED | fields, **rest), Facts())
    assert words in findings[f"stages.0.{place}"].message
    assert not any(finding.blocks for finding in findings.values())


@pytest.mark.parametrize(
    "fields",
    [
        {"anchor": "l2_sp"},
        {"learning_rate": 0.01, "anchor": {"kind": "l2_sp", "alpha": 100.0, "form": "decoupled"}},
        {"consolidation": "ewc"},
        {"mixout": 0.9},
        {"replay": "text", "adapter": "lora", "learning_rate": 4e-4},
        {"adapter": "ia3", "learning_rate": 3e-3},
        {"distillation": "lwf"},
        {"anchor": "l2_sp", "consolidation": "ewc", "mixout": 0.5, "replay": "text", "distillation": "lwf"},
    ],
)
def test_strategies_that_fit_are_left_in_peace(fields: dict[str, Any]) -> None:
    assert check_experiment(single(**fields), Facts()) == {}
    random = experiment(
        LABELLED, LABELLED | {"anchor": "l2_sp", "mixout": 0.5}, encoder={"weights": "random"}
    )
    assert check_experiment(random, Facts()) == {}, "by the second stage the weights are trained"


def test_strategies_of_plug_ins_are_found_fault_with_by_what_they_say_of_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for family in (Anchor, Replay, Adapter):
        monkeypatch.setattr(family, "options", dict(family.options))

    class Rope(Anchor):
        """Holds weights."""

        kind: Literal["toy_rope"] = "toy_rope"
        runtime: ClassVar[str] = "toy"
        holds_weights: ClassVar[bool] = True

    class Diary(Replay):
        """Predicts hidden words of earlier tasks."""

        kind: Literal["toy_diary"] = "toy_diary"
        runtime: ClassVar[str] = "toy"
        pages: int = 3

        def inputs(self) -> OptionInputs:
            return OptionInputs(original_head=True, earlier_tasks=True)

        def needs_earlier_tasks(self) -> bool:
            return self.pages > 1

        def earlier_task_fallback(self) -> Fallback:
            return Fallback("Turn to the first page", 1, "pages")

    class Wedge(Adapter):
        """Of its rates nothing is known."""

        title: ClassVar[str] = "Wedge"
        kind: Literal["toy_wedge"] = "toy_wedge"

    def found(facts: Facts = SMALL, **fields: Any) -> dict[str, str]:
        random = fields.pop("random", False)
        design = experiment(LABELLED | fields, encoder={"weights": "random" if random else "pretrained"})
        return {
            place.removeprefix("stages.0."): str(each)
            for place, each in check_experiment(design, facts).items()
        }

    assert found(anchor="toy_rope") == {} == found(adapter="toy_wedge")
    assert found(anchor="toy_rope", freezing="all") == {
        "anchor": "Has no effect while the whole encoder is frozen."
    }
    assert "weights of Wedge" in found(anchor="toy_rope", adapter="toy_wedge")["anchor"]
    assert list(found(anchor="toy_rope", reinitialise=1)) == ["anchor"]
    assert "random weights" in found(anchor="toy_rope", random=True)["anchor"]
    assert found(replay="toy_diary")["replay.pages"].endswith("Turn to the first page.")
    assert "no [MASK]" in found(Facts(masks=False), replay={"kind": "toy_diary", "pages": 1})["replay"]


def test_what_cannot_be_measured_is_said() -> None:
    findings = check_experiment(single(), Facts(masks=False))
    assert list(findings) == ["probes.retention"] and not findings["probes.retention"].blocks
    assert check_experiment(experiment(LABELLED, probes={"retention": False}), Facts(masks=False)) == {}
    assert check_experiment(experiment(LABELLED, probes={"on": False}), Facts(masks=False)) == {}
    long = check_experiment(experiment(LABELLED, probes={"length": 129}), Facts())["probes.length"]
    assert long.fix == ("probes.length", 128) and not long.blocks


def test_strategies_that_compute_with_softmax_answers_refuse_other_earlier_tasks() -> None:
    labels = {"source": "x.csv", "target": "labels"}
    first = {"kind": "finetune", "data": labels, "objective": "multi_label"}

    def found(**strategy: object) -> dict[str, SpecFinding]:
        later = {"kind": "finetune", "data": "samples:reviews"} | strategy
        experiment = parse_experiment({"stages": [first, later]})
        return {place: each for place, each in check_experiment(experiment).items() if each.blocks}

    assert found() == {}
    assert found(replay={"kind": "earlier"}) == {}, "replay lowers the earlier task's own loss"
    for name, option, fix in (
        ("consolidation", {"kind": "ewc", "of": "earlier"}, "text"),
        ("distillation", {"kind": "lwf"}, "words"),
    ):
        ((place, finding),) = found(**{name: option}).items()
        assert place == f"stages.1.{name}.of" and "multi-label classification" in finding.message
        assert finding.fix == (place, fix)
        assert found(**{name: option | {"of": fix}}) == {}


def test_options_say_which_objectives_they_serve() -> None:
    assert EWC.serves("single_label") and EWC.serves("soft_label") and not EWC.serves("ordinal")
    assert "learnt as single label or soft label" in help_of(LwF)
    assert LinearBaseline.serves("multi_label") and not LinearBaseline.serves("soft_label")
    assert "Only for tasks learnt as single label or multi label" in help_of(LinearBaseline)
    assert ReplayEarlier.serves("multi_label") and "learnt as" not in help_of(ReplayEarlier)
