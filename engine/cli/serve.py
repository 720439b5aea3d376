"""``palimpsest serve``: a run's model behind HTTP."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.options import (
    AverageOption,
    DeviceOption,
    PrecisionOption,
    RunArgument,
    StageOption,
    TaskOption,
)
from engine.errors import UserError

TOKEN_VARIABLE = "PALIMPSEST_SERVE_TOKEN"


def serve(
    run: RunArgument,
    store: Path,
    as_json: bool,
    host: Annotated[str, "The address; any but this machine's own (127.0.0.1) needs a token."] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0: any that is free.", min=0, max=65535)] = 8321,
    token_file: Annotated[
        Path | None, f"A file with the token that questions must carry; or ${TOKEN_VARIABLE}."
    ] = None,
    device: DeviceOption = "auto",
    precision: PrecisionOption = "auto",
    threads: Annotated[int, typer.Option(help="Processor threads; 0: as torch chooses.", min=0)] = 0,
    task: TaskOption = "",
    stage: StageOption = 0,
    average: AverageOption = None,
) -> None:
    """Answer questions over HTTP with the model that a finished run chose, until it is told to end (Ctrl+C)."""
    from engine.delivery.arithmetic import Arithmetic
    from engine.delivery.finished_model import find_finished_model

    token = _read_token(token_file)
    found = find_finished_model(store, run, task, stage, average)
    from engine.delivery.server import check_server, load_served_model, serve_model

    check_server(host, token)
    model = load_served_model(found, Arithmetic(device, precision, threads))

    def ready(address: str) -> None:
        if as_json:
            output.write(json.dumps({"address": address, "run": model.run, "token": bool(token)}) + "\n")
        else:
            place = f"{address}/predict ({address}/docs says how)"
            output.say(f"Run {model.run}, {model.name}, answers at {place}. Ctrl+C ends it. {model.note}")
        sys.stdout.flush()

    serve_model(model, host, port, token, ready)


def _read_token(file: Path | None) -> str:
    """Return the token of a file, else of the environment; never of the command line, which others can read."""
    if file is None:
        return os.environ.get(TOKEN_VARIABLE, "").strip()
    try:
        token = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(
            f"cannot be read ({error}).", place=str(file), remedy="Name a file with the token."
        ) from None
    if not token:
        raise UserError("is empty.", place=str(file), remedy="Put the token into it.")
    return token
