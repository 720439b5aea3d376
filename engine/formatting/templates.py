"""Texts that programs and people read beside a model, from the templates ``resources/*.j2``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from engine import paths
from engine.formatting.markdown import code_span, escape_markdown


def render_template(name: str, **values: object) -> str:
    """Return the template ``resources/NAME.j2`` filled with ``values``; in HTML every value is escaped.

    Its filters ``plain`` and ``code`` are ``escape_markdown`` and ``code_span``, ``json`` writes a value as JSON.
    """
    return _environment().get_template(f"{name}.j2").render(values)


def template_macro(name: str, macro: str, helpers: Mapping[str, object], *values: object) -> str:
    """Return what a macro of the template ``resources/NAME.j2`` makes of ``values``; it may use the ``helpers``."""
    made = _environment().get_template(f"{name}.j2").make_module(dict(helpers))
    return str(getattr(made, macro)(*values))


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(paths.RESOURCES),
        autoescape=lambda name: bool(name and ".html" in name),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["plain"], made.filters["code"] = escape_markdown, code_span
    made.filters["json"] = lambda value, indent=None: json.dumps(value, indent=indent, ensure_ascii=False)
    return made
