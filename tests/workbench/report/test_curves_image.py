"""The picture of a run made without a window."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from engine.errors import UserError
from engine.events import Evaluation, RunFinished, StageStarted
from engine.launch.baselines import baseline_experiments
from engine.spec.data import DataSource
from engine.spec.recipes import find_recipe
from engine.store import Store, metrics, runs
from engine.store.writer import RunWriter
from tests import patience
from tests.workbench.conftest import has_colour
from tests.workbench.pages.stored import experiment
from workbench.engine_texts import GENERATED_NOTE
from workbench.look.theme import LIGHT
from workbench.plots import CurvePlot
from workbench.report import curves_image
from workbench.widgets import Label

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with two runs that have curves."""
    path = tmp_path / "runs.sqlite"
    experiment = find_recipe("quickstart").plan.experiment
    with Store(path) as opened:
        for k in (1, 2):
            number = runs.create_run(opened, experiment)
            steps = range(1, 301)
            losses = 0.7 * np.exp(-np.arange(300) / 90 / k) + 0.05
            metrics.add_points(
                opened, number, [("train/loss", s, s / 10, float(losses[s - 1])) for s in steps]
            )
            metrics.add_points(
                opened, number, [("validation/error", s, s / 10, 40.0 / s * k) for s in (100, 200, 300)]
            )
            metrics.add_points(opened, number, [("rate/top", s, s / 10, 3e-4 * (1 - s / 301)) for s in steps])
    return path


def pixels(file: Path) -> np.ndarray:
    image = QImage(str(file)).convertToFormat(QImage.Format.Format_ARGB32)
    raw = np.frombuffer(image.constBits(), np.uint8)
    return raw.reshape(image.height(), image.bytesPerLine() // 4, 4)[:, : image.width()].copy()


def test_picture_shows_every_run_in_its_colour(store: Path, tmp_path: Path) -> None:
    target = tmp_path / "curves.png"
    curves_image.save(store, [1, 2], target)
    shot = pixels(target)
    assert shot.shape[:2] == (2 * curves_image.HEIGHT, 2 * curves_image.WIDTH)
    for part in np.array_split(shot, 3, axis=1):  # three plots side by side
        for slot in (0, 1):
            assert has_colour(part, LIGHT.series[slot], 3, least=60)
        assert not has_colour(part, LIGHT.series[2], 3, least=60)


def add_baseline(store: Path) -> int:
    """Seven strengths of regularisation were tried, of which the last was taken and tested."""
    with Store(store) as opened:
        (made,) = baseline_experiments(
            [runs.get_experiment(opened, 1)], ["bag_of_words"], ["logistic_regression"]
        )
        number = runs.create_run(opened, made)
    with RunWriter(store, number) as writer:
        writer.write(StageStarted(0, "linear_baseline", "Linear baseline", 0, 7, 7))
        for step in range(1, 8):
            writer.write(Evaluation("validation", step, {"validation/error": 20.0 - step}, best=True))
        writer.write(Evaluation("test", 7, {"test/error": 41.5}))
        writer.write(RunFinished(7, {}))
        writer.set_columns(status="finished")
    return number


def drawn(store: Path, ids: list[int]) -> QWidget:
    """The sheet that the picture is painted from."""
    made: list[QWidget] = []

    def keep(*arguments: Any) -> QWidget:
        made.append(make_sheet(*arguments))
        return made[0]

    make_sheet = curves_image.make_sheet
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(curves_image, "make_sheet", keep)
        curves_image.save(store, ids, store.parent / "sheet.png")
    return made[0]


def plot_of(sheet: QWidget, title: str) -> CurvePlot:
    (found,) = [plot for plot in sheet.findChildren(CurvePlot) if plot.title.text() == title]
    return found


def test_a_baseline_is_a_level_beside_updates(store: Path) -> None:
    """Its steps are strengths of regularisation: as a course it ended at 7 of 300 updates."""
    number = add_baseline(store)
    sheet = drawn(store, [1, number])
    course, level = plot_of(sheet, "Validation error").curves()
    assert course.x.tolist() == [100, 200, 300] and not course.dash
    assert level.x.tolist() == [0, 300] and level.y.tolist() == [13, 13] and level.dash
    # Validation texts can be of the training file's kind, and the line lie below all others.
    assert level.end_label == "baseline"
    alone = plot_of(drawn(store, [number]), "Validation error").curves()
    assert [curve.x.tolist() for curve in alone] == [[*range(1, 8)]]


def test_pictures_of_generated_texts_say_so(store: Path, tmp_path: Path) -> None:
    def notes(sheet: QWidget) -> list[str]:
        return [label.text() for label in sheet.findChildren(Label) if "Demonstration" in label.text()]

    assert notes(drawn(store, [1, 2])) == [GENERATED_NOTE]
    other = tmp_path / "real.sqlite"
    real = experiment()
    stage = real.stages[0].model_copy(update={"data": DataSource(source="paper:trec")})
    with Store(other) as opened:
        number = runs.create_run(opened, real.model_copy(update={"stages": [stage]}))
    assert notes(drawn(other, [number])) == []


def test_picture_needs_no_display(store: Path, tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    code = "import sys; from pathlib import Path; from workbench.report import curves_image as picture; "
    code += "picture.save(Path(sys.argv[1]), [1], Path(sys.argv[2]))"
    target = tmp_path / "curves.png"
    ended = subprocess.run(
        [sys.executable, "-c", code, str(store), str(target)],
        env=environment, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=patience.seconds(120),
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert pixels(target).shape[1] == 2 * curves_image.WIDTH


def test_a_run_without_curves_still_gives_axes(store: Path, tmp_path: Path) -> None:
    with Store(store) as opened:
        number = runs.create_run(opened, find_recipe("quickstart").plan.experiment)
    curves_image.save(store, [number], tmp_path / "empty.png")
    assert has_colour(pixels(tmp_path / "empty.png"), LIGHT.control, 3, least=100)


def test_unwritable_target_is_the_users_to_mend(store: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        curves_image.save(store, [1], tmp_path / "missing" / "curves.png")
