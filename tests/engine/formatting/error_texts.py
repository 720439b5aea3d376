"""The texts of errors (what ``UserError`` and its kin are given) and all literals of the source, • for each value.

A text is followed to where it is written: through variables, constants of modules, choices, and the parameters of
functions that only hand it on ("fail_at(message)"); what comes from elsewhere counts as a value.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

import engine

ENGINE = Path(engine.__file__).parent
HOLE = "•"
_OTHERS = {"RunOutcome": 1, "PydanticCustomError": 1, "ValueError": 0}
"""What tells a text beside errors of users, by the place of the text among its arguments: why a run has ended, and
what is wrong with a field of a specification."""
_FIELD_ERRORS = ("ValueError", "PydanticCustomError")
_OF_FIELDS = ("spec/", "objectives/", "places/", "mitigation/")
"""Where the text of a ValueError is what is wrong with a field; elsewhere it is for programmers, or caught."""
_UNCHANGING = ("str", "phrase", "printable", "capital", "small")
"""Functions that return the text they are given."""
_MOST_STEPS = 5
"""From where an error is raised to where its text is written."""
_MOST_TEXTS = 64
"""Of one place: a message of several choices has as many texts as they combine to."""


class ErrorText(NamedTuple):
    """A text that an error may have as its message or its remedy, and the line that makes the error."""

    place: str
    text: str


@dataclass
class _Scope:
    """A function, or a module outside its functions: the parameters, and what its names are set to."""

    module: ast.Module
    function: ast.FunctionDef | None = None
    names: dict[str, list[ast.expr]] = field(default_factory=lambda: defaultdict(list))

    @property
    def parameters(self) -> list[str]:
        if self.function is None:
            return []
        given = self.function.args
        return [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]


class _Call(NamedTuple):
    call: ast.Call
    scope: _Scope


def _scopes(module: ast.Module) -> Iterator[tuple[_Scope, list[ast.AST]]]:
    """Yield the module and its functions, each with its nodes; a function in a function counts to both."""
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    inside = {id(node) for function in functions for node in ast.walk(function)}
    outside = [node for node in ast.walk(module) if id(node) not in inside]
    for scope, nodes in (
        (_Scope(module), outside),
        *((_Scope(module, each), list(ast.walk(each))) for each in functions),
    ):
        for node in nodes:
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    _remember(scope, target, node.value)
        yield scope, nodes


def _remember(scope: _Scope, target: ast.expr, value: ast.expr) -> None:
    if isinstance(target, ast.Name):
        scope.names[target.id].append(value)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=False):
            _remember(scope, one, other)


class _Source:
    """All modules of the engine, with who calls what."""

    def __init__(self) -> None:
        self.calls: dict[str, list[_Call]] = defaultdict(list)
        self.functions: dict[str, list[_Scope]] = defaultdict(list)
        self.constants: dict[str, list[ast.expr]] = defaultdict(list)
        self.errors: list[tuple[str, _Call]] = []
        self.modules: dict[str, ast.Module] = {}
        kinds, made = {"UserError"}, []
        for file in sorted(ENGINE.rglob("*.py")):
            module, name = ast.parse(file.read_text(encoding="utf-8")), file.relative_to(ENGINE).as_posix()
            self.modules[name] = module
            for node in ast.walk(module):
                if isinstance(node, ast.ClassDef) and any(
                    _named(base).endswith("Error") for base in node.bases
                ):
                    kinds.add(node.name)
            for scope, nodes in _scopes(module):
                if scope.function is not None:
                    self.functions[scope.function.name].append(scope)
                else:
                    for constant, values in scope.names.items():
                        self.constants[constant] += values
                calls = [node for node in nodes if isinstance(node, ast.Call)]
                for call in calls:
                    self.calls[_named(call.func)].append(_Call(call, scope))
                    made.append((f"{name}:{call.lineno}", _Call(call, scope)))
        self.errors = [(place, each) for place, each in made if _makes_error(each, kinds, place)]

    def texts(self, node: ast.expr, scope: _Scope, steps: int = 0) -> list[str]:
        """Return the texts that an expression can be; • where it is not known, or no text."""
        found: Iterable[str] = [HOLE]
        if isinstance(node, ast.Constant):
            found = [node.value] if isinstance(node.value, str) else [HOLE]
        elif isinstance(node, ast.IfExp | ast.BoolOp):
            parts = [node.body, node.orelse] if isinstance(node, ast.IfExp) else node.values
            found = [text for part in parts for text in self.texts(part, scope, steps)]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            found = self._joined([node.left, node.right], scope, steps)
        elif isinstance(node, ast.JoinedStr):
            found = self._joined(node.values, scope, steps)
        elif isinstance(node, ast.FormattedValue):
            found = self.texts(node.value, scope, steps)
            if isinstance(node.value, ast.Name | ast.Call) and not _words(found):
                found = [HOLE]  # a name, a number
        elif isinstance(node, ast.Name) and steps < _MOST_STEPS:
            found = self._of_name(node.id, scope, steps + 1)
        elif isinstance(node, ast.Call) and _named(node.func) in _UNCHANGING:
            found = self.texts(node.args[0], scope, steps) if node.args else [HOLE]
        return sorted(set(found))[:_MOST_TEXTS] or [HOLE]

    def _joined(self, parts: Iterable[ast.expr], scope: _Scope, steps: int) -> Iterator[str]:
        combined = itertools.product(*(self.texts(part, scope, steps) for part in parts))
        yield from map("".join, itertools.islice(combined, _MOST_TEXTS))

    def _of_name(self, name: str, scope: _Scope, steps: int) -> list[str]:
        values = [(each, scope) for each in scope.names.get(name, ())]
        if scope.function is not None and name in scope.parameters:
            values += self._given(name, scope)
        if not values:
            values = [(each, _Scope(scope.module)) for each in self.constants.get(name, ())[:1]]
        return [text for value, where in values for text in self.texts(value, where, steps)]

    def _given(self, name: str, scope: _Scope) -> list[tuple[ast.expr, _Scope]]:
        """Return what callers of a function give as one of its parameters."""
        assert scope.function is not None
        own = [each for each in scope.parameters if each not in ("self", "cls")]
        found = []
        if name not in own or scope.function.name == "__init__":
            return []
        alike = self.functions[scope.function.name]
        keyword_only = {each.arg for each in scope.function.args.kwonlyargs}
        for call, where in self.calls[scope.function.name]:
            if len(alike) > 1 and where.module is not scope.module:  # which of them is called is not known
                continue
            keywords = {each.arg: each.value for each in call.keywords}
            if name in keywords:
                found.append((keywords[name], where))
            elif own.index(name) < len(call.args) and name not in keyword_only:
                found.append((call.args[own.index(name)], where))
        return found


def _words(texts: Iterable[str]) -> bool:
    """Return whether each of the texts is part of a sentence: several words, or one that may be left out."""
    found = list(texts)
    return any(found) and all(" " in each or not each for each in found)


def _named(node: ast.expr) -> str:
    """Return the last part of a name: ``raise module.SomeError`` is called SomeError."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _makes_error(each: _Call, kinds: set[str], place: str) -> bool:
    """Return whether a call makes an error, itself or as the constructor of a kind of error with texts of its own."""
    keywords = {given.arg for given in each.call.keywords}
    name = _named(each.call.func)
    if name in _FIELD_ERRORS:
        return place.startswith(_OF_FIELDS) and bool(each.call.args)
    return (
        name in _OTHERS
        or (name in kinds and bool(keywords & {"place", "remedy"} or name == "UserError"))
        or (name == "__init__" and bool(keywords & {"place", "remedy"}))
    )


