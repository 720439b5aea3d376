"""A child process that answers one question: ``palimpsest ... --json``."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from PySide6.QtCore import QObject, QProcess, Signal

from engine import child_processes
from engine.launch import processes
from workbench.backend.tasks import TaskRunner

_ERROR_PREFIX = "palimpsest: "
_TAIL_BYTES = 4096


class CliJob(QObject):
    """One call of the command line, in its own process, which can be ended at any moment.

    Args:
        number: the argument of ``ended``.
        argv: the words after ``palimpsest``.
        tasks: ends processes in a thread, because that may take a moment.
        parent: Qt's owner of this object.

    Attributes:
        output: the whole output of the process, once it has ended.
        problem: why there is no answer, as a sentence; empty while the process runs and when it succeeded.
    """

    progressed = Signal(str)
    """The last line of its error output, whenever that changes."""
    ended = Signal(int)
    """The process of this number has ended."""

    def __init__(
        self, number: int, argv: Iterable[str], tasks: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.number, self.argv, self._tasks = number, list(argv), tasks
        self.output, self.problem = b"", ""
        self._cancelled = self._has_ended = False
        self._tail, self._line = b"", ""
        self._started_at: float | None = None
        self._process = QProcess(self)
        self._process.setStandardInputFile(QProcess.nullDevice())
        if sys.platform != "win32":
            # A separate session: Ctrl+C in the window's terminal must not end the job.
            own = QProcess.UnixProcessParameters()
            own.flags = QProcess.UnixProcessFlag.CreateNewSession
            self._process.setUnixProcessParameters(own)
        self._process.started.connect(self._began)
        self._process.readyReadStandardError.connect(self._listen)
        self._process.errorOccurred.connect(self._failed)
        self._process.finished.connect(self._finished)

    @property
    def running(self) -> bool:
        """Whether an answer may still arrive."""
        return not (self._cancelled or self._has_ended)

    @property
    def cancelled(self) -> bool:
        """Whether it was ended because its answer is no longer needed."""
        return self._cancelled

    @property
    def begun(self) -> bool:
        """Whether the process has been started."""
        return self._process.state() != QProcess.ProcessState.NotRunning or self._has_ended

    def start(self) -> None:
        """Start the process. Return at once. ``ended`` is emitted in any case."""
        program, *arguments = child_processes.module_command("engine", *self.argv)
        self._process.start(program, arguments)

    def cancel(self) -> None:
        """End the process and its children. Return at once."""
        if not self.running:
            return
        self._cancelled = True
        if self.begun:
            self._kill()
        else:
            self._end("")

    def wait(self) -> None:
        """Wait until a cancelled process has ended. Used at the end of the program."""
        self._process.waitForFinished(2000)

    def _kill(self) -> None:
        if pid := self._process.processId():
            self._tasks.run(processes.kill_tree, pid, self._started_at)

    def _began(self) -> None:
        self._started_at = processes.start_time(self._process.processId())
        if self._cancelled:  # before the process existed
            self._kill()

    def _listen(self) -> None:
        self._tail = (self._tail + bytes(self._process.readAllStandardError().data()))[-_TAIL_BYTES:]
        line = _last_line(self._tail)
        if line != self._line:
            self._line = line
            if self.running and not line.startswith(
                _ERROR_PREFIX
            ):  # this is the failure message, not progress
                self.progressed.emit(line)

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._end(self._process.errorString())

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._listen()
        self.output = bytes(self._process.readAllStandardOutput().data())
        if code == 0 and status == QProcess.ExitStatus.NormalExit:
            self._end("")
        else:
            complaint = self._line.removeprefix(_ERROR_PREFIX)
            self._end(complaint or f"'{' '.join(self.argv)}' ended with exit code {code}.")

    def _end(self, problem: str) -> None:
        self.problem, self._has_ended = problem, True
        self.ended.emit(self.number)


def _last_line(output: bytes) -> str:
    """Return the last line that is not empty. Carriage returns of progress bars count as ends of lines."""
    text = output.decode("utf-8", errors="replace")
    lines = [line.strip() for line in text.replace("\r", "\n").splitlines() if line.strip()]
    return lines[-1] if lines else ""
