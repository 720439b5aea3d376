"""What our probes say that they do, against counting by hand and against what they read when a run trains."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.probes.built_in import BUILT_IN
from engine.probes.work import ProbedStage, ProbeWork, TaskSizes, WorkMoment
from engine.spec.probes import Probes
from tests.engine.sized_encoder import SizedEncoder

SMALL = SizedEncoder(layers=2, hidden=64, vocabulary=1000, positions=32, parameters=200_000)


QUESTIONS = TaskSizes(400, 600, 200, 10.0, "single_label", "questions")
MATRIX_MOMENTS: tuple[tuple[WorkMoment, int], ...] = (("start", 0), ("chosen", 1))
REVIEWS = TaskSizes(200, 100, 50, 30.0, "multi_label", "reviews")


def stage(index: int = 0, *, tasks: Any = (), earlier: Any = (), **probes: Any) -> ProbedStage:
    chosen = Probes.model_validate({"texts": 16, "length": 64} | probes)
    return ProbedStage(chosen, index, SMALL, tasks, earlier, builds_on_stages=bool(earlier))


def work(name: str, of: ProbedStage, moment: WorkMoment) -> ProbeWork:
    found = BUILT_IN[name].work(of, moment)
    assert found is not None
    return found


def test_every_probe_that_is_declared_is_registered_as_it_is_declared() -> None:
    from engine.probes import base, scheduler

    assert scheduler.BUILT_IN is BUILT_IN
    ours = {
        name: each for name, each in base._REGISTERED.items() if each.build.__module__.startswith("engine.")
    }
    assert {name: each.declaration for name, each in ours.items()} == BUILT_IN
    assert {name: each.build.__module__ for name, each in ours.items()} == {
        name: each.runtime for name, each in BUILT_IN.items()
    }


def test_what_probes_do_is_known_without_what_measures_it() -> None:
    look = (
        "import sys\nfrom engine.probes.built_in import BUILT_IN\n"
        "assert len(BUILT_IN) == 7\nassert not {'torch', 'numpy', 'transformers'} & {*sys.modules}\n"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", look], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_language_reads_all_passages_and_some_of_them_once_per_layer_at_the_end() -> None:
    # 16 passages of the 32 tokens that the encoder reads; 15 % are predicted. The other 85 % do without three quarters
    # of the second layer.
    read = 1 - 0.85 * 0.75 / 2
    point = work("retention", stage(), "point")
    assert point.tokens == pytest.approx(16 * 32 * read) and point.predicted_words == pytest.approx(
        0.15 * 16 * 32
    )
    chosen = work("retention", stage(texts=40), "chosen")
    assert chosen.tokens == pytest.approx((40 + 3 * 24) * 32 * read)  # with 0, 1 and 2 layers put back
    every = work("retention", stage(pseudo=True), "start")
    one_by_one = 16 * 32 * 32 * (1 - 31 / 32 * 0.75 / 2)
    assert every.tokens == pytest.approx(point.tokens + one_by_one)
    assert work("retention", stage(pseudo=True), "point") == point


def test_layers_are_compared_on_no_more_words_than_they_need() -> None:
    few, many = work("similarity", stage(texts=4), "point"), work("similarity", stage(texts=64), "point")
    assert few.tokens == 4 * 32 and many.tokens == 5 * 64
    assert many.multiplications == 3 * 2 * (2 * 5 * 64 * 64**2)  # two products for each of three outputs
    # Each layer with each, of both encoders, at the very beginning and for the chosen weights alone.
    kernels = 2 * 3 * 2 * (5 * 64) ** 2 * 64
    for moment, index in MATRIX_MOMENTS:
        assert (
            work("similarity", stage(index, texts=64), moment).multiplications
            == many.multiplications + kernels
        )
    assert work("similarity", stage(1, texts=64), "start") == many
    assert work("attention", stage(texts=64), "point").tokens == 16 * 32


def test_earlier_tasks_are_read_whole_but_on_the_way() -> None:
    later = stage(1, tasks=(REVIEWS,), earlier=(QUESTIONS, REVIEWS))
    assert work("earlier", later, "point").tokens == 500 * 10 + 100 * 30
    assert work("earlier", later, "end").tokens == 600 * 10 + 100 * 30
    assert work("earlier", later, "chosen").tokens == 800 * 10 + 150 * 30
    assert work("earlier", replace(later, tested=False), "chosen").tokens == 600 * 10 + 100 * 30
    assert BUILT_IN["earlier"].work(stage(), "point") is None


def test_a_task_to_come_is_probed_once_with_two_encoders() -> None:
    later = stage(1, tasks=(QUESTIONS, REVIEWS), earlier=(REVIEWS,))
    start = work("forward", later, "start")
    assert (
        start.tokens == 2 * (300 + 300) * 10 and start.encoders_loaded == 1
    )  # several labels for a text: left out
    assert work("forward", later, "point") == ProbeWork()
    assert BUILT_IN["forward"].work(stage(1, tasks=(REVIEWS,), earlier=(QUESTIONS,)), "start") is None


def test_a_linear_probe_reads_texts_as_long_as_those_of_its_data_set() -> None:
    known = [{"data": "questions", "texts": 50}]
    assert work("knowledge", stage(known=known, tasks=(QUESTIONS, REVIEWS)), "point").tokens == 100 * 10
    assert (
        work("knowledge", stage(known=known, tasks=(REVIEWS,)), "point").tokens == 100 * 30
    )  # like what is known
    assert work("knowledge", stage(known=known), "point").tokens == 100 * 32  # all that the encoder reads
    # Of 50 texts and 64 dimensions: 6 x 64 x 50^2 + 20 x 50^3 for each of three outputs.
    assert work("knowledge", stage(known=known), "point").decompositions == 3 * (6 * 64 * 50**2 + 20 * 50**3)


@pytest.mark.parametrize("name", ["retention", "drift", "similarity", "attention"])
def test_what_is_switched_off_does_nothing(name: str) -> None:
    assert BUILT_IN[name].work(stage(**{name: False}), "setup") is None
