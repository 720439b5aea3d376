"""Data parallel: texts per second on one, two, ... devices, and the share of perfect scaling that is reached.

    python -m benchmarks parallel                              # this machine: its GPUs, or 1 and 2 processes on the CPU
    python benchmarks/parallel.py --devices cuda:0 cuda:0,1 cuda:all --encoder base --data imdb --texts 8192
    python benchmarks/parallel.py --devices cpu cpu:2 --threads 1

Whole runs as the queue starts them, one process per device; the texts of an update are the same on all (strong scaling:
the batch is shared, not multiplied). Timed are the updates of the last epoch but its first tenth, evaluation and
checkpoints left out. On a CPU each process has ``--threads`` threads, so two processes use twice as many cores; on a
machine with other work they cannot be had, and the efficiency is that of the machine. Loss: of the last update, which
may differ by rounding, and by which units dropout drops, because batches are split otherwise. Exchanged: bytes of
gradients per update; twice of that, times (n - 1) / n, passes through each device (ring all-reduce), which divided by
the link's bandwidth is the floor of what is exchanged, most of it while the backward pass is under way.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness

LENGTHS = {"trec": 128, "ag": 128, "imdb": 512}


def measure(task: dict[str, Any]) -> harness.Figures:
    """One run on ``task["device"]``, in processes of its own."""
    from engine import launch
    from engine.launch.devices import process_count
    from engine.spec.experiment import parse_experiment
    from engine.store import Store, metrics, runs

    world = process_count(task["device"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.sqlite"
        made = parse_experiment(experiment(task, Path(folder), world))
        (number,) = launch.enqueue(path, [made], launcher="cli")
        last = list(launch.run_foreground(path, number))[-1]
        if last.exit_code:
            raise SystemExit(f"{last.row.reason}\n{runs.read_log_tail(last.row.folder, 20)}")
        with Store(path, read_only=True) as store:
            curve = metrics.read_curves(store, [number], ["train/loss"])[number, "train/loss"]
            info = runs.list_stages(store, number)[0].info
    per_epoch = int(info["steps_per_epoch"])
    first = len(curve) - per_epoch + max(1, per_epoch // 10)
    seconds = float(curve.time[-1] - curve.time[first - 1])
    texts = (len(curve) - first) * task["batch"]
    return {
        "devices": float(world),
        "texts_per_second": texts / seconds,
        "loss": float(curve.value[-1]),
        "megabytes": 4 * float(info["trainable"]) / 2**20,
    }


def experiment(task: dict[str, Any], place: Path, world: int) -> dict[str, Any]:
    """The experiment that all carry out, on made-up texts in ``place``."""
    import csv

    for part, count in (("train", task["texts"]), ("test", 16)):
        texts, labels = harness.synthetic(task["data"], count, seed=len(part))
        with (place / f"{part}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("text", "label"), *zip(texts, labels, strict=True)])
    source = {"source": str(place / "train.csv"), "test": str(place / "test.csv"), "validation_rows": 16}
    return {
        "encoder": {"source": task["encoder"]},
        "probes": {"on": False},
        "compute": {
            "device": task["device"],
            # Those of the run, which its processes share; beside a GPU they only make batches.
            "threads": task["threads"] * world if task["device"].startswith("cpu") else 0,
            "checkpoint_seconds": 3600,
        },
        "stages": [
            {
                "kind": "finetune",
                "data": source,
                "max_length": LENGTHS[task["data"]],
                "batch_size": task["batch"],
                "epochs": 2,
            }
        ],
    }


def devices() -> list[str]:
    """One device, two, all: of this machine."""
    from engine.launch import local_devices

    gpus = [device for device in local_devices() if device.startswith("cuda")]
    if not gpus:
        return ["cpu", "cpu:2"]
    counts = [count for count in (1, 2, 4, 8, 16) if count < len(gpus)] + [len(gpus)]
    return [f"cuda:{','.join(map(str, range(count)))}" for count in counts]


def main() -> None:
    parser = harness.parser(__doc__)
    parser.add_argument("--devices", nargs="+", help="what to compare, the first being the yardstick")
    parser.add_argument("--encoder", default="minilm", help="minilm, base or a folder")
    parser.add_argument("--data", default="trec", choices=LENGTHS)
    parser.add_argument("--texts", type=int, default=1280, help="training texts (a fraction is held out)")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--threads", type=int, default=1, help="of each process, on a CPU")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        encoder = str(harness.encoder_folder(chosen.encoder, Path(folder)))
        common = {"encoder": encoder, "data": chosen.data, "texts": chosen.texts, "batch": chosen.batch}
        ways = {
            device: common | {"device": device, "threads": chosen.threads}
            for device in chosen.devices or devices()
        }
        found = harness.rounds(__file__, ways, chosen.rounds)
    figures = {device: harness.middle(results) for device, results in found.items()}
    base = next(iter(figures.values()))
    rows = [
        {
            "device": device,
            "processes": int(each["devices"]),
            "texts/s": each["texts_per_second"],
            "times": each["texts_per_second"] / base["texts_per_second"],
            "efficiency %": 100
            * each["texts_per_second"]
            / base["texts_per_second"]
            * base["devices"]
            / each["devices"],
            "loss": round(each["loss"], 4),
            "exchanged MB": each["megabytes"] if each["devices"] > 1 else 0.0,
        }
        for device, each in figures.items()
    ]
    print(harness.table(rows))
    harness.save(chosen.json, {"options": vars(chosen), "rows": rows, "rounds": found})


if __name__ == "__main__":
    if not harness.answer(measure):
        main()
