"""``palimpsest export`` and ``push``: the model that a run chose, for other programs and for others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli import output
from engine.cli.options import (
    AverageOption,
    JsonOption,
    LicenceOption,
    RunArgument,
    StageOption,
    StoreOption,
    TaskOption,
    UseOption,
    store_path,
)
from engine.cli.output import escape
from engine.store import model_paths
from engine.store import runs as run_rows
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.delivery.finished_model import FinishedModel


def export(
    run: RunArgument,
    folder: Path,
    layout: Annotated[
        str,
        typer.Option(
            help="huggingface; onnx: a graph that needs neither torch nor transformers; or bert-pytorch: a plain state "
            "dict for older loaders."
        ),
    ] = "huggingface",
    int8: Annotated[
        bool, typer.Option("--int8/--no-int8", help="onnx: write a second graph with weights of 8 bits.")
    ] = True,
    norms: Annotated[
        str, typer.Option(help="bert-pytorch: call layer normalisations gamma-beta or weight-bias.")
    ] = "gamma-beta",
    licence: LicenceOption = "",
    use: UseOption = "",
    task: TaskOption = "",
    stage: StageOption = 0,
    average: AverageOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Save the model that a finished run chose as a Hugging Face folder or as ONNX, or its encoder as a state dict."""
    if layout == "onnx":
        from engine.delivery.finished_model import find_finished_model

        found = find_finished_model(store_path(store), run, task, stage, average)
        _export_onnx(found, folder, int8, as_json)
        _write_card(store, found, folder, licence, use, "onnx")
        return
    from engine.model.conversion.state_dict_export import export_in_layout

    if layout == "bert-pytorch" and not task:
        with Store(store_path(store)) as opened:
            number = run_rows.find_run(opened, run).id
            source, head = model_paths.find_encoder(opened, number, stage, average=average), ""
    else:
        source, head = _find_model(store, run, task, stage, average)
    said = export_in_layout(layout, source, folder, task=head, norms=norms)
    if layout == "huggingface":
        from engine.delivery.finished_model import find_finished_model

        _write_card(
            store, find_finished_model(store_path(store), run, task, stage, average), folder, licence, use
        )
    if as_json:
        output.print_json({"folder": str(folder), "said": said})
    else:
        output.out.print(escape(said))


def push(
    run: RunArgument,
    repository: Annotated[str, typer.Argument(help="The repository, as user/name.")],
    public: Annotated[bool, typer.Option("--public", help="A new repository is visible to all.")] = False,
    licence: LicenceOption = "",
    use: UseOption = "",
    task: TaskOption = "",
    stage: StageOption = 0,
    average: AverageOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Upload the model that a finished run chose, with its model card, to the Hugging Face Hub, as yourself."""
    from engine.delivery.finished_model import find_finished_model
    from engine.delivery.hub import push_folder

    found = find_finished_model(store_path(store), run, task, stage, average)

    def write(folder: Path) -> str:
        from engine.model.conversion.export import export_model

        said = export_model(found.folder, folder, found.head)
        _write_card(store, found, folder, licence, use)
        return said

    address = push_folder(
        write, repository, private=not public, message=f"{found.run.name} (run {found.run.id})"
    )
    if as_json:
        output.print_json({"address": address})
    else:
        output.out.print(escape(f"{address}: uploaded, with its card."), soft_wrap=True)


def _write_card(
    store: Path | None,
    found: FinishedModel,
    folder: Path,
    licence: str,
    use: str,
    library: str = "transformers",
) -> None:
    from engine.delivery.model_card import write_model_card

    with Store(store_path(store)) as opened:
        card = write_model_card(opened, found, licence, use, library)
    (folder / "README.md").write_text(card, encoding="utf-8")


def _export_onnx(found: FinishedModel, folder: Path, int8: bool, as_json: bool) -> None:
    from dataclasses import asdict

    from engine.delivery.onnx_export import export_onnx

    with output.counted_progress() as report:
        done = export_onnx(found, folder, int8=int8, report=report)
    said = " ".join(done.sentences())
    if as_json:
        output.print_json(asdict(done) | {"said": said})
        return
    for line in done.sentences():
        output.out.print(escape(line), soft_wrap=True)


def _find_model(
    store: Path | None, run: str, task: str, stage: int, average: float | None = None
) -> tuple[Path, str]:
    """Return the folder of a run's selected model and its head. Raises UserError when the run has none yet."""
    with Store(store_path(store)) as opened:
        return model_paths.find_model(opened, run_rows.find_run(opened, run).id, task, stage, average)
