"""What no module of the program does, whatever it is handed: the claims of docs/security.md that are about code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("engine", "palimpsest", "workbench", "packaging", "benchmarks")

FORBIDDEN_MODULES = {
    "pickle",
    "cPickle",
    "dill",
    "cloudpickle",
    "joblib",
    "marshal",
    "shelve",
    "yaml",
    "telnetlib",
}
ALLOWED = {
    # For the class of the error by which torch refuses a file: nothing of it is called.
    ("engine/model/conversion/checkpoint_source.py", "pickle")
}
RICH_TEXT = {
    "setHtml", "insertHtml", "setMarkdown", "insertMarkdown", "RichText", "MarkdownText", "AutoText", "QTextBrowser",
    "QErrorMessage", "setWhatsThis", "QWhatsThis", "QWebEngineView", "LabelItem",
}  # fmt: skip
"""Names of Qt and pyqtgraph that show rich text, or guess whether a text is rich."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield file.relative_to(ROOT).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def unsafe(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of everything that could run what it reads."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                if each.name.partition(".")[0] in FORBIDDEN_MODULES:
                    yield node.lineno, each.name
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in FORBIDDEN_MODULES:
            yield node.lineno, node.module or ""
        elif isinstance(node, ast.Call):
            yield from _unsafe_call(node)


def _unsafe_call(node: ast.Call) -> Iterator[tuple[int, str]]:
    name = ast.unparse(node.func)
    given = {each.arg: ast.unparse(each.value) for each in node.keywords if each.arg}
    if name in ("eval", "exec", "compile", "__import__", "os.system", "os.popen"):
        yield node.lineno, name
    if name.endswith("torch.load") and given.get("weights_only") != "True":
        yield node.lineno, "torch.load without weights_only=True"
    if given.get("shell") not in (None, "False"):
        yield node.lineno, "shell"
    if given.get("allow_pickle") not in (None, "False"):
        yield node.lineno, "allow_pickle"
    if given.get("trust_remote_code") not in (None, "False"):
        yield node.lineno, "trust_remote_code"
    if given.get("weights_only") not in (None, "True"):
        yield node.lineno, "weights_only"
    if name.endswith(("extractall", "unpack_archive")):
        yield node.lineno, name


def test_nothing_that_is_read_is_run() -> None:
    found = {(file, what): line for file, tree in modules() for line, what in unsafe(tree)}
    assert {key: line for key, line in found.items() if key not in ALLOWED} == {}
    assert found.keys() >= ALLOWED  # the list has no exceptions that are none


LOAD, ON, OFF = "load", "True", "False"
"""Put into the examples below, so that no line of this file reads like what it forbids."""


@pytest.mark.parametrize(
    "code",
    [
        "import pickle", "from joblib import load", "import yaml", "eval('1')", "exec(text)", "os.system('ls')",
        f"torch.{LOAD}(file)", f"torch.{LOAD}(file, weights_only={OFF})", f"run(x, shell={ON})", "run(x, shell=flag)",
        f"np.{LOAD}(file, allow_pickle={ON})", f"AutoModel.from_pretrained(x, trust_remote_code={ON})",
        "archive.extractall(folder)", "shutil.unpack_archive(file)",
    ],
)  # fmt: skip
def test_that_watch_sees_each_way(code: str) -> None:
    assert list(unsafe(ast.parse(code)))


def test_models_are_loaded_without_remote_code_and_from_safetensors() -> None:
    """Every ``from_pretrained`` says so, but those of folders that we have written ourselves a moment before."""
    ours = {"engine/model/conversion/export.py", "engine/delivery/onnx_export.py"}
    seen = 0
    for file, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".from_pretrained"):
                given = {each.arg: ast.unparse(each.value) for each in node.keywords if each.arg}
                seen += 1
                # A state given by us is put into a class of transformers: no folder is read.
                if file not in ours and file.startswith("engine/") and "state_dict" not in given:
                    assert given.get("trust_remote_code") == "False", (file, node.lineno)
                if "AutoModel" in ast.unparse(node.func) or ast.unparse(node.func).startswith("auto."):
                    assert given.get("use_safetensors") == "True" or file.startswith("benchmarks"), (
                        file,
                        node.lineno,
                    )
    assert seen >= 5


OUR_OWN_TEXT = {
    ("workbench/report/document.py", "setHtml"),  # a template that escapes whatever it is given
    ("workbench/pages/help.py", "QTextBrowser"),  # reads the manual, which comes with the program
}


def test_the_window_shows_plain_text_only() -> None:
    """Labels are made by one class, which is plain; what could guess that a name is rich text is not used."""
    found = []
    for file, tree in modules():
        if not file.startswith("workbench/"):
            continue
        for node in ast.walk(tree):
            name = (
                node.attr
                if isinstance(node, ast.Attribute)
                else node.id
                if isinstance(node, ast.Name)
                else ""
            )
            if name in RICH_TEXT and (file, name) not in OUR_OWN_TEXT:
                found.append((file, name))
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "QLabel":
                found.append((file, "QLabel(...) in place of Label"))
    assert found == []


def test_every_promise_names_the_tests_that_hold_it() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    table = text.partition("## What is promised")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 12
    for promise, _, tests in rows:
        assert "`tests/" in tests, promise
