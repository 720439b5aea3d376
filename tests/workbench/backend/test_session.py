"""The session: answers in the GUI thread, never stale ones, and no thread left at the end."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread
from PySide6.QtWidgets import QWidget
from shiboken6 import delete

from engine import launch
from engine.launch import processes
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, runs
from tests import patience
from tests.engine.malformed.stores import unguarded
from tests.film_reviews import write_reviews
from workbench.backend.session import Session
from workbench.pages import PAGES, PageEntry

pytestmark = pytest.mark.gui


def experiment(name: str = "one", **changes: object) -> Experiment:
    return parse_experiment(
        {"name": name, "stages": [{"kind": "finetune", "data": "samples:reviews"}], **changes}
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "s.sqlite"


@pytest.fixture
def session(qtbot, path: Path) -> Iterator[Session]:
    made = Session(path, run_queue=False)
    with qtbot.waitSignal(made.opened, timeout=patience.milliseconds(10)):
        made.start()
    yield made
    made.close()


def test_store_is_made_and_queries_are_answered_in_the_gui_thread(
    qtbot, session: Session, path: Path
) -> None:
    seen: list[object] = []

    def look(store: Store, number: int) -> tuple[object, bool, int]:
        return QThread.currentThread(), store.read_only, number

    session.query(look, 7, then=lambda result: seen.append((result, QThread.currentThread())), owner=session)
    qtbot.waitUntil(lambda: bool(seen))
    (thread, read_only, number), delivered = seen[0]
    assert path.exists()
    assert thread is not delivered
    assert delivered is session.thread()
    assert read_only
    assert number == 7


def test_questions_before_the_store_is_open_are_answered_later(qtbot, path: Path) -> None:
    session = Session(path, run_queue=False)
    seen: list[int] = []
    session.query(runs.count_runs, then=seen.append, owner=session)
    session.act(runs.create_run, experiment(), then=lambda number: seen.append(100 + number))
    session.start()
    qtbot.waitUntil(lambda: len(seen) == 2)
    session.close()
    assert 101 in seen


def test_a_newer_question_of_the_same_slot_makes_the_older_void(qtbot, session: Session) -> None:
    seen: list[str] = []
    gate = threading.Event()

    def slow(store: Store, text: str) -> str:
        gate.wait(5)
        return text

    session.query(slow, "old", then=seen.append, owner=session, slot="table")
    assert session.busy(session, "table")
    session.query(slow, "skipped", then=seen.append, owner=session, slot="table")
    session.query(slow, "new", then=seen.append, owner=session, slot="table")
    session.query(slow, "other slot", then=seen.append, owner=session, slot="curves")
    gate.set()
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen == ["new", "other slot"]
    assert not session.busy(session, "table")


def test_nothing_is_delivered_to_a_destroyed_owner(qtbot, session: Session) -> None:
    seen: list[object] = []
    gate = threading.Event()
    page = QWidget()
    session.query(lambda store: gate.wait(5), then=seen.append, owner=page)
    session.query(lambda store: "still here", then=seen.append, owner=session)
    with qtbot.waitSignal(page.destroyed):
        page.deleteLater()
    gate.set()
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == ["still here"]


@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.name)
def test_a_destroyed_page_hears_nothing_of_the_session(qtbot, session: Session, entry: PageEntry) -> None:
    """What a page leaves connected raises in the event loop, which pytest-qt reports."""
    page = entry.page_class()(session)
    delete(page)
    for signal, values in (
        (session.opened, ()), (session.failed, ("no",)), (session.runs_changed, ()), (session.error, ("no",)),
        (session.run_progress, (frozenset({1}),)), (session.activity, (1, 2)), (session.closed, ()),
    ):  # fmt: skip
        signal.emit(*values)


def test_errors_are_sentences(qtbot, session: Session) -> None:
    said: list[str] = []
    session.query(runs.get_run, 12, then=pytest.fail, owner=session, failed=said.append)
    session.error.connect(said.append)
    session.act(runs.rename_run, 12, " ")
    qtbot.waitUntil(lambda: len(said) == 2)
    assert any("there is no run 12" in text for text in said)
    assert any("needs a name" in text for text in said)


def test_an_unreadable_store_is_said_once_and_actions_fail_with_the_reason(qtbot, tmp_path: Path) -> None:
    file = tmp_path / "notes.sqlite"
    file.write_text("not a database, but long enough to be taken for the head of one" * 10, encoding="utf-8")
    session = Session(file)
    said: list[str] = []
    with qtbot.waitSignal(session.failed, timeout=patience.milliseconds(10)) as failed:
        session.start()
    session.act(runs.rename_run, 1, "x", failed=said.append)
    qtbot.waitUntil(lambda: bool(said))
    session.close()
    assert str(file) in failed.args[0]
    assert "not a store" in failed.args[0]
    assert said == failed.args


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("PRAGMA user_version=99", "made by a newer Palimpsest"),
        ("UPDATE runs SET name = X'00', status = 'running'", "palimpsest store repair"),
        ("DROP TABLE runs", "palimpsest store repair"),
    ],
)
def test_a_damaged_store_is_said_with_the_remedy(qtbot, path: Path, damage: str, words: str) -> None:
    with Store(path) as store:
        runs.create_run(store, experiment())
    with unguarded(path) as damaged:
        damaged.execute(damage)
    session = Session(path, run_queue=False)
    with qtbot.waitSignal(session.failed, timeout=patience.milliseconds(10)) as failed:
        session.start()
    session.close()
    assert words in failed.args[0] and str(path) in failed.args[0]


def test_a_store_that_is_locked_is_said(qtbot, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.store.database.BUSY_SECONDS", 0.05)
    Store(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    session = Session(path, run_queue=False)
    with qtbot.waitSignal(session.failed, timeout=patience.milliseconds(10)) as failed:
        session.start()
    session.close()
    other.close()
    assert "the store is locked" in failed.args[0]


def test_damage_while_the_store_is_open_is_said_to_who_asks(qtbot, session: Session, path: Path) -> None:
    with Store(path) as store:
        runs.create_run(store, experiment())
    with unguarded(path) as damaged:
        damaged.execute("UPDATE runs SET phase = X'00'")
    said: list[str] = []
    session.query(runs.list_runs, then=pytest.fail, owner=session, failed=said.append)
    qtbot.waitUntil(lambda: bool(said), timeout=patience.milliseconds(10))
    assert "'phase'" in said[0] and "palimpsest store repair" in said[0]
    with Store(path) as store:
        store.execute("UPDATE runs SET phase = ''")
    seen: list[object] = []
    session.query(runs.count_runs, then=seen.append, owner=session)
    qtbot.waitUntil(lambda: bool(seen), timeout=patience.milliseconds(10))
    assert seen == [1]


def test_changes_of_other_processes_are_noticed(qtbot, session: Session, path: Path) -> None:
    with Store(path) as other:
        with qtbot.waitSignals([session.runs_changed, session.activity], timeout=patience.milliseconds(10)):
            (number,) = launch.enqueue(other, [experiment()])
        assert (session.running, session.queued, session.queue_runs) == (0, 1, 1)
        with qtbot.waitSignal(session.run_progress, timeout=patience.milliseconds(10)) as moved:
            runs.set_run_columns(other, [number], status="running", host="elsewhere", heartbeat=2e9, step=1)
        assert moved.args == [frozenset({number})]
        with (
            qtbot.waitSignal(session.run_progress, timeout=patience.milliseconds(10)),
            qtbot.assertNotEmitted(session.runs_changed),
        ):
            runs.set_run_columns(other, [number], step=2, heartbeat=2e9 + 1)
        with qtbot.waitSignal(session.runs_changed, timeout=patience.milliseconds(10)):
            runs.rename_run(other, number, "renamed")
        with qtbot.waitSignal(session.activity, timeout=patience.milliseconds(10)):
            launch.enqueue(other, [experiment()], launcher="cli")
        assert (session.running + session.queued, session.queue_runs) == (2, 1), "a command line's goes on"


def test_dead_runs_say_so_when_the_session_opens(qtbot, path: Path) -> None:
    with Store(path) as store:
        (number,) = launch.enqueue(store, [experiment()])
        runs.set_run_columns(
            store,
            [number],
            status="running",
            host=processes.host_name(),
            pid=2**22 + 1,
            pid_started=1.0,
        )
    session = Session(path, run_queue=False)
    with qtbot.waitSignal(session.opened, timeout=patience.milliseconds(10)):
        session.start()
    rows: list[runs.RunRow] = []
    session.query(runs.get_run, number, then=rows.append, owner=session)
    qtbot.waitUntil(lambda: bool(rows))
    session.close()
    assert rows[0].status == "interrupted"
    assert "killed" in rows[0].reason


def test_enqueue_stop_and_resume(qtbot, session: Session, path: Path) -> None:
    numbers: list[list[int]] = []
    session.enqueue([experiment("a"), experiment("b")], "sweep", then=numbers.append, owner=session)
    qtbot.waitUntil(lambda: bool(numbers))
    assert numbers == [[1, 2]]
    with qtbot.waitSignal(
        session.activity, timeout=patience.milliseconds(10), check_params_cb=lambda r, q: (r, q) == (0, 1)
    ):
        session.stop_run(1)
    with qtbot.waitSignal(
        session.activity, timeout=patience.milliseconds(10), check_params_cb=lambda r, q: (r, q) == (0, 2)
    ):
        session.resume_run(1)
    with Store(path) as store:
        assert [row.group_name for row in runs.list_runs(store)] == ["sweep", "sweep"]


def test_jobs_deliver_json_or_the_complaint(qtbot, session: Session) -> None:
    seen: list[object] = []
    session.job(["recipes"], read=json.loads, then=seen.append, owner=session)
    session.job(
        ["show", "99", "--store", str(session.store_path)],
        read=json.loads,
        then=pytest.fail,
        owner=session,
        failed=seen.append,
    )
    qtbot.waitUntil(lambda: len(seen) == 2, timeout=patience.milliseconds(60))
    recipes, complaint = sorted(seen, key=lambda value: isinstance(value, str))
    assert any(recipe["name"] == "quickstart" for recipe in recipes)
    assert "there is no run 99" in complaint


def test_a_newer_job_ends_the_older_and_cancelled_ones_say_nothing(qtbot, session: Session) -> None:
    seen: list[object] = []
    first = session.job(
        ["doctor"], read=json.loads, then=seen.append, owner=session, slot="x", failed=seen.append
    )
    second = session.job(
        ["recipes"], read=json.loads, then=seen.append, owner=session, slot="x", failed=seen.append
    )
    third = session.job(["doctor"], read=json.loads, then=seen.append, owner=session, failed=seen.append)
    third.cancel()
    assert not first.running
    qtbot.waitUntil(lambda: not second.running and bool(seen), timeout=patience.milliseconds(60))
    assert len(seen) == 1
    assert isinstance(seen[0], list)
    assert json.dumps(seen[0])


def test_a_session_that_has_ended_begins_no_job(qtbot, path: Path) -> None:
    session, told = Session(path, run_queue=False), []
    with qtbot.waitSignal(session.opened, timeout=patience.milliseconds(10)):
        session.start()
    session.close()
    job = session.job(["doctor"], read=json.loads, then=told.append, owner=session, slot="late")
    assert job.cancelled and not job.running
    qtbot.wait(0)
    assert told == []


def test_closing_without_starting_does_not_hang(qtbot, path: Path) -> None:
    said: list[str] = []
    session = Session(path)
    session.act(runs.count_runs, failed=said.append)
    session.close()
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["The session is closed."]
    assert not path.exists()


def test_shutdown_that_stops_empties_the_queue_but_not_that_of_a_command_line(qtbot, path: Path) -> None:
    with Store(path) as store:
        launch.enqueue(store, [experiment("cli")], launcher="cli")
        (ours,) = launch.enqueue(store, [experiment("ours", compute={"device": "cpu"})])
    session = Session(path, run_queue=True)
    # No device has a runner yet when the session is told to end: nothing is started.
    with qtbot.waitSignal(session.opened, timeout=patience.milliseconds(10)):
        session.start()
    session.devices = ()
    with qtbot.waitSignal(session.closed, timeout=patience.milliseconds(20)):
        session.shutdown(keep_runs=False)
    session.close()
    with Store(path) as store:
        assert runs.get_run(store, ours).status == "stopped"
        assert runs.get_run(store, 1).status == "queued"


def test_the_queue_goes_on_without_the_window(qtbot, path: Path) -> None:
    session = Session(path)
    with qtbot.waitSignal(session.opened, timeout=patience.milliseconds(10)):
        session.start()
    qtbot.waitUntil(lambda: len(session.devices) > 0, timeout=patience.milliseconds(30))
    with Store(path) as store:
        numbers = launch.enqueue(store, [experiment(str(index)) for index in range(3)])
        # An option that no plug-in knows: each run fails within a second of its start.
        store.execute("UPDATE runs SET spec = json_set(spec, '$.stages[0].freezing.kind', 'glacier')")
        with qtbot.waitSignal(session.closed, timeout=patience.milliseconds(20)):
            session.shutdown(keep_runs=True)
        session.close()
        deadline = time.monotonic() + patience.seconds(60)
        while runs.count_active_runs(store) != (0, 0) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert [runs.get_run(store, number).status for number in numbers] == ["failed"] * 3


WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from workbench.backend.session import Session
from workbench.pages import PAGES, PageEntry
app = QCoreApplication([])
session = Session(Path(sys.argv[1]))
session.start()
app.exec()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_runs_outlive_the_window_and_the_next_window_takes_them_up(
    qtbot, path: Path, tmp_path: Path, tiny_bert_folder: Path
) -> None:
    films = str(write_reviews(tmp_path / "films.csv", 40))
    stage = {"kind": "finetune", "data": films, "epochs": 4000.0, "max_length": 16}
    compute = {"precision": "fp32", "threads": 1}
    endless = parse_experiment(
        {"encoder": {"source": str(tiny_bert_folder)}, "stages": [stage], "compute": compute}
    )
    numbers = launch.enqueue(path, [endless, endless])
    window = subprocess.Popen([sys.executable, "-P", "-c", WINDOW, str(path)])
    with Store(path) as store:
        deadline = time.monotonic() + patience.seconds(120)
        while runs.get_run(store, numbers[0]).step < 5 and time.monotonic() < deadline:
            time.sleep(0.05)
        window.kill()
        window.wait()
        killed_at = runs.get_run(store, numbers[0])
        assert killed_at.step >= 5, runs.read_log_tail(killed_at.folder)
        session = Session(path)
        with qtbot.waitSignals(
            [session.opened, session.activity, session.run_progress], timeout=patience.milliseconds(20)
        ):
            session.start()
        qtbot.waitUntil(lambda: len(session.devices) > 0, timeout=patience.milliseconds(30))
        # The run goes on under the new window, its device is taken, and the next run waits its turn.
        qtbot.waitUntil(
            lambda: runs.get_run(store, numbers[0]).step > killed_at.step, timeout=patience.milliseconds(20)
        )
        assert (session.running, session.queued) == (1, 1)
        assert runs.get_run(store, numbers[0]).pid == killed_at.pid
        with qtbot.waitSignal(session.closed, timeout=patience.milliseconds(60)):
            session.shutdown(keep_runs=False)
        session.close()
        ended = [runs.get_run(store, number) for number in numbers]
        assert [row.status for row in ended] == ["stopped", "stopped"]
        assert launch.resume_run(store, numbers[0]) is True


def test_a_callback_owner_must_exist(session: Session) -> None:
    # The signature asks for an owner: a callback without one would outlive its page.
    with pytest.raises(TypeError):
        session.query(runs.count_runs, then=print)  # type: ignore[call-arg]


def test_a_widget_freed_while_its_query_runs_dies_in_this_thread(qtbot, session: Session) -> None:
    died_in: list[int] = []
    begun, gate = threading.Event(), threading.Event()

    class Page(QWidget):
        def take(self, _result: object) -> None:
            pytest.fail("it is gone")

    def slow(store: Store) -> None:
        begun.set()
        gate.wait(5)

    # Only reference counts decide, as in the window: nothing is collected during a test (tests/conftest.py).
    page = Page()
    weakref.finalize(page, lambda: died_in.append(threading.get_ident()))
    session.query(slow, then=page.take, owner=page, failed=page.take)
    assert begun.wait(patience.seconds(10))
    page.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    del page
    gate.set()
    later: list[int] = []
    session.query(runs.count_runs, then=later.append, owner=session)
    qtbot.waitUntil(lambda: bool(later) and bool(died_in))
    assert died_in == [threading.get_ident()]


def test_the_process_of_a_job_ends_with_its_asker(qtbot, session: Session) -> None:
    owner = QObject()
    job = session.job(["doctor"], read=json.loads, then=pytest.fail, owner=owner, failed=pytest.fail)
    waiting = [
        session.job(["recipes"], read=json.loads, then=pytest.fail, owner=owner, failed=pytest.fail)
        for _ in range(2)
    ]
    assert job.running and not waiting[1].begun
    with qtbot.waitSignals(
        [job.ended, waiting[0].ended, waiting[1].ended], timeout=patience.milliseconds(30)
    ):
        owner.deleteLater()
    assert job.cancelled and not job.running


def test_a_closed_session_is_destroyed_at_once_and_here(qtbot, path: Path) -> None:
    # In a cycle it would wait for the collector, and be destroyed by whichever thread that happens to run in.
    died_in: list[int] = []

    def use() -> None:
        answers: list[object] = []
        session, owner = Session(path, run_queue=False), QObject()
        weakref.finalize(session, lambda: died_in.append(threading.get_ident()))
        with qtbot.waitSignal(session.opened, timeout=patience.milliseconds(10)):
            session.start()
        session.query(runs.count_runs, then=answers.append, owner=owner)
        session.act(runs.create_run, experiment(), then=answers.append)
        session.job(["recipes"], read=json.loads, then=answers.append, owner=owner, progress=answers.append)
        qtbot.waitUntil(
            lambda: len(answers) == 3 and bool(session.devices), timeout=patience.milliseconds(60)
        )
        session.close()
        assert died_in == []

    use()
    assert died_in == [threading.get_ident()]


def test_a_session_dropped_while_its_store_is_being_opened_waits_for_its_threads(qtbot, path: Path) -> None:
    died_in: list[int] = []
    other = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("BEGIN IMMEDIATE")  # who would make the tables has to wait
    made = Session(path)
    weakref.finalize(made, lambda: died_in.append(threading.get_ident()))
    made.start()
    release = threading.Timer(0.2, other.execute, ["ROLLBACK"])
    release.start()
    del made
    assert died_in == [threading.get_ident()]
    release.join()
    other.close()
    with Store(path, read_only=True) as store:
        assert runs.count_runs(store) == 0
