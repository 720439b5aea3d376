"""Everything that needs a GPU: the tests, then training and prediction compared with transformers at its fastest.

    make gpu                                               # or: python benchmarks/gpu.py
    make gpu ARGS="--seconds 240 --json FILE"              # figures in FILE are not measured again
    python benchmarks/gpu.py --device cpu --tiny           # a dry run: every way, with sizes for a CPU

Encoders are BERTs of three sizes with random weights, with the bundled tokenizer. Random texts have lengths like those
of TREC, AG's News and IMDb, truncated to 16, 128 and 512 tokens. No network and no other files are needed. Texts,
batch, precision (bfloat16) and head are equal for all ways. Fine-tuning: ``Trainer`` with its fastest settings (SDPA,
texts grouped by length, fused AdamW, batches created by four processes) and without padding (``finetune.flattened``).
Masked words: ``run_mlm`` in bfloat16. Prediction: ten lines of transformers (``serving.script``). None is compiled.
``start`` is the time from the start of a process to the first update.

Each way has its own process, which has completed its imports before anything is timed. The ways take turns case by
case, the most important cases first, and then repeatedly as ``--rounds`` and ``--seconds`` allow (figures are medians).
Cases that were not started or finished in time are reported as not measured. ``share`` is the rate of operations on
real tokens relative to the fastest matrix product measured on the same card (``roofline``).
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness
import finetune
import pretrain

ROOT = Path(__file__).resolve().parent.parent
SIZES = ("minilm", "base", "large")
COLUMNS = "case|palimpsest|Trainer|Trainer ×|padding-free|padding-free ×|peak GB|share %|rounds".split("|")
TITLES = {
    "best": "Trainer",
    "run_mlm": "Trainer",
    "script": "Trainer",
    "trainer": "Trainer",
    "flattened": "padding-free",
}
TOKENS = {16: ("trec", 2048, 60), 128: ("ag", 512, 40), 512: ("imdb", 96, 24)}
"""By maximum tokens of a text: data set with such lengths, texts per batch (half for the large encoder), batches."""
ORDER = (
    "base/128", "minilm/16", "base/512", "share", "minilm/128", "masked words", "predict bf16", "large/128",
    "minilm/512", "start", "large/512", "predict fp32", "base/16", "large/16",
)  # fmt: skip
TIMED_OUT = "not finished in time"
MIN_SECONDS, MAX_SECONDS = 15.0, 75.0
"""The remaining time below which no way is started, and the time after which a way is stopped."""


@dataclass(frozen=True)
class Case:
    """A task that is measured in several ways, and the figure that is compared."""

    name: str
    title: str
    figure: str
    task: dict[str, Any]
    ways: tuple[str, ...]


class Worker:
    """A process that measures tasks one after another in a single way."""

    def __init__(self, environment: Mapping[str, str], device: str = "") -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--worker", device],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", cwd=ROOT, env=environment,
            start_new_session=True,
        )  # fmt: skip

    def ask(self, task: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return the figures of ``task``, or ``error`` if it fails or takes over ``seconds``."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(task) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the end of the process is the answer
        return self.answer(seconds)

    def answer(self, seconds: float) -> dict[str, Any]:
        """Return the next answer. The first one reports that the process is ready."""
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], max(0.1, seconds))[0]:
            self.close()
            return {"error": TIMED_OUT}
        line = self._process.stdout.readline()
        if not line:
            self.close()
            return {"error": f"its process ended ({self._process.wait()})"}
        figures: dict[str, Any] = json.loads(line)
        return figures

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """Stop the process and all its child processes."""
        if self.is_alive:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def work(device: str) -> None:
    """Answer the requests of ``Worker``. With a device, imports and device are ready before the first task."""
    answers, sys.stdout = sys.stdout, sys.stderr
    if device:
        import torch
        from transformers import Trainer  # noqa: F401

        import engine.train.loop  # noqa: F401

        torch.zeros(1, device=device)
        print("{}", file=answers, flush=True)
    for line in sys.stdin:
        task = json.loads(line)
        try:
            if device.startswith("cuda"):
                torch.cuda.reset_peak_memory_stats()
            figures = importlib.import_module(task["benchmark"]).measure(task)
        except Exception as error:
            traceback.print_exc()
            figures = {"error": f"{type(error).__name__}: {error}".splitlines()[0][:160]}
        if device.startswith("cuda"):  # the other processes need the memory
            gc.collect()
            torch.cuda.empty_cache()
        print(json.dumps(figures), file=answers, flush=True)


def cases(device: str, folder: Path, tiny: bool, only: Sequence[str]) -> list[Case]:
    """Return the cases of these names, the most important first. Texts and encoders are written to ``folder``."""
    result, ways = list[Case](), ("palimpsest", "best", "flattened")
    sizes = {name: str(harness.random_encoder("tiny" if tiny else name, folder)) for name in SIZES}
    for length, (kind, batch, steps) in TOKENS.items():
        batch, steps = (8, 2) if tiny else (batch, steps)
        data = finetune.source(kind, "", folder, batch * steps * 6 // 5 + 400)  # a tenth: validation
        for name in SIZES:
            texts = batch // 2 if name == "large" else batch
            task = {"benchmark": "finetune", "data": data, "encoder": sizes[name], "length": length, "batch": texts,
                    "rate": 1e-4, "device": device, "whole": False, "epochs": 2, "seed": 42,
                    "train_rows": texts * steps}  # fmt: skip
            title = f"fine-tuning, {name}, ≤ {length} tokens, batch {texts}: texts/s"
            result.append(Case(f"{name}/{length}", title, "texts_per_second", task, ways))
    (folder / "text.txt").write_text("\n\n".join(harness.synthetic("imdb", 60 if tiny else 6000)[0]), "utf-8")
    task = {"benchmark": "pretrain", "objective": "mlm", "length": 128, "batch": 4 if tiny else 256,
            "steps": 5 if tiny else 40, "rate": 1e-4, "seed": 1, "attention": "", "precision": "bf16",
            "encoder": sizes["base"], "device": device.partition(":")[0], "segmentation": "lines"}  # fmt: skip
    task |= pretrain.corpus([folder / "text.txt"], folder)
    title = f"masked words, base, 128 tokens, batch {task['batch']}: tokens/s"
    result.append(Case("masked words", title, "tokens_per_second", task, ("palimpsest", "run_mlm")))
    training = result[0].task | {"way": "palimpsest", "train_rows": 16 if tiny else 2048}
    for precision in ("bf16", "fp32"):
        task = {"benchmark": "serving", "folder": str(folder), "device": device, "precision": precision,
                "rows": 200 if tiny else 20_000, "training": training}  # fmt: skip
        title = f"predict, minilm, {task['rows']:,} short rows, {precision}: rows/s"
        result.append(Case(f"predict {precision}", title, "rows_per_second", task, ("palimpsest", "script")))
    task = {"benchmark": "roofline", "encoder": sizes["base"], "device": device, "length": 64 if tiny else 512,
            "tokens": 128 if tiny else 49_152, "updates": 4 if tiny else 24, "threads": 0,
            "precision": "fp32" if tiny else "bf16"}  # fmt: skip
    title = f"fine-tuning, base, all {task['length']} tokens: tokens/s"
    result.append(Case("share", title, "tokens_per_second", task, ("palimpsest",)))
    title = "start of a process to its first update, palimpsest-tiny: s"
    result.append(Case("start", title, "total", start_task(device, folder), ("palimpsest", "trainer")))
    return sorted((each for each in result if each.name in only), key=lambda each: ORDER.index(each.name))


def start_task(device: str, folder: Path) -> dict[str, Any]:
    """Return the task with the bundled encoder and the bundled questions."""
    from engine.model.encoders import locate_encoder
    from engine.paths import RESOURCES
    from engine.spec.experiment import Encoder

    return {
        "benchmark": "start", "source": {"source": "samples:questions"}, "home": str(folder), "threads": 0,
        "file": str(RESOURCES / "samples" / "questions" / "train.jsonl"), "format": "json", "device": device,
        "cache": str(folder / "cache"), "encoder": str(locate_encoder(Encoder())), "output": str(folder / "peer"),
    }  # fmt: skip


def run_tests(environment: Mapping[str, str], seconds: float) -> str:
    """Run all tests marked ``gpu`` and return pytest's summary of them."""
    files = [
        f for f in sorted((ROOT / "tests").rglob("test_*.py")) if "pytest.mark.gpu" in f.read_text("utf-8")
    ]
    workers = min(6, (os.cpu_count() or 1) // 2)
    # Packages for the window's tests may be missing here, and with them the options that they add to pytest.
    options = "-q -m gpu -o addopts=--import-mode=importlib -W ignore::pytest.PytestConfigWarning".split()
    options += ["-n", str(workers)] if workers > 1 else []
    try:
        process = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *map(str, files)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", cwd=ROOT, env=environment,
            timeout=seconds,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return TIMED_OUT
    print(process.stdout, file=sys.stderr, flush=True)
    return process.stdout.strip().splitlines()[-1].strip("= ")


class Session:
    """The measurements of one call within its time limit, saved in a file after each result."""

    def __init__(self, options: Any) -> None:
        self.deadline = time.monotonic() + options.seconds
        self.options, self.workers = options, dict[str, Worker]()
        self.environment = {**os.environ, **harness.training_environment()}
        self.record: dict[str, Any] = {"tests": "", "results": {}}
        if options.json and options.json.is_file():
            self.record |= json.loads(options.json.read_text("utf-8"))
            for ways in self.record["results"].values():  # failed cases are tried again
                ways |= {way: [each for each in ways[way] if "error" not in each] for way in ways}
            if (other := self.record["machine"].get("gpus")) != (host := harness.machine().get("gpus")):
                raise SystemExit(f"{options.json} was measured on {other}, this is {host}: name another file")

    @property
    def time_left(self) -> float:
        return self.deadline - time.monotonic()

    def save(self, cases: list[Case]) -> None:
        """Write all figures, and a table of them to a second file."""
        if self.options.json:
            harness.save(self.options.json, {k: v for k, v in self.record.items() if k != "machine"})
            self.options.json.with_suffix(".md").write_text(report(self.record, cases) + "\n", "utf-8")

    def begin(self, *roles: str) -> None:
        """Start the processes of ``roles``. Each reports when it is ready."""
        self.workers |= {role: Worker(self.environment, self.options.device) for role in roles}

    def ask(self, case: Case, way: str) -> dict[str, Any]:
        """Measure one way of a case."""
        task, role, limit = case.task | {"way": way}, TITLES.get(way, way), min(self.time_left, MAX_SECONDS)
        if case.name == "start":  # not measurable in a process whose imports are complete
            worker = Worker(self.environment)
            figures = worker.ask(task, limit)
            worker.close()
            return figures
        if not self.workers[role].is_alive:
            self.begin(role)
            self.workers[role].answer(self.time_left)
        return self.workers[role].ask(task, limit)

    def measure(self, cases: list[Case]) -> None:
        """Measure all cases within the time limit. A way that has failed is not tried again."""
        for number in range(self.options.rounds):
            for case in cases:
                results = self.record["results"].setdefault(case.name, {})
                for way in case.ways[:: -1 if number % 2 else 1]:
                    rounds = results.setdefault(way, [])
                    if len(rounds) > number or any("error" in figures for figures in rounds):
                        continue
                    if self.time_left < MIN_SECONDS:
                        return
                    start = time.monotonic()
                    figures = self.ask(case, way)
                    line = f"{case.name}, {way}, {time.monotonic() - start:.0f} s: {figures}"
                    print(line, file=sys.stderr, flush=True)
                    if figures.get("error") != TIMED_OUT:
                        rounds.append(figures)
                    self.save(cases)


def report(record: Mapping[str, Any], cases: list[Case]) -> str:
    """Return the figures as a Markdown table below the result of the tests."""
    facts, rows = harness.machine(), []
    peak = max(
        (each["peak"] for each in record["results"].get("share", {}).get("palimpsest", []) if "peak" in each),
        default=0,
    )
    for case in cases:
        found = {TITLES.get(way, way): each for way, each in record["results"].get(case.name, {}).items()}
        good = {way: harness.medians(each) for way, each in found.items() if each and "error" not in each[-1]}
        row, own_figure = dict[str, Any](case=case.title), good.get("palimpsest", {}).get(case.figure)
        for way in [TITLES.get(each, each) for each in case.ways]:
            if way in good:
                row[way] = value = good[way][case.figure]
                if way != "palimpsest" and own_figure:
                    row[f"{way} ×"] = value / own_figure if case.figure == "total" else own_figure / value
            else:
                row[way] = f"failed: {found[way][-1]['error'][:40]}" if found.get(way) else "not measured"
        row["peak GB"] = " / ".join(
            f"{each['memory_gb']:.1f}" for each in good.values() if "memory_gb" in each
        )
        shares = [100 * each["flops"] / peak for each in good.values() if "flops" in each and peak]
        row |= {
            "share %": " / ".join(f"{each:.0f}" for each in shares),
            "rounds": len(found.get("palimpsest", [])),
        }
        rows.append(row)
    card = facts.get("gpus", [facts["processor"]])[0]
    versions = ", ".join(f"{name} {version}" for name, version in facts["versions"].items())
    return (
        f"{card}, driver {_driver()}, {facts['cores']} cores, Python {facts['python']}, {versions}\n\n"
        f"Tests that need a GPU: {record['tests'] or 'not run'}\n\n{harness.table(rows, COLUMNS)}"
    )


@cache
def _driver() -> str:
    try:
        command = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
        return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=20).stdout.split()[0]
    except (OSError, IndexError, subprocess.TimeoutExpired):
        return "none"


