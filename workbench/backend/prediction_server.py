"""Client of the Lab's prediction process (``engine.lab.server``). It never blocks, and the window loads no torch."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, Signal

from engine.child_processes import module_command
from workbench.engine_texts import sentence_text
from workbench.language import tr

OnAnswer = Callable[[Any], object]
"""Takes the answer. Any, because each question has its own type in ``engine.lab.answers``, read from JSON."""
OnFailure = Callable[[str], None]
MAX_CRASHES = 3
"""Number of ends without an answer in between after which the process starts only on request."""


@dataclass(frozen=True)
class _Question:
    do: str
    slot: str
    then: OnAnswer
    failed: OnFailure


class PredictionServer(QObject):
    """One process, started with the first question and restarted after it has died.

    ``died(sentence)`` is emitted when it ends unexpectedly; its open questions fail. A newer question of the same slot
    and kind cancels the older one, whose callbacks are then never called.
    """

    died = Signal(str)

    def __init__(self, store: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._process: QProcess | None = None
        self._questions: dict[int, _Question] = {}
        self._count = self._deaths = 0
        self._last_line = ""

    @property
    def running(self) -> bool:
        """Whether the process is running."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """Its process number, 0 if it is not running."""
        return 0 if self._process is None else self._process.processId()

    def busy(self, do: str = "", slot: str = "") -> bool:
        """Return whether an answer (of this kind, for this slot) is still pending."""
        return any(do in ("", each.do) and slot in ("", each.slot) for each in self._questions.values())

    def ask(self, do: str, slot: str, then: OnAnswer, failed: OnFailure, **arguments: object) -> None:
        """Send a question and return at once. ``then`` takes the result, ``failed`` a sentence."""
        if self._process is None and self._deaths >= MAX_CRASHES:
            failed(tr("The prediction process has ended several times. {text}", text=self._last_line))
            return
        for number, each in list(self._questions.items()):
            if (each.do, each.slot) == (do, slot):
                del self._questions[number]
        self._count += 1
        self._questions[self._count] = _Question(do, slot, then, failed)
        if self._process is None:
            self._start()
        question = {"id": self._count, "slot": slot, "do": do} | arguments
        if self._process is not None:
            self._process.write(json.dumps(question).encode("ascii") + b"\n")

    def retry(self) -> None:
        """Allow the server to start again after it has ended several times."""
        self._deaths = 0

    def stop(self) -> None:
        """End the server. Nothing is delivered any more."""
        self._questions.clear()
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(2000)
            process.deleteLater()

    def _start(self) -> None:
        program, *arguments = module_command("engine.lab.server", "--store", str(self._store))
        self._process = process = QProcess(self)
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._listen)
        process.errorOccurred.connect(self._failed)
        process.finished.connect(self._finished)
        process.start(program, arguments)

    def _read(self) -> None:
        while self._process is not None and self._process.canReadLine():
            answer = json.loads(bytes(self._process.readLine().data()))
            question = self._questions.pop(answer["id"], None)
            self._deaths = 0
            if question is None or answer.get("superseded"):
                continue
            if "error" in answer:
                question.failed(sentence_text(str(answer["error"])))
            else:
                question.then(answer["result"])

    def _listen(self) -> None:
        if self._process is not None:
            text = bytes(self._process.readAllStandardError().data()).decode("utf-8", errors="replace")
            lines = [line.strip() for line in text.splitlines() if line.strip()]
            self._last_line = lines[-1] if lines else self._last_line

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            self._last_line = self._process.errorString()
            self._finished()

    def _finished(self, code: int = -1, *_: object) -> None:
        if self._process is None:
            return
        self._listen()
        self._process.deleteLater()
        self._process = None
        self._deaths += 1
        waiting, self._questions = list(self._questions.values()), {}
        sentence = tr(
            "The prediction process has ended (exit code {code}). {text}", code=code, text=self._last_line
        ).strip()
        for each in waiting:
            each.failed(sentence)
        self.died.emit(sentence)
