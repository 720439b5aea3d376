"""``palimpsest export`` and ``push``: the model that a run chose, for other programs and for others."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.answer import (
    Answer,
    AverageOption,
    LicenceOption,
    RunArgument,
    StageOption,
    TaskOption,
    UseOption,
)
from engine.delivery.finished_model import FinishedModel, find_finished_model
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.model.conversion.layouts import HUGGING_FACE, ONNX, compare_layouts, require_layout
from engine.store.database import Store

LayoutOption = Annotated[
    str,
    "huggingface (the default): for transformers; onnx: a graph that needs neither torch nor transformers; "
    "palimpsest: our own, whatever the head; palimpsest-int8: ours with the encoder in 8 bits, a quarter of the size.",
]


def export(
    run: RunArgument,
    store: Path,
    folder: Annotated[Path | None, typer.Argument()] = None,
    layout: LayoutOption = "",
    int8: Annotated[bool, typer.Option("--int8/--no-int8")] = True,
    licence: LicenceOption = "",
    use: UseOption = "",
    task: TaskOption = "",
    stage: StageOption = 0,
    average: AverageOption = None,
) -> Answer:
    """Export the model of a finished run for other programs, or list the possible layouts.

    Args:
        folder: A new folder. Without one the possible layouts are listed.
        int8: onnx: write a second graph with weights of 8 bits.
    """
    layout = layout or HUGGING_FACE
    require_layout(layout)
    if not int8 and layout != ONNX:
        raise UserError(
            f"--no-int8 leaves out the 8-bit graph of --layout {ONNX}, and {layout} has none.",
            place=f"--layout {layout}",
            remedy="Leave it out.",
        )
    values: JsonObject = {"folder": str(folder)}
    model = find_finished_model(store, run, task, stage, average)
    if folder is None:
        return _compare(model)
    if layout == ONNX:
        from engine.delivery.onnx_export import export_onnx

        with output.counted_progress() as report:
            graph = export_onnx(model, folder, int8=int8, report=report)
        values, sentences = asdict(graph), list(graph.sentences())
    else:
        from engine.model.conversion.export import export_model

        sentences = [export_model(model.folder, folder, model.head, layout)]
    _write_card(store, model, folder, licence, use, layout)
    return Answer(values | {"said": " ".join(sentences)}, sentences)


def _compare(model: FinishedModel) -> Answer:
    """Return the possible layouts of a model with the programs that open them and the required changes."""
    layouts = compare_layouts(model.folder, model.head)
    parts = []
    for layout in layouts:
        parts.append(f"--layout {layout.name}: {layout.opened_by}.")
        if layout.obstacle:
            parts.append(f"  Not for this model: {layout.obstacle}.")
        if layout.change:
            settings = " ".join(f"--set {setting}" for setting in layout.change.split())
            parts.append(f"  A run with {settings} could take it.")
        parts += [f"  {remark}" for remark in layout.remarks]
    return Answer({"run": model.run.id, "layouts": [asdict(layout) for layout in layouts]}, parts)


def _write_card(store: Path, model: FinishedModel, folder: Path, licence: str, use: str, layout: str) -> None:
    from engine.delivery.model_card import write_model_card

    with Store(store) as database:
        card = write_model_card(database, model, licence, use, layout)
    (folder / "README.md").write_text(card, encoding="utf-8")
    if not licence:
        output.note("Note: README.md has no licence. Add one with --license, for example --license mit.")
