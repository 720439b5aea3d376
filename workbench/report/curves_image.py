"""The curves of runs as one PNG, for those who train without a window: ``palimpsest run ... --plot FILE``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.errors import UserError
from engine.metrics.keys import describe_key
from engine.store import Store, metrics, runs
from engine.store.rows import RunRow

WIDTH, HEIGHT = 1440, 460
SMOOTHING = 0.9


def save(store: Path, ids: Sequence[int], target: Path) -> None:
    """Draw loss, validation error and learning rate of the runs ``ids`` and write them to ``target`` (PNG).

    Of runs with another objective the main metric is drawn in place of the error.

    Needs no display. Raises UserError when ``target`` cannot be written.
    """
    with Store(store, read_only=True) as opened:
        rows = [runs.get_run(opened, run_id) for run_id in ids]
        keys = ("train/loss", f"validation/{rows[0].metric}", "rate/top")
        curves = metrics.read_curves(opened, ids, keys)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from workbench.look import theme

    app = QApplication.instance() or QApplication(["palimpsest"])
    if isinstance(app, QApplication) and not app.styleSheet():
        theme.apply(app, "light")
    data = _draw(rows, curves, keys)
    try:
        target.write_bytes(data)
    except OSError as error:
        raise UserError(
            f"The picture cannot be written: {error.strerror or error}.",
            place=str(target),
            remedy="Name another file.",
        ) from error


def _draw(
    rows: Sequence[RunRow], curves: dict[tuple[int, str], metrics.MetricCurve], keys: tuple[str, str, str]
) -> bytes:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

    from engine.analysis.run_looks import distinct_slots
    from workbench.look import formats, theme
    from workbench.plots import CurvePlot, PlotCurve, smooth
    from workbench.plots.picture import RATIO, png_bytes
    from workbench.widgets import Readout

    loss = CurvePlot("Training loss", f"smoothed {SMOOTHING}, raw behind", log_y=True)
    validated = describe_key(keys[1])
    caption = ", ".join(part for part in (validated.unit, "ring = best") if part)
    error = CurvePlot(validated.title, caption, y_text=formats.fixed, empty="There was no validation.")
    rate = CurvePlot("Learning rate", "top layer")
    drawn: dict[str, list[PlotCurve]] = {key: [] for key in keys}
    slots = distinct_slots({row.id: row.look for row in rows})
    for row in rows:
        slot = slots[row.id]
        for key in keys:
            points = curves.get((row.id, key))
            if points is None:
                continue
            x, y = points.step.astype(float), points.value
            curve = PlotCurve(f"{row.id}", x, y, slot, row.name)
            if key == "train/loss":
                curve = PlotCurve(f"{row.id}", x, smooth(y, SMOOTHING), slot, row.name, raw=y)
            elif key == keys[1] and np.isfinite(y).any():
                best = int(np.nanargmax(y) if validated.higher_is_better else np.nanargmin(y))
                ring = (float(x[best]), float(y[best]), formats.fixed(float(y[best]), validated.digits))
                curve = PlotCurve(f"{row.id}", x, y, slot, row.name, markers=True, ring=ring)
            drawn[key].append(curve)
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
    for plot, key in ((loss, keys[0]), (error, keys[1]), (rate, keys[2])):
        for button in (plot.table_button, plot.export_button):
            button.hide()
        plot.set_curves(drawn[key])
        line.addWidget(plot, 1)
    sheet.resize(theme.sizes().px(WIDTH), theme.sizes().px(HEIGHT))
    sheet.ensurePolished()
    image = QImage(sheet.size() * RATIO, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(RATIO)
    sheet.render(image)
    return png_bytes(image)
