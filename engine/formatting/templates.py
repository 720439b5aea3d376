"""Render the templates ``resources/*.j2``: cards, reports and sentences."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING

from engine import paths
from engine.errors import printable

if TYPE_CHECKING:
    from jinja2 import Environment


_MARKS = re.compile(r"[\\`*\[\]<>|&~$]|(?<!\w)_|_(?!\w)")
"""Characters with a meaning in Markdown: emphasis, code, links, pictures, HTML, tables, formulas."""


def escape_markdown(text: str) -> str:
    r"""Return ``text`` on one line with all Markdown characters escaped by backslashes (CommonMark 2.4).

    >>> escape_markdown("![x](http://a.example/b.png) <b> a_b")
    '!\\[x\\](http://a.example/b.png) \\<b\\> a_b'
    """
    line = printable(" ".join(text.split()), limit=max(len(text), 1))
    return _MARKS.sub(lambda match: f"\\{match[0]}", line)


def code_span(text: str) -> str:
    """Return ``text`` as inline code on one line, with enough backticks around it.

    >>> code_span("a`b"), code_span("x")
    ('``a`b``', '`x`')
    """
    line = printable(" ".join(text.split()), limit=max(len(text), 1)) or " "
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def render_template(name: str, **values: object) -> str:
    """Return the template ``resources/NAME.j2`` filled with ``values``. In HTML all values are escaped.

    The filters ``plain`` and ``code`` are ``escape_markdown`` and ``code_span``. ``json`` writes a value as JSON.
    """
    return _environment().get_template(f"{name}.j2").render(values)


def state(name: str, sentence: str, *values: object, **helpers: object) -> str:
    """Return the result of the macro ``sentence`` of ``resources/NAME.j2``, called with ``values``.

    Line breaks and multiple blanks become one blank.
    """
    template = _environment().get_template(f"{name}.j2")
    macros = template.make_module(helpers) if helpers else template.module
    return " ".join(str(getattr(macros, sentence)(*values)).split())


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # not while the window opens

    result = Environment(
        loader=FileSystemLoader(paths.RESOURCES),
        autoescape=lambda name: bool(name and ".html" in name),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    result.filters["plain"], result.filters["code"] = escape_markdown, code_span
    result.filters["json"] = lambda value, indent=None: json.dumps(value, indent=indent, ensure_ascii=False)
    return result
