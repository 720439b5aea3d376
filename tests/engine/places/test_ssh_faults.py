"""What goes wrong at a machine over SSH: its disk, its clock, a half of a file, several windows, a locked key."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import launch
from engine.errors import UserError
from engine.launch import stopping
from engine.places.answering import answer_question
from engine.places.messages import Versions
from engine.places.orders import order_of_run
from engine.places.settings import save_place
from engine.spec.experiment import Experiment
from engine.store import Store, placed_runs, runs
from tests.engine.places.loopback import Follower, Loopback, exchange, give, measured, wait_for
from tests.small_disks import small_disk

pytestmark = pytest.mark.timeout(900)


@pytest.fixture
def large_file(tmp_path: Path, csv_file: Path) -> Path:
    """A data set of 3 MB: half a dozen parts of a transfer."""
    head, _, rows = csv_file.read_text(encoding="utf-8").partition("\n")
    file = tmp_path / "large.csv"
    file.write_text(f"{head}\n{rows * (3_000_000 // len(rows.encode()) + 1)}", encoding="utf-8")
    return file


def test_half_a_file_is_gone_on_with_and_a_damaged_half_is_sent_again(
    box: Loopback, store: Store, make: Callable[..., Experiment], large_file: Path
) -> None:
    number = launch.enqueue(store, [make(data=str(large_file))], place="box")[0]
    order = order_of_run(store, number, "a" * 32)
    sha256 = next(sha256 for sha256, path in order.files.items() if path == large_file)
    files, half = box.home / "received" / "files", large_file.stat().st_size // 2
    files.mkdir(parents=True)
    part = files / f"{sha256}.part"
    part.write_bytes(large_file.read_bytes()[:half])  # what a cut transfer has left
    with box.place().connect() as link:
        assert link.plan([order]).bytes_to_copy == order.bytes - half
        part.write_bytes(bytes(half))  # what the disk over there has made of it
        answer = give(link, order)
        assert answer.missing == {sha256: 0} and not answer.accepted  # the second half was sent alone
        assert give(link, order).accepted == {"a" * 32: "1"}
        exchange(link, stop=("a" * 32,))
    assert (files / sha256).read_bytes() == large_file.read_bytes() and not part.exists()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", 60_000) as folder:
        yield folder


def test_a_full_disk_over_there_is_told_and_the_run_is_sent_when_there_is_room(
    box: Loopback,
    store: Store,
    make: Callable[..., Experiment],
    disk: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stopping, "start_follower", lambda path: None)  # the one below is at work
    box.home = disk / "home"
    box.home.mkdir()
    save_place("box", box.place())
    sent = launch.enqueue(store, [make(epochs=1)], place="box")[0]
    with Follower(store.path):
        wait_for(lambda: not runs.get_run(store, sent).active)
        row = runs.get_run(store, sent)
        assert (
            row.status == "failed" and "disk there is full" in row.reason and "Free some space" in row.reason
        )
        with Store(box.home / "palimpsest.sqlite", read_only=True) as there:
            assert runs.count_runs(there, archived=None) == 0
        subprocess.run(["mount", "-o", "remount,size=2g", str(disk)], check=True)
        launch.resume_run(store, sent)
        wait_for(lambda: runs.get_run(store, sent).status == "finished")
        wait_for(lambda: placed_runs.require_placed_run(store, sent).results)


def test_a_question_that_is_none_is_refused(home: Path) -> None:
    def answer(**fields: object) -> str:
        question = json.dumps(dict(Versions.own()) | fields).encode()
        return answer_question(question, home / "palimpsest.sqlite")

    assert (
        answer(form=1, ask="clean") == Versions.own().model_dump_json()
    )  # nothing of another version is read
    assert "cannot be understood" in answer(ask="exchange", stop=["../x"])
    assert "nonsense" in answer(ask="greet", slurm={"nonsense": 1})


def test_a_used_up_quota_is_told_and_nothing_is_lost(
    box: Loopback, store: Store, make: Callable[..., Experiment], large_file: Path
) -> None:
    """The system refuses the write itself: free space on the disk says nothing of a quota."""
    server = shutil.which("sftp-server", path="/usr/lib/openssh:/usr/libexec/openssh:/usr/lib/ssh")
    limited = box.folder / "limited"  # as a quota does
    limited.write_text(f"trap '' XFSZ\nulimit -f 1000\nexec {server}\n")
    box.restart(f"/bin/sh {limited}")
    number = launch.enqueue(store, [make(data=str(large_file))], place="box")[0]
    order = order_of_run(store, number, "a" * 32)
    with pytest.raises(UserError, match=r"sftp reports: .*Free some space"), box.place().connect() as link:
        give(link, order)
    box.restart("internal-sftp")
    with box.place().connect() as link:
        assert 0 < link.plan([order]).bytes_to_copy < order.bytes
        assert give(link, order).accepted == {"a" * 32: "1"}
        exchange(link, stop=("a" * 32,))


@pytest.mark.nightly
def test_a_clock_that_is_an_hour_ahead_over_there_changes_no_measure(
    box: Loopback, store: Store, make: Callable[..., Experiment], tmp_path: Path
) -> None:
    """Every Python over there begins with a module that moves its clock; the program knows nothing of it."""
    shifted = tmp_path / "shifted"
    shifted.mkdir()
    (shifted / "sitecustomize.py").write_text(
        "import time\n_now = time.time\ntime.time = lambda: _now() + 3600.0\n", encoding="utf-8"
    )
    place = box.place()
    runtime = tempfile.mkdtemp(prefix="p-")  # no process of the unmoved clock is shared
    words = [each for each in shlex.split(place.command) if not each.startswith("XDG_RUNTIME_DIR=")]
    words = [each.replace("PYTHONPATH=", f"PYTHONPATH={shifted}:", 1) for each in words]
    save_place("box", box.place(command=shlex.join([words[0], f"XDG_RUNTIME_DIR={runtime}", *words[1:]])))
    experiment = make(epochs=3)
    local, sent = launch.enqueue(store, [experiment])[0], launch.enqueue(store, [experiment], place="box")[0]
    assert [each.exit_code for each in launch.run_foreground(store.path, local)][-1] == 0
    try:
        with Follower(store.path):
            wait_for(lambda: not runs.get_run(store, sent).active)
            wait_for(lambda: placed_runs.require_placed_run(store, sent).results)
    finally:
        shutil.rmtree(runtime, ignore_errors=True)
    here, there = runs.get_run(store, local), runs.get_run(store, sent)
    assert there.status == "finished" and measured(store, sent) == measured(store, local)
    assert here.finished is not None and there.finished is not None
    assert there.finished - here.finished > 3000  # the clock was moved
    assert there.active_seconds < 600


def test_a_key_with_a_passphrase_and_no_agent_is_refused_with_what_to_do(box: Loopback) -> None:
    key = box.folder / "client_key"
    change = ["ssh-keygen", "-q", "-p", "-P", "", "-N", "a passphrase", "-f", str(key)]
    subprocess.run(change, check=True, stdin=subprocess.DEVNULL, capture_output=True)
    with pytest.raises(UserError, match=r"Permission denied.*ssh-add"), box.place().connect() as link:
        link.greet()
