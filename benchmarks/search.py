"""Settings that are searched for: TPE with pruning against random draws against the default, on TREC.

20 trials each, by the validation error, of rate, batch size, dropout and weight decay. Trial 0 of both searches is the
design that ``palimpsest new --data`` writes for these texts, with two epochs instead of four so that a trial takes half
a processor minute. The best design of each search and the default are then trained with three seeds and tested; the
test texts take no part before. Everything goes through the command line and its queue.

    python benchmarks/search.py --texts FOLDER --home FOLDER              # FOLDER has train_5500.label, TREC_10.label
    python benchmarks/search.py --texts FOLDER --home FOLDER --trials 2 --rows 300     # only to see that it goes

Broken off, the same command goes on. Processor seconds are those of the runs' own processes, the start included, but
for what a fork server has imported once for all of them.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import _harness as harness
from benchmarks._queue import palimpsest, processor_seconds, train

SEEDS = (42, 43, 44)
PRUNERS = {"tpe": "median", "random": "none"}
"""How each sampler's trials are pruned."""
CHANGES = ("epochs=2", "best_on=error", "probes.on=false", "compute.threads=1")
"""What is another than in the design that the program proposes."""
FIELDS = """
[search.fields]
learning_rate = { low = 3e-5, high = 3e-3, log = true }
batch_size = [16, 32, 64]
dropout = { low = 0.0, high = 0.3 }
weight_decay = { low = 0.0, high = 0.1 }
"""


@dataclass(frozen=True)
class Trials:
    """What the trials of one search have shown.

    Attributes:
        values: validation error of each finished trial in percent, None of a pruned one; in order.
        seconds: processor seconds of each.
    """

    values: tuple[float | None, ...]
    seconds: tuple[float, ...]

    @property
    def best(self) -> float:
        """The least validation error."""
        return min(value for value in self.values if value is not None)

    def best_within(self, seconds: float) -> float:
        """Return the least error of the trials that had ended after ``seconds`` processor seconds.

        Example: trials of 10 s each with 30, 20 and 10 %: after 25 s it is 20 %.
        """
        spent, best = 0.0, float("inf")
        for value, cost in zip(self.values, self.seconds, strict=True):
            spent += cost
            if spent > seconds:
                break
            best = min(best, float("inf") if value is None else value)
        return best


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, train the chosen designs over seeds, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=Path, required=True, help="the folder of TREC's two files")
    parser.add_argument("--home", type=Path, required=True, help="where the store of this benchmark is kept")
    parser.add_argument("--trials", type=int, default=20, help="of each search")
    parser.add_argument("--rows", type=int, default=0, help="training texts; 0: all")
    options = parser.parse_args(arguments)
    home = options.home.absolute()
    home.mkdir(parents=True, exist_ok=True)
    design = write_default(home, options.texts.absolute() / "train_5500.label", options.rows)

    designs, trials = {"default": design}, {}
    for sampler in PRUNERS:
        designs[sampler], trials[sampler] = search(home, design, sampler, options.trials)
    runs = {
        name: train(home, f"tested {name}", file, f"name=tested {name}", f"seed={list(SEEDS)}", *CHANGES)
        for name, file in designs.items()
    }
    print(harness.table(summary(home, trials, runs)))
    for first, second in (("default", "tpe"), ("default", "random"), ("random", "tpe")):
        print(f"\n{second} against {first}: {verdict(home, runs[first], runs[second])}")
    for name, file in designs.items():
        print(f"\n{name}: {chosen_settings(file)}")
    return 0


def write_default(home: Path, data: Path, rows: int) -> Path:
    """Write the design that the program proposes for a data set."""
    file = home / "default.toml"
    if not file.exists():
        given = palimpsest(home, "new", "--data", str(data), "--set", f"train_rows={rows}")
        file.write_text(given, encoding="utf-8")
    return file


def search(home: Path, design: Path, sampler: str, count: int) -> tuple[Path, Trials]:
    """Search, or go on with it; return the file of the best design, and the trials."""
    from engine.store import Store

    plan, best = home / f"search-{sampler}.toml", home / f"best-{sampler}.toml"
    declared = (
        f'\n[search]\ntrials = {count}\nsampler = "{sampler}"\npruner = "{PRUNERS[sampler]}"\nkeep = "best"\n'
    )
    plan.write_text(design.read_text(encoding="utf-8") + declared + FIELDS, encoding="utf-8")
    changes = [part for change in CHANGES for part in ("--set", change)]
    given = json.loads(
        palimpsest(home, "search", str(plan), *changes, "--write", str(best), "--overwrite", "--json")
    )
    rows = given["trials"]
    values = tuple(row["value"] if row["state"] == "finished" else None for row in rows)
    with Store(home / "palimpsest.sqlite", read_only=True) as store:
        seconds = tuple(sum(processor_seconds(store, number) for number in row["runs"]) for row in rows)
    return best, Trials(values, seconds)


def summary(home: Path, trials: dict[str, Trials], runs: dict[str, list[int]]) -> list[dict[str, object]]:
    """Return a row for the default and for each search, with the test error over seeds."""
    least = min(sum(each.seconds) for each in trials.values())
    first = next(iter(trials.values()))
    default = Trials(first.values[:1], first.seconds[:1])
    rows: list[dict[str, object]] = []
    for name, numbers in runs.items():
        found = trials.get(name, default)
        errors = [test_error(home, number) for number in numbers]
        rows.append(
            {
                "": name,
                "trials": len(found.values),
                "pruned": found.values.count(None),
                "processor s": round(sum(found.seconds)),
                "best validation error, %": f"{found.best:.2f}",
                f"after {least:.0f} s": f"{found.best_within(least):.2f}",
                "test error, %": f"{mean(errors):.2f} ± {stdev(errors):.2f}",
            }
        )
    return rows


def test_error(home: Path, number: int) -> float:
    """Return the test error of a run in percent."""
    (found,) = [row for row in json.loads(palimpsest(home, "runs", "--json")) if row["id"] == number]
    return float(found["summary"]["test_error_at_best_validation"])


def verdict(home: Path, first: Sequence[int], second: Sequence[int]) -> str:
    """Return how the second strategy does against the first, by the program's own verdict."""
    numbers = [str(number) for number in (*first, *second)]
    given = json.loads(palimpsest(home, "compare", *numbers, "--seeds", "--test", "--format", "json"))
    if len(given["rows"]) == 1:
        return "the same design"
    (test,) = given["tests"]
    interval = f"95 % interval {test['low']:+.2f} to {test['high']:+.2f}"
    return f"{test['difference']:+.2f} points, {interval}: {test['verdict']} ({test['method']})"


def chosen_settings(design: Path) -> str:
    """Return the searched values of a design."""
    stage = tomllib.loads(design.read_text(encoding="utf-8"))["stages"][-1]
    return ", ".join(
        f"{name} {stage[name]:g}" for name in ("learning_rate", "batch_size", "dropout", "weight_decay")
    )


if __name__ == "__main__":
    raise SystemExit(main())
