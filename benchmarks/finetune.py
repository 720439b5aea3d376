"""Fine-tuning beside transformers' ``Trainer``: same texts, encoder, head, batches, epochs, rate, schedule and seeds.

    python benchmarks/finetune.py --data PATH [--test PATH] [--encoder FOLDER] [--seeds 42 43 44] ...

Each run is a process of its own; the two engines take turns, so that a noisy machine is noisy for both. ``trainer`` is
the text-classification example's way (dynamic padding, 32-bit); ``trainer-best`` adds bfloat16 and length grouping.
Prints a table (test error, mean ± s.d. over seeds; training texts per second; seconds from start to test result) and
writes JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

ENGINES = ("palimpsest", "trainer", "trainer-best")


def experiment(options: argparse.Namespace, seed: int) -> dict[str, Any]:
    """The experiment both engines carry out."""
    data: dict[str, Any] = {"source": options.data, "test": options.test, "train_rows": options.train_rows}
    data |= {"test_rows": options.test_rows, "text": options.text, "label": options.label}
    stage = {
        "kind": "finetune",
        "data": data,
        "max_length": options.max_length,
        "truncation": options.truncation,
        "features": {"layers": "pooler"},
        "learning_rate": options.rate,
        "schedule": {"kind": "linear", "warmup": 0.1},
        "epochs": options.epochs,
        "batch_size": options.batch,
        "evaluations": 1,
    }
    return {"name": "benchmark", "seed": seed, "encoder": {"source": options.encoder}, "stages": [stage]}


def palimpsest(table: dict[str, Any]) -> dict[str, float]:
    """One run of our own loop, in this process."""
    from engine.spec.experiment import parse
    from engine.train.events import Finished, Metrics
    from engine.train.loop import train

    plan = parse(table)
    start, first, last, texts = time.perf_counter(), 0.0, 0.0, 0
    result: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for event in train(plan, Path(folder)):
            now = time.perf_counter()
            if isinstance(event, Metrics):
                first = first or now
                last = now
                texts += table["stages"][0]["batch_size"]
            elif isinstance(event, Finished):
                result = {"error": event.values["test/error"]}
    size = table["stages"][0]["batch_size"]
    return result | {
        "texts_per_second": (texts - size) / (last - first),
        "seconds": time.perf_counter() - start,
    }


def trainer(table: dict[str, Any], best: bool) -> dict[str, float]:
    """The same with transformers' Trainer on the same splits."""
    import numpy as np
    from datasets import Dataset
    from transformers import (
        AutoModelForSequenceClassification,
        AutoTokenizer,
        DataCollatorWithPadding,
        Trainer,
        TrainingArguments,
    )

    from engine.data.dataset import load
    from engine.spec.experiment import parse

    start = time.perf_counter()
    plan = parse(table)
    stage: Any = plan.stages[0]
    data = load(stage.data)
    tokenizer = AutoTokenizer.from_pretrained(table["encoder"]["source"])
    length = stage.max_length or 512

    def rows(name: str) -> Dataset:
        split = data.splits[name]
        made = Dataset.from_dict({"text": list(split.texts), "label": split.labels.tolist()})
        return made.map(
            lambda batch: tokenizer(batch["text"], truncation=True, max_length=length),
            batched=True,
            remove_columns=["text"],
        )

    model = AutoModelForSequenceClassification.from_pretrained(
        table["encoder"]["source"], num_labels=len(data.classes)
    )
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            folder,
            learning_rate=stage.learning_rate,
            per_device_train_batch_size=stage.batch_size,
            per_device_eval_batch_size=64,
            num_train_epochs=stage.epochs,
            weight_decay=stage.weight_decay,
            warmup_steps=0.1,
            lr_scheduler_type="linear",
            seed=plan.seed,
            eval_strategy="epoch",
            save_strategy="epoch",
            load_best_model_at_end=True,
            metric_for_best_model="accuracy",
            save_total_limit=1,
            report_to=[],
            disable_tqdm=True,
            logging_steps=50,
            use_cpu=not _cuda(),
            bf16=best,
            train_sampling_strategy="group_by_length" if best else "random",
        )
        loop = Trainer(
            model,
            arguments,
            train_dataset=rows("train"),
            eval_dataset=rows("validation"),
            data_collator=DataCollatorWithPadding(tokenizer),
            compute_metrics=lambda p: {"accuracy": float(np.mean(p.predictions.argmax(-1) == p.label_ids))},
        )
        before = time.perf_counter()
        loop.train()
        took = time.perf_counter() - before
        measured = loop.evaluate(rows("test"))
    seen = stage.epochs * len(data.splits["train"].labels)
    return {
        "error": 100 * (1 - measured["eval_accuracy"]),
        "texts_per_second": seen / took,
        "seconds": time.perf_counter() - start,
    }


def _cuda() -> bool:
    import torch

    return torch.cuda.is_available()


def child(name: str, table: dict[str, Any]) -> dict[str, float]:
    """Runs one engine in a fresh process and returns its figures."""
    command = [sys.executable, __file__, "--child", name]
    done = subprocess.run(command, input=json.dumps(table), capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise SystemExit(done.stderr[-3000:])
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def main() -> None:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--child", choices=ENGINES, help=argparse.SUPPRESS)
    parser.add_argument("--data", default="samples:questions")
    parser.add_argument("--test", default="")
    parser.add_argument("--text", nargs="*", default=[])
    parser.add_argument("--label", default="")
    parser.add_argument("--encoder", default="palimpsest-tiny")
    parser.add_argument("--seeds", nargs="+", type=int, default=[42, 43, 44])
    parser.add_argument("--epochs", type=float, default=4)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--max-length", type=int, default=128)
    parser.add_argument("--truncation", default="head")
    parser.add_argument("--train-rows", type=int, default=0)
    parser.add_argument("--test-rows", type=int, default=0)
    parser.add_argument("--engines", nargs="+", default=list(ENGINES), choices=ENGINES)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.child:
        table = json.load(sys.stdin)
        own = options.child == "palimpsest"
        print(json.dumps(palimpsest(table) if own else trainer(table, options.child == "trainer-best")))
        return
    if not Path(options.encoder).is_dir():
        from engine.model.encoders import locate
        from engine.spec.experiment import Encoder

        options.encoder = str(locate(Encoder(source=options.encoder)))
    found: dict[str, list[dict[str, float]]] = {name: [] for name in options.engines}
    for seed in options.seeds:
        for name in options.engines:
            found[name].append(child(name, experiment(options, seed)))
            print(f"  {name:<13} seed {seed}: {found[name][-1]}", file=sys.stderr, flush=True)
    print(f"{'engine':<14}{'test error, %':>18}{'texts/s':>10}{'seconds':>10}{'texts/s, ratio':>16}")
    own = median(r["texts_per_second"] for r in found[options.engines[0]])
    for name, results in found.items():
        errors = [r["error"] for r in results]
        spread = f"{mean(errors):.2f}" + (f" ± {stdev(errors):.2f}" if len(errors) > 1 else "")
        speed, seconds = (median(r[key] for r in results) for key in ("texts_per_second", "seconds"))
        print(f"{name:<14}{spread:>18}{speed:>10.1f}{seconds:>10.1f}{own / speed:>16.2f}")
    if options.json:
        machine = {"processor": platform.processor(), "cores": os.cpu_count(), "system": platform.system()}
        kept = {key: str(value) for key, value in vars(options).items() if key not in ("json", "child")}
        options.json.write_text(
            json.dumps({"options": kept, "machine": machine, "results": found}, indent=1), "utf-8"
        )


if __name__ == "__main__":
    main()
