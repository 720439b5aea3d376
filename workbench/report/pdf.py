"""The forgetting report as PDF: A4 pages laid out by Qt, without a window."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QGuiApplication, QPageLayout, QPageSize, QPdfWriter

from engine.analysis.report.build import build_report
from engine.analysis.report.model import ForgettingReport
from engine.errors import UserError
from engine.store import Store
from workbench.report.document import DPI, ReportDocument

MARGINS_MM = (18.0, 16.0, 18.0, 20.0)
"""Left, top, right, bottom. The bottom margin contains the footer."""
_applications: list[QGuiApplication] = []


def write(store: Store, run_ids: Sequence[int], target: Path) -> None:
    """Write the report of ``run_ids`` to ``target``. Raises UserError when there is no such run, and as ``save``."""
    save(build_report(store, run_ids), target)


def save(report: ForgettingReport, target: Path) -> None:
    """Write ``report`` as PDF. Needs no display. Raises UserError when ``target`` cannot be written."""
    if QGuiApplication.instance() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        _applications.append(QGuiApplication([sys.argv[0]]))
    try:
        target.open("ab").close()  # Qt would only warn on the console
    except OSError as why:
        raise UserError(f"the report cannot be written ({why.strerror or why}).", place=str(target)) from None
    writer = QPdfWriter(str(target))
    writer.setResolution(DPI)
    writer.setTitle(report.title)
    writer.setCreator("Palimpsest")
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF(*MARGINS_MM),
            QPageLayout.Unit.Millimeter,
        )
    )  # fmt: skip
    sheet = ReportDocument(writer)
    sheet.add(report)
    sheet.keep_together()
    sheet.paint(report.title)
