"""The logs of a run's processes, and the reasons of their failures."""

from __future__ import annotations

import logging
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine import private_files
from engine.events import CheckpointSaved, Evaluation, Event, PhaseProgress, RunNotice, StageStarted


def is_own_error(error: BaseException) -> bool:
    """Return whether an error is one of this program, with a sentence for the user as its message."""
    return type(error).__module__.startswith("engine.")


def failure_reason(error: BaseException) -> str:
    """Return the reason of a failure in one line.

    This is the message of our own errors, for others the last line of the traceback.
    """
    if is_own_error(error):
        return str(error)
    return traceback.format_exception_only(error)[-1].strip()


@contextmanager
def forward_warnings(callback: Callable[[str], object]) -> Iterator[None]:
    """Pass warnings of the engine's modules to ``callback`` within the block, and write them to the log.

    They use ``logging``, because code deep inside, such as the cache, does not know the run.
    """

    class ForwardingHandler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            text = record.getMessage()
            log_line(f"warning: {text}")
            callback(text)

    logger, handler = logging.getLogger("engine"), ForwardingHandler(logging.WARNING)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


_last_phase = ""


def log_event(event: Event) -> None:
    """Write an event to the run's log. Metrics are skipped, because the store has them."""
    global _last_phase
    match event:
        case PhaseProgress(text=text) if text != _last_phase:
            _last_phase = text
            log_line(text)
        case StageStarted(title=title, steps=steps, info=info):
            log_line(f"{title}, {steps:,} updates")
            for key, value in info.items():
                log_line(f"  {key}: {value}")
        case Evaluation(step=step, values=values, best=best) if values:
            metrics = ", ".join(f"{key} {value:.4g}" for key, value in values.items())
            log_line(f"step {step:,}: {metrics}{' (best so far)' if best else ''}")
        case CheckpointSaved(slot=slot, path=path, step=step):
            log_line(f"saved '{slot}' at step {step:,}: {path.name}")
        case RunNotice(level=level, text=text):
            log_line(text if level == "info" else f"{level}: {text}")


def log_line(text: object) -> None:
    """Write one line of the run's log. If that fails (the disk is full), the run continues."""
    with suppress(OSError):
        print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def log_traceback() -> None:
    """Write the current exception with its traceback to the run's log."""
    with suppress(OSError):
        traceback.print_exc()


def flush_output() -> None:
    """Flush the streams of this process. Output that cannot be written is dropped."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()


def redirect_output(log: Path) -> None:
    """Append standard output and error of this process to ``log``."""
    file = os.open(
        log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600 if private_files.is_private() else 0o666
    )
    for descriptor in (1, 2):
        os.dup2(file, descriptor)
    os.close(file)


def log_tail(log: Path, lines: int = 2) -> str:
    """Return the last lines of a log, joined into one."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - 4096))
            text = file.read().decode("utf-8", errors="replace")
    except OSError:
        return ""
    return " / ".join([line.strip() for line in text.splitlines() if line.strip()][-lines:])
