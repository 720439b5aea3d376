"""Runs on a machine over SSH, which is this one: a real server, real keys, real processes on both sides."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import launch
from engine.errors import UserError
from engine.launch import processes, starting, stopping
from engine.places.base import PlaceUnreachableError
from engine.places.examined import examine_place, last_examination
from engine.places.messages import Versions
from engine.places.orders import order_of_run
from engine.places.settings import save_place
from engine.spec.experiment import Experiment
from engine.store import Store, metrics, placed_runs, runs
from tests.engine.places.loopback import Follower, Loopback, exchange, give, measured, wait_for

pytestmark = pytest.mark.timeout(900)


def test_a_run_whose_link_is_cut_and_whose_follower_is_killed_is_the_run_that_it_is_here(
    box: Loopback, store: Store, make: Callable[..., Experiment]
) -> None:
    experiment = make(epochs=30)
    local, sent = launch.enqueue(store, [experiment])[0], launch.enqueue(store, [experiment], place="box")[0]
    assert [each.exit_code for each in launch.run_foreground(store.path, local)][-1] == 0

    def step() -> int:
        return runs.get_run(store, sent).step

    command = [sys.executable, "-P", "-m", "engine", "places", "follow", "--store", str(store.path)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    killed = subprocess.Popen(command, env=environment)
    wait_for(lambda: step() > 0)
    killed.kill()
    killed.wait()
    with Follower(store.path), Follower(store.path):  # the second finds the first at work, and leaves
        cuts = 0
        while runs.get_run(store, sent).active or not placed_runs.require_placed_run(store, sent).results:
            before = step()
            wait_for(lambda before=before: step() > before or not runs.get_run(store, sent).active)
            if cuts < 3:
                box.cut()
                cuts += 1
            time.sleep(0.1)
    assert cuts > 0
    row = runs.get_run(store, sent)
    assert (row.status, row.place, row.launcher) == ("finished", "box", "place")
    assert measured(store, sent) == measured(store, local)
    assert (
        metrics.latest_values(store, sent)["test/error"] == metrics.latest_values(store, local)["test/error"]
    )
    assert (row.folder / "run.log").read_bytes()
    assert list((row.folder / "predictions").rglob("*.arrow"))
    with Store(box.home / "palimpsest.sqlite", read_only=True) as there:
        assert runs.count_runs(there, archived=None) == 1  # sent once, however often the link was cut

    launch.request_remote_action(store, sent, "models")
    wait_for(lambda: placed_runs.require_placed_run(store, sent).results == 2)
    name = "stage-1/encoder/model.safetensors"
    assert (row.folder / name).read_bytes() == (runs.get_run(store, local).folder / name).read_bytes()
    wait_for(lambda: not followers(store))


def followers(store: Store) -> list[int]:
    """Followers of the store that were started as processes of their own."""
    import psutil

    found = []
    for each in psutil.process_iter():
        try:
            words = each.cmdline()
            if "follow" in words and str(store.path) in words and processes.is_alive(each.pid, None):
                found.append(each.pid)
        except psutil.Error:
            pass
    return found


@pytest.mark.nightly  # in every suite a run there whose link is cut and whose follower is killed
def test_a_run_is_stopped_resumed_and_begun_anew_there(
    box: Loopback, store: Store, make: Callable[..., Experiment], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = launch.enqueue(store, [make(epochs=60)], place="box")[0]
    with Follower(store.path):
        wait_for(lambda: runs.get_run(store, sent).step > 3)
        placed_runs.request_action(store, sent, "stop")
        wait_for(lambda: not runs.get_run(store, sent).active)
    stopped = runs.get_run(store, sent)
    assert stopped.status == "stopped"
    runs.set_run_columns(store, [sent], status="queued")
    placed_runs.request_action(store, sent, "resume")
    monkeypatch.setattr(stopping, "start_follower", lambda path: None)  # the one below is at work
    with Follower(store.path):
        wait_for(lambda: runs.get_run(store, sent).step > stopped.step)
        placed_runs.request_action(store, sent, "stop")
        wait_for(lambda: not runs.get_run(store, sent).active)
        ended = runs.get_run(store, sent).finished
        assert ended is not None
        assert not launch.resume_run(store, sent, restart=True)
        assert runs.get_run(store, sent).phase == "To be begun anew at box"
        wait_for(lambda: runs.get_run(store, sent).status == "finished")
    row = runs.get_run(store, sent)
    assert row.started is not None and row.started > ended  # one that goes on keeps when it was begun
    assert store.execute("SELECT min(step) FROM metrics WHERE run_id = ?", (sent,)).fetchone()[0] == 1


def test_a_test_is_remembered_until_the_place_has_another_address(box: Loopback) -> None:
    assert last_examination("box") is None
    report = examine_place("box")
    found = last_examination("box")
    assert found is not None and found.devices == report.devices
    save_place("box", box.place(host="elsewhere"))
    assert last_examination("box") is None


def refusal(box: Loopback, **fields: object) -> UserError:
    with pytest.raises(UserError) as refused, box.place(**fields).connect() as link:
        link.greet()
    return refused.value


def test_what_stands_in_the_way_is_said_in_the_words_of_ssh(box: Loopback, home: Path) -> None:
    box.known_hosts.write_text("")
    assert "Host key verification failed" in str(refusal(box))
    box.trust("other_host_key")
    changed = refusal(box)
    assert "REMOTE HOST IDENTIFICATION HAS CHANGED" in str(changed)
    assert "Find out why" in changed.remedy and "accept" not in changed.remedy
    box.trust()
    (box.folder / "authorized_keys").write_text("")
    assert "Permission denied" in str(refusal(box))
    (box.folder / "authorized_keys").write_bytes((box.folder / "client_key.pub").read_bytes())
    assert "no palimpsest there" in str(refusal(box, command="/nowhere/palimpsest"))
    box.stop()
    assert isinstance(refusal(box), PlaceUnreachableError)


ANSWERS = {
    '{"form": 2': "cannot be reached",
    '{"form": 1, "program": "0.1", "schema_version": 7}': "Install the same version on both sides",
    '{OWN, "accepted": ["a"]}': "cannot be reached",
    '{OWN, "folder": "x\\n!touch pwned"}': "cannot be reached",  # sftp would call a shell here
    '{OWN, "error": {"message": "a\\u001b[31m"}}': "a\\x1b[31m",
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_what_a_machine_answers_is_checked(box: Loopback, home: Path, answer: str) -> None:
    own = Versions.own().model_dump_json()[1:-1]
    script = box.folder / "answer"
    script.write_text("echo Welcome\ncat <<'END'\npalimpsest-place " + answer.replace("OWN", own) + "\nEND\n")
    with pytest.raises(UserError) as refused, box.place(command=f"sh {script}").connect() as link:
        exchange(link)
    assert ANSWERS[answer] in str(refused.value)


def test_a_place_that_is_away_is_waited_for_and_the_run_says_why(
    box: Loopback, store: Store, make: Callable[..., Experiment]
) -> None:
    box.stop()
    sent = launch.enqueue(store, [make(epochs=1)], place="box")[0]
    assert not starting.claim_run(store, sent, launcher="queue")  # no queue of this machine takes it
    with Follower(store.path):
        wait_for(lambda: "cannot be reached" in runs.get_run(store, sent).place_trouble)
        assert runs.get_run(store, sent).status == "queued"
        box.start()
        wait_for(lambda: runs.get_run(store, sent).status == "finished")
    assert runs.get_run(store, sent).place_trouble == ""


def test_files_travel_once_and_hostile_names_do_no_harm(
    box: Loopback, store: Store, make: Callable[..., Experiment], tmp_path: Path, csv_file: Path
) -> None:
    folder = tmp_path / "it's $(touch pwned) & 'ü' -rf"
    folder.mkdir()
    file = folder / "a;b `c` $x.csv"
    file.write_bytes(csv_file.read_bytes())
    first, second = launch.enqueue(store, [make(data=str(file)), make(data=str(file), seed=2)], place="box")
    with box.place().connect() as link:
        order = order_of_run(store, first, "a" * 32)
        assert link.plan([order]).bytes_to_copy == order.bytes > 0
        assert give(link, order).accepted == {"a" * 32: "1"}
        again = order_of_run(store, second, "b" * 32)
        assert link.plan([again]).bytes_to_copy == 0
        # The answer to the first was lost, say.
        assert exchange(link, order, again).accepted == {"a" * 32: "1", "b" * 32: "2"}
        exchange(link, stop=("a" * 32, "b" * 32))
    assert not list(tmp_path.rglob("pwned"))
