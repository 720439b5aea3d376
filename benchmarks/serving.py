"""Texts per second of ``palimpsest serve`` beside the engine's own.

    python benchmarks/serving.py --store FILE --run RUN [--seconds 10] [--threads 1]
    python benchmarks/serving.py --store FILE --run RUN --clients 100 --seconds 60
    python benchmarks/serving.py --store FILE --run RUN --script [--rows 20000] [--rounds 3] [--threads 1]

The texts are those of the run's test split, in their order. ``engine`` classifies them in one process, 256 at a time.
The server runs in a process of its own; clients are threads of this one, each with a connection that stays open, and
ask for one text at a time or for 32. Every figure is the mean over so many seconds, after a warm-up; clients and
server share the machine, so on few processors the clients' share is part of what is measured. ``--clients`` lets that
many clients ask for one text at a time, in ten rounds of ``--seconds``; each line shows the server's memory.

``--script`` compares ``palimpsest predict --file`` with the ten lines that a user of transformers would write: texts
sorted by length, padded batches of 64, the precision that ``predict`` chooses. Each is a process of its own; they take
turns. Printed are processor seconds of the whole command, and those beyond what the command takes for 64 rows.
"""

from __future__ import annotations

import argparse
import csv
import http.client
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness
import finetune

WAYS = [(1, 1), (8, 1), (32, 1), (1, 32), (8, 32)]
"""(clients, texts of one question)."""
LEAST_ROWS = 64
"""Of the command whose time is taken for its start."""


