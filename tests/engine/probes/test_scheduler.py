"""When probes measure, and the similarity of representations."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from scipy.linalg import orthogonal_procrustes
from torch import nn

from engine.compute.device import choose_device
from engine.events import Event, ProbeMeasured, RunNotice
from engine.model.encoders import load_encoder, load_tokenizer
from engine.probes import scheduler
from engine.probes.base import ProbeEnvironment, ProbeMoment, ProbeResult
from engine.probes.passages import Passages, load_passages
from engine.probes.scheduler import ProbeScheduler
from engine.probes.similarity import (
    LayerOutputs,
    SimilarityReference,
    cka,
    procrustes_distance,
    similarity_result,
)
from engine.spec.experiment import Encoder, parse_experiment
from engine.stages.base import StageContext

pytestmark = pytest.mark.usefixtures("home")


STEPS = 100


class Clock:
    """Seconds that pass only when they are told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Sleeper:
    """A probe that takes its time and says when it was asked."""

    def __init__(self, name: str, clock: Clock, seconds: float, asked: list[tuple[str, ProbeMoment]]) -> None:
        self.name, self._clock, self._seconds, self._asked = name, clock, seconds, asked

    def measure(self, moment: ProbeMoment) -> ProbeResult:
        self._clock.now += self._seconds
        self._asked.append((self.name, moment))
        torch.rand(3)  # must not be felt outside
        assert not torch.is_grad_enabled()
        return ProbeResult({f"{self.name}/value": 1.0}, {f"{self.name}/map": np.array([1.0, np.nan])})


