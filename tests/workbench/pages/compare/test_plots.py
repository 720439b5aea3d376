"""What the Compare page shows of runs that measured what they forgot, over a real store."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests import patience
from tests.workbench.pages.lost import forgot, one_task, two_tasks
from tests.workbench.pages.stored import finished
from workbench.pages.compare.page import ComparePage

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)
FACTORS = (1.5, 2.0, 3.0)


@pytest.fixture
def strategies(store: Path) -> dict[str, list[int]]:
    """Three strategies with three seeds each: plain, anchored (forgets less, errs more), fast (worse in both)."""
    made: dict[str, list[int]] = {"plain": [], "anchored": [], "fast": []}
    for seed, factor in zip((1, 2, 3), FACTORS, strict=True):
        for name, times, more, changes in (
            ("plain", factor, 0.0, {}),
            ("anchored", 1.0 + factor / 20, 1.0, {"anchor": {"kind": "l2_sp"}}),
            ("fast", 4 * factor, 2.0, {"learning_rate": 1e-4}),
        ):
            probed = (5, 10, 15, 20) if seed < 3 else (4, 8, 20)
            spec = one_task(f"Strategies: {name}, seed {seed}", seed, **changes)
            made[name].append(forgot(store, spec, factor=times, error=20 + more + seed / 10, probed=probed))
    return made


def show(qtbot: QtBot, page: ComparePage, ids: list[int], rows: int, groups: str = "seeds") -> None:
    page.groups.set_current(groups)
    page.receive(ids)
    qtbot.waitUntil(lambda: page.model.rowCount() == rows, timeout=WAIT)


def everything(strategies: dict[str, list[int]]) -> list[int]:
    return [number for of in strategies.values() for number in of]


def test_without_measures_nothing_of_forgetting_is_shown(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    show(qtbot, page, [finished(store, "a"), finished(store, "b", seed=2)], 2, "runs")
    assert page.plots.right.currentWidget() is page.plots.dots_card
    assert page.plots.curves_shown.isHidden() and page.plots.error.title.isVisible()
    assert not page.report.isEnabled() and page.foot.report_button.isHidden()
    assert "Forgot" not in page.foot.note.text()
    assert not [c for c in page.model.columns if c.group == "Forgetting"]


def test_the_planes_name_gives_way_to_its_caption(
    qtbot: QtBot, page: ComparePage, strategies: dict[str, list[int]]
) -> None:
    """On a screen of 1280 px its unit was cut to "± s.d.; p…"."""
    show(qtbot, page, everything(strategies), 3)
    plane, plots = page.plots.plane, page.plots
    page.resize(1216, 740)  # the page in a window of 1280 px
    page.show()
    assert plane.title.isHidden()
    for x in ("factor", "drift"):
        plots.stability.setCurrentIndex(plots.stability.findData(x))
        plots.stability.activated.emit(plots.stability.currentIndex())
        qtbot.waitUntil(lambda: plane.caption.shown() == plane.caption.text(), timeout=WAIT)
        assert plane.caption.text().startswith("± s.d.; ")
    page.resize(1856, 1000)
    qtbot.waitUntil(lambda: plane.title.isVisible(), timeout=WAIT)
    qtbot.waitUntil(lambda: plane.caption.shown() == plane.caption.text(), timeout=WAIT)


def test_columns_of_what_was_forgotten(
    qtbot: QtBot, page: ComparePage, strategies: dict[str, list[int]]
) -> None:
    show(qtbot, page, everything(strategies), 3)
    keys = [column.key for column in page.model.columns]
    assert [c.title for c in page.model.columns if c.group == "Forgetting"] == ["Forgot", "Drift"]
    assert keys.index("test") < keys.index("interval") < keys.index("forgetting/factor")
    assert "steps" not in keys, "equal in all rows"
    page.settings.set_current("all")
    page.settings.chosen.emit("all")
    qtbot.waitUntil(lambda: "steps" in [column.key for column in page.model.columns], timeout=WAIT)
    _, column = page.table.column("forgetting/factor")
    middle = 9 ** (1 / 3)
    row = page.model.rows[0]
    assert column.text_of(row) == f"× {middle:.2f}"
    factor = math.exp(np.log(FACTORS).std(ddof=1))
    assert column.note is not None
    assert column.note(row) == f"{middle / factor:.2f}–{middle * factor:.2f}"
    assert "of several seeds the geometric mean" in page.foot.note.text()

    page.groups.set_current("interval")
    page.refresh()
    qtbot.waitUntil(lambda: page.view is not None and page.view.interval, timeout=WAIT)
    half = 4.302653 * np.log(FACTORS).std(ddof=1) / math.sqrt(3)
    _, column = page.table.column("forgetting/factor")
    assert column.note is not None
    assert column.note(page.model.rows[0]) == f"{middle / math.exp(half):.2f}–{middle * math.exp(half):.2f}"
    _, test = page.table.column("test")
    assert test.text_of(page.model.rows[0]) == "20.20 ± 0.25", "4.303 × 0.1 / √3"
    assert "half the 95 % interval" in page.foot.note.text()


def test_settings_that_only_one_option_has_stand_behind_it(
    qtbot: QtBot, page: ComparePage, strategies: dict[str, list[int]]
) -> None:
    show(qtbot, page, everything(strategies), 3)
    shown = [c.key for c in page.model.columns if c.group.startswith("What differs")]
    assert shown == ["stages.0.learning_rate", "stages.0.anchor.kind"]
    _, anchor = page.table.column("stages.0.anchor.kind")
    assert anchor.note is not None and anchor.tip is not None
    anchored = next(row for row in page.model.rows if row.name == "anchored")
    assert anchor.text_of(anchored) == "L2-SP"
    assert anchor.note(anchored) and "β, head: " in anchor.tip(anchored)
    assert [anchor.note(row) for row in page.model.rows if row is not anchored] == ["", ""]
    page.settings.set_current("all")
    page.refresh()
    qtbot.waitUntil(lambda: len(page.model.columns) > 40, timeout=WAIT)
    page.table.column("stages.0.anchor.alpha")


def test_the_plane_has_a_point_per_strategy(
    qtbot: QtBot, page: ComparePage, strategies: dict[str, list[int]]
) -> None:
    show(qtbot, page, everything(strategies), 3)
    plane = page.plots.plane
    assert page.plots.right.currentWidget() is plane
    spots = {spot.label: spot for spot in plane.points()}
    assert set(spots) == {"plain", "anchored", "fast"}
    plain = spots["plain"]
    assert plain.baseline and plain.x == pytest.approx(9 ** (1 / 3)) and plain.y == pytest.approx(20.2)
    assert plain.y_ends == pytest.approx((20.1, 20.3))
    assert [x for x, _ in plain.runs] == pytest.approx(FACTORS)
    assert plane.canvas.plan.front == [spots["anchored"].key, plain.key]
    page.plots.plasticity.set_current("validation")
    page.plots.plasticity.activated.emit(1)
    assert plane.points()[0].y == pytest.approx(19.7, abs=0.1)
    page.plots.stability.set_current("drift")
    page.plots.stability.activated.emit(1)
    assert plane.points()[0].x == pytest.approx(0.05)
    assert [str(page.plots.stability.itemData(i)) for i in range(page.plots.stability.count())] == [
        "factor",
        "drift",
    ]


def test_a_point_selects_its_row_and_offers_its_runs(
    qtbot: QtBot, page: ComparePage, strategies: dict[str, list[int]]
) -> None:
    show(qtbot, page, everything(strategies), 3)
    canvas, first = page.plots.plane.canvas, strategies["anchored"][0]
    place = canvas.position(next(s for s in canvas.points if s.key == first)).toPoint()
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.table.selected() == [first]
    assert page.visit.isEnabled()
    with qtbot.waitSignal(page.navigate) as sent:
        qtbot.mouseClick(page.plots.plane.link, Qt.MouseButton.LeftButton)
    assert sent.args == ["runs", strategies["anchored"]]
    page.table.select([strategies["fast"][0]])
    assert canvas.selected == strategies["fast"][0], "the table selects in the plane"
    with qtbot.waitSignal(page.navigate) as sent:
        page.visit.trigger()
    assert sent.args == ["runs", strategies["fast"]]
    page.table.select([strategies["fast"][0], first])
    assert canvas.selected is None


def test_hidden_rows_are_not_in_the_plane_either(
    qtbot: QtBot, page: ComparePage, strategies: dict[str, list[int]]
) -> None:
    show(qtbot, page, everything(strategies), 3)
    page._toggle(page.model.rows[1])
    assert [spot.label for spot in page.plots.plane.points()] == ["plain", "fast"]
    assert page.plots.plane.canvas.plan.front == [strategies["plain"][0]]


def test_retention_is_the_geometric_mean_on_common_steps(
    qtbot: QtBot, page: ComparePage, strategies: dict[str, list[int]]
) -> None:
    show(qtbot, page, everything(strategies), 3)
    page.plots.show_left("retention")
    curve = page.plots.retention.curves()[0]
    np.testing.assert_array_equal(curve.x, [0, 4, 5, 8, 10, 15, 20])
    # Losses grow along straight lines here, so interpolation changes nothing.
    logs = np.log(FACTORS)[:, None] * curve.x[None] / 20
    np.testing.assert_allclose(curve.y, np.exp(logs.mean(0)))
    assert curve.band is not None
    np.testing.assert_allclose(curve.band[1], np.exp(logs.mean(0) + logs.std(0, ddof=1)))
    assert "between two measurements a straight line" in page.foot.note.text()
    assert page.plots.left.currentWidget() is page.plots.retention
    assert page.plots.curves_shown.isVisible() and page.plots.curves_shown.currentData() == "retention"
    page._draw(page.view)  # type: ignore[arg-type]
    assert page.plots.left.currentWidget() is page.plots.retention, "news do not change what was chosen"
    page.plots.show_left("dots")
    assert page.dots.isVisible()


def test_two_tasks_in_a_row(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    plain = [forgot(store, two_tasks(f"T: plain, seed {s}", s), earlier=8.0 + s) for s in (1, 2)]
    kept = [
        forgot(store, two_tasks(f"T: replay, seed {s}", s, replay={"kind": "earlier"}), earlier=2.0 + s)
        for s in (1, 2)
    ]
    show(qtbot, page, [*plain, *kept], 2)
    titles = [c.title for c in page.model.columns if c.group == "Forgetting"]
    assert titles == ["Forgot", "F, points", "BWT, points", "Drift"]
    cells = {c.key: [c.text_of(row) for row in page.model.rows] for c in page.model.columns}
    assert cells["forgetting/forgetting"] == ["9.50 ± 0.71", "3.50 ± 0.71"]
    assert cells["forgetting/backward_transfer"][0] == "−9.50 ± 0.71"
    assert "F: points of accuracy lost" in page.foot.note.text()
    page.plots.stability.set_current("forgetting")
    page.plots.stability.activated.emit(1)
    assert [spot.x for spot in page.plots.plane.points()] == [9.5, 3.5]
    page.plots.show_left("earlier")
    curve = page.plots.earlier.curves()[0]
    np.testing.assert_allclose(curve.x, [20, 25, 30, 35, 40])
    np.testing.assert_allclose(curve.y, 90 - 9.5 * np.array([0, 5, 10, 15, 20]) / 20)
    (stage,) = page.plots.earlier.canvas.guides()
    assert (stage.x, stage.label) == (20.0, "Fine-tuning (2)")


def test_runs_without_measures_stand_beside_those_with(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    first = forgot(store, one_task("with"), factor=2.0, drift=None)
    second = finished(store, "without", seed=2)
    show(qtbot, page, [first, second], 2, "runs")
    _, column = page.table.column("forgetting/factor")
    assert [column.text_of(row) for row in page.model.rows] == ["× 2.00", "–"]
    assert [spot.label for spot in page.plots.plane.points()] == ["with"]
    page.set_runs([second])
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
    assert page.plots.right.currentWidget() is page.plots.dots_card
    assert page.plots.dots_card.title.isVisible()


def test_export_as_latex_follows_the_chooser(
    qtbot: QtBot, page: ComparePage, strategies: dict[str, list[int]], tmp_path: Path
) -> None:
    show(qtbot, page, everything(strategies), 3, "interval")
    with qtbot.waitSignal(page.status_changed, timeout=WAIT):
        page.write("latex", tmp_path / "t.tex")
    text = (tmp_path / "t.tex").read_text(encoding="utf-8")
    assert r"\toprule" in text and "half the 95" in text and r"20.20 $\pm$ 0.25" in text
