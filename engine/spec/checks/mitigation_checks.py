"""Checks of strategies against forgetting and of probes."""

from __future__ import annotations

from engine.spec.checks.findings import EncoderFacts, PlacedFindings, SpecFinding
from engine.spec.checks.training_checks import USUAL_LAYERS
from engine.spec.experiment import Experiment
from engine.spec.mitigation import (
    EWC,
    IA3,
    L2SP,
    Consolidation,
    Distillation,
    LwF,
    NoAdapter,
    NoReplay,
    ReplayBoth,
    ReplayEarlier,
    ReplayText,
)
from engine.spec.probes import Probes
from engine.spec.stages.base import Stage
from engine.spec.task_names import stage_ancestors

LORA_RATES = (1e-4, 4e-4, "Hu et al. 2022, Table 9")
"""Below which rate LoRA hardly learns, which one is usual, and who says so."""


def check_mitigation(experiment: Experiment, index: int, encoder: EncoderFacts | None) -> PlacedFindings:
    """Return the findings on the strategies of stage ``index`` that do not fit or have no effect."""
    stage, place = experiment.stages[index], f"stages.{index}"
    earlier = [number for number, _ in stage_ancestors(experiment, index)]
    taught = any(experiment.stages[number - 1].labelled_tasks() for number in earlier)
    if not taught:
        yield from _nothing_taught(place, stage)
    yield from _earlier_objectives(experiment, index)
    yield from _words(place, stage, encoder, taught=taught)
    yield from _with_adapter(place, stage)
    yield from _idle(place, stage, encoder)
    yield from _springs(place, stage)
    if experiment.encoder.weights == "random":
        yield from _untrained(place, stage, first=not earlier, taught=taught)


def check_probes(experiment: Experiment, encoder: EncoderFacts | None) -> PlacedFindings:
    """Return the findings on probes that cannot be measured as requested."""
    asked = experiment.probes
    for index, stage in enumerate(experiment.stages):
        measure = stage.checkpoint_bound.bounded_measure
        if stage.checkpoint_bound.needs_probes and not _is_measured(measure, asked):
            yield (
                f"stages.{index}.within",
                SpecFinding(
                    f"{measure} is to choose the checkpoint, and is not measured.",
                    remedy="Switch its measure on (probes.on, and for retention probes.retention), or take the "
                    "bound out.",
                    fix=(f"stages.{index}.within", {"kind": "none"}),
                ),
            )
    if not asked.on or encoder is None:
        return
    if asked.retention and not encoder.masks:
        yield (
            "probes.retention",
            SpecFinding(
                f"Not measured: the vocabulary of {encoder.name} has no [MASK] token.",
                blocks=False,
                remedy="Switch it off.",
                fix=("probes.retention", False),
            ),
        )
    if asked.length > encoder.positions:
        yield (
            "probes.length",
            SpecFinding(
                f"Passages are cut to the {encoder.positions} tokens that {encoder.name} reads.",
                blocks=False,
                remedy=f"Set it to {encoder.positions}.",
                fix=("probes.length", encoder.positions),
            ),
        )


def _is_measured(measure: str, probes: Probes) -> bool:
    """Return whether ``probes`` take a measure, as far as its name tells."""
    switches = {"retention": probes.retention, "drift": probes.drift, "similarity": probes.similarity}
    return probes.on and switches.get(measure.split("/", 1)[0], True)


def fields_that_read_text(stage: Stage, *, taught: bool) -> dict[str, str]:
    """Return the fields by which a stage needs masked words, and what needs them; ``taught``: it builds on an
    earlier task.
    """
    found = {}
    if isinstance(stage.consolidation, EWC) and stage.consolidation.of == "text":
        found["consolidation"] = "EWC"
    if isinstance(stage.replay, ReplayText | ReplayBoth):
        found["replay"] = "Replay"
    if isinstance(stage.distillation, LwF) and (stage.distillation.of == "words" or not taught):
        found["distillation"] = "Distillation"
    return found


def _nothing_taught(place: str, stage: Stage) -> PlacedFindings:
    nothing = "no stage before it on its line has learnt a task."
    if isinstance(stage.consolidation, EWC) and stage.consolidation.of == "earlier":
        where = f"{place}.consolidation.of"
        yield where, SpecFinding(nothing, remedy="Remember general text.", fix=(where, "text"))
    if isinstance(stage.replay, ReplayEarlier | ReplayBoth):
        where = f"{place}.replay"
        instead = {"kind": "text", "ratio": stage.replay.ratio}
        yield where, SpecFinding(nothing, remedy="Replay general text.", fix=(where, instead))


def _earlier_objectives(experiment: Experiment, index: int) -> PlacedFindings:
    """Return findings on strategies that cannot compute with the answers of an earlier task."""
    stage = experiment.stages[index]
    learnt = [
        task.objective
        for number, _ in stage_ancestors(experiment, index)
        for task in experiment.stages[number - 1].labelled_tasks()
    ]
    instead = {
        "consolidation": ("text", "Remember general text"),
        "distillation": ("words", "Distil masked words"),
    }
    for name, (value, remedy) in instead.items():
        option: Consolidation | Distillation = getattr(stage, name)
        refused = [each for each in learnt if not option.serves(each.kind)]
        if refused and option.holds_earlier_tasks():
            where = f"stages.{index}.{name}.of"
            title = refused[0].title.lower()
            yield (
                where,
                SpecFinding(
                    f"{type(option).title} cannot compute with the answers of an earlier task that learnt {title}.",
                    remedy=f"{remedy} instead.",
                    fix=(where, value),
                ),
            )


