"""The Log and the Settings tab, and the hardware strip beneath."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from engine.spec.experiment import Experiment
from engine.store import Store, runs
from tests.workbench.pages.runs.runs_page import WAIT, shows, wait_for_rows
from tests.workbench.pages.stored import experiment, finished, losses, queued, settle, train
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.wording import SETTINGS

pytestmark = pytest.mark.gui


def test_the_strip_shows_the_last_measures(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    (number,) = queued(store, [experiment("training")])
    train(store, number, losses(20, number))
    settle(store, [number], "running")
    qtbot.waitUntil(lambda: shows(page, number, 20), timeout=WAIT)
    qtbot.waitUntil(lambda: "120" in page.strip.speed.accessibleName(), timeout=WAIT)
    assert page.strip.speed.accessibleName() == "Speed: 120 texts/s, 2.0 k tokens/s"
    assert page.strip.cpu.accessibleName() == "CPU: 150 %"
    assert page.strip.memory.accessibleName() == "Memory: 1.5 GB"
    settle(store, [number], "stopped")
    mean = f"Speed: {np.mean([105.0, 110.0, 115.0, 120.0]):.0f} texts/s on average"
    qtbot.waitUntil(lambda: page.strip.speed.accessibleName() == mean, timeout=WAIT)
    assert page.strip.cpu.isHidden() and page.strip.memory.isHidden(), "no gauge without a value"


def test_the_log_follows_its_end_until_somebody_scrolls_back(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    number = finished(store)
    settle(store, [number], "running")
    with Store(store) as opened:
        log = runs.get_run(opened, number).folder / "run.log"
    log.write_text("".join(f"step {i}\n" for i in range(200)), encoding="utf-8")
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    page.menus["log"].trigger()
    text = page.log.text
    qtbot.waitUntil(lambda: "step 199" in text.toPlainText(), timeout=WAIT)
    assert "128 texts were cut." in text.toPlainText()
    bar = text.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0

    def say(line: str) -> None:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
        qtbot.waitUntil(lambda: line in text.toPlainText(), timeout=WAIT)

    say("one more")
    assert bar.value() == bar.maximum()
    bar.triggerAction(bar.SliderAction.SliderPageStepSub)
    place = bar.value()
    assert not page.log.follow.isChecked()
    say("and another one")
    assert bar.value() == place < bar.maximum()
    page.log.search.setText("STEP 19")
    page.log.search.search.emit("STEP 19")
    assert text.toPlainText().splitlines() == ["step 19", *(f"step {i}" for i in range(190, 200))]
    assert page.log.caption.text().endswith(" lines")
    page.log.search.setText("nowhere")
    page.log.search.search.emit("nowhere")
    assert text.toPlainText() == "No line has this."
    page.log.search.setText("")
    page.log.search.search.emit("")
    page.log.only_warnings.setChecked(True)
    assert "step 199" not in text.toPlainText()
    assert "128 texts were cut." in text.toPlainText()


def test_settings_tab_has_the_frozen_specification_and_the_environment(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    from engine.spec.toml import loads

    number = finished(store, "with settings", rate=3e-4)
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    page.tabs.setCurrentIndex(SETTINGS)
    qtbot.waitUntil(lambda: "learning_rate" in page.about.spec.toPlainText(), timeout=WAIT)
    with Store(store) as opened:
        frozen: Experiment = runs.get_experiment(opened, number)
    assert loads(page.about.spec.toPlainText()).experiment == frozen
    facts = page.about.facts.toPlainText()
    assert "finished" in facts
    assert "steps per epoch" in facts
    assert "negative, positive" in facts
