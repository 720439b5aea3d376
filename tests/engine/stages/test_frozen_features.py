"""Features of a frozen encoder are computed once, and batches are made ahead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.cache import activation_store
from engine.errors import UserError
from engine.events import Evaluation, Event, RunNotice, StepMetrics
from engine.spec.experiment import Experiment, parse_experiment
from engine.stages import prefetch as module
from engine.stages.prefetch import Prefetcher
from engine.train.loop import train
from tests.engine.trainings import losses, run_until
from tests.sampling import nightly_but

pytestmark = pytest.mark.usefixtures("home")


Make = Callable[..., Experiment]


def trained(experiment: Experiment, folder: Path) -> list[Event]:
    return list(train(experiment, folder))


def measured(events: list[Event]) -> dict[str, float]:
    """Every evaluation, by split, step and measure."""
    return {
        f"{e.split} {e.step} {key}": value
        for e in events
        if isinstance(e, Evaluation)
        for key, value in e.values.items()
    }


def note(events: list[Event]) -> str:
    notes = [e.text for e in events if isinstance(e, RunNotice) and "of each text" in e.text]
    assert len(notes) <= 1
    return notes[0] if notes else ""


def entries() -> list[Path]:
    place = activation_store.store_folder()
    return sorted(place.iterdir()) if place.is_dir() else []


WAYS: dict[str, dict[str, Any]] = {
    "features": {"freezing": "all"},
    "features of two layers": {
        "freezing": "all",
        "features": {"layers": "1, last", "tokens": "cls_mean_max"},
    },
    "head first": {"freezing": {"kind": "head_first", "share": 0.6, "dropout": False}},
    "head first, without any dropout": {"freezing": {"kind": "head_first", "share": 0.6}, "dropout": 0.0},
    "padded": {"freezing": "all", "compute": {"padding": "padded"}},
    "pieces": {
        "freezing": "all",
        "truncation": {"kind": "hierarchical", "combine": "mean"},
        "max_length": 12,
    },
    "parts": {"freezing": "all", "compute": {"micro_batches": 3}},
}


@pytest.mark.parametrize("way", nightly_but({0, 2, 5}, [*WAYS]))
def test_results_are_the_same_with_and_without(way: str, make: Make, tmp_path: Path) -> None:
    options = dict(WAYS[way])
    compute = options.pop("compute", {})
    with_it = trained(make(**options, compute=compute), tmp_path / "with")
    assert "are kept" in note(with_it) and entries(), [e for e in with_it if isinstance(e, RunNotice)]
    without = trained(make(**options, compute=compute | {"keep_frozen": False}), tmp_path / "without")
    assert not note(without)
    assert losses(with_it) == pytest.approx(losses(without), rel=2e-4, abs=1e-6)
    assert measured(with_it) == pytest.approx(measured(without), rel=2e-4, abs=1e-6)
    assert make(**options, compute={"keep_frozen": False}).identity() == make(**options).identity()


def test_another_run_takes_them_from_the_cache(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = trained(make(freezing="all"), tmp_path / "first")
    assert "computed" in note(first)
    there = entries()
    monkeypatch.setattr("engine.cache.activation_store.write_rows", lambda *_: pytest.fail("computed again"))
    second = trained(make(freezing="all", learning_rate=1e-3, batch_size=4), tmp_path / "second")
    assert "taken from the cache" in note(second)
    assert entries() == there
    assert [entry.name for entry in there if not (entry / "about.json").is_file()] == []


CHANGES: dict[str, dict[str, Any]] = {
    "length": {"max_length": 24},
    "truncation": {"truncation": {"kind": "tail"}},
    "weights": {"reinitialise": 2},
    "padding": {"compute": {"padding": "padded"}},
    "precision": {"compute": {"precision": "bf16"}},
    "attention": {"compute": {"attention": "sdpa"}},
}


def test_whatever_makes_them_is_part_of_the_key(make: Make, csv_file: Path, tmp_path: Path) -> None:
    base: dict[str, Any] = {"freezing": "all", "epochs": 1}
    trained(make(**base), tmp_path / "before")
    known = set(entries())
    for change in [*CHANGES, "texts"]:
        if change == "texts":
            csv_file.write_text(csv_file.read_text("utf-8").replace("good", "great"), "utf-8")
        after = trained(make(**base | CHANGES.get(change, {})), tmp_path / change)
        assert "computed" in note(after), (change, note(after))
        assert set(entries()) > known, change
        known = set(entries())


def test_what_was_truncated_is_made_again(make: Make, tmp_path: Path) -> None:
    whole = trained(make(freezing="all"), tmp_path / "first")
    for entry in entries():
        file = entry / "rows.bin"
        file.write_bytes(file.read_bytes()[:-1])
    again = trained(make(freezing="all"), tmp_path / "again")
    assert "computed" in note(again)
    assert losses(again) == losses(whole)


def test_too_large_for_the_disk_is_said_and_nothing_is_kept(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activation_store, "MAX_DISK_SHARE", 0.0)
    events = trained(make(freezing="all"), tmp_path / "run")
    assert "are not kept" in note(events) and "fifth of the free disk" in note(events)
    assert not entries() and losses(events)


def test_a_disk_that_fills_up_meanwhile_is_said(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise UserError("no space is left on the disk of the cache.")

    monkeypatch.setattr(activation_store, "write_rows", full)
    events = trained(make(freezing="all"), tmp_path / "run")
    assert "no space is left" in note(events) and losses(events)


def test_the_oldest_go_for_the_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("old", "new"):
        activation_store.write_rows([name], iter([torch.zeros(1000, 8)]))
    free = 10**6
    monkeypatch.setattr(activation_store.shutil, "disk_usage", lambda _: type("Usage", (), {"free": free})())
    size = 32_000
    monkeypatch.setattr(activation_store, "MAX_DISK_SHARE", 2.5 * size / (free + 2 * size))
    assert activation_store.find_rows("old", 1000) is not None
    import os

    os.utime(activation_store.store_folder() / "old", (1, 1))
    assert activation_store.make_room(size)
    assert activation_store.find_rows("old", 1000) is None
    assert activation_store.find_rows("new", 1000) is not None
    assert not activation_store.make_room(10 * size)


def test_dropout_in_frozen_layers_is_not_kept_and_said(make: Make, tmp_path: Path) -> None:
    events = trained(make(freezing={"kind": "head_first", "share": 0.6}), tmp_path / "run")
    assert "run with dropout" in note(events) and not entries()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"augmentation": {"kind": "random_cut"}}, "truncated anew"),
        ({"adapter": {"kind": "lora"}}, "adapter"),
    ],
    ids=["random cut", "adapter"],
)
def test_what_cannot_be_kept_is_said(
    options: dict[str, Any], reason: str, make: Make, tmp_path: Path
) -> None:
    events = trained(make(freezing="all", **options), tmp_path / "run")
    assert reason in note(events) and not entries()


def test_frozen_layers_run_without_dropout_where_asked(make: Make, tmp_path: Path) -> None:
    """Chain-thaw keeps nothing; two runs that differ in nothing but the dropout of frozen parts must differ."""
    kind = {"kind": "chain_thaw", "every": 4}
    loud = losses(trained(make(freezing=kind, dropout=0.5), tmp_path / "loud"))
    quiet = losses(trained(make(freezing=kind | {"dropout": False}, dropout=0.5), tmp_path / "quiet"))
    assert loud[1] != quiet[1]


@pytest.mark.parametrize("stop", [3, 13], ids=["while they are kept", "after they were"])
def test_a_resumed_run_is_the_same(stop: int, make: Make, tmp_path: Path) -> None:
    experiment = make(freezing={"kind": "head_first", "share": 0.6, "dropout": False})
    whole = trained(experiment, tmp_path / "whole")
    first = run_until(experiment, tmp_path / "parts", stop)
    rest = list(train(experiment, tmp_path / "parts", resume=True))
    assert losses(first) | losses(rest) == losses(whole)
    assert measured(rest).items() <= measured(whole).items()


def test_several_tasks_keep_theirs(csv_file: Path, tiny_bert_folder: Path, tmp_path: Path) -> None:
    def made(keep: bool) -> Experiment:
        stage = {
            "kind": "multitask",
            "tasks": [
                {"name": "a", "data": str(csv_file)},
                {"name": "b", "data": str(csv_file), "max_length": 12},
            ],
            "freezing": "all",
            "epochs": 2,
            "batch_size": 8,
            "max_length": 32,
        }
        compute = {"device": "cpu", "precision": "fp32", "threads": 1, "keep_frozen": keep}
        encoder = {"source": str(tiny_bert_folder)}
        return parse_experiment(
            {"encoder": encoder, "stages": [stage], "probes": {"on": False}, "compute": compute}
        )

    with_it, without = trained(made(True), tmp_path / "with"), trained(made(False), tmp_path / "without")
    assert "are kept" in note(with_it) and len(entries()) == 6
    assert losses(with_it) == pytest.approx(losses(without), rel=2e-4, abs=1e-6)
    assert measured(with_it) == pytest.approx(measured(without), rel=2e-4, abs=1e-6)


CPU = torch.device("cpu")


class Broken:
    """A task of 6 updates whose second batch cannot be made."""

    steps = 6

    def micro_batches(self, step: int) -> list[Any]:
        if step == 1:
            raise ValueError(f"update {step}")
        return [f"{step}a", f"{step}b"]

    def prefetch(self, part: str) -> None:
        pass


def test_what_fails_in_the_thread_is_raised_when_its_turn_comes() -> None:
    feed = Prefetcher(Broken(), CPU, prefetch=True)  # type: ignore[arg-type]
    assert feed.micro_batches(0) == ["0a", "0b"]
    with pytest.raises(ValueError, match="update 1"):
        feed.micro_batches(1)
    feed.close()


@pytest.mark.usefixtures("home")
def test_a_run_fed_by_the_thread_is_the_run_without(
    make: Callable[..., Experiment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = make(augmentation={"kind": "random_cut", "copies": 2}, compute={"micro_batches": 2})

    def losses(folder: str) -> list[tuple[int, float]]:
        events = train(experiment, tmp_path / folder)
        return [(e.step, e.values["train/loss"]) for e in events if isinstance(e, StepMetrics)]

    in_line = losses("in line")
    monkeypatch.setattr(module, "PREFETCH_DEVICES", ("cpu",))
    assert losses("ahead") == in_line
