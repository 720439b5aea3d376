"""``palimpsest``: the command line. It is thin, because each command calls the same functions as a page of the window.

Exit codes: 0 success; 1 a run failed, a gate refused, or a rerun differs; 2 invalid input (nothing was written); 3 a
run was stopped or interrupted; 70 a bug in Palimpsest (the message names the file with the traceback).
"""

from __future__ import annotations

import contextlib
import errno
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from typer.core import TyperGroup

from engine import child_processes, private_files
from engine.cli.answer import StoreOption, set_default_store
from engine.cli.command_help import SECTIONS
from engine.errors import UserError, file_error, is_unicode, printable
from engine.filtered_stream import FilteredStream
from engine.installation import engine_missing_error, load_window_function

if TYPE_CHECKING:
    from typer._click.formatting import HelpFormatter

COMMANDS = {name: place for section in SECTIONS.values() for name, (place, _) in section.items()}
"""Function or command group in ``engine.cli`` for each command."""

FORMER_NAMES = {"slices": "errors"}
"""Current names by former names of commands, which scripts may still use."""

_NAME_WIDTH = max(map(len, COMMANDS))
_SETTINGS = {"rich_markup_mode": None, "pretty_exceptions_enable": False, "add_completion": False}


class CommandGroup(TyperGroup):
    """Command group that imports a module only when its command runs."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """Return the names of all commands."""
        return list(COMMANDS)

    def format_commands(self, ctx: typer.Context, formatter: HelpFormatter) -> None:  # type: ignore[override]
        """Write the commands by section, without importing them."""
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(_NAME_WIDTH), text) for name, (_, text) in commands.items()])

    def get_command(self, ctx: typer.Context, cmd_name: str) -> typer.core.TyperCommand | None:  # type: ignore[override]
        """Return the command ``cmd_name``. If it does not exist, load all commands for a suggestion and return None."""
        from engine.cli.answer import as_command

        cmd_name = FORMER_NAMES.get(cmd_name, cmd_name)
        for name in [cmd_name] if cmd_name in COMMANDS else COMMANDS:
            if name not in self.commands:
                module, _, attribute = COMMANDS[name].rpartition(".")
                command = getattr(importlib.import_module(f"engine.cli.{module}"), attribute)
                wrapper = typer.Typer(**_SETTINGS)  # type: ignore[arg-type]
                if isinstance(command, typer.Typer):
                    wrapper.add_typer(command, name=name)
                else:
                    wrapper.command(name)(as_command(command))
                self.commands[name] = typer.main.get_group(wrapper).commands[name]
        return super().get_command(ctx, cmd_name)  # type: ignore[return-value]


app = typer.Typer(
    name="palimpsest",
    cls=CommandGroup,
    help="Fine-tune BERT-family encoders on text classification, and see what they forget. "
    "Without a command the window opens.",
    add_completion=True,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def _window(
    context: typer.Context,
    store: StoreOption = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as installed

        print(f"palimpsest {installed('palimpsest')}")
        raise typer.Exit
    set_default_store(store)
    if context.invoked_subcommand is None:
        code = load_window_function("main")([] if store is None else ["--store", str(store)])
        raise typer.Exit(code if isinstance(code, int) else 0)


def main() -> NoReturn:
    """Run the program. A user error gives one line and exit code 2, a bug a traceback file and exit code 70."""
    _prepare_streams()
    # Otherwise Pydantic reads the metadata of all installed packages in search of plug-ins.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if sys.argv[1:] and sys.argv[1] in COMMANDS:  # the window has its own times of collection
        # Imported objects stay alive. Collecting every 700 objects takes a tenth of a command's start-up time, and one
        # collection of the 50,000 objects of a specification another twentieth.
        gc.set_threshold(200_000, *gc.get_threshold()[1:])
    # A frozen program is its own Python, so its child processes start here.
    child_processes.dispatch_frozen_module(sys.argv[1:])
    sys.exit(_flush_output(_run()))


def _run() -> int:
    """Run the command in the arguments, and return its exit code."""
    try:
        _require_text(sys.argv[1:])
        if message := private_files.tighten_home():
            typer.echo(f"Note: {printable(message)}", err=True)
        app()
    except SystemExit as exit_request:
        return exit_request.code if isinstance(exit_request.code, int) else int(exit_request.code is not None)
    except UserError as error:
        return _refuse(str(error), 2)
    except BrokenPipeError:
        return 1  # the reader has closed the pipe
    except OSError as error:
        if error.errno in _ENVIRONMENT:
            refusal = file_error(error, "the output" if error.filename is None else "")
            return _refuse(str(refusal), 2)
        return _report_internal(error)
    except MemoryError:
        return _refuse("there is not enough memory for this.", 1)
    except ModuleNotFoundError as error:
        missing = engine_missing_error(error)
        return _report_internal(error) if missing is None else _refuse(str(missing), 2)
    except Exception as error:
        return _report_internal(error)
    return 0


_ENVIRONMENT = (
    errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO, errno.EMFILE, errno.ENFILE,
    errno.ENAMETOOLONG, errno.ELOOP,
)  # fmt: skip
"""Errors of the machine, not of the program: a full or read-only disk, permissions, too many open files."""


def _require_text(arguments: Sequence[str]) -> None:
    """Raise UserError for an argument that is not UTF-8, because it could be neither stored nor shown."""
    for word in arguments:
        if not is_unicode(word):
            raise UserError(
                "the argument is not UTF-8.", place=printable(word, 300), remedy="Rename the file, or fix it."
            )


def _report_internal(error: Exception) -> int:
    """Report a bug of the program, and return the exit code. The modules for it are imported only here."""
    from engine.faults import EXIT_FAULT, report_fault

    return _refuse(report_fault(error), EXIT_FAULT)


def _refuse(message: str, code: int) -> int:
    from engine.redaction import redact

    # Not with rich, whose import takes as long as all others. None: in colour if the output is a terminal.
    colour = False if os.environ.get("NO_COLOR") else None
    with contextlib.suppress(OSError):  # the error output is closed
        typer.secho(f"palimpsest: {redact(printable(message))}", fg="red", err=True, color=colour)
    return code


def _prepare_streams() -> None:
    """Prepare both outputs for any text, since file names may not be UTF-8, and streams may be closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the parent process
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if sys.stdout.isatty():
        # Control characters in data are shown as text rather than sent to the terminal.
        sys.stdout = FilteredStream(sys.stdout, lambda text: printable(text, limit=len(text)))


def _flush_output(code: int) -> int:
    """Flush the output and return the exit code, or an error code if that fails."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = code or 1
    except OSError as error:
        code = _refuse(f"the output cannot be written ({error.strerror}).", code or 2)
    else:
        return code
    # Otherwise Python tries again at exit, and reports the error.
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
