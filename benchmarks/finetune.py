"""Fine-tuning compared with transformers: equal texts, encoder, head, effective batch, epochs, rate and seed.

    python -m benchmarks finetune                                    # speed, both encoders, random texts
    python benchmarks/finetune.py --data FOLDER                      # the real sets, if FOLDER contains them
    python benchmarks/finetune.py --accuracy --encoders minilm       # complete trainings: test error over seeds

The ways are ``palimpsest``; ``example``, transformers' Trainer as its text-classification example uses it (padded to
the maximal length, 32-bit); ``best``, Trainer with its fastest settings (dynamic padding, texts grouped by length,
bfloat16, fused AdamW; on a GPU lengths in multiples of 8 and batches created by four processes); ``best-eager``, the
same with plain attention, which is faster than the default on a CPU; and ``flattened``, Trainer without padding
(``flattened`` below), meant for a GPU.

Speed: each way trains two epochs on the same subset, and the second one is timed without evaluation and checkpoints.
Where all texts are padded to the same length, a few updates suffice. The ways take turns in new processes, and figures
are medians of rounds. FOLDER contains ``trec``, ``ag_news_csv`` and ``aclImdb`` as published.
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

WAYS = ("palimpsest", "example", "best", "best-eager", "flattened")
LENGTHS = {"trec": 128, "ag": 128, "imdb": 512}
"""Maximum tokens of a text, including special ones."""
TEXTS = {"trec": 480, "ag": 240, "imdb": 96}
"""Number of texts in the timed subset."""
FULL_TRAININGS: dict[str, dict[str, float]] = {
    "trec": {"epochs": 3},
    "ag": {"epochs": 1, "train_rows": 4000, "test_rows": 2000},
    "imdb": {"epochs": 2, "train_rows": 2000, "test_rows": 1000},
}
"""The trainings whose test errors are compared."""


def source(name: str, folder: str, target: Path, count: int = 0) -> dict[str, Any]:
    """Return the specification of a data set: the published files, or random texts if ``folder`` does not contain them.

    Random texts are written to ``target``: ``count`` of them, or four times the timed subset.
    """
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

    for part, size in (("train", count or 4 * TEXTS[name]), ("test", 200)):
        texts, labels = harness.synthetic(name, size, seed=len(part))
        with (target / f"{name}-{part}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("text", "label"), *zip(texts, labels, strict=True)])
    return {"source": str(target / f"{name}-train.csv"), "test": str(target / f"{name}-test.csv")}


def experiment(task: dict[str, Any]) -> dict[str, Any]:
    """Return the experiment that all ways run."""
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
    compute = {"device": task["device"], "checkpoint_seconds": 10**6, "reuse": False}
    return {
        "name": "benchmark",
        "seed": task["seed"],
        "encoder": {"source": task["encoder"]},
        "stages": [stage],
        "compute": compute,
        "probes": {"on": False},
    }


def measure(task: dict[str, Any]) -> harness.Figures:
    """Measure one way in this process, for one round."""
    start = time.perf_counter()
    figures = palimpsest(task) if task["way"] == "palimpsest" else trainer(task)
    return figures | {"wall": time.perf_counter() - start}


def palimpsest(task: dict[str, Any]) -> harness.Figures:
    """Train with the engine's loop."""
    from engine.events import RunFinished, StageStarted, StepMetrics
    from engine.spec.experiment import parse_experiment
    from engine.train.loop import train

    steps, per_epoch, seconds, error, updates = 0, 0, 0.0, math.nan, 0
    with tempfile.TemporaryDirectory() as folder:
        last = time.perf_counter()
        for event in train(parse_experiment(experiment(task)), Path(task.get("folder") or folder)):
            now = time.perf_counter()
            if isinstance(event, StageStarted):
                steps, per_epoch = event.steps, event.info["steps_per_epoch"]
            elif isinstance(event, StepMetrics):
                updates += 1
                # The time between other events (evaluation, checkpoints) is not training time.
                seconds += now - last if updates > steps - per_epoch else 0.0
            elif isinstance(event, RunFinished):
                error = event.values["test/error"]
            last = now
    return _figures(task, seconds, {"error": error} if task["whole"] else {})


def _figures(task: dict[str, Any], seconds: float, more: harness.Figures) -> harness.Figures:
    """Return the rates of the timed epoch. Tokens are counted without padding, at the task's maximum length."""
    from transformers import AutoConfig

    lengths = _text_lengths(task)
    return {
        "ms_per_text": 1e3 * seconds / len(lengths),
        "texts_per_second": len(lengths) / seconds,
        "tokens_per_second": float(lengths.sum()) / seconds,
        "flops": harness.flops(AutoConfig.from_pretrained(task["encoder"]), lengths) / seconds,
        "memory_gb": harness.peak_memory(task["device"] != "cpu"),
        **more,
    }


