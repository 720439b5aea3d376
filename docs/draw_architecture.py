"""Draw the packages of ``architecture.md`` as a picture: ``python docs/draw_architecture.py``.

Every row of the page's table of packages becomes boxes, in the order of the table, which is the order of the layers:
imports go downwards only. This module adds where a band of layers begins, and the flow of data.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from workbench.look.tokens import DARK, LIGHT, Theme  # noqa: E402 - found by the path above

PAGE, PICTURE = HERE / "architecture.md", HERE / "architecture.svg"
BANDS: Mapping[str, tuple[str, str]] = {
    "workbench/shell": ("Window", "one process, shows rows"),
    "palimpsest": ("Interfaces", "commands, Python, places"),
    "engine/launch": ("Runs", "processes and results"),
    "engine/train": ("Training", "one process for each run"),
    "engine/model": ("Models", "networks and kernels"),
    "engine/store": ("Storage", "rows, texts, artefacts"),
    "engine/spec": ("Declarations", "loads no torch, no Qt"),
}
"""The first package of each band, with the name of the band and a note."""
UPWARDS = ("engine/spec", "engine/data", "engine/model", "engine/train")
"""The packages that data passes upwards on its way to the trainer: each is the first of its band."""
STORE = "engine/store"
"""The package where events become rows, which the window reads: the last of its band."""
PASSES = ("Experiment", "batches", "losses")
"""What passes from one package of ``UPWARDS`` to the next."""

WIDTH, GUTTER, COLUMNS = 1044, 216, 7
BOX, HEIGHT, SPACE, PADDING, BETWEEN = 96, 34, 10, 12, 22
COLOURS: Mapping[str, tuple[str, str]] = {
    ".ground": ("fill", "window"),
    ".band": ("fill", "surface"),
    ".box": ("fill", "alt"),
    ".key": ("fill", "tint"),
    ".name": ("fill", "text"),
    ".note": ("fill", "text2"),
    ".tip": ("fill", "accent"),
    ".line": ("stroke", "line"),
    ".edge": ("stroke", "control"),
    ".way": ("stroke", "accent"),
}
"""Class of the picture: what is coloured, and the colour of the window's themes that it has."""


@dataclass(frozen=True)
class Band:
    """Layers that are drawn together, with their packages line by line and the place of each box."""

    title: str
    note: str
    top: int
    lines: tuple[tuple[str, ...], ...]

    @property
    def height(self) -> int:
        """The height in pixels."""
        return 2 * PADDING + len(self.lines) * HEIGHT + (len(self.lines) - 1) * SPACE

    def boxes(self) -> Iterator[tuple[str, int, int]]:
        """Yield each package with the left upper corner of its box."""
        for row, line in enumerate(self.lines):
            for column, room in enumerate(line):
                place = COLUMNS - 1 if room == STORE else column
                yield room, GUTTER + place * (BOX + SPACE), self.top + PADDING + row * (HEIGHT + SPACE)


