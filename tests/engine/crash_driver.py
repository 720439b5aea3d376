"""Runs parts of the program in forked processes that are killed at a file operation.

A program of its own, ``python -m tests.engine.crash_driver``: it imports everything once, then reads jobs as JSON
lines and forks a process for each. That process wraps the functions of ``os`` and ``io`` that change files, and the
writing of tensors, which is not Python's; each call below one of the job's folders is one operation. A job::

    {"what": "train", "arguments": [...], "home": "...", "watch": ["folder", ...], "at": 17, "when": "before"}

``at`` 0 counts only. ``when``: *before* or *after* the operation; or *power*, before it, and with all that was written
and not synced cut to nothing, as a file system may leave it when the power fails (names are kept in order by those in
use), and with the store as it was at its last durable commit: SQLite syncs its log at those, which is C, so what it
has written since is taken for lost; or *full*: nobody is killed, but that operation and those that follow, ``times`` of
them, find the disk full. What is opened then is ``/dev/full``, into which the system lets nobody write. ``memory``: how
many bytes of address space the process may take beyond what it has; None for no limit. The answer is {"code": exit
code, "operations": [names]}.
"""

from __future__ import annotations

import builtins
import errno
import io
import itertools
import json
import os
import resource
import shutil
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from safetensors import SafetensorError

from engine import disk_space

_saving: dict[str, Callable[..., Any]] = {}
"""The function behind ``safetensors.torch.save_file``, which modules have taken over by name."""
_renamed = os.replace


def _removed(file: Path) -> None:
    if os.access(file, os.F_OK):
        _unlinked(file)


_unlinked = os.unlink
NAMES = ("rename", "replace", "unlink", "remove", "mkdir", "rmdir", "link")
NEEDING_ROOM = ("open", "save", "fsync", "mkdir", "link", "rename", "replace")
"""Operations that a full disk refuses."""


