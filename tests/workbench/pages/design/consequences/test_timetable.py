"""The training schedule, drawn before the run: the phases of the timetable that training follows."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engine.analysis.curves.rates import freezing_timetable, layer_rates, rate_curves
from engine.spec.experiment import parse_experiment
from workbench.pages.design.consequences.timetable import TimetableView

pytestmark = pytest.mark.gui


@pytest.mark.parametrize("kind", ["head_first", "gradual", "chain_thaw"])
def test_the_timetable_drawn_is_the_one_that_is_trained(qtbot: QtBot, kind: str) -> None:
    experiment = parse_experiment(
        {"stages": [{"kind": "finetune", "data": "x", "freezing": kind, "epochs": 10}]}
    )
    stage, layers, total = experiment.stages[0], 4, 200
    made = freezing_timetable(stage, layers, total)
    assert made.phases == tuple(p for p in stage.freezing.timetable(layers, total, 20) if p.start < total)
    assert len(made.phases) > 1 and made.end(len(made.phases) - 1) == total
    found = rate_curves(experiment, layers, [total])
    for number, phase in enumerate(made.phases):
        inside = slice(phase.start, made.end(number))
        assert bool(found.head[inside].any()) == (layers + 2 in phase.trainable)
        assert bool(found.bottom[inside].any()) == (0 in phase.trainable)
    view = TimetableView()
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.show_timetable(made, layer_rates(stage, layers, total))
    view.show()
    assert view.phases()[0].startswith("Updates 1 to ") and len(view.phases()) == len(made.phases)
