"""The speed of training relative to the peak of the machine, and the operations that take the rest of the time.

    python -m benchmarks roofline
    python benchmarks/roofline.py --encoders base --lengths 128 512 --tokens 6144

Each configuration fine-tunes with the ordinary loop on texts of one length (packed, dropout as configured, AdamW,
clipping), with about ``--tokens`` real tokens per update. The rate is the number of operations on real tokens
(``_harness.flops``: encoder layers, forward and backward, nothing else) divided by the time of an update. The share is
relative to the fastest matrix product measured in the same process (bfloat16, or 32-bit with ``--precision fp32``). A
second pass under torch's profiler attributes the time of an update to kinds of operation. "outside" is the time that
belongs to no operator (Python, batches, events). ``--threads 1`` gives clearer profiles on a CPU.
"""

from __future__ import annotations

import csv
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness

KINDS = (
    ("optimiser", r"adam|foreach|sgd|linalg_vector_norm|multi_tensor"),
    ("attention", r"bmm|softmax|scaled_dot|flash|varlen|fmha"),
    ("products", r"::(mm|addmm|linear|matmul|mkldnn|_mkl)|gemm|sm\d+_|cutlass|cublas|nvjet"),
    ("normalisation", r"layer_?norm|rms_norm|gammabeta"),
    ("dropout", r"random_|bernoulli|dropout|::ge|::lt"),
    (
        "moving",
        r"copy|memcpy|memset|index|embedding|cat$|::to|contiguous|clone|gather|scatter|split|zero|fill|empty",
    ),
    ("elementwise", r"gelu|add|mul|sub|div|tanh|sum|mean|where|threshold|elementwise|triton|fused"),
)
"""Kinds of operation with patterns of their kernels' names. The first match applies."""


def measure(task: dict[str, Any]) -> harness.Figures:
    """Measure one configuration in this process: rates, and shares of time by kind."""
    import numpy as np
    import torch
    from transformers import AutoConfig, AutoTokenizer

    if task["threads"]:
        torch.set_num_threads(task["threads"])
    device, length = task["device"], task["length"]
    texts = max(2, round(task["tokens"] / length))
    config = AutoConfig.from_pretrained(task["encoder"])
    precision = task["precision"]
    peaks = [harness.peak_rate(device, precision)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        data = _texts(path / "texts.csv", length, texts * task["updates"])
        tokenizer = AutoTokenizer.from_pretrained(task["encoder"])
        first = (path / "texts.csv").read_text("utf-8").splitlines()[1].split(",")[0]
        assert len(tokenizer(first)["input_ids"]) == length, "the made-up words are not one token each"
        seconds = _train(task, data, texts, path / "run")
        peaks.append(harness.peak_rate(device, precision))
        shares = _profile(task, data, texts, path / "profiled")
    work = harness.flops(config, np.full(texts, length))
    peak = max(peaks)
    return {
        "tokens_per_second": texts * length / seconds,
        "ms_per_update": 1e3 * seconds,
        "flops": work / seconds,
        "peak": peak,
        "share": 100 * work / seconds / peak,
        **{f"time: {kind}": share for kind, share in shares.items()},
    }


def _texts(path: Path, length: int, count: int) -> str:
    """Write ``count`` labelled texts of ``length`` tokens, including special ones."""
    words = "time people way water day man world life hand part place case week company night".split()
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("text", "label"))
        for number in range(count):
            row = [words[(number * 7 + i) % len(words)] for i in range(length - 2)]
            writer.writerow((" ".join(row), "ab"[number % 2]))
    return str(path)


def _events(task: dict[str, Any], data: str, batch: int, folder: Path) -> Any:
    from engine.spec.experiment import parse_experiment
    from engine.train.loop import train

    stage = {
        "kind": "finetune",
        "data": {"source": data, "test": data, "validation": data, "validation_rows": 4, "test_rows": 4},
        "max_length": task["length"],
        "epochs": 2,
        "batch_size": batch,
        "evaluations": 1,
    }
    compute = {"device": task["device"], "precision": task["precision"], "threads": task["threads"]}
    table = {
        "encoder": {"source": task["encoder"]},
        "stages": [stage],
        "compute": compute,
        "probes": {"on": False},
    }
    return train(parse_experiment(table), folder)


