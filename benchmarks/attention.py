"""Attention alone: time per text of each kernel, forward and backward, beside transformers' own on padded rectangles.

    python benchmarks/attention.py [--device cpu] [--precision bf16] [--threads 1] [--dropout 0.1] [--seconds 2]

Lengths look like TREC's questions, AG's News and IMDb's reviews (at most 512); heads like those of BERT-base (12 x 64)
and MiniLM (12 x 32). All ways take turns on the same batches in one process; every batch is new, so that what a library
does once for a shape it has not seen is in the figures, spread over ``--layers`` layers as in a model. ``floor`` is the
arithmetic of real tokens, 10 L² d a head forward and backward, at the measured rate of matrix products. ``peak``: the
share of that rate. Evaluation (forward alone, no dropout) is the second table.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import _harness
import numpy as np

PADDED = "transformers"
HEADS = {"base 12 x 64": (12, 64), "minilm 12 x 32": (12, 32)}


def lengths(kind: str, texts: int, draw: np.random.Generator) -> np.ndarray:
    """Tokens of ``texts`` texts of one of ``_harness.DATA``, int64, at most 512."""
    mean, spread, least, most = _harness._SHAPES[kind]
    drawn = draw.lognormal(mean, spread, texts).round().astype(np.int64)
    return np.clip(drawn, least, min(most, 512))


def ways(device: str, precision: str, dropout: float, learning: bool) -> dict[str, Callable]:
    """By name, functions of (q, k, v, packing, mask): packed tokens [T, heads, d], or rectangles [B, heads, L, d]."""
    import torch
    from torch.nn import functional

    from engine.kernels.attention_registry import KERNELS, AttentionProblem

    kind = {"bf16": torch.bfloat16, "fp32": torch.float32}[precision]
    found: dict[str, Callable] = {}
    for kernel in KERNELS.values():
        problem = AttentionProblem(torch.device(device).type, kind, 64, packed=True, dropout=dropout > 0)
        if kernel.unsupported_reason(problem) is None and kernel.missing_reason(torch.device(device)) is None:
            found[kernel.name] = lambda q, k, v, packing, mask, kernel=kernel: kernel.packed(
                q, k, v, packing, None, dropout, q.shape[-1] ** -0.5
            )

    def eager(q, k, v, packing, mask):
        # The arithmetic of transformers' eager attention for BERT, on the rectangles that a padded model has anyway.
        scores = torch.matmul(q, k.transpose(2, 3)) * q.shape[-1] ** -0.5
        scores = scores + torch.zeros_like(mask, dtype=q.dtype).masked_fill(~mask, torch.finfo(q.dtype).min)
        weights = functional.dropout(scores.softmax(-1), dropout, learning)
        return torch.matmul(weights, v)

    def sdpa(q, k, v, packing, mask):
        return functional.scaled_dot_product_attention(q, k, v, mask, dropout)

    return found | {f"{PADDED} eager": eager, f"{PADDED} sdpa": sdpa}


def measure(options, kind: str, heads: int, size: int, *, learning: bool) -> dict[str, float]:
    """Seconds per text and layer of every way, and of the floor."""
    import torch

    from engine.kernels.packing import pack_texts

    device = torch.device(options.device)
    dtype = {"bf16": torch.bfloat16, "fp32": torch.float32}[options.precision]
    dropout = options.dropout if learning else 0.0
    runs = ways(options.device, options.precision, dropout, learning)
    draw, texts, area = np.random.default_rng(0), 0, 0.0
    spent = dict.fromkeys(runs, 0.0)
    wait = torch.cuda.synchronize if device.type == "cuda" else lambda: None
    clock = time.process_time if device.type == "cpu" and torch.get_num_threads() == 1 else time.perf_counter
    until, batches = time.perf_counter() + options.seconds, 0
    while time.perf_counter() < until or batches < 3:
        rows = lengths(kind, options.texts, draw)
        tokens, longest = int(rows.sum()), int(rows.max())
        real = np.arange(longest) < rows[:, None]
        mask = torch.from_numpy(real)[:, None, None].to(device)
        shapes = {False: (tokens, heads, size), True: (len(rows), heads, longest, size)}
        packing = pack_texts(rows, device)
        # The first batch compiles what all share and is not counted.
        counted, batches = batches > 0, batches + 1
        names = list(runs) if batches % 2 else list(reversed(runs))
        for name in names:
            run, fastest, first = runs[name], float("inf"), 0.0
            shape = shapes[name.startswith(PADDED)]
            inputs = [torch.randn(shape, device=device).to(dtype).requires_grad_(learning) for _ in range(3)]
            given = None
            for layer in range(4):
                wait()
                start = clock()
                if layer == 0 and not name.startswith(PADDED):
                    packing = pack_texts(rows, device)  # once a batch
                with torch.set_grad_enabled(learning):
                    mixed = run(*inputs, packing, mask)
                if learning:
                    given = torch.ones_like(mixed) if given is None else given
                    torch.autograd.grad(mixed, inputs, given)
                wait()
                took = clock() - start
                first, fastest = (took, fastest) if layer == 0 else (first, min(fastest, took))
            if counted:
                spent[name] += (first + (options.layers - 1) * fastest) / options.layers
        if counted:
            texts, area = texts + len(rows), area + float((rows.astype(np.float64) ** 2).sum())
    result = {name: seconds / texts for name, seconds in spent.items()}
    operations = (10 if learning else 4) * area * heads * size / texts
    return result | {"floor": operations / options.rate}


def main() -> None:
    parser = _harness.parser(__doc__)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--precision", default="bf16", choices=["bf16", "fp32"])
    parser.add_argument("--threads", type=int, default=1, help="0: all")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--texts", type=int, default=24, help="texts in a batch")
    parser.add_argument("--layers", type=int, default=12, help="layers that share a batch's shapes")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each profile and shape of heads")
    options = parser.parse_args()
    import torch

    from engine.kernels.allocator import keep_freed_memory

    torch.set_num_threads(options.threads or torch.get_num_threads())
    if options.device == "cpu":
        keep_freed_memory()
    options.rate = _harness.peak_rate(options.device, options.precision, 1.0)
    found: dict[str, list[dict[str, object]]] = {}
    for learning in (True, False):
        title = f"forward and backward, dropout {options.dropout}" if learning else "forward, no dropout"
        rows: list[dict[str, object]] = []
        for shape, (heads, size) in HEADS.items():
            for kind in _harness.DATA:
                seconds = measure(options, kind, heads, size, learning=learning)
                best = min(value for name, value in seconds.items() if name != "floor")
                figures = {name: 1e6 * value for name, value in seconds.items()}
                rows.append(
                    {"texts": kind, "heads": shape} | figures | {"peak %": 100 * seconds["floor"] / best}
                )
        found[title] = rows
        print(f"\nMicroseconds per text and layer, {title}, {options.precision}, {options.device}:\n")
        print(_harness.table(rows), flush=True)
    _harness.save(options.json, {"rate": options.rate, "tables": found})


if __name__ == "__main__":
    main()
