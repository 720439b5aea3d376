"""Driving the Runs page in tests, and reading what it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from engine.store import Store, metrics
from tests.workbench.conftest import WAIT
from tests.workbench.pages.stored import experiment, losses, queued, settle, train
from workbench.pages.runs.page import RunsPage
from workbench.tables import Swatch


def wait_for_rows(qtbot: QtBot, page: RunsPage, count: int) -> None:
    qtbot.waitUntil(lambda: page.model.rowCount() == count, timeout=WAIT)


def names(page: RunsPage) -> list[str]:
    return [line.name for line in page.model.rows]


def point(page: RunsPage, row: int, key: str) -> QPoint:
    section, _ = page.table.column(key)
    return page.table.visualRect(page.model.index(row, section)).center()


def click(qtbot: QtBot, page: RunsPage, row: int, key: str) -> None:
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=point(page, row, key))


def sweep(store: Path) -> list[int]:
    """Two rates by two seeds, three of them finished, one queued."""
    made = [
        experiment(f"Rates: learning rate {rate}, seed {seed}", seed, float(rate))
        for rate in ("2e-5", "5e-5")
        for seed in (1, 2)
    ]
    ids = queued(store, made, "Rates")
    for place, number in enumerate(ids[:3]):
        train(store, number, losses(20, number), errors={10: 30.0 - place, 20: 28.0 - place}, test=29.0)
    settle(store, ids[:3], "finished", active_seconds=60.0)
    return ids


def stored(store: Path, number: int, key: str) -> metrics.MetricCurve:
    with Store(store) as opened:
        return metrics.read_curves(opened, [number], [key])[(number, key)]


def drawn(page: RunsPage, plot: str, key: str) -> Any:
    return next((c for c in getattr(page.learning, plot).curves() if c.key == key), None)


def shows(page: RunsPage, number: int, points: int) -> bool:
    """Whether a run is drawn with so many points, and no plot is still to be drawn."""
    curve = drawn(page, "loss", str(number))
    finite = int(np.isfinite(curve.y).sum()) if curve is not None else 0
    return finite == points and not page.learning._steps.are_under_way()


def marked(page: RunsPage, key: int | str) -> Swatch:
    """What stands before the row of a run or group."""
    found = page.model.columns[0].of(page.model.row_of(key))
    assert isinstance(found, Swatch)
    return found


def notices(page: RunsPage) -> list[str]:
    """What actions say from now on, as it is said."""
    said: list[str] = []
    for doing in (page.run_actions, page.files):
        doing.notice.connect(said.append)
    return said