def _of_field(text: str) -> str:
    """Return what is wrong with a field as a form shows it: pydantic fills the places, and a full stop is added."""
    filled = re.sub(r"\{\w+\}", HOLE, text)
    return filled if filled.endswith(".") else f"{filled}."


@cache
def error_texts() -> tuple[ErrorText, ...]:
    """Return the texts of all errors that the engine makes."""
    source, found = _Source(), set()
    for place, (call, scope) in source.errors:
        first = _OTHERS.get(_named(call.func), 0)
        keywords = [each.value for each in call.keywords if each.arg in ("message", "remedy")]
        given = [*call.args[first : first + 1], *keywords]
        for text in (text for each in given for text in source.texts(each, scope)):
            found.add(ErrorText(place, _of_field(text) if _named(call.func) in _FIELD_ERRORS else text))
    return tuple(sorted(found))


_LISTED = ("phrase", "field", "debug", "ArgumentParser")
"""Calls whose texts are listed by themselves, or go to a log or a terminal."""


def literal_texts() -> Iterator[ErrorText]:
    """Yield the literals of the engine but docstrings and those of ``_LISTED`` calls. Names are followed."""
    source = _Source()
    for place, module in source.modules.items():
        scopes = {id(node): scope for scope, nodes in _scopes(module) for node in nodes}
        within = set[int]()
        for node in ast.walk(module):
            docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if docstring or isinstance(node, ast.JoinedStr) or _named(getattr(node, "func", node)) in _LISTED:
                within |= {id(part) for part in ast.walk(node) if part is not node}
        for node in ast.walk(module):
            if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in within:
                for text in source.texts(node, scopes[id(node)]):
                    yield ErrorText(f"{place}:{node.lineno}", text)
