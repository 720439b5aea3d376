"""Compare the processor time of two versions of the program on the same work, on a machine that others use too.

Each round runs both versions, in turn, in a fresh process: with one thread and without probes, a fine-tuning and a
further pre-training from imports that are done to the last event, and commands from start to end. A clock on the
wall would measure the neighbours; processor time still feels them in the caches, so look at the ratios of medians
and at the spread of rounds.

    git worktree add ../before TAG
    python benchmarks/processor.py --against ../before --rounds 5
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
COMMON = {
    "compute": {"device": "cpu", "precision": "fp32", "threads": 1, "reuse": False},
    "probes": {"on": False},
}
WORK = {
    "finetune": {
        "kind": "finetune", "data": {"source": "samples:reviews", "train_rows": 192}, "epochs": 1.0, "batch_size": 16,
        "max_length": 128,
    },
    "pretrain": {
        "kind": "further_pretrain", "data": ["samples:reviews"], "steps": 8, "batch_size": 16, "max_length": 128,
    },
}  # fmt: skip
"""The one stage of each run."""
COMMANDS = {"help": ["--help"], "runs": ["runs"], "fields": ["fields"]}


def train(name: str) -> float:
    """Return the processor seconds of a run, its data and caches made before by a run like it."""
    import torch

    torch.set_num_threads(1)
    from engine.spec.experiment import Experiment
    from engine.train.loop import train

    experiment = Experiment.model_validate(COMMON | {"stages": [WORK[name]]})
    seconds = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            began = time.process_time()
            for _event in train(experiment, Path(folder)):
                pass
            seconds.append(time.process_time() - began)
    return seconds[-1]


def measure(folder: Path, name: str, home: Path) -> float:
    """Return the processor seconds that the version in ``folder`` takes for one kind of work."""
    environment = os.environ | {
        "PYTHONPATH": str(folder), "PALIMPSEST_HOME": str(home), "OMP_NUM_THREADS": "1",
    }  # fmt: skip
    if name in WORK:
        script = str(Path(__file__).resolve())
        command = [sys.executable, "-P", script, "--only", name]
        done = subprocess.run(
            command, env=environment, cwd=folder, capture_output=True, text=True, check=True
        )
        return float(done.stdout.split()[-1])
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-P", "-m", "engine", *COMMANDS[name]]
    subprocess.run(command, env=environment, cwd=folder, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Measure and print a table; ``--json`` for the single rounds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="folder of the other version; without it only this one")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--work", nargs="+", choices=[*WORK, *COMMANDS], default=[*WORK, *COMMANDS])
    parser.add_argument("--only", choices=list(WORK), help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if asked.only:
        print(train(asked.only))
        return
    versions = {"this": HERE} | ({"other": asked.against.resolve()} if asked.against else {})
    found: dict[str, dict[str, list[float]]] = {name: {v: [] for v in versions} for name in asked.work}
    with tempfile.TemporaryDirectory() as home:
        for _ in range(asked.rounds):
            for name in asked.work:
                for version, folder in versions.items():
                    found[name][version].append(measure(folder, name, Path(home) / version))
                if not asked.json:
                    print(describe(name, found[name]), flush=True)
    if asked.json:
        print(json.dumps(found, indent=1))


def describe(name: str, seconds: dict[str, list[float]]) -> str:
    """Return the medians with the range of rounds, and the ratio of medians."""
    medians = {version: statistics.median(values) for version, values in seconds.items()}
    parts = [f"{v} {medians[v]:.2f} s ({min(s):.2f} to {max(s):.2f})" for v, s in seconds.items()]
    ratio = f", this / other {medians['this'] / medians['other']:.3f}" if "other" in medians else ""
    return f"{name}: {', '.join(parts)}{ratio}, {len(seconds['this'])} rounds"


if __name__ == "__main__":
    main()
