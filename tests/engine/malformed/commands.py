"""All commands of ``palimpsest``, as its own table lists them, each with arguments that it takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import typer

from engine.cli.app import app

EXAMPLES: dict[str, tuple[str, ...]] = {
    "run": ("quickstart", "--queue"),
    "baseline": ("quickstart", "--queue"),
    "resume": ("1",),
    "rerun": ("1",),
    "retry": ("1", "--set", "batch_size=12", "--queue"),
    "stop": ("2",),
    "next": ("2",),
    "tag": ("1", "pilot"),
    "runs": (),
    "show": ("1",),
    "queue": ("--device", "cpu"),
    "places add": ("gpubox", "ssh", "host=gpubox"),
    "places list": (),
    "places test": ("gpubox",),
    "places plan": ("gpubox", "quickstart"),
    "places remove": ("another",),
    "places clean": ("gpubox",),
    "places follow": (),
    "places answer": (),
    "fetch": ("1",),
    "search": ("quickstart", "--over", "learning_rate=1e-5:1e-3:log", "--trials", "1"),
    "searches": (),
    "encoders rank": ("catalogue:mine", "palimpsest-tiny"),
    "average": ("1",),
    "compare": ("1", "2"),
    "gate": ("1", "2", "--max-flips", "1"),
    "errors": ("1",),
    "noise": ("catalogue:mine",),
    "paper": ("table5",),
    "reproduce": (),
    "forgetting": ("1",),
    "capsule": ("1", "--out", "one.capsule"),
    "open-capsule": ("given.capsule",),
    "import-log": ("log",),
    "export-log": ("1", "--to", "tensorboard", "--into", "curves"),
    "import-checkpoint": ("checkpoint", "new-folder"),
    "predict": ("1", "--file", "texts.txt"),
    "predictions": ("1", "--out", "-"),
    "serve": ("1",),
    "export": ("1", "exported"),
    "decide": ("1",),
    "recipes": (),
    "presets": (),
    "new": ("quickstart",),
    "fields": (),
    "schema": (),
    "doctor": (),
    "problem-report": (),
    "data inspect": ("catalogue:mine", "--encoder", ""),
    "data tokens": ("catalogue:mine",),
    "data preview": ("catalogue:mine",),
    "data paper": (),
    "data register": ("imdb", "--hub"),
    "cache": (),
    "cache clear": (),
    "cache limit": ("5",),
    "store check": (),
    "store repair": (),
    "store backup": (),
    "store restore": ("copy.sqlite",),
}
"""By command, words that follow it. Run 1 and data set ``mine`` are those of ``tests.engine.malformed.stores``."""


def write_inputs(folder: Path) -> None:
    """Write the files that examples name into ``folder``."""
    (folder / "log").mkdir()
    (folder / "checkpoint").mkdir()
    (folder / "checkpoint" / "pytorch_model.bin").touch()
    state = {"global_step": 1, "log_history": [{"step": 1, "loss": 0.5}]}
    (folder / "log" / "trainer_state.json").write_text(json.dumps(state), encoding="utf-8")
    (folder / "texts.txt").write_text("a good film\n", encoding="utf-8")


def list_commands() -> dict[str, bool]:
    """Return every command and whether it takes ``--store``."""
    group = typer.main.get_group(app)
    return dict(_leaves(group, click.Context(group), ()))


def _leaves(
    command: click.Command, context: click.Context, path: tuple[str, ...]
) -> Iterator[tuple[str, bool]]:
    takes_store = any(each.name == "store" for each in command.params)
    if isinstance(command, click.Group) or hasattr(command, "list_commands"):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from _leaves(found, context, (*path, name))
        if path and command.invoke_without_command:
            yield " ".join(path), takes_store
    else:
        yield " ".join(path), takes_store


def command_line(name: str, store: str = "") -> list[str]:
    """Return the arguments of a command, with ``--store`` where it is given."""
    return [*name.split(), *EXAMPLES[name], *(("--store", store) if store else ())]
