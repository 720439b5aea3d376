"""What strategies against forgetting cost: processor time per update of a second task, beside plain fine-tuning.

    python benchmarks/strategies.py [--encoder FOLDER] [--first DATA] [--second DATA] [--updates 20] [--repeats 3] ...

A first task is trained once; every strategy then begins the second from its weights and does the same few updates, all
in turns within one process, so that a noisy machine is noisy for all. Prints a table of medians and writes JSON:
milliseconds per update, the same as a multiple of plain fine-tuning, what preparing the strategy took (Fisher
information, reading general text), and how many weights learn.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

STRATEGIES: dict[str, dict[str, Any]] = {
    "plain": {},
    "L2-SP": {"anchor": "l2_sp"},
    "EWC, text": {"consolidation": "ewc"},
    "Mixout 0.7": {"mixout": 0.7},
    "replay, text 10 %": {"replay": "text"},
    "replay, earlier 10 %": {"replay": "earlier"},
    "LwF, earlier task": {"distillation": "lwf"},
    "LwF, words": {"distillation": {"kind": "lwf", "of": "words"}},
    "LoRA": {"adapter": "lora"},
    "LoRA, all matrices": {"adapter": {"kind": "lora", "where": "all"}},
    "DoRA": {"adapter": {"kind": "lora", "variant": "dora"}},
    "(IA)3": {"adapter": "ia3"},
}


def experiment(options: argparse.Namespace, strategy: dict[str, Any]) -> Any:
    """Two tasks in a row, the second with ``strategy``."""
    from engine.spec.experiment import parse_experiment

    def stage(source: str, **fields: Any) -> dict[str, Any]:
        data = {"source": source, "train_rows": options.train_rows, "validation_rows": 50, "test_rows": 50}
        shape = {"batch_size": options.batch, "max_length": options.max_length}
        return {"kind": "finetune", "data": data, "learning_rate": 1e-4} | shape | fields

    return parse_experiment(
        {
            "encoder": {"source": options.encoder},
            "stages": [stage(options.first, epochs=1), stage(options.second, epochs=20, **strategy)],
            "probes": {"on": False},
            "compute": {"threads": options.threads},
        }
    )


def updates(table: Any, count: int) -> dict[str, Any]:
    """Processor milliseconds of each of ``count`` updates of the second stage, and of what came before the first."""
    from engine.events import StageStarted, StepMetrics
    from engine.train.loop import train

    times, began, trainable = list[float](), 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        events = train(table, Path(folder))
        for event in events:
            now = time.process_time()
            if isinstance(event, StageStarted) and event.index == 1:
                began, trainable = now, int(str(event.info["trainable"]))
            elif isinstance(event, StepMetrics) and began and "train/loss" in event.values:
                times.append(1000 * (now - began))
                began = now
                if len(times) > count:
                    break
        events.close()  # type: ignore[attr-defined]
    update = median(times[1:])
    return {"update": update, "before": max(0.0, times[0] - update), "trainable": trainable}


def report(found: dict[str, list[dict[str, Any]]]) -> list[str]:
    """The table, as lines; multiples are taken within each turn."""
    plain = [each["update"] for each in found["plain"]]
    lines = [f"{'strategy':<22}{'ms an update':>14}{'x plain':>9}{'before, s':>11}{'weights that learn':>20}"]
    for name, results in found.items():
        times = [each["update"] for each in results]
        ratio = median(mine / its for mine, its in zip(times, plain, strict=True))
        before = median(each["before"] for each in results) / 1000
        lines.append(
            f"{name:<22}{median(times):>14.1f}{ratio:>9.2f}{before:>11.2f}{results[0]['trainable']:>20,}"
        )
    return lines


def main() -> None:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--encoder", default="palimpsest-tiny")
    parser.add_argument("--first", default="samples:reviews")
    parser.add_argument("--second", default="samples:questions")
    parser.add_argument("--train-rows", type=int, default=240)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--max-length", type=int, default=64)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", nargs="*", choices=[*STRATEGIES], help="plain is always among them")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    chosen = {
        name: each for name, each in STRATEGIES.items() if name in ("plain", *(options.only or STRATEGIES))
    }
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in chosen}
    with tempfile.TemporaryDirectory() as home:
        os.environ["PALIMPSEST_HOME"] = home
        for repeat in range(options.repeats + 1):
            for name, strategy in chosen.items():
                result = updates(experiment(options, strategy), options.updates if repeat else 1)
                # The first turn reads data, fits heads and trains the first task: it does not count.
                if repeat:
                    found[name].append(result)
                    print(f"  {name}, turn {repeat}: {result['update']:.1f} ms", file=sys.stderr, flush=True)
    for line in report(found):
        print(line)
    if options.json:
        machine = {"processor": platform.processor(), "cores": os.cpu_count(), "system": platform.system()}
        kept = {key: str(value) for key, value in vars(options).items() if key != "json"}
        text = json.dumps({"options": kept, "machine": machine, "results": found}, indent=1)
        options.json.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
