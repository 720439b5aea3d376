"""The samples of CONTRIBUTING.md do what the page says of them, as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests import patience

ROOT = Path(__file__).resolve().parent.parent

IMPORTS = """
from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar, Literal

import torch
from PySide6.QtWidgets import QLabel, QWidget
from sklearn.metrics import fbeta_score
from torch import Tensor, nn
from torch.nn import functional

from engine.data.readers.base import FormatReader
from engine.data.records import Records
from engine.events import Event, StepMetrics
from engine.metrics.base import Needs, Outcomes, register_metric
from engine.mitigation.base import Regulariser
from engine.objectives.base import LabelObjective, Reduction
from engine.probes.base import Probe, ProbeEnvironment, ProbeMoment, ProbeResult, register_probe
from engine.progress import ReportProgress
from engine.spec.base import field
from engine.spec.data import DataSource
from engine.spec.freezing import FOREVER, Freezing
from engine.spec.mitigation import Anchor
from engine.spec.stages import LabelledTask, SummaryFacts, SupervisedStage
from engine.spec.truncation import TailTruncation
from engine.stages.base import StageContext, StageTask
from engine.train.callbacks import Callback
from engine.train.stage_run import StageRun
from workbench.backend.session import Session
from workbench.pages.base import Page
from workbench.widgets.arrange import arrange_rows
"""
"""What the samples take from the program; none defines anything."""

USE = """
from types import SimpleNamespace

import numpy as np
from PySide6.QtWidgets import QApplication

from engine.metrics.base import known_metrics
from engine.spec.stages import Stage
from samples import *

every_other = Freezing.choose({"kind": "every_other"})
assert [every_other.frozen_until(depth, 4, 9) == FOREVER for depth in range(7)] == [0, 0, 1, 0, 1, 0, 0]

encoder = nn.Linear(2, 1, bias=False)
with torch.no_grad():
    encoder.weight.copy_(torch.tensor([[3.0, 4.0]]))
probe = build_weight_norm_probe(SimpleNamespace(encoder=encoder))
assert probe.measure(ProbeMoment(0, 0, "start")).values == {f"{probe.name}/all": 5.0}

encoder.weight.grad = torch.tensor([[2.0, 6.0]])
brake = Anchor.choose({"kind": "brake"})
task = SimpleNamespace(model=SimpleNamespace(encoder=encoder))
assert build(brake, task, None, print).after_backward(1) == {} and encoder.weight.grad.tolist() == [[1.0, 3.0]]

def told(step):
    run = SimpleNamespace(step=step, run_step=step + 7, trainer=SimpleNamespace(model=encoder))
    return [*WeightNormCallback().between_updates(run)]

assert told(99) == [] and told(100) == [StepMetrics(107, {"train/weight_norm": 5.0})]

assert known_metrics()["f2"].unit == "%"
same = np.array([0, 1, 1])
assert f2(Outcomes(3, 0.0, targets=same, predicted=same, classes=("a", "b"))) == 100

huber = LabelObjective.choose({"kind": "huber"})
logits, targets = torch.tensor([[0.5], [3.0]]), torch.tensor([0.0, 0.0])
assert huber.loss(logits, targets, "none").tolist() == [0.125, 2.5] and huber.decode(logits).tolist() == [0.5, 3.0]

arrows = FormatReader.choose({"kind": "arrows"})
assert arrows.recognises(Path("texts.arrows")) and not arrows.recognises(Path("texts.csv"))

endings = Stage.choose({"kind": "endings", "data": "samples:reviews"})
assert endings.summary()[1] == "The last 12 tokens" and endings.labelled_tasks()[0].data == endings.data

app = QApplication([])
page = CountPage()
assert page.title == "Count" and page.findChild(QLabel).text() == "Counted"
"""


def samples() -> list[str]:
    """The code of the page, sample by sample."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_samples_do_what_is_said_of_them(tmp_path: Path) -> None:
    """In a process of its own: options stay in their families once they are defined."""
    assert len(samples()) == 9
    (tmp_path / "samples.py").write_text("\n\n".join([IMPORTS, *samples()]), encoding="utf-8")
    environment = os.environ | {
        "PALIMPSEST_HOME": str(tmp_path / "home"),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]),
    }
    done = subprocess.run(
        [sys.executable, "-c", USE], env=environment, cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
        timeout=patience.seconds(240),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
