"""``palimpsest data``: look at a data set before anything is trained on it."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli import output
from engine.cli.options import (
    CatalogueStoreOption,
    DownloadOption,
    EncoderOption,
    JsonOption,
    SetOption,
    SourceArgument,
    store_path,
)
from engine.cli.output import escape
from engine.errors import UserError

if TYPE_CHECKING:
    import numpy as np
    from rich.table import Table

    from engine.data.inspection.preview import Preview
    from engine.data.inspection.report import DatasetReport
    from engine.data.paper.table1 import Table1Comparison
    from engine.progress import ReportProgress
    from engine.spec.data import DataSource

app = typer.Typer(help="Inspect data sets.", no_args_is_help=True, rich_markup_mode=None)


@app.command()
def inspect(
    source: SourceArgument,
    set_: SetOption = None,
    encoder: EncoderOption = "palimpsest-tiny",
    max_length: Annotated[int, typer.Option(help="Tokens per text; 0: as many as the encoder reads.")] = 0,
    truncation: Annotated[
        str, typer.Option(help="head, tail, head_tail, head_tail_share or hierarchical.")
    ] = "head",
    sentences: Annotated[bool, typer.Option(help="Count sentences in a sample.")] = True,
    download: DownloadOption = True,
    store: CatalogueStoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Report how a data set is read: format, columns, classes, lengths, share of truncated texts, problems."""
    allow_download(download)
    from engine.data.source_files import locate_source
    from engine.spec.command_line import parse_source
    from engine.store.data_names import resolve_source as resolved

    asked = parse_source(source, set_ or [])
    if not asked.is_named:
        locate_source(asked)  # a wrong path is said before the libraries that read files are loaded
    reasons: tuple[str, ...] = ()
    if not asked.source.startswith(
        "samples:"
    ):  # of ours nothing is guessed, and a second look loads no reader
        from engine.data.inspection.proposal import propose_reading

        proposal = propose_reading(asked)
        asked, reasons = proposal.source, proposal.reasons
    declared = resolved(store_path(store), asked)
    from engine.data.dataset_artefacts import was_read

    with output.counted_progress(every=0) as say:
        if not was_read(declared):
            if not as_json:
                _print_beginning(declared)
            from engine.data.dataset import load_dataset

            load_dataset(declared, report=say)  # what is wrong with it is said before anything else is read
        report = _examine(declared, encoder, max_length, truncation, sentences, say)
    report = report.model_copy(update={"notes": [*reasons, *report.notes]})
    if as_json:
        output.print_json(report.model_dump(mode="json"))
    else:
        _print_report(report)


