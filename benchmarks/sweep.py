"""What the runs of a sweep share: the same sweep run as twelve strangers, together cold, together warm, two at a time.

``forgetting``: the recipe forgetting-rates, four rates by three seeds, each run a process of its own from start to end.
Separately: every run in an empty home with nothing to reuse. Cold: one empty home for all. Warm: the same home again.
Two slots: two runs at once, which divide the cores. ``frozen``: four rates of a head on a frozen encoder in a process,
with what the encoder makes of the texts kept or not, cold and warm. Test errors stand beside the seconds: they must not
depend on the way (kept activations and other numbers of threads may move them by rounding).

    python benchmarks/sweep.py                 # 4 x 3 runs on 120 texts, bundled data and encoder, minutes
    python benchmarks/sweep.py --rates 2 --seeds 1 --rounds 1
    python benchmarks/sweep.py --full          # the recipe's own size for bundled data
"""

from __future__ import annotations

import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import _harness as harness

PARTS = ("forgetting", "frozen")
_REDUCED = {
    "data.train_rows": 120,
    "data.validation_rows": 60,
    "data.test_rows": 120,
    "epochs": 1,
    "probes.points": 2,
}
_RATES = (1e-3, 3e-3, 1e-2, 3e-2)


def main() -> None:
    """The measurements asked for, a table of each, and JSON."""
    parser = harness.parser(__doc__)
    parser.set_defaults(rounds=1)
    parser.add_argument("--part", choices=PARTS, action="append", help="only this; may be given twice")
    parser.add_argument("--rates", type=int, default=4, help="of the forgetting sweep")
    parser.add_argument("--seeds", type=int, default=3, help="of the forgetting sweep")
    parser.add_argument("--full", action="store_true", help="the recipe's own size for bundled data")
    parser.add_argument(
        "--encoder", default="palimpsest-tiny", help="of the frozen sweep; 'minilm', or a folder"
    )
    parser.add_argument("--texts", type=int, default=0, help="training texts of the frozen sweep; 0: by size")
    parser.add_argument("--epochs", type=int, default=0, help="of the frozen sweep; 0: by size")
    options = parser.parse_args()
    result: dict[str, Any] = {}
    for part in options.part or PARTS:
        result[part] = {"forgetting": forgetting, "frozen": frozen}[part](options)
        rows = [{"way": way} | figures for way, figures in result[part].items()]
        print(f"\n{part}\n{harness.table(rows)}", flush=True)
    harness.save(options.json, result)


def forgetting(options: Any) -> dict[str, harness.Figures]:
    """Seconds of the sweep by way, medians over rounds."""
    runs = {"rates": options.rates, "seeds": options.seeds, "full": options.full}
    found: dict[str, list[harness.Figures]] = {}
    for number in range(options.rounds):
        with _folder() as place:
            ways = {
                "separately": runs | {"alone": True},
                "together, cold": runs,
                "together, warm": runs,
                "two slots, cold": runs | {"slots": 2},
                "two slots, warm": runs | {"slots": 2},
            }
            for way, task in ways.items():
                home = place / way.partition(",")[0]
                figures = harness.child(__file__, {"part": "forgetting", "home": str(home)} | task)
                found.setdefault(way, []).append(figures)
                print(f"  round {number + 1}, {way}: {figures['seconds']:.1f} s", file=sys.stderr, flush=True)
    return _beside(found, "separately")


def frozen(options: Any) -> dict[str, harness.Figures]:
    """Seconds of four heads on a frozen encoder by way, medians over rounds."""
    encoder = str(harness.minilm()) if options.encoder == "minilm" else options.encoder
    task = {
        "part": "frozen",
        "encoder": encoder,
        "texts": options.texts or (2000 if options.full else 400),
        "epochs": options.epochs or (20 if options.full else 5),
    }
    found: dict[str, list[harness.Figures]] = {}
    for _ in range(options.rounds):
        with _folder() as place:
            for way, keep in (("computed each time", False), ("kept, cold", True), ("kept, warm", True)):
                home = place / way.partition(",")[0]
                found.setdefault(way, []).append(
                    harness.child(__file__, task | {"home": str(home), "keep": keep})
                )
    return _beside(found, "computed each time")


def _beside(found: dict[str, list[harness.Figures]], base: str) -> dict[str, harness.Figures]:
    middle = {way: harness.middle(each) for way, each in found.items()}
    return {
        way: each | {"times faster": middle[base]["seconds"] / each["seconds"]}
        for way, each in middle.items()
    }


