"""One update of fine-tuning beside transformers' own model, taking turns in one process, and where the time goes.

    python benchmarks/step.py [--encoder base minilm] [--data trec ag imdb] [--updates 6] [--threads 1] [--json FILE]

Ours: packed batches of 24 texts, the model as runs load it, our clipping and optimiser. The peer: what ``Trainer``
does at its best, without its loop: the library's classifier, rectangles of texts of similar length, bfloat16 autocast,
SDPA or eager attention, fused AdamW, ``clip_grad_norm_``. Times are processor seconds (a busy machine counts less), of
each batch the least of all rounds. ``floor`` is the time of the arithmetic that the texts need, at the rate of matrix
products measured here; the share says how near an update comes. With ``--profile`` a second table tells the time of an
update by kind of operation, for a batch from the middle.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import numpy as np
from _harness import (
    _SHAPES,
    DATA,
    ENCODERS,
    encoder_folder,
    flops,
    parser,
    peak_rate,
    save,
    table,
    training_environment,
)

Lengths = Callable[[int, int], np.ndarray]
BATCH, CLASSES, RATE, LIMIT = 24, 4, 2e-5, 1.0
LONGEST = 512
KINDS = (
    ("GEMM", ("aten::mm", "aten::addmm")),
    ("attention", ("bmm", "baddbmm", "softmax", "_Packed", "_Products", "flash", "scaled_dot", "bitwise")),
    ("optimiser", ("adam", "norm", "foreach", "Optimizer")),
    ("elementwise", ("gelu", "dropout", "random_", "bernoulli", "add", "mul", "ge_", "copy_", "sum", "cat", "fill_",
                     "index", "embedding", "where", "div", "sub", "_Closing", "_Linear", "tanh", "_to_copy")),
)  # fmt: skip
"""Kinds of operations by what their names contain; the first that fits."""


def lengths_of(kind: str, draw: np.random.Generator, count: int) -> np.ndarray:
    """Lengths in tokens that look like those of a data set."""
    mean, spread, least, most = _SHAPES[kind]
    return np.clip(draw.lognormal(mean, spread, count).round().astype(int), least, min(most, LONGEST))


def ours(folder: Path, kind: str) -> tuple[Callable[[np.ndarray], None], Lengths]:
    """(one update over texts of given lengths, the lengths of batch n of a choice of so many)."""
    import torch
    from torch.nn import functional

    from engine.data.tokens import TokenBatch
    from engine.kernels.tensor_batch import to_tensors
    from engine.model.classifier import build_classifier
    from engine.optim.clipping import clip_gradients
    from engine.spec.experiment import Encoder
    from engine.spec.stages import Features

    model = build_classifier(
        Encoder(source=str(folder)), Features(layers="pooler"), CLASSES, 0.1, seed=1
    ).train()
    optimizer = _adamw(model)

    def update(lengths: np.ndarray) -> None:
        total, draw = int(lengths.sum()), np.random.default_rng(int(lengths.sum()))
        made = TokenBatch(
            draw.integers(1000, 30000, total), np.zeros(total, np.int64), lengths.astype(np.int64),
            draw.integers(0, CLASSES, len(lengths)), np.arange(len(lengths)),
        )  # fmt: skip
        batch = to_tensors(made, "cpu", True, 0)
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", torch.bfloat16):
            loss = functional.cross_entropy(model(batch).float(), batch.labels)
        loss.backward()
        clip_gradients(model.parameters(), LIMIT, "all", optimizer)
        optimizer.step()

    def lengths(number: int, count: int) -> np.ndarray:
        texts = np.random.default_rng(1).permutation(lengths_of(kind, np.random.default_rng(0), 50 * BATCH))
        return texts.reshape(50, BATCH)[number % 50]

    return update, lengths


def peer(folder: Path, kind: str, attention: str) -> tuple[Callable[[np.ndarray], None], Lengths]:
    """The same for the peer, whose batches hold texts of similar length."""
    import torch
    from transformers import AutoModelForSequenceClassification

    model = AutoModelForSequenceClassification.from_pretrained(
        folder, num_labels=CLASSES, attn_implementation=attention
    ).train()
    optimizer = _adamw(model)

    def update(lengths: np.ndarray) -> None:
        draw, width = np.random.default_rng(int(lengths.sum())), int(lengths.max())
        real = np.arange(width) < lengths[:, None]
        ids = np.where(real, draw.integers(1000, 30000, real.shape), 0)
        labels = torch.from_numpy(draw.integers(0, CLASSES, len(lengths)))
        model.zero_grad()
        with torch.autocast("cpu", torch.bfloat16):
            found = model(
                input_ids=torch.from_numpy(ids),
                attention_mask=torch.from_numpy(real.astype(np.int64)),
                labels=labels,
            )
        found.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), LIMIT)
        optimizer.step()

    def lengths(number: int, count: int) -> np.ndarray:
        # As ``group_by_length`` has it: fifty batches' texts are sorted and cut; here every so many'th of them.
        texts = np.sort(lengths_of(kind, np.random.default_rng(0), 50 * BATCH))
        return texts.reshape(50, BATCH)[int(50 * (number + 0.5) / count)]

    return update, lengths


def _adamw(model: Any) -> Any:
    import torch

    weights = list(model.parameters())
    groups = [
        {"params": [w for w in weights if w.ndim > 1], "weight_decay": 0.01},
        {"params": [w for w in weights if w.ndim == 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=RATE, fused=True)


def compare(encoder: str, kind: str, folder: Path, options: argparse.Namespace) -> list[dict[str, Any]]:
    """A row of the table for each way."""
    from transformers import AutoConfig

    config = AutoConfig.from_pretrained(folder)
    made = {"ours": ours(folder, kind)} | {
        f"transformers {a}": peer(folder, kind, a) for a in options.attention
    }
    tokens = {
        name: [lengths(number, options.updates) for number in range(options.updates)]
        for name, (_, lengths) in made.items()
    }
    least = {name: np.full(options.updates, np.inf) for name in made}
    for turn in range(options.rounds + 1):
        for number in range(options.updates if turn else 1):  # first, one of each to warm up
            for name, (update, _) in made.items():
                start = time.process_time()
                update(tokens[name][number])
                if turn:
                    least[name][number] = min(least[name][number], time.process_time() - start)
    rate = peak_rate("cpu", "bf16") / options.threads  # of one thread: seconds are processor seconds
    rows = []
    for name, spent in least.items():
        texts = np.concatenate(tokens[name])
        floor = flops(config, texts) / rate
        rows.append({
            "encoder": encoder, "data": kind, "way": name, "ms per update": 1e3 * spent.mean(),
            "tokens": int(texts.sum() / options.updates), "floor ms": 1e3 * floor / options.updates,
            "share of floor %": 100 * floor / spent.sum(), "ours is faster by": spent.sum() / least["ours"].sum(),
        })  # fmt: skip
    if options.profile:
        for name, (update, _) in made.items():
            found = breakdown(partial(update, tokens[name][options.updates // 2]))
            rows += [
                {"encoder": encoder, "data": kind, "way": name, "kind": k, "ms": v} for k, v in found.items()
            ]
    return rows


def breakdown(update: Callable[[], None], rounds: int = 3) -> dict[str, float]:
    """Milliseconds of an update by kind of operation: of each operation the least of some rounds."""
    from torch.profiler import ProfilerActivity, profile

    least: dict[str, float] = {}
    for _ in range(rounds):
        with profile(activities=[ProfilerActivity.CPU]) as found:
            update()
        for row in found.key_averages():
            spent = row.self_cpu_time_total / 1e3
            least[row.key] = min(spent, least.get(row.key, spent))
    kinds: Counter[str] = Counter()
    for name, spent in least.items():
        kinds[_kind(name)] += spent
    return {k: kinds[k] for k in ("GEMM", "attention", "elementwise", "optimiser", "other")}


def _kind(name: str) -> str:
    if "layer_norm" in name:
        return "elementwise"
    return next((kind for kind, parts in KINDS if any(p in name for p in parts)), "other")


def _cases(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    return ((encoder, kind) for encoder in options.encoder for kind in options.data)


def main() -> None:
    made = parser(__doc__)
    made.add_argument(
        "--encoder", nargs="+", default=["base", "minilm"], help=f"{', '.join(ENCODERS)} or folders"
    )
    made.add_argument("--data", nargs="+", default=["trec", "ag"], choices=DATA)
    made.add_argument(
        "--attention", nargs="+", default=["sdpa"], choices=["sdpa", "eager"], help="of the peer"
    )
    made.add_argument("--updates", type=int, default=6, help="batches of each way")
    made.add_argument("--threads", type=int, default=1)
    made.add_argument("--profile", action="store_true", help="also the time by kind of operation")
    options = made.parse_args()
    wanted = training_environment() | {"OMP_NUM_THREADS": str(options.threads)}
    if any(
        os.environ.get(key) != value for key, value in wanted.items()
    ):  # libraries read it when they start
        os.environ.update(wanted)
        os.execv(sys.executable, [sys.executable, *sys.argv])

    import torch

    from engine.kernels.allocator import keep_freed_memory

    keep_freed_memory()
    torch.set_num_threads(options.threads)
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as place:
        for encoder, kind in _cases(options):
            rows += compare(encoder, kind, encoder_folder(encoder, Path(place)), options)
    print(table([row for row in rows if "kind" not in row]))
    if options.profile:
        print()
        print(table([row for row in rows if "kind" in row]))
    save(options.json, {"threads": options.threads, "rows": rows})


if __name__ == "__main__":
    main()
