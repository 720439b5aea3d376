"""Names of an encoder's layers and heads along the axis of a map."""

from __future__ import annotations


def layer_names(key: str, count: int) -> tuple[str, ...]:
    """Return the names along a map's first axis."""
    if key == "attention/heads":
        return tuple(map(str, range(1, count + 1)))
    if key == "drift/layers":
        return ("Embeddings", *map(str, range(1, count - 1)), "Pooler")
    return ("Embeddings", *map(str, range(1, count)))
