"""Names of files made of other names: of runs, tasks, plots, data. None of them leads out of its folder."""

from __future__ import annotations

import re
import sys
from pathlib import Path

NOT_IN_FILE_NAMES = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
"""Characters that file names must not contain on some system."""
_DEVICES = re.compile(
    r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?:\..*)?", re.IGNORECASE
)
"""Names that mean a device on Windows, whatever the folder and the ending."""
MAX_BYTES = 200
"""Length of a name in UTF-8: file systems take 255 bytes, endings and drafts included."""


def file_name(text: str, otherwise: str) -> str:
    """Return a name for a file made of ``text``: its letters, digits and underscores, joined by hyphens.

    ``otherwise``: the name where nothing is left.

    >>> file_name("../../etc/passwd", "run"), file_name("validation/error of 'A B'", "run"), file_name("CON", "run")
    ('etc-passwd', 'validation-error-of-A-B', 'CON-file')
    """
    slug = re.sub(r"[^\w-]+", "-", text).strip("-_")
    while len(slug.encode("utf-8")) > MAX_BYTES:
        slug = slug[:-1]
    name = slug.strip("-_") or otherwise
    return f"{name}-file" if _DEVICES.fullmatch(name) else name


def with_default_suffix(chosen: str, proposed: str) -> Path:
    """Return the file ``chosen`` in a dialog, with the ending of the name ``proposed`` there where it has none.

    It is never one that is there already: the dialog did not ask whether that may be replaced.
    """
    path = Path(chosen)
    if path.suffix:
        return path
    ending, number = Path(proposed).suffix, 2
    named = path.with_name(f"{path.name}{ending}")
    while named.exists():
        named, number = path.with_name(f"{path.name} ({number}){ending}"), number + 1
    return named


def name_problem(name: str) -> str:
    """Return why ``name`` cannot be the name of a file or folder on this system, or "" where it can.

    >>> name_problem("questions"), name_problem("../up")
    ('', "'../up' cannot name a file. Use letters, digits, spaces, - and _")
    """
    if NOT_IN_FILE_NAMES.search(name) or name.startswith(".") or name.endswith("."):
        return f"'{name}' cannot name a file. Use letters, digits, spaces, - and _"
    if len(name.encode("utf-8", "replace")) > MAX_BYTES:
        return f"'{name[:20]}...' is too long for the name of a file. Use at most {MAX_BYTES} bytes"
    if sys.platform == "win32" and _DEVICES.fullmatch(name):
        return f"'{name}' is the name of a Windows device and cannot name a file. Use another word"
    return ""
