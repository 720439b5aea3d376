"""What measuring forgetting costs: the same run with and without, and the share of each probe.

    python benchmarks/probes.py [--encoder FOLDER] [--data PATH] [--repeats 3] [--budget 5] ...

Each run is a process of its own, and runs with and without take turns, so that a noisy machine is noisy for both. One
run beforehand, which does not count, reads the data, and fits a masked-word head where the encoder has none; what that
took is told. Prints a table (medians) and writes JSON. ``measured`` is what the program says of itself
(``probes/share``); ``slower`` compares the clocks of whole runs, preparations included. The losses of both must agree
to the last bit, or it fails.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

ON, OFF = "with", "without"


def experiment(options: argparse.Namespace, watched: bool) -> dict[str, Any]:
    """The run, with or without its probes."""
    data = {
        "source": options.data,
        "train_rows": options.train_rows,
        "validation_rows": options.validation_rows,
    }
    stage = {
        "kind": "finetune",
        "data": data | {"test_rows": options.validation_rows},
        "epochs": options.epochs,
        "batch_size": options.batch,
        "max_length": options.max_length,
        "learning_rate": options.rate,
    }
    probes: dict[str, Any] = {"on": watched, "budget": options.budget, "points": options.points}
    return {
        "encoder": {"source": options.encoder},
        "stages": [stage],
        "probes": probes | {"text": options.text},
        "compute": {"threads": options.threads},
    }


def child() -> dict[str, Any]:
    """One run in this process: seconds, losses, and what its probes have told."""
    from engine.events import ProbeMeasured, ProbingStarted, RunNotice, StepMetrics
    from engine.spec.experiment import parse_experiment
    from engine.train.loop import train

    began, losses, notes = time.perf_counter(), list[float](), list[str]()
    seconds: dict[str, list[float]] = {}
    cost: dict[str, float] = {}
    info: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for event in train(parse_experiment(json.load(sys.stdin)), Path(folder)):
            if isinstance(event, StepMetrics) and "train/loss" in event.values:
                losses.append(event.values["train/loss"])
            elif isinstance(event, ProbeMeasured) and event.probe == "cost":
                cost = dict(event.values)
            elif isinstance(event, ProbeMeasured) and event.probe != "examples":
                seconds.setdefault(event.probe, []).append(event.seconds)
            elif isinstance(event, ProbingStarted):
                info = dict(event.info)
            elif isinstance(event, RunNotice):
                notes.append(event.text)
    return {
        "seconds": time.perf_counter() - began,
        "losses": losses,
        "moments": seconds,
        "share": cost.get("probes/share", 0.0),
        "setup": info.get("setup_seconds", {}),
        "retention": info.get("retention", {}),
        "notes": notes,
    }


def run(table: dict[str, Any], home: Path) -> dict[str, Any]:
    """``child`` in a fresh process."""
    done = subprocess.run(
        [sys.executable, __file__, "--child"],
        input=json.dumps(table),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PALIMPSEST_HOME": str(home)},
    )
    if done.returncode:
        raise SystemExit(done.stderr[-3000:])
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def report(found: dict[str, list[dict[str, Any]]]) -> list[str]:
    """The table, as lines."""
    whole = {name: median(each["seconds"] for each in results) for name, results in found.items()}
    watched = found[ON]
    lines = [
        f"{'probe':<12}{'moments':>9}{'s a moment':>12}{'last, s':>9}{'set-up, s':>11}{'share, %':>10}",
    ]
    for name in watched[0]["moments"]:
        taken = [each["moments"][name] for each in watched]
        setup = median(each["setup"].get(name, 0.0) for each in watched)
        share = median(
            100 * (sum(each["moments"][name]) + each["setup"].get(name, 0.0)) / each["seconds"]
            for each in watched
        )
        lines.append(
            f"{name:<12}{median(len(each) for each in taken):>9g}"
            f"{median(median(each[:-1] or each) for each in taken):>12.3f}"
            f"{median(each[-1] for each in taken):>9.3f}{setup:>11.3f}{share:>10.1f}"
        )
    slower = 100 * (whole[ON] / whole[OFF] - 1)
    lines.append(
        f"whole runs: {whole[ON]:.1f} s with, {whole[OFF]:.1f} s without ({slower:+.1f} % slower); "
        f"measured {median(each['share'] for each in watched):.1f} % of the time in training"
    )
    return lines


def main() -> None:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--encoder", default="palimpsest-tiny")
    parser.add_argument("--data", default="samples:questions")
    parser.add_argument("--text", default="", help="general text; empty: the bundled one")
    parser.add_argument("--train-rows", type=int, default=0)
    parser.add_argument("--validation-rows", type=int, default=0)
    parser.add_argument("--epochs", type=float, default=3)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--max-length", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--budget", type=float, default=5.0)
    parser.add_argument("--points", type=int, default=20)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(child()))
        return
    if Path(options.encoder).is_dir():
        options.encoder = str(Path(options.encoder).resolve())
    found: dict[str, list[dict[str, Any]]] = {ON: [], OFF: []}
    with tempfile.TemporaryDirectory() as home:
        first = run(experiment(options, True), Path(home))
        retention = first["retention"]
        if retention.get("fitted"):
            print(
                f"a masked-word head was fitted in the run before: {first['setup']['retention']:.1f} s of set-up"
            )
        for repeat in range(options.repeats):
            for name in (ON, OFF) if repeat % 2 == 0 else (OFF, ON):
                found[name].append(run(experiment(options, name == ON), Path(home)))
                seconds = found[name][-1]["seconds"]
                print(f"  {name:<8} run {repeat + 1}: {seconds:.1f} s", file=sys.stderr, flush=True)
    losses = {json.dumps(each["losses"]) for results in found.values() for each in results}
    if len(losses) != 1:
        raise SystemExit("training was not the same with and without probes")
    for line in report(found):
        print(line)
    if options.json:
        machine = {"processor": platform.processor(), "cores": os.cpu_count(), "system": platform.system()}
        kept = {key: str(value) for key, value in vars(options).items() if key not in ("json", "child")}
        for each in [one for results in found.values() for one in results]:
            del each["losses"]
        text = json.dumps(
            {"options": kept, "machine": machine, "fitting": first["setup"], "results": found}, indent=1
        )
        options.json.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