class Lab:
    """A stage of 100 updates of one second each, watched by sleepers."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, stages: int = 1, index: int = 0
    ) -> None:
        self.folder, self.stages, self.index = folder, stages, index
        self.clock, self.asked = Clock(), list[tuple[str, ProbeMoment]]()
        self.sleepers = [Sleeper("a", self.clock, 0.5, self.asked), Sleeper("b", self.clock, 1.5, self.asked)]
        self.model = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.5))
        self.setup, self.evaluations = 0.0, set[int]()

        def build(environment: ProbeEnvironment, leave: list[str]) -> list[Any]:
            self.clock.now += self.setup
            return [each for each in self.sleepers if each.name not in leave]

        monkeypatch.setattr(scheduler, "build_probes", build)

    def watch(self, origin: int = 0, **probes: Any) -> ProbeScheduler:
        stage = {"kind": "finetune", "data": "samples:reviews"}
        experiment = parse_experiment(
            {
                "stages": [stage] * self.stages,
                "probes": {"points": 10, "examples": False} | probes,
                "compute": {"device": "cpu", "precision": "fp32"},
            }
        )
        context = StageContext(
            experiment, self.index, experiment.encoder, choose_device(experiment.compute), self.folder
        )
        due = self.evaluations.__contains__
        task: Any = SimpleNamespace(model=self.model, steps=STEPS, layers=2, is_evaluation_due=due)
        return ProbeScheduler(task, context, origin, self.clock)

    def train(
        self, watching: ProbeScheduler, first: int = 0, last: int = STEPS, chosen: int = STEPS
    ) -> Iterator[Event]:
        """As the loop does; ends without choosing when it is stopped before the last update."""
        for step in range(first, last + 1):
            over = step == STEPS
            if watching.is_due(step, is_end=over, selected_step=chosen):
                yield from watching.measure(step, self.model, "end" if over else "point" if step else "start")
            if step < last:
                self.clock.now += 1.0
        if last == STEPS:
            yield from watching.measure(chosen, self.model, "chosen")

    def moments(self, name: str = "a") -> list[tuple[int, str]]:
        return [(moment.step, moment.occasion) for who, moment in self.asked if who == name]


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Lab]:
    return lambda **options: Lab(tmp_path, monkeypatch, **options)


@pytest.mark.parametrize("budget", [5.0, 8.0, 12.0, 20.0])
def test_the_budget_is_kept_and_spread(budget: float, lab: Callable[..., Lab]) -> None:
    room = lab()
    events = list(room.train(room.watch(budget=budget, points=50)))
    spent = 2.0 * len(room.moments())
    whole = room.clock.now - 1000.0
    assert 100 * spent / whole <= budget
    # It is used up, but for what one more measure would have taken.
    assert 100 * (spent + 2 * 2.0) / (whole + 2 * 2.0) > budget
    points = [step for step, when in room.moments() if when == "point"]
    gaps = np.diff([0, *points, STEPS])
    assert gaps.max() <= 2.5 * STEPS / (len(points) + 1)
    share = [e.values["probes/share"] for e in events if isinstance(e, ProbeMeasured) and e.probe == "cost"]
    assert share[-1] == pytest.approx(100 * spent / whole)
    assert not [e for e in events if isinstance(e, RunNotice)]


def test_beginning_and_end_are_measured_even_over_budget(lab: Callable[..., Lab]) -> None:
    room = lab()
    events = list(room.train(room.watch(budget=1), chosen=30))
    assert room.moments() == [(0, "start"), (100, "end"), (30, "chosen")]
    (note,) = [e for e in events if isinstance(e, RunNotice)]
    assert "6 % of the run" in note.text and "1 % allowed" in note.text
    cost = [e for e in events if isinstance(e, ProbeMeasured) and e.probe == "cost"]
    assert [e.step for e in cost] == [0, 100, 100]  # where the run stands
    assert cost[-1].values["probes/seconds/b"] == pytest.approx(4.5)


@pytest.mark.parametrize("stop", [0, 7, 10, 55, 99])
def test_a_resumed_stage_measures_what_an_uninterrupted_one_does(stop: int, lab: Callable[..., Lab]) -> None:
    whole = lab(stages=2)
    watching = whole.watch(budget=9)
    expected = [e for e in whole.train(watching) if isinstance(e, ProbeMeasured)]
    cut = lab(stages=2)
    first = cut.watch(budget=9)
    found = [e for e in cut.train(first, last=stop) if isinstance(e, ProbeMeasured)]
    state, tensors = json.loads(json.dumps(first.state())), first.tensors()
    cut.clock.now += 5000.0  # the pause does not count
    second = cut.watch(budget=9)
    second.restore(state)
    second.restore_tensors(tensors)
    found += [e for e in cut.train(second, first=stop) if isinstance(e, ProbeMeasured)]
    assert [(e.probe, e.step, e.chosen) for e in found] == [(e.probe, e.step, e.chosen) for e in expected]
    assert [dict(e.values) for e in found] == [pytest.approx(dict(e.values)) for e in expected]
    # What another run would be told is complete as well.
    told, known = list(second.record.as_events(7)), list(watching.record.as_events(0))
    assert [(e.probe, e.step - 7, e.values, e.chosen) for e in told] == [
        (e.probe, e.step, e.values, e.chosen) for e in known
    ]
    assert all(np.array_equal(e.maps[f"{e.probe}/map"], [1.0, np.nan], equal_nan=True) for e in told)


def test_a_probe_that_fails_is_told_of_once_and_left_out(
    lab: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    room = lab()

    def fail(moment: ProbeMoment) -> ProbeResult:
        raise torch.OutOfMemoryError("CUDA out of memory.\nTried to allocate 3 GiB")

    monkeypatch.setattr(room.sleepers[0], "measure", fail)
    watching = room.watch(budget=100, points=2)
    events = list(room.train(watching))
    (note,) = [e for e in events if isinstance(e, RunNotice)]
    assert note.text == (
        "Not measured any more: a. OutOfMemoryError: CUDA out of memory. Tried to allocate 3 GiB"
    )
    assert note.level == "warning" and "Traceback" in capsys.readouterr().err
    assert {e.probe for e in events if isinstance(e, ProbeMeasured)} == {"b", "cost"}
    again = room.watch(budget=100, points=2)
    again.restore(watching.state())
    assert not [e for e in room.train(again) if isinstance(e, RunNotice)]


def pair(n: int, d: int, e: int, seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Two related sets of features with unequal directions and a mean of their own."""
    draw = torch.Generator().manual_seed(seed)
    x = torch.randn(n, d, generator=draw) * torch.linspace(0.1, 2, d) + 3
    return x, x[:, :1] + x @ torch.randn(d, e, generator=draw) / d + torch.randn(n, e, generator=draw)


def by_grams(x: torch.Tensor, y: torch.Tensor, debiased: bool) -> float:
    """CKA from n x n kernels: tr(KHLH) (Kornblith et al. 2019, eq. 2), or HSIC₁ (Song et al. 2012, eq. 5)."""

    def hsic(k: np.ndarray, m: np.ndarray) -> float:
        n = len(k)
        if not debiased:
            h = np.eye(n) - 1 / n
            return float(np.trace(k @ h @ m @ h))
        k, m = k - np.diag(np.diag(k)), m - np.diag(np.diag(m))
        one = np.ones(n)
        return float(
            np.trace(k @ m)
            + (one @ k @ one) * (one @ m @ one) / ((n - 1) * (n - 2))
            - 2 / (n - 2) * (one @ k @ m @ one)
        )

    k, m = (each.double().numpy() @ each.double().numpy().T for each in (x, y))
    return hsic(k, m) / np.sqrt(hsic(k, k) * hsic(m, m))


