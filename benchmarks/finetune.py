"""Fine-tuning beside its peers: same texts, encoder, head, effective batch, epochs, rate, schedule and seed.

    python -m benchmarks finetune                                    # speed, both encoders, made-up texts
    python benchmarks/finetune.py --data FOLDER                      # the real sets, where FOLDER has them
    python benchmarks/finetune.py --accuracy --encoders minilm       # whole trainings: test error over seeds

Ways: ``palimpsest``; ``seed``, the regime of the paper's code (all padded to 512 tokens, 32-bit, plain attention,
AdamW parameter by parameter); ``example``, transformers' Trainer as its text-classification example runs it (padded to
the maximal length, 32-bit); ``best``, Trainer at its best (dynamic padding, texts grouped by length, bfloat16, fused
AdamW), and ``best-eager``, the same with plain attention, which on a CPU is faster than the default.

Speed: each way trains two epochs on the same subset and the second one is timed, evaluation and checkpoints left out.
Where every text is padded to one length, a few updates say it all. Ways take turns in fresh processes; medians of
rounds. FOLDER holds ``trec``, ``ag_news_csv`` and ``aclImdb`` as they are published.
"""

from __future__ import annotations

import math
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean, stdev
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness

WAYS = ("palimpsest", "seed", "example", "best", "best-eager")
LENGTHS = {"trec": 128, "ag": 128, "imdb": 512}
"""Tokens kept of a text, special ones included; the seed's regime pads to 512 whatever the data."""
TEXTS = {"trec": 480, "ag": 240, "imdb": 96}
"""Texts of the timed subset."""
WHOLE: dict[str, dict[str, float]] = {
    "trec": {"epochs": 3},
    "ag": {"epochs": 1, "train_rows": 4000, "test_rows": 2000},
    "imdb": {"epochs": 2, "train_rows": 2000, "test_rows": 1000},
}
"""The trainings whose test error is compared."""
SEED_LENGTH = 512


