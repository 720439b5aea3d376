"""A child process that answers one question: ``palimpsest ... --json``."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.errors import UserError
from engine.launch import processes

_POLL_SECONDS = 0.05
_ERROR_PREFIX = "palimpsest: "


class CliJob(QObject):
    """One call of the command line, in a process of its own so that it can be ended at any moment.

    Args:
        argv: the words after ``palimpsest``.
        progress: takes the last line of its error output in this object's thread, whenever it has changed.
        parent: Qt's owner of this object.
    """

    CANCELLED = "cancelled"
    _progress_reported = Signal(str)

    def __init__(
        self,
        argv: Iterable[str],
        progress: Callable[[str], None] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.argv, self._progress = list(argv), progress
        self._cancelled, self._done = threading.Event(), threading.Event()
        self._progress_reported.connect(self._tell)

    @property
    def running(self) -> bool:
        """Whether an answer may still come."""
        return not (self._cancelled.is_set() or self._done.is_set())

    def cancel(self) -> None:
        """Ends the process; nothing is delivered any more. Returns at once."""
        self._cancelled.set()

    def work(self) -> Any:
        """In a worker thread: runs the process to its end and returns its JSON. UserError with its last complaint."""
        try:
            with tempfile.TemporaryDirectory(prefix="palimpsest-", ignore_cleanup_errors=True) as folder:
                return self._run(Path(folder) / "output", Path(folder) / "errors")
        finally:
            self._done.set()

    def _run(self, output: Path, errors: Path) -> Any:
        # Files, not pipes: nobody has to read along, however much it writes.
        with output.open("wb") as out, errors.open("wb") as err:
            process = subprocess.Popen(
                processes.module_command("engine", *self.argv),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                **processes.detached_options(),  # type: ignore[call-overload]
            )
        started, said = processes.start_time(process.pid), ""
        while (code := process.poll()) is None:
            if self._cancelled.wait(_POLL_SECONDS):
                processes.kill_tree(process.pid, started)
                process.wait()
                raise UserError(self.CANCELLED)
            if (now := _last_line(errors)) != said:
                said = now
                if not said.startswith(_ERROR_PREFIX):  # that is no progress; it comes as the failure
                    self._progress_reported.emit(said)
        if code == 0:
            return json.loads(output.read_text(encoding="utf-8"))
        complaint = _last_line(errors).removeprefix(_ERROR_PREFIX)
        raise UserError(complaint or f"'{' '.join(self.argv)}' ended with exit code {code}.")

    def _tell(self, text: str) -> None:
        if self._progress is not None and self.running:
            self._progress(text)


def _last_line(file: Path) -> str:
    """The last line that says something; carriage returns of progress bars count as ends of lines."""
    with file.open("rb") as opened:
        opened.seek(max(0, opened.seek(0, 2) - 4096))
        text = opened.read().decode("utf-8", errors="replace")
    lines = [line.strip() for line in text.replace("\r", "\n").splitlines() if line.strip()]
    return lines[-1] if lines else ""
