"""All texts that the window can show, in one list to read through: ``python -m tests.workbench.visible_strings FILE``.

Read from the source: all that is given to ``tr`` and ``tr_n``, and other string literals that look like words for
people, without docstrings, keys, paths and formats; a place for a value in an f-string is written as {}. Labels and
help of the specification's fields come from its own description, which the forms are made of, and what the engine says
is wrong or worth knowing from its list of sentences. A text is listed once, where it stands first.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.formatting.sentences import templates
from engine.spec.base import Choice
from engine.spec.describe import help_of, label_of, walk_fields
from engine.spec.experiment import Experiment

ROOT = Path(__file__).resolve().parents[2]
TRANSLATED = {"tr": 1, "tr_n": 2}
"""The functions that translate, and how many of their arguments are texts."""
TECHNICAL = re.compile(r"[\w./:*-]*|[\W\d_]*|.*[{};]\s*$|[A-Z]+:.*|.*\b(SELECT|FROM|WHERE)\b.*", re.DOTALL)
"""Names, keys and paths; signs and numbers alone; rules of the style sheet; SQL."""


def window_strings() -> dict[str, list[tuple[int, str]]]:
    """The texts by module of ``workbench``: (line, text), as they stand there."""
    found = {}
    for file in sorted((ROOT / "workbench").rglob("*.py")):
        if file.name == "stylesheet.py":
            continue
        texts = list(_texts(ast.parse(file.read_text(encoding="utf-8"))))
        if texts:
            found[str(file.relative_to(ROOT))] = sorted(set(texts))
    return found


def field_strings() -> list[tuple[str, str]]:
    """(field, text) of the labels, units and help of an experiment and of every option of every family."""
    options = [option for family in Choice.__subclasses__() for option in family.known_options().values()]
    found: dict[tuple[str, str], None] = {}
    for owner in (Experiment, *options):
        title = label_of(owner) if issubclass(owner, Choice) else owner.__name__
        found |= {(title, text): None for text in (title, help_of(owner))}
        for meta in walk_fields(owner):
            texts = (meta.label, meta.unit, meta.help, *meta.choices.values())
            found |= {(f"{title}, {meta.path}", text): None for text in texts if text}
    return list(found)


def _texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    # Docstrings, and strings under constants that say what these are: expressions that stand alone.
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    shown = {id(each) for each in _given_to_tr(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values)
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            text = node.value
        else:
            continue
        if id(node) in shown or not TECHNICAL.fullmatch(text.replace("{}", "")):
            yield node.lineno, " ".join(text.split())


def _given_to_tr(tree: ast.AST) -> Iterator[ast.expr]:
    """The literals that are given to be translated, of a choice both."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TRANSLATED:
            given = list(node.args[: TRANSLATED[node.func.id]])
            while given:
                each = given.pop()
                if isinstance(each, ast.IfExp):
                    given += [each.body, each.orelse]
                else:
                    yield each


def write(file: Path) -> int:
    """Write the list to ``file``; returns how many lines it has."""
    parts = {
        module: [(f"{line:5} {text}", text) for line, text in texts]
        for module, texts in window_strings().items()
    }
    parts["fields of an experiment"] = [(f"{field}: {text}", text) for field, text in field_strings()]
    parts["sentences of the engine"] = [(text, text) for text in templates()]
    lines: list[str] = []
    listed: set[str] = set()
    for title, found in parts.items():
        lines += ["", f"== {title}"]
        for line, text in found:
            if text not in listed:
                listed.add(text)
                lines.append(line)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines).lstrip("\n") + "\n", encoding="utf-8")
    return len(lines)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "visible_strings.txt"
    print(f"{write(target)} lines in {target}")
