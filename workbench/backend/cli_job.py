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
    """One call of the command line, in a process of its own so that it can be ended at any moment.

    Args:
        number: what ``ended`` says.
        argv: the words after ``palimpsest``.
        tasks: ends processes in a thread, which may take a moment.
        parent: Qt's owner of this object.

    Attributes:
        output: all that the process wrote, once it has ended.
        problem: why there is no answer, as a sentence, empty while it runs and when there is one.
    """

    progressed = Signal(str)
    """The last line of its error output, whenever it has changed."""
    ended = Signal(int)
    """The process of this number has ended, whether by itself or not."""

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
            # A session of its own: Ctrl+C in the terminal of the window is not for it.
            own = QProcess.UnixProcessParameters()
            own.flags = QProcess.UnixProcessFlag.CreateNewSession
            self._process.setUnixProcessParameters(own)
        self._process.started.connect(self._began)
        self._process.readyReadStandardError.connect(self._listen)
        self._process.errorOccurred.connect(self._failed)
        self._process.finished.connect(self._finished)

    @property
    def running(self) -> bool:
        """Whether an answer may still come."""
        return not (self._cancelled or self._has_ended)

    @property
    def cancelled(self) -> bool:
        """Whether it was ended because nobody wants the answer any more."""
        return self._cancelled

    @property
    def begun(self) -> bool:
        """Whether there is, or was, a process."""
        return self._process.state() != QProcess.ProcessState.NotRunning or self._has_ended

    def start(self) -> None:
        """Begin. Returns at once. ``ended`` follows in any case."""
        program, *arguments = child_processes.module_command("engine", *self.argv)
        self._process.start(program, arguments)

    def cancel(self) -> None:
        """End the process and all that it has started. Returns at once."""
        if not self.running:
            return
        self._cancelled = True
        if self.begun:
            self._kill()
        else:
            self._end("")

    def wait(self) -> None:
        """Wait until a process that was cancelled is gone. For the end of the program."""
        self._process.waitForFinished(2000)

    def _kill(self) -> None:
        if pid := self._process.processId():
            self._tasks.run(processes.kill_tree, pid, self._started_at)

    def _began(self) -> None:
        self._started_at = processes.start_time(self._process.processId())
        if self._cancelled:  # before there was a process
            self._kill()

    def _listen(self) -> None:
        self._tail = (self._tail + bytes(self._process.readAllStandardError().data()))[-_TAIL_BYTES:]
        line = _last_line(self._tail)
        if line != self._line:
            self._line = line
            if self.running and not line.startswith(
                _ERROR_PREFIX
            ):  # that is no progress; it comes as the failure
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
    """Return the last line that says something. Carriage returns of progress bars count as ends of lines."""
    text = output.decode("utf-8", errors="replace")
    lines = [line.strip() for line in text.replace("\r", "\n").splitlines() if line.strip()]
    return lines[-1] if lines else ""
