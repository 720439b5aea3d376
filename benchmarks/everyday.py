"""What weights for classes, focal loss, decision rules and several labels do, on real texts, over three seeds.

Three questions, each answered by runs that are queued and tested as a user does it:

1. ``rare``: two classes, 1 text of the rare one to 50 (AG News, science against business): plain cross-entropy,
   balanced class weights, focal loss (γ 2), both.
2. ``rules``: what a temperature, and thresholds tuned for macro F1 on the validation texts, change on the test texts of
   those runs.
3. ``votes``: several labels that nobody made up for the purpose: which votes (cool, useful, funny) a Yelp review has
   got; thresholds of 0.5 against tuned ones.

The texts are in a folder with ag_news_csv.tar.gz and yelp_kaggle10k.csv.zip; they are not part of Palimpsest.

    python benchmarks/everyday.py --texts FOLDER --home FOLDER
    python benchmarks/everyday.py --texts FOLDER --home FOLDER --only votes

Broken off, the same command goes on.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import random
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean, stdev

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import _harness as harness
from benchmarks._queue import palimpsest, train

SEEDS = (42, 43, 44)
BUSINESS, SCIENCE = "3", "4"  # classes of AG News
VOTES = ("cool", "useful", "funny")

RULES = (
    ("temperature", "loss"),
    ("temperature", "calibration_error"),
    ("macro_f1", "macro_f1"),
    ("macro_f1", "error"),
)
"""What a rule is tuned for on validation texts, and what is then looked at on test texts."""
LABEL_RULES = (
    ("temperature", "loss"),
    ("macro_f1", "macro_f1"),
    ("macro_f1", "micro_f1"),
    ("macro_f1", "subset_accuracy"),
)
"""The same of several labels."""

Row = tuple[str, ...]

RARE = """
name = "rare"
[encoder]
source = "palimpsest-tiny"
[probes]
on = false
[[stages]]
kind = "finetune"
data = {{ source = "{folder}", label = "label" }}
epochs = 4
batch_size = 16
learning_rate = 5e-4
max_length = 48
best_on = "macro_f1"
[sweep]
"objective.class_weights" = ["none", "balanced"]
"objective.focal_gamma" = [0.0, 2.0]
seed = {seeds}
"""
SEVERAL = """
name = "votes"
[encoder]
source = "palimpsest-tiny"
[probes]
on = false
[[stages]]
kind = "finetune"
objective = "multi_label"
data = {{ source = "{folder}", target = {{ kind = "labels", columns = ["cool", "useful", "funny"] }} }}
epochs = 3
batch_size = 16
learning_rate = 5e-4
max_length = 128
[sweep]
seed = {seeds}
"""


def write_rare(archive: Path, folder: Path) -> None:
    """Write 2,500 : 50 texts for training, as many for validation and 5,000 : 100 for testing, drawn with seed 0."""
    draw = random.Random(0)
    parts: dict[str, list[Row]] = {}
    with tarfile.open(archive) as opened:
        for part in ("train", "test"):
            member = next(each for each in opened.getmembers() if each.name.endswith(f"{part}.csv"))
            stream = opened.extractfile(member)
            assert stream is not None
            text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
            parts[part] = [tuple(row) for row in csv.reader(text) if row[0] in (BUSINESS, SCIENCE)]
            draw.shuffle(parts[part])

    # The official test split has 1,900 of each: the rest is of training texts that train nothing here.
    pool = {
        name: [row for part in ("test", "train") for row in parts[part] if row[0] == name]
        for name in (BUSINESS, SCIENCE)
    }
    begun = {BUSINESS: 0, SCIENCE: 0}
    for split, counts in {
        "test": {BUSINESS: 5000, SCIENCE: 100},
        "validation": {BUSINESS: 2500, SCIENCE: 50},
        "train": {BUSINESS: 2500, SCIENCE: 50},
    }.items():
        rows: list[Row] = []
        for name, count in counts.items():
            chosen = pool[name][begun[name] : begun[name] + count]
            begun[name] += count
            rows += [
                (("science" if name == SCIENCE else "business"), f"{row[1]}. {row[2]}") for row in chosen
            ]
        draw.shuffle(rows)
        write_csv(folder / f"{split}.csv", ("label", "text"), rows)


def write_votes(archive: Path, folder: Path) -> None:
    """Write the reviews with 1 for each kind of vote they have got: 7,000, 1,000 and 2,000, drawn with seed 0."""
    with zipfile.ZipFile(archive) as opened:
        name = next(each for each in opened.namelist() if each.endswith(".csv"))
        text = io.TextIOWrapper(opened.open(name), encoding="utf-8", newline="")
        rows = [
            (row["text"], *("1" if int(row[vote]) else "0" for vote in VOTES)) for row in csv.DictReader(text)
        ]
    rows = sorted(set(rows))
    random.Random(0).shuffle(rows)
    parts = {"test": rows[:2000], "validation": rows[2000:3000], "train": rows[3000:]}
    for split, part in parts.items():
        write_csv(folder / f"{split}.csv", ("text", *VOTES), part)


def label_shares(folder: Path) -> str:
    """Return how many reviews there are, and the share that has got each kind of vote."""
    rows = []
    for split in ("train", "validation", "test"):
        with (folder / f"{split}.csv").open(encoding="utf-8", newline="") as stream:
            rows += list(csv.DictReader(stream))
    shares = (f"{vote} {100 * sum(row[vote] == '1' for row in rows) / len(rows):.0f} %" for vote in VOTES)
    return f"{len(rows):,} reviews; got {', '.join(shares)}"


def write_csv(file: Path, head: Row, rows: Iterable[Row]) -> None:
    """Write a table."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(head)
        writer.writerows(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prepare, train, and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--texts", type=Path, required=True, help="where the archives are")
    parser.add_argument("--home", type=Path, required=True, help="where the store of this benchmark is kept")
    parser.add_argument(
        "--only", nargs="*", choices=["rare", "rules", "votes"], default=["rare", "rules", "votes"]
    )
    chosen = parser.parse_args(arguments)
    home = chosen.home.absolute()
    home.mkdir(parents=True, exist_ok=True)
    if {"rare", "rules"} & set(chosen.only):
        folder = home / "rare-1-50"
        if not folder.exists():
            write_rare(chosen.texts / "ag_news_csv.tar.gz", folder)
        runs = train_plan(home, "rare", RARE.format(folder=folder.as_posix(), seeds=list(SEEDS)))
        names = [str(number) for number in runs]
        metrics = "macro_f1,balanced_accuracy"
        print(palimpsest(home, "compare", *names, "--seeds", "--metrics", metrics, "--format", "markdown"))
        print(palimpsest(home, "compare", *names, "--test", "--judge-by", "macro_f1", "--seeds"))
        if "rules" in chosen.only:
            rows = []
            for name, members in arms(home, runs).items():
                rows += [rule_row(home, name, members, rule) for rule in RULES]
            print(harness.table(rows))
    if "votes" in chosen.only:
        folder = home / "votes"
        if not folder.exists():
            write_votes(chosen.texts / "yelp_kaggle10k.csv.zip", folder)
        print(label_shares(folder))
        runs = train_plan(home, "votes", SEVERAL.format(folder=folder.as_posix(), seeds=list(SEEDS)))
        rows = [rule_row(home, "votes", runs, rule) for rule in LABEL_RULES]
        print(harness.table(rows))
    return 0


def train_plan(home: Path, name: str, text: str) -> list[int]:
    """Train what has not finished of the runs of a plan; return the numbers of all, in order."""
    file = home / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return train(home, name, file)


def arms(home: Path, runs: Sequence[int]) -> dict[str, list[int]]:
    """Return the runs by what differs between them, their seeds aside."""
    found = {row["id"]: row["name"] for row in json.loads(palimpsest(home, "runs", "--json"))}
    by_name: dict[str, list[int]] = {}
    for number in runs:
        by_name.setdefault(found[number].partition(": ")[2].rpartition(", seed")[0], []).append(number)
    return by_name


def rule_row(home: Path, name: str, runs: Sequence[int], rule: tuple[str, str]) -> dict[str, object]:
    """Return what a rule tuned on validation texts changes on the test texts: mean ± s.d. over seeds.

    Args:
        rule: what it is tuned for (a metric, or ``temperature``), and the metric that is shown.
    """
    from engine.analysis.verdicts.statistics import spread

    aim, shown = rule
    option = ("--temperature",) if aim == "temperature" else ("--metric", aim)
    before, after = [], []
    for number in runs:
        told = json.loads(palimpsest(home, "decide", str(number), *option, "--json"))
        (test,) = [each for each in told["splits"] if each["split"] == "test"]
        before.append(test["before"][shown])
        after.append(test["after"][shown])
    gain = spread([new - old for old, new in zip(before, after, strict=True)])
    assert gain is not None
    low, high = gain.bounds(interval=True)
    digits = 3 if shown == "loss" else 1
    interval = "no interval: the same for all seeds"
    if low is not None and high is not None:
        interval = f"{low:+.{digits}f} to {high:+.{digits}f}"
    return {
        "runs": name,
        "tuned for": aim,
        "test": shown,
        "before": f"{mean(before):.{digits}f} ± {stdev(before):.{digits}f}",
        "after": f"{mean(after):.{digits}f} ± {stdev(after):.{digits}f}",
        "difference (95 % over seeds)": f"{gain.mean:+.{digits}f} ({interval})",
    }


if __name__ == "__main__":
    raise SystemExit(main())
