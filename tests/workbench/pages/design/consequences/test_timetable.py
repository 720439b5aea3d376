"""The training schedule, said before the run: the phases of the timetable that training follows."""

from __future__ import annotations

import pytest

from engine.analysis.curves.rates import freezing_timetable, rate_curves
from engine.spec.experiment import parse_experiment
from workbench.pages.design.context.wording import phases_in_words


@pytest.mark.parametrize("kind", ["head_first", "gradual", "chain_thaw"])
def test_the_timetable_told_is_the_one_that_is_trained(kind: str) -> None:
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
    words = phases_in_words(made, steps_known=True)
    assert words[0].startswith("Updates 1 to ") and len(words) == len(made.phases)
