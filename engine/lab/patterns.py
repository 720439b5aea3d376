"""Short descriptions of the attention of a head. They need only NumPy, so the window can use them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.formatting.phrases import phrase

MOSTLY_SHARE = 0.5
"""Share of the attention from which a head attends "mostly" to one target."""
PARTLY_SHARE = 0.3


def head_pattern(weights: np.ndarray, tokens: Sequence[str]) -> str:
    """Describe the attention of a head: "mostly the previous token (81 %)", "mostly [SEP] (64 %)".

    Shares are means over the attending tokens; for neighbours, over the tokens that have this neighbour.

    Args:
        weights: attention [T, T], from each token (row) to each token.
        tokens: T names.
    """
    count = len(tokens)
    if count < 2:
        return phrase("only one token")
    offsets: dict[str, float] = {
        phrase("the token itself"): float(np.trace(weights) / count),
        phrase("the previous token"): float(np.trace(weights, offset=-1) / (count - 1)),
        phrase("the next token"): float(np.trace(weights, offset=1) / (count - 1)),
    }
    columns = weights.mean(0)
    names: dict[str, float] = {}
    for name, share in zip(tokens, columns, strict=True):
        key = name if name.startswith(("[", "<")) else f"“{name}”"
        names[key] = names.get(key, 0.0) + float(share)
    return _describe_share({**offsets, **names}, count)


def token_pattern(weights: np.ndarray, tokens: Sequence[str], index: int) -> str:
    """Describe the attention of one token, as ``head_pattern`` does for all tokens."""
    shares: dict[str, float] = {}
    for position, (name, share) in enumerate(zip(tokens, weights[index], strict=True)):
        key = name if name.startswith(("[", "<")) else f"“{name}”"
        key = phrase("itself") if position == index else key
        shares[key] = shares.get(key, 0.0) + float(share)
    return _describe_share(shares, len(tokens))


def _describe_share(shares: dict[str, float], count: int) -> str:
    name, share = max(shares.items(), key=lambda item: item[1])
    # With three tokens, a third for each is not a preference.
    if share >= max(MOSTLY_SHARE, 1.5 / count):
        return phrase("mostly {name} ({share} %)", name=phrase(name), share=f"{100 * share:.0f}")
    if share >= max(PARTLY_SHARE, 1.5 / count):
        return phrase("partly {name} ({share} %)", name=phrase(name), share=f"{100 * share:.0f}")
    return phrase("spread over the text")
