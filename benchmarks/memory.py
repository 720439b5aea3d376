"""Micro-batches and recomputed activations: time and peak memory of the same update.

    python -m benchmarks memory                                    # MiniLM, 24 reviews of up to 512 tokens
    python benchmarks/memory.py --encoder base --paddings packed padded --limits 0 1024 2048 4096
    python benchmarks/memory.py --device cuda --encoder base --batch 256

Each row is a process of its own that trains a few updates on texts like IMDb's reviews; times are the fastest update's,
per text, memory is the process's highest (on a GPU: the allocator's). ``without`` is what the process holds before its
first update.
"""

from __future__ import annotations

import csv
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness


def measure(task: dict[str, Any]) -> harness.Figures:
    """Milliseconds per text, and gigabytes at the highest and before the first update."""
    import torch

    from engine.compute.device import choose_device
    from engine.spec.experiment import parse_experiment
    from engine.stages.base import StageContext, prepare_stage
    from engine.train.trainer import Trainer

    stage = {"kind": "finetune", "data": {"source": task["file"]}, "max_length": task["length"]}
    names = ("device", "threads", "padding", "micro_tokens", "recompute")
    experiment = parse_experiment(
        {
            "encoder": {"source": task["encoder"]},
            "stages": [stage | {"batch_size": task["batch"]}],
            "compute": {name: task[name] for name in names},
        }
    )
    context = StageContext(
        experiment, 0, experiment.encoder, choose_device(experiment.compute), Path(task["place"])
    )
    trainer = Trainer(prepare_stage(experiment.stages[0], context, lambda *said: None), context)
    gpu = context.device.torch.type == "cuda"
    clock = time.process_time if task["clock"] == "processor" else time.perf_counter
    without, best = harness.peak_memory(gpu), 1e9
    for step in range(task["updates"]):
        began = clock()
        trainer.step(step)
        if gpu:
            torch.cuda.synchronize()
        best = min(best, clock() - began)
    trainer.close()
    return {
        "ms per text": 1000 * best / task["batch"],
        "peak GB": harness.peak_memory(gpu),
        "without": without,
    }


def main() -> None:
    parser = harness.parser(__doc__)
    parser.add_argument("--encoder", default="minilm", help="minilm, base or a folder")
    parser.add_argument("--paddings", nargs="+", default=["packed"], choices=("packed", "padded"))
    parser.add_argument("--limits", nargs="+", type=int, default=[0, 2048], help="micro_tokens; 0: chosen")
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--length", type=int, default=512)
    parser.add_argument("--updates", type=int, default=3, help="of each process; the fastest counts")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--clock", default="wall", choices=("wall", "processor"))
    parser.set_defaults(rounds=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        texts, labels = harness.synthetic("imdb", options.batch * (options.updates + 1))
        with (place / "texts.csv").open("w", encoding="utf-8", newline="") as sink:
            csv.writer(sink).writerows([("text", "label"), *zip(texts, labels, strict=True)])
        names = ("device", "threads", "batch", "length", "updates", "clock")
        task = {name: getattr(options, name) for name in names}
        task |= {"file": str(place / "texts.csv"), "place": folder}
        task["encoder"] = str(harness.encoder_folder(options.encoder, place))
        ways = {
            f"{padding}, {limit or 'chosen'}{', recomputed' if again else ''}": {
                **task, "padding": padding, "micro_tokens": limit, "recompute": again,
            }
            for padding in options.paddings
            for limit in options.limits
            for again in (False, True)
        }  # fmt: skip
        rounds = {
            name: [harness.child(__file__, way, {"PALIMPSEST_HOME": folder}) for _ in range(options.rounds)]
            for name, way in ways.items()
        }
    rows = [{"way": name, **harness.middle(found)} for name, found in rounds.items()]
    print(harness.table(rows))
    harness.save(options.json, {"benchmark": "memory", "figures": rows})


if __name__ == "__main__":
    if not harness.answer(measure):
        main()
