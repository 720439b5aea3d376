"""Checks across fields: whether the values fit each other, the encoder and the data.

``find_problems`` in ``engine.spec.experiment`` checks each value by itself. Findings that concern one stage come from
the stage itself (``Stage.findings``). The form shows the findings at their fields during typing. The engine calls
:func:`require_runnable` before anything is trained.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.errors import UserError
from engine.spec.checks import mitigation_checks, training_checks
from engine.spec.checks.findings import (
    DataFacts,
    EncoderFacts,
    PlacedFindings,
    SpecFinding,
    fault,
    too_few_test_texts,
    warning,
)
from engine.spec.experiment import Experiment
from engine.spec.stages.base import Stage
from engine.spec.targets import Target

LARGE_ENCODER = 50_000_000
"""Parameters from which the rates of the paper (BERT-base, 110 M) are taken as a guide."""


def check_experiment(
    experiment: Experiment,
    encoder: EncoderFacts | None = None,
    data: Mapping[int, DataFacts] | None = None,
) -> dict[str, SpecFinding]:
    """Return the findings by dotted field (``stages.0.max_length``).

    At one field, blocking wins over warning, and warnings without a remedy are joined.

    Args:
        experiment: valid in itself.
        encoder: the encoder it starts from. None: nothing that depends on it is checked.
        data: facts about the data set of each stage, by the stage's number from 0. Others are not checked.
    """
    findings: dict[str, SpecFinding] = {}
    for place, finding in _all(experiment, encoder, data or {}):
        earlier = findings.get(place)
        if earlier is None or (finding.blocks and not earlier.blocks):
            findings[place] = finding
        elif not (earlier.blocks or finding.blocks or earlier.remedy or finding.remedy):
            findings[place] = replace(earlier, message=f"{earlier.message} {finding.message}")
    return findings


def require_runnable(
    experiment: Experiment,
    encoder: EncoderFacts | None = None,
    data: Mapping[int, DataFacts] | None = None,
) -> list[str]:
    """Return the warnings as sentences.

    Raises UserError that names every field at fault when something blocks.
    """
    findings = check_experiment(experiment, encoder, data)
    blocking = {place: finding for place, finding in findings.items() if finding.blocks}
    if len(blocking) == 1:
        ((place, finding),) = blocking.items()
        raise UserError(finding.message, place=place, remedy=finding.remedy)
    if blocking:
        raise UserError(" ".join(f"{place}: {finding}" for place, finding in blocking.items()))
    return [f"{place}: {finding}" for place, finding in findings.items()]


def check_stage(stage: Stage, encoder: EncoderFacts, *, place: str) -> None:
    """Raise UserError when ``stage`` does not fit ``encoder``. ``place`` is its own, as ``stages.0``."""
    for where, finding in stage.findings(encoder, None):
        if finding.blocks:
            raise UserError(finding.message, place=f"{place}.{where}", remedy=finding.remedy)


def _all(
    experiment: Experiment, encoder: EncoderFacts | None, data: Mapping[int, DataFacts]
) -> PlacedFindings:
    for index, stage in enumerate(experiment.stages):
        place = f"stages.{index}"
        for path, finding in stage.findings(encoder, data.get(index)):
            yield f"{place}.{path}", finding.with_prefix(place)
        if encoder is not None:
            yield from _rate(place, stage, encoder)
        untrained = experiment.encoder.weights == "random" and index == 0
        yield from training_checks.check_freezing(place, stage, encoder, data.get(index), untrained=untrained)
        tasks = stage.labelled_tasks()
        if index in data and len(tasks) == 1:
            where = f"{place}.{tasks[0].field_path('data')}"
            # Of a name, only what was read knows whether its labels are classes.
            read = Target.known_options().get(data[index].target)
            classes = tasks[0].data.effective.target.has_classes and (read is None or read.has_classes)
            yield from _data(where, data[index], classes=classes)
            yield from check_test_sizes(place, stage, {tasks[0].field_path("data"): data[index].test})
            yield from training_checks.check_subset_size(where, place, stage, data[index])
        yield from mitigation_checks.check_mitigation(experiment, index, encoder)
        yield from training_checks.check_reused_head(experiment.stages, index)
        if experiment.compute.micro_batches > stage.batch_size:
            yield fault(
                "compute.micro_batches",
                f"a batch of {stage.batch_size} cannot be split into {experiment.compute.micro_batches} parts.",
                remedy=f"Use {stage.batch_size}.",
                fix=("compute.micro_batches", stage.batch_size),
            )
        processes = _processes(experiment.compute.device)
        if processes > stage.batch_size:
            text = f"a batch of {stage.batch_size} leaves some of {processes} processes without a text."
            yield warning("compute.device", text, remedy="Use a larger batch or fewer devices.")
    yield from training_checks.check_validation(experiment, data)
    yield from mitigation_checks.check_probes(experiment, encoder)
    if all(stage.seed is not None for stage in experiment.stages):
        yield warning(
            "seed",
            "Every stage has its own seed, so this one has no effect: runs that differ only in it are the same run.",
            remedy="Leave the stage seed of the last stage empty.",
        )
    if experiment.stages[-1].predicts_words:
        yield warning("stages", "No stage after it learns classes, so there will be no test error.")


def _processes(device: str) -> int:
    """Return how many processes share each update on ``device``, if that can be read from its name."""
    kind, _, which = device.partition(":")
    return int(which or 1) if kind == "cpu" else which.count(",") + 1


def _rate(place: str, stage: Stage, encoder: EncoderFacts) -> PlacedFindings:
    # Sun et al. 2019, 5.3.3: BERT-base does not converge at 4e-4.
    if stage.learning_rate >= 4e-4 and encoder.parameters >= LARGE_ENCODER and stage.adapter.kind == "none":
        yield warning(
            f"{place}.learning_rate",
            "BERT-base failed to learn at 4e-4 (Sun et al. 2019, 5.3.3). 2e-5 is the paper's choice.",
        )


def _data(place: str, data: DataFacts, *, classes: bool) -> PlacedFindings:
    """Return the findings on a data set. ``place`` is its field, ``classes`` whether its labels are classes."""
    if classes and len(data.classes) < 2:
        only = f" ('{next(iter(data.classes))}')" if data.classes else ""
        yield fault(f"{place}.source", f"has only one class{only}. Nothing can be learnt from it.")
    if data.train < 1:
        yield fault(f"{place}.source", "leaves no training texts.")
        return
    if data.test < 1:
        yield warning(f"{place}.source", "There is no test split, so there will be no test error.")
    if data.shared:
        one = data.shared == 1
        yield warning(
            f"{place}.source",
            f"{data.shared:,} test {'text is' if one else 'texts are'} also in train: the test error "
            "looks better than it is.",
        )
    elif data.conflicting:
        yield warning(f"{place}.source", f"{data.conflicting:,} equal texts carry different labels.")


def check_test_sizes(place: str, stage: Stage, sizes: Mapping[str, int]) -> PlacedFindings:
    """Return the findings on test splits of ``stage`` that are too small.

    ``sizes`` are their texts, by the data's field.
    """
    for task in stage.labelled_tasks():
        path = task.field_path("data")
        if few := too_few_test_texts(sizes.get(path, 0)):
            yield warning(f"{place}.{path}.source", few)
