"""Initial design for the user's own data, by rules tested on public data sets (docs/defaults.md).

First only the new head is trained, on features that are computed once; then all weights at a learning rate that depends
on the encoder's size. Length, updates, metric and validation follow from the report on the data. Each rule gives a
reason, and offers a change if there is another good choice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from engine.data.character_encodings import GUESSED
from engine.data.inspection.report import DatasetReport
from engine.json_types import JsonObject
from engine.model.encoders import EncoderInfo
from engine.objectives.base import LabelObjective
from engine.spec.checks.reasons import Reason
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.features import MEAN_LAYER_FAMILIES
from engine.spec.targets import ClassTarget

MIN_UPDATES = 400
"""Minimum number of updates of the head alone, and of all weights. Too few updates are a frequent cause of failed
fine-tuning (Mosbach et al. 2021, section 6)."""
MAX_EPOCHS = 10
"""Maximum number of epochs for all weights. With more, a small data set is overfitted."""
EPOCHS = 2
"""Minimum number of epochs for all weights."""
HEAD_RATE = 1e-2
RATES = ((256, 3e-4), (512, 1e-4))
"""Learning rates by maximum width of the encoder."""
WIDE_RATE, WIDE_RATE_FEW, FEW_TEXTS = 2e-5, 5e-5, 5_000
"""Learning rate of wider encoders, the one for few texts, and the number of texts below which it applies."""
MIN_TO_CHOOSE = 500
"""Minimum number of validation texts for choosing a checkpoint. With fewer, the best is mostly luck."""
MIN_TO_VALIDATE = 100
"""Number of validation texts below which they are used for training instead."""
MIN_CLASS_TEXTS = 20
"""Number of texts of the rarest class below which no validation texts are held out."""
MANY_CLASSES = 20
"""Number of classes from which a small encoder may be worse than a bag of words."""
SKEW_RATIO = 3
"""Ratio of the most frequent to the rarest class from which accuracy hides rare classes."""
_STAGE = "stages.0"


@dataclass(frozen=True, slots=True)
class StartingPoint:
    """Experiment with a reason for every setting chosen by a rule."""

    experiment: Experiment
    reasons: tuple[Reason, ...]

    def as_json(self) -> JsonObject:
        """Return both as the stable JSON of the command line."""
        return {
            "experiment": self.experiment.model_dump(mode="json"),
            "reasons": [reason.model_dump(mode="json") for reason in self.reasons],
        }


@dataclass(frozen=True, slots=True)
class _Facts:
    """Input of the rules."""

    source: DataSource
    report: DatasetReport
    info: EncoderInfo
    pooling: str
    target: str
    spares_validation: bool
    """Whether validation texts split off the training texts are used for training instead."""

    @property
    def rows(self) -> int:
        """Number of training texts."""
        validation_rows = self.report.splits["validation"].rows if self.spares_validation else 0
        return self.report.splits["train"].rows + validation_rows


_Rule = tuple[dict[str, object], list[Reason]]
"""Settings of the stage, and the reasons for them."""


def propose_experiment(
    source: DataSource,
    report: DatasetReport,
    encoder: str,
    info: EncoderInfo,
    *,
    pooling: str = "",
    is_split_off: bool = False,
) -> StartingPoint:
    """Return a design that trains ``encoder`` on all of ``source``.

    Args:
        source: the data set as the user named it.
        report: its inspection report, with lengths in tokens of this encoder.
        encoder: the encoder as the user named it.
        info: its properties.
        pooling: the pooling of its sentence vectors according to its folder. Empty: not stated.
        is_split_off: whether the validation texts are a share of the training texts.

    Raises UserError if no objective fits the labels.
    """
    target = report.target or source.target.kind  # for a named data set only the report has it
    facts = _Facts(source, report, info, pooling, target, is_split_off and _spare_validation(report))
    stage: dict[str, object] = {"kind": "finetune"}
    reasons = _splits(facts)
    for rule in (_length, _updates, _rate, _tokens, _checkpoint, _metric, _bag_of_words):
        settings, rule_reasons = rule(facts)
        stage |= settings
        reasons += rule_reasons
    reasons += [
        Reason(code=finding.kind, message=f"{finding.message}.")
        for finding in report.health
        if finding.kind == "label_form"
    ]
    reasons += [
        Reason(code=finding.kind, message=finding.message)
        for finding in report.health
        if finding.kind == "encoding" and GUESSED in finding.message
    ]
    # Guesses about the file, and the options that override them.
    reasons += [Reason(code="reading", message=note) for note in report.notes if "--set data." in note]
    data = source.model_dump(mode="json")
    stage["data"] = (
        data | {"validation_share": 0.0, "validation_rows": 0} if facts.spares_validation else data
    )
    if target != ClassTarget().kind:
        stage["objective"] = next(
            (kind for kind, finding in LabelObjective.known_options().items() if finding.target == target), {}
        )
    experiment = parse_experiment(
        {"name": _name(source), "encoder": {"source": encoder}, "stages": [stage]}, place=report.source
    )
    return StartingPoint(experiment, tuple(reasons))


def _name(source: DataSource) -> str:
    """Return the name of the design: the catalogue name or the file name of the data."""
    scheme, colon, name = source.source.partition(":")
    return (
        name if (colon and source.is_named) or scheme == "hub" else Path(source.source).stem or source.source
    )


def _spare_validation(report: DatasetReport) -> bool:
    """Return whether validation texts are better used for training, because they are few or a class is rare."""
    validation = report.splits["validation"].rows
    counts = [count for count in report.splits["train"].classes.values() if count]
    return validation < MIN_TO_VALIDATE or (
        validation < MIN_TO_CHOOSE and bool(counts) and min(counts) < MIN_CLASS_TEXTS
    )


def _splits(facts: _Facts) -> list[Reason]:
    rows = {name: split.rows for name, split in facts.report.splits.items()}
    parts = [f"{facts.rows:,} texts for training"]
    if (count := rows.get("validation", 0)) and not facts.spares_validation:
        # The standard error of a proportion over n texts is at most 1 / (2 √n).
        parts.append(
            f"{count:,} for validation (an error rate is known to ± {98 / math.sqrt(count):.0f} points)"
        )
    parts.append(
        f"{rows['test']:,} for testing"
        if rows.get("test")
        else "none for testing: give the data set a test file"
    )
    return [Reason(code="splits", message=f"{', '.join(parts)}.", values={**rows, "train": facts.rows})]


def _length(facts: _Facts) -> _Rule:
    tokens, positions = facts.report.splits["train"].tokens, facts.info.positions
    if tokens is None:
        return {}, []
    needed = math.ceil(tokens.percentiles["99"]) + facts.info.special_count(facts.source.pair)
    if needed <= positions:
        length = min(positions, max(32, -(-needed // 8) * 8))  # a multiple of 8
        text = f"Length {length} tokens: 99 % of the texts are read whole (median {tokens.median:,.0f})."
        return {"max_length": length}, [Reason(code="length", message=text, values={"length": length})]
    text = (
        f"Length {positions} tokens, the encoder's limit. The beginning and the end of longer texts are kept (1 % have "
        f"{needed:,} tokens or more; Sun et al. 2019, section 5.3.1)."
    )
    settings = {"max_length": positions, "truncation": {"kind": "head_tail_share", "head": 0.25}}
    return settings, [Reason(code="length", message=text, values={"length": positions, "wanted": needed})]


def _updates(facts: _Facts) -> _Rule:
    """Train the head for at least half of the updates on precomputed features, then all weights."""
    batch = 16 if facts.rows < FEW_TEXTS else 32
    per_epoch = max(1, math.ceil(facts.rows / batch))
    everything = min(max(MIN_UPDATES, EPOCHS * per_epoch), MAX_EPOCHS * per_epoch)
    head = max(MIN_UPDATES, everything)
    total = head + everything
    epochs = 2.0 * EPOCHS
    text = (
        f"The head is trained alone for {head:,} updates, on features that are computed once, then everything for "
        f"{everything:,} updates ({everything / per_epoch:.0f} epochs) of {batch} texts. Otherwise a new head would "
        "distort the encoder while it is still random (Kumar et al. 2022)."
    )
    settings: dict[str, object] = {
        "epochs": epochs,
        "least_steps": total if total > epochs * per_epoch else 0,
        "batch_size": batch,
        "freezing": {
            "kind": "head_first",
            "dropout": False,
            "share": round(head / total, 4),
            "boost": round(HEAD_RATE / _rate_of(facts), 4),
        },
    }
    values = {"head": head, "everything": everything, "batch": batch}
    return settings, [Reason(code="head_first", message=text, values=values)]


def _rate_of(facts: _Facts) -> float:
    rates = [rate for width, rate in RATES if facts.info.hidden <= width]
    return rates[0] if rates else WIDE_RATE_FEW if facts.rows < FEW_TEXTS else WIDE_RATE


def _rate(facts: _Facts) -> _Rule:
    rate, width = _rate_of(facts), facts.info.hidden
    text = f"Learning rate {rate:g} for an encoder of width {width}: narrow encoders need higher rates than wide ones."
    return {"learning_rate": rate}, [Reason(code="rate", message=text, values={"rate": rate, "width": width})]


def _tokens(facts: _Facts) -> _Rule:
    if facts.pooling != "mean":
        return {}, []
    if facts.info.model_type in MEAN_LAYER_FAMILIES:
        text = "The head reads the mean of all tokens, as the encoder's own sentence vectors do."
        return {"features": {"tokens": "normed_mean"}}, [Reason(code="pooling", message=text)]
    text = (
        "The head reads the mean of all tokens, as the encoder's own sentence vectors do. Such a model can be "
        "exported as ONNX or in Palimpsest's own layout."
    )
    action = "Use [CLS], so that transformers can load it"
    reason = Reason(code="pooling", message=text, action=action, changes={f"{_STAGE}.features.tokens": "cls"})
    return {"features": {"tokens": "mean"}}, [reason]


def _checkpoint(facts: _Facts) -> _Rule:
    count = facts.report.splits["validation"].rows
    if facts.spares_validation:
        text = (
            f"All labelled texts are used for training, so the run has no validation error: {count:,} texts are too "
            "few to choose a checkpoint. Judge the model by the test texts or a baseline's cross-validation."
        )
        share = facts.source.validation_share
        reason = Reason(
            code="refit",
            message=text,
            values={"validation": count},
            action=f"Hold out {100 * share:g} % for validation",
            changes={f"{_STAGE}.data.validation_share": share},
        )
        return {"checkpoint": "last"}, [reason]
    if count >= MIN_TO_CHOOSE:
        return {}, []
    text = (
        f"The last checkpoint is tested, not the best on validation: with {count:,} validation texts, the best one is "
        "mostly luck."
    )
    return {"checkpoint": "last"}, [Reason(code="checkpoint", message=text, values={"validation": count})]


def _metric(facts: _Facts) -> _Rule:
    classes = facts.report.splits["train"].classes
    counts = [count for count in classes.values() if count]
    if len(counts) < 2 or max(counts) < SKEW_RATIO * min(counts):
        return {}, []
    rarest = min(classes, key=lambda name: classes[name] or math.inf)
    times = max(counts) / min(counts)
    text = f"The most frequent class has {times:.0f} times as many texts as '{rarest}' ({classes[rarest]:,})."
    if not facts.spares_validation:
        text += " Validation uses macro F1, in which all classes count equally."
    values: dict[str, float | str] = {"times": round(times, 1), "rarest": rarest, "texts": classes[rarest]}
    if facts.target != ClassTarget().kind:
        return {"best_on": "macro_f1"}, [Reason(code="rare_classes", message=text, values=values)]
    reason = Reason(
        code="rare_classes",
        message=f"{text} Class weights would raise the recall of rare classes, at the cost of a few more errors.",
        values=values,
        action="Use class weights",
        changes={f"{_STAGE}.objective.class_weights": "effective"},
    )
    return {"best_on": "macro_f1"}, [reason]


def _bag_of_words(facts: _Facts) -> _Rule:
    """Warn in cases where a bag of words beat fine-tuning on the data sets of docs/defaults.md."""
    classes = len(facts.report.splits["train"].classes)
    if facts.info.hidden > RATES[0][0] or classes < MANY_CLASSES:
        return {}, []
    text = (
        f"A bag of words may be the better choice: with {classes} classes it beat encoders this small on the data sets "
        "that these rules were tested on. Run baselines (palimpsest baseline) measures its error in seconds."
    )
    return {}, [Reason(code="bag_of_words", message=text, values={"classes": classes})]
