"""Render the templates ``resources/*.j2``: cards, reports and sentences."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from engine import paths
from engine.formatting.markdown import code_span, escape_markdown

if TYPE_CHECKING:
    from jinja2 import Environment


def render_template(name: str, **values: object) -> str:
    """Return the template ``resources/NAME.j2`` filled with ``values``; in HTML every value is escaped.

    Its filters ``plain`` and ``code`` are ``escape_markdown`` and ``code_span``, ``json`` writes a value as JSON.
    """
    return _environment().get_template(f"{name}.j2").render(values)


def state(name: str, sentence: str, *values: object, **helpers: object) -> str:
    """Return a sentence of ``resources/NAME.j2``: its macro ``sentence`` called with ``values``.

    Line breaks and several blanks become one blank.
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