@contextmanager
def _folder() -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix="sweep-"))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def measure(task: dict[str, Any]) -> harness.Figures:
    """One way, in a process of its own."""
    return _queued(task) if task["part"] == "forgetting" else _heads(task)


def _queued(task: dict[str, Any]) -> harness.Figures:
    """The sweep through the queue, as from the window or ``palimpsest queue``."""
    from engine import launch
    from engine.spec.experiment import Experiment

    experiments = _sweep(task)
    alone, slots = bool(task.get("alone")), int(task.get("slots", 1))
    groups: list[list[Experiment]] = [[each] for each in experiments] if alone else [experiments]
    errors: list[float] = []
    before, began = _processor_seconds(), time.perf_counter()
    for number, group in enumerate(groups):
        home = Path(task["home"]) / (str(number) if alone else "all")
        home.mkdir(parents=True, exist_ok=True)
        os.environ["PALIMPSEST_HOME"] = str(home)
        ids = launch.enqueue(home / "palimpsest.sqlite", group)
        launch.run_queue(
            home / "palimpsest.sqlite", "cpu", lambda: False, until_empty=True, slots=lambda: slots
        )
        errors += _errors(home / "palimpsest.sqlite", ids)
    seconds = time.perf_counter() - began
    return {
        "runs": len(experiments),
        "seconds": seconds,
        "per run": seconds / len(experiments),
        "processor seconds": _processor_seconds() - before,
        "test error": fmean(errors),
    }


def _sweep(task: dict[str, Any]) -> list[Any]:
    from engine.spec.experiment import parse_experiment
    from engine.spec.recipes import load_plan
    from engine.spec.sweep import assign_value

    plan = load_plan("forgetting-rates", "sample")
    rates = next(iter(plan.axes.values()))[: task["rates"]]
    found = []
    for rate in rates:
        for seed in range(task["seeds"]):
            table = plan.experiment.model_dump(mode="json") | {"seed": 42 + seed, "name": f"{rate} {seed}"}
            values = {"learning_rate": rate, "compute.reuse": not task.get("alone")}
            for key, value in (values if task["full"] else values | _REDUCED).items():
                assign_value(table, key, value)
            found.append(parse_experiment(table))
    return found


def _errors(store: Path, ids: list[int]) -> list[float]:
    from engine.store import Store, runs, summaries

    with Store(store, read_only=True) as opened:
        rows = [runs.get_run(opened, number) for number in ids]
        bad = [row for row in rows if row.status != "finished"]
        if bad:
            raise SystemExit(
                f"run {bad[0].id}: {bad[0].status}, {bad[0].reason}\n{runs.read_log_tail(bad[0].folder, 20)}"
            )
        measures = summaries.read_summaries(opened, ids)
        return [float(measures[number]["test/error"].last) for number in ids]


def _processor_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _heads(task: dict[str, Any]) -> harness.Figures:
    """Four heads, one after another in this process, as the runs of a sweep whose processes had all started."""
    os.environ["PALIMPSEST_HOME"] = task["home"]
    from engine.events import Evaluation, RunNotice
    from engine.spec.experiment import parse_experiment
    from engine.train.loop import train

    data = {
        "source": "samples:headlines",
        "train_rows": task["texts"],
        "validation_rows": 200,
        "test_rows": 300,
    }
    stage = {
        "kind": "finetune",
        "data": data,
        "freezing": "all",
        "features": {"layers": "last", "tokens": "mean"},
        "epochs": task["epochs"],
        "max_length": 64,
    }
    errors, began, before = [], time.perf_counter(), _processor_seconds()
    for number, rate in enumerate(_RATES):
        table = {
            "encoder": {"source": task["encoder"]},
            "stages": [stage | {"learning_rate": rate}],
            "probes": {"on": False},
            "compute": {"keep_frozen": task["keep"], "device": "cpu"},
        }
        folder = Path(tempfile.mkdtemp(dir=_made(Path(task["home"]))))
        for event in train(parse_experiment(table), folder):
            if isinstance(event, Evaluation) and event.split == "test":
                errors.append(event.values["test/error"])
            elif isinstance(event, RunNotice) and "it saves" in event.text and number in (0, len(_RATES) - 1):
                print(f"  {event.text}", file=sys.stderr)
    seconds = time.perf_counter() - began
    used = _processor_seconds() - before
    return {
        "runs": len(_RATES),
        "seconds": seconds,
        "per run": seconds / len(_RATES),
        "processor seconds": used,
        "test error": fmean(errors),
    }


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


if __name__ == "__main__":
    if not harness.answer(measure):
        main()
