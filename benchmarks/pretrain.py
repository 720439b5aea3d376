"""Further pre-training beside transformers' Trainer: same text, encoder, effective batch, updates, rate and schedule.

    python -m benchmarks pretrain                              # the bundled encoder and texts, a few minutes
    python benchmarks/pretrain.py --encoder base --text FILE   # BERT-base's size; FILE: UTF-8, documents apart by an
                                                               # empty line (or one a line)
    python benchmarks/pretrain.py --device cuda --encoder base --length 128 --steps 200 --text FILE

Masked words (MLM) on windows of running text: ``palimpsest``; ``run_mlm``, what transformers' example of that name does
(texts joined and cut into blocks of full length, ``DataCollatorForLanguageModeling``, Trainer with its own choice of
attention), in 32 bits, its default on a CPU, and in bfloat16, its best. Masked words and next sentences (NSP):
``palimpsest`` on pairs without padding; ``padded``, the same pairs under the same masks, each padded to full length, as
the original's data preparation writes them, through ``BertForPreTraining``.

Real tokens per second (padding is not counted) of all updates but the first few. Beside them the loss on held-out
text, of the weights that each way ends with, all measured by our own evaluation: nobody wins by learning less. Ways
take turns in fresh processes; medians of rounds. Blocks hold the whole text, so windows at any length are full: what
``run_mlm`` loses there is not padding but logits of every token, attention and precision.
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
WARM = 3
"""Updates before the clock starts."""
HELD_OUT = 10
"""One document in so many is held out."""


def experiment(task: dict[str, Any], encoder: str = "", precision: str = "") -> dict[str, Any]:
    """What all ways carry out, as our specification names it."""
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
    """One way, one round, in this process."""
    with tempfile.TemporaryDirectory() as folder:
        encoder = Path(folder) / "trained"
        run = palimpsest if task["way"] == "palimpsest" else trainer
        tokens, seconds, memory = run(task, Path(folder), encoder)
        return {
            "tokens_per_second": tokens / seconds,
            "ms_per_update": 1e3 * seconds / (task["steps"] - WARM),
            "held_out_loss": held_out_loss(task, encoder, Path(folder)),
            "memory_gb": memory,
        }


def prepared(task: dict[str, Any], folder: Path, encoder: str = "", precision: str = "") -> Any:
    """Our own stage, ready: its batches and its evaluation."""
    from engine.compute.device import choose_device
    from engine.spec.experiment import parse_experiment
    from engine.stages.base import StageContext
    from engine.stages.pretrain import PretrainTask

    plan = parse_experiment(experiment(task, encoder, precision))
    context = StageContext(plan, 0, plan.encoder, choose_device(plan.compute), folder)
    stage: Any = plan.stages[0]
    return PretrainTask(stage, context, lambda *_: None)


def held_out_loss(task: dict[str, Any], encoder: Path, folder: Path) -> float:
    """Nats per hidden token of held-out text, in 32 bits, whoever has trained ``encoder``."""
    made = prepared(task, folder, str(encoder), "fp32")
    made.model.to(made.context.device.torch).eval()
    return float(made.evaluate(0).values["heldout/loss"])


def palimpsest(task: dict[str, Any], folder: Path, encoder: Path) -> tuple[int, float, float]:
    """Our own loop: real tokens and seconds of the timed updates, peak memory in GB."""
    from engine.events import StepMetrics
    from engine.spec.experiment import parse_experiment
    from engine.train.loop import train

    begun = ended = 0.0
    updates = 0
    for event in train(parse_experiment(experiment(task)), folder / "run"):
        if isinstance(event, StepMetrics):
            updates, ended = updates + 1, time.perf_counter()
            begun = ended if updates == WARM else begun
    memory = harness.peak_memory(task["device"] != "cpu")
    (folder / "run" / "stage-1" / "encoder").rename(encoder)
    made = prepared(task, folder)
    return (
        sum(part.token_count for step in range(WARM, task["steps"]) for part in made.micro_batches(step)),
        ended - begun,
        memory,
    )


def trainer(task: dict[str, Any], folder: Path, encoder: Path) -> tuple[int, float, float]:
    """The same with transformers' Trainer."""
    import torch
    from transformers import AutoTokenizer, Trainer, TrainerCallback, TrainingArguments

    class Clock(TrainerCallback):
        begun = ended = 0.0

        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            if state.global_step in (WARM, task["steps"]):
                harness.synchronise(task["device"])
                name = "begun" if state.global_step == WARM else "ended"
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
        logging_nan_inf_filter=False,  # it waits for the GPU at each update
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
    """Data, collator, model and timed tokens of ``run_mlm``: all texts joined, cut into blocks of full length."""
    from transformers import AutoModelForMaskedLM, DataCollatorForLanguageModeling

    length = task["length"]
    every = tokenizer(documents(Path(task["train"])), return_special_tokens_mask=True)
    joined = {key: list(chain.from_iterable(rows)) for key, rows in every.items()}
    starts = range(0, len(joined["input_ids"]) // length * length, length)
    encoded = [{key: row[at : at + length] for key, row in joined.items()} for at in starts]
    collate = DataCollatorForLanguageModeling(tokenizer, mlm_probability=0.15)
    model = AutoModelForMaskedLM.from_pretrained(task["encoder"])
    # The last batch of each pass may be smaller, as it is in the example: what was read is counted.
    sizes = [task["batch"]] * (len(encoded) // task["batch"])
    sizes += [len(encoded) % task["batch"]] if len(encoded) % task["batch"] else []
    read = sum(sizes[step % len(sizes)] for step in range(WARM, task["steps"]))
    return encoded, collate, model, read * length


def padded_pairs(task: dict[str, Any], tokenizer: Any, folder: Path) -> tuple[Any, Any, Any, int]:
    """The same for pairs: those of our own run with its masks, in its order, padded to full length."""
    import torch
    from transformers import BertForPreTraining

    made, rows, tokens = prepared(task, folder), [], 0
    for step in range(task["steps"]):
        for part in made.micro_batches(step):
            texts, asked = part.texts, torch.full((len(part.texts.ids),), -100)
            asked[part.masked.positions] = torch.from_numpy(part.masked.targets)
            tokens += len(texts.ids) if step >= WARM else 0
            start = 0
            for number, size in enumerate(texts.lengths.tolist()):
                row = {name: torch.zeros(task["length"], dtype=torch.long) for name in _INPUTS}
                row["input_ids"].fill_(tokenizer.pad_token_id)
                row["labels"] = torch.full((task["length"],), -100)
                span = slice(start, start + size)
                row["input_ids"][:size] = torch.from_numpy(texts.ids[span])
                row["token_type_ids"][:size] = torch.from_numpy(texts.token_types[span])
                row["attention_mask"][:size] = 1
                row["labels"][:size] = asked[span]
                row["next_sentence_label"] = torch.tensor(int(texts.labels[number]))
                rows.append(row)
                start += size
    return rows, None, BertForPreTraining.from_pretrained(task["encoder"]), tokens


_INPUTS = ("input_ids", "token_type_ids", "attention_mask")


def documents(file: Path) -> list[str]:
    """The documents of a text file: apart by empty lines, or one a line where there are none."""
    text = file.read_text(encoding="utf-8").strip()
    parts = text.split("\n\n") if "\n\n" in text else text.split("\n")
    return [part.strip() for part in parts if part.strip()]


def corpus(files: list[Path], place: Path) -> dict[str, str]:
    """``files`` as one text to learn from and one that is held out, with an empty line after each document."""
    every = [document for file in files for document in documents(file)]
    parts = {"train": [], "held_out": []}  # type: dict[str, list[str]]
    for number, document in enumerate(every):
        parts["held_out" if number % HELD_OUT == HELD_OUT - 1 else "train"].append(document)
    for name, texts in parts.items():
        (place / f"{name}.txt").write_text("\n\n".join(texts) + "\n", encoding="utf-8")
    return {name: str(place / f"{name}.txt") for name in parts}


def with_heads(source: str, place: Path) -> tuple[str, bool]:
    """A folder with the encoder and all its heads, drawn once where it has none, and whether it knows next sentences.

    So every way starts from the same weights.
    """
    import torch
    from transformers import AutoConfig, AutoModelForMaskedLM, AutoModelForPreTraining, AutoTokenizer

    pairs = AutoConfig.from_pretrained(source).model_type == "bert"
    torch.manual_seed(0)
    kind = AutoModelForPreTraining if pairs else AutoModelForMaskedLM
    kind.from_pretrained(source).save_pretrained(place / "encoder")
    AutoTokenizer.from_pretrained(source).save_pretrained(place / "encoder")
    return str(place / "encoder"), pairs


def ways(task: dict[str, Any], precisions: list[str]) -> dict[str, dict[str, Any]]:
    """Who is compared on one objective."""
    peer, found = PEER[task["objective"]], dict[str, dict[str, Any]]()
    for precision in precisions:
        found[f"palimpsest {precision}"] = task | {"way": "palimpsest", "precision": precision}
        found[f"{peer} {precision}"] = task | {"way": peer, "precision": precision}
    return found


def main() -> None:
    """Runs the comparison."""
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
    if options.steps <= WARM:
        parser.error(f"--steps must be more than {WARM}, which are not timed")
    device = options.device
    if device == "auto":
        import torch

        device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cuda":
        os.environ.setdefault("CUDA_VISIBLE_DEVICES", "0")  # Trainer would take all of them
    precisions = options.precisions or (["bf16", "fp32"] if device == "cpu" else ["bf16"])
    files = options.text or [RESOURCES / "text" / f"general_{part}.txt" for part in ("train", "probe")]
    rows, found = [], {}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        source = options.encoder
        if source in harness.ENCODERS:
            source = str(harness.encoder_folder(source, place))
        elif not Path(source).is_dir():
            source = str(locate_encoder(Encoder(source=source)))
        encoder, pairs = with_heads(source, place)
        shared = {
            key: getattr(options, key) for key in ("length", "batch", "steps", "rate", "seed", "attention")
        }
        shared |= {"encoder": encoder, "device": device} | corpus(files, place)
        for objective in options.objectives:
            if objective == "mlm_nsp" and not pairs:
                print(f"{options.encoder} has no next-sentence head: masked words only.", file=sys.stderr)
                continue
            results = harness.rounds(
                __file__, ways(shared | {"objective": objective}, precisions), options.rounds
            )
            found[objective] = results
            own = harness.middle(results[f"palimpsest {precisions[0]}"])["tokens_per_second"]
            for name, figures in results.items():
                middle = harness.middle(figures)
                rows.append(
                    {
                        "objective": objective,
                        "way": name,
                        "real tokens/s": round(middle["tokens_per_second"]),
                        "ms per update": middle["ms_per_update"],
                        f"{precisions[0]} is faster by": own / middle["tokens_per_second"],
                        "held-out loss": middle["held_out_loss"],
                        "peak GB": middle["memory_gb"],
                    }
                )
    print(harness.table(rows))
    kept = {key: str(value) for key, value in vars(options).items() if key != "json"}
    harness.save(options.json, {"options": kept, "table": rows, "results": found})


if __name__ == "__main__" and not harness.answer(measure):
    main()