@pytest.mark.parametrize("debiased", [True, False])
@pytest.mark.parametrize(("n", "d", "e"), [(200, 16, 16), (40, 64, 64), (60, 20, 33)])
def test_the_feature_form_is_the_kernel_form(n, d, e, debiased):
    x, y = pair(n, d, e)
    found = cka(LayerOutputs.from_outputs(x), LayerOutputs.from_outputs(y), debiased=debiased)
    assert found == pytest.approx(by_grams(x, y, debiased), abs=2e-6)
    assert abs(found) < 0.95


def test_rotation_scale_and_shift_are_not_seen_but_stretching_is():
    x, _ = pair(300, 24, 24)
    rotation, _ = torch.linalg.qr(torch.randn(24, 24, generator=torch.Generator().manual_seed(1)))
    same = LayerOutputs.from_outputs(7.5 * x @ rotation - 2)
    assert cka(LayerOutputs.from_outputs(x), LayerOutputs.from_outputs(x)) == pytest.approx(1, abs=1e-6)
    assert cka(LayerOutputs.from_outputs(x), same) == pytest.approx(1, abs=1e-6)
    assert procrustes_distance(LayerOutputs.from_outputs(x), same) == pytest.approx(0, abs=1e-6)
    stretched = LayerOutputs.from_outputs(x * torch.linspace(1, 10, 24))
    assert cka(LayerOutputs.from_outputs(x), stretched) < 0.99
    assert procrustes_distance(LayerOutputs.from_outputs(x), stretched) > 0.01


def test_unrelated_features_have_nothing_in_common_however_few_there_are():
    draws = [
        [
            LayerOutputs.from_outputs(torch.randn(60, 64, generator=torch.Generator().manual_seed(seed + s)))
            for s in (0, 1000)
        ]
        for seed in range(20)
    ]
    assert np.mean([cka(x, y) for x, y in draws]) == pytest.approx(0, abs=0.02)
    assert np.mean([cka(x, y, debiased=False) for x, y in draws]) > 0.4, "the bias that is taken away"


def test_procrustes_is_what_is_left_after_the_best_rotation():
    x, y = pair(80, 12, 12)
    a, b = (each.double().numpy() - each.double().numpy().mean(0) for each in (x, y))
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    rotation, scale = orthogonal_procrustes(a, b)
    left = np.square(a @ rotation - b).sum() / 2
    assert left == pytest.approx(1 - scale)
    assert procrustes_distance(LayerOutputs.from_outputs(x), LayerOutputs.from_outputs(y)) == pytest.approx(
        left, abs=1e-6
    )


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Encoder, torch.nn.Module, Passages, int]:
    encoder = Encoder(source="palimpsest-tiny")
    tokenizer = load_tokenizer(encoder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PALIMPSEST_HOME", str(tmp_path_factory.mktemp("home")))
        texts = load_passages("", tokenizer, count=16, length=32, role="probe")
    return encoder, load_encoder(encoder, None, 0)[0].eval(), texts, tokenizer.pad_token_id


@torch.no_grad()
def test_layers_below_a_change_are_the_same_and_those_above_are_not(tiny):
    encoder, original, texts, pad_id = tiny
    reference = SimilarityReference(original, texts, pad_id)
    assert reference.passage_count == len(texts)
    assert reference.word_count == sum(int((words >= 0).sum()) for words in texts.words)
    unchanged = reference.compare(original, matrix=True)
    np.testing.assert_allclose(unchanged.cka, 1, atol=1e-5)
    np.testing.assert_allclose(unchanged.procrustes, 0, atol=1e-5)
    np.testing.assert_allclose(unchanged.matrix, unchanged.matrix.T, atol=1e-4)
    np.testing.assert_allclose(np.diag(unchanged.matrix), 1, atol=1e-4)

    changed = load_encoder(encoder, None, 0)[0].eval()
    for name, parameter in changed.named_parameters():
        if "layer.1." in name and parameter.ndim == 2:
            parameter.add_(
                parameter.std() * torch.randn(parameter.shape, generator=torch.Generator().manual_seed(2))
            )
    found = reference.compare(changed, matrix=True)
    np.testing.assert_allclose(found.cka[:2], 1, atol=1e-5)
    assert (found.cka[2:] < 0.99).all()
    np.testing.assert_allclose(found.procrustes[:2], 0, atol=1e-5)
    assert (found.procrustes[2:] > 0.01).all()
    # Rows are the original's layers, columns those of now: the lower two columns are the unchanged layers.
    np.testing.assert_allclose(found.matrix[:, :2], unchanged.matrix[:, :2], atol=1e-4)
    np.testing.assert_allclose(np.diag(found.matrix), found.cka, atol=0.01)
    assert similarity_result(found).values == {"similarity/cka": pytest.approx(found.cka[1:].mean())}
