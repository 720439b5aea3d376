"""Commands that bring runs, logs and encoders in and out: capsules, other programs' logs, checkpoints."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.answer import Answer, OverwriteOption, RunArgument
from engine.store import runs as run_rows
from engine.store.database import Store


def capsule(
    runs: list[str],
    out: Annotated[Path, typer.Option()],
    store: Path,
    inputs: bool = False,
    models: bool = False,
    overwrite: OverwriteOption = False,
) -> Answer:
    """Write finished runs into one file: specification, versions, measures, predictions; inputs and models on request.

    The file names this machine and the data's folders: consider this and the data's licence before you publish it.

    Args:
        runs: Finished runs: ids or names; 'last' is the newest.
        out: The new file, usually with the ending .capsule.
        inputs: Include the data, texts and encoders that the runs read from this machine.
        models: Include the models of the runs.
    """
    from engine.capsule.writing import write_capsule

    with Store(store) as database, output.counted_progress() as report:
        numbers = [run_rows.find_run(database, run).id for run in runs]
        result = write_capsule(
            database, numbers, out, with_inputs=inputs, with_models=models, overwrite=overwrite, report=report
        )
    parts = [result.sentence(), *result.left_out]
    if not inputs:
        parts.append("Without --inputs it can be viewed, and run again only where the same data lie.")
    return Answer(result.as_json(), parts)


def open_capsule(file: Path, store: Path, check: bool = False, again: bool = False) -> Answer:
    """Add the runs of a capsule to the store; 'palimpsest rerun' then checks whether results are identical here.

    Args:
        file: A capsule.
        check: Only verify it and list its runs; nothing is added.
        again: Add its runs even if they were added before.
    """
    from engine.capsule.opening import check_capsule
    from engine.capsule.opening import open_capsule as add_runs

    with output.counted_progress() as report:
        if check:
            content = check_capsule(file, report)
        else:
            with Store(store) as database:
                content = add_runs(database, file, again=again, report=report)
    parts = []
    for run in content.runs:
        suffix = "" if run.number is None else f", is run {run.number} now"
        parts.append(f"Run {run.original}, {run.name}{suffix}")
    parts += content.left_out
    if check:
        parts.append(f"{file} is sound (Palimpsest {content.program}).")
    elif content.inputs is not None:
        parts.append(f"What they read lies in {content.inputs}.")
        parts.append(f"Run again with: palimpsest rerun {content.runs[0].number}")
    return Answer(content.as_json(), parts)


def import_checkpoint(
    source: Path,
    folder: Path,
    config: Path | None = None,
    vocab: Path | None = None,
    cased: Annotated[bool | None, typer.Option("--cased/--uncased")] = None,
) -> Answer:
    """Convert a BERT checkpoint (TensorFlow, or a plain PyTorch state dict) into an encoder.

    Reports the tensors found, missing and left out. No code in the checkpoint is run.

    Args:
        source: A folder, a zip file, a TensorFlow checkpoint (before .index) or a .bin file.
        folder: The new folder, in Hugging Face layout.
        config: bert_config.json, if it is elsewhere.
        vocab: vocab.txt, if it is elsewhere.
        cased: Whether the encoder distinguishes capitals; default: detected from the vocabulary.
    """
    from engine.model.conversion.checkpoint_source import find_checkpoint

    is_archive = source.suffix.lower() == ".zip" and source.is_file()
    if not is_archive:  # checked before the import of torch, which takes seconds
        find_checkpoint(source, source)
    from engine.model.conversion.checkpoint_import import import_checkpoint as convert

    lower_case = None if cased is None else not cased
    checkpoint = convert(source, folder, config=config, vocabulary=vocab, lower_case=lower_case)
    return Answer(asdict(checkpoint) | {"folder": str(checkpoint.folder)}, list(checkpoint.lines()))


def import_log(log: Path, store: Path, name: str = "") -> Answer:
    """Store the curves of another program's training as a run, to view and compare.

    Args:
        log: A trainer_state.json, a Trainer's output folder, or TensorBoard's files.
        name: The name of the run; default: the folder's name.
    """
    from engine.foreign.log_import import read_training_log
    from engine.foreign.record import store_training

    training = read_training_log(log)
    if name:
        training = replace(training, name=name)
    with Store(store) as database:
        number = store_training(database, training)
    keys = sorted({point[0] for point in training.points})
    updates, points = f"{training.steps:,} updates", f"{len(training.points):,} points of {', '.join(keys)}"
    record = {"run": number, "name": training.name, "steps": training.steps, "metrics": keys}
    return Answer(record, [f"Run {number}, {training.name}: {updates}, {points}.", *training.notes])


def export_log(
    run: RunArgument,
    to: Annotated[str, typer.Option()],
    store: Path,
    into: str = "",
    project: str = "palimpsest",
    follow: bool = False,
) -> Answer:
    """Write a run's curves and settings to TensorBoard, MLflow, Weights & Biases or Trackio, from the store.

    Args:
        to: tensorboard, mlflow, wandb or trackio.
        into: The folder of TensorBoard or W&B, MLflow's address (sqlite:///FILE, http://...), or a Space
            for Trackio; default: the client's own settings.
        project: The project or experiment there.
        follow: Continue until the run ends.
    """
    from engine.foreign import writers

    count, message = writers.export_log(store, run, to, into, project, follow=follow)
    return Answer({"points": count, "said": message}, [f"{message} {count:,} points."])
