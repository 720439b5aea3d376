"""A machine over SSH, which is this one: a real server, real keys, what it refuses, and files that travel once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine import launch
from engine.errors import UserError
from engine.places.base import PlaceUnreachableError
from engine.places.settings import save_place
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from tests.engine.places.loopback import Loopback, loopback

pytestmark = pytest.mark.timeout(900)


@pytest.fixture
def box(tmp_path: Path, home: Path) -> Iterator[Loopback]:
    """A machine to log in to, set up as the place ``box``; its queue is ended with the test."""
    with loopback(tmp_path / "ssh") as made:
        save_place("box", made.place())
        yield made
        end_box(made)


def end_box(box: Loopback) -> None:
    """Stop what still runs there."""
    path = box.home / "palimpsest.sqlite"
    if path.is_file():
        with Store(path) as store:
            for row in runs.list_runs(store, status=["queued", "running"], archived=None):
                launch.stop_run(store, row.id)


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    with Store(home / "palimpsest.sqlite") as opened:
        yield opened


def refusal(box: Loopback) -> str:
    with pytest.raises(UserError) as refused:
        box.place().connect()
    return str(refused.value)


def test_what_stands_in_the_way_is_said_in_the_words_of_ssh(
    box: Loopback, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.known_hosts.write_text("")
    assert "Host key verification failed" in refusal(box)
    box.trust("other_host_key")
    assert "REMOTE HOST IDENTIFICATION HAS CHANGED" in refusal(
        box
    ) or "Host key verification failed" in refusal(box)
    box.trust()
    (box.folder / "authorized_keys").write_text("")
    assert "Permission denied" in refusal(box)
    (box.folder / "authorized_keys").write_bytes((box.folder / "client_key.pub").read_bytes())
    with pytest.raises(UserError, match="no palimpsest there"):
        box.place(command="/nowhere/palimpsest").connect()
    with pytest.raises(UserError, match="same version"):
        monkeypatch.setattr("engine.places.channel.PROTOCOL", 99)
        box.place().connect()
    monkeypatch.undo()
    box.stop()
    with pytest.raises(PlaceUnreachableError):
        box.place().connect()


def test_files_travel_once_and_hostile_names_do_no_harm(
    box: Loopback, store: Store, make: Callable[..., Experiment], tmp_path: Path, csv_file: Path
) -> None:
    from engine.places.orders import order_of_run

    folder = tmp_path / "it's $(touch pwned) & 'ü' -rf"
    folder.mkdir()
    file = folder / "a;b `c` $x.csv"
    file.write_bytes(csv_file.read_bytes())
    first, second = launch.enqueue(store, [make(data=str(file)), make(data=str(file), seed=2)], place="box")
    with closing(box.place().connect()) as link:
        order = order_of_run(store, first, "a" * 32)
        assert link.plan([order]).bytes_to_copy == order.bytes > 0
        assert [sent for sent, _ in link.submit(order)][-1] == order.bytes
        again = order_of_run(store, second, "b" * 32)
        assert link.plan([again]).bytes_to_copy == 0
        assert list(link.submit(again)) == []
        list(link.submit(order))  # the answer was lost, say
        assert link.remote_of("a" * 32) == "1"
        assert link.remote_of("b" * 32) == "2"
        for remote in ("1", "2"):
            link.cancel(remote)
    assert not list(tmp_path.rglob("pwned"))
