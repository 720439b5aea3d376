"""Killed at any file operation, or with any file damaged, a run resumes to what it would have been.

Each suite takes points spread over one scenario, nightly those of all, and others each night; ``make faults`` is the
whole campaign.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.store import Store, runs
from tests.engine.crash_points import (
    DAMAGES,
    FOR_EVER,
    Campaign,
    CrashDriver,
    Scenario,
    crash_driver,
    damageable,
    main,
    scenarios,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks, and asks /proc which file is synced")
NAMES = ["checkpoints", "two stages", "a stage of another run is taken"]
POINTS = 3
"""Of each scenario: one before, one after and one at a power cut."""


@pytest.fixture(scope="module")
def driver() -> Iterator[CrashDriver]:
    with crash_driver() as found:
        yield found


@pytest.fixture(
    scope="module", params=[*(pytest.param(n, marks=pytest.mark.nightly) for n in (0, 1)), 2], ids=NAMES
)
def campaign(
    request: pytest.FixtureRequest,
    driver: CrashDriver,
    tiny_bert_folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Campaign:
    folder = tmp_path_factory.mktemp("crash")
    scenario: Scenario = scenarios(tiny_bert_folder, folder)[request.param]
    assert scenario.name.startswith(NAMES[request.param])
    return Campaign(driver, scenario, folder / "homes")


def test_killed_anywhere_it_resumes_to_the_same_bits(campaign: Campaign) -> None:
    """Points are drawn among what checkpoints, stages and their removal do, not among what only prepares."""
    touched = [
        at
        for at, name in enumerate(campaign.operations, 1)
        if any(
            part in name
            for part in (" last-", " best-", " .gone", " stage-", "manifest", "save ", "progress")
        )
    ]
    assert len(touched) > 50
    points = sorted(random.Random(7).sample(touched, POINTS))
    for at, when in zip(points, ("before", "after", "power") * (POINTS // 3), strict=True):
        wrong = campaign.break_and_resume(at, when)
        assert not wrong, f"{when} operation {at} ({campaign.operations[at - 1]}): {wrong}"


def test_wherever_the_disk_is_full_it_waits_and_ends_the_same(campaign: Campaign) -> None:
    points = random.Random(11).sample(range(1, len(campaign.operations) + 1), 2)
    if campaign.scenario.name.startswith(
        NAMES[2]
    ):  # the stage's files are linked: it is not to be trained instead
        points[0] = campaign.operations.index("mkdir encoder") + 1
    for at, times in zip(points, (1, FOR_EVER), strict=True):
        wrong = campaign.fill_the_disk(at, times)
        assert not wrong, f"full at operation {at} ({campaign.operations[at - 1]}) for {times}: {wrong}"


@pytest.fixture(scope="module")
def one_stage(
    driver: CrashDriver, tiny_bert_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Campaign:
    folder = tmp_path_factory.mktemp("one stage")
    return Campaign(driver, scenarios(tiny_bert_folder, folder)[0], folder / "homes")


def test_however_little_memory_there_is_it_says_so(one_stage: Campaign) -> None:
    """Of the address space beyond what a process begins with: none, too little to load or to train, enough."""
    for megabytes in (0, 32, 1024):  # others each night
        status, wrong = one_stage.limit_memory(megabytes * 2**20)
        assert not wrong, f"{megabytes} MB: {wrong}"
    assert status == "finished"


def test_damaged_anywhere_it_says_so_or_resumes_to_the_same_bits(campaign: Campaign) -> None:
    stopped = campaign.stop_at(int(0.8 * len(campaign.operations)))
    files = damageable(stopped)
    weights = [file for file in files if file.suffix == ".safetensors"]
    draw = random.Random(8)
    for file, kind in zip([draw.choice(weights), draw.choice(files)], draw.sample(DAMAGES, 2), strict=True):
        assert campaign.damage_and_resume(stopped, file, kind) in ("same", "refused", "unread"), (
            f"{file} {kind}"
        )


@pytest.mark.nightly
@pytest.mark.timeout(2 * 3600)
def test_some_of_the_campaign_other_points_each_night(tiny_bert_folder: Path) -> None:
    """``make faults`` takes five times as many. The day is the draw's seed: ``--seed`` repeats a night's points."""
    seed = str(datetime.now(UTC).toordinal())
    print("seed", seed)
    numbers = ("--points", "102", "--full", "18", "--memory", "32", "--damages", "48", "--seed", seed)
    assert main(["--encoder", str(tiny_bert_folder), *numbers]) == 0


def test_a_store_that_has_lost_what_its_checkpoint_counts_says_so(one_stage: Campaign) -> None:
    """As where an older copy of the store is put back: the run ends, and its row says which measures are missing."""
    home = one_stage.stop_at(int(0.9 * len(one_stage.operations)))
    with Store(home / "s.sqlite") as store:
        done = runs.get_run(store, 1).step
        store.execute("DELETE FROM metrics WHERE step > 1")
        runs.set_run_columns(store, [1], step=1)
    assert done > 2 and one_stage.resume(home)
    with Store(home / "s.sqlite") as store:
        row = runs.get_run(store, 1)
        assert row.status == "finished" and "measures of updates 2 to " in row.reason
        assert row.reason in [line.text for line in runs.list_log_lines(store, 1)]
