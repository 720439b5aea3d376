"""What the processes of a run write into their logs, and how they say why they failed."""

from __future__ import annotations

import time
import traceback
from pathlib import Path

from engine.events import (
    CheckpointSaved,
    Evaluation,
    Event,
    PhaseProgress,
    RunNotice,
    StageStarted,
)


def is_own_error(error: BaseException) -> bool:
    """Whether it is an error of our own, whose message is a sentence for the user."""
    return type(error).__module__.startswith("engine.")


def failure_reason(error: BaseException) -> str:
    """The reason of a failure in one line: our own sentences as they are, others as the last line of a traceback."""
    if is_own_error(error):
        return str(error)
    return traceback.format_exception_only(error)[-1].strip()


_last_phase = ""


def log_event(event: Event) -> None:
    """Writes what is worth reading later to the run's log; measurements are in the store."""
    global _last_phase
    match event:
        case PhaseProgress(text=text) if text != _last_phase:
            _last_phase = text
            log_line(text)
        case StageStarted(title=title, steps=steps, info=info):
            log_line(f"{title}, {steps:,} updates")
            for key, value in info.items():
                log_line(f"  {key}: {value}")
        case Evaluation(step=step, values=values, best=best):
            measured = ", ".join(f"{key} {value:.4g}" for key, value in values.items())
            log_line(f"step {step:,}: {measured}{' (best so far)' if best else ''}")
        case CheckpointSaved(slot=slot, path=path, step=step):
            log_line(f"saved '{slot}' at step {step:,}: {path.name}")
        case RunNotice(level=level, text=text):
            log_line(text if level == "info" else f"{level}: {text}")


def log_line(text: object) -> None:
    """One line of the run's log."""
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def log_ending(log: Path, lines: int = 2) -> str:
    """The last lines of a log, as one."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - 4096))
            text = file.read().decode("utf-8", errors="replace")
    except OSError:
        return ""
    return " / ".join([line.strip() for line in text.splitlines() if line.strip()][-lines:])
