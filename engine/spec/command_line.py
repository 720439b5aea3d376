"""Settings on the command line: ``--set FIELD=VALUE`` with the value as TOML."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.errors import UserError, printable
from engine.formatting.numbers import plain
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment, parse_record
from engine.spec.stages import Stage
from engine.spec.sweep import parse_value, require_one_value


def to_inline_toml(value: object) -> str:
    """Return a plain value as TOML on one line. Types are preserved: "2" remains a text, 2.0 a float."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and math.isfinite(value):
        return f"{value:.1f}" if value.is_integer() and abs(value) < 1e15 else plain(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {to_inline_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(to_inline_toml(item) for item in value)}]"
    import tomlkit

    return tomlkit.string(str(value)).as_string()


def setting_arguments(settings: Mapping[str, object], quote: Callable[[str], str] = str) -> list[str]:
    """Return ``settings`` by dotted field as arguments: ``["--set", "epochs=4", ...]``."""
    return [
        word
        for path, value in settings.items()
        for word in ("--set", quote(f"{path}={to_inline_toml(value)}"))
    ]


def run_command(
    recipe: str, settings: Mapping[str, object], quote: Callable[[str], str] = shlex.quote
) -> str:
    """Return the command that runs ``recipe`` with ``settings``. ``quote`` quotes words for the shell."""
    return " ".join(["palimpsest", "run", recipe, *setting_arguments(settings, quote)])


def source_arguments(source: DataSource) -> list[str]:
    """Return ``source`` as arguments of ``palimpsest data``: its path or name, then settings other than defaults."""
    settings: dict[str, object] = {}
    for key, value in source.model_dump(mode="json", exclude_defaults=True, exclude={"source"}).items():
        if isinstance(value, dict):
            settings[f"{key}.kind"] = value["kind"]
            settings |= {f"{key}.{name}": inner for name, inner in value.items() if name != "kind"}
        else:
            settings[key] = value
    return [source.source, *setting_arguments(settings)]


def parse_source(source: str, settings: Iterable[str] = ()) -> DataSource:
    """Return a data set from its path or name and ``KEY=VALUE`` settings.

    Raises UserError that names the invalid field, or one with two values.
    """
    table: dict[str, object] = {"source": source}
    entries = [(setting, *setting.partition("=")) for setting in settings]
    # A whole option is applied before its fields, independent of their order: format=csv, format.delimiter=tab.
    for setting, key, equals, text in sorted(entries, key=lambda each: each[1].count(".")):
        if not equals:
            raise UserError("needs the form KEY=VALUE.", place=f"--set {setting}")
        *parents, name = path = key.strip().removeprefix("data.").split(".")
        of_stages = (each.model_fields for each in Stage.known_options().values())
        if path[0] in {*Experiment.model_fields}.union(*of_stages) - DataSource.model_fields.keys():
            remedy = f"Set it when the design runs: palimpsest run FILE --set {setting}"
            raise UserError("is a field of a design, not of its data.", place=f"--set {key}", remedy=remedy)
        parent = table
        for part in parents:
            inner = parent.setdefault(part, {})
            if not isinstance(inner, dict):
                parent[part] = inner = {"kind": inner}
            parent = inner
        value = parse_value(text.strip())
        declared = DataSource.model_fields.get(name) if not parents else None
        # A column named 2 or true is a text. A single text column needs no brackets.
        if declared is not None and declared.annotation is str:
            value = str(value) if not isinstance(value, bool) else text.strip()
        elif name == "text" and not isinstance(value, list):
            value = [str(value)]
        remedy = (
            "Give it once. For several columns write one list: text=[NAME,NAME]."
            if name == "text"
            else "Give it once."
        )
        require_one_value(parent.setdefault(name, value), value, place=f"--set {key.strip()}", remedy=remedy)
    return parse_record(DataSource, table, place=printable(source, 300))
