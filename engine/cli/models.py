"""``palimpsest predict`` and ``export``: the model that a run chose, put to use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.options import (
    AverageOption,
    JsonOption,
    RunArgument,
    StageOption,
    StoreOption,
    TaskOption,
    store_path,
)
from engine.cli.output import escape
from engine.errors import UserError
from engine.store import model_paths
from engine.store import runs as run_rows
from engine.store.database import Store


def predict(
    run: RunArgument,
    text: Annotated[
        list[str] | None, typer.Option("--text", help="A text; may be given several times.")
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", help="A UTF-8 file with one text per line.")] = None,
    task: TaskOption = "",
    stage: StageOption = 0,
    average: AverageOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Classify texts with the model that a finished run chose."""
    from engine.model.conversion.export import load_saved_model
    from engine.model.predict import predict as classify

    texts = list(text or [])
    if file is not None:
        try:
            texts += [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(
                f"cannot be read: {error}.", place=str(file), remedy="Name a UTF-8 text file."
            ) from None
    if not texts:
        raise UserError("there is no text to classify.", remedy="Give --text or --file.")
    predictions = classify(load_saved_model(*_find_model(store, run, task, stage, average)), texts)
    if as_json:
        output.print_json(
            [
                {
                    "text": t,
                    "label": p.label,
                    "probabilities": dict(zip(p.classes, p.probabilities, strict=False)),
                }
                for t, p in zip(texts, predictions, strict=True)
            ]
        )
        return
    for each, found in zip(texts, predictions, strict=True):
        sure = f"  {max(found.probabilities):.3f}" if found.probabilities else ""
        output.out.print(f"{escape(found.label)}{sure}  {escape(each[:90])}", soft_wrap=True)


def export(
    run: RunArgument,
    folder: Path,
    layout: Annotated[
        str, typer.Option(help="huggingface, or bert-pytorch: a plain state dict for older loaders.")
    ] = "huggingface",
    norms: Annotated[
        str, typer.Option(help="bert-pytorch: call layer normalisations gamma-beta or weight-bias.")
    ] = "gamma-beta",
    task: TaskOption = "",
    stage: StageOption = 0,
    average: AverageOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Save the model that a finished run chose as a Hugging Face folder, or its encoder as a plain state dict."""
    from engine.model.conversion.state_dict_export import export_in_layout

    if layout == "bert-pytorch" and not task:
        with Store(store_path(store)) as opened:
            number = run_rows.find_run(opened, run).id
            source, head = model_paths.find_encoder(opened, number, stage, average=average), ""
    else:
        source, head = _find_model(store, run, task, stage, average)
    said = export_in_layout(layout, source, folder, task=head, norms=norms)
    if as_json:
        output.print_json({"folder": str(folder), "said": said})
    else:
        output.out.print(escape(said))


def _find_model(
    store: Path | None, run: str, task: str, stage: int, average: float | None = None
) -> tuple[Path, str]:
    """Return the folder of a run's selected model and its head. Raises UserError when the run has none yet."""
    with Store(store_path(store)) as opened:
        return model_paths.find_model(opened, run_rows.find_run(opened, run).id, task, stage, average)
