"""Results of commands, their output, and the conversion of functions to commands.

A command is a function. Its parameters without a default are arguments, those with a default are options of the same
name. Their help is the text under ``Args:`` of the docstring, or in ``Annotated`` if several commands share it.
``store: Path`` adds ``--store``. The return type adds further options: ``Answer`` adds ``--json``, ``TableAnswer`` adds
``--format``.
"""

from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import typer
from typer.models import ArgumentInfo, OptionInfo

from engine import paths
from engine.analysis.tables import PlainTable, TableDocument
from engine.cli import output
from engine.errors import UserError

StoreOption = Annotated[
    Path | None, typer.Option("--store", help="The SQLite store; default: the user's own.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
FormatOption = Annotated[str, typer.Option("--format", help="table, markdown, csv, latex or json.")]
KeepFormulasOption = Annotated[
    bool, typer.Option("--keep-formulas", help="Do not escape CSV cells that begin like a formula.")
]
SizeOption = Annotated[str, "The recipe's size: sample, small or paper; default: the smallest."]
PlanArgument = Annotated[
    str, typer.Argument(metavar="RECIPE|FILE.toml", help="A recipe's name or a TOML file.")
]
RunArgument = Annotated[str, "A run's id or name; 'last' is the newest."]
TaskOption = Annotated[str, "The task, if the run learnt several."]
StageOption = Annotated[
    int, typer.Option(help="The stage's number; default: the last that has learnt the task.", min=0)
]
AverageOption = Annotated[
    float | None, typer.Option(metavar="ALPHA", help="The average that 'palimpsest average --keep' has left.")
]
DeviceOption = Annotated[str, "Where it computes: auto (a GPU if there is one), cpu, mps, cuda, cuda:1."]
DevicesOption = Annotated[list[str] | None, "Only this device, e.g. cuda:1; default: all."]
SlotsOption = Annotated[
    int, typer.Option(help="Runs that share a device; they divide the CPU's cores.", min=1, max=16)
]
PrecisionOption = Annotated[
    str, "auto: bfloat16 where the hardware has units for it, as in training; fp32, bf16."
]
LicenceOption = Annotated[
    str,
    typer.Option("--license", help="For the model card: the licence, as the Hub names it (mit, apache-2.0)."),
]
UseOption = Annotated[str, "For the model card: the intended use."]
OverwriteOption = Annotated[bool, "Overwrite an existing file."]
SplitOption = Annotated[
    str, "test, validation, test/NAME of several tasks, stage-1/test of an earlier stage; default: test."
]
SourceArgument = Annotated[str, "A file, a folder, samples:NAME, paper:NAME, catalogue:NAME or hub:ID."]
SetOption = Annotated[
    list[str] | None, typer.Option(metavar="KEY=VALUE", help="A field of the data set, e.g. label=topic.")
]
PlanSetOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=VALUE",
        help="Change a field, e.g. learning_rate=5e-5, decay.kind=zhang, seed=[1,2,3] (a list makes a sweep). "
        "'palimpsest fields' lists all keys. For a recipe's named alternatives: method=head+tail.",
    ),
]
TableSetOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=VALUE",
        help="Change a field of the tables' recipes, e.g. checkpoint=last: runs with it fill them.",
    ),
]
EncoderOption = Annotated[
    str, "The encoder whose tokens are counted: a bundled one, a folder or a hub id; '' counts none."
]
DownloadOption = Annotated[
    bool, typer.Option("--download/--no-download", help="Whether a set of the hub may be downloaded.")
]


_default_store: Path | None = None


def set_default_store(store: Path | None) -> None:
    """Set the store given by ``--store`` before the command, for commands without their own ``--store``."""
    global _default_store
    _default_store = store


def store_path(requested: Path | None) -> Path:
    """Return the store given by ``--store`` after or before the command, else the default store."""
    return requested or _default_store or paths.default_store()


_OPTIONS = "\n\nArgs:\n"
FORMATS = ("table", "markdown", "csv", "latex", "json")


@dataclass(frozen=True)
class Answer:
    """Result of a command.

    Attributes:
        record: the whole result as JSON values, for ``--json``.
        parts: the same for people: lines and tables in order.
        notes: notes on the parts, printed on the error output.
        code: the exit code.
    """

    record: object
    parts: Sequence[str | PlainTable] = ()
    notes: Sequence[str] = ()
    code: int = 0

    def print(self, *, as_json: bool) -> None:
        """Print the result, as JSON or for people."""
        if as_json:
            output.print_json(self.record)
        else:
            output.print_parts(self.parts)
            output.note(*self.notes)


@dataclass(frozen=True, kw_only=True)
class TableAnswer(Answer):
    """Result that is also a table for documents. For people, its notes follow the table.

    Attributes:
        document: the table for documents.
    """

    document: TableDocument

    def print_as(self, format_: str, *, keep_formulas: bool) -> None:
        """Print the result in one of ``FORMATS``."""
        if format_ == "table":
            output.print_parts([*self.parts, *self.notes])
            return
        if format_ == "json":
            output.print_json(self.record)
        elif format_ == "csv":
            output.write_csv(self.document, keep_formulas)
        else:
            output.write(self.document.text(format_))
        output.note(*self.notes)


