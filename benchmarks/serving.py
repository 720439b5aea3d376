"""Texts per second of ``palimpsest serve``, compared with the engine in one process.

    python benchmarks/serving.py --store FILE --run RUN [--seconds 10] [--threads 1]
    python benchmarks/serving.py --store FILE --run RUN --clients 100 --seconds 60
    python benchmarks/serving.py --store FILE --run RUN --script [--rows 20000] [--rounds 3] [--threads 1]

The texts are those of the run's test split in their order. ``engine`` classifies them in one process, 256 at a time.
The server runs in its own process. Clients are threads of this process, each with an open connection, and request one
text or 32 texts at a time. Every figure is the mean over the given seconds after a warm-up. Clients and server share
the machine, so on few processors the figures include the clients' processor time. With ``--clients`` that many clients
request one text at a time, in ten rounds of ``--seconds``, and each line shows the server's memory.

``--script`` compares ``palimpsest predict --file`` with ten lines of transformers: texts sorted by length, padded
batches of 64, and the precision that ``predict`` selects. Each is a separate process, and they take turns. It prints
the processor seconds of the whole command, and those above the seconds of the command for 64 rows.
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
"""(clients, texts per request)."""
WARM_UP_ROWS = 64
"""Number of rows of the command whose time counts as the time of its start."""


def script(folder: str, texts: list[str], precision: str, device: str = "cpu") -> list[str]:
    """Return the label of each text, computed with ten lines of transformers."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval().to(device)
    order, answers = sorted(range(len(texts)), key=lambda i: len(texts[i])), [""] * len(texts)
    size, device_type = (64, "cpu") if device == "cpu" else (512, "cuda")
    with torch.inference_mode(), torch.autocast(device_type, torch.bfloat16, enabled=precision == "bf16"):
        for indices in (order[at : at + size] for at in range(0, len(order), size)):
            batch = tokenizer([texts[i] for i in indices], truncation=True, padding=True, return_tensors="pt")
            best = model(**batch.to(device)).logits.argmax(-1).tolist()
            for i, number in zip(indices, best, strict=True):
                answers[i] = model.config.id2label[number]
    return answers


