"""The follower: the only process that talks to the places of a store's runs. It sends requests and merges changes.

A lock next to the store ensures that each store has one follower. It has a thread for each place. Its whole state is in
the store, so it may be killed at any time. The next window or command starts it again, and it continues from there.

One message at a time carries all requests for the runs of a place and returns their changes. The next one follows after
some seconds, or as soon as there is another request or a transfer of files has ended. If a place cannot be reached, the
follower retries after 1, 2, 4... seconds, at most half a minute. Meanwhile the rows of the runs give the reason.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from engine import paths
from engine.errors import UserError, file_error
from engine.places.base import Order, PlaceUnreachableError
from engine.places.changes import log_bytes, merge_run, unpacked, write_log_part
from engine.places.link import LONG_SECONDS, Link
from engine.places.messages import OwnedRun, PlaceAnswer, PlaceMemory
from engine.places.orders import order_of_run
from engine.places.settings import find_place
from engine.store import Store, placed_runs, runs
from engine.store.database import StoreUnavailableError
from engine.store.placed_runs import PlacedRun

_MIN_SECONDS, _MAX_SECONDS, _QUIET_DIVISOR = 5.0, 30.0, 12.0
"""Interval between two messages: the minimum while something changes, the maximum, and the divisor of the quiet time.
"""
_MAX_PAUSE = 30.0
_POLL_SECONDS = 0.2

_log = logging.getLogger(__name__)


def follow_places(store_path: Path, should_stop: Callable[[], bool]) -> bool:
    """Follow the runs on all places until none is left, or ``should_stop``.

    Return False if another process already does.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(store_path.with_name(f".{store_path.stem}-places.lock"))
    while True:
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return False
        except OSError as error:
            _log.warning("Followed without a lock, which %s does not have: %s", store_path.parent, error)
        try:
            _follow(store_path, should_stop)
        finally:
            lock.release()
        # A process that added a run just before the release has found the lock taken, and relies on this one.
        with Store(store_path) as store:
            if should_stop() or not placed_runs.list_open_runs(store):
                return True


def _follow(store_path: Path, should_stop: Callable[[], bool]) -> None:
    stop_event = threading.Event()
    threads: dict[str, threading.Thread] = {}
    try:
        with Store(store_path) as store:
            while not should_stop():
                names = {each.place for each in placed_runs.list_open_runs(store)}
                threads = {name: thread for name, thread in threads.items() if thread.is_alive()}
                if not names and not threads:
                    return
                for name in names - threads.keys():
                    follower = PlaceFollower(store_path, name, stop_event.is_set)
                    threads[name] = threading.Thread(target=follower.run, name=f"place-{name}", daemon=True)
                    threads[name].start()
                time.sleep(_POLL_SECONDS)
    finally:
        stop_event.set()
        for thread in threads.values():
            thread.join()


