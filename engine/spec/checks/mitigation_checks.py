"""Checks of strategies against forgetting and of probes."""

from __future__ import annotations

from engine.spec.base import Choice
from engine.spec.checks.findings import EncoderFacts, PlacedFindings, fault, warning
from engine.spec.checks.training_checks import USUAL_LAYERS
from engine.spec.experiment import Experiment
from engine.spec.mitigation import StrategyOption
from engine.spec.probes import Probes
from engine.spec.stages.base import Stage
from engine.spec.task_names import stage_ancestors


def check_mitigation(experiment: Experiment, index: int, encoder: EncoderFacts | None) -> PlacedFindings:
    """Return the findings on the strategies of stage ``index`` that do not fit or have no effect."""
    stage, place = experiment.stages[index], f"stages.{index}"
    earlier = [number for number, _ in stage_ancestors(experiment, index)]
    has_task = any(experiment.stages[number - 1].labelled_tasks() for number in earlier)
    if not has_task:
        yield from _nothing_taught(place, stage)
    yield from _earlier_objectives(experiment, index)
    yield from _own_settings(place, stage)
    yield from _words(place, stage, encoder, has_task=has_task)
    yield from _with_adapter(place, stage)
    yield from _idle(place, stage, encoder)
    if experiment.encoder.weights == "random":
        yield from _untrained(place, stage, first=not earlier, has_task=has_task)


def check_probes(experiment: Experiment, encoder: EncoderFacts | None) -> PlacedFindings:
    """Return the findings on probes that cannot be measured as requested."""
    probes = experiment.probes
    for index, stage in enumerate(experiment.stages):
        measure = stage.checkpoint_bound.bounded_measure
        if stage.checkpoint_bound.needs_probes and not _is_measured(measure, probes):
            yield fault(
                f"stages.{index}.within",
                f"{measure} should choose the checkpoint, but it is not measured.",
                remedy="Switch on Measure forgetting (and Language), or remove the bound.",
                fix=(f"stages.{index}.within", {"kind": "none"}),
            )
    if not probes.on or encoder is None:
        return
    if probes.retention and not encoder.masks:
        yield warning(
            "probes.retention",
            f"Not measured: the vocabulary of {encoder.name} has no [MASK] token.",
            remedy="Switch it off.",
            fix=("probes.retention", False),
        )
    if probes.length > encoder.positions:
        yield warning(
            "probes.length",
            f"Passages are cut to the {encoder.positions} tokens that {encoder.name} reads.",
            remedy=f"Set it to {encoder.positions}.",
            fix=("probes.length", encoder.positions),
        )


def _is_measured(measure: str, probes: Probes) -> bool:
    """Return whether ``probes`` take a measure, as far as its name shows."""
    switches = {"retention": probes.retention, "drift": probes.drift, "similarity": probes.similarity}
    return probes.on and switches.get(measure.split("/", 1)[0], True)


def fields_with_masked_words(stage: Stage, *, has_task: bool) -> list[str]:
    """Return the fields whose strategies predict masked words. ``has_task``: an earlier stage has learnt a task."""
    return [name for name, each in stage.strategies_by_field().items() if each.masks_words(has_task=has_task)]


def _nothing_taught(place: str, stage: Stage) -> PlacedFindings:
    for name, option in stage.strategies_by_field().items():
        if option.needs_earlier_tasks():
            instead = option.earlier_task_fallback()
            where = ".".join(filter(None, (place, name, instead.name)))
            yield fault(
                where,
                "no earlier stage that it builds on has learnt a task.",
                remedy=f"{instead.remedy}.",
                fix=(where, instead.value),
            )