def _train(task: dict[str, Any], data: str, batch: int, folder: Path) -> float:
    """Return the seconds per update in the second epoch: the median, or on a GPU, with metrics in groups, the mean."""
    from statistics import mean, median

    from engine.events import StepMetrics

    times, last = [], time.perf_counter()
    for event in _events(task, data, batch, folder):
        now = time.perf_counter()
        if isinstance(event, StepMetrics):
            times.append(now - last)
        last = now
    return float((median if task["device"] == "cpu" else mean)(times[len(times) // 2 :]))


def _profile(task: dict[str, Any], data: str, batch: int, folder: Path) -> dict[str, float]:
    """Return the percentage of an update's time by kind of operation, over some updates of the second epoch."""
    import torch

    from engine.events import StepMetrics

    gpu = task["device"].startswith("cuda")
    kind = torch.profiler.ProfilerActivity.CUDA if gpu else torch.profiler.ProfilerActivity.CPU
    profiler, updates, start, seconds = torch.profiler.profile(activities=[kind]), 0, 0.0, 0.0
    for event in _events(task, data, batch, folder):
        if not isinstance(event, StepMetrics):
            continue
        updates += 1
        if updates == task["updates"] // 2:
            harness.synchronise(task["device"])
            profiler.start()
            start = time.perf_counter()
        elif updates == (2 if gpu else 1) * task["updates"] - 1:  # metrics arrive late there
            harness.synchronise(task["device"])
            seconds = time.perf_counter() - start
            profiler.stop()
    times = dict.fromkeys([kind for kind, _ in KINDS] + ["other operators"], 0.0)
    for entry in profiler.key_averages():
        duration = entry.self_device_time_total if gpu else entry.self_cpu_time_total
        name = next((k for k, names in KINDS if re.search(names, entry.key.lower())), "other operators")
        times[name] += duration / 1e6
    # Only an operator's own time is counted, without nested ones. The rest is Python and events.
    times["outside"] = max(0.0, seconds - sum(times.values()))
    return {kind: 100 * share / seconds for kind, share in times.items()}


def main() -> None:
    """Measure all configurations and print two tables."""
    if harness.answer(measure):
        return
    parser = harness.parser(__doc__)
    parser.add_argument(
        "--encoders", nargs="+", default=list(harness.ENCODERS), help="minilm, base or folders"
    )
    parser.add_argument("--lengths", nargs="+", type=int, default=[16, 64, 128, 512], help="tokens of a text")
    parser.add_argument("--tokens", type=int, default=3072, help="tokens of an update, about")
    parser.add_argument(
        "--updates", type=int, default=6, help="updates to an epoch; one warms up, one is timed"
    )
    parser.add_argument("--precision", default="bf16", choices=("bf16", "fp32"))
    parser.add_argument("--threads", type=int, default=0, help="0: all")
    parser.add_argument("--device", default="", help="cpu or cuda:0; empty: a GPU where there is one")
    options = parser.parse_args()
    if not options.device:
        import torch

        options.device = "cuda:0" if torch.cuda.is_available() else "cpu"
    results: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        for encoder in options.encoders:
            encoder_folder = str(harness.encoder_folder(encoder, Path(folder)))
            keys = ("tokens", "updates", "precision", "threads", "device")
            common = {key: getattr(options, key) for key in keys}
            tasks = {
                f"{encoder}, {length}": common | {"encoder": encoder_folder, "length": length}
                for length in options.lengths
            }
            for name, runs in harness.rounds(__file__, tasks, options.rounds).items():
                results.append({"encoder": encoder, "length": tasks[name]["length"], **harness.medians(runs)})
    rates = [
        {
            "encoder": row["encoder"],
            "tokens a text": row["length"],
            "ms an update": row["ms_per_update"],
            "tokens/s": row["tokens_per_second"],
            "GFLOP/s": row["flops"] / 1e9,
            "peak GFLOP/s": row["peak"] / 1e9,
            "share of peak, %": row["share"],
        }
        for row in results
    ]
    print(f"\n{options.device}, {options.precision}\n{harness.table(rates)}")
    profile = [
        {"encoder": row["encoder"], "tokens a text": row["length"]}
        | {key.removeprefix("time: "): value for key, value in row.items() if key.startswith("time: ")}
        for row in results
    ]
    print(f"\npercent of the time\n{harness.table(profile)}")
    harness.save(options.json, {"benchmark": "roofline", "options": vars(options), "results": results})


if __name__ == "__main__":
    main()
