"""Checks of probes and of strategies against forgetting."""

from __future__ import annotations

from engine.spec.base import Choice
from engine.spec.checks.findings import EncoderFacts, PlacedFindings, fault, warning
from engine.spec.checks.training_checks import USUAL_LAYERS
from engine.spec.experiment import Experiment, stage_ancestors
from engine.spec.mitigation import StrategyOption
from engine.spec.probes import Probes
from engine.spec.stages.base import Stage


def check_mitigation(experiment: Experiment, index: int, encoder: EncoderFacts | None) -> PlacedFindings:
    """Return the findings on strategies of stage ``index`` that do not fit or have no effect."""
    stage, prefix = experiment.stages[index], f"stages.{index}"
    ancestors = [number for number, _ in stage_ancestors(experiment, index)]
    has_task = any(experiment.stages[number - 1].labelled_tasks() for number in ancestors)
    if not has_task:
        yield from _no_earlier_task(prefix, stage)
    yield from _earlier_objectives(experiment, index)
    yield from _setting_findings(prefix, stage)
    yield from _masking(prefix, stage, encoder, has_task=has_task)
    yield from _adapter_findings(prefix, stage)
    yield from _ineffective(prefix, stage, encoder)
    if experiment.encoder.weights == "random":
        yield from _untrained(prefix, stage, is_first=not ancestors, has_task=has_task)


def check_probes(experiment: Experiment, encoder: EncoderFacts | None) -> PlacedFindings:
    """Return the findings on probes that cannot be measured as declared."""
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
    """Return whether ``probes`` include a measure, judging by its name."""
    switches = {"retention": probes.retention, "drift": probes.drift, "similarity": probes.similarity}
    return probes.on and switches.get(measure.split("/", 1)[0], True)


def fields_with_masked_words(stage: Stage, *, has_task: bool) -> list[str]:
    """Return the fields whose strategies predict masked words. ``has_task``: an earlier stage has learnt a task."""
    return [name for name, each in stage.strategies_by_field().items() if each.masks_words(has_task=has_task)]


def _no_earlier_task(prefix: str, stage: Stage) -> PlacedFindings:
    for name, option in stage.strategies_by_field().items():
        if option.needs_earlier_tasks():
            fallback = option.earlier_task_fallback()
            path = ".".join(filter(None, (prefix, name, fallback.name)))
            yield fault(
                path,
                "no earlier stage that it builds on has learnt a task.",
                remedy=f"{fallback.remedy}.",
                fix=(path, fallback.value),
            )


def _earlier_objectives(experiment: Experiment, index: int) -> PlacedFindings:
    """Return findings on strategies that do not support the outputs of an earlier task."""
    stage = experiment.stages[index]
    objectives = [
        task.objective
        for number, _ in stage_ancestors(experiment, index)
        for task in experiment.stages[number - 1].labelled_tasks()
    ]
    for name, option in stage.strategies_by_field().items():
        if not isinstance(option, Choice) or not option.holds_earlier_tasks():
            continue
        unsupported = [each for each in objectives if not option.serves(each.kind)]
        if unsupported:
            fallback = option.earlier_task_fallback()
            path = ".".join(filter(None, (f"stages.{index}", name, fallback.name)))
            title = unsupported[0].title.lower()
            yield fault(
                path,
                f"{type(option).title} does not work with an earlier task that learnt {title}.",
                remedy=f"{fallback.remedy} instead." if fallback.name else f"{fallback.remedy}.",
                fix=(path, fallback.value),
            )


def _setting_findings(prefix: str, stage: Stage) -> PlacedFindings:
    """Return the findings of strategies on their own settings."""
    for name, option in stage.strategies_by_field().items():
        for path, finding in option.check(stage.learning_rate):
            yield f"{prefix}.{name}.{path}", finding.with_prefix(f"{prefix}.{name}")


def _masking(prefix: str, stage: Stage, encoder: EncoderFacts | None, *, has_task: bool) -> PlacedFindings:
    if encoder is not None and not encoder.masks:
        for name in fields_with_masked_words(stage, has_task=has_task):
            yield fault(
                f"{prefix}.{name}",
                f"the vocabulary of {encoder.name} has no [MASK] token, so no word can be hidden.",
                remedy="Switch it off.",
                fix=(f"{prefix}.{name}", {"kind": "none"}),
            )


def _adapter_findings(prefix: str, stage: Stage) -> PlacedFindings:
    adapter = type(stage.adapter)
    if not adapter.acts:
        return
    if stage.learning_rate < adapter.least_rate:
        yield warning(
            f"{prefix}.learning_rate",
            f"{adapter.title} needs higher learning rates than an encoder: {adapter.usual_rate:g} is usual "
            f"({adapter.rates_source}).",
            remedy=f"Set it to {adapter.usual_rate:g}.",
            fix=(f"{prefix}.learning_rate", adapter.usual_rate),
        )
    for name, option in stage.strategies_by_field().items():
        if name == "mixout":
            yield fault(
                f"{prefix}.mixout",
                f"with {adapter.title} the encoder's own weights do not change, so there is nothing to restore.",
                remedy="Set it to 0.",
                fix=(f"{prefix}.mixout", 0.0),
            )
        elif option.holds_weights:
            yield warning(
                f"{prefix}.{name}",
                f"Only affects the weights of {adapter.title}, because the encoder's own weights do not change.",
                remedy="Switch it off.",
                fix=(f"{prefix}.{name}", {"kind": "none"}),
            )


def _ineffective(prefix: str, stage: Stage, encoder: EncoderFacts | None) -> PlacedFindings:
    """Return findings on strategies with nothing to protect, or that protect newly drawn weights."""
    strategies = stage.strategies_by_field()
    if stage.freezing.whole_encoder_frozen(encoder.layers if encoder else USUAL_LAYERS):
        for name, option in strategies.items():
            yield warning(f"{prefix}.{name}", option.while_frozen)
        if stage.adapter.acts:
            yield warning(f"{prefix}.adapter", StrategyOption.while_frozen)
    elif stage.new_layers:
        for name, option in strategies.items():
            if option.holds_weights:
                yield warning(f"{prefix}.{name}", "Re-initialised layers are held at their random values.")


def _untrained(prefix: str, stage: Stage, *, is_first: bool, has_task: bool) -> PlacedFindings:
    """Return findings on strategies that would protect random weights."""
    for name in fields_with_masked_words(stage, has_task=has_task):
        yield warning(f"{prefix}.{name}", "The encoder starts untrained: there is no language to remember.")
    for name, option in stage.strategies_by_field().items() if is_first else ():
        if name == "mixout":
            message = "Puts weights back to random ones: the encoder is untrained."
            yield warning(f"{prefix}.mixout", message)
        elif option.holds_weights and not option.inputs().original_head:
            message = "Pulls to random weights: the encoder is untrained."
            yield warning(f"{prefix}.{name}", message)
