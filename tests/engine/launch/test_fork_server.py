"""The fork server: what it shares with the runs it starts, what it does not, and that nobody depends on it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from engine import launch
from engine.launch import devices, fork_client, fork_server, processes, starting
from engine.launch.fork_client import ForkedProcess, ForkServerClient
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.rows import RunRow

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")


def environment(**more: str) -> dict[str, str]:
    return devices.process_environment("cpu", 1, os.environ) | more


def until(condition: Callable[[], bool]) -> None:
    while not condition():  # a test that waits for ever is ended by its timeout
        time.sleep(0.02)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkServerClient]:
    """A server that is ready, of these tests alone: who kills it ends nobody else's, and nobody else ends it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("servers")))
        client = ForkServerClient(environment())
        until(client.is_ready)
        yield client
        client.close()


def server_process() -> psutil.Process:
    path = fork_client.socket_path(environment())
    assert path is not None
    return psutil.Process(int(path.with_suffix(".lock").read_text(encoding="utf-8")))


@pytest.fixture
def forked(server: ForkServerClient, path: Path, experiment: Make) -> Iterator[tuple[int, ForkedProcess]]:
    """A run that goes on until it is ended, and its process."""
    (number,) = launch.enqueue(path, [experiment(epochs=4000.0)], launcher="cli")
    with Store(path) as store:
        assert starting.claim_run(store, number, launcher="cli")
    process = starting.start_run_process(path, number)
    assert isinstance(process, ForkedProcess)
    yield number, process
    process.kill()


@pytest.mark.slow
def test_a_forked_run_is_a_process_of_its_own(
    path: Path, forked: tuple[int, ForkedProcess], wait_for: Wait
) -> None:
    number, process = forked
    with Store(path) as store:
        row = wait_for(store, number, lambda row: row.step > 0)
        assert row.pid == process.pid
        assert processes.is_alive(row.pid, row.pid_started)
        assert os.getpgid(process.pid) == os.getsid(process.pid) == process.pid
        assert process.poll() is None
        log = (row.folder / "run.log").read_text(encoding="utf-8")
        assert f"process {process.pid}" in log
        assert "1 thread" in log  # its own environment, not the server's
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.01)
        processes.terminate(process.pid, row.pid_started)
        code = process.wait()
        row = runs.get_run(store, number)
        server_lives = server_process().is_running()
        assert (code, row.status, row.pid) == (3, "stopped", None), (row.reason, server_lives)


@pytest.mark.slow
def test_killed_it_is_known_by_which_signal(path: Path, forked: tuple[int, ForkedProcess]) -> None:
    number, process = forked
    processes.kill_tree(process.pid, processes.start_time(process.pid))
    assert process.wait() == -signal.SIGKILL
    with Store(path) as store:
        launch.reconcile_runs(store)
        assert runs.get_run(store, number).status == "interrupted"


@pytest.mark.slow
def test_runs_outlive_the_server(path: Path, forked: tuple[int, ForkedProcess], wait_for: Wait) -> None:
    number, process = forked
    with Store(path) as store:
        wait_for(store, number, lambda row: row.step > 0)
        ended = server_process()
        ended.kill()
        until(lambda: not processes.is_alive(ended.pid, None))
        step = runs.get_run(store, number).step
        wait_for(store, number, lambda row: row.step > step)
        assert process.poll() is None
        launch.request_stop(store, number)
        assert process.wait() == 3
        assert runs.get_run(store, number).status == "stopped"


def test_without_a_server_runs_are_started_ordinarily(
    path: Path,
    experiment: Make,
    spoil: Callable[[Path, int], None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (number,) = launch.enqueue(path, [experiment()], launcher="cli")
    spoil(path, number)
    with Store(path) as store:
        starting.claim_run(store, number, launcher="cli")
    process = starting.start_run_process(path, number)
    assert isinstance(process, subprocess.Popen)
    assert process.wait() == 2


def test_a_server_that_cannot_be_forked_is_asked_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    """It ends with 3 when it finds that it has opened a GPU."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("s")))
    started: list[subprocess.Popen[bytes]] = []

    def start(path: Path, _: object) -> subprocess.Popen[bytes]:
        program = "import sys, time; time.sleep(1); sys.exit(3)"
        started.append(subprocess.Popen([sys.executable, "-c", program]))
        return started[-1]

    monkeypatch.setattr(fork_client, "_start_server", start)
    client = ForkServerClient(environment())
    until(client.is_ready)
    assert [process.poll() for process in started] == [3]
    assert fork_client.fork_run([], environment(), tmp_path / "log") is None, "runs start without it"
    client.close()


def test_a_gpu_that_was_opened_is_known_by_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not fork_server.has_opened_gpu()
    monkeypatch.setattr(fork_server, "GPU_FILES", ("/dev/zero",))
    assert not fork_server.has_opened_gpu()
    with open("/dev/zero", "rb"):
        assert fork_server.has_opened_gpu()


def test_a_folder_of_others_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert fork_client.socket_path(environment()) is not None
    (tmp_path / "palimpsest").chmod(0o777)
    assert fork_client.socket_path(environment()) is None


def test_who_has_other_circumstances_has_another_server() -> None:
    own = fork_client.socket_path(environment())
    assert own == fork_client.socket_path(
        environment(OMP_NUM_THREADS="7", TERM="other", CUDA_VISIBLE_DEVICES="1")
    )
    assert own != fork_client.socket_path(environment(HF_HUB_OFFLINE="0"))
    program = "from engine.launch import fork_client; import os; print(fork_client.socket_path(os.environ))"
    command = [sys.executable, "-c", program]
    other = subprocess.run(["nice", "-n", "1", *command], env=environment(), capture_output=True, text=True)
    same = subprocess.run(command, env=environment(), capture_output=True, text=True)
    assert same.stdout.strip() == str(own)
    assert other.stdout.strip() != str(own)


def test_what_the_server_has_loaded(server: ForkServerClient) -> None:
    """Nothing that a fork would break, nothing that changes without its name changing."""
    program = """
import json, os, sys
from engine.launch import fork_server
fork_server.import_training_code()
from engine import plugins
threads = [open(f"/proc/self/task/{task}/comm").read().strip() for task in os.listdir("/proc/self/task")]
import threading
print(json.dumps({"gpu": fork_server.has_opened_gpu(), "added": sorted(plugins._loaded_modules),
                  "threads": threading.active_count(), "train": "engine.train.loop" in sys.modules}))
"""
    done = subprocess.run([sys.executable, "-c", program], env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"gpu": False, "added": [], "threads": 1, "train": True}