def source(name: str, folder: str, place: Path) -> dict[str, Any]:
    """The data set as our specification names it: the published files, else made-up texts written to ``place``."""
    root = Path(folder) if folder else None
    files = {
        "trec": ("trec/train_5500.label", "trec/TREC_10.label"),
        "ag": ("ag_news_csv", ""),
        "imdb": ("aclImdb", ""),
    }
    train, test = files[name]
    if root is not None and (root / train).exists():
        return {"source": str(root / train), "test": str(root / test) if test else ""}
    import csv

    for part, count in (("train", 4 * TEXTS[name]), ("test", 200)):
        texts, labels = harness.synthetic(name, count, seed=len(part))
        with (place / f"{name}-{part}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("text", "label"), *zip(texts, labels, strict=True)])
    return {"source": str(place / f"{name}-train.csv"), "test": str(place / f"{name}-test.csv")}


def experiment(task: dict[str, Any]) -> dict[str, Any]:
    """The experiment that all ways carry out."""
    data = task["data"] | {key: task[key] for key in ("train_rows", "test_rows") if task.get(key)}
    if not task["whole"]:
        data |= {"validation_rows": 8, "test_rows": 8}
    stage = {
        "kind": "finetune",
        "data": data,
        "max_length": task["length"],
        "truncation": "head",
        "features": {"layers": "pooler"},
        "learning_rate": task["rate"],
        "schedule": {"kind": "linear", "warmup": 0.1},
        "epochs": task["epochs"],
        "batch_size": task["batch"],
        "evaluations": 1,
    }
    compute = {"device": task["device"]}
    return {
        "name": "benchmark",
        "seed": task["seed"],
        "encoder": {"source": task["encoder"]},
        "stages": [stage],
        "compute": compute,
        "probes": {"on": False},
    }


def measure(task: dict[str, Any]) -> harness.Figures:
    """One way, one round, in this process."""
    start = time.perf_counter()
    if task["way"] == "palimpsest":
        found = palimpsest(task)
    elif task["way"] == "seed":
        found = seed_regime(task)
    else:
        found = trainer(task)
    return found | {"wall": time.perf_counter() - start}


def palimpsest(task: dict[str, Any]) -> harness.Figures:
    """Our own loop."""
    from engine.events import RunFinished, StageStarted, StepMetrics
    from engine.spec.experiment import parse_experiment
    from engine.train.loop import train

    steps, per_epoch, seconds, error, updates = 0, 0, 0.0, math.nan, 0
    with tempfile.TemporaryDirectory() as folder:
        last = time.perf_counter()
        for event in train(parse_experiment(experiment(task)), Path(folder)):
            now = time.perf_counter()
            if isinstance(event, StageStarted):
                steps, per_epoch = event.steps, event.info["steps_per_epoch"]
            elif isinstance(event, StepMetrics):
                updates += 1
                # What passes between other events (evaluation, checkpoints) is not training.
                seconds += now - last if updates > steps - per_epoch else 0.0
            elif isinstance(event, RunFinished):
                error = event.values["test/error"]
            last = now
    return _figures(task, seconds, {"error": error} if task["whole"] else {})


def _figures(task: dict[str, Any], seconds: float, more: harness.Figures) -> harness.Figures:
    """Rates of the timed epoch. Tokens are those of the texts without padding, under the task's own length."""
    texts, tokens = _timed(task)
    return {
        "ms_per_text": 1e3 * seconds / texts,
        "texts_per_second": texts / seconds,
        "tokens_per_second": tokens / seconds,
        **more,
    }


def _splits(task: dict[str, Any]) -> Any:
    from engine.data.dataset import load_dataset
    from engine.spec.experiment import parse_experiment

    stage: Any = parse_experiment(experiment(task)).stages[0]
    return load_dataset(stage.data)


def _timed(task: dict[str, Any]) -> tuple[int, int]:
    """Texts and real tokens of one epoch."""
    from transformers import AutoTokenizer

    texts = list(_splits(task).splits["train"].texts)
    tokenizer = AutoTokenizer.from_pretrained(task["encoder"])
    encoded = tokenizer(texts, truncation=True, max_length=task["length"])["input_ids"]
    return len(texts), sum(map(len, encoded))


def trainer(task: dict[str, Any]) -> harness.Figures:
    """transformers' Trainer on the same splits."""
    import numpy as np
    from datasets import Dataset
    from transformers import (
        AutoModelForSequenceClassification,
        AutoTokenizer,
        DataCollatorWithPadding,
        Trainer,
        TrainerCallback,
        TrainingArguments,
    )

    data, best = _splits(task), task["way"].startswith("best")
    tokenizer = AutoTokenizer.from_pretrained(task["encoder"])
    padding = False if best else "max_length"

    def rows(name: str) -> Dataset:
        split = data.splits[name]
        made = Dataset.from_dict({"text": list(split.texts), "label": split.labels.tolist()})
        return made.map(
            lambda batch: tokenizer(
                batch["text"], truncation=True, max_length=task["length"], padding=padding
            ),
            batched=True,
            remove_columns=["text"],
        )

    class Clock(TrainerCallback):  # type: ignore[misc]
        seconds, started, timed = 0.0, 0.0, False

        def on_epoch_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            self.timed, self.started = (state.epoch or 0) >= task["epochs"] - 1 - 1e-6, time.perf_counter()

        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            now = time.perf_counter()
            self.seconds += now - self.started if self.timed else 0.0
            self.started = now

    attention = {"attn_implementation": "eager"} if task["way"] == "best-eager" else {}
    model = AutoModelForSequenceClassification.from_pretrained(
        task["encoder"], num_labels=len(data.classes), **attention
    )
    clock, whole = Clock(), task["whole"]
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            folder,
            learning_rate=task["rate"],
            per_device_train_batch_size=task["batch"],
            per_device_eval_batch_size=64,
            num_train_epochs=task["epochs"],
            weight_decay=0.01,
            warmup_steps=0.1,
            lr_scheduler_type="linear",
            seed=task["seed"],
            eval_strategy="epoch" if whole else "no",
            save_strategy="epoch" if whole else "no",
            load_best_model_at_end=whole,
            metric_for_best_model="accuracy" if whole else None,
            save_total_limit=1,
            report_to=[],
            disable_tqdm=True,
            use_cpu=task["device"] == "cpu",
            bf16=best,
            train_sampling_strategy="group_by_length" if best else "random",
        )
        loop = Trainer(
            model,
            arguments,
            train_dataset=rows("train"),
            eval_dataset=rows("validation"),
            data_collator=DataCollatorWithPadding(tokenizer, padding=True),
            compute_metrics=lambda p: {"accuracy": float(np.mean(p.predictions.argmax(-1) == p.label_ids))},
            callbacks=[clock],
        )
        loop.train()
        error = {"error": 100 * (1 - loop.evaluate(rows("test"))["eval_accuracy"])} if whole else {}
    return _figures(task, clock.seconds, error)


