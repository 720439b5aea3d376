"""Comparison of the layouts of an export: the programs that open each, and whether this model supports it.

Read from the saved files without torch, so that window and command line can show it before anything is computed.
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
    """A layout for one model.

    Attributes:
        name: its name for ``--layout``.
        title, opened_by: its title, and the programs that open it.
        obstacle: why the model does not support it, empty where it does.
        change: settings with which a new run would support it, empty where there are none, or none is needed.
        remarks: what users of the export need to know, a sentence each.
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
    """Return all layouts for the model in a stage's ``folder``, the preferred ones first.

    ``task`` selects the head of a multi-task model.

    Raises UserError when the folder holds no model.
    """
    about = read_description(folder, task)
    info = describe_encoder(Encoder(source=str(folder)))
    obstacle, change = transformers_reason(about, info)
    eight = phrase(
        "A second graph has 8-bit weights; the test texts that it answers differently are counted."
    )
    pieces = onnx_obstacle(about.features, about.truncation.combine_segments is not None)
    ruled = read_decision(find_head_folder(folder, task), about.classes) is not None
    return [
        Layout(
            HUGGING_FACE,
            phrase("transformers"),
            phrase("transformers.pipeline, AutoModelForSequenceClassification, inference servers"),
            obstacle,
            change,
            transformers_remarks(about, ruled) if not obstacle else (),
        ),
        Layout(
            ONNX,
            phrase("ONNX"),
            phrase("ONNX runtimes, without torch and transformers"),
            pieces,
            remarks=() if pieces else (eight,),
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


def transformers_reason(about: SavedDescription, info: EncoderInfo) -> tuple[str, str]:
    """Return why transformers' classifier cannot express this model, and the settings that would change it.

    Both may be empty.
    """
    pieces = about.truncation.combine_segments is not None
    objective = about.objective
    change = transformers_change(about.features, info.model_type, pieces)
    if about.cut_into_segments:
        return phrase("it reads each text as two segments"), "augmentation.kind=none"
    if not objective.problem_type:
        if objective.target != "rank":
            return phrase("the objective is {name}", name=objective.title.lower()), ""
        # Its answer is the median of the classes, theirs the most probable class.
        settings = (f"data.target.kind={ClassTarget().kind}", f"objective.kind={SINGLE_LABEL.kind}", change)
        return phrase("the objective is {name}", name=objective.title.lower()), " ".join(
            filter(None, settings)
        )
    reason = transformers_obstacle(
        about.features, info.model_type, info.layers, info.hidden, about.outputs, pieces
    )
    return reason, change if reason else ""


def transformers_remarks(about: SavedDescription, ruled: bool) -> tuple[str, ...]:
    """Return what users of the model in transformers need to know, a sentence each.

    ``ruled``: whether the model has a decision rule.
    """
    remarks = []
    if about.truncation.kind in ("head", "tail") or about.pair:
        remarks.append(
            phrase(
                "Pass truncation=True: it was trained on texts of up to {n} tokens.",
                n=f"{about.max_length:,}",
            )
        )
    else:
        remarks.append(
            phrase(
                "It was trained on {part} of texts over {n} tokens, and transformers keeps the beginning: cut long "
                "texts yourself.",
                part=type(about.truncation).title.lower(),
                n=f"{about.max_length:,}",
            )
        )
    if about.objective.target == "labels":
        remarks.append(phrase("Pass top_k=None: a text has every label whose score is 0.5 or more."))
    if ruled:
        remarks.append(
            phrase("Its decision rule (decision.json) is Palimpsest's own: transformers does not follow it.")
        )
    return tuple(remarks)
