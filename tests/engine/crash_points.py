"""Scenarios of the crash campaign: what is killed and resumed, and what must then be equal to an unbroken run.

``tests/engine/train/test_crash_points.py`` takes a few points of each, and some more of them nightly, other ones each
night; run as a program (``make faults``) it takes many, counts and reports: ``python -m tests.engine.crash_points``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import launch
from engine.cache.manifest import is_intact
from engine.launch import starting
from engine.launch.devices import process_environment
from engine.launch.status import record_exit
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, runs
from tests.film_reviews import write_reviews
from tests.tiny_bert import write_tiny_bert

UNEQUAL = ("speed/", "system/", "probe/", "progress/")
"""Beginnings of keys whose values depend on the clock, or are reported when it says so."""
_ENOUGH_MEMORY = 160 * 2**20
"""Bytes of address space beyond those of a process that is ready to train, with which the smallest run ends."""
FOR_EVER = 10**6
"""As many operations as no run has: a disk that is full to the end."""


class CrashDriver:
    """The process that forks what is killed (``tests.engine.crash_driver``)."""

    def __init__(self) -> None:
        root = str(Path(__file__).resolve().parents[2])
        environment = process_environment("cpu", 1, os.environ) | {
            "PYTHONPATH": root,
            "PALIMPSEST_FORK_SERVER": "0",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.crash_driver"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=environment,
        )
        assert self._line() == "ready"

    def run(
        self,
        home: Path,
        what: str,
        *arguments: str,
        at: int = 0,
        when: str = "before",
        times: int = 1,
        wait: float = 60.0,
        memory: int | None = None,
        log: Path | None = None,
    ) -> tuple[int, list[str]]:
        """Do a job, and return its exit code and its operations.

        ``times``: operations that find the disk full, with ``when`` "full"; ``wait``: how long a run waits for room, s.
        """
        job = {
            "what": what,
            "arguments": arguments,
            "home": str(home),
            "watch": [str(home)],
            "at": at,
            "when": when,
            "times": times,
            "wait": wait,
            "memory": memory,
        }
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(job | {"log": str(log or home.with_suffix(".log"))}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self._line())
        return answer["code"], answer["operations"]

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the driver has ended"
        return line.strip()

    def close(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


@contextmanager
def crash_driver() -> Iterator[CrashDriver]:
    """Provide a driver, which ends with the block."""
    driver = CrashDriver()
    try:
        yield driver
    finally:
        driver.close()


@dataclass
class Scenario:
    """What is killed.

    Attributes:
        name: its name.
        experiments: the runs, in their order; the last one is killed.
    """

    name: str
    experiments: list[Experiment]


def scenarios(encoder: Path, folder: Path) -> list[Scenario]:
    """Return the scenarios, on forty rows of two classes."""
    file = write_reviews(folder / "rows.csv", 40)
    rows = file.read_text(encoding="utf-8").splitlines()[1:]
    data = {"source": str(file), "validation_share": 0.2}
    tune = {
        "kind": "finetune",
        "data": data,
        "epochs": 1.0,
        "batch_size": 8,
        "max_length": 16,
        "learning_rate": 2e-3,
    }

    def make(name: str, *stages: dict[str, Any], **compute: Any) -> Experiment:
        return parse_experiment(
            {
                "name": name,
                "encoder": {"source": str(encoder)},
                "stages": list(stages),
                "probes": {"on": False},
                "compute": {"device": "cpu", "precision": "fp32", "threads": 1, **compute},
            }
        )

    corpus = folder / "corpus.txt"
    corpus.write_text("\n\n".join(f"{row}\n{row}" for row in rows), encoding="utf-8")
    first = {
        "kind": "further_pretrain", "corpus": [str(corpus)], "steps": 4, "evaluate_every": 2, "keep": "2",
        "batch_size": 8, "max_length": 16,
    }  # fmt: skip
    second = {**tune, "start": "1@2"}
    return [
        Scenario("checkpoints", [make("one stage", {**tune, "evaluations": 2}, reuse=False)]),
        Scenario("two stages, one shared, a step kept", [make("two stages", first, second)]),
        Scenario(
            "a stage of another run is taken",
            [make("giver", first, second), make("taker", first, {**second, "learning_rate": 1e-3})],
        ),
    ]


class Campaign:
    """Kills one scenario again and again, resumes it, and compares with the unbroken run.

    Args:
        driver: starts processes.
        scenario: what is run.
        place: an empty folder.
    """

    def __init__(self, driver: CrashDriver, scenario: Scenario, place: Path) -> None:
        self.driver, self.scenario, self.place = driver, scenario, place
        self.template = place / "template"
        self.template.mkdir(parents=True)
        with _home(self.template):
            store = self.template / "s.sqlite"
            for number, experiment in enumerate(scenario.experiments, 1):
                launch.enqueue(store, [experiment], launcher="cli")
                if number < len(scenario.experiments):
                    assert self._train(self.template, number) == 0
        self.number = len(scenario.experiments)
        whole = self._copy("whole")
        code, self.operations = self._train_at(whole, 0, "before")
        assert code == 0, whole.with_suffix(".log").read_text()
        self.expected = self.result(whole)

    def break_and_resume(self, at: int, when: str) -> str:
        """Kill the run at an operation, resume it, and return what went wrong ("" for nothing)."""
        home = self._copy(f"{when}-{at}")
        try:
            code, _ = self._train_at(home, at, when)
            if code == 0:
                return ""  # fewer operations than in the unbroken run: nothing was killed
            if code != -9:
                return f"ended with {code} before it was killed"
            return self.resume(home)
        finally:
            shutil.rmtree(home, ignore_errors=True)

    def fill_the_disk(self, at: int, times: int) -> str:
        """Let the disk be full for ``times`` operations from ``at`` on, and return what went wrong ("" for nothing).

        The run has to wait, and to end as the unbroken one; with so many ``times`` that there is never room again, to
        be interrupted with a reason, and to end like that when it is resumed.
        """
        home, for_ever = self._copy(f"full-{at}-{times}"), times >= FOR_EVER
        try:
            code, _ = self._train_at(home, at, "full", times=times, wait=0.2 if for_ever else 60.0)
            with Store(home / "s.sqlite") as store:
                row = runs.get_run(store, self.number)
            log = home.with_suffix(".log").read_text()
            if code == 0:
                return differences(self.expected, self.result(home))
            if not for_ever or code != 4 or row.status != "interrupted" or "disk" not in row.reason:
                return f"exit code {code}, {row.status}: {row.reason} {log[-600:]}"
            return self.resume(home)
        finally:
            shutil.rmtree(home, ignore_errors=True)

    def limit_memory(self, more: int) -> tuple[str, str]:
        """Let the run take only ``more`` bytes of address space beyond those it begins with.

        Return its status, and what went wrong ("" for nothing): it ends as the unbroken run, or is told as a want of
        memory, and goes on without the limit.
        """
        home = self._copy(f"memory-{more}")
        try:
            code, _ = self._train_at(home, 0, "before", memory=more)
            with Store(home / "s.sqlite") as store:
                # As its launcher does, which sends its output into the run's log.
                log = runs.get_run(store, self.number).folder / "run.log"
                shutil.copy(home.with_suffix(".log"), log)
                record_exit(store, self.number, code)
                row = runs.get_run(store, self.number)
            if code == 0:
                return row.status, differences(self.expected, self.result(home))
            crashed = code < 0 and "crashed" in row.reason  # C++ that finds no memory aborts the process
            if not crashed and "memory" not in row.reason.lower():
                log = home.with_suffix(".log").read_text()
                return row.status, f"exit code {code}: {row.reason} {log[-1500:]}"
            return row.status, self.resume(home)
        finally:
            shutil.rmtree(home, ignore_errors=True)

    def resume(self, home: Path) -> str:
        """Resume the run in ``home`` to its end, and return what differs from the unbroken run ("" for nothing)."""
        with _home(home):
            store = home / "s.sqlite"
            with Store(store) as opened:
                saved = opened.execute(
                    "SELECT 1 FROM artefacts WHERE run_id = ? AND kind = 'last'", (self.number,)
                ).fetchone()
            goes_on = launch.resume_run(store, self.number, launcher="cli")
            if saved and not goes_on:
                return "began anew although it had checkpointed"
            code = self._train(home, self.number)
        if code != 0:
            return f"resume: exit code {code}: {home.with_suffix('.log').read_text()[-300:]}"
        return differences(self.expected, self.result(home))

    def stop_at(self, at: int) -> Path:
        """Kill the run at an operation, and return the home it leaves, from which damage is tried."""
        home = self._copy(f"stopped-{at}")
        code, _ = self._train_at(home, at, "before")
        assert code == -9, code
        return home

    def damage_and_resume(self, stopped: Path, file: Path, kind: str) -> str:
        """Damage one file of a copy of ``stopped`` (``file`` is relative to it), resume, and return the outcome.

        "same": the result is that of the unbroken run; "unread": so is all but the files of a finished stage that the
        run does not read again, and its manifest tells; "refused": an error said that something is damaged, and the run
        started again gives it; anything else is what went wrong.
        """
        home = self.place / "damaged"
        shutil.rmtree(home, ignore_errors=True)
        subprocess.run(["cp", "-a", str(stopped), str(home)], check=True)
        _damage(home / file, kind)
        wrong = self.resume(home)
        if not wrong:
            return "same"
        run = next(home.glob(f"s-runs/*{self.number}"))
        damaged = tuple(
            f"{folder.relative_to(run).as_posix()}/"
            for folder in [*run.glob("stage-*"), *run.glob("stage-*/steps/*")]
            if not is_intact(folder)
        )
        if damaged:
            rest = {key: value for key, value in self.result(home).items() if not key.startswith(damaged)}
            expected = {key: value for key, value in self.expected.items() if not key.startswith(damaged)}
            if not differences(expected, rest):
                return "unread"
        with Store(home / "s.sqlite") as store:
            row = runs.get_run(store, self.number)
        if row.status != "failed" or "tart the run again" not in row.reason:
            return wrong
        with _home(home):
            launch.resume_run(home / "s.sqlite", self.number, launcher="cli", restart=True)
            code = self._train(home, self.number)
        found = self.result(home)
        # It may take its own first stage from the stage store, which does not repeat the metrics of updates, and whose
        # manifest lists kept steps too.
        kinds = ("metric train", "metric rate", "summary train", "summary rate")
        expected = {
            key: value
            for key, value in self.expected.items()
            if not key.endswith("/manifest.json") and (key in found or not key.startswith(kinds))
        }
        wrong = differences(expected, {key: found[key] for key in found if key in expected})
        return "refused" if code == 0 and not wrong else f"anew: {code} {wrong}"

    def result(self, home: Path) -> dict[str, Any]:
        """Return all that a finished run has left: files of its stages by hash, metrics, summaries, predictions."""
        folder = next((home / "s-runs").glob(f"*{self.number}"))
        left = [*folder.glob("stage-*/**/*"), *folder.glob("predictions/**/*")]
        found: dict[str, Any] = {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in left
            if path.is_file()
        }
        with Store(home / "s.sqlite") as store:
            for key, step, value in store.execute(
                "SELECT key, step, value FROM metrics WHERE run_id = ?", (self.number,)
            ):
                if not key.startswith(UNEQUAL):
                    found[f"metric {key} at {step}"] = value
            for row in store.execute(
                "SELECT key, best, last, at_best FROM summary WHERE run_id = ?", (self.number,)
            ):
                if not row[0].startswith(UNEQUAL):
                    found[f"summary {row[0]}"] = tuple(row)[1:]
            predicted = [
                tuple(row)
                for row in store.execute("SELECT * FROM predictions WHERE run_id = ?", (self.number,))
            ]
            found["predictions"] = hashlib.sha256(repr(sorted(map(repr, predicted))).encode()).hexdigest()
            found["status"] = runs.get_run(store, self.number).status
        return found

    def _train(self, home: Path, number: int) -> int:
        with Store(home / "s.sqlite") as store:
            assert starting.claim_run(store, number, launcher="cli")
        code, _ = self.driver.run(home, "train", "--store", str(home / "s.sqlite"), "--run", str(number))
        return code

    def _train_at(self, home: Path, at: int, when: str, **more: Any) -> tuple[int, list[str]]:
        with Store(home / "s.sqlite") as store:
            assert starting.claim_run(store, self.number, launcher="cli")
        arguments = ("--store", str(home / "s.sqlite"), "--run", str(self.number))
        return self.driver.run(home, "train", *arguments, at=at, when=when, **more)

    def _copy(self, name: str) -> Path:
        home = self.place / name
        # With hard links among the copied files as among the originals: shared stages are known by them.
        subprocess.run(["cp", "-a", str(self.template), str(home)], check=True)
        return home


@dataclass
class OutputCampaign:
    """Kills what writes a folder from a finished run, and does it again.

    Args:
        driver: starts processes.
        home: has a finished run.
        what: the job of the driver.
        arguments: of the job, with HOME for the home.
        target: the folder that it writes, relative to the home.
    """

    driver: CrashDriver
    home: Path
    what: str
    arguments: Sequence[str]
    target: str

    def __post_init__(self) -> None:
        whole, (code, self.operations) = self._run("whole", 0, "before")
        assert code == 0, whole.with_suffix(".log").read_text()
        self.expected = _files(whole / self.target)

    def break_and_repeat(self, at: int, when: str) -> str:
        """Kill it at an operation, do it again, and return what went wrong ("" for nothing)."""
        home, (code, _) = self._run("broken", at, when)
        left = _files(home / self.target)
        if code != -9 and code != 0:
            return f"ended with {code} before it was killed"
        if left and left != self.expected:
            return f"half of it is there: {sorted(left)}"
        if self.what == "keep" or not left:
            code, _ = self.driver.run(home, self.what, *self._of(home))
        if code not in (0, -9) or _files(home / self.target) != self.expected:
            return f"again: exit code {code}: {home.with_suffix('.log').read_text()[-300:]}"
        return ""

    def _run(self, name: str, at: int, when: str) -> tuple[Path, tuple[int, list[str]]]:
        home = self.home.with_name(f"{self.what}-{name}")
        shutil.rmtree(home, ignore_errors=True)
        subprocess.run(["cp", "-a", str(self.home), str(home)], check=True)
        return home, self.driver.run(home, self.what, *self._of(home), at=at, when=when)

    def _of(self, home: Path) -> list[str]:
        return [each.replace("HOME", str(home)) for each in self.arguments]


def output_campaigns(driver: CrashDriver, home: Path) -> list[OutputCampaign]:
    """Return the campaigns of exporting and keeping, on the finished run 1 of one stage in ``home``."""
    stage = "s-runs/000001/stage-1"
    average = ["average", "1", "--keep", "0.5", "--store", "HOME/s.sqlite"]
    return [
        OutputCampaign(driver, home, "export", [f"HOME/{stage}", "HOME/exported"], "exported"),
        OutputCampaign(driver, home, "keep", average, f"{stage}/average-0.50"),
    ]


def _files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.glob("**/*")
        if path.is_file()
    }


DAMAGES = ("truncated", "zeroed", "flipped", "deleted", "swapped")


def damageable(home: Path) -> list[Path]:
    """Return the files whose damage is tried, relative to ``home``: checkpoints, stages, and all of the cache."""
    found = [
        *home.glob("s-runs/*/checkpoints/**/*"),
        *home.glob("s-runs/*/stage-*/**/*"),
        *home.glob("cache/**/*"),
    ]
    return sorted(
        path.relative_to(home)
        for path in found
        if path.is_file() and path.parent.name not in ("claims", "holders") and path.stat().st_size
    )


def _damage(file: Path, kind: str) -> None:
    """Damage a file in place, so that hard links to it are damaged too."""
    content = file.read_bytes()
    if kind == "truncated":
        os.truncate(file, len(content) // 2)
    elif kind == "zeroed":
        _overwrite(file, bytes(len(content)))
    elif kind == "flipped":
        place = random.Random(str(file.name)).randrange(len(content))
        _overwrite(file, content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :])
    elif kind == "deleted":
        file.unlink()
    else:
        beside = sorted(path for path in file.parent.iterdir() if path.is_file())
        if len(beside) == 1:  # the same file of the folder beside
            beside = sorted(path for path in file.parents[1].glob(f"*/{file.name}") if path.is_file())
        other = beside[beside.index(file) - 1]
        theirs = other.read_bytes()
        _overwrite(file, theirs)
        if other != file:
            _overwrite(other, content)


def _overwrite(file: Path, content: bytes) -> None:
    with file.open("r+b") as stream:
        stream.truncate()
        stream.write(content)


@contextmanager
def _home(home: Path) -> Iterator[None]:
    before = os.environ.get("PALIMPSEST_HOME")
    os.environ["PALIMPSEST_HOME"] = str(home)
    try:
        yield
    finally:
        os.environ.pop("PALIMPSEST_HOME")
        if before is not None:
            os.environ["PALIMPSEST_HOME"] = before


def differences(expected: dict[str, Any], found: dict[str, Any]) -> str:
    """Return a sentence that names the first differences; "" for none."""
    odd = [key for key in sorted(expected.keys() | found.keys()) if expected.get(key) != found.get(key)]
    named = [f"{key} ({expected.get(key)} / {found.get(key)})" for key in odd[:3]]
    return f"{len(odd)} values differ: {', '.join(named)}" if odd else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Break, fill and damage ``--points``, ``--full`` and ``--damages`` times over all scenarios; print what came.

    ``--memory``: how many limits of memory the first scenario meets, from none to what is enough.
    """
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--encoder", type=Path, help="a small encoder's folder; without: the tests' own")
    parser.add_argument("--points", type=int, default=510)
    parser.add_argument("--damages", type=int, default=240)
    parser.add_argument("--full", type=int, default=90)
    parser.add_argument("--memory", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    draw = random.Random(chosen.seed)
    outcomes: dict[str, int] = {}

    def note(kind: str, what: str, outcome: str) -> None:
        key = f"{kind}: {outcome if outcome in ('same', 'refused', 'unread') else 'WRONG'}"
        outcomes[key] = outcomes.get(key, 0) + 1
        if key.endswith("WRONG"):
            print(f"{kind}: {what}: {outcome}", flush=True)

    with crash_driver() as driver, tempfile.TemporaryDirectory(prefix="palimpsest-crash-") as folder:
        encoder = chosen.encoder or write_tiny_bert(Path(folder) / "encoder")
        for number, scenario in enumerate(parts := scenarios(encoder, Path(folder))):
            campaign = Campaign(driver, scenario, Path(folder) / f"scenario-{number}")
            count = len(campaign.operations)
            everything = [(at, when) for at in range(1, count + 1) for when in ("before", "after", "power")]
            wanted = min(len(everything), chosen.points // len(parts))
            print(f"{scenario.name}: {count} operations, {wanted} of {len(everything)} points", flush=True)
            for at, when in sorted(draw.sample(everything, wanted)):
                wrong = campaign.break_and_resume(at, when)
                note(f"{scenario.name}, {when}", f"{at} {campaign.operations[at - 1]}", wrong or "same")
            shortages = [(at, times) for at in range(1, count + 1) for times in (1, 3, FOR_EVER)]
            wanted = min(len(shortages), chosen.full // len(parts))
            print(f"full disk: {wanted} of {len(shortages)}", flush=True)
            for at, times in sorted(draw.sample(shortages, wanted)):
                wrong = campaign.fill_the_disk(at, times)
                how = "full to the end" if times == FOR_EVER else "full for a while"
                note(f"{scenario.name}, {how}", f"{at} {campaign.operations[at - 1]}", wrong or "same")
            limits = [each * _ENOUGH_MEMORY // chosen.memory for each in range(chosen.memory)]
            for limit in limits if number == 0 else ():
                status, wrong = campaign.limit_memory(limit)
                note(f"memory, {status}", f"{limit / 2**20:.0f} MB", wrong or "same")
            for share in (0.6, 0.9) if chosen.damages else ():
                stopped = campaign.stop_at(int(share * count))
                kinds = [(file, kind) for file in damageable(stopped) for kind in DAMAGES]
                wanted = min(len(kinds), chosen.damages // (2 * len(parts)))
                print(f"damage at {share:.0%}: {wanted} of {len(kinds)}", flush=True)
                for file, kind in sorted(draw.sample(kinds, wanted)):
                    outcome = campaign.damage_and_resume(stopped, file, kind)
                    note(f"{scenario.name}, {kind}", f"{share:.0%} {file}", outcome)
            for output in (
                output_campaigns(driver, campaign.place / "whole") if number == 0 and chosen.points else ()
            ):
                count = len(output.operations)
                everything = [
                    (at, when) for at in range(1, count + 1) for when in ("before", "after", "power")
                ]
                wanted = min(len(everything), chosen.points // len(parts))
                print(f"{output.what}: {count} operations, {wanted} of {len(everything)} points", flush=True)
                for at, when in sorted(draw.sample(everything, wanted)):
                    wrong = output.break_and_repeat(at, when)
                    note(f"{output.what}, {when}", f"{at} {output.operations[at - 1]}", wrong or "same")
    for key, times in sorted(outcomes.items()):
        print(f"{times:5} {key}")
    return int(any(key.endswith("WRONG") for key in outcomes))


if __name__ == "__main__":
    sys.exit(main())