def _earlier_objectives(experiment: Experiment, index: int) -> PlacedFindings:
    """Return findings on strategies that cannot compute with the answers of an earlier task."""
    stage = experiment.stages[index]
    learnt = [
        task.objective
        for number, _ in stage_ancestors(experiment, index)
        for task in experiment.stages[number - 1].labelled_tasks()
    ]
    for name, option in stage.strategies_by_field().items():
        if not isinstance(option, Choice) or not option.holds_earlier_tasks():
            continue
        refused = [each for each in learnt if not option.serves(each.kind)]
        if refused:
            instead = option.earlier_task_fallback()
            where = ".".join(filter(None, (f"stages.{index}", name, instead.name)))
            title = refused[0].title.lower()
            yield fault(
                where,
                f"{type(option).title} does not work with an earlier task that learnt {title}.",
                remedy=f"{instead.remedy} instead." if instead.name else f"{instead.remedy}.",
                fix=(where, instead.value),
            )


def _own_settings(place: str, stage: Stage) -> PlacedFindings:
    """Return what strategies find of their own settings."""
    for name, option in stage.strategies_by_field().items():
        for where, finding in option.check(stage.learning_rate):
            yield f"{place}.{name}.{where}", finding.with_prefix(f"{place}.{name}")


def _words(place: str, stage: Stage, encoder: EncoderFacts | None, *, has_task: bool) -> PlacedFindings:
    if encoder is not None and not encoder.masks:
        for name in fields_with_masked_words(stage, has_task=has_task):
            yield fault(
                f"{place}.{name}",
                f"the vocabulary of {encoder.name} has no [MASK] token, so no word can be hidden.",
                remedy="Switch it off.",
                fix=(f"{place}.{name}", {"kind": "none"}),
            )


def _with_adapter(place: str, stage: Stage) -> PlacedFindings:
    adapter = type(stage.adapter)
    if not adapter.acts:
        return
    if stage.learning_rate < adapter.least_rate:
        yield warning(
            f"{place}.learning_rate",
            f"{adapter.title} needs higher learning rates than an encoder: {adapter.usual_rate:g} is usual "
            f"({adapter.rates_source}).",
            remedy=f"Set it to {adapter.usual_rate:g}.",
            fix=(f"{place}.learning_rate", adapter.usual_rate),
        )
    for name, option in stage.strategies_by_field().items():
        if name == "mixout":
            yield fault(
                f"{place}.mixout",
                f"with {adapter.title} the encoder's own weights do not change, so there is nothing to restore.",
                remedy="Set it to 0.",
                fix=(f"{place}.mixout", 0.0),
            )
        elif option.holds_weights:
            yield warning(
                f"{place}.{name}",
                f"Only affects the weights of {adapter.title}, because the encoder's own weights do not change.",
                remedy="Switch it off.",
                fix=(f"{place}.{name}", {"kind": "none"}),
            )


def _idle(place: str, stage: Stage, encoder: EncoderFacts | None) -> PlacedFindings:
    """Return findings on strategies that have nothing to protect, or that protect weights drawn just before."""
    used = stage.strategies_by_field()
    if stage.freezing.whole_encoder_frozen(encoder.layers if encoder else USUAL_LAYERS):
        for name, option in used.items():
            yield warning(f"{place}.{name}", option.while_frozen)
        if stage.adapter.acts:
            yield warning(f"{place}.adapter", StrategyOption.while_frozen)
    elif stage.new_layers:
        for name, option in used.items():
            if option.holds_weights:
                yield warning(f"{place}.{name}", "Re-initialised layers are held at their random values.")


def _untrained(place: str, stage: Stage, *, first: bool, has_task: bool) -> PlacedFindings:
    """Return findings on strategies that would protect random weights."""
    for name in fields_with_masked_words(stage, has_task=has_task):
        yield warning(f"{place}.{name}", "The encoder starts untrained: there is no language to remember.")
    for name, option in stage.strategies_by_field().items() if first else ():
        if name == "mixout":
            message = "Puts weights back to random ones: the encoder is untrained."
            yield warning(f"{place}.mixout", message)
        elif option.holds_weights and not option.inputs().original_head:
            message = "Pulls to random weights: the encoder is untrained."
            yield warning(f"{place}.{name}", message)
