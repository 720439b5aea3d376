"""Real runs for tests of processes: a tiny encoder, a data set of forty rows, a store of their own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from engine.launch import processes
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, runs
from engine.store.rows import RunRow
from tests import patience
from tests.film_reviews import write_reviews


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the runs of one test file."""
    return tmp_path_factory.mktemp("room")


@pytest.fixture
def path(room: Path, request: pytest.FixtureRequest) -> Path:
    """A store for one test."""
    folder = room / request.node.name.translate({ord(sign): "-" for sign in "[]"})
    folder.mkdir()
    Store(folder / "s.sqlite").close()
    return folder / "s.sqlite"


@pytest.fixture(scope="module")
def reviews(room: Path) -> Path:
    """Sixty rows of two classes that a model can tell apart by one word."""
    return write_reviews(room / "reviews.csv")


@pytest.fixture(scope="module")
def experiment(reviews: Path, tiny_bert_folder: Path) -> Callable[..., Experiment]:
    """Makes an experiment on the sixty rows; a checkpoint every second, other fields of the stage as given."""

    def make(
        name: str = "tiny", *, source: Path | None = None, encoder: Path = tiny_bert_folder, **changes: object
    ) -> Experiment:
        data = {"source": str(source or reviews), "validation_share": 0.2}
        stage = {"kind": "finetune", "data": data, "epochs": 2.0, "batch_size": 4, "max_length": 24}
        compute = {"device": "cpu", "precision": "fp32", "checkpoint_seconds": 1, "threads": 1}
        source_of = {"source": str(encoder)}
        return parse_experiment(
            {"name": name, "encoder": source_of, "stages": [stage | changes], "compute": compute}
        )

    return make


@pytest.fixture
def spoil() -> Callable[[Path, int], None]:
    """Makes a queued run fail within a second: an option of its specification is in no installed plug-in."""

    def change(path: Path, run_id: int) -> None:
        with Store(path) as store:
            store.execute("UPDATE runs SET spec = json_set(spec, '$.stages[0].freezing.kind', 'glacier') "
                          "WHERE id = ?", (run_id,))  # fmt: skip

    return change


@pytest.fixture
def wait_for() -> Callable[..., RunRow]:
    """Waits until a run's row is as wanted; fails with the run's log when that takes too long."""

    def wait(store: Store, run_id: int, done: Callable[[RunRow], bool], seconds: float = 150) -> RunRow:
        deadline = time.monotonic() + patience.seconds(seconds)
        while not done(row := runs.get_run(store, run_id)):
            if time.monotonic() > deadline:
                pytest.fail(f"{row}\n{runs.read_log_tail(row.folder)}")
            time.sleep(0.02)
        return row

    return wait


@pytest.fixture(autouse=True)
def no_process_left(room: Path) -> Iterator[None]:
    """Ends what a failed test has left running: processes of runs in this test's folder, and their queue runners."""
    yield
    for file in room.rglob("*.sqlite"):
        with Store(file, read_only=True) as store:
            for row in runs.list_runs(store, status=["running"], archived=None):
                if row.pid is not None and row.host == processes.host_name():
                    processes.kill_tree(row.pid, row.pid_started)
    for process in psutil.process_iter(["pid", "cmdline"]):
        if str(room) in " ".join(process.info["cmdline"] or []):
            processes.kill_tree(process.pid, processes.start_time(process.pid))
