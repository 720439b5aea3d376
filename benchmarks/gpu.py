"""All that needs a GPU, in one command: the tests, then training and prediction beside transformers at its best.

    make gpu                                               # or: python benchmarks/gpu.py
    make gpu ARGS="--seconds 240 --json FILE"              # what FILE has already is not measured again
    python benchmarks/gpu.py --device cpu --tiny           # a dry run: every way, on shapes that a CPU can do

Encoders are BERTs of three sizes with random weights, the bundled tokenizer and made-up texts whose lengths look like
those of TREC, AG's News and IMDb, cut at 16, 128 and 512 tokens: no network and no further files. Same texts, batch,
precision (bfloat16) and head for all. Fine-tuning: ``Trainer`` at its best (SDPA, texts grouped by length, fused AdamW,
batches made by four processes) and without padding (``finetune.flattened``); masked words: ``run_mlm``'s way in
bfloat16; prediction: ten lines of transformers (``serving.script``). None is compiled. ``start`` is from the start of a
process to the first update.

Each way has a process of its own, whose imports are done before anything is timed; they take turns, case by case, the
cases most worth first, then again for as many rounds as ``--rounds`` and ``--seconds`` allow (medians). A case that was
not begun or not finished in time is said to be not measured. ``share`` is that of the operations that real tokens need
in the fastest matrix product measured on the same card (``roofline``).
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
"""By most tokens of a text: whose lengths they are, texts of a batch (half for the large encoder), batches."""
ORDER = (
    "base/128", "minilm/16", "base/512", "share", "minilm/128", "masked words", "predict bf16", "large/128",
    "minilm/512", "start", "large/512", "predict fp32", "base/16", "large/16",
)  # fmt: skip
LATE = "not finished in time"
FEWEST_SECONDS, MOST_SECONDS = 15.0, 75.0
"""With less left no way is begun; one that takes longer is ended."""


@dataclass(frozen=True)
class Case:
    """A task that is measured in several ways, and the figure that is compared."""

    name: str
    title: str
    figure: str
    task: dict[str, Any]
    ways: tuple[str, ...]


class Worker:
    """A process that measures one task after another, all in one way."""

    def __init__(self, environment: Mapping[str, str], device: str = "") -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--worker", device],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", cwd=ROOT, env=environment,
            start_new_session=True,
        )  # fmt: skip

    def ask(self, task: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """What it measures; ``error`` in its place when it fails or takes longer than ``seconds``, which ends it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(task) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # its end is the answer
        return self.answer(seconds)

    def answer(self, seconds: float) -> dict[str, Any]:
        """The next answer; the first one says that it is ready."""
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], max(0.1, seconds))[0]:
            self.close()
            return {"error": LATE}
        line = self._process.stdout.readline()
        if not line:
            self.close()
            return {"error": f"its process ended ({self._process.wait()})"}
        found: dict[str, Any] = json.loads(line)
        return found

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """End it with all that it has started."""
        if self.is_alive:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def work(device: str) -> None:
    """The other end of ``Worker``; with a device all is imported and the device ready before the first task."""
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
            found = importlib.import_module(task["benchmark"]).measure(task)
        except Exception as error:
            traceback.print_exc()
            found = {"error": f"{type(error).__name__}: {error}".splitlines()[0][:160]}
        if device.startswith("cuda"):  # the others need the memory
            gc.collect()
            torch.cuda.empty_cache()
        print(json.dumps(found), file=answers, flush=True)


