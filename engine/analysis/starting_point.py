"""A design to begin with on one's own data: length, epochs, batch and metric by what the data are like.

Rules of thumb, each said in a sentence beside the value it gave; none has been tuned on the data. Everything else stays
at its default, which is the paper's (Sun et al. 2019, section 5.2: four epochs, the whole training split).
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
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.targets import ClassTarget

LEAST_UPDATES = 400
"""Updates below which a small data set is read more often: too few of them are a frequent cause of failed
fine-tunings (Mosbach et al. 2021, section 6)."""
MOST_EPOCHS = 20
SMALL_HIDDEN = 256
"""Width up to which an encoder counts as small: such learn at higher rates (the bundled one at 3e-4)."""
SMALL_RATE, USUAL_RATE = 3e-4, 2e-5
SKEWED = 3
"""How many times as frequent as the rarest the most frequent class is where accuracy hides the rare ones."""
_LENGTH_STEP = 8


@dataclass(frozen=True, slots=True)
class StartingPoint:
    """An experiment, and a sentence for every setting that the data have decided; its notes have them too."""

    experiment: Experiment
    reasons: tuple[str, ...]

    def as_json(self) -> JsonObject:
        """Return both as the stable JSON of the command line."""
        return {"experiment": self.experiment.model_dump(mode="json"), "reasons": list(self.reasons)}


def propose_experiment(
    source: DataSource, report: DatasetReport, encoder: str, info: EncoderInfo
) -> StartingPoint:
    """Return a design that trains ``encoder`` on all of ``source``.

    Args:
        source: the data set as the user names it, whose report has lengths in tokens of this encoder.
        report: what the inspection has found.
        encoder: the encoder as the user names it.
        info: what it is like.

    Raises UserError when no objective learns what the labels are.
    """
    train = report.splits["train"]
    reasons = [_splits_sentence(source, report)]
    stage: dict[str, object] = {"kind": "finetune", "data": source.model_dump(mode="json")}
    stage |= _length(report, info, source.pair, reasons)
    stage |= _budget(train.rows, info, reasons)
    stage |= _metric(train.classes, reasons)
    reasons += [f"{each.message}." for each in report.health if each.kind == "label_form"]
    reasons += [each.message for each in report.health if each.kind == "encoding" and GUESSED in each.message]
    target = report.target or source.target.kind  # of a name, only what was read knows it
    if target != ClassTarget().kind:
        stage["objective"] = next(
            (kind for kind, each in LabelObjective.known_options().items() if each.target == target), {}
        )
    if encoder == "palimpsest-tiny":
        stage["features"] = {"tokens": "mean"}
        reasons.append("Features are means over tokens, as the recipes for the bundled encoder have it.")
    made = parse_experiment(
        {
            "name": _name(source),
            "notes": "\n".join(reasons),
            "encoder": {"source": encoder},
            "stages": [stage],
        },
        place=report.source,
    )
    return StartingPoint(made, tuple(reasons))


def _name(source: DataSource) -> str:
    """Return a name for the design: that of the catalogue, or of the file."""
    scheme, colon, name = source.source.partition(":")
    return (
        name if (colon and source.is_named) or scheme == "hub" else Path(source.source).stem or source.source
    )


def _splits_sentence(source: DataSource, report: DatasetReport) -> str:
    rows = {name: split.rows for name, split in report.splits.items()}
    parts = [f"{rows.get('train', 0):,} texts to train"]
    if count := rows.get("validation", 0):
        # Of a share p among n texts the standard error is at most 1 / (2 √n).
        parts.append(
            f"{count:,} to choose by (a share is known to ± {98 / math.sqrt(count):.0f} points at most)"
        )
    parts.append(
        f"{rows['test']:,} to test" if rows.get("test") else "none to test: give the data set a test file"
    )
    return f"{', '.join(parts)}."


def _length(report: DatasetReport, info: EncoderInfo, pair: bool, reasons: list[str]) -> dict[str, object]:
    tokens = report.splits["train"].tokens
    if tokens is None:
        return {}
    around = info.special_count(pair)
    wanted = math.ceil(tokens.percentiles["99"]) + around
    if wanted <= info.positions:
        length = min(info.positions, max(32, -(-wanted // _LENGTH_STEP) * _LENGTH_STEP))
        reasons.append(
            f"Length {length} tokens: 99 % of the texts are read whole (median {tokens.median:,.0f})."
        )
        return {"max_length": length}
    reasons.append(
        f"Length {info.positions} tokens, all that the encoder reads; of longer texts (1 % have {wanted:,} or more) "
        "the beginning and the end are kept (Sun et al. 2019, section 5.3.1)."
    )
    return {"max_length": info.positions, "truncation": {"kind": "head_tail_share", "head": 0.25}}


def _budget(rows: int, info: EncoderInfo, reasons: list[str]) -> dict[str, object]:
    batch = 16 if rows < 5000 else 32
    per_epoch = max(1, math.ceil(rows / batch))
    epochs = min(MOST_EPOCHS, max(4 if rows < 50_000 else 2, math.ceil(LEAST_UPDATES / per_epoch)))
    small = info.hidden <= SMALL_HIDDEN
    rate = SMALL_RATE if small else USUAL_RATE
    reasons.append(
        f"{epochs} epochs of {per_epoch:,} updates with {batch} texts each: {epochs * per_epoch:,} updates."
    )
    reasons.append(
        f"Learning rate {rate:g}: "
        + ("as the bundled examples have it for small encoders." if small else "as the paper has it.")
        + f" Try others: --set learning_rate=[{','.join(f'{rate * factor:.1g}' for factor in (1 / 3, 1, 3))}]."
    )
    return {"epochs": float(epochs), "batch_size": batch, "learning_rate": rate}


def _metric(classes: dict[str, int], reasons: list[str]) -> dict[str, object]:
    counts = [count for count in classes.values() if count]
    if len(counts) < 2 or max(counts) < SKEWED * min(counts):
        return {}
    rarest = min(classes, key=lambda name: classes[name] or math.inf)
    reasons.append(
        f"The checkpoint is chosen by macro-F1: the most frequent class has {max(counts) / min(counts):.0f} times the "
        f"texts of '{rarest}' ({classes[rarest]:,}). Class weights may help: --set objective.class_weights=effective."
    )
    return {"best_on": "macro_f1"}
