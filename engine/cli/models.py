"""``palimpsest predict``, ``predictions`` and ``export``: what a run has learnt, put to use."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from engine.cli import output
from engine.cli.options import (
    AverageOption,
    JsonOption,
    KeepFormulasOption,
    LicenceOption,
    OverwriteOption,
    RunArgument,
    StageOption,
    StoreOption,
    TaskOption,
    UseOption,
    store_path,
)
from engine.cli.output import escape
from engine.errors import UserError
from engine.store import model_paths
from engine.store import runs as run_rows
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.data.readers.delimited import CsvReader
    from engine.delivery.finished_model import FinishedModel
    from engine.delivery.predict_rows import PredictionCount
    from engine.delivery.row_stream import RowStream
    from engine.delivery.row_writer import RowWriter
    from engine.delivery.text_columns import TextColumns
    from engine.json_types import JsonObject


def predict(
    run: RunArgument,
    text: Annotated[
        list[str] | None, typer.Option("--text", help="A text; may be given several times.")
    ] = None,
    file: Annotated[
        str,
        typer.Option(
            "--file",
            metavar="FILE",
            help="Texts to classify: CSV, TSV, JSON lines, Parquet, or one text per line; - reads standard input.",
        ),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="A new file for the rows and their predictions: .csv, .tsv, .jsonl or .parquet."
        ),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            "--column",
            help="A column of the text; several are joined as in training. Default: as in training.",
        ),
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", help="csv, jsonl, parquet or lines; default: as the content says.")
    ] = "",
    header: Annotated[
        str, typer.Option(help="Whether the first row names the columns: auto, yes or no.")
    ] = "auto",
    delimiter: Annotated[
        str, typer.Option(help="What stands between fields: auto, comma, tab, semicolon or pipe.")
    ] = "auto",
    keep_formulas: KeepFormulasOption = False,
    overwrite: OverwriteOption = False,
    task: TaskOption = "",
    stage: StageOption = 0,
    average: AverageOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Classify texts with the model that a finished run chose: given ones, or the rows of a file."""
    from engine.delivery.finished_model import find_finished_model
    from engine.delivery.row_stream import check_format, open_rows, rows_of_texts, spooled_input
    from engine.delivery.row_writer import require_new_file, result_format
    from engine.delivery.text_columns import choose_text_columns

    if bool(text) == bool(file):
        raise UserError("there is no text to classify." if not text else "gives texts twice.",
                        place="" if not text else "--text and --file", remedy="Give --text or --file.")  # fmt: skip
    chosen_format, reader = check_format(format_), _csv_options(header, delimiter)
    if out is not None:
        result_format(out)
        require_new_file(out, overwrite)
    found = find_finished_model(store_path(store), run, task, stage, average)
    # A name that is a number or stands for several is none that a first row could have.
    known = [
        name
        for name in (*found.source.text, *found.text_columns, found.source.label)
        if name and not name.isdecimal()
    ]
    with spooled_input(file) as path:
        rows = rows_of_texts(text) if text else open_rows(path, chosen_format, reader, known)
        columns = choose_text_columns(rows, found.source, found.text_columns, column or [])
        if not text:
            words = f"{rows.name}: {rows.detection}; {rows.rows:,} rows."
            read = f" Classified is {columns.describe()}." if rows.format != "lines" else ""
            output.err.print(escape(words + read), soft_wrap=True)
        if out is not None:
            _predict_to_file(found, rows, columns, out, keep_formulas, overwrite)
        elif as_json:
            _predict_as_json(found, rows, columns, with_rows=not text)
        elif rows.format == "lines":
            _predict_in_words(found, rows, columns)
        else:
            _predict_to_output(found, rows, columns, keep_formulas)


def _csv_options(header: str, delimiter: str) -> CsvReader:
    from engine.data.readers.delimited import CsvReader

    for name, value in (("header", header), ("delimiter", delimiter)):
        known = get_args(CsvReader.model_fields[name].annotation)
        if value not in known:
            raise UserError(f"'{value}' is not known.", place=f"--{name}", remedy=f"Use {', '.join(known)}.")
    return CsvReader.model_validate({"header": header, "delimiter": delimiter})


