"""What ``--json`` prints is a contract: programs read it. ``contract.json`` has it for every command that only reads.

Times, places and what differs by machine are masked. Write the file anew with PALIMPSEST_WRITE_CONTRACT=1, and say in
the change log what has changed for those who read it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.engine.cli.test_app import palimpsest
from tests.workbench.pages.stored import experiment, finished, probed, queued

GOLDEN = Path(__file__).with_name("contract.json")
COMMANDS = """
runs
runs --columns learning_rate,test/error,tag --sort -learning_rate --limit 2
show 1
show 1 --metrics --per-class --confusion
compare 1 3 5 --format json
compare 1 2 3 4 --test --margin 3 --details --format json
paper table-4 --format json
forgetting 1 2 3 4
gate 1 3 --max-flips 50
reproduce table-4 --plan
searches
places list
store check
cache
cache clear
cache limit 3
doctor
recipes
presets
fields learning_rate
new quickstart
data paper
data preview samples:reviews
data inspect samples:reviews --no-sentences
""".strip().splitlines()
NEED_NO_STORE = ("cache", "doctor", "recipes", "presets", "fields")
MASKED = set(
    "files created started finished active_seconds folder store fingerprint identity group sweep print time found "
    "remedy ok free_bytes bytes used hours probe_hours disk_bytes assumed_speed entries digest version".split()
)
SHAPE_ONLY = {"spec", "experiment", "info", "recipes", "presets", "doctor", "figures", "kinds"}
"""What other tests look into: here only its keys are looked at."""


def masked(value: object, *, shape: bool = False) -> object:
    """Return JSON values without what differs by time and machine; ``shape``: only the keys of the first record."""
    if isinstance(value, dict):
        if shape:
            return sorted(value)
        return {
            key: "..." if key in MASKED else masked(each, shape=key in SHAPE_ONLY)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [masked(each, shape=shape) for each in (value[:1] if shape else value)]
    if isinstance(value, str) and Path(value).is_absolute():
        return "..."
    return float(f"{value:.4g}") if isinstance(value, float) else value


def write_store(store: Path) -> None:
    """Write two strategies of two seeds each, one run more and one that waits."""
    for rate in (2e-5, 1e-4):
        for seed in (1, 2):
            test = 20 + seed / 5 + 1e4 * rate
            number = finished(store, f"{rate:g}, {seed}", seed=seed, rate=rate, test=test, texts=600)
            with RunWriter(store, number) as writer:
                for step in (0, 20):
                    for each in probed(step, step / 100 + seed / 50, tasks=["trec"], chosen=step == 20):
                        writer.write(each)
    finished(store, "=cmd|x", rate=3e-5)
    queued(store, [experiment("waiting", rate=1e-3)])
    with Store(store) as opened:
        runs.set_tags(opened, 1, ["pilot"])


@pytest.mark.usefixtures("home")
def test_the_json_of_commands_stays_as_it_is(tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    write_store(store)
    found = {}
    for line in COMMANDS:
        words = line.split() if "--format" in line else [*line.split(), "--json"]
        own = [] if words[0] in NEED_NO_STORE else ["--store", store]
        answer = palimpsest(*words, *own)
        assert answer.code in (0, 1), (line, answer.err)
        found[line] = masked(answer.json, shape=line in SHAPE_ONLY)
    if os.environ.get("PALIMPSEST_WRITE_CONTRACT"):
        lines = [
            f"{json.dumps(line)}: {json.dumps(each, ensure_ascii=False)}" for line, each in found.items()
        ]
        GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    expected = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert list(found) == list(expected)
    for line in COMMANDS:
        assert found[line] == expected[line], line
