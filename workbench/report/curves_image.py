"""The curves of runs as one PNG, for those who train without a window: ``palimpsest run ... --plot FILE``."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis.curves.compared import is_fitted_at_once
from engine.errors import UserError
from engine.metrics.keys import describe_key
from engine.store import Store, metrics, runs
from engine.store.rows import RunRow

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from workbench.plots import PlotCurve

Curves = Mapping[tuple[int, str], metrics.MetricCurve]
WIDTH, HEIGHT = 1440, 460
SMOOTHING = 0.9


def save(store: Path, ids: Sequence[int], target: Path) -> None:
    """Draw loss, validation error and learning rate of the runs ``ids`` and write them to ``target`` (PNG).

    Of runs with another objective the main metric is drawn in place of the error. A linear baseline, which has no
    updates, is a level beside runs that have. Where texts are generated, a line under the plots says so.

    Needs no display. Raises UserError when ``target`` cannot be written.
    """
    with Store(store, read_only=True) as open_store:
        rows = [runs.get_run(open_store, run_id) for run_id in ids]
        keys = ("train/loss", f"validation/{rows[0].metric}", "rate/top")
        curves = metrics.read_curves(open_store, ids, keys)
        at_once = {run_id for run_id in ids if is_fitted_at_once(runs.list_stages(open_store, run_id))}
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from workbench.look import theme

    app = QApplication.instance() or QApplication(["palimpsest"])
    if isinstance(app, QApplication) and not app.styleSheet():
        theme.apply(app, "light")
    data = _draw(rows, curves, keys, at_once if len(at_once) < len(rows) else set())
    try:
        target.write_bytes(data)
    except OSError as error:
        raise UserError(
            f"The picture cannot be written: {error.strerror or error}.",
            place=str(target),
            remedy="Name another file.",
        ) from error


def _draw(
    rows: Sequence[RunRow], curves: Curves, keys: tuple[str, str, str], levels: Collection[int]
) -> bytes:
    """Return the picture. The runs ``levels`` are drawn as levels, for their steps are no updates."""
    from PySide6.QtGui import QImage

    from workbench.plots.picture import RATIO, png_bytes

    sheet = make_sheet(rows, curves, keys, levels)
    sheet.resize(WIDTH, HEIGHT)
    sheet.ensurePolished()
    image = QImage(sheet.size() * RATIO, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(RATIO)
    sheet.render(image)
    return png_bytes(image)


def make_sheet(
    rows: Sequence[RunRow], curves: Curves, keys: tuple[str, str, str], levels: Collection[int]
) -> QWidget:
    """Return what is painted: a legend, three plots, and what is to be known of the texts."""
    from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

    from engine.analysis.run_looks import distinct_slots
    from engine.spec.data import reads_generated
    from workbench.engine_texts import GENERATED_NOTE
    from workbench.look import formats, theme
    from workbench.plots import CurvePlot
    from workbench.widgets import Label, Readout

    loss = CurvePlot("Training loss", f"smoothed {SMOOTHING}, raw behind", log_y=True)
    validated = describe_key(keys[1])
    caption = ", ".join(part for part in (validated.unit, "ring = best") if part)
    error = CurvePlot(validated.title, caption, y_text=formats.fixed, empty="There was no validation.")
    rate = CurvePlot("Learning rate", "top layer")
    slots = distinct_slots({row.id: row.look for row in rows})
    sheet = QWidget()
    column, line = QVBoxLayout(sheet), QHBoxLayout()
    column.setContentsMargins(16, 12, 16, 16)
    legend = Readout()
    legend.setFixedHeight(theme.sizes().control)
    legend.set_readout(
        "Palimpsest",
        [(slots[r.id], f"{r.name}, {r.status.replace('_', ' ')}", "") for r in rows],
    )
    column.addWidget(legend)
    column.addLayout(line, 1)
    if any(reads_generated(row.data) for row in rows):
        column.addWidget(Label(GENERATED_NOTE, "caption", "text2"))
    for plot, key in ((loss, keys[0]), (error, keys[1]), (rate, keys[2])):
        for button in (plot.table_button, plot.export_button):
            button.hide()
        plot.set_curves(_lines(rows, curves, key, slots, levels))
        line.addWidget(plot, 1)
    return sheet


def _lines(
    rows: Sequence[RunRow], curves: Curves, key: str, slots: Mapping[int, int], levels: Collection[int]
) -> list[PlotCurve]:
    """Return the lines of one plot."""
    from workbench.look import formats
    from workbench.plots import PlotCurve, smooth

    about, validated = describe_key(key), key.startswith("validation/")
    steps = [curves[row.id, key].step for row in rows if row.id not in levels and (row.id, key) in curves]
    end = max((float(step[-1]) for step in steps if len(step)), default=1.0)
    plot_curves: list[PlotCurve] = []
    for row in rows:
        slot, points = slots[row.id], curves.get((row.id, key))
        if row.id in levels:
            if validated and row.validation_best is not None:
                plot_curves.append(
                    PlotCurve.level(f"{row.id}", row.validation_best, (0.0, end), slot, row.name, "baseline")
                )
            continue
        if points is None:
            continue
        x, y = points.step.astype(float), points.value
        curve = PlotCurve(f"{row.id}", x, y, slot, row.name)
        if key == "train/loss":
            curve = PlotCurve(f"{row.id}", x, smooth(y, SMOOTHING), slot, row.name, raw=y)
        elif validated and np.isfinite(y).any():
            best = int(np.nanargmax(y) if about.higher_is_better else np.nanargmin(y))
            ring = (float(x[best]), float(y[best]), formats.fixed(float(y[best]), about.digits))
            curve = PlotCurve(f"{row.id}", x, y, slot, row.name, markers=True, ring=ring)
        plot_curves.append(curve)
    return plot_curves
