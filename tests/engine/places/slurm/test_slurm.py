"""Runs as jobs of a Slurm cluster, which is this machine: real daemons, real jobs, on the loopback address."""

from __future__ import annotations

import math
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from engine import launch
from engine.errors import UserError
from engine.places.examined import examine_place
from engine.places.messages import PlaceQuestion
from engine.places.settings import parse_place, save_place
from engine.places.slurm.folder import Submission
from engine.places.slurm.place import SlurmPlace
from engine.spec.experiment import Experiment
from engine.store import Store, placed_runs, runs
from tests import patience
from tests.engine.places.loopback import Loopback
from tests.engine.places.slurm_cluster import SlurmCluster, slurm_cluster
from tests.engine.places.test_ssh import Follower, followers, measured, wait_for
from tests.sampling import nightly_but

pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SlurmCluster]:
    """A cluster of two nodes for the tests of this file."""
    with slurm_cluster(tmp_path_factory.mktemp("slurm"), nodes=2, cpus=2) as made:
        yield made


@pytest.fixture
def cluster(started: SlurmCluster, monkeypatch: pytest.MonkeyPatch, home: Path) -> Iterator[SlurmCluster]:
    """The cluster, set up as the place ``cluster`` of this computer; its jobs end with the test."""
    for name in ("SLURM_CONF", "PATH"):
        monkeypatch.setenv(name, started.environment[name])
    save_place("cluster", place(home))
    yield started
    started.cancel_all()
    with Store(home / "palimpsest.sqlite") as opened:
        wait_for(lambda: not followers(opened))


def place(home: Path, **fields: object) -> SlurmPlace:
    values = {"home": str(home / "shared"), "poll": 1, "cpus": 1} | fields
    return SlurmPlace.model_validate(values)


def job_of(store: Store, run: int) -> str:
    """The number of the job that computes a run; empty before Slurm has it."""
    token = placed_runs.require_placed_run(store, run).token
    (file,) = Path(store.path.parent / "shared").glob(f"slurm/jobs/{token}/submission.json")
    return Submission.model_validate_json(file.read_bytes()).job


def log_of(store: Store, run: int) -> str:
    """What is known of a run, for a test that fails."""
    row = runs.get_run(store, run)
    logs = (store.path.parent / "shared").glob("slurm/jobs/*/job.log")
    return f"{row}\n{runs.read_log_tail(row.folder)}\n" + "\n".join(each.read_text() for each in logs)


def step(store: Store, run: int) -> int:
    """Updates that a run has made, once there are any."""
    wait_for(lambda: runs.get_run(store, run).step > 0 or not runs.get_run(store, run).active)
    assert runs.get_run(store, run).active, log_of(store, run)
    return runs.get_run(store, run).step


def require_same(store: Store, sent: Sequence[int], experiment: Experiment) -> None:
    """Compare finished runs with one that is computed here."""
    here = launch.enqueue(store, [experiment])[0]
    assert [each.exit_code for each in launch.run_foreground(store.path, here)][-1] == 0
    for there in sent:
        assert runs.get_run(store, there).status == "finished", log_of(store, there)
        assert measured(store, there) == measured(store, here)
        weights = f"{runs.get_run(store, here).folder.name}/stage-1/encoder/model.safetensors"
        token = placed_runs.require_placed_run(store, there).token
        (file,) = store.path.parent.glob(
            f"shared/slurm/jobs/{token}/store-runs/*/stage-1/encoder/model.safetensors"
        )
        assert file.read_bytes() == (runs.get_run(store, here).folder.parent / weights).read_bytes()


