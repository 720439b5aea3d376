"""Writes the bundled samples; run again, it writes the same bytes.

Three ways to call it::

    python -m resources.samples.generate            write the files beside this module
    python -m resources.samples.generate FOLDER     write them into another folder
    python -m resources.samples.generate --check    compare with the files here; exit 1 when one differs
"""

from __future__ import annotations

import argparse
import csv
import functools
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from resources.samples.make import headlines, questions, reviews

HERE = Path(__file__).resolve().parent

Row = dict[str, str]


def as_csv(rows: Sequence[Row]) -> str:
    """Rows as CSV with a header line, LF line ends and quotes only where they are needed."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_json_lines(rows: Sequence[Row]) -> str:
    """Rows as one JSON object per line."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@functools.cache
def texts() -> dict[str, str]:
    """Every file of the samples: its path below this folder (with slashes) and its contents."""
    out: dict[str, str] = {}
    for name, made, ending, written in (
        ("reviews", reviews.rows(), "csv", as_csv),
        ("questions", questions.rows(), "jsonl", as_json_lines),
        ("headlines", headlines.rows(), "csv", as_csv),
    ):
        for part, rows in made.items():
            out[f"{name}/{part}.{ending}"] = written(rows)
    return out


def write(folder: Path) -> list[Path]:
    """Writes all files below a folder and returns their paths."""
    paths = []
    for name, text in texts().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
        paths.append(path)
    return paths


def differing(folder: Path) -> list[str]:
    """The names of the files below a folder that are missing or not what the generator writes."""
    made = texts()
    return [
        name
        for name, text in made.items()
        if not (folder / name).is_file() or (folder / name).read_bytes() != text.encode("utf-8")
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m resources.samples.generate", description="Make the samples."
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, default=HERE, help="where to write (default: beside this file)"
    )
    parser.add_argument("--check", action="store_true", help="only compare; exit 1 when a file differs")
    chosen = parser.parse_args(arguments)
    if chosen.check:
        names = differing(chosen.folder)
        print("\n".join(f"differs: {name}" for name in names) or "all files are what the generator writes")
        return 1 if names else 0
    for path in write(chosen.folder):
        print(f"{path}  {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
