"""What the source of the window must keep to, so that it can be said in another language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from translations import FUNCTIONS, placeholders_of

from tests.workbench.visible_strings import TECHNICAL

ROOT = Path(__file__).resolve().parents[2]
TRANSLATED = {*FUNCTIONS, "tr_engine"}
_SKIPPED_FILES = {
    "workbench/look/stylesheet.py", "workbench/look/theme.py", "workbench/look/tokens.py", "workbench/look/icons.py",
    # What the command line and a start without Qt say, in English.
    "workbench/app.py", "workbench/screen.py", "workbench/system_libraries.py", "workbench/backend/cli_job.py",
    # The same files write pictures and reports for the command line; a report is in English everywhere.
    "workbench/report/document.py", "workbench/report/pdf.py",
    "workbench/language.py",
}  # fmt: skip
EXCEPTIONS = {
    "Palimpsest": "the program's name",
    "{} - Palimpsest": "the program's name behind a title",
    "Markdown": "a format's name",
    "Ctrl K": "keys",
    "Left": "a key",
    "Right": "a key",
    "Enter": "a key",
    "Tab": "a key",
    "\0file": "an entry's data",
    "\0folder": "an entry's data",
    "data sets": "a name of a source of suggestions",
    "general texts": "a name of a source of suggestions",
    "json files": "a name of a source of suggestions",
    "typed costs": "a choice's data",
    "None": "a type",
    "given wrongly": "how costs are named on the command line",
    " and ": "between names of settings in a LaTeX caption",
    "~/.cache": "a path",
    "on the GPU": "a place in a sentence of the engine, translated with it",
    "cannot tell": "a verdict of the engine, translated where it is shown",
    "Cleaned of ": "how a note of the engine begins",
    " to ": "what a range is read with",
    "batch_size=": "what is typed",
    "tag = starred": "a filter as it is typed",
    "status = failed or status = interrupted or status = out_of_memory": "a filter as it is typed",
    "started = today": "a filter as it is typed",
    "{} by {}.": "names of settings in a LaTeX caption",
    ", low": "a column of an exported table",
    ", high": "a column of an exported table",
    "on the front": "a column of an exported table",
    "cuda:{},{}": "a device",
    "inspect {}": "a slot",
    "tokens {}": "a slot",
    "page {}": "a slot",
    "{} GB": "a unit",
    "{} TB": "a unit",
}
"""Texts that look like words for people and are not translated, and why."""
MENUS = {"File", "Edit", "View", "Run", "Window", "Help"}
"""Names of menus, which are keys; their titles are translated."""
_KEYS = re.compile(r"(Ctrl|Alt|Shift)\+.*|F\d+|Del|Esc|Return|Space|K, X, R")
_ONE_WORD = re.compile(r"&?[A-Z][A-Za-z&'-]*[a-z]…?")
_CODE_CALLS = {
    "compile", "getattr", "setattr", "hasattr", "setObjectName", "Thread", "get", "put", "strftime", "TypeVar",
    "TypeVarTuple", "ValueError", "KeyError", "TypeError", "RuntimeError", "AssertionError", "cast", "execute",
    "findChild", "setProperty", "property", "Signal", "QFont", "QColor", "QKeySequence", "startswith", "endswith",
    "partition", "split", "removeprefix", "removesuffix", "sub", "match", "fullmatch", "search", "icon", "Literal",
    "einsum",
}  # fmt: skip
_CODE_KEYWORDS = {"slot", "suggest", "icon", "kind", "key", "shortcut", "encoding", "role", "setting", "menu"}


def _files() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted((ROOT / "workbench").rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        if name not in _SKIPPED_FILES and file.name != "__init__.py":
            yield name, ast.parse(file.read_text(encoding="utf-8"))


def _parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def _text(node: ast.AST) -> str | None:
    """Return the text of a literal, with {} for each value of an f-string; None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _reads_like_words(node: ast.AST, text: str) -> bool:
    bare = text.replace("{}", "")
    if (
        _KEYS.fullmatch(text)
        or not re.search(r"[A-Za-z]{2,}", bare)
        or re.fullmatch(r"#[0-9A-Fa-f]{3,8}", text)
    ):
        return False
    if TECHNICAL.fullmatch(bare):
        if isinstance(node, ast.Constant):
            return bool(_ONE_WORD.fullmatch(text))
        return " " in text and bool(re.search(r"(^| )[A-Za-z]{2,}( |$)", bare))
    return "\\" not in text


def _is_code(node: ast.AST, parents: dict[ast.AST, ast.AST], text: str) -> bool:
    """Whether a literal is a docstring, a key, compared with, or given to a function that wants a name."""
    child, above = node, parents[node]
    if isinstance(above, ast.Expr | ast.JoinedStr):  # a part of an f-string is read with the whole of it
        return True
    is_argument = True  # of the call that is met next: not within another call's
    while not isinstance(above, ast.stmt):
        if isinstance(above, ast.Compare | ast.arg) or (
            isinstance(above, ast.Subscript) and child is above.slice
        ):
            return True
        if isinstance(above, ast.keyword) and above.arg in _CODE_KEYWORDS and is_argument:
            return True
        if isinstance(above, ast.Call) and is_argument:
            if child is above.func:
                return _called(above) == "split"
            if _called(above) in _CODE_CALLS or (_called(above) in TRANSLATED and child in above.args):
                return True
            is_argument = False
        child, above = above, parents[above]
    return isinstance(above, ast.AnnAssign) and child is above.annotation


def untranslated() -> list[str]:
    """Return "file:line: text" of what can be seen and is not translated."""
    found = []
    for name, tree in _files():
        parents = _parents(tree)
        for node in ast.walk(tree):
            text = _text(node)
            if text is None or text in EXCEPTIONS or text in MENUS or node not in parents:
                continue
            if _reads_like_words(node, text) and not _is_code(node, parents, text):
                found.append(f"{name}:{getattr(node, 'lineno', 0)}: {text}")
    return found


def joined() -> list[str]:
    """Return "file:line: code" where a translated text is one of the parts that a sentence is put together from."""
    found = []
    for name, tree in _files():
        parents = _parents(tree)
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and _called(node) in FUNCTIONS):
                continue
            above = parents[node]
            beside: list[str | None] = []
            if isinstance(above, ast.BinOp) and isinstance(above.op, ast.Add):
                beside = [_text(each) or "words" for each in (above.left, above.right) if each is not node]
            elif isinstance(above, ast.FormattedValue):
                whole = parents[above]
                assert isinstance(whole, ast.JoinedStr)
                beside = [_text(part) for part in whole.values if isinstance(part, ast.Constant)]
            if any(each and re.search(r"[A-Za-z]{2,}", each) for each in beside):
                found.append(f"{name}:{node.lineno}: {ast.unparse(above)}")
    return found


def is_half(text: str) -> bool:
    """Whether a text is no whole: it begins or ends where another was to go on."""
    return text != text.strip() or text.startswith((",", ";")) or text.endswith(",")


def differing_places(texts: dict[str, str]) -> list[str]:
    """Return the translations, by English text, whose places for values are not those of their source."""
    return [said for text, said in texts.items() if said and placeholders_of(text) != placeholders_of(said)]