@app.command()
def tokens(
    source: SourceArgument,
    set_: SetOption = None,
    encoder: EncoderOption = "palimpsest-tiny",
    download: DownloadOption = True,
    store: CatalogueStoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tokenise a data set for an encoder, into the cache, and report the lengths of its texts."""
    allow_download(download)
    from engine.data.token_counts import load_token_lengths
    from engine.model.tokenizer.token_counting import count_tokens
    from engine.spec.experiment import Encoder, parse_record

    chosen = parse_record(Encoder, {"source": encoder}, place="--encoder")
    counted = count_tokens(resolve_source(source, set_, store), chosen, report=output.report_progress)
    if as_json:
        output.print_json(counted.model_dump(mode="json"))
        return
    for name, keys in counted.keys.items():
        found = load_token_lengths(keys)
        cut = 100 * (found > counted.room).mean()
        output.out.print(
            f"{name}: {len(found):,} texts, median {_median(found):,.0f} tokens, longest {found.max():,}; "
            f"{cut:.1f} % are longer than the {counted.room:,} that {escape(counted.encoder)} reads",
            soft_wrap=True,
        )
    if counted.gaps:
        output.out.print(escape(f"! {counted.gaps}"), soft_wrap=True)


@app.command()
def preview(
    source: SourceArgument,
    set_: SetOption = None,
    store: CatalogueStoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the columns and first rows of a file, how they would be used, and what prevents reading it."""
    from engine.data.inspection.preview import preview_source
    from engine.spec.command_line import parse_source
    from engine.store import data_names

    resolve = partial(data_names.resolve_source, store_path(store))
    found = preview_source(parse_source(source, set_ or []), resolve=resolve, report=output.report_progress)
    if as_json:
        output.print_json(found.to_json())
        return
    output.out.print(_preview_table(found))
    for line in (*found.lines, *found.notes):
        output.out.print(escape(line))
    if found.problem is not None:
        raise UserError(found.problem.message, place=found.problem.place, remedy=found.problem.remedy)


def _examine(
    declared: DataSource,
    encoder: str,
    max_length: int,
    truncation: str,
    sentences: bool,
    report: ReportProgress,
) -> DatasetReport:
    """Return the report on a data set, with lengths in tokens where an encoder is named."""
    from engine.data.inspection.dataset_report import inspect_dataset as examine
    from engine.spec.truncation import Truncation

    tokenizer, length = None, max_length or 512
    if encoder:
        from engine.model.encoders import describe_encoder, resolve_max_length
        from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
        from engine.spec.experiment import Encoder, parse_record

        chosen = parse_record(Encoder, {"source": encoder}, place="--encoder")
        length = resolve_max_length(describe_encoder(chosen), max_length)
        tokenizer = load_counting_tokenizer(chosen)
    try:
        cut = Truncation.choose(truncation)
    except ValueError as error:
        raise UserError(str(error), place="--truncation") from None
    return examine(declared, tokenizer, length, cut, sentences=sentences, report=report)


def _print_beginning(source: DataSource) -> None:
    """Print the first rows of a large file, and how they are read, before all of it is: that takes minutes."""
    from engine.data.dataset_artefacts import as_read
    from engine.data.inspection.file_heads import HEAD_BYTES
    from engine.data.source_files import locate_source

    files = [path for path in locate_source(as_read(source)).paths.values() if path.is_file()]
    if all(path.stat().st_size <= HEAD_BYTES for path in files):
        return
    from engine.data.inspection.preview import preview_source

    found = preview_source(source)
    if found.partial and found.problem is None:
        output.out.print(_preview_table(found))
        output.out.print("This is the beginning. All of it is read now; Ctrl+C ends that.")


def allow_download(download: bool) -> None:
    """Allow or forbid downloads; Hugging Face's libraries read this once, when they are first imported."""
    if not download:
        os.environ["HF_HUB_OFFLINE"] = os.environ["HF_DATASETS_OFFLINE"] = "1"


def resolve_source(source: str, settings: list[str] | None, store: Path | None) -> DataSource:
    """Return the data set named by an argument and ``--set`` options. Raises UserError when it is not there."""
    from engine.spec.command_line import parse_source
    from engine.store.data_names import resolve_source as resolved

    return resolved(store_path(store), parse_source(source, settings or []))


def _median(values: np.ndarray) -> float:
    import numpy as np

    return float(np.median(values))


def _print_report(report: DatasetReport) -> None:
    hidden = ("columns", "text", "cleaning", "roles")
    found = ", ".join(f"{key} {_word(value)}" for key, value in report.found.items() if key not in hidden)
    output.out.print(escape(f"{report.source}: {found}"))
    roles = report.found.get("roles")
    if isinstance(roles, dict) and len(roles) > 2:
        told = (
            f"{name} ({role['role']})"
            for name, role in roles.items()
            if isinstance(role, dict) and role["role"] != "other"
        )
        output.out.print(escape(f"Columns: {', '.join(told)}; {len(roles)} in all."), soft_wrap=True)
    columns = report.found.get("text")
    text = ", ".join(map(str, columns if isinstance(columns, list) else []))
    output.out.print(escape(f"Text: {text}. Fingerprint {report.fingerprint}"))
    table = output.plain_table()
    table.add_column("Class")
    for name in report.splits:
        table.add_column(name, justify="right")
    for each in report.classes:
        table.add_row(escape(each), *(f"{split.classes[each]:,}" for split in report.splits.values()))
    table.add_row("all", *(f"{split.rows:,}" for split in report.splits.values()))
    output.out.print(table)
    for name, split in report.splits.items():
        size, unit = (split.words, "words") if split.tokens is None else (split.tokens, "tokens")
        line = f"{name}: median {size.median:,.0f} {unit}, mean {size.mean:,.0f}, longest {size.longest:,}"
        if split.cut is not None:
            cut = split.cut
            line += f"; {cut.texts_percent:.1f} % of texts are cut at {cut.max_length} ({cut.truncation})"
        if split.unknown is not None:
            line += f"; {split.unknown.unknown_percent:.2f} % of tokens are unknown"
            if split.unknown.parts:
                line += f", {split.unknown.parts_percent:.2f} % are bytes of characters that have no token"
        output.out.print(line, soft_wrap=True)
    if report.table1 is not None and report.table1.paper is not None:
        _print_table1(report.table1)
    for finding in report.health:
        mark = {"warning": "!", "info": "i", "good": " "}[finding.level]
        output.out.print(escape(f"{mark} {finding.message}"))
    for note in report.notes:
        output.out.print(escape(note))


def _word(value: object) -> object:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _print_table1(found: Table1Comparison) -> None:
    """Print the columns of the paper's Table 1 for this copy, over the published row."""
    from engine.data.paper.table1 import COLUMNS

    assert found.paper is not None
    table = output.plain_table()
    for column in ("Table 1", *COLUMNS[1:]):
        table.add_column(column, justify="left" if column in ("Table 1", "Type") else "right")
    table.add_row("this copy", *found.ours.cells()[1:])
    table.add_row("the paper", *found.paper.cells()[1:])
    output.out.print(table)
    for note in found.notes:
        output.out.print(escape(note))


def _preview_table(found: Preview) -> Table:
    """Return the first rows; the headings say which columns are text and which the label."""
    table = output.plain_table()
    for index, column in enumerate(found.columns):
        use = "label" if index == found.label else "text" if index in found.text else ""
        table.add_column(escape(f"{column.name} ({use})" if use else column.name), no_wrap=True, max_width=60)
    for row in found.rows[:10]:
        table.add_row(*(escape(" ".join(cell.split())) for cell in row))
    return table