def read_rooms(page: str) -> dict[str, str]:
    """Return the packages of the table in its order, as ``engine/data``, each with what it gives."""
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| `")]
    names = [
        (re.findall(r"`([\w/]+?)(?:\.py)?`", cells[1]), cells[3].strip()) for cells in rows if len(cells) == 6
    ]
    return {name: gives for found, gives in names for name in found}


def arrange(rooms: Sequence[str]) -> list[Band]:
    """Return the bands from top to bottom, those of packages that data passes with that package first."""
    bands: dict[str, list[str]] = {}
    for room in rooms:
        if room in BANDS:
            first = room
        bands.setdefault(first, []).append(room)
    made, top = [], 16
    for first, inside in bands.items():
        inside.sort(key=lambda room: (room not in UPWARDS, room == STORE))
        each = ceil(len(inside) / ceil(len(inside) / COLUMNS))
        lines = tuple(tuple(inside[start : start + each]) for start in range(0, len(inside), each))
        made.append(Band(*BANDS[first], top, lines))
        top += made[-1].height + BETWEEN
    return made


def draw(page: str) -> str:
    """Return the picture of the table of packages in ``page`` as SVG."""
    rooms = read_rooms(page)
    bands = arrange([*rooms])
    corners = {room: (x, y) for band in bands for room, x, y in band.boxes()}
    bottom = bands[-1].top + bands[-1].height
    size = f"{WIDTH} {bottom + 40}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="Inter, system-ui, sans-serif">',
        "<title>Palimpsest: the packages in their layers, and the flow of data through them</title>",
        f"<style>{_style()}</style>",
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        '<path class="tip" d="M0 0 10 5 0 10z"/></marker></defs>',
        f'<rect class="ground" width="{WIDTH}" height="{bottom + 40}"/>',
    ]
    for band in bands:
        parts += _band(band)
    parts += [_box(room, *corners[room], rooms[room]) for room in rooms]
    parts += _way(bands, corners)
    parts.append(
        f'<text class="note" x="28" y="{bottom + 24}">Imports go downwards only. '
        "The arrows show the flow of data in a run.</text>"
    )
    return "\n".join([*parts, "</svg>", ""])


def _style() -> str:
    """Return the rules of the picture: the window's light colours, and its dark ones where those are preferred."""

    def colours(theme: Theme) -> str:
        return "".join(f"{name}{{{what}:{getattr(theme, of)}}}" for name, (what, of) in COLOURS.items())

    shapes = ".way{fill:none;stroke-width:2}.name{font-size:13px;font-weight:600}.note{font-size:12px}"
    return f"{shapes}{colours(LIGHT)}@media (prefers-color-scheme:dark){{{colours(DARK)}}}"


def _band(band: Band) -> list[str]:
    right = GUTTER + COLUMNS * (BOX + SPACE) - SPACE + PADDING
    middle = band.top + band.height // 2
    return [
        f'<rect class="band line" x="16" y="{band.top}" width="{right - 16}" height="{band.height}" rx="6"/>',
        f'<text class="name" x="28" y="{middle - 3}">{escape(band.title)}</text>',
        f'<text class="note" x="28" y="{middle + 14}">{escape(band.note)}</text>',
    ]


def _box(room: str, x: int, y: int, gives: str) -> str:
    kind = "key" if room in (*UPWARDS, STORE) else "box"
    words = escape(re.sub(r"[*`]", "", f"{room}: {gives}"))
    return (
        f'<g><title>{words}</title><rect class="{kind} edge" x="{x}" y="{y}" width="{BOX}" height="{HEIGHT}" rx="4"/>'
        f'<text class="name" x="{x + BOX // 2}" y="{y + 21}" text-anchor="middle">{room.rpartition("/")[2]}</text></g>'
    )


def _way(bands: Sequence[Band], corners: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """Yield the arrows: upwards to the trainer, from there to the store, and from the store to the window."""
    for lower, upper, what in zip(UPWARDS, UPWARDS[1:], PASSES, strict=False):
        (x, low), (_, high) = corners[lower], corners[upper]
        yield f'<path class="way" marker-end="url(#tip)" d="M{x + 30} {low}V{high + HEIGHT + 1}"/>'
        yield f'<text class="note" x="{x + 38}" y="{(low + high + HEIGHT) // 2 + 4}">{what}</text>'
    (left, train), (right, store) = corners[UPWARDS[-1]], corners[STORE]
    inner, outer = right + BOX + PADDING + 16, right + BOX + PADDING + 42
    under = train + HEIGHT + PADDING + BETWEEN - 6
    yield (
        f'<path class="way" marker-end="url(#tip)" d="M{left + BOX - 10} {train + HEIGHT}V{under}H{inner}'
        f'V{store + 9}H{right + BOX + 1}"/>'
    )
    yield f'<text class="note" x="{left + BOX + 4}" y="{under - 4}">events</text>'
    window = bands[0].top + bands[0].height // 2
    yield (
        f'<path class="way" marker-end="url(#tip)" d="M{right + BOX} {store + HEIGHT - 9}H{outer}V{window}'
        f'H{right + BOX + PADDING + 1}"/>'
    )
    yield f'<text class="note" x="{outer + 6}" y="{(window + store) // 2}">rows</text>'


if __name__ == "__main__":
    PICTURE.write_text(draw(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
