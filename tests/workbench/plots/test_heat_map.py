"""Heat maps: where cells lie, what is marked, read out, tabled and saved."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import has_colour, picture
from workbench.look import theme
from workbench.plots import CurvePlot, HeatGrid, HeatMap, LinkedCrosshair, PlotCurve

ROWS = ("Embeddings", "Layer 1", "Layer 2")


def measured(values: object = None, x: object = (0.0, 10.0, 100.0, 130.0)) -> HeatGrid:
    given = np.arange(12.0).reshape(3, 4) / 100 if values is None else np.asarray(values, float)
    return HeatGrid(given, ROWS, np.asarray(x, float))


def heads() -> HeatGrid:
    values = np.array([[0.0, 0.1, 0.2], [0.3, np.nan, 0.5]])
    return HeatGrid(values, ("Layer 1", "Layer 2"), columns=("Head 1", "Head 2", "Head 3"))


def shown(qtbot: QtBot, grid: HeatGrid | None, **options: object) -> HeatMap:
    made = HeatMap("Drift", "relative distance", **options)  # type: ignore[arg-type]
    qtbot.addWidget(made)
    made.resize(640, 400)
    made.set_grid(grid)
    made.show()
    qtbot.waitExposed(made)
    return made


def colour_at(heat: HeatMap, row: int, column: int) -> str:
    box = heat.canvas.cell_rect(row, column)
    assert box is not None
    shot = picture(heat.canvas)
    blue, green, red, _ = shot[round(box.center().y()), round(box.center().x())]
    return f"#{red:02X}{green:02X}{blue:02X}"


# -- grids -------------------------------------------------------------------------------------------------


def test_cells_meet_midway_between_uneven_measurements() -> None:
    grid = measured()
    np.testing.assert_array_equal(grid.borders(), [0, 5, 55, 115, 130])
    assert [grid.column_at(x) for x in (-3, 0, 4, 6, 54, 56, 114, 116, 999)] == [0, 0, 0, 1, 1, 2, 2, 3, 3]
    assert [grid.row_at(y) for y in (-0.4, 0.4, 0.6, 2.4, 7)] == [0, 0, 1, 2, 2]
    np.testing.assert_array_equal(heads().borders(), [-0.5, 0.5, 1.5, 2.5])


def test_levels_come_from_the_values_or_are_given_and_may_fall() -> None:
    assert measured([[0, 0.0771, np.nan, 0.01]] * 3).scale() == pytest.approx((0.0, 0.078))
    assert measured(np.zeros((3, 4))).scale() == (0.0, 1.0)
    cka = HeatGrid(np.array([[1.0, 0.9, 0.8]]), ("Layer 1",), np.arange(3.0), levels=(1.0, 0.8))
    np.testing.assert_allclose(cka.shares(), [[0.0, 0.5, 1.0]])


# -- drawing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_colours_are_the_looks_in_both_themes(qtbot: QtBot, mode: str) -> None:
    heat = shown(qtbot, measured())
    theme.set_mode(mode)
    low, high = measured().scale()
    for row, column in ((0, 1), (1, 2), (2, 3)):
        share = (measured().values[row, column] - low) / (high - low)
        wanted, got = QColor(theme.heat_color(share)), QColor(colour_at(heat, row, column))
        for part in ("red", "green", "blue"):
            assert abs(getattr(wanted, part)() - getattr(got, part)()) <= 2
    assert has_colour(picture(heat.legend), theme.current().heat[0], 2)


def test_what_was_not_measured_is_blank(qtbot: QtBot) -> None:
    values = np.full((3, 4), 0.05)
    values[1, 2] = np.nan
    heat = shown(qtbot, measured(values))
    assert colour_at(heat, 1, 2) == theme.current().alt
    assert colour_at(heat, 1, 1) != theme.current().alt
    heat.set_x_range(0, 260)  # the run is half done
    area = heat.canvas.plot_rect()
    last = heat.canvas.cell_rect(0, 3)
    assert last is not None
    assert last.right() == pytest.approx(area.left() + area.width() / 2, abs=1.5)
    shot = picture(heat.canvas)
    blue, green, red, _ = shot[round(area.center().y()), round(area.left() + 0.75 * area.width())]
    assert f"#{red:02X}{green:02X}{blue:02X}" == theme.current().alt


def test_the_first_row_is_at_the_bottom_and_cells_fill_the_area(qtbot: QtBot) -> None:
    heat = shown(qtbot, measured())
    area = heat.canvas.plot_rect()
    bottom, top = heat.canvas.cell_rect(0, 0), heat.canvas.cell_rect(2, 3)
    assert bottom is not None and top is not None
    assert bottom.bottom() == pytest.approx(area.bottom(), abs=1.5)
    assert top.top() == pytest.approx(area.top(), abs=1.5)
    assert bottom.left() == pytest.approx(area.left(), abs=1.5)
    assert top.right() == pytest.approx(area.right(), abs=1.5)


def test_without_data_it_says_what_fills_it(qtbot: QtBot) -> None:
    heat = shown(qtbot, None, empty="Measured while a run trains.")
    before = picture(heat.canvas)
    heat.set_empty("")
    assert not np.array_equal(before, picture(heat.canvas))
    assert not heat.legend.isVisible()
    heat.set_grid(measured())
    assert heat.legend.isVisible()
    heat.set_grid(HeatGrid(np.empty((3, 0)), ROWS, np.empty(0)))
    assert heat.grid() is None


# -- the marked cell ---------------------------------------------------------------------------------------


def test_arrow_keys_move_the_mark_and_the_readout_follows(qtbot: QtBot) -> None:
    heat = shown(qtbot, measured())
    moved: list[tuple[int, int]] = []
    heat.moved.connect(lambda row, column: moved.append((row, column)))
    qtbot.keyClick(heat.canvas, Qt.Key.Key_Left)  # the first key begins at the newest value of the top row
    assert heat.cell() == (2, 3)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Down):
        qtbot.keyClick(heat.canvas, key)
    assert heat.cell() == (1, 2)
    assert heat.readout.accessibleName() == "Step 100, layer 1. : 0.060"
    assert heat.canvas.accessibleDescription() == heat.readout.accessibleName()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Right, Qt.Key.Key_PageUp, Qt.Key.Key_Up):
        qtbot.keyClick(heat.canvas, key)
    assert heat.cell() == (2, 3)
    assert moved == [(2, 3), (2, 2), (1, 2), (1, 3), (2, 3)]


def test_mouse_and_keys_pick(qtbot: QtBot) -> None:
    heat = shown(qtbot, heads(), x_title="Head")
    box = heat.canvas.cell_rect(1, 2)
    assert box is not None
    with qtbot.waitSignal(heat.picked) as picked:
        qtbot.mouseClick(heat.canvas.viewport(), Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    assert picked.args == [1, 2]
    assert heat.readout.accessibleName() == "Layer 2, head 3. : 0.50"
    qtbot.keyClick(heat.canvas, Qt.Key.Key_Left)
    assert heat.readout.accessibleName() == "Layer 2, head 2. : not measured"
    with qtbot.waitSignal(heat.picked) as picked:
        qtbot.keyClick(heat.canvas, Qt.Key.Key_Return)
    assert picked.args == [1, 1]


def test_the_cross_hair_is_shared_with_curves(qtbot: QtBot) -> None:
    heat, plot = shown(qtbot, measured()), CurvePlot("Loss")
    qtbot.addWidget(plot)
    plot.set_curves([PlotCurve("a", np.array([0.0, 10, 100, 130]), np.arange(4.0), measured=True)])
    LinkedCrosshair([heat, plot], heat)
    plot.canvas.hovered.emit(90.0)
    assert heat.cell() == (2, 2)
    assert plot.readout is not None
    assert "2.00" in plot.readout.accessibleName()  # what was measured at 100, nothing between
    qtbot.keyClick(heat.canvas, Qt.Key.Key_Left)
    assert plot.cross() == 10.0


# -- table and export --------------------------------------------------------------------------------------


def test_the_table_has_a_line_for_each_step(qtbot: QtBot) -> None:
    heat = shown(qtbot, measured())
    titles, *lines = heat.table.texts()
    assert titles == ["Step", "Layer 2", "Layer 1", "Embeddings"]
    assert lines[2] == ["100", "0.100", "0.060", "0.020"]
    heat.table_button.click()
    assert heat.numbers.isVisible() and not heat.canvas.isVisible()
    heat.set_grid(heads())
    heat.set_x_text("Head")
    assert [line[0] for line in heat.table.texts()[1:]] == ["Head 1", "Head 2", "Head 3"]
    assert heat.table.texts()[2][1] == ""


@pytest.mark.parametrize("suffix", [".png", ".svg", ".csv"])
def test_saved_files_hold_the_map_and_its_legend(qtbot: QtBot, tmp_path: Path, suffix: str) -> None:
    heat = shown(qtbot, measured())
    path = tmp_path / f"drift{suffix}"
    with qtbot.waitSignal(heat.notice) as told:
        heat.save(path)
    assert told.args == [f"Saved drift{suffix}"]
    if suffix == ".png":
        assert QImage(str(path)).height() > 2 * (heat.canvas.height() + heat.legend.height())
    elif suffix == ".svg":
        words = "".join(ET.fromstring(path.read_text(encoding="utf-8")).itertext())
        assert "Layer 2" in words and "0.110" in words
    else:
        with path.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.reader(lines))
        assert [float(v) for v in rows[-1]] == [130.0, 0.11, 0.07, 0.03]
    with pytest.raises(ValueError, match=".gif"):
        heat.save(tmp_path / "drift.gif")
