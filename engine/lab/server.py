"""A program that answers for the Lab: a question a line on standard input, an answer a line on standard output.

A question is ``{"id": 7, "slot": "left", "do": "predict", "text": ...}``; what follows ``do`` are the arguments of that
method of ``Laboratory``. The answer is ``{"id": 7, "result": ...}``, ``{"id": 7, "error": "..."}``, or
``{"id": 7, "superseded": true}`` when a newer question of the same slot and kind came before it was answered. What is
typed is answered before what is drawn: see ``ORDER``. The program ends when its input does.
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
from typing import Any, BinaryIO

ORDER = ("predict", "texts", "sample", "attention", "explain")
"""Kinds of questions, the most urgent first."""
NEW_TEXT = ("predict", "explain")
LEFT: dict[str, Any] = {}
"""What a method gives that has ended early because it was told to."""
MOST_THREADS = 4


class Inbox:
    """Questions that wait, filled by the thread that reads and emptied by the one that answers."""

    def __init__(self) -> None:
        self._waiting: list[dict[str, Any]] = []
        self._changed, self._ended = threading.Condition(), False

    def put(self, question: dict[str, Any]) -> dict[str, Any] | None:
        """Adds a question; returns the older one of the same slot and kind that it makes void."""
        with self._changed:
            older = next((each for each in self._waiting if _key(each) == _key(question)), None)
            if older is not None:
                self._waiting.remove(older)
            self._waiting.append(question)
            self._changed.notify()
            return older

    def end(self) -> None:
        """No more questions will come."""
        with self._changed:
            self._ended = True
            self._changed.notify()

    def take(self) -> dict[str, Any] | None:
        """Waits for the most urgent question; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ended)
            if self._ended:
                return None
            first = min(self._waiting, key=lambda each: ORDER.index(each["do"]))
            self._waiting.remove(first)
            return first

    def stopped(self, question: dict[str, Any]) -> bool:
        """Whether a question in work had better be left: the end has come, or something more urgent."""
        urgency = ORDER.index(question["do"])
        with self._changed:
            return self._ended or any(
                ORDER.index(each["do"]) < urgency or _key(each) == _key(question) for each in self._waiting
            )

    def again(self, question: dict[str, Any]) -> bool:
        """Puts back a question that was left; False when it is void: its slot has a newer text."""
        with self._changed:
            if any(_slot(each) == _slot(question) and each["do"] in NEW_TEXT for each in self._waiting):
                return False
            self._waiting.append(question)
            return True


def _slot(question: dict[str, Any]) -> object:
    # Without a slot every question is one of its own.
    return question.get("slot", question.get("id"))


def _key(question: dict[str, Any]) -> tuple[object, object]:
    return _slot(question), question["do"]


def serve(
    lines: BinaryIO,
    say: Callable[[dict[str, Any]], None],
    answer: Callable[..., Any],
    ended: Callable[[], None],
) -> None:
    """Answers the questions in ``lines`` one at a time, newest wins; returns when they end.

    Args:
        lines: JSON, one question a line.
        say: takes each answer; called from two threads, one at a time.
        answer: ``answer(question, stopped)``.
        ended: called in the reading thread when the input ends, perhaps in the middle of an answer.
    """
    inbox = Inbox()

    def read() -> None:
        for line in lines:
            question, problem = understood(line)
            if question is None:
                say(problem)
            elif (older := inbox.put(question)) is not None:
                say({"id": older.get("id"), "superseded": True})
        inbox.end()
        ended()

    threading.Thread(target=read, daemon=True, name="questions").start()
    while (question := inbox.take()) is not None:
        found = _answered(question, answer, partial(inbox.stopped, question))
        if found.get("result") != LEFT:
            say({"id": question.get("id")} | found)
        elif not inbox.again(question):
            say({"id": question.get("id"), "superseded": True})


def _answered(
    question: dict[str, Any], answer: Callable[..., Any], stopped: Callable[[], bool]
) -> dict[str, Any]:
    from engine.errors import UserError

    try:
        return {"result": answer(question, stopped)}
    except UserError as error:
        return {"error": str(error)}
    except Exception as error:  # a mistake of ours must reach the user, and must not end the program
        traceback.print_exc()
        return {"error": f"{type(error).__name__}: {error}"}


def understood(line: bytes) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """A line as a question, or None and the answer that says what is wrong with it."""
    try:
        question = json.loads(line)
    except ValueError as error:
        return None, {"id": None, "error": f"the question is no JSON: {error}"}
    if not isinstance(question, dict) or question.get("do") not in ORDER:
        number = question.get("id") if isinstance(question, dict) else None
        return None, {"id": number, "error": f'a question needs "do": {", ".join(ORDER)}'}
    return question, {}


def ask(laboratory: Any, question: dict[str, Any], stopped: Callable[[], bool]) -> Any:
    """Calls the method of ``engine.lab.laboratory.Laboratory`` that a question names."""
    given = {name: value for name, value in question.items() if name not in ("id", "slot", "do")}
    if question["do"] == "explain":
        given["stopped"] = stopped
    return getattr(laboratory, question["do"])(**given)


def main() -> None:
    """The program: ``python -m engine.lab.server --store FILE``."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--store", type=Path, required=True)
    options = parser.parse_args()
    threads = _be_modest()
    # Whatever a library prints must not come between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    lock = threading.Lock()

    def say(value: dict[str, Any]) -> None:
        with lock:
            answers.write(json.dumps(value).encode("ascii") + b"\n")
            answers.flush()

    laboratory: list[Any] = []

    def answer(question: dict[str, Any], stopped: Callable[[], bool]) -> Any:
        if not laboratory:
            # Importing torch takes seconds; questions are read meanwhile, and only the newest are answered.
            from engine import lean

            lean.begin()
            import torch

            from engine.lab.laboratory import Laboratory

            torch.set_num_threads(threads)
            laboratory.append(Laboratory(options.store))
        return ask(laboratory[0], question, stopped)

    # The window has gone: nothing is worth finishing, and there is nothing to put away.
    serve(sys.stdin.buffer, say, answer, lambda: os._exit(0))


def _be_modest() -> int:
    """Leaves the machine to training: low priority, no GPU, a quarter of the cores at most; returns the threads."""
    import psutil

    threads = min(MOST_THREADS, max(1, (os.cpu_count() or 1) // 4))
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
        pass  # Ctrl+C reaches every process of the terminal; the window answers it
