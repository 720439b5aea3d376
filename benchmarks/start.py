"""From the start of a process to its first update: where the seconds go, beside transformers' Trainer doing the same.

    python benchmarks/start.py                     # bundled encoder on the bundled questions, nothing cached and cached
    python benchmarks/start.py --data FOLDER       # and on IMDb, where FOLDER holds aclImdb

Ours is a run from the queue as any other: claimed, started as a process of its own, followed until the store has its
first update, then ended. ``cold`` begins with an empty cache of ours (the system's cache of files is left alone),
``warm`` is the next run of a sweep, with another seed; ``begun anew``: the process imports everything itself;
``forked``: from a fork server that is ready, as it is when a window is open or a sweep has begun. The Trainer's script
reads one file with ``datasets``, tokenises it by ``map``, loads the same encoder and trains with the same batch and
length; its cache of data sets is emptied and
kept in the same way. ``measuring`` is what ours takes to measure forgetting before anything is learnt; the peer has
nothing of the kind. ``processor`` is processor time of all threads up to there, which a busy machine distorts less.

Below: what importing the training code costs, which a fork server does once.
"""

from __future__ import annotations

import csv
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness

PARTS = ("process", "claim", "imports", "device", "preparing", "data", "encoder", "measuring", "update")
ENCODER = "palimpsest-tiny"
WAYS = (("begun anew", "cold"), ("begun anew", "warm"), ("forked", "warm"))
BATCH, LENGTH = 24, 128  # as many tokens as the bundled encoder reads
_PATIENCE = 600.0


def ours(
    source: dict[str, str], home: Path, seed: int, threads: int, *, forked: bool, device: str = "cpu"
) -> harness.Figures:
    """Seconds of a run's start by part, as the run itself tells them."""
    os.environ |= {"PALIMPSEST_HOME": str(home), "PALIMPSEST_FORK_SERVER": str(int(forked))}
    from engine.launch import processes, starting
    from engine.launch.queue import enqueue
    from engine.spec.experiment import parse_experiment
    from engine.store import Store

    stage = {"kind": "finetune", "data": source, "epochs": 1.0, "batch_size": BATCH, "max_length": LENGTH}
    compute = {"device": device, "threads": threads}
    wanted = {"encoder": {"source": ENCODER}, "stages": [stage], "compute": compute, "seed": seed}
    path = home / "start.sqlite"
    (number,) = enqueue(path, [parse_experiment(wanted)], launcher="cli")
    with Store(path) as store, closing(starting.connect_fork_server(device)) as server:
        while not server.is_ready():
            time.sleep(0.05)
        starting.claim_run(store, number, launcher="cli", device=device)
        process = starting.start_run_process(path, number)
        try:
            return _until_told(store, number, process)
        finally:
            processes.kill_tree(process.pid, None)
            process.wait()


def _until_told(store: Any, number: int, process: Any) -> harness.Figures:
    from engine.store import runs

    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        for stage in runs.list_stages(store, number):
            if "start_seconds" in stage.info:
                return dict(stage.info["start_seconds"])
        if process.poll() is not None:
            raise SystemExit((runs.get_run(store, number).folder / "run.log").read_text("utf-8"))
        time.sleep(0.05)
    raise SystemExit(f"no update within {_PATIENCE:.0f} s")


def trainer(task: dict[str, Any]) -> harness.Figures:
    """The same with transformers' Trainer, as its text-classification example goes about it."""
    import psutil

    began, marks = psutil.Process().create_time(), {}

    def mark(name: str) -> None:
        marks[name] = time.time()

    mark("process")
    import torch
    from datasets import load_dataset
    from transformers import (
        AutoModelForSequenceClassification,
        AutoTokenizer,
        DataCollatorWithPadding,
        Trainer,
        TrainerCallback,
        TrainingArguments,
    )

    class Until(TrainerCallback):
        def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> Any:
            mark("update")
            control.should_training_stop = True
            return control

    mark("imports")
    if task["threads"]:
        torch.set_num_threads(task["threads"])
    data = load_dataset(task["format"], data_files={"train": task["file"]}, cache_dir=task["cache"])["train"]
    data = data.class_encode_column("label")
    tokenizer = AutoTokenizer.from_pretrained(task["encoder"])
    encoded = data.map(
        lambda rows: tokenizer(rows["text"], truncation=True, max_length=LENGTH),
        batched=True,
        remove_columns=[name for name in data.column_names if name != "label"],
    )
    mark("data")
    model = AutoModelForSequenceClassification.from_pretrained(
        task["encoder"], num_labels=data.features["label"].num_classes
    )
    mark("encoder")
    arguments = TrainingArguments(
        task["output"],
        per_device_train_batch_size=BATCH,
        use_cpu=task.get("device", "cpu") == "cpu",
        bf16=True,
        report_to=[],
        save_strategy="no",
        disable_tqdm=True,
    )
    Trainer(
        model, arguments, DataCollatorWithPadding(tokenizer), encoded,
        processing_class=tokenizer, callbacks=[Until()],
    ).train()  # fmt: skip
    figures, last = {}, began
    for name, at in marks.items():
        figures[name], last = at - last, at
    return {"total": last - began, "processor": time.process_time()} | figures


