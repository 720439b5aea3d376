"""``palimpsest forgetting``: what runs have forgotten, as tables, JSON, a page or a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli import output
from engine.cli.options import JsonOption, StoreOption, store_path
from engine.cli.output import escape
from engine.errors import UserError
from engine.installation import load_window_part
from engine.store.database import Store

if TYPE_CHECKING:
    from rich.table import Table

    from engine.analysis.report import build as reports


def forgetting(
    run: Annotated[
        list[str],
        typer.Argument(help="Runs, by id or name; 'last' is the newest; a sweep's name means all its runs."),
    ],
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the whole report, with pictures, as one HTML file.")
    ] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="The same on A4 pages.")] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Report what runs have forgotten: general text, abilities, earlier tasks, layers, training texts.

    Runs that differ only in their seeds are one strategy: means with standard deviation or 95 % interval.
    """
    from engine.analysis.report import build as reports
    from engine.analysis.run_groups import resolve_run_arguments

    files = [file for file in (html, pdf) if file is not None]
    for file in files:
        if not file.parent.is_dir():
            raise UserError("there is no such folder.", place=str(file.parent), remedy="Make it first.")
    with Store(store_path(store)) as opened:
        numbers = resolve_run_arguments(opened, run)
        if html is not None:
            from engine.analysis.report.html import render_html

            try:
                html.write_text(render_html(opened, numbers), encoding="utf-8")
            except OSError as error:
                raise UserError(f"the report cannot be written ({error}).", place=str(html)) from None
        if pdf is not None:
            load_window_part("pdf")(opened, numbers, pdf)
        if as_json:
            found = reports.report_json(opened, numbers) | {"files": [str(file) for file in files]}
            output.print_json(found)
            return
        for file in files:
            output.out.print(f"Report: {escape(str(file))}", soft_wrap=True)
        if not files:
            _print_report(reports.build_report(opened, numbers, figures=False))


def _print_report(report: reports.ForgettingReport) -> None:
    output.out.print(escape(report.title), style="bold")
    for text in report.findings:
        output.out.print(f"- {escape(text)}", soft_wrap=True)
    for text in report.evidence:
        output.out.print(escape(text), soft_wrap=True)
    for section in report.sections:
        for number, table in enumerate(section.tables):
            title = ": ".join(part for part in ("" if number else section.title, table.title) if part)
            output.out.print()
            if title:
                output.out.print(escape(title), style="bold")
            output.out.print(_rich_table(table))
            if table.note:
                output.out.print(escape(table.note), style="dim")
    # Beside tables that go to a file, the words go to the reader.
    for each in report.definitions:
        output.err.print(f"{escape(each.name)}: {escape(each.meaning)}", style="dim", soft_wrap=True)


def _rich_table(table: reports.ReportTable) -> Table:
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for place, head in enumerate(table.headers):
        made.add_column(
            escape(head), justify="left" if place < table.text_columns else "right", overflow="fold"
        )
    for row in table.rows:
        made.add_row(*map(escape, row))
    return made
