"""Libraries that are hardly used are not imported, and are what they always were when they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HARDLY_USED = (
    "sympy",
    "scipy",
    "triton",
    "torch._inductor",
    "torch.distributed.tensor",
    "torch.distributed.fsdp",
    "pandas",
    "sklearn",
    "datasets",
    "spacy",
    "peft",
    "matplotlib",
)

TRAIN = """
import sys
from pathlib import Path
from engine import lean
lean.begin()
from engine.spec.experiment import parse
from engine.train.events import Metrics
from engine.train.loop import train
data = {"source": sys.argv[1], "validation_share": 0.2}
stage = {"kind": "finetune", "data": data, "epochs": 1.0, "batch_size": 4, "max_length": 24}
compute = {"device": "cpu", "threads": 1}
experiment = parse({"encoder": {"source": sys.argv[2]}, "stages": [stage], "compute": compute})
updates = 0
for event in train(experiment, Path(sys.argv[3])):
    updates += isinstance(event, Metrics) and "train/loss" in event.values
    if updates == 2:
        break
assert updates == 2
assert not lean.compiler_loaded()
print(*sorted(name for name in sys.argv[4:] if name in sys.modules))
"""


def fresh(program: str, *arguments: str) -> str:
    """What a program prints in an interpreter of its own."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("lean") / "reviews.csv"
    rows = [f"the {'good' if n % 2 else 'bad'} film {n},{n % 2}" for n in range(40)]
    file.write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    return file


def test_a_run_gets_to_its_updates_without_them(
    reviews: Path, tiny_bert_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Measures of forgetting at the start, forward and backward pass, optimiser: none needs any of them."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    run = (TRAIN, str(reviews), str(tiny_bert_folder), str(tmp_path / "run"), *HARDLY_USED)
    fresh(*run)  # reads the data set: what readers need is theirs
    assert fresh(*run) == ""


def test_what_it_leaves_out_would_be_there_otherwise() -> None:
    """Else the test above says nothing."""
    program = "import sys, transformers.models.bert.modeling_bert; print('sympy' in sys.modules)"
    assert fresh(program) == "True"


def test_the_compiler_is_itself_when_it_is_asked_for() -> None:
    """Marks that were made before it came are handed on: functions for the graph, functions that are left alone."""
    program = """
from engine import lean
lean.begin()
import torch, torch._dynamo
import transformers.modeling_utils
seen = []
@torch.compiler.disable
def noted(x):
    seen.append(torch.compiler.is_compiling())
    return x + 1
@torch.compiler.assume_constant_result
def three():
    return 3
@torch.compiler.allow_in_graph
def doubled(x):
    return 2 * x
assert noted(1) == 2 and not lean.compiler_loaded()
import torch._dynamo.config as config
assert lean.compiler_loaded() and config is torch._dynamo.config and config.cache_size_limit
from torch._dynamo.testing import CompileCounter
counted = CompileCounter()
@torch.compile(backend=counted)
def f(x):
    return noted(doubled(x) * three()) - 1
assert torch.equal(f(torch.ones(3)), torch.full((3,), 6.0))
assert counted.frame_count == 2, "split in two by what is to be left alone"
assert seen == [False, False]
"""
    fresh(program)


def test_any_use_of_the_compiler_is_enough() -> None:
    program = """
from engine import lean
lean.begin()
import torch
stand_in = torch._dynamo
assert not lean.compiler_loaded()
assert not hasattr(stand_in, "__file__")
torch._dynamo.reset()
assert lean.compiler_loaded() and torch._dynamo is not stand_in
assert stand_in.reset is torch._dynamo.reset
from torch._dynamo._trace_wrapped_higher_order_op import TransformGetItemToIndex
import transformers.masking_utils as masks
with masks.TransformGetItemToIndex() as mode:
    assert isinstance(mode, TransformGetItemToIndex)
"""
    fresh(program)


def test_torch_and_scipy_themselves_are_as_ever() -> None:
    program = """
from engine import lean
lean.begin()
import torch, transformers.modeling_utils
from transformers.utils import import_utils, is_scipy_available
assert torch.distributed.is_available() and import_utils.is_torch_available()
assert import_utils._is_package_available("torch")[0]
assert not is_scipy_available() and not import_utils.is_torch_distributed_available()
from torch.distributed.tensor import DTensor
from scipy.optimize import linear_sum_assignment
assert linear_sum_assignment([[1, 0], [0, 1]])[1].tolist() == [1, 0]
"""
    fresh(program)


def test_it_does_nothing_where_all_is_imported_already() -> None:
    program = """
import sys
import torch._dynamo, transformers.modeling_utils
from transformers.utils import is_torch_flex_attn_available
before, answer = list(sys.meta_path), is_torch_flex_attn_available()
from engine import lean
lean.begin()
assert sys.meta_path == before and lean.compiler_loaded() and is_torch_flex_attn_available() == answer
"""
    fresh(program)