def main() -> int:
    """Run the tests, measure, and print the table. Return 1 if a test has failed."""
    if sys.argv[1:2] == ["--worker"]:
        work(sys.argv[2])
        return 0
    parser = harness.parser(__doc__)
    parser.add_argument(
        "--seconds", type=float, default=480, help="for everything; with 15 left nothing is begun"
    )
    parser.add_argument("--device", default="", help="cpu or cuda:0; empty: a GPU where there is one")
    parser.add_argument("--tiny", action="store_true", help="tiny encoders and few texts, for a dry run")
    parser.add_argument("--only", nargs="+", choices=ORDER, default=ORDER, help="cases")
    options = parser.parse_args()
    if not options.device:
        import torch

        options.device = "cuda:0" if torch.cuda.is_available() else "cpu"
    if options.device != "cpu":
        os.environ.setdefault("CUDA_VISIBLE_DEVICES", "0")  # Trainer would use all of them
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as executor:
        os.environ["PALIMPSEST_HOME"] = folder
        session = Session(options)
        try:
            session.begin("palimpsest", "Trainer", "padding-free")
            if not session.record["tests"]:
                tests = executor.submit(run_tests, session.environment, session.time_left / 2)
            all_cases = cases(options.device, Path(folder), options.tiny, options.only)
            if not session.record["tests"]:
                session.record["tests"] = tests.result()
            for worker in session.workers.values():
                worker.answer(session.time_left)
            print(f"ready with {session.time_left:.0f} s left", file=sys.stderr, flush=True)
            session.measure(all_cases)
        finally:
            for worker in session.workers.values():
                worker.close()
        session.save(all_cases)
    print(report(session.record, all_cases), flush=True)
    return int("failed" in session.record["tests"] or "error" in session.record["tests"])


if __name__ == "__main__":
    sys.exit(main())
