"""``palimpsest forgetting``, ``drift`` and ``layers``: what runs have forgotten, and how encoders differ."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.analysis.tables import Parts, PlainTable
from engine.cli.answer import Answer
from engine.installation import load_window_function
from engine.output_files import output_file, require_output, write_output
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.analysis.report import build as reports


def forgetting(
    run: list[str], store: Path, as_json: bool, html: Path | None = None, pdf: Path | None = None
) -> Answer:
    """Report what runs have forgotten: general text, abilities, earlier tasks, layers, training texts.

    Runs that differ only in their seeds are one strategy: means with standard deviation or 95 % interval.

    Args:
        run: Runs, by id or name; 'last' is the newest; a sweep's name means all its runs.
        html: Write the whole report, with pictures, as one HTML file.
        pdf: The same on A4 pages.
    """
    from engine.analysis.report import build as reports
    from engine.analysis.run_groups import resolve_run_arguments

    files = [file for file in (html, pdf) if file is not None]
    for file in files:
        require_output(file, overwrite=True, streams=file is html)
    with Store(store) as database:
        numbers = resolve_run_arguments(database, run)
        if html is not None:
            from engine.analysis.report.html import render_html

            write_output(html, render_html(database, numbers), streams=True)
        if pdf is not None:
            with output_file(pdf) as draft:
                load_window_function("pdf")(database, numbers, draft)
        if as_json:
            return Answer(reports.report_json(database, numbers) | {"files": [str(file) for file in files]})
        if files:
            return Answer(None, [f"Report: {file}" for file in files])
        report = reports.build_report(database, numbers, figures=False)
    # Definitions go to the error output, so that redirected tables stay clean.
    return Answer(None, _report_parts(report), [f"{d.name}: {d.meaning}" for d in report.definitions])


def _report_parts(report: reports.ForgettingReport) -> Parts:
    parts: Parts = [report.title, *(f"- {text}" for text in report.findings), *report.evidence]
    for section in report.sections:
        for number, table in enumerate(section.tables):
            title = ": ".join(part for part in ("" if number else section.title, table.title) if part)
            parts += ["", title] if title else [""]
            numeric = [index >= table.text_columns for index in range(len(table.headers))]
            parts.append(PlainTable(table.headers, table.rows, numeric))
            if table.note:
                parts.append(table.note)
    return parts
