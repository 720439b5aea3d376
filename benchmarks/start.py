"""The time from the start of a process to its first update, by part, compared with transformers' Trainer.

    python benchmarks/start.py                     # bundled encoder and questions, with an empty and a full cache
    python benchmarks/start.py --data FOLDER       # also IMDb, if FOLDER contains aclImdb

The engine's run is an ordinary one from the queue: claimed, started in its own process, followed until its first
update is in the store, and then stopped. ``cold`` starts with an empty cache of the engine (the system's file cache is
unchanged), ``warm`` is the next run of a sweep, with another seed. ``begun anew``: the process performs all imports
itself. ``forked``: it is forked from a ready fork server, as when a window is open or a sweep has started. The
Trainer's script reads one file with ``datasets``, tokenises it with ``map``, loads the same encoder and trains with the
same batch and length. Its cache of data sets is emptied and kept in the same way. ``measuring`` is the time of the
engine's measurements of forgetting before training, which the Trainer's script does not have. ``processor`` is the
processor time of all threads until the first update, which other load on the machine affects less.

The last table has the time of importing the training code, which a fork server does once.
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

START_PARTS = ("process", "claim", "imports", "device", "preparing", "data", "encoder", "measuring", "update")
ENCODER = "palimpsest-tiny"
WAYS = (("begun anew", "cold"), ("begun anew", "warm"), ("forked", "warm"))
BATCH, LENGTH = 24, 128  # the maximum length of the bundled encoder
_PATIENCE = 600.0


def engine_start(
    source: dict[str, str], home: Path, seed: int, threads: int, *, forked: bool, device: str = "cpu"
) -> harness.Figures:
    """Return the seconds of a run's start by part, as the run reports them."""
    os.environ |= {"PALIMPSEST_HOME": str(home), "PALIMPSEST_FORK_SERVER": str(int(forked))}
    from engine.launch import processes, starting
    from engine.launch.queue import enqueue
    from engine.spec.experiment import parse_experiment
    from engine.store import Store

    stage = {"kind": "finetune", "data": source, "epochs": 1.0, "batch_size": BATCH, "max_length": LENGTH}
    compute = {"device": device, "threads": threads}
    experiment = {"encoder": {"source": ENCODER}, "stages": [stage], "compute": compute, "seed": seed}
    path = home / "start.sqlite"
    (number,) = enqueue(path, [parse_experiment(experiment)], launcher="cli")
    with Store(path) as store, closing(starting.connect_fork_server(device)) as server:
        while not server.is_ready():
            time.sleep(0.05)
        starting.claim_run(store, number, launcher="cli", device=device)
        process = starting.start_run_process(path, number)
        try:
            return _wait_for_update(store, number, process)
        finally:
            processes.kill_tree(process.pid, None)
            process.wait()


def _wait_for_update(store: Any, number: int, process: Any) -> harness.Figures:
    from engine.store import runs

    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        for stage in runs.list_stages(store, number):
            if "start_seconds" in stage.info:
                return dict(stage.info["start_seconds"])
        if process.poll() is not None:
            raise SystemExit((runs.get_run(store, number).folder / "run.log").read_text("utf-8"))
        time.sleep(0.05)
    raise SystemExit(f"no update within {_PATIENCE:.0f} s")


def trainer(task: dict[str, Any]) -> harness.Figures:
    """Measure the same with transformers' Trainer, as its text-classification example uses it."""
    import psutil

    start, moments = psutil.Process().create_time(), {}

    def mark(name: str) -> None:
        moments[name] = time.time()

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

    class StopAtFirstUpdate(TrainerCallback):
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
        processing_class=tokenizer, callbacks=[StopAtFirstUpdate()],
    ).train()  # fmt: skip
    figures, last = {}, start
    for name, at in moments.items():
        figures[name], last = at - last, at
    return {"total": last - start, "processor": time.process_time()} | figures


def imports(task: dict[str, Any]) -> harness.Figures:
    """Measure the time and memory of importing the training code."""
    start, processor_start = time.perf_counter(), time.process_time()
    import engine.train.loop  # noqa: F401 - importing it registers it

    return {
        "seconds": time.perf_counter() - start,
        "processor": time.process_time() - processor_start,
        "modules": len(sys.modules),
        "megabytes": resident(),
    }


def resident() -> float:
    """Return the resident memory of this process, MB."""
    import psutil

    return float(psutil.Process().memory_info().rss) / 1e6


def measure(task: dict[str, Any]) -> harness.Figures:
    """Measure a child's task."""
    if task.get("way") == "palimpsest":
        return engine_start(task["source"], Path(task["home"]), 1, 0, forked=False, device=task["device"])
    return imports(task) if task.get("what") == "imports" else trainer(task)


def cases(folder: str, target_folder: Path) -> Iterator[tuple[str, dict[str, str], str, str]]:
    """Return name, specification of the data, and the Trainer's file with its format."""
    from engine.paths import RESOURCES

    questions = RESOURCES / "samples" / "questions" / "train.jsonl"
    yield "questions", {"source": "samples:questions"}, str(questions), "json"
    root = Path(folder) / "aclImdb"
    if folder and root.is_dir():
        file = target_folder / "imdb.csv"
        with file.open("w", encoding="utf-8", newline="") as stream:
            out = csv.writer(stream)
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
    rows, rounds = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        from engine.model.encoders import locate_encoder
        from engine.spec.experiment import Encoder

        encoder = str(locate_encoder(Encoder(source=ENCODER)))
        for name, source, file, form in cases(options.data, path):
            results: dict[tuple[str, str], list[harness.Figures]] = {}
            for number in range(options.rounds):
                home, cache = path / f"home-{name}-{number}", path / f"cache-{name}-{number}"
                home.mkdir()
                task = {
                    "file": file,
                    "format": form,
                    "cache": str(cache),
                    "encoder": encoder,
                }
                task |= {"output": str(path / "peer"), "threads": options.threads}
                environment = {"HF_HOME": str(cache), "HF_DATASETS_CACHE": str(cache)}
                for seed, (mode, state) in enumerate(WAYS, start=1):
                    figures = engine_start(source, home, seed, options.threads, forked=mode == "forked")
                    results.setdefault((f"palimpsest, {mode}", state), []).append(figures)
                    if not options.no_peer and mode != "forked":
                        figures = harness.child(__file__, task, environment)
                        results.setdefault(("trainer", state), []).append(figures)
                    print(f"  {name}, {state}, round {number + 1}", file=sys.stderr, flush=True)
                shutil.rmtree(home)
                shutil.rmtree(cache, ignore_errors=True)
            for (mode, state), each in results.items():
                names = dict.fromkeys(key for figures in each for key in figures)
                medians = harness.medians([{key: figures.get(key, 0.0) for key in names} for figures in each])
                rows.append({"case": name, "cache": state, "way": mode} | medians)
                rounds.append({"case": name, "cache": state, "way": mode, "rounds": each})
    print(harness.table(rows, ("case", "cache", "way", "total", "processor", *START_PARTS)))
    ways = {"imports": {"what": "imports"}}
    (costs,) = [harness.medians(each) for each in harness.rounds(__file__, ways, options.rounds).values()]
    print("\nImports of the training code\n")
    print(harness.table([costs]))
    harness.save(options.json, {"starts": rows, "rounds": rounds, "imports": costs})


if __name__ == "__main__":
    if not harness.answer(measure):
        main()
