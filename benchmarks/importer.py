"""What a thousand runs that compute elsewhere at once cost here: reading their frames there, applying them here.

    python benchmarks/importer.py --runs 1000

The frames are generated, nothing is trained: of each run 100 updates of six measures that have come while nobody
looked, then looks with nothing new, and looks after one update of every run. Processor time of one process, median of
the looks; the connection between the two sides is not in it (``places.py`` measures that).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.places.applying import apply_frames
from engine.places.base import Cursor
from engine.places.changes import TABLES
from engine.places.frames import FrameReader, frame_line
from engine.spec.recipes import find_recipe
from engine.store import Store, placed_runs, runs, schema

KEYS = ("train/loss", "train/error", "train/gradient_norm", "rate/top", "rate/bottom", "progress/epoch")
UPDATES = 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--looks", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="importer-") as folder:
        found = measure(Path(folder), chosen.runs, chosen.looks)
    if chosen.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:>56}  {value:10.2f}")


def measure(folder: Path, count: int, looks: int) -> dict[str, float]:
    """Return seconds of processor time, and counts, by what was done."""
    files = [folder / f"{number}.frames" for number in range(count)]
    for number, file in enumerate(files):
        write(file, 0, [header(number)])
        write(file, 1, [update(step) for step in range(1, UPDATES + 1)])
    readers = [FrameReader(file) for file in files]
    found: dict[str, list[float]] = {"read": [], "idle": [], "apply": []}
    with Store(folder / "here.sqlite") as store:
        numbers = place_runs(store, count)
        first = look(store, numbers, readers)
        for number in range(looks):
            read, apply = look(store, numbers, readers)
            found["idle"].append(read + apply)
            for file in files:
                write(file, UPDATES + 1 + number, [update(UPDATES + 1 + number)])
            read, apply = look(store, numbers, readers)
            found["read"].append(read)
            found["apply"].append(apply)
        measures = store.execute("SELECT count(*) FROM metrics").fetchone()[0]
    return {
        "runs": float(count),
        "measures here": float(measures),
        f"{UPDATES} updates of each: read there, s": first[0],
        f"{UPDATES} updates of each: applied here, s": first[1],
        "a look with nothing new, s": median(found["idle"]),
        "one update of each: read there, s": median(found["read"]),
        "one update of each: applied here, s": median(found["apply"]),
    }


def place_runs(store: Store, count: int) -> list[int]:
    """Make rows of runs that are at a place, and return their numbers."""
    plain = find_recipe("quickstart").plan.experiment
    found = []
    for seed in range(count):
        found.append(runs.create_run(store, plain.model_copy(update={"seed": seed})))
    placed_runs.add_placed_runs(store, found, "cluster")
    return found


def look(store: Store, numbers: Sequence[int], readers: Sequence[FrameReader]) -> tuple[float, float]:
    """Take over what is new of all runs, and return the seconds of reading it and of applying it."""
    cursors = [placed_runs.require_placed_run(store, number) for number in numbers]
    begun = time.process_time()
    lines = [
        reader.read_since(Cursor(placed.stream, placed.frame))
        for reader, placed in zip(readers, cursors, strict=True)
    ]
    read = time.process_time()
    for number, new in zip(numbers, lines, strict=True):
        apply_frames(store, number, new)
    return read - begun, time.process_time() - read


def header(number: int) -> dict[str, object]:
    columns = {table: [*key, *others] for table, (key, others) in TABLES.items()}
    return {
        "stream": f"{number:016x}", "schema": len(schema.MIGRATIONS), "program": metadata.version("palimpsest"),
        "columns": columns,
    }  # fmt: skip


def update(step: int) -> dict[str, object]:
    return {"rows": {"metrics": [[key, step, 0.1 * step, 0.123456789 + step] for key in KEYS]}}


def write(file: Path, first: int, contents: list[dict[str, object]]) -> None:
    """Append frames, the first of which has the number ``first``; nobody waits for the disk."""
    with file.open("ab") as stream:
        stream.writelines(frame_line({"n": first + place, **each}) for place, each in enumerate(contents))


if __name__ == "__main__":
    main()