def cases(device: str, place: Path, tiny: bool, only: Sequence[str]) -> list[Case]:
    """The cases of these names, in the order of their worth; texts and encoders are written to ``place``."""
    made, ways = list[Case](), ("palimpsest", "best", "flattened")
    sizes = {name: str(harness.drawn_encoder("tiny" if tiny else name, place)) for name in SIZES}
    for length, (kind, batch, steps) in TOKENS.items():
        batch, steps = (8, 2) if tiny else (batch, steps)
        data = finetune.source(kind, "", place, batch * steps * 6 // 5 + 400)  # a tenth is for validation
        for name in SIZES:
            texts = batch // 2 if name == "large" else batch
            task = {"benchmark": "finetune", "data": data, "encoder": sizes[name], "length": length, "batch": texts,
                    "rate": 1e-4, "device": device, "whole": False, "epochs": 2, "seed": 42,
                    "train_rows": texts * steps}  # fmt: skip
            title = f"fine-tuning, {name}, ≤ {length} tokens, batch {texts}: texts/s"
            made.append(Case(f"{name}/{length}", title, "texts_per_second", task, ways))
    (place / "text.txt").write_text("\n\n".join(harness.synthetic("imdb", 60 if tiny else 6000)[0]), "utf-8")
    task = {"benchmark": "pretrain", "objective": "mlm", "length": 128, "batch": 4 if tiny else 256,
            "steps": 5 if tiny else 40, "rate": 1e-4, "seed": 1, "attention": "", "precision": "bf16",
            "encoder": sizes["base"], "device": device.partition(":")[0], "segmentation": "lines"}  # fmt: skip
    task |= pretrain.corpus([place / "text.txt"], place)
    title = f"masked words, base, 128 tokens, batch {task['batch']}: tokens/s"
    made.append(Case("masked words", title, "tokens_per_second", task, ("palimpsest", "run_mlm")))
    training = made[0].task | {"way": "palimpsest", "train_rows": 16 if tiny else 2048}
    for precision in ("bf16", "fp32"):
        task = {"benchmark": "serving", "folder": str(place), "device": device, "precision": precision,
                "rows": 200 if tiny else 20_000, "training": training}  # fmt: skip
        title = f"predict, minilm, {task['rows']:,} short rows, {precision}: rows/s"
        made.append(Case(f"predict {precision}", title, "rows_per_second", task, ("palimpsest", "script")))
    task = {"benchmark": "roofline", "encoder": sizes["base"], "device": device, "length": 64 if tiny else 512,
            "tokens": 128 if tiny else 49_152, "updates": 4 if tiny else 24, "threads": 0,
            "precision": "fp32" if tiny else "bf16"}  # fmt: skip
    title = f"fine-tuning, base, all {task['length']} tokens: tokens/s"
    made.append(Case("share", title, "tokens_per_second", task, ("palimpsest",)))
    title = "start of a process to its first update, palimpsest-tiny: s"
    made.append(Case("start", title, "total", start_task(device, place), ("palimpsest", "trainer")))
    return sorted((each for each in made if each.name in only), key=lambda each: ORDER.index(each.name))


def start_task(device: str, place: Path) -> dict[str, Any]:
    """The bundled encoder on the bundled questions."""
    from engine.model.encoders import locate_encoder
    from engine.paths import RESOURCES
    from engine.spec.experiment import Encoder

    return {
        "benchmark": "start", "source": {"source": "samples:questions"}, "home": str(place), "threads": 0,
        "file": str(RESOURCES / "samples" / "questions" / "train.jsonl"), "format": "json", "device": device,
        "cache": str(place / "cache"), "encoder": str(locate_encoder(Encoder())), "output": str(place / "peer"),
    }  # fmt: skip


def run_tests(environment: Mapping[str, str], seconds: float) -> str:
    """How all tests that are marked ``gpu`` have ended, in pytest's words."""
    files = [
        f for f in sorted((ROOT / "tests").rglob("test_*.py")) if "pytest.mark.gpu" in f.read_text("utf-8")
    ]
    several = min(6, (os.cpu_count() or 1) // 2)
    # What only the window's tests need may be missing here, and with it options that pytest has from it.
    options = "-q -m gpu -o addopts=--import-mode=importlib -W ignore::pytest.PytestConfigWarning".split()
    options += ["-n", str(several)] if several > 1 else []
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *map(str, files)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", cwd=ROOT, env=environment,
            timeout=seconds,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return LATE
    print(done.stdout, file=sys.stderr, flush=True)
    return done.stdout.strip().splitlines()[-1].strip("= ")


class Session:
    """What one call measures until its time is over, kept in a file after each result."""

    def __init__(self, options: Any) -> None:
        self.until = time.monotonic() + options.seconds
        self.options, self.workers = options, dict[str, Worker]()
        self.environment = {**os.environ, **harness.training_environment()}
        self.kept: dict[str, Any] = {"tests": "", "results": {}}
        if options.json and options.json.is_file():
            self.kept |= json.loads(options.json.read_text("utf-8"))
            for ways in self.kept["results"].values():  # what has failed is tried again
                ways |= {way: [each for each in ways[way] if "error" not in each] for way in ways}
            if (then := self.kept["machine"].get("gpus")) != (now := harness.machine().get("gpus")):
                raise SystemExit(f"{options.json} was measured on {then}, this is {now}: name another file")

    @property
    def left(self) -> float:
        return self.until - time.monotonic()

    def keep(self, listed: list[Case]) -> None:
        """Write all figures, and the table beside them."""
        if self.options.json:
            harness.save(self.options.json, {k: v for k, v in self.kept.items() if k != "machine"})
            self.options.json.with_suffix(".md").write_text(report(self.kept, listed) + "\n", "utf-8")

    def begin(self, *roles: str) -> None:
        """Begin the processes of ``roles``; each says when it is ready."""
        self.workers |= {role: Worker(self.environment, self.options.device) for role in roles}

    def ask(self, case: Case, way: str) -> dict[str, Any]:
        """One way of a case."""
        task, role, patience = case.task | {"way": way}, TITLES.get(way, way), min(self.left, MOST_SECONDS)
        if case.name == "start":  # which a process that has all imported knows nothing of
            one = Worker(self.environment)
            found = one.ask(task, patience)
            one.close()
            return found
        if not self.workers[role].is_alive:
            self.begin(role)
            self.workers[role].answer(self.left)
        return self.workers[role].ask(task, patience)

    def measure(self, listed: list[Case]) -> None:
        """All cases for as long as there is time; a way that has failed is not tried again."""
        for number in range(self.options.rounds):
            for case in listed:
                found = self.kept["results"].setdefault(case.name, {})
                for way in case.ways[:: -1 if number % 2 else 1]:
                    each = found.setdefault(way, [])
                    if len(each) > number or any("error" in one for one in each):
                        continue
                    if self.left < FEWEST_SECONDS:
                        return
                    start = time.monotonic()
                    one = self.ask(case, way)
                    said = f"{case.name}, {way}, {time.monotonic() - start:.0f} s: {one}"
                    print(said, file=sys.stderr, flush=True)
                    if one.get("error") != LATE:
                        each.append(one)
                    self.keep(listed)


def report(kept: Mapping[str, Any], listed: list[Case]) -> str:
    """The table in Markdown, under the outcome of the tests."""
    about, rows = harness.machine(), []
    peak = max(
        (each["peak"] for each in kept["results"].get("share", {}).get("palimpsest", []) if "peak" in each),
        default=0,
    )
    for case in listed:
        found = {TITLES.get(way, way): each for way, each in kept["results"].get(case.name, {}).items()}
        good = {way: harness.middle(each) for way, each in found.items() if each and "error" not in each[-1]}
        row, own = dict[str, Any](case=case.title), good.get("palimpsest", {}).get(case.figure)
        for way in [TITLES.get(each, each) for each in case.ways]:
            if way in good:
                row[way] = value = good[way][case.figure]
                if way != "palimpsest" and own:
                    row[f"{way} ×"] = value / own if case.figure == "total" else own / value
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
    card = about.get("gpus", [about["processor"]])[0]
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    return (
        f"{card}, driver {_driver()}, {about['cores']} cores, Python {about['python']}, {versions}\n\n"
        f"Tests that need a GPU: {kept['tests'] or 'not run'}\n\n{harness.table(rows, COLUMNS)}"
    )


@cache
def _driver() -> str:
    try:
        asked = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
        return subprocess.run(asked, capture_output=True, encoding="utf-8", timeout=20).stdout.split()[0]
    except (OSError, IndexError, subprocess.TimeoutExpired):
        return "none"


def main() -> int:
    """Run the tests, measure, and print the table; 1 when a test has failed."""
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
        os.environ.setdefault("CUDA_VISIBLE_DEVICES", "0")  # Trainer would take all of them
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as beside:
        os.environ["PALIMPSEST_HOME"] = folder
        session = Session(options)
        try:
            session.begin("palimpsest", "Trainer", "padding-free")
            if not session.kept["tests"]:
                testing = beside.submit(run_tests, session.environment, session.left / 2)
            listed = cases(options.device, Path(folder), options.tiny, options.only)
            if not session.kept["tests"]:
                session.kept["tests"] = testing.result()
            for worker in session.workers.values():
                worker.answer(session.left)
            print(f"ready with {session.left:.0f} s left", file=sys.stderr, flush=True)
            session.measure(listed)
        finally:
            for worker in session.workers.values():
                worker.close()
        session.keep(listed)
    print(report(session.kept, listed), flush=True)
    return int("failed" in session.kept["tests"] or "error" in session.kept["tests"])


if __name__ == "__main__":
    sys.exit(main())
