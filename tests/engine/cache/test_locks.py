"""Claims between processes: one has it, the next one gets it when the first lets go or dies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.cache.locks import ArtefactLock

pytestmark = pytest.mark.usefixtures("home")
HOLDER = """
import sys
from engine.cache.locks import ArtefactLock
claim = ArtefactLock(sys.argv[1], sys.argv[2])
print(claim.try_acquire(), flush=True)
sys.stdin.read()
"""


def holder(name: str) -> subprocess.Popen[str]:
    """A process that has taken the claim and keeps it."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, "key", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).resolve().parents[3],
    )
    assert process.stdout is not None and process.stdout.readline() == "True\n"
    return process


def test_one_at_a_time_and_whose_it_is() -> None:
    first, second = ArtefactLock("key", "000012"), ArtefactLock("key", "000013")
    assert first.try_acquire()
    assert not second.try_acquire()
    assert second.holder() == "run 12"
    assert ArtefactLock("other", "000013").try_acquire()
    first.release()
    assert second.try_acquire() and first.holder() == "run 13"
    with second:
        pass
    assert first.try_acquire()
    assert ArtefactLock("key", "").holder() == "run 12"
    first.release()
    assert ArtefactLock("key", "").holder() == "another run"


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_a_claim_ends_with_its_process() -> None:
    process = holder("000007")
    mine = ArtefactLock("key", "000008")
    assert not mine.try_acquire() and mine.holder() == "run 7"
    process.kill()
    process.wait()
    assert mine.try_acquire() and ArtefactLock("key", "").holder() == "run 8"
    mine.release()


def test_a_disk_that_cannot_be_written_lets_everybody_have_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PALIMPSEST_HOME", str(home / "file"))
    one, two = ArtefactLock("key", "1"), ArtefactLock("key", "2")
    assert one.try_acquire() and two.try_acquire()
    one.release()