def script(folder: str, texts: list[str], precision: str, device: str = "cpu") -> list[str]:
    """The ten lines that a user of transformers would write: the label of each text."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval().to(device)
    order, answers = sorted(range(len(texts)), key=lambda i: len(texts[i])), [""] * len(texts)
    size, kind = (64, "cpu") if device == "cpu" else (512, "cuda")
    with torch.inference_mode(), torch.autocast(kind, torch.bfloat16, enabled=precision == "bf16"):
        for chosen in (order[at : at + size] for at in range(0, len(order), size)):
            batch = tokenizer([texts[i] for i in chosen], truncation=True, padding=True, return_tensors="pt")
            best = model(**batch.to(device)).logits.argmax(-1).tolist()
            for i, number in zip(chosen, best, strict=True):
                answers[i] = model.config.id2label[number]
    return answers


def run_script(folder: str, source: str, target: str, column: str, precision: str) -> None:
    """``script`` from file to file."""
    answers = script(folder, _column(Path(source), column), precision)
    with open(target, "w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([["predicted"], *([each] for each in answers)])


def measure(task: dict[str, Any]) -> dict[str, float]:
    """One way in this process: rows a second beyond the first few, and how many answers the other way gave as well.

    The model is trained in the task's folder and exported for the script where that was not done yet.
    """
    from engine.model.conversion.export import export_model
    from engine.model.predict import predict
    from engine.model.saved_model import load_saved_model

    place, device, precision = Path(task["folder"]), task["device"], task["precision"]
    if not (place / "exported").is_dir():
        finetune.palimpsest(task["training"] | {"folder": str(place / "run")})
        export_model(place / "run" / "stage-1", place / "exported")

    def answer(texts: list[str]) -> list[str]:
        if task["way"] != "palimpsest":
            return script(str(place / "exported"), texts, precision, device)
        model = load_saved_model(place / "run" / "stage-1").to_device(torch.device(device), precision)
        return [str(each.label) for each in predict(model, texts)]

    import torch

    words, _ = harness.synthetic("trec", task["rows"])
    texts, times = [f"{text} {number}" for number, text in enumerate(words)], []
    for count in (LEAST_ROWS, LEAST_ROWS, len(texts)):
        start = time.perf_counter()
        answers = answer(texts[:count])
        times.append(time.perf_counter() - start)
    (place / f"answers-{task['way']}.json").write_text(json.dumps(answers), "utf-8")
    found = [json.loads(file.read_text("utf-8")) for file in place.glob("answers-*.json")]
    return {
        "rows_per_second": (len(texts) - LEAST_ROWS) / (times[2] - times[1]),
        "equal": float(sum(len(set(each)) == 1 for each in zip(*found, strict=True))),
    }


def main() -> None:
    if sys.argv[1:2] == ["--run-script"]:
        run_script(*sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--clients", type=int)
    parser.add_argument("--script", action="store_true")
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    if asked.script:
        compare_with_script(asked)
        return

    import torch

    from engine.data.dataset import load_dataset
    from engine.delivery.finished_model import find_finished_model
    from engine.model.predict import predict

    torch.set_num_threads(asked.threads)
    found = find_finished_model(asked.store, asked.run)
    texts = list(load_dataset(found.source).splits["test"].texts)
    model = found.load()
    predict(model, texts[:256])
    done, begun = 0, time.perf_counter()
    for start in itertools.cycle(range(0, len(texts), 256)):
        done += len(predict(model, texts[start : start + 256]))
        if time.perf_counter() - begun > asked.seconds:
            break
    rate = done / (time.perf_counter() - begun)
    print(f"{len(texts):,} texts, {asked.threads} thread(s)\nengine: {rate:,.0f} texts/s", flush=True)
    command = [sys.executable, "-m", "engine", "serve", asked.run, "--store", str(asked.store), "--port", "0"]
    command += ["--json", "--threads", str(asked.threads)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = json.loads(server.stdout.readline())["address"].removeprefix("http://")
        for clients, size in [(asked.clients, 1)] * 10 if asked.clients else WAYS:
            rate = _rate(address, texts, clients, size, asked.seconds)
            memory = psutil.Process(server.pid).memory_full_info().uss / 1e6
            print(
                f"served, {clients} client(s), {size} text(s) a question: {rate:,.0f} texts/s, {memory:.0f} MB",
                flush=True,
            )
        server.terminate()


def compare_with_script(asked: argparse.Namespace) -> None:
    """Print what ``predict`` and the script take for the same rows, and how many of their answers are equal."""
    from engine.compute.device import choose_device
    from engine.data.dataset import load_dataset
    from engine.delivery.finished_model import find_finished_model
    from engine.model.conversion.export import export_model
    from engine.spec.experiment import Compute

    found = find_finished_model(asked.store, asked.run)
    texts = list(load_dataset(found.source).splits["test"].texts)
    column = found.text_columns[0] if found.text_columns else "text"
    precision = choose_device(Compute(device="cpu")).precision
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        export_model(found.folder, folder / "model", found.head)
        for rows in (LEAST_ROWS, asked.rows):
            with (folder / f"{rows}.csv").open("w", encoding="utf-8", newline="") as stream:
                lines = csv.writer(stream)
                lines.writerow([column])
                lines.writerows([f"{texts[n % len(texts)]} {n}"] for n in range(rows))
        ways = {
            "predict": ["-m", "engine", "predict", asked.run, "--store", str(asked.store), "--device", "cpu",
                        "--file", "{source}", "--out", "{target}"],
            "script": [__file__, "--run-script", str(folder / "model"), "{source}", "{target}", column, precision],
        }  # fmt: skip
        taken: dict[tuple[str, int], list[float]] = {}
        for _ in range(asked.rounds):
            for (name, words), rows in itertools.product(ways.items(), (LEAST_ROWS, asked.rows)):
                files = {"source": folder / f"{rows}.csv", "target": folder / f"{name}.csv"}
                files["target"].unlink(missing_ok=True)
                argv = [word.format(**files) for word in words]
                taken.setdefault((name, rows), []).append(_processor_seconds(argv, asked.threads))
        answers = [_column(folder / f"{name}.csv", "predicted") for name in ways]
    whole = {name: median(taken[name, asked.rows]) for name in ways}
    work = {name: whole[name] - median(taken[name, LEAST_ROWS]) for name in ways}
    print(f"{asked.rows:,} rows, {precision}, {asked.threads} thread(s), {asked.rounds} round(s)")
    for name in ways:
        each = 1000 * work[name] / (asked.rows - LEAST_ROWS)
        print(f"{name}: {whole[name]:.1f} s of processor time, {each:.2f} ms for each further text")
    equal = sum(ours == theirs for ours, theirs in zip(*answers, strict=True))
    print(f"predict / script: whole {whole['predict'] / whole['script']:.2f}, "
          f"work {work['predict'] / work['script']:.2f}; {equal:,} answers equal")  # fmt: skip


def _processor_seconds(argv: list[str], threads: int) -> float:
    """Run Python with ``argv`` and return the processor seconds of the process and those that it waited for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | {"OMP_NUM_THREADS": str(threads), "HF_HUB_OFFLINE": "1"}
    subprocess.run([sys.executable, *argv], check=True, env=environment, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _column(file: Path, name: str) -> list[str]:
    with file.open(encoding="utf-8", newline="") as stream:
        return [row[name] for row in csv.DictReader(stream)]


def _rate(address: str, texts: list[str], clients: int, size: int, seconds: float) -> float:
    """Texts per second that ``clients`` get answered."""
    counts = [0] * clients
    end = time.perf_counter() + seconds + 1
    begin = end - seconds

    def ask(number: int) -> None:
        connection = http.client.HTTPConnection(address)
        place = number * size
        while time.perf_counter() < end:
            chosen = [texts[(place + i) % len(texts)] for i in range(size)]
            place += clients * size
            connection.request(
                "POST", "/predict", json.dumps({"texts": chosen}), {"Content-Type": "application/json"}
            )
            answer = connection.getresponse()
            found = json.loads(answer.read())
            if answer.status != 200:
                raise SystemExit(f"{answer.status}: {found}")
            if begin < time.perf_counter() < end:
                counts[number] += size
        connection.close()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return sum(counts) / seconds


if __name__ == "__main__":
    main()