def imports(task: dict[str, Any]) -> harness.Figures:
    """What importing the training code costs."""
    began, before = time.perf_counter(), time.process_time()
    import engine.train.loop  # noqa: F401 - importing it registers it

    return {
        "seconds": time.perf_counter() - began,
        "processor": time.process_time() - before,
        "modules": len(sys.modules),
        "megabytes": resident(),
    }


def resident() -> float:
    """Resident memory of this process now, MB."""
    import psutil

    return float(psutil.Process().memory_info().rss) / 1e6


def measure(task: dict[str, Any]) -> harness.Figures:
    """What a child is asked for."""
    if task.get("way") == "palimpsest":
        return ours(task["source"], Path(task["home"]), 1, 0, forked=False, device=task["device"])
    return imports(task) if task.get("what") == "imports" else trainer(task)


def cases(folder: str, place: Path) -> Iterator[tuple[str, dict[str, str], str, str]]:
    """Name, our source, and the peer's file with its format."""
    from engine.paths import RESOURCES

    questions = RESOURCES / "samples" / "questions" / "train.jsonl"
    yield "questions", {"source": "samples:questions"}, str(questions), "json"
    root = Path(folder) / "aclImdb"
    if folder and root.is_dir():
        file = place / "imdb.csv"
        with file.open("w", encoding="utf-8", newline="") as opened:
            out = csv.writer(opened)
            out.writerow(("text", "label"))
            for label in ("neg", "pos"):
                for text in sorted((root / "train" / label).glob("*.txt")):
                    out.writerow((text.read_text("utf-8"), label))
        yield "imdb", {"source": str(root)}, str(file), "csv"


def main() -> None:
    parser = harness.parser(__doc__)
    parser.add_argument("--data", default="", help="folder that holds aclImdb")
    parser.add_argument("--threads", type=int, default=0, help="0: all cores")
    parser.add_argument("--no-peer", action="store_true", help="ours alone")
    options = parser.parse_args()
    os.environ |= harness.training_environment()
    rows, found = [], []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        from engine.model.encoders import locate_encoder
        from engine.spec.experiment import Encoder

        encoder = str(locate_encoder(Encoder(source=ENCODER)))
        for name, source, file, form in cases(options.data, place):
            results: dict[tuple[str, str], list[harness.Figures]] = {}
            for number in range(options.rounds):
                home, cache = place / f"home-{name}-{number}", place / f"cache-{name}-{number}"
                home.mkdir()
                task = {
                    "file": file,
                    "format": form,
                    "cache": str(cache),
                    "encoder": encoder,
                }
                task |= {"output": str(place / "peer"), "threads": options.threads}
                environment = {"HF_HOME": str(cache), "HF_DATASETS_CACHE": str(cache)}
                for seed, (way, state) in enumerate(WAYS, start=1):
                    figures = ours(source, home, seed, options.threads, forked=way == "forked")
                    results.setdefault((f"palimpsest, {way}", state), []).append(figures)
                    if not options.no_peer and way != "forked":
                        figures = harness.child(__file__, task, environment)
                        results.setdefault(("trainer", state), []).append(figures)
                    print(f"  {name}, {state}, round {number + 1}", file=sys.stderr, flush=True)
                shutil.rmtree(home)
                shutil.rmtree(cache, ignore_errors=True)
            for (way, state), each in results.items():
                names = dict.fromkeys(key for one in each for key in one)
                middle = harness.middle([{key: one.get(key, 0.0) for key in names} for one in each])
                rows.append({"case": name, "cache": state, "way": way} | middle)
                found.append({"case": name, "cache": state, "way": way, "rounds": each})
    print(harness.table(rows, ("case", "cache", "way", "total", "processor", *PARTS)))
    ways = {"imports": {"what": "imports"}}
    (loaded,) = [harness.middle(each) for each in harness.rounds(__file__, ways, options.rounds).values()]
    print("\nImports of the training code\n")
    print(harness.table([loaded]))
    harness.save(options.json, {"starts": rows, "rounds": found, "imports": loaded})


if __name__ == "__main__":
    if not harness.answer(measure):
        main()
