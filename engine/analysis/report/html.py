"""The forgetting report as one self-contained HTML page; everything from data and names is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from engine.analysis.report.build import build_report
from engine.analysis.report.model import ForgettingReport, ReportSection, ReportTable
from engine.analysis.report.palette import DARK_SERIES, SERIES
from engine.store import Store

if TYPE_CHECKING:
    from engine.analysis.report.figures import ReportFigure

_LIGHT = {
    "--text": "#1b2330", "--second": "#48536a", "--faint": "#5c6779", "--line": "#8a94a3", "--hair": "#d8dde4",
    "--grid": "#e9ecf0", "--surface": "#ffffff", "--alt": "#eef1f4", "--accent": "#0b6477",
} | {f"--series-{slot}": colour for slot, colour in enumerate(SERIES, start=1)}  # fmt: skip
_DARK = {
    "--text": "#e6eaf0", "--second": "#b4bdca", "--faint": "#98a3b3", "--line": "#6c7787", "--hair": "#353c47",
    "--grid": "#2a3039", "--surface": "#1d2127", "--alt": "#252a32", "--accent": "#5bbccf",
} | {f"--series-{slot}": colour for slot, colour in enumerate(DARK_SERIES, start=1)}  # fmt: skip


def _css_rules(colours: dict[str, str]) -> str:
    return " ".join(f"{name}: {value};" for name, value in colours.items())


_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""What a browser may load for the page: the styles and pictures within it, no script and no address."""

_STYLE = f"""
:root {{ color-scheme: light dark; {_css_rules(_LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_css_rules(_DARK)} }} }}
@media print {{ :root {{ {_css_rules(_LIGHT)} }} }}
body {{ margin: 0; background: var(--surface); color: var(--text); font: 14px/20px system-ui, Inter, sans-serif;
  font-variant-numeric: tabular-nums; }}
main {{ max-width: 960px; margin: 0 auto; padding: 32px 24px 64px; }}
h1 {{ font-size: 22px; line-height: 28px; font-weight: 600; margin: 0 0 12px; }}
h2 {{ font-size: 16px; line-height: 22px; font-weight: 600; margin: 40px 0 8px; padding-top: 12px;
  border-top: 1px solid var(--hair); }}
h3 {{ font-size: 13px; line-height: 18px; font-weight: 600; margin: 20px 0 4px; }}
dl.about {{ display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 0 24px;
  color: var(--second); font-size: 12px; line-height: 17px; }}
dl.about dt {{ color: var(--faint); }} dl.about dd {{ margin: 0; overflow-wrap: anywhere; }}
ul.findings {{ margin: 0; padding: 12px 16px 12px 32px; background: var(--alt); border-radius: 4px; }}
ul.findings li {{ margin: 4px 0; }}
.scroll {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: 12px; line-height: 16px; margin: 4px 0; }}
th, td {{ padding: 4px 16px 4px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--grid); }}
th {{ color: var(--second); font-weight: 500; vertical-align: bottom; border-bottom: 1px solid var(--hair); }}
th.number, td.number {{ text-align: right; white-space: nowrap; }}
td:first-child {{ min-width: 140px; max-width: 320px; overflow-wrap: anywhere; }}
p.note, figcaption {{ color: var(--faint); font-size: 12px; line-height: 16px; margin: 4px 0 0; }}
figure {{ margin: 16px 0 0; }} figure svg, figure img {{ max-width: 100%; height: auto; display: block; }}
figcaption b {{ color: var(--text); font-weight: 600; }}
dl.meant dt {{ font-weight: 600; margin-top: 10px; }} dl.meant dd {{ margin: 0; }}
dl.meant dd + dd {{ color: var(--faint); }}
details {{ margin: 8px 0; }} summary {{ cursor: pointer; }}
pre {{ font: 12px/16px ui-monospace, Consolas, monospace; background: var(--alt); padding: 8px 12px; border-radius: 4px;
  white-space: pre-wrap; overflow-wrap: anywhere; }}
@media print {{ main {{ max-width: none; padding: 0; }} h2, h3 {{ break-after: avoid; }}
  figure, tr, li {{ break-inside: avoid; }} .scroll {{ overflow: visible; }} }}
"""


def render_html(store: Store, run_ids: Sequence[int]) -> str:
    """Return the report as one self-contained HTML page, in the reader's light or dark theme."""
    return render_page(build_report(store, run_ids))


def render_page(report: ForgettingReport) -> str:
    """Return the report as a whole HTML page."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><meta name="referrer" content="no-referrer">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(report.title)}</title><style>{_STYLE}</style></head>"
        f"<body>{''.join(_body(report))}</body></html>\n"
    )


def _body(report: ForgettingReport) -> Iterable[str]:
    yield f"<main><h1>{escape(report.title)}</h1><dl class='about'>"
    yield from (f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in report.about)
    yield "</dl><ul class='findings'>"
    yield from (f"<li>{escape(text)}</li>" for text in report.findings)
    yield "</ul>"
    for section in report.sections:
        yield from _section(section)
    yield "<h2>What the measures mean</h2><dl class='meant'>"
    for each in report.definitions:
        yield f"<dt>{escape(each.name)}</dt><dd>{escape(each.meaning)}</dd><dd>{escape(each.caveat)}</dd>"
    yield "</dl><h2>To make it again</h2>"
    yield f"<p>The report:</p><pre>{escape(report.command)}</pre>"
    yield "<p>A run: save its specification as a file and give it to <code>palimpsest run</code>.</p>"
    for name, text in report.specifications:
        yield f"<details><summary>{escape(name)}</summary><pre>{escape(text)}</pre></details>"
    yield "</main>"


def _section(section: ReportSection) -> Iterable[str]:
    yield f"<h2>{escape(section.title)}</h2>"
    if section.text:
        yield f"<p>{escape(section.text)}</p>"
    for table in section.tables:
        yield from _table(table)
    for figure in section.figures:
        yield _figure(figure)


def _table(table: ReportTable) -> Iterable[str]:
    if table.title:
        yield f"<h3>{escape(table.title)}</h3>"

    def cells(values: tuple[str, ...], tag: str) -> str:
        number = " class='number'"
        parts = (
            f"<{tag}{number if i >= table.text_columns else ''}>{escape(v)}</{tag}>"
            for i, v in enumerate(values)
        )
        return f"<tr>{''.join(parts)}</tr>"

    yield f"<div class='scroll'><table><thead>{cells(table.headers, 'th')}</thead><tbody>"
    yield from (cells(row, "td") for row in table.rows)
    yield "</tbody></table></div>"
    if table.note:
        yield f"<p class='note'>{escape(table.note)}</p>"


def _figure(figure: ReportFigure) -> str:
    label = escape(f"{figure.title}. {figure.caption}", quote=True)
    picture = figure.svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    said = f"<b>{escape(figure.title)}.</b> {escape(figure.caption)}"
    return f"<figure>{picture}<figcaption>{said}</figcaption></figure>"