def _words(place: str, stage: Stage, encoder: EncoderFacts | None, *, taught: bool) -> PlacedFindings:
    consolidation = stage.consolidation
    if isinstance(consolidation, EWC) and consolidation.of == "text" and consolidation.fisher == "exact":
        where = f"{place}.consolidation.fisher"
        yield (
            where,
            SpecFinding(
                "every word of the vocabulary is a possible answer: too many to go through.",
                remedy="Draw the label.",
                fix=(where, "sampled"),
            ),
        )
    if encoder is not None and not encoder.masks:
        for name in fields_that_read_text(stage, taught=taught):
            yield (
                f"{place}.{name}",
                SpecFinding(
                    f"the vocabulary of {encoder.name} has no [MASK] token, so no word can be hidden.",
                    remedy="Switch it off.",
                    fix=(f"{place}.{name}", {"kind": "none"}),
                ),
            )


def _with_adapter(place: str, stage: Stage) -> PlacedFindings:
    if isinstance(stage.adapter, NoAdapter):
        return
    title = type(stage.adapter).title
    least, usual, source = (1e-3, 3e-3, "Liu et al. 2022") if isinstance(stage.adapter, IA3) else LORA_RATES
    if stage.learning_rate < least:
        yield (
            f"{place}.learning_rate",
            SpecFinding(
                f"{title} learns at higher rates than an encoder itself: {usual:g} is usual ({source}).",
                blocks=False,
                remedy=f"Set it to {usual:g}.",
                fix=(f"{place}.learning_rate", usual),
            ),
        )
    if stage.mixout:
        yield (
            f"{place}.mixout",
            SpecFinding(
                f"with {title} the encoder's own weights do not move, so there is nothing to put back.",
                remedy="Set it to 0.",
                fix=(f"{place}.mixout", 0.0),
            ),
        )
    for name, option in (("anchor", stage.anchor), ("consolidation", stage.consolidation)):
        if isinstance(option, L2SP | EWC):
            yield (
                f"{place}.{name}",
                SpecFinding(
                    f"Holds the weights of {title}; the encoder's own do not move anyway.",
                    blocks=False,
                    remedy="Switch it off.",
                    fix=(f"{place}.{name}", {"kind": "none"}),
                ),
            )


def _idle(place: str, stage: Stage, encoder: EncoderFacts | None) -> PlacedFindings:
    """Return findings on strategies that have nothing to protect, or that protect weights drawn just before."""
    used = {
        "anchor": isinstance(stage.anchor, L2SP),
        "consolidation": isinstance(stage.consolidation, EWC),
        "mixout": bool(stage.mixout),
        "replay": not isinstance(stage.replay, NoReplay),
        "distillation": isinstance(stage.distillation, LwF),
        "adapter": not isinstance(stage.adapter, NoAdapter),
    }
    names = [name for name, on in used.items() if on]
    if stage.freezing.whole_encoder_frozen(encoder.layers if encoder else USUAL_LAYERS):
        for name in names:
            said = "Has no effect while the whole encoder is frozen."
            if name == "anchor":
                said = "While the whole encoder is frozen, only the head's β has an effect."
            yield f"{place}.{name}", SpecFinding(said, blocks=False)
    elif stage.new_layers:
        for name in {"anchor", "consolidation", "mixout"} & set(names):
            yield (
                f"{place}.{name}",
                SpecFinding("Layers drawn anew are held where they were drawn.", blocks=False),
            )


def _springs(place: str, stage: Stage) -> PlacedFindings:
    anchor = stage.anchor
    if not isinstance(anchor, L2SP) or anchor.form != "decoupled":
        return
    step = stage.learning_rate * anchor.alpha
    if step > 1:
        most = 1 / stage.learning_rate
        yield (
            f"{place}.anchor.alpha",
            SpecFinding(
                f"η α is {step:.3g}: each update throws weights beyond where they began.",
                blocks=step >= 2,
                remedy=f"Use at most 1 / η = {most:.4g}.",
                fix=(f"{place}.anchor.alpha", float(f"{most:.4g}")),
            ),
        )


def _untrained(place: str, stage: Stage, *, first: bool, taught: bool) -> PlacedFindings:
    """Return findings on strategies that would protect random weights."""
    found = fields_that_read_text(stage, taught=taught)
    for name in found:
        yield (
            f"{place}.{name}",
            SpecFinding("The encoder starts untrained: there is no language to remember.", blocks=False),
        )
    if first:
        if isinstance(stage.anchor, L2SP):
            yield (
                f"{place}.anchor",
                SpecFinding("Pulls to random weights: the encoder is untrained.", blocks=False),
            )
        if stage.mixout:
            yield (
                f"{place}.mixout",
                SpecFinding("Puts weights back to random ones: the encoder is untrained.", blocks=False),
            )
