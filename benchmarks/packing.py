"""Packed against padded batches: time and memory of a training step (forward, backward) by text length and precision.

    python benchmarks/packing.py [--encoder FOLDER] [--texts 24] [--rounds 5]

Lengths are drawn to look like TREC's questions (mean 13 tokens), AG's News (55) and IMDb's reviews (270, at most 512).
``library`` is padded batches under transformers' own attention. Each row is a process of its own, so that its peak of
memory is its own; the figures are the fastest round's wall time and processor time, per text.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness
import numpy as np

KINDS = {"questions": (2.5, 0.3, 5, 41), "news": (3.9, 0.35, 12, 168), "reviews": (5.4, 0.6, 20, 512)}
WAYS = ("packed", "padded", "library")


def lengths(kind: str, texts: int, draw: np.random.Generator) -> np.ndarray:
    """Log-normal lengths of ``texts`` texts, int64."""
    mean, spread, low, high = KINDS[kind]
    return np.clip(draw.lognormal(mean, spread, texts).round().astype(np.int64), low, high)


def measure(options: argparse.Namespace) -> dict[str, float]:
    """Seconds per text and the process's peak memory in GB, for one kind of text, way and precision."""
    import torch
    from torch.nn import functional

    from engine.kernels.tensor_batch import to_tensors
    from engine.model.classifier import build_classifier
    from engine.spec.experiment import Encoder
    from engine.spec.stages import Features

    if options.threads:
        torch.set_num_threads(options.threads)
    model = build_classifier(Encoder(source=options.encoder), Features(), 4, 0.1, seed=0).train()
    if options.way == "library":
        model.encoder.set_attn_implementation("sdpa")  # type: ignore[operator]
    draw, best = np.random.default_rng(0), {"wall": 1e9, "processor": 1e9}
    rows = lengths(options.kind, options.texts, draw)
    tokens = int(rows.sum())
    batch = SimpleNamespace(
        ids=draw.integers(1000, 5000, tokens), token_types=np.zeros(tokens, np.int64), lengths=rows,
        labels=draw.integers(0, 4, len(rows)), indices=np.arange(len(rows)), owners=None,
    )  # fmt: skip
    for _ in range(options.rounds):
        wall, processor = time.perf_counter(), time.process_time()
        tensors = to_tensors(batch, "cpu", options.way == "packed", 0)
        with torch.autocast("cpu", torch.bfloat16, enabled=options.precision == "bf16"):
            logits = model(tensors)
        functional.cross_entropy(logits.float(), tensors.labels).backward()
        model.zero_grad(set_to_none=True)
        best["wall"] = min(best["wall"], time.perf_counter() - wall)
        best["processor"] = min(best["processor"], time.process_time() - processor)
    return {name: value / len(rows) for name, value in best.items()} | {"memory": harness.peak_memory()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--encoder", default="palimpsest-tiny")
    parser.add_argument("--texts", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=0, help="0: all")
    for name in ("kind", "way", "precision"):
        parser.add_argument(f"--{name}", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.kind:
        print(json.dumps(measure(options)))
        return
    print(f"{'texts':<11}{'precision':<11}{'way':<9}{'ms a text':>10}{'processor ms':>14}{'peak GB':>9}")
    for kind in KINDS:
        for precision in ("bf16", "fp32"):
            for way in WAYS:
                arguments = [*sys.argv, "--kind", kind, "--precision", precision, "--way", way]
                found = json.loads(subprocess.run([sys.executable, *arguments], stdout=-1, check=True).stdout)
                figures = (
                    f"{1e3 * found['wall']:>10.1f}{1e3 * found['processor']:>14.1f}{found['memory']:>9.2f}"
                )
                print(f"{kind:<11}{precision:<11}{way:<9}{figures}", flush=True)


if __name__ == "__main__":
    main()
