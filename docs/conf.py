"""Builds the documents as a site: ``make site``. Pages of commands and fields are written from the program itself."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

project = "Palimpsest"
author = "The Palimpsest authors"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Palimpsest"
html_static_path: list[str] = []
html_show_copyright = False
exclude_patterns = ["examples", "screenshots", "_build"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure"]


def write_reference(_app: Sphinx) -> None:
    """Write the help of every command and the list of every field into ``docs/generated``."""
    folder = HERE / "generated"
    folder.mkdir(exist_ok=True)
    (folder / "commands.md").write_text(_commands(), encoding="utf-8")
    (folder / "fields.md").write_text(_fields(), encoding="utf-8")


def _commands() -> str:
    """Return the help of every command, those of groups included."""
    import typer

    from engine.cli.app import app

    parts = ["# Commands, as they help themselves", "", "What `palimpsest COMMAND --help` prints.", ""]
    top = typer.main.get_command(app)
    context = top.make_context("palimpsest", [], resilient_parsing=True)
    for name in top.list_commands(context):  # type: ignore[attr-defined]
        command = top.get_command(context, name)  # type: ignore[attr-defined]
        inner = command.make_context(name, [], parent=context, resilient_parsing=True)
        parts += [f"## {name}", "", "```text", command.get_help(inner).strip(), "```", ""]
        for each in command.list_commands(inner) if hasattr(command, "list_commands") else []:
            part = command.get_command(inner, each)
            own = part.make_context(each, [], parent=inner, resilient_parsing=True)
            parts += [f"### {name} {each}", "", "```text", part.get_help(own).strip(), "```", ""]
    return "\n".join(parts)


def _fields() -> str:
    """Return every field of an experiment: what ``palimpsest fields`` lists, as tables by stage."""
    from engine.spec.describe import FieldMeta, walk_fields
    from engine.spec.experiment import Experiment
    from engine.spec.stages import Stage

    def table(fields: list[FieldMeta]) -> list[str]:
        rows = ["| key | what it is | default | range |", "|---|---|---|---|"]
        for each in fields:
            option = f" ({each.option})" if each.option else ""
            cells = [
                f"`{each.path}`{option}",
                f"**{each.label}.** {each.help}",
                f"`{each.default}`",
                each.range_text(),
            ]
            rows.append(
                "| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells) + " |"
            )
        return rows

    parts = [
        "# Fields of an experiment",
        "",
        "Keys of `--set` and of TOML files; declared once, in `engine/spec`.",
        "",
    ]
    parts += table([each for each in walk_fields(Experiment) if each.path != "stages"])
    for kind, stage in Stage.known_options().items():
        parts += ["", f"## Stage `{kind}`", "", *table(list(walk_fields(stage, "stages.N.")))]
    return "\n".join(parts) + "\n"


def name_files_outside(_app: Sphinx, page: str, source: list[str]) -> None:
    """Turn links to files outside ``docs`` into their words: the site does not have those files."""
    if "/" not in page:
        source[0] = re.sub(r"(?<!!)\[([^\]]+)\]\(\.\./[^)]*\)", r"\1 (in the repository)", source[0])


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", write_reference)
    app.connect("source-read", name_files_outside)
