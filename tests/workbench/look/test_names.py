"""Names told apart in little room."""

from __future__ import annotations

import pytest

from workbench.look.names import distinct_parts


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
