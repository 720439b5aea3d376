"""``palimpsest average``: weights between those a stage began with and those it ended with (WiSE-FT)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine import paths
from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, RunArgument
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.metrics.base import Metric
from engine.metrics.keys import describe_key
from engine.store import model_paths
from engine.store import runs as run_rows
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.train.weight_averaging import AveragingCurve

DEFAULT_ALPHAS = "0:1:0.1"


def average(
    run: RunArgument,
    store: Path,
    alphas: str = "",
    between: str = "stage",
    keep: Annotated[float | None, typer.Option(metavar="ALPHA")] = None,
    stage: Annotated[int, typer.Option(min=0)] = 0,
) -> Answer:
    """Average the weights before and after a stage, (1 - α) before + α after, and measure each average.

    Prints for each α the stage's main metric on validation (the error, if it has classes), the loss on
    general text under the original masked-word head, and the distance from the pre-trained weights. The
    test split is read only for an average that is kept.

    Args:
        alphas: START:STOP:STEP, or values with commas between.
        between: stage: the weights before and after the stage; pretrained: the run's original encoder and
            the weights after the stage.
        keep: Save this average next to the stage's result and evaluate it on the test split.
        stage: The stage's number; default: the last that has learnt labels.
    """
    from engine.analysis.evidence import looks_notes
    from engine.store import weight_averages
    from engine.train.weight_averaging import WeightAverager

    # Arguments are validated before anything is read.
    requested = parse_alphas(alphas or DEFAULT_ALPHAS) if alphas or keep is None else ()
    name = "" if keep is None else model_paths.average_folder_name(keep)
    with Store(store) as database:
        row = run_rows.find_run(database, run)
        number = weight_averages.find_averaged_stage(database, row.id, stage)
        experiment = run_rows.get_experiment(database, row.id)
        info = next(
            (each.info for each in run_rows.list_stages(database, row.id) if each.position == number - 1), {}
        )
    folder = paths.run_folder(store, row.id)
    stage_folder = folder / f"stage-{number}"
    averager = WeightAverager(
        experiment,
        folder,
        number,
        between,  # type: ignore[arg-type]  # checked there
        output.report_progress,
        data=str(info.get("data", "")),
        precision=str(info.get("precision", "")),
    )
    record: JsonObject = {"run": row.id, "stage": number, "between": between}
    parts: Parts = []
    if requested:
        curve = averager.curve(requested, output.report_progress)
        columns = _curve_columns(curve)
        record |= columns | {
            "best": curve.best.alpha,
            "gentlest": None if curve.least_forgetting is None else curve.least_forgetting.alpha,
        }
        parts += _curve_parts(curve)
    if keep is not None:
        output.report_progress("Keeping and testing", 0, 0)
        saved = averager.save_average(keep, stage_folder / name) | {"folder": str(stage_folder / name)}
        metric = averager.metric.name
        record["kept"] = saved = saved | {"metric": metric, "test": saved[f"average/test_{metric}"]}
        message = _saved_message(saved, number, averager.metric)
        with Store(store) as database:
            weight_averages.add_saved_average(database, row.id, number, stage_folder / name, message)
            looks = looks_notes(database, [row])
        record["looks"] = looks
        parts += [f"{message} It is run:{row.id}/stage-{number}/{name}.", *looks]
    record["notes"] = averager.notes
    return Answer(record, parts, [f"Note: {note}" for note in averager.notes])


def parse_alphas(text: str) -> tuple[float, ...]:
    """Return the values of ``0:1:0.25`` (0, 0.25, 0.5, 0.75, 1) or ``0.2,0.9``. Raises UserError for other texts."""
    import numpy as np

    try:
        if ":" in text:
            start, stop, step = (float(part) for part in text.split(":"))
            count = round((stop - start) / step) if step > 0 else -1
            alphas = [start + step * n for n in range(count + 1)] if 0 <= count <= 1000 else []
            alphas = [value for value in alphas if value <= stop + 1e-9]
        else:
            alphas = [float(part) for part in text.split(",")]
    except ValueError:
        alphas = []
    values = tuple(float(np.round(value, 6)) for value in alphas)
    if not values or not all(0 <= value <= 1 for value in values):
        raise UserError(
            f"'{text}' gives no shares between 0 and 1.", place="--alphas", remedy="Write 0:1:0.1 or 0.5,0.8."
        )
    return values


def _curve_columns(curve: AveragingCurve) -> dict[str, list[float | None]]:
    from engine.train.weight_averaging import validation_key

    return {
        "alpha": [point.alpha for point in curve.points],
        validation_key(curve.metric): [point.value for point in curve.points],
        "loss": [point.loss for point in curve.points],
        "drift": [point.drift for point in curve.points],
    }


def _curve_parts(curve: AveragingCurve) -> Parts:
    description = describe_key(f"validation/{curve.metric.name}")
    heading = ", ".join(part for part in (description.title, description.unit) if part)
    rows = [
        [
            f"{point.alpha:.2f}",
            f"{point.value:.{description.digits}f}",
            "" if point.loss is None else f"{point.loss:.3f}",
            "" if point.drift is None else f"{point.drift:.4f}",
        ]
        for point in curve.points
    ]
    parts: Parts = [
        PlainTable(["α", heading, "Loss on general text", "Drift"], rows),
        f"Best validation {curve.metric.title}: α = {curve.best.alpha:.2f}.",
    ]
    if curve.least_forgetting is not None:
        tolerance = "1 point" if description.unit == "%" else "1 %"
        parts.append(f"Least forgetting within {tolerance} of it: α = {curve.least_forgetting.alpha:.2f}.")
    return parts


def _saved_message(saved: dict[str, object], stage: int, metric: Metric) -> str:
    from engine.train.weight_averaging import validation_key

    loss = "" if saved["loss"] is None else f", loss on general text {saved['loss']:.3f}"
    unit = f" {metric.unit}" if metric.unit else ""
    test, validation = saved[f"average/test_{metric.name}"], saved[validation_key(metric)]
    return (
        f"Average of stage {stage} at α = {saved['alpha']:.2f} ({saved['between']}) kept: test {metric.title} "
        f"{test:.{metric.digits}f}{unit}, validation {metric.title} {validation:.{metric.digits}f}{unit}{loss}."
    )
