"""``palimpsest predict``, ``predictions`` and ``serve``: answers to new texts, stored ones, and answers over HTTP."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli import output
from engine.cli.answer import (
    Answer,
    AverageOption,
    DeviceOption,
    KeepFormulasOption,
    OverwriteOption,
    PrecisionOption,
    RunArgument,
    SplitOption,
    StageOption,
    TaskOption,
)
from engine.errors import UserError
from engine.formatting.numbers import percent_text, plural
from engine.output_files import require_output
from engine.store import runs as run_rows
from engine.store.database import Store

PLANNED_ROWS = 50
"""Number of rows shown by a dry run."""

if TYPE_CHECKING:
    from engine.data.readers.base import FormatReader
    from engine.data.records import Records
    from engine.delivery.finished_model import FinishedModel
    from engine.delivery.rows import TextColumns
    from engine.json_types import JsonObject
    from engine.model.saved_model import SavedModel


def predict(
    run: RunArgument,
    store: Path,
    as_json: bool,
    text: list[str] | None = None,
    file: Annotated[str, typer.Option(metavar="FILE")] = "",
    out: Path | None = None,
    column: list[str] | None = None,
    format_: str = "",
    header: str = "auto",
    delimiter: str = "auto",
    set_: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE")] = None,
    dry_run: bool = False,
    keep_formulas: KeepFormulasOption = False,
    overwrite: OverwriteOption = False,
    task: TaskOption = "",
    stage: StageOption = 0,
    average: AverageOption = None,
    device: DeviceOption = "auto",
    precision: PrecisionOption = "auto",
) -> None:
    """Classify texts, or the rows of a file, with the model of a finished run.

    Args:
        text: A text. Repeatable.
        file: Texts to classify: CSV, TSV, JSON lines, Parquet, Excel (its first table), or one text per
            line; - reads standard input.
        out: A new file for the rows and their predictions: .csv, .tsv, .jsonl, .parquet or .xlsx.
        column: A text column; several are joined as in training. Default: as in training.
        format_: csv, jsonl, json, parquet, xlsx or lines; default: detected.
        header: Whether the first row names the columns: auto, yes or no.
        delimiter: The field delimiter: auto, comma, tab, semicolon or pipe.
        set_: How the file is read, e.g. format.encoding=cp1252.
        dry_run: Show how the file is read and which columns are the text; classify nothing.
    """
    from engine.delivery.finished_model import Arithmetic, find_finished_model
    from engine.delivery.row_writer import result_format
    from engine.delivery.rows import (
        LINES,
        choose_text_columns,
        describe_rows,
        open_rows,
        rows_of_texts,
        spool_input,
    )

    if bool(text) == bool(file):
        raise UserError("there is no text to classify." if not text else "gives texts twice.",
                        place="" if not text else "--text and --file", remedy="Give --text or --file.")  # fmt: skip
    options = _reading_options(header, delimiter, set_ or [])
    if out is not None:
        result_format(out)
        require_output(out, overwrite=overwrite)
    finished_model = find_finished_model(store, run, task, stage, average)
    # Column numbers and empty names cannot be headings in a first row.
    texts = column or finished_model.source.text
    names = (*texts, *finished_model.text_columns, finished_model.source.label)
    known_columns = [name for name in names if name and not name.isdecimal()]
    with spool_input(file) as path:
        rows = rows_of_texts(text) if text else open_rows(path, format_, options, known_columns)
        if dry_run and as_json:
            output.print_json(_plan(rows, finished_model, column or []))
            return
        columns = choose_text_columns(rows, finished_model.source, finished_model.text_columns, column or [])
        if not text:
            description = f"{rows.name}: {describe_rows(rows)} {plural(len(rows), 'row')}."
            origin = f"Texts are read from {columns.describe()}." if rows.detection["format"] != LINES else ""
            output.note(" ".join(filter(None, (description, origin, *rows.notes))))
        if dry_run:
            return
        model, note = Arithmetic(device, precision).load(finished_model)
        if (model.device.type, model.precision) != ("cpu", "fp32") or {device, precision} != {"auto"}:
            output.note(note)
        if out is None and as_json:
            _predict_as_json(model, rows, columns, with_rows=not text)
        elif out is None and rows.detection["format"] == LINES:
            _predict_in_words(model, rows, columns)
        else:
            _predict_as_rows(model, rows, columns, out, keep_formulas, overwrite)


def _plan(rows: Records, model: FinishedModel, requested: list[str]) -> JsonObject:
    """Return the columns of a file, its text columns (or a problem if they are unclear), and its first rows."""
    from engine.delivery.rows import LINES, choose_text_columns, describe_rows, row_batches, show_cell

    text: tuple[str, ...] = ()
    problem = ""
    try:
        columns = choose_text_columns(rows, model.source, model.text_columns, requested)
        text = (*columns.first, *columns.second)
    except UserError as error:
        problem = str(error)
    first = next(row_batches(rows)).records[:PLANNED_ROWS]
    return {
        "reading": describe_rows(rows), "rows": len(rows), "notes": list(rows.notes), "problem": problem,
        "columns": list(rows.columns) if rows.detection["format"] != LINES else [], "text": list(text),
        "first": [{name: show_cell(value) for name, value in row.items()} for row in first],
    }  # fmt: skip


def _reading_options(header: str, delimiter: str, settings: list[str]) -> FormatReader:
    from engine.data.readers.base import FormatReader
    from engine.spec.command_line import parse_source

    chosen = {"header": header, "delimiter": delimiter}
    given = [f"format.{name}={value}" for name, value in chosen.items() if value != "auto"]
    source = parse_source("--header, --delimiter, --set", [*given, *settings])
    if unknown := sorted(source.model_fields_set - {"source", "format"}):
        raise UserError(
            f"'{unknown[0]}' is not a field of the format.",
            place="--set",
            remedy="Name a field such as format.encoding.",
        )
    assert isinstance(source.format, FormatReader)
    return source.format


def _predict_as_rows(
    model: SavedModel,
    rows: Records,
    columns: TextColumns,
    out: Path | None,
    keep_formulas: bool,
    overwrite: bool,
) -> None:
    """Write the rows with their predictions to a file, or to the standard output without ``out``."""
    import pyarrow as pa

    from engine.delivery.predict_rows import name_result_columns, predict_rows
    from engine.delivery.row_writer import open_writer, stream_writer

    results = name_result_columns(rows.columns, model.classes, bool(model.classes))
    kinds = results.kinds()
    names = [*rows.columns, *kinds]
    if out is None:
        kind = "jsonl" if rows.detection["format"] in ("jsonl", "json") else "csv"
        writer = stream_writer(sys.stdout, kind, names, keep_formulas)
        count = predict_rows(model, rows, columns, results, writer, notify=output.note)
    else:
        # Unchanged columns keep their types.
        schema = pa.schema([field for field in rows.data.schema if field.name not in rows.structured])
        with (
            open_writer(
                out, names, kinds, schema=schema, keep_formulas=keep_formulas, overwrite=overwrite
            ) as writer,
            output.counted_progress() as report,
        ):
            count = predict_rows(model, rows, columns, results, writer, report, output.note)
        output.say(f"{out}: {count.classified:,} rows classified.")
    if count.blank:
        subject = "1 row has" if count.blank == 1 else f"{count.blank:,} rows have"
        output.note(f"{subject} no text and no prediction (the first: row {count.first_blank}).")
    if note := writer.note():
        output.note(f"{note} --keep-formulas leaves them alone.")


def _predict_as_json(model: SavedModel, rows: Records, columns: TextColumns, with_rows: bool) -> None:
    from engine.delivery.predict_rows import predict_batches

    records = []
    for batch in predict_batches(model, rows, columns, notify=output.note):
        for number, text, each in zip(batch.rows.numbers, batch.texts, batch.predictions, strict=True):
            row: JsonObject = {"row": number} if with_rows else {}
            probs = None if each is None else dict(zip(each.classes, each.probabilities, strict=False))
            records.append(
                row | {"text": text, "label": None if each is None else each.label, "probabilities": probs}
            )
    output.print_json(records)


def _predict_in_words(model: SavedModel, rows: Records, columns: TextColumns) -> None:
    from engine.delivery.predict_rows import predict_batches

    for batch in predict_batches(model, rows, columns, notify=output.note):
        for text, prediction in zip(batch.texts, batch.predictions, strict=True):
            if prediction is None:
                output.say("–")
                continue
            label = prediction.label or ("(no answer)" if prediction.withheld else "(no label)")
            parts = [label, percent_text(prediction.confidence, 1), output.shorten(text, 90)]
            output.say("  ".join(filter(None, parts)))


def predictions(
    run: RunArgument,
    out: Annotated[Path, typer.Option()],
    store: Path,
    split: SplitOption = "",
    texts: Annotated[bool, typer.Option("--texts/--no-texts")] = True,
    keep_formulas: KeepFormulasOption = False,
    overwrite: OverwriteOption = False,
) -> Answer:
    """Write a run's stored predictions as a table: each text with label, prediction and confidence.

    Args:
        out: A new file: .csv, .tsv, .jsonl or .parquet.
        texts: Whether to include the texts.
    """
    from engine.delivery.stored_predictions import export_predictions

    with Store(store) as database, output.counted_progress() as report:
        exported = export_predictions(
            database,
            run_rows.find_run(database, run).id,
            out,
            split,
            with_texts=texts,
            keep_formulas=keep_formulas,
            overwrite=overwrite,
            report=report,
        )
    wrong = "" if exported.wrong is None else f", {exported.wrong:,} predicted wrongly"
    message = f"{out}: {exported.texts:,} texts of the {exported.split} split{wrong}."
    if exported.lacking:
        output.note(f"Note: {exported.lacking}")
    record = {"file": str(out), "split": exported.split, "texts": exported.texts, "wrong": exported.wrong}
    notes = [f"{exported.note} --keep-formulas leaves them alone."] if exported.note else ()
    return Answer(record | {"said": message, "note": exported.note}, [message], notes)


TOKEN_VARIABLE = "PALIMPSEST_SERVE_TOKEN"


def serve(
    run: RunArgument,
    store: Path,
    as_json: bool,
    host: str = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8321,
    token_file: Annotated[
        Path | None, f"A file with the token that requests must carry; or ${TOKEN_VARIABLE}."
    ] = None,
    device: DeviceOption = "auto",
    precision: PrecisionOption = "auto",
    threads: Annotated[int, typer.Option(min=0)] = 0,
    task: TaskOption = "",
    stage: StageOption = 0,
    average: AverageOption = None,
) -> None:
    """Serve the model of a finished run over HTTP until Ctrl+C.

    Args:
        host: The address; any other than 127.0.0.1 requires a token.
        port: The port; 0: any free one.
        threads: CPU threads; 0: torch's default.
    """
    # Before torch is imported. Nearly every batch has another shape, and the 128 compiled products that the engine
    # keeps for training grow with the largest of them. A server keeps few, so that its memory stays flat.
    os.environ["ONEDNN_PRIMITIVE_CACHE_CAPACITY"] = "8"
    from engine.delivery.finished_model import Arithmetic, find_finished_model

    token = _read_token(token_file)
    finished_model = find_finished_model(store, run, task, stage, average)
    from engine.delivery.server import check_server, load_served_model, serve_model

    check_server(host, token)
    model = load_served_model(finished_model, Arithmetic(device, precision, threads))

    def ready(address: str) -> None:
        if as_json:
            output.write(json.dumps({"address": address, "run": model.run, "token": bool(token)}) + "\n")
        else:
            place = f"{address}/predict ({address}/docs says how)"
            output.say(f"Run {model.run}, {model.name}, answers at {place}. Ctrl+C ends it. {model.note}")
        sys.stdout.flush()

    serve_model(model, host, port, token, ready)


def _read_token(file: Path | None) -> str:
    """Return the token from a file or the environment, not from the command line, which other users can read."""
    if file is None:
        return os.environ.get(TOKEN_VARIABLE, "").strip()
    try:
        token = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(
            f"cannot be read ({error}).", place=str(file), remedy="Name a file with the token."
        ) from None
    if not token:
        raise UserError("is empty.", place=str(file), remedy="Put the token into it.")
    return token
