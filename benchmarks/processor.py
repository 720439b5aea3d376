"""Compare the processor time of two versions of the program on the same work, on a machine that others use too.

Each round runs both versions, in turn, in a fresh process: with one thread and without probes, a fine-tuning and a
further pre-training from imports that are done to the last event, and commands from start to end. A clock on the
wall would measure the neighbours; processor time still feels them in the caches, so look at the ratios of medians
and at the spread of rounds.

    git worktree add ../before TAG
    python benchmarks/processor.py --against ../before --rounds 5
    python benchmarks/processor.py --quickstart --rounds 3

``--quickstart`` measures this version alone: all that the process of the Quickstart's run takes, imports, data, probes
and test included, as a multiple of what importing torch and a BERT of transformers takes, in turn, one thread each. All
its runs have a home of their own, nothing cached, and a process that is not forked from one with the imports done.
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
UNIT = "import torch; from transformers import BertModel"
"""What the Quickstart cannot do without."""


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
    return spend([sys.executable, "-P", "-m", "engine", *COMMANDS[name]], environment, folder)


def spend(command: list[str], environment: dict[str, str], folder: Path) -> float:
    """Return the processor seconds that a command takes in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, cwd=folder, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def quickstart(rounds: int) -> dict[str, list[float]]:
    """Return for each round what the unit and the Quickstart's run take, and their ratio."""
    # Not above: of another version's work, engine and benchmarks are that version's.
    sys.path.insert(0, str(HERE))
    from benchmarks._queue import palimpsest, processor_seconds
    from engine.store import Store

    found: dict[str, list[float]] = {"unit": [], "quickstart": [], "ratio": []}
    with tempfile.TemporaryDirectory() as compiled:
        # Compiled byte code is kept, as it is where the program is installed: else the unit is mostly compiling.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ |= {"OMP_NUM_THREADS": "1", "PALIMPSEST_FORK_SERVER": "0", "PYTHONPYCACHEPREFIX": compiled}
        for number in range(rounds + 1):
            unit = spend([sys.executable, "-c", UNIT], dict(os.environ), HERE)
            with tempfile.TemporaryDirectory() as folder:
                home = Path(folder)
                epochs = () if number else ("--set", "epochs=0.1")  # the first fills the cache of byte code
                palimpsest(home, "run", "quickstart", "--set", "compute.threads=1", *epochs)
                with Store(home / "palimpsest.sqlite", read_only=True) as store:
                    own = processor_seconds(store, 1)
            if number:
                for name, value in zip(found, (unit, own, own / unit), strict=True):
                    found[name].append(value)
    return found


def main() -> None:
    """Measure and print a table; ``--json`` for the single rounds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="folder of the other version; without it only this one")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--work", nargs="+", choices=[*WORK, *COMMANDS], default=[*WORK, *COMMANDS])
    parser.add_argument(
        "--quickstart", action="store_true", help="the Quickstart beside bare imports, and no more"
    )
    parser.add_argument("--only", choices=list(WORK), help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if asked.only:
        print(train(asked.only))
        return
    if asked.quickstart:
        taken = quickstart(asked.rounds)
        print(json.dumps(taken, indent=1) if asked.json else describe_quickstart(taken))
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


def describe_quickstart(found: dict[str, list[float]]) -> str:
    """Return the medians with the range of rounds."""
    parts = [
        f"{name} {statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"
        for name, values in found.items()
    ]
    return f"processor seconds, and their ratio: {', '.join(parts)}, {len(found['unit'])} rounds"


if __name__ == "__main__":
    main()
