"""A design to begin with on one's own data, by rules that were tested on public sets: docs/defaults.md.

First the new head alone learns, on features that are computed once; then everything at a rate by the encoder's size.
What else depends on the data (length, updates, metric, validation) follows from the report on them. Each rule gives a
reason, with a change on offer where there is another good choice.
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
"""Updates of the head alone, and of everything after it, at least: too few are a frequent cause of failed fine-tunings
(Mosbach et al. 2021, section 6)."""
MAX_EPOCHS = 10
"""Epochs of everything at most, however few the texts are: from there on a small set is learnt by heart."""
EPOCHS = 2
"""Epochs of everything at least."""
HEAD_RATE = 1e-2
RATES = ((256, 3e-4), (512, 1e-4))
"""Learning rates by the width up to which they hold."""
WIDE_RATE, WIDE_RATE_FEW, FEW_TEXTS = 2e-5, 5e-5, 5_000
"""Rates of wider encoders, and of those for fewer texts than that."""
MIN_TO_CHOOSE = 500
"""Validation texts from which a checkpoint is chosen by them: of fewer, the best is the luckiest."""
MIN_TO_VALIDATE = 100
"""Validation texts below which they are trained on, since they are more useful there."""
MIN_CLASS_TEXTS = 20
"""Texts of a class below which none is spared for validation."""
MANY_CLASSES = 20
"""Classes from which a small encoder is said to lose to a bag of words."""
SKEW_RATIO = 3
"""How many times as frequent as the rarest the most frequent class is where accuracy hides the rare ones."""
_LENGTH_STEP = 8
_STAGE = "stages.0"


@dataclass(frozen=True, slots=True)
class StartingPoint:
    """An experiment, and a reason for every setting that a rule has decided."""

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
    """Whether the validation texts are a share of the training texts, and are trained on instead."""

    @property
    def rows(self) -> int:
        """Texts to train on."""
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
        source: the data set as the user names it, whose report has lengths in tokens of this encoder.
        report: what the inspection has found.
        encoder: the encoder as the user names it.
        info: its properties.
        pooling: the tokens of the encoder's sentence vectors, according to its folder. Empty: not stated.
        is_split_off: whether the validation texts are a share of the training part.

    Raises UserError when no objective learns what the labels are.
    """
    target = report.target or source.target.kind  # of a name, only what was read knows it
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
    # What was guessed of the file, and how to say otherwise.
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
    """Return a name for the design: that of the catalogue, or of the file."""
    scheme, colon, name = source.source.partition(":")
    return (
        name if (colon and source.is_named) or scheme == "hub" else Path(source.source).stem or source.source
    )


def _spare_validation(report: DatasetReport) -> bool:
    """Return whether validation texts are better trained on: they are few, or a class is rare."""
    validation = report.splits["validation"].rows
    counts = [count for count in report.splits["train"].classes.values() if count]
    return validation < MIN_TO_VALIDATE or (
        validation < MIN_TO_CHOOSE and bool(counts) and min(counts) < MIN_CLASS_TEXTS
    )


def _splits(facts: _Facts) -> list[Reason]:
    rows = {name: split.rows for name, split in facts.report.splits.items()}
    parts = [f"{facts.rows:,} texts for training"]
    if (count := rows.get("validation", 0)) and not facts.spares_validation:
        # Of a share p among n texts the standard error is at most 1 / (2 √n).
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
        length = min(positions, max(32, -(-needed // _LENGTH_STEP) * _LENGTH_STEP))
        text = f"Length {length} tokens: 99 % of the texts are read whole (median {tokens.median:,.0f})."
        return {"max_length": length}, [Reason(code="length", message=text, values={"length": length})]
    text = (
        f"Length {positions} tokens, the encoder's limit. The beginning and the end of longer texts are kept (1 % have "
        f"{needed:,} tokens or more; Sun et al. 2019, section 5.3.1)."
    )
    settings = {"max_length": positions, "truncation": {"kind": "head_tail_share", "head": 0.25}}
    return settings, [Reason(code="length", message=text, values={"length": positions, "wanted": needed})]


def _updates(facts: _Facts) -> _Rule:
    """Head first: half of the updates or more on features that are computed once, then everything."""
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
    path = f"{_STAGE}.features.tokens"
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
    reason = Reason(code="pooling", message=text, action=action, changes={path: "cls"})
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
    """Warn where fine-tuning lost to a bag of words on the sets of docs/defaults.md."""
    classes = len(facts.report.splits["train"].classes)
    if facts.info.hidden > RATES[0][0] or classes < MANY_CLASSES:
        return {}, []
    text = (
        f"A bag of words may be the better choice: with {classes} classes it beat encoders this small on the data sets "
        "that these rules were tested on. Run baselines (palimpsest baseline) measures its error in seconds."
    )
    return {}, [Reason(code="bag_of_words", message=text, values={"classes": classes})]
