"""How much longer a run takes to begin at a place than its scheduler, or its queue there, takes: seconds by the clock.

    python benchmarks/place_start.py --rounds 5

Slurm is Debian's, SSH a server of this machine; both are started for this, on the loopback address. In every round four
ways take turns: a run that is started here; an empty job by sbatch alone; a run at the cluster; a run on the machine
over SSH. Nothing is connected when a run is sent: the follower is started, and connects, each time. All ends of all
ways are on this computer, with one clock; a run at a place begins to count when it is put into the queue.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

if TYPE_CHECKING:
    from engine.spec.experiment import Experiment
    from engine.store import Store
    from tests.engine.places.slurm_cluster import SlurmCluster

_PATIENCE = 300.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="place-start-") as folder:
        found = measure(Path(folder), chosen.rounds)
    if chosen.json:
        print(json.dumps(found))
        return
    for name, values in found.items():
        print(f"{name:>52}  {median(values):7.2f}   ({', '.join(f'{value:.2f}' for value in values)})")


def measure(folder: Path, rounds: int) -> dict[str, list[float]]:
    """Return the seconds of each round by what was measured."""
    os.environ |= {"PALIMPSEST_HOME": str(folder / "home"), "XDG_RUNTIME_DIR": str(folder)}
    os.environ.setdefault("PALIMPSEST_TEST_SERVERS", "none")
    (folder / "home").mkdir()
    from engine.places.settings import save_place
    from engine.places.slurm.place import SlurmPlace
    from engine.store import Store
    from tests.engine.places.loopback import end_box, loopback
    from tests.engine.places.slurm_cluster import slurm_cluster

    found: dict[str, list[float]] = {}
    with slurm_cluster(folder / "slurm") as cluster, loopback(folder / "ssh") as box:
        os.environ |= {name: cluster.environment[name] for name in ("SLURM_CONF", "PATH")}
        save_place("box", box.place())
        save_place("cluster", SlurmPlace(home=str(folder / "shared"), poll=1, cpus=1))
        with Store(folder / "home" / "palimpsest.sqlite") as store:
            for number in range(rounds + 1):
                seconds = _round(store, cluster, number)
                if number:  # in the first, files travel and caches fill
                    for name, value in seconds.items():
                        found.setdefault(name, []).append(value)
        end_box(box)
    return found


def _round(store: Store, cluster: SlurmCluster, seed: int) -> dict[str, float]:
    experiment = _experiment(seed)
    here = _begin_here(store, experiment)
    slurm = _empty_job(cluster)
    at_cluster = _begin_at(store, experiment, "cluster")
    at_box = _begin_at(store, experiment, "box")
    return {
        "here: started to its first update seen": here,
        "Slurm alone: sbatch to the job's first command": slurm,
        "cluster: run --place to its job known": at_cluster["known"],
        "cluster: run --place to its job begun": at_cluster["begun"],
        "cluster: job begun to its first update seen": at_cluster["first"],
        "cluster: beyond Slurm's time and a start here": at_cluster["begun"]
        + at_cluster["first"]
        - slurm
        - here,
        "over SSH: run --place to its first update seen": at_box["begun"] + at_box["first"],
        "over SSH: beyond a start here": at_box["begun"] + at_box["first"] - here,
    }


def _experiment(seed: int) -> Experiment:
    from engine.spec.recipes import find_recipe

    plain = find_recipe("quickstart").plan.experiment
    compute = plain.compute.model_copy(update={"reuse": False, "threads": 1})
    return plain.model_copy(update={"seed": 100 + seed, "compute": compute})


def _begin_here(store: Store, experiment: Experiment) -> float:
    """Start a run here, and return the seconds to its first update."""
    from engine import launch

    number = launch.enqueue(store, [experiment], launcher="cli")[0]
    begun = time.time()
    launch.launch_run(store.path, number)
    first = _first_update(store, number)
    _stop(store, number)
    return first - begun


def _empty_job(cluster: SlurmCluster) -> float:
    """Return the seconds from sbatch to the first command of a job that does nothing else."""
    told = cluster.folder / "empty.txt"
    told.unlink(missing_ok=True)
    begun = time.time()
    command = ["sbatch", "--output=/dev/null", f"--wrap=date +%s.%N >{told}.part; mv {told}.part {told}"]
    subprocess.run(command, env=cluster.environment, check=True, stdout=subprocess.DEVNULL)
    _wait(told.is_file)
    return float(told.read_text()) - begun


def _begin_at(store: Store, experiment: Experiment, place: str) -> dict[str, float]:
    """Send a run, and return the seconds to its job (``known``), to that job's begin, and from there to an update."""
    from engine import launch
    from engine.places.messages import Message
    from engine.store import placed_runs

    begun = time.time()
    number = launch.enqueue(store, [experiment], place=place)[0]
    launch.start_follower(store.path)
    job_begun = known = begun
    if place == "cluster":
        token = placed_runs.require_placed_run(store, number).token
        file = (
            Path(os.environ["PALIMPSEST_HOME"]).parent
            / "shared"
            / "slurm"
            / "jobs"
            / token
            / "submission.json"
        )
        _wait(lambda: file.is_file() and Message.parse(file.read_bytes()).text("job"))
        known = time.time()
        sql = "SELECT time FROM messages WHERE run_id = ? AND text LIKE 'Slurm job % has begun%'"
        _wait(lambda: store.execute(sql, (number,)).fetchone())
        job_begun = float(store.execute(sql, (number,)).fetchone()[0])
    first = _first_update(store, number)
    _stop(store, number)
    return {"known": known - begun, "begun": job_begun - begun, "first": first - job_begun}


def _first_update(store: Store, number: int) -> float:
    """Return the moment at which a run's first update stands in the store here."""
    sql = "SELECT 1 FROM metrics WHERE run_id = ? AND key = 'train/loss' LIMIT 1"
    _wait(lambda: store.execute(sql, (number,)).fetchone())
    return time.time()


def _stop(store: Store, number: int) -> None:
    from engine import launch
    from engine.store import runs

    launch.request_stop(store, number)
    _wait(lambda: not runs.get_run(store, number).active)


def _wait(is_so: Callable[[], object]) -> None:
    until = time.monotonic() + _PATIENCE
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError("a run or a job has not come as far as expected")
        time.sleep(0.01)


if __name__ == "__main__":
    main()
