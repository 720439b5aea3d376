"""Texts per second of ``palimpsest serve`` beside the engine's own, and of ONNX graphs beside both.

    python benchmarks/serving.py --store FILE --run RUN [--seconds 10] [--threads 1] [--onnx]

The texts are those of the run's test split, in their order. ``engine`` classifies them in one process, 256 at a time.
The server runs in a process of its own; clients are threads of this one, each with a connection that stays open, and
ask for one text at a time or for 32. Every figure is the mean over so many seconds, after a warm-up; clients and
server share the machine, so on few processors the clients' share is part of what is measured. ``--onnx`` also exports
the model and prints the check of its graphs.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

WAYS = [(1, 1), (8, 1), (32, 1), (1, 32), (8, 32)]
"""(clients, texts of one question)."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--onnx", action="store_true")
    asked = parser.parse_args()

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
    own = done / (time.perf_counter() - begun)
    print(f"{len(texts):,} texts, {asked.threads} thread(s)\nengine: {own:,.0f} texts/s", flush=True)
    command = [sys.executable, "-m", "engine", "serve", asked.run, "--store", str(asked.store), "--port", "0"]
    command += ["--json", "--threads", str(asked.threads)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = json.loads(server.stdout.readline())["address"].removeprefix("http://")
        for clients, size in WAYS:
            rate = _rate(address, texts, clients, size, asked.seconds)
            print(f"served, {clients} client(s), {size} text(s) a question: {rate:,.0f} texts/s", flush=True)
        server.terminate()
    if asked.onnx:
        from engine.delivery.onnx_export import export_onnx

        with tempfile.TemporaryDirectory() as folder:
            print(*export_onnx(found, Path(folder) / "onnx").sentences()[1:], sep="\n")


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
