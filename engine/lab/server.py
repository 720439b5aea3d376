"""Server of the Lab: reads one question per line from standard input, writes one answer per line to standard output.

A question is ``{"id": 7, "slot": "left", "do": "predict", "text": ...}``. ``do`` names a method of ``Laboratory``, and
the fields after it are its arguments. The answer is ``{"id": 7, "result": ...}``, ``{"id": 7, "error": "..."}``, or
``{"id": 7, "superseded": true}`` if a newer question of the same slot and kind has arrived. ``PRIORITY`` is the order
of the kinds. The program ends with its input.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import BinaryIO

from engine.json_types import JsonObject

PRIORITY = ("predict", "texts", "sample", "attention", "explain")
"""Kinds of questions, by falling priority."""
TEXT_QUESTIONS = ("predict", "explain")
INTERRUPTED: None = None
"""Result of a method that was stopped early."""
MAX_THREADS = 4


class QuestionQueue:
    """Queue of pending questions between the reading and the answering thread."""

    def __init__(self) -> None:
        self._pending: list[dict[str, object]] = []
        self._condition, self._is_closed = threading.Condition(), False

    def put(self, question: dict[str, object]) -> JsonObject | None:
        """Add a question, and return the older one of the same slot and kind that it supersedes."""
        with self._condition:
            older = next((each for each in self._pending if _key(each) == _key(question)), None)
            if older is not None:
                self._pending.remove(older)
            self._pending.append(question)
            self._condition.notify()
            return older

    def end(self) -> None:
        """Mark the end of the input."""
        with self._condition:
            self._is_closed = True
            self._condition.notify()

    def take(self) -> JsonObject | None:
        """Wait for the question of the highest priority, and return it, or None at the end."""
        with self._condition:
            self._condition.wait_for(lambda: self._pending or self._is_closed)
            if self._is_closed:
                return None
            first = min(self._pending, key=lambda each: PRIORITY.index(each["do"]))
            self._pending.remove(first)
            return first

    def should_stop(self, question: dict[str, object]) -> bool:
        """Return whether to stop the current question: the input has ended, or a more urgent question is pending."""
        urgency = PRIORITY.index(question["do"])
        with self._condition:
            return self._is_closed or any(
                PRIORITY.index(each["do"]) < urgency or _key(each) == _key(question) for each in self._pending
            )

    def requeue(self, question: dict[str, object]) -> bool:
        """Put back a stopped question. Return False if it is superseded by a newer text in its slot."""
        with self._condition:
            if any(_slot(each) == _slot(question) and each["do"] in TEXT_QUESTIONS for each in self._pending):
                return False
            self._pending.append(question)
            return True


def _slot(question: dict[str, object]) -> object:
    # Without a slot, every question has its own.
    return question.get("slot", question.get("id"))


def _key(question: dict[str, object]) -> tuple[object, object]:
    return _slot(question), question["do"]


def serve(
    lines: BinaryIO,
    send: Callable[[dict[str, object]], None],
    answer: Callable[..., object],
    on_end: Callable[[], None],
) -> None:
    """Answer the questions in ``lines`` one at a time by priority, until the input ends.

    Args:
        lines: JSON, one question per line.
        send: callback for each answer, called from two threads, one at a time.
        answer: ``answer(question, should_stop)``, which returns the result.
        on_end: called in the reading thread when the input ends, possibly during an answer.
    """
    inbox = QuestionQueue()

    def read_questions() -> None:
        for line in lines:
            question, problem = parse_question(line)
            if question is None:
                send(problem)
            elif (older := inbox.put(question)) is not None:
                send({"id": older.get("id"), "superseded": True})
        inbox.end()
        on_end()

    threading.Thread(target=read_questions, daemon=True, name="questions").start()
    while (question := inbox.take()) is not None:
        reply = _answer_safely(question, answer, partial(inbox.should_stop, question))
        if "error" in reply or reply["result"] is not INTERRUPTED:
            send({"id": question.get("id")} | reply)
        elif not inbox.requeue(question):
            send({"id": question.get("id"), "superseded": True})


def _answer_safely(
    question: dict[str, object], answer: Callable[..., object], should_stop: Callable[[], bool]
) -> JsonObject:
    from engine.errors import UserError

    try:
        return {"result": answer(question, should_stop)}
    except UserError as error:
        return {"error": str(error)}
    except Exception as error:  # a bug must reach the user, and must not end the program
        traceback.print_exc()
        return {"error": f"{type(error).__name__}: {error}"}


def parse_question(line: bytes) -> tuple[JsonObject | None, JsonObject]:
    """Return the question in a line, or None and an answer with the error."""
    try:
        question = json.loads(line)
    except ValueError as error:
        return None, {"id": None, "error": f"the question is no JSON: {error}"}
    if not isinstance(question, dict) or question.get("do") not in PRIORITY:
        number = question.get("id") if isinstance(question, dict) else None
        return None, {"id": number, "error": f'a question needs "do": {", ".join(PRIORITY)}'}
    return question, {}


def call_laboratory(laboratory: object, question: JsonObject, should_stop: Callable[[], bool]) -> object:
    """Call the method of ``engine.lab.laboratory.Laboratory`` named in a question."""
    arguments = {name: value for name, value in question.items() if name not in ("id", "slot", "do")}
    if question["do"] == "explain":
        arguments["should_stop"] = should_stop
    return getattr(laboratory, str(question["do"]))(**arguments)


def main() -> None:
    """Run the program: ``python -m engine.lab.server --store FILE``."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--store", type=Path, required=True)
    options = parser.parse_args()
    threads = _lower_priority()
    # Output of libraries must not mix with the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    lock = threading.Lock()

    def send(value: JsonObject) -> None:
        with lock:
            answers.write(json.dumps(value).encode("ascii") + b"\n")
            answers.flush()

    laboratory: list[object] = []

    def answer(question: dict[str, object], should_stop: Callable[[], bool]) -> object:
        if not laboratory:
            # Importing torch takes seconds. Questions are read meanwhile, and only the newest are answered.
            import torch

            from engine.lab.laboratory import Laboratory

            torch.set_num_threads(threads)
            laboratory.append(Laboratory(options.store))
        return call_laboratory(laboratory[0], question, should_stop)

    # The window is closed: there is nothing to finish or clean up.
    serve(sys.stdin.buffer, send, answer, lambda: os._exit(0))


def _lower_priority() -> int:
    """Lower the priority below training (no GPU, at most a quarter of the cores), and return the number of threads."""
    import psutil

    threads = min(MAX_THREADS, max(1, (os.cpu_count() or 1) // 4))
    os.environ["OMP_NUM_THREADS"] = str(threads)
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS if sys.platform == "win32" else 5)
    except (psutil.Error, OSError):
        pass  # slower for others, but not wrong
    return threads


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass  # Ctrl+C reaches every process of the terminal, and the window handles it
