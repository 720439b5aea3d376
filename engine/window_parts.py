"""Parts of the installed window that the engine asks for: open it, draw a picture, lay out pages, start a screen.

The engine knows no window. One that is installed offers its parts under the entry-point group ``palimpsest.window``:
``main`` opens it, ``curves`` saves a picture of curves, ``pdf`` writes a report, ``screen`` says whether Qt can start.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points

from engine.errors import UserError

GROUP = "palimpsest.window"


def load_window_part(name: str) -> Callable[..., object]:
    """Return the installed window's function ``name``. Raises UserError when no window is installed."""
    for point in entry_points(group=GROUP, name=name):
        try:
            part: Callable[..., object] = point.load()
        except ImportError as error:
            raise UserError(
                f"the window cannot be loaded ({error}).", remedy="Install Palimpsest again."
            ) from error
        return part
    raise UserError(
        "no window is installed.",
        remedy="Install Palimpsest again, or use the commands: palimpsest --help.",
    )
