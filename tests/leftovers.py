"""Processes that a session of tests has started: found by a mark in their environment, and ended with the session.

A worker that crashes leaves its children behind. They belong to nobody then, and those that still hold the output of
the session would keep whoever reads it waiting: a pipe, a continuous integration.
"""

from __future__ import annotations

import os
import threading

import psutil

MARK = "PALIMPSEST_TEST_SERVERS"
"""The environment variable that every process of a session has, with the session's own value."""


def find(mark: str) -> list[psutil.Process]:
    """All processes but this one that have ``mark`` in their environment."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.pid != os.getpid() and process.environ().get(MARK) == mark:
                found.append(process)
        except psutil.Error:
            pass  # it has ended meanwhile, or is another user's
    return found


def end() -> None:
    """End every process that this session has started and that is still there."""
    for process in find(os.environ[MARK]):
        try:
            process.kill()
        except psutil.Error:
            pass  # it has ended by itself


def end_all_after(seconds: float) -> None:
    """End this process, with exit code 1, and all that it has started, when it still runs after ``seconds``.

    0 is for ever.
    """

    def give_up() -> None:
        print(f"\nThe tests have not ended after {seconds / 60:g} minutes and are ended now.", file=output)
        for process in find(os.environ[MARK]):
            try:
                print(f"  {process.pid} {' '.join(process.cmdline())[:200]}", file=output)
            except psutil.Error:
                pass  # it has just ended
        output.flush()
        end()
        os._exit(1)

    if seconds > 0:
        # Of its own: pytest turns descriptor 2 elsewhere while a test runs.
        output = os.fdopen(os.dup(2), "w", encoding="utf-8")
        timer = threading.Timer(seconds, give_up)
        timer.daemon = True
        timer.start()