class FileOperations:
    """Counts changes of files below ``watched`` folders, and kills the process at one of them."""

    def __init__(self, watched: Sequence[str], at: int, when: str, report: Path, times: int = 1) -> None:
        self.watched, self.at, self.when, self.times = tuple(watched), at, when, times
        self.seen: list[str] = []
        self.unsynced: set[str] = set()
        self.durable: dict[str, bytes | None] = {}
        self._report = report

    def install(self) -> None:
        for name in NAMES:
            setattr(os, name, self._wrapped(name, getattr(os, name)))
        shutil.rmtree.__globals__["_use_fd_functions"] = False  # it would pass names without their folders
        opened = io.open
        builtins.open = io.open = self._opening(opened)  # type: ignore[assignment]
        if self.when == "power":
            self._watch_store()
        sync = os.fsync
        os.fsync = self._syncing(sync)  # type: ignore[assignment]
        _saving["function"] = self._saving(_saving["function"])

    def _watch_store(self) -> None:
        """Keep a copy of the store's files as they are now, and after each commit that has to survive a power cut."""
        from engine.store.database import Store

        home = Path(self.watched[0])
        commit = Store.transaction

        def take() -> None:
            self.durable = {
                ending: file.read_bytes() if (file := home / f"s.sqlite{ending}").exists() else None
                for ending in ("", "-wal")
            }

        @contextmanager
        def transaction(store: Store, *, durable: bool = False) -> Iterator[Store]:
            with commit(store, durable=durable):
                yield store
            if durable:
                take()

        take()
        Store.transaction = transaction  # type: ignore[assignment]

    def _lose_commits(self) -> None:
        """Put the store back to its last durable commit, in new files: this process has the others open."""
        home = Path(self.watched[0])
        for ending, content in self.durable.items():
            file = home / f"s.sqlite{ending}"
            if content is None:
                _removed(file)
                continue
            handle = os.open(f"{file}.lost", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            os.write(handle, content)
            os.close(handle)
            _renamed(f"{file}.lost", file)
        _removed(home / "s.sqlite-shm")

    def _watches(self, path: object) -> str:
        try:
            text = os.path.abspath(os.fspath(path))  # type: ignore[arg-type]
        except TypeError:
            return ""
        return text if text.startswith(self.watched) else ""

    def _operation(self, name: str, path: str, call: Callable[[], Any]) -> Any:
        self.seen.append(f"{name} {os.path.basename(path)}")
        mine = len(self.seen) == self.at and self.when != "full"
        if self.when == "full" and self._is_full() and name in NEEDING_ROOM:
            if name == "save":
                raise SafetensorError(
                    "Error while serializing: I/O error: No space left on device (os error 28)"
                )
            if name != "open":
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        if mine and self.when != "after":
            self._die()
        result = call()
        if mine:
            self._die()
        return result

    def _is_full(self) -> bool:
        return 0 < self.at <= len(self.seen) < self.at + self.times

    def _die(self) -> None:
        if self.when == "power":
            for path in self.unsynced:
                if os.path.exists(path):
                    os.truncate(path, 0)
            self._lose_commits()
        self.write_report()
        os.kill(os.getpid(), signal.SIGKILL)

    def write_report(self) -> None:
        handle = os.open(self._report, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.write(handle, json.dumps(self.seen).encode())
        os.close(handle)

    def _wrapped(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *arguments: Any, **options: Any) -> Any:
            place = self._watches(path)
            if not place:
                return function(path, *arguments, **options)
            result = self._operation(name, place, lambda: function(path, *arguments, **options))
            if name in ("rename", "replace"):
                target = os.path.abspath(os.fspath(arguments[0]))
                self.unsynced = {
                    target + each[len(place) :] if each == place or each.startswith(place + "/") else each
                    for each in self.unsynced
                }
            return result

        return call

    def _opening(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
            place = self._watches(path) if set(mode) & set("wxa") else ""
            if not place:
                return function(path, mode, *arguments, **options)
            self.unsynced.add(place)
            opened = self._operation("open", place, lambda: function(path, mode, *arguments, **options))
            if self.when == "full" and self._is_full():
                opened.close()
                return function("/dev/full", mode.replace("x", "w"), *arguments, **options)
            return opened

        return call

    def _saving(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(tensors: Any, path: Any, *arguments: Any, **options: Any) -> Any:
            place = self._watches(path)
            self.unsynced.add(place)
            return self._operation("save", place, lambda: function(tensors, path, *arguments, **options))

        return call

    def _syncing(self, function: Callable[[int], None]) -> Callable[[int], None]:
        def call(handle: int) -> None:
            place = self._watches(os.readlink(f"/proc/self/fd/{handle}"))
            if not place:
                return function(handle)
            self._operation("fsync", place, lambda: function(handle))
            self.unsynced.discard(place)
            return None

        return call


def train(arguments: list[str]) -> int:
    """Train a run of a store, with a checkpoint after every update."""
    from engine.launch import child
    from engine.train import callbacks

    callbacks.time = SimpleNamespace(monotonic=itertools.count(0, 10_000).__next__)  # type: ignore[attr-defined]
    return child.main(arguments)


def export(arguments: list[str]) -> int:
    """Export a model: source, target."""
    from engine.model.conversion.export import export_model

    export_model(Path(arguments[0]), Path(arguments[1]))
    return 0


def keep(arguments: list[str]) -> int:
    """Keep an average of the weights of a run: a command line of ``palimpsest average``."""
    from engine.cli.app import main

    sys.argv = ["palimpsest", *arguments]
    main()


def carry_out(job: dict[str, Any], report: Path) -> int:
    """Do a job in this process, and return its exit code."""
    os.environ["PALIMPSEST_HOME"] = job["home"]
    operations = FileOperations(job["watch"], job["at"], job["when"], report, job["times"])
    disk_space.WAIT_SECONDS, disk_space.POLL_SECONDS, disk_space.RETRY_SECONDS = job["wait"], 0.01, 0.01
    operations.install()
    if job["memory"] is not None:
        taken = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + job["memory"], taken + job["memory"]))
    silent = os.open(job["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    try:
        code = {"train": train, "export": export, "keep": keep}[job["what"]](job["arguments"])
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        code = 70
    sys.stdout.flush()
    operations.write_report()
    return code


def main() -> None:
    """Answer jobs until there are no more."""
    import safetensors.torch

    _saving["function"] = safetensors.torch.save_file
    safetensors.torch.save_file = lambda *given, **options: _saving["function"](*given, **options)
    from engine.launch.preloading import import_training_code

    import_training_code()
    import engine.model.conversion.export  # noqa: F401

    print("ready", flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        report = Path(job["log"]).with_suffix(".json")
        report.unlink(missing_ok=True)
        if (process := os.fork()) == 0:
            os._exit(carry_out(job, report))
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        # A process that has crashed of itself has left none.
        seen = json.loads(report.read_text(encoding="utf-8")) if report.exists() else []
        print(json.dumps({"code": code, "operations": seen}), flush=True)


if __name__ == "__main__":
    main()
