"""What only shows once the encoder and the data are known: the checks that go across fields.

``problems`` in ``engine.spec.experiment`` asks whether each value is one at all; here it is asked whether the
values fit each other, this encoder and this data. The form shows the findings at their fields while one
types; the engine calls :func:`require` before anything is trained.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import UserError
from engine.spec.checks import mitigation_checks, training_checks
from engine.spec.checks.findings import DataFacts, EncoderFacts, PlacedFindings, SpecFinding
from engine.spec.experiment import Experiment
from engine.spec.stages import (
    BiLSTMHead,
    Features,
    Finetune,
    FurtherPretrain,
    Multitask,
    Stage,
    SupervisedStage,
    TaskData,
)
from engine.spec.stages.pretraining import MaskedWordsAndNextSentence

SPECIAL_TOKEN_COUNTS = {False: 2, True: 3}
"""Special tokens of a text ([CLS] ... [SEP]) and of a pair ([CLS] ... [SEP] ... [SEP]), as BERT has them."""

LARGE_ENCODER = 50_000_000
"""Parameters from which the rates of the paper (BERT-base, 110 M) are taken as a guide."""


def check_experiment(
    experiment: Experiment,
    encoder: EncoderFacts | None = None,
    data: Mapping[int, DataFacts] | None = None,
) -> dict[str, SpecFinding]:
    """The findings by dotted field (``stages.0.max_length``); at one field, blocking wins over warning.

    Args:
        experiment: valid in itself.
        encoder: the encoder it starts from; None: what depends on it is not checked.
        data: facts about the data set of each stage, by the stage's number from 0; others are not checked.
    """
    found: dict[str, SpecFinding] = {}
    for place, finding in _all(experiment, encoder, data or {}):
        known = found.get(place)
        if known is None or (finding.blocks and not known.blocks):
            found[place] = finding
    return found


def require_runnable(
    experiment: Experiment,
    encoder: EncoderFacts | None = None,
    data: Mapping[int, DataFacts] | None = None,
) -> list[str]:
    """The warnings as sentences. Raises UserError that names every field at fault when something blocks."""
    found = check_experiment(experiment, encoder, data)
    blocking = {place: finding for place, finding in found.items() if finding.blocks}
    if len(blocking) == 1:
        ((place, finding),) = blocking.items()
        raise UserError(finding.message, place=place, remedy=finding.remedy)
    if blocking:
        raise UserError(" ".join(f"{place}: {finding}" for place, finding in blocking.items()))
    return [f"{place}: {finding}" for place, finding in found.items()]


def check_stage(stage: Stage, encoder: EncoderFacts, *, place: str) -> None:
    """Raises UserError when ``stage`` does not fit ``encoder``; ``place`` is its own, as ``stages.0``."""
    for where, finding in (*_length(place, stage, encoder), *_layers(place, stage, encoder)):
        if finding.blocks:
            raise UserError(finding.message, place=where, remedy=finding.remedy)


def _all(
    experiment: Experiment, encoder: EncoderFacts | None, data: Mapping[int, DataFacts]
) -> PlacedFindings:
    for index, stage in enumerate(experiment.stages):
        place = f"stages.{index}"
        if encoder is not None:
            yield from _length(place, stage, encoder)
            yield from _layers(place, stage, encoder)
            yield from _objective(place, stage, encoder)
            yield from _rate(place, stage, encoder)
        untrained = experiment.encoder.weights == "random" and index == 0
        yield from training_checks.check_freezing(place, stage, encoder, data.get(index), untrained=untrained)
        if index in data and isinstance(stage, Finetune):
            yield from _data(place, stage, data[index])
            yield from training_checks.check_subset_size(place, stage, data[index])
        if isinstance(stage, FurtherPretrain):
            yield from _kept(place, stage)
        yield from mitigation_checks.check_mitigation(experiment, index, encoder)
        if experiment.compute.micro_batches > stage.batch_size:
            yield (
                "compute.micro_batches",
                SpecFinding(
                    f"a batch of {stage.batch_size} has no {experiment.compute.micro_batches} parts.",
                    remedy=f"Use {stage.batch_size}.",
                    fix=("compute.micro_batches", stage.batch_size),
                ),
            )
        processes = _processes(experiment.compute.device)
        if processes > stage.batch_size:
            text = f"a batch of {stage.batch_size} leaves some of {processes} processes without a text."
            yield (
                "compute.device",
                SpecFinding(text, remedy="Use a larger batch or fewer devices.", blocks=False),
            )
    yield from mitigation_checks.check_probes(experiment, encoder)
    if isinstance(experiment.stages[-1], FurtherPretrain):
        yield (
            "stages",
            SpecFinding("No stage after it learns classes, so there will be no test error.", blocks=False),
        )


def _kept(place: str, stage: FurtherPretrain) -> PlacedFindings:
    late = [step for step in stage.kept_steps() if step > stage.steps]
    if late:
        yield (
            f"{place}.keep",
            SpecFinding(
                f"the stage ends after {stage.steps:,} updates and never reaches {late[0]:,}.",
                remedy="Leave it out, or train for longer.",
            ),
        )


def _processes(device: str) -> int:
    """How many processes share each update on ``device``, as far as it says so itself."""
    kind, _, which = device.partition(":")
    return int(which or 1) if kind == "cpu" else which.count(",") + 1


def _length(place: str, stage: Stage, encoder: EncoderFacts) -> PlacedFindings:
    if stage.max_length > encoder.positions:
        yield (
            f"{place}.max_length",
            SpecFinding(
                f"{stage.max_length} tokens are more than {encoder.name} reads ({encoder.positions}).",
                remedy=f"Set it to {encoder.positions}.",
                fix=(f"{place}.max_length", encoder.positions),
            ),
        )
        return
    asks_pairs = isinstance(stage, FurtherPretrain) and isinstance(
        stage.objective, MaskedWordsAndNextSentence
    )
    pair = asks_pairs or (isinstance(stage, Finetune) and stage.reads_pairs)
    room = (stage.max_length or encoder.positions) - SPECIAL_TOKEN_COUNTS[pair]
    if room < 1 + asks_pairs:
        yield f"{place}.max_length", SpecFinding("leaves no room for any text beside the special tokens.")
    elif isinstance(stage, Finetune):
        yield from _truncation(f"{place}.truncation", stage, room)
    elif isinstance(stage, Multitask):
        for number, task in enumerate(stage.tasks):
            where = f"{place}.tasks.{number}"
            if task.max_length > encoder.positions:
                yield (
                    f"{where}.max_length",
                    SpecFinding(
                        f"{task.max_length} tokens are more than {encoder.name} reads ({encoder.positions}).",
                        remedy=f"Set it to {encoder.positions}.",
                        fix=(f"{where}.max_length", encoder.positions),
                    ),
                )
                continue
            room = (task.max_length or stage.max_length or encoder.positions) - SPECIAL_TOKEN_COUNTS[
                task.data.pair
            ]
            if room < 1:
                yield (
                    f"{where}.max_length",
                    SpecFinding("leaves no room for any text beside the special tokens."),
                )
            else:
                yield from _truncation(f"{where}.truncation", task, room)


def _truncation(where: str, task: Finetune | TaskData, room: int) -> PlacedFindings:
    choice, pair = task.truncation, task.reads_pairs if isinstance(task, Finetune) else task.data.pair
    if pair and (problem := choice.pair_problem()):
        yield (
            where,
            SpecFinding(f"{problem}.", remedy="Cut them at the end instead.", fix=(where, {"kind": "head"})),
        )
    elif not pair and (problem := choice.problem(room)):
        yield where, SpecFinding(f"{problem}.", remedy="Make it fit the length.")


def _layers(place: str, stage: Stage, encoder: EncoderFacts) -> PlacedFindings:
    if isinstance(stage, SupervisedStage):
        yield from _features(f"{place}.features", stage.features, encoder)
        if stage.reinitialise > encoder.layers:
            where = f"{place}.reinitialise"
            yield (
                where,
                SpecFinding(
                    f"{encoder.name} has {encoder.layers} layers, not {stage.reinitialise}.",
                    remedy=f"Draw at most {encoder.layers} anew.",
                    fix=(where, encoder.layers),
                ),
            )
    if problem := stage.freezing.problem(encoder.layers):
        yield (
            f"{place}.freezing",
            SpecFinding(f"{problem}.", remedy=f"Freeze at most {encoder.layers} layers."),
        )


def _features(place: str, features: Features, encoder: EncoderFacts) -> PlacedFindings:
    where = f"{place}.layers"
    if "pooler" in features.layers:
        if features.layers != "pooler":
            yield (
                where,
                SpecFinding(
                    "the pooler stands on its own, not among layers.", remedy="Choose one of the two."
                ),
            )
        elif features.tokens != "cls":
            yield (
                f"{place}.tokens",
                SpecFinding(
                    "the pooler reads the [CLS] token.", remedy="Use [CLS].", fix=(f"{place}.tokens", "cls")
                ),
            )
        elif isinstance(features.head, BiLSTMHead):
            yield (
                where,
                SpecFinding(
                    "an LSTM reads all tokens, the pooler only [CLS].",
                    remedy="Use the last layer.",
                    fix=(where, "last"),
                ),
            )
        return
    try:
        features.layer_indices(encoder.layers)
    except ValueError as error:
        yield where, SpecFinding(f"{error}.", remedy="Use the last.", fix=(where, "last"))


def _objective(place: str, stage: Stage, encoder: EncoderFacts) -> PlacedFindings:
    if not isinstance(stage, FurtherPretrain):
        return
    if not encoder.masks:
        yield (
            f"{place}.objective",
            SpecFinding(
                f"the vocabulary of {encoder.name} has no [MASK] token, so no word can be hidden.",
                remedy="Choose an encoder that was trained on masked words, or leave this stage out.",
            ),
        )
    elif isinstance(stage.objective, MaskedWordsAndNextSentence) and not encoder.next_sentence:
        yield (
            f"{place}.objective",
            SpecFinding(
                f"{encoder.name} has no next-sentence head.",
                remedy="Choose masked words only.",
                fix=(f"{place}.objective", {"kind": "mlm"}),
            ),
        )


def _rate(place: str, stage: Stage, encoder: EncoderFacts) -> PlacedFindings:
    # Sun et al. 2019, 5.3.3: BERT-base does not converge at 4e-4.
    if stage.learning_rate >= 4e-4 and encoder.parameters >= LARGE_ENCODER and stage.adapter.kind == "none":
        yield (
            f"{place}.learning_rate",
            SpecFinding(
                "BERT-base failed to learn at 4e-4 (Sun et al. 2019, 5.3.3); 2e-5 is the paper's choice.",
                blocks=False,
            ),
        )


def _data(place: str, stage: Finetune, data: DataFacts) -> PlacedFindings:
    if len(data.classes) < 2:
        only = f" ('{next(iter(data.classes))}')" if data.classes else ""
        yield (
            f"{place}.data.source",
            SpecFinding(f"has one class only{only}; there is nothing to tell apart."),
        )
    if data.train < 1:
        yield f"{place}.data.source", SpecFinding("leaves no training texts.")
        return
    if data.test < 1:
        yield (
            f"{place}.data.source",
            SpecFinding("There is no test split, so there will be no test error.", blocks=False),
        )
    if data.shared:
        one = data.shared == 1
        yield (
            f"{place}.data.source",
            SpecFinding(
                f"{data.shared:,} test {'text is' if one else 'texts are'} also in train: the test error "
                "looks better than it is.",
                blocks=False,
            ),
        )
    elif data.conflicting:
        yield (
            f"{place}.data.source",
            SpecFinding(f"{data.conflicting:,} equal texts carry different labels.", blocks=False),
        )
    if stage.patience and stage.patience >= stage.epochs * stage.evaluations:
        planned = round(stage.epochs * stage.evaluations)
        yield (
            f"{place}.patience",
            SpecFinding(
                f"Never reached: there are only {planned} evaluations.",
                blocks=False,
                remedy="Set it to 0.",
                fix=(f"{place}.patience", 0),
            ),
        )


__all__ = ["DataFacts", "EncoderFacts", "SpecFinding", "check_experiment", "check_stage", "require_runnable"]
