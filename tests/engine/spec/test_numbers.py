"""Every number of a design, as odd as it comes: it is refused in a sentence, or planned and estimated."""

from __future__ import annotations

import pytest

from engine.analysis.estimate import SplitSizes, estimate_cost
from engine.errors import UserError
from engine.spec.checks.cross_field import check_experiment
from engine.spec.describe import FieldMeta, walk_fields
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.stages import Stage
from engine.spec.sweep import Plan, apply_settings
from engine.spec.toml import dumps, loads
from tests.engine.sized_encoder import SizedEncoder

ODD = ("0", "-1", "1e308", "-1e308", "nan", "inf", "1000000000000000000", "0.5", "5e-324")
TEXTS = SplitSizes(train=900, validation=100, test=200)
BASES = {
    "finetune": {"data": "samples:reviews"},
    "further_pretrain": {"corpus": ["samples:reviews"]},
    "multitask": {"tasks": [{"data": "samples:reviews"}, {"data": "samples:questions"}]},
}


def base(kind: str) -> Plan:
    """A design with one stage of this kind."""
    return Plan(parse_experiment({"stages": [{"kind": kind, **BASES.get(kind, {})}]}))


def fields() -> list[tuple[str, FieldMeta]]:
    """Every numeric field, with the kind of the stage that has it."""
    pairs = [("finetune", meta) for meta in walk_fields(Experiment) if not meta.path.startswith("stages.")]
    for kind, stage in Stage.known_options().items():
        pairs += [(kind, meta) for meta in walk_fields(stage, "stages.0.")]
    return [(kind, meta) for kind, meta in pairs if meta.is_number]


def use(experiment: Experiment) -> None:
    """What becomes of a design that is accepted, before any run of it begins."""
    assert loads(dumps(experiment)).experiment == experiment
    check_experiment(experiment)
    for stage in experiment.stages:
        stage.planned_updates([900] * len(stage.labelled_tasks()))
    texts = [tuple(TEXTS for _ in stage.labelled_tasks()) or None for stage in experiment.stages]
    estimate_cost(experiment, SizedEncoder(), texts)


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.nightly), 3])
def test_every_number_of_a_design_is_refused_in_a_sentence_or_planned(every: int) -> None:
    """In every suite each field takes a third of the odd values, the next field the next third."""
    numbers, accepted, failed = fields(), 0, []
    assert len(numbers) > 100
    bases: dict[str, Plan | None] = {}
    for number, (kind, meta) in enumerate(numbers):
        if kind not in bases:
            try:
                bases[kind] = base(kind)
            except UserError:  # a training elsewhere is no design of ours
                bases[kind] = None
        plan = bases[kind]
        if plan is None:
            continue
        path = meta.path.replace(".N.", ".0.")
        option = [f"{meta.family}.kind={meta.option}"] if meta.family else []
        for value in ODD[number % every :: every]:
            try:
                use(apply_settings(plan, [*option, f"{path}={value}"]).experiment)
                accepted += 1
            except UserError as error:
                assert error.message
            except Exception as error:
                failed.append((kind, path, value, f"{type(error).__name__}: {error}"[:150]))
    assert failed == [] and accepted > 100


@pytest.mark.parametrize("length", [201, 10_001, 20_000])
def test_names_that_no_capsule_could_hold_are_refused(length: int) -> None:
    with pytest.raises(UserError, match="name"):
        parse_experiment({"name": "n" * length, "stages": [{"kind": "finetune", "data": "samples:reviews"}]})
