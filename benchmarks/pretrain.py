"""Further pre-training compared with transformers' Trainer: equal text, encoder, effective batch, updates and schedule.

    python -m benchmarks pretrain                              # the bundled encoder and texts, a few minutes
    python benchmarks/pretrain.py --encoder base --text FILE   # BERT-base's size; FILE: UTF-8, documents separated by
                                                               # an empty line (or one per line)
    python benchmarks/pretrain.py --device cuda --encoder base --length 128 --steps 200 --text FILE

Masked words (MLM) on windows of running text: ``palimpsest``, and ``run_mlm``, transformers' example of that name
(texts joined and split into blocks of full length, ``DataCollatorForLanguageModeling``, Trainer with its own choice of
attention), in 32 bits, its default on a CPU, and in bfloat16, its fastest setting. Masked words and next sentences
(NSP): ``palimpsest`` on pairs without padding, and ``padded``, the same pairs with the same masks through
``BertForPreTraining``, each padded to full length, as the original's data preparation writes them.

The figure is the number of real tokens per second (without padding) of all updates except the first few. The loss on
held-out text of the final weights is also reported, always measured by the engine's evaluation, to exclude speed gained
by training less. The ways take turns in new processes, and figures are medians of rounds. Blocks contain the whole
text, so windows of any length are full: ``run_mlm`` has no padding there, but computes logits of every token and uses
other attention and precision.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from itertools import chain
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness

OBJECTIVES = ("mlm", "mlm_nsp")
PEER = {"mlm": "run_mlm", "mlm_nsp": "padded"}
WARM_UP = 3
"""Number of updates before timing starts."""
HELD_OUT = 10
"""Every document with an index divisible by this number is held out."""


def experiment(task: dict[str, Any], encoder: str = "", precision: str = "") -> dict[str, Any]:
    """Return the experiment that all ways run."""
    stage = {
        "kind": "further_pretrain",
        "corpus": [task["train"]],
        "held_out": [task["held_out"]],
        "objective": task["objective"],
        "steps": task["steps"],
        "batch_size": task["batch"],
        "max_length": task["length"],
        "learning_rate": task["rate"],
        "schedule": {"kind": "linear", "warmup": 0.1},
        "evaluate_every": task["steps"],
        "hand_on": "last",
    }
    stage |= {key: task[key] for key in ("segmentation",) if key in task}
    return {
        "name": "benchmark",
        "seed": task["seed"],
        "encoder": {"source": encoder or task["encoder"]},
        "stages": [stage],
        "compute": {
            "device": task["device"],
            "precision": precision or task["precision"],
            "checkpoint_seconds": 10**6,
            "reuse": False,
        },
        "probes": {"on": False},
    }


def measure(task: dict[str, Any]) -> harness.Figures:
    """Measure one way in this process, for one round."""
    with tempfile.TemporaryDirectory() as folder:
        encoder = Path(folder) / "trained"
        run = palimpsest if task["way"] == "palimpsest" else trainer
        tokens, seconds, memory = run(task, Path(folder), encoder)
        return {
            "tokens_per_second": tokens / seconds,
            "ms_per_update": 1e3 * seconds / (task["steps"] - WARM_UP),
            "held_out_loss": held_out_loss(task, encoder, Path(folder)),
            "memory_gb": memory,
        }


def prepare_stage(task: dict[str, Any], folder: Path, encoder: str = "", precision: str = "") -> Any:
    """Return the engine's stage with its batches and its evaluation."""
    from engine.compute.device import choose_device
    from engine.spec.experiment import parse_experiment
    from engine.stages.base import StageContext
    from engine.stages.pretrain import PretrainTask

    spec = parse_experiment(experiment(task, encoder, precision))
    context = StageContext(spec, 0, spec.encoder, choose_device(spec.compute), folder)
    stage: Any = spec.stages[0]
    return PretrainTask(stage, context, lambda *_: None)


def held_out_loss(task: dict[str, Any], encoder: Path, folder: Path) -> float:
    """Return the loss per masked token on held-out text in nats, in 32 bits, for an ``encoder`` trained in any way."""
    evaluated = prepare_stage(task, folder, str(encoder), "fp32")
    evaluated.model.to(evaluated.context.device.torch).eval()
    return float(evaluated.evaluate(0).values["heldout/loss"])


def palimpsest(task: dict[str, Any], folder: Path, encoder: Path) -> tuple[int, float, float]:
    """Train with the engine's loop. Return real tokens and seconds of the timed updates, and the peak memory in GB."""
    from engine.events import StepMetrics
    from engine.spec.experiment import parse_experiment
    from engine.train.loop import train

    start = end = 0.0
    updates = 0
    for event in train(parse_experiment(experiment(task)), folder / "run"):
        if isinstance(event, StepMetrics):
            updates, end = updates + 1, time.perf_counter()
            start = end if updates == WARM_UP else start
    memory = harness.peak_memory(task["device"] != "cpu")
    (folder / "run" / "stage-1" / "encoder").rename(encoder)
    stage = prepare_stage(task, folder)
    return (
        sum(part.token_count for step in range(WARM_UP, task["steps"]) for part in stage.micro_batches(step)),
        end - start,
        memory,
    )


