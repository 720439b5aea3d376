"""Comparison of export layouts: the programs that open each, and whether a model supports it.

The saved files are read without torch, so that window and command line can show the comparison at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.errors import UserError
from engine.formatting.phrases import phrase
from engine.model.encoders import EncoderInfo, describe_encoder
from engine.model.saved_description import SavedDescription, find_head_folder, read_description
from engine.objectives.classification import SINGLE_LABEL
from engine.objectives.decision import read_decision
from engine.spec.experiment import Encoder
from engine.spec.features import onnx_obstacle, transformers_change, transformers_obstacle
from engine.spec.targets import ClassTarget

HUGGING_FACE, ONNX, PALIMPSEST, INT8 = "huggingface", "onnx", "palimpsest", "palimpsest-int8"
LAYOUTS = (HUGGING_FACE, ONNX, PALIMPSEST, INT8)


@dataclass(frozen=True)
class Layout:
    """An export layout, and whether one model supports it.

    Attributes:
        name: its name for ``--layout``.
        title, opened_by: its title, and the programs that open it.
        obstacle: why the model does not support it, empty where it does.
        change: settings with which a new run would support it, empty where there are none, or none is needed.
        remarks: notes for users of the export, a sentence each.
    """

    name: str
    title: str
    opened_by: str
    obstacle: str = ""
    change: str = ""
    remarks: tuple[str, ...] = ()


def require_layout(name: str) -> None:
    """Raise UserError unless there is a layout of this name."""
    if name not in LAYOUTS:
        raise UserError(
            f"there is no layout '{name}'.", place="--layout", remedy=f"Use {', '.join(LAYOUTS)}."
        )


def compare_layouts(folder: Path, task: str = "") -> list[Layout]:
    """Return all layouts for the model in a stage's ``folder``, in order of preference.

    ``task`` selects the head of a multi-task model.

    Raises UserError when the folder holds no model.
    """
    description = read_description(folder, task)
    info = describe_encoder(Encoder(source=str(folder)))
    obstacle, change = transformers_reason(description, info)
    int8_remark = phrase(
        "A second graph has 8-bit weights; the test texts that it answers differently are counted."
    )
    onnx_reason = onnx_obstacle(description.features, description.truncation.combine_segments is not None)
    has_rule = read_decision(find_head_folder(folder, task), description.classes) is not None
    return [
        Layout(
            HUGGING_FACE,
            phrase("transformers"),
            phrase("transformers.pipeline, AutoModelForSequenceClassification, inference servers"),
            obstacle,
            change,
            transformers_remarks(description, has_rule) if not obstacle else (),
        ),
        Layout(
            ONNX,
            phrase("ONNX"),
            phrase("ONNX runtimes, without torch and transformers"),
            onnx_reason,
            remarks=() if onnx_reason else (int8_remark,),
        ),
        Layout(
            PALIMPSEST,
            phrase("Palimpsest"),
            phrase("Palimpsest alone, whatever the head"),
            remarks=(phrase("transformers opens the encoder in it, without the head."),),
        ),
        Layout(
            INT8,
            phrase("Palimpsest, 8 bits"),
            phrase("Palimpsest alone; the encoder takes a quarter of the space"),
            remarks=(
                phrase(
                    "No other program opens it; README.txt has the lines of Python that restore its weights."
                ),
            ),
        ),
    ]


def transformers_reason(description: SavedDescription, info: EncoderInfo) -> tuple[str, str]:
    """Return why transformers' classifier cannot express this model, and settings that would change that.

    Both may be empty.
    """
    has_segments = description.truncation.combine_segments is not None
    objective = description.objective
    change = transformers_change(description.features, info.model_type, has_segments)
    if description.cut_into_segments:
        return phrase("it reads each text as two segments"), "augmentation.kind=none"
    if not objective.problem_type:
        if objective.target != "rank":
            return phrase("the objective is {name}", name=objective.title.lower()), ""
        # This objective answers with the median class, transformers with the most probable one.
        settings = (f"data.target.kind={ClassTarget().kind}", f"objective.kind={SINGLE_LABEL.kind}", change)
        return phrase("the objective is {name}", name=objective.title.lower()), " ".join(
            filter(None, settings)
        )
    reason = transformers_obstacle(
        description.features, info.model_type, info.layers, info.hidden, description.outputs, has_segments
    )
    return reason, change if reason else ""


def transformers_remarks(description: SavedDescription, has_rule: bool) -> tuple[str, ...]:
    """Return notes for users of the model in transformers, a sentence each.

    ``has_rule``: whether the model has a decision rule.
    """
    remarks = []
    if description.truncation.kind in ("head", "tail") or description.pair:
        remarks.append(
            phrase(
                "Pass truncation=True: it was trained on texts of up to {n} tokens.",
                n=f"{description.max_length:,}",
            )
        )
    else:
        remarks.append(
            phrase(
                "It was trained on {part} of texts over {n} tokens, and transformers keeps the beginning: cut long "
                "texts yourself.",
                part=type(description.truncation).title.lower(),
                n=f"{description.max_length:,}",
            )
        )
    if description.objective.target == "labels":
        remarks.append(phrase("Pass top_k=None: a text has every label whose score is 0.5 or more."))
    if has_rule:
        remarks.append(
            phrase("Its decision rule (decision.json) is Palimpsest's own: transformers does not follow it.")
        )
    return tuple(remarks)
