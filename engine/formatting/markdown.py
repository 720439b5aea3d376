"""Texts within Markdown: names and values show as they are, whatever marks they hold."""

from __future__ import annotations

import re

from engine.errors import printable

_MARKS = re.compile(r"[\\`*\[\]<>|&~$]|(?<!\w)_|_(?!\w)")
"""Characters that begin emphasis, code, a link, a picture, HTML, a table's column or a formula."""


def escape_markdown(text: str) -> str:
    r"""Return ``text`` on one line with all marks escaped by backslashes (CommonMark 2.4).

    >>> escape_markdown("![x](http://a.example/b.png) <b> a_b")
    '!\\[x\\](http://a.example/b.png) \\<b\\> a_b'
    """
    line = printable(" ".join(text.split()), most=max(len(text), 1))
    return _MARKS.sub(lambda match: f"\\{match[0]}", line)


def code_span(text: str) -> str:
    """Return ``text`` as code on one line, between as many backticks as it takes.

    >>> code_span("a`b"), code_span("x")
    ('``a`b``', '`x`')
    """
    line = printable(" ".join(text.split()), most=max(len(text), 1)) or " "
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{pad}{line}{pad}{fence}"