def trainer(task: dict[str, Any], folder: Path, encoder: Path) -> tuple[int, float, float]:
    """Train with transformers' Trainer, and return the same figures."""
    import torch
    from transformers import AutoTokenizer, Trainer, TrainerCallback, TrainingArguments

    class Clock(TrainerCallback):
        begun = ended = 0.0

        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            if state.global_step in (WARM_UP, task["steps"]):
                harness.synchronise(task["device"])
                name = "begun" if state.global_step == WARM_UP else "ended"
                setattr(self, name, time.perf_counter())

    tokenizer = AutoTokenizer.from_pretrained(task["encoder"])
    torch.manual_seed(task["seed"])
    data, collate, model, tokens = (blocks if task["objective"] == "mlm" else padded_pairs)(
        task, tokenizer, folder
    )
    if task["attention"]:
        model.set_attn_implementation(task["attention"])
    arguments = TrainingArguments(
        str(folder / "trainer"),
        max_steps=task["steps"],
        per_device_train_batch_size=task["batch"],
        learning_rate=task["rate"],
        weight_decay=0.01,
        warmup_steps=0.1,
        lr_scheduler_type="linear",
        seed=task["seed"],
        bf16=task["precision"] == "bf16",
        use_cpu=task["device"] == "cpu",
        train_sampling_strategy="random" if task["objective"] == "mlm" else "sequential",
        save_strategy="no",
        logging_strategy="no",
        logging_nan_inf_filter=False,  # waits for the GPU at each update
        report_to=[],
        disable_tqdm=True,
        dataloader_num_workers=4 if task["device"].startswith("cuda") else 0,
    )
    clock = Clock()
    loop = Trainer(model, arguments, train_dataset=data, data_collator=collate, callbacks=[clock])
    loop.train()
    memory = harness.peak_memory(task["device"] != "cpu")
    model.save_pretrained(encoder)
    tokenizer.save_pretrained(encoder)
    return tokens, clock.ended - clock.begun, memory


