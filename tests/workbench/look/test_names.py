"""Names told apart in little room."""

from __future__ import annotations

import pytest

from workbench.look.names import distinct_parts, telling_ends


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["T: rate 2e-5, seed 1", "T: rate 5e-5, seed 1"], ["…2e-5…", "…5e-5…"]),
        (["rate 2e-5, seed 1", "rate 5e-5, seed 2"], ["…2e-5, seed 1", "…5e-5, seed 2"]),
        (["one", "two"], ["one", "two"]),
        (["alone in the plot"], ["alone in the plot"]),
        (["a b", "a b"], ["a b", "a b"]),  # nothing tells them apart
        (["base", "base larger"], ["base", "base larger"]),  # one would be left without a name
        ([], []),
    ],
)
def test_what_names_share_is_left_out(names: list[str], shown: list[str]) -> None:
    assert distinct_parts(names) == shown


def test_what_tells_a_name_comes_after_the_words_it_shares() -> None:
    names = ["T7: plain, Reviews", "T7: plain, Headlines", "T7: other", "alone"]
    assert telling_ends(names) == ["plain, Reviews", "plain, Headlines", "other", "alone"]
    assert telling_ends(["base", "base large", "base"]) == ["base", "large", "base"]
    assert telling_ends([]) == []
