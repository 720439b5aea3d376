"""``python -m engine.places --store FILE``: the follower of a store's places. It ends when nothing is left."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.errors import UserError
from engine.places.follower import follow_places


def main(arguments: list[str] | None = None) -> int:
    """Run the follower, and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="engine.places", description="Follows the runs at all places, then ends."
    )
    parser.add_argument("--store", type=Path, required=True)
    chosen = parser.parse_args(arguments)
    try:
        follow_places(chosen.store, lambda: False)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