def blocks(task: dict[str, Any], tokenizer: Any, folder: Path) -> tuple[Any, Any, Any, int]:
    """Return data, collator, model and timed tokens of ``run_mlm``: all texts joined, in blocks of full length."""
    from transformers import AutoModelForMaskedLM, DataCollatorForLanguageModeling

    length = task["length"]
    encodings = tokenizer(documents(Path(task["train"])), return_special_tokens_mask=True)
    joined = {key: list(chain.from_iterable(rows)) for key, rows in encodings.items()}
    starts = range(0, len(joined["input_ids"]) // length * length, length)
    encoded = [{key: row[start : start + length] for key, row in joined.items()} for start in starts]
    collate = DataCollatorForLanguageModeling(tokenizer, mlm_probability=0.15)
    model = AutoModelForMaskedLM.from_pretrained(task["encoder"])
    # The last batch of each pass may be smaller, as in the example, so the sequences read are counted.
    sizes = [task["batch"]] * (len(encoded) // task["batch"])
    sizes += [len(encoded) % task["batch"]] if len(encoded) % task["batch"] else []
    sequences = sum(sizes[step % len(sizes)] for step in range(WARM_UP, task["steps"]))
    return encoded, collate, model, sequences * length


def padded_pairs(task: dict[str, Any], tokenizer: Any, folder: Path) -> tuple[Any, Any, Any, int]:
    """Return the same for pairs: those of the engine's run with its masks, in the same order, padded to full length."""
    import torch
    from transformers import BertForPreTraining

    stage, rows, tokens = prepare_stage(task, folder), [], 0
    for step in range(task["steps"]):
        for part in stage.micro_batches(step):
            texts, targets = part.texts, torch.full((len(part.texts.ids),), -100)
            targets[part.masked.positions] = torch.from_numpy(part.masked.targets)
            tokens += len(texts.ids) if step >= WARM_UP else 0
            start = 0
            for number, size in enumerate(texts.lengths.tolist()):
                row = {name: torch.zeros(task["length"], dtype=torch.long) for name in _INPUTS}
                row["input_ids"].fill_(tokenizer.pad_token_id)
                row["labels"] = torch.full((task["length"],), -100)
                span = slice(start, start + size)
                row["input_ids"][:size] = torch.from_numpy(texts.ids[span])
                row["token_type_ids"][:size] = torch.from_numpy(texts.token_types[span])
                row["attention_mask"][:size] = 1
                row["labels"][:size] = targets[span]
                row["next_sentence_label"] = torch.tensor(int(texts.labels[number]))
                rows.append(row)
                start += size
    return rows, None, BertForPreTraining.from_pretrained(task["encoder"]), tokens


_INPUTS = ("input_ids", "token_type_ids", "attention_mask")


def documents(file: Path) -> list[str]:
    """Return the documents of a text file: separated by empty lines, or one per line if there are none."""
    text = file.read_text(encoding="utf-8").strip()
    parts = text.split("\n\n") if "\n\n" in text else text.split("\n")
    return [part.strip() for part in parts if part.strip()]


def corpus(files: list[Path], folder: Path) -> dict[str, str]:
    """Split ``files`` into a training text and a held-out text, with an empty line after each document."""
    all_documents = [document for file in files for document in documents(file)]
    parts = {"train": [], "held_out": []}  # type: dict[str, list[str]]
    for number, document in enumerate(all_documents):
        parts["held_out" if number % HELD_OUT == HELD_OUT - 1 else "train"].append(document)
    for name, texts in parts.items():
        (folder / f"{name}.txt").write_text("\n\n".join(texts) + "\n", encoding="utf-8")
    return {name: str(folder / f"{name}.txt") for name in parts}


def with_heads(source: str, folder: Path) -> tuple[str, bool]:
    """Return a folder with the encoder and all its heads, and whether the encoder was trained on next sentences.

    Missing heads are drawn once, so every way starts from the same weights.
    """
    import torch
    from transformers import AutoConfig, AutoModelForMaskedLM, AutoModelForPreTraining, AutoTokenizer

    pairs = AutoConfig.from_pretrained(source).model_type == "bert"
    torch.manual_seed(0)
    kind = AutoModelForPreTraining if pairs else AutoModelForMaskedLM
    kind.from_pretrained(source).save_pretrained(folder / "encoder")
    AutoTokenizer.from_pretrained(source).save_pretrained(folder / "encoder")
    return str(folder / "encoder"), pairs


def ways(task: dict[str, Any], precisions: list[str]) -> dict[str, dict[str, Any]]:
    """Return the ways to compare for one objective."""
    peer, tasks = PEER[task["objective"]], dict[str, dict[str, Any]]()
    for precision in precisions:
        tasks[f"palimpsest {precision}"] = task | {"way": "palimpsest", "precision": precision}
        tasks[f"{peer} {precision}"] = task | {"way": peer, "precision": precision}
    return tasks


def main() -> None:
    """Run the comparison."""
    from engine.model.encoders import locate_encoder
    from engine.paths import RESOURCES
    from engine.spec.experiment import Encoder

    parser = harness.parser(__doc__)
    parser.add_argument(
        "--encoder", default="palimpsest-tiny", help="palimpsest-tiny, minilm, base or a folder"
    )
    parser.add_argument("--objectives", nargs="+", choices=OBJECTIVES, default=list(OBJECTIVES))
    parser.add_argument("--text", nargs="+", type=Path, help="the bundled texts unless given")
    parser.add_argument("--length", type=int, default=128)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--rate", type=float, default=5e-5)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--device", default="auto", choices=["auto", "cpu", "cuda"])
    parser.add_argument(
        "--precisions", nargs="+", choices=["fp32", "bf16"], help="both on a CPU, bf16 on a GPU"
    )
    parser.add_argument("--attention", default="", help="of the peers, instead of their own choice (sdpa)")
    options = parser.parse_args()
    if options.steps <= WARM_UP:
        parser.error(f"--steps must be more than {WARM_UP}, which are not timed")
    device = options.device
    if device == "auto":
        import torch

        device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cuda":
        os.environ.setdefault("CUDA_VISIBLE_DEVICES", "0")  # Trainer would use all of them
    precisions = options.precisions or (["bf16", "fp32"] if device == "cpu" else ["bf16"])
    files = options.text or [RESOURCES / "text" / f"general_{part}.txt" for part in ("train", "probe")]
    rows, results = [], {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        source = options.encoder
        if source in harness.ENCODERS:
            source = str(harness.encoder_folder(source, path))
        elif not Path(source).is_dir():
            source = str(locate_encoder(Encoder(source=source)))
        encoder, pairs = with_heads(source, path)
        common = {
            key: getattr(options, key) for key in ("length", "batch", "steps", "rate", "seed", "attention")
        }
        common |= {"encoder": encoder, "device": device} | corpus(files, path)
        for objective in options.objectives:
            if objective == "mlm_nsp" and not pairs:
                print(f"{options.encoder} has no next-sentence head: masked words only.", file=sys.stderr)
                continue
            rounds = harness.rounds(
                __file__, ways(common | {"objective": objective}, precisions), options.rounds
            )
            results[objective] = rounds
            reference = harness.medians(rounds[f"palimpsest {precisions[0]}"])["tokens_per_second"]
            for name, figures in rounds.items():
                medians = harness.medians(figures)
                rows.append(
                    {
                        "objective": objective,
                        "way": name,
                        "real tokens/s": round(medians["tokens_per_second"]),
                        "ms per update": medians["ms_per_update"],
                        f"{precisions[0]} is faster by": reference / medians["tokens_per_second"],
                        "held-out loss": medians["held_out_loss"],
                        "peak GB": medians["memory_gb"],
                    }
                )
    print(harness.table(rows))
    settings = {key: str(value) for key, value in vars(options).items() if key != "json"}
    harness.save(options.json, {"options": settings, "table": rows, "results": results})


if __name__ == "__main__" and not harness.answer(measure):
    main()