# Nightly: in every suite a run goes to a machine by SSH, by the same follower, and Slurm's own words are
# read.
@pytest.mark.nightly
def test_a_sweep_with_one_requeued_one_killed_and_one_near_its_time_limit(
    cluster: SlurmCluster, store: Store, make: Callable[..., Experiment]
) -> None:
    experiment = make(epochs=100)
    requeued, killed, left = sent = launch.enqueue(store, [experiment] * 3, place="cluster")
    with Follower(store.path):
        for run, command in {
            killed: ("scancel", "--signal=KILL", "--batch"),
            requeued: ("scontrol", "requeue"),
            left: ("scancel", "--signal=USR1", "--batch"),  # what --signal sends before the time limit
        }.items():
            step(store, run)
            cluster.ask(*command, job_of(store, run))
        wait_for(lambda: not runs.get_run(store, killed).active)
        row = runs.get_run(store, killed)
        assert row.status == "interrupted" and "Slurm has ended job" in row.reason, log_of(store, killed)
        launch.resume_run(store, killed)
        wait_for(lambda: all(not runs.get_run(store, each).active for each in sent), 300)
        for each in sent:  # no other has results to wait for
            row = runs.get_run(store, each)
            assert row.status == "finished", (row.reason, log_of(store, each))
        wait_for(lambda: all(placed_runs.require_placed_run(store, each).results for each in sent))
    require_same(store, sent, experiment)
    for each in (requeued, left):
        notes = " ".join(note.text for note in runs.list_log_lines(store, each))
        assert "stopped at step" in notes and notes.count("has started") == 2
    assert len({job_of(store, each).partition("_")[0] for each in (requeued, left)}) == 1  # of one array
    assert (runs.get_run(store, left).folder / "run.log").read_bytes()


@pytest.mark.nightly
def test_a_cluster_behind_a_login_node_whose_link_is_cut(
    box: Loopback, cluster: SlurmCluster, store: Store, home: Path, make: Callable[..., Experiment]
) -> None:
    there = box.place()
    surroundings = [f"{name}={cluster.environment[name]}" for name in ("SLURM_CONF", "PATH")]
    behind = place(
        home, host=there.host, config=there.config, command=f"env {shlex.join(surroundings)} {there.command}"
    )
    save_place("cluster", behind)
    assert examine_place("cluster").devices[0].startswith("Slurm ")
    experiment = make(epochs=60)
    (sent,) = launch.enqueue(store, [experiment], place="cluster")
    with Follower(store.path):
        step(store, sent)
        box.cut()
        wait_for(lambda: not runs.get_run(store, sent).active, 300)
        wait_for(lambda: placed_runs.require_placed_run(store, sent).results)
    require_same(store, [sent], experiment)


def test_what_a_job_asks_for_is_what_the_place_says(home: Path) -> None:
    asked = place(
        home, partition="gpu", gpus="a100:2", memory="16G", time="04:00:00", sbatch="--exclude 'n 1'"
    )
    assert asked.job_options() == [
        "--partition=gpu", "--time=04:00:00", "--mem=16G", "--cpus-per-task=1", "--gres=gpu:a100:2",
        "--signal=B:USR1@120", "--requeue", "--exclude", "n 1",
    ]  # fmt: skip
    assert "--no-requeue" in place(home, requeue=False).job_options()
    assert "a100:2 GPUs, 1 CPUs, 16G of memory" in asked.describe_request()


@pytest.mark.parametrize(
    "fields",
    [
        {"partition": "--wrap=x"},
        {"gpus": "1\x00"},
        {"sbatch": "'"},
        {"cpus": -1},
        {"warning": 0},
        {"nodes": 2},
    ],
)
def test_what_no_job_can_ask_for_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(UserError):
        parse_place({"kind": "slurm", **fields}, "the new place")


def test_a_request_is_nothing_for_a_shell(box: Loopback, home: Path) -> None:
    script, question = box.folder / "answer", box.folder / "question"
    script.write_text(f"cat > {question}\n")
    behind = place(home, host="box", config=str(box.config), command=f"sh {script}", time="$(touch pwned); x")
    with pytest.raises(UserError), behind.connect() as link:
        link.greet()
    asked = PlaceQuestion.model_validate_json(question.read_bytes()).slurm
    assert asked is not None and asked["time"] == "$(touch pwned); x"


REQUEUED = """
import sys
from pathlib import Path
from engine.errors import UserError
from engine.places.slurm.folder import JobFolder
from engine.places.slurm.job import Job
from engine.store import Store

with Store(Path(sys.argv[1], "s.sqlite")) as store:
    job = Job(store, JobFolder(Path(sys.argv[1])), "job", may_requeue=True)
    try:
        job._requeue()
        print("requeued")
    except UserError as error:
        print(error.message)
"""


