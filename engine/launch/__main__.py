"""``python -m engine.launch --store FILE``: a queue runner without a window. It ends when the queue is empty."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.errors import UserError
from engine.launch import local_devices, reconcile_runs, run_queue


def main(arguments: list[str] | None = None) -> int:
    """Run the detached queue runner, and return its exit code."""
    parser = argparse.ArgumentParser(prog="engine.launch", description="Runs what is queued, then ends.")
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--device", default="")
    parser.add_argument("--devices", default="")
    parser.add_argument("--slots", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args(arguments)
    devices = tuple(filter(None, options.devices.split(","))) or local_devices()
    try:
        reconcile_runs(options.store)
        run_queue(
            options.store,
            options.device or devices[0],
            lambda: False,
            devices=devices,
            until_empty=True,
            slots=lambda: options.slots,
            threads=lambda: options.threads,
        )
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
