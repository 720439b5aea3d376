"""The forgetting report as one self-contained HTML page, from the template ``resources/report.html.j2``."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from engine import paths
from engine.analysis.report.build import build_report
from engine.analysis.report.model import ForgettingReport
from engine.analysis.series_styles import DARK_SERIES, SERIES
from engine.store import Store

_LIGHT = {
    "--text": "#1b2330", "--second": "#48536a", "--faint": "#5c6779", "--line": "#8a94a3", "--hair": "#d8dde4",
    "--grid": "#e9ecf0", "--surface": "#ffffff", "--alt": "#eef1f4", "--accent": "#0b6477",
} | {f"--series-{slot}": colour for slot, colour in enumerate(SERIES, start=1)}  # fmt: skip
_DARK = {
    "--text": "#e6eaf0", "--second": "#b4bdca", "--faint": "#98a3b3", "--line": "#6c7787", "--hair": "#353c47",
    "--grid": "#2a3039", "--surface": "#1d2127", "--alt": "#252a32", "--accent": "#5bbccf",
} | {f"--series-{slot}": colour for slot, colour in enumerate(DARK_SERIES, start=1)}  # fmt: skip


def render_html(store: Store, run_ids: Sequence[int]) -> str:
    """Return the report as one self-contained HTML page that follows the light or dark theme of the browser.

    All data and names are escaped. Raises UserError for an unknown run.
    """
    return render_page(build_report(store, run_ids))


def render_page(report: ForgettingReport) -> str:
    """Return the page of a report."""
    templates = Environment(
        loader=FileSystemLoader(paths.RESOURCES), autoescape=True, undefined=StrictUndefined
    )
    page = templates.get_template("report.html.j2")
    return page.render(report=report, light=_LIGHT, dark=_DARK)