def seed_regime(task: dict[str, Any]) -> harness.Figures:
    """The paper's code as a plain loop: every batch [24, 512], 32-bit."""
    import torch
    from torch.nn import functional
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    data, device = _splits(task), task["device"]
    tokenizer = AutoTokenizer.from_pretrained(task["encoder"])
    torch.manual_seed(task["seed"])
    model = AutoModelForSequenceClassification.from_pretrained(
        task["encoder"], num_labels=len(data.classes), attn_implementation="eager"
    )
    model = model.to(device).train()
    optimizer = torch.optim.AdamW(model.parameters(), task["rate"], foreach=False, fused=False)
    train, seconds = data.splits["train"], 0.0
    texts, labels = list(train.texts), torch.as_tensor(train.labels)
    for _ in range(int(task["epochs"])):
        order, start = torch.randperm(len(texts)), time.perf_counter()
        for rows in order.split(task["batch"]):
            batch = tokenizer(
                [texts[i] for i in rows.tolist()],
                truncation=True,
                max_length=SEED_LENGTH,
                padding="max_length",
                return_tensors="pt",
            ).to(device)
            loss = functional.cross_entropy(model(**batch).logits, labels[rows].to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            float(loss)
        seconds = time.perf_counter() - start
    return _figures(task, seconds, {})


def main() -> None:
    """Runs the comparison."""
    if harness.answer(measure):
        return
    parser = harness.parser(__doc__)
    parser.add_argument("--data", default="", help="folder with the real sets; made-up texts otherwise")
    parser.add_argument("--sets", nargs="+", default=list(harness.DATA), choices=harness.DATA)
    parser.add_argument(
        "--encoders", nargs="+", default=list(harness.ENCODERS), help="minilm, base or folders"
    )
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=WAYS)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--texts", type=int, default=0, help="texts of the timed subset; 0: by data set")
    parser.add_argument(
        "--fixed-updates", type=int, default=1, help="updates timed of ways padded to one length"
    )
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--device", default="", help="cpu or cuda:0; empty: a GPU where there is one")
    parser.add_argument("--accuracy", action="store_true", help="train to the end and test; speed too")
    parser.add_argument("--seeds", nargs="+", type=int, default=[42, 43, 44])
    options = parser.parse_args()
    if not options.device:
        import torch

        options.device = "cuda:0" if torch.cuda.is_available() else "cpu"
    with tempfile.TemporaryDirectory() as made:
        results = compare(options, Path(made))
    harness.save(options.json, {"benchmark": "finetune", "options": vars(options), "results": results})


def compare(options: Any, place: Path) -> list[dict[str, Any]]:
    """All encoders and data sets; prints a table after each."""
    everything: list[dict[str, Any]] = []
    for encoder in options.encoders:
        folder = str(harness.encoder_folder(encoder, place))
        for name in options.sets:
            common = {
                "data": source(name, options.data, place),
                "encoder": folder,
                "length": LENGTHS[name],
                "batch": options.batch,
                "rate": options.rate,
                "device": options.device,
            }
            rows = accuracy(options, name, common) if options.accuracy else speed(options, name, common)
            everything += [{"encoder": encoder, "data": name} | row for row in rows]
            print(f"\n{encoder}, {name}, batch {options.batch}, {options.device}")
            shown = [{k: v for k, v in row.items() if not isinstance(v, list)} for row in rows]
            print(harness.table(shown), flush=True)
    return everything


def speed(options: Any, name: str, common: dict[str, Any]) -> list[dict[str, Any]]:
    """Time of training, way by way."""
    tasks = {}
    for way in options.ways:
        fixed = way in ("seed", "example")
        texts = options.batch * options.fixed_updates if fixed else options.texts or TEXTS[name]
        tasks[way] = common | {"way": way, "whole": False, "train_rows": texts, "epochs": 2, "seed": 42}
    found = harness.rounds(__file__, tasks, options.rounds)
    middle = {way: harness.middle(each) for way, each in found.items()}
    own = middle[options.ways[0]]["ms_per_text"]
    return [
        {
            "way": way,
            "ms a text": figures["ms_per_text"],
            "texts/s": figures["texts_per_second"],
            # A way that is timed on fewer texts sees other tokens: compared is the time for a text.
            "tokens/s": figures["tokens_per_second"],
            f"times {options.ways[0]}": figures["ms_per_text"] / own,
            "rounds": [each["ms_per_text"] for each in found[way]],
        }
        for way, figures in middle.items()
    ]


def accuracy(options: Any, name: str, common: dict[str, Any]) -> list[dict[str, Any]]:
    """Test error over seeds, and the time of the whole training."""
    rows = []
    found: dict[str, list[harness.Figures]] = {way: [] for way in options.ways if way != "seed"}
    for seed in options.seeds:
        for way, results in found.items():
            task = common | WHOLE[name] | {"way": way, "whole": True, "seed": seed}
            results.append(harness.child(__file__, task))
            print(f"  {way}, seed {seed}: {results[-1]}", file=sys.stderr, flush=True)
    for way, results in found.items():
        errors, figures = [r["error"] for r in results], harness.middle(results)
        spread = f" ± {stdev(errors):.2f}" if len(errors) > 1 else ""
        rows.append(
            {
                "way": way,
                "test error, %": f"{mean(errors):.2f}{spread}",
                "texts/s": figures["texts_per_second"],
                "whole run, s": figures["wall"],
                "errors": errors,
            }
        )
    return rows


if __name__ == "__main__":
    main()
