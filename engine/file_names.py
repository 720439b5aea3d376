"""File names built from names of runs, tasks, plots and data sets. None of them can leave its folder."""

from __future__ import annotations

import re
import sys
from pathlib import Path

NOT_IN_FILE_NAMES = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
"""Characters that some system forbids in file names."""
_DEVICES = re.compile(
    r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?:\..*)?", re.IGNORECASE
)
"""Names that Windows reserves for devices, in any folder and with any suffix."""
MAX_BYTES = 200
"""Maximum length of a name in UTF-8. File systems allow 255 bytes, including suffixes of drafts."""


def file_name(text: str, otherwise: str) -> str:
    """Return a file name made of the letters, digits and underscores of ``text``, joined by hyphens.

    ``otherwise``: the name if nothing is left.

    >>> file_name("../../etc/passwd", "run"), file_name("validation/error of 'A B'", "run"), file_name("CON", "run")
    ('etc-passwd', 'validation-error-of-A-B', 'CON-file')
    """
    slug = re.sub(r"[^\w-]+", "-", text).strip("-_")
    while len(slug.encode("utf-8")) > MAX_BYTES:
        slug = slug[:-1]
    name = slug.strip("-_") or otherwise
    return f"{name}-file" if _DEVICES.fullmatch(name) else name


def with_default_suffix(path_text: str, default_name: str) -> Path:
    """Return the file ``path_text`` in a dialog. Without a suffix it gets that of the name ``default_name``.

    The added suffix never leads to an existing file, because the dialog did not offer to replace it.
    """
    path = Path(path_text)
    if path.suffix:
        return path
    suffix, number = Path(default_name).suffix, 2
    candidate = path.with_name(f"{path.name}{suffix}")
    while candidate.exists():
        candidate, number = path.with_name(f"{path.name} ({number}){suffix}"), number + 1
    return candidate


def name_problem(name: str) -> str:
    """Return why ``name`` cannot name a file or folder on this system, or "".

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
