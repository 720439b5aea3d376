"""Checks across fields: whether values fit each other, the encoder and the data.

``find_problems`` in ``engine.spec.experiment`` validates single values. ``Stage.findings`` checks one stage. The form
displays findings at their fields during typing. The engine calls :func:`require_runnable` before training.
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
"""Number of parameters from which the learning rates of the paper (BERT-base, 110 M) apply."""


def check_experiment(
    experiment: Experiment,
    encoder: EncoderFacts | None = None,
    data: Mapping[int, DataFacts] | None = None,
) -> dict[str, SpecFinding]:
    """Return the findings by dotted field (``stages.0.max_length``).

    A field has at most one finding: blocking ones take precedence, and warnings without a remedy are joined.

    Args:
        experiment: a valid experiment.
        encoder: its encoder. None skips the checks that depend on it.
        data: facts about the data sets, by index of the stage. Other data sets are not checked.
    """
    findings: dict[str, SpecFinding] = {}
    for path, finding in _findings(experiment, encoder, data or {}):
        earlier = findings.get(path)
        if earlier is None or (finding.blocks and not earlier.blocks):
            findings[path] = finding
        elif not (earlier.blocks or finding.blocks or earlier.remedy or finding.remedy):
            findings[path] = replace(earlier, message=f"{earlier.message} {finding.message}")
    return findings


def require_runnable(
    experiment: Experiment,
    encoder: EncoderFacts | None = None,
    data: Mapping[int, DataFacts] | None = None,
) -> list[str]:
    """Return the warnings as sentences.

    Raises UserError that names every field with a blocking finding.
    """
    findings = check_experiment(experiment, encoder, data)
    blocking = {path: finding for path, finding in findings.items() if finding.blocks}
    if len(blocking) == 1:
        ((path, finding),) = blocking.items()
        raise UserError(finding.message, place=path, remedy=finding.remedy)
    if blocking:
        raise UserError(" ".join(f"{path}: {finding}" for path, finding in blocking.items()))
    return [f"{path}: {finding}" for path, finding in findings.items()]


def check_stage(stage: Stage, encoder: EncoderFacts, *, prefix: str) -> None:
    """Raise UserError when ``stage`` does not fit ``encoder``. ``prefix`` is its path, such as ``stages.0``."""
    for path, finding in stage.findings(encoder, None):
        if finding.blocks:
            raise UserError(finding.message, place=f"{prefix}.{path}", remedy=finding.remedy)


def _findings(
    experiment: Experiment, encoder: EncoderFacts | None, data: Mapping[int, DataFacts]
) -> PlacedFindings:
    for index, stage in enumerate(experiment.stages):
        prefix, facts = f"stages.{index}", data.get(index)
        for path, finding in stage.findings(encoder, facts):
            yield f"{prefix}.{path}", finding.with_prefix(prefix)
        if encoder is not None:
            yield from _rate(prefix, stage, encoder)
        untrained = experiment.encoder.weights == "random" and index == 0
        yield from training_checks.check_freezing(prefix, stage, encoder, facts, untrained=untrained)
        tasks = stage.labelled_tasks()
        if facts is not None and len(tasks) == 1:
            data_path = f"{prefix}.{tasks[0].field_path('data')}"
            # For a named data set, only the data that were read determine whether labels are classes.
            target = Target.known_options().get(facts.target)
            classes = tasks[0].data.effective.target.has_classes and (target is None or target.has_classes)
            yield from _data(data_path, facts, classes=classes)
            yield from check_test_sizes(prefix, stage, {tasks[0].field_path("data"): facts.test})
            yield from training_checks.check_subset_size(data_path, prefix, stage, facts)
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
    """Return the number of processes that share each update on ``device``, as far as its name specifies it."""
    kind, _, numbers = device.partition(":")
    return int(numbers or 1) if kind == "cpu" else numbers.count(",") + 1


def _rate(prefix: str, stage: Stage, encoder: EncoderFacts) -> PlacedFindings:
    # Sun et al. 2019, 5.3.3: BERT-base does not converge at 4e-4.
    if stage.learning_rate >= 4e-4 and encoder.parameters >= LARGE_ENCODER and stage.adapter.kind == "none":
        yield warning(
            f"{prefix}.learning_rate",
            "BERT-base failed to learn at 4e-4 (Sun et al. 2019, 5.3.3). 2e-5 is the paper's choice.",
        )


def _data(path: str, data: DataFacts, *, classes: bool) -> PlacedFindings:
    """Return the findings on the data set at ``path``. ``classes``: whether its labels are classes."""
    if classes and len(data.classes) < 2:
        name = f" ('{next(iter(data.classes))}')" if data.classes else ""
        yield fault(f"{path}.source", f"has only one class{name}. Nothing can be learnt from it.")
    if data.train < 1:
        yield fault(f"{path}.source", "leaves no training texts.")
        return
    if data.test < 1:
        yield warning(f"{path}.source", "There is no test split, so there will be no test error.")
    if data.shared:
        is_single = data.shared == 1
        yield warning(
            f"{path}.source",
            f"{data.shared:,} test {'text is' if is_single else 'texts are'} also in train: the test error "
            "looks better than it is.",
        )
    elif data.conflicting:
        yield warning(f"{path}.source", f"{data.conflicting:,} equal texts carry different labels.")


def check_test_sizes(prefix: str, stage: Stage, sizes: Mapping[str, int]) -> PlacedFindings:
    """Return the findings on test splits of ``stage`` that are too small.

    ``sizes`` has their numbers of texts, by field of the data set.
    """
    for task in stage.labelled_tasks():
        path = task.field_path("data")
        if message := too_few_test_texts(sizes.get(path, 0)):
            yield warning(f"{prefix}.{path}.source", message)
