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

from samples import *

encoder = nn.Linear(2, 1, bias=False)
with torch.no_grad():
    encoder.weight.copy_(torch.tensor([[3.0, 4.0]]))
encoder.weight.grad = torch.tensor([[2.0, 6.0]])
brake = Anchor.choose({"kind": "brake"})
task = SimpleNamespace(model=SimpleNamespace(encoder=encoder))
assert build(brake, task, None, print).after_backward(1) == {} and encoder.weight.grad.tolist() == [[1.0, 3.0]]

def told(step):
    run = SimpleNamespace(step=step, run_step=step + 7, trainer=SimpleNamespace(model=encoder))
    return [*WeightNormCallback().between_updates(run)]

assert told(99) == [] and told(100) == [StepMetrics(107, {"train/weight_norm": 5.0})]

huber = LabelObjective.choose({"kind": "huber"})
logits, targets = torch.tensor([[0.5], [3.0]]), torch.tensor([0.0, 0.0])
assert huber.loss(logits, targets, "none").tolist() == [0.125, 2.5] and huber.decode(logits).tolist() == [0.5, 3.0]

arrows = FormatReader.choose({"kind": "arrows"})
assert arrows.recognises(Path("texts.arrows")) and not arrows.recognises(Path("texts.csv"))
"""


def samples() -> list[str]:
    """The code of the page, sample by sample."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def module_of(name: str) -> str:
    """The sample that defines ``name``, as a module of its own with what it takes from the program and no more."""
    (code,) = (each for each in samples() if f'"{name}"' in each)

    def is_needed(line: str) -> bool:
        names = line.rpartition("import ")[2].split(", ")
        return any(each and re.search(rf"\b{each}\b", code) for each in names)

    own = [line.strip() for line in code.splitlines()]
    needed = [line for line in IMPORTS.splitlines() if line not in own and is_needed(line)]
    return "\n".join(["from __future__ import annotations", *needed, code])


def test_the_samples_do_what_is_said_of_them(tmp_path: Path) -> None:
    """In a process of its own: options stay in their families once they are defined. Others: test_addition.py."""
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