def as_command(function: Callable[..., Answer | None]) -> Callable[..., None]:
    """Return ``function`` as a Typer command, with options for its parameters and return type."""
    signature = inspect.signature(function, eval_str=True)
    docstring = inspect.cleandoc(function.__doc__ or "")
    helps = _option_helps(docstring)
    declared = {name: _declare(parameter, helps) for name, parameter in signature.parameters.items()}
    added: dict[str, tuple[object, object]] = {"store": (StoreOption, None)} if "store" in declared else {}
    if signature.return_annotation is TableAnswer:
        added |= {"format_": (FormatOption, "table"), "keep_formulas": (KeepFormulasOption, False)}
    elif signature.return_annotation is Answer or "as_json" in declared:
        added |= {"as_json": (JsonOption, False)}
    parameters = [parameter for name, parameter in declared.items() if name not in added] + [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in added.items()
    ]

    def run(**values: Any) -> None:
        if "store" in added:
            values["store"] = store_path(values["store"])
        arguments = {name: values[name] for name in declared}
        if signature.return_annotation is TableAnswer:
            _check_format(values["format_"])
        try:
            answer = function(**arguments)
            if isinstance(answer, TableAnswer):
                answer.print_as(values["format_"], keep_formulas=values["keep_formulas"])
            elif answer is not None:
                answer.print(as_json=values["as_json"])
        except Exception as error:
            if "store" in added:
                _explain_damage(values["store"], error)
            raise
        if answer is not None and answer.code:
            raise typer.Exit(answer.code)

    run.__doc__, run.__name__ = docstring.partition(_OPTIONS)[0], function.__name__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def _explain_damage(store: Path, error: Exception) -> None:
    """Raise UserError if ``error`` is typical of damaged values, and the store contains some.

    Closing a store checks this too, but a damaged value may cause an error later, during output.
    """
    from engine.store import damage

    may_be_damage = isinstance(error, damage.DAMAGE_ERRORS) and store.is_file()
    if may_be_damage and (explanation := damage.explain_damage(store)) is not None:
        raise explanation from error


def group(
    help_: str, alone: Callable[..., Answer | None] | None = None, **commands: Callable[..., Answer | None]
) -> typer.Typer:
    """Return a command with subcommands by name. Without a subcommand ``alone`` runs."""
    subcommands = typer.Typer(help=help_, no_args_is_help=alone is None, rich_markup_mode=None)
    if alone is not None:
        answer = as_command(alone)

        def callback(context: typer.Context, as_json: JsonOption = False) -> None:
            if context.invoked_subcommand is None:
                answer(as_json=as_json)

        callback.__doc__ = answer.__doc__
        subcommands.callback(invoke_without_command=True)(callback)
    for name, function in commands.items():
        subcommands.command(name)(as_command(function))
    return subcommands


def _option_helps(docstring: str) -> dict[str, str]:
    """Return the texts under ``Args:`` of a docstring, by parameter.

    >>> _option_helps("Do it.\n\nArgs:\n    often: How often,\n        at most.")
    {'often': 'How often, at most.'}
    """
    helps, name = dict[str, str](), ""
    for line in docstring.partition(_OPTIONS)[2].splitlines():
        if match := re.match(r" {4}(\w+): ", line):
            name = match[1]
            helps[name] = line[match.end() :]
        elif name:
            helps[name] += f" {line.strip()}"
    return helps


def _declare(parameter: inspect.Parameter, helps: Mapping[str, str]) -> inspect.Parameter:
    """Return a parameter as a Typer declaration with its help. An option has the name of the parameter."""
    help_ = helps.get(parameter.name, "")  # python -OO removes docstrings
    kind, option = parameter.annotation, help_
    if get_origin(kind) is Annotated:
        kind, option, *_ = get_args(kind)
    if kind is typer.Context:
        return parameter
    is_argument = parameter.default is inspect.Parameter.empty
    if isinstance(option, str):
        option = typer.Argument(help=option) if is_argument else typer.Option(help=option)
    assert isinstance(option, ArgumentInfo | OptionInfo), parameter.name
    declaration: ArgumentInfo | OptionInfo = copy.copy(option)
    declaration.help = declaration.help or help_
    if isinstance(declaration, OptionInfo) and declaration.default is ... and not declaration.param_decls:
        declaration.default = f"--{parameter.name.strip('_').replace('_', '-')}"
    return parameter.replace(annotation=Annotated[kind, declaration])


def _check_format(format_: str) -> None:
    if format_ not in FORMATS:
        raise UserError(
            f"there is no format '{format_}'.",
            place="--format",
            remedy=f"Use {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.",
        )
