"""The cache's size: counted, bounded by removing what was used least recently, and never under a living run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine import paths
from engine.cache import capacity, usage
from engine.errors import UserError

pytestmark = pytest.mark.usefixtures("home")
OLD = time.time() - 30 * 86_400


def entry(kind: str, name: str, size: int = 1000, days: float = 0.0) -> Path:
    """An entry of ``size`` bytes, last used ``days`` after the oldest possible."""
    folder = paths.cache_folder() / kind / name
    folder.mkdir(parents=True)
    (folder / "data.bin").write_bytes(b"x" * size)
    os.utime(folder, (OLD + 86_400 * days,) * 2)
    return folder


def limit(size: float) -> None:
    capacity.set_size_limit(size / 1e9)


def test_entries_are_counted_by_kind_with_their_last_use() -> None:
    entry("texts", "a", 100)
    entry("texts", "b", 50, days=2)
    entry("tokens", "c", 7)
    (paths.cache_folder() / "texts" / ".making-1").mkdir()
    found = {each.kind: each for each in capacity.cache_usage()}
    assert list(found) == list(capacity.KINDS)
    assert (found["texts"].entries, found["texts"].bytes, found["tokens"].bytes) == (2, 150, 7)
    assert found["texts"].used == pytest.approx(OLD + 2 * 86_400)
    assert (found["stages"].entries, found["stages"].used) == (0, None)


def test_the_least_recently_used_goes_first_and_no_more_than_needed() -> None:
    oldest, used_again, newer = (
        entry("texts", "a"),
        entry("tokens", "b", days=1),
        entry("corpora", "c", days=2),
    )
    usage.mark_used(used_again)
    limit(2000)
    assert capacity.make_room() == capacity.Removal(1, 1000, 0)
    assert (oldest.exists(), used_again.exists(), newer.exists()) == (False, True, True)
    limit(500)
    capacity.make_room()
    # What was used a moment ago stays, even above the limit.
    assert (used_again.exists(), newer.exists()) == (True, False)
    limit(0)  # none
    entry("texts", "d", 10**6)
    assert capacity.make_room().entries == 0


HOLDER = """
import sys
from engine import paths
from engine.cache import usage
usage.hold_used_entries()
usage.mark_used(paths.cache_folder() / "texts" / "held")
print("holding", flush=True)
sys.stdin.read()
"""


def test_what_a_living_process_holds_stays_until_it_ends() -> None:
    held, other = entry("texts", "held"), entry("texts", "other")
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline().strip() == "holding"
        assert usage.entries_in_use() == {held}
        os.utime(held, (OLD, OLD))
        limit(1)
        assert capacity.make_room() == capacity.Removal(1, 1000, 1)
        assert capacity.clear() == capacity.Removal(0, 0, 1)
        assert held.exists() and not other.exists()
        process.kill()  # however it ends
    assert usage.entries_in_use() == set()
    assert not list((paths.cache_folder() / "holders").glob("*"))
    assert capacity.clear().entries == 1 and not held.exists()


def test_clearing_one_kind_leaves_the_others() -> None:
    entry("texts", "a"), entry("tokens", "b")
    assert capacity.clear("texts") == capacity.Removal(1, 1000, 0)
    assert [each.kind for each in capacity.list_entries()] == ["tokens"]
    with pytest.raises(UserError, match="no kind 'text'"):
        capacity.clear("text")


def test_the_limit_is_set_kept_and_overridden(monkeypatch: pytest.MonkeyPatch) -> None:
    assert capacity.size_limit() == capacity.DEFAULT_LIMIT_GB * 1e9
    capacity.set_size_limit(3)
    assert capacity.size_limit() == 3e9
    capacity.set_size_limit(0)
    assert capacity.size_limit() == float("inf")
    monkeypatch.setenv(capacity.LIMIT_VARIABLE, "1.5")
    assert capacity.size_limit() == 1.5e9
    for wrong in ("much", "-1", "nan"):
        monkeypatch.setenv(capacity.LIMIT_VARIABLE, wrong)
        with pytest.raises(UserError, match="not a size in GB"):
            capacity.size_limit()
    with pytest.raises(UserError):
        capacity.set_size_limit(-1)
