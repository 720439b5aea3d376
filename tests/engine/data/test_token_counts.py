"""Token counts that are not in the cache any more are asked for again."""

from __future__ import annotations

import pytest

from engine.data.token_counts import load_token_lengths, load_tokenizer_core
from engine.errors import UserError

pytestmark = pytest.mark.usefixtures("home")


def test_what_left_the_cache_is_said() -> None:
    with pytest.raises(UserError, match="Count"):
        load_token_lengths(("0123456789abcdef",))
    with pytest.raises(UserError, match="Count"):
        load_tokenizer_core("0123456789abcdef")
