"""How late a curve is that comes from another machine, and what it costs the line: runs at a place behind a slow link.

    python benchmarks/places.py                              # 20 runs, 100 ms each way, 1 MB/s
    python benchmarks/places.py --delay 0 --rate 1e9         # the loopback address as it is

The other machine is an SSH server on the loopback address with keys made for this; between ssh and it stands a
process of ours that delays and limits every byte (``_slow_link.py``). Over there the program's own writer records
generated measures of runs that train nothing: six at each of ten updates a second. The value of one of them is the
moment at which it was measured, so its age when it stands in the store here is read off; that store is looked into 50
times a second. Measures of the first seconds, which wait for the connection, do not count.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

KEYS = ("train/loss", "train/error", "train/gradient_norm", "rate/top", "rate/bottom")
WHEN = "progress/epoch"
"""The measure whose value is the moment."""
UPDATES = 10


def make_runs(here: Path, there: Path, count: int) -> list[int]:
    """Make runs that train over there, by this process, and their rows here; return their numbers over there."""
    from engine.launch import processes
    from engine.spec.recipes import find_recipe
    from engine.store import Store, placed_runs, runs

    plain = find_recipe("quickstart").plan.experiment
    found = []
    with Store(there) as far, Store(here) as near:
        for seed in range(count):
            experiment = plain.model_copy(update={"seed": seed})
            remote = runs.create_run(far, experiment, launcher="cli")
            me = os.getpid()
            runs.set_run_columns(
                far, [remote], status="running", pid=me, pid_started=processes.start_time(me),
                host=processes.host_name(), heartbeat=time.time(), started=time.time(),
            )  # fmt: skip
            number = runs.create_run(near, experiment)
            placed_runs.add_placed_runs(near, [number], "box")
            placed_runs.set_remote(near, number, str(remote))
            found.append(remote)
    return found


def train(there: Path, numbers: list[int], seconds: float) -> None:
    """Record generated measures of these runs for some seconds, then end them."""
    from engine.events import StepMetrics
    from engine.store import Store, runs
    from engine.store.writer import RunWriter

    writers = [RunWriter(there, number) for number in numbers]
    begun = time.monotonic()
    step = 0
    while time.monotonic() - begun < seconds:
        step += 1
        for writer in writers:
            values = {key: 0.123456789 + 0.001 * step for key in KEYS}
            writer.write(StepMetrics(step, values | {WHEN: time.time()}))
        time.sleep(max(0.0, begun + step / UPDATES - time.monotonic()))
    for writer in writers:
        writer.close()
    with Store(there) as store:
        runs.set_run_columns(store, numbers, status="stopped", pid=None, finished=time.time())


def ages(here: Path, ending: threading.Event, found: list[float]) -> None:
    """Note how old each measure is when it stands in the store here."""
    from engine.store import Store

    sql = (
        "SELECT rowid, value FROM (SELECT run_id * 1000000 + step AS rowid, value FROM metrics WHERE key = ?)"
    )
    seen: set[int] = set()
    with Store(here, read_only=True) as store:
        version = -1
        while not ending.is_set():
            if store.data_version != version:
                version = store.data_version
                rows = store.execute(sql, (WHEN,)).fetchall()
                now = time.time()
                for name, value in rows:
                    if name not in seen:
                        seen.add(name)
                        found.append(now - value)
            time.sleep(0.02)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--delay", type=float, default=0.1, help="of each way, in seconds")
    parser.add_argument("--rate", type=float, default=1e6, help="bytes a second, each way")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="places-") as folder:
        figures = measure(Path(folder), chosen.runs, chosen.seconds, chosen.delay, chosen.rate)
    if chosen.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>36}  {value:10.3f}")


def measure(folder: Path, count: int, seconds: float, delay: float, rate: float) -> dict[str, float]:
    """Return the figures of one measurement."""
    os.environ |= {"PALIMPSEST_HOME": str(folder / "home"), "XDG_RUNTIME_DIR": str(folder)}
    os.environ.setdefault("PALIMPSEST_TEST_SERVERS", "none")
    (folder / "home").mkdir()
    from engine.places.follower import follow_places
    from engine.places.settings import save_place
    from tests.engine.places.loopback import loopback

    counts = folder / "counts"
    proxy = f"{sys.executable} {Path(__file__).with_name('_slow_link.py')} %h %p {delay} {rate} {counts}"
    with loopback(folder / "ssh") as box:
        box.write_client_config(f"ProxyCommand {proxy}")
        save_place("box", box.place())
        here, there = folder / "home" / "palimpsest.sqlite", box.home / "palimpsest.sqlite"
        numbers = make_runs(here, there, count)
        ending, found = threading.Event(), []
        watcher = threading.Thread(target=ages, args=(here, ending, found))
        follower = threading.Thread(target=follow_places, args=(here, ending.is_set))
        trainer = threading.Thread(target=train, args=(there, numbers, seconds))
        for thread in (watcher, follower, trainer):
            thread.start()
        trainer.join()
        time.sleep(2 + 4 * delay)
        sent, received = map(int, counts.read_text(encoding="utf-8").split())
        ending.set()
        follower.join()
        watcher.join()
    first = found[: max(1, round(len(found) * 5 / seconds))]
    rest = sorted(found[len(first) :])
    return {
        "measures here": float(len(found)),
        "measures made over there": count * seconds * UPDATES,
        "age, median, s": median(rest),
        "age, 95 % below, s": quantiles(rest, n=20)[-1],
        "age, largest, s": rest[-1],
        "bytes a second from there": received / seconds,
        "bytes a second to there": sent / seconds,
    }


if __name__ == "__main__":
    main()