class PlaceFollower:
    """Follows the runs of one place, in one thread.

    Args:
        store_path: the store's file.
        place: the name of the place.
        should_stop: called several times a second.
    """

    def __init__(self, store_path: Path, place: str, should_stop: Callable[[], bool]) -> None:
        self.store_path, self.place, self.should_stop = store_path, place, should_stop
        self._refused_runs: set[int] = set()
        self._orders: dict[int, Order] = {}
        self._memory = PlaceMemory()
        self._last_change = time.monotonic()
        self._send_task: Future[None] | None = None
        self._initial_sizes: dict[str, int] = {}
        self._fetch_task: tuple[PlacedRun, Future[None]] | None = None

    def run(self) -> None:
        """Exchange messages with the place until no run there is open."""
        pause = 1.0
        while not self.should_stop():
            try:
                with Store(self.store_path) as store:
                    if not self._open_runs(store):
                        return
                    try:
                        with ThreadPoolExecutor(2) as pool, find_place(self.place).connect() as link:
                            self._pool, self._send_task, self._fetch_task = pool, None, None
                            while (open_runs := self._open_runs(store)) and not self.should_stop():
                                self._exchange(store, link, open_runs)
                                pause = 1.0
                                self._wait_for_work(store, open_runs)
                            return
                    except StoreUnavailableError:
                        raise
                    except UserError as error:
                        placed_runs.record_answer(store, self.place, trouble=str(error))
            except StoreUnavailableError as error:
                _log.warning("The place %s waits: %s", self.place, error)
            self._wait(pause)
            pause = min(2 * pause, _MAX_PAUSE)

    def _open_runs(self, store: Store) -> list[PlacedRun]:
        open_runs = placed_runs.list_open_runs(store, self.place)
        return [each for each in open_runs if each.requested or each.run_id not in self._refused_runs]

    def _wait_for_work(self, store: Store, open_runs: Sequence[PlacedRun]) -> None:
        """Wait until the next message is due."""
        quiet = time.monotonic() - self._last_change
        requests = {(each.run_id, each.requested) for each in open_runs}

        def is_over() -> bool:
            tasks = (self._send_task, self._fetch_task and self._fetch_task[1])
            has_ended = any(each is not None and each.done() for each in tasks)
            return has_ended or {(each.run_id, each.requested) for each in self._open_runs(store)} != requests

        self._wait(min(_MAX_SECONDS, max(_MIN_SECONDS, quiet / _QUIET_DIVISOR)), is_over)

    def _wait(self, seconds: float, is_over: Callable[[], bool] = lambda: False) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not self.should_stop() and not is_over():
            time.sleep(_POLL_SECONDS)

    # -- one question

    def _exchange(self, store: Store, link: Link, open_runs: Sequence[PlacedRun]) -> None:
        """Send all requests, merge all changes, and start transfers of files."""
        self._refused_runs -= {each.run_id for each in open_runs if each.requested}  # requested again
        has_sent = self._send_task is not None and self._send_task.done()
        orders = {each: order for each in open_runs if (order := self._order_of(store, each)) is not None}
        remotes = [each for each in open_runs if each.remote]
        answer = link.ask(
            "exchange",
            LONG_SECONDS,
            orders=tuple(each.record for each in orders.values()),
            stop=tuple(each.token for each in open_runs if each.requested == "stop"),
            resume={each.token: each.requested == "anew" for each in remotes if each.requested in ("resume", "anew")},
            owned={
                each.token: OwnedRun(remote=each.remote, stamp=each.stamp, log=log_bytes(store, each.run_id))
                for each in remotes
            },
            memory=self._memory,
        )  # fmt: skip
        self._memory = answer.memory
        placed_runs.record_answer(store, self.place)
        for each in open_runs:
            self._record_reply(store, link, each, answer)
        self._merge_changes(store, remotes, answer)
        if has_sent:
            self._finish_sending(store, orders, answer)
        self._send_files(store, link, orders, answer)
        self._fetch_files(store, link, open_runs)
        if answer.changed or self._send_task or self._fetch_task or any(each.requested for each in open_runs):
            self._last_change = time.monotonic()

    def _order_of(self, store: Store, placed: PlacedRun) -> Order | None:
        """Return the order of a run that is to be sent. A run with unreadable files is refused."""
        if placed.requested != "send":
            self._orders.pop(placed.run_id, None)
        elif placed.run_id not in self._orders:
            self._set_phase(store, placed, f"Hashing files for {self.place}")
            try:
                self._orders[placed.run_id] = order_of_run(store, placed.run_id, placed.token)
            except StoreUnavailableError:
                raise
            except UserError as error:
                self._refuse(store, placed, error)
        return self._orders.get(placed.run_id)

    def _record_reply(self, store: Store, link: Link, placed: PlacedRun, answer: PlaceAnswer) -> None:
        """Record the outcome of the request for a run."""
        if (refusal := answer.refused.get(placed.token)) is not None:
            self._refuse(store, placed, link.error_of(refusal))
            return
        with store.transaction():
            if remote := answer.accepted.get(placed.token):
                if placed.requested == "send":
                    self._set_phase(store, placed, f"Waiting at {self.place}")
                placed_runs.set_remote(store, placed.run_id, remote)
            elif placed.requested == "stop" and runs.get_run(store, placed.run_id).active:
                self._end(store, placed, "stopped", f"Stopped before it was sent to {self.place}.")
            if placed.token in answer.done:
                placed_runs.request_action(store, placed.run_id, "", only=(placed.requested,))

    def _merge_changes(self, store: Store, remotes: Sequence[PlacedRun], answer: PlaceAnswer) -> None:
        """Merge the changes of the runs that the place has."""
        with ExitStack() as stack:
            file: Path | UserError | None = None
            for each in remotes:
                try:
                    # The log first, or the follower after a kill would see a finished run and not fetch the log.
                    if (log := answer.logs.get(each.token)) is not None:
                        write_log_part(store, each.run_id, *log)
                    if (changed := answer.changed.get(each.token)) is not None:
                        file = file or _unpack_once(stack, answer.rows)
                        if isinstance(file, UserError):
                            raise file
                        merge_run(store, each.run_id, file, *changed, since=each.stamp)
                except StoreUnavailableError:
                    raise
                except UserError as error:
                    self._refuse(store, each, error)
                    self._refused_runs.add(each.run_id)
                self._record_state(store, each, answer)

    def _record_state(self, store: Store, placed: PlacedRun, answer: PlaceAnswer) -> None:
        """Record how a run ended that could not report it itself, or what it waits for."""
        if (end := answer.ends.get(placed.token)) is not None:
            with store.transaction():
                if runs.get_run(store, placed.run_id).active:
                    self._end(store, placed, end.status, end.reason)
                placed_runs.request_action(store, placed.run_id, "")
            self._refused_runs.add(placed.run_id)
        elif reason := answer.waits.get(placed.token):
            row = runs.get_run(store, placed.run_id)
            if row.status == "queued" and row.phase != reason:
                self._set_phase(store, placed, reason)

    def _refuse(self, store: Store, placed: PlacedRun, error: UserError) -> None:
        """Record that the place, or this computer, refuses a request for a run. Other runs continue."""
        self._orders.pop(placed.run_id, None)
        with store.transaction():
            if runs.get_run(store, placed.run_id).active:
                self._end(store, placed, "failed", f"At {self.place}: {error}")
            else:
                runs.add_message(store, placed.run_id, f"At {self.place}: {error}")
                placed_runs.set_results(store, placed.run_id, 1)
            placed_runs.request_action(store, placed.run_id, "")

    def _end(self, store: Store, placed: PlacedRun, status: str, reason: str) -> None:
        runs.set_run_columns(
            store, [placed.run_id], status=status, reason=reason, phase="", phase_done=0, phase_total=0,
            eta_seconds=None, finished=time.time(),
        )  # fmt: skip

    def _set_phase(self, store: Store, placed: PlacedRun, phase: str, done: int = 0, total: int = 0) -> None:
        runs.set_run_columns(store, [placed.run_id], phase=phase, phase_done=done, phase_total=total)

    # -- files

    def _finish_sending(self, store: Store, orders: dict[PlacedRun, Order], answer: PlaceAnswer) -> None:
        """Refuse the runs whose files could not be sent, or have changed in the meantime."""
        assert self._send_task is not None
        error, self._send_task = _failure(self._send_task), None
        failed = {*self._initial_sizes}
        if error is None:  # a damaged part from an earlier transfer is sent again
            failed = {sha256 for sha256, initial_size in self._initial_sizes.items() if not initial_size}
            error = UserError("a file changed while being sent.", place=self.place, remedy="Try again.")
        for placed, order in list(orders.items()):
            if failed & order.files.keys() & answer.missing.keys():
                self._refuse(store, placed, error)
                del orders[placed]

    def _send_files(
        self, store: Store, link: Link, orders: dict[PlacedRun, Order], answer: PlaceAnswer
    ) -> None:
        """Send the missing files, and report the progress."""
        missing: dict[str, Path] = {}
        for placed, order in orders.items():
            needed = {sha256: path for sha256, path in order.files.items() if sha256 in answer.missing}
            if needed and placed.token not in answer.refused:
                missing |= needed
                left = sum(order.record.sizes[sha256] - answer.missing[sha256] for sha256 in needed)
                self._set_phase(
                    store, placed, f"Sending files to {self.place}", order.bytes - left, order.bytes
                )
        if self._send_task is not None and not missing:  # no run needs them any more
            link.end_transfers()
            self._send_task = None
        elif missing and self._send_task is None:
            self._initial_sizes = {sha256: answer.missing[sha256] for sha256 in missing}
            self._send_task = self._pool.submit(link.send, missing, answer.folder)

    def _fetch_files(self, store: Store, link: Link, open_runs: Sequence[PlacedRun]) -> None:
        """Fetch the files of a run, report the progress, or record the end of the transfer."""
        placed = next((each for each in open_runs if self._has_results(store, each)), None)
        if self._fetch_task is None and placed is not None:
            folder = runs.get_run(store, placed.run_id).folder
            task = self._pool.submit(link.fetch, placed.token, placed.requested == "models", folder)
            self._fetch_task = placed, task
        if self._fetch_task is None:
            return
        placed, task = self._fetch_task
        models = placed.requested == "models"
        if not task.done():
            content = "its model" if models else "its results"
            self._set_phase(store, placed, f"Fetching {content} from {self.place}", *link.fetch_progress)
            return
        self._fetch_task = None
        if (error := _failure(task)) is not None:
            self._refuse(store, placed, error)
            return
        with store.transaction():
            self._set_phase(store, placed, "")
            placed_runs.set_results(store, placed.run_id, 2 if models else 1)
            placed_runs.request_action(store, placed.run_id, "", only=("models",))
            if models:
                runs.add_message(store, placed.run_id, f"Its models were fetched from {self.place}.")

    def _has_results(self, store: Store, placed: PlacedRun) -> bool:
        """Return whether files of a run are to be fetched."""
        is_finished = runs.get_run(store, placed.run_id).status == "finished"
        return placed.requested == "models" or (is_finished and not placed.results and not placed.requested)


def _unpack_once(stack: ExitStack, rows: bytes) -> Path | UserError:
    try:
        return stack.enter_context(unpacked(rows))
    except UserError as error:
        return error


def _failure(task: Future[None]) -> UserError | None:
    """Return why a transfer failed, or None. Raises PlaceUnreachableError."""
    try:
        task.result()
    except PlaceUnreachableError:
        raise
    except UserError as error:
        return error
    except OSError as error:
        return file_error(error, paths.home())
    return None