def _splits(task: dict[str, Any]) -> Any:
    from engine.data.dataset import load_dataset
    from engine.spec.experiment import parse_experiment

    stage: Any = parse_experiment(experiment(task)).stages[0]
    return load_dataset(stage.data)


def _text_lengths(task: dict[str, Any]) -> Any:
    """Return the number of tokens without padding of each text of one epoch."""
    import numpy as np
    from transformers import AutoTokenizer

    texts = list(_splits(task).splits["train"].texts)
    tokenizer = AutoTokenizer.from_pretrained(task["encoder"])
    encoded = tokenizer(texts, truncation=True, max_length=task["length"])["input_ids"]
    return np.array([len(ids) for ids in encoded])


def trainer(task: dict[str, Any]) -> harness.Figures:
    """Train with transformers' Trainer on the same splits."""
    import numpy as np
    from transformers import (
        AutoModelForSequenceClassification,
        AutoTokenizer,
        DataCollatorWithPadding,
        Trainer,
        TrainerCallback,
        TrainingArguments,
    )

    data, way, device = _splits(task), task["way"], task["device"]
    tokenizer, flat = AutoTokenizer.from_pretrained(task["encoder"]), way == "flattened"
    is_best = flat or way.startswith("best")
    workers = 4 if device.startswith("cuda") else 0

    def rows(name: str) -> list[dict[str, Any]]:
        split = data.splits[name]
        encoded = tokenizer(
            list(split.texts),
            truncation=True,
            max_length=task["length"],
            padding=False if is_best else "max_length",
            return_token_type_ids=False,
        )
        encoded["labels"] = split.labels.tolist()
        return [dict(zip(encoded, row, strict=True)) for row in zip(*encoded.values(), strict=True)]

    class Clock(TrainerCallback):  # type: ignore[misc]
        seconds, started = 0.0, 0.0

        def on_epoch_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            harness.synchronise(device)
            self.started = time.perf_counter()

        def on_epoch_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            harness.synchronise(device)
            self.seconds = time.perf_counter() - self.started  # finally that of the last epoch

    collate: Any = DataCollatorWithPadding(tokenizer, True, pad_to_multiple_of=8 if workers else None)
    if flat:
        model, collate = flattened(task["encoder"], len(data.classes))
    else:
        model = AutoModelForSequenceClassification.from_pretrained(
            task["encoder"],
            num_labels=len(data.classes),
            attn_implementation="eager" if way == "best-eager" else None,
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
            logging_strategy="no",
            logging_nan_inf_filter=False,  # waits for the GPU at each update
            disable_tqdm=True,
            use_cpu=device == "cpu",
            bf16=is_best,
            train_sampling_strategy="group_by_length" if is_best and not flat else "random",
            dataloader_num_workers=workers,
            dataloader_persistent_workers=bool(workers),
        )
        loop = Trainer(
            model,
            arguments,
            train_dataset=rows("train"),
            eval_dataset=rows("validation"),
            data_collator=collate,
            compute_metrics=lambda p: {"accuracy": float(np.mean(p.predictions.argmax(-1) == p.label_ids))},
            callbacks=[clock],
        )
        loop.train()
        error = {"error": 100 * (1 - loop.evaluate(rows("test"))["eval_accuracy"])} if whole else {}
    return _figures(task, clock.seconds, error)


