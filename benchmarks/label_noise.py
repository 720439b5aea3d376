"""Noise triage on deliberately flipped labels: the precision of its queue, and the error before and after review.

    python benchmarks/label_noise.py [--data FILE_OR_FOLDER] [--rows N] [--test-rows N] [--share 0.05] [--seeds 1 2 3]

For each seed a stratified subset of ``--rows`` training and validation rows (0: all) is selected, and the labels of
``--share`` of them are each replaced by another class, drawn uniformly. Test labels are unchanged. The queue is that of
``palimpsest noise`` by words alone. Precision at k and recall at k are those of its first k entries with a suggested
class, where k is the number of flipped labels. "all" includes every such entry. The error is that of the linear
baseline on the test split. Its strength is selected on validation labels in the same state. The states are: labels
flipped; the first k entries reviewed, by a reviewer simulated with the original labels; all suggestions of the queue
followed without review; all texts with a suggestion excluded; and no labels flipped.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import tempfile
from pathlib import Path

import numpy as np

from engine.analysis.noise.decisions import TextDecision
from engine.analysis.noise.triage import triage
from engine.analysis.noise.versions import apply_decisions
from engine.data.dataset import Dataset, load_dataset
from engine.events import Evaluation
from engine.progress import ignore_progress
from engine.spec.data import DataSource
from engine.spec.stages.baseline import LinearBaseline
from engine.stages.linear_baseline import LinearBaselineFit
from engine.store import Store
from engine.store.data_names import resolve_source


def write_noisy(
    data: Dataset, folder: Path, share: float, seed: int
) -> tuple[DataSource, set[tuple[str, int]]]:
    """Write a data set with flipped training and validation labels. Return it and the (split, row) of the flips."""
    rng = np.random.default_rng([seed, 20211])
    flipped = set()
    for name, split in data.splits.items():
        labels = split.labels.copy()
        if name != "test" and share:
            indices = rng.choice(len(labels), round(share * len(labels)), replace=False)
            labels[indices] = (labels[indices] + rng.integers(1, len(data.classes), len(indices))) % len(
                data.classes
            )
            flipped |= {(name, int(index) + 2) for index in indices}
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
            table = csv.writer(stream)
            table.writerow(["text", "label"])
            table.writerows(
                [text, data.classes[label]] for text, label in zip(split.texts, labels, strict=True)
            )
    source = {"source": str(folder / "train.csv"), "validation": str(folder / "validation.csv"),
              "test": str(folder / "test.csv"), "text": ["text"], "label": "label"}  # fmt: skip
    return DataSource.model_validate(source), flipped


def test_error(source: DataSource) -> float:
    """Return the test error of the linear baseline in percent."""
    fit = LinearBaselineFit(LinearBaseline(data=source), ignore_progress)
    events = [event for event in fit.events(0) if isinstance(event, Evaluation) and event.split == "test"]
    return events[-1].values["test/error"]


def measure(data: Dataset, share: float, seed: int, folder: Path) -> dict[str, float]:
    """Measure one seed."""
    (folder / "clean").mkdir()
    (folder / "noisy").mkdir()
    clean_source, _ = write_noisy(data, folder / "clean", 0.0, seed)
    noisy_source, flipped = write_noisy(data, folder / "noisy", share, seed)
    report = triage(noisy_source)
    suspects = [each for each in report.queue if each.suggested]
    hits = np.array([(each.split, each.row) in flipped for each in suspects])
    names = {(name, index + 2): data.classes[label] for name, split in data.splits.items()
             for index, label in enumerate(split.labels.tolist())}  # fmt: skip
    is_right = [
        each.suggested == names[each.split, each.row] for each, hit in zip(suspects, hits, strict=True) if hit
    ]
    k = len(flipped)
    errors = {}
    followed = [TextDecision(each.split, each.row, each.key, "relabel", each.suggested) for each in suspects]
    excluded = [TextDecision(each.split, each.row, each.key, "exclude") for each in suspects]
    reviewed = [
        TextDecision(each.split, each.row, each.key, "relabel", names[each.split, each.row])
        for each, hit in list(zip(suspects, hits, strict=True))[:k]
        if hit
    ]
    with Store(folder / "store.sqlite") as store:
        for name, decisions in (("reviewed", reviewed), ("relabelled", followed), ("excluded", excluded)):
            apply_decisions(store, noisy_source, decisions, name)
            errors[name] = test_error(resolve_source(store, DataSource(source=f"catalogue:{name}")))
    return {
        "flipped": k,
        "estimated_noise": report.noise or 0.0,
        "precision_at_k": 100 * float(hits[:k].mean()),
        "recall_at_k": 100 * float(hits[:k].sum()) / k,
        "listed": len(suspects),
        "precision_all": 100 * float(hits.mean()),
        "recall_all": 100 * float(hits.sum()) / k,
        "suggestion_right": 100 * float(np.mean(is_right)),
        "error_flipped": test_error(noisy_source),
        "error_reviewed": errors["reviewed"],
        "error_relabelled": errors["relabelled"],
        "error_excluded": errors["excluded"],
        "error_clean": test_error(clean_source),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", default="samples:headlines")
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--test-rows", type=int, default=0)
    parser.add_argument("--share", type=float, default=0.05)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    options = parser.parse_args()
    table = []
    for seed in options.seeds:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PALIMPSEST_HOME"] = folder
            source = {
                "source": options.data,
                "train_rows": options.rows,
                "test_rows": options.test_rows,
                "draw": seed,
            }
            table.append(
                measure(load_dataset(DataSource.model_validate(source)), options.share, seed, Path(folder))
            )
        print(
            json.dumps({"seed": seed} | {key: round(value, 2) for key, value in table[-1].items()}),
            flush=True,
        )
    for key in table[0]:
        values = np.array([row[key] for row in table])
        spread = values.std(ddof=1) if len(values) > 1 else float("nan")
        print(f"{key:18} {values.mean():9.2f} ± {spread:.2f}")


if __name__ == "__main__":
    main()
