"""What evaluation costs beside the bare forward pass, and that beside the arithmetic.

    python -m benchmarks evaluation                                       # MiniLM, texts like TREC, AG's News, IMDb
    python benchmarks/evaluation.py --encoders base --texts 200 --budgets 1024 2048 4096 8192 16384
    python benchmarks/evaluation.py --device cuda --texts 20000 --budgets 8192 16384 32768 65536

``measure`` is the evaluation of a run (``LabelledTexts.measure``: batches from tokens, forward, loss, error,
predictions), ``bare`` the encoder's forward pass alone over the same batches, which are on the device already;
``floor`` the floating-point operations of the real tokens at the rate of this machine's own matrix products. All take
turns in one process, many short rounds, the fastest of each counts. ``--clock processor`` counts processor time, for a
machine that is not alone.
"""

from __future__ import annotations

import csv
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness

LENGTHS = {"trec": 128, "ag": 128, "imdb": 512}


def measure(task: dict[str, Any]) -> harness.Figures:
    """Milliseconds per text of every way, for one encoder and one kind of text."""
    import torch

    from engine.compute.device import choose_device
    from engine.data.batches import evaluation_batches
    from engine.model.forward import hidden_states
    from engine.spec.experiment import parse_experiment
    from engine.stages.base import StageContext, prepare_stage

    device = choose_device(parse_experiment(_experiment(task)).compute)
    experiment = parse_experiment(_experiment(task))
    context = StageContext(experiment, 0, experiment.encoder, device, Path(task["place"]))
    stage: Any = prepare_stage(experiment.stages[0], context, lambda *said: None)
    stage.model.to(device.torch).eval()

    def autocast() -> torch.autocast:
        bf16 = device.precision == "bf16"
        return torch.autocast(device.torch.type, torch.bfloat16, enabled=bf16)

    encoded, encoder = stage.texts.encoded["train"], stage.model.encoder
    top = int(encoder.config.num_hidden_layers)

    def evaluate(budget: int) -> Callable[[], None]:
        def run() -> None:
            stage.micro_batching.evaluation_tokens = budget
            with autocast():
                stage.texts.evaluate("train", 0, stage._forward, stage.micro_batching)

        return run

    def bare(budget: int) -> Callable[[], None]:
        batches = [stage._tensors(encoded.batch(b)) for b in evaluation_batches(encoded.lengths, budget)]

        def run() -> None:
            with torch.inference_mode(), autocast():
                for batch in batches:
                    hidden_states(encoder, batch, (top,))
                if device.torch.type == "cuda":
                    torch.cuda.synchronize()

        return run

    clock = time.process_time if task["clock"] == "processor" else time.perf_counter
    ways = {f"measure {b}": evaluate(b) for b in task["budgets"]} | {
        f"bare {b}": bare(b) for b in task["budgets"]
    }
    best, rate = dict.fromkeys(ways, 1e9), 0.0
    for run in ways.values():
        run()
    for _ in range(task["rounds"]):
        for name, run in ways.items():
            began = clock()
            run()
            best[name] = min(best[name], clock() - began)
        rate = max(rate, harness.peak_rate(device.name, device.precision, seconds=0.4))
    count, work = len(encoded), harness.flops(encoder.config, encoded.lengths, backward=False)
    found = {name: 1000 * seconds / count for name, seconds in best.items()}
    return found | {
        "floor": 1000 * work / rate / count,
        "tokens": float(encoded.lengths.mean()),
        "rate": rate,
    }


def _experiment(task: dict[str, Any]) -> dict[str, Any]:
    data = {"source": task["file"]}
    stage = {"kind": "finetune", "data": data, "max_length": LENGTHS[task["kind"]], "batch_size": 24}
    compute = {"device": task["device"], "threads": task["threads"], "padding": task["padding"]}
    return {"encoder": {"source": task["encoder"]}, "stages": [stage], "compute": compute}


def main() -> None:
    parser = harness.parser(__doc__)
    parser.add_argument("--encoders", nargs="+", default=["minilm"], help="minilm, base or folders")
    parser.add_argument("--kinds", nargs="+", default=list(harness.DATA), choices=harness.DATA)
    parser.add_argument(
        "--texts", type=int, default=400, help="texts of AG's News; twice for TREC, a fourth for IMDb"
    )
    parser.add_argument("--budgets", nargs="+", type=int, default=[2048, 8192], help="tokens per batch")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--padding", default="auto", choices=("auto", "packed", "padded"))
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--clock", default="wall", choices=("wall", "processor"))
    options = parser.parse_args()
    rows, figures = [], []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for encoder in options.encoders:
            for kind in options.kinds:
                count = round(options.texts * {"trec": 2, "ag": 1, "imdb": 0.25}[kind])
                file = place / f"{kind}.csv"
                texts, labels = harness.synthetic(kind, count)
                with file.open("w", encoding="utf-8", newline="") as sink:
                    csv.writer(sink).writerows([("text", "label"), *zip(texts, labels, strict=True)])
                task = {
                    name: getattr(options, name)
                    for name in ("budgets", "device", "padding", "threads", "clock", "rounds")
                }
                task |= {"file": str(file), "kind": kind, "place": folder}
                task["encoder"] = str(harness.encoder_folder(encoder, place))
                found = harness.child(__file__, task, {"PALIMPSEST_HOME": folder})
                figures.append({"encoder": encoder, "kind": kind, **found})
                for budget in options.budgets:
                    took, bare = found[f"measure {budget}"], found[f"bare {budget}"]
                    rows.append({
                        "encoder": encoder, "texts": kind, "tokens": found["tokens"], "batch": budget,
                        "measure ms": took, "bare ms": bare, "floor ms": found["floor"],
                        "measure / bare": took / bare, "bare / floor": bare / found["floor"],
                    })  # fmt: skip
    print(harness.table(rows))
    harness.save(options.json, {"benchmark": "evaluation", "figures": figures})


if __name__ == "__main__":
    if not harness.answer(measure):
        main()