def flattened(encoder: str, classes: int) -> tuple[Any, Any]:
    """Return the model and the collator of transformers' training without padding: all texts of a batch in one row.

    For a BERT the library leaves two parts to its users. Its flash attention needs the package flash-attn, and with its
    SDPA and flex attention the texts of a row would attend to each other, because an encoder's mask has no boundaries
    within a row. So torch's own variable-length kernel is registered, which uses the boundaries from
    ``DataCollatorWithFlattening``. The library's classifier reads the first token of a row. Here it reads that of each
    text.
    """
    import torch
    from torch.nn import functional
    from transformers import (
        AttentionInterface,
        AttentionMaskInterface,
        BertForSequenceClassification,
        DataCollatorWithFlattening,
    )
    from transformers.modeling_outputs import SequenceClassifierOutput

    def attend(
        module: Any, query: Any, key: Any, value: Any, mask: Any, dropout: float = 0.0, scaling: Any = None,
        cu_seq_lens_q: Any = None, max_length_q: int = 0, **_: Any,
    ) -> tuple[Any, None]:  # fmt: skip
        starts, longest = cu_seq_lens_q, max_length_q
        if query.is_cuda:
            mixed = torch.ops.aten._flash_attention_forward(
                *(x[0].transpose(0, 1) for x in (query, key, value)),
                starts, starts, longest, longest, dropout, False, False, scale=scaling,
            )[0]  # fmt: skip
            return mixed[None], None
        parts = [x.split(starts.diff().tolist(), dim=2) for x in (query, key, value)]  # a dry run
        mixed = [functional.scaled_dot_product_attention(*p, None, dropout) for p in zip(*parts, strict=True)]
        return torch.cat(mixed, dim=2).transpose(1, 2), None

    class Flattened(BertForSequenceClassification):  # type: ignore[misc]
        def forward(self, input_ids: Any, labels: Any = None, cu_seq_lens_q: Any = None, **more: Any) -> Any:
            states = self.bert(input_ids, cu_seq_lens_q=cu_seq_lens_q, **more).last_hidden_state
            first = states[0].index_select(0, cu_seq_lens_q[:-1])
            logits = self.classifier(self.dropout(self.bert.pooler(first[:, None])))
            loss = functional.cross_entropy(logits.float(), labels)
            return SequenceClassifierOutput(loss=loss, logits=logits)

    flatten = DataCollatorWithFlattening(return_flash_attn_kwargs=True)

    def collate(rows: list[dict[str, Any]]) -> dict[str, Any]:
        batch = flatten([{"input_ids": row["input_ids"]} for row in rows])
        return batch | {"labels": torch.tensor([row["labels"] for row in rows])}

    AttentionInterface.register("varlen", attend)
    AttentionMaskInterface.register("varlen", lambda **_: None)
    return Flattened.from_pretrained(encoder, num_labels=classes, attn_implementation="varlen"), collate


def main() -> None:
    """Run the comparison."""
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
    with tempfile.TemporaryDirectory() as folder:
        results = compare(options, Path(folder))
    harness.save(options.json, {"benchmark": "finetune", "options": vars(options), "results": results})


def compare(options: Any, target_folder: Path) -> list[dict[str, Any]]:
    """Compare all ways on all encoders and data sets, and print a table after each."""
    all_rows: list[dict[str, Any]] = []
    for encoder in options.encoders:
        folder = str(harness.encoder_folder(encoder, target_folder))
        for name in options.sets:
            common = {
                "data": source(name, options.data, target_folder),
                "encoder": folder,
                "length": LENGTHS[name],
                "batch": options.batch,
                "rate": options.rate,
                "device": options.device,
            }
            rows = accuracy(options, name, common) if options.accuracy else speed(options, name, common)
            all_rows += [{"encoder": encoder, "data": name} | row for row in rows]
            print(f"\n{encoder}, {name}, batch {options.batch}, {options.device}")
            cells = [{k: v for k, v in row.items() if not isinstance(v, list)} for row in rows]
            print(harness.table(cells), flush=True)
    return all_rows


def speed(options: Any, name: str, common: dict[str, Any]) -> list[dict[str, Any]]:
    """Measure the training time of each way."""
    tasks = {}
    for way in options.ways:
        is_padded = way == "example"
        texts = options.batch * options.fixed_updates if is_padded else options.texts or TEXTS[name]
        tasks[way] = common | {"way": way, "whole": False, "train_rows": texts, "epochs": 2, "seed": 42}
    results = harness.rounds(__file__, tasks, options.rounds)
    medians = {way: harness.medians(each) for way, each in results.items()}
    reference = medians[options.ways[0]]["ms_per_text"]
    return [
        {
            "way": way,
            "ms a text": figures["ms_per_text"],
            "texts/s": figures["texts_per_second"],
            # A way that is timed on fewer texts sees other tokens, so the time per text is compared.
            "tokens/s": figures["tokens_per_second"],
            f"times {options.ways[0]}": figures["ms_per_text"] / reference,
            "rounds": [each["ms_per_text"] for each in results[way]],
        }
        for way, figures in medians.items()
    ]


def accuracy(options: Any, name: str, common: dict[str, Any]) -> list[dict[str, Any]]:
    """Measure the test error over seeds, and the time of complete trainings."""
    rows = []
    found: dict[str, list[harness.Figures]] = {way: [] for way in options.ways}
    for seed in options.seeds:
        for way, results in found.items():
            task = common | FULL_TRAININGS[name] | {"way": way, "whole": True, "seed": seed}
            results.append(harness.child(__file__, task))
            print(f"  {way}, seed {seed}: {results[-1]}", file=sys.stderr, flush=True)
    for way, results in found.items():
        errors, figures = [r["error"] for r in results], harness.medians(results)
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