def run_script(folder: str, source: str, target: str, column: str, precision: str) -> None:
    """Run ``script`` from file to file."""
    answers = script(folder, _column(Path(source), column), precision)
    with open(target, "w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([["predicted"], *([each] for each in answers)])


def measure(task: dict[str, Any]) -> dict[str, float]:
    """Return, for one way in this process, the rows per second after the first few, and how many answers agree.

    The model is trained in the task's folder and exported for the script on first use.
    """
    from engine.model.conversion.export import export_model
    from engine.model.predict import predict
    from engine.model.saved_model import load_saved_model

    folder, device, precision = Path(task["folder"]), task["device"], task["precision"]
    if not (folder / "exported").is_dir():
        finetune.palimpsest(task["training"] | {"folder": str(folder / "run")})
        export_model(folder / "run" / "stage-1", folder / "exported")

    def answer(texts: list[str]) -> list[str]:
        if task["way"] != "palimpsest":
            return script(str(folder / "exported"), texts, precision, device)
        model = load_saved_model(folder / "run" / "stage-1").to_device(torch.device(device), precision)
        return [str(each.label) for each in predict(model, texts)]

    import torch

    words, _ = harness.synthetic("trec", task["rows"])
    texts, times = [f"{text} {number}" for number, text in enumerate(words)], []
    for count in (WARM_UP_ROWS, WARM_UP_ROWS, len(texts)):
        start = time.perf_counter()
        answers = answer(texts[:count])
        times.append(time.perf_counter() - start)
    (folder / f"answers-{task['way']}.json").write_text(json.dumps(answers), "utf-8")
    all_answers = [json.loads(file.read_text("utf-8")) for file in folder.glob("answers-*.json")]
    return {
        "rows_per_second": (len(texts) - WARM_UP_ROWS) / (times[2] - times[1]),
        "equal": float(sum(len(set(each)) == 1 for each in zip(*all_answers, strict=True))),
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
    args = parser.parse_args()
    if args.script:
        compare_with_script(args)
        return

    import torch

    from engine.data.dataset import load_dataset
    from engine.delivery.finished_model import find_finished_model
    from engine.model.predict import predict

    torch.set_num_threads(args.threads)
    model_info = find_finished_model(args.store, args.run)
    texts = list(load_dataset(model_info.source).splits["test"].texts)
    model = model_info.load()
    predict(model, texts[:256])
    count, begun = 0, time.perf_counter()
    for start in itertools.cycle(range(0, len(texts), 256)):
        count += len(predict(model, texts[start : start + 256]))
        if time.perf_counter() - begun > args.seconds:
            break
    rate = count / (time.perf_counter() - begun)
    print(f"{len(texts):,} texts, {args.threads} thread(s)\nengine: {rate:,.0f} texts/s", flush=True)
    command = [sys.executable, "-m", "engine", "serve", args.run, "--store", str(args.store), "--port", "0"]
    command += ["--json", "--threads", str(args.threads)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = json.loads(server.stdout.readline())["address"].removeprefix("http://")
        for clients, size in [(args.clients, 1)] * 10 if args.clients else WAYS:
            rate = _rate(address, texts, clients, size, args.seconds)
            memory = psutil.Process(server.pid).memory_full_info().uss / 1e6
            print(
                f"served, {clients} client(s), {size} text(s) a question: {rate:,.0f} texts/s, {memory:.0f} MB",
                flush=True,
            )
        server.terminate()


def compare_with_script(args: argparse.Namespace) -> None:
    """Print the times of ``predict`` and of the script for the same rows, and how many of their answers are equal."""
    from engine.compute.device import choose_device
    from engine.data.dataset import load_dataset
    from engine.delivery.finished_model import find_finished_model
    from engine.model.conversion.export import export_model
    from engine.spec.experiment import Compute

    model_info = find_finished_model(args.store, args.run)
    texts = list(load_dataset(model_info.source).splits["test"].texts)
    column = model_info.text_columns[0] if model_info.text_columns else "text"
    precision = choose_device(Compute(device="cpu")).precision
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        export_model(model_info.folder, folder / "model", model_info.head)
        for rows in (WARM_UP_ROWS, args.rows):
            with (folder / f"{rows}.csv").open("w", encoding="utf-8", newline="") as stream:
                lines = csv.writer(stream)
                lines.writerow([column])
                lines.writerows([f"{texts[n % len(texts)]} {n}"] for n in range(rows))
        ways = {
            "predict": ["-m", "engine", "predict", args.run, "--store", str(args.store), "--device", "cpu",
                        "--file", "{source}", "--out", "{target}"],
            "script": [__file__, "--run-script", str(folder / "model"), "{source}", "{target}", column, precision],
        }  # fmt: skip
        seconds: dict[tuple[str, int], list[float]] = {}
        for _ in range(args.rounds):
            for (name, words), rows in itertools.product(ways.items(), (WARM_UP_ROWS, args.rows)):
                files = {"source": folder / f"{rows}.csv", "target": folder / f"{name}.csv"}
                files["target"].unlink(missing_ok=True)
                argv = [word.format(**files) for word in words]
                seconds.setdefault((name, rows), []).append(_processor_seconds(argv, args.threads))
        answers = [_column(folder / f"{name}.csv", "predicted") for name in ways]
    total = {name: median(seconds[name, args.rows]) for name in ways}
    work = {name: total[name] - median(seconds[name, WARM_UP_ROWS]) for name in ways}
    print(f"{args.rows:,} rows, {precision}, {args.threads} thread(s), {args.rounds} round(s)")
    for name in ways:
        per_text = 1000 * work[name] / (args.rows - WARM_UP_ROWS)
        print(f"{name}: {total[name]:.1f} s of processor time, {per_text:.2f} ms for each further text")
    equal = sum(own == other for own, other in zip(*answers, strict=True))
    print(f"predict / script: whole {total['predict'] / total['script']:.2f}, "
          f"work {work['predict'] / work['script']:.2f}; {equal:,} answers equal")  # fmt: skip


def _processor_seconds(argv: list[str], threads: int) -> float:
    """Run Python with ``argv`` and return the processor seconds of the process and of its finished child processes."""
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
    """Return the number of texts per second that are answered to ``clients``."""
    counts = [0] * clients
    end = time.perf_counter() + seconds + 1
    start = end - seconds

    def ask(number: int) -> None:
        connection = http.client.HTTPConnection(address)
        position = number * size
        while time.perf_counter() < end:
            selected = [texts[(position + i) % len(texts)] for i in range(size)]
            position += clients * size
            connection.request(
                "POST", "/predict", json.dumps({"texts": selected}), {"Content-Type": "application/json"}
            )
            answer = connection.getresponse()
            content = json.loads(answer.read())
            if answer.status != 200:
                raise SystemExit(f"{answer.status}: {content}")
            if start < time.perf_counter() < end:
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