@pytest.mark.parametrize(
    ("lines", "said"),
    nightly_but(
        {1, 3},
        [
            ("exit 0", "requeued"),
            ("kill -TERM $PPID $$", "requeued"),  # Slurm ends the job, with all that it has started
            ("kill -TERM $$", "scontrol ended with -15"),
            ("echo not allowed >&2\nexit 1", "not allowed"),
        ],
    ),
)
def test_the_signal_by_which_slurm_ends_a_requeued_job_is_no_failure(
    tmp_path: Path, make: Callable[..., Experiment], lines: str, said: str
) -> None:
    launch.enqueue(tmp_path / "s.sqlite", [make()])
    program = tmp_path / "scontrol"
    program.write_text(f"#!/bin/sh\n{lines}\n")
    program.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = [sys.executable, "-c", REQUEUED, str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def test_what_slurm_refuses_is_said_in_its_words(
    cluster: SlurmCluster, store: Store, home: Path, make: Callable[..., Experiment]
) -> None:
    save_place("cluster", place(home, partition="nowhere"))
    sent = launch.enqueue(store, [make(epochs=400)], place="cluster")[0]
    with Follower(store.path):
        wait_for(lambda: not runs.get_run(store, sent).active)
    row = runs.get_run(store, sent)
    assert row.status == "interrupted" and "partition" in row.reason
    with place(home, partition="nowhere").connect() as link, pytest.raises(UserError, match="partition"):
        link.plan([])
    with place(home).connect() as link:
        assert link.greet().devices[0].startswith("Slurm ")
        assert "to start at" in " ".join(link.plan([]).sentences)
    save_place("cluster", place(home))
    launch.resume_run(store, sent)
    with Follower(store.path):
        step(store, sent)
        placed_runs.request_action(store, sent, "stop")
        wait_for(lambda: not runs.get_run(store, sent).active)
    assert runs.get_run(store, sent).status == "stopped", log_of(store, sent)


def has_finished(store: Store, run: int) -> bool:
    """Whether a run has finished; one whose job had no time for an update, on a busy machine, is resumed."""
    row = runs.get_run(store, run)
    if row.status == "interrupted":
        assert "too short" in row.reason, log_of(store, run)
        launch.resume_run(store, run)
    return row.status == "finished"


@pytest.mark.nightly
@pytest.mark.timeout(2400)  # three runs of minutes, longer where other work runs beside
def test_a_cancelled_run_and_one_longer_than_its_time_limit_and_a_controller_that_is_away(
    cluster: SlurmCluster, store: Store, home: Path, make: Callable[..., Experiment]
) -> None:
    # A job needs long enough to begin and to train before its warning, and the run longer than one job: some 30 seconds
    # of the reference machine. Slurm gives whole minutes, and warns up to half a minute earlier than it is asked to.
    minutes = 1 + math.ceil(patience.FACTOR)
    warning = 60 * minutes - 15 - round(30 * patience.FACTOR)
    save_place("limited", place(home, time=f"00:{minutes:02}:00", warning=warning))
    experiment = make(epochs=800)
    cluster.stop_controller()
    (cancelled,) = launch.enqueue(store, [experiment], place="cluster")
    with Follower(store.path):
        wait_for(lambda: "Slurm does not answer" in runs.get_run(store, cancelled).phase)
        cluster.start_controller()
        step(store, cancelled)
        cluster.stop_controller()
        before = step(store, cancelled)
        # Runs go on and are followed without it.
        wait_for(lambda: runs.get_run(store, cancelled).step > before)
        cluster.start_controller()
        cluster.ask("scancel", job_of(store, cancelled))
        wait_for(lambda: not runs.get_run(store, cancelled).active)
        row = runs.get_run(store, cancelled)
        assert row.status == "interrupted" and "CANCELLED" in row.reason and row.step > 0, log_of(
            store, cancelled
        )
        # The controller stays from here on: a job whose limit comes while it is away cannot be queued again.
        (long,) = launch.enqueue(store, [experiment], place="limited")
        launch.resume_run(store, cancelled)
        sent = [cancelled, long]
        wait_for(lambda: all(has_finished(store, run) for run in sent), 600)
        wait_for(lambda: all(placed_runs.require_placed_run(store, run).results for run in sent))
    require_same(store, sent, experiment)
    notes = [note.text for note in runs.list_log_lines(store, long)]
    assert any("its time limit is near" in each for each in notes), notes