def _predict_to_file(
    found: FinishedModel,
    rows: RowStream,
    columns: TextColumns,
    out: Path,
    keep_formulas: bool,
    overwrite: bool,
) -> None:
    from engine.delivery.predict_rows import predict_rows
    from engine.delivery.result_columns import name_result_columns
    from engine.delivery.row_writer import open_writer

    model = found.load()
    results = name_result_columns(rows.columns, model.classes, bool(model.classes))
    kinds = results.kinds()
    names = [*rows.columns, *kinds]
    with (
        open_writer(
            out, names, kinds, schema=rows.schema, keep_formulas=keep_formulas, overwrite=overwrite
        ) as writer,
        output.counted_progress() as report,
    ):
        counted = predict_rows(model, rows, columns, results, writer, report)
    output.out.print(escape(f"{out}: {counted.classified:,} rows classified."))
    _say_what_else(counted, writer)


def _predict_to_output(
    found: FinishedModel, rows: RowStream, columns: TextColumns, keep_formulas: bool
) -> None:
    from engine.delivery.predict_rows import predict_rows
    from engine.delivery.result_columns import name_result_columns
    from engine.delivery.row_writer import stream_writer

    model = found.load()
    results = name_result_columns(rows.columns, model.classes, bool(model.classes))
    kind = "jsonl" if rows.format == "jsonl" else "csv"
    writer = stream_writer(sys.stdout, kind, [*rows.columns, *results.kinds()], keep_formulas)
    _say_what_else(predict_rows(model, rows, columns, results, writer), writer)


def _say_what_else(counted: PredictionCount, writer: RowWriter) -> None:
    if counted.blank:
        many = "1 row has" if counted.blank == 1 else f"{counted.blank:,} rows have"
        output.err.print(f"{many} no text and no prediction (the first: row {counted.first_blank}).")
    if note := writer.note():
        output.err.print(f"{note} --keep-formulas leaves them alone.")


def _predict_as_json(found: FinishedModel, rows: RowStream, columns: TextColumns, with_rows: bool) -> None:
    from engine.delivery.predict_rows import predict_batches

    said = []
    for batch in predict_batches(found.load(), rows, columns):
        for number, text, each in zip(batch.rows.numbers, batch.texts, batch.predictions, strict=True):
            row: JsonObject = {"row": number} if with_rows else {}
            chances = None if each is None else dict(zip(each.classes, each.probabilities, strict=False))
            said.append(
                row | {"text": text, "label": None if each is None else each.label, "probabilities": chances}
            )
    output.print_json(said)


def _predict_in_words(found: FinishedModel, rows: RowStream, columns: TextColumns) -> None:
    from engine.delivery.predict_rows import predict_batches

    for batch in predict_batches(found.load(), rows, columns):
        for text, each in zip(batch.texts, batch.predictions, strict=True):
            if each is None:
                output.out.print("–")
                continue
            sure = "" if each.confidence is None else f"  {each.confidence:.3f}"
            output.out.print(
                f"{escape(each.label or '(no answer)')}{sure}  {escape(text[:90])}", soft_wrap=True
            )


def predictions(
    run: RunArgument,
    out: Annotated[Path, typer.Option("--out", help="A new file: .csv, .tsv, .jsonl or .parquet.")],
    split: Annotated[
        str,
        typer.Option(
            help="test, validation, test/NAME of several tasks, stage-1/test of an earlier stage; default: test."
        ),
    ] = "",
    texts: Annotated[
        bool, typer.Option("--texts/--no-texts", help="Whether the texts are written too.")
    ] = True,
    keep_formulas: KeepFormulasOption = False,
    overwrite: OverwriteOption = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a run's stored predictions as a table: each text with its label, the prediction and how sure it was."""
    from engine.delivery.stored_predictions import export_predictions

    with Store(store_path(store)) as opened, output.counted_progress() as report:
        found = export_predictions(
            opened,
            run_rows.find_run(opened, run).id,
            out,
            split,
            with_texts=texts,
            keep_formulas=keep_formulas,
            overwrite=overwrite,
            report=report,
        )
    wrong = "" if found.wrong is None else f", {found.wrong:,} predicted wrongly"
    said = f"{out}: {found.texts:,} texts of the {found.split} split{wrong}."
    if as_json:
        values = {"file": str(out), "split": found.split, "texts": found.texts, "wrong": found.wrong}
        output.print_json(values | {"said": said, "note": found.note})
        return
    output.out.print(escape(said), soft_wrap=True)
    if found.note:
        output.err.print(f"{found.note} --keep-formulas leaves them alone.")


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
