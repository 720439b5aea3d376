"""Settings in one line, as on the command line."""

from __future__ import annotations

import re


def split_settings(text: str) -> list[str]:
    """Return the settings in a line, whose values may contain spaces.

    >>> split_settings("batch_size=12 decay={kind = 'zhang'} epochs=2")
    ['batch_size=12', "decay={kind = 'zhang'}", 'epochs=2']
    """
    depth, start, settings = 0, 0, []
    for match in re.finditer(r"[\[{]|[\]}]|\s+(?=[\w.]+\s*=)", text.strip()):
        mark = match[0]
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        elif depth == 0:
            settings.append(text.strip()[start : match.start()])
            start = match.end()
    return [each for each in (*settings, text.strip()[start:]) if each]
